/* run/entrants.h. Who plays in a match: weights files and runs, all on the board of the first. */
#ifndef SWARMTRIS_RUN_ENTRANTS_H
#define SWARMTRIS_RUN_ENTRANTS_H

#include "experiment/match.h"
#include "run/options.h"
#include "run/session.h"

/* weights, config, player (n): of each argument of the command line. session: of the match, once it has been played. All owned. */
typedef struct {
    int n;
    Weights *weights;
    Config *config;
    Entrant *player;
    Setup setup;
    Players players;
    Session session;
} Entrants;

/* Reads the arguments of o. STATUS_OK, or, said why, the exit status. *e is to be freed in any case, and not to be copied. */
int entrants_read(Entrants *e, const Options *o);

/* Plays the match that spec describes (its players, seed and number of games are filled in), called match, as session_run does;
 * where it says STATUS_OK, STATUS_STOPPED or STATUS_INTERRUPTED, e->setup.experiment tells how it stands. */
int entrants_play(Entrants *e, const Options *o, MatchSpec spec, const char *match);

void entrants_free(Entrants *e);

/* Prints the board, the seed and what it took: "123 pieces in 4.5 s (27 pieces/s)". */
void entrants_print_board(const Entrants *e);
void entrants_print_cost(const Entrants *e);

#endif
