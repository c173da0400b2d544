/* analysis/study.h. Ways of training, each tried with several seeds: which finds the better weights, and which tells the truth
 * about them.
 *
 * Idea: a training is one draw, and scores span decades. So the geometric mean over the seeds counts, and trainings are
 * compared seed by seed. What a training reports is its score before the validation: the re-selected one or, without a
 * selection, the training's own. A reported score of 1.3 times the validated score is a reported score error of 30 %. For test
 * functions the error counts, and less is better; they have no noise, so what the training saw is true. The smallest p that
 * the test can give depends on the number of seeds alone; if it is above alpha, no result could show a difference.
 * Never: a number of a noisy training is taken for the score. */
#ifndef SWARMTRIS_ANALYSIS_STUDY_H
#define SWARMTRIS_ANALYSIS_STUDY_H

#include "analysis/run_tables.h"
#include "file/ini.h"

#include <stdint.h>

/* A geometric mean; all NAN: there are no values. */
typedef struct {
    double mean;
    double lo, hi; /* its 95 % interval; NAN for one value */
} Geometric;

/* A run with a validated score. Scores are means of at least 0.001, errors at least 1e-16, so that logarithms exist. */
typedef struct {
    int number;       /* number of the run; 1: the run 01 */
    uint64_t seed;    /* seed of its validation */
    double validated; /* score or error */
    double training;  /* score or error; NAN if its board is not that of the validation */
    double reported;  /* re-selected score or error, else that of the training; NAN likewise */
    double pieces;    /* pieces or evaluations of the search; NAN: not known */
} StudyRun;

/* One way of training. p is how often a difference as large as that to the best would arise if both were equal. It is of
 * Wilcoxon's signed-rank test on logarithms for common seeds, with Holm's correction for all pairs of the study; 1 for the
 * best itself, and if no seed is common. */
typedef struct {
    const char *dir;                        /* the directory that the runs 01, 02, ... lie in; borrowed */
    char *name;                             /* the last part of dir; owned */
    Ini config;                             /* the config.ini of the first run that has one; owned */
    StudyRun *run;                          /* (runs) in ascending order of number; owned */
    int runs;                               /* 1 or more */
    Geometric score;                        /* mean of the validated scores */
    double q25, median, q75;                /* their quartiles */
    double pieces;                          /* mean of those of the searches; NAN: not known */
    Geometric over_training, over_reported; /* training and reported as multiples of validated */
    double p;                               /* see above */
    double p_least; /* the smallest p that the numbers of common seeds, of this and all other pairs, allow */
    int common;     /* seeds in common with the best; for the best itself, its runs */
} Variant;

typedef struct {
    Variant *variant; /* (n) the best first; owned */
    int n;
    double alpha;   /* the probability, above 0 and below 1, of calling a variant worse that is not */
    bool errors;    /* scores are errors of test functions: less is better */
    bool estimated; /* the validated scores are estimates by splitting, not means of whole games */
    char *board;    /* the rules of all validations, as in the weights files, without the features; owned */
} Study;

/* The probability of saying anything false, if none is given; that of a table study.tsv, which may be without a row. */
#define STUDY_ALPHA 0.05
double study_alpha(const Tsv *t);

/* Reads what the directories (n >= 1) hold: of every run its weights.ini. Runs without a validated score are left out. alpha: see
 * Study. STATUS_NO_INPUT: a directory has no run with a validated score; STATUS_DATA: a file is damaged, runs of a variant have
 * other settings, or not all were validated on the same board; sentences say which. *s is to be freed in every case. */
Status study_read(Study *s, const char *const *dir, int n, double alpha, Errors *errors);

/* What is known of variant i, compared with the best. */
typedef enum {
    STUDY_WORSE,  /* it is worse */
    STUDY_ALIKE,  /* it may be as good as the best */
    STUDY_TOO_FEW /* no scores of so few seeds could have shown a difference */
} StudyVerdict;
StudyVerdict study_verdict(const Study *s, int i);

/* The name of the scores: "validated" or "estimated". */
const char *study_reported(const Study *s);

/* The pieces of the costliest variant as a multiple of those of the cheapest; 1: not known. *said, unless said is NULL: a clause
 * that names the two if scores compare no equal budgets, which all who show the study say; else NULL. Owned by the caller. */
double study_inequality(const Study *s, char **said);

/* The smallest corrected p that a study of so many variants (1 or more) can give, if each pair has so many seeds in common. 1:
 * no pairs, or no common seeds. */
double study_least_p(int variants, int seeds);

/* The smallest number of seeds for each variant with which the test could call all of them worse than the best. */
int study_seeds_needed(int variants, double alpha);
void study_free(Study *s);

/* study.tsv: a row a variant, the best first, `place` counts from the worst, intervals of one value are NaN. study_runs.tsv: a
 * row a run, whose score has the name study_reported. STATUS_IO: a sentence says why they could not be written. */
Status study_write(const Study *s, const char *folder, Errors *errors);

#endif
