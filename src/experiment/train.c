#include "experiment/train.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fitnesses[] = {"mean", "log", NULL};
static const char *const froms[] = {"one", "all", NULL};

const Param train_training_params[] = {
    {PARAM_AT(TrainingOptions, contest.rule, "rule", PARAM_CHOICE, "", 0, 0, "ocba"), .choices = contest_rules,
     .doc =
         "how candidates are compared: ocba, games go to where they tell most (Chen et al. 2000); race and signed-rank, who "
         "is beaten stops early; resample, all play as many, and so does the archive, every round; fixed, all play as many, as "
         "they do unless asked otherwise where games is at most first_games, for test functions and in [meta]"},
    {PARAM_AT(TrainingOptions, contest.games, "games", PARAM_INT, "games", 0, 1e6, "10"),
     .doc = "games that judge a position, in race and signed-rank at most, in ocba on average; a test function is evaluated "
            "once; 0: 0.15 "
            "sqrt(total_games)"},
    {PARAM_AT(TrainingOptions, contest.first_games, "first_games", PARAM_INT, "games", 1, 1e6, "5"),
     .doc = "games of the first stage of race, signed-rank and ocba; at most games"},
    {PARAM_AT(TrainingOptions, contest.more_games, "more_games", PARAM_INT, "games", 1, 1e6, "5"),
     .doc = "games of each later stage: of who is still in, in ocba on average"},
    {PARAM_AT(TrainingOptions, contest.race_z, "race_z", PARAM_REAL, "", 0, 1e6, "1"),
     .doc = "race: who is behind by more than so many standard errors of the difference is out"},
    {PARAM_AT(TrainingOptions, contest.rank_p, "rank_p", PARAM_REAL, "", 0, 0.5, "0.05"),
     .doc = "signed-rank: who is worse than the best of a round, with a one-sided p below this, is out (Birattari et al. 2002)"},
    {PARAM_AT(TrainingOptions, contest.resample_keep, "resample_keep", PARAM_REAL, "", 0, 1, "1"),
     .doc = "resample: share of its older games that a position of the archive keeps in every round; 1: all"},
    {PARAM_ROW(TrainingOptions, rounds, PARAM_LONG, "rounds", 0, 1e12, "0"), .may_change = true, .doc = "budget; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_games, PARAM_LONG, "games", 0, 1e15, "0"), .may_change = true,
     .doc = "budget, of evaluations for a test function, spent to the last whole position; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_pieces, PARAM_LONG, "pieces", 0, 1e15, "0"), .may_change = true,
     .doc = "budget; the training stops after the round that crosses it; 0: no limit"},
    {PARAM_ROW(TrainingOptions, minutes, PARAM_REAL, "minutes", 0, 1e9, "0"), .may_change = true,
     .doc = "budget of wall time, over all resumes; the training stops after the round that crosses it; 0: no limit"},
    {PARAM_ROW(TrainingOptions, target, PARAM_REAL, "", -1e300, 1e300, "0"), .may_change = true,
     .doc =
         "the training stops after the round in which the mean score of the best, as the search sees it, reaches this; 0: none"},
    {PARAM_ROW(TrainingOptions, stall, PARAM_INT, "rounds", 0, 1e9, "0"), .may_change = true,
     .doc = "the training stops after so many rounds in which the best did not become better; 0: no limit"},
    {PARAM_ROW(TrainingOptions, fitness, PARAM_CHOICE, "", 0, 0, "mean"), .choices = fitnesses,
     .doc = "what the search compares: the mean score, or the mean of log(1 + rows) (of -log10(error) for a test function)"},
    {PARAM_ROW(TrainingOptions, fresh_games, PARAM_FLAG, "", 0, 0, "yes"),
     .doc = "yes: new games each round; no: the same in all rounds. In one round all positions play the same games"},
    {PARAM_ROW(TrainingOptions, log_positions, PARAM_FLAG, "", 0, 0, "no"),
     .doc = "write every position of every round to positions.tsv; a meta search always does"},
    {PARAM_ROW(TrainingOptions, from, PARAM_FILES, "", 0, 0, ""),
     .doc = "weights file to start from, in a meta search a tuned.ini; empty: none"},
    {PARAM_ROW(TrainingOptions, from_particles, PARAM_CHOICE, "", 0, 0, "one"), .choices = froms,
     .doc = "how many particles start there"},
    {0},
};
const Param train_selection_params[] = {
    {PARAM_ROW(SelectionOptions, finalists, PARAM_INT, "positions", 0, 64, "10"),
     .doc = "best positions that play fresh games after the training; 0: no re-selection"},
    {PARAM_ROW(SelectionOptions, games, PARAM_INT, "games", 1, 1e6, "30"),
     .doc = "fresh games for each finalist, beside the budget, where share is 0"},
    {PARAM_ROW(SelectionOptions, share, PARAM_REAL, "", 0, 0.9, "0.1"),
     .doc = "share of training.total_games, else of total_pieces, that is kept for the finalists instead, who play as many games "
            "each, for pieces two at least; 0: games says, as it does unless asked otherwise where it is given or neither budget "
            "suffices"},
    {0},
};
const Param train_validation_params[] = {
    {PARAM_ROW(ValidationOptions, games, PARAM_INT, "games", 0, 1e6, "100"),
     .doc = "games used nowhere else, for the one that was selected; 0: no validation"},
    {0},
};

