#include "base/error.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void errors_add(Errors *e, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *line = mem_new((size_t)length + 1, 1);
    vsnprintf(line, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    e->line = mem_grow(e->line, &e->room, e->n + 1, sizeof *e->line);
    e->line[e->n++] = line;
}

void errors_free(Errors *e)
{
    for (int i = 0; i < e->n; i++) free(e->line[i]);
    free(e->line);
    *e = (Errors){0};
}
