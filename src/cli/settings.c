/* settings.c. Collects values of keys for a command line. */
#include "cli/settings.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/verbs.h"

#include <stdlib.h>

static void add(Settings *s, const char *origin, char *text)
{
    s->value = mem_grow(s->value, &s->room, s->n + 1, sizeof *s->value);
    s->value[s->n++] = (ConfigValue){.text = text, .origin = origin};
}

void settings_add(Settings *s, const char *origin, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(s, origin, text_new_v(format, args));
    va_end(args);
}

void settings_add_given(Settings *s, const Command *o)
{
    for (int i = 0; i < o->values; i++) add(s, o->value[i].origin, mem_text(o->value[i].text));
}

Command settings_command(const Settings *s, const Command *o)
{
    Command with = *o;
    with.value = s->value;
    with.values = s->n;
    return with;
}

int settings_read(Config *c, Settings *s, const Command *o)
{
    settings_add_given(s, o);
    const Command with = settings_command(s, o);
    const int status = verbs_read(c, NULL, &with);
    settings_free(s);
    return status;
}

void settings_free(Settings *s)
{
    for (int i = 0; i < s->n; i++) free((char *)s->value[i].text);
    free(s->value);
    *s = (Settings){0};
}
