/* run/config_build.h. How a Config is put together; for config_read.c and config.c, the two halves of config.h.
 *
 * Idea: config_start puts the tables that every ini has; then the reader fills in the kinds; then config_choose adds the tables
 * of the parts that they name, all values at their defaults. Everything after that is param_set. */
#ifndef SWARMTRIS_CONFIG_CONFIG_BUILD_H
#define SWARMTRIS_CONFIG_CONFIG_BUILD_H

#include "config/config.h"

/* The names of all sections in the order in which they are printed, NULL at the end. */
extern const char *const config_sections[];

void config_start(Config *c);
void config_choose(Config *c);

/* Once all values are in, what was left open and depends on others: what [training] and [selection] do not say of the rules is as [game]
 * has it; rule, games and share have other defaults where there is no noise, few games or no budget to share. */
void config_settle(Config *c);

/* The part and, in *row, the number of the row that holds section.key; NULL: none. */
const ConfigPart *config_row(const Config *c, const char *section, const char *key, int *row);

/* Remembers where the value of a row came from. */
void config_came_from(const ConfigPart *part, int row, const char *origin);

/* Whether the key plays a part in its section: no dim where games are played, ... */
bool config_uses_key(const Config *c, const char *section, const char *key);

#endif
