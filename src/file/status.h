/* file/status.h. The exit statuses of the program, with the numbers of sysexits.h as far as possible.
 *
 * Idea: one list makes the enum and the table of the pages (src/docs/), so that no status is without an explanation. */
#ifndef SWARMTRIS_FILE_STATUS_H
#define SWARMTRIS_FILE_STATUS_H

#include <stdbool.h>

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
