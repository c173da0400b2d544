/* cli/campaign.h. A list of settings, the variants of an ini; and a campaign, which trains every variant with several seeds,
 * several trainings at a time.
 *
 * A line of a list is a name and the settings by which the variant differs from the ini, section.key=value, between blanks; what
 * follows a # is a comment:
 *     race-30   training.allocation=race training.games=30    # no re-selection
 * Idea: everything is checked before the first training begins.
 * A training is a process of its own, "swarmtris train --resume". So it gives the same result as that command and saves itself,
 * and a campaign that is stopped and started again continues in the middle of games. It has one thread, or more if there are
 * fewer trainings than processors. With several ranks, trainings come one after the other, each on all ranks. The first seed of
 * all variants comes first, then the second, so that whatever has been played so far can be compared. A training that fails, or
 * is itself asked to stop, ends the campaign with its status. A training with several seeds is a campaign of one variant
 * without a name.
 * Never: two variants of one name; a name that no directory can have; a training that outlives a stopped campaign; a result that
 * depends on how many trainings run at a time. */
#ifndef SWARMTRIS_CLI_CAMPAIGN_H
#define SWARMTRIS_CLI_CAMPAIGN_H

#include "cli/verbs.h"

/* A line of a list. All members are owned. */
typedef struct {
    char *name;   /* of the variant and of its directory; NULL: the runs lie in the directory of the campaign */
    char *origin; /* its place in the list, for messages: "LIST:12" */
    Settings own; /* the settings of the line, then those of the command line */
} VariantLine;

typedef struct {
    char *ini, *list;  /* the two files; owned; list NULL: there is none */
    VariantLine *line; /* (lines, 1 or more), owned */
    int lines, room;   /* lines; lines that there is memory for */
    uint64_t seed;     /* the first of each variant */
} Variants;

/* Whether the arguments of the command line name such a list: LIST.list, LIST.ini, or both of different names. */
bool variants_are_meant(const Command *c);

/* Reads the list, and checks every variant: its settings, and whether it could be trained. Returns the exit status; what is wrong
 * has been printed. *v is to be freed in any case. */
int variants_read(Variants *v, const Command *c);
void variants_free(Variants *v);

/* What is to be trained. All of it is borrowed. */
typedef struct {
    const Variants *v;
    int seeds;                                        /* of each variant */
    int threads;                                      /* of all trainings together; 0: as many as there are processors */
    bool given;                                       /* the threads of a training are written into its config.ini, too */
    const char *dir;                                  /* the runs become DIR/NAME/01, 02, ... */
    void (*ended)(void *ctx, int i, const char *run); /* called in the order of i, once training i, in the directory run, and
                                                       * all before it have ended; NULL: nobody asks */
    void *ctx;
} CampaignPlan;

/* Whether the directory is none of another kind. STATUS_OK; or, after a sentence, STATUS_CANT_CREATE. */
int campaign_allowed(const Command *c, const CampaignPlan *p);

/* Trains what has not been trained yet. Returns the exit status. */
int campaign_run(const Command *command, const CampaignPlan *p);

#endif
