/* page.c. The sections of a page about a run: the question, the numbers, charts, candidates, weights, a game, where it is
 * from. */
#include "page/page.h"

#include "analysis/chart_tables.h"
#include "analysis/learning_curves.h"
#include "base/hash.h"
#include "base/mem.h"
#include "charts/chart.h"
#include "file/files.h"
#include "file/message.h"
#include "page/candidates.h"
#include "page/html.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the question ---- */

/* Whether a section of config.ini matters for the run. Sections of a search matter only for a search. The agent does not for a
 * tournament, in which each player has its own. */
static bool matters(const PageRun *r, const char *section)
{
    static const char *const search[] = {"training", "selection", "validation", "optimiser"};
    for (size_t i = 0; i < sizeof search / sizeof *search; i++)
        if (strcmp(section, search[i]) == 0) return r->searched;
    return config_uses(r->config, section) && (strcmp(section, "agent") != 0 || !tables_has(r->dir, "plays.tsv"));
}

/* The value in config c of a key of another config; "": c does not use the key. */
static ConfigText value_in(const Config *c, const ConfigKey *k)
{
    const ConfigKey *own = config_key(c, k->section, k->row->key);
    return own != NULL && config_uses_key(c, own, NULL, 0) ? config_show(own) : (ConfigText){{0}};
}

/* Whether the ways of a study have different values of a key. */
static bool varies(const PageRun *r, const ConfigKey *k)
{
    for (int i = 1; i < r->ways; i++)
        if (strcmp(value_in(&r->way[i].config, k).text, value_in(&r->way[0].config, k).text) != 0) return true;
    return false;
}

static bool is_given(const ConfigKey *k)
{
    return k->kind == ORIGIN_GIVEN && !k->usual;
}

/* Puts the keys that were given or, if usual, those that were not. Returns their number; out NULL: only counts. */
static int put_keys(FILE *out, const PageRun *r, bool usual)
{
    const Config *c = r->config;
    int n = 0;
    for (int i = 0; i < c->parts; i++) {
        const ConfigPart *part = &c->part[i];
        for (const Param *p = part->table; p->key != NULL; p++) {
            const ConfigKey *k = &part->key[p - part->table];
            if (is_given(k) == usual || !matters(r, k->section) || !config_uses_key(c, k, NULL, 0) || varies(r, k)) continue;
            if (out != NULL)
                html_put(out, "<tr><th scope=\"row\">%s.%s</th><td>%s</td><td>%s</td></tr>\n", k->section, p->key,
                         config_show(k).text, p->doc);
            n++;
        }
    }
    return n;
}

