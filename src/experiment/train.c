/* train.c. The options of a training; its first phase, the search; the phases after it, re-selection and validation; and the
 * reported scores that come of them. */
#include "experiment/train.h"

#include "systems_built.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/rng.h"
#include "experiment/finalists.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the keys of [training], [selection] and [validation] ---- */

static const char *const fitnesses[] = {"mean", "log", NULL};
static const char *const froms[] = {"one", "all", NULL};
static const char *const centroids[] = {"none", "positions", "bests", "half", "quarter", "tenth", "running", "all", NULL};
_Static_assert(sizeof centroids / sizeof *centroids == SELECTION_ALL + 2, "each centroid has a name, between none and all");

#define OR(part, name) " or " name
const Param train_training_params[] = {
    {PARAM_AT(TrainingOptions, allocation.rule, "allocation", PARAM_CHOICE, "", 0, 0, "ocba"), .choices = allocation_names,
     .formerly = "rule",
     .doc = "how games are shared: ocba, most to likely bests (Chen et al. 2000); race, beaten candidates stop; resample, the "
            "archive plays too; fixed, equal shares"},
    {PARAM_AT(TrainingOptions, allocation.games, "games", PARAM_INT, "games", 0, 1e6, "10"), .level = PARAM_BASIC,
     .doc = "games that judge a position, in race at most, in ocba on average; 0: 0.15 sqrt(total_games)"},
    {PARAM_AT(TrainingOptions, allocation.first_games, "first_games", PARAM_INT, "games", 1, 1e6, "5"), .level = PARAM_RESEARCH,
     .when = "allocation = race or ocba", .doc = "first-stage games, at most training.games"},
    {PARAM_AT(TrainingOptions, allocation.more_games, "more_games", PARAM_INT, "games", 1, 1e6, "5"), .level = PARAM_RESEARCH,
     .when = "allocation = race or ocba",
     .doc = "games of each later stage: of each candidate that is not eliminated, in ocba on average"},
    {PARAM_AT(TrainingOptions, allocation.race_z, "race_z", PARAM_REAL, "", 0, 1e6, "1"), .level = PARAM_RESEARCH,
     .when = "allocation = race",
     .doc = "a candidate that is behind by more than so many standard errors of the difference is eliminated"},
    {PARAM_AT(TrainingOptions, allocation.resample_keep, "resample_keep", PARAM_REAL, "", 0, 1, "1"), .level = PARAM_RESEARCH,
     .when = "allocation = resample",
     .doc = "share of its older games that a position of the archive keeps in every iteration; 1: all"},
    {PARAM_ROW(TrainingOptions, iterations, PARAM_LONG, "iterations", 0, 1e12, "0"), .level = PARAM_BASIC,
     .formerly = "rounds max_iterations max_iter generations epochs", .may_change = true, .doc = "budget; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_games, PARAM_LONG, "games", 0, 1e15, "0"), .may_change = true,
     .doc = "budget, of evaluations for a test function, spent to the last whole position; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_pieces, PARAM_LONG, "pieces", 0, 1e15, "0"), .level = PARAM_BASIC, .may_change = true,
     .doc = "budget; the training stops after the iteration that crosses it, or before it if that is a tenth over; 0: no limit"},
    {PARAM_ROW(TrainingOptions, minutes, PARAM_REAL, "minutes", 0, 1e9, "0"), .may_change = true,
     .doc = "budget of wall time, over all resumes; 0: no limit. The first iteration may take ten times as long"},
    {PARAM_ROW(TrainingOptions, target, PARAM_REAL, "", -1e300, 1e300, "none"), .may_be_none = true, .may_change = true,
     .doc =
         "the training stops once the mean score of the best is at least this (0: no target); of a function, once its value is "
         "at most this"},
    {PARAM_ROW(TrainingOptions, stall, PARAM_INT, "iterations", 0, 1e9, "0"), .may_change = true,
     .doc = "the training stops after so many iterations in which the best did not become better; 0: no limit"},
    {PARAM_ROW(TrainingOptions, fitness, PARAM_CHOICE, "", 0, 0, "mean"), .choices = fitnesses,
     .doc = "what the search compares: the mean score, or the mean of log(1 + score) (of -log10(error) for a test function)"},
    {PARAM_ROW(TrainingOptions, fresh_games, PARAM_FLAG, "", 0, 0, "yes"), .level = PARAM_RESEARCH,
     .when = "objective.kind = games" SYSTEMS_CHANCES(OR),
     .doc = "yes: new games each iteration; no: the same in all iterations. In one iteration all positions play the same games"},
    {PARAM_ROW(TrainingOptions, log_positions, PARAM_FLAG, "", 0, 0, "no"), .level = PARAM_RESEARCH,
     .doc =
         "write every position to positions.tsv, and the metric of every iteration to features.tsv; a meta search always does"},
    {PARAM_ROW(TrainingOptions, from, PARAM_FILES, "", 0, 0, ""),
     .when = "optimiser.kind != grid or optimiser.shape = axes and optimiser.kind != own",
     .doc = "weights file to start from, in a meta search a tuned.ini; empty: none"},
    {PARAM_ROW(TrainingOptions, from_particles, PARAM_CHOICE, "", 0, 0, "one"), .choices = froms,
     .when = "from != empty and optimiser.kind != lus and optimiser.kind != grid and optimiser.kind != own",
     .doc = "particles that start at training.from"},
    {0},
};
const Param train_selection_params[] = {
    {PARAM_ROW(SelectionOptions, finalists, PARAM_INT, "positions", 0, 64, "10"),
     .doc = "best positions that play fresh games after the training; 0: no re-selection"},
    {PARAM_ROW(SelectionOptions, centroids, PARAM_CHOICE, "", 0, 0, "none"), .level = PARAM_RESEARCH, .formerly = "centres",
     .choices = centroids, .doc = "centroids of the best positions, added as finalists: none, one of them, or all of them"},
    {PARAM_ROW(SelectionOptions, games, PARAM_INT, "games", 1, 1e6, "30"), .when = "finalists > 0 and share = 0",
     .doc = "fresh games for each finalist, outside the budget, if share is 0"},
    {PARAM_ROW(SelectionOptions, share, PARAM_REAL, "", 0, 0.9, "0.1"), .level = PARAM_RESEARCH, .when = "finalists > 0",
     .doc = "share of total_games or total_pieces that the finalists play; 0: selection.games each; the default where "
            "selection.games is given or the budget is small"},
    {PARAM_ROW(SelectionOptions, race_p, PARAM_REAL, "", 0, 0.5, "0"), .level = PARAM_RESEARCH, .when = "finalists > 0",
     .doc = "finalists that are worse than the best with a one-sided p below this play no more (signed-rank test); 0: all play "
            "all games"},
    {PARAM_ROW(SelectionOptions, race_games, PARAM_INT, "games", 1, 1e6, "10"), .level = PARAM_RESEARCH,
     .when = "race_p > 0 and finalists > 0", .doc = "games of each stage of the finalists' race"},
    {0},
};
const Param train_validation_params[] = {
    {PARAM_ROW(ValidationOptions, games, PARAM_INT, "games", 0, 1e6, "100"), .level = PARAM_BASIC, .may_change = true,
     .doc = "games used nowhere else, for the one that was selected; 0: no validation. A run that is resumed may have more"},
    {PARAM_ROW(ValidationOptions, estimator, PARAM_CHOICE, "", 0, 0, NULL), .choices = estimators, .when = "games > 0",
     .doc = "objective.estimator for these games: whole games, or replicates of splitting, whose result is called estimated, not "
            "validated"},
    {0},
};

