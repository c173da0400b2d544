/* param.h. A table for each part: ini key, unit, range, default and documentation of its options.
 *
 * Idea: a part's options are one flat struct without pointers, and its table describes the members. The table serves to read and
 * check the ini and --set, to print the effective configuration and `swarmtris list`, and to tune options in a meta search. So a
 * new option is one row, and no other code changes. A table ends with a row whose key is NULL.
 * Never: an option without a range, a default outside its own range. */
#ifndef SWARMTRIS_BASE_PARAM_H
#define SWARMTRIS_BASE_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PARAM_LIST_MAX 64   /* numbers in a list */
#define PARAM_WHY_MAX 400   /* bytes of the end of a sentence, the terminating zero included */
#define PARAM_TEXT_MAX 4096 /* bytes that any value may take when written out, the terminating zero included */

typedef enum {
    PARAM_INT,    /* int */
    PARAM_LONG,   /* int64_t; 2000000 may be written 2e6 */
    PARAM_REAL,   /* double, finite */
    PARAM_FLAG,   /* bool, written yes or no */
    PARAM_CHOICE, /* int, an index into choices, written by name */
    PARAM_SEED,   /* uint64_t, any value */
    PARAM_TEXT,   /* char[bytes] */
    PARAM_FILES,  /* char[bytes], file names between blanks; run makes them absolute and sees that they can be read */
    PARAM_NAMES,  /* char[bytes], names between blanks or commas; kept with one blank between them */
    PARAM_INTS,   /* IntList */
    PARAM_REALS   /* RealList */
} ParamType;

/* Who needs a key. Lists show basic keys first; all parts together have at most 20 of them. */
typedef enum {
    PARAM_EXPERT,  /* users who know the method: the key is in textbooks, or most users can leave its default */
    PARAM_BASIC,   /* beginners: the key is in inis of a first training */
    PARAM_RESEARCH /* users who compare methods: the key comes from a single study, or exists only in this program */
} ParamLevel;

typedef struct {
    int n, v[PARAM_LIST_MAX];
} IntList;
typedef struct {
    int n;
    double v[PARAM_LIST_MAX];
} RealList;

typedef struct {
    const char *key;
    const char *unit; /* "" for a pure number */
    ParamLevel level;
    ParamType type;
    size_t offset, bytes;       /* place and size of the value in the options block; PARAM_ROW fills both */
    double lo, hi;              /* inclusive range, of every element of a list; unused for flags, choices, seeds and texts */
    const char *standard;       /* the default as written in an ini; NULL: the first choice (param_standard) */
    const char *const *choices; /* PARAM_CHOICE: names, NULL at the end */
    bool may_be_none;           /* PARAM_REAL: the value may be "none" instead, which is kept as HUGE_VAL */
    bool may_change;            /* a resumed run may have another value: it decides how far or how fast, not the results */
    bool announced;             /* the program prints the value before a run: "topology = ring" */
    bool per_phase;             /* key of a game: [training] and [selection] may have other values than [game] */
    const char *when;           /* the condition under which the key matters (condition.h), as pages print it; NULL: always */
    const char *against;        /* keys of the same section, between blanks: if one of them is given, too, and the first clause of
                                 * `when` does not hold, both are refused as a contradiction. NULL: none, and there is only a
                                 * warning if the key does not matter */
    const char *formerly;       /* other names of the key, between blanks, in older versions or textbooks: they are refused, and
                                 * the sentence names this key; NULL: none */
    const char *meant;          /* PARAM_CHOICE: "word=value word=value": a textbook's word is refused, naming ours; NULL: none */
    const char *doc;            /* one sentence: meaning and source of the key */
} Param;

/* The first members of a row: PARAM_ROW(PsoOptions, inertia, PARAM_REAL, "", -2, 2, "0.7298"), .doc = "..." */
#define PARAM_AT(Options, key_, name_, type_, unit_, lo_, hi_, standard_)                                                 \
    .key = name_, .unit = unit_, .type = type_, .offset = offsetof(Options, key_), .bytes = sizeof(((Options *)0)->key_), \
    .lo = lo_, .hi = hi_, .standard = standard_
