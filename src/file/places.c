/* places.c. Finds the files that come with the program, in a clone or where it is installed. */
#include "file/places.h"

#include "base/mem.h"
#include "file/files.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Relative to the folder of build/<variant>/swarmtris, PREFIX/bin/swarmtris and build/<variant>/tests/test_x. */
static const char *const places[] = {"../..", "../share/swarmtris", "../../.."};

/* Writes the path of the running program; "": unknown. */
static void find_self(char self[PATH_MAX])
{
    const ssize_t n = readlink("/proc/self/exe", self, PATH_MAX - 1);
    self[n > 0 ? n : 0] = '\0';
}

char *places_program(void)
{
    char self[PATH_MAX];
    find_self(self);
    char *slash = strrchr(self, '/');
    if (slash != NULL) *slash = '\0';
    return mem_text(self);
}

/* The file in a line of /proc/self/maps, "BEGIN-END MODE OFFSET DEVICE INODE FILE", if this code lies between BEGIN and END; else
 * NULL. Points into the line. */
static char *file_of_line(char *line)
{
    uintptr_t begin, end, here = (uintptr_t)places_code;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2 || here < begin || here >= end) return NULL;
    line[strcspn(line, "\n")] = '\0';
    return strchr(line, '/');
}

char *places_code(void)
{
    char *line = NULL, *found = NULL, self[PATH_MAX];
    size_t room = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && found == NULL && getline(&line, &room, maps) > 0) found = mem_text(file_of_line(line));
    if (maps != NULL) fclose(maps);
    free(line);
    find_self(self);
    if (found == NULL || strcmp(found, self) != 0) return found;
    free(found);
    return mem_text("/proc/self/exe"); /* readable even if the file has been replaced since the start */
}

char *places_find(const char *name)
{
    char *folder = places_program(), *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && found == NULL; i++) {
        const FilePath path = files_at(files_at(folder, places[i]).text, name);
        if (access(path.text, R_OK) == 0) found = files_real(path.text);
    }
    free(folder);
    return found;
}
