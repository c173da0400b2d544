/* number.c. See number.h. */
#include "tests/number.h"

#include <errno.h>

static void serialise_number(void *self, Serialiser *s)
{
    serialise_int(s, "number", self);
}

static const ExperimentKind number_kind = {.allowance = experiment_no_allowance, .serialise = serialise_number};

RunDir *number_open(const char *path)
{
    RunDir *d;
    assert_int_equal(rundir_open(&d, path), STATUS_OK);
    assert_string_equal(rundir_path(d), path);
    return d;
}

void number_row(RunDir *d, const char *table, int64_t n)
{
    Record *r = rundir_record(d);
    record_row(r, table);
    record_int(r, "n", n);
    record_real(r, "half", (double)n / 2);
    record_end(r);
}

bool number_try(RunDir *d, int number, const Batch *pending, bool trained, const char **what)
{
    Experiment e = {.kind = &number_kind, .self = &number};
    return rundir_save(d, &e, pending, trained, what);
}

void number_save(RunDir *d, int number, const Batch *pending, bool trained)
{
    const char *what;
    if (!number_try(d, number, pending, trained, &what)) fail_msg("%s: %s", what, strerror(errno));
}

static Status load(RunDir *d, bool trained, int *number, Errors *errors)
{
    Experiment e = {.kind = &number_kind, .self = number};
    const Status extended = trained ? rundir_extend(d, errors) : STATUS_OK;
    return extended == STATUS_OK ? rundir_load(d, &e, errors) : extended;
}

void number_loads(RunDir *d, bool trained, int expected)
{
    int number = -1;
    CLOSED(errors_free) Errors errors = {0};
    if (load(d, trained, &number, &errors) != STATUS_OK) fail_msg("%s", errors.n > 0 ? errors.line[0] : "no sentence");
    assert_int_equal(number, expected);
}

void number_refused(RunDir *d, bool trained, Status expected, const char *sentence)
{
    int number;
    CLOSED(errors_free) Errors errors = {0};
    assert_int_equal(load(d, trained, &number, &errors), expected);
    assert_int_equal(errors.n, 1);
    assert_string_equal(errors.line[0], sentence);
}

RunDir *number_reopen(RunDir *open, const char *path, int expected)
{
    rundir_close(open);
    RunDir *d = number_open(path);
    number_loads(d, false, expected);
    return d;
}
