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
static void say_numbers(const Outside *s, char *out, size_t room)
{
    const WeightTable *t = &s->config->weights;
    if (!config_uses(s->config, "game"))
        snprintf(out, room, "coordinate of %s", s->setup.objective[0].name);
    else
        snprintf(out, room, "%s of %s",
                 t->of_features                      ? "feature"
                 : s->config->kind->settings == NULL ? "weight"
                                                     : "setting",
                 t->name);
}

/* Adds the vector of a line to the batch. False: the line has a mistake, which is in s->wrong. */
static bool add_vector(Outside *s, const char *line)
{
    assert(s->n < s->most);
    char where[48], called[PARAM_TEXT_MAX];
    double *w = NULL;
    snprintf(where, sizeof where, "standard input:%" PRId64, s->line);
    say_numbers(s, called, sizeof called);
    int n = weights_numbers(line, where, &w, &s->wrong);
    if (n >= 0 && n != s->dim)
        errors_add(&s->wrong, "%s: has %d numbers: must have %d, one for each %s", where, n, s->dim, called);
    if (n == s->dim) {
        if (s->n == 0) {
            s->first = s->line;
            s->iteration = s->empty_lines;
        }
        memcpy(s->w + (size_t)s->n * (size_t)s->dim, w, (size_t)s->dim * sizeof *w);
        s->n++;
    }
    free(w);
    return n == s->dim;
}

/* Waits for more input and reads it. False: the line is too long, or the service is to stop. */
static bool wait_for_more(Outside *s)
{
    if (s->in.used - s->in.taken > LINE_BYTES_MAX) {
        errors_add(&s->wrong, "standard input:%" PRId64 ": is longer than %d bytes", s->line + 1, LINE_BYTES_MAX);
        return false;
    }
    const StopCheck *w = monitor_check(s->monitor);
    while (!is_readable(CHECK_EVERY)) {
        if (s->setup.cluster != NULL) cluster_look(s->setup.cluster);
        s->stopped = w->poll(w->ctx, 0);
        if (s->stopped) return false;
    }
    read_more(&s->in);
    return true;
}

/* Reads a batch, which may be empty. False: no batch follows. */
static bool read_batch(Outside *s)
{
    for (s->n = 0; s->n < s->most;) {
        char *line = take_line(&s->in);
        bool between_lines = s->in.taken == s->in.used;
        if (line != NULL) {
            s->line++;
            if (line[strspn(line, " \t\r")] != '\0') {
                if (!add_vector(s, line)) return false;
            } else {
                s->empty_lines++;
                if (s->n > 0) return true;
            }
        } else if (s->n > 0 && between_lines && !s->in.ended && !is_readable(0)) {
            return true;
        } else if (s->in.ended || !wait_for_more(s)) {
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

static int answer_batch(Outside *s)
{
    const ComparisonSpec spec = {.player = s->player,
                                 .players = s->n,
                                 .rule = COMPARISON_ALL,
                                 .seed = s->config->experiment.seed,
                                 .purpose = RNG_EVALUATION,
                                 .iteration = s->fresh ? (uint64_t)s->iteration : 0,
                                 .games = s->games,
                                 .units = s->setup.objective[0].units};
    Experiment e = comparison_create(&spec);
    const Driver driver = {.experiment = &e, .evaluator = s->setup.evaluator, .cluster = s->setup.cluster, .monitor = s->monitor};
    DriverEnd end = driver_run(&driver, NULL);
    for (int i = 0; i < s->n && end == DRIVER_FINISHED; i++) {
        ComparisonScores played = comparison_scores(&e, i);
        const ReportedScore score = comparison_score(&e, i);
        print_answer(&played, &score);
    }
    e.kind->destroy(e.self);
    if (end == DRIVER_FINISHED) return fflush(stdout) == 0 ? STATUS_OK : STATUS_IO;
    return STATUS_STOPPED;
}

static int report_stop(const Outside *s)
{
    StopReason reason = monitor_reason(s->monitor);
    fprintf(stderr, "%s", monitor_sentence(reason));
    if (s->n > 0) fprintf(stderr, "; not answered from line %" PRId64 " on", s->first);
    fprintf(stderr, "\n");
    return (int)monitor_status(reason);
}

static int answer_all(Outside *s)
{
    int status = STATUS_OK;
    bool more = true;
    Cluster *cluster = s->setup.cluster;
    printf("mean\tsem\tgames\tpieces\tmedian\tsd\tmin\tmax\n");
    fflush(stdout);
    while (more && status == STATUS_OK) {
        if (cluster_leads(cluster)) more = read_batch(s);
        more = cluster_agree(cluster, more);
        if (cluster != NULL) { /* the batch goes to the other ranks */
            cluster_spread(cluster, &s->n, sizeof s->n);
            cluster_spread(cluster, &s->iteration, sizeof s->iteration);
            cluster_spread(cluster, s->w, (size_t)s->n * (size_t)s->dim * sizeof *s->w);
        }
        if (s->n > 0) status = cluster_agree(cluster, answer_batch(s)); /* rank 0 may have lost its standard output */
    }
    if (s->stopped || status == STATUS_STOPPED) return report_stop(s);
    if (status == STATUS_OK && s->in.error != 0) {
        fprintf(stderr, "standard input: cannot be read: %s\n", strerror(s->in.error));
        return STATUS_NO_INPUT;
    }
    if (status == STATUS_OK && s->wrong.n > 0) status = STATUS_DATA;
    message_errors(&s->wrong, "");
    return status;
}

int outside_serve(const Config *c, int64_t games, bool fresh, double max_time)
{
    assert(games >= 1);
    int64_t most = GAMES_MAX / games;
    Outside s = {.config = c,
                 .games = games,
                 .fresh = fresh,
                 .most = most < 1             ? 1
                         : most < VECTORS_MAX ? (int)most
                                              : VECTORS_MAX};
    setup_tasks(&s.setup, c, 1);
    engine_info_warn(stderr, &s.setup);
    const Space *space = &s.setup.objective[0].space;
    s.dim = space->dim;
    static const atomic_int never;
    const bool leads = cluster_leads(s.setup.cluster);
    s.monitor = monitor_create(NULL, leads ? max_time : 0, leads ? signals_install() : &never);
    s.w = mem_new((size_t)s.most, (size_t)s.dim * sizeof *s.w);
    s.player = mem_new((size_t)s.most, sizeof *s.player);
    for (int i = 0; i < s.most; i++) s.player[i] = (Contestant){.space = space, .x = s.w + (size_t)i * (size_t)s.dim};
    int status = s.setup.cluster != NULL ? ranks_ready(s.setup.cluster, &s.setup) : STATUS_OK;
    if (status == STATUS_OK) status = answer_all(&s);
    errors_free(&s.wrong);
    setup_free(&s.setup);
    monitor_destroy(s.monitor);
    free(s.in.text);
    free(s.player);
    free(s.w);
    return status;
}
