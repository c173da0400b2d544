#include "cli/outside.h"

#include "base/mem.h"
#include "cli/verbs.h"
#include "config/weights.h"
#include "experiment/comparison.h"
#include "file/message.h"
#include "file/status.h"
#include "run/driver.h"
#include "run/results.h"
#include "run/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* At most so many vectors, and games, in a batch: what comes after them is the next one. */
enum { VECTORS_MAX = 4096, GAMES_MAX = 100000000 };

/* Bytes that are read at once; that a line may have; milliseconds between two looks at signals and the clock while there is
 * nothing to read. */
enum { READ_BYTES = 65536, LINE_BYTES_MAX = 1 << 20, LOOK_EVERY = 200 };

/* text: used bytes from standard input, of which the first `taken` are done with; ended: there will be no more; error: errno, if
 * that is why. */
typedef struct {
    char *text;
    int used, room, taken, error;
    bool ended;
} Input;

/* w (most,dim), player (most): the batch, of n. line: the number of the last line; first: of the first vector of the batch;
 * empty_lines: so far; iteration: before the batch. stopped: while waiting. wrong: what is wrong with the line behind the batch.
 * */
typedef struct {
    const Options *o;
    const Config *config;
    Setup setup;
    Monitor *monitor;
    Input in;
    double *w;
    Contestant *player;
    int n, most, dim;
    int64_t line, first, empty_lines, iteration;
    bool stopped;
    Errors wrong;
} Outside;

/* ---- reading ---- */

static bool stopped(const Outside *s)
{
    const StopCheck *w = monitor_check(s->monitor);
    return w->poll(w->ctx, 0);
}

/* Whether there is something to read within so many milliseconds; the end is something. */
static bool readable(int milliseconds)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&p, 1, milliseconds) > 0;
}

