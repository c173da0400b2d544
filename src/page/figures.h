/* page/figures.h. The charts of a folder as figures of a page, each with the tables that it is drawn from. */
#ifndef SWARMTRIS_PAGE_FIGURES_H
#define SWARMTRIS_PAGE_FIGURES_H

#include "file/tsv.h"

/* What a page holds so far, so that ids differ, and how much room there is. */
typedef struct {
    int figures; /* so far */
    size_t room; /* bytes of pictures that may still be put. A training of weights has less, so that its page stays below 500
                  * kB */
} Figures;
enum { FIGURES_ROOM = 900000, FIGURES_ROOM_TRAINING = 380000 };

/* Puts each chart that has a NAME.set in folder, in the order of names: NAME.svg, NAME*.tsv, and the table that the chart
 * reads in dir. If there is no NAME.svg, or the page would become too large, a sentence stands in its place. A table that
 * several charts read is put once. STATUS_DATA, STATUS_NO_INPUT, with a sentence: a table is damaged, a picture cannot be
 * read. */
Status figures_put(FILE *out, Figures *f, const char *folder, const char *dir, Errors *errors);

#endif
