/* terminal.c. Asks for the width of a terminal, and breaks lines. */
#include "file/terminal.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_columns(FILE *out)
{
    struct winsize size;
    const int file = fileno(out); /* of a stream into memory: none */
    if (file < 0 || !isatty(file)) return 0;
    return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
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
    if (columns < indent + 20) columns = 0; /* a word a line is no help */
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
