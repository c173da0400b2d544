/* analysis/heldout.h. The gain of a meta search: the held-out blocks of its validation, and the tests on them.
 *
 * Idea: all players play the same blocks, so a rival is compared block by block. Problems and budgets differ in scale, so over
 * all of them the scores of meta are compared, and within one of them the logarithms of the claims of the inner trainings, that
 * is, ratios. The probability that any rival is wrongly called better or worse is at most alpha, over all rivals together, and
 * over all problems of one rival together (Holm).
 * Source: Wilcoxon's signed-rank test, paired_wilcoxon. */
#ifndef SWARMTRIS_ANALYSIS_HELDOUT_H
#define SWARMTRIS_ANALYSIS_HELDOUT_H

#include "base/stats.h"
#include "file/tsv.h"

/* One problem with one budget: the blocks in which all players claim a number. */
typedef struct {
    char *label;   /* "sphere", or "sphere x2" where there are several budgets; owned */
    int n;         /* blocks, at least 1 */
    double *block; /* (n), owned: their numbers */
    double *value; /* (players, n), owned: the claims of the players in them */
    bool errors;   /* the values are errors with a minus */
} HeldoutPart;

/* The tuned values against one rival. */
typedef struct {
    double wins;     /* share of the blocks that tuned wins, ties counting half */
    double share;    /* share of the ranks of the test that is in favour of tuned: its direction */
    double p;        /* of the test */
    Stats log_ratio; /* over the blocks, of 1 + score, tuned over rival; n = 0 where values are errors, which may be 0 */
} HeldoutDuel;

typedef struct {
    HeldoutDuel all;   /* over all blocks */
    HeldoutDuel *part; /* (parts), owned: over the blocks of each part */
} HeldoutTest;

typedef struct {
    Tsv table;         /* heldout.tsv */
    const char **name; /* (players), owned, the texts borrowed from the table: tuned, then untuned, then the rivals */
    int players;
    HeldoutPart *part; /* (parts), owned */
    int parts;
    int blocks;        /* of all parts */
    HeldoutTest *test; /* (players - 1), owned: of tuned against player i + 1 */
} Heldout;

#define HELDOUT_ALPHA 0.05

/* Reads dir/heldout.tsv. Mistakes in it go to errors; TSV_MISSING without a sentence: there is no such file. *h is to be freed in
 * every case. */
TsvStatus heldout_read(Heldout *h, const char *dir, Errors *errors);
void heldout_free(Heldout *h);

/* 1: tuned is better, -1: it is worse, 0: the two cannot be distinguished; and the same in words: "better than", ... */
int heldout_sign(const HeldoutDuel *d);
const char *heldout_verdict(const HeldoutDuel *d);

#endif
