/* stack_pieces.c. Room game. The seven pieces of Trix in their rotations.
 *
 * Rotation 0, top row first: 1 I upright; 2 O; 3 `#. / ## / #.`; 4 `## / #. / #.`; 5 `## / .# / .#`; 6 `#. / ## / .#`;
 * 7 `.# / ## / #.`. The others are these turned counter-clockwise; 1, 6 and 7 have 0 and 3, 2 has 0 alone. The tests turn the
 * drawings and compare. */
#include "systems/stack/stack.h"

/* clang-format off */
const StackShape stack_shapes[STACK_KINDS][STACK_ROTATIONS] = {
    {[0] = {1, 4, {0x1, 0x1, 0x1, 0x1}, {0}, {4}}, [3] = {4, 1, {0xf}, {0, 0, 0, 0}, {1, 1, 1, 1}}},
    {[0] = {2, 2, {0x3, 0x3}, {0, 0}, {2, 2}}},
    {{2, 3, {0x1, 0x3, 0x1}, {0, 1}, {3, 2}}, {3, 2, {0x7, 0x2}, {0, 0, 0}, {1, 2, 1}},
     {2, 3, {0x2, 0x3, 0x2}, {1, 0}, {2, 3}}, {3, 2, {0x2, 0x7}, {1, 0, 1}, {2, 2, 2}}},
    {{2, 3, {0x1, 0x1, 0x3}, {0, 2}, {3, 3}}, {3, 2, {0x7, 0x1}, {0, 0, 0}, {2, 1, 1}},
     {2, 3, {0x3, 0x2, 0x2}, {0, 0}, {1, 3}}, {3, 2, {0x4, 0x7}, {1, 1, 0}, {2, 2, 2}}},
    {{2, 3, {0x2, 0x2, 0x3}, {2, 0}, {3, 3}}, {3, 2, {0x1, 0x7}, {0, 1, 1}, {2, 2, 2}},
     {2, 3, {0x3, 0x1, 0x1}, {0, 0}, {3, 1}}, {3, 2, {0x7, 0x4}, {0, 0, 0}, {1, 1, 2}}},
    {[0] = {2, 3, {0x2, 0x3, 0x1}, {1, 0}, {3, 2}}, [3] = {3, 2, {0x3, 0x6}, {0, 0, 1}, {1, 2, 2}}},
    {[0] = {2, 3, {0x1, 0x3, 0x2}, {0, 1}, {2, 3}}, [3] = {3, 2, {0x6, 0x3}, {1, 0, 0}, {2, 2, 1}}},
};
/* clang-format on */
