/* quantity.c. Names of the estimators; scores as people read them; logarithms of scores, by the scale of their objective. */
#include "base/quantity.h"

#include "base/real.h"

#include <assert.h>
#include <stddef.h>

const char *const estimators[] = {
    [ESTIMATOR_GAMES] = "games", [ESTIMATOR_SPLITTING] = "splitting", [ESTIMATOR_AUTO] = "auto", NULL};

double units_amount(const Units *t, double score)
{
    return t->minimised ? 0 - score : score;
}

double scale_log(Scale scale, double score)
{
    assert(scale != SCALE_SIGNED);
    if (scale == SCALE_COUNT) return real_log(1 + score);
    double error = -score;
    return -real_log10(error > 1e-300 ? error : 1e-300);
}

double scale_solved(Scale scale, double score)
{
    const double decades = scale_log(scale, score);
    return scale == SCALE_ERROR && decades > 16 ? 16 : decades;
}
