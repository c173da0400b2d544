/* campaign.c. Reads and checks the list of settings of a study, and runs its trainings: as processes, or all in this one on
 * several ranks. */
#include "cli/campaign.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/verbs.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "file/terminal.h"
#include "run/batch_runner.h"
#include "run/environment.h"
#include "run/pool.h"
#include "run/progress.h"
#include "run/signals.h"
#include "store/rundir.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

/* ---- the two files of a list ---- */

bool variants_are_meant(const Command *o)
{
    assert(o->args >= 1);
    for (int i = 0; i < o->args; i++)
        if (!files_is_directory(o->arg[i]) && (files_ends_in(o->arg[i], ".list") || files_ends_in(o->arg[i], ".ini")))
            return true;
    return false;
}

/* The path with `other` in place of its end. Owned by the caller. */
static char *beside(const char *path, const char *end, const char *other)
{
    return text_new("%.*s%s", (int)(strlen(path) - strlen(end)), path, other);
}

/* Finds the ini and the list that the arguments name. If only one is named, the other lies beside it, under the same name. */
static int find_files(Variants *v, const Command *o)
{
    for (int i = 0; i < o->args; i++) {
        char **file = files_ends_in(o->arg[i], ".list") ? &v->list : files_ends_in(o->arg[i], ".ini") ? &v->ini : NULL;
        if (file == NULL || *file != NULL)
            return verb_fail(
                STATUS_USAGE,
                "%s: a study is of one list and one ini, or of directories of runs: swarmtris study FILE.ini FILE.list",
                o->arg[i]);
        *file = mem_text(o->arg[i]);
    }
    const bool named = v->list != NULL;
    for (int i = 0; i < o->args && o->args > 1; i++)
        if (!files_exists(o->arg[i])) return verb_fail(STATUS_NO_INPUT, "%s: no such file", o->arg[i]);
    if (v->list == NULL) v->list = beside(v->ini, ".ini", ".list");
    if (v->ini == NULL) v->ini = beside(v->list, ".list", ".ini");
    const char *given = named ? v->list : v->ini, *other = named ? v->ini : v->list;
    if (files_exists(given) && !files_exists(other))
        return verb_fail(STATUS_NO_INPUT, "%s: there is no %s beside it; name both: swarmtris study FILE.ini FILE.list", given,
                         other);
    return STATUS_OK;
}

/* ---- the list ---- */

static int refuse(const Variants *v, int number, const char *name, const char *why)
{
    return verb_fail(STATUS_CONFIG, "%s:%d: %s: %s", v->list, number, name, why);
}

static int add_line(Variants *v, int number, char *text, const Command *o)
{
    char *rest = NULL;
    text[strcspn(text, "#")] = '\0';
    const char *name = strtok_r(text, blanks, &rest);
    if (name == NULL) return STATUS_OK;
    if (strpbrk(name, "/=") != NULL || name[0] == '.' || strcmp(name, "charts") == 0)
        return refuse(v, number, name, "must be a name for the variant, which becomes a directory, before its settings");
    for (int i = 0; i < v->lines; i++)
        if (strcmp(v->line[i].name, name) == 0) return refuse(v, number, name, "there is a variant of this name already");
    v->line = mem_grow(v->line, &v->room, v->lines + 1, sizeof *v->line);
    VariantLine *l = &v->line[v->lines++];
    *l = (VariantLine){.name = mem_text(name), .origin = text_new("%s:%d", v->list, number)};
    while ((text = strtok_r(NULL, blanks, &rest)) != NULL) settings_add(&l->own, l->origin, "%s", text);
    settings_add_given(&l->own, o); /* values of the command line override those of the list */
    return STATUS_OK;
}

static int read_list(Variants *v, const Command *o)
{
    char *text = verbs_text(v->list, NULL);
    int status = STATUS_OK, number = 0;
    if (text == NULL) return STATUS_NO_INPUT;
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        const int added = add_line(v, ++number, line, o);
        if (status == STATUS_OK) status = added;
    }
    free(text);
    if (status == STATUS_OK && v->lines == 0)
        status = verb_fail(STATUS_CONFIG, "%s: has no variant: a line is a name and settings, section.key=value", v->list);
    return status;
}

/* ---- whether they can be trained ---- */

