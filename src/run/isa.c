#include "run/isa.h"

#include "registry.h"
#include "run/status.h"
#include "run/suggest.h"

#include <stdlib.h>
#include <string.h>

const char *const isa_names[] = {"auto", "avx512", "avx2", "sse2", "plain", NULL};

const char *isa_asked(void)
{
    const char *asked = getenv("SWARMTRIS_ISA");
    return asked != NULL && asked[0] != '\0' ? asked : "auto";
}

static bool any(const char *isa)
{
    return strcmp(isa, "auto") == 0;
}

/* The first lanes of any game that have the instruction set and run here, or do not; NULL: none. */
static const Lanes *find(const char *isa, bool runs)
{
    for (int g = 0; registry_games[g] != NULL; g++)
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++)
            if ((any(isa) || strcmp((*l)->isa, isa) == 0) && (*l)->runs_here() == runs) return *l;
    return NULL;
}

int isa_check(Errors *errors)
{
    const char *asked = isa_asked(), *const *known = isa_names;
    while (*known != NULL && strcmp(*known, asked) != 0) known++;
    if (*known == NULL) {
        Suggest s = suggest_start(asked);
        for (known = isa_names; *known != NULL; known++) suggest_try(&s, *known);
        errors_add(errors, "SWARMTRIS_ISA=%.100s: must be auto, avx512, avx2, sse2 or plain%s", asked, suggest_hint(&s).text);
        return STATUS_USAGE;
    }
    if (any(asked) || find(asked, true) != NULL) return STATUS_OK;
    errors_add(errors, "SWARMTRIS_ISA=%s: %s", asked,
               find(asked, false) != NULL ? "this processor does not have that instruction set" : "no game has lanes for it");
    return STATUS_UNAVAILABLE;
}

const char *isa_taken(void)
{
    const Lanes *l = find(isa_asked(), true);
    return l != NULL ? l->isa : "plain";
}

/* The others of the same game that run here, or do not: before them comes between. */
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
    const Lanes *taken = find(isa_asked(), true);
    if (taken == NULL) {
        fprintf(out, "reference, plain C\n");
        return;
    }
    fprintf(out, "lanes, %s (also: reference", taken->isa);
    print_others(out, taken, true, ", lanes with ", ", ");
    print_others(out, taken, false, "; not on this processor: ", ", ");
    fprintf(out, ")\n");
}