/* ---- what follows from them ---- */

/* Whether people read minus the score, or an error. */
static bool is_low(const Units *u)
{
    return u->minimised || u->scale == SCALE_ERROR;
}

bool train_has_target(const TrainOptions *o, const Units *units)
{
    return isfinite(o->training.target) && (o->training.target != 0 || is_low(units));
}

int train_games(const TrainOptions *o)
{
    const TrainingOptions *t = &o->training;
    if (t->allocation.games > 0) return t->allocation.games;
    double games = floor(0.15 * sqrt((double)t->total_games) + 0.5);
    return games < 1 ? 1 : games > 1e6 ? 1000000 : (int)games;
}

/* Whether this centroid is to be a finalist. */
static bool has_centroid(const TrainOptions *o, Centroid which)
{
    const int chosen = o->selection.centroids;
    assert(chosen >= SELECTION_NONE && chosen <= SELECTION_ALL);
    return o->selection.finalists > 0 && (chosen == SELECTION_ALL || chosen == SELECTION_FIRST + (int)which);
}

int train_finalists(const TrainOptions *o)
{
    int n = o->selection.finalists;
    for (int which = 0; which < CENTROIDS; which++) n += has_centroid(o, (Centroid)which);
    return n;
}

int train_final_games(const TrainOptions *o)
{
    const SelectionOptions *s = &o->selection;
    if (!(s->share > 0) || s->finalists == 0 || o->training.total_games == 0) return s->games;
    double games = floor(s->share * (double)o->training.total_games / train_finalists(o));
    return games > 1e6 ? 1000000 : (int)games;
}

int64_t train_budget(const TrainOptions *o)
{
    bool shares = o->selection.share > 0;
    return o->training.total_games - (shares ? (int64_t)train_finalists(o) * train_final_games(o) : 0);
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
    return (double)o->training.total_pieces - train_pieces(o) >= 2.0 * train_finalists(o);
}

/* ---- which combinations are refused ---- */

static int check_budget(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    if (t->iterations == 0 && t->total_games == 0 && t->total_pieces == 0 && !(t->minutes > 0))
        return finding_add(out, true, "training.iterations",
                           "is no budget: one of iterations, total_games, total_pieces and minutes must be above 0");
    if (t->allocation.games == 0 && t->total_games == 0)
        return finding_add(out, true, "training.games",
                           "must be above 0, since training.total_games, which 0 needs, is not given");
    if (o->selection.share > 0 && t->total_games == 0 && t->total_pieces == 0)
        return finding_add(out, true, "selection.share",
                           "must be 0 where there is no training.total_games or total_pieces to take a share of");
    if (o->selection.share > 0 && o->selection.finalists > 0 && !train_share_suffices(o))
        return finding_add(out, true, "selection.share",
                           t->total_games > 0 ? "must be enough for a game of each finalist"
                                              : "must be enough for two games of each finalist");
    if (t->total_games > 0 && train_budget(o) < train_games(o))
        return finding_add(out, true, "training.total_games",
                           "must be at least training.games, the games that judge one position");
    return 0;
}

static int check_allocation(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    const AboutAllocation *about = &allocation_about[t->allocation.rule];
    if (about->replays && !t->fresh_games)
        return finding_add(out, true, "training.allocation",
                           "needs fresh_games = yes: the same games again would tell nothing new");
    const bool few = train_games(o) < about->least;
    if (few || (about->in_stages && t->allocation.first_games < about->least))
        return finding_add(out, true, few ? "training.games" : "training.first_games",
                           "must be at least %d where allocation = %s, which goes by the spread of games", about->least,
                           allocation_names[t->allocation.rule]);
    if (!about->in_stages || t->allocation.first_games < train_games(o)) return 0;
    return finding_add(out, false, "training.allocation",
                       "plays as fixed does: the first stage alone has first_games = %d of the %d games of a position",
                       t->allocation.first_games, train_games(o));
}

int train_check(const TrainOptions *o, Finding *out)
{
    const int n = check_budget(o, out);
    if (n > 0) return n;
    if (o->selection.centroids != SELECTION_NONE && o->selection.finalists == 0)
        return finding_add(out, true, "selection.centroids",
                           "must be none where finalists = 0: no centroid is an answer before it has played");
    if (o->selection.race_p > 0 && train_shares_pieces(o))
        return finding_add(out, true, "selection.race_p",
                           "must be 0 if a share of total_pieces pays for the finalists: the number of their games is not known");
    return check_allocation(o, out);
}

/* ---- the limits ---- */

/* What ends a training: its key in [training], but for a grid, and a clause for people. */
typedef enum {
    LIMIT_NONE,
    LIMIT_TARGET,
    LIMIT_STALL,
    LIMIT_ITERATIONS,
    LIMIT_PASS,
    LIMIT_TOTAL_GAMES,
    LIMIT_TOTAL_PIECES,
    LIMIT_MINUTES,
    LIMIT_CALLER
} TrainLimit;

static const struct {
    const char *key, *what;
} limits[] = {
    [LIMIT_NONE] = {NULL, NULL},
    [LIMIT_TARGET] = {"target", "the best reached the target"},
    [LIMIT_STALL] = {"stall", "the best did not become better for as many iterations as were allowed"},
    [LIMIT_ITERATIONS] = {"iterations", "the budget of iterations was spent"},
    [LIMIT_PASS] = {"grid", "every point of the grid was evaluated"},
    [LIMIT_TOTAL_GAMES] = {"total_games", "the budget of games was spent"},
    [LIMIT_TOTAL_PIECES] = {"total_pieces", "the budget of pieces was spent"},
    [LIMIT_MINUTES] = {"minutes", "the time was over"},
    [LIMIT_CALLER] = {"caller", "its caller ended it"},
};

