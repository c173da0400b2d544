/* file/format.h. The number of the format in which the program writes its files.
 *
 * Idea: names of keys, columns and fields change with the program. Every file states its format, so that a program that would
 * misread the file refuses it instead, and names the version that can read it.
 *     inis, weights files   the first line: "# swarmtris, format 3"
 *     run.json              "format": 3, which also holds for the tables of the run
 *     checkpoint            the first line: "swarmtris checkpoint 3"
 *     learned tables        the first line: "swarmtris table 3"
 * Format 1, of version 0.1.0, had no number in inis and run.json. Weights files are read in every format. Runs of format 2, whose
 * intervals were half widths, are read, but not resumed. A new column needs no new format (store/tables.h). */
#ifndef SWARMTRIS_FILE_FORMAT_H
#define SWARMTRIS_FILE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FORMAT_FIRST = 1, FORMAT_READ = 2, FORMAT_NOW = 3 }; /* FORMAT_READ: the oldest whose runs are read */

/* The end of a sentence about a file in another format than FORMAT_NOW: "is in format 1, which swarmtris 0.1.0 reads, and this
 * version does not". room >= 120. Returns out. */
const char *format_refusal(int format, char *out, size_t room);

/* format_write prints the first line of an ini or weights file. format_of_line reads the number in such a line; 0: none. */
void format_write(FILE *out);
int format_of_line(const char *line);

/* The number in the text of a run.json; FORMAT_FIRST where it states a version alone, 0 where it is damaged. */
int format_of_run(const char *json);

#endif