int train_games(const TrainOptions *o)
{
    const TrainingOptions *t = &o->training;
    if (t->contest.games > 0) return t->contest.games;
    double games = floor(0.15 * sqrt((double)t->total_games) + 0.5);
    return games < 1 ? 1 : games > 1e6 ? 1000000 : (int)games;
}

int train_final_games(const TrainOptions *o)
{
    const SelectionOptions *s = &o->selection;
    if (!(s->share > 0) || s->finalists == 0 || o->training.total_games == 0) return s->games;
    double games = floor(s->share * (double)o->training.total_games / s->finalists);
    return games > 1e6 ? 1000000 : (int)games;
}

int64_t train_budget(const TrainOptions *o)
{
    bool shares = o->selection.share > 0;
    return o->training.total_games - (shares ? (int64_t)o->selection.finalists * train_final_games(o) : 0);
}

bool train_shares_pieces(const TrainOptions *o)
{
    return o->selection.share > 0 && o->selection.finalists > 0 && o->training.total_games == 0;
}

double train_pieces(const TrainOptions *o)
{
    double all = (double)o->training.total_pieces;
    return train_shares_pieces(o) ? all * (1 - o->selection.share) : all;
}

bool train_share_suffices(const TrainOptions *o)
{
    if (o->selection.finalists == 0) return false;
    if (o->training.total_games > 0) return train_final_games(o) >= 1;
    return (double)o->training.total_pieces - train_pieces(o) >= 2.0 * o->selection.finalists;
}

static int finding(Finding *out, const char *key, const char *why)
{
    *out = (Finding){.key = key, .fatal = true};
    snprintf(out->why, sizeof out->why, "%s", why);
    return 1;
}

static int check_budget(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    if (t->rounds == 0 && t->total_games == 0 && t->total_pieces == 0 && !(t->minutes > 0))
        return finding(out, "training.rounds", "must be above 0 where none of total_games, total_pieces and minutes is");
    if (t->contest.games == 0 && t->total_games == 0)
        return finding(out, "training.games", "must be above 0 where there is no training.total_games that it could follow");
    if (o->selection.share > 0 && t->total_games == 0 && t->total_pieces == 0)
        return finding(out, "selection.share",
                       "must be 0 where there is no training.total_games or total_pieces to take a share of");
    if (o->selection.share > 0 && o->selection.finalists > 0 && !train_share_suffices(o))
        return finding(out, "selection.share",
                       t->total_games > 0 ? "must be enough for a game of each finalist"
                                          : "must be enough for two games of each finalist");
    if (t->total_games > 0 && train_budget(o) < train_games(o))
        return finding(out, "training.total_games", "must be at least training.games, the games that judge one position");
    return 0;
}

