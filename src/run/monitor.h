/* run/watch.h. Who wants a run to stop, and how far it is: signals, the clock, the STOP file, the progress line.
 *
 * Idea: threads that play ask poll every few hundred pieces; one of them at a time does the housekeeping, the others go on. A
 * stop takes effect within a few milliseconds of play, and stays.
 *     SIGINT                                   save, then die by the signal; a second one: at once
 *     SIGTERM, SIGUSR2, STOP file, --max-time  save, exit 75
 *     housekeeping                             a pause: whoever drives may let it go on */
#ifndef SWARMTRIS_RUN_MONITOR_H
#define SWARMTRIS_RUN_MONITOR_H

#include "base/jobs.h"

typedef enum { STOP_NOT, STOP_INTERRUPT, STOP_SIGNAL, STOP_FILE, STOP_TIME, STOP_PAUSE } StopReason;

/* Called a few times a second by one thread at a time; true: all threads are to come home (STOP_PAUSE). */
typedef struct {
    bool (*work)(void *ctx);
    void *ctx;
} Housekeeping;

typedef struct Monitor Monitor;

/* stop_file: NULL, or a path whose appearance stops; it is removed then. max_seconds 0: no limit. Installs the signal handlers of
 * the process. */
Monitor *monitor_create(const char *stop_file, double max_seconds);
void monitor_destroy(Monitor *w);

/* What threads ask; housekeeping is done in it while h is set (NULL: none). */
const StopCheck *monitor_check(Monitor *w);
void monitor_housekeeping(Monitor *w, const Housekeeping *h);

StopReason monitor_reason(const Monitor *w);
/* Ends a pause, of which monitor_check's threads must not be playing any more; nothing else that stops is undone. */
void monitor_go_on(Monitor *w);
const char *monitor_sentence(StopReason reason);
double monitor_seconds(const Monitor *w);
int64_t monitor_turns(const Monitor *w);

/* After a run that was interrupted has been saved: dies by SIGINT, so that shell loops stop. */
void monitor_die_of_interrupt(void);

#endif
