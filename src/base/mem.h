/* base/mem.h. Allocation that aborts, with a message, when memory runs out.
 *
 * Idea: a training needs a few megabytes, so running out of memory is no event to recover from. No caller needs a
 * branch that no test could reach. The message is the only text printed below file/: no caller is left to print it.
 * Never: used inside an iteration, except to grow a buffer that is kept. */
#ifndef SWARMTRIS_BASE_MEM_H
#define SWARMTRIS_BASE_MEM_H

#include <stddef.h>

/* n elements of size bytes, all zero, owned by the caller (free). If n or size is 0, the result can be freed as well. */
void *mem_new(size_t n, size_t size);

/* A block of zeros at a multiple of MEM_LINE bytes, for data that is loaded into vectors; owned by the caller (free). */
enum { MEM_LINE = 64 };
void *mem_lines(size_t bytes);

/* Blocks that are freed together. All zero: none. */
typedef struct {
    void **block; /* (n, with room for more), owned, as the blocks are */
    int n, room;
} MemOwner;

/* mem_new for a block that belongs to o. */
void *mem_owned(MemOwner *o, size_t n, size_t size);
/* Gives a block of the caller to o; returns the block. */
void *mem_own(MemOwner *o, void *block);
void mem_owner_free(MemOwner *o);

/* The block p (NULL: none yet) with room for at least need elements of size bytes; *room: its elements, raised if it grows.
 * Grows by doubling; new bytes are not cleared. Returns the block, which may have moved. */
void *mem_grow(void *p, int *room, int need, size_t size);

/* mem_grow for bytes, of which there may be more than an int can count. */
char *mem_grow_bytes(char *p, size_t *room, size_t need);

/* A copy of text that the caller owns; NULL gives NULL. */
char *mem_text(const char *text);

/* Frees the texts (n) and their array; text may be NULL. */
void mem_free_texts(char **text, int n);

/* In front of the declaration of a variable, which must be initialised. At the end of its block, OWNED frees the memory that it
 * points to, and CLOSED calls the function. */
#define OWNED __attribute__((cleanup(mem_free_owned)))
#define CLOSED(function) __attribute__((cleanup(function), unused))
void mem_free_owned(void *address);

/* Prints on standard error that so many bytes could not be allocated, and aborts; for allocations by other functions. */
_Noreturn void mem_exhausted(size_t bytes);

#endif
