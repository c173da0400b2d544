/* cli/campaign.h. A list of settings, the variants of an ini; and a campaign, which trains every variant with several seeds,
 * several trainings at a time.
 *
 * A line of a list is a name and the settings by which the variant differs from the ini, section.key=value, between blanks; what
 * follows a # is a comment:
 *     race-30   training.allocation=race training.games=30    # no re-selection
 * Idea: everything is checked before the first training begins.
 * A training is a process of its own, "swarmtris train --resume" on one thread. So it gives the same result as that command and
 * saves itself, and a campaign that is stopped and started again continues in the middle of games. The first seed of all variants
 * comes first, then the second, so that whatever has been played so far can be compared. A training that fails, or is itself
 * asked to stop, ends the campaign with its status.
 * Never: two variants of one name; a name that no directory can have; a training that outlives a stopped campaign; a result that
 * depends on how many trainings run at a time. */
#ifndef SWARMTRIS_CLI_CAMPAIGN_H
#define SWARMTRIS_CLI_CAMPAIGN_H

#include "cli/verbs.h"

/* A line of a list. All members are owned. */
typedef struct {
    char *name;   /* of the variant and of its directory */
    char *origin; /* its place in the list, for messages: "LIST:12" */
    Settings own; /* the settings of the line, then those of the command line */
} VariantLine;

typedef struct {
    char *ini, *list;  /* the two files; owned */
    VariantLine *line; /* (lines, 1 or more), owned */
    int lines, room;   /* lines; lines that there is memory for */
} Variants;

/* Whether the arguments of the command line name such a list: LIST.list, LIST.ini, or both of different names. */
bool variants_are_meant(const Command *o);

/* Reads the list, and checks every variant: its settings, and whether it could be trained. Returns the exit status; what is wrong
 * has been printed. *v is to be freed in any case. */
int variants_read(Variants *v, const Command *o);
void variants_free(Variants *v);

/* Trains the variants into DIR/NAME/01, 02, ... with so many seeds, at most at_once trainings at a time (0: as many as there are
 * processors). Returns the exit status. */
int campaign_run(const Command *o, const Variants *v, int seeds, int at_once, const char *dir);

/* Trains the ini of the command line with n seeds, the first of which is seed, into DIR/01, 02, ..., several at a time on all
 * ranks. There must be more than one rank. Returns the exit status. */
int campaign_repeat(const Command *o, uint64_t seed, int n, const char *dir);

#endif