const char *train_ended(const char *key)
{
    for (TrainLimit i = LIMIT_TARGET; i <= LIMIT_CALLER; i++)
        if (strcmp(limits[i].key, key) == 0) return limits[i].what;
    return NULL;
}

/* ---- the search: an optimiser and its groups, until a limit is reached ----
 *
 * The candidates that the optimiser asks form a group, the allocation shares games among them, and the optimiser receives the
 * verdicts. Limits are checked only between two groups, where the state is complete: games and minutes before every group, all
 * others between iterations. Minutes also drop a group. */

typedef struct {
    const TrainSpec *spec; /* borrowed */
    void *optimiser;       /* the state of spec->optimiser, owned */
    Allocation allocation;
    Candidate *candidate; /* (candidates), owned: what the optimiser asked last */
    int candidates;       /* the most in an iteration */
    int64_t iteration;    /* complete iterations */
    int64_t plays;        /* in all */
    double cost;          /* cost of all plays */
    double *seen;         /* (candidates), owned: mean scores of the iteration under way */
    int n_seen;           /* candidates of that iteration whose verdicts the optimiser has */
    double top;           /* the highest fitness of the best after any iteration */
    int64_t stalled;      /* iterations since top rose */
    double time_up;       /* the budget of minutes that has been used up; 0: none has; HUGE_VAL: the caller had enough */
    double *running;      /* (2, dim), owned: sums of the optimiser's centroids since iteration p, the last power of two, and from
                           * p/2 to p - 1; NULL: not wanted */
    int64_t cut_off;      /* games, also of later phases, that spec->cutoff has ended */
    Dropped dropped[2];   /* of the search; of the re-selection */
    bool cut;             /* what was played depends on the budget, so that a larger one cannot continue from this state */
} Search;

/* What the optimiser remembers; empty before the first verdicts. */
static Archive *search_archive(const Search *s)
{
    return s->spec->optimiser->archive(s->optimiser);
}

static bool plays_apart(const Search *s)
{
    return allocation_about[s->spec->options.training.allocation.rule].apart;
}

/* The group that is due: the one under way, or what the optimiser asks, cut to the candidates that the budget pays for; 0: none.
 * *asked (or NULL): how many the optimiser asked. */
static Group next_group(const Search *s, int *asked)
{
    const uint64_t iteration = s->spec->options.training.fresh_games ? (uint64_t)s->iteration : 0;
    Group g = {.candidate = s->candidate, .first = s->n_seen, .key = rng_key(s->spec->seed, RNG_TRAINING, iteration)};
    g.n = s->spec->optimiser->ask(s->optimiser, s->candidate);
    assert(g.n > 0);
    if (g.n > s->candidates - g.first) g.n = s->candidates - g.first; /* only if n_seen was edited in a checkpoint */
    if (asked != NULL) *asked = g.n;
    if (s->allocation.n > 0) {
        g.n = s->allocation.n;
    } else if (s->spec->options.training.total_games > 0) {
        int64_t left = train_budget(&s->spec->options) - s->plays;
        g.n = allocation_affordable(&s->allocation, &g, left);
    }
    return g;
}

/* The share of a budget that is spent; 0: there is no such budget. */
static double share_of(double spent, double budget)
{
    return budget > 0 ? spent / budget : 0;
}

/* The spent share of the budget of iterations or of games, whichever is larger. */
static double share_without_pieces(const Search *s)
{
    const TrainingOptions *o = &s->spec->options.training;
    double iterations = (double)s->iteration + (double)s->n_seen / s->candidates;
    double plays = share_of((double)s->plays, o->total_games > 0 ? (double)train_budget(&s->spec->options) : 0);
    return real_larger(share_of(iterations, (double)o->iterations), plays);
}

/* The spent share of the budget, 0..1, for schedules: the largest of those of iterations, games and pieces. */
static double search_spent(const Search *s)
{
    double share = real_larger(share_without_pieces(s), share_of(s->cost, train_pieces(&s->spec->options)));
    return share < 1 ? share : 1;
}

/* How many candidates have been judged, as a share of those of the whole search, as far as known. If pieces are the budget,
 * early games are short, since players are bad: the number of candidates grows with the 0.6th power of the pieces. (Measured
 * by games on 10x10 with budgets of 2 and 10 million pieces, by replicates on 10x20 with 10 to 50 million. The total that this
 * predicts after a fiftieth of the pieces was 0.8 to 1.6 times the true one, after a tenth 0.7 to 1.2 times.) */
static double share_judged(const Search *s)
{
    const double by_pieces = share_of(s->cost, train_pieces(&s->spec->options));
    return real_larger(share_without_pieces(s), by_pieces > 0 && by_pieces < 1 ? real_exp(0.6 * real_log(by_pieces)) : by_pieces);
}

/* The limit that has ended the search; LIMIT_NONE: it goes on. To be called only between two groups: only games and minutes can
 * end a search within an iteration. */
static TrainLimit search_limit(const Search *s)
{
    assert(s->allocation.n == 0);
    const TrainingOptions *o = &s->spec->options.training;
    Sample best = {0};
    if (s->n_seen == 0) {
        archive_best(search_archive(s), 0, &best);
        const Units *u = s->spec->units.search;
        const bool reached = is_low(u) ? -best.score.mean <= o->target : best.score.mean >= o->target;
        if (train_has_target(&s->spec->options, u) && best.score.n > 0 && reached) return LIMIT_TARGET;
        if (o->stall > 0 && s->stalled >= o->stall) return LIMIT_STALL;
        if (o->iterations > 0 && s->iteration >= o->iterations) return LIMIT_ITERATIONS;
        if (s->spec->optimiser->maps && s->iteration > 0) return LIMIT_PASS;
    }
    if (o->total_games > 0 && next_group(s, NULL).n == 0) return LIMIT_TOTAL_GAMES;
    if (s->n_seen == 0) {
        if (o->total_pieces > 0 && (s->dropped[0].later || s->cost >= train_pieces(&s->spec->options))) return LIMIT_TOTAL_PIECES;
    }
    if (isinf(s->time_up)) return LIMIT_CALLER;
    return o->minutes > 0 && s->time_up >= o->minutes ? LIMIT_MINUTES : LIMIT_NONE;
}

/* Adds the trials of the next stage of the group that is due. */
static void search_ask(const Search *s, Batch *b)
{
    int first = b->n;
    Group g = next_group(s, NULL);
    allocation_ask(&s->allocation, &g, b);
    for (int i = first; i < b->n; i++) {
        b->t[i].objective = s->spec->objective.training;
        if (s->iteration == 0) b->t[i].longest = s->dropped[0].turns;
    }
}

