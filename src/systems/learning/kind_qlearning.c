/* kind_qlearning.c. Room run. Q-learning as a kind of objective: what it needs of an ini, how a run makes it, what it leaves.
 *
 *     q.tsv      the score of the table against the steps, quantiles over learning runs with the settings that were found
 *     table.txt  the table of the first of these runs (table_file.h), which eval, play and compare take in place of weights
 *
 * The learning runs repeat the first plays of the last reported score. */
#include "base/mem.h"
#include "base/stats.h"
#include "charts/charts.h"
#include "file/files.h"
#include "run/monitor.h"
#include "run/setup.h"
#include "systems/learning/qlearning.h"
#include "systems/learning/table_file.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* RUNS: learning runs; POINTS: tests of each beside the one at step 0; CHUNK: steps between two looks at the signals. */
enum { RUNS = 10, POINTS = 40, CHUNK = 4096 };

/* The learning runs, and what was measured of them. */
typedef struct {
    const Qlearning *q;         /* borrowed */
    const double *x;            /* (QLEARNING_SETTINGS), borrowed */
    const atomic_int *asked;    /* borrowed: whether a stop is asked for */
    void *block, *copy;         /* (qlearning_bytes), owned: the current run, and a copy that is tested */
    double *score;              /* (POINTS + 1, RUNS), owned */
    double reward[POINTS + 1];  /* mean reward of a step since the point before, over all runs */
    double illegal[POINTS + 1]; /* share of illegal actions in these steps, over all runs */
} Curves;

static int64_t steps_at(const Qlearning *q, int point)
{
    return (int64_t)((double)q->options.steps * point / POINTS);
}

static bool is_stopped(const Curves *c)
{
    return atomic_load(c->asked) != STOP_NOT;
}

/* Tests a copy of the run, so that the run itself goes on as if it had not been tested. False: stopped. */
static bool test(const Curves *c, double *score)
{
    QlearningRun *run = c->copy;
    memcpy(c->copy, c->block, qlearning_bytes(c->q));
    qlearning_test(run);
    while (!qlearning_test_play(c->q, run, CHUNK))
        if (is_stopped(c)) return false;
    *score = qlearning_score(c->q, run);
    return true;
}

/* Makes one learning run and tests it at all points. False: stopped. */
static bool learn(Curves *c, int number, uint64_t seed)
{
    QlearningRun *run = qlearning_begin(c->q, seed, c->block);
    for (int point = 0; point <= POINTS; point++) {
        const double earned = run->earned, illegal = (double)run->illegal;
        const int64_t from = run->step, to = steps_at(c->q, point);
        while (run->step < to) {
            const int64_t left = to - run->step;
            qlearning_learn(c->q, run, c->x, left < CHUNK ? left : CHUNK);
            if (is_stopped(c)) return false;
        }
        if (!test(c, &c->score[point * RUNS + number])) return false;
        if (to == from) continue;
        c->reward[point] += (run->earned - earned) / (double)(to - from) / RUNS;
        c->illegal[point] += ((double)run->illegal - illegal) / (double)(to - from) / RUNS;
    }
    return true;
}

static char *curves_text(Curves *c, size_t *size)
{
    char *text;
    FILE *f = files_memory(&text, size);
    fputs("step\tlow\tq25\tmedian\tq75\thigh\treward\tillegal\n", f);
    for (int point = 0; point <= POINTS; point++) {
        double *score = &c->score[point * RUNS];
        stats_sort(score, RUNS);
        fprintf(f, "%" PRId64, steps_at(c->q, point));
        for (int k = 0; k <= 4; k++) fprintf(f, "\t%.17g", stats_quantile(score, RUNS, k / 4.0));
        fprintf(f, "\t%.17g\t%.17g\n", c->reward[point], c->illegal[point]);
    }
    files_memory_close(f);
    return text;
}

/* Makes all learning runs; *table: the text of the table of the first. False: stopped. */
static bool learn_all(Curves *c, uint64_t key, char **table, size_t *size)
{
    for (int i = 0; i < RUNS; i++) {
        if (!learn(c, i, rng_game(key, i))) return false;
        if (i > 0) continue;
        const ActionTable learned = qlearning_table(c->q, c->block);
        *table = table_text(c->q->game, c->q->rules, &learned, size);
    }
    return true;
}

static bool leave(RunDir *d, const Setup *s, const Result *r, RngPurpose purpose, const atomic_int *asked, Errors *errors)
{
    if (r->x == NULL) return true; /* nothing was found */
    const Qlearning *q = s->tasks.task[0].own;
    assert(q->game != NULL && r->space->dim == QLEARNING_SETTINGS);
    Curves c = {.q = q, .x = r->x, .asked = asked};
    c.block = mem_lines(qlearning_bytes(q));
    c.copy = mem_lines(qlearning_bytes(q));
    c.score = mem_new((POINTS + 1) * RUNS, sizeof *c.score);
    char *table = NULL;
    size_t size;
    const bool learned = learn_all(&c, rng_key(s->config->experiment.seed, purpose, 0), &table, &size);
    if (learned) {
        bool good = rundir_write(d, "table.txt", table, size);
        free(table);
        table = curves_text(&c, &size);
        good = good && rundir_write(d, "q.tsv", table, size);
        if (!good) errors_add(errors, "%s: q.tsv and table.txt cannot be written: %s", rundir_path(d), files_why(errno));
    }
    free(table);
    free(c.block);
    free(c.copy);
    free(c.score);
    return learned;
}

/* ---- the kind ---- */

static void make(Task *t)
{
    Qlearning *q = mem_new(1, sizeof *q);
    qlearning_make(q, t->config->game, t->rules, config_own(t->config));
    t->own = q;
    t->objective = objective_qlearning(q);
}

static void release(void *own)
{
    qlearning_free(own);
    free(own);
}

static const ObjectiveRun run = {.make = make, .release = release, .leave = leave};

const ObjectiveKind objective_kind_qlearning = {
    .name = "qlearning",
    .why_default = "default of Q-learning",
    .units = &qlearning_units,
    .settings = qlearning_settings,
    .sections = "experiment game objective training selection validation optimiser",
    .keys = "steps observation reward illegal target test_games test_turns",
    /* Few plays, as a learning run takes as long as many games. */
    .defaults = "training.games=4 training.allocation=fixed selection.finalists=3 selection.games=10 selection.share=0 "
                "validation.games=20",
    .found = "settings",
    .file = "weights.ini",
    .section = "objective",
    .params = qlearning_params,
    .options_bytes = sizeof(QlearningOptions),
    .check = qlearning_check,
    .run = &run,
};

const ChartRow chart_q = {"q", {"q.tsv", "", "step low q25 median q75 high reward illegal", NULL}, CHART_ANY_RUN, NULL};