#define PARAM_ROW(Options, key_, type_, unit_, lo_, hi_, standard_) \
    PARAM_AT(Options, key_, #key_, type_, unit_, lo_, hi_, standard_)

/* A named set of values for the keys of an optimiser, and for keys of other sections that go with them. */
typedef struct {
    const char *name, *source;
    const char *settings; /* "key=value key=value"; values that the user gave take precedence */
    const char *implied;  /* "section.key=value ...": settings of other sections; NULL: none */
    const char *warning;  /* printed when the preset is used; NULL: none */
    bool for_features;    /* may be the default preset only for PRESET_FEATURES */
    const char *unless;   /* keys of the optimiser, between blanks: if one of them is given, another preset is the default;
                           * NULL: none */
} Preset;

/* What a preset with for_features is made for, in words. */
#define PRESET_FEATURES \
    "weights of features between -B and B, of which every multiple plays alike, within a budget of iterations, games or pieces"

/* What is wrong or unwise about a combination of a part's values. */
typedef struct {
    const char *key;         /* the key to blame */
    bool fatal;              /* the combination cannot run; else a warning */
    char why[PARAM_WHY_MAX]; /* the end of the sentence: "must be ..." */
} Finding;
#define FINDINGS_MAX 8

/* Writes a finding, and returns 1, the number of findings. */
int finding_add(Finding *out, bool fatal, const char *key, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* How many rows a table has. */
int param_rows(const Param *table);

/* The row called key, or NULL. */
const Param *param_find(const Param *table, const char *key);

/* The row that has key among its other names (formerly), or NULL. */
const Param *param_find_former(const Param *table, const char *key);

/* The default of a row as written in an ini; the first choice if the row names none. */
const char *param_standard(const Param *p);

/* Whether the value of one row, or of all rows of a table, is the same in two blocks when written out. */
bool param_same(const Param *p, const void *a, const void *b);
bool param_all_same(const Param *table, const void *a, const void *b);

/* Puts the defaults of all rows into block. */
void param_defaults(const Param *table, void *block);

/* Reads text strictly (the whole of it, finite, in range) into the row's place in block. False: block is unchanged, and why
 * (room bytes) says what would be right, e.g. "must be -2..2". */
bool param_set(const Param *p, void *block, const char *text, char *why, size_t room);

/* Writes the value as in an ini; it can be read back unchanged. room >= PARAM_TEXT_MAX. */
void param_print(const Param *p, const void *block, char *out, size_t room);

/* Whether the row is a number that a search may change: int, long or real. */
bool param_numeric(const Param *p);

/* How many values a choice or a flag has to choose from (2 or more); 0: the row is neither. */
int param_choices(const Param *p);

/* Choice i (0 .. param_choices - 1) as written in an ini; of a flag yes or no. */
const char *param_choice(const Param *p, int i);

/* param_chosen: the index of the choice in block. param_choose: puts choice i into block. */
int param_chosen(const Param *p, const void *block);
void param_choose(const Param *p, void *block, int i);

/* The nearest value that a numeric row may have: within its range, and whole if the row is an integer. */
double param_fit(const Param *p, double value);

/* param_get: the value of a numeric row as a real. param_put: sets it to param_fit of value. */
double param_get(const Param *p, const void *block);
void param_put(const Param *p, void *block, double value);

/* The row after p in the order of lists: basic keys first, then expert keys, then research keys. p NULL: returns the first row.
 * NULL: there are no more. */
const Param *param_next(const Param *table, const Param *p);

/* "basic", "expert", "research". */
const char *param_level_name(ParamLevel level);

/* Writes the range of a row, for documentation: "1..4096", "yes|no", "absorb|damp|...". room >= PARAM_TEXT_MAX. */
void param_range(const Param *p, char *out, size_t room);

#endif
