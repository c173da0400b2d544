/* estimate.c. How fast plays are, found by playing for a moment, and what a training will cost at most. */
#include "run/estimate.h"

#include "agent/player.h"
#include "base/mem.h"
#include "base/rng.h"
#include "experiment/meta_state.h"
#include "file/duration.h"
#include "file/message.h"
#include "store/tables.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Plays of a training, of its selection and its validation. The caller fills in turns. */
static Estimate plays_of(const TrainSpec *spec)
{
    const TrainOptions *o = &spec->options;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    double positions = spec->optimiser->candidates(optimiser);
    if (allocation_about[o->training.allocation.rule].replays) positions += spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
    Estimate e = {
        .training = o->training.iterations > 0 ? (double)o->training.iterations * positions * train_games(o) : HUGE_VAL,
        .selection = train_shares_pieces(o) ? 0 : (double)train_finalists(o) * train_final_games(o),
        .selection_turns = train_shares_pieces(o) ? (double)o->training.total_pieces - train_pieces(o) : 0,
        .validation = (double)o->validation.games * (1 + spec->baselines),
        .minutes = o->training.minutes > 0 ? o->training.minutes : HUGE_VAL,
    };
    if (o->training.total_games > 0) e.training = fmin(e.training, (double)train_budget(o));
    return e;
}

/* The most that a play costs if a game ends after `longest` turns; HUGE_VAL: there is no limit. */
static double longest_play(const Config *c, int64_t longest)
{
    if (config_units(c)->unit_cost) return 1;
    if (tasks_run(c)->longest != NULL) return tasks_run(c)->longest(config_own(c));
    return longest > 0 ? (double)longest : HUGE_VAL;
}

/* The most turns of a training. */
static double turns_of(const Config *c, const TrainOptions *o, const Estimate *e)
{
    const double longest = longest_play(c, config_search_longest(c));
    double budget = train_pieces(o);
    return fmin(e->training * longest, budget > 0 ? budget : HUGE_VAL);
}

/* The mean turns of a play of a meta search. Such a play is a block, a whole inner training; the blocks are spread evenly over
 * the problems of the search, or of the validation. */
static double turns_of_block(const Tuning *t, bool heldout)
{
    assert(t->inners >= 1 && t->heldouts >= 1);
    const MetaInner *inner = heldout ? t->heldout : t->inner;
    const int n = heldout ? t->heldouts : t->inners, problems = heldout ? t->problems.heldouts : t->problems.search;
    double a_block = 0;
    for (int i = 0; i < n; i++) {
        const TrainSpec *training = &inner[i].training;
        const Config *c = &t->problems.config[(heldout ? t->problems.heldout : 0) + i % problems];
        Estimate e = plays_of(training);
        a_block += turns_of(c, &training->options, &e) / n;
    }
    return a_block;
}

/* Turns of so many plays. turns: of one play, HUGE_VAL if not known; zero plays have zero turns even then. */
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
    e->ablation = (double)t->config->meta.ablation * meta_ablation_settings(t->problems.tune.n);
    e->later_turns = turns_of_plays(e->selection, a_block) + turns_of_plays(e->validation + e->ablation, turns_of_block(t, true));
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

typedef struct {
    double rate;   /* turns a second, all threads together */
    double length; /* mean turns of a play; if no play has ended, all turns: a play is hardly much shorter */
    int ended;     /* plays that have ended */
} Speed;

/* The moment of play that is measured. It begins with the first report of turns, since threads are started before. */
typedef struct {
    double seconds;     /* length of the moment */
    double latest;      /* time of duration_now when it is over, whatever has been reported */
    atomic_llong begun; /* its beginning in nanoseconds of that clock; 0: it has not begun */
    atomic_llong turns; /* turns that threads have reported in all */
    atomic_llong since; /* turns that threads have reported since it began */
} Moment;

