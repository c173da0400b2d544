/* encode.c. Room experiment. Runs the epochs of descent, and records the error after each of them. */
#include "systems/learning/encode.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const sources[] = {[ENCODE_RANDOM] = "random", [ENCODE_GAMES] = "games", NULL};

const Param encode_params[] = {
    {PARAM_ROW(EncodeOptions, observation, PARAM_TEXT, "", 0, 0, ""),
     .doc = "observation of the game that is encoded, from 'swarmtris list games'; empty: the first"},
    {PARAM_ROW(EncodeOptions, hidden, PARAM_INT, "units", 1, ENCODER_UNITS_MAX, "20"), .doc = "numbers that encode a board"},
    {PARAM_ROW(EncodeOptions, source, PARAM_CHOICE, "", 0, 0, "random"), .choices = sources,
     .doc = "boards: random, of a uniformly drawn height, with cells below filled by chance; games, boards of games"},
    {PARAM_ROW(EncodeOptions, fill, PARAM_REAL, "", 0, 1, "0.5"), .when = "source = random",
     .doc = "probability that a cell below the height of its board is filled"},
    {PARAM_ROW(EncodeOptions, moves, PARAM_INT, "moves", 1, 1e6, "100"), .when = "source = games",
     .doc = "boards are taken after 1 to this many moves of a game, drawn uniformly, or before its end"},
    {PARAM_ROW(EncodeOptions, weights, PARAM_FILES, "", 0, 0, ""), .when = "source = games",
     .doc = "weights of the [agent] that plays; empty: random moves"},
    {PARAM_ROW(EncodeOptions, boards, PARAM_INT, "boards", 1, 1e6, "2000"), .doc = "boards to train on"},
    {PARAM_ROW(EncodeOptions, heldout, PARAM_INT, "boards", 1, 1e6, "1000"),
     .doc = "other boards, on which the error is validated"},
    {PARAM_ROW(EncodeOptions, batch, PARAM_INT, "boards", 1, 1e6, "2"), .when = "epochs > 0",
     .doc = "boards of a step. TetrisPros: 2"},
    {PARAM_ROW(EncodeOptions, rate, PARAM_REAL, "", 1e-12, 1, "0.001"), .when = "epochs > 0",
     .doc = "length of a step as a multiple of the gradient of the mean error. TetrisPros: 1e-9"},
    {PARAM_ROW(EncodeOptions, target, PARAM_REAL, "squared error", 0, 1e6, "8.5"), .when = "epochs > 0",
     .doc = "steps over all boards begin once the mean error of a board is below this. TetrisPros: 8.5"},
    {PARAM_ROW(EncodeOptions, epochs, PARAM_INT, "epochs", 0, 1e6, "200"), .may_change = false,
     .doc = "most epochs of steps over batches. TetrisPros: 200"},
    {PARAM_ROW(EncodeOptions, full_rate, PARAM_REAL, "", 1e-12, 1, "0.01"), .when = "full_epochs > 0",
     .doc = "rate of steps over all boards"},
    {PARAM_ROW(EncodeOptions, change, PARAM_REAL, "squared error", 0, 1e6, "0.01"), .when = "full_epochs > 0",
     .doc = "the training ends with a step over all boards that changes the mean error by so much at most. TetrisPros: 0.01"},
    {PARAM_ROW(EncodeOptions, full_epochs, PARAM_INT, "epochs", 0, 1e6, "1000"), .doc = "most steps over all boards"},
    {0},
};

enum { MINIBATCHES, ALL_BOARDS, FINISHED };
static const char *const phases[] = {[MINIBATCHES] = "minibatches", [ALL_BOARDS] = "all boards", [FINISHED] = "finished"};

typedef struct {
    EncodeSpec spec;
    double *p;               /* (parameters), owned */
    double *gradient;        /* (parameters), owned: scratch */
    double *scratch;         /* (encoder_scratch), owned */
    double *seen;            /* (boards), owned: scratch for quantiles */
    int phase;               /* MINIBATCHES, ALL_BOARDS, FINISHED */
    int64_t epochs, full;    /* steps over all boards are epochs, too, and counted in both */
    int64_t plays;           /* boards that were evaluated */
    Stats training, heldout; /* scores after the last epoch; n 0: not evaluated yet */
} Encode;

static int ask(void *self, Batch *b)
{
    Encode *e = self;
    if (e->phase == FINISHED) return 0;
    const EncodeSpec *spec = &e->spec;
    batch_add(b, (Trial){.x = e->p, .key = spec->training_key, .plays = spec->options.boards, .objective = spec->training});
    batch_add(b, (Trial){.x = e->p, .key = spec->heldout_key, .plays = spec->options.heldout, .objective = spec->heldout});
    return 2;
}

static Stats scores_of(const Trial *t)
{
    Stats all = {0};
    for (int k = 0; k < t->plays; k++) stats_add(&all, t->y[k].score);
    return all;
}

