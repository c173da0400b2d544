/* result_file.c. What a run has found as an ini (weights.ini, tuned.ini, the file of a kind), and the small tables that charts
 * need. */
#include "run/result_file.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/tsv.h"
#include "run/version.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints what repeating an estimate takes: the sequence of games, and the keys of splitting. */
static void print_estimator(FILE *f, const Setup *s, const ReportedScore *reported, bool evaluation)
{
    char key[120];
    const char *estimator = setup_estimator(s, reported->objective);
    if (estimator == NULL) return;
    fprintf(f, "%s_estimator = %s\n", reported->name, estimator);
    if (strcmp(reported->name, "estimated") != 0) return;
    fprintf(f, "%s_games_of = %s\n", reported->name, evaluation ? "evaluation" : "validation");
    for (int i = 0; config_splitting_keys[i] != NULL; i++) {
        const ConfigText value = config_show(config_key(s->config, "objective", config_splitting_keys[i]));
        snprintf(key, sizeof key, "%s_%s", reported->name, config_splitting_keys[i]);
        if (value.text[0] != '\0') ini_write(f, key, value.text, NULL);
    }
}

/* Prints [score]. evaluation: the reported scores are those of given weights, and not of a training. */
static void print_score(FILE *f, const Setup *s, const Result *r, bool evaluation)
{
    char key[120], value[PARAM_TEXT_MAX];
    const char *differs;
    fprintf(f, "\n[score]\n");
    for (int i = 0; i < r->n_reported; i++) {
        const ReportedScore *reported = &r->reported[i];
        for (int k = 0; k < REPORTED_FIELDS; k++)
            if (!isnan(reported->value[k])) fprintf(f, "%s = %.17g\n", reported_key(reported->name, k).text, reported->value[k]);
        fprintf(f, "%s_seed = %" PRIu64 "\n", reported->name, s->config->experiment.seed);
        print_estimator(f, s, reported, evaluation);
        for (int k = 0; (differs = setup_deviation(s, reported->objective, k, value, sizeof value)) != NULL; k++) {
            snprintf(key, sizeof key, "%s_%s", reported->name, differs);
            ini_write(f, key, value, NULL);
        }
    }
}

/* Prints all rows of the parts of a section, except for the kind. */
static void print_section_rows(FILE *f, const Config *c, const char *section)
{
    char text[PARAM_TEXT_MAX];
    for (int i = 0; i < c->parts; i++)
        for (const Param *p = c->part[i].table; p->key != NULL && strcmp(c->part[i].section, section) == 0; p++) {
            param_print(p, c->part[i].block, text, sizeof text);
            if (strcmp(p->key, "kind") != 0 && text[0] != '\0') ini_write(f, p->key, text, NULL);
        }
}

/* The turns after which games of the last reported score were cut off; 0: no game was. */
static int64_t reported_end(const Config *c, const Result *r)
{
    const bool cut = r->n_reported > 0 && r->reported[r->n_reported - 1].value[REPORTED_CUT] > 0;
    return cut ? config_game_end(c, c->objective.max_pieces) : 0;
}

/* Prints what else the weights were trained on: the limit of the length of a game, or all keys of a learner. Games that were cut
 * off can be played again only if the file has their limit. */
static void print_objective_rows(FILE *f, const Config *c, const Result *r)
{
    char key[64];
    for (int i = 0; text_word(c->kind->settings != NULL ? c->kind->keys : "max_pieces", i, key, sizeof key); i++) {
        const ConfigText text = config_show(config_key(c, "objective", key));
        if (text.text[0] != '\0') ini_write(f, key, text.text, NULL);
    }
    if (c->kind->settings == NULL && c->objective.max_pieces == 0 && reported_end(c, r) > 0)
        fprintf(f, "cut_at = %" PRId64 "\n", reported_end(c, r));
}

/* Prints the agent, unless it is known from what the weights belong to, and its keys. */
static void print_agent(FILE *f, const Config *c, const Schema *schema)
{
    char name[80];
    const ConfigKey *k;
    if (!config_uses(c, "agent") || schema->names != NULL) return;
    if (config_agent_file(c) != NULL) {
        ini_write(f, c->agent->file, config_agent_file(c), NULL);
        return;
    }
    if (schema->agent == NULL && c->agent_choice.kind > 0) ini_write(f, "agent", c->agent->name, NULL);
    for (int i = 0; (k = config_agent_key(c, i)) != NULL; i++) {
        snprintf(name, sizeof name, "agent.%s", k->row->key);
        ini_write(f, name, config_show(k).text, NULL);
    }
}

static void print_tuned(FILE *f, const Tune *tune, const double *x)
{
    char text[PARAM_TEXT_MAX];
    int headed = 0;
    for (int section = 0; section < TUNED_SECTIONS; section++)
        for (int i = 0, keys = 0; i < tune->n; i++) {
            const Tuned *t = &tune->tuned[i];
            if (t->section != (TunedSection)section) continue;
            if (keys++ == 0) fprintf(f, "%s[%s]\n", headed++ > 0 ? "\n" : "", tuned_sections[section]);
            tuned_print(t, tuned_at(t, x), text, sizeof text);
            for (int k = 0; k < t->n; k++) fprintf(f, "%s = %s\n", t->row[k]->key, text);
        }
}

