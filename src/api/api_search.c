/* api_search.c. A search whose positions another program evaluates: ask and tell.
 *
 * Idea: a search is a training as in the program, with allocation, re-selection and validation; only the answers come from the
 * caller. A play is one evaluation, and its score is minus the value. The due positions are always known, since the experiment is
 * asked when the search is opened, and after each tell. */
#include "api/call.h"
#include "base/hash.h"
#include "base/mem.h"
#include "config/config_read.h"
#include "experiment/train.h"
#include "file/files.h"
#include "file/message.h"
#include "run/tasks.h"
#include "store/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIM_MAX = 1000 }; /* as [objective] dim */

struct swt_search {
    Config config;           /* configuration of the search; not to be copied, so the struct is never moved */
    FunctionProblem problem; /* the box, and the names of the coordinates */
    Space space;             /* the box as the experiment borrows it */
    Trainings trainings;     /* one training, on objective 0, whose values the caller computes */
    Experiment experiment;   /* owned */
    uint64_t question;       /* fingerprint of configuration and box, to which a saved state belongs */
    Batch due;               /* the trials whose answers come next; empty: the search is finished */
    int n;                   /* number of their plays */
    Stopwatch since;         /* the search was opened */
    double before;           /* seconds spent before, if a state was restored */
    char *warnings;          /* owned */
    char *state;             /* the last result of swt_search_state; owned */
};

/* ---- opening ---- */

static swt_error *check_box(int dim, const double *lower, const double *upper)
{
    if (dim < 1 || dim > DIM_MAX) return fail(SWT_USAGE, "dim = %d: must be 1..%d", dim, DIM_MAX);
    if (lower == NULL || upper == NULL)
        return fail(SWT_USAGE, "%s: must be an array, and is NULL", lower == NULL ? "lower" : "upper");
    for (int i = 0; i < dim; i++) {
        const double least = config_least_width(lower[i], upper[i]);
        for (int end = 0; end < 2; end++) {
            const double x = end == 0 ? lower[i] : upper[i];
            if (!(fabs(x) <= WEIGHT_MOST))
                return fail(SWT_USAGE, "%s[%d] = %g: must be %s", end == 0 ? "lower" : "upper", i, x,
                            isfinite(x) ? "at most 1e100, either way" : "finite");
        }
        if (!(upper[i] - lower[i] >= least))
            return fail(SWT_USAGE, "upper[%d] = %.15g: must be at least %.3g above lower[%d] = %.15g", i, upper[i], least, i,
                        lower[i]);
    }
    return NULL;
}

/* Warns of keys that only affect how the program evaluates, or what it writes. */
static void warn_of_ignored(const Config *c, Errors *warnings)
{
    static const char *const ignored[][2] = {
        {"experiment", "threads"}, {"experiment", "mode"}, {"experiment", "engine"}, {"training", "log_positions"}};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        const ConfigKey *k = config_key(c, ignored[i][0], ignored[i][1]);
        if (k->kind != ORIGIN_GIVEN) continue;
        errors_add(warnings, "%s: %s = %s: is ignored: your program evaluates the positions, and can log them itself", k->origin,
                   k->row->key, config_show(k).text);
    }
}

static void make_box(swt_search *s, int dim, const double *lower, const double *upper)
{
    static const Function own = {.name = "own", .doc = "", .half_width = 1};
    function_make(&s->problem, &own, dim);
    memcpy(s->problem.lo, lower, (size_t)dim * sizeof *lower);
    memcpy(s->problem.hi, upper, (size_t)dim * sizeof *upper);
    s->space = (Space){.dim = dim, .lo = s->problem.lo, .hi = s->problem.hi, .names = s->problem.names};
}

/* A fingerprint of the configuration and the box of a search. */
static uint64_t question_of(const swt_search *s)
{
    OWNED char *text = NULL;
    FILE *f = files_memory(&text, NULL);
    config_print(&s->config, f, false);
    files_memory_close(f);
    SerialiserHash h = serialise_hash();
    serialise_reals(&h.serialise, "lower", s->problem.lo, s->space.dim);
    serialise_reals(&h.serialise, "upper", s->problem.hi, s->space.dim);
    return hash_bytes(h.hash, text, strlen(text));
}

