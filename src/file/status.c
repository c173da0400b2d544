/* status.c. Tells a disk that is full or broken from a place where nothing may be created, and no file from one that cannot be
 * read. */
#include "file/status.h"

#include <errno.h>

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
