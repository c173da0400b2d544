/* config/kinds.h. The kinds of objective: what is searched for, and the sections and keys that it needs.
 *
 * Idea: games, each test function and the search over parameters that a [meta] section stands for are one const struct each, and
 * so is each row `objective` of a founding system. Reading, checks, runs and verbs look at its members and at its units; no code
 * compares kinds.
 * Never: a member whose only use is to recognise one kind. */
#ifndef SWARMTRIS_CONFIG_KINDS_H
#define SWARMTRIS_CONFIG_KINDS_H

#include "base/quantity.h"
#include "registry.h"

/* What a run asks of a kind that makes its objective itself; the room run defines it. */
typedef struct ObjectiveRun ObjectiveRun;

/* All of it is constant. */
typedef struct {
    const char *name;         /* in [objective] kind; a meta search, which has no such section, is called "meta search" */
    const char *why_default;  /* where the values of defaults come from, for people; NULL: there are none */
    const Units *units;       /* NULL: those of the game that is played */
    const Function *function; /* whose error is the score; NULL: none */
    const Param *settings; /* positions are settings of a learner: rows of PARAM_REAL, each with its range; NULL: they are not */
    const char *sections;  /* all sections of an ini that are used, parted by blanks */
    const char *keys;      /* all keys of [objective] that are used, but for kind, parted by blanks */
    const char *defaults;  /* where those of the tables make no sense: "section.key=value", parted by blanks */
    const char *instead;   /* the text behind "has no effect" for a section that is not used; NULL: a standard text */
    const char *found, *file; /* what a run finds, for people, and the file that holds it: "weights", "weights.ini" */
    bool tunes;               /* positions are settings of other trainings, those that [meta] names */
    bool scores_games;        /* its plays can be played again and compared, game by game, with those of other weights */

    /* Keys of its own, rows of a section that it uses, over a block of its own. params NULL: it has none. */
    const char *section;
    const Param *params;
    size_t options_bytes;
    /* Whether the game under these rules suits the options. False: *finding has the reason, with a key of the section. */
    bool (*check)(const Game *game, const void *rules, const void *options, Finding *finding);
    const ObjectiveRun *run; /* how it is made and what it leaves (run/tasks.h); NULL: it is of games, a function or trainings */
} ObjectiveKind;

/* The kind with settings that is called name; NULL: none is. */
const ObjectiveKind *kinds_with_settings(const char *name);

/* A function that a program of others evaluates: no ini can ask for it (config_read_own). */
extern const ObjectiveKind kinds_own;

/* The names that [objective] kind takes, NULL at the end. */
extern const char *const kinds_names[];

/* How many kinds there are, without the meta search. */
int kinds_number(void);

/* The kind of name number i; if meta, that of an ini with a [meta], whatever i is. */
const ObjectiveKind *kinds_of(int i, bool meta);

/* Writes the end of a sentence about a section or key that is not used: "has no effect where KEY = sphere". key: what the
 * sentence writes for KEY. */
void kinds_say_unused(const ObjectiveKind *kind, const char *key, char *out, size_t room);

#endif
