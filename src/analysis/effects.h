/* analysis/effects.h. How much each tuned name of a meta search matters by itself: main effects by analysis of variance.
 *
 * Idea: the positions of a search, with their mean scores, are an experiment with a factor for each name. The levels of a
 * choice are its values; those of a number are four ranges, cut at the quartiles of the positions. Positions of one iteration
 * have played the same blocks, and later iterations are better as a whole. So the difference of a score from the mean of its
 * iteration counts. All factors are fitted together, as a sum of what each level adds; a name's effect is what the fit loses
 * without it, as a share of the variance within iterations. What names do only together is in no main effect. Little is known
 * of values that the search hardly tried. Positions that were eliminated count with the blocks that they played.
 * Never: a statement about settings that were not tried; the scores are those by which the search chose.
 * Source: R. A. Fisher 1925; F. Hutter, H. Hoos, K. Leyton-Brown, "An Efficient Approach for Assessing Hyperparameter
 * Importance", ICML 2014 (of tuners). */
#ifndef SWARMTRIS_ANALYSIS_EFFECTS_H
#define SWARMTRIS_ANALYSIS_EFFECTS_H

#include "analysis/chart_tables.h"

#define EFFECTS_BINS 4    /* levels of a number */
#define EFFECTS_LEVELS 16 /* most levels of a name */

/* One level of a name. */
typedef struct {
    char *label; /* a value of a choice, or a range of a number, "0.2..0.41"; owned */
    int n;       /* positions */
    double mean; /* how far their scores are above the means of their iterations; NAN: no positions */
    double sem;  /* standard error of mean; NAN: fewer than two positions */
} EffectLevel;

/* One name. */
typedef struct {
    char *name; /* "optimiser.topology"; owned */
    EffectLevel level[EFFECTS_LEVELS];
    int levels;
    double share; /* share of the variance, 0..1, that the fit loses without this name */
    double f, p;  /* statistic and p of the test that this name has no effect; NAN: too few positions, or only one level */
    int df;       /* degrees of freedom of this name */
} Effect;

typedef struct {
    Effect *effect; /* (n), owned: in the order of the coordinates */
    int n;
    int positions; /* positions with a score */
    int residual;  /* degrees of freedom of the residuals */
    double fitted; /* share of the variance that all names together fit, 0..1 */
} Effects;

/* Reads dir/positions.tsv. STATUS_NO_INPUT, without a sentence: there is none; STATUS_DATA: a sentence says what is wrong. *e is
 * to be freed in every case. */
Status effects_read(Effects *e, const char *dir, Errors *errors);
void effects_free(Effects *e);

/* Writes folder/NAME.tsv, a row a level, for a chart. */
Status effects_write(const Effects *e, const char *folder, const char *name, Errors *errors);

/* The probability that an F variable with these degrees of freedom (1 or more) exceeds f >= 0.
 * Source: the continued fraction of the incomplete beta function, DLMF 8.17.22. */
double effects_f_tail(double f, double df1, double df2);

#endif
