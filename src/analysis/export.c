/* export.c. Collects the runs of some directories into one table. */
#include "analysis/export.h"

#include "analysis/run_tables.h"
#include "base/mem.h"
#include "base/record.h"
#include "base/text.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/json.h"
#include "file/plain.h"
#include "store/runs.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A row under construction: cell[k] is that of column k. */
typedef struct {
    char **cell; /* (cells) owned; NULL: none */
    int cells, room;
} ExportRow;

/* The whole table. */
typedef struct {
    char **run; /* (runs) the directories; owned */
    int runs, runs_room;
    Ini *config;          /* (runs) their config.ini; owned */
    const IniEntry **key; /* (keys) the settings by which runs differ, each once; the array is owned, the entries by config */
    int keys, keys_room;
    char **name; /* (columns) owned */
    int columns, columns_room;
    ExportRow *row; /* (rows) owned */
    int rows, rows_room;
} Export;

/* ---- the table ---- */

/* The number of the column called name, which is added where there is none. */
static int column_of(Export *e, const char *name)
{
    char *plain = mem_text(name);
    int i = 0;
    plain_text(plain, true);
    while (i < e->columns && strcmp(e->name[i], plain) != 0) i++;
    if (i < e->columns) {
        free(plain);
        return i;
    }
    e->name = mem_grow(e->name, &e->columns_room, e->columns + 1, sizeof *e->name);
    e->name[e->columns] = plain;
    return e->columns++;
}

/* Puts a text into the last row, with blanks for what would end a cell. */
static void put_text(Export *e, const char *name, const char *text)
{
    assert(e->rows > 0);
    const int column = column_of(e, name);
    assert(column < e->columns);
    ExportRow *row = &e->row[e->rows - 1];
    row->cell = mem_grow(row->cell, &row->room, column + 1, sizeof *row->cell);
    while (row->cells <= column) row->cell[row->cells++] = NULL;
    char *cell = mem_text(text);
    for (char *c = cell; *c != '\0'; c++)
        if (*c == '\t' || *c == '\n') *c = ' ';
    plain_text(cell, true);
    free(row->cell[column]);
    row->cell[column] = cell;
}

static void print_table(const Export *e, FILE *out)
{
    for (int i = 0; i < e->columns; i++) fprintf(out, "%s%s", i > 0 ? "\t" : "", e->name[i]);
    fputc('\n', out);
    for (int r = 0; r < e->rows; r++) {
        const ExportRow *row = &e->row[r];
        for (int i = 0; i < e->columns; i++) {
            const char *cell = i < row->cells && row->cell[i] != NULL && row->cell[i][0] != '\0' ? row->cell[i] : RECORD_MISSING;
            fprintf(out, "%s%s", i > 0 ? "\t" : "", cell);
        }
        fputc('\n', out);
    }
}

/* ---- what is said of a run ---- */

static const char *setting(const Export *e, int run, const IniEntry *key)
{
    assert(run >= 0 && run < e->runs);
    const IniEntry *found = ini_find(&e->config[run], key->section, key->key);
    return found != NULL ? found->value : "";
}

/* Reads what the runs were started with, and finds the settings by which they differ. Keys of [experiment] change no result; the
 * seed has a column of its own. */
static Status read_configs(Export *e, Errors *errors)
{
    Status status = STATUS_OK;
    e->config = mem_new((size_t)e->runs, sizeof *e->config);
    for (int i = 0; i < e->runs; i++) {
        const Status one = ini_read_in(&e->config[i], e->run[i], "config.ini", errors);
        if (status == STATUS_OK) status = one;
    }
    for (int k = 0; k < e->runs; k++)
        for (int i = 0; i < e->config[k].entries; i++) {
            const IniEntry *key = &e->config[k].entry[i];
            bool known = strcmp(key->section, "experiment") == 0, differs = false;
            for (int j = 0; j < k && !known; j++) known = ini_find(&e->config[j], key->section, key->key) != NULL;
            for (int j = 0; j < e->runs && !differs; j++) differs = strcmp(setting(e, j, key), key->value) != 0;
            if (known || !differs) continue;
            e->key = mem_grow(e->key, &e->keys_room, e->keys + 1, sizeof *e->key);
            e->key[e->keys++] = key;
        }
    return status;
}

/* Puts the run, its seed, and the settings by which runs differ. */
static void put_identity(Export *e, int run)
{
    put_text(e, "run", e->run[run]);
    const IniEntry *seed = ini_find(&e->config[run], "experiment", "seed");
    put_text(e, "seed", seed != NULL ? seed->value : "");
    for (int i = 0; i < e->keys; i++) {
        OWNED char *name = text_new("%s.%s", e->key[i]->section, e->key[i]->key);
        put_text(e, name, setting(e, run, e->key[i]));
    }
}

