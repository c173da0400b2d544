/* gnuplot.c. Finds the scripts, runs gnuplot on them, and separates its warnings from its failures. */
#include "report/gnuplot.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/message.h"
#include "file/places.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n)
{
    assert(n >= 1);
    char *words = NULL;
    size_t size = 0;
    FILE *out = files_memory(&words, &size);
    for (int k = 0; k < n; k++) message_shell_word(out, dir[k]);
    if (fclose(out) != 0) abort();
    errors_add(
        how->errors,
        "gnuplot is not installed (Debian package gnuplot-nox): the statistics for the charts are in %s; to draw it later: "
        "swarmtris plot %s",
        folder, words);
    free(words);
}

/* The folder of the scripts, owned by the caller; NULL: it is not found, and errors gets a sentence. */
static char *find_plots(const Charts *how)
{
    char *place = how->plots != NULL ? mem_text(how->plots) : places_find("plots");
    char *style = place != NULL ? files_path(place, "style.gp") : NULL, *program = places_program();
    char *found = style != NULL && access(style, R_OK) == 0 ? realpath(place, NULL) : NULL;
    if (found == NULL)
        errors_add(how->errors,
                   "the scripts that draw charts are not in %s: they belong into plots/ of the clone or share/swarmtris/plots",
                   how->plots != NULL ? how->plots : program);
    free(place);
    free(style);
    free(program);
    return found;
}

/* Whether a message of gnuplot or fontconfig is no reason for concern: it is about a column without numbers, the last line of a
 * table that is still being written, or a cache that cannot be written. */
static bool is_idle(const char *line)
{
    static const char *const idle[] = {"No valid data points found in file", "no column with header", "Fontconfig"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strstr(line, idle[i]) != NULL) return true;
    return *line == '\0';
}

/* Keeps the lines that have a message: gnuplot puts blank lines and a caret around its messages. */
static void keep_lines(char *text, Errors *lines)
{
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        line += strspn(line, " \t^\r");
        if (!is_idle(line)) errors_add(lines, "%s", line);
    }
}

/* Runs gnuplot in folder; its messages, which it writes to the file `notes` there, go to said. Returns its exit status; -1: it
 * was killed, -2: it could not be started (errno). */
static int run_gnuplot(const char *folder, const char *notes, char *const *argv, Errors *said)
{
    int status = 0;
    pid_t pid;
    posix_spawn_file_actions_t to;
    posix_spawn_file_actions_init(&to);
    posix_spawn_file_actions_addchdir_np(&to, folder);
    posix_spawn_file_actions_addopen(&to, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&to, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&to, 2, notes, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int failed = posix_spawnp(&pid, "gnuplot", &to, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&to);
    while (failed == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    char *path = files_path(folder, notes), *text = files_read(path, NULL);
    if (text != NULL) keep_lines(text, said);
    free(text);
    unlink(path);
    free(path);
    errno = failed;
    return failed != 0 ? -2 : WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The line with the reason of a failure: gnuplot repeats the command first, then come "script" line 12: and the reason. */
static const char *reason(const Errors *said)
{
    for (int i = 0; i < said->n; i++)
        if (strstr(said->line[i], "\" line ") != NULL) return said->line[i];
    return said->n > 0 ? said->line[0] : "nothing, but the picture is not there";
}

/* Renames a finished drawing to its final name, or reports why there is none. */
static Status publish(const Charts *how, const char *temporary, const char *picture, int exit_status, const Errors *said)
{
    struct stat about;
    const int why = errno;
    if (exit_status == -2 && why == ENOENT) return STATUS_UNAVAILABLE;
    if (exit_status == -2)
        errors_add(how->errors, "%s: gnuplot cannot be started: %s", picture, strerror(why));
    else if (exit_status != 0 || stat(temporary, &about) != 0 || about.st_size == 0)
        errors_add(how->errors, "%s: not drawn: gnuplot says: %s", picture, reason(said));
    else if (rename(temporary, picture) == 0) {
        for (int i = 0; how->warnings != NULL && i < said->n; i++)
            errors_add(how->warnings, "%s: gnuplot says: %s", picture, said->line[i]);
        if (how->drawn != NULL) errors_add(how->drawn, "%s", picture);
        return STATUS_OK;
    } else {
        errors_add(how->errors, "%s: cannot be written: %s", picture, strerror(errno));
        return STATUS_IO;
    }
    return STATUS_INTERNAL;
}

static Status draw_picture(const Charts *how, const char *script, const char *run, const char *folder, const char *base,
                           const char *format)
{
    assert(strlen(base) < 100 && strlen(format) < 10);
    char name[200], temporary_name[240], notes[240];
    snprintf(name, sizeof name, "%s.%s", base, format);
    snprintf(temporary_name, sizeof temporary_name, "%s.%ld.tmp", name, (long)getpid());
    snprintf(notes, sizeof notes, "%s.%ld.notes.tmp", name, (long)getpid());
    char *picture = files_path(folder, name), *temporary = files_path(folder, temporary_name);
    const char *argv[] = {"gnuplot", "-d", "-c", script, run, format, temporary_name, ".", base, NULL};

    Errors said = {0};
    int exit_status = run_gnuplot(folder, notes, (char *const *)argv, &said);
    Status status = publish(how, temporary, picture, exit_status, &said);
    if (status != STATUS_OK) unlink(temporary);
    errors_free(&said);
    free(picture);
    free(temporary);
    return status;
}

Status gnuplot_draw(const Charts *how, const char *script, const char *run, const char *folder, const char *base)
{
    char *plots = find_plots(how), file[64];
    if (plots == NULL) return STATUS_INTERNAL;
    snprintf(file, sizeof file, "%s.gp", script);
    char *path = files_path(plots, file);
    Status status = draw_picture(how, path, run, folder, base, how->format != NULL ? how->format : "png");
    if (how->format == NULL && status == STATUS_OK) status = draw_picture(how, path, run, folder, base, "svg");
    free(path);
    free(plots);
    return status;
}
