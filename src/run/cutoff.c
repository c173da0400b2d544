/* cutoff.c. Counts the games of a validation that were cut off, in games.tsv. */
#include "run/cutoff.h"

#include "file/files.h"
#include "file/tsv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void cutoff_count(Result *r, const char *dir, double longest)
{
    Tsv t;
    Errors ignored = {0};
    Claim *last = r->claims > 0 ? &r->claim[r->claims - 1] : NULL;
    assert(longest >= 0);
    if (longest == 0 || last == NULL || strcmp(last->name, "validated") != 0) return;
    char *path = files_path(dir, "games.tsv");
    double *cost = tsv_read(&t, path, '\t', &ignored) == STATUS_OK ? tsv_numbers(&t, "cost", &ignored) : NULL;
    for (int i = 0; cost != NULL && i < t.rows && last->cut < last->score.n; i++) last->cut += cost[i] >= longest;
    free(cost);
    tsv_free(&t);
    errors_free(&ignored);
    free(path);
}