static int check_rule(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    const ContestTraits *traits = &contest_traits[t->contest.rule];
    if (traits->replays && !t->fresh_games)
        return finding(out, "training.rule", "needs fresh_games = yes: the same games again would tell nothing new");
    const bool few = train_games(o) < traits->least;
    if (few || (traits->in_stages && t->contest.first_games < traits->least)) {
        *out = (Finding){.key = few ? "training.games" : "training.first_games", .fatal = true};
        snprintf(out->why, sizeof out->why, "must be at least %d where rule = %s, which goes by the spread of games",
                 traits->least, contest_rules[t->contest.rule]);
        return 1;
    }
    if (!traits->in_stages || t->contest.first_games < train_games(o)) return 0;
    *out = (Finding){.key = "training.rule"};
    snprintf(out->why, sizeof out->why,
             "plays as fixed does: the first stage alone has first_games = %d of the %d games of a position",
             t->contest.first_games, train_games(o));
    return 1;
}

int train_check(const TrainOptions *o, Finding *out)
{
    int n = check_budget(o, out);
    return n > 0 ? n : check_rule(o, out);
}

typedef enum { TRAINING, SELECTION, VALIDATION, FINISHED } Phase;
static const char *const phases[] = {"training", "selection", "validation", "finished"};

/* What ends a training: its key, and for people. */
typedef enum { NOTHING, TARGET, STALL, ROUNDS, TOTAL_GAMES, TOTAL_PIECES, MINUTES } Limit;
static const struct {
    const char *key, *what;
} limits[] = {
    [TARGET] = {"target", "the best reached the target"},
    [STALL] = {"stall", "the best did not become better for as many rounds as were allowed"},
    [ROUNDS] = {"rounds", "the budget of rounds was spent"},
    [TOTAL_GAMES] = {"total_games", "the budget of games was spent"},
    [TOTAL_PIECES] = {"total_pieces", "the budget of pieces was spent"},
    [MINUTES] = {"minutes", "the time was over"},
};

const char *train_ended(const char *key)
{
    for (Limit i = TARGET; i <= MINUTES; i++)
        if (strcmp(limits[i].key, key) == 0) return limits[i].what;
    return NULL;
}

/* candidates: of a round; candidate (candidates): what the optimiser asked last; contest: who plays how often; cut: the budget let fewer
 * of them play than were asked, in a way that a larger one could not make good.
 * round, plays, cost: complete rounds, plays and their cost in training; seen (candidates): mean scores of the round under way, n_seen
 * of them told. top, stalled: the best fitness of a round's best, and the rounds since it rose. time_up: the budget of minutes that has
 * been used up, 0: none has.
 * finalist (options.selection.finalists): what the fresh games said; winner: rank of the selected one. rival (spec.rivals): what the
 * others scored in the validation. later, later_cost: plays and cost after the training. asked: plays last asked. */
typedef struct {
    TrainSpec spec;
    void *optimiser;
    Contest contest;
    Candidate *candidate;
    int candidates;
    int phase, winner, n_seen;
    bool cut;
    int64_t round, plays, later, stalled;
    double cost, later_cost, top, time_up;
    double *seen;
    Stats *finalist, *rival;
    Stats validated;
    int64_t asked;
} Train;

static Archive *archive(const Train *s)
{
    return s->spec.optimiser->archive(s->optimiser);
}

static bool is_apart(const Train *s)
{
    return contest_traits[s->spec.options.training.contest.rule].apart;
}

static uint64_t training_key(const Train *s)
{
    return rng_key(s->spec.seed, RNG_TRAINING, s->spec.options.training.fresh_games ? (uint64_t)s->round : 0);
}

/* The match that is due: the one under way, or what the optimiser asks, cut to the candidates that the budget pays for; 0: none.
 * *asked (or NULL): how many it asked. */
static Heat due(const Train *s, int *asked)
{
    Heat m = {.candidate = s->candidate, .first = s->n_seen, .key = training_key(s)};
    m.n = s->spec.optimiser->ask(s->optimiser, s->candidate);
    assert(m.n > 0 && m.n <= s->candidates - s->n_seen);
    if (asked != NULL) *asked = m.n;
    if (s->contest.n > 0) {
        m.n = s->contest.n;
    } else if (s->spec.options.training.total_games > 0) {
        int64_t left = train_budget(&s->spec.options) - s->plays;
        m.n = contest_affordable(&s->contest, &m, left);
    }
    return m;
}

