/* effects.c. Main effects of tuned names: factors from the columns of positions.tsv, and their analysis of variance. */
#include "analysis/effects.h"

#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The positions of a search as data for the analysis. */
typedef struct {
    Tsv table;
    double *y;   /* (rows), owned: score minus the mean of its iteration; NAN: no score */
    int *level;  /* (rows, n), owned: of each position in each factor */
    int *group;  /* (rows), owned: number of the iteration */
    int groups;  /* iterations */
    double *sum; /* (groups), owned: scratch of group means */
    int *count;  /* (groups), owned: positions with a score */
} Factors;

/* ---- the F distribution ---- */

/* The continued fraction of the incomplete beta function, by Lentz's method; x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    static const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double h = d;
    for (int m = 1; m <= 500; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double step = 1;
        for (int k = 0; k < 2; k++) {
            const double term = k == 0 ? even : odd;
            d = 1 + term * d;
            c = 1 + term / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            step = c * d;
            h *= step;
        }
        if (fabs(step - 1) < 1e-15) break;
    }
    return h;
}

/* The regularised incomplete beta function. */
static double beta_share(double a, double b, double x)
{
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double effects_f_tail(double f, double df1, double df2)
{
    assert(f >= 0 && df1 >= 1 && df2 >= 1);
    return beta_share(df2 / 2, df1 / 2, df2 / (df2 + df1 * f));
}

/* ---- factors ---- */

/* Whether column b of the table belongs to the same choice as column a. */
static bool same_choice(const Tsv *t, int a, int b)
{
    const size_t length = strcspn(t->name[a], "=");
    return b < t->columns && t->name[a][length] == '=' && strncmp(t->name[a], t->name[b], length + 1) == 0;
}

/* Finds the levels of a choice whose columns are first .. first + n - 1. */
static void choose_levels(Factors *f, Effect *e, int k, int stride, int first, int n)
{
    for (int i = 0; i < n; i++) e->level[i].label = mem_text(strchr(f->table.name[first + i], '=') + 1);
    e->levels = n;
    for (int r = 0; r < f->table.rows; r++) {
        int best = 0;
        for (int i = 1; i < n; i++)
            if (tsv_number(&f->table, r, first + i) > tsv_number(&f->table, r, first + best)) best = i;
        f->level[r * stride + k] = best;
    }
}

/* Makes the levels of a number: the ranges between its quartiles, as far as these differ. */
static void cut_levels(Factors *f, Effect *e, int k, int stride, int column)
{
    const int rows = f->table.rows;
    OWNED double *x = mem_new((size_t)rows, sizeof *x);
    double edge[EFFECTS_BINS + 1];
    int n = 0;
    for (int r = 0; r < rows; r++) x[r] = tsv_number(&f->table, r, column);
    stats_sort(x, rows);
    for (int i = 0; i <= EFFECTS_BINS; i++) {
        const double at = stats_quantile(x, rows, (double)i / EFFECTS_BINS);
        if (n == 0 || at > edge[n - 1]) edge[n++] = at;
    }
    e->levels = n > 1 ? n - 1 : 1;
    for (int i = 0; i < e->levels; i++) e->level[i].label = text_new("%.4g..%.4g", edge[i], edge[n > 1 ? i + 1 : 0]);
    for (int r = 0; r < rows; r++) {
        int i = 0;
        while (i + 1 < e->levels && tsv_number(&f->table, r, column) > edge[i + 1]) i++;
        f->level[r * stride + k] = i;
    }
}

/* Turns scores into differences from the means of their iterations. */
static void centre_scores(Factors *f)
{
    const int iteration = tsv_column(&f->table, TABLES_ITERATION), score = tsv_column(&f->table, "score");
    for (int r = 0; r < f->table.rows; r++) {
        const bool next = r > 0 && tsv_number(&f->table, r, iteration) != tsv_number(&f->table, r - 1, iteration);
        f->group[r] = r == 0 ? 0 : f->group[r - 1] + next;
        f->y[r] = tsv_number(&f->table, r, score);
        if (!isfinite(f->y[r])) f->y[r] = NAN;
    }
    f->groups = f->table.rows > 0 ? f->group[f->table.rows - 1] + 1 : 0;
    f->sum = mem_new((size_t)f->groups + 1, sizeof *f->sum);
    f->count = mem_new((size_t)f->groups + 1, sizeof *f->count);
    for (int r = 0; r < f->table.rows; r++)
        if (!isnan(f->y[r])) f->sum[f->group[r]] += f->y[r], f->count[f->group[r]]++;
    for (int r = 0; r < f->table.rows; r++) f->y[r] -= f->sum[f->group[r]] / f->count[f->group[r]];
}

static void describe_levels(const Factors *f, Effect *e, int k, int stride)
{
    for (int i = 0; i < e->levels; i++) {
        Stats all = {0};
        for (int r = 0; r < f->table.rows; r++)
            if (f->level[r * stride + k] == i && !isnan(f->y[r])) stats_add(&all, f->y[r]);
        e->level[i].n = (int)all.n;
        e->level[i].mean = all.n > 0 ? all.mean : (double)NAN;
        e->level[i].sem = all.n > 1 ? stats_sem(&all) : (double)NAN;
    }
}

/* ---- the fit ---- */

/* Writes the column of the design matrix for level i of factor k: 1 or 0 for each position, minus the mean in its iteration. */
static void design_column(Factors *f, int k, int stride, int i, double *out)
{
    memset(f->sum, 0, (size_t)f->groups * sizeof *f->sum);
    for (int r = 0; r < f->table.rows; r++)
        if (!isnan(f->y[r])) f->sum[f->group[r]] += f->level[r * stride + k] == i;
    for (int r = 0; r < f->table.rows; r++)
        out[r] = isnan(f->y[r]) ? 0 : (f->level[r * stride + k] == i) - f->sum[f->group[r]] / f->count[f->group[r]];
}

/* What a least-squares fit by the columns that are not left out explains of y, from the cross products a (p + 1, p + 1; y last):
 * Gauss's elimination, in which a column that depends on others is skipped. rank: columns used. */
static double explained(const double *a, int p, const bool *out, int *rank)
{
    const int n = p + 1;
    OWNED double *m = mem_new((size_t)n * (size_t)n, sizeof *m);
    memcpy(m, a, (size_t)n * (size_t)n * sizeof *m);
    *rank = 0;
    for (int i = 0; i < p; i++) {
        const double pivot = m[i * n + i];
        if (out[i] || !(pivot > 1e-9 * a[i * n + i])) continue;
        (*rank)++;
        for (int r = i + 1; r < n; r++) {
            const double times = m[r * n + i] / pivot;
            for (int c = i; c < n; c++) m[r * n + c] -= times * m[i * n + c];
        }
    }
    return a[n * n - 1] - m[n * n - 1];
}

/* The cross products of all columns and y, owned. factor (p): the factor of each column. */
static double *cross_products(Factors *f, const Effects *e, int p, int *factor)
{
    const int rows = f->table.rows, n = p + 1;
    OWNED double *x = mem_new((size_t)n * (size_t)rows + 1, sizeof *x);
    double *a = mem_new((size_t)n * (size_t)n, sizeof *a);
    int column = 0;
    for (int k = 0; k < e->n; k++)
        for (int i = 1; i < e->effect[k].levels; i++, column++) {
            design_column(f, k, e->n, i, x + (size_t)column * (size_t)rows);
            factor[column] = k;
        }
    assert(column == p);
    for (int r = 0; r < rows; r++) x[(size_t)p * (size_t)rows + (size_t)r] = isnan(f->y[r]) ? 0 : f->y[r];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int r = 0; r < rows; r++)
                a[i * n + j] += x[(size_t)i * (size_t)rows + (size_t)r] * x[(size_t)j * (size_t)rows + (size_t)r];
    return a;
}

