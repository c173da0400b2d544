/* campaign.c. Reads and checks the list of settings of a study, and runs its trainings: as processes, or all in this one on
 * several ranks. */
#include "cli/campaign.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/verbs.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "run/environment.h"
#include "run/pool.h"
#include "run/progress.h"
#include "run/signals.h"
#include "store/runs.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

/* ---- the two files of a list ---- */

bool variants_are_meant(const Command *c)
{
    assert(c->args >= 1);
    for (int i = 0; i < c->args; i++)
        if (!files_is_directory(c->arg[i]) && (files_ends_in(c->arg[i], ".list") || files_ends_in(c->arg[i], ".ini")))
            return true;
    return false;
}

/* The path with `other` in place of its end. Owned by the caller. */
static char *beside(const char *path, const char *end, const char *other)
{
    return text_new("%.*s%s", (int)(strlen(path) - strlen(end)), path, other);
}

/* Finds the ini and the list that the arguments name. If only one is named, the other lies beside it, under the same name. */
static int find_files(Variants *v, const Command *c)
{
    for (int i = 0; i < c->args; i++) {
        char **file = files_ends_in(c->arg[i], ".list") ? &v->list : files_ends_in(c->arg[i], ".ini") ? &v->ini : NULL;
        if (file == NULL || *file != NULL)
            return verb_fail(
                STATUS_USAGE,
                "%s: a study is of one list and one ini, or of directories of runs: swarmtris study FILE.ini FILE.list",
                c->arg[i]);
        *file = mem_text(c->arg[i]);
    }
    const bool named = v->list != NULL;
    for (int i = 0; i < c->args && c->args > 1; i++)
        if (!files_exists(c->arg[i])) return verb_fail(STATUS_NO_INPUT, "%s: no such file", c->arg[i]);
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

static int add_line(Variants *v, int number, char *text, const Command *c)
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
    settings_add_given(&l->own, c); /* values of the command line override those of the list */
    return STATUS_OK;
}

static int read_list(Variants *v, const Command *c)
{
    OWNED char *text = verbs_text(v->list, NULL);
    int status = STATUS_OK, number = 0;
    if (text == NULL) return STATUS_NO_INPUT;
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        const int added = add_line(v, ++number, line, c);
        if (status == STATUS_OK) status = added;
    }
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
static int check_line(Variants *v, const VariantLine *l, const Command *command, Said *s)
{
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup setup = {0};
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    const Command with = settings_command(&l->own, command);
    int status = verbs_collect(&c, v->ini, &with, &errors, &warnings);
    if (status == STATUS_OK && !setup_train(&setup, &c, &errors, &warnings)) status = STATUS_CONFIG;
    if (l == v->line) v->seed = c.experiment.seed;
    add_new(&s->errors, &errors);
    for (int i = 0; i < warnings.n; i++) add_warning(s, warnings.line[i], l->name);
    return status;
}

