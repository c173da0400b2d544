/* file/status.h. What the program's exit status says; the numbers are those of sysexits.h where it has one. */
#ifndef SWARMTRIS_FILE_STATUS_H
#define SWARMTRIS_FILE_STATUS_H

typedef enum {
    STATUS_OK = 0,        /* done */
    STATUS_NO = 1,        /* a verification said no; compare: the first is worse */
    STATUS_EQUAL = 2,     /* compare: the two are equal within the margin */
    STATUS_NOT_KNOWN = 3, /* compare: the games that were allowed do not tell */
    STATUS_USAGE = 64,    /* the command line: unknown verb or option, a value that cannot be */
    STATUS_DATA = 65,     /* corrupt data: a damaged checkpoint, weights that are not */
    STATUS_NO_INPUT = 66, /* a file named on the command line is missing or unreadable */
    STATUS_UNAVAILABLE =
        69,               /* not on this machine: gnuplot, an instruction set; or not there: good weights of a set, for bench */
    STATUS_INTERNAL = 70, /* a fault of the program */
    STATUS_CANT_CREATE = 73,  /* a directory or file cannot be created, or is in the way */
    STATUS_IO = 74,           /* input or output failed: a full disk, a limit of the size of files */
    STATUS_STOPPED = 75,      /* stopped early, and can be resumed: SIGTERM, SIGUSR1, SIGUSR2, a STOP file, --max-time */
    STATUS_CONFIG = 78,       /* everything wrong inside an ini, files it names included */
    STATUS_INTERRUPTED = 130, /* Ctrl-C: what a shell sees of a program that saved and then died by SIGINT */
} Status;

/* The status of a folder or file that could not be made, for the reason in errno: STATUS_IO where the disk, a quota or a limit is
 * the reason, else STATUS_CANT_CREATE. */
Status status_of_write(int error);

#endif
