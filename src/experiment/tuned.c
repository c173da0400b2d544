/* tuned.c. Coordinates of an outer search as values of keys, and back. */
#include "experiment/tuned.h"

#include "base/text.h"

#include <assert.h>

const char *const tuned_sections[TUNED_SECTIONS] = {"optimiser", "training", "selection"};

double tuned_at(const Tuned *t, const double *x)
{
    int best = 0;
    if (t->values == 0) return param_fit(t->row[0], x[t->first]);
    for (int i = 1; i < t->values; i++)
        if (x[t->first + i] > x[t->first + best]) best = i;
    return t->value[best];
}

void tuned_put(const Tuned *t, double value, void *block)
{
    assert(block != NULL && t->n <= TUNED_TIED_MAX);
    for (int k = 0; k < t->n; k++) {
        if (t->values > 0)
            param_choose(t->row[k], block, (int)value);
        else
            param_put(t->row[k], block, value);
    }
}

double tuned_of(const Tuned *t, int k, const void *block)
{
    assert(k >= 0 && k < t->n);
    return t->values > 0 ? param_chosen(t->row[k], block) : param_get(t->row[k], block);
}

void tuned_print(const Tuned *t, double value, char *out, size_t room)
{
    assert(room >= PARAM_TEXT_MAX);
    Text text = text_in(out, room);
    if (t->values > 0)
        text_add(&text, "%s", param_choice(t->row[0], (int)value));
    else
        text_add(&text, "%.17g", value);
}

void tuned_settle(const Tuned *t, double *x)
{
    const double value = tuned_at(t, x);
    assert(t->first >= 0);
    if (t->values == 0) x[t->first] = value;
    for (int i = 0; i < t->values; i++) x[t->first + i] = t->value[i] == (int)value;
}
