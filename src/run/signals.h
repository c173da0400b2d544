/* run/signals.h. The signals that stop a run of the program.
 *
 * Idea: signals belong to the process, so the program alone installs handlers; a monitor gets a pointer to the reason.
 * The library never includes this header.
 *     SIGINT                              save, then die by the signal; a second one, if not in the same moment: die at once
 *     SIGTERM, SIGUSR1, SIGUSR2, SIGHUP   save, exit status 75
 *     SIGXCPU                             save, exit status 75 */
#ifndef SWARMTRIS_RUN_SIGNALS_H
#define SWARMTRIS_RUN_SIGNALS_H

#include <stdatomic.h>

/* Installs the handlers of the process; a second call changes nothing. Returns the StopReason (monitor.h) of the last signal,
 * which a handler stores. */
atomic_int *signals_install(void);

/* Installs a handler, unless the signal is ignored: whoever began the process wants that (nohup, trap '', & in a script). */
void signals_handle(int number, void (*handler)(int));

/* Ends the process by SIGINT, after an interrupted run has been saved: so a shell loop around the program stops, too. */
void signals_die_of_interrupt(void);

#endif
