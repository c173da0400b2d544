/* markdown.c. The tables of the pages in Markdown. */
#include "docs/docs.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* Prints text on one line, with a backslash before the characters in `meaning`. */
static void put_escaped(FILE *out, const char *text, const char *meaning)
{
    for (; *text != '\0'; text++) {
        if (strchr(meaning, *text) != NULL) fputc('\\', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
}

static void put_text(FILE *out, const char *text)
{
    put_escaped(out, text, "|*<");
}

static void put_code(FILE *out, const char *text)
{
    fputc('`', out);
    put_escaped(out, text, "|");
    fputc('`', out);
}

/* Prints a doc string with a full stop. */
static void put_sentence(FILE *out, const char *text)
{
    put_text(out, text);
    if (*text != '\0' && strchr(".!?", text[strlen(text) - 1]) == NULL) fputc('.', out);
}

/* Prints a doc string with a capital and a full stop. */
static void put_opening(FILE *out, const char *text)
{
    assert(text[0] != '\0');
    fputc(toupper((unsigned char)text[0]), out);
    put_sentence(out, text + 1);
}

/* ---- keys ---- */

static void print_key(FILE *out, const Param *p)
{
    char range[PARAM_TEXT_MAX], remark[REMARK_MAX];
    param_range(p, range, sizeof range);
    fputs("| ", out);
    put_code(out, p->key);
    fprintf(out, " | %s | ", param_level_name(p->level));
    put_text(out, range);
    if (p->unit[0] != '\0') fprintf(out, " %s", p->unit);
    fputs(" | ", out);
    put_text(out, keys_standard(p));
    fputs(" | ", out);
    put_sentence(out, p->doc);
    if (keys_remark(p, remark, sizeof remark)[0] != '\0') {
        fputc(' ', out);
        put_text(out, remark);
    }
    fputs(" |\n", out);
}

static void print_presets(FILE *out, const Preset *preset)
{
    if (preset == NULL || preset->name == NULL) return;
    fputs("\n| preset | sets | source |\n|---|---|---|\n", out);
    for (; preset->name != NULL; preset++) {
        fputs("| ", out);
        put_code(out, preset->name);
        fputs(" | ", out);
        if (preset->settings[0] != '\0') put_code(out, preset->settings);
        if (preset->implied != NULL) {
            fputs(" and ", out);
            put_code(out, preset->implied);
        }
        fputs(" | ", out);
        put_sentence(out, preset->source);
        if (preset->for_features) fputs(" Suits " PRESET_FEATURES ".", out);
        if (preset->unless != NULL) {
            fputs(" Not the default if one of these keys is given: ", out);
            put_sentence(out, preset->unless);
        }
        if (preset->warning != NULL) {
            fputs(" Warning: ", out);
            put_sentence(out, preset->warning);
        }
        fputs(" |\n", out);
    }
}

/* Prints a heading for each section, and a smaller one for each part; their anchors are "experiment", "optimiser-pso". */
static void print_table(FILE *out, const KeyTable *t, const char *before)
{
    if (strcmp(before, t->section) != 0) fprintf(out, "\n### [%s]\n", t->section);
    if (t->part != NULL) {
        fprintf(out, "\n#### [%s] kind = %s\n\n", t->section, t->part);
        put_opening(out, t->doc);
        fputc('\n', out);
    }
    if (t->table->key != NULL) fputs("\n| key | level | values | default | meaning |\n|---|---|---|---|---|\n", out);
    for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) print_key(out, p);
    print_presets(out, t->preset);
    if (t->weights != NULL && t->weights->key != NULL)
        fputs("\nIts own weights:\n\n| weight | level | values | default | meaning |\n|---|---|---|---|---|\n", out);
    for (const Param *p = t->weights; p != NULL && p->key != NULL; p++) print_key(out, p);
}

void markdown_keys(FILE *out)
{
    KeyTable t[KEY_TABLES_MAX];
    const int n = keys_all(t);
    for (int i = 0; i < n; i++) print_table(out, &t[i], i > 0 ? t[i - 1].section : "");
}

/* ---- the command line ---- */

void markdown_verbs(FILE *out)
{
    fputs("| verb | what it does | for example |\n|---|---|---|\n", out);
    for (int k = 0; verbs[k] != NULL; k++) {
        fprintf(out, "| `%s` | ", verbs[k]->name);
        put_opening(out, verbs[k]->doc);
        fputs(" | ", out);
        put_code(out, verbs[k]->example);
        fputs(" |\n", out);
    }
}

/* Prints the verbs that take an option; "every verb" if all do. */
static void print_takers(FILE *out, const Option *row)
{
    const int taken = options_taken(row);
    if (taken == 0)
        fputs("no verb", out);
    else if (taken == OPTION_OF_ALL)
        fputs("every verb", out);
    else
        options_takers(out, row, "", ", ");
}

void markdown_options(FILE *out)
{
    fputs("| option | with | meaning |\n|---|---|---|\n", out);
    const Option *all[OPTIONS_ALL_MAX];
    for (int i = 0, n = options_all(all); i < n; i++) {
        const Option *row = all[i];
        fputs("| ", out);
        if (row->letter != 0) fprintf(out, "`-%c` ", row->letter);
        fprintf(out, "`%s%s", row->name, row->value != NULL ? " " : "");
        if (row->value != NULL) put_escaped(out, row->value, "|");
        fputs("` | ", out);
        print_takers(out, row);
        fputs(" | ", out);
        put_sentence(out, row->doc);
        fputs(" |\n", out);
    }
}

/* ---- lists of facts ---- */

void markdown_facts(FILE *out, const char *title, const Fact *fact)
{
    fprintf(out, "| %s | meaning |\n|---|---|\n", title);
    for (; fact->name != NULL; fact++) {
        fputs("| ", out);
        put_code(out, fact->name);
        fputs(" | ", out);
        put_sentence(out, fact->meaning);
        fputs(" |\n", out);
    }
}
