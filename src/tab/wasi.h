/* wasi.h. Included before every file of the build for browsers: what its system does not declare; one_thread.c defines it. */
#ifndef SWARMTRIS_TAB_WASI_H
#define SWARMTRIS_TAB_WASI_H

#include <stddef.h>
#include <sys/types.h>

uid_t geteuid(void);
char *realpath(const char *restrict path, char *restrict out);
int gethostname(char *name, size_t room);

#endif
