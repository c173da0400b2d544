/* run_traits.c. Reads traits.tsv, and refuses what is no word. */
#include "analysis/run_traits.h"

#include "analysis/tables.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

const char *const run_traits_names[RUN_TRAITS] = {"kind", "score_noun", "cost_noun", "play_noun", "evaluation_noun"};

static bool is_kind(const char *value)
{
    return strcmp(value, "count") == 0 || strcmp(value, "error") == 0 || strcmp(value, "difference") == 0;
}

/* Letters, digits, blanks and hyphens; two at least, since the last is the s of the plural. */
static bool is_noun(const char *value)
{
    enum { LONGEST = 40 };
    size_t n = 0;
    while (isalnum((unsigned char)value[n]) || value[n] == ' ' || value[n] == '-') n++;
    return value[n] == '\0' && n >= 2 && n <= LONGEST;
}

static Status take_values(RunTraits *t, Errors *errors)
{
    const char *path = t->table.path;
    if (t->table.rows != 1) {
        errors_add(errors, "%s: has %d lines below its header: must have one", path, t->table.rows);
        return STATUS_DATA;
    }
    for (int k = 0; k < RUN_TRAITS; k++) {
        const int column = tsv_column(&t->table, run_traits_names[k]);
        if (column < 0) continue;
        const char *value = tsv_cell(&t->table, 0, column);
        if (k == RUN_TRAITS_KIND ? !is_kind(value) : !is_noun(value)) {
            errors_add(errors, "%s:%d: %s = '%.60s': must be %s", path, t->table.line[0], run_traits_names[k], value,
                       k == RUN_TRAITS_KIND ? "count, error or difference"
                                            : "a noun in the plural, of letters, digits and blanks");
            return STATUS_DATA;
        }
        t->value[k] = value;
    }
    return STATUS_OK;
}

Status run_traits_read(RunTraits *t, const char *dir, Errors *errors)
{
    static const TableNeeds traits = {.file = "traits.tsv"};
    *t = (RunTraits){0};
    const Status status = tables_read_if(&t->table, dir, &traits, errors);
    return status == STATUS_OK && t->table.columns > 0 ? take_values(t, errors) : status;
}

void run_traits_free(RunTraits *t)
{
    tsv_free(&t->table);
    *t = (RunTraits){0};
}
