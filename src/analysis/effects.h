/* analysis/effects.h. What each tuned name of a meta search matters by itself: main effects by analysis of variance.
 *
 * Idea: the positions of a search, with their mean scores, are an experiment with a factor for each name. A choice has its values
 * as levels; a number is cut into four, at the quartiles of its positions. Positions of one iteration have played the same
 * blocks, and later iterations are better as a whole, so what counts is how far a score is from the mean of its iteration. All
 * factors are fitted together, as a sum of what each level adds; a name's effect is what the fit loses without it, as a share of
 * all that positions of an iteration differ by. What names do only together is in no main effect; and where the search has hardly
 * been, little is known. Positions that were eliminated count with the blocks that they played.
 * Never: a statement about settings that were not tried; the scores that the search saw are what it chose by.
 * Source: R. A. Fisher 1925; F. Hutter, H. Hoos, K. Leyton-Brown, "An Efficient Approach for Assessing Hyperparameter
 * Importance", ICML 2014 (of tuners). */
#ifndef SWARMTRIS_ANALYSIS_EFFECTS_H
#define SWARMTRIS_ANALYSIS_EFFECTS_H

#include "analysis/chart_tables.h"

#define EFFECTS_BINS 4    /* levels of a number */
#define EFFECTS_LEVELS 16 /* most levels of a name */

/* One level of a name. */
typedef struct {
    char *label; /* of a choice its value, of a number "0.2..0.41"; owned */
    int n;       /* positions */
    double mean; /* of how far their scores are above the means of their iterations; NAN: there are none */
    double sem;  /* its standard error; NAN: fewer than two positions */
} EffectLevel;

/* One name. */
typedef struct {
    char *name; /* "optimiser.topology"; owned */
    EffectLevel level[EFFECTS_LEVELS];
    int levels;
    double share; /* of the variance that the fit loses without it, 0..1 */
    double f, p;  /* of the test that it has no effect; NAN: too few positions, or one level alone */
    int df;       /* its degrees of freedom */
} Effect;

typedef struct {
    Effect *effect; /* (n), owned: in the order of the coordinates */
    int n;
    int positions; /* with a score */
    int residual;  /* degrees of freedom of what is left */
    double fitted; /* share of the variance that all of them together fit, 0..1 */
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
