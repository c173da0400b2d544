/* lock.c. Takes the lock of a run directory, and asks whether it is taken. */
#include "store/lock.h"

#include "file/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* Times that a lock which others only ask for is tried again, and the pause between them in nanoseconds. */
enum { TRIES = 200, PAUSE = 1000000 };

/* Opens LOCK, be it a file that never blocks. -1: errno. */
static int open_lock(const char *dir, int flags)
{
    struct stat st;
    return files_open(files_at(dir, "LOCK").text, flags | O_NOFOLLOW, &st);
}

static int lock_file(int file, int how)
{
    int locked = flock(file, how | LOCK_NB);
    while (locked != 0 && errno == EINTR) locked = flock(file, how | LOCK_NB);
    return locked;
}

/* Takes it for this process alone. A shared lock can be had beside those who ask, and not beside a run. */
static bool take_alone(int file)
{
    for (int i = 0; i < TRIES; i++) {
        if (lock_file(file, LOCK_EX) == 0) return true;
        if (errno != EWOULDBLOCK || lock_file(file, LOCK_SH) != 0) return false;
        flock(file, LOCK_UN);
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
    }
    errno = EWOULDBLOCK;
    return false;
}

int lock_take(const char *dir, bool *held)
{
    const int file = open_lock(dir, O_RDWR | O_CREAT);
    *held = file >= 0 && take_alone(file);
    if (file < 0 || *held || errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK) return file;
    const int why = errno;
    close(file);
    errno = why;
    return -1;
}

bool lock_is_held(const char *dir)
{
    int file = open_lock(dir, O_RDONLY);
    if (file < 0) return false;
    bool held = lock_file(file, LOCK_SH) != 0 && errno == EWOULDBLOCK;
    close(file);
    return held;
}
