/* verb_report.c. swarmtris report RUN...: one page of HTML about runs, with charts, weights and a game. */
#include "agent/feature_covariance.h"
#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "cli/named.h"
#include "cli/play.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"
#include "page/page.h"
#include "picture/scene.h"
#include "run/monitor.h"
#include "run/saved_run.h"
#include "run/signals.h"
#include "run/tasks.h"
#include "store/runs.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *out, *title; /* file and title of the page; NULL: the usual ones */
} ReportOptions;

typedef struct {
    const Command *c;
    FILE *body;       /* the stream into memory */
    Figures figures;  /* figures put so far */
    const char *room; /* a folder for charts, which is removed in the end */
    bool undrawn;     /* there was no gnuplot */
    Errors errors;
} Report;

/* Records the first turns of a game played with the weights; nothing if they belong to no agent. */
static void play(PageGame *game, const Config *c, const Weights *w, const char *dir)
{
    *game = (PageGame){0};
    if (!config_uses(c, "agent")) return;
    CLOSED(one_game_free) OneGame g;
    CLOSED(scene_free) Scene scene;
    Move move;
    OWNED char *word = message_word(dir);
    FILE *lines = files_memory(&game->lines, NULL);
    one_game_start(&g, c, w->w, signals_install());
    scene_start(&scene, c->game, c->rules);
    for (; g.turn < SHOW_TURNS && one_game_draw(&g) && one_game_turn(&g, NULL, &move); game->turns++)
        letters_turn(lines, &scene, g.before, move, g.state);
    files_memory_close(lines);
    if (scene.cell != NULL) game->width = scene.width, game->height = scene.height;
    game->command = text_new("swarmtris play %s --watch", word);
}

/* The standard deviations of the features among the moves of a decision, in games of the weights; owned by the caller. NULL: the
 * agent has other weights. */
static double *deviations(const Config *c, const double *w)
{
    const int n = c->weights.n;
    if (!config_uses(c, "agent") || !c->weights.of_features || !covariance_known(c->agent)) return NULL;
    CLOSED(tasks_free) Tasks t;
    tasks_start(&t, 1);
    tasks_find(&t, c, c->rules, ESTIMATOR_GAMES, 0, 0);
    double *x = mem_new((size_t)n * (size_t)n, sizeof *x);
    covariance_measure(&t.task->player, w, c->experiment.seed, x);
    for (int i = 0; i < n; i++) x[i] = sqrt(x[i * n + i]);
    return x;
}

/* Draws the charts of the runs (n) into a folder of their own in r->room. *folder: its path, owned by the caller. */
static Status draw(Report *r, const char *const *dir, int n, int number, char **folder)
{
    CLOSED(errors_free) Errors drawn = {0}, said = {0};
    *folder = text_new("%s/%d", r->room, number);
    /* Letters that a telephone can show, and a screen beside them. */
    const Charts how = {
        .format = "svg", .size = {760, 520, 0}, .points = 9.5, .hover = true, .out = *folder, .errors = &said, .drawn = &drawn};
    Status status = n > 1 ? charts_compare(&how, dir, n) : charts_run(&how, dir[0]);
    if (status == STATUS_UNAVAILABLE) { /* the page has the tables then */
        r->undrawn = true;
        status = STATUS_OK;
        errors_free(&said);
    }
    for (int i = 0; i < said.n; i++) errors_add(&r->errors, "%s", said.line[i]);
    return status;
}

/* The folder of charts that a study has left for dir, where none of its ways lie; NULL: there is none. Owned by the caller. */
static char *drawn_by_study(const char *dir)
{
    if (files_has(dir, "study.set")) return mem_text(dir);
    return files_has(dir, "charts/study.set") ? files_path(dir, "charts") : NULL;
}

/* The ways of training that a study of a list has tried, by name. *run: the first run of the first way, owned by the caller. The
 * ways and their configurations are to be freed. */
static PageWay *find_ways(const Folder *study, int *ways, char **run)
{
    CLOSED(errors_free) Errors ignored = {0};
    PageWay *way = mem_new((size_t)study->n + 1, sizeof *way);
    *ways = 0;
    for (int i = 0; i < study->n; i++) {
        bool trained;
        PageWay *w = &way[*ways];
        CLOSED(folder_free) Folder f = folder_read(study->entry[i]);
        const char *at = f.n > 0 ? f.entry[0] : study->entry[i];
        if (resume_read(&w->config, at, &trained, &ignored) == STATUS_OK) {
            w->name = files_name(study->entry[i]);
            if ((*ways)++ == 0) *run = mem_text(at);
        } else
            config_free(&w->config);
    }
    return way;
}