/* Adds what there is. */
static void read_more(Input *in)
{
    memmove(in->text, in->text + in->taken, (size_t)(in->used - in->taken));
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

/* The next line that is there in whole, as a text; NULL: none is. At the end of the input a line needs no end of its own. */
static char *take_line(Input *in)
{
    int left = in->used - in->taken;
    if (left == 0) return NULL;
    char *line = in->text + in->taken, *end = memchr(line, '\n', (size_t)left);
    if (end == NULL && !in->ended) return NULL;
    if (end == NULL) end = line + left; /* there is room for a zero behind the text */
    *end = '\0';
    in->taken = end + 1 - in->text < in->used ? (int)(end + 1 - in->text) : in->used;
    return line;
}

static bool empty(const char *line)
{
    return line[strspn(line, " \t\r")] == '\0';
}

/* Adds the vector of a line to the batch; false: s->wrong. */
static bool take_vector(Outside *s, const char *line)
{
    char where[48];
    double *w = NULL;
    snprintf(where, sizeof where, "standard input:%" PRId64, s->line);
    int n = weights_numbers(line, where, &w, &s->wrong);
    if (n >= 0 && n != s->dim)
        errors_add(&s->wrong, "%s: has %d numbers: must have %d, one for each %s%s", where, n, s->dim,
                   config_uses(s->config, "agent") ? "feature of " : "coordinate of ",
                   config_uses(s->config, "agent") ? s->config->set->name : s->setup.objective[0].name);
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

/* Waits for more and reads it; false: there will be none, or none is wanted. */
static bool wait_for_more(Outside *s)
{
    if (s->in.used - s->in.taken > LINE_BYTES_MAX) {
        errors_add(&s->wrong, "standard input:%" PRId64 ": is longer than %d bytes", s->line + 1, LINE_BYTES_MAX);
        return false;
    }
    while (!readable(LOOK_EVERY)) {
        s->stopped = stopped(s);
        if (s->stopped) return false;
    }
    read_more(&s->in);
    return true;
}

/* Reads a batch, which may be empty. False: it is the last one. */
static bool read_batch(Outside *s)
{
    for (s->n = 0; s->n < s->most;) {
        char *line = take_line(&s->in);
        bool between_lines = s->in.taken == s->in.used;
        if (line != NULL) {
            s->line++;
            if (!empty(line)) {
                if (!take_vector(s, line)) return false;
            } else {
                s->empty_lines++;
                if (s->n > 0) return true;
            }
        } else if (s->n > 0 && between_lines && !s->in.ended && !readable(0)) {
            return true;
        } else if (s->in.ended || !wait_for_more(s)) {
            return false;
        }
    }
    return true;
}

/* ---- answering ---- */

static void print_header(void)
{
    printf("mean\tsem\tgames\tpieces\tmedian\tsd\tmin\tmax\n");
}

static void print_answer(const ComparisonScores *played)
{
    Summary s = report_summary(played->score, played->games);
    bool spread = s.stats.n > 1; /* one game says nothing about it */
    printf("%.17g\t%.17g\t%" PRId64 "\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\n", s.stats.mean, spread ? stats_sem(&s.stats) : NAN,
           s.stats.n, played->cost, s.median, spread ? stats_sd(&s.stats) : NAN, s.min, s.max);
}

/* Plays the batch and answers it. */
static int answer_batch(Outside *s)
{
    char why[PARAM_WHY_MAX];
    const ComparisonSpec spec = {.player = s->player,
                                 .players = s->n,
                                 .rule = COMPARISON_ALL,
                                 .seed = s->config->experiment.seed,
                                 .purpose = RNG_EVALUATION,
                                 .iteration = s->o->fresh ? (uint64_t)s->iteration : 0,
                                 .games = s->o->games};
    Experiment e = comparison_create(&spec);
    const Driver driver = {.experiment = &e,
                           .evaluator = s->setup.evaluator,
                           .monitor = s->monitor,
                           .quiet = true,
                           .turn_name = setup_cost_name(&s->setup)};
    DriverEnd end = driver_run(&driver, why, sizeof why);
    for (int i = 0; i < s->n && end == DRIVER_FINISHED; i++) {
        ComparisonScores played = comparison_scores(&e, i);
        print_answer(&played);
    }
    e.kind->destroy(e.self);
    if (end == DRIVER_FINISHED) return fflush(stdout) == 0 ? STATUS_OK : STATUS_IO;
    return STATUS_STOPPED;
}

static int say_stopped(const Outside *s)
{
    StopReason reason = monitor_reason(s->monitor);
    fprintf(stderr, "%s", monitor_sentence(reason));
    if (s->n > 0) fprintf(stderr, "; not answered from line %" PRId64 " on", s->first);
    fprintf(stderr, "\n");
    return reason == STOP_INTERRUPT ? STATUS_INTERRUPTED : STATUS_STOPPED;
}

static int serve(Outside *s)
{
    int status = STATUS_OK;
    bool more = true;
    print_header();
    fflush(stdout);
    while (more && status == STATUS_OK) {
        more = read_batch(s);
        if (s->n > 0) status = answer_batch(s);
    }
    if (s->stopped || status == STATUS_STOPPED) return say_stopped(s);
    if (status == STATUS_OK && s->in.error != 0) {
        fprintf(stderr, "standard input: cannot be read: %s\n", strerror(s->in.error));
        return STATUS_NO_INPUT;
    }
    message_errors(&s->wrong, "");
    return status == STATUS_OK && s->wrong.n > 0 ? STATUS_DATA : status;
}

int outside_serve(const Options *o, const Config *c)
{
    int64_t most = GAMES_MAX / o->games;
    Outside s = {.o = o, .config = c, .most = most < 1 ? 1 : most < VECTORS_MAX ? (int)most : VECTORS_MAX};
    setup_arenas(&s.setup, c, 1);
    const Space *space = &s.setup.objective[0].space;
    s.dim = space->dim;
    s.monitor = monitor_create(NULL, o->max_time);
    s.w = mem_new((size_t)s.most, (size_t)s.dim * sizeof *s.w);
    s.player = mem_new((size_t)s.most, sizeof *s.player);
    for (int i = 0; i < s.most; i++) s.player[i] = (Contestant){.space = space, .x = s.w + (size_t)i * (size_t)s.dim};
    int status = serve(&s);
    errors_free(&s.wrong);
    setup_free(&s.setup);
    monitor_destroy(s.monitor);
    free(s.in.text);
    free(s.player);
    free(s.w);
    return status;
}
