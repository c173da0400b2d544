/* estimate.c. What a training will cost at most, printed before it begins. */
#include "run/estimate.h"

#include "base/mem.h"
#include "base/rng.h"
#include "file/message.h"
#include "run/progress.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Plays of a training, of its selection and its validation. The caller fills in turns. */
static Estimate plays_of(const TrainSpec *spec)
{
    const TrainOptions *o = &spec->options;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    double positions = spec->optimiser->candidates(optimiser);
    if (contest_traits[o->training.contest.allocation].replays) positions += spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
    Estimate e = {
        .training = o->training.iterations > 0 ? (double)o->training.iterations * positions * train_games(o) : HUGE_VAL,
        .selection = train_shares_pieces(o) ? 0 : (double)train_finalists(o) * train_final_games(o),
        .selection_turns = train_shares_pieces(o) ? (double)o->training.total_pieces - train_pieces(o) : 0,
        .validation = (double)o->validation.games * (1 + spec->rivals),
        .minutes = o->training.minutes > 0 ? o->training.minutes : HUGE_VAL,
    };
    if (o->training.total_games > 0) e.training = fmin(e.training, (double)train_budget(o));
    return e;
}

/* The most that a play costs; HUGE_VAL: there is no limit. */
static double longest_play(const Config *c)
{
    if (config_traits(c)->unit_cost) return 1;
    return c->objective.max_pieces > 0 ? (double)c->objective.max_pieces : HUGE_VAL;
}

/* The most turns of a training. */
static double turns_of(const Config *c, const TrainOptions *o, const Estimate *e)
{
    const double longest = longest_play(c);
    double budget = train_pieces(o);
    return fmin(e->training * longest, budget > 0 ? budget : HUGE_VAL);
}

/* The mean turns of a play of a meta search: such a play is a block, a whole inner training, and blocks take the problems of the
 * search, or of the validation, in turn. */
static double turns_of_block(const Tuning *t, bool heldout)
{
    assert(t->inners >= 1 && t->heldouts >= 1);
    const MetaInner *inner = heldout ? t->heldout : t->inner;
    const int n = heldout ? t->heldouts : t->inners, problems = heldout ? problems_heldout(&t->problems) : t->problems.search;
    double a_block = 0;
    for (int i = 0; i < n; i++) {
        const TrainSpec *training = &inner[i].training;
        const Config *c = heldout ? problems_heldout_at(&t->problems, i % problems) : &t->problems.config[i % problems];
        Estimate e = plays_of(training);
        a_block += turns_of(c, &training->options, &e) / n;
    }
    return a_block;
}

/* Turns of so many plays, where each may be of unknown length (HUGE_VAL): no plays have no turns. */
static double turns_of_plays(double plays, double turns)
{
    return plays > 0 ? plays * turns : 0;
}

/* Fills in the turns of a meta search. The untuned values play as many blocks as a candidate may, beside the search. */
static void turns_of_blocks(const Tuning *t, Estimate *e)
{
    const TrainOptions *o = &t->outer.options;
    const double a_block = turns_of_block(t, false), budget = (double)o->training.total_pieces;
    e->turns = fmin(e->training * a_block, budget > 0 ? budget : HUGE_VAL) + train_games(o) * a_block;
    e->later_turns = turns_of_plays(e->selection, a_block) + turns_of_plays(e->validation, turns_of_block(t, true));
}

Estimate estimate_of(const Setup *s)
{
    const bool tunes = s->config->kind->tunes;
    assert(tunes || s->trainings.n == 1);
    Estimate e = plays_of(tunes ? &s->tuning.outer : &s->trainings.spec[0]);
    if (tunes)
        turns_of_blocks(&s->tuning, &e);
    else
        e.turns = turns_of(s->config, &s->config->train, &e);
    return e;
}

/* ---- how fast ---- */

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The moment for which the speed is measured. */
typedef struct {
    double end;         /* on the clock of clock_now, seconds */
    atomic_llong turns; /* that threads have reported so far */
} Moment;

static bool is_over(void *ctx, int turns)
{
    Moment *m = ctx;
    atomic_fetch_add_explicit(&m->turns, turns, memory_order_relaxed);
    return clock_now() >= m->end;
}

