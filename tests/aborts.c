/* aborts.c. Runs in a process of its own what is expected to abort. */
#include "tests/aborts.h"
#include "tests/helpers.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const char *aborts(void (*act)(const void *ctx), const void *ctx, char *said, size_t room)
{
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit no_core = {0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        act(ctx);
        _exit(0);
    }
    close(ends[1]);
    size_t used = 0;
    for (ssize_t n = 1; n > 0 && used + 1 < room; used += n > 0 ? (size_t)n : 0) n = read(ends[0], said + used, room - used - 1);
    said[used] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) said[0] = '\0';
    return said;
}
