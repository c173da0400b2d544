/* tracer.c. Runs a program and lists the system calls that it makes on files below the current directory, or has one fail.
 *
 *     tracer LOG COMMAND...           LOG: a line a call, see note(); LOG.data: the written bytes, one call after the other
 *     tracer LOG N FAULT COMMAND...   call N, counted from 1, suffers FAULT; LOG is its line
 *
 * FAULT is the name of an error (errors below), "short" (half of the bytes are read or written), "full" (this call and those
 * behind it that need room fail with ENOSPC), or "kill" (the process that makes it is killed before it). The status is that of
 * COMMAND, 128 + the signal that ended it, 77 if the system does not let a process trace another, 79 if no call has suffered
 * FAULT. TRACER_ONLY, in the environment, is the file of the one program whose calls count; unset: those of all programs count.
 *
 * Why ptrace and no LD_PRELOAD: what fopen, fclose and fflush do inside the C library passes no symbol that could be replaced,
 * and a system call does not care who makes it. A seccomp filter stops the program at the calls of the table alone, so all others
 * cost nothing. Threads and children are followed. The end of a call is awaited only if its result matters. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNABLE = 77, NO_CALL = 79 };

#ifndef __x86_64__
int main(void)
{
    fprintf(stderr, "tracer: knows the registers of x86-64 alone\n");
    return UNABLE;
}
#else
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

/* A call that is followed. Arguments are numbered from 0; -1: it has none of the kind. */
typedef struct {
    const char *name; /* as the log says it: openat is an open */
    int number;
    int fd;        /* argument: the descriptor of the file that it works on */
    int path, dir; /* arguments: a path, and the descriptor that it starts from */
    int to, to_dir;
    int flags;       /* argument: O_CREAT and the like */
    bool needs_room; /* fails on a full disk; of open: with O_CREAT */
} Call;

static const Call calls[] = {{"open", SYS_open, -1, 0, -1, -1, -1, 1, true},
                             {"open", SYS_openat, -1, 1, 0, -1, -1, 2, true},
                             {"open", SYS_creat, -1, 0, -1, -1, -1, -1, true},
                             {"read", SYS_read, 0, -1, -1, -1, -1, -1, false},
                             {"read", SYS_readv, 0, -1, -1, -1, -1, -1, false},
                             {"write", SYS_write, 0, -1, -1, -1, -1, -1, true},
                             {"writev", SYS_writev, 0, -1, -1, -1, -1, -1, true},
                             {"pwrite", SYS_pwrite64, 0, -1, -1, -1, -1, -1, true},
                             {"fsync", SYS_fsync, 0, -1, -1, -1, -1, -1, false},
                             {"fsync", SYS_fdatasync, 0, -1, -1, -1, -1, -1, false},
                             {"truncate", SYS_ftruncate, 0, -1, -1, -1, -1, -1, false},
                             {"flock", SYS_flock, 0, -1, -1, -1, -1, -1, false},
                             {"close", SYS_close, 0, -1, -1, -1, -1, -1, false},
                             {"rename", SYS_rename, -1, 0, -1, 1, -1, -1, false},
                             {"rename", SYS_renameat, -1, 1, 0, 3, 2, -1, false},
                             {"rename", SYS_renameat2, -1, 1, 0, 3, 2, -1, false},
                             {"link", SYS_link, -1, 0, -1, 1, -1, -1, true},
                             {"link", SYS_linkat, -1, 1, 0, 3, 2, -1, true},
                             {"unlink", SYS_unlink, -1, 0, -1, -1, -1, -1, false},
                             {"unlink", SYS_unlinkat, -1, 1, 0, -1, -1, -1, false},
                             {"mkdir", SYS_mkdir, -1, 0, -1, -1, -1, -1, true},
                             {"mkdir", SYS_mkdirat, -1, 1, 0, -1, -1, -1, true}};
enum { CALLS = sizeof calls / sizeof *calls };

static const struct {
    const char *name;
    int error;
} errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"EINTR", EINTR}, {"ENOLCK", ENOLCK}, {"full", ENOSPC}};

