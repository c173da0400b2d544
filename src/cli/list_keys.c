/* list_keys.c. Goes over the keys of all sections and parts, and prints those that are asked for. */
#include "cli/list_keys.h"

#include "base/text.h"
#include "config/config.h"
#include "file/terminal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A key. Borrowed. */
typedef struct {
    const char *section; /* without brackets */
    const char *part;    /* whose key it is: "pso", "tetris"; NULL: of the section, whatever part it chooses */
    const Param *row;    /* the rest of it */
} ListedKey;

typedef void Found(void *ctx, const ListedKey *key);

static int add(KeyTable *out, int n, KeyTable row)
{
    assert(n < KEY_TABLES_MAX && row.table != NULL);
    out[n] = row;
    return n + 1;
}

/* The parts of a section with keys of their own. */
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

/* Calls found for every key, section by section. */
static void each_key(Found *found, void *ctx)
{
    KeyTable t[KEY_TABLES_MAX];
    for (int i = 0, n = keys_all(t); i < n; i++)
        for (const Param *p = NULL; (p = param_next(t[i].table, p)) != NULL;)
            found(ctx, &(ListedKey){.section = t[i].section, .part = t[i].part, .row = p});
}

/* ---- those that are asked for ---- */

/* Whether word is the section, the name, or both with a point between them. */
static bool is_meant(const ListedKey *key, const char *word)
{
    const size_t length = strlen(key->section);
    if (word == NULL || strcmp(word, key->section) == 0 || strcmp(word, key->row->key) == 0) return true;
    if (param_find_former(key->row, word) == key->row) return true;
    return strncmp(word, key->section, length) == 0 && word[length] == '.' && strcmp(word + length + 1, key->row->key) == 0;
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

typedef struct {
    const char *word;           /* that is meant; borrowed */
    FILE *out;                  /* borrowed */
    const char *section, *part; /* of the last heading; borrowed; NULL: none */
    int printed;                /* keys so far */
    Json *json;                 /* instead of out; borrowed */
} Listing;

static bool same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static void print_key(void *ctx, const ListedKey *key)
{
    Listing *l = ctx;
    if (l->word == NULL ? key->row->level != PARAM_BASIC : !is_meant(key, l->word)) return;
    if (l->printed++ == 0 || !same(l->section, key->section) || !same(l->part, key->part))
        fprintf(l->out, "  [%s]%s%s\n", key->section, key->part != NULL ? " kind = " : "", key->part != NULL ? key->part : "");
    l->section = key->section;
    l->part = key->part;
    list_keys_row(key->row, l->out);
}

int list_keys_print(const char *word, FILE *out)
{
    assert(out != NULL);
    Listing l = {.word = word, .out = out};
    each_key(print_key, &l);
    return l.printed;
}

static void write_key(void *ctx, const ListedKey *key)
{
    static const char *const types[] = {
        [PARAM_INT] = "integer",   [PARAM_LONG] = "integer",  [PARAM_REAL] = "real",  [PARAM_FLAG] = "flag",
        [PARAM_CHOICE] = "choice", [PARAM_SEED] = "seed",     [PARAM_TEXT] = "text",  [PARAM_FILES] = "files",
        [PARAM_NAMES] = "names",   [PARAM_INTS] = "integers", [PARAM_REALS] = "reals"};
    Listing *l = ctx;
    char range[PARAM_TEXT_MAX];
    const Param *p = key->row;
    if (!is_meant(key, l->word)) return;
    l->printed++;
    param_range(p, range, sizeof range);
    json_open(l->json, NULL, '{');
    json_text(l->json, "section", key->section);
    if (key->part != NULL) json_text(l->json, "kind", key->part);
    json_text(l->json, "key", p->key);
    json_text(l->json, "level", param_level_name(p->level));
    json_text(l->json, "type", types[p->type]);
    json_text(l->json, "range", range);
    json_text(l->json, "unit", p->unit);
    json_text(l->json, "default", param_standard(p));
    json_int(l->json, "may_change", p->may_change);
    json_text(l->json, "doc", p->doc);
    if (p->when != NULL) json_text(l->json, "matters_if", p->when);
    json_close(l->json, '}');
}

int list_keys_json(Json *j, const char *word)
{
    Listing l = {.word = word, .json = j};
    json_open(j, "keys", '[');
    each_key(write_key, &l);
    json_close(j, ']');
    return l.printed;
}

/* Tables of parts are constant; only the section is of the configuration, whose names are constant, too. */
static void try_key(void *ctx, const ListedKey *key)
{
    Suggest *s = ctx;
    if (!same(s->best, key->section)) suggest_try(s, key->section);
    suggest_try(s, key->row->key);
}

void list_keys_try(Suggest *s)
{
    each_key(try_key, s);
}
