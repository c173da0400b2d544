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
    {PARAM_ROW(TrainingOptions, games, PARAM_INT, "games", 1, 1e6, "3"),
     .doc = "games that judge a position; one evaluation of a test function"},
    {PARAM_ROW(TrainingOptions, rounds, PARAM_LONG, "rounds", 0, 1e12, "0"), .may_change = true, .doc = "budget; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_games, PARAM_LONG, "games", 0, 1e15, "0"), .may_change = true,
     .doc = "budget, of evaluations for a test function, spent to the last whole position; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_pieces, PARAM_LONG, "pieces", 0, 1e15, "0"), .may_change = true,
     .doc = "budget; the training stops after the round that crosses it; 0: no limit"},
    {PARAM_ROW(TrainingOptions, fitness, PARAM_CHOICE, "", 0, 0, "mean"), .choices = fitnesses,
     .doc = "what the search compares: the mean score, or the mean of log(1 + rows) (of -log10(error) for a test function)"},
    {PARAM_ROW(TrainingOptions, fresh_games, PARAM_FLAG, "", 0, 0, "yes"),
     .doc = "yes: new games each round; no: the same in all rounds. In one round all positions play the same games"},
    {PARAM_ROW(TrainingOptions, log_positions, PARAM_FLAG, "", 0, 0, "no"),
     .doc = "write every position of every round to positions.tsv; a meta search always does"},
    {PARAM_ROW(TrainingOptions, from, PARAM_FILES, "", 0, 0, ""), .doc = "weights file to start from; empty: none"},
    {PARAM_ROW(TrainingOptions, from_particles, PARAM_CHOICE, "", 0, 0, "one"), .choices = froms,
     .doc = "how many particles start there"},
    {0},
};
const Param train_selection_params[] = {
    {PARAM_ROW(SelectionOptions, finalists, PARAM_INT, "positions", 0, 64, "10"),
     .doc = "best positions that play fresh games after the training; 0: no re-selection"},
    {PARAM_ROW(SelectionOptions, games, PARAM_INT, "games", 1, 1e6, "30"), .doc = "fresh games for each finalist"},
    {0},
};
const Param train_validation_params[] = {
    {PARAM_ROW(ValidationOptions, games, PARAM_INT, "games", 0, 1e6, "100"),
     .doc = "games used nowhere else, for the one that was selected; 0: no validation"},
    {0},
};

static int finding(Finding *out, const char *key, const char *why)
{
    *out = (Finding){.key = key, .fatal = true};
    snprintf(out->why, sizeof out->why, "%s", why);
    return 1;
}

int train_check(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    if (t->rounds == 0 && t->total_games == 0 && t->total_pieces == 0)
        return finding(out, "training.rounds", "must be above 0 where neither total_games nor total_pieces is");
    if (t->total_games > 0 && t->total_games < t->games)
        return finding(out, "training.total_games", "must be at least training.games, the games that judge one position");
    return 0;
}

typedef enum { TRAINING, SELECTION, VALIDATION, FINISHED } Phase;
static const char *const phases[] = {"training", "selection", "validation", "finished"};

/* round, plays, cost: complete rounds, plays and their cost in training; candidate, verdict (candidates): what the optimiser was last
 * asked, and is told; seen (candidates): mean scores of the round under way, n_seen of them told. finalist (options.selection.finalists): what the fresh games said; winner: rank of the selected one.
 * later, later_cost: plays and cost after the training. asked: plays last asked. */
typedef struct {
    TrainSpec spec;
    void *optimiser;
    int candidates;
    int phase, winner, n_seen;
    int64_t round, plays, later;
    double cost, later_cost;
    Candidate *candidate;
    Verdict *verdict;
    double *seen;
    Stats *finalist;
    Stats validated, rival;
    int64_t asked;
} Train;

/* Share of the budget spent in training; 1 or more: no whole position is left. */
static double spent(const Train *s)
{
    const TrainingOptions *o = &s->spec.options.training;
    double share = 0, of_rounds = 0, of_games = 0, of_pieces = 0;
    if (o->rounds > 0) of_rounds = ((double)s->round + (double)s->n_seen / s->candidates) / (double)o->rounds;
    if (o->total_games > 0) of_games = s->plays + o->games > o->total_games ? 1 : (double)s->plays / (double)o->total_games;
    if (o->total_pieces > 0) of_pieces = s->cost / (double)o->total_pieces;
    if (of_rounds > share) share = of_rounds;
    if (of_games > share) share = of_games;
    if (of_pieces > share) share = of_pieces;
    return share;
}

static Archive *archive(const Train *s)
{
    return s->spec.optimiser->archive(s->optimiser);
}

/* Goes on to the first phase that has something to do. */
static void settle(Train *s)
{
    const TrainOptions *o = &s->spec.options;
    if (s->phase == TRAINING && spent(s) >= 1) s->phase = SELECTION;
    bool nobody = archive_leader(archive(s)) < 0;
    if (s->phase == SELECTION && (o->selection.finalists == 0 || nobody)) s->phase = VALIDATION;
    if (s->phase == VALIDATION && (o->validation.games == 0 || nobody)) s->phase = FINISHED;
}

