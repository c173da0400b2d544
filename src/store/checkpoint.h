/* store/checkpoint.h. The state of a run as text, and back.
 *
 *     swarmtris checkpoint 3         the number of the format (file/files.h)
 *     NAME TYPE COUNT VALUE...      a line for each field, in the order of serialising; reals as %a
 *     checksum HEX                  of all bytes above it
 *
 * Idea: every part with a function serialise (base/serialise.h) can be saved. Names, types and counts are compared on the way
 * back, so a file of another run, of another version, or damaged is refused as a whole. */
#ifndef SWARMTRIS_STORE_CHECKPOINT_H
#define SWARMTRIS_STORE_CHECKPOINT_H

#include "base/serialise.h"
#include "base/trial.h"

#include <stdio.h>

typedef struct {
    Serialiser serialise; /* first, since a Serialiser * is cast back to its Saver */
    FILE *memory;         /* the stream into text, open between start and finish */
    char *text;           /* (size) the file, after finish; the caller frees it */
    size_t size;
} Saver;

/* saver_start, a part's serialise with &s->serialise, saver_finish: text (size) is then the file; the caller frees it. */
void saver_start(Saver *s);
void saver_finish(Saver *s);

typedef struct {
    Serialiser serialise; /* first, since a Serialiser * is cast back to its Loader */
    char *text;           /* the file; owned */
    char *next;           /* the line of the next field, in text */
    char why[200];        /* what is wrong with the file, the end of a sentence; "": nothing so far */
} Loader;

/* The number of the format in the first line of text; 0: it is no checkpoint. */
int checkpoint_format(const char *text);

/* Takes over text (size bytes and a zero). False: it is no checkpoint or is damaged, and l->why says what is wrong. After
 * serialising with &l->serialise, l->serialise.failed says whether a field did not fit. */
bool loader_start(Loader *l, char *text, size_t size);
void loader_free(Loader *l);

/* Whether every line up to the checksum is a field with as many values as it states; if not, l->why. Loads nothing. */
bool loader_scan(Loader *l);

/* Whether all fields have been loaded; if not, l->why says so. */
bool loader_at_end(Loader *l);

/* ---- the batch under way: the answers that are known, and the games that were suspended ----
 *
 * Idea: an answer depends on position and game alone. So the answers of a stopped run are right for the run that resumes it,
 * if key and number of the game agree. A suspended game can be read only by the very program that wrote it; a fingerprint of
 * the program goes with it. Otherwise, or if the program's file cannot be read (there is no /proc), the game is played again
 * from its beginning.
 * Never: positions; the experiment has those. */

typedef struct {
    const char *executable; /* the file of the program or library, whose fingerprint marks the suspended games; borrowed */
    uint64_t program;       /* the fingerprint; 0: not asked for yet, or the file cannot be read */
    Batch batch;            /* from a checkpoint: trials without positions, and the answers of all trials in their order */
} Pending;

void pending_start(Pending *p, const char *executable);
void pending_free(Pending *p);

/* Saves the batch (NULL: there is none) with its suspended games; nothing may be playing it. An answer of a higher cost than
 * `most` is not kept: the budget may have ended that game, and a larger one would not. */
void pending_save(Pending *p, const Batch *b, double most, Serialiser *s);

/* Loads what pending_save saved. Games are dropped unless this very program suspended them. */
void pending_load(Pending *p, Serialiser *s);

/* Moves answers and games to those plays of b that have the same key and number, and forgets the others. */
void pending_give(Pending *p, Batch *b);

#endif
