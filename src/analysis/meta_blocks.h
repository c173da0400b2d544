/* analysis/meta_blocks.h. The blocks of a meta search: those of a grid over parameters, as a map or as lines; and the held-out
 * ones of its validation, which say what the search was worth.
 *
 * Idea: all players play the same blocks, so a baseline is compared block by block. Problems and budgets differ in scale. So
 * over all of them meta's scores are compared, and within one of them the logs of what the inner trainings report, that is,
 * ratios. All statements on which baselines are better or worse are true with a probability of at least 1 - alpha (Holm). So
 * are all statements on one baseline's problems.
 * Source: Wilcoxon's signed-rank test, paired_wilcoxon. */
#ifndef SWARMTRIS_ANALYSIS_META_BLOCKS_H
#define SWARMTRIS_ANALYSIS_META_BLOCKS_H

#include "base/stats.h"
#include "file/tsv.h"

/* ---- the blocks of a meta search, grouped by problem and budget ---- */

/* One problem with one budget. */
typedef struct {
    char *label; /* "sphere", or "sphere x2" where the table has several budgets; owned */
    int first;   /* number of its first row */
    int n;       /* number of its rows, 1 or more */
    bool errors; /* its values are errors with a minus: none is above 0 */
} Part;

/* All parts of a table. */
typedef struct {
    Part *part; /* (n, with room for more) in the order of their first rows; owned */
    int n, room;
    int *of; /* (rows of the table) the part of each row, -1: none; owned */
} Parts;

/* ---- tuned against its baselines ---- */

/* Tuned against one baseline, in some blocks. */
typedef struct {
    double wins;     /* the share of blocks that tuned wins, half of the ties included */
    double share;    /* share of the test's ranks for tuned: above 0.5, tuned is better */
    double p;        /* p of the test */
    Stats log_ratio; /* for each block, the log of the ratio of 1 + score; n = 0 if values are errors, which may be 0 */
} HeldoutDuel;

/* Tuned against one baseline, over all blocks and in each part. */
typedef struct {
    HeldoutDuel all;
    HeldoutDuel *part; /* (parts.n), owned */
} HeldoutTest;

/* heldout.tsv: a row is a block. */
typedef struct {
    Tsv table;
    const char **name; /* (players) tuned first, then untuned, and the baselines; owned, the names borrowed from the table */
    double **reported; /* (players, table.rows) what their inner trainings report, NAN where there is no number; owned */
    double **score;    /* (players, table.rows) meta's scores, NAN where there is no number; owned */
    int players;       /* 2 or more */
    Parts parts;       /* parts of the blocks in which all players report a number */
    HeldoutTest *test; /* (players - 1) test[i] is against player i + 1; owned */
} Heldout;

#define HELDOUT_ALPHA 0.05

/* Reads dir/heldout.tsv. STATUS_DATA: a sentence says what is wrong; STATUS_NO_INPUT, without a sentence: there is none. *h is to
 * be freed in every case. */
Status heldout_read(Heldout *h, const char *dir, Errors *errors);
void heldout_free(Heldout *h);

/* The reported scores of a player in the blocks of part k: out (parts.part[k].n). Returns their number. */
int heldout_reported(const Heldout *h, int k, int player, double *out);

/* 1: tuned is better, -1: it is worse, 0: the two cannot be distinguished. heldout_verdict: in words, "better than", ... */
int heldout_sign(const HeldoutDuel *d);
const char *heldout_verdict(const HeldoutDuel *d);

/* ---- the results of a grid: quantiles of the logarithms of reported scores, over the blocks of each point ---- */

/* Whether a run is over a grid of parameters. */
typedef enum {
    GRID_NONE, /* no grid */
    GRID_MAP,  /* all combinations of values */
    GRID_LINES /* lines through one point */
} GridShape;

/* Finds the shape, GRID_NONE without config.ini. STATUS_NO_INPUT: a sentence says why the config.ini of dir cannot be read. */
Status grid_shape(const char *dir, GridShape *shape, Errors *errors);

/* The most problems and budgets that are summed up: gnuplot reads no more than some 1,000 letters of names of columns. */
enum { GRID_PARTS_MAX = 20 };

/* Reads positions.tsv and blocks.tsv of dir, a run over a grid. NAME.tsv: a row a point of the grid, its coordinates and the
 * quantiles q05_K .. q95_K over the blocks of problem K, of log10 of the error or of 1 + score. NAME_parts.tsv: a row a problem,
 * its label and whether it has errors. STATUS_OK; STATUS_IO; STATUS_NO_INPUT: a table cannot be read; STATUS_DATA: a sentence
 * says what is wrong, such as that there is no point yet. *dim: coordinates; *parts: problems and budgets, of which
 * GRID_PARTS_MAX at most are in the tables. */
Status grid_write(const char *dir, const char *folder, const char *name, int *dim, int *parts, Errors *errors);

#endif
