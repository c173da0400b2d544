/* pool.c. Starts processes of this program, and waits for them. */
#include "run/pool.h"

#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 20 };

typedef struct {
    pid_t pid;  /* 0: the process does not run */
    FILE *said; /* its output, kept in memory, since the disk may be full; owned while it runs */
} Process;

typedef struct {
    const Pool *pool;
    Process *process; /* (n), owned */
    int begun, ended; /* processes that have begun, and that have ended */
    int status;       /* of the first process that failed */
    bool stopping;    /* all have been asked to stop */
} Work;

/* A nameless file in memory that holds a text, for the input or output of a process. NULL: errno has the reason. */
static FILE *open_words(const char *text)
{
    const int fd = memfd_create("words", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r+");
    if (f == NULL) return NULL;
    fputs(text, f);
    rewind(f);
    return f;
}

/* Turns the child into the program, which is asked to save and stop when this process ends, even by SIGKILL. If the program
 * cannot start, the reason goes to the pipe `failed`, which is closed otherwise. */
static _Noreturn void become(const char *const *word, FILE *typed, const Process *p, pid_t parent, int failed)
{
    const int said = fileno(p->said);
    signal(SIGTERM, SIG_DFL); /* the handler of this process would lose it */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(STATUS_STOPPED); /* the parent has ended meanwhile */
    if (dup2(fileno(typed), STDIN_FILENO) >= 0 && dup2(said, STDOUT_FILENO) >= 0 && dup2(said, STDERR_FILENO) >= 0)
        execv("/proc/self/exe", (char *const *)word);
    const int error = errno;
    const ssize_t sent = write(failed, &error, sizeof error);
    _exit(sent == (ssize_t)sizeof error ? STATUS_INTERNAL : STATUS_IO);
}

/* Runs the command in a process of its own. Returns 0, or the errno that says why it cannot start. */
static int start_process(const char *const *word, FILE *typed, Process *p)
{
    int failed[2], error = 0;
    const pid_t parent = getpid();
    if (pipe2(failed, O_CLOEXEC) != 0) return errno;
    const pid_t child = fork();
    if (child == 0) become(word, typed, p, parent, failed[1]);
    if (child < 0) error = errno;
    close(failed[1]);
    if (child > 0) {
        while (read(failed[0], &error, sizeof error) < 0 && errno == EINTR) continue;
        if (error != 0) waitpid(child, NULL, 0);
    }
    close(failed[0]);
    p->pid = error == 0 ? child : 0;
    return error;
}

static void start_next(Work *w)
{
    Process *p = &w->process[w->begun];
    PoolCommand c = {0};
    assert(w->begun < w->pool->n && p->pid == 0);
    FILE *typed = NULL;
    w->pool->begin(w->pool->ctx, w->begun, &c);
    const bool ready = (p->said = open_words("")) != NULL && (typed = open_words(c.typed != NULL ? c.typed : "")) != NULL;
    const int error = ready ? start_process(c.word, typed, p) : errno;
    if (typed != NULL) fclose(typed);
    if (error == 0) {
        w->begun++;
    } else {
        if (p->said != NULL) fclose(p->said);
        fprintf(stderr, "%s: cannot be begun: %s\n", c.name, strerror(error));
        w->status = (int)status_of_write(error);
    }
    free(c.word);
}

/* Frees the output of a process, which is shown before. */
static void end_words(Process *p, bool shown)
{
    char line[1024];
    rewind(p->said);
    while (shown && fgets(line, sizeof line, p->said) != NULL) fputs(line, stderr);
    fclose(p->said);
    p->said = NULL;
}

/* Records that a process has ended. A process that the pool asked to stop has not failed, even if it died of the signal because
 * it had hardly begun. */
static void end_process(Work *w, Process *p, int waited)
{
    int status = WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited);
    if (w->stopping && status == 128 + SIGTERM) status = STATUS_STOPPED;
    const bool saved = status == STATUS_STOPPED || status == STATUS_INTERRUPTED, failed = status != STATUS_OK && !saved;
    assert(p->pid != 0 && w->ended < w->begun);
    p->pid = 0;
    w->ended++;
    end_words(p, w->pool->shows || failed || (saved && !w->stopping && monitor_reason(w->pool->monitor) == STOP_NOT));
    if (w->status == STATUS_OK && status != STATUS_OK) w->status = status;
    if (status == STATUS_OK) w->pool->ended(w->pool->ctx, (int)(p - w->process));
}

/* Records the processes that have ended; if none has, rests for a moment. Only processes of the pool are waited for: this
 * process may have other children from before it became this program. */
static void take_ended(Work *w)
{
    const int before = w->ended;
    for (int i = 0; i < w->begun; i++) {
        Process *p = &w->process[i];
        int waited;
        if (p->pid != 0 && waitpid(p->pid, &waited, WNOHANG) > 0) end_process(w, p, waited);
    }
    if (w->ended == before) nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
}

/* Asks all processes to save and stop, by SIGTERM: an interrupt from the terminal has reached them already, and a second one
 * would end them at once. */
static void stop_all(Work *w)
{
    w->stopping = true;
    for (int i = 0; i < w->begun; i++)
        if (w->process[i].pid != 0) kill(w->process[i].pid, SIGTERM);
}

int pool_run(const Pool *pool, bool *stopped)
{
    Work w = {.pool = pool, .process = mem_new((size_t)pool->n, sizeof *w.process)};
    const StopCheck *check = monitor_check(pool->monitor);
    for (bool more = true; more || w.ended < w.begun;) {
        more = w.begun < pool->n && w.status == STATUS_OK && !w.stopping;
        if (more && w.begun - w.ended < pool->most) {
            start_next(&w);
            continue;
        }
        take_ended(&w);
        if (!w.stopping && check->poll(check->ctx, 0)) stop_all(&w);
        pool->look(pool->ctx);
    }
    free(w.process);
    *stopped = w.stopping;
    return w.status;
}
