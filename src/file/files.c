/* files.c. Reads files whole, and writes them so that a reader sees the old one or the new one. */
#include "file/files.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* The bytes of dir without the slashes at its end. */
static int stem_of(const char *dir)
{
    size_t n = strlen(dir);
    while (n > 0 && dir[n - 1] == '/') n--;
    return (int)n;
}

char *files_path(const char *dir, const char *name)
{
    return text_new("%.*s/%s", stem_of(dir), dir, name);
}

FilePath files_at(const char *dir, const char *name)
{
    FilePath p;
    snprintf(p.text, sizeof p.text, "%.*s/%s", stem_of(dir), dir, name);
    return p;
}

char *files_real(const char *path)
{
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) mem_exhausted(BUFSIZ);
    return real;
}

char *files_name(const char *named)
{
    char *path = mem_text(named);
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') path[--n] = '\0';
    char *slash = strrchr(path, '/');
    const char *last = slash != NULL ? slash + 1 : path;
    if (strcmp(last, ".") == 0 || strcmp(last, "..") == 0) {
        char *real = files_real(named);
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

bool files_ends_in(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

bool files_exists(const char *path)
{
    return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG);
}

bool files_has(const char *dir, const char *name)
{
    return files_exists(files_at(dir, name).text);
}

bool files_is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool sync_all(int fd)
{
    int done = fsync(fd);
    while (done != 0 && errno == EINTR) done = fsync(fd);
    return done == 0;
}

/* Closes fd and returns good, or false if that fails. errno keeps the first error. */
static bool closed(int fd, bool good)
{
    int why = errno;
    bool shut = close(fd) == 0;
    if (!good) errno = why;
    return good && shut;
}

/* A file system that cannot sync a directory (EINVAL, EOPNOTSUPP) is no failure. */
bool files_sync_names(const char *path)
{
    OWNED char *copy = mem_text(path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd >= 0 && closed(fd, sync_all(fd) || errno == EINVAL || errno == EOPNOTSUPP);
}

/* True: the directory exists afterwards. Its name survives a loss of power if the directory above can be read. */
static bool make_one(const char *path)
{
    if (mkdir(path, 0777) != 0) return errno == EEXIST;
    files_sync_names(path);
    return true;
}

bool files_make_directory(const char *path)
{
    if (path[0] == '\0') return false;
    OWNED char *part = mem_text(path);
    bool made = true;
    for (char *p = part + 1; made && *p != '\0'; p++)
        if (*p == '/') {
            *p = '\0';
            made = make_one(part);
            *p = '/';
        }
    made = made && make_one(part) && files_is_directory(part);
    return made;
}

/* Reads f whole, and closes it. */
static char *read_stream(FILE *f, size_t *size)
{
    char *text = NULL;
    size_t room = 0, bytes = 0;
    for (size_t got = 1; got > 0; bytes += got) {
        text = mem_grow_bytes(text, &room, bytes + 65536);
        got = fread(text + bytes, 1, room - bytes - 1, f);
    }
    text[bytes] = '\0';
    const bool read = !ferror(f);
    const int why = errno;
    fclose(f);
    if (read && size != NULL) *size = bytes;
    if (read) return text;
    free(text);
    errno = why;
    return NULL;
}

int files_open(const char *path, int flags, struct stat *st)
{
    int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC, 0666);
    *st = (struct stat){0};
    if (fd < 0) return -1;
    if (fstat(fd, st) == 0 && S_ISREG(st->st_mode)) return fd;
    close(fd);
    errno = S_ISDIR(st->st_mode) ? EISDIR : ENXIO;
    return -1;
}

/* Bytes that have just been read can be given back: C libraries have room for more than the one that the standard promises. */
bool files_begin_text(FILE *f)
{
    char mark[4] = "";
    size_t n = fread(mark, 1, 3, f);
    if (strcmp(mark, "\xEF\xBB\xBF") == 0) return true;
    while (n > 0) ungetc((unsigned char)mark[--n], f);
    return strncmp(mark, "\xFE\xFF", 2) != 0 && strncmp(mark, "\xFF\xFE", 2) != 0;
}

FILE *files_stream(const char *path)
{
    struct stat st;
    const bool given = strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0;
    const int fd = given ? -1 : files_open(path, O_RDONLY, &st);
    FILE *f = given ? fopen(path, "rbe") : fd >= 0 ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && f == NULL) mem_exhausted(BUFSIZ);
    const bool begun = f == NULL || files_begin_text(f);
    if (f == NULL || (begun && !ferror(f))) return f;
    const int why = begun ? errno : EILSEQ;
    fclose(f);
    errno = why;
    return NULL;
}

char *files_read(const char *path, size_t *size)
{
    FILE *f = files_stream(path);
    return f != NULL ? read_stream(f, size) : NULL;
}

bool files_text(char **text, const char *path, size_t *size, Errors *errors)
{
    *text = files_read(path, size);
    if (*text != NULL || status_absent(errno)) return true;
    errors_add(errors, "%s: cannot be read: %s", path, files_why(errno));
    return false;
}

/* ---- streams into memory ---- */

/* The memory that a stream writes to. */
typedef struct {
    char **text;  /* the caller's text: (room), n bytes and a zero */
    size_t *size; /* the caller's copy of n; NULL: none */
    size_t n, room;
} Memory;

static ssize_t remember(void *stream, const char *bytes, size_t n)
{
    Memory *m = stream;
    *m->text = mem_grow_bytes(*m->text, &m->room, m->n + n + 1);
    memcpy(*m->text + m->n, bytes, n);
    m->n += n;
    (*m->text)[m->n] = '\0';
    if (m->size != NULL) *m->size = m->n;
    return (ssize_t)n;
}

static int forget(void *stream)
{
    free(stream);
    return 0;
}

int files_scan(const char *dir, struct dirent ***entry, int (*filter)(const struct dirent *entry),
               int (*compare)(const struct dirent **a, const struct dirent **b))
{
    const int n = scandir(dir, entry, filter, compare);
    if (n >= 0) return n;
    if (errno == ENOMEM) mem_exhausted(BUFSIZ);
    *entry = NULL;
    return 0;
}

FILE *files_memory(char **text, size_t *size)
{
    Memory *m = mem_new(1, sizeof *m);
    *m = (Memory){.text = text, .size = size};
    *text = NULL;
    remember(m, "", 0);
    FILE *f = fopencookie(m, "w", (cookie_io_functions_t){.write = remember, .close = forget});
    if (f == NULL) mem_exhausted(BUFSIZ);
    return f;
}

void files_memory_close(FILE *f)
{
    const bool failed = ferror(f) != 0;
    if (fclose(f) != 0 || failed) mem_exhausted(BUFSIZ);
}

/* ---- writing ---- */

const char *files_why(int error)
{
    switch (error) {
    case EILSEQ: return "it is a text in UTF-16; save it as UTF-8";
    case ELOOP: return "it is a symbolic link, which is not followed";
    case ENXIO: return "it is no regular file";
    case ESTALE: return "it was moved, replaced or cut while the program worked on it";
    default: return strerror(error);
    }
}

bool files_write(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t wrote = write(fd, text, size);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return false;
        text += wrote;
        size -= (size_t)wrote;
    }
    return true;
}