/* Share of a budget. */
static double share_of(double spent, double budget)
{
    return budget > 0 ? spent / budget : 0;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Share of the budgets that can be counted, for schedules. */
static double spent(const Train *s)
{
    const TrainingOptions *o = &s->spec.options.training;
    double rounds = (double)s->round + (double)s->n_seen / s->candidates;
    double share = share_of(rounds, (double)o->rounds);
    share = larger(share, share_of((double)s->plays, o->total_games > 0 ? (double)train_budget(&s->spec.options) : 0));
    share = larger(share, share_of(s->cost, train_pieces(&s->spec.options)));
    return share < 1 ? share : 1;
}

/* What has ended the training between two matches; games alone can do so within a round. */
static Limit limit_reached(const Train *s)
{
    const TrainingOptions *o = &s->spec.options.training;
    Sample best = {0};
    if (s->n_seen == 0) {
        archive_best(archive(s), 0, &best);
        if (o->target != 0 && best.score.n > 0 && best.score.mean >= o->target) return TARGET;
        if (o->stall > 0 && s->stalled >= o->stall) return STALL;
        if (o->rounds > 0 && s->round >= o->rounds) return ROUNDS;
    }
    if (o->total_games > 0 && due(s, NULL).n == 0) return TOTAL_GAMES;
    if (s->n_seen == 0) {
        if (o->total_pieces > 0 && s->cost >= train_pieces(&s->spec.options)) return TOTAL_PIECES;
        if (o->minutes > 0 && s->time_up >= o->minutes) return MINUTES;
    }
    return NOTHING;
}

/* Goes on to the first phase that has something to do. */
static void settle(Train *s)
{
    const TrainOptions *o = &s->spec.options;
    if (s->phase == TRAINING && s->contest.n == 0 && limit_reached(s) != NOTHING) s->phase = SELECTION;
    bool nobody = archive_leader(archive(s)) < 0;
    if (s->phase == SELECTION && (o->selection.finalists == 0 || nobody)) s->phase = VALIDATION;
    if (s->phase == VALIDATION && (o->validation.games == 0 || nobody)) s->phase = FINISHED;
}

static void ask_training(const Train *s, Batch *b)
{
    int first = b->n;
    Heat m = due(s, NULL);
    contest_ask(&s->contest, &m, b);
    for (int i = first; i < b->n; i++) b->t[i].objective = s->spec.objective.training;
}

static double cost_of_a_play(const Sample *s)
{
    return s->score.n > 0 ? s->cost / (double)s->score.n : 0;
}

/* A trial of a later phase: the finalist of this rank, plays of it still open. x is NULL where there is none. */
static Trial finalist_trial(const Train *s, int rank, RngPurpose purpose)
{
    const TrainObjectives *o = &s->spec.objective;
    Sample known = {0};
    const double *x = archive_best(archive(s), rank, &known);
    return (Trial){.x = x,
                   .key = rng_key(s->spec.seed, purpose, 0),
                   .objective = purpose == RNG_SELECTION ? o->selection : o->validation,
                   .tag = rank,
                   .expect = cost_of_a_play(&known)};
}

/* The finalists' share of what the training has spent, where something else than this budget has ended it. */
static double kept(const Train *s, double budget, double spent)
{
    const double share = s->spec.options.selection.share, all = spent / (1 - share);
    return share * (all < budget ? all : budget);
}

/* Games of each finalist, where they are known beforehand. */
static int whole_final_games(const Train *s)
{
    const TrainOptions *o = &s->spec.options;
    const int all = train_final_games(o);
    if (!(o->selection.share > 0) || o->training.total_games == 0 || limit_reached(s) == TOTAL_GAMES) return all;
    double games = floor(kept(s, (double)o->training.total_games, (double)s->plays) / o->selection.finalists);
    return games < 1 ? 1 : games < all ? (int)games : all;
}

/* Games that each finalist plays next; 0: no more. A share of the pieces pays for stages, each as long as all before it, since what
 * a game costs shows only as they play. */
static int final_games(const Train *s)
{
    const TrainOptions *o = &s->spec.options;
    int64_t played = s->finalist[0].n;
    if (!train_shares_pieces(o)) return played == 0 ? whole_final_games(s) : 0;
    if (played == 0) return 2;
    double left = kept(s, (double)o->training.total_pieces, s->cost) - s->later_cost;
    double more = floor(left / (s->later_cost / (double)played));
    return more >= 1 ? (int)smaller(smaller(more, (double)played), 1e6) : 0;
}

static void ask_selection(const Train *s, Batch *b)
{
    int games = final_games(s);
    for (int rank = 0; rank < s->spec.options.selection.finalists; rank++) {
        Trial t = finalist_trial(s, rank, RNG_SELECTION);
        if (t.x == NULL) break;
        t.first = (int)s->finalist[rank].n;
        t.plays = games;
        batch_add(b, t);
    }
}

static void ask_validation(const Train *s, Batch *b)
{
    Trial t = finalist_trial(s, s->winner, RNG_VALIDATION);
    t.tag = TRAIN_TAG_WINNER;
    t.plays = s->spec.options.validation.games;
    batch_add(b, t);
    t.x = NULL;
    t.expect = 0;
    for (int i = 0; i < s->spec.rivals; i++) {
        t.tag = TRAIN_TAG_RIVAL - i;
        batch_add(b, t);
    }
}

static int ask(void *self, Batch *b)
{
    Train *s = self;
    int first = b->n;
    switch ((Phase)s->phase) {
    case TRAINING: ask_training(s, b); break;
    case SELECTION: ask_selection(s, b); break;
    case VALIDATION: ask_validation(s, b); break;
    case FINISHED: break;
    }
    s->asked = 0;
    for (int i = first; i < b->n; i++) s->asked += b->t[i].plays;
    return b->n - first;
}

static double mean_score(const Sample *s)
{
    return isfinite(s->score.mean) ? s->score.mean : -HUGE_VAL;
}

static void record_spread(Train *s, Record *r)
{
    static const struct {
        const char *name;
        double p;
    } quantile[] = {{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}};
    Stats all = {0};
    for (int i = 0; i < s->candidates; i++) stats_add(&all, s->seen[i]);
    record_real(r, "mean", all.mean);
    stats_sort(s->seen, s->candidates);
    for (size_t i = 0; i < sizeof quantile / sizeof *quantile; i++)
        record_real(r, quantile[i].name, stats_quantile(s->seen, s->candidates, quantile[i].p));
}

static void record_round(Train *s, Record *r)
{
    Sample best;
    if (r == NULL) return;
    archive_best(archive(s), 0, &best);
    record_row(r, "metrics");
    record_int(r, "round", s->round);
    record_int(r, "games", s->plays);
    record_real(r, "pieces", s->cost);
    record_int(r, "round_games", s->contest.plays);
    record_real(r, "best", best.fitness.mean);
    record_real(r, "best_score", best.score.mean);
    record_int(r, "best_games", best.score.n);
    record_real(r, "best_sem", stats_sem(&best.score));
    record_spread(s, r);
    record_real(r, "pair_correlation", contest_pair_correlation(&s->contest));
    if (s->spec.optimiser->report != NULL) s->spec.optimiser->report(s->optimiser, r);
    record_end(r);
}

static void record_position(const Train *s, int i, const double *x, const Sample *sample, Record *r)
{
    record_row(r, "positions");
    record_int(r, "round", s->round + 1);
    record_int(r, "particle", i);
    record_int(r, "games", sample->score.n);
    record_real(r, "score", mean_score(sample));
    for (int j = 0; j < s->spec.space->dim; j++) record_real(r, s->spec.space->names[j], x[j]);
    record_end(r);
}

static void take_answers(Train *s, const Trial *t)
{
    bool log = s->spec.options.training.fitness == FITNESS_LOG;
    for (int k = 0; k < t->plays; k++) {
        Answer *y = &t->y[k];
        y->fitness = log ? scale_log(s->spec.scale, y->score) : y->score;
        s->cost += y->cost;
    }
    s->plays += t->plays;
}

/* What the match found out about its candidates. */
static void see(Train *s, const Heat *m, Record *r)
{
    for (int i = 0; i < m->n; i++) {
        const Sample *sample = &s->contest.verdict[i].sample;
        if (s->spec.options.training.log_positions) record_position(s, s->n_seen, m->candidate[i].x, sample, r);
        s->seen[s->n_seen++] = mean_score(sample);
    }
}

static void end_round(Train *s, Record *r)
{
    double best = archive_fitness(&archive(s)->sample[archive_leader(archive(s))]);
    s->stalled = s->round > 0 && best <= s->top ? s->stalled + 1 : 0;
    if (s->round == 0 || best > s->top) s->top = best;
    s->round++;
    record_round(s, r);
    memset(s->seen, 0, (size_t)s->candidates * sizeof *s->seen);
    s->n_seen = 0;
    contest_new_round(&s->contest);
}

static void tell_training(Train *s, const Trial *t, int n, Record *r)
{
    int asked;
    Heat m = due(s, &asked);
    /* all of a fixed match play alike, whoever plays with them */
    if (m.n < asked && !is_apart(s)) s->cut = true;
    for (int i = 0; i < n; i++) take_answers(s, &t[i]);
    if (!contest_tell(&s->contest, &m, t, n)) return;
    see(s, &m, r);
    bool complete = s->spec.optimiser->tell(s->optimiser, s->contest.verdict, m.n, spent(s));
    contest_end(&s->contest);
    if (complete) end_round(s, r);
}

static void count_later(Train *s, const Trial *t)
{
    for (int k = 0; k < t->plays; k++) s->later_cost += t->y[k].cost;
    s->later += t->plays;
}

/* The highest mean of the raw scores wins, ties go to the better rank. */
static void tell_selection(Train *s, const Trial *t, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < t[i].plays; k++) stats_add(&s->finalist[t[i].tag], t[i].y[k].score);
        count_later(s, &t[i]);
    }
    if (final_games(s) > 0) return;
    for (int rank = 1; rank < n; rank++)
        if (s->finalist[rank].mean > s->finalist[s->winner].mean) s->winner = rank;
    s->phase = VALIDATION;
}