typedef struct user_regs_struct Registers;

/* A call that is under way, of one thread. */
typedef struct {
    pid_t thread;
    const Call *call;
    char file[PATH_MAX], to[PATH_MAX]; /* below the current directory, and relative to it */
    int error;                         /* what the call is made to return, though it was done; 0: its own result */
} UnderWay;

static struct {
    char here[PATH_MAX]; /* the current directory */
    const char *only;    /* the file of the program whose calls count; NULL: any */
    FILE *log, *data;    /* data: NULL where a call is to fail */
    long number, at;     /* calls so far; the one that is to fail, 0: none */
    const char *fault;
    bool done; /* it has failed */
    UnderWay *under_way;
    int n, room;
} all;

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "tracer: %s: %s\n", what, strerror(errno));
    exit(UNABLE);
}

static long long argument(const Registers *r, int i)
{
    const unsigned long long a[] = {r->rdi, r->rsi, r->rdx, r->r10, r->r8, r->r9};
    return i >= 0 ? (long long)a[i] : 0;
}

/* ---- which file ---- */

static bool link_text(char *text, pid_t thread, const char *what)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/%s", (int)thread, what);
    const ssize_t n = readlink(link, text, PATH_MAX - 1);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

static bool fd_text(char *text, pid_t thread, int fd)
{
    char what[32];
    snprintf(what, sizeof what, "fd/%d", fd);
    return link_text(text, thread, what);
}

static void read_text(char *text, pid_t thread, unsigned long long from)
{
    size_t n = 0;
    for (bool end = false; !end && n + sizeof(long) < PATH_MAX; n += sizeof(long)) {
        errno = 0;
        const long word = ptrace(PTRACE_PEEKDATA, thread, (void *)(uintptr_t)(from + n), NULL);
        memcpy(text + n, &word, sizeof word);
        end = errno != 0 || memchr(&word, 0, sizeof word) != NULL;
    }
    text[n] = '\0';
}

/* The path in the arguments of a call, from the root on. */
static void path_text(char *text, pid_t thread, const Registers *r, int path, int dir)
{
    char start[PATH_MAX], name[PATH_MAX];
    const int fd = dir >= 0 ? (int)argument(r, dir) : AT_FDCWD;
    read_text(name, thread, (unsigned long long)argument(r, path));
    if (name[0] != '/' && (fd == AT_FDCWD ? link_text(start, thread, "cwd") : fd_text(start, thread, fd)))
        snprintf(text, PATH_MAX, "%.*s/%.*s", PATH_MAX / 2, start, PATH_MAX / 2 - 2, name);
    else
        snprintf(text, PATH_MAX, "%s", name);
}

/* Makes a path relative to the current directory; false: it is not below it. */
static bool below(char *path)
{
    const size_t n = strlen(all.here);
    if (strncmp(path, all.here, n) != 0 || (path[n] != '/' && path[n] != '\0')) return false;
    char *from = path + n;
    while (*from == '/') from++;
    memmove(path, from, strlen(from) + 1);
    return true;
}

/* Whether the calls of the program that the thread runs count. */
static bool is_counted(pid_t thread)
{
    char program[PATH_MAX];
    return all.only == NULL || (link_text(program, thread, "exe") && strcmp(program, all.only) == 0);
}

/* Whether the call is to be followed: it works on a file of ours. */
static bool is_ours(UnderWay *u, const Registers *r)
{
    const Call *c = u->call;
    u->to[0] = '\0';
    if (c->fd >= 0) return fd_text(u->file, u->thread, (int)argument(r, c->fd)) && below(u->file);
    path_text(u->file, u->thread, r, c->path, c->dir);
    if (c->to >= 0) path_text(u->to, u->thread, r, c->to, c->to_dir);
    return below(u->file) && (c->to < 0 || below(u->to));
}

/* ---- the log ---- */

