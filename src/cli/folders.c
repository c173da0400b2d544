/* folders.c. Puts the weights that a folder holds in its place. */
#include "cli/folders.h"

#include "base/mem.h"
#include "file/files.h"
#include "store/rundir.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Whether the entry of a folder is weights: a file by its name, a folder by its weights.ini. */
static bool is_weights(const char *path)
{
    if (files_is_directory(path)) return files_exists(files_at(path, "weights.ini").text);
    return files_ends_in(path, ".ini") || files_ends_in(path, ".txt");
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Paths, all owned. */
typedef struct {
    char **path; /* (n) */
    int n, room;
} Paths;

static void add(Paths *p, char *path)
{
    p->path = mem_grow(p->path, &p->room, p->n + 1, sizeof *p->path);
    p->path[p->n++] = path;
}

/* Adds the weights in a folder, and in folders of it if deep. */
static void add_held(Paths *p, const char *folder, bool deep)
{
    struct dirent **entry;
    if (!files_is_directory(folder) || rundir_is_run(folder) || is_weights(folder)) return;
    const int entries = files_scan(folder, &entry, is_visible, alphasort);
    for (int i = 0; i < entries; i++) {
        char *full = files_path(folder, entry[i]->d_name);
        const bool one = is_weights(full);
        if (one) add(p, full);
        if (!one && deep) add_held(p, full, false);
        if (!one) free(full);
        free(entry[i]);
    }
    free(entry);
}

bool folders_holds(const char *path)
{
    Paths held = {0};
    add_held(&held, path, true);
    mem_free_texts(held.path, held.n);
    return held.n > 0;
}

void folders_expand(Command *o)
{
    Paths all = {0};
    for (int i = 0; i < o->args; i++) {
        const int before = all.n;
        add_held(&all, o->arg[i], true);
        if (all.n == before) add(&all, mem_text(o->arg[i]));
    }
    o->text = mem_grow(o->text, &o->text_room, o->texts + all.n, sizeof *o->text);
    for (int i = 0; i < all.n; i++) o->text[o->texts++] = all.path[i];
    free(o->arg);
    o->arg = (const char **)all.path;
    o->args = all.n;
}
