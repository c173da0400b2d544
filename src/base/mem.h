/* base/mem.h. Allocation that aborts, with a message, when memory runs out.
 *
 * Idea: a training needs a few megabytes, so running out of memory is no event to recover from. Every caller is spared a branch
 * that no test could reach. The message is the one thing that a room below file prints: there is no caller left that could.
 * Never: used inside an iteration for more than growing a buffer that is kept. */
#ifndef SWARMTRIS_BASE_MEM_H
#define SWARMTRIS_BASE_MEM_H

#include <stddef.h>

/* n elements of size bytes, all zero; n or size 0 gives a block that may be freed. The caller owns it (free). */
void *mem_new(size_t n, size_t size);

/* The same, starting at a multiple of MEM_LINE bytes: for what vectors are loaded from. */
enum { MEM_LINE = 64 };
void *mem_lines(size_t bytes);

/* Blocks that are freed together. All zero: none. */
typedef struct {
    void **block; /* (n, with room for more), owned, as the blocks are */
    int n, room;
} MemOwner;

/* mem_new, of a block that belongs to o. */
void *mem_owned(MemOwner *o, size_t n, size_t size);
/* A block that the caller has made belongs to o from now on; returns it. */
void *mem_own(MemOwner *o, void *block);
void mem_owner_free(MemOwner *o);

/* The block p (NULL: none yet) with room for at least need elements of size bytes; *room is the room it has and is raised.
 * Grows by doubling; new bytes are not cleared. Returns the block, which may have moved. */
void *mem_grow(void *p, int *room, int need, size_t size);

/* The same for bytes, of which there may be more than an int can count. */
char *mem_grow_bytes(char *p, size_t *room, size_t need);

/* A copy of text that the caller owns; NULL gives NULL. */
char *mem_text(const char *text);

/* Frees texts (n), and the list of them (NULL: there is none). */
void mem_free_texts(char **text, int n);

/* In front of a declaration: what it declares is given back where its block ends; memory by free, the rest by the function. What
 * is declared so has a value from there on. */
#define OWNED __attribute__((cleanup(mem_free_owned)))
#define CLOSED(function) __attribute__((cleanup(function), unused))
void mem_free_owned(void *address);

/* Says on standard error that so many bytes could not be had, and aborts; for allocations that other functions make. */
_Noreturn void mem_exhausted(size_t bytes);

#endif
