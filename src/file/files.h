/* file/files.h. Replaces files so that readers see the old file or the new one, never half of each; where the files of the
 * program are; the format in which it writes; its exit statuses.
 *
 * Idea: a new file is written as a draft beside its place and then renamed. A draft is locked by its writer, so that no other
 * writes to it, and the next one for the same place removes what a killed process has left.
 * What is read is a regular file, or a descriptor of this process (/dev/stdin, /dev/fd/N): a pipe that lies in a folder must not
 * block.
 * Every function that writes returns true, or false with the reason in errno (files_why). Even then, a replaced file is either
 * the old or the new one.
 * Never: writes through a symbolic link in the place of a file, or to anything but a regular file. */
#ifndef SWARMTRIS_FILE_FILES_H
#define SWARMTRIS_FILE_FILES_H

#include "base/error.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* "dir/name", owned by the caller. */
char *files_path(const char *dir, const char *name);

/* "dir/name" as a value, which lives as long as its expression: files_at(dir, name).text. If the path is too long for the system,
 * the cut text is still too long, so that the system refuses it (ENAMETOOLONG). */
typedef struct {
    char text[PATH_MAX + 1];
} FilePath;
FilePath files_at(const char *dir, const char *name);

/* The last name of a path, or of its real path if it ends in "." or ".."; owned by the caller. */
char *files_name(const char *named);

/* Whether name ends in `end` and is longer. */
bool files_ends_in(const char *name, const char *end);

/* Whether there is something at path. If that is unknown (a broken disk, a directory without permission) the answer is yes, so
 * that nothing is overwritten. */
bool files_exists(const char *path);
bool files_has(const char *dir, const char *name); /* whether there is DIR/NAME */
bool files_is_directory(const char *path);

/* Makes the directory and all missing ones above it. True: it exists afterwards. */
bool files_make_directory(const char *path);

/* The contents of a file and a terminating zero, owned by the caller; NULL: see errno. *size (may be NULL): bytes of the file. */
char *files_read(const char *path, size_t *size);

/* files_read of a file that may be missing: then *text is NULL, too. False: it cannot be read, as a sentence says. */
bool files_text(char **text, const char *path, size_t *size, Errors *errors);

/* A stream that reads a file from its beginning, but for a byte order mark; NULL: see errno. */
FILE *files_stream(const char *path);

/* Passes over the byte order mark with which some editors begin a text. False: it is that of UTF-16 (EILSEQ). */
bool files_begin_text(FILE *f);

/* Opens a regular file; *st describes it. -1: see errno. A pipe does not block. */
int files_open(const char *path, int flags, struct stat *st);

/* The path without links and dots, owned by the caller; NULL: there is no such file (errno). Aborts if memory runs out. */
char *files_real(const char *path);

/* Lists a directory with scandir; 0 entries if it cannot be read. Aborts if memory runs out, since an incomplete list would
 * look complete. */
int files_scan(const char *dir, struct dirent ***entry, int (*filter)(const struct dirent *entry),
               int (*compare)(const struct dirent **a, const struct dirent **b));

/* A stream into memory. After fflush or files_memory_close, *text (owned by the caller) is the written text with a zero, and
 * *size its bytes; size may be NULL. If memory runs out the program aborts, while open_memstream of the C library would leave a
 * hole unnoticed. */
FILE *files_memory(char **text, size_t *size);
void files_memory_close(FILE *f);

/* The reason of a failure for people, as the end of a sentence. Four codes have texts of this module: EILSEQ, a text in UTF-16;
 * ELOOP, a symbolic link; ENXIO, no regular file; ESTALE, a file or directory that has changed. */
const char *files_why(int error);

/* Writes all of text (size) to a descriptor, however often signals interrupt the write. */
bool files_write(int fd, const char *text, size_t size);

/* Replaces the file at path by text (size): writes a draft, fsync, rename, fsync of the directory. */
bool files_replace(const char *path, const char *text, size_t size);

/* files_replace in pieces: files_begin, files_write to fd for each piece, files_end in any case. good: all pieces were written.
 * False: the old file, if there was one, is unchanged. */
typedef struct {
    const char *path; /* borrowed */
    char *draft;      /* name of the draft, a file or a folder; owned */
    int fd;           /* the draft, open and locked; -1: it could not be made */
} FilesDraft;
bool files_begin(FilesDraft *d, const char *path);
bool files_end(FilesDraft *d, bool good);

/* A new folder for what is drawn or written on the way to path: d->draft. files_room_end removes it with all that it holds. */
bool files_room_begin(FilesDraft *d, const char *path);
void files_room_end(FilesDraft *d);

/* If name is that of a draft: the length of the name of the file that it is for; else 0. */
size_t files_drafted(const char *name);

/* Gives the file at path a second name, which replaces any file of that name. */
bool files_copy_name(const char *path, const char *name);