/* Puts the keys in which the ways of a study differ. */
static void put_ways(FILE *out, const PageRun *r)
{
    fprintf(out,
            "<div class=\"wide\" tabindex=\"0\"><table class=\"keys\">"
            "<thead><tr><th scope=\"col\">%d ways of training</th><th scope=\"col\">what only some of them have</th>"
            "</tr></thead><tbody>\n",
            r->ways);
    for (const PageWay *w = r->way; w < r->way + r->ways; w++) {
        html_put(out, "<tr><th scope=\"row\">%s</th><td>", w->name);
        for (const ConfigPart *part = w->config.part; part < w->config.part + w->config.parts; part++)
            for (const Param *p = part->table; p->key != NULL; p++) {
                const ConfigKey *k = &part->key[p - part->table];
                if (!is_given(k) || !config_uses_key(&w->config, k, NULL, 0) || !varies(r, k)) continue;
                html_put(out, "%s.%s = %s<br>", k->section, p->key, config_show(k).text);
            }
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_question(FILE *out, const PageRun *r)
{
    static const char table[] =
        "<div class=\"wide\" tabindex=\"0\"><table class=\"keys\">"
        "<thead><tr><th scope=\"col\">key</th><th scope=\"col\">value</th><th scope=\"col\">what it means</th>"
        "</tr></thead><tbody>\n";
    static const char end[] = "</tbody></table></div>\n";
    if (r->config == NULL) return;
    fprintf(out, "<section><h2>The question</h2>\n<p>What was given; all else follows or has its default.</p>\n%s", table);
    put_keys(out, r, false);
    fputs(end, out);
    if (r->ways > 1) put_ways(out, r);
    fprintf(out, "<details><summary>%d keys with default or derived values</summary>\n%s", put_keys(NULL, r, true), table);
    put_keys(out, r, true);
    fprintf(out, "%s</details></section>\n", end);
}

/* ---- the numbers ---- */

static void put_reported(FILE *out, const ReportedScore *s, const Units *units, const char *play, bool noisy)
{
    const ReportedWorth worth = reported_worth(s->name, 0, play);
    const double lower = reported_amount(s, units, REPORTED_LOWER), upper = reported_amount(s, units, REPORTED_UPPER);
    html_put(out, worth.final ? "<div class=\"claim reported\"><dt>%s</dt>" : "<div class=\"claim\"><dt>%s</dt>", s->name);
    html_put(out, "<dd><b>%s</b> %s</dd>", html_number(reported_amount(s, units, REPORTED_MEAN)).text, units->score);
    if (lower < upper) html_put(out, "<dd>95 %% interval %s to %s</dd>", html_number(lower).text, html_number(upper).text);
    html_put(out, "<dd>%s</dd>", message_count((int64_t)s->value[REPORTED_GAMES], play).text);
    fputs("<dd class=\"worth\">", out);
    if (noisy) html_put(out, worth.final ? "the score to report: %s" : "%s", worth.text);
    fputs("</dd></div>\n", out);
}

static Status put_numbers(FILE *out, const PageRun *r, Errors *errors)
{
    CLOSED(run_reported_free) RunReported reported;
    CLOSED(run_units_free) RunUnits said = {0};
    Status status = run_reported_read(&reported, r->dir, errors);
    if (status == STATUS_OK) status = run_units_read(&said, r->dir, errors);
    if (status != STATUS_OK || reported.n == 0) return status;
    const char *const *word = said.value;
    const bool error = word[RUN_UNITS_KIND] != NULL && strcmp(word[RUN_UNITS_KIND], "error") == 0;
    const Units units = {.score = error                           ? "error"
                                  : word[RUN_UNITS_SCORE] != NULL ? word[RUN_UNITS_SCORE]
                                                                  : "score",
                         .minimised = error};
    fputs("<section><h2>How good it is</h2>\n<dl class=\"claims\">\n", out);
    for (int i = reported.n - 1; i >= 0; i--) /* the strongest stands first */
        put_reported(out, &reported.score[i], &units, word[RUN_UNITS_PLAY] != NULL ? word[RUN_UNITS_PLAY] : "games",
                     r->config == NULL || config_units(r->config)->noisy);
    fputs("</dl>\n", out);
    html_table(out, &reported.table, "result.tsv", reported.table.rows, false, -1);
    fputs("</section>\n", out);
    return STATUS_OK;
}

/* ---- weights ---- */

/* The definition of feature or weight number i; "": it is not known. */
static const char *definition(const Weights *w, int i)
{
    const Schema *s = &w->schema;
    const Param *row = schema_known(s) ? schema_row(s, i) : NULL;
    if (row != NULL) return row->doc;
    const bool known = s->set != NULL && schema_of_features(s) && s->set->index[i] < s->game->n_features;
    return known ? s->game->features[s->set->index[i]].definition : "";
}

static Status put_weights(FILE *out, const PageRun *r, Errors *errors)
{
    const Weights *w = r->weights;
    if (w == NULL || w->n > FEATURE_SET_MAX) return STATUS_OK; /* thousands of weights of a network say nothing */
    CLOSED(tsv_free) Tsv deviations;
    const Status status = candidates_deviations(&deviations, r->dir, errors);
    double effect[FEATURE_SET_MAX], most = 0;
    const bool scaled = status == STATUS_OK && deviations.rows > 0;
    for (int i = 0; i < w->n; i++) {
        effect[i] = w->w[i] * (scaled ? candidates_deviation(&deviations, schema_weight(&w->schema, i)) : 1);
        most = fmax(most, fabs(effect[i]));
    }
    fprintf(out,
            "<section><h2>The weights</h2>\n<p>%s</p>\n<div class=\"wide\" tabindex=\"0\"><table class=\"keys\"><thead><tr>"
            "<th scope=\"col\">name</th><th scope=\"col\">weight</th>%s<th scope=\"col\">%s</th>"
            "<th scope=\"col\">what it is</th></tr></thead><tbody>\n",
            scaled ? "A weight counts with the variation of its feature (sd, among the moves of a decision)."
                   : "Bars are weights. How much one counts depends on how its feature varies, too.",
            scaled ? "<th scope=\"col\">sd</th>" : "", scaled ? "weight &times; sd" : "size");
    for (int i = 0; i < w->n; i++) {
        const char *name = schema_weight(&w->schema, i);
        html_put(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">%s</td>", name, html_number(w->w[i]).text);
        if (scaled) html_put(out, "<td class=\"n\">%s</td>", html_number(candidates_deviation(&deviations, name)).text);
        fprintf(out, "<td class=\"n\">%s<span class=\"bar%s\" style=\"width:%.0f%%\"></span></td>",
                scaled ? html_number(effect[i]).text : "", effect[i] < 0 ? " less" : "",
                most > 0 ? 100 * fabs(effect[i]) / most : 0);
        html_put(out, "<td>%s</td></tr>\n", definition(w, i));
    }
    fputs("</tbody></table></div></section>\n", out);
    return status;
}

/* ---- a game ---- */

/* Puts the last board, from its characters; those of empty cells in front are left out. */
static void put_board(FILE *out, const PageGame *g, const char *cells)
{
    const int n = g->width * g->height, given = (int)strlen(cells);
    fprintf(out, "<svg class=\"board\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"the board\">\n", g->width, g->height);
    for (int i = 0; i < n; i++) {
        const char cell = i < n - given ? '0' : cells[i - (n - given)];
        fprintf(out, "<rect x=\"%d\" y=\"%d\" class=\"k%d%s\"/>", i % g->width, i / g->width, cell & 7,
                cell >= 'a'   ? " new"
                : cell >= 'A' ? " full"
                              : "");
    }
    fputs("</svg>\n", out);
}

static void put_game(FILE *out, const PageRun *r)
{
    const PageGame *g = r->game;
    if (g == NULL || g->turns == 0) return;
    OWNED char *last = mem_text(g->lines);
    char *line = last;
    for (char *end; (end = strchr(line, '\n')) != NULL && end[1] != '\0';) line = end + 1;
    line[strcspn(line, "\n")] = '\0';
    char *cost = strchr(line, ' '), *board = cost != NULL ? strchr(cost + 1, ' ') : NULL;
    const Units *units = config_units(r->config);
    if (board == NULL) return;
    *cost++ = *board++ = '\0';
    fputs("<section class=\"game\"><h2>A game</h2>\n", out);
    html_put(out,
             "<p>The first turns of a new game of these weights: <code>%s</code></p>\n<div class=\"play\" tabindex=\"0\" "
             "role=\"group\" aria-label=\"the game: the arrow keys step\">\n",
             g->command);
    if (g->width > 0)
        put_board(out, g, board);
    else {
        fputs("<pre class=\"board\">", out);
        for (char *next; (next = strstr(board, "\xc2\xb6")) != NULL; board = next + 2) {
            *next = '\0';
            html_put(out, "%s\n", board);
        }
        html_put(out, "%s</pre>\n", board);
    }
    html_put(out, "<p class=\"said\" aria-live=\"polite\"><b class=\"cost\">%s</b> %s, <b class=\"score\">%s</b> %s</p>\n", cost,
             units->cost, line, units->score);
    fputs("<p class=\"controls\" hidden=\"\"><button type=\"button\">play</button> <label>turn <input "
          "type=\"range\"></label></p>\n</div>\n"
          "<pre class=\"lines\" hidden=\"\">",
          out);
    html_text(out, g->lines);
    fputs("</pre></section>\n", out);
}

/* ---- where it is from ---- */

/* Puts the members of run.json that are one value, as its writer sets them: a line each, two blanks in front. */
static void put_members(FILE *out, char *text)
{
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        char *end = strncmp(line, "  \"", 3) == 0 ? strstr(line, "\": ") : NULL;
        if (end == NULL || end[3] == '[' || end[3] == '{' || end[3] == '\0') continue;
        *end = '\0';
        char *value = end + 3;
        value[strlen(value) - (value[strlen(value) - 1] == ',')] = '\0';
        const size_t quoted = strlen(value);
        if (quoted >= 2 && value[0] == '"' && value[quoted - 1] == '"') {
            value[quoted - 1] = '\0';
            value++;
        }
        if (*value != '\0') html_put(out, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", line + 3, value);
    }
}

static Status put_provenance(FILE *out, const PageRun *r, Errors *errors)
{
    const FilePath path = files_at(r->run, "run.json");
    OWNED char *text = files_read(path.text, NULL);
    if (text == NULL && !status_absent(errno)) {
        errors_add(errors, "%s: cannot be read: %s", path.text, files_why(errno));
        return STATUS_NO_INPUT;
    }
    if (text == NULL && r->command == NULL) return STATUS_OK;
    fputs("<section><h2>Where it is from</h2>\n", out);
    if (r->command != NULL)
        html_put(out, "<p>%she same ini and seed give the same results on any machine:</p>\n<pre class=\"command\">%s</pre>\n",
                 r->run != r->dir ? "The first run; t" : "T", r->command);
    if (text != NULL) {
        fputs("<div class=\"wide\" tabindex=\"0\"><table class=\"keys\"><tbody>\n", out);
        put_members(out, text);
        fputs("</tbody></table></div>\n", out);
    }
    fputs("</section>\n", out);
    return STATUS_OK;
}

/* ---- the page ---- */

Status page_put(FILE *out, Figures *f, const PageRun *r, Errors *errors)
{
    OWNED char *caption = caption_text(&r->dir, 1, errors), *name = files_name(r->dir);
    Status status = caption != NULL ? STATUS_OK : STATUS_NO_INPUT;
    html_put(out, "<header><h1>%s</h1>\n<p>%s</p></header>\n", name, caption != NULL ? caption : "");
    f->room = r->weights != NULL ? FIGURES_ROOM_TRAINING : FIGURES_ROOM;
    put_question(out, r);
    if (status == STATUS_OK) status = put_numbers(out, r, errors);
    if (status == STATUS_OK && r->charts != NULL) {
        fputs("<section><h2>Charts</h2>\n", out);
        status = figures_put(out, f, r->charts, r->dir, errors);
        fputs("</section>\n", out);
    }
    const bool weighs = r->weights != NULL && schema_known(&r->weights->schema) && schema_of_features(&r->weights->schema);
    if (r->searched && r->run == r->dir && !tables_has(r->dir, "positions.tsv"))
        fputs("<p class=\"rows\">A training keeps its candidates for this page with --set training.log_positions=yes.</p>\n",
              out);
    if (status == STATUS_OK) status = candidates_put(out, r->dir, weighs, errors);
    if (status == STATUS_OK) status = put_weights(out, r, errors);
    if (status == STATUS_OK) put_game(out, r);
    return status == STATUS_OK ? put_provenance(out, r, errors) : status;
}

char *page_whole(const char *title, const char *body, const char *style, const char *script, size_t *size)
{
    char *text;
    FILE *out = files_memory(&text, size);
    /* Only the script with this number, which the page itself has, may run; and nothing is fetched from anywhere. */
    const uint64_t number = hash_bytes(HASH_START, body, strlen(body));
    fprintf(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        "script-src 'nonce-%016" PRIx64 "'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
        number);
    html_put(out, "<title>%s: swarmtris</title>\n", title);
    fprintf(out,
            "<style>\n%s</style></head>\n<body><main>\n%s</main>\n<script nonce=\"%016" PRIx64 "\">\n%s</script></body></html>\n",
            style, body, number, script);
    files_memory_close(out);
    return text;
}