/* ---- drafts ---- */

/* The most names of drafts for a file that are tried, and how many of them are looked at each time. */
enum { DRAFTS = 1000, DRAFTS_SWEPT = 8 };

static char *draft_name(const char *path, int number)
{
    return text_new("%s.%d.tmp", path, number);
}

size_t files_drafted(const char *name)
{
    size_t n = strlen(name), length = n > 4 && strcmp(name + n - 4, ".tmp") == 0 ? n - 4 : 0;
    for (int numbers = 0; numbers < 2; numbers++) {
        size_t stem = length;
        while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9') stem--;
        if (stem > 1 && stem < length && name[stem - 1] == '.') length = stem - 1;
    }
    return length;
}

/* Whether a name is that of the open file or folder. */
static bool is_at(const char *name, int fd)
{
    struct stat at, of;
    return lstat(name, &at) == 0 && fstat(fd, &of) == 0 && at.st_dev == of.st_dev && at.st_ino == of.st_ino;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

/* Removes a draft of this user that is of the type, S_IFREG or S_IFDIR, unless a process that lives has locked it. */
static void sweep_draft(const char *draft, mode_t type)
{
    struct stat st;
    const int fd = open(draft, (type == S_IFDIR ? O_RDONLY : O_RDWR) | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    const bool ours = fstat(fd, &st) == 0 && (st.st_mode & S_IFMT) == type && st.st_uid == geteuid();
    if (ours && flock(fd, LOCK_EX | LOCK_NB) == 0 && is_at(draft, fd)) nftw(draft, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    close(fd);
}

/* Makes a file or folder and locks it. -1: errno; EEXIST: the name is taken, or another process has swept it away meanwhile. */
static int make_locked(const char *draft, mode_t type)
{
    const bool folder = type == S_IFDIR;
    if (folder && mkdir(draft, 0700) != 0) return -1;
    const int fd = open(draft, (folder ? O_RDONLY : O_WRONLY | O_CREAT | O_EXCL) | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && is_at(draft, fd)) return fd;
    if (fd >= 0) close(fd);
    if (fd >= 0 || (folder && errno == ENOENT)) errno = EEXIST;
    return -1;
}

/* Makes a draft for path, and removes those that killed processes have left. Returns the descriptor of a new file or folder, or 0
 * after giving the file `from` (may be NULL) that second name. *draft: the name, owned by the caller. -1: see errno. */
static int make_draft(const char *path, const char *from, mode_t type, char **draft)
{
    int made = -1;
    for (int i = 0; i < DRAFTS_SWEPT; i++) {
        OWNED char *name = draft_name(path, i);
        sweep_draft(name, type);
    }
    *draft = NULL;
    errno = EEXIST;
    for (int i = 0; i < DRAFTS && made < 0 && errno == EEXIST; i++) {
        free(*draft);
        *draft = draft_name(path, i);
        made = from != NULL ? link(from, *draft) : make_locked(*draft, type);
    }
    return made;
}

/* Whether path may be replaced: devices and pipes must not be. */
static bool may_replace(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0 || S_ISREG(st.st_mode) || S_ISLNK(st.st_mode) || S_ISDIR(st.st_mode)) return true;
    errno = ENXIO;
    return false;
}

bool files_begin(FilesDraft *d, const char *path)
{
    *d = (FilesDraft){.path = path, .fd = -1};
    if (may_replace(path)) d->fd = make_draft(path, NULL, S_IFREG, &d->draft);
    return d->fd >= 0;
}

bool files_end(FilesDraft *d, bool good)
{
    const bool begun = d->fd >= 0;
    good = begun && good && sync_all(d->fd) && rename(d->draft, d->path) == 0; /* locked until it has its name */
    int why = errno;
    if (!good && begun) unlink(d->draft);
    if (begun) close(d->fd);
    free(d->draft);
    errno = why;
    return good && files_sync_names(d->path);
}

bool files_room_begin(FilesDraft *d, const char *path)
{
    *d = (FilesDraft){.path = path};
    d->fd = make_draft(path, NULL, S_IFDIR, &d->draft);
    return d->fd >= 0;
}

void files_room_end(FilesDraft *d)
{
    if (d->fd >= 0) nftw(d->draft, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    if (d->fd >= 0) close(d->fd);
    free(d->draft);
}

bool files_replace(const char *path, const char *text, size_t size)
{
    FilesDraft d;
    const bool begun = files_begin(&d, path);
    return files_end(&d, begun && files_write(d.fd, text, size));
}

bool files_copy_name(const char *path, const char *name)
{
    char *draft;
    const bool linked = make_draft(name, path, S_IFREG, &draft) == 0;
    bool good = linked && rename(draft, name) == 0;
    if (linked) unlink(draft); /* if both names already are one file, rename leaves the draft */
    free(draft);
    if (good) return true;
    size_t size; /* the file system has no links, so the file is copied */
    OWNED char *text = files_read(path, &size);
    good = text != NULL && files_replace(name, text, size);
    return good;
}

/* ---- appending ---- */

bool files_append(const char *path, int64_t offset, const char *text, size_t size)
{
    struct stat st;
    assert(offset >= 0);
    int fd = files_open(path, O_WRONLY | O_NOFOLLOW | (offset > 0 ? 0 : O_CREAT), &st);
    if (fd < 0 && errno == ENOENT && offset > 0) errno = ESTALE;
    if (fd < 0) return false;
    bool good = st.st_size >= offset;
    if (!good) errno = ESTALE;
    good = good && ftruncate(fd, offset) == 0 && lseek(fd, offset, SEEK_SET) == offset;
    good = closed(fd, good && files_write(fd, text, size) && sync_all(fd));
    return good && (offset > 0 || files_sync_names(path));
}

bool files_add(const char *path, const char *first, const char *text)
{
    struct stat st;
    int fd = files_open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, &st);
    if (fd < 0) return false;
    OWNED char *all = text_new("%s%s", first != NULL && st.st_size == 0 ? first : "", text);
    bool good = files_write(fd, all, strlen(all));
    int why = errno;
    if (!good && ftruncate(fd, st.st_size) != 0) errno = why; /* the first reason counts */
    errno = why;
    return closed(fd, good);
}

/* ---- files of the program: beside build/ in a clone, below share/swarmtris when installed ---- */

/* Relative to the folder of build/<variant>/swarmtris, PREFIX/bin/swarmtris and build/<variant>/tests/test_x; of the library in a
 * wheel, and in PREFIX/lib/x86_64-linux-gnu. */
static const char *const places[] = {"../..", "../share/swarmtris", "../../..", "share/swarmtris", "../../share/swarmtris"};

/* Writes the path of the running program; "": unknown. */
static void find_self(char self[PATH_MAX])
{
    const ssize_t n = readlink("/proc/self/exe", self, PATH_MAX - 1);
    self[n > 0 ? n : 0] = '\0';
}

/* The file in a line of /proc/self/maps, "BEGIN-END MODE OFFSET DEVICE INODE FILE", if this code lies between BEGIN and END; else
 * NULL. Points into the line. */
static char *file_of_line(char *line)
{
    uintptr_t begin, end, here = (uintptr_t)places_code;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2 || here < begin || here >= end) return NULL;
    line[strcspn(line, "\n")] = '\0';
    return strchr(line, '/');
}

char *places_code(void)
{
    char *line = NULL, *found = NULL, self[PATH_MAX];
    size_t room = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && found == NULL && getline(&line, &room, maps) > 0) found = mem_text(file_of_line(line));
    if (maps != NULL) fclose(maps);
    free(line);
    find_self(self);
    if (found == NULL || strcmp(found, self) != 0) return found;
    free(found);
    return mem_text("/proc/self/exe"); /* readable even if the file has been replaced since the start */
}

