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
    Encode *s = self;
    if (s->phase == FINISHED) return 0;
    const EncodeSpec *spec = &s->spec;
    batch_add(b, (Trial){.x = s->p, .key = spec->training_key, .plays = spec->options.boards, .objective = spec->training});
    batch_add(b, (Trial){.x = s->p, .key = spec->heldout_key, .plays = spec->options.heldout, .objective = spec->heldout});
    return 2;
}

static Stats scores_of(const Trial *t)
{
    Stats all = {0};
    for (int k = 0; k < t->plays; k++) stats_add(&all, t->y[k].score);
    return all;
}

static void record_epoch(Encode *s, const Trial *t, Record *r)
{
    static const struct {
        const char *name;
        double p;
    } quantile[] = {{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}};
    if (r == NULL) return;
    for (int k = 0; k < t->plays; k++) s->seen[k] = t->y[k].score;
    stats_sort(s->seen, t->plays);
    record_row(r, "metrics");
    record_int(r, "iteration", s->epochs + 1);
    record_int(r, "games", s->plays);
    record_real(r, "pieces", (double)s->plays);
    record_int(r, "iteration_games", t->plays + s->spec.options.heldout);
    record_real(r, "best_fitness", s->training.mean);
    record_real(r, "best_score", s->training.mean);
    record_int(r, "best_games", s->training.n);
    record_real(r, "best_sem", stats_sem(&s->training));
    record_real(r, "mean", s->training.mean);
    for (size_t i = 0; i < sizeof quantile / sizeof *quantile; i++)
        record_real(r, quantile[i].name, stats_quantile(s->seen, t->plays, quantile[i].p));
    record_real(r, "heldout", s->heldout.mean);
    record_end(r);
}

/* Sets the phase after an epoch. before: the mean score after the epoch before it. */
static void settle_phase(Encode *s, double before)
{
    const EncodeOptions *o = &s->spec.options;
    const double mean = s->training.mean;
    if (s->phase == ALL_BOARDS && (s->full >= o->full_epochs || (s->full > 0 && fabs(mean - before) <= o->change)))
        s->phase = FINISHED;
    if (s->phase == MINIBATCHES && (-mean < o->target || s->epochs >= o->epochs))
        s->phase = o->full_epochs > 0 ? ALL_BOARDS : FINISHED;
    if (!isfinite(mean)) s->phase = FINISHED; /* the steps are too long */
}

static void descend(Encode *s)
{
    const EncodeOptions *o = &s->spec.options;
    const int batch = s->phase == ALL_BOARDS ? o->boards : o->batch;
    const double rate = s->phase == ALL_BOARDS ? o->full_rate : o->rate;
    for (int first = 0; first < o->boards; first += batch) {
        const int n = first + batch <= o->boards ? batch : o->boards - first;
        const double *board = s->spec.board + (size_t)first * (size_t)encoder_cells(&s->spec.shape);
        encoder_step(&s->spec.shape, s->p, board, n, rate, s->gradient, s->scratch);
    }
    s->epochs++;
    if (s->phase == ALL_BOARDS) s->full++;
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Encode *s = self;
    const double before = s->training.mean;
    assert(n == 2 && t[0].plays == s->spec.options.boards), (void)n;
    s->training = scores_of(&t[0]);
    s->heldout = scores_of(&t[1]);
    s->plays += t[0].plays + t[1].plays;
    record_epoch(s, &t[0], r);
    settle_phase(s, before);
    if (s->phase != FINISHED) descend(s);
}

static double progress(const void *self, double answered)
{
    const Encode *s = self;
    const double all = s->spec.options.epochs + s->spec.options.full_epochs + 1.0, share = ((double)s->epochs + answered) / all;
    return s->phase == FINISHED ? 1 : share < 0.999 ? share : 0.999;
}

static const char *phase(const void *self)
{
    return phases[((const Encode *)self)->phase];
}

static void result(const void *self, Result *r)
{
    const Encode *s = self;
    *r = (Result){.space = s->spec.space, .x = s->p, .cost = (double)s->plays, .plays = s->plays};
    if (s->training.n == 0) return;
    r->reported[r->n_reported++] = reported_make("training", s->spec.training, s->spec.units, s->training, 0);
    r->reported[r->n_reported++] = reported_make("validated", s->spec.heldout, s->spec.units, s->heldout, 0);
}

static void serialise(void *self, Serialiser *v)
{
    Encode *s = self;
    serialise_reals(v, "p", s->p, encoder_parameters(&s->spec.shape));
    serialise_index(v, "phase", &s->phase, FINISHED + 1);
    serialise_count(v, "epochs", &s->epochs, COUNT_MOST);
    serialise_count(v, "full", &s->full, COUNT_MOST);
    serialise_count(v, "plays", &s->plays, COUNT_MOST);
    serialise_stats(v, "training", &s->training, 1);
    serialise_stats(v, "heldout", &s->heldout, 1);
}

static void destroy(void *self)
{
    Encode *s = self;
    free(s->p);
    free(s->gradient);
    free(s->scratch);
    free(s->seen);
    free(s);
}

static const ExperimentKind kind = {
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = experiment_no_time,
    .extendable = experiment_never,
    .ending = experiment_never,
    .serialise = serialise,
    .destroy = destroy,
};

Experiment encode_create(const EncodeSpec *spec)
{
    Encode *s = mem_new(1, sizeof *s);
    const size_t parameters = (size_t)encoder_parameters(&spec->shape);
    Rng rng;
    assert(spec->space->dim == (int)parameters && spec->options.boards >= 1);
    s->spec = *spec;
    s->p = mem_new(parameters, sizeof *s->p);
    s->gradient = mem_new(parameters, sizeof *s->gradient);
    s->scratch = mem_new(encoder_scratch(&spec->shape), sizeof *s->scratch);
    s->seen = mem_new((size_t)spec->options.boards, sizeof *s->seen);
    rng_stream(&rng, rng_key(spec->seed, RNG_OPTIMISER, 0));
    encoder_start(&spec->shape, s->p, &rng);
    return (Experiment){.kind = &kind, .self = s};
}
