/* runfiles.c. Knows the names of a run's files, and removes them; adds lines to log.txt and timing.tsv. */
#include "store/runfiles.h"

#include "base/mem.h"
#include "base/record.h"
#include "base/text.h"
#include "file/files.h"
#include "file/plain.h"
#include "store/tables.h"
#include "systems_built.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAME(part, name) name,
static const char *const ours[] = {"run.json",    "checkpoint",         "config.ini", "checkpoint.prev",
                                   "weights.ini", "checkpoint.trained", "tuned.ini",  "ranking.tsv",
                                   "log.txt",     "timing.tsv",         "STOP",       "result.tsv",
                                   "presets.tsv", "borders.tsv",        "traits.tsv", SYSTEMS_FILES(NAME)};
/* How many of `ours`, from the first on, are removed before all others. */
enum { FIRST = 2 };

static bool is_numbered(const char *name)
{
    static const char *const numbered[] = {"problem-", "player-"};
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        const size_t stem = strlen(numbered[i]);
        if (strncmp(name, numbered[i], stem) != 0) continue;
        const size_t digits = strspn(name + stem, "0123456789");
        if (digits > 0 && strcmp(name + stem + digits, ".ini") == 0) return true;
    }
    return false;
}

static bool is_ours(const char *name)
{
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0) return true;
    return tables_has_file(name) || is_numbered(name);
}

/* Whether the file is the draft of one of ours. */
static bool is_draft(const char *file)
{
    char name[64];
    const size_t length = files_drafted(file);
    if (length == 0 || length >= sizeof name) return false;
    snprintf(name, sizeof name, "%.*s", (int)length, file);
    return is_ours(name);
}

/* Removes a file. A directory STOP is not the run's, and stays. */
static bool removed(int dir, const char *name)
{
    struct stat st;
    if (strcmp(name, "STOP") == 0 && fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode)) return true;
    return unlinkat(dir, name, 0) == 0 || errno == ENOENT;
}

/* Removes drafts and, if all is true, every file of ours. False: errno, failed. */
static bool remove_files(DIR *dir, bool all, char *failed, size_t room)
{
    bool good = true;
    int why = 0;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        const char *name = entry->d_name;
        if ((!is_draft(name) && !(all && is_ours(name))) || removed(dirfd(dir), name) || !good) continue;
        why = errno;
        good = false;
        snprintf(failed, room, "%s", name);
    }
    errno = why;
    return good;
}

/* Removes the first files of `ours`, so that they are gone for good before the others follow. */
static bool remove_first(DIR *dir, const char *path, char *failed, size_t room)
{
    for (int i = 0; i < FIRST; i++) {
        snprintf(failed, room, "%s", ours[i]);
        if (!removed(dirfd(dir), ours[i])) return false;
    }
    *failed = '\0';
    return files_sync_names(files_at(path, ours[0]).text);
}

bool runfiles_clear(const char *path, char *failed, size_t room)
{
    *failed = '\0';
    DIR *dir = opendir(path);
    if (dir == NULL) return false;
    const bool good = remove_first(dir, path, failed, room) && remove_files(dir, true, failed, room);
    const int why = errno;
    closedir(dir);
    errno = why;
    return good;
}

void runfiles_sweep(const char *path)
{
    char ignored[64];
    DIR *dir = opendir(path);
    if (dir == NULL) return;
    remove_files(dir, false, ignored, sizeof ignored);
    closedir(dir);
}

/* ---- the journal ---- */

/* Adds a line, which is freed, to a file of dir. */
static bool add_line(const char *dir, const char *name, const char *first, char *line)
{
    OWNED char *mine = line;
    return files_add(files_at(dir, name).text, first, mine);
}

bool journal_log(const char *dir, const char *format, va_list args)
{
    char stamp[32];
    OWNED char *said = text_new_v(format, args);
    time_t now = time(NULL);
    struct tm when;
    plain_text(said, true); /* it is read with cat, and line by line */
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &when));
    return add_line(dir, "log.txt", NULL, text_new("%s %s\n", stamp, said));
}

bool journal_timing(const char *dir, const RunTiming *t)
{
    char share[24] = RECORD_MISSING;
    if (!isnan(t->share)) snprintf(share, sizeof share, "%.4f", t->share);
    char *line = text_new("%.3f\t%" PRId64 "\t%" PRId64 "\t%s\t%s\n", t->seconds, t->plays, t->turns, share, t->phase);
    return add_line(dir, "timing.tsv", "seconds\tgames\tpieces\tshare\tphase\n", line);
}

double journal_share(const char *dir)
{
    char end[256] = "";
    double share = 0;
    struct stat st;
    const int file = files_open(files_at(dir, "timing.tsv").text, O_RDONLY, &st);
    const off_t most = sizeof end - 1, from = file >= 0 && st.st_size > most ? st.st_size - most : 0;
    const ssize_t got = file >= 0 ? pread(file, end, (size_t)most, from) : 0;
    if (file >= 0) close(file);
    while (got > 0 && end[strlen(end) - 1] == '\n') end[strlen(end) - 1] = '\0';
    const char *last = strrchr(end, '\n');
    return last != NULL && sscanf(last, "%*f %*d %*d %lf", &share) == 1 && share <= 1 ? share : 0;
}