static double mean_score(const Sample *s)
{
    return isfinite(s->score.mean) ? s->score.mean : -HUGE_VAL;
}

static void record_spread(Search *s, Record *r)
{
    static const struct {
        const char *name;
        double p;
    } quantile[] = {{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}};
    Stats all = {0};
    assert(s->n_seen >= 1 && s->n_seen <= s->candidates);
    for (int i = 0; i < s->n_seen; i++) stats_add(&all, s->seen[i]);
    record_real(r, "mean", all.mean);
    stats_sort(s->seen, s->n_seen);
    for (size_t i = 0; i < sizeof quantile / sizeof *quantile; i++)
        record_real(r, quantile[i].name, stats_quantile(s->seen, s->n_seen, quantile[i].p));
}

static void record_iteration(Search *s, Record *r)
{
    Sample best;
    if (r == NULL) return;
    archive_best(search_archive(s), 0, &best);
    record_row(r, "metrics");
    record_int(r, "iteration", s->iteration);
    record_int(r, "games", s->plays);
    record_real(r, "pieces", s->cost);
    record_int(r, "iteration_games", s->allocation.plays);
    record_real(r, "best_fitness", best.fitness.mean);
    record_real(r, "best_score", best.score.mean);
    record_int(r, "best_games", best.score.n);
    record_real(r, "best_sem", stats_sem(&best.score));
    record_spread(s, r);
    record_real(r, "pair_correlation", allocation_pair_correlation(&s->allocation));
    if (s->spec->optimiser->report != NULL) s->spec->optimiser->report(s->optimiser, r);
    record_end(r);
}

/* Counts an answered trial: its plays, their cost, and the games that were ended because they cost `longest` or more (0: none is
 * counted), or because of their trial. A larger budget would have let them play on, so a run with a larger budget cannot continue
 * from this state. */
static void search_count(Search *s, const Trial *t, double longest, Dropped *dropped, double *cost, int64_t *plays)
{
    for (int k = 0; k < t->plays; k++) {
        *cost += t->y[k].cost;
        s->cut_off += longest > 0 && t->y[k].cost >= longest;
        dropped->games += t->longest > 0 && t->y[k].cost >= (double)t->longest;
    }
    *plays += t->plays;
    s->cut = s->cut || s->cut_off > 0;
}

static void take_answers(Search *s, const Trial *t)
{
    bool log = s->spec->options.training.fitness == FITNESS_LOG;
    for (int k = 0; k < t->plays; k++)
        t->y[k].fitness = log ? scale_log(s->spec->units.search->scale, t->y[k].score) : t->y[k].score;
    search_count(s, t, s->spec->cutoff.search, &s->dropped[0], &s->cost, &s->plays);
}

/* Keeps the mean scores of the group's candidates, and writes their positions. */
static void record_verdicts(Search *s, const Group *g, Record *r)
{
    for (int i = 0; i < g->n; i++) {
        const Sample *sample = &s->allocation.verdict[i].sample;
        s->seen[s->n_seen++] = mean_score(sample);
        if (!s->spec->options.training.log_positions) continue;
        record_row(r, "positions");
        record_int(r, "iteration", s->iteration + 1);
        record_int(r, "particle", g->first + i);
        record_int(r, "games", sample->score.n);
        record_real(r, "score", mean_score(sample));
        for (int j = 0; j < s->spec->space->dim; j++) record_real(r, s->spec->space->names[j], g->candidate[i].x[j]);
        record_end(r);
    }
}

/* Adds the centroid after iteration s->iteration, from 1 on. */
static void add_centroid(Search *s)
{
    const int dim = s->spec->space->dim;
    double *since = s->running, *before = s->running + dim;
    OWNED double *x = mem_new((size_t)dim, sizeof *x);
    if ((s->iteration & (s->iteration - 1)) == 0) { /* a power of two */
        memcpy(before, since, (size_t)dim * sizeof *x);
        memset(since, 0, (size_t)dim * sizeof *x);
    }
    s->spec->optimiser->centroid(s->optimiser, x);
    for (int j = 0; j < dim; j++) since[j] += x[j];
}

/* The mean of what add_centroid has added: iterations p/2 .. n, p the largest power of two that is not above n. */
static bool running_centroid(const Search *s, double *x)
{
    int64_t p = 1;
    const int dim = s->spec->space->dim;
    if (s->running == NULL || s->iteration == 0) return false;
    while (2 * p <= s->iteration) p *= 2;
    const double n = (double)(s->iteration - (p > 1 ? p / 2 : 1) + 1);
    for (int j = 0; j < dim; j++) x[j] = (s->running[j] + s->running[dim + j]) / n;
    return true;
}

/* Writes a centroid of what has been found (centroid.h), x (dim). False: there is none. */
static bool search_centroid(const Search *s, Centroid which, double *x)
{
    const Optimiser *o = s->spec->optimiser;
    if (which == CENTROID_RUNNING) return running_centroid(s, x);
    if (which != CENTROID_POSITIONS) return centroid_of_archive(search_archive(s), which, x);
    if (o->centroid != NULL) o->centroid(s->optimiser, x);
    return o->centroid != NULL;
}

/* Measures the covariance, if the optimiser wants it. What is played for this counts as cost. */
static void tell_covariance(Search *s, Record *r)
{
    const Optimiser *o = s->spec->optimiser;
    const Covariance *covariance = &s->spec->covariance;
    const size_t dim = (size_t)s->spec->space->dim;
    if (o->wants_covariance == NULL || covariance->measure == NULL) return;
    OWNED double *x = mem_new(dim, sizeof *x), *c = mem_new(dim * dim, sizeof *c);
    if (!o->wants_covariance(s->optimiser, search_spent(s), share_judged(s), x)) return;
    s->cost += covariance->measure(covariance->self, x, rng_key(s->spec->seed, RNG_COVARIANCE, (uint64_t)s->iteration), c);
    o->take_covariance(s->optimiser, c);
    if (!s->spec->options.training.log_positions) return;
    record_row(r, "features"); /* their standard deviations */
    record_int(r, "iteration", s->iteration);
    for (size_t j = 0; j < dim; j++) record_real(r, s->spec->space->names[j], sqrt(c[j * dim + j]));
    record_end(r);
}

static void end_iteration(Search *s, Record *r)
{
    double best = archive_fitness(&search_archive(s)->sample[archive_leader(search_archive(s))]);
    s->stalled = s->iteration > 0 && best <= s->top ? s->stalled + 1 : 0;
    if (s->iteration == 0 || best > s->top) s->top = best;
    s->iteration++;
    if (s->running != NULL) add_centroid(s);
    record_iteration(s, r);
    memset(s->seen, 0, (size_t)s->candidates * sizeof *s->seen);
    s->n_seen = 0;
    tell_covariance(s, r);
    allocation_new_iteration(&s->allocation);
}

