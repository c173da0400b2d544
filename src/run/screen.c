/* screen.c. Takes the terminal for watching a game, reads keys from it, and puts it back whatever happens. */
#include "run/screen.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/terminal.h"
#include "run/monitor.h"
#include "run/signals.h"

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* These variables are static because a signal handler has no context. before is written before any handler is installed. */
static struct termios before;         /* the terminal's settings, to be put back */
static volatile sig_atomic_t is_open; /* the terminal is taken */
static bool has_keys;                 /* standard input is a terminal, too */
static atomic_int asked;              /* StopReason */

static const int stopping[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
static const int killing[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* Writes text by the only kind of calls that a signal handler may make. */
static void say(const char *text)
{
    size_t n = strlen(text);
    while (n > 0) {
        ssize_t wrote = write(STDOUT_FILENO, text, n);
        if (wrote <= 0) return;
        text += wrote, n -= (size_t)wrote;
    }
}

static void take(void)
{
    struct termios raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (has_keys) tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    say("\033[?25l"); /* hides the cursor */
}

static void put_back(void)
{
    if (has_keys) tcsetattr(STDIN_FILENO, TCSANOW, &before);
    say("\033[0m\033[?25h");
}

/* Ends the process as the signal would without a handler. */
static void on_killing(int number)
{
    if (is_open) put_back();
    is_open = 0;
    signals_handle(number, SIG_DFL);
    raise(number);
}

static void on_stopping(int number)
{
    if (asked != STOP_NOT) on_killing(number);
    asked = number == SIGINT ? STOP_INTERRUPT : STOP_SIGNAL;
}

/* Ctrl-Z: the shell gets its terminal back. The process stops inside raise, once the handler lets the signal through. */
static void on_suspend(int number)
{
    sigset_t let;
    put_back();
    signals_handle(number, SIG_DFL);
    sigemptyset(&let);
    sigaddset(&let, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &let, NULL);
    signals_handle(number, on_suspend);
    take();
}

bool screen_open(void)
{
    const char *term = getenv("TERM");
    assert(!is_open);
    asked = STOP_NOT;
    if (!isatty(STDOUT_FILENO) || term == NULL || strcmp(term, "dumb") == 0) return false;
    has_keys = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
    is_open = 1;
    for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) signals_handle(stopping[i], on_stopping);
    for (size_t i = 0; i < sizeof killing / sizeof *killing; i++) signals_handle(killing[i], on_killing);
    signals_handle(SIGTSTP, on_suspend);
    take();
    say("\033[H\033[J");
    return true;
}

void screen_close(void)
{
    if (!is_open) return;
    put_back();
    is_open = 0;
    signals_handle(SIGTSTP, SIG_DFL);
}

const atomic_int *screen_asked(void)
{
    return &asked;
}

/* Writes line by line and clears each to the right of its end, so that nothing flickers. */
void screen_show(const char *text, int n)
{
    struct winsize size;
    OWNED char *frame = NULL;
    int rows = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
    for (; n > rows - 1 && *text != '\0'; n--) text += strcspn(text, "\n"), text += *text == '\n';
    FILE *out = files_memory(&frame, NULL);
    fputs("\033[H", out);
    for (; *text != '\0'; text++)
        if (*text == '\n')
            fputs("\033[K\n", out);
        else
            putc(*text, out);
    fputs("\033[J", out);
    files_memory_close(out);
    terminal_control(stdout, frame);
}

static Key key_of(const char *typed)
{
    static const struct {
        const char *typed;
        Key key;
    } keys[] = {{" ", KEY_PAUSE},     {"p", KEY_PAUSE},       {".", KEY_STEP},   {"n", KEY_STEP},
                {"\033[C", KEY_STEP}, {"+", KEY_FASTER},      {"=", KEY_FASTER}, {"\033[A", KEY_FASTER},
                {"-", KEY_SLOWER},    {"\033[B", KEY_SLOWER}, {"q", KEY_QUIT},   {"\033", KEY_QUIT}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(typed, keys[i].typed) == 0) return keys[i].key;
    return KEY_NONE;
}

/* Whether there is something to read within so many milliseconds. */
static bool is_readable(int milliseconds)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, has_keys, milliseconds) > 0;
}

/* An arrow is three bytes, which arrive together. */
Key screen_wait(int milliseconds)
{
    enum { TOGETHER = 20 };
    char typed[4] = "";
    assert(is_open && milliseconds >= 0);
    for (int n = 0; n < 3 && is_readable(n == 0 ? milliseconds : TOGETHER); n++) {
        if (read(STDIN_FILENO, typed + n, 1) <= 0) return has_keys = false, KEY_NONE; /* the terminal has gone */
        if (typed[0] != '\033') break;
    }
    return key_of(typed);
}
