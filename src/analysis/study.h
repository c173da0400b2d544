/* analysis/study.h. Ways of training, each tried with several seeds: which finds the better weights, and which tells the truth
 * about them.
 *
 * Idea: a training is one draw, and scores span decades, so what counts is the geometric mean over the seeds, and trainings are
 * compared seed by seed. What a training reports is the number that it had before the validation: the re-selected one, without a
 * selection the training's own; a reported score of 1.3 times the validated score is a reported score error of 30 %. Of test
 * functions what counts is the error, less being better; they have no noise, so that what the training saw is the truth. How
 * small a p the test can give depends on the number of seeds alone, and where that is above alpha, no result could show a
 * difference.
 * Never: a number of a noisy training is taken for the score. */
#ifndef SWARMTRIS_ANALYSIS_STUDY_H
#define SWARMTRIS_ANALYSIS_STUDY_H

#include "analysis/chart_tables.h"
#include "file/ini.h"

#include <stdint.h>

/* A geometric mean; all NAN: of nothing. */
typedef struct {
    double mean;
    double lo, hi; /* its 95 % interval; NAN for one value */
} Geometric;

/* A run with a validated score. Scores are means, 0.001 at least; errors, 1e-16 at least: so there is a logarithm. */
typedef struct {
    int number;       /* 1: the run 01 */
    uint64_t seed;    /* of its validation */
    double validated; /* score or error */
    double training;  /* score; NAN where it was made on another board than the validation */
    double claimed;   /* in the same way */
} StudyRun;

/* One way of training. p is how often a difference as large as that to the best would arise if both were equal: Wilcoxon's
 * signed-rank test on the logarithms of the seeds that both have, Holm over all pairs of the study; 1 of the best itself, and
 * where no seed is common. */
typedef struct {
    const char *dir;                        /* the directory that the runs 01, 02, ... lie in; borrowed */
    char *name;                             /* the last part of dir; owned */
    Ini config;                             /* the config.ini of the first run that has one; owned */
    StudyRun *run;                          /* (runs) their numbers rise; owned */
    int runs;                               /* 1 or more */
    Geometric score;                        /* of the validated scores */
    double q25, median, q75;                /* their quartiles */
    Geometric over_training, over_reported; /* of training and claimed as multiples of validated */
    double p;                               /* see above */
    double p_least; /* the smallest p that the seeds in common with the best, and all other pairs, allow */
    int common;     /* seeds in common with the best; of the best itself, its runs */
} Variant;

typedef struct {
    Variant *variant; /* (n) the best first; owned */
    int n;
    double alpha;   /* the probability, above 0 and below 1, of calling a variant worse that is not */
    bool errors;    /* of test functions: less is better */
    bool estimated; /* the validations are estimates by splitting, and no whole games */
    char *board;    /* what all were validated on, as the weights files say it, but for the features; owned */
} Study;

/* Reads what the directories (n >= 1) hold: of every run its weights.ini. Runs without a validated score are left out. alpha: see
 * Study. STATUS_NO_INPUT: a directory has no run with a validated score; STATUS_DATA: a file is damaged, runs of a variant have
 * other settings, or not all were validated on the same board; sentences say which. *s is to be freed in every case. */
Status study_read(Study *s, const char *const *dir, int n, double alpha, Errors *errors);

/* What is known of variant i, compared with the best. */
typedef enum {
    STUDY_WORSE,  /* it is worse */
    STUDY_ALIKE,  /* it may be the best as well */
    STUDY_TOO_FEW /* so few seeds could not have told, whatever the scores */
} StudyVerdict;
StudyVerdict study_verdict(const Study *s, int i);

/* What the scores are called: "validated", "estimated". */
const char *study_reported(const Study *s);

/* The smallest p that a study of so many variants (1 or more) can give, each with so many seeds in common with the others, after
 * the correction; 1: no pairs, or nothing in common. */
double study_least_p(int variants, int seeds);

/* The smallest number of seeds for each variant with which the test could call all of them worse than the best. */
int study_seeds_needed(int variants, double alpha);
void study_free(Study *s);

/* study.tsv: a row a variant, the best first, `place` counted from below, intervals of one value NaN. study_runs.tsv: a row a
 * run, whose score has the name study_reported. STATUS_IO: a sentence says why they could not be written. */
Status study_write(const Study *s, const char *folder, Errors *errors);

#endif
