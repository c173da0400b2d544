/* guideline_pieces.c. Room game. The seven pieces of the guideline in their four states.
 *
 * Matrices in state 0, top row first: I `.... / #### / .... / ....`; J `#.. / ### / ...`; L `..# / ### / ...`; S `.## / ##. /
 * ...`; T `.#. / ### / ...`; Z `##. / .## / ...`; O `.##. / .##. / ....`, the same in all states. The others are these turned
 * clockwise. The tests turn the matrices and compare. */
#include "systems/guideline/guideline.h"

const char guideline_letters[GUIDELINE_PIECES + 1] = "OILJTSZ";

const GuidelineShape guideline_shapes[GUIDELINE_PIECES][GUIDELINE_STATES] = {
    {
        /* O */
        {UINT64_C(0x60006), 1, 2, 2, 1, {0, 0}, {2, 2}},
        {UINT64_C(0x60006), 1, 2, 2, 1, {0, 0}, {2, 2}},
        {UINT64_C(0x60006), 1, 2, 2, 1, {0, 0}, {2, 2}},
        {UINT64_C(0x60006), 1, 2, 2, 1, {0, 0}, {2, 2}},
    },
    {
        /* I */
        {UINT64_C(0xf), 0, 4, 1, 1, {0, 0, 0, 0}, {1, 1, 1, 1}},
        {UINT64_C(0x4000400040004), 2, 1, 4, 3, {0}, {4}},
        {UINT64_C(0xf), 0, 4, 1, 2, {0, 0, 0, 0}, {1, 1, 1, 1}},
        {UINT64_C(0x2000200020002), 1, 1, 4, 3, {0}, {4}},
    },
    {
        /* L */
        {UINT64_C(0x40007), 0, 3, 2, 1, {0, 0, 0}, {1, 1, 2}},
        {UINT64_C(0x200020006), 1, 2, 3, 2, {0, 0}, {3, 1}},
        {UINT64_C(0x70001), 0, 3, 2, 2, {0, 1, 1}, {2, 2, 2}},
        {UINT64_C(0x300020002), 0, 2, 3, 2, {2, 0}, {3, 3}},
    },
    {
        /* J */
        {UINT64_C(0x10007), 0, 3, 2, 1, {0, 0, 0}, {2, 1, 1}},
        {UINT64_C(0x600020002), 1, 2, 3, 2, {0, 2}, {3, 3}},
        {UINT64_C(0x70004), 0, 3, 2, 2, {1, 1, 0}, {2, 2, 2}},
        {UINT64_C(0x200020003), 0, 2, 3, 2, {0, 0}, {1, 3}},
    },
    {
        /* T */
        {UINT64_C(0x20007), 0, 3, 2, 1, {0, 0, 0}, {1, 2, 1}},
        {UINT64_C(0x200060002), 1, 2, 3, 2, {0, 1}, {3, 2}},
        {UINT64_C(0x70002), 0, 3, 2, 2, {1, 0, 1}, {2, 2, 2}},
        {UINT64_C(0x200030002), 0, 2, 3, 2, {1, 0}, {2, 3}},
    },
    {
        /* S */
        {UINT64_C(0x60003), 0, 3, 2, 1, {0, 0, 1}, {1, 2, 2}},
        {UINT64_C(0x200060004), 1, 2, 3, 2, {1, 0}, {3, 2}},
        {UINT64_C(0x60003), 0, 3, 2, 2, {0, 0, 1}, {1, 2, 2}},
        {UINT64_C(0x100030002), 0, 2, 3, 2, {1, 0}, {3, 2}},
    },
    {
        /* Z */
        {UINT64_C(0x30006), 0, 3, 2, 1, {1, 0, 0}, {2, 2, 1}},
        {UINT64_C(0x400060002), 1, 2, 3, 2, {0, 1}, {2, 3}},
        {UINT64_C(0x30006), 0, 3, 2, 2, {1, 0, 0}, {2, 2, 1}},
        {UINT64_C(0x200030001), 0, 2, 3, 2, {0, 1}, {2, 3}},
    },
};

int guideline_distinct_states(int piece)
{
    return piece == GUIDELINE_O ? 1 : piece == GUIDELINE_I || piece == GUIDELINE_S || piece == GUIDELINE_Z ? 2 : GUIDELINE_STATES;
}
