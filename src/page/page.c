/* page.c. The sections of a page about a run: the question, the numbers, charts, candidates, weights, a game, where it is
 * from. */
#include "page/page.h"

#include "analysis/run_tables.h"
#include "analysis/study.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "file/plain.h"
#include "page/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 100 }; /* the most rows of a table */

/* ---- charts as figures: a picture of gnuplot, and the tables that it is drawn from ---- */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The number that the picture assigns to a variable of its axes; NAN: it assigns none. */
static double number_of(const char *svg, const char *variable)
{
    OWNED char *key = text_new("gnuplot_svg.%s = ", variable);
    const char *at = strstr(svg, key);
    return at != NULL ? strtod(at + strlen(key), NULL) : (double)NAN;
}

/* Puts a drawing as the end of an address data:image/svg+xml, without empty groups and an attribute that can be spared. */
static void put_drawing(FILE *out, const char *at)
{
    static const char usual[] = "stroke-linecap=\"butt\" stroke-linejoin=\"miter\"", empty[] = ">\n</g>\n";
    while (*at != '\0') {
        const size_t open = begins(at, "<g ") ? strcspn(at, ">") : 0;
        if (begins(at, usual))
            at += strlen(usual);
        else if (open > 0 && begins(at + open, empty))
            at += open + strlen(empty);
        else if (strchr("%#&\"", *at) != NULL)
            fprintf(out, "%%%02X", *at++);
        else
            fputc(*at == '\n' ? ' ' : *at, out), at++;
    }
}

/* A picture of gnuplot, as the page shows it: as an image, so that no script in it runs, nothing is fetched, and its ids are its
 * own; without gnuplot's frame and ground. svg is modified. Owned by the caller; NULL: it is no picture. */
static char *adopt(char *svg, const char *name)
{
    char *drawing = strstr(svg, "<defs>"), *tools = strstr(svg, "<text id=\"coord_text\""), *text;
    const char *box = strstr(svg, "viewBox=\"0 0 ");
    int width = 0, height = 0;
    if (drawing == NULL || box == NULL || sscanf(box, "viewBox=\"0 0 %d %d", &width, &height) != 2) return NULL;
    if (tools != NULL) *tools = '\0';
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" %s", width, height,
            strstr(drawing, "<image") != NULL ? "class=\"map\" " : "");
    html_put(out, "aria-label=\"chart %s\">", name);
    fprintf(out,
            "<image width=\"%d\" height=\"%d\" href=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
            "xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 %d %d'><g>",
            width, height, width, height);
    put_drawing(out, drawing);
    fprintf(out, "%s\"/></svg>", tools != NULL ? "</svg>" : "");
    files_memory_close(out);
    return text;
}

static Status put_table(FILE *out, const char *dir, const char *file, const char *chart, bool open, Errors *errors)
{
    CLOSED(tsv_free) Tsv t;
    const Status status = tsv_read(&t, files_at(dir, file).text, '\t', errors);
    /* The column that the horizontal axis of the chart shows; -1: none is known. */
    const int at = tsv_column(&t, strcmp(chart, "convergence") == 0 ? TABLES_ITERATION : "x");
    if (status == STATUS_OK && t.rows > ROWS && !open && at < 0) /* a few rows of many would say nothing beside the picture */
        html_put(out, "<p class=\"rows\">%s of the run has %s rows.</p>\n", file, html_number(t.rows).text);
    else if (status == STATUS_OK && t.rows > 0)
        html_table(out, &t, file, ROWS, open, at);
    return status == STATUS_NO_INPUT ? STATUS_OK : status;
}

/* Puts this chart's tables in the folder: NAME.tsv, NAME_1.tsv; a chart named NAME_OTHER has its own. */
static Status put_own(FILE *out, const char *folder, const char *name, bool open, Errors *errors)
{
    OWNED struct dirent **entry = NULL;
    Status status = STATUS_OK;
    const int n = files_scan(folder, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        const char *file = entry[i]->d_name, *behind = file + strlen(name);
        const bool own = files_ends_in(file, ".tsv") && begins(file, name) && (*behind == '.' || *behind == '_') &&
                         strstr(file, "_seconds") == NULL;
        if (own && status == STATUS_OK) status = put_table(out, folder, file, name, open, errors);
        free(entry[i]);
    }
    return status;
}

