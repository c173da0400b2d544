/* outside.c. Reads vectors of weights from standard input, plays them in batches, and prints a line of results for each. */
#include "run/outside.h"

#include "base/mem.h"
#include "config/weights.h"
#include "experiment/comparison.h"
#include "file/files.h"
#include "file/message.h"
#include "run/driver.h"
#include "run/ranks.h"
#include "run/results.h"
#include "run/setup.h"
#include "run/signals.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The most vectors, and the most games, of a batch; lines beyond them belong to the next batch. */
enum { VECTORS_MAX = 4096, GAMES_MAX = 100000000 };

enum {
    READ_BYTES = 65536,       /* read at once */
    LINE_BYTES_MAX = 1 << 20, /* the longest line */
    CHECK_EVERY = 200         /* milliseconds between two checks of signals and the clock while there is nothing to read */
};

/* Standard input. */
typedef struct {
    char *text; /* (room), owned: what has been read */
    int used;   /* bytes of text that have been read */
    int room;   /* bytes of text that are allocated */
    int taken;  /* bytes of text whose lines have been handed out */
    int error;  /* errno of a failed read; 0: none */
    bool ended; /* there will be no more */
} Input;

typedef struct {
    const Config *config; /* of the board; borrowed */
    int64_t games;        /* games of each vector */
    bool fresh;           /* an empty line changes the games */
    Setup setup;          /* the objective and its evaluator */
    Monitor *monitor;     /* owned */
    Input in;             /* standard input, as far as it has been read */
    double *w;            /* (most, dim), owned: vectors of the batch */
    Contestant *player;   /* (most), owned: the same vectors as contestants */
    int n;                /* vectors in the batch */
    int most;             /* vectors that a batch may have */
    int dim;              /* numbers of a vector */
    int64_t line;         /* the number of the last line, from 1 */
    int64_t first;        /* the line of the first vector of the batch */
    int64_t empty_lines;  /* empty lines so far */
    int64_t iteration;    /* empty lines before the batch */
    bool stopped;         /* the monitor has stopped the service while it waited for input */
    Errors wrong;         /* the mistake in the line that follows the batch */
} Outside;

/* ---- reading ---- */

/* Whether there is something to read within so many milliseconds; the end of the input counts as something. */
static bool is_readable(int milliseconds)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&p, 1, milliseconds) > 0;
}

/* Reads what there is, and moves the text that has not been taken to the front. */
static void read_more(Input *in)
{
    assert(in->taken <= in->used && !in->ended);
    if (in->taken > 0) memmove(in->text, in->text + in->taken, (size_t)(in->used - in->taken)); /* at first there is no text */
    in->used -= in->taken;
    in->taken = 0;
    in->text = mem_grow(in->text, &in->room, in->used + READ_BYTES + 1, 1);
    ssize_t n = read(STDIN_FILENO, in->text + in->used, READ_BYTES);
    if (n > 0)
        in->used += (int)n;
    else if (n == 0 || errno != EINTR)
        in->ended = true;
    if (n < 0 && in->ended) in->error = errno;
}

/* The next complete line as a text, valid until the next read; NULL: there is no such line yet. The last line of the input needs
 * no line end. */
static char *take_line(Input *in)
{
    int left = in->used - in->taken;
    if (left == 0) return NULL;
    char *line = in->text + in->taken, *end = memchr(line, '\n', (size_t)left);
    if (end == NULL && !in->ended) return NULL;
    if (end == NULL) end = line + left; /* there is room for a zero after the text */
    *end = '\0';
    in->taken = end + 1 - in->text < in->used ? (int)(end + 1 - in->text) : in->used;
    return line;
}

/* Writes what each number of a vector belongs to: "feature of dt", "setting of a learner", "coordinate of sphere". */
static void say_numbers(const Outside *o, char *out, size_t room)
{
    const WeightTable *t = &o->config->weights;
    if (!config_uses(o->config, "game"))
        snprintf(out, room, "coordinate of %s", o->setup.objective[0].name);
    else
        snprintf(out, room, "%s of %s",
                 t->of_features                      ? "feature"
                 : o->config->kind->settings == NULL ? "weight"
                                                     : "setting",
                 t->name);
}

/* Adds the vector of a line to the batch. False: the line has a mistake, which is in s->wrong. */
static bool add_vector(Outside *o, const char *line)
{
    assert(o->n < o->most);
    char where[48], called[PARAM_TEXT_MAX];
    OWNED double *w = NULL;
    snprintf(where, sizeof where, "standard input:%" PRId64, o->line);
    say_numbers(o, called, sizeof called);
    int n = weights_numbers(line, where, &w, &o->wrong);
    if (n > 0 && n != o->dim)
        errors_add(&o->wrong, "%s: has %d numbers: must have %d, one for each %s%s", where, n, o->dim, called,
                   n > o->dim ? weights_hint(line) : "");
    if (n == o->dim) {
        if (o->n == 0) {
            o->first = o->line;
            o->iteration = o->empty_lines;
        }
        memcpy(o->w + (size_t)o->n * (size_t)o->dim, w, (size_t)o->dim * sizeof *w);
        o->n++;
    }
    return n == o->dim || n == 0; /* 0: a comment */
}

/* Waits for more input and reads it. False: the line is too long, or the service is to stop. */
static bool wait_for_more(Outside *o)
{
    if (o->in.used - o->in.taken > LINE_BYTES_MAX) {
        errors_add(&o->wrong, "standard input:%" PRId64 ": is longer than %d bytes", o->line + 1, LINE_BYTES_MAX);
        return false;
    }
    const StopCheck *s = monitor_check(o->monitor);
    while (!is_readable(CHECK_EVERY)) {
        if (o->setup.cluster != NULL) cluster_look(o->setup.cluster);
        o->stopped = s->poll(s->ctx, 0);
        if (o->stopped) return false;
    }
    read_more(&o->in);
    return true;
}

