/* page/candidates.h. The best candidates of a search as parallel coordinates: an axis a coordinate, a line a candidate.
 *
 * Source: A. Inselberg, The plane with parallel coordinates, The Visual Computer 1 (1985). */
#ifndef SWARMTRIS_PAGE_CANDIDATES_H
#define SWARMTRIS_PAGE_CANDIDATES_H

#include "file/tsv.h"

/* The last standard deviations of the features, as features.tsv of dir has them: a table without columns where it has none. The
 * statuses are those of tables_read_if. *t is to be freed in every case. */
Status candidates_deviations(Tsv *t, const char *dir, Errors *errors);

/* The deviation of the feature called name; NAN: it was not measured. */
double candidates_deviation(const Tsv *t, const char *name);

/* Puts the picture of positions.tsv and the chosen point of result.tsv; nothing where dir has no positions, or of less than
 * three coordinates. weights: coordinates are weights of features, of which every multiple plays alike: drawn are weights x
 * deviations on one scale, as vectors of length 1. STATUS_DATA, STATUS_NO_INPUT, with a sentence: a table cannot be read. */
Status candidates_put(FILE *out, const char *dir, bool weights, Errors *errors);

#endif