static Status put_figure(FILE *out, Figures *f, const char *folder, const char *name, const char *dir, const char *table,
                         Errors *errors)
{
    static const char *const axis[] = {"plot_xmin", "plot_xmax", "plot_axis_xmin", "plot_axis_xmax", "plot_logaxis_x"};
    OWNED char *file = text_new("%s.svg", name), *drawn = NULL;
    if (!files_text(&drawn, files_at(folder, file).text, NULL, errors)) return STATUS_NO_INPUT;
    if (drawn != NULL) plain_text(drawn, false); /* a page holds letters alone */
    fprintf(out, "<figure id=\"f%d\"", ++f->figures);
    /* The horizontal axis: where it begins and ends in the picture and as a number, and whether it is logarithmic. The values are
     * those of the last panel; the panels above it have the same, or other tables. */
    if (drawn != NULL && !isnan(number_of(drawn, axis[0])))
        for (int i = 0; i < 5; i++)
            fprintf(out, "%s%.9g%s", i > 0 ? " " : " data-axis=\"", number_of(drawn, axis[i]), i < 4 ? "" : "\"");
    OWNED char *svg = drawn != NULL ? adopt(drawn, name) : NULL;
    const bool large = svg != NULL && strlen(svg) > f->room, shown = svg != NULL && !large;
    html_put(out, ">\n<figcaption>%s%s</figcaption>\n", name,
             large    ? ": too large for this page; swarmtris plot draws it"
             : !shown ? ": as tables, since there was no gnuplot to draw it"
                      : "");
    if (shown) {
        fprintf(out, "<div class=\"chart\">%s</div>\n", svg);
        f->room -= strlen(svg);
    }
    Status status = put_own(out, folder, name, !shown, errors);
    if (status == STATUS_OK && table != NULL) status = put_table(out, dir, table, name, !shown, errors);
    fputs("</figure>\n", out);
    return status;
}

Status figures_put(FILE *out, Figures *f, const char *folder, const char *dir, Errors *errors)
{
    enum { MOST = 64 };
    OWNED struct dirent **entry = NULL;
    const char *put[MOST]; /* tables that the page has */
    Status status = STATUS_OK;
    int tables = 0;
    const int n = files_scan(folder, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *name = entry[i]->d_name;
        if (!files_ends_in(name, ".set")) continue;
        *strrchr(name, '.') = '\0';
        const char *table = charts_table(name);
        bool fresh = table != NULL && files_ends_in(table, ".tsv") && tables < MOST;
        for (int k = 0; k < tables; k++) fresh = fresh && strcmp(put[k], table) != 0;
        if (fresh) put[tables++] = table;
        if (status == STATUS_OK) status = put_figure(out, f, folder, name, dir, fresh ? table : NULL, errors);
    }
    for (int i = 0; i < n; i++) free(entry[i]);
    return status;
}

/* ---- the best candidates of a search as parallel coordinates: an axis a coordinate, a line a candidate ----
 *
 * Source: A. Inselberg, The plane with parallel coordinates, The Visual Computer 1 (1985). */

enum { LINES = 100, AXES = 40, WIDTH = 1000, TOP = 24, BOTTOM = 330, HEIGHT = 470, LEFT = 150, RIGHT = 950 };

/* A candidate: its score, and the row of positions.tsv. */
typedef struct {
    double score;
    int row;
} Scored;

static int by_score(const void *a, const void *b)
{
    const Scored *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score ? 1 : -1) : x->row - y->row;
}

/* The lines that are drawn. */
typedef struct {
    int n;                        /* axes */
    const char *name[AXES];       /* names of the coordinates; borrowed */
    double scale[AXES];           /* factors of the coordinates: the standard deviation of the feature, or 1 */
    double lo[AXES], hi[AXES];    /* the ends of the axes */
    double line[LINES + 1][AXES]; /* points, the best last; then the chosen point */
    double score[LINES + 1];
    int lines;
    bool weights; /* points are vectors of length 1 on one scale */
} Lines;

/* Adds the point in this row of the table, whose columns have the names of the coordinates. */
static void add_line(Lines *l, const Tsv *t, int row, double score)
{
    double *x = l->line[l->lines], length = 0;
    for (int k = 0; k < l->n; k++) {
        const int column = tsv_column(t, l->name[k]);
        x[k] = column >= 0 ? l->scale[k] * tsv_number(t, row, column) : NAN;
        length += x[k] * x[k];
    }
    if (!(isfinite(length) && (length > 0 || !l->weights))) return;
    for (int k = 0; k < l->n; k++) {
        if (l->weights) x[k] /= sqrt(length);
        l->lo[k] = fmin(l->lo[k], x[k]);
        l->hi[k] = fmax(l->hi[k], x[k]);
    }
    l->score[l->lines++] = score;
}

