/* test_solve_chart.c. The chart of the system stack. */
#include "tests/helpers.h"
#include "tests/scene.h"

/* How low solve plays: the means at the largest number of nodes stand at the ends of the lines. */
TEST(test_solve)
{
    put("low/solve.tsv",
        "template\tbuffer\tnodes\theight\tseconds\nequal\t0\t10\t9\t0\nequal\t0\t100\t4\t0\nequal\t1\t10\t5\t0\n"
        "equal\t1\t100\t2\t0\nonly-1\t0\t100\t1\t0\nonly-1\t0\t10\t1\t0\nonly-1\t1\t10\t1\t0\nonly-1\t1\t100\t0\t0\n");
    draws("low", 1);
    assert_int_equal(scene.warnings.n, 0);
    shows("low/charts/solve.svg", ">buffer 0:  2.5<", ">buffer 1:  1<");
}

TESTS_EACH(scene_begin, scene_end)
