/* real.h. All mathematical functions except sqrt, fabs and floor: the same bits on every machine.
 *
 * Idea: the C library picks fused variants of log, exp, sin and cos by processor, and their last bits differ; a search amplifies
 * one such bit into another result. The functions here call variants of SLEEF that are documented to give the same result
 * everywhere (scalar, without fused multiply-add, at most 1.0 ulp).
 * Source: N. Shibata, F. Petrogalli, "SLEEF: A Portable Vectorized Library of C Standard Mathematical Functions", 2020. */
#ifndef SWARMTRIS_BASE_REAL_H
#define SWARMTRIS_BASE_REAL_H

#define REAL_PI 3.141592653589793
#define REAL_E 2.718281828459045

double real_log(double x);
double real_log10(double x);
double real_exp(double x);
double real_sin(double x);
double real_cos(double x);

/* Of two numbers; b if one is NAN. */
static inline double real_smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double real_larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