/* Puts the reported scores as the result file states them, or, where it is no weights file, such as that of a meta search, those
 * of result.tsv. */
static Status put_scores(Export *e, int run, Errors *errors)
{
    CLOSED(ini_free) Ini ini;
    CLOSED(run_reported_free) RunReported r = {0};
    Status status = ini_read_in(&ini, e->run[run], "weights.ini", errors);
    if (ini.missing) status = run_reported_read(&r, e->run[run], errors);
    for (int i = 0; i < ini.entries; i++)
        if (strcmp(ini.entry[i].section, "score") == 0) put_text(e, ini.entry[i].key, ini.entry[i].value);
    for (int i = 0; i < r.n; i++)
        for (int k = 0; k < REPORTED_FIELDS; k++) {
            OWNED char *number = text_new("%.17g", r.score[i].value[k]);
            if (!isnan(r.score[i].value[k])) put_text(e, reported_key(r.score[i].name, k).text, number);
        }
    return status;
}

/* Puts the plain members of run.json. */
static Status put_members(Export *e, int run, Errors *errors)
{
    static const char *const left_out[] = {"format", "flags", "compiler", "seed", NULL};
    OWNED char *json;
    const char *name, *value;
    const bool readable = files_text(&json, files_at(e->run[run], "run.json").text, NULL, errors);
    for (char *rest = json; json_member(&rest, &name, &value);) {
        const char *const *skip = left_out;
        while (*skip != NULL && strcmp(*skip, name) != 0) skip++;
        if (*skip == NULL) put_text(e, name, value);
    }
    return readable ? STATUS_OK : STATUS_NO_INPUT;
}

/* ---- rows ---- */

/* Adds the row of a run; table: all rows of that table instead. STATUS_NO_INPUT: the run has no such table. */
static Status add_run(Export *e, int run, const char *table, Errors *errors)
{
    CLOSED(tsv_free) Tsv t = {0};
    OWNED char *path = table != NULL ? text_new("%s/%s.tsv", e->run[run], table) : NULL;
    Status status = table != NULL ? tsv_read(&t, path, '\t', errors) : STATUS_OK;
    for (int r = 0; status == STATUS_OK && r < (table != NULL ? t.rows : 1); r++) {
        e->row = mem_grow(e->row, &e->rows_room, e->rows + 1, sizeof *e->row);
        e->row[e->rows++] = (ExportRow){0};
        put_identity(e, run);
        for (int k = 0; k < t.columns; k++) put_text(e, t.name[k], tsv_cell(&t, r, k));
    }
    if (table == NULL) status = put_scores(e, run, errors);
    return table == NULL && status == STATUS_OK ? put_members(e, run, errors) : status;
}

static Status add_rows(Export *e, const char *table, Errors *errors)
{
    int found = 0;
    for (int i = 0; i < e->runs; i++) {
        const Status status = add_run(e, i, table, errors);
        if (status == STATUS_DATA || errors->n > 0) return status;
        found += status == STATUS_OK;
    }
    if (found > 0) return STATUS_OK;
    errors_add(errors, "none of the runs has a %s.tsv", table);
    return STATUS_NO_INPUT;
}

static void free_export(Export *e)
{
    for (int i = 0; i < e->runs && e->config != NULL; i++) ini_free(&e->config[i]);
    for (int r = 0; r < e->rows; r++) mem_free_texts(e->row[r].cell, e->row[r].cells);
    free(e->config);
    free(e->key);
    mem_free_texts(e->run, e->runs);
    mem_free_texts(e->name, e->columns);
    free(e->row);
}

Status export_runs(const char *const *dir, int n, const char *table, FILE *out, Errors *errors)
{
    CLOSED(free_export) Export e = {0};
    Status status = STATUS_OK;
    assert(n >= 1);
    for (int i = 0; i < n; i++) {
        const int before = e.runs;
        folder_add_runs(&e.run, &e.runs, &e.runs_room, dir[i]);
        if (e.runs > before) continue;
        errors_add(errors, "%s: must be a run, or the directory of runs", dir[i]);
        status = STATUS_NO_INPUT;
    }
    if (status == STATUS_OK) status = read_configs(&e, errors);
    if (status == STATUS_OK) status = add_rows(&e, table, errors);
    if (status == STATUS_OK) print_table(&e, out);
    return status;
}
