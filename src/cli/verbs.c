#include "cli/verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *message_count(int64_t n, const char *plural, char *out, size_t room)
{
    int length = (int)strlen(plural) - (n == 1);
    snprintf(out, room, "%" PRId64 " %.*s", n, length, plural);
    return out;
}

static void print_lines(FILE *out, const Errors *lines, const char *prefix)
{
    for (int i = 0; i < lines->n; i++) fprintf(out, "%s%s\n", prefix, lines->line[i]);
}

void message_errors(const Errors *lines, const char *prefix)
{
    print_lines(stderr, lines, prefix);
}

void charts_announce(const Charts *c, const char *prefix, FILE *out)
{
    if (out != NULL) print_lines(out, c->drawn, prefix);
    message_errors(c->errors, "");
    errors_free(c->drawn);
    errors_free(c->errors);
    if (c->warnings == NULL) return;
    message_errors(c->warnings, "warning: ");
    errors_free(c->warnings);
}

int verbs_read(Config *c, const char *path, const Options *o)
{
    Errors errors = {0}, warnings = {0};
    bool good = config_read(c, path, o->value, o->values, &errors, &warnings);
    bool typed = true; /* all that is wrong was typed on the command line */
    for (int i = 0; i < errors.n; i++) typed = typed && strncmp(errors.line[i], "--", 2) == 0;
    message_errors(&errors, "");
    message_errors(&warnings, "warning: ");
    errors_free(&errors);
    errors_free(&warnings);
    if (good) return STATUS_OK;
    if (c->missing) return STATUS_NO_INPUT;
    return typed || path == NULL ? STATUS_USAGE : STATUS_CONFIG;
}

int verbs_setup(Setup *s, const Config *c, bool quiet)
{
    Errors errors = {0}, warnings = {0};
    bool made = setup_train(s, c, &errors, &warnings);
    message_errors(&errors, "");
    if (!quiet) message_errors(&warnings, "warning: ");
    errors_free(&errors);
    errors_free(&warnings);
    return made ? STATUS_OK : STATUS_CONFIG;
}
