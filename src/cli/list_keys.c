/* list_keys.c. Goes over the keys of all sections and parts, and prints those that are asked for. */
#include "cli/list_keys.h"

#include "base/text.h"
#include "config/config.h"
#include "file/terminal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int add(KeyTable *out, int n, KeyTable row)
{
    assert(n < KEY_TABLES_MAX && row.table != NULL);
    out[n] = row;
    return n + 1;
}

/* Adds the parts of a section that have keys of their own. */
static int add_parts(KeyTable *out, int n, const char *section)
{
    if (strcmp(section, "game") == 0)
        for (const Game *const *g = registry_games; *g != NULL; g++)
            n = add(out, n, (KeyTable){section, (*g)->name, (*g)->doc, (*g)->params, NULL, NULL});
    if (strcmp(section, "agent") == 0)
        for (const Agent *const *a = registry_agents; *a != NULL; a++)
            n = add(out, n, (KeyTable){section, (*a)->name, (*a)->doc, (*a)->params, NULL, (*a)->weights});
    if (strcmp(section, "optimiser") == 0)
        for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
            n = add(out, n, (KeyTable){section, (*o)->name, (*o)->doc, (*o)->params, (*o)->presets, NULL});
    return n;
}

int keys_all(KeyTable out[KEY_TABLES_MAX])
{
    Config c = {0};
    int n = 0;
    config_start(&c);
    for (const char *const *section = config_sections; *section != NULL; section++) {
        for (int p = 0; p < c.parts; p++)
            if (strcmp(c.part[p].section, *section) == 0)
                n = add(out, n, (KeyTable){*section, NULL, "", c.part[p].table, NULL, NULL});
        n = add_parts(out, n, *section);
    }
    config_free(&c);
    return n;
}

/* ---- those that are asked for ---- */

/* Whether word is the section of a key, its name, or both with a point between them. NULL: any key is meant. */
static bool is_meant(const char *section, const Param *p, const char *word)
{
    const size_t length = strlen(section);
    if (word == NULL || strcmp(word, section) == 0 || strcmp(word, p->key) == 0) return true;
    if (param_find_former(p, word) == p) return true;
    return strncmp(word, section, length) == 0 && word[length] == '.' && strcmp(word + length + 1, p->key) == 0;
}

void list_keys_row(const Param *p, FILE *out)
{
    enum { INDENT = 29 };
    char range[PARAM_TEXT_MAX];
    assert(p->key != NULL && p->doc != NULL);
    param_range(p, range, sizeof range);
    char *line =
        text_new("    %-24s %s%s%s, default %s%s%s", p->key, range, p->unit[0] != '\0' ? " " : "", p->unit,
                 param_standard(p)[0] != '\0' ? param_standard(p) : "empty", p->may_change ? "; a resumed run may change it" : "",
                 p->per_phase ? "; [training] and [selection] may have their own" : "");
    terminal_print(out, line, 0, INDENT, terminal_columns(out));
    free(line);
    fprintf(out, "    %-24s ", "");
    terminal_print(out, p->doc, INDENT, INDENT, terminal_columns(out));
    if (p->when == NULL) return;
    line = text_new("    %-24s it matters only if %s", "", p->when);
    terminal_print(out, line, 0, INDENT, terminal_columns(out));
    free(line);
}

int list_keys_print(const char *word, FILE *out)
{
    KeyTable table[KEY_TABLES_MAX];
    const KeyTable *last = NULL; /* the table of the last heading */
    int printed = 0;
    assert(out != NULL);
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++)
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) {
            if (word == NULL ? p->level != PARAM_BASIC : !is_meant(t->section, p, word)) continue;
            if (last == NULL || strcmp(last->section, t->section) != 0 || last->part != t->part)
                fprintf(out, "  [%s]%s%s\n", t->section, t->part != NULL ? " kind = " : "", t->part != NULL ? t->part : "");
            last = t;
            list_keys_row(p, out);
            printed++;
        }
    return printed;
}

static void write_key(Json *j, const KeyTable *t, const Param *p)
{
    static const char *const types[] = {
        [PARAM_INT] = "integer",   [PARAM_LONG] = "integer",  [PARAM_REAL] = "real",  [PARAM_FLAG] = "flag",
        [PARAM_CHOICE] = "choice", [PARAM_SEED] = "seed",     [PARAM_TEXT] = "text",  [PARAM_FILES] = "files",
        [PARAM_NAMES] = "names",   [PARAM_INTS] = "integers", [PARAM_REALS] = "reals"};
    char range[PARAM_TEXT_MAX];
    param_range(p, range, sizeof range);
    json_open(j, NULL, '{');
    json_text(j, "section", t->section);
    if (t->part != NULL) json_text(j, "kind", t->part);
    json_text(j, "key", p->key);
    json_text(j, "level", param_level_name(p->level));
    json_text(j, "type", types[p->type]);
    json_text(j, "range", range);
    json_text(j, "unit", p->unit);
    json_text(j, "default", param_standard(p));
    json_bool(j, "may_change", p->may_change);
    json_text(j, "doc", p->doc);
    if (p->when != NULL) json_text(j, "matters_if", p->when);
    json_close(j, '}');
}

int list_keys_json(Json *j, const char *word)
{
    KeyTable table[KEY_TABLES_MAX];
    int written = 0;
    json_open(j, "keys", '[');
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++)
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;)
            if (is_meant(t->section, p, word)) {
                write_key(j, t, p);
                written++;
            }
    json_close(j, ']');
    return written;
}

/* Suggestions outlive this list of tables, but not the tables and their texts, which are constant. */
void list_keys_try(Suggest *s)
{
    KeyTable table[KEY_TABLES_MAX];
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++) {
        suggest_try(s, t->section);
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) suggest_try(s, p->key);
    }
}
