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

/* from: what the child says. */
typedef struct {
    pid_t pid;
    int from;
} Child;

/* n bytes, or false: the other end is closed. */
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

/* Less than a pipe holds, so it is written at once or not at all. */
static void say(int to, const void *p, size_t n)
{
    if (write(to, p, n) != (ssize_t)n) _exit(EXIT_FAILURE);
}

/* The child's life. go: closed by the parent when all are ready. */
static void live(const ChildWork *work, int go, int to)
{
    char nothing, told[CHILDREN_TOLD_MAX];
    work->prepare(work->ctx);
    say(to, "", 1);
    read_all(go, &nothing, 1);
    work->run(work->ctx, told);
    say(to, told, work->bytes);
    _exit(EXIT_SUCCESS);
}

/* go (both ends): what the child waits for. Whoever holds the writing end of a pipe keeps its reader waiting: so the child
 * closes its copy of go's, and the parent closes the child's own before the next fork. */
static bool start(const ChildWork *work, const int go[2], Child *child)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(EXIT_FAILURE); /* it has died meanwhile */
        close(go[1]);
        close(ends[0]);
        live(work, go[0], ends[1]);
    }
    close(ends[1]);
    child->from = ends[0];
    if (child->pid < 0) close(ends[0]);
    return child->pid > 0;
}

/* Failed children are not waited for. */
static void end(const Child *child, int n, bool good)
{
    for (int i = 0; i < n; i++) {
        close(child[i].from);
        if (!good) kill(child[i].pid, SIGKILL);
        while (waitpid(child[i].pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
}

bool children_run(const ChildWork *work, int n, void *told)
{
    Child child[CHILDREN_MAX];
    int go[2], started = 0;
    char ready;
    assert(n >= 1 && n <= CHILDREN_MAX && work->bytes <= CHILDREN_TOLD_MAX);
    if (pipe(go) != 0) return false;
    bool good = true;
    while (good && started < n) {
        good = start(work, go, &child[started]);
        started += good;
    }
    for (int i = 0; i < started && good; i++) good = read_all(child[i].from, &ready, 1);
    close(go[0]);
    close(go[1]);
    for (int i = 0; i < started && good; i++) good = read_all(child[i].from, (char *)told + (size_t)i * work->bytes, work->bytes);
    end(child, started, good);
    return good;
}
