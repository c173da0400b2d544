/* status.c. Distinguishes full or broken disks from places where nothing may be created, and missing files from unreadable
 * ones. */
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