static double axis_x(const Lines *l, int k)
{
    return l->n > 1 ? LEFT + (double)k * (RIGHT - LEFT) / (l->n - 1) : (LEFT + RIGHT) / 2.0;
}

static void put_line(FILE *out, const Lines *l, int i, const char *class)
{
    fprintf(out, "<polyline class=\"%s\" points=\"", class);
    for (int k = 0; k < l->n; k++)
        fprintf(out, "%s%.0f,%.1f", k > 0 ? " " : "", axis_x(l, k),
                BOTTOM - (l->line[i][k] - l->lo[k]) / (l->hi[k] - l->lo[k]) * (BOTTOM - TOP));
    fputs("\"><title>", out);
    html_put(out, strcmp(class, "chosen") == 0 ? "chosen" : "score %s, as the search saw it", html_number(l->score[i]).text);
    fputs("</title></polyline>\n", out);
}

static void put_axes(FILE *out, const Lines *l)
{
    for (int k = 0; k < l->n; k++) {
        const double x = axis_x(l, k);
        fprintf(out, "<path class=\"axis\" d=\"M%.0f,%d V%d\"/><text transform=\"translate(%.0f,%d) rotate(-35)\">", x, TOP,
                BOTTOM, x, BOTTOM + 26);
        html_put(out, "%s</text>\n", l->name[k]);
        if (l->weights && k > 0) continue;
        fprintf(out, "<text class=\"end\" x=\"%.0f\" y=\"%d\">%s</text>", x, TOP - 8, html_number(l->hi[k]).text);
        fprintf(out, "<text class=\"end\" x=\"%.0f\" y=\"%d\">%s</text>\n", x, BOTTOM + 14, html_number(l->lo[k]).text);
    }
    if (l->weights) fprintf(out, "<path class=\"zero\" d=\"M%d,%d H%d\"/>\n", LEFT, (TOP + BOTTOM) / 2, RIGHT);
}

static void put_candidates(FILE *out, const Lines *l, int best, int all, bool chosen, bool scaled)
{
    const int drawn = l->lines - chosen;
    fputs("<section><h2>The candidates</h2>\n<p>", out);
    fprintf(out, "A line is a candidate: %d of the best %d of %d, by the score that the search saw, which is overstated. ", drawn,
            best, all);
    if (l->weights)
        fprintf(out, "Every multiple of weights plays alike, so drawn are their shares%s, as vectors of length 1. ",
                scaled ? ", times the standard deviation of the feature" : "");
    fprintf(out, "%s</p>\n<figure><div class=\"chart\"><svg class=\"own\" viewBox=\"0 0 %d %d\" role=\"img\" ",
            chosen ? "The thick line is the chosen one." : "", WIDTH, HEIGHT);
    fputs("aria-label=\"parallel coordinates of the best candidates\">\n", out);
    put_axes(out, l);
    for (int i = 0; i < l->lines; i++) put_line(out, l, i, chosen && i + 1 == l->lines ? "chosen" : "candidate");
    fputs("</svg></div></figure></section>\n", out);
}

/* Draws the lines of the best candidates, a tenth of all, and of the chosen point. */
static void draw_candidates(FILE *out, const Tsv *positions, const Tsv *result, const double *deviation, const Scored *c, int all,
                            bool weights)
{
    OWNED Lines *l = mem_new(1, sizeof *l);
    const int first = tsv_column(positions, "score") + 1, best = (all + 9) / 10;
    const int every = (best + LINES - 1) / LINES;
    bool scaled = false;
    l->weights = weights;
    for (l->n = 0; first + l->n < positions->columns && l->n < AXES; l->n++) {
        l->name[l->n] = positions->name[first + l->n];
        l->scale[l->n] = deviation != NULL && deviation[l->n] > 0 ? deviation[l->n] : 1;
        scaled = scaled || l->scale[l->n] != 1;
        l->lo[l->n] = HUGE_VAL, l->hi[l->n] = -HUGE_VAL;
    }
    for (int i = (best - 1) / every * every; i >= 0; i -= every) add_line(l, positions, c[i].row, c[i].score);
    const int candidates = l->lines;
    if (result->rows > 0) add_line(l, result, result->rows - 1, NAN);
    double most = 0; /* the axes have, for weights, one scale, with 0 in the middle; else each has its own */
    for (int k = 0; k < l->n; k++) most = fmax(most, fmax(-l->lo[k], l->hi[k]));
    for (int k = 0; k < l->n; k++) {
        if (l->weights) l->hi[k] = most, l->lo[k] = -most;
        if (l->hi[k] <= l->lo[k]) l->hi[k] = l->lo[k] + 1, l->lo[k] -= 1;
    }
    if (candidates > 0 && l->n > 2) put_candidates(out, l, best, all, l->lines > candidates, scaled);
}

