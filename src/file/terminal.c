/* terminal.c. Puts the filter before standard output and standard error, finds the width of a terminal, and breaks its lines. */
#include "file/terminal.h"

#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ENOUGH = 30 }; /* columns: the least that a line is broken to */

/* The columns that the first bytes of a text in UTF-8 take. */
static int width_of(const char *text, size_t bytes)
{
    int width = 0;
    for (size_t i = 0; i < bytes; i++) width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

/* The bytes of the cell that a text begins with: up to two blanks, or the end of its line. */
static size_t cell_of(const char *text)
{
    const size_t line = strcspn(text, "\n");
    const char *end = strstr(text, "  ");
    return end != NULL && end < text + line ? (size_t)(end - text) : line;
}

/* Whether people copy the rest of a line from a word of n bytes on, so that it is not broken. At its beginning: a value of an
 * ini, JSON, a table with tabs, a board; there, or behind a colon: a command of this program. */
static bool is_copied(const char *word, size_t n, bool first, bool colon)
{
    if (first && *word != '\0' && (strchr("{}[]\"|+", *word) != NULL || strncmp(word + n, " = ", 3) == 0)) return true;
    if (first && memchr(word, '\t', strcspn(word, "\n")) != NULL) return true;
    return *word != '\'' && n >= 9 && strncmp(word + n - 9, "swarmtris ", 10) == 0 && (first || colon);
}

/* How many blanks a new line begins with, before a word of n bytes behind a gap; -1: the word stays where it is. */
static int break_before(TerminalLine *l, const char *word, size_t n, int gap, int columns)
{
    enum { NARROW = 10, TABLE = 5 }; /* the indent of a narrow terminal; the cells of a table's row */
    const int at = l->at + gap, end = at + width_of(word, n), cell = width_of(word, cell_of(word));
    const bool first = l->at == 0, deep = at > NARROW && (at + ENOUGH > columns || end > columns);
    if (first) {
        int cells = 0;
        for (const char *c = word; *c != '\0' && *c != '\n'; c += cell_of(c), c += strspn(c, " ")) cells++;
        l->table = cells >= TABLE;
        l->indent = l->table ? 0 : deep ? NARROW : gap;
    }
    if (l->whole || (gap == 0 && !first)) return -1;
    if (first) return deep ? NARROW : -1;
    if (gap > 1 && !l->table) { /* the line goes on below its last column */
        l->indent = deep ? NARROW : at;
        return deep && at + cell > columns ? NARROW : -1;
    }
    if (gap > 1 && at + cell > columns && l->indent + gap + cell <= columns) return l->indent + gap; /* cells below each other */
    return end > columns ? l->indent : -1;
}

bool terminal_write(int descriptor, const char *text, TerminalLine *l, int columns)
{
    char indent[512];
    const char *from = text; /* what is before it is written */
    for (const char *next = text; *next != '\0' && columns >= ENOUGH && columns < (int)sizeof indent;) {
        const char *word = next + strspn(next, " ");
        const size_t n = strcspn(word, " \n");
        if (*word == '\n') {
            *l = (TerminalLine){0};
            next = word + 1;
            continue;
        }
        const bool first = l->at == 0;
        l->whole = l->whole || is_copied(word, n, first, next > text && next[-1] == ':');
        const int gap = (int)(word - next), blanks = break_before(l, word, n, gap, columns);
        if (blanks >= 0) {
            const int size = snprintf(indent, sizeof indent, "%s%*s", first ? "" : "\n", blanks, "");
            if (!files_write(descriptor, from, (size_t)(next - from)) || !files_write(descriptor, indent, (size_t)size))
                return false;
            from = word;
        }
        l->at = (blanks >= 0 ? blanks : l->at + gap) + width_of(word, n);
        next = word + n;
    }
    return files_write(descriptor, from, strlen(from));
}

#ifdef __GLIBC__
/* Standard output or standard error with its filter. */
typedef struct {
    Plain plain;
    TerminalLine line;
    FILE *out; /* the stream without the filter */
} Stream;

/* The write function for fopencookie: 0 is an error, with its reason in errno. */
static ssize_t write_filtered(void *stream, const char *text, size_t n)
{
    enum { PIECE = 4096 };
    char out[PIECE + 5];
    Stream *s = stream;
    const int columns = terminal_columns(s->out);
    for (size_t done = 0, piece; done < n; done += piece) {
        piece = n - done < PIECE ? n - done : PIECE;
        out[plain_filter(&s->plain, text + done, piece, out)] = '\0';
        if (!terminal_write(fileno(s->out), out, &s->line, columns)) return 0;
    }
    return (ssize_t)n;
}

/* A filtered stream in place of `before`, or `before` if that fails. The stream and s live as long as the process. */
static FILE *filtered(FILE *before, Stream *s, int buffered)
{
    *s = (Stream){.out = before};
    FILE *out = fopencookie(s, "w", (cookie_io_functions_t){.write = write_filtered});
    if (out == NULL) return before;
    setvbuf(out, NULL, buffered, BUFSIZ);
    return out;
}

void terminal_streams(void)
{
    static Stream out, err; /* static, since streams are flushed after main has returned */
    stdout = filtered(stdout, &out, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    stderr = filtered(stderr, &err, _IONBF);
}
#else
/* Other C libraries do not let a program replace its streams, so that output is not filtered. */
void terminal_streams(void)
{
}
#endif

/* The descriptor of a stream, filtered or not; -1: none, such as a stream into memory. */
static int descriptor_of(FILE *out)
{
    const int descriptor = fileno(out);
    return descriptor >= 0 ? descriptor : out == stdout ? STDOUT_FILENO : out == stderr ? STDERR_FILENO : -1;
}

void terminal_control(FILE *out, const char *sequence)
{
    assert(out == stdout || out == stderr);
    fflush(out);
    files_write(descriptor_of(out), sequence, strlen(sequence));
}

int terminal_columns(FILE *out)
{
    const int file = descriptor_of(out);
    if (file < 0 || !isatty(file)) return 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#endif
    return 80;
}
