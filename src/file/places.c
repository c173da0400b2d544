/* places.c. Finds the files that come with the program, in a clone or where it is installed. */
#include "file/places.h"

#include "base/mem.h"
#include "file/files.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seen from the program: build/<variant>/swarmtris, PREFIX/bin/swarmtris, build/<variant>/tests/test_x. */
static const char *const places[] = {"../..", "../share/swarmtris", "../../.."};

char *places_program(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash != NULL) *slash = '\0';
    return mem_text(self);
}

char *places_find(const char *name)
{
    char *folder = places_program(), *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && found == NULL; i++) {
        char *place = files_path(folder, places[i]), *path = files_path(place, name);
        if (access(path, R_OK) == 0) found = realpath(path, NULL);
        free(place);
        free(path);
    }
    free(folder);
    return found;
}
