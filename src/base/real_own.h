/* real_own.h. The functions of real.h for targets without SLEEF, such as a browser: the same bits, by its published algorithm.
 *
 * Idea: SLEEF does not round correctly, so its last bits are those of its own steps: a polynomial between sums and products of
 * two doubles. The same steps in the same order give them again. Angles of 1e14 or more, whose reduction needs tables, give NaN
 * here alone.
 * Source: coefficients and steps of SLEEF 3.5.1, scalar functions of 1.0 ulp without fused multiply-add (real.h); products of two
 * doubles: T. J. Dekker, "A floating-point technique for extending the available precision", 1971. */
#ifndef SWARMTRIS_BASE_REAL_OWN_H
#define SWARMTRIS_BASE_REAL_OWN_H

double own_log(double x);
double own_log10(double x);
double own_exp(double x);
double own_sin(double x);
double own_cos(double x);

#endif
