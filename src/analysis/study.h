/* analysis/study.h. Compares ways of training over several seeds each: the quality of their weights, and the truth of their
 * claims.
 *
 * Idea: a training is one draw, and scores span decades, so the geometric mean over the seeds counts, and trainings are compared
 * seed by seed. The claim of a training is its last score before the validation: the re-selected one, or without a selection the
 * training's own; a claim of 1.3 times the validated score is a claim error of 30 %.
 * Never: takes a score of the training for the result. */
#ifndef SWARMTRIS_ANALYSIS_STUDY_H
#define SWARMTRIS_ANALYSIS_STUDY_H

#include "analysis/tables.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    double mean;   /* geometric; NAN: of no value */
    double lo, hi; /* its 95 % interval; NAN for one value */
} Geometric;

/* One way of training. */
typedef struct {
    const char *dir;            /* the directory that holds its runs 01, 02, ...; borrowed */
    char *name;                 /* the last part of dir; owned */
    char *config;               /* the configuration of its first run with a result; owned */
    int runs;                   /* runs with a result */
    int *number;                /* (runs), owned: their numbers, rising */
    uint64_t *seed;             /* (runs), owned: the seeds of their validations */
    double *validated;          /* (runs), owned: mean scores; here and below 1 at least, so that there is a logarithm */
    double *claimed, *training; /* (runs), owned: mean scores; claimed is NAN where it is of another board than validated */
    Geometric score;            /* of validated */
    Geometric over_training;    /* of training over validated */
    Geometric over_claim;       /* of claimed over validated */
    double q25, median, q75;    /* quartiles of validated */
    double p; /* of being no worse than the best: Wilcoxon's signed-rank test on the logarithms of the seeds that
                                   both have, Holm over all pairs of the study; 1 of the best itself, and without common seeds */
} Variant;

typedef struct {
    Variant *variant; /* (n), owned: the best first */
    int n;
    double alpha; /* the probability of calling a variant worse that is not */
    char *board;  /* the board of all validations, as the weights files have it, but for the features; owned */
} Study;
typedef enum {
    STUDY_READ,
    STUDY_MISSING, /* a directory has no run with a validated score */
    STUDY_BAD      /* a file is damaged, or not all were validated by games on the same board */
} StudyStatus;

/* Reads the directories (n >= 1): of every run its weights.ini. Runs without a validated score are left out. alpha: see Study.
 * Mistakes go to errors. *s is to be freed in either case. */
StudyStatus study_read(Study *s, const char *const *dir, int n, double alpha, Errors *errors);

/* Whether variant i (0 .. n - 1) cannot be told from the best. */
bool study_alike(const Study *s, int i);
void study_free(Study *s);

/* Writes NAME.tsv, a row for each variant, the best first, `place` counted from below, intervals of one value NaN, and
 * NAME_runs.tsv, a row for each run. STATUS_IO: errors has the reason why they could not be written. */
Status study_write(const Study *s, const char *folder, const char *name, Errors *errors);

#endif
