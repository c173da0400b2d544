/* terminal.c. Puts the filter before standard output and standard error, finds the width of a terminal, and breaks lines. */
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

#ifdef __GLIBC__
/* Standard output or standard error with its filter. */
typedef struct {
    Plain plain;
    int descriptor;
} Stream;

/* The write function for fopencookie: 0 is an error, with its reason in errno. */
static ssize_t write_filtered(void *stream, const char *text, size_t n)
{
    enum { PIECE = 4096 };
    char out[PIECE + 4];
    Stream *s = stream;
    for (size_t done = 0, piece; done < n; done += piece) {
        piece = n - done < PIECE ? n - done : PIECE;
        if (!files_write(s->descriptor, out, plain_filter(&s->plain, text + done, piece, out))) return 0;
    }
    return (ssize_t)n;
}

/* A filtered stream in place of `before`, or `before` if that fails. The stream and s live as long as the process. */
static FILE *filtered(FILE *before, Stream *s, int descriptor, int buffered)
{
    *s = (Stream){.descriptor = descriptor};
    FILE *out = fopencookie(s, "w", (cookie_io_functions_t){.write = write_filtered});
    if (out == NULL) return before;
    setvbuf(out, NULL, buffered, BUFSIZ);
    return out;
}

void terminal_streams(void)
{
    static Stream out, err; /* static, since streams are flushed after main has returned */
    stdout = filtered(stdout, &out, STDOUT_FILENO, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    stderr = filtered(stderr, &err, STDERR_FILENO, _IONBF);
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

/* The columns that the first bytes of a text in UTF-8 take. */
static int width_of(const char *text, size_t bytes)
{
    int width = 0;
    for (size_t i = 0; i < bytes; i++) width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

void terminal_print(FILE *out, const char *text, int at, int indent, int columns)
{
    assert(at >= 0 && indent >= 0 && columns >= 0);
    if (columns < indent + 20) columns = 0; /* too narrow: do not break lines */
    for (bool first = true; *text != '\0'; first = false) {
        const size_t bytes = strcspn(text, " ");
        const int width = width_of(text, bytes);
        if (!first && columns > 0 && at + 1 + width > columns) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        fwrite(text, 1, bytes, out);
        at += width;
        text += bytes + (text[bytes] == ' ');
    }
    fputc('\n', out);
}
