/* helpers.c. What many tests do: see helpers.h. */
#include "tests/helpers.h"
#include "file/files.h"

#include <math.h>
#include <string.h>

void check_near(double x, double expected, double tolerance, const char *what, const char *file, int line)
{
    if (!(fabs(x - expected) <= tolerance)) fail_msg("%s:%d: %s is %.17g, not %.17g", file, line, what, x, expected);
}

void write_file(const char *path, const char *text)
{
    assert_true(files_replace(path, text, strlen(text)));
}
