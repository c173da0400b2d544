/* isa.c. Says which instruction sets the lanes can take here. */
#include "run/isa.h"

#include "base/text.h"
#include "config/config_read.h"
#include "file/status.h"
#include "file/suggest.h"
#include "registry.h"

#include <string.h>

const char *const isa_names[] = {"auto", "avx512", "avx2", "sse2", "plain", NULL};

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

/* "must be one of auto|avx2; did you mean 'avx2'?" */
static void refuse_unknown(const char *from, const char *isa, Errors *errors)
{
    char names[80];
    Suggest s = suggest_start(isa);
    Text list = text_in(names, sizeof names);
    for (int i = 0; isa_names[i] != NULL; i++) {
        text_add(&list, "%s%s", i > 0 ? "|" : "", isa_names[i]);
        suggest_try(&s, isa_names[i]);
    }
    errors_add(errors, "%s%.100s: must be one of %s%s", from, isa, names, suggest_hint(&s).text);
}

int isa_check(const char *from, const char *isa, Errors *errors)
{
    const char *const *known = isa_names;
    while (*known != NULL && strcmp(*known, isa) != 0) known++;
    if (*known == NULL) {
        refuse_unknown(from, isa, errors);
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
