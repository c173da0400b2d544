/* file/status.h. What the program's exit status says; the numbers are those of sysexits.h where it has one. */
#ifndef SWARMTRIS_FILE_STATUS_H
#define SWARMTRIS_FILE_STATUS_H

typedef enum {
    STATUS_OK = 0,        /* done */
    STATUS_NO = 1,        /* a comparison or verification said no */
    STATUS_USAGE = 64,    /* the command line: unknown verb or option, a value that cannot be */
    STATUS_DATA = 65,     /* corrupt data: a damaged checkpoint, weights that are not */
    STATUS_NO_INPUT = 66, /* a file named on the command line is missing or unreadable */
    STATUS_UNAVAILABLE =
        69,               /* not on this machine: gnuplot, an instruction set; or not there: good weights of a set, for bench */
    STATUS_INTERNAL = 70, /* a fault of the program */
    STATUS_CANT_CREATE = 73,  /* a directory or file cannot be created, or is in the way */
    STATUS_IO = 74,           /* input or output failed: a full disk */
    STATUS_STOPPED = 75,      /* stopped early, and can be resumed: SIGTERM, SIGUSR2, a STOP file, --max-time */
    STATUS_CONFIG = 78,       /* everything wrong inside an ini, files it names included */
    STATUS_INTERRUPTED = 130, /* Ctrl-C: what a shell sees of a program that saved and then died by SIGINT */
} Status;

#endif
