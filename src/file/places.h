/* file/places.h. Where the files that come with the program are: beside build/ in a clone, below share/swarmtris when installed.
 */
#ifndef SWARMTRIS_FILE_PLACES_H
#define SWARMTRIS_FILE_PLACES_H

/* The path of a file or folder of the program ("params/bench.ini", "plots"), owned by the caller; NULL: not found. */
char *places_find(const char *name);

/* The folder of the program itself, for a sentence about a missing file. Owned by the caller. */
char *places_program(void);

/* The file that this code was loaded from: of the program itself, or of the shared library. Owned by the caller; NULL: it is not
 * known (there is no /proc). */
char *places_code(void);

#endif
