/* bench/keep.h. Keeps results as bench/results/<processor>_<instruction set>/NAME.csv, in the folder where the program is run. */
#ifndef SWARMTRIS_BENCH_KEEP_H
#define SWARMTRIS_BENCH_KEEP_H

#include <stddef.h>
#include <stdio.h>

/* Writes text (size bytes) there, if there is a folder bench/results, and prints the path, or that there is no such folder, to
 * notes. The instruction set in the path is the best that runs here. *base: the path without its .csv, owned by the caller; NULL:
 * nothing was written. Returns the exit status. */
int keep_csv(const char *name, const char *text, size_t size, FILE *notes, char **base);

/* The same for text that was written to out, a stream of files_memory: closes it, and frees the text. */
int keep_memory(const char *name, FILE *out, char **text, size_t *size, FILE *notes);

#endif
