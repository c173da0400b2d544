/* serialise.h. One list of the fields of a part's state serves to save, load, hash and print the state.
 *
 * Idea: a part lists its changing fields once, in serialise(self, v), and every use of the list is a Serialiser. A forgotten
 * field is missing in every use. The test that kills and resumes after every iteration finds it.
 * Sizes come from the options that the part was created with, never from the file. So the list has the same fields with the same
 * counts when saving and loading. While loading, a part may build what the loaded state implies. */
#ifndef SWARMTRIS_BASE_SERIALISE_H
#define SWARMTRIS_BASE_SERIALISE_H

#include "base/rng.h"
#include "base/trial.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Serialiser Serialiser;
struct Serialiser {
    bool loading; /* `field` sets the fields of the part; else it only reads them */
    bool failed;  /* set while loading, at the first field that does not fit; later fields stay unchanged */
    /* n elements of type at p; type 'i' int, 'l' int64_t, 'u' uint64_t, 'd' double, 'b' bool. */
    void (*field)(Serialiser *s, const char *name, char type, void *p, size_t n);
};

void serialise_int(Serialiser *s, const char *name, int *p);
/* An int in 0 .. bound - 1, bound >= 1. Loading another value fails, and sets 0. */
void serialise_index(Serialiser *s, const char *name, int *p, int bound);
/* A count, 0 .. most. Loading another value fails, and sets 0. COUNT_MOST: exact as a real, and twice of it is no overflow. */
#define COUNT_MOST (INT64_C(1) << 53)
void serialise_count(Serialiser *s, const char *name, int64_t *p, int64_t most);
void serialise_u64(Serialiser *s, const char *name, uint64_t *p);
void serialise_bool(Serialiser *s, const char *name, bool *p);
void serialise_words(Serialiser *s, const char *name, uint64_t *p, int n);
void serialise_reals(Serialiser *s, const char *name, double *p, int n);
/* Reals of 0 or more; a generator; stats; samples. Loading what no run leads to fails. */
void serialise_amounts(Serialiser *s, const char *name, double *p, int n);
void serialise_rng(Serialiser *s, Rng *r);
void serialise_stats(Serialiser *s, const char *name, Stats *p, int n);
void serialise_samples(Serialiser *s, const char *name, Sample *p, int n);

/* A Serialiser that computes a fingerprint (hash.h) of the values of all fields in their order. Names do not count, so that a
 * field may be renamed. serialise_hash() starts one; `hash` is the fingerprint of all fields so far. */
typedef struct {
    Serialiser serialise;
    uint64_t hash;
} SerialiserHash;
SerialiserHash serialise_hash(void);

/* Makes `to` equal to `from`, a part that was created with the same options, by the list of their fields. */
void serialise_copy(void (*list)(void *self, Serialiser *s), void *from, void *to);

#endif
