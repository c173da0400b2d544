/* real.c. The only file that calls SLEEF; WITHOUT_SLEEF: real_own.c in its place, for targets that lack it. */
#include "base/real.h"

#ifdef WITHOUT_SLEEF
#include "base/real_own.h"
#define SLEEF_OR_OWN(sleef, own) own
#else
#include <sleef.h>
#define SLEEF_OR_OWN(sleef, own) sleef
#endif

double real_log(double x)
{
    return SLEEF_OR_OWN(Sleef_cinz_logd1_u10purec, own_log)(x);
}

double real_log10(double x)
{
    return SLEEF_OR_OWN(Sleef_cinz_log10d1_u10purec, own_log10)(x);
}

double real_exp(double x)
{
    return SLEEF_OR_OWN(Sleef_cinz_expd1_u10purec, own_exp)(x);
}

double real_sin(double x)
{
    return SLEEF_OR_OWN(Sleef_cinz_sind1_u10purec, own_sin)(x);
}

double real_cos(double x)
{
    return SLEEF_OR_OWN(Sleef_cinz_cosd1_u10purec, own_cos)(x);
}
