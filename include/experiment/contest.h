/* contest.h. The rule of comparison: who plays how often, and who is better.
 *
 * Idea: a match is what an optimiser asked at once. It is played in stages, each of them one batch, and what the next stage is follows
 * from the samples alone: so a match that is killed between two stages goes on exactly, on any number of threads. In a round all
 * positions play the same games in the same order, so that any two have their first games in common.
 *     fixed     every candidate plays `games` games
 *     resample  so does, once a round, everybody in the archive, whose sample grows, or forgets
 *     race      candidates play a few games at a time, and are out as soon as mean_x < mean_p - z sqrt(s_x^2/n_x + s_p^2/n_p), p being
 *               the incumbent of their place, or, where they have none, the worst of a full archive
 *     signed-rank  candidates play a few games at a time, the same ones; out is, from the fifth game on, who has a lower mean than the
 *               best of those still in and is worse by Wilcoxon's signed-rank test, and at once who has a fitness that is not finite: for
 *               scores whose scales differ from game to game (blocks of a meta search)
 *     ocba      candidates play a few games each; then what is left of `games` a candidate goes, step by step, to whoever in match or
 *               archive it tells the most about (optimal computing budget allocation)
 * Better is who has the strictly higher mean; in stages (race, signed-rank, ocba) also at least as many plays, or `games` of them: the
 * challenge rule.
 * (Without that "or" nobody could challenge an incumbent any more to whom ocba gave hundreds of games: on a surrogate with exponential
 * noise and 40,000 games the result was 456 of 1000 instead of 814.)
 * Never: draws a number; decides from a stage that is not complete; looks at scores (fitness alone is compared).
 * Source: C.-H. Chen, J. Lin, E. Yucesan, S. E. Chick, Discrete Event Dynamic Systems 10 (2000), theorem 1 (ocba); the challenge rule:
 * F. Hutter, H. H. Hoos, K. Leyton-Brown, T. Stuetzle, "ParamILS", JAIR 36 (2009), where it is called domination; racing by rank tests:
 * M. Birattari, T. Stuetzle, L. Paquete, K. Varrentrapp, "A Racing Algorithm for Configuring Metaheuristics", GECCO 2002. */
#ifndef SWARMTRIS_EXPERIMENT_CONTEST_H
#define SWARMTRIS_EXPERIMENT_CONTEST_H

#include "optim/optim.h"

typedef enum { CONTEST_FIXED, CONTEST_RESAMPLE, CONTEST_RACE, CONTEST_SIGNED_RANK, CONTEST_OCBA } ContestRule;
extern const char *const contest_rules[]; /* their names, NULL at the end */

/* What holds of a rule whatever the options; by ContestRule. apart: how a candidate plays does not depend on who else does; replays: the
 * archive plays as many games a round; in_stages: first_games, then more_games at a time; alike: a stage adds as many plays to everybody
 * in it; least: games and first_games that it needs. amount: of `games`, for people. */
typedef struct {
    bool apart, replays, in_stages, alike;
    int least;
    const char *amount;
} ContestTraits;
extern const ContestTraits contest_traits[];

/* games: a candidate; in race and signed-rank at most, in ocba on average. first_games, more_games: of the first and of later stages.
 * race_z: the z above; rank_p: the one-sided p-value of signed-rank; resample_keep: share of older plays that is kept each round. */
typedef struct {
    int rule, games, first_games, more_games;
    double race_z, rank_p, resample_keep;
} ContestOptions;

/* What an optimiser asked, n candidates of it, the first of which is number `first` of its round, and what names the games of the round.
 * Borrowed. */
typedef struct {
    const Candidate *candidate;
    int n, first;
    uint64_t key;
} Heat;

/* archive is borrowed. verdict (candidates): of the match under way, which has n candidates and was given spent plays; n is 0 between
 * two matches. Of the round: plays; and of the first plays of its candidates, as many as columns: sum (common), the sum over them of
 * the fitness in each game, and spread, that of their m2. play (candidates, o.games; NULL but for signed-rank): fitness of every play of
 * the match. plan (candidates + archive->n), weight, known: scratch. */
typedef struct {
    ContestOptions o;
    Archive *archive;
    int candidates;
    Verdict *verdict;
    int n;
    int64_t spent, plays;
    double *sum, spread, *play;
    int common, columns;
    int *plan;
    double *weight;
    const Stats **known;
} Contest;

/* o: its games is at least 1. candidates: the most of a match, and of a round. */
void contest_make(Contest *c, const ContestOptions *o, int candidates, Archive *archive);
void contest_free(Contest *c);

/* The plays that a match may take at most; the rules other than race and signed-rank take exactly as many. */
int64_t contest_cost(const Contest *c, const Heat *m);

/* How many of the match's candidates so many plays surely suffice for. */
int contest_affordable(const Contest *c, const Heat *m, int64_t left);

/* Adds the next stage: a trial for each who plays in it; tags are a candidate's number in its round, contest->candidates + i for place i of
 * the archive. objective is left to the caller. */
void contest_ask(const Contest *c, const Heat *m, Batch *b);

/* Exactly what ask added (n), answered, with fitness. Adds plays of the archive to its samples. True: decided, verdict (m->n) is for the
 * optimiser, and contest_end is due. */
bool contest_tell(Contest *c, const Heat *m, const Trial *t, int n);

/* Forgets the match, once its verdicts have been told. */
void contest_end(Contest *c);

/* Forgets what was counted of the round. */
void contest_new_round(Contest *c);

/* How alike games are for different candidates: the mean covariance of the fitness of two candidates of this round over the first games,
 * which they have in common, by their mean variance. By this share common games shrink the variance of a difference of two means.
 * NAN where it is not defined: one game, one candidate, no variance. */
double contest_pair_correlation(const Contest *c);

/* Splits more plays among n samples, of which known tells (not one value: empty, it gets none): writes plays (n), whose sum is more.
 * w (n): scratch. With N plays in all afterwards, b the best mean, d_i its distance from the others:
 *     N_i / N_j = ((s_i / d_i) / (s_j / d_j))^2,    N_b = s_b sqrt(sum of N_i^2 / s_i^2)
 * Who has more than that already gets none, the others in proportion to what they lack; what rounding leaves is carried on to the next.
 * s_i = 0: nothing is to be learned, none. d_i below s_i / sqrt(N), the error that all plays together would leave, counts as that.
 * False: nothing is to be learned of anybody but the best, and nothing is written. */
bool contest_ocba(const Stats *const *known, int n, int more, double *w, int *plays);

void contest_walk(Contest *c, Visit *v);

#endif
