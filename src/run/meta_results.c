/* meta_results.c. Prints the statistics of a meta search: tuned against untuned values, and what each key matters. */
#include "run/meta_results.h"

#include "analysis/effects.h"
#include "analysis/heldout.h"
#include "base/mem.h"
#include "base/real.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* "1.031 (1.012..1.05)": how many times as high the scores are, with the 95 % interval. */
static void print_ratio(FILE *out, const Stats *log_ratio)
{
    double ci = stats_ci95(log_ratio);
    fprintf(out, "%.4g", real_exp(log_ratio->mean));
    if (!isinf(ci)) fprintf(out, " (%.4g..%.4g)", real_exp(log_ratio->mean - ci), real_exp(log_ratio->mean + ci));
}

/* Medians of all claims on one problem with one budget: of the tuned and of the untuned values. */
static void print_part(FILE *out, const Heldout *h, int k)
{
    const Part *p = &h->parts.part[k];
    double *claim = mem_new((size_t)p->n, sizeof *claim);
    fprintf(out, "  %-18s", p->label);
    for (int i = 0; i < h->players && i < 2; i++) {
        const int n = heldout_claims(h, k, i, claim);
        stats_sort(claim, n);
        const double median = stats_quantile(claim, n, 0.5);
        fprintf(out, " %10.4g", p->errors ? 0 - median : median);
    }
    free(claim);
    fprintf(out, "  %s, %d blocks", p->errors ? "error" : "score", p->n);
    if (!p->errors) fputs(", ratio ", out), print_ratio(out, &h->test[0].part[k].log_ratio);
    fputc('\n', out);
}

/* "tuned is better than vdbergh: wins 91.2 % of 255 blocks, p = 1.2e-20; of 15 problems and budgets better on 12, worse on 0" */
static void print_test(FILE *out, const Heldout *h, int rival)
{
    assert(rival >= 1 && rival < h->players);
    const HeldoutTest *t = &h->test[rival - 1];
    int better = 0, worse = 0;
    for (int k = 0; k < h->parts.n; k++) {
        better += heldout_sign(&t->part[k]) > 0;
        worse += heldout_sign(&t->part[k]) < 0;
    }
    fprintf(out, "%s is %s %s: wins %.1f %% of %d blocks, p = %.3g", h->name[0], heldout_verdict(&t->all), h->name[rival],
            100 * t->all.wins, h->table.rows, t->all.p);
    if (t->all.log_ratio.n == h->table.rows)
        fputs(", scores are ", out), print_ratio(out, &t->all.log_ratio), fputs(" times as high", out);
    if (h->parts.n > 1) fprintf(out, "; of %d problems and budgets better on %d, worse on %d", h->parts.n, better, worse);
    fputc('\n', out);
}

void meta_results_print_heldout(FILE *out, const char *dir)
{
    Errors errors = {0};
    Heldout h;
    if (heldout_read(&h, dir, &errors) == STATUS_OK) {
        fprintf(out, "held-out medians          tuned    untuned\n");
        for (int k = 0; k < h.parts.n; k++) print_part(out, &h, k);
        for (int i = 1; i < h.players; i++) print_test(out, &h, i);
    }
    heldout_free(&h);
    errors_free(&errors);
}

void meta_results_print_effects(FILE *out, const char *dir)
{
    enum { SHOWN = 4 };
    Errors errors = {0};
    Effects e;
    if (effects_read(&e, dir, &errors) == STATUS_OK && e.residual > 0) {
        fprintf(out, "main effects");
        for (int shown = 0; shown < SHOWN && shown < e.n; shown++) {
            Effect *most = &e.effect[0];
            for (int k = 1; k < e.n; k++)
                if (e.effect[k].share > most->share) most = &e.effect[k];
            fprintf(out, "%s %s %.1f %% (p = %.2g)", shown > 0 ? "," : ":", most->name, 100 * most->share, most->p);
            most->share = -1;
        }
        fputs(" of what positions of an iteration differ by\n", out);
    }
    effects_free(&e);
    errors_free(&errors);
}