static void record_epoch(Encode *e, const Trial *t, Record *r)
{
    static const struct {
        const char *name;
        double p;
    } quantile[] = {{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}};
    if (r == NULL) return;
    for (int k = 0; k < t->plays; k++) e->seen[k] = t->y[k].score;
    stats_sort(e->seen, t->plays);
    record_row(r, "metrics");
    record_int(r, "iteration", e->epochs + 1);
    record_int(r, "games", e->plays);
    record_real(r, "pieces", (double)e->plays);
    record_int(r, "iteration_games", t->plays + e->spec.options.heldout);
    record_real(r, "best_fitness", e->training.mean);
    record_real(r, "best_score", e->training.mean);
    record_int(r, "best_games", e->training.n);
    record_real(r, "best_sem", stats_sem(&e->training));
    record_real(r, "mean", e->training.mean);
    for (size_t i = 0; i < sizeof quantile / sizeof *quantile; i++)
        record_real(r, quantile[i].name, stats_quantile(e->seen, t->plays, quantile[i].p));
    record_real(r, "heldout", e->heldout.mean);
    record_end(r);
}

/* Sets the phase after an epoch. before: the mean score after the epoch before it. */
static void settle_phase(Encode *e, double before)
{
    const EncodeOptions *o = &e->spec.options;
    const double mean = e->training.mean;
    if (e->phase == ALL_BOARDS && (e->full >= o->full_epochs || (e->full > 0 && fabs(mean - before) <= o->change)))
        e->phase = FINISHED;
    if (e->phase == MINIBATCHES && (-mean < o->target || e->epochs >= o->epochs))
        e->phase = o->full_epochs > 0 ? ALL_BOARDS : FINISHED;
    if (!isfinite(mean)) e->phase = FINISHED; /* the steps are too long */
}

static void descend(Encode *e)
{
    const EncodeOptions *o = &e->spec.options;
    const int batch = e->phase == ALL_BOARDS ? o->boards : o->batch;
    const double rate = e->phase == ALL_BOARDS ? o->full_rate : o->rate;
    for (int first = 0; first < o->boards; first += batch) {
        const int n = first + batch <= o->boards ? batch : o->boards - first;
        const double *board = e->spec.board + (size_t)first * (size_t)encoder_cells(&e->spec.shape);
        encoder_step(&e->spec.shape, e->p, board, n, rate, e->gradient, e->scratch);
    }
    e->epochs++;
    if (e->phase == ALL_BOARDS) e->full++;
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Encode *e = self;
    const double before = e->training.mean;
    assert(n == 2 && t[0].plays == e->spec.options.boards), (void)n;
    e->training = scores_of(&t[0]);
    e->heldout = scores_of(&t[1]);
    e->plays += t[0].plays + t[1].plays;
    record_epoch(e, &t[0], r);
    settle_phase(e, before);
    if (e->phase != FINISHED) descend(e);
}

static double progress(const void *self, double answered)
{
    const Encode *e = self;
    const double all = e->spec.options.epochs + e->spec.options.full_epochs + 1.0, share = ((double)e->epochs + answered) / all;
    return e->phase == FINISHED ? 1 : share < 0.999 ? share : 0.999;
}

static const char *phase(const void *self)
{
    return phases[((const Encode *)self)->phase];
}

static void result(const void *self, Result *r)
{
    const Encode *e = self;
    *r = (Result){.space = e->spec.space, .x = e->p, .cost = (double)e->plays, .plays = e->plays};
    if (e->training.n == 0) return;
    r->reported[r->n_reported++] = reported_make("training", e->spec.training, e->spec.units, e->training, 0);
    r->reported[r->n_reported++] = reported_make("validated", e->spec.heldout, e->spec.units, e->heldout, 0);
}

static void serialise(void *self, Serialiser *s)
{
    Encode *e = self;
    serialise_reals(s, "p", e->p, encoder_parameters(&e->spec.shape));
    serialise_index(s, "phase", &e->phase, FINISHED + 1);
    serialise_count(s, "epochs", &e->epochs, COUNT_MOST);
    serialise_count(s, "full", &e->full, COUNT_MOST);
    serialise_count(s, "plays", &e->plays, COUNT_MOST);
    serialise_stats(s, "training", &e->training, 1);
    serialise_stats(s, "heldout", &e->heldout, 1);
}

static void destroy(void *self)
{
    Encode *e = self;
    free(e->p);
    free(e->gradient);
    free(e->scratch);
    free(e->seen);
    free(e);
}

static const ExperimentKind kind = {
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .allowance = experiment_no_allowance,
    .time_up = experiment_no_time,
    .extendable = experiment_never,
    .ending = experiment_never,
    .serialise = serialise,
    .destroy = destroy,
};

Experiment encode_create(const EncodeSpec *spec)
{
    Encode *e = mem_new(1, sizeof *e);
    const size_t parameters = (size_t)encoder_parameters(&spec->shape);
    Rng rng;
    assert(spec->space->dim == (int)parameters && spec->options.boards >= 1);
    e->spec = *spec;
    e->p = mem_new(parameters, sizeof *e->p);
    e->gradient = mem_new(parameters, sizeof *e->gradient);
    e->scratch = mem_new(encoder_scratch(&spec->shape), sizeof *e->scratch);
    e->seen = mem_new((size_t)spec->options.boards, sizeof *e->seen);
    rng_stream(&rng, rng_key(spec->seed, RNG_OPTIMISER, 0));
    encoder_start(&spec->shape, e->p, &rng);
    return (Experiment){.kind = &kind, .self = e};
}
