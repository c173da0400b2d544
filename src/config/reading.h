/* config/reading.h. The values that a user gave in an ini and on the command line, and the sentences about them.
 *
 * Idea: all values are collected first, in the order in which later ones win, and judged afterwards. So everything that is wrong
 * is reported in one go, each sentence with the place of its value: file and line, or the option.
 * A wrong name is answered with the nearest right one, with the section that the key belongs to, or with all names that there
 * are, so that the next attempt is right.
 * Never: knows a key, but by the tables of the Config; decides which values are wrong. */
#ifndef SWARMTRIS_CONFIG_READING_H
#define SWARMTRIS_CONFIG_READING_H

#include "config/config.h"
#include "file/ini.h"

/* Bytes of a sentence about one value. */
enum { SENTENCE_MAX = 1200 };

/* A value that the user gave: an entry of the ini, or a ConfigValue. Texts are borrowed from it, but for name. */
typedef struct {
    const char *section, *key, *value; /* section "": the text is not section.key=value */
    int line;                          /* of the ini, from 1; 0: the value is of the command line or of a weights file */
    const char *origin;                /* the path of the ini, "--set", "--seed", the path of a weights file */
    const char *text;                  /* where line is 0: all of it, "section.key=value" */
    char *name;                        /* where line is 0: the block that section and key lie in, owned; else NULL */
    ConfigKey *at;                     /* its key, borrowed; NULL: not looked up yet, unknown, or ignored (is_left_out) */
    bool refused;                      /* an error about it was reported */
} Given;

/* One call of config_read. */
typedef struct {
    Config *c;    /* what is being filled in; borrowed */
    Ini ini;      /* owned; path NULL: there is no ini */
    Given *given; /* (n) in the order in which later ones win; owned */
    int n;
    Errors late;        /* what is wrong on the command line, which is reported after what is wrong in the file */
    Errors *warnings;   /* borrowed */
    bool unknown_given; /* something was given that found no place, so that nothing can be said to be missing */
} Reading;

/* The value that counts of a key, which is the last one given; NULL: none was given, or k is NULL. */
Given *reading_given(const Reading *r, const ConfigKey *k);

/* Whether every value that was given in a section was accepted, so that its combinations can be judged. False, too, if the
 * section is not used. */
bool reading_sound(const Reading *r, const char *section);

/* Adds a sentence behind the place of g, or of no value in particular (NULL). fatal: an error, else a warning. */
void reading_report(Reading *r, Given *g, bool fatal, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same about the value of g, which is quoted. */
void reading_report_value(Reading *r, Given *g, bool fatal, const char *why);

/* Reports what a part says of the combination of its values (n findings); section: that of the keys that name none. */
void reading_report_findings(Reading *r, const char *section, const Finding *finding, int n);

/* Applies the preset that was asked for, or else the optimiser's first one that suits; called when all given values are in
 * place. Warns if a given value rules out the default preset, which the user may not have meant. */
void settle_preset(Reading *r);

/* ---- names of sections and keys ---- */

/* Whether the section exists and is used in c. False: why (room) is a sentence that says what is wrong with it. */
bool names_check_section(const Config *c, const char *section, char *why, size_t room);

/* Writes to out (room) what is wrong with a key that the section does not have:
 *     'vmax' in [optimiser] is called 'velocity_clamp', 0..10 box widths
 *     unknown key 'paritcles' in [optimiser]; did you mean 'particles'?
 *     unknown key 'games' in [objective]; 'games' belongs in [training] or [selection]
 * or with the keys that the section has. */
void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room);

/* The kind of optimiser that has a key, or a preset of this name (value); NULL: none has. */
const char *names_kind_of_optimiser(const char *key, const char *value);

/* The name, section.key, that was meant by a key alone: that of the first section that has it, or had it in an older version.
 * False: none. */
bool names_whole(const Config *c, const char *key, char *out, size_t room);

#endif
