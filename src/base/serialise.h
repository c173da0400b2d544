/* serialise.h. One list of the fields of a part's state saves it, loads it, hashes it and prints it.
 *
 * Idea: a part lists its changing fields once, in serialise(self, v), and every use of the list is a Serialiser. A field that is
 * forgotten is forgotten everywhere, which the test that kills and resumes after every iteration finds.
 * Sizes come from the options a part was created with, never from the file: a list has the same fields with the same counts
 * whether it saves or loads. While loading, a part may build what the loaded state implies. */
#ifndef SWARMTRIS_BASE_SERIALISE_H
#define SWARMTRIS_BASE_SERIALISE_H

#include "base/trial.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Serialiser Serialiser;
struct Serialiser {
    bool loading; /* fields are written, not read */
    bool failed;  /* set by a loader at the first field that does not fit; later fields are then left as they are */
    /* n elements of type at p; type 'i' int, 'l' int64_t, 'u' uint64_t, 'd' double, 'b' bool. */
    void (*field)(Serialiser *v, const char *name, char type, void *p, size_t n);
};

void serialise_int(Serialiser *v, const char *name, int *p);
/* An int from 0 to below bound (1 or more); a loader that finds another fails, and leaves 0. */
void serialise_index(Serialiser *v, const char *name, int *p, int bound);
void serialise_long(Serialiser *v, const char *name, int64_t *p);
void serialise_u64(Serialiser *v, const char *name, uint64_t *p);
void serialise_bool(Serialiser *v, const char *name, bool *p);
void serialise_words(Serialiser *v, const char *name, uint64_t *p, int n);
void serialise_reals(Serialiser *v, const char *name, double *p, int n);
void serialise_stats(Serialiser *v, const char *name, Stats *p, int n);
void serialise_samples(Serialiser *v, const char *name, Sample *p, int n);

/* A Serialiser that fingerprints the values of the fields in their order (hash.h), not the names: a field may be renamed without
 * a change of results. serialise_hash() starts one; hash is the fingerprint of all fields so far. */
typedef struct {
    Serialiser serialise;
    uint64_t hash;
} SerialiserHash;
SerialiserHash serialise_hash(void);

#endif
