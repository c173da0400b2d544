/* visit.h. One walk over a part's state saves it, loads it, hashes it, prints it.
 *
 * Idea: a part lists its changing fields once, in walk(self, v), and every use of the list is a Visit. A field that is forgotten
 * is forgotten everywhere, which the test that kills and resumes after every iteration finds.
 * Sizes come from the options a part was created with, never from the file: a walk visits the same fields with the same counts
 * whether it saves or loads. While loading, a part may build what the loaded state implies. */
#ifndef SWARMTRIS_BASE_VISIT_H
#define SWARMTRIS_BASE_VISIT_H

#include "base/trial.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Visit Visit;
struct Visit {
    bool loading; /* fields are written, not read */
    bool failed;  /* set by a loader at the first field that does not fit; later fields are then left as they are */
    /* n elements of type at p; type 'i' int, 'l' int64_t, 'u' uint64_t, 'd' double, 'b' bool. */
    void (*field)(Visit *v, const char *name, char type, void *p, size_t n);
};

void visit_int(Visit *v, const char *name, int *p);
/* An int from 0 to below bound (1 or more); a loader that finds another fails, and leaves 0. */
void visit_index(Visit *v, const char *name, int *p, int bound);
void visit_long(Visit *v, const char *name, int64_t *p);
void visit_u64(Visit *v, const char *name, uint64_t *p);
void visit_bool(Visit *v, const char *name, bool *p);
void visit_words(Visit *v, const char *name, uint64_t *p, int n);
void visit_reals(Visit *v, const char *name, double *p, int n);
void visit_stats(Visit *v, const char *name, Stats *p, int n);
void visit_samples(Visit *v, const char *name, Sample *p, int n);

/* A Visit that fingerprints the values of the fields in their order (hash.h), not the names: a field may be renamed without a
 * change of results. visit_hash() starts one; hash is the fingerprint of all fields visited so far. */
typedef struct {
    Visit visit;
    uint64_t hash;
} VisitHash;
VisitHash visit_hash(void);

#endif
