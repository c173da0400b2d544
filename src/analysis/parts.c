/* parts.c. Groups rows of blocks.tsv and heldout.tsv by problem and budget. */
#include "analysis/parts.h"

#include "base/mem.h"
#include "base/noun.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void parts_find(Parts *p, const Tsv *t, const double *budget, const double *value)
{
    const int problem = tsv_column(t, "problem");
    assert(problem >= 0);
    bool several = false;
    for (int r = 1; r < t->rows; r++) several = several || budget[r] != budget[0];
    *p = (Parts){.of = mem_new((size_t)t->rows, sizeof *p->of)};
    for (int r = 0; r < t->rows; r++) {
        const char *name = tsv_cell(t, r, problem);
        int k = 0;
        p->of[r] = -1;
        if (!isfinite(value[r])) continue;
        while (k < p->n && (budget[p->part[k].first] != budget[r] || strcmp(tsv_cell(t, p->part[k].first, problem), name) != 0))
            k++;
        if (k == p->n) {
            p->part = mem_grow(p->part, &p->room, ++p->n, sizeof *p->part);
            p->part[k] = (Part){.label = text_new(several ? "%s x%g" : "%s", name, budget[r]), .first = r, .errors = true};
        }
        p->of[r] = k;
        p->part[k].n++;
        p->part[k].errors = p->part[k].errors && value[r] <= 0;
    }
}

double parts_log(const Parts *p, int k, double value)
{
    assert(k >= 0 && k < p->n);
    assert(!p->part[k].errors || value <= 0);
    return p->part[k].errors ? scale_solved(SCALE_ERROR, value) : scale_solved(SCALE_COUNT, fmax(value, 0));
}

void parts_free(Parts *p)
{
    for (int k = 0; k < p->n; k++) free(p->part[k].label);
    free(p->part);
    free(p->of);
    *p = (Parts){0};
}