/* t (n): exactly the trials that search_ask added, answered. Fills in their fitness. Writes tables "metrics", "positions" and
 * "features". */
static void search_tell(Search *s, const Trial *t, int n, Record *r)
{
    int asked;
    Group g = next_group(s, &asked);
    /* if candidates play apart, those that the budget pays for play as in the whole group */
    if (g.n < asked && !plays_apart(s)) s->cut = true;
    for (int i = 0; i < n; i++) take_answers(s, &t[i]);
    if (!allocation_tell(&s->allocation, &g, t, n)) return;
    record_verdicts(s, &g, r);
    bool complete = s->spec->optimiser->tell(s->optimiser, s->allocation.verdict, g.n, search_spent(s));
    complete = complete || s->n_seen == s->candidates; /* else n_seen was edited */
    allocation_end(&s->allocation);
    if (complete) end_iteration(s, r);
}

/* Whether the group under way in a loaded state is one that the optimiser asks. */
static bool search_sound(const Search *s)
{
    int asked;
    const Group g = next_group(s, &asked);
    for (int i = 0; i < s->candidates; i++)
        if (isnan(s->seen[i])) return false;
    return s->allocation.n <= asked && allocation_sound(&s->allocation, &g);
}

/* spec is borrowed for the life of the search; its budget must pay for at least one position. */
static void search_make(Search *s, const TrainSpec *spec)
{
    assert(spec->space->dim >= 1 && spec->baselines >= 0);
    *s = (Search){.spec = spec};
    s->optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    if (spec->from != NULL && spec->starts == 0)
        spec->optimiser->start_from(s->optimiser, spec->from, spec->options.training.from_particles == FROM_ALL ? INT_MAX : 1);
    for (int i = spec->starts; i > 0; i--) /* the first ones start there too, until it is their turn */
        spec->optimiser->start_from(s->optimiser, spec->from + (size_t)(i - 1) * (size_t)spec->space->dim, i);
    s->candidates = spec->optimiser->candidates(s->optimiser);
    s->candidate = mem_new((size_t)s->candidates, sizeof *s->candidate);
    AllocationOptions allocation = spec->options.training.allocation;
    allocation.games = train_games(&spec->options);
    allocation_make(&s->allocation, &allocation, s->candidates, search_archive(s));
    s->seen = mem_new((size_t)s->candidates, sizeof *s->seen);
    if (spec->optimiser->centroid != NULL && has_centroid(&spec->options, CENTROID_RUNNING))
        s->running = mem_new(2 * (size_t)spec->space->dim, sizeof *s->running);
    assert(search_limit(s) == LIMIT_NONE);
}

/* ---- the phases ---- */

typedef enum { NOISE_AS_SAID, NOISE_UNKNOWN, NOISE_FOUND } NoiseKnown;
typedef enum { TRAINING, SELECTION, VALIDATION, FINISHED } Phase;
static const char *const phases[] = {"training", "selection", "validation", "finished"};

typedef struct Train {
    TrainSpec spec;
    Search search;
    int phase;            /* Phase */
    int noise;            /* NoiseKnown */
    int winner;           /* number of the finalist that was selected */
    Finalists finals;     /* the options.selection.finalists best positions, numbered by rank, then the centroids */
    double *centroid;     /* (finalists - options.selection.finalists, dim), owned; known once the training has ended */
    bool *has_centroid;   /* (as many), owned: whether that centroid exists */
    Finalists validation; /* the winner, then spec.baselines baselines */
    int64_t later;        /* plays after the training */
    double later_cost;    /* their cost */
    int64_t asked;        /* plays last asked */
    struct Train *before; /* the search as it was before the iteration under way, owned; NULL: no iteration is dropped */
} Train;

static double *centroid_of(const Train *t, int finalist)
{
    assert(finalist >= t->spec.options.selection.finalists && finalist < t->finals.n);
    return t->centroid + (size_t)(finalist - t->spec.options.selection.finalists) * (size_t)t->spec.space->dim;
}

/* Finds the centroids of what the training has found, which is the same in all later phases. */
static void find_centroids(Train *t)
{
    int finalist = t->spec.options.selection.finalists;
    for (int which = 0; which < CENTROIDS; which++)
        if (has_centroid(&t->spec.options, (Centroid)which)) {
            double *x = centroid_of(t, finalist);
            t->has_centroid[finalist - t->spec.options.selection.finalists] = search_centroid(&t->search, (Centroid)which, x);
            finalist++;
        }
    assert(finalist == t->finals.n);
}

/* The position of a finalist; NULL: there is no such finalist. known: what the training knows of the position. */
static const double *finalist_x(const Train *t, int finalist, Sample *known)
{
    const int ranks = t->spec.options.selection.finalists;
    *known = (Sample){0};
    if (finalist == 0 || finalist < ranks) return archive_best(search_archive(&t->search), finalist, known);
    return t->has_centroid[finalist - ranks] ? centroid_of(t, finalist) : NULL;
}

/* Moves on to the first phase that has something to do. */
static void settle_phase(Train *t)
{
    const TrainOptions *o = &t->spec.options;
    if (t->phase == TRAINING && t->search.allocation.n == 0 && search_limit(&t->search) != LIMIT_NONE) t->phase = SELECTION;
    Sample best = {0};
    const bool empty = archive_best(search_archive(&t->search), 0, &best) == NULL;
    if (t->phase == SELECTION && t->noise == NOISE_UNKNOWN && !empty && isfinite(best.score.mean)) return;
    if (t->phase == SELECTION && (o->selection.finalists == 0 || empty)) t->phase = VALIDATION;
    if (t->phase == VALIDATION && (o->validation.games <= finalists_games(&t->validation) || empty)) t->phase = FINISHED;
    if (t->phase != TRAINING) find_centroids(t);
}

/* A trial of this finalist in a later phase, without its plays. x is NULL if there is no such finalist. */
static Trial finalist_trial(const Train *t, int finalist, RngPurpose purpose)
{
    const TrainObjectives *o = &t->spec.objective;
    Sample known;
    const double *x = finalist_x(t, finalist, &known);
    return (Trial){.x = x,
                   .key = rng_key(t->spec.seed, purpose, 0),
                   .objective = purpose == RNG_SELECTION ? o->selection : o->validation,
                   .tag = finalist,
                   .expect = sample_cost(&known)};
}

/* What the finalists may spend: their share of a budget or, if something else ended the search, in proportion to what the
 * search has spent. */
