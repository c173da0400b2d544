/* simd_builtins.c. The operations of simd.h without instructions of an architecture. */
#define SIMD_BUILTINS
#include "tests/simd_operations.h"

void simd_check_builtins(const void *first, const void *second)
{
    check_operations(first, second);
}
