/* page/page.h. A page of HTML about runs: one file that needs nothing else, the same bytes for the same files.
 *
 * Idea: a page first states the question and how good the answer is, then how it was found, and last how to find it again. All
 * this is text and pictures in the file. The script, plots/report.js, only adds values under the pointer and steps of a game.
 * Sections for which a directory has no files are left out, so that every kind of directory has its page.
 * Never: a training's best without the word overstated; a clock, a network, a text that is not escaped (html.h). */
#ifndef SWARMTRIS_PAGE_PAGE_H
#define SWARMTRIS_PAGE_PAGE_H

#include "base/error.h"
#include "config/weights.h"
#include "file/files.h"

#include <stdio.h>

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

/* A game to step through (picture/scene.h). */
typedef struct {
    char *lines;       /* a line a turn; owned by the caller */
    int turns;         /* lines */
    int width, height; /* size of the board in cells; 0: the board is text */
    char *command;     /* command that shows the same game */
} PageGame;

/* A way of training that a study has tried. */
typedef struct {
    char *name;    /* owned by the caller */
    Config config; /* config of its first run; owned by the caller */
} PageWay;

/* A directory that the page is about. All borrowed. */
typedef struct {
    const char *dir;      /* as the user named it */
    const char *run;      /* the directory of a run that the page is about: dir, or the first run in it */
    const char *charts;   /* the folder of its charts; NULL: none */
    const char *command;  /* command that made dir; NULL: not known */
    const Config *config; /* its config.ini, read; NULL: it has none */
    bool searched;        /* it is the directory of a search, not of an evaluation */
    const PageWay *way;   /* (ways) those of a study that was made in dir; config is then that of the first */
    int ways;
    const Weights *weights;   /* NULL: none */
    const WeightTable *table; /* what they are */
    const double *deviation;  /* (weights) standard deviations of their features among the moves of a decision; NULL: not known */
    const PageGame *game;     /* NULL: none */
} PageRun;

/* Puts all sections of a directory. STATUS_DATA, STATUS_NO_INPUT, with a sentence: a file is damaged, or cannot be read. */
Status page_put(FILE *out, Figures *f, const PageRun *r, Errors *errors);

/* The whole page around its body, owned by the caller: title, and style and script as text. */
char *page_whole(const char *title, const char *body, const char *style, const char *script, size_t *size);

#endif
