/* file/files.h. Files that are either the old ones or the new ones, never half of each.
 *
 * Idea: a new file is written as a draft beside its place and then renamed. The name of a draft has the number of the process,
 * so that two processes never write to one draft.
 * Every function that writes returns true, or false with the reason in errno (files_why). A file that is replaced is then the old
 * one or the new one.
 * Never: writes through a symbolic link in the place of a file, or to what is no regular file. */
#ifndef SWARMTRIS_FILE_FILES_H
#define SWARMTRIS_FILE_FILES_H

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* "dir/name", owned by the caller. */
char *files_path(const char *dir, const char *name);

/* The same as a value, for the expression that it stands in: files_at(dir, name).text. One that is too long for the system stays
 * so where it is cut, and is refused (ENAMETOOLONG). */
typedef struct {
    char text[PATH_MAX + 1];
} FilePath;
FilePath files_at(const char *dir, const char *name);

/* The last part of a path, of its real path where it has none (".", "runs/.."); owned by the caller. */
char *files_name(const char *named);

/* Whether a name ends so, and has something before that. */
bool files_ends_in(const char *name, const char *end);

/* Whether there is something. What cannot be looked at (a broken disk, a directory that is closed) counts as being there, so that
 * nothing is begun in its place. */
bool files_exists(const char *path);
bool files_is_directory(const char *path);

/* Makes the directory and those above it that are missing; true if it is there in the end. */
bool files_make_directory(const char *path);

/* The whole file with a zero behind it, owned by the caller; NULL with errno. *size (may be NULL): its bytes. */
char *files_read(const char *path, size_t *size);

/* The same of a file in a run directory: what is no regular file is refused (ENXIO), and does not block. */
char *files_read_regular(const char *path, size_t *size);

/* Opens a regular file; *st describes it. -1: errno. A pipe does not block. */
int files_open(const char *path, int flags, struct stat *st);

/* The path without links and dots, owned by the caller; NULL: there is no such file (errno). Aborts where memory runs out. */
char *files_real(const char *path);

/* What a directory holds, as scandir lists it; none if it cannot be read. Aborts where memory runs out, lest a part be taken for
 * all. */
int files_scan(const char *dir, struct dirent ***entry, int (*filter)(const struct dirent *entry),
               int (*compare)(const struct dirent **a, const struct dirent **b));

/* A stream into memory: after fflush or files_memory_close *text is what was written (*size bytes and a zero; size NULL: they are
 * not counted), owned by the caller. Where memory runs out the program aborts; that of the C library would leave a hole, and no
 * sign of it. */
FILE *files_memory(char **text, size_t *size);
void files_memory_close(FILE *f);

/* The reason of a failure for people, the end of a sentence. Beside what the system says there are three of this module's: ELOOP,
 * a symbolic link; ENXIO, no regular file; ESTALE, a file or directory that is no longer what it was. */
const char *files_why(int error);

/* Writes all of text (size) to a descriptor, however often that is interrupted. */
bool files_write(int fd, const char *text, size_t size);

/* Draft, write, fsync, rename, fsync of the directory. */
bool files_replace(const char *path, const char *text, size_t size);

/* The same in pieces, which files_write writes to fd. files_end is called in any case; good: all of them were written. False: the
 * old file, if there was one, is as it was. */
typedef struct {
    const char *path; /* borrowed */
    char *draft;      /* its name; owned */
    int fd;           /* -1: it could not be made */
} FilesDraft;
bool files_begin(FilesDraft *d, const char *path);
bool files_end(FilesDraft *d, bool good);

/* The length of the name whose draft is called name; 0: it is no draft's. */
size_t files_drafted(const char *name);

/* A second name for the file at path, replacing what bore it. */
bool files_copy_name(const char *path, const char *name);

/* Makes sure that the names in the directory of path survive a loss of power. False: errno. */
bool files_sync_names(const char *path);

/* Appends to the file, from byte offset on: what lay behind is cut off first. fsync, and where the file is new also of its
 * directory. ESTALE: the file is shorter than offset. */
bool files_append(const char *path, int64_t offset, const char *text, size_t size);

/* Adds text to the end of the file, behind `first` where the file is new (NULL: nothing): all of it or nothing. No fsync. */
bool files_add(const char *path, const char *first, const char *text);

#endif