/* Adds those lines that are not in the list yet: a mistake in the ini is repeated for every variant. */
static void add_new(Errors *all, const Errors *errors)
{
    for (int i = 0; i < errors->n; i++) {
        bool there = false;
        for (int k = 0; k < all->n; k++) there = there || strcmp(all->line[k], errors->line[i]) == 0;
        if (!there) errors_add(all, "%s", errors->line[i]);
    }
}

enum { NAMES = 300 }; /* bytes for the names of variants; what does not fit is cut off */

/* A warning, and the variants that it is about. */
typedef struct {
    char *text;    /* the sentence; owned */
    Text variants; /* their names, with commas; its buffer is owned */
    int n;         /* number of these variants */
} Warning;

/* All errors and warnings about the variants, each sentence once. All owned. */
typedef struct {
    Errors errors;
    Warning *warning; /* (n) */
    int n, room;      /* warnings; warnings that there is memory for */
} Said;

static void add_warning(Said *s, const char *text, const char *variant)
{
    int i = 0;
    while (i < s->n && strcmp(s->warning[i].text, text) != 0) i++;
    if (i == s->n) {
        s->warning = mem_grow(s->warning, &s->room, ++s->n, sizeof *s->warning);
        s->warning[i] = (Warning){.text = mem_text(text), .variants = text_in(mem_new(NAMES, 1), NAMES)};
    }
    Warning *w = &s->warning[i];
    text_add(&w->variants, "%s%s", w->n++ > 0 ? ", " : "", variant);
}

/* Prints errors and warnings, each warning with its variants unless all (lines) have it, and frees them. */
static void print_said(Said *s, int lines)
{
    Errors warnings = {0};
    for (int i = 0; i < s->n; i++) {
        Warning *w = &s->warning[i];
        errors_add(&warnings, w->n == lines ? "%s" : "%s (%s)", w->text, w->variants.at);
        free(w->text);
        free(w->variants.at);
    }
    message_errors(&s->errors, "");
    message_errors(&warnings, "warning: ");
    free(s->warning);
}

/* Adds to *s the errors that keep the variant from being trained, and its warnings. */
static int check_line(const Variants *v, const VariantLine *l, const Command *o, Said *s)
{
    Config c;
    Setup setup = {0};
    Errors errors = {0}, warnings = {0};
    const Command with = settings_command(&l->own, o);
    int status = verbs_collect(&c, v->ini, &with, &errors, &warnings);
    if (status == STATUS_OK && !setup_train(&setup, &c, &errors, &warnings)) status = STATUS_CONFIG;
    add_new(&s->errors, &errors);
    for (int i = 0; i < warnings.n; i++) add_warning(s, warnings.line[i], l->name);
    errors_free(&errors);
    errors_free(&warnings);
    setup_free(&setup);
    config_free(&c);
    return status;
}

int variants_read(Variants *v, const Command *o)
{
    Said said = {0};
    *v = (Variants){0};
    int status = find_files(v, o);
    if (status == STATUS_OK) status = read_list(v, o);
    for (int i = 0; i < v->lines; i++) {
        const int checked = check_line(v, &v->line[i], o, &said);
        if (status == STATUS_OK) status = checked;
    }
    print_said(&said, v->lines);
    assert(status != STATUS_OK || v->lines > 0);
    return status;
}

void variants_free(Variants *v)
{
    for (int i = 0; i < v->lines; i++) {
        settings_free(&v->line[i].own);
        free(v->line[i].origin);
        free(v->line[i].name);
    }
    free(v->line);
    free(v->ini);
    free(v->list);
    *v = (Variants){0};
}

/* ---- trainings ---- */

typedef struct {
    char *run;               /* the directory of the run; owned */
    const VariantLine *line; /* borrowed */
    uint64_t seed;           /* seed of the training */
    char typed[24];          /* the seed as a word of the command */
} Training;

/* All trainings of a study. */
typedef struct {
    const Command *o;   /* borrowed */
    const Variants *v;  /* borrowed */
    const char *dir;    /* borrowed */
    Training *training; /* (n), owned: in the order in which they are begun */
    int n;              /* number of trainings */
    int ended;          /* trainings that have ended */
    int open;           /* trainings that were not finished before the campaign */
    int most;           /* processes at a time */
    int at_once;        /* trainings at a time that were asked for; 0: the usual number */
    int status;         /* of the first training that failed */
    bool stopping;      /* all trainings have been asked to stop */
    Monitor *monitor;   /* owned */
    double shown;       /* seconds of the monitor's clock when progress was shown last */
    double since;       /* seconds of that clock when progress last saw that a training had ended */
    int done;           /* trainings that have ended in this campaign, as far as progress knows */
} Campaign;

