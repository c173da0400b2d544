#include "analysis/heldout.h"

#include "base/mem.h"
#include "base/noun.h"
#include "base/paired.h"
#include "base/trial.h"
#include "file/files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char score_suffix[] = "_score";

/* Everybody whose claims and scores are there, in the order of the columns. */
static void find_players(Heldout *h)
{
    char score[128];
    h->name = mem_new((size_t)h->table.columns, sizeof *h->name);
    for (int i = 0; i < h->table.columns; i++) {
        snprintf(score, sizeof score, "%s%s", h->table.name[i], score_suffix);
        if (tsv_column(&h->table, score) >= 0) h->name[h->players++] = h->table.name[i];
    }
}

/* The columns of all players, (players, rows), owned; NULL: not all are numbers. */
static double *columns_of(const Heldout *h, const char *suffix, Errors *errors)
{
    const size_t rows = (size_t)h->table.rows;
    char name[128];
    double *all = mem_new((size_t)h->players * rows, sizeof *all);
    for (int i = 0; i < h->players; i++) {
        snprintf(name, sizeof name, "%s%s", h->name[i], suffix);
        double *one = tsv_numbers(&h->table, name, errors);
        if (one == NULL) {
            free(all);
            return NULL;
        }
        memcpy(all + (size_t)i * rows, one, rows * sizeof *one);
        free(one);
    }
    return all;
}

/* Whether rows a and b are of one problem with one budget. */
static bool alike(const Heldout *h, const double *budget, int a, int b)
{
    int problem = tsv_column(&h->table, "problem");
    return budget[a] == budget[b] && strcmp(tsv_cell(&h->table, a, problem), tsv_cell(&h->table, b, problem)) == 0;
}

static bool is_first(const Heldout *h, const double *budget, int row)
{
    for (int i = 0; i < row; i++)
        if (alike(h, budget, i, row)) return false;
    return true;
}

static bool one_budget(const Heldout *h, const double *budget)
{
    for (int i = 1; i < h->table.rows; i++)
        if (budget[i] != budget[0]) return false;
    return true;
}

static void free_part(HeldoutPart *p)
{
    free(p->label);
    free(p->block);
    free(p->value);
}

/* The part whose first row this is. Rows in which not everybody has a number are left out; without any row there is no part. */
static void gather(Heldout *h, int first, const double *budget, const double *block, const double *value)
{
    HeldoutPart *p = &h->part[h->parts];
    const int rows = h->table.rows;
    char label[256];
    snprintf(label, sizeof label, one_budget(h, budget) ? "%s" : "%s x%g",
             tsv_cell(&h->table, first, tsv_column(&h->table, "problem")), budget[first]);
    *p = (HeldoutPart){.label = mem_text(label), .errors = true};
    p->block = mem_new((size_t)rows, sizeof *p->block);
    p->value = mem_new((size_t)rows * (size_t)h->players, sizeof *p->value);
    for (int r = first; r < rows; r++) {
        bool whole = alike(h, budget, first, r);
        for (int i = 0; i < h->players; i++) whole = whole && isfinite(value[i * rows + r]);
        if (!whole) continue;
        p->block[p->n] = block[r];
        for (int i = 0; i < h->players; i++) {
            p->value[i * rows + p->n] = value[i * rows + r];
            p->errors = p->errors && value[i * rows + r] <= 0;
        }
        p->n++;
    }
    for (int i = 1; i < h->players; i++) memmove(p->value + i * p->n, p->value + i * rows, (size_t)p->n * sizeof *p->value);
    if (p->n > 0)
        h->parts++;
    else
        free_part(p);
}

static double share_won(const double *a, const double *b, int n)
{
    double won = 0;
    for (int i = 0; i < n; i++) won += a[i] > b[i] ? 1 : a[i] == b[i] ? 0.5 : 0;
    return n > 0 ? won / n : 0.5;
}

/* Decades, or logs: a block counts by how many times the one is better, not by how much. */
static void to_logs(const HeldoutPart *p, const double *value, double *out)
{
    for (int i = 0; i < p->n; i++)
        out[i] = p->errors ? scale_solved(SCALE_ERROR, value[i]) : scale_solved(SCALE_COUNT, fmax(value[i], 0));
}

static HeldoutDuel duel(const double *a, const double *b, int n)
{
    return (HeldoutDuel){.wins = share_won(a, b, n), .share = paired_share(a, b, n), .p = paired_wilcoxon(a, b, n)};
}

