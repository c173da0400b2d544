#include "run/verbs.h"

#include <stdio.h>

void verbs_say(const Errors *lines, const char *prefix)
{
    for (int i = 0; i < lines->n; i++) fprintf(stderr, "%s%s\n", prefix, lines->line[i]);
}

int verbs_read(Config *c, const char *path, const Options *o)
{
    Errors errors = {0}, warnings = {0};
    bool good = config_read(c, path, o->value, o->values, &errors, &warnings);
    verbs_say(&errors, "");
    verbs_say(&warnings, "warning: ");
    errors_free(&errors);
    errors_free(&warnings);
    if (good) return STATUS_OK;
    if (c->missing) return STATUS_NO_INPUT;
    return path != NULL ? STATUS_CONFIG : STATUS_USAGE;
}