static void tell_validation(Train *s, const Trial *t, int n, Record *r)
{
    for (int i = 0; i < n; i++) {
        bool winner = t[i].tag == TRAIN_TAG_WINNER;
        for (int k = 0; k < t[i].plays; k++) {
            stats_add(winner ? &s->validated : &s->rival[TRAIN_TAG_RIVAL - t[i].tag], t[i].y[k].score);
            if (!winner || !s->spec.log_games) continue;
            record_row(r, "games");
            record_int(r, "game", t[i].first + k);
            record_real(r, "score", t[i].y[k].score);
            record_real(r, "cost", t[i].y[k].cost);
            record_end(r);
        }
        count_later(s, &t[i]);
    }
    s->phase = FINISHED;
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Train *s = self;
    assert(s->phase != FINISHED);
    if (s->phase == TRAINING)
        tell_training(s, t, n, r);
    else if (s->phase == SELECTION)
        tell_selection(s, t, n);
    else
        tell_validation(s, t, n, r);
    settle(s);
}

/* Plays of the whole, as far as it is known: a training limited by pieces alone is taken by its share. */
static double progress(const void *self, double answered)
{
    const Train *s = self;
    const TrainOptions *o = &s->spec.options;
    if (s->phase == FINISHED) return 1;
    double share = spent(s), round = (double)s->candidates * train_games(o);
    double training = o->training.rounds > 0 ? round * (double)o->training.rounds : HUGE_VAL;
    if (o->training.total_games > 0 && (double)train_budget(o) < training) training = (double)train_budget(o);
    if (share > 0 && (double)s->plays / share < training) training = (double)s->plays / share;
    if (isinf(training)) return 0;
    int finals = s->phase == TRAINING ? train_final_games(o) : whole_final_games(s);
    double after = train_shares_pieces(o) ? training * o->selection.share / (1 - o->selection.share)
                                          : (double)o->selection.finalists * finals;
    after += (double)o->validation.games * (1 + s->spec.rivals);
    double all = training + after, done = (double)(s->plays + s->later) + answered * (double)s->asked;
    if (s->phase != TRAINING) all = (double)s->plays + after;
    return done < 0.999 * all ? done / all : 0.999;
}

