/* cli/settings.h. Values of keys that a verb adds to those of the command line.
 *
 * Idea: if a key has two values, the later one counts. So the command line overrides values that are added before its own, and
 * values that are added after its own override it. */
#ifndef SWARMTRIS_CLI_SETTINGS_H
#define SWARMTRIS_CLI_SETTINGS_H

#include "cli/verb.h"

/* All zero: none. */
typedef struct {
    ConfigValue *value; /* (n, with room for more), owned with their texts; where they come from is borrowed */
    int n, room;
} Settings;

/* Adds "section.key=value"; origin: what is said of where it comes from. */
void settings_add(Settings *s, const char *origin, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds the values of the command line. */
void settings_add_given(Settings *s, const Command *o);

/* verbs_read with these values, those of the command line behind them; frees s. */
int settings_read(Config *c, Settings *s, const Command *o);

/* The command line with these values in place of its own; they stay those of s. */
Command settings_command(const Settings *s, const Command *o);

void settings_free(Settings *s);

#endif
