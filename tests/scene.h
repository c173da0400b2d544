/* scene.h. Runs as files in a folder, and what charts make of them. Without gnuplot, tables are checked alone. */
#ifndef SWARMTRIS_TESTS_SCENE_H
#define SWARMTRIS_TESTS_SCENE_H

#include "base/error.h"
#include "charts/charts.h"
#include "file/files.h"

/* How charts are wanted, as svg at first, and what they say. */
typedef struct {
    Charts how;
    Errors errors, warnings, drawn;
    bool gnuplot;
} Scene;

extern Scene scene;

/* What becomes of a run that can be drawn. */
#define DRAWN (scene.gnuplot ? STATUS_OK : STATUS_UNAVAILABLE)

/* Before and after each test, which works in a folder of its own: TESTS_EACH(scene_begin, scene_end). */
int scene_begin(void **state);
int scene_end(void **state);

/* What was said so far. */
void forget(void);

/* Writes a file, with the folders above it; or one of a run. */
void put(const char *name, const char *text);
void put_in(const char *run, const char *file, const char *text);

/* What the numbers of a run are called: those of errors of a function, or of a search over parameters. */
#define TRAIT_COLUMNS "kind\tscore_noun\tcost_noun\tplay_noun\n"

#define ERRORS TRAIT_COLUMNS "error\tscore\tevaluations\tevaluations\n"
#define DIFFERENCES TRAIT_COLUMNS "difference\tscore\tturns\tblocks\n"

/* No half-written file may stay behind. */
void no_temporaries(const char *dir);

/* Draws the run called name and expects so many pictures, and no word of complaint. */
void draws(const char *name, int pictures);

/* A column of a table that was written. */
double *column(const char *table, const char *name, int *n);

/* A picture shows all of these texts, so many times, or at least once. Where there is no gnuplot there is no picture. */
#define shows_times(picture, times, ...) shows_all(picture, times, (const char *const[]){__VA_ARGS__, NULL})
#define shows(picture, ...) shows_times(picture, -1, __VA_ARGS__)
void shows_all(const char *picture, int times, const char *const *text);

/* Where a text stands in a picture, pixels from the left and the top. False: there is no gnuplot, or no such text. */
bool text_at(const char *picture, const char *text, double *x, double *y);

/* A column of a table is these numbers (n); near is near enough. NAN is NAN. */
void assert_column(const char *table, const char *name, const double *expected, int n);

#define HAS_COLUMN(table, name, ...) \
    assert_column(table, name, (const double[]){__VA_ARGS__}, (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* What becomes of the comparison of two runs, which goes to out. */
Status compares(const char *a, const char *b, const char *out);

/* What becomes of the charts of a run. */
Status status_of(const char *run);

/* The charts of a run end with this status, and one error, in which text is. */
void refuses(const char *run, Status status, const char *text);

#endif
