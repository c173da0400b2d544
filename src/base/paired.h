/* paired.h. Two players on the same games: the ratio of their mean scores, and its error.
 *
 * Idea: results are about means, because a player's score is a mean, and about their ratio, because scores span decades. Scores
 * are nearly exponential: skewed, with a spread as large as the mean. From a few dozen games on the log of a ratio of means is
 * nearly normal, whatever the shapes; the difference of the means is not. An example: two players with equal means, one loses
 * four of five games at once, the other is exponential. Student's test of 50 differences at 2.5 % calls the first one worse in
 * 9.6 % of cases, the log ratio in 4.5 %. If scores have a gamma distribution, such as the exponential one, a mean is independent
 * of its own estimated relative error. So the log ratio over its error has Student's t distribution.
 * Never: a promise for every distribution; for means no test can give one (Bahadur & Savage, Ann. Math. Stat. 27, 1956). The
 * campaign `rates` measures the error rates. */
#ifndef SWARMTRIS_BASE_PAIRED_H
#define SWARMTRIS_BASE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t n; /* games */
    double mean_a, mean_b;
    double log_ratio; /* log(mean_a / mean_b); infinite if one mean is 0, 0 if both are */
    double sem;       /* standard error of log_ratio; if one mean is 0, the relative error of the other; 0 if both are 0 */
} Paired;

/* a, b (n >= 2): scores of 0 or more, a[i] and b[i] of the same game. By the delta method, with the factor (n + 1) / n that makes
 * the squared relative error of exponential scores unbiased. */
Paired paired_ratio(const double *a, const double *b, int64_t n);

/* paired_ratio of estimates whose rates, 1 / score, have no bias (stats_by_rate): the ratio of the means by rates. If an estimate
 * is 0, the ratio of plain means, as in stats_by_rate. */
Paired paired_by_rate(const double *a, const double *b, int64_t n);

/* How many standard errors a and b are apart: a standard normal variable if their true means are equal. It is made of
 * log_ratio / sem, which is Student's t with n - 1 degrees of freedom.
 * Source: D. L. Wallace, "Bounds on Normal Approximations to Student's and the Chi-Square Distributions", Ann. Math. Stat. 30
 * (1959). */
double paired_z(const Paired *r);

/* The interval *lower .. *upper, within 0 .. HUGE_VAL, of ratios of true means that are at most z standard errors away. 1 lies
 * outside if and only if |paired_z| > z. */
void paired_interval(const Paired *r, double z, double *lower, double *upper);

/* How many standard errors the mean of n games may be off: with a probability of at least 1 - alpha it is not farther off at any
 * n, however long it goes on. So one may look after every game, stop at any time, and go on later.
 * Source: H. Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", Ann. Math. Stat. 41 (1970), the normal
 * mixture; for estimated errors: Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, "Time-Uniform Central Limit Theory and Asymptotic
 * Confidence Sequences", Ann. Stat. 52 (2024), whose 1 / rho^2 is PAIRED_TIGHT. The result is smallest, 3.03 for
 * alpha = 0.05, at n = 10 x PAIRED_TIGHT. */
enum { PAIRED_TIGHT = 100 };
double paired_boundary(int64_t n, double alpha);

/* Wilcoxon's signed-rank test: the two-sided p-value of the differences a[i] - b[i] (n). The null hypothesis is that they are
 * symmetric about 0, as between equal players. Differences of 0 are left out, equal ones share their ranks. Exact for up to 25
 * differences, even with shared ranks; for more the normal approximation, corrected for them. 1 if all differences are 0.
 * Source: F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945). */
double paired_wilcoxon(const double *a, const double *b, int n);

/* The direction of Wilcoxon's test: the share of the ranks of pairs with a[i] > b[i]. Below 0.5: a is less than b. 0.5 if all
 * differences are 0. */
double paired_share(const double *a, const double *b, int n);

/* Whether Wilcoxon's test calls a worse than b, with a one-sided p-value below p. False for fewer than five games. */
bool paired_is_worse(const double *a, const double *b, int n, double p);

#endif
