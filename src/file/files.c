/* files.c. Reads files whole, and writes them so that a reader sees the old one or the new one. */
#include "file/files.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *files_path(const char *dir, const char *name)
{
    size_t n = strlen(dir);
    while (n > 0 && dir[n - 1] == '/') n--;
    return text_new("%.*s/%s", (int)n, dir, name);
}

char *files_name(const char *named)
{
    char *path = mem_text(named);
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') path[--n] = '\0';
    char *slash = strrchr(path, '/');
    const char *last = slash != NULL ? slash + 1 : path;
    if (strcmp(last, ".") == 0 || strcmp(last, "..") == 0) {
        char *real = realpath(named, NULL);
        if (real != NULL) {
            free(path);
            path = real;
            slash = strrchr(path, '/');
            last = slash != NULL && slash[1] != '\0' ? slash + 1 : path;
        }
    }
    char *name = mem_text(last);
    free(path);
    return name;
}

bool files_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool files_is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool files_make_directory(const char *path)
{
    if (path[0] == '\0') return false;
    char *part = mem_text(path);
    bool made = true;
    for (char *p = part + 1; made && *p != '\0'; p++)
        if (*p == '/') {
            *p = '\0';
            made = mkdir(part, 0777) == 0 || errno == EEXIST;
            *p = '/';
        }
    made = made && (mkdir(part, 0777) == 0 || errno == EEXIST) && files_is_directory(part);
    free(part);
    return made;
}

static bool read_all(FILE *f, char **text, size_t *size)
{
    size_t room = 65536;
    *text = mem_new(room, 1);
    *size = 0;
    for (size_t got = 1; got > 0; *size += got) {
        if (room - *size < 65536) {
            room *= 2;
            *text = realloc(*text, room);
            if (*text == NULL) mem_exhausted(room);
        }
        got = fread(*text + *size, 1, room - *size - 1, f);
    }
    (*text)[*size] = '\0';
    return !ferror(f);
}

char *files_read(const char *path, size_t *size)
{
    char *text;
    size_t bytes;
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    bool read = read_all(f, &text, &bytes);
    int why = errno;
    fclose(f);
    if (!read) {
        free(text);
        errno = why;
        return NULL;
    }
    if (size != NULL) *size = bytes;
    return text;
}

FILE *files_memory(char **text, size_t *size)
{
    FILE *f = open_memstream(text, size);
    if (f == NULL) mem_exhausted(BUFSIZ);
    return f;
}

void files_memory_close(FILE *f)
{
    long bytes = ftell(f);
    if (fclose(f) != 0) mem_exhausted(bytes > 0 ? (size_t)bytes : 0);
}

static bool write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t wrote = write(fd, text, size);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        text += wrote;
        size -= (size_t)wrote;
    }
    return fsync(fd) == 0;
}

/* close keeps the first error. */
static bool closed(int fd, bool good)
{
    int why = errno;
    bool shut = close(fd) == 0;
    if (!good) errno = why;
    return good && shut;
}

static bool sync_directory(const char *path)
{
    char *copy = mem_text(path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY);
    free(copy);
    return fd >= 0 && closed(fd, fsync(fd) == 0);
}

bool files_replace(const char *path, const char *text, size_t size)
{
    char *draft = text_new("%s.tmp", path);
    int fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bool good = fd >= 0 && closed(fd, write_all(fd, text, size)) && rename(draft, path) == 0 && sync_directory(path);
    int why = errno;
    if (!good) unlink(draft);
    free(draft);
    errno = why;
    return good;
}

bool files_copy_name(const char *path, const char *name)
{
    char *draft = text_new("%s.tmp", name);
    unlink(draft);
    bool good = link(path, draft) == 0 && rename(draft, name) == 0;
    unlink(draft); /* rename does nothing where both are one file already */
    free(draft);
    if (good) return true;
    size_t size; /* a file system without links: a copy will do */
    char *text = files_read(path, &size);
    good = text != NULL && files_replace(name, text, size);
    free(text);
    return good;
}

bool files_append(const char *path, int64_t offset, const char *text, size_t size)
{
    assert(offset >= 0);
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    if (fd < 0) return false;
    bool good = ftruncate(fd, offset) == 0 && lseek(fd, offset, SEEK_SET) == offset && write_all(fd, text, size);
    return closed(fd, good);
}
