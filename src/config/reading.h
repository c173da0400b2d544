/* config/reading.h. The values that a user gave in an ini and on the command line, and the sentences about them.
 *
 * Idea: all values are collected first, in the order in which later ones win, and judged afterwards. So everything that is wrong
 * is reported in one go, each sentence with the place of its value: file and line, or the option.
 * The sentence about a wrong name gives the nearest right one, the section that the key belongs to, or all names, so that the
 * next attempt is right.
 * Never: knows a key except by the tables of the Config; decides which values are wrong. */
#ifndef SWARMTRIS_CONFIG_READING_H
#define SWARMTRIS_CONFIG_READING_H

#include "config/config.h"
#include "file/ini.h"

/* Bytes of a sentence about one value. */
enum { SENTENCE_MAX = 1200 };

/* A value that the user gave: an entry of the ini, or a ConfigValue, from which all texts but name are borrowed. */
typedef struct {
    const char *section, *key, *value; /* section "": text is not of the form section.key=value */
    int line;                          /* of the ini, from 1; 0: the value is from the command line or a weights file */
    const char *origin;                /* the path of the ini, "--set", "--seed", the path of a weights file */
    const char *text;                  /* if line is 0: the whole ConfigValue, "section.key=value" */
    char *name;                        /* if line is 0: the memory of section, key and value, owned; else NULL */
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
    bool unknown_given; /* a line, section or key was not understood, so that no other key can be reported as missing */
} Reading;

/* The value of a key that counts: the last one given. NULL: none was given, or k is NULL. */
Given *reading_given(const Reading *r, const ConfigKey *k);

/* Whether every value that was given in a section was accepted, so that their combinations can be checked. Also false if the
 * section is not used. */
bool reading_sound(const Reading *r, const char *section);

/* Reports a sentence that begins with the place of g; g NULL: it is about no single value. fatal: an error, else a warning. */
void reading_report(Reading *r, Given *g, bool fatal, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* reading_report of a sentence that also quotes the value of g. */
void reading_report_value(Reading *r, Given *g, bool fatal, const char *why);

/* Reports the findings (n) of a part about its values; section: the default section of their keys. */
void reading_report_findings(Reading *r, const char *section, const Finding *finding, int n);

/* Applies the preset that was asked for, or else the optimiser's first one that suits. All given values must be in place. Warns
 * if a given value rules out the default preset, since the user may not have meant that. */
void settle_preset(Reading *r);

/* ---- names of sections and keys ---- */

/* Whether the section exists and is used in c. False: why (room) is a sentence that says why not. */
bool names_check_section(const Config *c, const char *section, char *why, size_t room);

/* Writes to out (room) what is wrong with a key that the section does not have:
 *     'vmax' in [optimiser] is called 'velocity_clamp', 0..10 box widths
 *     unknown key 'paritcles' in [optimiser]; did you mean 'particles'?
 *     unknown key 'games' in [objective]; 'games' belongs in [training] or [selection]
 * or, if no name is near, the list of keys that the section has. */
void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room);

/* The kind of optimiser that has the key, or, if key is "preset", a preset called value; NULL: none has. */
const char *names_kind_of_optimiser(const char *key, const char *value);

/* Writes "section.key" for a key that was given without section: the first section that has the key, or had it in an older
 * version. False: none. */
bool names_whole(const Config *c, const char *key, char *out, size_t room);

#endif