static uint64_t training_key(const Train *s)
{
    return rng_key(s->spec.seed, RNG_TRAINING, s->spec.options.training.fresh_games ? (uint64_t)s->round : 0);
}

/* What the optimiser asks, cut to the whole positions that the budget still pays for. Tags count the candidates of the round. */
static void ask_training(const Train *s, Batch *b)
{
    const TrainingOptions *o = &s->spec.options.training;
    int n = s->spec.optimiser->ask(s->optimiser, s->candidate);
    assert(n > 0 && n <= s->candidates - s->n_seen);
    if (o->total_games > 0 && n > (o->total_games - s->plays) / o->games) n = (int)((o->total_games - s->plays) / o->games);
    for (int i = 0; i < n; i++)
        batch_add(b, (Trial){.x = s->candidate[i].x,
                             .key = training_key(s),
                             .plays = o->games,
                             .objective = s->spec.objective,
                             .tag = s->n_seen + i,
                             .expect = s->candidate[i].expect});
}

static double cost_of_a_play(const Sample *s)
{
    return s->score.n > 0 ? s->cost / (double)s->score.n : 0;
}

static void ask_position(const Train *s, Batch *b, const double *x, int tag, RngPurpose purpose, int plays, double expect)
{
    batch_add(b, (Trial){.x = x,
                         .key = rng_key(s->spec.seed, purpose, 0),
                         .plays = plays,
                         .objective = s->spec.objective,
                         .tag = tag,
                         .expect = expect});
}

static void ask_selection(const Train *s, Batch *b)
{
    Sample known;
    for (int rank = 0; rank < s->spec.options.selection.finalists; rank++) {
        const double *x = archive_best(archive(s), rank, &known);
        if (x == NULL) break;
        ask_position(s, b, x, rank, RNG_SELECTION, s->spec.options.selection.games, cost_of_a_play(&known));
    }
}

static void ask_validation(const Train *s, Batch *b)
{
    Sample known;
    int games = s->spec.options.validation.games;
    const double *x = archive_best(archive(s), s->winner, &known);
    ask_position(s, b, x, TRAIN_TAG_WINNER, RNG_VALIDATION, games, cost_of_a_play(&known));
    if (s->spec.rival != NULL) ask_position(s, b, s->spec.rival, TRAIN_TAG_RIVAL, RNG_VALIDATION, games, 0);
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

static double mean_score(const Trial *t)
{
    Stats s = {0};
    for (int i = 0; i < t->plays; i++) stats_add(&s, t->y[i].score);
    return isfinite(s.mean) ? s.mean : -HUGE_VAL;
}

static void record_round(Train *s, Record *r)
{
    static const struct {
        const char *name;
        double p;
    } quantile[] = {{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}};
    Stats all = {0};
    Sample best;
    if (r == NULL) return;
    archive_best(archive(s), 0, &best);
    for (int i = 0; i < s->candidates; i++) stats_add(&all, s->seen[i]);
    stats_sort(s->seen, s->candidates);
    record_row(r, "metrics");
    record_int(r, "round", s->round);
    record_int(r, "games", s->plays);
    record_real(r, "pieces", s->cost);
    record_real(r, "best", best.fitness.mean);
    record_real(r, "best_score", best.score.mean);
    record_real(r, "mean", all.mean);
    for (size_t i = 0; i < sizeof quantile / sizeof *quantile; i++)
        record_real(r, quantile[i].name, stats_quantile(s->seen, s->candidates, quantile[i].p));
    s->spec.optimiser->report(s->optimiser, r);
    record_end(r);
}

static void record_position(const Train *s, const Trial *t, Record *r)
{
    record_row(r, "positions");
    record_int(r, "round", s->round + 1);
    record_int(r, "particle", t->tag);
    record_real(r, "score", mean_score(t));
    for (int j = 0; j < s->spec.space->dim; j++) record_real(r, s->spec.space->names[j], t->x[j]);
    record_end(r);
}

/* Whether the sample beats who is in its candidate's place: strictly, by mean fitness. */
static bool beats(const Train *s, const Sample *sample, int incumbent)
{
    if (incumbent < 0) return false;
    const Sample *there = &archive(s)->sample[incumbent];
    return there->fitness.n == 0 || archive_fitness(sample) > archive_fitness(there);
}

static void take_answers(Train *s, const Trial *t, Record *r)
{
    bool log = s->spec.options.training.fitness == FITNESS_LOG;
    for (int k = 0; k < t->plays; k++) {
        Answer *y = &t->y[k];
        y->fitness = log ? scale_log(s->spec.scale, y->score) : y->score;
        s->cost += y->cost;
    }
    s->plays += t->plays;
    s->seen[t->tag] = mean_score(t);
    if (s->spec.options.training.log_positions) record_position(s, t, r);
}

static void tell_training(Train *s, const Trial *t, int n, Record *r)
{
    for (int i = 0; i < n; i++) {
        take_answers(s, &t[i], r);
        s->verdict[i] = (Verdict){0};
        sample_add(&s->verdict[i].sample, &t[i]);
        s->verdict[i].better = beats(s, &s->verdict[i].sample, s->candidate[i].incumbent);
    }
    s->n_seen += n;
    double share = spent(s);
    if (s->spec.optimiser->tell(s->optimiser, s->verdict, n, share < 1 ? share : 1)) {
        s->round++;
        record_round(s, r);
        memset(s->seen, 0, (size_t)s->candidates * sizeof *s->seen);
        s->n_seen = 0;
    }
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
        if (s->finalist[t[i].tag].mean > s->finalist[s->winner].mean) s->winner = t[i].tag;
    }
    s->phase = VALIDATION;
}

