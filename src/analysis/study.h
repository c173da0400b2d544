/* analysis/study.h. Ways of training, each tried with several seeds: which finds the better weights, and which tells the truth
 * about them.
 *
 * Idea: a training is one draw, and scores span decades, so what counts is the geometric mean over the seeds, and trainings are
 * compared seed by seed. What a training claims is the number that it had before the validation: the re-selected one, without a
 * selection the training's own; a claim of 1.3 times the validated score is a claim error of 30 %.
 * Never: a number of the training is taken for the score. */
#ifndef SWARMTRIS_ANALYSIS_STUDY_H
#define SWARMTRIS_ANALYSIS_STUDY_H

#include "analysis/tables.h"

#include <stdbool.h>
#include <stdint.h>

/* A geometric mean with its 95 % interval, NAN for one value; all NAN: of nothing. */
typedef struct {
    double mean, lo, hi;
} Geometric;

/* One way of training, in the directory dir (borrowed) that holds its runs 01, 02, ...: name (owned): the last part of dir.
 * number (runs), owned: which of them have a result, rising; seed (runs), owned: of their validations; config (owned): of the
 * first of them; validated, claimed, training (runs), owned: their mean scores, 1 at least, so that there is a logarithm;
 * claimed is NAN where it was made on another board than the validation.
 * score: of the validated ones; q25, median, q75: their quartiles. over_training, over_claim: of training and of claimed as
 * multiples of validated. p: that it only seems to be worse than the best: Wilcoxon's signed-rank test on the logarithms of the
 * seeds that both have, Holm over all pairs of the study; 1 of the best itself, and where no seed is common. */
typedef struct {
    const char *dir;
    char *name, *config;
    int runs, *number;
    uint64_t *seed;
    double *validated, *claimed, *training;
    Geometric score, over_training, over_claim;
    double q25, median, q75, p;
} Variant;

/* variant (n), the best first. alpha: the probability of calling a variant worse that is not. board: what all were validated on,
 * as the weights files say it, but for the features; owned. */
typedef struct {
    Variant *variant;
    int n;
    double alpha;
    char *board;
} Study;

/* What became of reading one. */
typedef enum {
    STUDY_READ,
    STUDY_MISSING, /* a directory has no run with a validated score */
    STUDY_BAD      /* a file is damaged, or not all were validated by games on the same board */
} StudyStatus;

/* Reads what the directories (n >= 1) hold: of every run its weights.ini. Runs without a validated score are left out. alpha: see
 * Study. What is wrong goes to errors. *s is to be freed in either case. */
StudyStatus study_read(Study *s, const char *const *dir, int n, double alpha, Errors *errors);

/* Whether variant i may be the best as well, as far as is known. */
bool study_alike(const Study *s, int i);
void study_free(Study *s);

/* NAME.tsv: a row a variant, the best first, `place` counted from below, intervals of one value NaN. NAME_runs.tsv: a row a
 * run. STATUS_IO: a sentence says why they could not be written. */
Status study_write(const Study *s, const char *folder, const char *name, Errors *errors);

#endif
