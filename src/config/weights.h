/* config/weights.h. Weights files: an ini that people can read, edit and diff.
 *
 *     [weights]     one name = value (%.17g) a line; written in the order of the set, or of the agent's table, read in any
 *     [rules]       what the weights belong to: features = SET, or a list of features (config/kinds.h), or agent = NAME if the
 *                   agent has weights of its own, or objective = KIND for settings of a learner; and what they were trained and
 *                   validated on: the rows of [game], max_pieces, and the agent with its keys, agent.KEY, as far as they are not
 *                   the default; cut_at: games ended there by the budget, which is no rule
 *     [score]       each reported score: validated = mean, validated_lower, validated_upper, ..._games = n,
 *                   validated_seed = seed
 *     [provenance]  source = where the weights come from, or run, version
 *
 * Idea: a file is read once, and its [rules] become values of keys (weights_settings). They and the command line make the Config
 * that the weights play under, and its table says which numbers the file must have (weights_take). So every verb plays a run as
 * it was trained.
 * If the file leaves out a weight of an agent's own, that weight has its default.
 * A file without sections has what other programs print (JSON, YAML, CSV, numpy, source text): nothing but numbers, which is
 * accepted if it is known what they are, or numbers and as many names. So is a file that an agent plays by (config/kinds.h): it
 * has rules, and no weights.
 * Never: opens a file twice, since it may be a pipe. */
#ifndef SWARMTRIS_CONFIG_WEIGHTS_H
#define SWARMTRIS_CONFIG_WEIGHTS_H

#include "base/error.h"
#include "config/config.h"
#include "file/ini.h"

typedef struct {
    char *path;       /* of the file, as it was given; owned */
    Ini ini;          /* all that it says; without an entry for a bare list; owned */
    bool is_list;     /* it is a bare list of numbers */
    const char *hint; /* what else the numbers of a list may mean, as the end of a sentence; constant */
    Errors notes;     /* what the user should see once: other names, the order of a list; owned */
    int n;            /* weights */
    double *w;        /* (n), owned: those of a bare list, or after weights_take in the order of the table of the Config */
} Weights;

/* The outcome of reading a weights file. */
typedef enum {
    WEIGHTS_READ,
    WEIGHTS_MISSING, /* no such file, unreadable, a directory */
    WEIGHTS_OTHER,   /* right in itself, but for other weights than those of the Config */
    WEIGHTS_BAD      /* not finite, of the wrong number, with other names, or no weights at all */
} WeightsStatus;

/* Reads the file at path: what it says, but no weights yet. Problems go to errors, all in one go, naming file, line, and what
 * would be right. *w is to be freed in either case. */
WeightsStatus weights_open(Weights *w, const char *path, Errors *errors);

/* Adds what [rules] say to s: the game, its keys and the length of a game as `board` has them, w or the file that w plays beside,
 * and of w the agent and what its weights belong to. Nothing that the values (n) of the command line make senseless: keys of the
 * agent where they ask for another one. If nothing says which features the weights belong to, the names of the file are
 * their list. False: a bare list, of which nothing says it. */
bool weights_settings(const Weights *w, const Weights *board, const ConfigValue *value, int n, Settings *s);

/* Sets w->n and w->w to the numbers of an opened file, in the order of c->weights. c NULL: all of them, in the file's order. */
WeightsStatus weights_take(Weights *w, const Config *c, Errors *errors);

/* weights_open and weights_take, for a Config that is known. */
WeightsStatus weights_read(Weights *w, const char *path, const Config *c, Errors *errors);

/* All of it: makes the Config of what the file and the values (n) say, and takes the weights under it. Of a bare list that could
 * be anything, the Config stays empty. *w and *c are to be freed in any case. */
WeightsStatus weights_load(Weights *w, Config *c, const char *path, const ConfigValue *value, int n, Errors *errors);

/* The value of the entry "section.key", or NULL. */
const char *weights_entry(const Weights *w, const char *name);

/* The value of a key in [rules] of the file, or NULL. */
const char *weights_rule(const Weights *w, const char *key);

/* "; a decimal comma?", where there is one and no decimal point; or "". */
const char *weights_hint(const char *text);

/* Reads the numbers of text, whatever punctuation parts them, into *x (owned by the caller), and returns their number.
 * Each error begins with `where`: "w.txt", "standard input:3". -1: a word is not a finite number, as errors says. */
int weights_numbers(const char *text, const char *where, double **x, Errors *errors);

void weights_free(Weights *w);

#endif
