/* stack.c. Raises the limit of the stack, and looks at what the variables of OpenMP have made of it. */
#include "config/stack.h"

#include "eval/team.h"
#include "file/status.h"

#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>

/* Kilobytes of each stack. The most that were seen to be needed: 256 by the first thread, 128 by the others. */
enum { LEAST = 512 };

/* Whether the limit is high enough now. */
static bool raise_limit(size_t least)
{
    struct rlimit l;
    if (getrlimit(RLIMIT_STACK, &l) != 0 || l.rlim_cur == RLIM_INFINITY || l.rlim_cur >= least) return true;
    l.rlim_cur = l.rlim_max == RLIM_INFINITY || l.rlim_max >= least ? least : l.rlim_max;
    return setrlimit(RLIMIT_STACK, &l) == 0 && l.rlim_cur >= least;
}

int stack_check(Errors *errors)
{
    static const char *const variables[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"};
    if (!raise_limit((size_t)LEAST * 1024)) {
        errors_add(errors, "swarmtris: the limit of the stack is too low: 'ulimit -s' must be at least %d", LEAST);
        return STATUS_UNAVAILABLE;
    }
    team_stack_raise((size_t)LEAST * 1024);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *said = getenv(variables[i]);
        if (said == NULL || team_stack() >= (size_t)LEAST * 1024) continue;
        errors_add(errors, "swarmtris: %s=%s: threads need a stack of %dk or more; or unset it", variables[i], said, LEAST);
        return STATUS_USAGE;
    }
    return STATUS_OK;
}