/* Puts the picture of positions.tsv and the chosen point of result.tsv; nothing if dir has no positions, or positions of fewer
 * than three coordinates. weights: coordinates are weights of features, whose multiples all play alike. So weights x deviations
 * are drawn on one scale, as vectors of length 1. STATUS_DATA, STATUS_NO_INPUT, with a sentence: a table cannot be read. */
static Status candidates_put(FILE *out, const PageRun *r, bool weights, Errors *errors)
{
    static const TableNeeds needs[] = {{.file = "positions.tsv"}, {.file = "result.tsv"}};
    CLOSED(tsv_free) Tsv positions = {0}, result = {0};
    Status status = tables_read_if(&positions, r->dir, &needs[0], errors);
    const Status other = tables_read_if(&result, r->dir, &needs[1], errors);
    const int score = tsv_column(&positions, "score");
    if (status == STATUS_OK) status = other;
    if (status != STATUS_OK || score < 0) return status;
    const double *deviation = weights && positions.columns - score - 1 == r->weights->n ? r->deviation : NULL;
    OWNED Scored *c = mem_new((size_t)positions.rows, sizeof *c);
    int all = 0;
    for (int i = 0; i < positions.rows; i++) {
        c[all] = (Scored){.score = tsv_number(&positions, i, score), .row = i};
        all += isfinite(c[all].score);
    }
    qsort(c, (size_t)all, sizeof *c, by_score);
    if (all > 0) draw_candidates(out, &positions, &result, deviation, c, all, weights);
    return STATUS_OK;
}

/* ---- the question ---- */

/* Whether a section of config.ini matters for the run. Sections of a search matter only for a search. The agent does not for a
 * tournament, in which each player has its own. */
static bool matters(const PageRun *r, const char *section)
{
    static const char *const search[] = {"training", "selection", "validation", "optimiser"};
    for (size_t i = 0; i < sizeof search / sizeof *search; i++)
        if (strcmp(section, search[i]) == 0) return r->searched;
    return config_uses(r->config, section) && (strcmp(section, "agent") != 0 || !files_has(r->dir, "plays.tsv"));
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
                /* What a part is, each way says, though the other ways' is a default. */
                const bool said = is_given(k) || strcmp(p->key, "kind") == 0;
                if (!said || !config_uses_key(&w->config, k, NULL, 0) || !varies(r, k)) continue;
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
    html_put(out, worth.final ? "<div class=\"result reported\"><dt>%s</dt>" : "<div class=\"result\"><dt>%s</dt>", s->name);
    html_put(out, "<dd><b>%s</b> %s</dd>", html_number(reported_amount(s, units, REPORTED_MEAN)).text, units->score);
    if (lower < upper) html_put(out, "<dd>95 %% interval %s to %s</dd>", html_number(lower).text, html_number(upper).text);
    html_put(out, "<dd>%s</dd>", message_count((int64_t)s->value[REPORTED_GAMES], play).text);
    if (reported_heaviest(s).text[0] != '\0') html_put(out, "<dd>%s</dd>", reported_heaviest(s).text);
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
    fputs("<section><h2>How good it is</h2>\n<dl class=\"results\">\n", out);
    for (int i = reported.n - 1; i >= 0; i--) /* the strongest stands first */
        put_reported(out, &reported.score[i], &units, word[RUN_UNITS_PLAY] != NULL ? word[RUN_UNITS_PLAY] : "games",
                     r->config == NULL || config_units(r->config)->noisy);
    fputs("</dl>\n", out);
    html_table(out, &reported.table, "result.tsv", reported.table.rows, false, -1);
    fputs("</section>\n", out);
    return STATUS_OK;
}

/* ---- the ranking of a study or tournament ---- */

