/* paired.h. Two players on the same games: the ratio of their mean scores, and its error.
 *
 * Idea: what is claimed is about means, because a mean is a player's score, and about their ratio, because scores span decades.
 * Scores are nearly exponential: skewed, with a spread as large as the mean. The log of a ratio of means is nearly normal from a
 * few dozen games on, whatever the shapes, where the difference of the means is not: of two players of equal mean, the one with
 * four of five games lost at once, the other exponential, Student's test of 50 differences at 2.5 % calls the first one worse in
 * 9.6 % of cases, the log ratio in 4.5 %. For scores of a gamma distribution, the exponential among them, a mean is independent
 * of its own estimated relative error, which is what makes Student's t of it.
 * Never: a promise for every distribution that there might be; for means no test can give one (Bahadur & Savage, Ann. Math. Stat.
 * 27, 1956). How well it is kept is measured: campaign rates. */
#ifndef SWARMTRIS_BASE_PAIRED_H
#define SWARMTRIS_BASE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t n; /* games */
    double mean_a, mean_b;
    double log_ratio; /* log(mean_a / mean_b); infinite where one mean is 0, 0 where both are */
    double sem;       /* its standard error; where one mean is 0, the relative error of the other; 0 where both are */
} Paired;

/* a, b (n >= 2): scores of 0 or more, a[i] and b[i] of the same game. By the delta method, with the factor (n + 1) / n that makes
 * the squared relative error of exponential scores unbiased. */
Paired paired_ratio(const double *a, const double *b, int64_t n);

/* The same of estimates whose rates, 1 / score, have no bias (stats_by_rate): the ratio of the means by rates. Where
 * one of them is 0, plain means, as there. */
Paired paired_by_rate(const double *a, const double *b, int64_t n);

/* How many standard errors a and b are apart, as a standard normal variable where their true means are the same: log_ratio / sem
 * is Student's t with n - 1 degrees of freedom.
 * Source: D. L. Wallace, "Bounds on Normal Approximations to Student's and the Chi-Square Distributions", Ann. Math. Stat. 30
 * (1959). */
double paired_z(const Paired *r);

/* The ratios of the true means that are at most z such standard errors away: *lower .. *upper, 0 .. HUGE_VAL at most. 1 lies
 * outside if and only if |paired_z| > z. */
void paired_interval(const Paired *r, double z, double *lower, double *upper);

/* How many standard errors a walk of n steps may stray from its mean: at no n, of all there ever will be, does it get farther,
 * with a probability of at least 1 - alpha. So one may look after every game, stop when one likes, and go on later.
 * Source: H. Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", Ann. Math. Stat. 41 (1970), the normal
 * mixture; for estimated errors: Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, "Time-Uniform Central Limit Theory and Asymptotic
 * Confidence Sequences", Ann. Stat. 52 (2024), whose 1 / rho^2 is PAIRED_TIGHT. It is tightest, 3.03 for alpha = 0.05, at 10 x
 * PAIRED_TIGHT. */
enum { PAIRED_TIGHT = 100 };
double paired_boundary(int64_t n, double alpha);

/* Wilcoxon's signed-rank test: the two-sided p-value of differences a[i] - b[i] (n) that lie symmetrically about 0, as they do
 * where nothing but chance tells the players apart. Differences of 0 are left out, equal ones share their ranks. Exact for up to
 * 25 differences, shared ranks or not; above by the normal approximation with the correction for shared ranks. 1 where all are 0.
 * Source: F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945). */
double paired_wilcoxon(const double *a, const double *b, int n);

/* Which way that test points: the share of the ranks that have a[i] > b[i]. Below a half: a is what it calls less. 0.5 where all
 * are 0. */
double paired_share(const double *a, const double *b, int n);

/* Whether that test calls a worse than b, with a one-sided p below p. Fewer than five games prove nothing. */
bool paired_is_worse(const double *a, const double *b, int n, double p);

#endif
