/* analysis/heldout.h. What a meta search was worth: the held-out blocks of its validation, and what they prove.
 *
 * Idea: all players play the same blocks, so a baseline is compared block by block. Problems and budgets differ in scale, so over
 * all of them it is meta's scores that are compared, and within one of them the logs of what the inner trainings report: it
 * counts by how many times the one is better. A baseline that is called better or worse is so with a probability of error of at
 * most alpha in all that is said of the baselines together, and of one baseline's problems together (Holm).
 * Source: Wilcoxon's signed-rank test, paired_wilcoxon. */
#ifndef SWARMTRIS_ANALYSIS_HELDOUT_H
#define SWARMTRIS_ANALYSIS_HELDOUT_H

#include "base/stats.h"
#include "file/tsv.h"

/* ---- the blocks of a meta search, grouped by problem and budget ---- */

/* One problem with one budget. */
typedef struct {
    char *label; /* "sphere", or "sphere x2" where the table has several budgets; owned */
    int first;   /* the first of its rows */
    int n;       /* rows, 1 or more */
    bool errors; /* its values are errors with a minus: none is above 0 */
} Part;

/* All of a table. */
typedef struct {
    Part *part; /* (n, with room for more) in the order of their first rows; owned */
    int n, room;
    int *of; /* (rows of the table) the part that a row belongs to, -1: to none; owned */
} Parts;

/* Groups the rows of a table with a column `problem`. budget, value (rows): of each row its budget, and the highest number that
 * it has; a row without such a number (NAN) belongs to no part. *p is to be freed. */
void parts_find(Parts *p, const Tsv *t, const double *budget, const double *value);
void parts_free(Parts *p);

/* A value of part k as a logarithm that is higher where the value is better; an error below 1e-16 counts as solved. */
double parts_log(const Parts *p, int k, double value);

/* ---- tuned against its baselines ---- */

/* tuned against one baseline. */
typedef struct {
    double wins;     /* the share of blocks that tuned wins, half of the ties included */
    double share;    /* the share of the test's ranks that is tuned's: which way the test points */
    double p;        /* of the test */
    Stats log_ratio; /* a value a block: by how many times 1 + score is higher; n = 0 where values are errors, which may be 0 */
} HeldoutDuel;

/* The same over all blocks, and of each part. */
typedef struct {
    HeldoutDuel all;
    HeldoutDuel *part; /* (parts.n), owned */
} HeldoutTest;

/* heldout.tsv: a row is a block. */
typedef struct {
    Tsv table;
    const char **name; /* (players) tuned first, then untuned, and the baselines; owned, the names borrowed from the table */
    double **reported; /* (players, table.rows) what their inner trainings report, NAN where there is no number; owned */
    double **score;    /* (players, table.rows) meta's scores, in the same way */
    int players;       /* 2 or more */
    Parts parts;       /* of the blocks in which all players report a number */
    HeldoutTest *test; /* (players - 1) number i is of player i + 1; owned */
} Heldout;

#define HELDOUT_ALPHA 0.05

/* Reads dir/heldout.tsv. STATUS_DATA: a sentence says what is wrong; STATUS_NO_INPUT, without a sentence: there is none. *h is to
 * be freed in every case. */
Status heldout_read(Heldout *h, const char *dir, Errors *errors);
void heldout_free(Heldout *h);

/* The reported scores of a player in the blocks of part k: out (parts.part[k].n). Returns their number. */
int heldout_reported(const Heldout *h, int k, int player, double *out);

/* 1: tuned is better, -1: it is worse, 0: the two cannot be distinguished; and the same in words: "better than", ... */
int heldout_sign(const HeldoutDuel *d);
const char *heldout_verdict(const HeldoutDuel *d);

#endif
