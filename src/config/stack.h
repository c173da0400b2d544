/* config/stack.h. The stack of the process and of its threads: a limit of the system or a variable may make it too small.
 *
 * Idea: a stack that overflows ends the process without a word. So the soft limit is raised where it may be, and what cannot be
 * raised is refused before anything is begun. */
#ifndef SWARMTRIS_CONFIG_STACK_H
#define SWARMTRIS_CONFIG_STACK_H

#include "base/error.h"

/* STATUS_OK: all stacks are large enough. Or, with a sentence, STATUS_UNAVAILABLE: the hard limit is too low; STATUS_USAGE: a
 * variable asks for too little. Call it first. */
int stack_check(Errors *errors);

#endif
