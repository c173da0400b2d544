/* config/config_read.h. Reads an ini file, --set and named options into a Config, checked.
 *
 * Idea: values come in this order, later ones winning: the row's default, the preset, the file, --set, named options. The kind
 * keys are read first, since they say which parts there are. All errors are found in one go, those of the file in the order of
 * its lines.
 * Never: lets through a combination of values that no part could run. */
#ifndef SWARMTRIS_CONFIG_CONFIG_READ_H
#define SWARMTRIS_CONFIG_CONFIG_READ_H

#include "config/config.h"

#include <stdio.h>

/* Reads path (NULL: defaults only, and no training, since a training has no default budget) and then the values (n). Each error
 * is one finished sentence in errors; what is only unwise goes to warnings. True: no errors. *c must be freed in either
 * case. */
bool config_read(Config *c, const char *path, const ConfigValue *value, int n, Errors *errors, Errors *warnings);

/* config_read of the text of an ini. Sentences call the ini `name`, and paths in it start from the current directory. sent: the
 * contents of the files that it names, none of which is then opened; or NULL. */
bool config_read_text(Config *c, const char *name, const char *text, const SentFiles *sent, const ConfigValue *value, int n,
                      Errors *errors, Errors *warnings);

/* config_read_text for a search whose positions another program evaluates: no section says what is searched for. */
bool config_read_own(Config *c, const char *name, const char *text, Errors *errors, Errors *warnings);

/* Names of instruction sets, the fastest first, a blank between. config_cpu: those of this processor up to SWARMTRIS_CPU.
 * config_isa: of these the one that SWARMTRIS_ISA asks for, or all. No ini has them, and no result depends on them.
 * config_said: the value of such a variable, which isa_check_said (run/isa.h) has looked at; "auto": it is not set. */
const char *config_cpu(void);
const char *config_isa(void);
const char *config_said(const char *variable);

/* The values that the variables may have: auto, then all instruction sets, the fastest first. NULL at the end. */
extern const char *const isa_names[];

/* ---- back to an ini ---- */

/* Writes the effective configuration as an ini that config_read reads back to the same values. origins: a comment on each
 * line says where the value came from. */
void config_print(const Config *c, FILE *out, bool origins);

/* Adds a line for every value that differs although it must not (Param.may_change): "optimiser.particles = 16, was 20 in
 * runs/x/config.ini". The path is was->path. */
void config_differences(const Config *now, const Config *was, Errors *differences);

#endif