/* Makes a new experiment. */
static void begin(swt_search *s)
{
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    s->experiment = train_create(&s->trainings.spec[0]);
    s->before = 0;
    s->since = stopwatch_start();
}

static void find_due(swt_search *s)
{
    s->n = 0;
    batch_clear(&s->due);
    s->experiment.kind->ask(s->experiment.self, &s->due);
    for (int i = 0; i < s->due.n; i++) s->n += s->due.t[i].plays;
}

static swt_error *open_search(swt_search *s, const char *ini, int dim, const double *lower, const double *upper, Errors *warnings)
{
    Errors errors = {0};
    const Config *c = &s->config;
    if (ini == NULL) return fail(SWT_USAGE, "ini: must be the text of an ini, and is NULL");
    swt_error *wrong = check_box(dim, lower, upper);
    if (wrong != NULL) return wrong;
    if (!config_read_own(&s->config, "ini", ini, &errors, warnings)) return fail_lines(SWT_CONFIG, &errors);
    warn_of_ignored(c, warnings);
    make_box(s, dim, lower, upper);
    s->trainings = (Trainings){.spec = mem_new(1, sizeof *s->trainings.spec), .from = mem_new(1, sizeof(double *)), .n = 1};
    s->trainings.spec[0] = (TrainSpec){.options = c->train,
                                       .optimiser = c->optimiser,
                                       .optimiser_options = c->optimiser_options,
                                       .space = &s->space,
                                       .units = {config_units(c), config_units(c)},
                                       .seed = c->experiment.seed};
    if (!trainings_read_from(&s->trainings, c, 0, &errors) || !trainings_pay(c, &s->trainings.spec[0], NULL, &errors))
        return fail_lines(SWT_CONFIG, &errors);
    s->question = question_of(s);
    begin(s);
    find_due(s);
    return NULL;
}

swt_error *swt_search_open(swt_search **out, const char *ini, int dim, const double *lower, const double *upper)
{
    if (out == NULL) return fail(SWT_USAGE, "out: must be the address of a pointer to a search, and is NULL");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    swt_search *s = mem_new(1, sizeof *s);
    swt_error *wrong = open_search(s, ini, dim, lower, upper, &warnings);
    s->warnings = fail_join(&warnings);
    if (wrong != NULL) swt_search_close(s);
    *out = wrong == NULL ? s : NULL;
    return wrong;
}

void swt_search_close(swt_search *s)
{
    if (s == NULL) return;
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    batch_free(&s->due);
    trainings_free(&s->trainings);
    function_free(&s->problem);
    config_free(&s->config);
    free(s->warnings);
    free(s->state);
    free(s);
}

const char *swt_search_warnings(const swt_search *s)
{
    return s != NULL ? s->warnings : "";
}

static swt_error *fail_no_search(void)
{
    return fail(SWT_USAGE, "search: must be one that is open, and is NULL");
}

/* ---- ask and tell ---- */

int swt_search_due(const swt_search *s)
{
    return s != NULL ? s->n : 0;
}

/* What is wrong with the arguments of an ask or a tell; NULL: nothing. */
static swt_error *check_turn(const swt_search *s, const char *name, const double *array, int n)
{
    if (s == NULL) return fail_no_search();
    if (s->n == 0) return fail(SWT_UNAVAILABLE, "the search is finished, and asks no more");
    if (n != s->n) return fail(SWT_USAGE, "n = %d: must be %d, the positions that are due", n, s->n);
    return array == NULL ? fail(SWT_USAGE, "%s: must be an array, and is NULL", name) : NULL;
}

static swt_error *check_dim(const swt_search *s, int dim)
{
    return dim != s->space.dim ? fail(SWT_USAGE, "dim = %d: must be %d", dim, s->space.dim) : NULL;
}

