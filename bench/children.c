/* children.c. Forks the children, releases them together, and collects their reports through pipes. */
#include "bench/children.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    pid_t pid;
    int from; /* the reading end of the pipe for its reports */
} Child;

/* Reads n bytes. False: the other end was closed too early. */
static bool read_all(int from, void *p, size_t n)
{
    for (char *at = p; n > 0;) {
        ssize_t got = read(from, at, n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

/* Writes n bytes, which are fewer than a pipe holds, so that they are written at once or not at all. */
static void write_all(int to, const void *p, size_t n)
{
    assert(n <= CHILDREN_REPORT_MAX);
    if (write(to, p, n) != (ssize_t)n) _exit(EXIT_FAILURE);
}

/* The whole work of a child. go: a pipe that the parent closes when all children are ready; to: the pipe for the reports. */
static void run_child(const ChildWork *work, int go, int to)
{
    char nothing, report[CHILDREN_REPORT_MAX];
    work->prepare(work->ctx);
    write_all(to, "", 1);
    read_all(go, &nothing, 1);
    work->run(work->ctx, report);
    write_all(to, report, work->bytes);
    _exit(EXIT_SUCCESS);
}

/* Forks a child. go (both ends): the pipe that releases the child. A reader waits as long as any process has the writing end
 * open. So the child closes its copy of go's writing end, and the parent closes the writing end of the child's pipe before the
 * next fork. */
static bool start_child(const ChildWork *work, const int go[2], Child *child)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(EXIT_FAILURE); /* the parent has ended meanwhile */
        close(go[1]);
        close(ends[0]);
        run_child(work, go[0], ends[1]);
    }
    close(ends[1]);
    child->from = ends[0];
    if (child->pid < 0) close(ends[0]);
    return child->pid > 0;
}

/* Waits until the children (n) have ended. After a failure they are killed first. */
static void end_children(const Child *child, int n, bool good)
{
    for (int i = 0; i < n; i++) {
        close(child[i].from);
        if (!good) kill(child[i].pid, SIGKILL);
        while (waitpid(child[i].pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
}

bool children_run(const ChildWork *work, int n, void *report)
{
    Child child[CHILDREN_MAX];
    int go[2], started = 0;
    char ready;
    assert(n >= 1 && n <= CHILDREN_MAX && work->bytes <= CHILDREN_REPORT_MAX);
    if (pipe(go) != 0) return false;
    bool good = true;
    while (good && started < n) {
        good = start_child(work, go, &child[started]);
        started += good;
    }
    for (int i = 0; i < started && good; i++) good = read_all(child[i].from, &ready, 1);
    close(go[0]);
    close(go[1]);
    for (int i = 0; i < started && good; i++)
        good = read_all(child[i].from, (char *)report + (size_t)i * work->bytes, work->bytes);
    end_children(child, started, good);
    return good;
}
