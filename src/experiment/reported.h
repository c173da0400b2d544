/* reported.h. A reported score: a mean under the name that says how it was obtained, and under no other.
 *
 *     training    the leader's games in the search
 *     reselected  fresh games of the best finalist, which is rarely the leader
 *     baseline    given weights or parameters, on the games of the validation
 *     validated   games used nowhere else
 *     evaluated   given weights, by comparison
 *     estimated   as the last two, by splitting
 *
 * Idea: whoever finds a score calls reported_make. All that prints, stores or reads one does so by the list of its numbers,
 * so that no two of them can disagree about its interval. */
#ifndef SWARMTRIS_EXPERIMENT_REPORTED_H
#define SWARMTRIS_EXPERIMENT_REPORTED_H

#include "base/quantity.h"
#include "base/stats.h"

/* The numbers of a reported score, of raw scores: those of a minimised one are negative. */
typedef enum {
    REPORTED_MEAN,
    REPORTED_LOWER, /* the 95 % interval of the mean; NAN: not known, as of a single play */
    REPORTED_UPPER,
    REPORTED_SD,       /* of the plays; NAN: not known */
    REPORTED_GAMES,    /* plays */
    REPORTED_CUT,      /* plays that were cut off at the largest length of a play, as far as they were counted */
    REPORTED_HEAVIEST, /* share of an estimate that one replicate holds (ByRate); NAN: it is none */
    REPORTED_FIELDS
} ReportedField;
extern const char *const reported_fields[REPORTED_FIELDS]; /* mean, lower, upper, sd, games, cut_off, heaviest */

typedef struct {
    const char *name; /* see above */
    int objective;    /* index of the objective that it was obtained on */
    Stats score;      /* scores of the plays */
    double value[REPORTED_FIELDS];
} ReportedScore;
#define REPORTED_MAX 4

/* score: the plays, or stats_of_estimates. The interval follows Student's t, on the scale of logarithms for a mean by rates, and
 * does not leave the range of such scores: a count is never less than 0, nor an error. */
ReportedScore reported_make(const char *name, int objective, const Units *units, Stats score, int64_t cut);

/* The same of n estimates by splitting. */
ReportedScore reported_estimate(int objective, const Units *units, const double *x, int64_t n, int64_t cut);

/* The key of a number where several scores stand side by side: "validated", "validated_lower". */
typedef struct {
    char text[48];
} ReportedKey;
ReportedKey reported_key(const char *name, int field);

/* What a score of this name is worth if plays are noisy, after the number of its plays: "used nowhere else". "": there is no
 * such name. finalists: how many were compared; 0: not known. plays: what plays are called. */
typedef struct {
    char text[96];
    bool final; /* it is the one to report */
} ReportedWorth;
ReportedWorth reported_worth(const char *name, int finalists, const char *plays);

/* A note on an estimate of which one replicate holds a large share: of 100 or more, over 3 %, where an even share is 1 % at most;
 * of fewer, over a quarter. Rarer replicates, none of which was met, may weigh more still. "": there is none. */
typedef struct {
    char text[128];
} ReportedNote;
ReportedNote reported_heaviest(const ReportedScore *s);

/* The number of a score as people read it (units_amount), whose smaller end is then the lower one. */
double reported_amount(const ReportedScore *s, const Units *units, ReportedField field);

#endif