/* The seed of the ini, with the settings of the command line. */
static uint64_t first_seed(const Campaign *c)
{
    Config config;
    Errors ignored = {0};
    config_read(&config, c->v->ini, c->v->line[0].own.value, c->v->line[0].own.n, &ignored, &ignored); /* checked before */
    const uint64_t seed = config.experiment.seed;
    errors_free(&ignored);
    config_free(&config);
    return seed;
}

static void list_trainings(Campaign *c, int seeds)
{
    assert(c->v->lines >= 1 && c->n == 0);
    const uint64_t seed = first_seed(c);
    c->training = mem_new((size_t)seeds * (size_t)c->v->lines, sizeof *c->training);
    for (int k = 0; k < seeds; k++)
        for (int i = 0; i < c->v->lines; i++) {
            const VariantLine *l = &c->v->line[i];
            char *run = text_new("%s/%s/%02d", c->dir, l->name, k + 1);
            c->open += !rundir_finished(run);
            c->training[c->n++] = (Training){.run = run, .line = l, .seed = seed + (uint64_t)k};
        }
}

/* ---- progress ---- */

/* The time left is extrapolated from the moment when a training last ended, not from now. Trainings under way are partly done:
 * if they counted as not begun, the time left would grow with every second. */
static void show_progress(Campaign *c)
{
    const double now = monitor_seconds(c->monitor);
    const int columns = terminal_columns(stderr), done = c->ended - (c->n - c->open);
    if (done != c->done) c->since = now;
    c->done = done;
    if (c->o->quiet || now - c->shown < (columns > 0 ? 1 : progress_pause(now, true)) || done < 1) return;
    c->shown = now;
    const double left = c->since * c->open / done - now;
    if (columns > 0) terminal_control(stderr, "\r");
    fprintf(stderr, "study: %d of %d trainings, eta %s%s", c->ended, c->n, message_duration(left > 0 ? left : 0).text,
            columns > 0 ? "   " : "\n");
    fflush(stderr);
}

/* ---- as processes ---- */

static bool begin_process(void *ctx, int i, PoolCommand *p)
{
    const Campaign *c = ctx;
    Training *t = &c->training[i];
    char *above = text_new("%s/%s", c->dir, t->line->name);
    const char *const fixed[] = {c->o->argv[0], "train",     c->v->ini, "--out",    t->run,   "--seed",
                                 t->typed,      "--threads", "1",       "--resume", "--quiet"};
    int n = 0;
    snprintf(t->typed, sizeof t->typed, "%" PRIu64, t->seed);
    p->name = t->run;
    p->word = mem_new((size_t)t->line->own.n * 2 + 16, sizeof *p->word);
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) p->word[n++] = fixed[k];
    for (int k = 0; k < t->line->own.n; k++) {
        p->word[n++] = "--set";
        p->word[n++] = t->line->own.value[k].text;
    }
    const bool ready = files_make_directory(above);
    const int error = errno;
    free(above);
    errno = error;
    return ready;
}

static void look(void *ctx, int ended)
{
    Campaign *c = ctx;
    c->ended = ended;
    show_progress(c);
}

static void run_processes(Campaign *c)
{
    const Pool pool = {.n = c->n, .most = c->most, .begin = begin_process, .look = look, .ctx = c, .monitor = c->monitor};
    c->status = pool_run(&pool, &c->stopping);
    if (c->shown > 0 && terminal_columns(stderr) > 0) fputc('\n', stderr);
}

/* ---- on several ranks ---- */

/* Makes training i in this process, with the results that begin_process would give. */
static int make_member(void *ctx, int i, BatchRun *m)
{
    const Campaign *c = ctx;
    const Training *t = &c->training[i];
    const Command line = settings_command(&t->line->own, c->o);
    Settings own = {0};
    settings_add_given(&own, &line);
    settings_add(&own, "--seed", "experiment.seed=%" PRIu64, t->seed);
    Command with = settings_command(&own, c->o);
    with.resume = !c->o->force;
    with.quiet = true;
    m->dir = mem_text(t->run);
    Errors errors = {0}, said = {0}; /* warnings have been printed, once for all seeds */
    int status = verbs_collect(&m->config, c->v->ini, &with, &errors, &said);
    message_errors(&errors, "");
    errors_free(&said);
    m->config.server = NULL; /* the batch runner has it */
    if (status == STATUS_OK) status = verbs_allowed(&with, t->run);
    if (status == STATUS_OK) status = verbs_setup(&m->setup, &m->config, true);
    settings_free(&own);
    return status;
}

