/* bench/machine.h. The machine on which times are measured. */
#ifndef SWARMTRIS_BENCH_MACHINE_H
#define SWARMTRIS_BENCH_MACHINE_H

#include "base/param.h"
#include "file/message.h"

#include <stddef.h>

/* 1, 2, 4, ... below their number, and their number. */
IntList machine_thread_counts(void);

/* The name of the processor, "AMD EPYC", without words that most names have. */
Brief machine_name(void);

/* That name and the instruction set as a file name: "amd-epyc_plain". Returns out. */
char *machine_folder(const char *isa, char *out, size_t room);

#endif
