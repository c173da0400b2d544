/* page/candidates.h. The best candidates of a search as parallel coordinates: an axis a coordinate, a line a candidate.
 *
 * Source: A. Inselberg, The plane with parallel coordinates, The Visual Computer 1 (1985). */
#ifndef SWARMTRIS_PAGE_CANDIDATES_H
#define SWARMTRIS_PAGE_CANDIDATES_H

#include "file/tsv.h"

/* Reads features.tsv of dir, whose last row has the standard deviations of the features; t has no columns if dir has no such
 * table. The statuses are those of tables_read_if. *t is to be freed in every case. */
Status candidates_deviations(Tsv *t, const char *dir, Errors *errors);

/* The last standard deviation of the feature called name; NAN: it was not measured. */
double candidates_deviation(const Tsv *t, const char *name);

/* Puts the picture of positions.tsv and the chosen point of result.tsv; nothing if dir has no positions, or positions of fewer
 * than three coordinates. weights: coordinates are weights of features, whose multiples all play alike. So weights x deviations
 * are drawn on one scale, as vectors of length 1. STATUS_DATA, STATUS_NO_INPUT, with a sentence: a table cannot be read. */
Status candidates_put(FILE *out, const char *dir, bool weights, Errors *errors);

#endif