int variants_read(Variants *v, const Command *c)
{
    Said said = {0};
    *v = (Variants){0};
    int status = find_files(v, c);
    if (status == STATUS_OK) status = read_list(v, c);
    for (int i = 0; i < v->lines; i++) {
        const int checked = check_line(v, &v->line[i], c, &said);
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
    char seed[24];           /* seed of the training, as a word of the command */
    bool begun, ended;       /* in this campaign; ended: with STATUS_OK */
    double share;            /* the share of it that was done when it was last looked at, 0..1 */
} Training;

/* All trainings of a campaign. */
typedef struct {
    const Command *command; /* borrowed */
    const CampaignPlan *p;  /* borrowed */
    Training *training;     /* (n), owned: in the order in which they are begun */
    int n;                  /* number of trainings */
    int ended, told;        /* trainings that have ended in this campaign; those that p->ended has been called for */
    int at_once;            /* trainings at a time */
    char threads[16];       /* of each training, as a word of the command */
    double first;           /* the share of the campaign that was done before it began here */
    int status;             /* of the first training that failed */
    StopReason reason;      /* why all trainings have been asked to stop; STOP_NOT: they have not been */
    Monitor *monitor;       /* owned */
    Progress progress;
} Campaign;

/* The share of the campaign that is done, 0..1. */
static double share_done(const Campaign *c)
{
    double sum = 0;
    for (int i = 0; i < c->n; i++) {
        Training *t = &c->training[i];
        if (t->begun && !t->ended) t->share = journal_share(t->run);
        sum += t->share;
    }
    return sum / c->n;
}

/* Lists the trainings; returns how many are not finished. */
static int list_trainings(Campaign *c)
{
    const CampaignPlan *p = c->p;
    int open = 0;
    c->training = mem_new((size_t)p->seeds * (size_t)p->v->lines, sizeof *c->training);
    for (int k = 0; k < p->seeds; k++)
        for (int i = 0; i < p->v->lines; i++) {
            const VariantLine *l = &p->v->line[i];
            Training *t = &c->training[c->n++];
            char *run = l->name != NULL ? text_new("%s/%s/%02d", p->dir, l->name, k + 1) : text_new("%s/%02d", p->dir, k + 1);
            const bool finished = rundir_finished(run);
            open += !finished;
            *t = (Training){.run = run, .line = l, .share = finished ? 1 : journal_share(run)};
            snprintf(t->seed, sizeof t->seed, "%" PRIu64, p->v->seed + (uint64_t)k);
        }
    c->first = share_done(c);
    return open;
}

/* Shows the progress, unless it is too early. end: a training has ended. */
static void show_progress(Campaign *c, bool end)
{
    const double now = monitor_seconds(c->monitor);
    if (!progress_due(&c->progress, now, end)) return;
    OWNED char *done = text_new("%s: %d of %s", c->command->verb->name, c->ended, message_count(c->n, "trainings").text);
    const ProgressState s = {.phase = done, .share = share_done(c), .first_share = c->first, .seconds = now};
    progress_show(&c->progress, &s, end);
}

/* Notes that training i has ended well, and reports those that can be reported in their order. */
static void end_training(void *ctx, int i)
{
    Campaign *c = ctx;
    c->training[i].ended = true;
    c->training[i].share = 1;
    c->ended++;
    show_progress(c, true);
    for (; c->p->ended != NULL && c->told < c->n && c->training[c->told].ended; c->told++) {
        progress_end(&c->progress);
        c->p->ended(c->p->ctx, c->told, c->training[c->told].run);
    }
}

/* ---- as processes ---- */

static void begin_process(void *ctx, int i, PoolCommand *p)
{
    const Campaign *c = ctx;
    const Command *command = c->command;
    Training *t = &c->training[i];
    const char *const fixed[] = {command->argv[0], "train", c->p->v->ini, "--out", t->run, "--seed", t->seed};
    int n = 0;
    t->begun = true;
    p->name = t->run;
    p->typed = command->typed;
    p->word = mem_new((size_t)t->line->own.n * 2 + 16, sizeof *p->word);
    for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) p->word[n++] = fixed[k];
    p->word[n++] = command->force ? "--force" : "--resume";
    p->word[n++] = command->verbose ? "--verbose" : "--quiet";
    if (c->p->given) p->word[n++] = "--threads", p->word[n++] = c->threads;
    for (int k = 0; k < t->line->own.n; k++) {
        p->word[n++] = "--set";
        p->word[n++] = t->line->own.value[k].text;
    }
}

static void look(void *ctx)
{
    show_progress(ctx, false);
}

static void run_processes(Campaign *c)
{
    const Pool pool = {.n = c->n,
                       .most = c->at_once,
                       .begin = begin_process,
                       .ended = end_training,
                       .look = look,
                       .ctx = c,
                       .shows = c->command->verbose,
                       .monitor = c->monitor};
    bool stopped;
    setenv("OMP_NUM_THREADS", c->threads, 1);
    c->status = pool_run(&pool, &stopped);
    if (stopped) c->reason = monitor_reason(c->monitor);
}

/* ---- on several ranks: one after the other in this process ---- */

/* Trains number i, with the result that its process would have. */
static int train_here(Campaign *c, int i)
{
    const Training *t = &c->training[i];
    const double most = c->command->max_time, left = most - monitor_seconds(c->monitor);
    const Command line = settings_command(&t->line->own, c->command);
    CLOSED(settings_free) Settings own = {0};
    settings_add_given(&own, &line);
    settings_add(&own, "--seed", "experiment.seed=%s", t->seed);
    Command with = settings_command(&own, c->command);
    with.resume = !c->command->force;
    with.quiet = !c->command->verbose;
    with.max_time = most > 0 ? fmax(left, 0.001) : 0;
    CLOSED(config_free) Config config;
    Errors errors = {0};
    CLOSED(errors_free) Errors said = {0}; /* warnings have been printed, once for all seeds */
    int status = verbs_collect(&config, c->p->v->ini, &with, &errors, &said);
    message_errors(&errors, "");
    if (status == STATUS_OK) status = verbs_allowed(&with, t->run, FOLDER_TRAINING);
    if (status == STATUS_OK) status = verbs_train_within(&with, &config, t->run, c->p->dir, &c->reason);
    return status;
}

