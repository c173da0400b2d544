/* test_simd.c. The operations of simd.h, which the kernels of the instruction set `plain` are made of. */
#include "tests/simd_operations.h"

/* Any numbers, and those at which signs and saturation tell. */
static int16_t draw(Rng *r)
{
    static const int16_t edge[] = {INT16_MIN, INT16_MIN + 1, -1, 0, 1, INT16_MAX};
    return rng_below(r, 4) == 0 ? edge[rng_below(r, LENGTH(edge))] : (int16_t)(rng_u32(r) >> 16);
}

TEST(test_operations)
{
    Rng r;
    rng_seed(&r, 59, 0);
    for (int k = 0; k < 10000; k++) {
        int16_t a[8], b[8];
        for (int i = 0; i < 8; i++) a[i] = draw(&r), b[i] = rng_below(&r, 8) == 0 ? a[i] : draw(&r);
        check_operations(a, b);
        simd_check_builtins(a, b);
    }
}

TESTS(NULL, NULL)
