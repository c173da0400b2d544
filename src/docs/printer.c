/* printer.c. docs WHAT [DATE]: prints one piece of the documentation. */
#include "docs/docs.h"

#include "file/files.h"

#include <stddef.h>
#include <string.h>

/* A piece of documentation, which is printed by a function or is a table of facts. */
typedef struct {
    const char *name;
    void (*print)(FILE *out);
    void (*dated)(FILE *out, const char *date); /* prints the piece with the date of the release */
    const char *title;                          /* heading of the first column of the facts */
    const Fact *facts;
} Piece;

static const Piece pieces[] = {
    {"keys", .print = markdown_keys},
    {"verbs", .print = markdown_verbs},
    {"options", .print = markdown_options},
    {"statuses", .title = "status", .facts = facts_statuses},
    {"environment", .title = "variable", .facts = facts_environment},
    {"signals", .title = "signal", .facts = facts_signals},
    {"files", .title = "file", .facts = facts_files},
    {"swarmtris.1", .dated = man_program},
    {"swarmtris.ini.5", .dated = man_ini},
};

int main(int argc, char *argv[])
{
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && argc > 1; i++) {
        if (strcmp(argv[1], pieces[i].name) != 0 || argc != (pieces[i].dated != NULL ? 3 : 2)) continue;
        if (pieces[i].dated != NULL)
            pieces[i].dated(stdout, argv[2]);
        else if (pieces[i].facts != NULL)
            markdown_facts(stdout, pieces[i].title, pieces[i].facts);
        else
            pieces[i].print(stdout);
        return fflush(stdout) == 0 ? STATUS_OK : STATUS_IO;
    }
    fputs("usage: docs WHAT, docs MAN-PAGE DATE; WHAT is one of:\n", stderr);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) fprintf(stderr, "    %s\n", pieces[i].name);
    return STATUS_USAGE;
}
