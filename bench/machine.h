/* bench/machine.h. The machine on which times are measured, and the folder in which its tables are kept. */
#ifndef SWARMTRIS_BENCH_MACHINE_H
#define SWARMTRIS_BENCH_MACHINE_H

#include "base/param.h"
#include "file/message.h"

#include <stddef.h>
#include <stdio.h>

/* 1, 2, 4, ... below the number of processors, and that number. */
IntList machine_thread_counts(void);

/* The name of the processor, "AMD EPYC", without words that are common to most names. */
Brief machine_name(void);

/* Keeps a table as RESULTS/<processor>_<instruction set>/NAME.csv. The table is *text, written to out, a stream of files_memory.
 * Closes out and frees *text. results NULL: nothing is kept. notes: the path is printed there. *base (base may be NULL): the path
 * without .csv if the table was kept, owned by the caller. Returns the exit status. */
int machine_keep(const char *results, const char *name, FILE *out, char **text, FILE *notes, char **base);

#endif