char *places_program(void)
{
    char self[PATH_MAX];
    OWNED char *code = places_code();
    find_self(self);
    const bool library = code != NULL && strcmp(code, "/proc/self/exe") != 0;
    char *folder = mem_text(library ? code : self), *slash = strrchr(folder, '/');
    if (slash != NULL) *slash = '\0';
    return folder;
}

char *places_find(const char *name)
{
    OWNED char *folder = places_program();
    char *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && found == NULL; i++) {
        const FilePath path = files_at(files_at(folder, places[i]).text, name);
        if (access(path.text, R_OK) == 0) found = files_real(path.text);
    }
    return found;
}

/* ---- the number of the format ---- */

static const char mark[] = "# swarmtris, format ";
static const char member[] = "\"format\": ";

const char *format_refusal(int format, char *out, size_t room)
{
    assert(format != FORMAT_NOW && room >= 120);
    if (format <= FORMAT_FIRST)
        snprintf(out, room, "is in format %d, which swarmtris 0.1.0 reads, and this version does not", format);
    else if (format < FORMAT_NOW)
        snprintf(out, room, "is in format %d, which an early swarmtris 0.2.0 can go on with; this version only reads it", format);
    else
        snprintf(out, room, "is in format %d, which a newer swarmtris wrote; this version reads format %d", format, FORMAT_NOW);
    return out;
}

void format_write(FILE *out)
{
    fprintf(out, "%s%d\n", mark, FORMAT_NOW);
}

int format_of_line(const char *line)
{
    size_t length = sizeof mark - 1;
    return strncmp(line, mark, length) == 0 ? atoi(line + length) : 0;
}

int format_of_run(const char *json)
{
    const char *at = strstr(json, member);
    return at != NULL ? atoi(at + sizeof member - 1) : strstr(json, "\"version\": ") != NULL ? FORMAT_FIRST : 0;
}

/* ---- exit statuses ---- */

Status status_of_write(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO: return STATUS_IO;
    default: return STATUS_CANT_CREATE;
    }
}

bool status_absent(int error)
{
    return error == ENOENT || error == ENOTDIR;
}
