/* folders.c. Puts the weights that a folder holds in its place. */
#include "cli/folders.h"

#include "base/mem.h"
#include "file/files.h"
#include "store/rundir.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

/* Whether the entry of a folder is weights: a file by its name, a folder by its weights.ini. */
static bool is_weights(const char *path)
{
    if (files_is_directory(path)) return files_exists(files_at(path, "weights.ini").text);
    return ends_with(path, ".ini") || ends_with(path, ".txt");
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The paths of the weights in a folder: *path (returned count), all owned. */
static int list(const char *folder, char ***path)
{
    struct dirent **entry;
    int n = 0;
    *path = NULL;
    if (!files_is_directory(folder) || rundir_is_run(folder) || files_exists(files_at(folder, "weights.ini").text)) return 0;
    const int entries = files_scan(folder, &entry, is_visible, alphasort);
    *path = mem_new((size_t)entries + 1, sizeof **path);
    for (int i = 0; i < entries; i++) {
        char *full = files_path(folder, entry[i]->d_name);
        if (is_weights(full))
            (*path)[n++] = full;
        else
            free(full);
        free(entry[i]);
    }
    free(entry);
    return n;
}

bool folders_holds(const char *path)
{
    char **held;
    const int n = list(path, &held);
    for (int i = 0; i < n; i++) free(held[i]);
    free(held);
    return n > 0;
}

void folders_expand(Command *o)
{
    const char **arg = NULL;
    int n = 0, room = 0;
    for (int i = 0; i < o->args; i++) {
        char **held;
        const int holds = list(o->arg[i], &held);
        arg = mem_grow(arg, &room, n + holds + 1, sizeof *arg);
        o->text = mem_grow(o->text, &o->text_room, o->texts + holds, sizeof *o->text);
        for (int k = 0; k < holds; k++) arg[n++] = o->text[o->texts++] = held[k];
        if (holds == 0) arg[n++] = o->arg[i];
        free(held);
    }
    free(o->arg);
    o->arg = arg;
    o->args = n;
}
