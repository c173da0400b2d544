/* live.h. An experiment made from the text of an ini, driven by hand, for tests: iteration by iteration, with everything it
 * writes kept as text; saved and loaded through the checkpoint of the program. */
#ifndef SWARMTRIS_TESTS_LIVE_H
#define SWARMTRIS_TESTS_LIVE_H

#include "base/record.h"
#include "config/config.h"
#include "run/setup.h"

/* text: the rows so far, a line each: "table name=cell name=cell ...". */
typedef struct {
    Record record;
    char *text;
    int used, room;
} Rows;
void rows_start(Rows *r);
void rows_free(Rows *r);

/* The first line of table at or after text, a beginning of a line; NULL: there is none. How many there are. The cell called name
 * in the line at text, as a number. */
const char *rows_next(const char *text, const char *table);
int rows_count(const char *text, const char *table);
double rows_cell(const char *text, const char *name);

/* Not to be copied. evaluated: the weights, where it is an evaluation. questions: what is asked becomes a row, too. */
typedef struct {
    Config config;
    Setup setup;
    double *evaluated;
    Rows rows;
    bool questions;
} Live;

/* ini: the file's text; sets: values "section.key=value" between blanks, or NULL. games > 0: not the training that it describes
 * but the evaluation of weights that are all -1, over so many games. Whatever is wrong with it fails the test. */
void live_open(Live *l, const char *ini, const char *sets, int64_t games);
void live_close(Live *l);

/* Opens the training and takes it to its end. */
void live_run(Live *l, const char *ini, const char *sets);

/* One turn of the driver's loop; false: the experiment is finished. */
bool live_step(Live *l);
void live_finish(Live *l);

/* The state of an experiment, of an optimiser, as its walk tells it: a fingerprint; a checkpoint's text (owned); and back. */
typedef void StateFields(void *self, Serialiser *s);
uint64_t state_hash(StateFields *serialise, void *self);
char *state_save(StateFields *serialise, void *self);
void state_load(StateFields *serialise, void *self, const char *text);

/* The n reals, or words of 64 bits, of a walk that are called name become in, where that is not NULL, and else out becomes what
 * they are; more of that name, or none, fail the test. False: the state that has them is refused. */
bool state_field(StateFields *serialise, void *self, const char *name, const void *in, void *out, int n);

/* Opens l, at the point to which another run had got: its state, and the first so many bytes of its rows. */
void live_resume(Live *l, const char *ini, const char *sets, int64_t games, const char *saved, const char *rows, int used);

Result live_outcome(Live *l);
uint64_t live_hash(Live *l);
/* The result, cost and reported scores as text with all digits (owned). */
char *live_result(Live *l);

#endif