static double finalists_budget(const Train *t, double budget, double spent)
{
    assert(t->spec.options.selection.share < 1);
    const double share = t->spec.options.selection.share, all = spent / (1 - share);
    return share * (all < budget && !t->search.dropped[0].later ? all : budget);
}

/* Games of each finalist, if they are known beforehand. */
static int whole_final_games(const Train *t)
{
    const TrainOptions *o = &t->spec.options;
    const int all = train_final_games(o);
    if (!(o->selection.share > 0) || o->training.total_games == 0 || search_limit(&t->search) == LIMIT_TOTAL_GAMES) return all;
    double games = floor(finalists_budget(t, (double)o->training.total_games, (double)t->search.plays) / t->finals.n);
    return games < 1 ? 1 : games < all ? (int)games : all;
}

/* Games that each finalist plays next; 0: no more, since all have played, or one is left of a race. A share of the pieces pays
 * for stages, each as long as all before it. The cost of a game is known only from those played. */
static int final_games(const Train *t)
{
    const TrainOptions *o = &t->spec.options;
    int64_t played = finalists_games(&t->finals);
    if (t->search.dropped[1].later || (t->finals.race_p > 0 && played > 0 && finalists_left(&t->finals) < 2)) return 0;
    if (!train_shares_pieces(o)) {
        const double most = t->finals.race_p > 0 ? o->selection.race_games : INT_MAX,
                     due = (double)(whole_final_games(t) - played);
        return due > 0 ? (int)real_smaller(due, most) : 0;
    }
    if (played == 0) return 2;
    double left = finalists_budget(t, (double)o->training.total_pieces, t->search.cost) - t->later_cost;
    double more = floor(left / (t->later_cost / (double)played));
    return more >= 1 ? (int)real_smaller(real_smaller(more, (double)played), 1e6) : 0;
}

static void ask_selection(const Train *train, Batch *b)
{
    if (train->noise == NOISE_UNKNOWN) {
        Trial again = finalist_trial(train, 0, RNG_SELECTION);
        again.plays = 1;
        batch_add(b, again);
        return;
    }
    int games = final_games(train);
    for (int i = 0; i < train->finals.n; i++) {
        Trial t = finalist_trial(train, i, RNG_SELECTION);
        if (t.x == NULL || !finalists_racing(&train->finals, i)) continue;
        t.first = (int)train->finals.score[i].sample.n;
        t.plays = games;
        if (t.first == 0) t.longest = train->search.dropped[1].turns;
        batch_add(b, t);
    }
}

static void ask_validation(const Train *train, Batch *b)
{
    Trial t = finalist_trial(train, train->winner, RNG_VALIDATION);
    t.tag = TRAIN_TAG_WINNER;
    t.first = (int)finalists_games(&train->validation); /* above 0: the run was finished, and now gets more games */
    t.plays = train->spec.options.validation.games - t.first;
    batch_add(b, t);
    t.x = NULL;
    t.expect = 0;
    for (int i = 0; i < train->spec.baselines; i++) {
        t.tag = TRAIN_TAG_BASELINE - i;
        batch_add(b, t);
    }
}

static int ask(void *self, Batch *b)
{
    Train *t = self;
    int first = b->n;
    switch ((Phase)t->phase) {
    case TRAINING: search_ask(&t->search, b); break;
    case SELECTION: ask_selection(t, b); break;
    case VALIDATION: ask_validation(t, b); break;
    case FINISHED: break;
    }
    t->asked = 0;
    for (int i = first; i < b->n; i++) t->asked += b->t[i].plays;
    return b->n - first;
}

/* The function is noisy: so many of the best are finalists, in a training that expected none. */
static void expect_noise(Train *t, int rivals)
{
    assert(t->spec.options.selection.centroids == SELECTION_NONE);
    t->spec.options.selection.finalists = rivals;
    finalists_free(&t->finals);
    finalists_make(&t->finals, rivals, t->spec.options.selection.race_p, t->spec.units.search);
}

static void count_later(Train *train, const Trial *t)
{
    const double longest = train->phase == VALIDATION ? train->spec.cutoff.validation : train->spec.cutoff.search;
    search_count(&train->search, t, longest, &train->search.dropped[1], &train->later_cost, &train->later);
}

/* A tenth of the search's plays for each of so many positions, at least 2 and at most `most`. */
static int tenth_of_plays(const Train *t, int positions, int most)
{
    const int64_t games = t->search.plays / 10 / positions;
    return games < 2 ? 2 : games < most ? (int)games : most;
}

/* The value of the best, once more: if it differs, finalists and a validation follow. */
static void tell_again(Train *train, const Trial *t)
{
    enum { RIVALS = 10 };
    Sample best = {0};
    TrainOptions *o = &train->spec.options;
    archive_best(search_archive(&train->search), 0, &best);
    count_later(train, t);
    train->noise = t->y[0].score == best.score.mean && best.score.m2 == 0 ? NOISE_AS_SAID : NOISE_FOUND;
    if (train->noise == NOISE_AS_SAID) return;
    o->selection.games = tenth_of_plays(train, RIVALS, 30);
    o->validation.games = tenth_of_plays(train, 1, 100);
    expect_noise(train, RIVALS);
}

/* The highest mean of the raw scores wins. Ties go to the better rank, and to any rank before a centroid. */
static void end_selection(Train *train)
{
    if (final_games(train) > 0) return;
    train->winner = finalists_front(&train->finals);
    train->phase = VALIDATION;
}

static void tell_selection(Train *train, const Trial *t, int n)
{
    for (int i = 0; i < n; i++) {
        assert(t[i].tag >= 0 && t[i].tag < train->finals.n);
        for (int k = 0; k < t[i].plays; k++) finalists_add(&train->finals, t[i].tag, t[i].first + k, t[i].y[k].score);
        count_later(train, &t[i]);
    }
    end_selection(train);
}

static void tell_validation(Train *train, const Trial *t, int n, Record *r)
{
    for (int i = 0; i < n; i++) {
        bool winner = t[i].tag == TRAIN_TAG_WINNER;
        assert(winner || (t[i].tag <= TRAIN_TAG_BASELINE && TRAIN_TAG_BASELINE - t[i].tag < train->spec.baselines));
        for (int k = 0; k < t[i].plays; k++) {
            finalists_add(&train->validation, TRAIN_TAG_WINNER - t[i].tag, t[i].first + k, t[i].y[k].score);
            if (winner && train->spec.log_games) experiment_record_play(r, "games", 0, t[i].first + k, &t[i].y[k]);
        }
        count_later(train, &t[i]);
    }
}

