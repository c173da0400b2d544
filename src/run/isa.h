/* run/isa.h. Which instruction sets the lanes can use here, and whether the requested one (config_isa) is among them. This is
 * checked before anything is begun. */
#ifndef SWARMTRIS_RUN_ISA_H
#define SWARMTRIS_RUN_ISA_H

#include "base/error.h"

#include <stdio.h>

/* Whether isa can be taken; from is what stands before it in a sentence ("SWARMTRIS_ISA=", "--isa "). STATUS_OK; or, with a
 * sentence, STATUS_USAGE: there is no such instruction set; STATUS_UNAVAILABLE: it cannot be used here. isa_check_said:
 * SWARMTRIS_CPU, of which only the name counts, and SWARMTRIS_ISA. */
int isa_check(const char *from, const char *isa, Errors *errors);
int isa_check_said(Errors *errors);

/* The instruction set of the lanes that engine = auto takes; "plain" if there are none. */
const char *isa_taken(void);

/* "lanes, avx2 (also: reference, lanes with plain; not on this processor: avx512)": what engine = auto takes where lanes
 * know the rules, and what else there is. */
void isa_print(FILE *out);

#endif
