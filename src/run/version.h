/* run/version.h. The version of the program, as --version and run.json have it.
 *
 * Idea: the Makefile writes commit, compiler and flags into a header of the build folder, and version.c alone includes it, so
 * that a new commit costs one compilation. */
#ifndef SWARMTRIS_RUN_VERSION_H
#define SWARMTRIS_RUN_VERSION_H

extern const char *const version_number;   /* "0.2.0" */
extern const char *const version_commit;   /* abbreviated hash, followed by "-dirty" if files were changed; or "unknown" */
extern const char *const version_compiler; /* first line of what CC --version says */
extern const char *const version_flags;    /* the compilation without file names */

#endif