static void serialise_noise(Train *t, Serialiser *s)
{
    int rivals = t->finals.n;
    TrainOptions *o = &t->spec.options;
    serialise_index(s, "noise", &t->noise, NOISE_FOUND + 1);
    serialise_index(s, "rivals", &rivals, 65);
    serialise_index(s, "rival_games", &o->selection.games, 1000001);
    serialise_index(s, "validation_games", &o->validation.games, 1000001);
    if (o->selection.games < 1) s->failed = true;
    if (s->loading && t->noise == NOISE_FOUND) expect_noise(t, rivals);
}

/* All that changes but `before`. */
static void list_fields(void *self, Serialiser *s)
{
    Train *t = self;
    Search *search = &t->search;
    serialise_index(s, "phase", &t->phase, FINISHED + 1);
    if (t->spec.doubts) serialise_noise(t, s);
    serialise_index(s, "winner", &t->winner, t->finals.n > 0 ? t->finals.n : 1);
    serialise_index(s, "n_seen", &search->n_seen, search->candidates);
    serialise_bool(s, "cut", &search->cut);
    if (search->cut && (t->spec.cutoff.search > 0 || t->spec.cutoff.validation > 0))
        serialise_count(s, "cut_off", &search->cut_off, COUNT_MOST);
    for (int i = 0; i < 2 && search->cut && t->spec.options.training.total_pieces > 0; i++) {
        serialise_count(s, "dropped_turns", &search->dropped[i].turns, COUNT_MOST);
        serialise_count(s, "dropped_games", &search->dropped[i].games, COUNT_MOST);
        serialise_bool(s, "dropped_later", &search->dropped[i].later);
    }
    serialise_count(s, "iteration", &search->iteration, COUNT_MOST);
    serialise_count(s, "plays", &search->plays, COUNT_MOST);
    serialise_count(s, "later", &t->later, COUNT_MOST);
    serialise_count(s, "stalled", &search->stalled, COUNT_MOST);
    serialise_amounts(s, "cost", &search->cost, 1);
    serialise_amounts(s, "later_cost", &t->later_cost, 1);
    serialise_reals(s, "top", &search->top, 1);
    serialise_amounts(s, "time_up", &search->time_up, 1);
    serialise_reals(s, "seen", search->seen, search->candidates);
    finalists_serialise(&t->finals, s);
    if (search->running != NULL) serialise_reals(s, "running", search->running, 2 * t->spec.space->dim);
    finalists_serialise(&t->validation, s);
    allocation_serialise(&search->allocation, s);
    t->spec.optimiser->serialise(search->optimiser, s);
}

/* Whether the next answers are the first of an iteration. */
static bool begins_iteration(const Search *s)
{
    return s->allocation.n == 0 && s->n_seen == 0;
}

/* Whether the next answers belong to the first iteration, or to the first stage of the re-selection. */
static bool begins_phase(const Train *t)
{
    return t->phase == TRAINING ? t->search.iteration == 0 : finalists_games(&t->finals) == 0;
}

/* With an iteration the search may cost 1.1 budgets, and with a stage of the re-selection both together. What is played first has
 * to stay, since nothing would be found without it. */
static double allowance(const void *self)
{
    const Train *t = self;
    const TrainOptions *o = &t->spec.options;
    const bool trains = t->phase == TRAINING, selects = t->phase == SELECTION && train_shares_pieces(o);
    const double budget = trains ? train_pieces(o) : selects ? (double)o->training.total_pieces : 0;
    const bool must_stay = begins_phase(t) && (t->search.dropped[!trains].turns > 0 || !t->spec.cutoff.brief);
    return budget > 0 && !must_stay ? budget + budget / 10 - t->search.cost - t->later_cost : HUGE_VAL;
}

/* Drops the iteration or stage that is under way. If it is the first, its games will end after their parts of the budget. */
static void drop(Train *t)
{
    const Optimiser *o = t->spec.optimiser;
    const bool trains = t->phase == TRAINING, first = begins_phase(t);
    if (trains && !begins_iteration(&t->search)) {
        const Search under_way = t->search;
        t->search = t->before->search;
        t->before->search = under_way;
    }
    Search *search = &t->search;
    Dropped *dropped = &search->dropped[!trains];
    search->cut = true; /* the driver has kept the state for a larger budget */
    dropped->later = !first;
    if (first) {
        const double all = (double)t->spec.options.training.total_pieces, pieces = train_pieces(&t->spec.options);
        const int asked = o->first_candidates != NULL ? o->first_candidates(search->optimiser) : search->candidates;
        const double games = trains ? (double)asked * search->allocation.o.games : 2.0 * t->finals.n;
        dropped->turns = (int64_t)real_larger(1, floor((trains ? pieces : all - pieces) / games));
    }
    if (!trains) end_selection(t);
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Train *train = self;
    assert(train->phase != FINISHED);
    const bool drops = trials_cost(t, n) > allowance(train);
    if (train->before != NULL && train->phase == TRAINING && !drops && begins_iteration(&train->search))
        serialise_copy(list_fields, train, train->before);
    if (drops)
        drop(train);
    else if (train->phase == TRAINING)
        search_tell(&train->search, t, n, r);
    else if (train->phase == SELECTION && train->noise == NOISE_UNKNOWN)
        tell_again(train, t);
    else if (train->phase == SELECTION)
        tell_selection(train, t, n);
    else
        tell_validation(train, t, n, r);
    settle_phase(train);
}

/* The whole is counted in plays, as far as known: those of a training limited by pieces alone follow from its spent share. */
static double progress(const void *self, double answered)
{
    const Train *t = self;
    assert(answered >= 0 && answered <= 1);
    const TrainOptions *o = &t->spec.options;
    if (t->phase == FINISHED) return 1;
    const Search *search = &t->search;
    double share = search_spent(search), iteration = (double)search->candidates * train_games(o), plays = (double)search->plays;
    double training = o->training.iterations > 0 ? iteration * (double)o->training.iterations : HUGE_VAL;
    if (o->training.total_games > 0 && (double)train_budget(o) < training) training = (double)train_budget(o);
    if (share > 0 && plays / share < training) training = plays / share;
    if (isinf(training)) return 0;
    int finals = t->phase == TRAINING ? train_final_games(o) : whole_final_games(t);
    double after =
        train_shares_pieces(o) ? training * o->selection.share / (1 - o->selection.share) : (double)t->finals.n * finals;
    after += (double)o->validation.games * (1 + t->spec.baselines);
    double all = training + after, done = (double)(search->plays + t->later) + answered * (double)t->asked;
    if (t->phase != TRAINING) all = plays + after;
    return done < 0.999 * all ? done / all : 0.999;
}

static const char *phase(const void *self)
{
    return phases[((const Train *)self)->phase];
}

