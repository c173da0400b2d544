/* placements.h. Room cli. Files of Trix: lists of pieces, and placements, which are replayed by rules of their own.
 *
 * Idea: whether placements are right is judged by a program that shares nothing with the one that found them: pieces are drawn
 * as text here, a board is an array of cells, and the rules are those of the task. So a mistake of the game cannot hide.
 * Formats: in a list every character 1-7 is a piece; all others are ignored. Each placement is a line, in the order of play:
 * `piece rotation offset`; rotation: counter-clockwise quarter turns, offset: the leftmost column of the turned piece.
 * Never: uses a part of a game. */
#ifndef SWARMTRIS_SYSTEMS_STACK_PLACEMENTS_H
#define SWARMTRIS_SYSTEMS_STACK_PLACEMENTS_H

/* Reads the pieces of the file at path, as digits, into *pieces, owned by the caller. Returns the exit status. If it is not
 * STATUS_OK, a message was printed: the file cannot be read, or has no pieces or more than 4,000. */
int placements_read_list(const char *path, char **pieces);

/* Replays the placements of the file output on a board of `width` columns, with a buffer of `buffer` pieces, and prints the
 * final height. STATUS_OK; STATUS_NO, with a message, if they break a rule; or the status of a file that cannot be used. */
int placements_check(const char *input, const char *output, int width, int buffer);

#endif
