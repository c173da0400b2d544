/* config/config_read.h. Reads an ini file, --set and named options into a Config, checked.
 *
 * Idea: values come in this order, later ones winning: the row's default, the preset, the file, --set, named options. The kind
 * keys are read first, since they say which parts there are. All errors are found in one go, those of the file in the order of
 * its lines.
 * Never: lets through a combination of values that no part could run. */
#ifndef SWARMTRIS_CONFIG_CONFIG_READ_H
#define SWARMTRIS_CONFIG_CONFIG_READ_H

#include "base/condition.h"
#include "config/config.h"

#include <stdio.h>

/* Reads the text of an ini, which sentences call `name`; relative paths in it start from the folder of that name. text NULL: the
 * file at name (NULL: defaults only, and no training, since a training has no default budget). Then come the values (n). An error
 * is one finished sentence in errors; what is only unwise goes to warnings. True: no errors. *c must be freed in either case. */
bool config_read(Config *c, const char *name, const char *text, const ConfigValue *value, int n, Errors *errors,
                 Errors *warnings);

/* config_read of a text for a search whose positions another program evaluates: no section says what is searched for. */
bool config_read_own(Config *c, const char *name, const char *text, Errors *errors, Errors *warnings);

/* Names of instruction sets, the fastest first, a blank between. config_cpu: those of this processor up to SWARMTRIS_CPU.
 * config_isa: of these the one that SWARMTRIS_ISA asks for, or all. No ini has them, and no result depends on them.
 * config_said: the value of such a variable, which isa_check_said (run/environment.h) has looked at; "auto": it is not set. */
const char *config_cpu(void);
const char *config_isa(void);
const char *config_said(const char *variable);

/* The values that the variables may have: auto, then all instruction sets, the fastest first. NULL at the end. */
extern const char *const isa_names[];

/* ---- checks ---- */

/* Writes to out what would be wrong, or unwise, if the training that c describes had other options: `optimiser` in place of its
 * [optimiser], and `train` in place of the sections of a training. Keys of other sections than [optimiser] are named with their
 * section. Returns how many findings. */
enum { CONFIG_SEARCH_FINDINGS = 4 * FINDINGS_MAX };
int config_check_search(const Config *c, const TrainOptions *train, const void *optimiser, Finding *out);

/* The least width of a box between these ends: squares of shorter lengths would be 0, or lost in rounding. */
double config_least_width(double lower, double upper);

/* Whether a key matters. No other function compares the condition of its row (Param.when) with the values of a configuration.
 * False: *unmet says why not. There is a warning if a key is given and does not matter, and an error if it contradicts another
 * given key. Neither is reported of a line that the program wrote and that changes nothing. */
bool config_matters(const Config *c, const ConfigKey *k, Unmet *unmet);

/* Writes to out (room) what is wrong with a key that the section does not have:
 *     'vmax' in [optimiser] is called 'velocity_clamp', 0..10 box widths
 *     unknown key 'paritcles' in [optimiser]; did you mean 'particles'?
 *     unknown key 'games' in [objective]; 'games' belongs in [training] or [selection]
 * or, if no name is near, the list of keys that the section has. */
void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room);

/* Writes "section.key" for a key that was given without section: the first section that has the key, or had it in an older
 * version. False: none. */
bool names_whole(const Config *c, const char *key, char *out, size_t room);

/* ---- back to an ini ---- */

/* Writes the effective configuration as an ini that config_read reads back to the same values. origins: a comment on each
 * line says where the value came from. */
void config_print(const Config *c, FILE *out, bool origins);

/* Adds a line for every value that differs although it must not (Param.may_change): "optimiser.particles = 16, was 20 in
 * runs/x/config.ini". The path is was->path. */
void config_differences(const Config *now, const Config *was, Errors *differences);

#endif
