/* cli/position.h. What a user brings of a game: lists of pieces, a board drawn as text, the moves of another program.
 *
 * Idea: a list says what comes in place of chance. A board is read as people draw or print boards: top row first, with a frame or
 * without, as many rows as are filled. Moves are told apart by the columns of --trace, so that this serves every game.
 * Never: plays. */
#ifndef SWARMTRIS_CLI_POSITION_H
#define SWARMTRIS_CLI_POSITION_H

#include "config/config.h"
#include "file/tsv.h"

/* The outcomes of one game. */
typedef struct {
    int *piece; /* (n), owned */
    int n, room;
} PieceList;

typedef struct {
    PieceList *list; /* (n), owned */
    int n, room;
} PieceLists;

/* Reads lists. Every character is a piece, but for blanks, commas, semicolons, brackets and quotes, and what follows a # on its
 * line. Digits count the game's own pieces from 0, or those of a first line such as "order IOTLJSZ" from 1, from 0 if there is a
 * 0; what they mean is said, unless quiet. each_line: every line that has pieces is a list; else there is one. given: a file or,
 * if there is none, pieces alone. Returns STATUS_OK, or, after a sentence, the exit status; *all is to be freed in any case. */
int pieces_read(PieceLists *all, const Config *c, const char *given, bool each_line, bool quiet);
void pieces_free(PieceLists *all);

/* Fills the board of a game in which nothing was drawn yet with that of the file. Returns as pieces_read. */
int board_read(const Config *c, const char *path, void *state);

/* Reads the table of moves at path. Its column `piece`, if it has one, becomes the list of pieces. Returns as pieces_read. */
int moves_read(Tsv *table, PieceLists *pieces, const Config *c, const char *path);

/* The move of a row of the table in a state of c's game. Returns as pieces_read. */
int moves_find(const Tsv *table, int row, const Config *c, const void *state, Move *move);

#endif
