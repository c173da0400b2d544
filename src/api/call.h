/* api/call.h. What all calls of the library share: errors as values, returned by functions that fail; reading the ini that an
 * object is opened with; and the locale in which numbers are read and written.
 *
 * Idea: a program that calls setlocale for people changes how strtod and printf write numbers. Each call of the library sets the
 * plain locale for its own thread and restores the former one; other threads see no change. */
#ifndef SWARMTRIS_API_CALL_H
#define SWARMTRIS_API_CALL_H

#include "base/error.h"
#include "config/config.h"
#include "experiment/reported.h"
#include "swarmtris.h"

#include <locale.h>

/* An error of one sentence; the caller of the library owns it. */
swt_error *fail(swt_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An error of all sentences of lines, which are freed. status: one of swt_code. */
swt_error *fail_lines(int status, Errors *lines);

/* weight_good: whether x may be a weight. fail_weight: the error if not. where: "x[1][2]"; name: what the weight belongs to. */
bool weight_good(double x);
swt_error *fail_weight(const char *where, double x, const char *name);

/* Feature number i of the set that c plays by. */
swt_feature set_feature(const Config *c, int i);

/* All sentences of lines, which are freed, as a text with one a line, owned by the caller; "": none. */
char *fail_join(Errors *lines);

/* Reads ini into *c, which is to be freed in any case. trains: the ini must have a budget; else it need not. What is unwise goes
 * to warnings. */
swt_error *ini_text_read(Config *c, const char *ini, bool trains, Errors *warnings);

/* Checks SWARMTRIS_CPU, SWARMTRIS_ISA and the affinity: NULL, or the error. */
swt_error *ini_text_isa(void);

/* Writes what weight number i of the space of c belongs to. False: there is no such weight, and *out is unchanged. */
bool feature_of(const Config *c, const Space *space, int i, swt_feature *out);

/* A reported score as callers see it; minus: as a value that is minimised. */
swt_reported reported_of(const ReportedScore *r, bool minus);

typedef struct {
    locale_t before, plain; /* before: the former locale of the calling thread; plain: the locale that is set, owned */
} PlainLocale;

PlainLocale locale_begin(void);
void locale_end(PlainLocale *p);

#endif
