/* file/files.h. Replaces files so that readers see the old file or the new one, never half of each.
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
bool files_is_directory(const char *path);

/* Makes the directory and all missing ones above it. True: it exists afterwards. */
bool files_make_directory(const char *path);

/* The contents of a file and a terminating zero, owned by the caller; NULL: see errno. *size (may be NULL): bytes of the file. */
char *files_read(const char *path, size_t *size);

/* A stream that reads a file from its beginning; NULL: see errno. */
FILE *files_stream(const char *path);

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

/* The reason of a failure for people, as the end of a sentence. Three codes have texts of this module: ELOOP, a symbolic link;
 * ENXIO, no regular file; ESTALE, a file or directory that has changed. */
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

#endif