static bool is_over(void *ctx, int turns)
{
    Moment *m = ctx;
    long long none = 0;
    const double now = duration_now();
    atomic_fetch_add(&m->turns, turns);
    if (turns > 0 && !atomic_compare_exchange_strong(&m->begun, &none, (long long)(1e9 * now)))
        atomic_fetch_add(&m->since, turns);
    const long long begun = atomic_load(&m->begun);
    return now >= m->latest || (begun != 0 && now >= 1e-9 * (double)begun + m->seconds);
}

/* Plays the same number of games in each task, in task i with the weights x[i]. Returns the turns of the plays that have ended,
 * and adds these plays to *ended. */
static double play_once(const Setup *s, const double *const *x, int again, const StopCheck *stop, int *ended)
{
    enum { PLAYS = 2000 };
    CLOSED(batch_free) Batch b = {0};
    double turns = 0;
    for (int i = 0; i < s->tasks.n; i++)
        batch_add(&b, (Trial){.x = x[i], .key = rng_key((uint64_t)again, RNG_BENCH, 1), .plays = PLAYS, .objective = i});
    batch_seat(&b);
    evaluate_batch(s->evaluator, &b, stop);
    for (int k = 0; k < b.answers; k++) {
        *ended += b.y[k].done;
        turns += b.y[k].done ? b.y[k].cost : 0;
    }
    return turns;
}

/* Plays the positions x (tasks.n of s), one in each task, for so many seconds; the first look may take a little longer. The
 * turns reported by threads lack the ends of the job lists; those of ended plays lack the plays that were stopped. So the larger
 * number is nearer to the truth. If plays are so short that a list ends before the first report, the rate is that of the ended
 * plays. */
static Speed speed_measure(const Setup *s, const double *const *x, double seconds)
{
    assert(seconds > 0 && s->tasks.n >= 1);
    static const double patience = 1; /* seconds */
    const double start = duration_now();
    double turns = 0;
    int ended = 0;
    Moment moment = {.seconds = seconds, .latest = start + patience};
    const StopCheck stop = {.poll = is_over, .ctx = &moment};
    for (int again = 0; !is_over(&moment, 0); again++) {
        long long none = 0;
        turns += play_once(s, x, again, &stop, &ended);
        atomic_compare_exchange_strong(&moment.begun, &none, (long long)(1e9 * duration_now())); /* lists without a report */
    }
    const double end = duration_now(), begun = 1e-9 * (double)atomic_load(&moment.begun),
                 polled = (double)atomic_load(&moment.turns);
    const double since = (double)atomic_load(&moment.since), rate = begun > 0 && since > 0 ? since / (end - begun) : 0;
    assert(end > start);
    if (polled > turns) turns = polled;
    return (Speed){.rate = rate > 0 ? rate : turns / (end - start), .length = turns / (ended > 0 ? ended : 1), .ended = ended};
}

double speed_of_search(const Setup *s, double seconds)
{
    assert(s->trainings.n == 1);
    const double start = duration_now();
    const Experiment e = train_create(&s->trainings.spec[0]);
    CLOSED(batch_free) Batch b = {0};
    OWNED Tables *rows = mem_new(1, sizeof *rows); /* too large for a stack; making the rows is a part of the time */
    double plays = 0;
    tables_start(rows);
    do {
        if (e.kind->ask(e.self, &b) == 0) break; /* the search is shorter */
        batch_seat(&b);
        evaluate_batch(s->evaluator, &b, &stop_never);
        plays += b.answers;
        e.kind->tell(e.self, b.t, b.n, &rows->record);
        batch_clear(&b);
    } while (duration_now() < start + seconds);
    tables_free(rows);
    e.kind->destroy(e.self);
    return plays / (duration_now() - start);
}

/* ---- how fast ---- */

/* Seconds of play that measure a speed; long_moment is for given weights, whose length of a play is measured as well. */
static const double moment = 0.02, long_moment = 0.1;

