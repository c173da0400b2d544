/* figures.c. Puts gnuplot's pictures into a page: without scripts and empty groups, and with ids of the page's own. */
#include "page/figures.h"

#include "analysis/chart_tables.h"
#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "file/files.h"
#include "file/plain.h"
#include "page/html.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 100 }; /* the most rows of a table */

/* ---- a picture ---- */

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

/* Puts the horizontal axis: where it begins and ends in the picture and as a number, and whether it is logarithmic. The values
 * are those of the last panel; the panels above it have the same, or other tables. */
static void put_axis(FILE *out, const char *svg)
{
    static const char *const variables[] = {"plot_xmin", "plot_xmax", "plot_axis_xmin", "plot_axis_xmax", "plot_logaxis_x"};
    if (isnan(number_of(svg, variables[0]))) return;
    fputs(" data-axis=\"", out);
    for (int i = 0; i < 5; i++) fprintf(out, "%s%.9g", i > 0 ? " " : "", number_of(svg, variables[i]));
    fputc('"', out);
}

/* The length of a script, a comment or an empty group that begins here and is left out; 0: there is none. */
static size_t skipped(const char *at)
{
    if (begins(at, "<script") || begins(at, "<!--")) {
        const char *end = strchr(at, '>'), *last = strstr(at, at[1] == '!' ? "-->" : "</script>");
        if (at[1] != '!' && end != NULL && end[-1] == '/') return (size_t)(end + 1 - at);
        return last != NULL ? (size_t)(strchr(last, '>') + 1 - at) : strlen(at);
    }
    if (begins(at, "<g ")) {
        const size_t open = strcspn(at, ">");
        if (begins(at + open, ">\n</g>\n")) return open + strlen(">\n</g>\n");
    }
    return 0;
}

/* The length of the attribute here, if it acts, such as onclick="...", leads out of the page or can be spared; else 0. */
static size_t skipped_attribute(const char *at)
{
    static const char usual[] = "stroke-linecap=\"butt\" stroke-linejoin=\"miter\"";
    const size_t name = strcspn(at, "=> \t\n");
    const char quote = at[name] == '=' ? at[name + 1] : '\0', *value = at + name + 2;
    if (begins(at, usual)) return strlen(usual);
    const bool leads = memmem(at, name, "href", 4) != NULL && !begins(value, "#") && !begins(value, "data:image/png;");
    const bool acts = (at[0] | 0x20) == 'o' && (at[1] | 0x20) == 'n';
    /* Panels repeat ids swarmtris_plot_..., and nothing refers to these. */
    if (!leads && !acts && !begins(at, "id=\"swarmtris_plot_")) return 0;
    const char *end = quote == '"' || quote == '\'' ? strchr(value, quote) : NULL;
    return end != NULL ? (size_t)(end + 1 - at) : name + strcspn(at + name, " \t\n>");
}

/* Whether a tag begins here, of an element that gnuplot draws with. */
static bool draws(const char *at)
{
    static const char *const elements[] = {"g",     "path",    "text",     "tspan",       "use",     "circle",
                                           "rect",  "polygon", "polyline", "line",        "ellipse", "defs",
                                           "title", "filter",  "feFlood",  "feComposite", "image",   "svg"};
    at += 1 + (at[1] == '/');
    const size_t length = strcspn(at, " \t\n/>");
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strlen(elements[i]) == length && begins(at, elements[i])) return true;
    return false;
}

/* Puts a drawing. Anything else that looks like a tag becomes text. Ids, and references to them, get the figure's as a prefix. */
static void put_drawing(FILE *out, const char *at, int number)
{
    static const char *const named[] = {"id='", "id=\"", "href='#", "href=\"#", "url(#"};
    char quote = '\0', before = ' '; /* quote of the attribute's value under way; character put last */
    bool tag = false;
    while (*at != '\0') {
        const size_t skip = !tag ? skipped(at) : quote == '\0' && strchr(" \t\n/\"'", before) != NULL ? skipped_attribute(at) : 0;
        at += skip;
        if (skip > 0 || *at == '\0') continue;
        if (!tag && *at == '<' && !draws(at)) {
            fputs("&lt;", out);
            at++;
            continue;
        }
        for (size_t i = 0; tag && i < sizeof named / sizeof *named; i++)
            if (begins(at, named[i])) {
                fprintf(out, "%sf%d-", named[i], number);
                at += strlen(named[i]);
                if (named[i][0] != 'u') quote = strchr(named[i], '\'') != NULL ? '\'' : '"';
            }
        if (tag && (*at == quote || (quote == '\0' && (*at == '"' || *at == '\'')))) quote = quote == '\0' ? *at : '\0';
        tag = tag ? *at != '>' || quote != '\0' : *at == '<';
        fputc(before = *at++, out);
    }
}

/* A picture of gnuplot, as the page shows it: with the page's frame and ground. svg is modified. Owned by the caller; NULL: it
 * is no picture. */
static char *adopt(char *svg, int number, const char *name)
{
    char *drawing = strstr(svg, "<defs>"), *tools = strstr(svg, "<text id=\"coord_text\""), *text;
    const char *box = strstr(svg, "viewBox=\"0 0 ");
    int width = 0, height = 0;
    if (drawing == NULL || box == NULL || sscanf(box, "viewBox=\"0 0 %d %d", &width, &height) != 2) return NULL;
    if (tools != NULL) *tools = '\0';
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" ", width, height);
    html_put(out, "aria-label=\"chart %s\"><g>\n", name);
    put_drawing(out, drawing, number);
    if (tools != NULL) fputs("</svg>\n", out);
    files_memory_close(out);
    return text;
}

/* ---- its tables ---- */

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

static int is_table(const struct dirent *entry)
{
    return files_ends_in(entry->d_name, ".tsv");
}

static int is_set(const struct dirent *entry)
{
    return files_ends_in(entry->d_name, ".set");
}

/* Puts this chart's tables in the folder: NAME.tsv, NAME_1.tsv; a chart named NAME_OTHER has its own. */
static Status put_own(FILE *out, const char *folder, const char *name, bool open, Errors *errors)
{
    OWNED struct dirent **entry = NULL;
    Status status = STATUS_OK;
    const int n = files_scan(folder, &entry, is_table, alphasort);
    for (int i = 0; i < n; i++) {
        const char *file = entry[i]->d_name, *behind = file + strlen(name);
        const bool own = begins(file, name) && (*behind == '.' || *behind == '_') && strstr(file, "_seconds") == NULL;
        if (own && status == STATUS_OK) status = put_table(out, folder, file, name, open, errors);
        free(entry[i]);
    }
    return status;
}

static Status put_figure(FILE *out, Figures *f, const char *folder, const char *name, const char *dir, const char *table,
                         Errors *errors)
{
    OWNED char *file = text_new("%s.svg", name), *drawn = files_read(files_at(folder, file).text, NULL);
    if (drawn == NULL && !status_absent(errno)) {
        errors_add(errors, "%s/%s: cannot be read: %s", folder, file, files_why(errno));
        return STATUS_NO_INPUT;
    }
    if (drawn != NULL) plain_text(drawn, false); /* a page holds letters alone */
    fprintf(out, "<figure id=\"f%d\"", ++f->figures);
    if (drawn != NULL) put_axis(out, drawn);
    OWNED char *svg = drawn != NULL ? adopt(drawn, f->figures, name) : NULL;
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
    const int n = files_scan(folder, &entry, is_set, alphasort);
    for (int i = 0; i < n; i++) {
        char *name = entry[i]->d_name;
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