/* Writes "CALL FILE TO RESULT INODE POSITION SIZE FLAGS" between tabs. INODE is that of the descriptor, of an open's result,
 * or 0. Bytes were written at POSITION; SIZE is their number, or the new one of the file. FLAGS are those of an open. */
static void note(const UnderWay *u, const Registers *r)
{
    const long long result = (long long)r->rax, fd = u->call->fd >= 0 ? argument(r, u->call->fd) : result;
    const bool writes = strcmp(u->call->name, "write") == 0;
    long long position = 0, size = writes ? result : strcmp(u->call->name, "truncate") == 0 ? argument(r, 1) : 0;
    char path[64];
    struct stat st = {.st_ino = 0};
    snprintf(path, sizeof path, "/proc/%d/fd/%lld", (int)u->thread, fd);
    if (u->call->fd >= 0 || strcmp(u->call->name, "open") == 0) stat(path, &st);
    snprintf(path, sizeof path, "/proc/%d/fdinfo/%lld", (int)u->thread, fd);
    FILE *info = writes ? fopen(path, "r") : NULL;
    if (info != NULL && fscanf(info, "pos: %lld", &position) == 1) position -= result;
    if (info != NULL) fclose(info);
    const long long flags = argument(r, u->call->flags);
    fprintf(all.log, "%s\t%s\t%s\t%lld\t%llu\t%lld\t%lld\t%lld\n", u->call->name, u->file, u->to, result,
            (unsigned long long)st.st_ino, position, size, flags);
    char *bytes = writes && result > 0 ? malloc((size_t)result) : NULL;
    if (bytes == NULL) return;
    const struct iovec ours = {bytes, (size_t)result}, theirs = {(void *)(uintptr_t)argument(r, 1), (size_t)result};
    if (process_vm_readv(u->thread, &ours, 1, &theirs, 1, 0) != (ssize_t)result) die("process_vm_readv");
    fwrite(bytes, 1, (size_t)result, all.data);
    free(bytes);
}

/* ---- faults ---- */

/* Whether this call is one that is to fail. */
static bool is_hit(const UnderWay *u, const Registers *r)
{
    if (strcmp(all.fault, "full") != 0) return all.number == all.at;
    const bool makes = u->call->flags < 0 || (argument(r, u->call->flags) & O_CREAT) != 0;
    return all.number >= all.at && u->call->needs_room && makes;
}

/* Changes the registers at the beginning of a call, so that it fails. A file that close cannot close is closed all the same. */
static void fail(UnderWay *u, Registers *r)
{
    if (strcmp(all.fault, "kill") == 0) {
        kill(u->thread, SIGKILL);
        return;
    }
    if (strcmp(all.fault, "short") == 0) {
        r->rdx = (r->rdx + 1) / 2;
    } else {
        int error = 0;
        for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
            if (strcmp(errors[i].name, all.fault) == 0) error = errors[i].error;
        if (u->call->number == SYS_close) {
            u->error = error;
        } else {
            r->orig_rax = (unsigned long long)-1; /* no call */
            r->rax = (unsigned long long)-error;
        }
    }
    ptrace(PTRACE_SETREGS, u->thread, NULL, r);
}

static UnderWay *of_thread(pid_t thread)
{
    for (int i = 0; i < all.n; i++)
        if (all.under_way[i].thread == thread) return &all.under_way[i];
    if (all.n == all.room && (all.under_way = realloc(all.under_way, sizeof *all.under_way * (size_t)(all.room += 64))) == NULL)
        die("realloc");
    all.under_way[all.n] = (UnderWay){.thread = thread};
    return &all.under_way[all.n++];
}

