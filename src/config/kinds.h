/* config/kinds.h. What an ini may ask for beside the parts of the registry: kinds of objective, features by a list or of an
 * observer, and files that agents play by. Founding systems add rows to all three.
 *
 * Idea: each kind of objective is a const struct: games, each test function, the search over parameters of a [meta] section, and
 * each row `objective` of a founding system. Reading, checks, runs and verbs look at its members and at its units; no code
 * compares kinds.
 * Never: a member whose only use is to recognise one kind; knowing what is in the file of an agent. */
#ifndef SWARMTRIS_CONFIG_KINDS_H
#define SWARMTRIS_CONFIG_KINDS_H

#include "agent/observer.h"
#include "base/error.h"
#include "base/quantity.h"
#include "file/message.h"
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

/* The kind with settings that is called name; NULL: none is, or name is NULL. */
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

/* ---- features ----
 *
 * What weights belong to: a feature set, "dt"; a list like "dt open_wells" or "holes, wells"; or an observer, by its name or by
 * "NAME:PATH" if it has a file. PATH starts from the folder in which the program was started. A list is a set that has not been
 * published. The text of the list is its name, so that inis and weights files name lists and published sets in one way. A set in
 * a list stands for its features, in its order; no feature may come twice. */

/* The set that text names: one of the game's own, or another one, which *made (to be freed) holds. found (FINDINGS_MAX, *n of
 * them, under the key "features") says what is wrong, if NULL is returned, or which words are other names. *o: the observer, or
 * none; to be freed (features_free); o may be NULL. */
const FeatureSet *features_read(const Game *game, const char *text, FeatureSet **made, Observer *o, Finding *found, int *n);
void features_free(Observer *o);

/* The end of a sentence about a word that names no feature (nor, if asked for, set) of the game: a near name, or the feature that
 * differs from what the field calls so; or nothing. */
SuggestHint features_hint(const Game *game, const char *word, bool sets);

/* The name of a feature of a set: one of the game's, or of an observer's. */
const char *features_name(const Game *game, int index);

/* Whether a and b have the same features in the same order. */
bool features_same(const FeatureSet *a, const FeatureSet *b);

/* ---- files that agents play by instead of weights: a row `reader` of a founding system for each kind ---- */

typedef struct {
    const Game *game; /* the game that the file was made for; borrowed */
    char **rule;      /* (rules), owned: "key=value" of [game] */
    int rules;
    void *learned; /* what the agent plays by, as Rules.learned; owned */
    char *text;    /* the contents of the file; owned */
} AgentFile;

typedef struct {
    const Agent *agent;           /* the agent that plays by such files */
    const char *wanted;           /* the end of a sentence for a configuration that names no such file */
    bool (*is)(const char *text); /* whether the text of a file says that it is of this kind */
    /* Reads the file at path. False: errors says why, naming the line. *f is to be released in either case. */
    bool (*read)(AgentFile *f, const char *path, Errors *errors);
    void (*release)(AgentFile *f);
    /* Whether the file was made for these rules of its game. False: out (room) is the end of a sentence. */
    bool (*fits)(const AgentFile *f, const void *rules, char *out, size_t room);
} AgentFileKind;

/* The kind of file that an agent plays by (NULL: none), and the kind of a file with this text (NULL: no such kind). */
const AgentFileKind *agent_file_of(const Agent *agent);
const AgentFileKind *agent_file_of_text(const char *text);

#endif
