/* main.c. docs WHAT [DATE]: prints one piece of the documentation. */
#include "docs/docs.h"

#include "file/status.h"

#include <stddef.h>
#include <string.h>

/* A piece: either of the functions prints it. */
typedef struct {
    const char *name;
    void (*print)(FILE *out);
    void (*dated)(FILE *out, const char *date); /* prints it with the date of the release */
} Piece;

static const Piece pieces[] = {
    {"keys", markdown_keys, NULL},
    {"verbs", markdown_verbs, NULL},
    {"options", markdown_options, NULL},
    {"statuses", markdown_statuses, NULL},
    {"environment", markdown_environment, NULL},
    {"signals", markdown_signals, NULL},
    {"files", markdown_files, NULL},
    {"swarmtris.1", NULL, man_program},
    {"swarmtris.ini.5", NULL, man_ini},
    {"swarmtris.bash", completion_bash, NULL},
    {"_swarmtris", completion_zsh, NULL},
    {"swarmtris.fish", completion_fish, NULL},
};

int main(int argc, char *argv[])
{
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && argc > 1; i++) {
        if (strcmp(argv[1], pieces[i].name) != 0 || argc != (pieces[i].dated != NULL ? 3 : 2)) continue;
        if (pieces[i].dated != NULL)
            pieces[i].dated(stdout, argv[2]);
        else
            pieces[i].print(stdout);
        return fflush(stdout) == 0 ? STATUS_OK : STATUS_IO;
    }
    fputs("usage: docs WHAT, docs MAN-PAGE DATE; WHAT is one of:\n", stderr);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) fprintf(stderr, "    %s\n", pieces[i].name);
    return STATUS_USAGE;
}