/* A call begins. Returns how the thread goes on: to the end of the call, or freely. */
static int begin(pid_t thread)
{
    Registers r;
    UnderWay *u = of_thread(thread);
    if (ptrace(PTRACE_GETREGS, thread, NULL, &r) != 0) return PTRACE_CONT;
    u->call = NULL;
    u->error = 0;
    for (int i = 0; i < CALLS; i++)
        if (calls[i].number == (int)r.orig_rax) u->call = &calls[i];
    if (u->call == NULL || !is_counted(thread) || !is_ours(u, &r)) return PTRACE_CONT;
    all.number++;
    if (all.data != NULL) return PTRACE_SYSCALL;
    if (!is_hit(u, &r)) return PTRACE_CONT;
    if (!all.done) fprintf(all.log, "%s %s%s%s %s\n", u->call->name, u->file, u->to[0] != '\0' ? " " : "", u->to, all.fault);
    all.done = true;
    fail(u, &r);
    return u->error != 0 ? PTRACE_SYSCALL : PTRACE_CONT;
}

/* A call has ended. */
static int end(pid_t thread)
{
    Registers r;
    const UnderWay *u = of_thread(thread);
    if (ptrace(PTRACE_GETREGS, thread, NULL, &r) != 0) return PTRACE_CONT;
    if (all.data != NULL) note(u, &r);
    if (u->error == 0) return PTRACE_CONT;
    r.rax = (unsigned long long)-u->error;
    ptrace(PTRACE_SETREGS, thread, NULL, &r);
    return PTRACE_CONT;
}

/* ---- the program ---- */

/* Becomes the program, whose calls stop it. */
static _Noreturn void start(char **command)
{
    struct sock_filter filter[CALLS + 5] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
                                            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, CALLS + 1),
                                            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    for (int i = 0; i < CALLS; i++)
        filter[3 + i] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].number, (uint8_t)(CALLS - i), 0);
    filter[CALLS + 3] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[CALLS + 4] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    const struct sock_fprog program = {CALLS + 5, filter};
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) die("ptrace is not allowed here");
    raise(SIGSTOP);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        die("seccomp is not allowed here");
    execvp(command[0], command);
    die(command[0]);
}

/* What a stop asks for: a way to go on, with the signal to hand on in *signal. */
static int handle(pid_t thread, int status, int *signal)
{
    const int stop = WSTOPSIG(status), event = status >> 16;
    *signal = 0;
    if (event == PTRACE_EVENT_SECCOMP) return begin(thread);
    if (stop == (SIGTRAP | 0x80)) return end(thread);
    if (event == 0 && stop != SIGSTOP) *signal = stop; /* threads and children begin with a SIGSTOP */
    return PTRACE_CONT;
}

static int follow(pid_t program)
{
    int status, ended = 0, signal;
    const long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                         PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    waitpid(program, &status, 0);
    if (WIFEXITED(status)) exit(WEXITSTATUS(status));
    if (ptrace(PTRACE_SETOPTIONS, program, NULL, options) != 0) die("ptrace");
    ptrace(PTRACE_CONT, program, NULL, 0L);
    for (pid_t thread = waitpid(-1, &status, __WALL); thread > 0; thread = waitpid(-1, &status, __WALL)) {
        if (WIFSTOPPED(status)) {
            const int how = handle(thread, status, &signal);
            ptrace((enum __ptrace_request)how, thread, NULL, (long)signal);
        } else if (thread == program) {
            ended = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
    return ended;
}

int main(int argc, char **argv)
{
    const bool fails = argc > 3 && strspn(argv[2], "0123456789") == strlen(argv[2]);
    char **command = argv + (fails ? 4 : 2), name[PATH_MAX];
    if (argc < 3 || *command == NULL || getcwd(all.here, sizeof all.here) == NULL) return UNABLE;
    snprintf(name, sizeof name, "%s.data", argv[1]);
    all.log = fopen(argv[1], "we");
    all.data = fails ? NULL : fopen(name, "we");
    if (all.log == NULL || (!fails && all.data == NULL)) die(argv[1]);
    all.only = getenv("TRACER_ONLY");
    all.at = fails ? atol(argv[2]) : 0;
    all.fault = fails ? argv[3] : "";
    const pid_t program = fork();
    if (program == 0) start(command);
    const int status = program < 0 ? UNABLE : follow(program);
    if (fclose(all.log) != 0 || (all.data != NULL && fclose(all.data) != 0)) die(argv[1]);
    return fails && !all.done ? NO_CALL : status;
}
#endif
