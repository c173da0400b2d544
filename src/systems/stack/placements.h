/* placements.h. Room cli. Files of Trix: lists of pieces, and placements, which are replayed by rules of their own.
 *
 * Idea: whether placements are right is judged by a program that shares nothing with the one that found them: pieces are drawn
 * as text here, a board is an array of cells, and the rules are those of the task. So a mistake of the game cannot hide.
 * Formats: in a list every character 1-7 is a piece, and all others say nothing. Placements are a line each, in the order of
 * play: `piece rotation offset`; rotation: counter-clockwise quarter turns, offset: the leftmost column of the turned piece.
 * Never: uses a part of a game. */
#ifndef SWARMTRIS_SYSTEMS_STACK_PLACEMENTS_H
#define SWARMTRIS_SYSTEMS_STACK_PLACEMENTS_H

/* The pieces of the file at path as digits, *pieces, owned by the caller. The exit status; after a sentence where it is not
 * STATUS_OK: the file cannot be read, holds no piece or more than 4,000. */
int placements_read_list(const char *path, char **pieces);

/* Replays the placements of the file output on a board of so many columns, with a buffer of so many pieces, and prints the final
 * height. STATUS_OK; STATUS_NO, after a sentence with the line, where they break a rule; or STATUS_NO_INPUT. */
int placements_check(const char *input, const char *output, int width, int buffer);

#endif
