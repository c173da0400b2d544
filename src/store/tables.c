/* tables.c. Rows of tables wait in memory, are appended with a checkpoint, and cut back to it. */
#include "store/tables.h"

#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const table_names[TABLES] = {"metrics", "positions", "blocks", "games",   "heldout",
                                                "curves",  "ablation",  "plays",  "features"};

bool tables_has_file(const char *file)
{
    for (int i = 0; i < TABLES; i++) {
        size_t stem = strlen(table_names[i]);
        if (strncmp(file, table_names[i], stem) == 0 && strcmp(file + stem, ".tsv") == 0) return true;
    }
    return false;
}

/* ---- rows ---- */

static TableRows *table_of(Tables *t, const char *name)
{
    for (int i = 0; i < TABLES; i++)
        if (strcmp(t->table[i].name, name) == 0) return &t->table[i];
    assert(!"an experiment adds a row to a table that is not in table_names");
    abort();
}

static void begin_row(Record *r, const char *table)
{
    Tables *t = (Tables *)r;
    assert(t->current == NULL); /* the last row has ended */
    t->current = table_of(t, table);
    row_clear(&t->row);
}

static void add_cell(Record *r, const char *name, const char *text)
{
    assert(((Tables *)r)->current != NULL); /* between row() and end() */
    row_add(&((Tables *)r)->row, name, text);
}

static void add_line(TableRows *rows, const char *line)
{
    const size_t length = strlen(line);
    rows->text = mem_grow_bytes(rows->text, &rows->room, rows->used + length + 1);
    memcpy(rows->text + rows->used, line, length + 1);
    rows->used += length;
}

static void end_row(Record *r)
{
    Tables *t = (Tables *)r;
    TableRows *rows = t->current;
    if (rows->names == NULL) add_line(rows, rows->names = row_names(&t->row));
    OWNED char *cells = row_cells(&t->row, rows->names);
    add_line(rows, cells);
    t->current = NULL;
    if (strcmp(rows->name, "metrics") != 0) return;
    const TableRow spare = t->metrics;
    t->metrics = t->row;
    t->row = spare;
}

void tables_start(Tables *t)
{
    *t = (Tables){.record = {.row = begin_row, .cell = add_cell, .end = end_row}};
    for (int i = 0; i < TABLES; i++) t->table[i].name = table_names[i];
}

void tables_free(Tables *t)
{
    for (int i = 0; i < TABLES; i++) {
        free(t->table[i].text);
        free(t->table[i].names);
    }
    row_free(&t->row);
    row_free(&t->metrics);
    *t = (Tables){0};
}

/* ---- files ---- */

/* DIR/NAME.tsv. */
static FilePath table_path(const TableRows *t, const char *dir)
{
    char name[40];
    snprintf(name, sizeof name, "%s.tsv", t->name);
    return files_at(dir, name);
}

bool tables_write(Tables *t, const char *dir)
{
    for (int i = 0; i < TABLES; i++) {
        TableRows *rows = &t->table[i];
        if (rows->used == 0) continue;
        if (!files_append(table_path(rows, dir).text, rows->length, rows->text, rows->used)) {
            snprintf(t->failed, sizeof t->failed, "%s.tsv", rows->name);
            return false;
        }
        rows->length += (int64_t)rows->used;
        rows->used = 0;
    }
    return true;
}

size_t tables_waiting(const Tables *t)
{
    size_t waiting = 0;
    for (int i = 0; i < TABLES; i++) waiting += t->table[i].used;
    return waiting;
}

void tables_serialise(Tables *t, Serialiser *v)
{
    for (int i = 0; i < TABLES; i++) serialise_count(v, t->table[i].name, &t->table[i].length, COUNT_MOST);
}

/* Whether the table is as long as it must be; *st describes its file, if that exists. */
static bool long_enough(const TableRows *t, const char *path, struct stat *st, Errors *errors)
{
    *st = (struct stat){0};
    if (lstat(path, st) == 0 && !S_ISREG(st->st_mode)) return true; /* cut_table, or a reader, reports what it is */
    if (st->st_size >= t->length) return true;
    errors_add(errors, "%s: must have at least the %" PRId64 " bytes that the checkpoint tells of: it was removed or cut", path,
               t->length);
    return false;
}

/* Reads the header of the file. */
static char *read_names(const char *path)
{
    char *line = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL || getline(&line, &room, f) < 0) {
        free(line);
        line = NULL;
    }
    if (f != NULL) fclose(f);
    return line;
}

static Status cut_table(TableRows *t, const char *path, Errors *errors)
{
    assert(t->used == 0); /* else the waiting rows would be appended at the wrong place */
    free(t->names);
    t->names = NULL;
    if (t->length == 0) {
        unlink(path);
        return STATUS_OK;
    }
    struct stat st;
    if (!long_enough(t, path, &st, errors)) return STATUS_DATA;
    const bool regular = S_ISREG(st.st_mode);
    if (regular && truncate(path, t->length) == 0 && (t->names = read_names(path)) != NULL) return STATUS_OK;
    errors_add(errors, "%s: cannot be written: %s", path, files_why(regular ? errno : S_ISLNK(st.st_mode) ? ELOOP : ENXIO));
    return STATUS_IO;
}

bool tables_there(const Tables *t, const char *dir, Errors *errors)
{
    bool there = true;
    for (int i = 0; i < TABLES && there; i++) {
        struct stat st;
        there = long_enough(&t->table[i], table_path(&t->table[i], dir).text, &st, errors);
    }
    return there;
}

Status tables_cut(Tables *t, const char *dir, Errors *errors)
{
    Status cut = STATUS_OK;
    for (int i = 0; i < TABLES && cut == STATUS_OK; i++)
        cut = cut_table(&t->table[i], table_path(&t->table[i], dir).text, errors);
    return cut;
}
