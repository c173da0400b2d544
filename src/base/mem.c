#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void *mem_new(size_t n, size_t size)
{
    void *p = calloc(n > 0 ? n : 1, size > 0 ? size : 1);
    if (p == NULL) abort();
    return p;
}

void *mem_lines(size_t bytes)
{
    size_t whole = (bytes / MEM_LINE + 1) * MEM_LINE;
    void *p = aligned_alloc(MEM_LINE, whole);
    if (p == NULL) abort();
    return memset(p, 0, whole);
}

void *mem_grow(void *p, int *room, int need, size_t size)
{
    if (need <= *room) return p;
    int grown = *room > 0 ? *room : 16;
    while (grown < need) grown = grown <= INT_MAX / 2 ? 2 * grown : INT_MAX;
    p = realloc(p, (size_t)grown * size);
    if (p == NULL) abort();
    *room = grown;
    return p;
}

char *mem_text(const char *text)
{
    if (text == NULL) return NULL;
    char *copy = mem_new(strlen(text) + 1, 1);
    return strcpy(copy, text);
}
