/* isa.c. Says which instruction sets the lanes can take here. */
#include "run/isa.h"

#include "config/config_read.h"
#include "file/status.h"
#include "file/suggest.h"
#include "registry.h"

#include <string.h>

const char *const isa_names[] = {"auto", "avx512", "avx2", "plain", NULL};

static bool any(const char *isa)
{
    return strcmp(isa, "auto") == 0;
}

/* The first lanes of any game that have the instruction set and run here (runs), or do not (not runs); NULL: none. */
static const Lanes *find(const char *isa, bool runs)
{
    for (int g = 0; registry_games[g] != NULL; g++)
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++)
            if ((any(isa) || strcmp((*l)->isa, isa) == 0) && (*l)->runs_here() == runs) return *l;
    return NULL;
}

int isa_check(const char *from, const char *isa, Errors *errors)
{
    const Param names = {.type = PARAM_CHOICE, .choices = isa_names};
    char why[PARAM_WHY_MAX];
    int which;
    if (!param_set(&names, &which, isa, why, sizeof why)) {
        Suggest s = suggest_start(isa);
        for (int i = 0; isa_names[i] != NULL; i++) suggest_try(&s, isa_names[i]);
        errors_add(errors, "%s%.100s: %s%s", from, isa, why, suggest_hint(&s).text);
        return STATUS_USAGE;
    }
    if (any(isa) || find(isa, true) != NULL) return STATUS_OK;
    errors_add(errors, "%s%s: %s", from, isa,
               find(isa, false) != NULL ? "this processor does not have that instruction set" : "no game has lanes for it");
    return STATUS_UNAVAILABLE;
}

const char *isa_taken(void)
{
    const Lanes *l = find(config_isa(), true);
    return l != NULL ? l->isa : "plain";
}

/* Lists the other instruction sets whose lanes run here, or do not: `before` precedes the first, `between` each further one. */
static void print_others(FILE *out, const Lanes *taken, bool runs, const char *before, const char *between)
{
    for (int i = 1; isa_names[i] != NULL; i++) {
        const Lanes *l = find(isa_names[i], runs);
        if (l == NULL || l == taken) continue;
        fprintf(out, "%s%s", before, l->isa);
        before = between;
    }
}

void isa_print(FILE *out)
{
    const Lanes *taken = find(config_isa(), true);
    if (taken == NULL) {
        fprintf(out, "reference, plain C\n");
        return;
    }
    fprintf(out, "lanes, %s (also: reference", taken->isa);
    print_others(out, taken, true, ", lanes with ", ", ");
    print_others(out, taken, false, "; not on this processor: ", ", ");
    fprintf(out, ")\n");
}
