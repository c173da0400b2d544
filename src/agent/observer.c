/* observer.c. Reads the numbers of a state, and encodes them, or counts their patterns. */
#include "agent/observer.h"

#include "learn/patterns.h"

#include <assert.h>

int observer_features(const Observer *o)
{
    return o->encoder != NULL ? o->encoder->shape.hidden : PATTERNS;
}

void observer_read(const Observer *o, const void *rules, const void *state, double *out)
{
    double board[ENCODER_CELLS_MAX], scratch[2 * (ENCODER_CELLS_MAX + ENCODER_UNITS_MAX)];
    int width, height;
    o->observation->shape(rules, &width, &height);
    assert(width * height <= ENCODER_CELLS_MAX);
    o->observation->numbers(rules, state, board);
    if (o->encoder == NULL) {
        patterns_count(width, height, board, out);
        return;
    }
    assert(o->encoder->shape.width == width && o->encoder->shape.height == height);
    assert(encoder_scratch(&o->encoder->shape) <= sizeof scratch / sizeof *scratch);
    encoder_units(&o->encoder->shape, o->encoder->p, board, scratch, out);
}
