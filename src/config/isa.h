/* config/isa.h. Which instruction set the lanes use: the environment may say.
 *
 * Idea: SWARMTRIS_ISA belongs to the machine and to a trial of something on it, not to an experiment: no ini has it, no result
 * depends on it. It is read here and nowhere else, and looked at before anything is begun. */
#ifndef SWARMTRIS_CONFIG_ISA_H
#define SWARMTRIS_CONFIG_ISA_H

#include "base/error.h"

#include <stdio.h>

/* The names that --isa and SWARMTRIS_ISA know; the first is auto, the others from the fastest on. NULL at the end. */
extern const char *const isa_names[];

/* What SWARMTRIS_ISA says; "auto" where it is not set or empty. */
const char *isa_asked(void);

/* Whether isa, which stands behind from ("SWARMTRIS_ISA=", "--isa "), can be taken. STATUS_OK; or, with a sentence, STATUS_USAGE:
 * there is no such instruction set, STATUS_UNAVAILABLE: not on this processor. */
int isa_check(const char *from, const char *isa, Errors *errors);

/* The instruction set of the lanes that engine = auto takes; "plain" where there are none. */
const char *isa_taken(void);

/* "lanes, avx2 (also: reference, lanes with sse2, plain; not on this processor: avx512)": what engine = auto takes where lanes
 * know the rules, and what else there is. */
void isa_print(FILE *out);

#endif
