/* version.c. What the Makefile knows about the program: its number, commit, compiler and flags. */
#include "run/version.h"

#include "version_build.h" /* generated: build/<variant>/version_build.h */

const char *const version_number = "0.2.0";
const char *const version_commit = VERSION_COMMIT;
const char *const version_compiler = VERSION_COMPILER;
const char *const version_flags = VERSION_FLAGS;
