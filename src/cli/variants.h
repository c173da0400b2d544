/* cli/variants.h. A list of settings, the variants of an ini: what a study trains.
 *
 * A line is a name and the settings by which the variant differs from the ini, section.key=value, between blanks; what stands
 * behind a # is a comment:
 *     race-30   training.allocation=race training.games=30    # no re-selection
 * Idea: everything is checked before the first training begins.
 * Never: two variants of one name; a name that is no name of a directory. */
#ifndef SWARMTRIS_CLI_VARIANTS_H
#define SWARMTRIS_CLI_VARIANTS_H

#include "base/error.h"
#include "cli/verbs.h"

/* A line. All owned. */
typedef struct {
    char *name;   /* of the variant and of its directory */
    char *origin; /* where the line is: "LIST:12" */
    Settings own; /* the settings of the line, then those of the command line */
} VariantLine;

typedef struct {
    char *ini, *list;  /* the two files; owned */
    VariantLine *line; /* (lines, 1 or more), owned */
    int lines, room;   /* of them; lines that there is memory for */
} Variants;

/* Whether the arguments of the command line name such a list: LIST.list, LIST.ini, or both of different names. */
bool variants_are_meant(const Command *o);

/* Reads the list, and checks every variant: its settings, and whether it could be trained. Returns the exit status; what is wrong
 * has been printed. *v is to be freed in any case. */
int variants_read(Variants *v, const Command *o);
void variants_free(Variants *v);

#endif
