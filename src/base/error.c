/* error.c. Collects finished sentences about the user's input. */
#include "base/error.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

void errors_add(Errors *e, const char *format, ...)
{
    assert(e->n >= 0 && e->n <= e->room);
    va_list args;
    va_start(args, format);
    char *line = text_new_v(format, args);
    va_end(args);
    e->line = mem_grow(e->line, &e->room, e->n + 1, sizeof *e->line);
    e->line[e->n++] = line;
}

void errors_free(Errors *e)
{
    mem_free_texts(e->line, e->n);
    *e = (Errors){0};
}
