/* bench/keep.h. Where results stay: bench/results/<processor>_<instruction set>/NAME.csv, in the folder where the program is
 * run. */
#ifndef SWARMTRIS_BENCH_KEEP_H
#define SWARMTRIS_BENCH_KEEP_H

#include <stddef.h>
#include <stdio.h>

/* Writes text (size bytes) there, if there is a folder bench/results, and tells so on said. The instruction set is the best that
 * runs here. *base: the path without its .csv, owned by the caller; NULL: not kept. Returns the exit status. */
int keep_csv(const char *name, const char *text, size_t size, FILE *said, char **base);

/* The same of what was written to out, from files_memory, which is closed; nobody wants the path. */
int keep_memory(const char *name, FILE *out, char **text, size_t *size, FILE *said);

#endif
