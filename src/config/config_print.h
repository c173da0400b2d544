/* config/config_print.h. The effective configuration as an ini, and the differences between two of them. */
#ifndef SWARMTRIS_CONFIG_CONFIG_PRINT_H
#define SWARMTRIS_CONFIG_CONFIG_PRINT_H

#include "config/config.h"

#include <stdio.h>

/* Writes the effective configuration as an ini that config_read reads back to the same values; origins: with a comment on each
 * line that says where the value came from. */
void config_print(const Config *c, FILE *out, bool origins);

/* Adds a line for every value that differs and may not (Param.may_change): "optimiser.particles = 16, was 20 in
 * runs/x/config.ini", was->path being named. */
void config_differences(const Config *now, const Config *was, Errors *differences);

#endif
