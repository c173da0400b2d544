/* bench/keep.h. Keeps results as FOLDER/<processor>_<instruction set>/NAME.csv, where a folder is asked for (--out). */
#ifndef SWARMTRIS_BENCH_KEEP_H
#define SWARMTRIS_BENCH_KEEP_H

#include <stddef.h>
#include <stdio.h>

/* Writes text (size bytes) there, and prints the path to notes; folder NULL: nothing is written. The instruction set in the path
 * is the best that runs here. *base: the path without its .csv, owned by the caller; NULL: nothing was written. Returns the exit
 * status. */
int keep_csv(const char *folder, const char *name, const char *text, size_t size, FILE *notes, char **base);

/* The same for text that was written to out, a stream of files_memory: closes it, and frees the text. */
int keep_memory(const char *folder, const char *name, FILE *out, char **text, size_t *size, FILE *notes);

#endif
