/* run/entrants.h. Who plays in a match: weights files and runs, all on the board of the first. */
#ifndef SWARMTRIS_CLI_CONTESTANTS_H
#define SWARMTRIS_CLI_CONTESTANTS_H

#include "cli/options.h"
#include "experiment/comparison.h"
#include "run/session.h"

/* weights, config, player (n): of each argument of the command line. session: of the match, once it has been played. All owned. */
typedef struct {
    int n;
    Weights *weights;
    Config *config;
    Contestant *player;
    Setup setup;
    Players players;
    Session session;
} Contestants;

/* Reads the arguments of o. STATUS_OK, or, said why, the exit status. *e is to be freed in any case, and not to be copied. */
int contestants_read(Contestants *e, const Options *o);

/* Plays the match that spec describes (its players, seed and number of games are filled in), called match, as session_run does;
 * where it says STATUS_OK, STATUS_STOPPED or STATUS_INTERRUPTED, e->setup.experiment tells how it stands. */
int contestants_play(Contestants *e, const Options *o, ComparisonSpec spec, const char *match);

void contestants_free(Contestants *e);

/* Prints the board, the seed and what it took: "123 pieces in 4.5 s (27 pieces/s)". */
void contestants_print_board(const Contestants *e);
void contestants_print_cost(const Contestants *e);

#endif
