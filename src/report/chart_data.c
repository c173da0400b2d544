#include "report/chart_data.h"

#include "base/mem.h"
#include "file/files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool chart_has(const char *dir, const char *name)
{
    char *path = files_path(dir, name);
    bool there = files_exists(path);
    free(path);
    return there;
}

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

int chart_length(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++) n += !continues(*text);
    return n;
}

void chart_shorten(char *text, int most)
{
    int n = chart_length(text);
    if (n <= most || most < 5) return;
    int head = (most - 1) / 2, tail = most - 1 - head;
    char *end = text, *from = text;
    for (int k = 0; k < head; k++) do
            end++;
        while (continues(*end));
    for (int k = 0; k < n - tail; k++) do
            from++;
        while (continues(*from));
    /* What is left out may be a single byte, the ellipsis has three. */
    char *rest = mem_text(from);
    if (from - end >= 3) {
        memcpy(end, "…", 3);
        strcpy(end + 3, rest);
    } else {
        *end = '~';
        strcpy(end + 1, rest);
    }
    free(rest);
}

int chart_thin(double *x, int n, int stride)
{
    int left = 0;
    if (x == NULL || stride <= 1) return n;
    for (int i = 0; i < n; i++)
        if (i % stride == 0 || i == n - 1) x[left++] = x[i];
    return left;
}

double *chart_whole_scores(const Tsv *positions, Errors *errors)
{
    double *score = tsv_numbers(positions, "score", errors), *round = tsv_numbers(positions, "iteration", errors),
           *games = tsv_numbers(positions, "games", errors);
    for (int r = 0, end; score != NULL && round != NULL && games != NULL && r < positions->rows; r = end) {
        double most = 0;
        for (end = r; end < positions->rows && round[end] == round[r]; end++) most = fmax(most, games[end]);
        for (int i = r; i < end; i++)
            if (games[i] < most) score[i] = NAN;
        if (end == r) end++; /* a round that is no number */
    }
    free(round);
    free(games);
    return score;
}

Show show_of(const double *score, int n, bool meta)
{
    if (meta) return SHOW_STANDARD;
    for (int i = 0; i < n; i++)
        if (score[i] < 0) return SHOW_ERROR;
    return SHOW_ROWS;
}

double show_score(Show show, double score)
{
    if (show != SHOW_ERROR || isnan(score)) return score;
    return score < 0 ? -score : 0;
}

int show_floor(Show show, const Extent *e, double *x, int n)
{
    int moved = 0;
    if (show != SHOW_ERROR || x == NULL || !isfinite(e->above)) return 0;
    for (int i = 0; i < n; i++)
        if (x[i] < e->above) {
            x[i] = fmax(e->above / 10, 1e-300);
            moved++;
        }
    return moved;
}

Axis show_axis(Show show, Extent e)
{
    if (show == SHOW_STANDARD) return axis_linear(e);
    if (show == SHOW_ROWS) return axis_count(e);
    return e.hi > 0 ? axis_log(e) : axis_zero(e);
}

const char *show_leader(Show show)
{
    return show == SHOW_ERROR ? "best so far" : "leader";
}

void show_label(Show show, const Axis *axis, bool floored, char *out, size_t room)
{
    if (show == SHOW_STANDARD)
        snprintf(out, room, "standardised score (0: ordinary)");
    else if (show == SHOW_ERROR)
        snprintf(out, room, "error%s", floored ? " (0 drawn at the lower edge)" : "");
    else
        snprintf(out, room, "rows a game%s", axis->scale == AXIS_LOG1 ? " (log of 1 + rows)" : "");
}

/* A column without a single number is none: gnuplot would have nothing to draw. */
static double *numbers(const Tsv *t, const char *name, Errors *errors)
{
    double *x = tsv_numbers(t, name, errors);
    for (int i = 0; x != NULL && i < t->rows; i++)
        if (isfinite(x[i])) return x;
    free(x);
    return NULL;
}

static double *shown(const Tsv *t, const char *name, Show show, Errors *errors)
{
    double *x = numbers(t, name, errors);
    for (int i = 0; x != NULL && i < t->rows; i++) x[i] = show_score(show, x[i]);
    return x;
}