/* A random position in the box of task i; owned by the caller. */
static double *random_position(const Setup *s, int i)
{
    assert(i >= 0 && i < s->tasks.n);
    const Space *space = &s->objective[i].space;
    double *x = mem_new((size_t)space->dim, sizeof *x);
    Rng rng;
    rng_stream(&rng, rng_key((uint64_t)i, RNG_BENCH, 0));
    for (int j = 0; j < space->dim; j++) x[j] = rng_between(&rng, space->lo[j], space->hi[j]);
    return x;
}

/* Turns a second: of the search if a play has unit cost, as of a test function; else of plays of random positions. */
static double measure_rate(const Setup *s)
{
    if (s->trainings.n == 1 && !s->config->kind->tunes && config_units(s->config)->unit_cost)
        return speed_of_search(s, long_moment);
    OWNED double **x = mem_new((size_t)s->tasks.n, sizeof *x);
    for (int i = 0; i < s->tasks.n; i++) x[i] = random_position(s, i);
    const Speed speed = speed_measure(s, (const double *const *)x, moment);
    for (int i = 0; i < s->tasks.n; i++) free(x[i]);
    return speed.rate;
}

/* ---- the line ---- */

/* Prints ", 1.2M pieces in the selection"; nothing if n is 0 or not known. */
static void print_amount(FILE *out, double n, const char *what, const char *where, bool *first)
{
    if (!(n > 0) || isinf(n)) return;
    fprintf(out, "%s%s %s%s", *first ? " " : ", ", message_number(n).text, what, where);
    *first = false;
}

/* Returns the seconds that it prints; 0: the turns are not known, and nothing is printed. */
static double print_time(FILE *out, const Setup *s, double turns)
{
    if (isinf(turns)) return 0;
    const double rate = measure_rate(s), seconds = rate > 0 ? turns / rate : 0;
    fprintf(out, ", some %s at %s %s/s", message_duration(seconds).text, message_number(rate).text, setup_cost_name(s));
    return seconds;
}

double estimate_print(FILE *out, const Setup *s)
{
    double seconds = 0;
    if (s->trainings.n == 0) return 0; /* nothing limits it but what it finds */
    const Estimate e = estimate_of(s);
    const Units *units = config_units(s->config);
    const char *turns = setup_cost_name(s), *plays = setup_play_name(s);
    bool first = true;
    fprintf(out, "estimate: training up to");
    print_amount(out, e.training, plays, "", &first);
    if (!units->unit_cost) print_amount(out, e.turns, turns, "", &first);
    print_amount(out, e.minutes, "minutes", "", &first);
    if (!s->config->kind->tunes) seconds = print_time(out, s, e.turns);
    fprintf(out, "; then");
    first = true;
    print_amount(out, e.selection, plays, " in the selection", &first);
    print_amount(out, e.selection_turns, turns, " in the selection", &first);
    print_amount(out, e.validation, plays, " in the validation", &first);
    print_amount(out, e.ablation, plays, " in the ablation", &first);
    if (first) fprintf(out, " nothing");
    if (s->config->kind->tunes) {
        print_amount(out, e.later_turns, turns, " there", &first);
        print_time(out, s, e.turns + e.later_turns);
    }
    fputc('\n', out);
    return seconds;
}

/* ---- weights that are given ---- */

/* Whether whole games are played that could be estimated by splitting instead. */
static bool can_be_split(const Config *c)
{
    return c->kind->scores_games && c->game->n_levels > 0 && c->agent->plan == NULL && c->objective.max_pieces == 0 &&
           c->objective.estimator == ESTIMATOR_GAMES;
}

/* "100 games", "2.5M games" */
static void print_plays(FILE *out, double plays, const char *noun)
{
    if (plays < 1e6)
        fputs(message_count((int64_t)plays, noun).text, out);
    else
        fprintf(out, "%s %s", message_number(plays).text, noun);
}