static void end_member(void *ctx)
{
    Campaign *c = ctx;
    c->ended++;
    show_progress(c);
}

/* The trainings share all ranks: as many at a time as there are threads, so that each has something to do. */
static void run_here(Campaign *c)
{
    enum { MOST = 64 };
    Server *server = c->o->server;
    const int each = server->peer[0].is.threads, all = each * server->ranks, most = all < MOST ? all : MOST;
    const BatchRunner batch_runner = {.n = c->n,
                                      .most = c->at_once > 0 ? c->at_once : most,
                                      .make = make_member,
                                      .ended = end_member,
                                      .ctx = c,
                                      .replace = c->o->force,
                                      .monitor = c->monitor,
                                      .server = server,
                                      .argc = c->o->argc,
                                      .argv = c->o->argv};
    c->status = batch_runner_run(&batch_runner);
    c->stopping = c->status == STATUS_STOPPED;
}

/* ---- all of it ---- */

/* Prints how to go on, after the sentence of a training whose file could not be written. */
static void say_how_to_go_on(const Campaign *c)
{
    int finished = 0;
    if (c->status != STATUS_IO && c->status != STATUS_CANT_CREATE) return;
    for (int i = 0; i < c->n; i++) finished += rundir_finished(c->training[i].run);
    fprintf(stderr, "%d of %d trainings are finished; once the files can be written, the same command goes on\n", finished, c->n);
}

/* Prints that the campaign was stopped. Returns its status. */
static int report_stop(const Campaign *c)
{
    const StopReason reason = monitor_reason(c->monitor);
    fprintf(stderr, "%s; the trainings are saved: the same command goes on\n", monitor_sentence(reason));
    return (int)monitor_status(reason);
}

/* Frees what the campaign owns, and returns its status. */
static int end_campaign(Campaign *c)
{
    for (int i = 0; i < c->n; i++) free(c->training[i].run);
    free(c->training);
    monitor_destroy(c->monitor);
    return c->status;
}

int campaign_repeat(const Command *o, uint64_t seed, int n, const char *dir)
{
    VariantLine line = {.own = {.value = o->value, .n = o->values}};
    const Variants v = {.ini = (char *)o->arg[0], .line = &line, .lines = 1};
    Campaign c = {.o = o, .v = &v, .dir = dir, .n = n, .open = n};
    c.training = mem_new((size_t)c.n, sizeof *c.training);
    for (int i = 0; i < c.n; i++)
        c.training[i] = (Training){.run = text_new("%s/%02d", dir, i + 1), .line = &line, .seed = seed + (uint64_t)i};
    c.monitor = monitor_create(files_at(dir, "STOP").text, o->max_time, signals_install());
    run_here(&c);
    if (c.stopping) c.status = report_stop(&c);
    return end_campaign(&c);
}

int campaign_run(const Command *o, const Variants *v, int seeds, int at_once, const char *dir)
{
    Campaign c = {.o = o, .v = v, .dir = dir, .at_once = at_once, .most = at_once > 0 ? at_once : processors_taken(NULL)};
    if (!files_make_directory(dir))
        return verb_fail((int)status_of_write(errno), "%s: cannot be created: %s", dir, strerror(errno));
    list_trainings(&c, seeds);
    c.monitor = monitor_create(files_at(dir, "STOP").text, o->max_time, signals_install());
    if (c.open > 0 && !o->quiet)
        fprintf(stderr, "%d of %d trainings to go, %d at a time, into %s\n", c.open, c.n, c.most < c.open ? c.most : c.open, dir);
    if (o->server != NULL)
        run_here(&c);
    else
        run_processes(&c);
    const int stopped = c.stopping ? report_stop(&c) : STATUS_OK;
    const bool failed = c.status != STATUS_OK && c.status != STATUS_STOPPED && c.status != STATUS_INTERRUPTED;
    say_how_to_go_on(&c);
    if (c.stopping && !failed) c.status = stopped;
    return end_campaign(&c);
}
