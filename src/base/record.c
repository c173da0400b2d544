/* record.c. Numbers become the text of cells. */
#include "base/record.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

void record_row(Record *r, const char *table)
{
    if (r != NULL) r->row(r, table);
}

void record_text(Record *r, const char *name, const char *text)
{
    if (r != NULL) r->cell(r, name, text);
}

void record_int(Record *r, const char *name, int64_t value)
{
    char text[24];
    if (r == NULL) return;
    snprintf(text, sizeof text, "%" PRId64, value);
    r->cell(r, name, text);
}

void record_real(Record *r, const char *name, double value)
{
    char text[32];
    if (r == NULL) return;
    snprintf(text, sizeof text, "%.17g", value);
    r->cell(r, name, isnan(value) ? RECORD_MISSING : text);
}

void record_end(Record *r)
{
    if (r != NULL) r->end(r);
}
