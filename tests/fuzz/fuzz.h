/* fuzz.h. What the fuzz targets share.
 *
 * Idea: a target is linked with libFuzzer (https://llvm.org/docs/LibFuzzer.html), which calls it with one input after another,
 * changes those that reach new code, and stops at the first that crashes, fails an assertion or is reported by a sanitizer.
 * tests/fuzz.sh makes the first inputs and starts the target. */
#ifndef SWARMTRIS_TESTS_FUZZ_FUZZ_H
#define SWARMTRIS_TESTS_FUZZ_FUZZ_H

#include "tests/helpers.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

/* The entry point of a target, called by libFuzzer. Returns 0; -1: the input is not worth keeping. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Asserts that there are sentences exactly if the input was refused, and that they have text. */
#define ASSERT_SENTENCES(accepted, errors)                                                    \
    do {                                                                                      \
        assert((accepted) == ((errors).n == 0));                                              \
        for (int fuzz_i = 0; fuzz_i < (errors).n; fuzz_i++) assert((errors).line[fuzz_i][0]); \
    } while (0)

/* Makes text (size) the content of a file, which is in memory, and returns its path. There is one such file. */
static inline const char *fuzz_file(const void *text, size_t size)
{
    static int file = -1;
    static char path[64];
    if (file < 0) {
        file = memfd_create("input", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, text, size, 0) != (ssize_t)size) abort();
    return path;
}

#endif
