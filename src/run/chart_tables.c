/* chart_tables.c. Writes traits.tsv, result.tsv, presets.tsv and borders.tsv of a run directory. */
#include "run/chart_tables.h"

#include "file/files.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BORDER_POINTS = 201 };

/* Closes out, the stream that filled *text, writes the table, and frees the text. */
static bool write_table(RunDir *d, const char *name, FILE *out, char *const *text, const size_t *size)
{
    assert(d != NULL && out != NULL);
    files_memory_close(out);
    bool written = rundir_write(d, name, *text, *size);
    free(*text);
    return written;
}

bool chart_tables_result(RunDir *d, const Result *r)
{
    char *text;
    size_t size;
    if (r->x == NULL || r->claims == 0) return true;
    FILE *out = files_memory(&text, &size);
    fputs("claim\tmean\tci95\tgames", out);
    for (int j = 0; j < r->space->dim; j++) fprintf(out, "\t%s", r->space->names[j]);
    fputc('\n', out);
    for (int i = 0; i < r->claims; i++) {
        const Stats *s = &r->claim[i].score;
        const double ci = stats_ci95(s);
        fprintf(out, "%s\t%.17g\t", r->claim[i].name, s->mean);
        fprintf(out, isfinite(ci) ? "%.17g" : "-", ci);
        fprintf(out, "\t%" PRId64, s->n);
        for (int j = 0; j < r->space->dim; j++) fprintf(out, "\t%.17g", r->x[j]);
        fputc('\n', out);
    }
    return write_table(d, "result.tsv", out, &text, &size);
}

/* ---- presets ---- */

/* The value that the settings of a preset have for "optimiser.key", of a choice 1 where it is the one of the coordinate; NAN:
 * none. */
static double setting(const Preset *p, const char *key, const char *choice)
{
    static const char section[] = "optimiser.";
    char word[PARAM_TEXT_MAX];
    if (strncmp(key, section, sizeof section - 1) != 0) return NAN;
    key += sizeof section - 1;
    const size_t length = strlen(key);
    for (int i = 0; config_word(p->settings, i, word, sizeof word); i++)
        if (strncmp(word, key, length) == 0 && word[length] == '=')
            return choice != NULL ? strcmp(word + length, choice) == 0 : strtod(word + length + 1, NULL);
    return NAN;
}

/* The value that a preset has for a coordinate: the mean over the keys that are tied in it; NAN: it does not set all of them. */
static double preset_value(const Preset *p, const char *coordinate)
{
    char key[PARAM_TEXT_MAX];
    double sum = 0;
    int n = 0;
    for (; tune_key(coordinate, n, key, sizeof key); n++) sum += setting(p, key, strchr(coordinate, '='));
    assert(n >= 1); /* a coordinate names at least one key */
    return sum / n;
}

static void print_presets(FILE *out, const Preset *presets, const Space *space)
{
    fputs("preset", out);
    for (int j = 0; j < space->dim; j++) fprintf(out, "\t%s", space->names[j]);
    fputc('\n', out);
    for (const Preset *p = presets; p->name != NULL; p++) {
        bool whole = true;
        for (int j = 0; j < space->dim; j++) whole = whole && isfinite(preset_value(p, space->names[j]));
        if (!whole) continue;
        fputs(p->name, out);
        for (int j = 0; j < space->dim; j++) fprintf(out, "\t%.17g", preset_value(p, space->names[j]));
        fputc('\n', out);
    }
}

/* ---- borders ---- */

/* Whether all keys of a coordinate are among these options. */
static bool is_of(const char *coordinate, const char *options)
{
    char key[PARAM_TEXT_MAX], word[PARAM_TEXT_MAX], full[PARAM_TEXT_MAX + 16];
    for (int k = 0; tune_key(coordinate, k, key, sizeof key); k++) {
        bool found = false;
        for (int i = 0; config_word(options, i, word, sizeof word) && !found; i++) {
            snprintf(full, sizeof full, "optimiser.%s", word);
            found = strcmp(full, key) == 0;
        }
        if (!found) return false;
    }
    return true;
}

static void print_border(FILE *out, const Border *b, const char *x, const char *y)
{
    assert(b->lo < b->hi);
    for (int i = 0; i < BORDER_POINTS; i++) {
        const double at = b->lo + (b->hi - b->lo) * i / (BORDER_POINTS - 1);
        fprintf(out, "%s\t%s\t%s\t%.17g\t%.17g\n", b->name, x, y, at, b->at(at));
    }
}

static void print_borders(FILE *out, const Border *borders, const Space *space)
{
    fputs("border\tx\ty\tat_x\tat_y\n", out);
    for (const Border *b = borders; b != NULL && b->name != NULL; b++)
        for (int i = 0; i < space->dim; i++)
            for (int j = 0; j < space->dim; j++)
                if (is_of(space->names[i], b->x) && is_of(space->names[j], b->y))
                    print_border(out, b, space->names[i], space->names[j]);
}

static bool write_traits(RunDir *d, const Setup *s)
{
    static const char *const kinds[] = {[SCALE_COUNT] = "count", [SCALE_ERROR] = "error", [SCALE_SIGNED] = "difference"};
    const Traits *t = config_traits(s->config);
    char *text;
    size_t size;
    FILE *out = files_memory(&text, &size);
    fprintf(out, "kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\n%s\t%s%s\t%s\t%s\t%s\n", kinds[t->scale],
            t->falls ? "minus " : "", t->score, setup_cost_name(s), t->play, setup_play_name(s));
    return write_table(d, "traits.tsv", out, &text, &size);
}

const char *chart_tables_begin(RunDir *d, const Setup *s)
{
    if (!write_traits(d, s)) return "traits.tsv";
    const Tuning *tuning = &s->tuning;
    if (tuning->problems.n == 0) return NULL;
    const Optimiser *o = tuning->problems.config[0].optimiser;
    char *text;
    size_t size;
    FILE *out = files_memory(&text, &size);
    print_presets(out, o->presets, &tuning->space);
    if (!write_table(d, "presets.tsv", out, &text, &size)) return "presets.tsv";
    out = files_memory(&text, &size);
    print_borders(out, o->borders, &tuning->space);
    return write_table(d, "borders.tsv", out, &text, &size) ? NULL : "borders.tsv";
}