static const char *phase(const void *self)
{
    return phases[((const Train *)self)->phase];
}

static void time_up(void *self)
{
    Train *s = self;
    if (s->phase == TRAINING) s->time_up = s->spec.options.training.minutes;
}

/* A match that is cut short differs from a whole one, but where all play alike; so the state before it is the one to keep. */
static bool extendable(const void *self)
{
    const Train *s = self;
    int asked;
    if (s->contest.n > 0 || s->cut) return false;
    if (s->phase != TRAINING) return s->later == 0;
    return !is_apart(s) && due(s, &asked).n < asked;
}

static bool ending(const void *self)
{
    const Train *s = self;
    return s->phase != TRAINING || s->cut;
}

static void claim(Result *r, const char *name, int objective, const Stats *score)
{
    if (score->n > 0) r->claim[r->claims++] = (Claim){.name = name, .objective = objective, .score = *score};
}

static void result(const void *self, Result *r)
{
    const Train *s = self;
    const TrainObjectives *o = &s->spec.objective;
    Sample known = {0};
    *r = (Result){.space = s->spec.space, .cost = s->cost + s->later_cost, .plays = s->plays + s->later};
    r->x = archive_best(archive(s), s->winner, &known);
    if (s->phase != TRAINING) r->ended = limits[limit_reached(s)].key;
    claim(r, "training", o->training, &known.score);
    if (s->phase > SELECTION && s->spec.options.selection.finalists > 0)
        claim(r, "reselected", o->selection, &s->finalist[s->winner]);
    if (s->spec.rivals > 0) claim(r, "rival", o->validation, &s->rival[0]);
    claim(r, "validated", o->validation, &s->validated);
}