static void tell_validation(Train *s, const Trial *t, int n, Record *r)
{
    for (int i = 0; i < n; i++) {
        bool winner = t[i].tag == TRAIN_TAG_WINNER;
        for (int k = 0; k < t[i].plays; k++) {
            stats_add(winner ? &s->validated : &s->rival, t[i].y[k].score);
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
    double share = spent(s), round = (double)s->candidates * o->training.games;
    double training = o->training.rounds > 0 ? round * (double)o->training.rounds : HUGE_VAL;
    if (o->training.total_games > 0 && (double)o->training.total_games < training) training = (double)o->training.total_games;
    if (o->training.total_pieces > 0 && share > 0 && (double)s->plays / share < training) training = (double)s->plays / share;
    if (isinf(training)) return 0;
    double after = (double)o->selection.finalists * o->selection.games;
    after += (double)o->validation.games * (s->spec.rival != NULL ? 2 : 1);
    double all = training + after, done = (double)(s->plays + s->later) + answered * (double)s->asked;
    if (s->phase != TRAINING) all = (double)s->plays + after;
    return done < 0.999 * all ? done / all : 0.999;
}

static const char *phase(const void *self)
{
    return phases[((const Train *)self)->phase];
}

static bool extendable(const void *self)
{
    const Train *s = self;
    return s->phase != TRAINING && s->later == 0;
}

static void claim(Result *r, const char *name, int objective, const Stats *score)
{
    if (score->n > 0) r->claim[r->claims++] = (Claim){.name = name, .objective = objective, .score = *score};
}

static void result(const void *self, Result *r)
{
    const Train *s = self;
    Sample known = {0};
    *r = (Result){.space = s->spec.space, .cost = s->cost + s->later_cost, .plays = s->plays + s->later};
    r->x = archive_best(archive(s), s->winner, &known);
    claim(r, "training", s->spec.objective, &known.score);
    if (s->phase > SELECTION && s->spec.options.selection.finalists > 0)
        claim(r, "reselected", s->spec.objective, &s->finalist[s->winner]);
    claim(r, "rival", s->spec.objective, &s->rival);
    claim(r, "validated", s->spec.objective, &s->validated);
}

static void walk(void *self, Visit *v)
{
    Train *s = self;
    int finalists = s->spec.options.selection.finalists;
    visit_index(v, "phase", &s->phase, FINISHED + 1);
    visit_index(v, "winner", &s->winner, finalists > 0 ? finalists : 1);
    visit_index(v, "n_seen", &s->n_seen, s->candidates);
    visit_long(v, "round", &s->round);
    visit_long(v, "plays", &s->plays);
    visit_long(v, "later", &s->later);
    visit_reals(v, "cost", &s->cost, 1);
    visit_reals(v, "later_cost", &s->later_cost, 1);
    visit_reals(v, "seen", s->seen, s->candidates);
    visit_stats(v, "finalist", s->finalist, finalists);
    visit_stats(v, "validated", &s->validated, 1);
    visit_stats(v, "rival", &s->rival, 1);
    s->spec.optimiser->walk(s->optimiser, v);
    if (!v->loading || v->failed) return;
    /* with a larger budget than it was saved with, the training goes on */
    if (extendable(s) && spent(s) < 1) s->phase = TRAINING;
    settle(s);
}

static void destroy(void *self)
{
    Train *s = self;
    s->spec.optimiser->destroy(s->optimiser);
    free(s->candidate);
    free(s->verdict);
    free(s->seen);
    free(s->finalist);
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
    .extendable = extendable,
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
    s->verdict = mem_new((size_t)s->candidates, sizeof *s->verdict);
    s->seen = mem_new((size_t)s->candidates, sizeof *s->seen);
    s->finalist = mem_new((size_t)spec->options.selection.finalists, sizeof *s->finalist);
    assert(spent(s) < 1); /* the door has seen to it that the budget pays for a position */
    return (Experiment){.kind = &kind, .self = s};
}