/* By how many times scores are higher: of a part, and added to that of all. */
static void add_ratios(const HeldoutPart *p, const double *logs, Stats *part, Stats *all)
{
    for (int i = 0; i < p->n && !p->errors; i++) {
        stats_add(part, logs[i] - logs[p->n + i]);
        stats_add(all, logs[i] - logs[p->n + i]);
    }
}

static void test_parts(Heldout *h, int rival)
{
    HeldoutDuel *part = mem_new((size_t)h->parts, sizeof *part);
    double *p = mem_new((size_t)h->parts, sizeof *p);
    for (int k = 0; k < h->parts; k++) {
        const int n = h->part[k].n;
        double *logs = mem_new((size_t)n * 2, sizeof *logs);
        to_logs(&h->part[k], h->part[k].value, logs);
        to_logs(&h->part[k], h->part[k].value + rival * n, logs + n);
        part[k] = duel(logs, logs + n, n);
        add_ratios(&h->part[k], logs, &part[k].log_ratio, &h->test[rival - 1].all.log_ratio);
        p[k] = part[k].p;
        free(logs);
    }
    stats_holm(p, h->parts);
    for (int k = 0; k < h->parts; k++) part[k].p = p[k];
    h->test[rival - 1].part = part;
    free(p);
}

/* a and b (n) where both are numbers, to the front of both; returns how many. */
static int both(const double *a, const double *b, int n, double *x, double *y)
{
    int some = 0;
    for (int i = 0; i < n; i++)
        if (isfinite(a[i]) && isfinite(b[i])) {
            x[some] = a[i];
            y[some++] = b[i];
        }
    return some;
}

static void test_all(Heldout *h, const double *score)
{
    const int rows = h->table.rows, rivals = h->players - 1;
    double *p = mem_new((size_t)rivals, sizeof *p), *x = mem_new((size_t)rows * 2, sizeof *x), *y = x + rows;
    h->test = mem_new((size_t)rivals, sizeof *h->test);
    for (int i = 1; i <= rivals; i++) {
        int n = both(score, score + i * rows, rows, x, y);
        h->test[i - 1].all = duel(x, y, n);
        p[i - 1] = h->test[i - 1].all.p;
        test_parts(h, i);
    }
    free(x);
    stats_holm(p, rivals);
    for (int i = 0; i < rivals; i++) h->test[i].all.p = p[i];
    free(p);
}

TsvStatus heldout_read(Heldout *h, const char *dir, Errors *errors)
{
    int before = errors->n;
    char *path = files_path(dir, "heldout.tsv");
    *h = (Heldout){0};
    TsvStatus status = tsv_read(&h->table, path, '\t', errors);
    if (status != TSV_READ) {
        free(path);
        return status;
    }
    find_players(h);
    double *budget = tsv_numbers(&h->table, "budget", errors), *block = tsv_numbers(&h->table, "block", errors);
    double *value = columns_of(h, "", errors), *score = columns_of(h, score_suffix, errors);
    bool whole = budget != NULL && block != NULL && value != NULL && score != NULL && h->players > 1 && h->table.rows > 0 &&
                 tsv_column(&h->table, "problem") >= 0;
    if (whole) {
        h->part = mem_new((size_t)h->table.rows, sizeof *h->part);
        for (int r = 0; r < h->table.rows; r++)
            if (is_first(h, budget, r)) gather(h, r, budget, block, value);
        h->blocks = h->table.rows;
        test_all(h, score);
    } else if (errors->n == before) {
        errors_add(
            errors,
            "%s: must have the columns problem, budget, block, of two players at least NAME and NAME%s, and a line with numbers",
            path, score_suffix);
    }
    free(budget);
    free(block);
    free(value);
    free(score);
    free(path);
    return whole ? TSV_READ : TSV_BAD;
}

void heldout_free(Heldout *h)
{
    for (int k = 0; k < h->parts; k++) free_part(&h->part[k]);
    for (int i = 0; h->test != NULL && i < h->players - 1; i++) free(h->test[i].part);
    free(h->part);
    free(h->test);
    free(h->name);
    tsv_free(&h->table);
    *h = (Heldout){0};
}

int heldout_sign(const HeldoutDuel *d)
{
    return d->p > HELDOUT_ALPHA ? 0 : d->share > 0.5 ? 1 : -1;
}

const char *heldout_verdict(const HeldoutDuel *d)
{
    static const char *const words[] = {"worse than", "not distinguishable from", "better than"};
    return words[1 + heldout_sign(d)];
}
