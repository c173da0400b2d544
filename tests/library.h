/* library.h. The public library in tests: a board, a training, and what is said of calls. */
#ifndef SWARMTRIS_TESTS_LIBRARY_H
#define SWARMTRIS_TESTS_LIBRARY_H

#include "swarmtris.h"
#include "tests/helpers.h"

#define BOARD "[experiment]\nthreads = 2\n[game]\nwidth = 6\nheight = 6\n[agent]\nfeatures = dt\n"
#define TRAINING                                                                                                     \
    BOARD "[training]\ngames = 3\niterations = 5\n[selection]\nfinalists = 3\ngames = 4\n[validation]\ngames = 20\n" \
          "[optimiser]\npreset = vdbergh\nparticles = 6\n"

enum { DIM = 9 };

/* No error; or one of this code and text (NULL: any), which is freed. */
void assert_good(swt_error *e);
void assert_error(swt_error *e, swt_code code, const char *text);

/* A training that opens, and what gives such things back: CLOSED(training_close). */
swt_training *opened(const char *ini, const char *dir, swt_how how);
CLOSER(training_close, swt_training, swt_training_close)
CLOSER(evaluator_close, swt_evaluator, swt_evaluator_close)

/* Makes all steps that are left; returns how many. */
int finish(swt_training *t);

#endif
