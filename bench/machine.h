/* bench/machine.h. The machine on which times are measured, and the tables of what was measured on it. */
#ifndef SWARMTRIS_BENCH_MACHINE_H
#define SWARMTRIS_BENCH_MACHINE_H

#include "base/param.h"
#include "file/message.h"

#include <stddef.h>
#include <stdio.h>

/* 1, 2, 4, ... below their number, and their number. */
IntList machine_thread_counts(void);

/* The name of the processor, "AMD EPYC", without words that most names have. */
Brief machine_name(void);

/* Keeps a table as RESULTS/<processor>_<instruction set>/NAME.csv: a text that was written to out, a stream of files_memory,
 * which is closed, and the text freed. The path is printed to notes; results NULL: nothing is kept. *base (NULL: not wanted): the
 * path without its .csv, owned by the caller, where something was kept. Returns the exit status. */
int machine_keep(const char *results, const char *name, FILE *out, char **text, FILE *notes, char **base);

#endif
