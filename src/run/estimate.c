#include "run/estimate.h"

#include "base/mem.h"
#include "base/rng.h"
#include "run/progress.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Plays of a training, of its selection and its validation. turns is left to the caller. */
static Estimate plays_of(const TrainSpec *spec)
{
    const TrainOptions *o = &spec->options;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    double positions = spec->optimiser->round(optimiser);
    if (o->training.contest.rule == CONTEST_RESAMPLE) positions += spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
    Estimate e = {
        .training = o->training.rounds > 0 ? (double)o->training.rounds * positions * train_games(o) : HUGE_VAL,
        .selection = (double)o->selection.finalists * train_final_games(o),
        .validation = (double)o->validation.games * (spec->rival != NULL ? 2 : 1),
        .minutes = o->training.minutes > 0 ? o->training.minutes : HUGE_VAL,
    };
    if (o->training.total_games > 0) e.training = smaller(e.training, (double)train_budget(o));
    return e;
}

/* The most turns of a training: an evaluation is one; a game has as many as are allowed. */
static double turns_of(const Config *c, const Estimate *e)
{
    double longest = c->objective.kind > 0 ? 1 : c->objective.max_pieces > 0 ? (double)c->objective.max_pieces : HUGE_VAL;
    double budget = (double)c->train.training.total_pieces;
    return smaller(e->training * longest, budget > 0 ? budget : HUGE_VAL);
}

/* Of a meta search: a play is a block, a whole training of the problems in turn. */
static double turns_of_blocks(const Setup *s, const Estimate *e)
{
    double a_block = 0, budget = (double)s->config->train.training.total_pieces;
    for (int i = 0; i < s->n; i++) {
        Estimate inner = plays_of(&s->spec[i]);
        a_block += turns_of(&s->problem[i], &inner) / s->n;
    }
    return smaller(e->training * a_block, budget > 0 ? budget : HUGE_VAL);
}

Estimate estimate_of(const Setup *s)
{
    const Config *c = s->config;
    if (!c->has_meta) {
        Estimate e = plays_of(&s->spec[0]);
        e.turns = turns_of(c, &e);
        return e;
    }
    TrainSpec outer = {.options = c->train,
                       .optimiser = c->optimiser,
                       .optimiser_options = c->optimiser_options,
                       .space = &s->space,
                       .rival = s->untuned};
    Estimate e = plays_of(&outer);
    e.turns = turns_of_blocks(s, &e);
    return e;
}

/* ---- how fast ---- */

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Turns that were played until the moment was over. */
typedef struct {
    double end;
    atomic_llong turns;
} Moment;

static bool is_over(void *ctx, int turns)
{
    Moment *m = ctx;
    atomic_fetch_add_explicit(&m->turns, turns, memory_order_relaxed);
    return clock_now() >= m->end;
}

/* Turns a second, all arenas taking part alike. */
static double measure(const Setup *s)
{
    enum { PLAYS = 2000 };
    static const double seconds = 0.1;
    double *x[64], start = clock_now();
    int arenas = s->arenas < 64 ? s->arenas : 64;
    Moment moment = {.end = start + seconds};
    const Watch watch = {.poll = is_over, .ctx = &moment};
    Batch b = {0};
    double turns = 0;
    for (int i = 0; i < arenas; i++) {
        const Space *space = &s->arena[i].objective.space;
        Rng rng;
        rng_stream(&rng, rng_key((uint64_t)i, RNG_BENCH, 0));
        x[i] = mem_new((size_t)space->dim, sizeof *x[i]);
        for (int j = 0; j < space->dim; j++) x[i][j] = rng_between(&rng, space->lo[j], space->hi[j]);
    }
    for (int round = 0; clock_now() < moment.end; round++) {
        batch_clear(&b);
        for (int i = 0; i < arenas; i++)
            batch_add(&b, (Trial){.x = x[i], .key = rng_key((uint64_t)round, RNG_BENCH, 1), .plays = PLAYS, .objective = i});
        batch_seat(&b);
        if (!judge_batch(s->judge, &b, &watch)) break;
        for (int i = 0; i < b.answers; i++) turns += b.y[i].cost;
    }
    double took = clock_now() - start;
    if ((double)atomic_load(&moment.turns) > turns) turns = (double)atomic_load(&moment.turns);
    batch_free(&b);
    for (int i = 0; i < arenas; i++) free(x[i]);
    return turns / took;
}

/* ---- telling ---- */

/* ", 1.2M pieces", where there is something to say. */
static void say(FILE *out, double n, const char *what, bool *first)
{
    char number[32];
    if (!(n > 0) || isinf(n)) return;
    progress_number(n, number, sizeof number);
    fprintf(out, "%s%s %s", *first ? " " : ", ", number, what);
    *first = false;
}

void estimate_print(FILE *out, const Setup *s)
{
    const Estimate e = estimate_of(s);
    const Config *c = s->config;
    bool functions = c->objective.kind > 0, first = true;
    const char *turns = setup_turn_name(c), *plays = c->has_meta ? "blocks" : functions ? turns : "games";
    fprintf(out, "estimate: training up to");
    say(out, e.training, plays, &first);
    if (c->has_meta || !functions) say(out, e.turns, turns, &first);
    say(out, e.minutes, "minutes", &first);
    if (!isinf(e.turns)) {
        char took[32], speed[32];
        double rate = measure(s);
        progress_duration(rate > 0 ? e.turns / rate : 0, took, sizeof took);
        progress_number(rate, speed, sizeof speed);
        fprintf(out, ", some %s at %s %s/s", took, speed, turns);
    }
    fprintf(out, "; then");
    first = true;
    say(out, e.selection, "in the selection", &first);
    say(out, e.validation, "in the validation", &first);
    if (first) fprintf(out, " nothing");
    fputc('\n', out);
}
