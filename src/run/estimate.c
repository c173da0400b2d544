/* estimate.c. What a training will cost at most, told before it begins. */
#include "run/estimate.h"

#include "base/mem.h"
#include "base/rng.h"
#include "file/message.h"
#include "run/progress.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Plays of a training, of its selection and its validation. turns is left to the caller. */
static Estimate plays_of(const TrainSpec *spec)
{
    const TrainOptions *o = &spec->options;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    double positions = spec->optimiser->candidates(optimiser);
    if (contest_traits[o->training.contest.allocation].replays) positions += spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
    Estimate e = {
        .training = o->training.iterations > 0 ? (double)o->training.iterations * positions * train_games(o) : HUGE_VAL,
        .selection = train_shares_pieces(o) ? 0 : (double)o->selection.finalists * train_final_games(o),
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

/* Of a meta search: a play is a block, a whole training of the problems in turn, those of the search, or of the validation. */
static double turns_of_block(const Tuning *t, bool heldout)
{
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

/* Plays of so many turns each; none have no turns, however long each might be. */
static double turns_of_plays(double plays, double turns)
{
    return plays > 0 ? plays * turns : 0;
}

/* The untuned values play as many blocks as a candidate may. */
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

/* A position anywhere in the box of arena i; owned. */
static double *some_position(const Setup *s, int i)
{
    const Space *space = &s->objective[i].space;
    double *x = mem_new((size_t)space->dim, sizeof *x);
    Rng rng;
    rng_stream(&rng, rng_key((uint64_t)i, RNG_BENCH, 0));
    for (int j = 0; j < space->dim; j++) x[j] = rng_between(&rng, space->lo[j], space->hi[j]);
    return x;
}

/* Plays in all arenas alike; returns the turns of what was answered. */
static double play_once(const Setup *s, double *const *x, int again, const StopCheck *watch)
{
    enum { PLAYS = 2000 };
    Batch b = {0};
    double turns = 0;
    for (int i = 0; i < s->arenas.n; i++)
        batch_add(&b, (Trial){.x = x[i], .key = rng_key((uint64_t)again, RNG_BENCH, 1), .plays = PLAYS, .objective = i});
    batch_seat(&b);
    evaluate_batch(s->evaluator, &b, watch);
    for (int k = 0; k < b.answers; k++) turns += b.y[k].done ? b.y[k].cost : 0;
    batch_free(&b);
    return turns;
}

/* Turns a second. What is polled lacks the ends of lists, what is answered the games that were stopped: the larger is nearer. */
static double measure(const Setup *s)
{
    static const double seconds = 0.02; /* a first look takes a few tenths of a second in all */
    double start = clock_now(), turns = 0, **x = mem_new((size_t)s->arenas.n, sizeof *x);
    Moment moment = {.end = start + seconds};
    const StopCheck watch = {.poll = is_over, .ctx = &moment};
    for (int i = 0; i < s->arenas.n; i++) x[i] = some_position(s, i);
    for (int again = 0; clock_now() < moment.end; again++) turns += play_once(s, x, again, &watch);
    double took = clock_now() - start, polled = (double)atomic_load(&moment.turns);
    for (int i = 0; i < s->arenas.n; i++) free(x[i]);
    free(x);
    return (polled > turns ? polled : turns) / took;
}

/* ---- telling ---- */

/* ", 1.2M pieces in the selection", where there is something to say. */
static void say(FILE *out, double n, const char *what, const char *where, bool *first)
{
    char number[32];
    if (!(n > 0) || isinf(n)) return;
    message_number(n, number, sizeof number);
    fprintf(out, "%s%s %s%s", *first ? " " : ", ", number, what, where);
    *first = false;
}

static void say_time(FILE *out, const Setup *s, double turns)
{
    char took[32], speed[32];
    if (isinf(turns)) return;
    double rate = measure(s);
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
    say(out, e.training, plays, "", &first);
    if (!traits->unit_cost) say(out, e.turns, turns, "", &first);
    say(out, e.minutes, "minutes", "", &first);
    if (!s->config->kind->tunes) say_time(out, s, e.turns);
    fprintf(out, "; then");
    first = true;
    say(out, e.selection, plays, " in the selection", &first);
    say(out, e.selection_turns, turns, " in the selection", &first);
    say(out, e.validation, plays, " in the validation", &first);
    if (first) fprintf(out, " nothing");
    if (s->config->kind->tunes) {
        say(out, e.later_turns, turns, " there", &first);
        say_time(out, s, e.turns + e.later_turns);
    }
    fputc('\n', out);
}