/* Makes sure that the names in the directory of path survive a loss of power. False: errno. */
bool files_sync_names(const char *path);

/* Cuts the file off at byte offset, and appends text (size) there. Then fsync, also of the directory if the file is new. ESTALE:
 * the file is shorter than offset. */
bool files_append(const char *path, int64_t offset, const char *text, size_t size);

/* Adds text to the end of the file, all of it or nothing. A new file begins with `first` (NULL: nothing). No fsync. */
bool files_add(const char *path, const char *first, const char *text);

/* ---- files of the program ---- */

/* The path of a file or folder of the program ("params/bench.ini", "plots"), owned by the caller; NULL: not found. */
char *places_find(const char *name);

/* The folder of the program itself, or of the library, for a sentence about a missing file. Owned by the caller. */
char *places_program(void);

/* The file that this code was loaded from: of the program itself, or of the shared library. Owned by the caller; NULL: it is not
 * known (there is no /proc). */
char *places_code(void);

/* ---- the number of the format ----
 *
 * Names of keys, columns and fields change with the program. Every file states its format, so that a program that would misread
 * the file refuses it instead, and names the version that can read it.
 *     inis, weights files   the first line: "# swarmtris, format 3"
 *     run.json              "format": 3, which also holds for the tables of the run
 *     checkpoint            the first line: "swarmtris checkpoint 3"
 *     learned tables        the first line: "swarmtris table 3"
 * Format 1, of version 0.1.0, had no number in inis and run.json. Weights files are read in every format. Runs of format 2, whose
 * intervals were half widths, are read, but not resumed. A new column needs no new format (store/rundir.h). */

/* FORMAT_READ: the oldest whose runs are read; FORMAT_RULES: the oldest whose weights files state max_pieces only as a rule. */
enum { FORMAT_FIRST = 1, FORMAT_READ = 2, FORMAT_RULES = 3, FORMAT_NOW = 3 };

/* The end of a sentence about a file in another format than FORMAT_NOW: "is in format 1, which swarmtris 0.1.0 reads, and this
 * version does not". room >= 120. Returns out. */
const char *format_refusal(int format, char *out, size_t room);

/* format_write prints the first line of an ini or weights file. format_of_line reads the number in such a line; 0: none. */
void format_write(FILE *out);
int format_of_line(const char *line);

/* The number in the text of a run.json; FORMAT_FIRST where it states a version alone, 0 where it is damaged. */
int format_of_run(const char *json);

/* ---- exit statuses, with the numbers of sysexits.h as far as possible ----
 *
 * One list makes the enum and the table of the pages (src/docs/), so that no status is without an explanation. */
/* clang-format off */
/* The name in the source, the number, and what it tells the user. */
#define STATUSES(ROW) \
    ROW(STATUS_OK, 0, "done") \
    ROW(STATUS_NO, 1, "a verification failed; a training found nothing in its minutes; compare: the first is worse") \
    ROW(STATUS_EQUAL, 2, "compare: the two are equal within the margin") \
    ROW(STATUS_NOT_KNOWN, 3, "compare: undecided after the games that were allowed") \
    ROW(STATUS_USAGE, 64, "the command line is wrong: an unknown verb or option, or a value that cannot be") \
    ROW(STATUS_DATA, 65, "corrupt data: a damaged checkpoint, invalid weights") \
    ROW(STATUS_NO_INPUT, 66, "a file that the command line names is missing or cannot be read") \
    ROW(STATUS_UNAVAILABLE, 69, "not on this machine: gnuplot, libjansson, instruction set, stack; nothing for bench to play") \
    ROW(STATUS_INTERNAL, 70, "a fault of the program") \
    ROW(STATUS_CANT_CREATE, 73, "a directory or file cannot be created, or one that must not be overwritten is in the way") \
    ROW(STATUS_IO, 74, "input or output failed: a full disk, a limit of file sizes; the last checkpoint is intact") \
    ROW(STATUS_STOPPED, 75, "stopped early, can be resumed: SIGTERM, SIGUSR1 or 2, a file STOP in the run, --max-time") \
    ROW(STATUS_CONFIG, 78, "something is wrong inside an ini, or in a file that it names; all mistakes are listed") \
    ROW(STATUS_INTERRUPTED, 130, "Ctrl-C: the program saves and then dies by SIGINT, which a shell reports as 130")
/* clang-format on */

#define STATUS_ENUMERATOR(name, number, meaning) name = number,
typedef enum { STATUSES(STATUS_ENUMERATOR) } Status;

/* The status for a folder or file that could not be made, by errno: STATUS_IO if the disk, a quota or a limit is the reason, else
 * STATUS_CANT_CREATE. */
Status status_of_write(int error);

/* Whether errno says that there is no such file, rather than that it is unreadable or unknown. */
bool status_absent(int error);

#endif