void estimate_print_plays(FILE *out, const Setup *s, const PlannedPlays *p)
{
    enum { ENOUGH = 10 };           /* so many ended plays suffice for a mean length */
    static const double many = 5e8; /* turns, some minutes: the advice is the same on slow and fast machines */
    const char *cost = setup_cost_name(s);
    const double longest = longest_play(s->config, s->config->objective.max_pieces);
    Speed speed = speed_measure(s, p->x, long_moment);
    const bool stated = speed.ended < ENOUGH && p->length > 0;
    if (stated) speed.length = p->length;
    if (speed.length > longest) speed.length = longest, speed.ended = ENOUGH;
    const char *how = stated || speed.ended > 0 ? "some" : "more than";
    const double seconds = speed.rate > 0 ? p->plays * speed.length / speed.rate : 0;
    const Brief length = message_number(speed.length), rate = message_number(speed.rate);
    if (p->error > 0) {
        fprintf(out, "estimate: %s of %s %s %s, at %s %s/s, until the error is %.3g %%\n", setup_play_name(s), how, length.text,
                cost, rate.text, cost, 100 * p->error);
        return;
    }
    fprintf(out, "estimate: %s", p->at_most ? "at most " : "");
    print_plays(out, p->plays, setup_play_name(s));
    fprintf(out, " of %s %s %s%s: ", how, length.text, cost, stated ? ", by the score in the weights file" : "");
    fprintf(out, "%s %s, %s %s at %s %s/s\n", message_number(p->plays * speed.length).text, cost, how,
            message_duration(seconds).text, rate.text, cost);
    if (p->plays * speed.length > many && can_be_split(s->config))
        fprintf(out, "games as long as these can be estimated from far fewer %s: --estimator splitting\n", cost);
}

/* Whether the scores in the file of w were made with the rules and the agent of c. */
static bool states_the_same(const Config *c, const Weights *w)
{
    char value[PARAM_TEXT_MAX];
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        const char *own = weights_rule(w, p->key);
        param_print(p, c->rules, value, sizeof value);
        if (strcmp(own != NULL ? own : param_standard(p), value) != 0) return false;
    }
    return strncmp(config_origin(c, "agent", "kind"), "--", 2) != 0;
}

double estimate_stated_length(const Config *c, const Weights *w)
{
    static const char *const reported[] = {"score.validated", "score.estimated", "score.evaluated", "score.published",
                                           "score.reselected"};
    if (!c->kind->scores_games || c->game->turns_of == NULL || !states_the_same(c, w)) return 0;
    for (size_t i = 0; i < sizeof reported / sizeof *reported; i++) {
        const char *text = weights_entry(w, reported[i]);
        const double score = text != NULL ? strtod(text, NULL) : 0;
        if (score > 0 && isfinite(score)) return c->game->turns_of(c->rules, score);
    }
    return 0;
}

/* ---- one game ---- */

/* The speed of games of w with this engine on so many threads; 0: as many threads as there are processors. */
static Speed measure_game(Config *c, const double *w, int engine, int threads)
{
    static const double glance = 0.05; /* seconds */
    Setup s;
    const ExperimentOptions before = c->experiment;
    c->experiment.engine = engine;
    c->experiment.threads = threads;
    setup_tasks(&s, c, 1);
    const Speed speed = speed_measure(&s, &w, glance);
    setup_free(&s);
    c->experiment = before;
    return speed;
}

void estimate_print_game(FILE *out, Config *c, const Weights *w)
{
    const char *cost = config_units(c)->cost;
    const double longest = (double)c->objective.max_pieces, stated = estimate_stated_length(c, w);
    Speed fast = measure_game(c, w->w, PLAYER_AUTO, 0), slow = measure_game(c, w->w, PLAYER_REFERENCE, 1);
    if (fast.ended == 0 && stated > 0) fast = (Speed){.length = stated, .ended = 1};
    if (longest > 0 && fast.length > longest) fast = (Speed){.length = longest, .ended = 1};
    const char *how = fast.ended > 0 ? "some" : "more than";
    fprintf(out, "estimate: a game of %s %s %s, %s %s at %s %s/s\n", how, message_number(fast.length).text, cost, how,
            message_duration(slow.rate > 0 ? fast.length / slow.rate : 0).text, message_number(slow.rate).text, cost);
}
