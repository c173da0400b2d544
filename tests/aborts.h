/* tests/aborts.h. What must abort, does so, and says why: run in a process of its own. */
#ifndef SWARMTRIS_TESTS_ABORTS_H
#define SWARMTRIS_TESTS_ABORTS_H

#include <stddef.h>

/* Calls act(ctx) in a child process. Returns said (room), what it wrote to standard error; "" if it did not abort. */
const char *aborts(void (*act)(const void *ctx), const void *ctx, char *said, size_t room);

#endif
