/* real.c. The only file that calls SLEEF. */
#include "base/real.h"

#include <sleef.h>

double real_log(double x)
{
    return Sleef_cinz_logd1_u10purec(x);
}

double real_log10(double x)
{
    return Sleef_cinz_log10d1_u10purec(x);
}

double real_exp(double x)
{
    return Sleef_cinz_expd1_u10purec(x);
}

double real_sin(double x)
{
    return Sleef_cinz_sind1_u10purec(x);
}

double real_cos(double x)
{
    return Sleef_cinz_cosd1_u10purec(x);
}
