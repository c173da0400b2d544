/* run/checkpoint.h. The state of a run as text, and back.
 *
 *     swarmtris checkpoint 1
 *     NAME TYPE COUNT VALUE...      a line a field, in the order of the walk; reals as %a
 *     checksum HEX                  of all bytes above it
 *
 * Idea: whoever walks (base/visit.h) is saved; names, types and counts are compared on the way back, so a file of another run, of
 * another version, or damaged is recognised and never half believed. */
#ifndef SWARMTRIS_STORE_CHECKPOINT_H
#define SWARMTRIS_STORE_CHECKPOINT_H

#include "base/visit.h"

#include <stdio.h>

typedef struct {
    Visit visit;
    FILE *memory;
    char *text;
    size_t size;
} Saver;

/* Start, walk with &s->visit, finish: text (size) is then the whole file; the caller frees it. */
void saver_start(Saver *s);
void saver_finish(Saver *s);

typedef struct {
    Visit visit;
    char *text; /* owned */
    char *next; /* the line that is due */
    char why[200];
} Loader;

/* Takes text (size bytes and a zero) over. False: it is no checkpoint or is damaged, why says what is wrong with it. After
 * walking with &l->visit, visit.failed says whether a field did not fit. */
bool loader_start(Loader *l, char *text, size_t size);
void loader_free(Loader *l);

#endif
