/* signals.c. Turns the signals of the process into reasons to stop a run: the monitor reads them, the driver stops and saves. */
#include "run/signals.h"

#include "file/message.h"
#include "run/monitor.h"

#include <signal.h>
#include <stddef.h>

/* The StopReason of the last signal. It is static because a signal handler has no context, and atomic because a handler may touch
 * nothing else. */
static atomic_int signalled;

/* When the first interrupt came, in milliseconds of duration_now; static and atomic for the same reasons. */
static atomic_llong interrupted_at;

/* A second interrupt ends the process at once. But programs such as timeout send one to the process and one to its group, so two
 * within a moment count as one. */
static void on_interrupt(int number)
{
    enum { MOMENT = 300 }; /* milliseconds */
    const long long now = (long long)(1000 * duration_now());
    if (signalled != STOP_INTERRUPT) {
        interrupted_at = now;
        signalled = STOP_INTERRUPT;
    } else if (now - interrupted_at >= MOMENT) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void on_stop(int number)
{
    (void)number;
    if (signalled == STOP_NOT) signalled = STOP_SIGNAL;
}

void signals_handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, was;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &was) == 0 && was.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

atomic_int *signals_install(void)
{
    signals_handle(SIGINT, on_interrupt);
    signals_handle(SIGTERM, on_stop);
    signals_handle(SIGUSR1, on_stop); /* a cluster sends one of the two before it ends a job */
    signals_handle(SIGUSR2, on_stop);
    signals_handle(SIGHUP, on_stop);  /* the terminal was closed */
    signals_handle(SIGXCPU, on_stop); /* the soft limit of processor time; at the hard one the system kills */
    signals_handle(SIGPIPE, SIG_IGN); /* a closed pipe loses the progress, but must not end the run */
    return &signalled;
}

void signals_die_of_interrupt(void)
{
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}