/* A random position in the box of arena i; owned by the caller. */
static double *random_position(const Setup *s, int i)
{
    assert(i >= 0 && i < s->arenas.n);
    const Space *space = &s->objective[i].space;
    double *x = mem_new((size_t)space->dim, sizeof *x);
    Rng rng;
    rng_stream(&rng, rng_key((uint64_t)i, RNG_BENCH, 0));
    for (int j = 0; j < space->dim; j++) x[j] = rng_between(&rng, space->lo[j], space->hi[j]);
    return x;
}

/* Plays the same number of games in each arena, in arena i with the weights x[i]; returns the turns of the finished games. */
static double play_once(const Setup *s, double *const *x, int again, const StopCheck *stop)
{
    enum { PLAYS = 2000 };
    Batch b = {0};
    double turns = 0;
    for (int i = 0; i < s->arenas.n; i++)
        batch_add(&b, (Trial){.x = x[i], .key = rng_key((uint64_t)again, RNG_BENCH, 1), .plays = PLAYS, .objective = i});
    batch_seat(&b);
    evaluate_batch(s->evaluator, &b, stop);
    for (int k = 0; k < b.answers; k++) turns += b.y[k].done ? b.y[k].cost : 0;
    batch_free(&b);
    return turns;
}

/* Turns a second. The turns that threads report lack the ends of the lists, the turns of finished games lack the games that were
 * stopped: the larger number is nearer to the truth. */
static double measure_speed(const Setup *s)
{
    static const double seconds = 0.02; /* a first look takes a few tenths of a second in all */
    double start = clock_now(), turns = 0, **x = mem_new((size_t)s->arenas.n, sizeof *x);
    Moment moment = {.end = start + seconds};
    const StopCheck stop = {.poll = is_over, .ctx = &moment};
    for (int i = 0; i < s->arenas.n; i++) x[i] = random_position(s, i);
    for (int again = 0; clock_now() < moment.end; again++) turns += play_once(s, x, again, &stop);
    double took = clock_now() - start, polled = (double)atomic_load(&moment.turns);
    for (int i = 0; i < s->arenas.n; i++) free(x[i]);
    free(x);
    assert(took > 0);
    return (polled > turns ? polled : turns) / took;
}

/* ---- the line ---- */

/* ", 1.2M pieces in the selection"; nothing where n is 0 or not known. */
static void print_amount(FILE *out, double n, const char *what, const char *where, bool *first)
{
    char number[32];
    if (!(n > 0) || isinf(n)) return;
    message_number(n, number, sizeof number);
    fprintf(out, "%s%s %s%s", *first ? " " : ", ", number, what, where);
    *first = false;
}

static void print_time(FILE *out, const Setup *s, double turns)
{
    char took[32], speed[32];
    if (isinf(turns)) return;
    double rate = measure_speed(s);
    message_duration(rate > 0 ? turns / rate : 0, took, sizeof took);
    message_number(rate, speed, sizeof speed);
    fprintf(out, ", some %s at %s %s/s", took, speed, setup_cost_name(s));
}

void estimate_print(FILE *out, const Setup *s)
{
    const Estimate e = estimate_of(s);
    const Traits *traits = config_traits(s->config);
    const char *turns = setup_cost_name(s), *plays = traits->play;
    bool first = true;
    fprintf(out, "estimate: training up to");
    print_amount(out, e.training, plays, "", &first);
    if (!traits->unit_cost) print_amount(out, e.turns, turns, "", &first);
    print_amount(out, e.minutes, "minutes", "", &first);
    if (!s->config->kind->tunes) print_time(out, s, e.turns);
    fprintf(out, "; then");
    first = true;
    print_amount(out, e.selection, plays, " in the selection", &first);
    print_amount(out, e.selection_turns, turns, " in the selection", &first);
    print_amount(out, e.validation, plays, " in the validation", &first);
    if (first) fprintf(out, " nothing");
    if (s->config->kind->tunes) {
        print_amount(out, e.later_turns, turns, " there", &first);
        print_time(out, s, e.turns + e.later_turns);
    }
    fputc('\n', out);
}
