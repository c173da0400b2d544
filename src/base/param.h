/* param.h. One table a part: ini key, unit, range, default, documentation.
 *
 * Idea: a part's options are one flat struct without pointers, and its table says what lies where. From the table come reading
 * and checking the ini, --set, the echoed effective configuration, `swarmtris list`, and what a meta-optimiser may tune; so a new
 * option is one row, and nothing else has to learn of it. A table ends with a row whose key is NULL.
 * Never: an option without a range, a default outside its own range. */
#ifndef SWARMTRIS_BASE_PARAM_H
#define SWARMTRIS_BASE_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PARAM_LIST_MAX 64   /* numbers in a list */
#define PARAM_WHY_MAX 400   /* bytes of a sentence end, the terminating zero included */
#define PARAM_TEXT_MAX 4096 /* bytes that any value may take when written out, the terminating zero included */

typedef enum {
    PARAM_INT,    /* int */
    PARAM_LONG,   /* int64_t; 2e6 may be written for 2000000 */
    PARAM_REAL,   /* double, finite */
    PARAM_FLAG,   /* bool, written yes or no */
    PARAM_CHOICE, /* int, an index into choices, written by name */
    PARAM_SEED,   /* uint64_t, all of them */
    PARAM_TEXT,   /* char[bytes] */
    PARAM_FILES,  /* char[bytes], file names between blanks; run makes them absolute and sees that they can be read */
    PARAM_NAMES,  /* char[bytes], names between blanks or commas; kept with one blank between them */
    PARAM_INTS,   /* IntList */
    PARAM_REALS   /* RealList */
} ParamType;

/* Who needs a key. Lists show the basic ones first, 20 of all parts at most. */
typedef enum {
    PARAM_EXPERT,  /* whoever knows the method: a textbook has it, or most users can leave it at its default */
    PARAM_BASIC,   /* everybody: an ini for a first training has it */
    PARAM_RESEARCH /* whoever compares methods: what it does is known from a study, or by the program alone */
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
    size_t offset, bytes;       /* of the value in the options block; PARAM_ROW fills both */
    double lo, hi;              /* inclusive; for lists, of every element; unused for flags, choices, seeds and texts */
    const char *standard;       /* the default, as an ini would say it; param_standard has that of a choice where this is NULL */
    const char *const *choices; /* PARAM_CHOICE: names, NULL at the end */
    bool may_be_none;           /* PARAM_REAL: the value may be "none" instead, which is kept as HUGE_VAL */
    bool may_change;            /* a resumed run may have another value: it decides how far or how fast, not what */
    bool announced;             /* its value is said before a run: "topology = ring" */
    bool per_phase;             /* of a game: [training] and [selection] may have another value than the board that is claimed */
    const char *when;           /* the key matters only then: a condition (condition.h), as pages print it; NULL: always */
    const char *against;        /* keys between blanks, of the same section: where one of them is given, too, and the first clause
                                 * of `when` does not hold, both are refused as a contradiction; NULL: none, a key that does not
                                 * matter is warned of */
    const char *formerly;       /* other names of the key between blanks, of older versions or of textbooks: they are refused
                                 * with this one; NULL: none */
    const char *meant;          /* of a choice, "word=value word=value": a textbook's word is refused with ours; NULL: none */
    const char *doc;            /* one sentence: what it means, and its source */
} Param;

/* The first members of a row: PARAM_ROW(PsoOptions, inertia, PARAM_REAL, "", -2, 2, "0.7298"), .doc = "..." */
#define PARAM_AT(Options, key_, name_, type_, unit_, lo_, hi_, standard_)                                                 \
    .key = name_, .unit = unit_, .type = type_, .offset = offsetof(Options, key_), .bytes = sizeof(((Options *)0)->key_), \
    .lo = lo_, .hi = hi_, .standard = standard_
#define PARAM_ROW(Options, key_, type_, unit_, lo_, hi_, standard_) \
    PARAM_AT(Options, key_, #key_, type_, unit_, lo_, hi_, standard_)

/* A named choice of several values of one part, and of what goes with them elsewhere. */
typedef struct {
    const char *name, *source;
    const char *settings; /* "key=value key=value"; applied before the keys that the user wrote */
    const char *implied;  /* "section.key=value ...", applied with them: what goes with them elsewhere in an ini; NULL: nothing */
    const char *warning;  /* NULL, or the sentence to print when it is used */
    bool for_features;    /* where it is not asked for, it is used for PRESET_FEATURES alone */
    const char *unless;   /* keys of the optimiser between blanks: where one of them is given and the preset is not asked for,
                           * another one is used; NULL: none */
} Preset;

/* What a preset with for_features suits, for people. */
#define PRESET_FEATURES \
    "weights of features between -B and B, of which every multiple plays alike, within a budget of iterations, games or pieces"

/* What a part says of a combination of its own values. */
typedef struct {
    const char *key;         /* to blame */
    bool fatal;              /* it cannot run; else a warning */
    char why[PARAM_WHY_MAX]; /* the end of the sentence: "must be ..." */
} Finding;
#define FINDINGS_MAX 8

/* Writes a finding, and returns 1: how many that are. */
int finding_add(Finding *out, bool fatal, const char *key, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* How many rows a table has. */
int param_rows(const Param *table);

/* The row called key, or NULL. */
const Param *param_find(const Param *table, const char *key);

/* The row that has key among its other names (formerly), or NULL. */
const Param *param_find_former(const Param *table, const char *key);

/* The default of a row, as an ini would say it: of a choice that names none, the first. */
const char *param_standard(const Param *p);

/* Whether the value of a row, or of all rows, is written alike in two blocks. */
bool param_same(const Param *p, const void *a, const void *b);
bool param_all_same(const Param *table, const void *a, const void *b);

/* Puts the defaults of all rows into block. */
void param_defaults(const Param *table, void *block);

/* Reads text strictly (the whole of it, finite, in range) into the row's place in block. False: block is unchanged, and why
 * (room bytes) says what would be right, e.g. "must be -2..2". */
bool param_set(const Param *p, void *block, const char *text, char *why, size_t room);

/* Writes the value as an ini would say it; read back, it is the same value. room >= PARAM_TEXT_MAX. */
void param_print(const Param *p, const void *block, char *out, size_t room);

/* Whether a search may move the row: int, long or real. */
bool param_numeric(const Param *p);

/* How many values a choice or a flag has to choose from (2 or more); 0: the row is neither. */
int param_choices(const Param *p);

/* Value i of them (0 .. param_choices - 1) as an ini says it; of a flag yes, no. */
const char *param_choice(const Param *p, int i);

/* Which of them a block has; and puts value i. */
int param_chosen(const Param *p, const void *block);
void param_choose(const Param *p, void *block, int i);

/* The value nearest to this one that a numeric row may have: within its range, and a whole number where it is one. */
double param_fit(const Param *p, double value);

/* A numeric row as a real; and back, fitted. */
double param_get(const Param *p, const void *block);
void param_put(const Param *p, void *block, double value);

/* The row behind p in the order of lists: basic keys first, then those of experts, then those of research. p NULL: the first row.
 * NULL: there are no more. */
const Param *param_next(const Param *table, const Param *p);

/* "basic", "expert", "research". */
const char *param_level_name(ParamLevel level);

/* What the range of a row is, for documentation: "1..4096", "yes|no", "absorb|damp|...". room >= PARAM_TEXT_MAX. */
void param_range(const Param *p, char *out, size_t room);

#endif