/* Puts what a page of them is about: who is best, and how sure that is. A column of the table is one of these, by its heading. */
static Status put_ranking(FILE *out, const PageRun *r, Errors *errors)
{
    enum { NAME, SCORE, LOWER, UPPER, NUMBER, P, COLUMNS };
    static const char *const names[2][COLUMNS] = {{"weights", "mean", "lower", "upper", "games", "p_mean"},
                                                  {"variant", "score", "score_lower", "score_upper", "runs", "p"}};
    CLOSED(tsv_free) Tsv t = {0};
    const bool ways = r->charts != NULL && files_has(r->charts, "study.tsv");
    const char *const *name = names[ways];
    const Status status =
        tables_read_if(&t, ways ? r->charts : r->dir, &(TableNeeds){.file = ways ? "study.tsv" : "ranking.tsv"}, errors);
    int at[COLUMNS];
    bool whole = status == STATUS_OK && t.rows > 0;
    for (int k = 0; k < COLUMNS; k++) whole = (at[k] = tsv_column(&t, name[k])) >= 0 && whole;
    const int least = tsv_column(&t, "p_least"), worse = tsv_column(&t, "worse_than_best"), pieces = tsv_column(&t, "pieces");
    if (!whole) return status;
    CLOSED(study_free) Study s = {.variant = mem_new((size_t)t.rows, sizeof *s.variant), .alpha = study_alpha(&t)};
    html_put(out,
             "<section><h2>The ranking</h2>\n<p>p: the chance of so large a difference to the best if both were equally good, "
             "corrected for all pairs (Holm). ");
    if (ways)
        html_put(out, "Scores are geometric means over the seeds; Wilcoxon's test, at the %s %% level.",
                 html_number(100 * s.alpha).text);
    else
        fputs("The p is that of the means.", out);
    html_put(out,
             "</p>\n<div class=\"wide\" tabindex=\"0\"><table><thead><tr>"
             "<th scope=\"col\">rank</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">p</th>"
             "<th scope=\"col\">beside the best</th><th scope=\"col\">95 %% interval</th><th "
             "scope=\"col\">%s</th>",
             name[NAME], r->config != NULL ? config_units(r->config)->score : "score", name[NUMBER]);
    fprintf(out, "%s</tr></thead><tbody>\n", pieces >= 0 ? "<th scope=\"col\">spent, mean</th>" : "");
    for (int i = 0; i < t.rows; i++) {
        const double p = tsv_number(&t, i, at[P]), lower = tsv_number(&t, i, at[LOWER]), upper = tsv_number(&t, i, at[UPPER]);
        s.variant[s.n++] = (Variant){.name = mem_text(tsv_cell(&t, i, at[NAME])),
                                     .p = worse >= 0 ? tsv_number(&t, i, worse) != 1 : p, /* as its own level has decided */
                                     .p_least = least >= 0 ? tsv_number(&t, i, least) : 0,
                                     .pieces = pieces >= 0 ? tsv_number(&t, i, pieces) : NAN};
        const StudyVerdict verdict = study_verdict(&s, i);
        html_put(out,
                 "<tr><td class=\"n\">%s</td><td>%s</td><td class=\"n\"><b>%s</b></td><td class=\"n\">%s</td><td>%s</td>"
                 "<td class=\"n\">%s to %s</td><td class=\"n\">%s</td>",
                 html_number(i + 1).text, tsv_cell(&t, i, at[NAME]), html_number(tsv_number(&t, i, at[SCORE])).text,
                 i > 0 ? html_number(p).text : "",
                 i == 0                     ? "the best"
                 : verdict == STUDY_WORSE   ? "significantly worse"
                 : verdict == STUDY_TOO_FEW ? "too few seeds to tell"
                                            : "no significant difference",
                 html_number(lower).text, html_number(upper).text, html_number(tsv_number(&t, i, at[NUMBER])).text);
        if (pieces >= 0) html_put(out, "<td class=\"n\">%s</td>", html_number(s.variant[i].pieces).text);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    OWNED char *unequal;
    study_inequality(&s, &unequal);
    if (unequal != NULL) html_put(out, "<p><b>No equal budgets</b>: %s.</p>\n", unequal);
    fputs("</section>\n", out);
    return STATUS_OK;
}

/* ---- weights ---- */

static void put_weights(FILE *out, const PageRun *r)
{
    const Weights *w = r->weights;
    if (w == NULL || w->n > FEATURE_SET_MAX) return; /* thousands of weights of a network say nothing */
    double effect[FEATURE_SET_MAX], most = 0;
    const bool scaled = r->deviation != NULL;
    for (int i = 0; i < w->n; i++) {
        effect[i] = w->w[i] * (scaled ? r->deviation[i] : 1);
        most = fmax(most, fabs(effect[i]));
    }
    fprintf(out,
            "<section><h2>The weights</h2>\n<p>%s</p>\n<div class=\"wide\" tabindex=\"0\"><table class=\"keys\"><thead><tr>"
            "<th scope=\"col\">name</th><th scope=\"col\">weight</th>%s<th scope=\"col\">%s</th>"
            "<th scope=\"col\">what it is</th></tr></thead><tbody>\n",
            scaled ? "Each weight, the standard deviation (sd) of its feature among the moves of a decision, and their product: "
                     "how much it counts."
                   : "Bars are weights. How much one counts depends on how its feature varies, too.",
            scaled ? "<th scope=\"col\">sd</th>" : "", scaled ? "weight &times; sd" : "size");
    for (int i = 0; i < w->n; i++) {
        const char *name = r->table->row[i].name;
        html_put(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">%s</td>", name, html_number(w->w[i]).text);
        if (scaled) html_put(out, "<td class=\"n\">%s</td>", html_number(r->deviation[i]).text);
        fprintf(out, "<td class=\"n\">%s<span class=\"bar%s\" style=\"width:%.0f%%\"></span></td>",
                scaled ? html_number(effect[i]).text : "", effect[i] < 0 ? " less" : "",
                most > 0 ? 100 * fabs(effect[i]) / most : 0);
        html_put(out, "<td>%s</td></tr>\n", r->table->row[i].doc);
    }
    fputs("</tbody></table></div></section>\n", out);
}

/* ---- a game ---- */

/* Puts a board, from its characters; those of empty cells in front are left out. */
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
    OWNED char *line = mem_text(g->lines); /* the first */
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
            html_text(out, board);
            fputc('\n', out);
        }
        html_text(out, board);
        fputs("</pre>\n", out);
    }
    html_put(out, "<p class=\"said\" aria-live=\"polite\">%s <b class=\"cost\">%s</b>, %s <b class=\"score\">%s</b></p>\n",
             units->cost, cost, units->score, line);
    fputs("<p class=\"controls\" hidden=\"\"><button type=\"button\">play</button> <label>turn <input "
          "type=\"range\"></label></p>\n</div>\n"
          "<pre class=\"lines\" hidden=\"\">",
          out);
    html_text(out, g->lines);
    fputs("</pre></section>\n", out);
}

