/* cli/contestants.h. The weights that are compared: weights files and runs, all on the board of the first. */
#ifndef SWARMTRIS_CLI_CONTESTANTS_H
#define SWARMTRIS_CLI_CONTESTANTS_H

#include "cli/verb.h"
#include "experiment/comparison.h"
#include "file/json.h"
#include "file/message.h"
#include "run/session.h"

/* The contestants, one for each argument of the command line that could be read; all of it owned. */
typedef struct {
    int n;                     /* contestants */
    const char **path;         /* (n): the arguments, borrowed */
    Weights *weights;          /* (n) */
    Config *config;            /* (n): the configuration that each plays under */
    Contestant *contestant;    /* (n): as the comparison takes them */
    Setup setup;               /* of the comparison; empty until it is played */
    Participants participants; /* the weights, as the run directory keeps them */
    Session session;           /* filled in once it has been played */
} Contestants;

/* Reads the arguments of o, at least two. Returns STATUS_OK, or the exit status after a sentence about each bad argument.
 * skip_bad: bad ones are left out if two or more are good. *e is to be freed in any case, and must not be copied. */
int contestants_read(Contestants *e, const Command *o, bool skip_bad);

/* Plays the comparison that spec describes (its contestants and seed are filled in here) as session_run does.
 * match: its name in the run directory. After STATUS_OK, STATUS_STOPPED or STATUS_INTERRUPTED, e->setup.experiment has the
 * standing. */
int contestants_play(Contestants *e, const Command *o, ComparisonSpec spec, const char *match);

void contestants_free(Contestants *e);

/* ", agent lookahead" where contestant i has another agent than the first, which task_print names; else "". */
Brief contestants_agent(const Contestants *e, int i);

/* Prints the cost: "123 pieces in 4.5 s (27 pieces/s)". */
void contestants_print_cost(const Contestants *e);

/* Adds the members game, seed, max_pieces and, for estimates, estimator. */
void contestants_json(Json *j, const Contestants *e);

#endif
