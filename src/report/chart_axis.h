/* run/chart_axis.h. Where an axis begins and ends, which numbers stand along it, and where labels go so that they do not overlap.
 *
 * Idea: all of it is settled here, in numbers, and handed to gnuplot as one string of commands; gnuplot decides nothing. */
#ifndef SWARMTRIS_REPORT_CHART_AXIS_H
#define SWARMTRIS_REPORT_CHART_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Of the finite numbers seen: the range and the smallest above 0. lo > hi: none; above is HUGE_VAL: none above 0. */
typedef struct {
    double lo, hi, above;
} Extent;
#define EXTENT_NONE ((Extent){.lo = HUGE_VAL, .hi = -HUGE_VAL, .above = HUGE_VAL})
void extent_add(Extent *e, double value);
void extent_add_all(Extent *e, const double *x, int n);

/* AXIS_LOG1 maps v to log(1 + v): counts of 0 and of millions on one axis. */
typedef enum { AXIS_LINEAR, AXIS_LOG, AXIS_LOG1 } AxisScale;

/* The axis reaches from lo to hi, lo < hi, both within its scale. */
typedef struct {
    AxisScale scale;
    double lo, hi;
} Axis;

/* Axes around what was seen, with a little air; an extent of nothing or of one value gets an axis all the same.
 *     linear  lo to hi
 *     zero    0 to hi, nothing below 0
 *     log     decades above 0; what is not above 0 has no place on it
 *     count   linear where hi is less than ten times lo; else log, or log(1 + v) where there are values below 1 */
Axis axis_linear(Extent e);
Axis axis_zero(Extent e);
Axis axis_log(Extent e);
Axis axis_count(Extent e);

/* Where v lies between the ends: 0..1 inside; clamped a little outside. */
double axis_at(const Axis *a, double v);

/* The value at share t of the axis: the inverse. */
double axis_value(const Axis *a, double t);

/* Writes the gnuplot commands that make letter ('x' or 'y') this axis, with about want numbers along it, or the tics alone where
 * it is bare. No quotes ' in it. */
void axis_print(const Axis *a, char letter, int want, bool bare, FILE *out);

/* Moves at (n), any order, shares of an axis, as little as needed for all of them to be gap apart and within 0..1 as long as they
 * fit; the order stays. */
void axis_spread(double *at, int n, double gap);

/* v for reading: 0.25, 12.5, 5,123, 35.2M, 3.1×10⁻¹². Returns out. room >= 40. */
char *axis_number(double v, char *out, size_t room);

/* 10^k, correctly rounded. */
double axis_ten(int k);

/* The step of 1, 2 or 5 x 10^k that cuts span > 0 into at most about want parts. */
double axis_step(double span, int want);

/* The number 1, 2 or 5 x 10^k nearest to v > 0. */
double axis_near(double v);

#endif
