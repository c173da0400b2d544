/* analysis/heldout.h. What a meta search was worth: the held-out blocks of its validation, and what they prove.
 *
 * Idea: all players play the same blocks, so a rival is compared block by block. Problems and budgets differ in scale, so over
 * all of them it is meta's scores that are compared, and within one of them the logs of what the inner trainings claim: it
 * counts by how many times the one is better. A rival that is called better or worse is so with a probability of error of at
 * most alpha in all that is said of the rivals together, and of one rival's problems together (Holm).
 * Source: Wilcoxon's signed-rank test, paired_wilcoxon. */
#ifndef SWARMTRIS_ANALYSIS_HELDOUT_H
#define SWARMTRIS_ANALYSIS_HELDOUT_H

#include "base/stats.h"
#include "file/tsv.h"

/* One problem with one budget, label (owned) "sphere", or "sphere x2" where there are several budgets: the blocks in which all
 * players claim a number, block (n >= 1), and what they claim there, value (players, n), owned. errors: the values are errors
 * with a minus. */
typedef struct {
    char *label;
    int n;
    double *block, *value;
    bool errors;
} HeldoutPart;

/* tuned against one rival: wins, the share of blocks that tuned wins, half of the ties included; of the test, p, and the share
 * of the ranks that is tuned's: which way it points; log_ratio, a value a block: by how many times 1 + score is higher (n = 0
 * where values are errors, which may be 0). */
typedef struct {
    double wins, share, p;
    Stats log_ratio;
} HeldoutDuel;

/* The same over all blocks, and of each part (parts), owned. */
typedef struct {
    HeldoutDuel all, *part;
} HeldoutTest;

/* name (players), borrowed from the table: tuned first, then untuned, and the rivals. test (players - 1): of player i + 1. */
typedef struct {
    Tsv table;
    const char **name;
    int players;
    HeldoutPart *part;
    int parts, blocks;
    HeldoutTest *test;
} Heldout;

#define HELDOUT_ALPHA 0.05

/* Reads dir/heldout.tsv. What is wrong goes to errors; TSV_MISSING without a sentence: there is none. *h is to be freed in every
 * case. */
TsvStatus heldout_read(Heldout *h, const char *dir, Errors *errors);
void heldout_free(Heldout *h);

/* 1: tuned is better, -1: worse, 0: not distinguishable; and in words, "better than", ... */
int heldout_sign(const HeldoutDuel *d);
const char *heldout_verdict(const HeldoutDuel *d);

#endif