static void analyse(Factors *f, Effects *e)
{
    int p = 0, rank = 0, groups = 0;
    for (int k = 0; k < e->n; k++) p += e->effect[k].levels - 1;
    OWNED int *factor = mem_new((size_t)p + 1, sizeof *factor);
    OWNED bool *out = mem_new((size_t)p + 1, sizeof *out);
    OWNED double *a = cross_products(f, e, p, factor);
    const double all = a[(p + 1) * (p + 1) - 1], full = explained(a, p, out, &rank);
    for (int g = 0; g < f->groups; g++) groups += f->count[g] > 0;
    e->residual = e->positions - groups - rank;
    e->fitted = all > 0 ? full / all : 0;
    for (int k = 0; k < e->n; k++) {
        Effect *effect = &e->effect[k];
        int without = 0;
        for (int i = 0; i < p; i++) out[i] = factor[i] == k;
        const double lost = full - explained(a, p, out, &without);
        effect->df = rank - without;
        effect->share = all > 0 && lost > 0 ? lost / all : 0;
        effect->f = effect->p = NAN;
        if (effect->df < 1 || e->residual < 1 || !(all - full > 0)) continue;
        effect->f = (lost > 0 ? lost : 0) / effect->df / ((all - full) / e->residual);
        effect->p = effects_f_tail(effect->f, effect->df, e->residual);
    }
}

