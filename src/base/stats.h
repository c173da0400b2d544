/* stats.h. The mean of a sample with its error and interval, and its quantiles.
 *
 * Idea: a mean is never carried without its n and its spread. Stats is the state of Welford's recurrence, which neither cancels
 * nor overflows where sums of squares would.
 * Never: adds in an order that chance decides; callers add in index order.
 * Source: B. P. Welford, Technometrics 4 (1962); quantiles: Hyndman & Fan, Am. Stat. 50 (1996), type 7. */
#ifndef SWARMTRIS_BASE_STATS_H
#define SWARMTRIS_BASE_STATS_H

#include <stdint.h>

/* All zero: no values yet. */
typedef struct {
    int64_t n; /* values so far */
    double mean;
    double m2; /* sum of the squared distances of the values from the mean */
} Stats;

/* A mean that has become infinite stays so, and its spread is not known (NAN). */
void stats_add(Stats *s, double x);

/* Adds all values of other, without knowing the single values. Source: Chan, Golub & LeVeque, Am. Stat. 37 (1983), 2.1. */
void stats_join(Stats *s, const Stats *other);

/* Reduces n to the share keep (0..1), rounded to a whole number, as if fewer values had been added. Mean and spread stay. */
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

/* A mean by rates, 1 / (mean of 1 / x), for values that are reciprocals of rates: the length of a game and the rate of losses. If
 * the rates have no bias, it is right for many values. The jackknife removes most of the bias for few values. */
typedef struct {
    double mean;
    double error;        /* standard error of log(mean); HUGE_VAL: unknown (a single value, or all are 0) */
    double lower, upper; /* the 95 % interval, by Student's t on the log scale; 0 .. HUGE_VAL if the error is unknown */
    double heaviest;     /* the largest rate as a share of the sum of rates; 0: the mean is not by rates */
} ByRate;

/* The mean by rates of x (n >= 1), none negative. A value of 0, which has no rate, comes from games so short that all losses were
 * counted and none of them had a point. Then the result is the plain mean, which has hardly any bias there, with the error of a
 * plain mean. If all values are 0, the mean is 0 and the error is unknown.
 * Source: M. H. Quenouille, "Notes on Bias in Estimation", Biometrika 43 (1956); J. W. Tukey 1958 (its error). */
ByRate stats_by_rate(const double *x, int64_t n);

/* stats_by_rate as Stats of n values (n >= 0) with the same mean and the same relative standard error. */
Stats stats_of_estimates(const double *x, int64_t n);

/* Sorts x (n) ascending. No value is NaN. */
void stats_sort(double *x, int n);

/* The p-quantile, 0 <= p <= 1, of x (n >= 1), sorted ascending; linear between neighbours. */
double stats_quantile(const double *x, int n, double p);

/* The probability that a standard normal variable exceeds z; absolute error below 1e-15, relative below 1e-12 for z >= 0.
 * Source: Abramowitz & Stegun 26.2.11 (near 0), 26.2.14 (the tail). */
double stats_normal_tail(double z);

/* Adjusts the p-values of n tests in place, to at most 1. If those up to alpha are called significant, the probability of any
 * false one is at most alpha, however the tests depend on each other.
 * Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Stat. 6 (1979). */
void stats_holm(double *p, int n);

#endif
