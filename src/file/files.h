/* run/files.h. Files that are either the old ones or the new ones, never half of each.
 *
 * Every function that writes returns true, or false with the reason in errno; on failure the old file is as it was. */
#ifndef SWARMTRIS_FILE_FILES_H
#define SWARMTRIS_FILE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* "dir/name", owned by the caller. */
char *files_path(const char *dir, const char *name);

/* The last part of a path, of its real path where it has none (".", "runs/.."); owned by the caller. */
char *files_name(const char *named);

bool files_exists(const char *path);
bool files_is_directory(const char *path);

/* Makes the directory and those above it that are missing; true if it is there in the end. */
bool files_make_directory(const char *path);

/* The whole file with a zero behind it, owned by the caller; NULL with errno. *size (may be NULL): its bytes. */
char *files_read(const char *path, size_t *size);

/* A stream into memory: after files_memory_close *text is what was written (*size bytes and a zero), owned by the caller. Both abort
 * where memory runs out. */
FILE *files_memory(char **text, size_t *size);
void files_memory_close(FILE *f);

/* Temporary file, write, fsync, rename, fsync of the directory. */
bool files_replace(const char *path, const char *text, size_t size);

/* A second name for the file at path, replacing what bore it. */
bool files_copy_name(const char *path, const char *name);

/* Appends to the file, from byte offset on: what lay behind is cut off first. fsync. */
bool files_append(const char *path, int64_t offset, const char *text, size_t size);

#endif
