/* team.h. Threads that work on a batch together.
 *
 * Idea: OpenMP keeps the threads between two calls. On idle processors a thread that waits spins, which is as fast as sleeping;
 * where other programs keep the processors busy, OMP_WAIT_POLICY=passive in the environment makes waiting threads sleep.
 * Never: depends on the kind of work. */
#ifndef SWARMTRIS_EVAL_TEAM_H
#define SWARMTRIS_EVAL_TEAM_H

#include <stdbool.h>
#include <stddef.h>

/* The most threads that a call may ask for. */
enum { TEAM_MAX = 1024 };

/* What each thread of a call does; thread: its number, from 0. */
typedef void TeamWork(void *ctx, int thread);

/* Does the work with threads 0 to n - 1 and returns when all have done theirs; what they wrote is visible to the caller then.
 * Where OpenMP gives fewer (OMP_DYNAMIC), these do the work of the others, too. n is 1 or more; the caller is thread 0, and the
 * others are started when they are first needed: a process may fork before that. Only one thread may call it at a time, and not
 * from within the work. */
void team_run(int n, TeamWork *work, void *ctx);

/* How many of n threads (1 or more) can be started, the caller included. OpenMP ends the process if it cannot start a thread, so
 * this is tried out before. If a limit allows fewer than n, a quarter of these is left out, for memory that is needed later. */
int team_startable(int n);

/* The processors that this process may use, TEAM_MAX at most. */
int team_processors(void);

/* How many processors there are in the places of OpenMP (OMP_PLACES, GOMP_CPU_AFFINITY); 0: threads are not bound to places.
 * *possible: threads can run on each of them, and on `first` unless it is negative. Else OpenMP may end the process. */
int team_places(long first, bool *possible);

/* Stack size in bytes of a team's threads other than the caller. team_stack_raise makes it at least `least` for later teams,
 * unless an OpenMP variable sets it. */
size_t team_stack(void);
void team_stack_raise(size_t least);

#endif
