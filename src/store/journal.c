/* journal.c. Adds lines to log.txt and timing.tsv. */
#include "store/journal.h"

#include "base/text.h"
#include "file/files.h"
#include "file/plain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Adds a line, which is freed, to a file of dir. */
static bool add_line(const char *dir, const char *name, const char *first, char *line)
{
    char *path = files_path(dir, name);
    const bool good = files_add(path, first, line);
    const int why = errno;
    free(path);
    free(line);
    errno = why;
    return good;
}

bool journal_log(const char *dir, const char *format, va_list args)
{
    char stamp[32], *said = text_new_v(format, args);
    time_t now = time(NULL);
    struct tm when;
    plain_text(said, true); /* it is read with cat, and line by line */
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &when));
    char *line = text_new("%s %s\n", stamp, said);
    free(said);
    return add_line(dir, "log.txt", NULL, line);
}

/* A table that an earlier build has begun keeps its columns, be it without the last two. */
static bool is_short(const char *dir)
{
    char *path = files_path(dir, "timing.tsv"), *head = files_head(path);
    const bool old = head != NULL && head[0] != '\0' && strstr(head, "share") == NULL;
    free(head);
    free(path);
    return old;
}

bool journal_timing(const char *dir, const RunTiming *t)
{
    char *line = is_short(dir)
                     ? text_new("%.3f\t%" PRId64 "\t%" PRId64 "\n", t->seconds, t->plays, t->turns)
                     : text_new("%.3f\t%" PRId64 "\t%" PRId64 "\t%.4f\t%s\n", t->seconds, t->plays, t->turns, t->share, t->phase);
    return add_line(dir, "timing.tsv", "seconds\tgames\tpieces\tshare\tphase\n", line);
}