/* ---- the whole ---- */

/* Makes a factor of each coordinate, or of all those of a choice (of at most EFFECTS_LEVELS values). */
static void make_factors(Factors *f, Effects *e)
{
    const Tsv *t = &f->table;
    const int first = tsv_column(t, "score") + 1;
    for (int j = first, n; j < t->columns; j += n, e->n++)
        for (n = 1; same_choice(t, j, j + n);) n++;
    e->effect = mem_new((size_t)e->n + 1, sizeof *e->effect);
    f->level = mem_new((size_t)t->rows * (size_t)e->n + 1, sizeof *f->level);
    for (int j = first, n, k = 0; j < t->columns; j += n, k++) {
        Effect *effect = &e->effect[k];
        for (n = 1; same_choice(t, j, j + n);) n++;
        effect->name = text_new("%.*s", (int)strcspn(t->name[j], "="), t->name[j]);
        if (strchr(t->name[j], '=') != NULL && n <= EFFECTS_LEVELS)
            choose_levels(f, effect, k, e->n, j, n);
        else
            cut_levels(f, effect, k, e->n, j);
        describe_levels(f, effect, k, e->n);
    }
}

static void free_factors(Factors *f)
{
    free(f->y);
    free(f->level);
    free(f->group);
    free(f->sum);
    free(f->count);
    tsv_free(&f->table);
}

Status effects_read(Effects *e, const char *dir, Errors *errors)
{
    static const TableNeeds needs = {"positions.tsv", "", TABLES_ITERATION " score", "position"};
    CLOSED(free_factors) Factors f = {0};
    *e = (Effects){0};
    Status status = tables_read(&f.table, dir, &needs, errors);
    if (status != STATUS_OK) return status;
    f.y = mem_new((size_t)f.table.rows, sizeof *f.y);
    f.group = mem_new((size_t)f.table.rows, sizeof *f.group);
    centre_scores(&f);
    for (int r = 0; r < f.table.rows; r++) e->positions += !isnan(f.y[r]);
    make_factors(&f, e);
    analyse(&f, e);
    return STATUS_OK;
}

void effects_free(Effects *e)
{
    for (int k = 0; k < e->n && e->effect != NULL; k++) {
        for (int i = 0; i < e->effect[k].levels; i++) free(e->effect[k].level[i].label);
        free(e->effect[k].name);
    }
    free(e->effect);
    *e = (Effects){0};
}

Status effects_write(const Effects *e, const char *folder, const char *name, Errors *errors)
{
    Table t;
    table_begin(&t, "level\tkey\tpositions\tmean\tsem\tshare\tf\tdf\tresidual_df\tp");
    for (int k = 0; k < e->n; k++) {
        const Effect *effect = &e->effect[k];
        for (int i = 0; i < effect->levels; i++) {
            const EffectLevel *l = &effect->level[i];
            OWNED char *label = text_new("%s = %s", effect->name, l->label);
            const double cell[] = {k + 1, l->n, l->mean, l->sem, effect->share, effect->f, effect->df, e->residual, effect->p};
            table_row(&t, label, cell, (int)(sizeof cell / sizeof *cell));
        }
    }
    return table_write(&t, folder, errors, "%s.tsv", name);
}
