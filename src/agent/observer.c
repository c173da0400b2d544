/* observer.c. Reads the numbers of a state, and encodes them. */
#include "agent/observer.h"

#include <assert.h>

void observer_units(const Observer *o, const void *rules, const void *state, double *out)
{
    double board[ENCODER_CELLS_MAX], scratch[2 * (ENCODER_CELLS_MAX + ENCODER_UNITS_MAX)];
    const EncoderShape *shape = &o->encoder->shape;
    assert(encoder_scratch(shape) <= sizeof scratch / sizeof *scratch);
    o->observation->numbers(rules, state, board);
    encoder_units(shape, o->encoder->p, board, scratch, out);
}
