/* api/fail.h. Errors as values: what every function of the library returns where it fails. */
#ifndef SWARMTRIS_API_FAIL_H
#define SWARMTRIS_API_FAIL_H

#include "base/error.h"
#include "swarmtris.h"

/* An error of one sentence; the caller of the library owns it. */
swt_error *fail(swt_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same of all sentences of lines, which are freed. status: one of those that swt_code has. */
swt_error *fail_lines(int status, Errors *lines);

/* All sentences of lines (freed), one a line, as a text that the caller owns; "": none. */
char *fail_join(Errors *lines);

#endif
