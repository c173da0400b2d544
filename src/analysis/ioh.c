/* ioh.c. Writes trainings as IOHprofiler's analyser reads them. */
#include "analysis/ioh.h"

#include "analysis/chart_tables.h"
#include "analysis/export.h"
#include "analysis/learning_curves.h"
#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/json.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One training. */
typedef struct {
    char *algorithm; /* owned */
    char *function;  /* owned */
    int dim;         /* coordinates of its positions */
    bool errors;     /* values are errors, less is better */
    int points;      /* iterations */
    double *cost;    /* (points), owned: so far */
    double *best;    /* (points), owned */
} Course;

typedef struct {
    Course *course; /* (n), owned */
    int n;
    const char *folder;
    Errors *errors;
} Ioh;

/* ---- reading ---- */

/* The name of the function: "sphere", or for games "tetris-cs3243-10x20". Other settings are not in the name, which becomes a
 * part of file names. */
static char *function_of(const Ini *ini)
{
    const IniEntry *kind = ini_find(ini, "objective", "kind"), *game = ini_find(ini, "game", "kind");
    const IniEntry *features = ini_find(ini, "agent", "features"), *width = ini_find(ini, "game", "width");
    const IniEntry *height = ini_find(ini, "game", "height");
    if (ini_find(ini, "meta", "tune") != NULL) return mem_text("meta");
    char *name = game == NULL ? mem_text(kind != NULL ? kind->value : "unknown")
                              : text_new("%s%s%s%s%s%s%s", game->value, features != NULL ? "-" : "",
                                         features != NULL ? features->value : "", width != NULL ? "-" : "",
                                         width != NULL ? width->value : "", height != NULL ? "x" : "",
                                         height != NULL ? height->value : "");
    for (char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("-.+", *c) == NULL) *c = '_';
    return name;
}

/* The name of the directory above runs 01, 02, ..., or that of the run itself. */
static char *algorithm_of(const char *run)
{
    OWNED char *name = files_name(run);
    const bool numbered = strspn(name, "0123456789") == strlen(name);
    return numbered ? files_name(files_at(run, "..").text) : mem_text(name);
}

/* Reads from traits.tsv whether scores are errors with a minus sign. */
static Status read_kind(const char *run, bool *minimised, Errors *errors)
{
    CLOSED(run_units_free) RunUnits t;
    const Status status = run_units_read(&t, run, errors);
    *minimised = t.value[RUN_UNITS_KIND] != NULL && strcmp(t.value[RUN_UNITS_KIND], "error") == 0;
    return status;
}

/* Fills in what is known of a run besides its metrics.tsv. */
static Status describe(Course *c, const char *run, Errors *errors)
{
    CLOSED(ini_free) Ini ini;
    CLOSED(run_reported_free) RunReported reported = {0};
    Status status = ini_read_in(&ini, run, "config.ini", errors);
    *c = (Course){.algorithm = algorithm_of(run), .function = function_of(&ini)};
    if (status == STATUS_OK) status = run_reported_read(&reported, run, errors);
    c->dim = reported.dim;
    if (status == STATUS_OK) status = read_kind(run, &c->errors, errors);
    return status;
}

static Status read_course(Course *c, const char *run, Errors *errors)
{
    static const TableNeeds needs = {"metrics.tsv", "", TABLES_COST " best_score", NULL};
    CLOSED(tsv_free) Tsv t;
    double highest = -HUGE_VAL;
    Status status = tables_read(&t, run, &needs, errors);
    if (status == STATUS_OK) {
        status = describe(c, run, errors);
        c->cost = mem_new((size_t)t.rows, sizeof *c->cost);
        c->best = mem_new((size_t)t.rows, sizeof *c->best);
        const int cost = tsv_column(&t, TABLES_COST), best = tsv_column(&t, "best_score");
        for (; c->points < t.rows; c->points++) {
            highest = fmax(highest, tsv_number(&t, c->points, best));
            c->cost[c->points] = tsv_number(&t, c->points, cost);
            c->best[c->points] = c->errors ? 0 - highest : highest;
        }
    } else if (errors->n == 0) {
        errors_add(errors, "%s: has no metrics.tsv: must be a training", run);
    }
    return status;
}

/* ---- writing ---- */

static bool same_function(const Course *a, const Course *b)
{
    return strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->function, b->function) == 0;
}

/* The number of a function, from 1 on: functions are counted in the order of their first courses. */
static int number_of(const Ioh *o, const Course *c)
{
    int number = 1;
    for (int i = 0; i < o->n && strcmp(o->course[i].function, c->function) != 0; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++) seen = seen || strcmp(o->course[k].function, o->course[i].function) == 0;
        number += !seen;
    }
    return number;
}

static Status complain(const Ioh *o, const char *path)
{
    errors_add(o->errors, "%s: cannot be written: %s", path, files_why(errno));
    return status_of_write(errno);
}

/* Makes folder/name and returns its path, owned; NULL: a sentence says why not. */
static char *make_folder(const Ioh *o, const char *folder, const char *name, Status *status)
{
    char *path = files_path(folder, name);
    if (files_is_directory(path) || files_make_directory(path)) return path;
    *status = complain(o, path);
    free(path);
    return NULL;
}

/* Closes the stream, which has filled *text, and writes the file. */
static Status write_file(const Ioh *o, const char *folder, const char *name, FILE *out, char *const *text)
{
    Status status = STATUS_OK;
    const FilePath path = files_at(folder, name);
    files_memory_close(out);
    if (!files_replace(path.text, *text, strlen(*text))) status = complain(o, path.text);
    free(*text);
    return status;
}

