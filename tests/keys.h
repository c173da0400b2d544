/* keys.h. All keys of an ini, and what each of them changes: rows of the table that test_keys.c goes through.
 *
 * A key may have two rows if its core knows no training that shows it: one that says where it is, and one of a system. */
#ifndef SWARMTRIS_TESTS_KEYS_H
#define SWARMTRIS_TESTS_KEYS_H

#include <stddef.h>

/* One key, or several of a section or part. A value that is set where the key matters changes the rows of a table; where it does
 * not matter, none. */
typedef struct {
    const char *key;   /* "section.key", "section.part.key"; of several: "section.", "section.part." */
    const char *ini;   /* of the training; NULL: none shows it */
    const char *where; /* settings between blanks with which it matters */
    const char *value; /* another than it has there; of several: "key=value key=value" */
    const char *shows; /* the table that it changes; NULL: it never changes any */
    const char *idle;  /* settings with which it does not matter; NULL: it always does */
    const char *other; /* the ini of those settings; NULL: the same. If ini is NULL: where the key is tested instead */
} Key;

/* The rows of the core, or of a system, which is called keys_NAME. */
typedef struct {
    const Key *key; /* (n) */
    int n;
} KeyTable;
#define KEY_TABLE(rows)                              \
    {                                                \
        .key = rows, .n = sizeof rows / sizeof *rows \
    }

/* ---- small trainings ---- */

#define FUNCTION "[objective]\nkind = rastrigin\ndim = 3\n[training]\niterations = 8\nlog_positions = yes\n"
#define SWARM FUNCTION "[optimiser]\nkind = pso\npreset = vdbergh\nparticles = 6\n"
#define SEARCH                                                                                                             \
    "[training]\nallocation = fixed\niterations = 3\ngames = 6\nlog_positions = yes\n[selection]\nfinalists = 3\ngames = " \
    "4\nshare = 0\n[validation]\ngames = 4\n"
#define FEW "[optimiser]\nkind = pso\npreset = vdbergh\nparticles = 5\n"
#define GAMES "[game]\nheight = 8\n[objective]\nmax_pieces = 60\n" SEARCH FEW
#define META                                                                                                        \
    "[meta]\ntune = inertia social\n[training]\niterations = 2\ngames = 2\n[selection]\nfinalists = 2\ngames = 2\n" \
    "[validation]\ngames = 2\n" FEW

#define SHORT "objective.max_pieces=0 objective.pilot=128 objective.run=100 objective.trials=5"
#define ESTIMATED SHORT " objective.estimator=splitting objective.step=20"

/* Rows of a key of an optimiser, which is to be named; of one that breeds. */
#define OF(kind, key, where, value, idle) \
    "optimiser." kind "." key, FUNCTION, where " optimiser.kind=" kind, value, "positions", idle, NULL
#define IDLE(kind, settings) settings " optimiser.kind=" kind
#define OF_GA(kind)                                                                                                      \
    {OF(kind, "", "", "particles=8 elite_share=0.3 tournament=0.3 start_lower=0.5 start_upper=0.5 mutation=0.5", NULL)}, \
        {OF(kind, "elite", "", "2", IDLE(kind, "optimiser.elite_share=0.3"))},                                           \
        {OF(kind, "crossover", "", "0.1", IDLE(kind, "optimiser.heuristic=copy"))},                                      \
        {OF(kind, "heuristic", "", "average", IDLE(kind, "optimiser.crossover=0"))},                                     \
        {OF(kind, "mutation_sd", "", "0.3", IDLE(kind, "optimiser.mutation=0"))},                                        \
    {                                                                                                                    \
        OF(kind, "", "optimiser.mutation_sd=0", "mutation_lower=0.1 mutation_upper=2 second_upper=2",                    \
           IDLE(kind, "optimiser.mutation=0"))                                                                           \
    }

#endif