static void print_tuned_file(FILE *f, const Tune *tune, const Result *r)
{
    fprintf(f, "; Tuned parameters: keys for the inis of the inner experiments.\n; A score of 0 is what the untuned values have"
               " in the median, 1 a little more than one of their standard deviations better; see src/experiment/meta.h.\n");
    for (int i = 0; i < r->n_reported; i++)
        fprintf(f, "; %s = %.17g (%" PRId64 " blocks)\n", r->reported[i].name, r->reported[i].score.mean, r->reported[i].score.n);
    if (r->ended != NULL) fprintf(f, "; the training was ended by %s\n", r->ended);
    fputc('\n', f);
    if (r->x != NULL) print_tuned(f, tune, r->x);
}

/* Prints the path of what was evaluated, which may contain any characters. */
static void print_source(FILE *f, const char *source)
{
    OWNED char *text = text_new("evaluation of %s by swarmtris %s", source, version_number), *fit = ini_fit(text);
    ini_write(f, "source", fit, NULL);
}

static void print_weights_file(FILE *f, const Setup *s, const Result *r, const char *source)
{
    const Config *c = s->config;
    fprintf(f, "[weights]\n");
    for (int j = 0; j < r->space->dim && r->x != NULL; j++) fprintf(f, "%s = %.17g\n", r->space->names[j], r->x[j]);
    fprintf(f, "\n[rules]\n");
    const ObjectiveRun *own = tasks_run(c);
    if (own->print_rules != NULL) {
        own->print_rules(f, s);
    } else if (config_uses(c, "game")) {
        const Schema schema = config_schema(c);
        ini_write(f, schema_key(&schema), schema_name(&schema), NULL);
        ini_write(f, "game", c->game->name, NULL);
        print_section_rows(f, c, "game");
        if (schema.names != NULL) print_section_rows(f, c, "agent");
        print_agent(f, c, &schema);
        print_objective_rows(f, c, r);
    } else {
        fprintf(f, "function = %s\n", c->kind->name);
    }
    print_score(f, s, r, source != NULL);
    fprintf(f, "\n[provenance]\n");
    if (source != NULL)
        print_source(f, source);
    else
        fprintf(f, "source = swarmtris %s, %s, seed %" PRIu64 "\n", version_number,
                own->by != NULL ? own->by : c->optimiser->name, c->experiment.seed);
    if (r->centroid != NULL) fprintf(f, "centroid = %s\n", r->centroid);
    if (r->ended != NULL) fprintf(f, "training_ended_by = %s\n", r->ended);
}

void found_print(FILE *f, const Setup *s, const Result *r, const char *source)
{
    format_write(f);
    fputc('\n', f);
    if (s->config->kind->tunes)
        print_tuned_file(f, &s->tuning.problems.tune, r);
    else
        print_weights_file(f, s, r, source);
}

/* ---- tables for charts ---- */

enum { BORDER_POINTS = 201 };

bool result_file_result(RunDir *d, const Result *r)
{
    if (r->x == NULL || r->n_reported == 0) return true;
    CLOSED(printed_table_end) PrintedTable t;
    printed_table(&t, rundir_begin(d));
    for (int i = 0; i < r->n_reported; i++) {
        record_row(&t.record, "result");
        record_text(&t.record, "reported", r->reported[i].name);
        for (int k = 0; k < REPORTED_FIELDS; k++) record_real(&t.record, reported_fields[k], r->reported[i].value[k]);
        for (int j = 0; j < r->space->dim; j++) record_real(&t.record, r->space->names[j], r->x[j]);
        record_end(&t.record);
    }
    return rundir_end(d, "result.tsv");
}

/* ---- presets ---- */

/* The value that a preset has for "optimiser.key"; for a value (choice) of a key of choices 1 if the preset has it, else 0. NAN:
 * the preset does not set the key. */
static double setting(const Preset *p, const char *key, const char *choice)
{
    static const char section[] = "optimiser.";
    char word[PARAM_TEXT_MAX];
    if (strncmp(key, section, sizeof section - 1) != 0) return NAN;
    key += sizeof section - 1;
    const size_t length = strlen(key);
    for (int i = 0; text_word(p->settings, i, word, sizeof word); i++)
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
    static const char section[] = "optimiser.";
    char key[PARAM_TEXT_MAX];
    for (int k = 0; tune_key(coordinate, k, key, sizeof key); k++)
        if (strncmp(key, section, sizeof section - 1) != 0 || !text_has(options, key + sizeof section - 1)) return false;
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

static bool write_units(RunDir *d, const Setup *s)
{
    static const char *const kinds[] = {[SCALE_COUNT] = "count", [SCALE_ERROR] = "error", [SCALE_SIGNED] = "difference"};
    const Units *t = config_units(s->config);
    fprintf(rundir_begin(d), "kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\n%s\t%s%s\t%s\t%s\t%s\n", kinds[t->scale],
            t->minimised ? "minus " : "", t->score, setup_cost_name(s), t->play, setup_play_name(s));
    return rundir_end(d, "traits.tsv");
}

const char *result_file_tables(RunDir *d, const Setup *s)
{
    if (!write_units(d, s)) return "traits.tsv";
    const Tuning *tuning = &s->tuning;
    if (tuning->problems.n == 0) return NULL;
    const Optimiser *o = tuning->problems.config[0].optimiser;
    print_presets(rundir_begin(d), o->presets, &tuning->space);
    if (!rundir_end(d, "presets.tsv")) return "presets.tsv";
    print_borders(rundir_begin(d), o->borders, &tuning->space);
    return rundir_end(d, "borders.tsv") ? NULL : "borders.tsv";
}