/* Reads a batch, which may be empty. False: no batch follows. */
static bool read_batch(Outside *o)
{
    for (o->n = 0; o->n < o->most;) {
        char *line = take_line(&o->in);
        bool between_lines = o->in.taken == o->in.used;
        if (line != NULL) {
            o->line++;
            if (line[strspn(line, " \t\r")] != '\0') {
                if (!add_vector(o, line)) return false;
            } else {
                o->empty_lines++;
                if (o->n > 0) return true;
            }
        } else if (o->n > 0 && between_lines && !o->in.ended && !is_readable(0)) {
            return true;
        } else if (o->in.ended || !wait_for_more(o)) {
            return false;
        }
    }
    return true;
}

/* ---- answering ---- */

static void print_answer(const ComparisonScores *played, const ReportedScore *score)
{
    const Summary s = report_summary(played->score, played->games);
    const double sd = score->value[REPORTED_SD], n = (double)played->games;
    const double cell[] = {score->value[REPORTED_MEAN], sd / sqrt(n), n, played->cost, s.median, sd, s.min, s.max};
    for (size_t i = 0; i < sizeof cell / sizeof *cell; i++) {
        if (i > 0) putchar('\t');
        isnan(cell[i]) ? fputs(RECORD_MISSING, stdout) : printf("%.17g", cell[i]);
    }
    putchar('\n');
}

static int answer_batch(Outside *o)
{
    const ComparisonSpec spec = {.player = o->player,
                                 .players = o->n,
                                 .rule = COMPARISON_ALL,
                                 .seed = o->config->experiment.seed,
                                 .purpose = RNG_EVALUATION,
                                 .iteration = o->fresh ? (uint64_t)o->iteration : 0,
                                 .games = o->games,
                                 .units = o->setup.objective[0].units};
    Experiment e = comparison_create(&spec);
    const Driver driver = {.experiment = &e, .evaluator = o->setup.evaluator, .cluster = o->setup.cluster, .monitor = o->monitor};
    DriverEnd end = driver_run(&driver, NULL);
    for (int i = 0; i < o->n && end == DRIVER_FINISHED; i++) {
        ComparisonScores played = comparison_scores(&e, i);
        const ReportedScore score = comparison_score(&e, i);
        print_answer(&played, &score);
    }
    e.kind->destroy(e.self);
    if (end == DRIVER_FINISHED) return fflush(stdout) == 0 ? STATUS_OK : STATUS_IO;
    return STATUS_STOPPED;
}

static int report_stop(const Outside *o)
{
    StopReason reason = monitor_reason(o->monitor);
    fprintf(stderr, "%s", monitor_sentence(reason));
    if (o->n > 0) fprintf(stderr, "; not answered from line %" PRId64 " on", o->first);
    fprintf(stderr, "\n");
    return (int)monitor_status(reason);
}

static int answer_all(Outside *o)
{
    int status = STATUS_OK;
    bool more = true;
    Cluster *cluster = o->setup.cluster;
    printf("mean\tsem\tgames\tpieces\tmedian\tsd\tmin\tmax\n");
    fflush(stdout);
    while (more && status == STATUS_OK) {
        if (cluster_leads(cluster)) more = read_batch(o);
        more = cluster_agree(cluster, more);
        if (cluster != NULL) { /* the batch goes to the other ranks */
            cluster_spread(cluster, &o->n, sizeof o->n);
            cluster_spread(cluster, &o->iteration, sizeof o->iteration);
            cluster_spread(cluster, o->w, (size_t)o->n * (size_t)o->dim * sizeof *o->w);
        }
        if (o->n > 0) status = cluster_agree(cluster, answer_batch(o)); /* rank 0 may have lost its standard output */
    }
    if (o->stopped || status == STATUS_STOPPED) return report_stop(o);
    if (status == STATUS_OK && o->in.error != 0) {
        fprintf(stderr, "standard input: cannot be read: %s\n", strerror(o->in.error));
        return STATUS_NO_INPUT;
    }
    if (status == STATUS_OK && o->wrong.n > 0) status = STATUS_DATA;
    message_errors(&o->wrong, "");
    return status;
}

int outside_serve(const Config *c, int64_t games, bool fresh, double max_time)
{
    assert(games >= 1);
    int64_t most = GAMES_MAX / games;
    Outside o = {.config = c,
                 .games = games,
                 .fresh = fresh,
                 .most = most < 1             ? 1
                         : most < VECTORS_MAX ? (int)most
                                              : VECTORS_MAX};
    setup_tasks(&o.setup, c, 1);
    engine_info_warn(stderr, &o.setup);
    const Space *space = &o.setup.objective[0].space;
    o.dim = space->dim;
    static const atomic_int never;
    const bool leads = cluster_leads(o.setup.cluster);
    o.monitor = monitor_create(NULL, leads ? max_time : 0, leads ? signals_install() : &never);
    o.w = mem_new((size_t)o.most, (size_t)o.dim * sizeof *o.w);
    o.player = mem_new((size_t)o.most, sizeof *o.player);
    for (int i = 0; i < o.most; i++) o.player[i] = (Contestant){.space = space, .x = o.w + (size_t)i * (size_t)o.dim};
    int status = o.setup.cluster != NULL ? ranks_ready(o.setup.cluster, &o.setup) : STATUS_OK;
    if (status == STATUS_OK) status = answer_all(&o);
    errors_free(&o.wrong);
    setup_free(&o.setup);
    monitor_destroy(o.monitor);
    free(o.in.text);
    free(o.player);
    free(o.w);
    return status;
}
