/* unfinished.c. Says how far an unfinished run has come, and how to go on with it. */
#include "cli/unfinished.h"

#include "analysis/run_tables.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/verb.h"
#include "experiment/train.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/saved_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far a run was at its last checkpoint. Rows that a killed process had written beyond it, which a resume removes, do not
 * count. */
typedef struct {
    double share;                    /* of the whole run, 0..1; NAN: not known */
    char phase[32];                  /* the phase of the run; "": not known */
    double seconds;                  /* seconds of all processes together */
    double iteration, games, pieces; /* of the last such row of metrics.tsv; NAN: it has none */
    double best;                     /* mean score of the leader in that row; NAN: not known */
    bool running;                    /* a process works on it */
} Reached;

/* The last number of a column in the first rows; NAN: there is none. */
static double last_number(const Tsv *t, const char *name, int rows)
{
    const int column = tsv_column(t, name);
    double last = NAN;
    for (int i = 0; column >= 0 && i < rows; i++) {
        const double x = tsv_number(t, i, column);
        if (!isnan(x)) last = x;
    }
    return last;
}

static Reached reached(const char *dir)
{
    static const TableNeeds needs[] = {{.file = "timing.tsv", .texts = "phase"}, {.file = "metrics.tsv"}};
    Tsv timing = {0}, metrics = {0};
    Errors ignored = {0};
    tables_read(&timing, dir, &needs[0], &ignored);
    tables_read(&metrics, dir, &needs[1], &ignored);
    const double played = last_number(&timing, "games", timing.rows);
    int rows = metrics.rows;
    while (rows > 0 && last_number(&metrics, "games", rows) > played) rows--;
    Reached r = {.share = last_number(&timing, "share", timing.rows),
                 .seconds = saved_run_seconds(dir),
                 .iteration = last_number(&metrics, TABLES_ITERATION, rows),
                 .games = last_number(&metrics, "games", rows),
                 .pieces = last_number(&metrics, TABLES_COST, rows),
                 .best = last_number(&metrics, "best_score", rows),
                 .running = lock_is_held(dir)};
    const int phase = tsv_column(&timing, "phase");
    if (phase >= 0 && timing.rows > 0) snprintf(r.phase, sizeof r.phase, "%s", tsv_cell(&timing, timing.rows - 1, phase));
    tsv_free(&timing);
    tsv_free(&metrics);
    errors_free(&ignored);
    return r;
}

char *unfinished_command(const char *dir, bool resume)
{
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors ignored = {0};
    bool trained = false;
    OWNED char *config = files_path(dir, "config.ini");
    char *const word[] = {"swarmtris", "train", config, "--out", (char *)dir};
    if (resume_read(&c, dir, &trained, &ignored) != STATUS_OK || !trained) return NULL;
    OWNED char *command = message_command(resume ? 5 : 3, word);
    return text_new("%s%s", command, resume ? "--resume" : "");
}

/* ", 350 games of total_games = 1000 (35 %)": prints n, and the budget that it is a part of, if there is such a budget. */
static void print_spent(double n, const char *noun, const Config *c, const char *budget)
{
    const Param *p = param_find(train_training_params, budget);
    const double limit = param_get(p, &c->train.training);
    if (isnan(n)) return;
    printf(", %s %s", message_number(n).text, noun);
    if (limit > 0) printf(" of %s = %.15g (%.3g %%)", budget, limit, 100 * n / limit);
}

void unfinished_print(const char *dir, const Config *c)
{
    const Units *units = config_units(c);
    const Reached r = reached(dir);
    printf("%s: a run that is not finished%s\n", dir, r.running ? ": a process is working on it" : "");
    if (!isnan(r.share))
        printf("%.3g %% of the whole run done in %s; phase: %s\n", 100 * r.share, message_duration(r.seconds).text, r.phase);
    if (!isnan(r.iteration)) {
        printf("iteration %.0f", r.iteration);
        if (c->train.training.iterations > 0) printf(" of %" PRId64, c->train.training.iterations);
        print_spent(r.games, units->play, c, "total_games");
        if (!units->unit_cost && units->cost != NULL) print_spent(r.pieces, units->cost, c, "total_pieces");
        if (!isnan(r.best))
            printf("; the leader: %s %s%s", message_number(units_amount(units, r.best)).text, units->score,
                   units->noisy ? " (overstated)" : "");
        putchar('\n');
    }
    if (!r.running) {
        OWNED char *command = unfinished_command(dir, true);
        if (command != NULL)
            printf("to go on with it, type:\n  %s\n", command);
        else
            printf("to go on with it, add --resume to its command, which log.txt has\n");
    }
    putchar('\n');
}

void unfinished_json(Json *j, const char *dir)
{
    const Reached r = reached(dir);
    OWNED char *command = unfinished_command(dir, true);
    json_open(j, "progress", '{');
    if (r.phase[0] != '\0') json_text(j, "phase", r.phase);
    json_real(j, "share", r.share);
    json_real(j, "seconds", r.seconds);
    json_real(j, "iteration", r.iteration);
    json_real(j, "games", r.games);
    json_real(j, "pieces", r.pieces);
    json_bool(j, "running", r.running);
    if (command != NULL) json_text(j, "resume", command);
    json_close(j, '}');
}
