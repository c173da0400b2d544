/* one_thread.c. What the library takes from a system, for one that has no threads, no locks and no libinih: WebAssembly.
 *
 * Idea: the library asks eval/team.h for threads and libinih for the lines of an ini, and little else. Here a team is its caller,
 * and a file is locked by whoever asks, since there is one process.
 * Source of the lines: the documentation of libinih 56, as Debian builds it. */
#include "eval/team.h"

#include <ctype.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

void team_run(int n, TeamWork *work, void *ctx)
{
    for (int thread = 0; thread < n; thread++) work(ctx, thread);
}

int team_startable(int n)
{
    (void)n;
    return 1;
}

int team_processors(void)
{
    return 1;
}

int team_places(long first, bool *possible)
{
    (void)first;
    *possible = true;
    return 0;
}

size_t team_stack(void)
{
    return SIZE_MAX;
}

void team_stack_raise(size_t least)
{
    (void)least;
}

/* ---- lines of an ini ---- */

/* Bytes of the names of sections and keys. */
enum { NAME_ROOM = 50 };

static char *without_end(char *text)
{
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--) text[n - 1] = '\0';
    return text;
}

static char *without_begin(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    return text;
}

/* The first of these letters in text, or a comment: a semicolon behind a blank. NULL: neither. */
static char *first_of(char *text, const char *letters)
{
    for (char *at = text; *at != '\0'; at++)
        if (strchr(letters, *at) != NULL || (*at == ';' && at > text && isspace((unsigned char)at[-1]))) return at;
    return NULL;
}

static void cut_comment(char *value)
{
    char *comment = first_of(value, "");
    if (comment != NULL) *comment = '\0';
    without_end(value);
}

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user)
{
    char line[INI_MAX_LINE], section[NAME_ROOM] = "", key[NAME_ROOM] = "";
    int wrong = 0;
    for (int number = 1; reader(line, sizeof line, stream) != NULL; number++) {
        char *begin = without_begin(without_end(line)), *end;
        bool fine = true;
        if (*begin == '\0' || *begin == ';' || *begin == '#') continue;
        if (key[0] != '\0' && begin > line) { /* indented: the entry above goes on */
            cut_comment(begin);
            fine = handler(user, section, key, begin) != 0;
        } else if (*begin == '[') {
            end = first_of(begin + 1, "]");
            fine = end != NULL && *end == ']';
            if (fine) snprintf(section, sizeof section, "%.*s", (int)(end - begin - 1), begin + 1);
            key[0] = '\0';
        } else {
            end = first_of(begin, "=:");
            fine = end != NULL && *end != ';';
            if (fine) {
                *end = '\0';
                snprintf(key, sizeof key, "%s", without_end(begin));
                char *value = without_begin(end + 1);
                cut_comment(value);
                fine = handler(user, section, without_end(begin), value) != 0;
            }
        }
        if (!fine && wrong == 0) wrong = number;
    }
    return wrong;
}

/* ---- files ---- */

int flock(int file, int operation)
{
    (void)file, (void)operation;
    return 0;
}

uid_t geteuid(void)
{
    return 0;
}

char *realpath(const char *restrict path, char *restrict out)
{
    (void)out;
    return strdup(path);
}

int gethostname(char *name, size_t room)
{
    snprintf(name, room, "browser");
    return 0;
}
