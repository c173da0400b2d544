/* store/runs.h. What a directory holds: a run, the runs of a repeat or of a study, weights.
 *
 * Idea: whatever makes a directory leaves a line in it, the file KIND, such as "swarmtris repeat". So nothing has to be guessed,
 * and no run begins in a directory of another kind. Directories of older versions have no such line: their kind follows from what
 * they hold, here and nowhere else. Every walk over directories is one over the entries of a Folder.
 * Never: reads a table; follows what is no directory of runs. */
#ifndef SWARMTRIS_STORE_RUNS_H
#define SWARMTRIS_STORE_RUNS_H

#include "store/rundir.h"

typedef enum {
    FOLDER_OTHER, /* of the user's; its entries are the runs in it, and the directories of runs */
    FOLDER_RUN,   /* of an older version: which of the next five is not known */
    FOLDER_TRAINING,
    FOLDER_EVALUATION,
    FOLDER_COMPARISON,
    FOLDER_TOURNAMENT,
    FOLDER_HALVING, /* a tournament, too */
    FOLDER_REPEAT,  /* its entries are the runs 01, 02, ... */
    FOLDER_STUDY    /* its entries are the ways of training, by name: repeats */
} FolderKind;

/* "training", ...; the word in the line of the directory. */
extern const char *const folder_words[];

/* A run is one of these; the others are directories of runs. */
bool folder_is_run(FolderKind kind);

FolderKind folder_kind(const char *dir);

typedef struct {
    FolderKind kind;
    char **entry; /* (n) their paths, in the order of numbers or names; owned */
    int n;
} Folder;
Folder folder_read(const char *dir);
void folder_free(Folder *f);

/* Adds the paths of all runs in dir, or dir itself if it is one, at most three levels below. */
void folder_add_runs(char ***run, int *n, int *room, const char *dir);

/* Adds the weights that a folder stands for, if it is no run: files NAME.ini and NAME.txt, runs with weights, and those in its
 * folders. Files that begin with a dot are left out. */
void folder_add_weights(char ***path, int *n, int *room, const char *dir);

/* NULL: this version can read what is in dir, or in the runs of a repeat in dir, and, if goes_on, resume it; run.json and
 * checkpoint may be missing. Else a sentence, owned by the caller, that names the version that can. *finished (may be NULL):
 * whether the run in dir is. Changes no file. */
char *folder_refusal(const char *dir, bool goes_on, bool *finished);

/* NULL: dir is of this kind, or of none, or (force) of one that may be cleared. Else a sentence that says what it is; owned by
 * the caller. */
char *folder_other_kind(const char *dir, FolderKind wanted, bool force);

/* Leaves the line of its kind in dir. False: errno. */
bool folder_mark(const char *dir, FolderKind kind);

/* Removes the files of the run in dir, and of a repeat or study all runs with their directories, unless these hold something
 * else; dir must be locked. False: errno, and failed (room) is the file. */
bool folder_clear(const char *dir, char *failed, size_t room);

/* Makes dir a repeat or study; clears what else it is. STATUS_OK; or, with a sentence, another status. */
Status folder_take(const char *dir, FolderKind kind, Errors *errors);

#endif
