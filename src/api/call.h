/* api/call.h. What all calls of the library share: errors as values, which every function that fails returns; the reading of the
 * ini that an object is opened with; and the locale in which numbers are read and written.
 *
 * Idea: a program that calls setlocale for people changes how strtod and printf write numbers. Each call of the library sets the
 * plain locale for its own thread and puts the former one back; nothing that another thread sees is changed. */
#ifndef SWARMTRIS_API_CALL_H
#define SWARMTRIS_API_CALL_H

#include "base/error.h"
#include "config/config.h"
#include "swarmtris.h"

#include <locale.h>

/* An error of one sentence; the caller of the library owns it. */
swt_error *fail(swt_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same of all sentences of lines, which are freed. status: one of those that swt_code has. */
swt_error *fail_lines(int status, Errors *lines);

/* Whether x may be a weight; and the error where it may not: where ("x[1][2]") and what it is the weight of. */
bool weight_good(double x);
swt_error *fail_weight(const char *where, double x, const char *name);

/* Feature number i of the set that c plays by. */
swt_feature set_feature(const Config *c, int i);

/* All sentences of lines (freed), one a line, as a text that the caller owns; "": none. */
char *fail_join(Errors *lines);

/* Reads ini into *c, which is to be freed in any case. trains: the ini needs a budget; else it may have none. What is unwise goes
 * to warnings. */
swt_error *ini_text_read(Config *c, const char *ini, bool trains, Errors *warnings);

/* Whether SWARMTRIS_ISA can be taken: NULL, or the error. */
swt_error *ini_text_isa(void);

/* What weight number i of the space of c belongs to. False: there is no such, and *out is as before. */
bool feature_of(const Config *c, const Space *space, int i, swt_feature *out);

typedef struct {
    locale_t before, plain; /* of the calling thread; the one that is set, owned */
} PlainLocale;

PlainLocale locale_begin(void);
void locale_end(PlainLocale *p);

#endif
