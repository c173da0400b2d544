/* config/kinds.h. The kinds of objective: what is searched for, and the sections and keys that it needs.
 *
 * Idea: each kind is a const struct: games, each test function, the search over parameters of a [meta] section, and each row
 * `objective` of a founding system. Reading, checks, runs and verbs look at its members and at its units; no code
 * compares kinds.
 * Never: a member whose only use is to recognise one kind. */
#ifndef SWARMTRIS_CONFIG_KINDS_H
#define SWARMTRIS_CONFIG_KINDS_H

#include "base/quantity.h"
#include "registry.h"

/* The functions of a kind that makes its objective itself; defined in run/tasks.h. */
typedef struct ObjectiveRun ObjectiveRun;

/* A kind of objective. All texts and tables are constant. */
typedef struct {
    const char *name;         /* in [objective] kind; a meta search, which has no such section, is called "meta search" */
    const char *why_default;  /* the origin of `defaults` in words; NULL: there are none */
    const Units *units;       /* NULL: those of the game that is played */
    const Function *function; /* whose error is the score; NULL: none */
    const Param *settings; /* positions are settings of a learner: rows of PARAM_REAL, each with its range; NULL: they are not */
    const char *sections;  /* all sections of an ini that are used, parted by blanks */
    const char *keys;      /* all keys of [objective] that are used, but for kind, parted by blanks */
    const char *defaults;  /* defaults that differ from those of the tables: "section.key=value", parted by blanks */
    const char *instead;   /* the text after "has no effect" for a section that is not used; NULL: a standard text */
    const char *found, *file; /* what a run finds, for people, and the file that holds it: "weights", "weights.ini" */
    bool tunes;               /* positions are settings of other trainings, the problems that [meta] names */
    bool scores_games;        /* plays are games that can be repeated and compared with the games of other weights */

    /* Keys of the kind itself: rows of params in `section`, with a block of options_bytes. params NULL: it has none. */
    const char *section;
    const Param *params;
    size_t options_bytes;
    /* Whether the game under these rules suits the options. False: *finding has the reason, with a key of the section. */
    bool (*check)(const Game *game, const void *rules, const void *options, Finding *finding);
    const ObjectiveRun *run; /* how the objective is made and its files (run/tasks.h); NULL: games, a function or trainings */
} ObjectiveKind;

/* The kind with settings that is called name; NULL: none is. */
const ObjectiveKind *kinds_with_settings(const char *name);

/* A function that another program evaluates. No ini can ask for this kind (config_read_own). */
extern const ObjectiveKind kinds_own;

/* The names that [objective] kind takes, NULL at the end. */
extern const char *const kinds_names[];

/* The number of kinds, the meta search not counted. */
int kinds_number(void);

/* The kind called kinds_names[i]. meta: the ini has a [meta], and the kind is the meta search, whatever i is. */
const ObjectiveKind *kinds_of(int i, bool meta);

/* Writes the end of a sentence about a section or key that is not used: "has no effect where KEY = sphere". key: the
 * text for KEY. */
void kinds_say_unused(const ObjectiveKind *kind, const char *key, char *out, size_t room);

#endif