/* Adds the sections of a run, of a directory of runs, or of a folder that has charts already, such as that of a study. */
static int put(Report *r, const char *dir, int number)
{
    CLOSED(folder_free) Folder f = folder_read(dir);
    const bool study = f.kind == FOLDER_STUDY && f.n > 0, repeats = f.kind == FOLDER_REPEAT && f.n > 0;
    OWNED char *folder = study ? NULL : drawn_by_study(dir);
    const bool drawn = folder != NULL;
    OWNED char *first = NULL; /* the first run of a study */
    int ways = 0;
    OWNED PageWay *way = study ? find_ways(&f, &ways, &first) : NULL;
    const char *run = repeats ? f.entry[0] : first != NULL ? first : dir;
    CLOSED(errors_free) Errors ignored = {0};
    CLOSED(config_free) Config config = {0}, task = {0};
    CLOSED(weights_free) Weights weights = {0};
    PageGame game = {0};
    bool trained, weighed = false;
    int status = drawn ? (int)STATUS_OK : (int)draw(r, &dir, 1, number, &folder);
    const bool read = status == STATUS_OK && resume_read(&config, run, &trained, &ignored) == STATUS_OK;
    if (read && !repeats && config_uses(&config, "game") && files_has(dir, "weights.ini")) {
        status = task_read(&task, &weights, dir, r->c);
        weighed = status == STATUS_OK;
    }
    OWNED double *deviation = weighed ? deviations(&task, weights.w) : NULL;
    if (weighed) play(&game, &task, &weights, dir);
    if (status == STATUS_OK) {
        OWNED char *command = drawn && ways == 0 ? NULL : verbs_again(run, false);
        const PageRun page = {.dir = dir,
                              .run = run,
                              .charts = folder,
                              .command = command,
                              .config = read ? &config : NULL,
                              .searched = files_has(run, "metrics.tsv"),
                              .way = way,
                              .ways = ways,
                              .weights = weighed ? &weights : NULL,
                              .table = &task.weights,
                              .deviation = deviation,
                              .game = read && game.turns > 0 ? &game : NULL};
        status = (int)page_put(r->body, &r->figures, &page, &r->errors);
    }
    for (int i = 0; i < ways; i++) {
        free(way[i].name);
        config_free(&way[i].config);
    }
    free(game.lines);
    free(game.command);
    return status;
}

/* Adds the charts of all runs together, then the sections of each. */
static int put_all(Report *r)
{
    const Command *c = r->c;
    int status = STATUS_OK;
    if (c->args > 1) {
        OWNED char *folder = NULL;
        status = (int)draw(r, c->arg, c->args, 0, &folder);
        fputs("<header><h1>The runs together</h1></header>\n<section>\n", r->body);
        if (status == STATUS_OK) status = (int)figures_put(r->body, &r->figures, folder, c->arg[0], &r->errors);
        fputs("</section>\n", r->body);
    }
    for (int i = 0; i < c->args && status == STATUS_OK; i++) status = put(r, c->arg[i], i + 1);
    return status;
}

static int write_page(Report *r, const char *path, const char *body)
{
    const Charts how = {.errors = &r->errors};
    const ReportOptions *own = r->c->own;
    OWNED char *plots = chart_scripts(&how), *name = files_name(r->c->arg[0]), *style = NULL, *script = NULL;
    int status = plots != NULL ? STATUS_IO : STATUS_INTERNAL;
    if (plots != NULL) style = verbs_text(files_at(plots, "report.css").text, NULL);
    if (style != NULL) script = verbs_text(files_at(plots, "report.js").text, NULL);
    if (script != NULL) {
        size_t size;
        OWNED char *page = page_whole(own->title != NULL ? own->title : name, body, style, script, &size);
        status = verbs_write(path, page, size);
    }
    return status;
}

/* Whether each argument is a directory with something for a page; if not, prints what is wrong. */
static bool check(const Command *c)
{
    bool good = true;
    for (int i = 0; i < c->args && good; i++) {
        OWNED char *study = drawn_by_study(c->arg[i]);
        good = files_is_directory(c->arg[i]);
        if (!good)
            fprintf(stderr, "%s: must be the directory of a run\n", c->arg[i]);
        else if (study == NULL)
            good = !named_explain(c->verb, c->arg[i]);
    }
    return good;
}

static int run(const Command *command)
{
    const ReportOptions *own = command->own;
    int status = verbs_readable(command->arg, command->args, false);
    if (status == STATUS_OK && !check(command)) status = STATUS_NO_INPUT;
    if (status != STATUS_OK) return status;
    OWNED char *path = own->out != NULL ? mem_text(own->out) : files_path(command->arg[0], "report.html"), *body = NULL;
    CLOSED(files_room_end) FilesDraft room; /* beside the page: if there is no place for the one, there is none for the other */
    if (!files_room_begin(&room, path))
        return verb_fail((int)status_of_write(errno), "%s: cannot be written: %s", path, strerror(errno));
    const atomic_int *asked = signals_install(); /* so that a signal does not keep the room from being removed */
    Report r = {.c = command, .body = files_memory(&body, NULL), .figures.room = FIGURES_ROOM, .room = room.draft};
    status = put_all(&r);
    files_memory_close(r.body);
    const Status stopped = monitor_status((StopReason)atomic_load(asked));
    if (status == STATUS_OK && stopped == STATUS_OK) status = write_page(&r, path, body);
    if (stopped != STATUS_OK) {
        errors_free(&r.errors); /* even those of charts whose gnuplot was stopped */
        status = (int)stopped;
    }
    message_errors(&r.errors, "");
    if (status == STATUS_OK && r.undrawn)
        fprintf(stderr, "warning: gnuplot is not installed (Debian package gnuplot-nox): %s has tables in place of charts\n",
                path);
    if (status == STATUS_OK) printf("%s\n", path);
    return status;
}

static const Option options[] = {
    {"--out", "FILE.html", OPTION_AT(ReportOptions, out, OPTION_TEXT), .doc = "the page; default report.html in the first run"},
    {"--title", "TEXT", OPTION_AT(ReportOptions, title, OPTION_TEXT), .doc = "page title in place of the run's name"},
    {0},
};

const Verb verb_report = {
    .name = "report",
    .arguments = "RUN...",
    .least = 1,
    .most = INT_MAX,
    .doc = "makes a page of HTML of a run or of several, with charts, weights and a game to step through",
    .note = "The page is one file that needs no network. RUN is what 'swarmtris plot' draws, or the folder of a study.",
    .example = "swarmtris report runs/first --out first.html",
    .options = {options, options_quiet},
    .bytes = sizeof(ReportOptions),
    .run = run,
};
