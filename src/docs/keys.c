/* keys.c. What the pages say of a key beside its row, and all options of the verbs. */
#include "docs/docs.h"

#include "base/text.h"

#include <assert.h>

const char *keys_remark(const Param *p, char *out, size_t room)
{
    Text text = text_in(out, room);
    assert(!p->may_change || !p->per_phase);
    if (p->when != NULL) text_add(&text, "Needs %s.", p->when);
    if (p->may_change || p->per_phase)
        text_add(&text, "%s%s", text.used > 0 ? " " : "",
                 p->may_change ? "A resumed run may change it." : "[training] and [selection] may have their own.");
    assert(!text.cut);
    return out;
}

const char *keys_standard(const Param *p)
{
    return param_standard(p)[0] != '\0' ? param_standard(p) : "empty";
}

/* Adds the options of a verb that are not there yet. */
static int add_options(const Verb *verb, const Option *out[OPTIONS_ALL_MAX], int n)
{
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        int k = 0;
        while (k < n && out[k] != row) k++;
        assert(k < OPTIONS_ALL_MAX);
        out[k] = row;
        if (k == n) n++;
    }
    return n;
}

int options_all(const Option *out[OPTIONS_ALL_MAX])
{
    int n = 0;
    for (int i = 0; verbs[i] != NULL; i++) n = add_options(verbs[i], out, n);
    return add_options(&verb_none, out, n);
}

int options_taken(const Option *row)
{
    int taken = 0, all = 0;
    for (; verbs[all] != NULL; all++) taken += verb_takes(verbs[all], row);
    return taken == all ? OPTION_OF_ALL : taken;
}

void options_takers(FILE *out, const Option *row, const char *before, const char *between)
{
    for (const Verb *const *v = verbs; *v != NULL; v++) {
        if (!verb_takes(*v, row)) continue;
        fprintf(out, "%s%s", before, (*v)->name);
        before = between;
    }
}
