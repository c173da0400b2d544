/* file/duration.h. Reads durations as people and clusters write them, and the clock. */
#ifndef SWARMTRIS_FILE_DURATION_H
#define SWARMTRIS_FILE_DURATION_H

#include <stdbool.h>

/* Reads the seconds of a text such as 90s, 1.5m, 2h, 1d, 1d12h30m (units d, h, m, s in this order, each once). Slurm's forms
 * MM:SS, HH:MM:SS, D-HH, D-HH:MM, D-HH:MM:SS are read, too. False: no such time, or not more than 0 and less than 1e9 seconds. A
 * number without unit is refused, since it means minutes in Slurm and seconds in other programs. */
bool duration_read(const char *text, double *seconds);

/* Seconds since some moment, on a clock that may go back while a machine is moved; safe in a signal handler. duration_since: the
 * seconds since it was start, at least 0. */
double duration_now(void);
double duration_since(double start);

/* The accepted forms, for a sentence about a refused text. */
#define DURATION_FORMS "a time like 90s, 10m, 2h or 1d12h, or as Slurm has it, 30:00, 12:00:00 or 2-12:00:00"

#endif
