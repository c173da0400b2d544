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