static void walk(void *self, Visit *v)
{
    Train *s = self;
    int finalists = s->spec.options.selection.finalists;
    visit_index(v, "phase", &s->phase, FINISHED + 1);
    visit_index(v, "winner", &s->winner, finalists > 0 ? finalists : 1);
    visit_index(v, "n_seen", &s->n_seen, s->candidates);
    visit_bool(v, "cut", &s->cut);
    visit_long(v, "round", &s->round);
    visit_long(v, "plays", &s->plays);
    visit_long(v, "later", &s->later);
    visit_long(v, "stalled", &s->stalled);
    visit_reals(v, "cost", &s->cost, 1);
    visit_reals(v, "later_cost", &s->later_cost, 1);
    visit_reals(v, "top", &s->top, 1);
    visit_reals(v, "time_up", &s->time_up, 1);
    visit_reals(v, "seen", s->seen, s->candidates);
    visit_stats(v, "finalist", s->finalist, finalists);
    visit_stats(v, "validated", &s->validated, 1);
    visit_stats(v, "rival", s->rival, s->spec.rivals);
    contest_walk(&s->contest, v);
    s->spec.optimiser->walk(s->optimiser, v);
    if (!v->loading || v->failed) return;
    /* with a larger budget than it was saved with, the training goes on */
    if (extendable(s) && limit_reached(s) == NOTHING) s->phase = TRAINING;
    settle(s);
}

static void destroy(void *self)
{
    Train *s = self;
    s->spec.optimiser->destroy(s->optimiser);
    contest_free(&s->contest);
    free(s->candidate);
    free(s->seen);
    free(s->finalist);
    free(s->rival);
    free(s);
}

static const ExperimentKind kind = {
    .name = "train",
    .doc = "one optimiser: training, re-selection, validation",
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = time_up,
    .extendable = extendable,
    .ending = ending,
    .walk = walk,
    .destroy = destroy,
};

Experiment train_create(const TrainSpec *spec)
{
    Train *s = mem_new(1, sizeof *s);
    s->spec = *spec;
    s->optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    if (spec->from != NULL) {
        int count = spec->options.training.from_particles == FROM_ALL ? INT_MAX : 1;
        spec->optimiser->start_from(s->optimiser, spec->from, count);
    }
    s->candidates = spec->optimiser->round(s->optimiser);
    s->candidate = mem_new((size_t)s->candidates, sizeof *s->candidate);
    ContestOptions rule = spec->options.training.contest;
    rule.games = train_games(&spec->options);
    contest_make(&s->contest, &rule, s->candidates, archive(s));
    s->seen = mem_new((size_t)s->candidates, sizeof *s->seen);
    s->finalist = mem_new((size_t)spec->options.selection.finalists, sizeof *s->finalist);
    s->rival = mem_new((size_t)spec->rivals, sizeof *s->rival);
    assert(limit_reached(s) == NOTHING); /* the door has seen to it that the budget pays for a position */
    return (Experiment){.kind = &kind, .self = s};
}