/* A cost as it is printed; 0 if it is negative, too large or not a number. */
static int64_t whole(double cost)
{
    return cost >= 0 && cost < 9e18 ? (int64_t)cost : 0;
}

/* Writes a block for each course of one algorithm, function and dimension: a point where the best changes, and the last one. */
static Status write_data(const Ioh *o, const Course *c, const char *folder, const char *name)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    for (int i = 0; i < o->n; i++) {
        const Course *run = &o->course[i];
        if (!same_function(run, c) || run->dim != c->dim) continue;
        fputs("evaluations raw_y\n", out);
        for (int k = 0; k < run->points; k++)
            if (k == 0 || k + 1 == run->points || run->best[k] != run->best[k - 1])
                fprintf(out, "%" PRId64 " %.17g\n", whole(run->cost[k]), run->best[k]);
    }
    return write_file(o, folder, name, out, &text);
}

static void describe_course(Json *j, const Course *c)
{
    int at = c->points - 1;
    while (at > 0 && c->best[at - 1] == c->best[at]) at--;
    json_open(j, NULL, '{');
    json_int(j, "instance", 1);
    json_int(j, "evals", c->points > 0 ? whole(c->cost[c->points - 1]) : 0);
    json_open(j, "best", '{');
    json_int(j, "evals", c->points > 0 ? whole(c->cost[at]) : 0);
    json_real(j, "y", c->points > 0 ? c->best[at] : (double)NAN);
    json_open(j, "x", '[');
    json_close(j, ']');
    json_close(j, '}');
    json_close(j, '}');
}

/* Writes the dimensions of one algorithm and function, each with its data. */
static Status describe_scenarios(const Ioh *o, const Course *c, Json *j, const char *folder, const char *data)
{
    Status status = STATUS_OK;
    OWNED char *inside = make_folder(o, folder, data, &status);
    for (int i = 0; i < o->n && status == STATUS_OK; i++) {
        const Course *first = &o->course[i];
        bool seen = !same_function(first, c);
        for (int k = 0; k < i; k++) seen = seen || (same_function(&o->course[k], c) && o->course[k].dim == first->dim);
        if (seen) continue;
        OWNED char *name = text_new("IOHprofiler_f%d_DIM%d.dat", number_of(o, c), first->dim), *path = files_path(data, name);
        json_open(j, NULL, '{');
        json_int(j, "dimension", first->dim);
        json_text(j, "path", path);
        json_open(j, "runs", '[');
        for (int k = 0; k < o->n; k++)
            if (same_function(&o->course[k], c) && o->course[k].dim == first->dim) describe_course(j, &o->course[k]);
        json_close(j, ']');
        json_close(j, '}');
        status = write_data(o, first, inside, name);
    }
    return status;
}

/* Writes one algorithm on one function; c is the first of its courses. */
static Status write_function(const Ioh *o, const Course *c)
{
    char *text;
    Status status = STATUS_OK;
    OWNED char *folder = make_folder(o, o->folder, c->algorithm, &status);
    if (folder == NULL) return status;
    const int number = number_of(o, c);
    OWNED char *name = text_new("IOHprofiler_f%d_%s.json", number, c->function),
               *data = text_new("data_f%d_%s", number, c->function);
    Json j = {.out = files_memory(&text, NULL)};
    json_open(&j, NULL, '{');
    json_text(&j, "version", "0.3.5");
    json_text(&j, "suite", "swarmtris");
    json_int(&j, "function_id", number);
    json_text(&j, "function_name", c->function);
    json_value(&j, "maximization", c->errors ? "false" : "true");
    json_open(&j, "algorithm", '{');
    json_text(&j, "name", c->algorithm);
    json_text(&j, "info", "swarmtris");
    json_close(&j, '}');
    json_open(&j, "attributes", '[');
    json_text(&j, NULL, "evaluations");
    json_text(&j, NULL, "raw_y");
    json_close(&j, ']');
    json_open(&j, "scenarios", '[');
    status = describe_scenarios(o, c, &j, folder, data);
    json_close(&j, ']');
    json_close(&j, '}');
    const Status written = write_file(o, folder, name, j.out, &text);
    return status != STATUS_OK ? status : written;
}

Status ioh_write(const char *const *dir, int n, const char *folder, Errors *errors)
{
    char **run;
    Ioh o = {.folder = folder, .errors = errors};
    Status status = STATUS_OK;
    const int runs = export_find(dir, n, &run, errors);
    if (runs < 0) return STATUS_NO_INPUT;
    o.course = mem_new((size_t)runs, sizeof *o.course);
    for (; o.n < runs && status == STATUS_OK; o.n++) status = read_course(&o.course[o.n], run[o.n], errors);
    if (status == STATUS_OK && !files_is_directory(folder) && !files_make_directory(folder)) status = complain(&o, folder);
    for (int i = 0; i < o.n && status == STATUS_OK; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++) seen = seen || same_function(&o.course[k], &o.course[i]);
        if (!seen) status = write_function(&o, &o.course[i]);
    }
    for (int i = 0; i < o.n; i++) {
        free(o.course[i].algorithm);
        free(o.course[i].function);
        free(o.course[i].cost);
        free(o.course[i].best);
    }
    free(o.course);
    mem_free_texts(run, runs);
    return status;
}