static void time_up(void *self)
{
    Train *t = self;
    Search *search = &t->search;
    if (t->phase != TRAINING) return;
    const double minutes = t->spec.options.training.minutes;
    search->time_up = minutes > 0 ? minutes : HUGE_VAL;
    search->cut = search->cut || search->allocation.n > 0 || search->n_seen > 0; /* no run can continue from this state */
    if (search->allocation.n > 0) allocation_end(&search->allocation);           /* a group that has begun is dropped */
    settle_phase(t);
}

/* If the budget pays for only some of the candidates that the optimiser asks, the group differs from a whole one, unless its
 * candidates play apart. So the state before it must be kept. */
static bool extendable(const void *self)
{
    const Train *t = self;
    int asked;
    if (t->search.allocation.n > 0 || t->search.cut) return false;
    if (t->phase != TRAINING) return t->later == 0;
    return !plays_apart(&t->search) && next_group(&t->search, &asked).n < asked;
}

static bool ending(const void *self)
{
    const Train *t = self;
    return t->phase != TRAINING || t->search.cut;
}

static void add_reported(Result *r, ReportedScore s)
{
    assert(r->n_reported < REPORTED_MAX);
    if (s.score.n > 0) r->reported[r->n_reported++] = s;
}

/* The name of the centroid that was selected; NULL: none was. */
static const char *winning_centroid(const Train *t)
{
    int finalist = t->spec.options.selection.finalists;
    for (int which = 0; which < CENTROIDS; which++)
        if (has_centroid(&t->spec.options, (Centroid)which) && finalist++ == t->winner) return centroid_names[which];
    return NULL;
}

static void result(const void *self, Result *r)
{
    const Train *t = self;
    const TrainObjectives *o = &t->spec.objective;
    Sample known = {0}, leader = {0};
    *r = (Result){.space = t->spec.space,
                  .cost = t->search.cost + t->later_cost,
                  .plays = t->search.plays + t->later,
                  .cut = t->search.cut_off,
                  .dropped = {t->search.dropped[0], t->search.dropped[1]},
                  .training = t->search.cost,
                  .noisy = t->noise == NOISE_FOUND,
                  .optimiser = t->spec.optimiser,
                  .search = t->search.optimiser};
    for (int i = 0; i < t->finals.n; i++) r->finalists += t->finals.score[i].sample.n > 0;
    r->x = finalist_x(t, t->winner, &known);
    r->centroid = winning_centroid(t);
    archive_best(search_archive(&t->search), 0, &leader);
    if (t->phase != TRAINING) {
        const TrainLimit limit = search_limit(&t->search);
        const double budget = train_pieces(&t->spec.options), cost = t->search.cost;
        r->ended = limits[limit].key;
        if (limit == LIMIT_TOTAL_PIECES) r->overspent = cost / budget - 1; /* games never are; time is not known */
    }
    r->seen = (known.score.n > 0 ? known : leader).score.mean;
    const TrainUnits *u = &t->spec.units;
    add_reported(r, reported_make("training", o->training, u->search, leader.score, 0));
    if (t->phase > SELECTION && t->spec.options.selection.finalists > 0)
        add_reported(r, finalists_reported(&t->finals, t->winner, "reselected", o->selection, u->search));
    for (int i = t->spec.baselines > 0; i >= 0; i--)
        add_reported(r, finalists_reported(&t->validation, i, i > 0 ? "baseline" : "validated", o->validation, u->validation));
}

/* Whether only finalists that exist have played, and all in the validation as much. */
static bool has_sound_scores(const Train *t)
{
    Sample known;
    bool sound = true;
    for (int i = 0; i < t->finals.n; i++) sound = sound && (t->finals.score[i].sample.n == 0 || finalist_x(t, i, &known) != NULL);
    for (int i = 1; i < t->validation.n; i++) sound = sound && t->validation.score[i].sample.n == t->validation.score[0].sample.n;
    return sound;
}

static Train *make(const TrainSpec *spec)
{
    Train *t = mem_new(1, sizeof *t);
    t->spec = *spec;
    search_make(&t->search, &t->spec);
    t->noise = spec->doubts ? NOISE_UNKNOWN : NOISE_AS_SAID;
    finalists_make(&t->finals, train_finalists(&spec->options), spec->options.selection.race_p, spec->units.search);
    finalists_make(&t->validation, 1 + spec->baselines, 0, spec->units.validation);
    const size_t more = (size_t)(t->finals.n - spec->options.selection.finalists);
    t->centroid = mem_new(more * (size_t)spec->space->dim, sizeof *t->centroid);
    t->has_centroid = mem_new(more, sizeof *t->has_centroid);
    return t;
}

static void serialise(void *self, Serialiser *s)
{
    Train *t = self;
    Search *search = &t->search;
    list_fields(t, s);
    if (t->phase == TRAINING && !begins_iteration(search) && !s->failed) {
        bool kept = t->before != NULL;
        serialise_bool(s, "before", &kept);
        if (kept && t->before == NULL)
            t->before = make(&t->spec); /* it is not needed without a budget of pieces, but was saved */
        if (kept && !s->failed) list_fields(t->before, s);
        if (kept && s->loading && !s->failed)
            s->failed = !search_sound(&t->before->search) || !begins_iteration(&t->before->search);
    }
    if (!s->loading || s->failed) return;
    /* a search ends between two groups, and before the finalists play */
    const int64_t later = finalists_games(&t->finals) + finalists_games(&t->validation);
    s->failed = !search_sound(search) || (t->phase == TRAINING ? later : search->allocation.n) > 0;
    if (s->failed) return;
    /* with a larger budget than when it was saved, the training goes on */
    if (extendable(t) && search_limit(search) == LIMIT_NONE) t->phase = TRAINING;
    /* with more games of the validation, the validation goes on */
    if (t->phase == FINISHED) t->phase = VALIDATION;
    settle_phase(t);
    s->failed = !has_sound_scores(t);
}

static void destroy(void *self)
{
    Train *t = self;
    if (t->before != NULL) destroy(t->before);
    t->spec.optimiser->destroy(t->search.optimiser);
    allocation_free(&t->search.allocation);
    free(t->search.candidate);
    free(t->search.seen);
    free(t->search.running);
    finalists_free(&t->finals);
    finalists_free(&t->validation);
    free(t->centroid);
    free(t->has_centroid);
    free(t);
}

static const ExperimentKind kind = {
    .ask = ask,
    .allowance = allowance,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = time_up,
    .extendable = extendable,
    .ending = ending,
    .serialise = serialise,
    .destroy = destroy,
};

Experiment train_create(const TrainSpec *spec)
{
    Train *t = make(spec);
    if (spec->options.training.total_pieces > 0) t->before = make(spec);
    return (Experiment){.kind = &kind, .self = t};
}
