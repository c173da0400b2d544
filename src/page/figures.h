/* page/figures.h. The charts of a folder as figures of a page, each with the tables that it is drawn from. */
#ifndef SWARMTRIS_PAGE_FIGURES_H
#define SWARMTRIS_PAGE_FIGURES_H

#include "file/tsv.h"

/* What a page holds so far, so that ids differ, and how much room there is. */
typedef struct {
    int figures; /* so far */
    size_t room; /* bytes of pictures that may still be put. Of a training of weights it is less, so that its page has less than
                  * 500 kB */
} Figures;
enum { FIGURES_ROOM = 900000, FIGURES_ROOM_TRAINING = 380000 };

/* Puts the charts that folder has a NAME.set of, in the order of their names: NAME.svg, and in its place where there is none, or
 * where the page would become too large, a sentence; NAME*.tsv of the folder, and the table that the chart reads in dir. A table
 * that several charts read is put once. STATUS_DATA, STATUS_NO_INPUT, with a sentence: a table is damaged, a picture cannot be
 * read. */
Status figures_put(FILE *out, Figures *f, const char *folder, const char *dir, Errors *errors);

#endif