/* ---- where it is from ---- */

/* Puts the members of run.json that are one value: a line each. What only tells of the machine and its folders stays there. */
static void put_members(FILE *out, char *text)
{
    for (const char *name, *value; json_member(&text, &name, &value);) {
        char *rest;
        const double number = strtod(value, &rest);
        if (*value == '\0' || strcmp(name, "host") == 0 || strcmp(name, "flags") == 0) continue;
        html_put(out, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", name,
                 strchr(value, '.') != NULL && *rest == '\0' ? html_number(number).text : value);
    }
}

static Status put_provenance(FILE *out, const PageRun *r, Errors *errors)
{
    OWNED char *text;
    if (!files_text(&text, files_at(r->run, "run.json").text, NULL, errors)) return STATUS_NO_INPUT;
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
    if (status == STATUS_OK) status = put_ranking(out, r, errors);
    put_question(out, r);
    if (status == STATUS_OK) status = put_numbers(out, r, errors);
    if (status == STATUS_OK && r->charts != NULL) {
        fputs("<section><h2>Charts</h2>\n", out);
        status = figures_put(out, f, r->charts, r->dir, errors);
        fputs("</section>\n", out);
    }
    const bool weighs = r->weights != NULL && r->table->of_features;
    if (r->searched && r->run == r->dir && !files_has(r->dir, "positions.tsv"))
        fputs("<p class=\"rows\">A training keeps its candidates for this page with --set training.log_positions=yes.</p>\n",
              out);
    if (status == STATUS_OK) status = candidates_put(out, r, weighs, errors);
    if (status != STATUS_OK) return status;
    put_weights(out, r);
    put_game(out, r);
    return put_provenance(out, r, errors);
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
