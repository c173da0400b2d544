/* file/duration.h. Reads a time as people and clusters write it; and the clock. */
#ifndef SWARMTRIS_FILE_DURATION_H
#define SWARMTRIS_FILE_DURATION_H

#include <stdbool.h>

/* Seconds of a text such as 90s, 1.5m, 2h, 1d, 1d12h30m (units d, h, m, s in this order, each once), or, as Slurm writes them,
 * MM:SS, HH:MM:SS, D-HH, D-HH:MM, D-HH:MM:SS. False: the text is no such time, or is not more than 0 and less than 1e9 seconds;
 * a number without a unit is none, since Slurm means minutes by it and other programs seconds. */
bool duration_read(const char *text, double *seconds);

/* Seconds since some moment, on a clock that only rises; a signal handler may ask, too. */
double duration_now(void);

/* What is accepted, for a sentence about what is not. */
#define DURATION_FORMS "a time like 90s, 10m, 2h or 1d12h, or as Slurm has it, 30:00, 12:00:00 or 2-12:00:00"

#endif