swt_error *swt_search_ask(const swt_search *s, double *x, int n, int dim)
{
    swt_error *wrong = check_turn(s, "x", x, n);
    if (wrong == NULL) wrong = check_dim(s, dim);
    if (wrong != NULL) return wrong;
    for (int i = 0; i < s->due.n; i++)
        for (int k = 0; k < s->due.t[i].plays; k++, x += dim) memcpy(x, s->due.t[i].x, (size_t)dim * sizeof *x);
    return NULL;
}

static double seconds_of(swt_search *s)
{
    return s->before + stopwatch_seconds(&s->since);
}

/* Whether the time budget ends the training now; never before the first iteration is complete. */
static bool is_time_over(swt_search *s)
{
    const double minutes = s->config.train.training.minutes;
    return minutes > 0 && seconds_of(s) >= 60 * minutes && experiment_result(&s->experiment).x != NULL &&
           !s->experiment.kind->ending(s->experiment.self);
}

swt_error *swt_search_tell(swt_search *s, const double *value, int n)
{
    swt_error *wrong = check_turn(s, "value", value, n);
    if (wrong != NULL) return wrong;
    batch_seat(&s->due);
    for (int i = 0; i < s->due.n; i++)
        for (int k = 0; k < s->due.t[i].plays; k++) {
            s->due.t[i].y[k].score = -*value++;
            s->due.t[i].y[k].cost = 1;
            atomic_store(&s->due.t[i].y[k].done, true);
        }
    s->experiment.kind->tell(s->experiment.self, s->due.t, s->due.n, NULL);
    if (is_time_over(s)) s->experiment.kind->time_up(s->experiment.self);
    find_due(s);
    return NULL;
}

double swt_search_share(const swt_search *s)
{
    return s != NULL ? s->experiment.kind->progress(s->experiment.self, 0) : 0;
}

const char *swt_search_phase(const swt_search *s)
{
    return s != NULL ? s->experiment.kind->phase(s->experiment.self) : "";
}

swt_error *swt_search_best(const swt_search *s, double *x, int dim, swt_reported *reported)
{
    if (s == NULL) return fail_no_search();
    const Result r = experiment_result(&s->experiment);
    swt_error *wrong = check_dim(s, dim);
    if (wrong != NULL) return wrong;
    if (r.x == NULL || r.n_reported == 0) return fail(SWT_UNAVAILABLE, "nothing has been found yet: no iteration is complete");
    if (x != NULL) memcpy(x, r.x, (size_t)dim * sizeof *x);
    if (reported != NULL) *reported = reported_of(&r.reported[r.n_reported - 1], true);
    return NULL;
}

/* ---- the state as text ---- */

static void serialise(swt_search *s, Serialiser *v)
{
    uint64_t question = s->question;
    double seconds = v->loading ? 0 : seconds_of(s);
    serialise_u64(v, "question", &question);
    serialise_reals(v, "seconds", &seconds, 1);
    if (question != s->question) v->failed = true;
    s->experiment.kind->serialise(s->experiment.self, v);
    if (v->loading) s->before = seconds;
}

const char *swt_search_state(swt_search *s)
{
    Saver saver;
    if (s == NULL) return "";
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    saver_start(&saver);
    serialise(s, &saver.serialise);
    saver_finish(&saver);
    free(s->state);
    return s->state = saver.text;
}

swt_error *swt_search_restore(swt_search *s, const char *state)
{
    if (s == NULL) return fail_no_search();
    if (state == NULL) return fail(SWT_USAGE, "state: must be the text of one, and is NULL");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    CLOSED(loader_free) Loader loader;
    if (!loader_start(&loader, mem_text(state), strlen(state)))
        return fail(SWT_DATA, "state: cannot be restored: %s", loader.why);
    begin(s);
    serialise(s, &loader.serialise);
    const bool good = !loader.serialise.failed && loader_at_end(&loader);
    if (!good) begin(s);
    find_due(s);
    if (good) return NULL;
    return fail(SWT_DATA, "state: cannot be restored: it is of another ini or box; the search begins anew");
}