/* A search over parameters: its coordinates, behind the score, are called section.key, those of a training have the names of features. */
static bool is_meta(const char *dir)
{
    Tsv t;
    Errors ignored = {0};
    if (chart_has(dir, "heldout.tsv") || chart_has(dir, "blocks.tsv")) return true;
    char *path = files_path(dir, "positions.tsv");
    bool read = tsv_read(&t, path, '\t', &ignored) == TSV_READ;
    const int first = read ? tsv_column(&t, "score") + 1 : 0;
    bool meta = first > 0 && first < t.columns && strchr(t.name[first], '.') != NULL;
    tsv_free(&t);
    errors_free(&ignored);
    free(path);
    return meta;
}

/* Cells that are no numbers are complained of where their columns are read for good. */
static Show show_of_table(const Tsv *t, const char *dir, bool evaluations)
{
    Errors ignored = {0};
    double *best = tsv_numbers(t, "best_score", &ignored), *low = tsv_numbers(t, "q05", &ignored);
    bool meta = is_meta(dir);
    Show show = best != NULL ? show_of(best, t->rows, meta) : SHOW_ROWS;
    if (show == SHOW_ROWS && low != NULL) show = show_of(low, t->rows, meta);
    if (show == SHOW_ROWS && evaluations) show = SHOW_ERROR; /* all of them 0 */
    errors_free(&ignored);
    free(best);
    free(low);
    return show;
}

/* A function costs 1 a play, a game a piece or more, and never one alone all the time. */
static bool costs_one(const Course *p)
{
    for (int i = 0; i < p->rounds; i++)
        if (p->games == NULL || p->cost == NULL || p->games[i] != p->cost[i]) return false;
    return p->rounds > 0;
}

static void read_columns(Course *p, const Tsv *t, const char *dir, Errors *errors)
{
    p->rounds = t->rows;
    p->round = numbers(t, "iteration", errors);
    for (int i = 0; p->round != NULL && i < t->rows; i++)
        if (!isfinite(p->round[i])) p->round[i] = i;
    p->games = numbers(t, "games", errors);
    p->cost = numbers(t, "pieces", errors);
    p->evaluations = costs_one(p);
    p->show = show_of_table(t, dir, p->evaluations);
    bool turned = p->show == SHOW_ERROR;
    p->best = shown(t, "best_score", p->show, errors);
    for (int i = 1; p->best != NULL && i < t->rows; i++)
        if (isnan(p->best[i])) p->best[i] = p->best[i - 1]; /* nothing better was found */
    p->q05 = shown(t, turned ? "q95" : "q05", p->show, errors);
    p->q25 = shown(t, turned ? "q75" : "q25", p->show, errors);
    p->median = shown(t, "median", p->show, errors);
    p->q75 = shown(t, turned ? "q25" : "q75", p->show, errors);
    p->q95 = shown(t, turned ? "q05" : "q95", p->show, errors);
    p->diversity = numbers(t, "diversity", errors);
    p->velocity = numbers(t, "velocity", errors);
}

ChartsStatus course_read(Course *p, const char *dir, Errors *errors)
{
    *p = (Course){0};
    Tsv t;
    int before = errors->n;
    char *path = files_path(dir, "metrics.tsv");
    TsvStatus read = tsv_read(&t, path, '\t', errors);
    if (read == TSV_READ && t.rows > 0) {
        read_columns(p, &t, dir, errors);
        if (errors->n == before && (p->round == NULL || p->best == NULL))
            errors_add(errors, "%s: must have the columns iteration and best_score, with numbers in them", path);
    } else if (read == TSV_READ)
        errors_add(errors, "%s: has no finished iteration yet: nothing to draw", path);
    ChartsStatus status = read == TSV_MISSING || (read == TSV_READ && t.rows == 0) ? CHARTS_NO_DATA
                          : errors->n > before                                     ? CHARTS_BAD_DATA
                                                                                   : CHARTS_DRAWN;
    if (status != CHARTS_DRAWN) course_free(p);
    tsv_free(&t);
    free(path);
    return status;
}

void course_free(Course *p)
{
    double *const all[] = {p->round,  p->games, p->cost, p->best,      p->q05,     p->q25,
                           p->median, p->q75,   p->q95,  p->diversity, p->velocity};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    *p = (Course){0};
}