/* ---- all of it ---- */

/* Prints how to go on, after the sentence of a training whose file could not be written. */
static void say_how_to_go_on(const Campaign *c)
{
    int finished = 0;
    if (c->status != STATUS_IO && c->status != STATUS_CANT_CREATE) return;
    for (int i = 0; i < c->n; i++) finished += rundir_finished(c->training[i].run);
    fprintf(stderr, "%d of %d trainings are finished; once the files can be written, the same command goes on%s\n", finished,
            c->n, c->p->v->list == NULL ? ", with --resume" : "");
}

/* Prints why the campaign was stopped. */
static void report_stop(const Campaign *c)
{
    OWNED char *command = message_command(c->command->argc, c->command->argv);
    fprintf(stderr, "%s; ", monitor_sentence(c->reason));
    if (c->p->v->list != NULL)
        fprintf(stderr, "the trainings are saved: the same command goes on\n");
    else
        fprintf(stderr, "saved, to go on type:\n  %s--resume\n", command);
}

/* Decides how many trainings run at a time, and on how many threads each. */
static void share_threads(Campaign *c, int open)
{
    const int threads = c->p->threads > 0 ? c->p->threads : processors_taken(NULL), wanted = open > 0 ? open : c->n;
    const int each = wanted < threads ? threads / wanted : 1;
    c->at_once = threads / each;
    snprintf(c->threads, sizeof c->threads, "%d", each);
    if (open > 0 && !c->command->quiet)
        fprintf(stderr, "%d of %d trainings to go, %d at a time, into %s\n", open, c->n,
                c->command->cluster != NULL ? 1
                : c->at_once < open         ? c->at_once
                                            : open,
                c->p->dir);
}

static FolderKind kind_of(const CampaignPlan *p)
{
    return p->v->list != NULL ? FOLDER_STUDY : FOLDER_REPEAT;
}

int campaign_allowed(const Command *c, const CampaignPlan *p)
{
    OWNED char *other = cluster_leads(c->cluster) ? folder_other_kind(p->dir, kind_of(p), c->force) : NULL;
    return other == NULL ? STATUS_OK : verb_fail(STATUS_CANT_CREATE, "%s", other);
}

int campaign_run(const Command *command, const CampaignPlan *p)
{
    Campaign c = {.command = command, .p = p};
    CLOSED(errors_free) Errors errors = {0};
    if (cluster_leads(command->cluster)) c.status = (int)folder_take(p->dir, kind_of(p), &errors);
    for (int i = 0; cluster_leads(command->cluster) && i < p->v->lines && p->v->list != NULL && c.status == STATUS_OK; i++) {
        OWNED char *own = files_path(p->dir, p->v->line[i].name); /* each variant of a study is a repeat */
        c.status = (int)folder_take(own, FOLDER_REPEAT, &errors);
    }
    message_errors(&errors, "");
    if (c.status != STATUS_OK) return c.status;
    share_threads(&c, list_trainings(&c));
    c.monitor = monitor_create(files_at(p->dir, "STOP").text, command->max_time, signals_install());
    progress_start(&c.progress, command->quiet, false);
    if (command->cluster == NULL) run_processes(&c);
    for (int i = 0; i < c.n && c.status == STATUS_OK && command->cluster != NULL; i++) {
        c.training[i].begun = true;
        c.status = train_here(&c, i);
        if (c.status == STATUS_OK) end_training(&c, i);
    }
    progress_end(&c.progress);
    const bool failed = c.status != STATUS_OK && c.status != STATUS_STOPPED && c.status != STATUS_INTERRUPTED;
    if (c.reason != STOP_NOT) report_stop(&c);
    say_how_to_go_on(&c);
    if (c.reason != STOP_NOT && !failed) c.status = (int)monitor_status(c.reason);
    for (int i = 0; i < c.n; i++) free(c.training[i].run);
    free(c.training);
    monitor_destroy(c.monitor);
    return c.status;
}
