/* library.c. See library.h. */
#include "tests/library.h"

void assert_good(swt_error *e)
{
    if (e != NULL) fail_msg("%d: %s", (int)swt_error_code(e), swt_error_text(e));
}

void assert_error(swt_error *e, swt_code code, const char *text)
{
    assert_non_null(e);
    if (text != NULL) assert_string_equal(swt_error_text(e), text);
    assert_int_equal(swt_error_code(e), code);
    swt_error_free(e);
}

swt_training *opened(const char *ini, const char *dir, swt_how how)
{
    swt_training *t;
    assert_good(swt_training_open(&t, ini, dir, how));
    return t;
}

int finish(swt_training *t)
{
    int steps = 0;
    for (bool more = true; more; steps++) assert_good(swt_training_step(t, &more));
    return steps;
}
