/* stats.h. What a sample tells about its mean, and where its quantiles lie.
 *
 * Idea: a mean is never carried without its n and its spread. Stats is the state of Welford's recurrence, which neither cancels
 * nor overflows where sums of squares would.
 * Never: the order of additions is left to chance; callers add in index order.
 * Source: B. P. Welford, Technometrics 4 (1962); quantiles: Hyndman & Fan, Am. Stat. 50 (1996), type 7. */
#ifndef SWARMTRIS_BASE_STATS_H
#define SWARMTRIS_BASE_STATS_H

#include <stdint.h>

/* All zero: no values yet. */
typedef struct {
    int64_t n; /* values so far */
    double mean;
    double m2; /* sum of their squared distances from the mean */
} Stats;

void stats_add(Stats *s, double x);

/* Adds all values of other, of which only this is known. Source: Chan, Golub & LeVeque, Am. Stat. 37 (1983), 2.1. */
void stats_join(Stats *s, const Stats *other);

/* As if only this share (0..1) of the values, rounded to whole ones, had been added; mean and spread stay. */
void stats_forget(Stats *s, double keep);

/* Sample standard deviation (n - 1); 0 for n < 2. */
double stats_sd(const Stats *s);

/* Standard error of the mean; 0 for n < 2. */
double stats_sem(const Stats *s);

/* Half the width of the 95 % interval of the mean: sem x the 0.975 quantile of Student's t with n - 1 degrees of freedom.
 * HUGE_VAL for n < 2: one draw says nothing about its error. */
double stats_ci95(const Stats *s);

/* 0.975 quantile of Student's t; df >= 1. Table up to 30, then the expansion of Abramowitz & Stegun 26.7.5. */
double stats_t975(int64_t df);

/* A mean of values that are reciprocals of rates (the length of a game, and the rate of losses): 1 / mean of 1 / x. Unbiased
 * rates make it true in the long run, and the jackknife takes out most of the bias that a reciprocal of few has. */
typedef struct {
    double mean;
    double error;        /* standard error of its logarithm; HUGE_VAL: not known, of a single value or where one is 0 */
    double lower, upper; /* the 95 % interval, by Student's t on the log scale; 0 .. HUGE_VAL where the error is not known */
    double heaviest;     /* share of the value with the largest rate in the sum of rates; 0: the mean is not by rates */
} ByRate;

/* x (n >= 1), none negative. One that is 0 has no rate. It is an estimate of games so short that all losses were counted and none
 * of them had a point; so where one is 0 the mean is the plain one, which has hardly a bias there, with its own error; where all
 * are 0, it is 0, and the error is not known.
 * Source: M. H. Quenouille, "Notes on Bias in Estimation", Biometrika 43 (1956); J. W. Tukey 1958 (its error). */
ByRate stats_by_rate(const double *x, int64_t n);

/* The same (n >= 0), as a sample of n values with that mean and that standard error, relative to the mean. */
Stats stats_of_estimates(const double *x, int64_t n);

/* Sorts x (n) ascending. No value is NaN. */
void stats_sort(double *x, int n);

/* The p-quantile, 0 <= p <= 1, of x (n >= 1), sorted ascending; linear between neighbours. */
double stats_quantile(const double *x, int n, double p);

/* The probability that a standard normal variable exceeds z; absolute error below 1e-15, relative below 1e-12 for z >= 0.
 * Source: Abramowitz & Stegun 26.2.11 (near 0), 26.2.14 (the tail). */
double stats_normal_tail(double z);

/* Makes the p-values of a family of n tests such that calling those up to alpha significant is wrong about any of them with a
 * probability of at most alpha, however they depend on each other. In place, at most 1.
 * Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Stat. 6 (1979). */
void stats_holm(double *p, int n);

#endif
