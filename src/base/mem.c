/* mem.c. Allocates, or says that memory has run out and aborts. */
#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void mem_exhausted(size_t bytes)
{
    fprintf(stderr, "swarmtris: out of memory: %zu more bytes cannot be had\n", bytes);
    abort();
}

void *mem_new(size_t n, size_t size)
{
    void *p = calloc(n > 0 ? n : 1, size > 0 ? size : 1);
    if (p == NULL) mem_exhausted(n * size);
    return p;
}

void *mem_lines(size_t bytes)
{
    size_t whole = (bytes / MEM_LINE + 1) * MEM_LINE;
    void *p = aligned_alloc(MEM_LINE, whole);
    if (p == NULL) mem_exhausted(whole);
    return memset(p, 0, whole);
}

void *mem_grow(void *p, int *room, int need, size_t size)
{
    assert(need >= 0 && *room >= 0 && (p != NULL || *room == 0));
    if (need <= *room) return p;
    int grown = *room > 0 ? *room : 16;
    while (grown < need) grown = grown <= INT_MAX / 2 ? 2 * grown : INT_MAX;
    p = realloc(p, (size_t)grown * size);
    if (p == NULL) mem_exhausted((size_t)grown * size);
    *room = grown;
    return p;
}

void *mem_own(MemOwner *o, void *block)
{
    o->block = mem_grow(o->block, &o->room, o->n + 1, sizeof *o->block);
    return o->block[o->n++] = block;
}

void *mem_owned(MemOwner *o, size_t n, size_t size)
{
    return mem_own(o, mem_new(n, size));
}

void mem_owner_free(MemOwner *o)
{
    for (int i = 0; i < o->n; i++) free(o->block[i]);
    free(o->block);
    *o = (MemOwner){0};
}

char *mem_grow_bytes(char *p, size_t *room, size_t need)
{
    assert(p != NULL || *room == 0);
    if (need <= *room) return p;
    size_t grown = *room > 0 ? *room : 256;
    while (grown < need) grown = grown <= SIZE_MAX / 2 ? 2 * grown : SIZE_MAX;
    p = realloc(p, grown);
    if (p == NULL) mem_exhausted(grown);
    *room = grown;
    return p;
}

void mem_free_owned(void *address)
{
    void *memory;
    const int why = errno; /* errno as the block has left it */
    memcpy(&memory, address, sizeof memory);
    free(memory);
    errno = why;
}

char *mem_text(const char *text)
{
    if (text == NULL) return NULL;
    size_t bytes = strlen(text) + 1;
    return memcpy(mem_new(bytes, 1), text, bytes);
}

void mem_free_texts(char **text, int n)
{
    for (int i = 0; text != NULL && i < n; i++) free(text[i]);
    free(text);
}
