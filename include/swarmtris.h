/* swarmtris.h. The public library: evaluates the weights of players of a game, and trains players, as the program swarmtris does.
 *
 *     cc -o train train.c $(pkg-config --cflags --libs swarmtris)
 *
 * Idea: an ini text, the same that `swarmtris train FILE.ini` takes, says what is played and how it is searched; `swarmtris list`
 * has all of its keys. Three kinds of objects are made of it: an evaluator plays the positions that a program of its own
 * optimiser proposes; a training searches by itself, step by step; an environment has its games moved by another program. The
 * same ini and seed give the same bits as in the program, for any number of threads.
 *
 * Errors: a function that can fail returns NULL, or an error with a code and a text of finished sentences, which the caller
 * frees. After an error an object is as usable as before, and may be closed; an object that could not be opened is NULL. Given
 * NULL as an object, a function returns SWT_USAGE or, where it returns no error, 0, NULL or "".
 * Never: prints, ends the process, handles a signal, changes the locale, or keeps anything outside its objects. Two things are
 * beyond that: where memory runs out, and at a fault of the library itself, a line goes to standard error and abort() is called.
 * Threads: different objects may be used by different threads at the same time; one object by one thread at a time, but for
 * swt_evaluator_stop and swt_training_stop. A call plays on as many threads as [experiment] threads says; they belong to OpenMP,
 * and wait for the next call. A process that was forked after such a call may make further ones only with threads = 1, or if
 * the thread that forks called omp_pause_resource_all(omp_pause_soft) just before, as the module for Python does.
 * Environment: SWARMTRIS_ISA (auto, avx512, avx2, plain) chooses the instruction set; where threads = 0, OMP_NUM_THREADS,
 * SLURM_CPUS_PER_TASK and the processors that the process may use say how many. No result depends on them; they are read where an
 * object is opened. The floating-point mode must be the default one: no flush to zero, rounding to nearest.
 * Files: names in an ini that are not absolute, and those of directories, start from the current directory.
 * Texts are UTF-8 and end with a zero; numbers in them have a decimal point. Arrays are in row-major order. */
#ifndef SWARMTRIS_H
#define SWARMTRIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SWT_API __attribute__((visibility("default")))
#define SWT_CHECK __attribute__((visibility("default"), warn_unused_result))

/* The version of the library: "0.2.0". */
SWT_API const char *swt_version(void);

/* ---- errors ---- */

typedef struct swt_error swt_error;

/* The kinds of errors; the numbers are the exit statuses of the program. */
typedef enum {
    SWT_USAGE = 64,       /* an argument cannot be: NULL, a wrong number of weights, too many games */
    SWT_DATA = 65,        /* corrupt data: weights that are not finite or above 1e100, a damaged checkpoint */
    SWT_NO_INPUT = 66,    /* there is no such run, or it cannot be read */
    SWT_UNAVAILABLE = 69, /* not on this machine: an instruction set; or not yet: a result */
    SWT_CANT_CREATE = 73, /* a directory cannot be created, is in use, or holds another run */
    SWT_IO = 74,          /* a file could not be written: a full disk */
    SWT_STOPPED = 75,     /* another thread asked for it; the next call goes on */
    SWT_CONFIG = 78       /* the ini is wrong, or not the one that the run in the directory was started with */
} swt_code;

/* The code, and the text: finished sentences, one a line, each with line, key, value and what would be right, as far as they
 * apply ("ini:12: unknown key 'paritcles' in [optimiser]; did you mean 'particles'?"). The text belongs to the error. */
SWT_API swt_code swt_error_code(const swt_error *e);
SWT_API const char *swt_error_text(const swt_error *e);

/* Frees an error; NULL: nothing. */
SWT_API void swt_error_free(swt_error *e);

/* ---- features ---- */

/* A number that is read off a move, to which a weight belongs. All texts are constant. */
typedef struct {
    const char *name;       /* as inis and weights files call it */
    const char *definition; /* what it counts; of an agent with weights of its own, what the weight means; "" of a coordinate */
    const char *source;     /* where it was published; "" of such a weight, and of a coordinate of a test function */
} swt_feature;

/* Feature number i, from 0 on, of a game ("tetris", "guideline"; NULL: the first). False: there is none, and *out stays. */
SWT_API bool swt_game_feature(const char *game, int i, swt_feature *out);

/* ---- evaluator ---- */

typedef struct swt_evaluator swt_evaluator;

/* Opens the objective that ini describes: [game], [agent] and [objective] say what is played, [experiment] the seed of the games,
 * and the threads. Other sections are checked, and play no part. *out is owned by the caller (swt_evaluator_close); NULL where an
 * error is returned: SWT_USAGE, SWT_UNAVAILABLE, SWT_CONFIG. */
SWT_CHECK swt_error *swt_evaluator_open(swt_evaluator **out, const char *ini);
SWT_API void swt_evaluator_close(swt_evaluator *e);

/* What is unwise about the ini: sentences, one a line; "": nothing. Belongs to the evaluator. */
SWT_API const char *swt_evaluator_warnings(const swt_evaluator *e);

/* The number of weights of a position, dim; and feature number i, 0 .. dim-1, to which weight i belongs. False: there is no such,
 * and *out is as before. The texts belong to the evaluator. */
SWT_API int swt_evaluator_dim(const swt_evaluator *e);
SWT_API bool swt_evaluator_feature(const swt_evaluator *e, int i, swt_feature *out);

/* Writes the box that a search should stay in: lower (dim), upper (dim). Positions outside it are evaluated, too. */
SWT_API void swt_evaluator_box(const swt_evaluator *e, double *lower, double *upper);

/* What the games of one position came to. A score is what is maximised (rows; minus the error of a test function), its cost what
 * a game took (pieces; evaluations). */
typedef struct {
    double mean, sem;        /* of the scores; the standard error of the mean, NaN for one game */
    double sd;               /* standard deviation, NaN for one game */
    double median, min, max; /* of the scores */
    double cost;             /* of all games */
    int64_t games;           /* as many as were asked for */
} swt_score;

/* Plays `games` games with each of n positions x (n, dim), all of them the same games, numbers 0 .. games-1 of a series: the same
 * series always means the same games, another one other games, and what `swarmtris eval -` plays is series 0. Writes out (n),
 * and, unless it is NULL, every single score to scores (n, games). n >= 1, games >= 1, n x games at most 100,000,000; dim is
 * given so that it can be checked. Errors: SWT_USAGE; SWT_DATA, a weight is not finite, or above 1e100; SWT_STOPPED: nothing is
 * written, and all games are played again by the next call. */
SWT_CHECK swt_error *swt_evaluate(swt_evaluator *e, const double *x, int n, int dim, int games, uint64_t series, swt_score *out,
                                  double *scores);

/* Writes the 95 % intervals of the means of n scores to lower (n), upper (n); NaN for one game. */
SWT_API void swt_score_interval(const swt_score *score, int n, double *lower, double *upper);

/* Stops the call under way or, where there is none, the next one, within a few milliseconds of play. May be called by any thread,
 * and by a signal handler, until swt_evaluator_close is called. */
SWT_API void swt_evaluator_stop(swt_evaluator *e);

/* ---- training ---- */

typedef struct swt_training swt_training;

/* What a training does with the directory that keeps it. */
typedef enum {
    SWT_NEW,    /* begins there; it is an error if it holds a run */
    SWT_RESUME, /* goes on with the run that it holds, which must have the same ini (a budget may be raised) */
    SWT_REPLACE /* removes the run that it holds, and begins */
} swt_how;

/* Opens the training, or search over parameters, that ini describes. dir: the run directory, made where it is missing; it has the
 * same files as one of the program, and either may go on with a run of the other. NULL: nothing is kept, and how must be SWT_NEW.
 * *out is owned by the caller (swt_training_close); NULL where an error is returned: SWT_USAGE, SWT_DATA, SWT_NO_INPUT (there is
 * no run to resume), SWT_UNAVAILABLE, SWT_CANT_CREATE (the directory holds a run, or another object works on it), SWT_IO,
 * SWT_CONFIG. */
SWT_CHECK swt_error *swt_training_open(swt_training **out, const char *ini, const char *dir, swt_how how);

/* The same with SWT_RESUME and the ini that the run in dir was started with. */
SWT_CHECK swt_error *swt_training_load(swt_training **out, const char *dir);

/* Frees the training. What has not been saved is lost. */
SWT_API void swt_training_close(swt_training *t);

/* What is unwise about the ini: sentences, one a line; "": nothing. Belongs to the training. */
SWT_API const char *swt_training_warnings(const swt_training *t);

/* Makes one step: plays what the search wants to know next (an iteration, or, where candidates play in stages, a stage; then the
 * re-selection; then the validation), and tells it. *more: there is a further step. The step that spends the budget, and the last
 * one, save; the others do not. Errors: SWT_STOPPED: what has been played is kept, and the next step goes on; SWT_IO. */
SWT_CHECK swt_error *swt_training_step(swt_training *t, bool *more);

/* Stops the step under way or, where there is none, the next one. As swt_evaluator_stop. */
SWT_API void swt_training_stop(swt_training *t);

/* Writes the state to the directory: the tables, a checkpoint, and the result as far as there is one. A training that is opened
 * there with SWT_RESUME, here or by the program, goes on exactly. Errors: SWT_USAGE: there is no directory; SWT_IO: the last
 * checkpoint is intact. */
SWT_CHECK swt_error *swt_training_save(swt_training *t);

/* The share of the whole that is done, 0..1; and what is being done: "training", "selection", "validation", "finished". */
SWT_API double swt_training_share(const swt_training *t);
SWT_API const char *swt_training_phase(const swt_training *t);

/* The number of coordinates of a position, dim; and the name of number i: of a feature, or of a tuned parameter; NULL: there is
 * no such. The name belongs to the training. */
SWT_API int swt_training_dim(const swt_training *t);
SWT_API const char *swt_training_name(const swt_training *t, int i);

/* Feature number i, to which coordinate i belongs, as swt_evaluator_feature. */
SWT_API bool swt_training_feature(const swt_training *t, int i, swt_feature *out);

/* A mean score under the name that says how it was obtained:
 *     training     the games that the search saw: overstated, because the luckiest was kept
 *     reselected   fresh games among the finalists: slightly overstated
 *     baseline        of a search over parameters: the untuned ones, on the games of the validation
 *     validated    games used nowhere else */
typedef struct {
    const char *name;      /* constant */
    double mean, sd, ci95; /* of the scores; standard deviation; half of the 95 % interval of the mean, HUGE_VAL for one game */
    int64_t games;
} swt_claim;
#define SWT_CLAIMS_MAX 4

/* Writes the best position found so far to x (dim), and what is known of it to claim (SWT_CLAIMS_MAX), the strongest claim last;
 * *claims: how many. Each of x, claim and claims may be NULL. Errors: SWT_USAGE, dim is wrong; SWT_UNAVAILABLE: no iteration is
 * complete yet. */
SWT_CHECK swt_error *swt_training_result(swt_training *t, double *x, int dim, swt_claim *claim, int *claims);

/* The same as the text of a weights file, as the program writes and reads it (of a search over parameters: of tuned.ini). Belongs
 * to the training, until the next call; NULL: no iteration is complete yet. */
SWT_API const char *swt_training_weights(swt_training *t);

/* ---- search ---- */

typedef struct swt_search swt_search;

/* Opens a search for the least value of any function of the caller's, in the box lower (dim), upper (dim). ini: [optimiser] says
 * who searches, [training] the budget (a game, and a piece, is an evaluation), [experiment] the seed. It is the training that the
 * program would make of a function without noise; where values are noisy, games above 1, [selection] and [validation] evaluate
 * positions again, as they do for games. *out is owned by the caller (swt_search_close); NULL where an error is returned:
 * SWT_USAGE, SWT_CONFIG (such as [game]: it has no effect here). */
SWT_CHECK swt_error *swt_search_open(swt_search **out, const char *ini, int dim, const double *lower, const double *upper);
SWT_API void swt_search_close(swt_search *s);

/* What is unwise or ignored: sentences, one a line; "": nothing. Belongs to the search. */
SWT_API const char *swt_search_warnings(const swt_search *s);

/* How many positions are to be evaluated next, n; 0: the search is finished. */
SWT_API int swt_search_due(const swt_search *s);

/* Writes the due positions to x (n, dim), a row for each evaluation. Before swt_search_tell, each call writes the
 * same positions. Errors: SWT_USAGE; SWT_UNAVAILABLE: it is finished. */
SWT_CHECK swt_error *swt_search_ask(const swt_search *s, double *x, int n, int dim);

/* Takes their values (n), which are minimised. One that is not finite is the worst of all. Errors: as swt_search_ask. */
SWT_CHECK swt_error *swt_search_tell(swt_search *s, const double *value, int n);

/* Writes the best position so far to x (dim), and the strongest claim about its value, as told: mean is what is minimised. Each
 * may be NULL. Errors: SWT_USAGE; SWT_UNAVAILABLE: no iteration is complete yet. */
SWT_CHECK swt_error *swt_search_best(const swt_search *s, double *x, int dim, swt_claim *claim);

/* As swt_training_share and swt_training_phase. */
SWT_API double swt_search_share(const swt_search *s);
SWT_API const char *swt_search_phase(const swt_search *s);

/* The whole state between two tells, as text. Belongs to the search, until the next call. A search that is opened with the same
 * ini and box, and restores it, goes on exactly. Errors: SWT_USAGE; SWT_DATA: it is damaged (nothing has changed), or of another
 * ini or box (the search begins anew). */
SWT_API const char *swt_search_state(swt_search *s);
SWT_CHECK swt_error *swt_search_restore(swt_search *s, const char *state);

/* ---- environment ---- */

/* Games side by side whose moves another program makes, as environments of reinforcement learning are:
 *
 *     swt_env_open(&e, ini, 1024, true); swt_env_what(e, &what);
 *     swt_env_reset(e, seeds, NULL);
 *     swt_env_look(e, &view);
 *     for (;;) { choose(view, actions); swt_env_step(e, actions, rewards, done, lengths, &view); }
 *
 * A move is an action: a number that means the same in every state, or, of a game that has no such numbers, the index of a move
 * among those of the state. A move that would lose at once is no action: a game is over where none is left. */
typedef struct swt_env swt_env;
#define SWT_AXES_MAX 4

/* What an environment is: the lengths of the arrays below. Texts are constant. Actions of
 *     tetris      orientation x column of the left edge of the turned piece
 *     guideline   hold x orientation x column of the left edge of its matrix, from -2 on; where moves are `reachable` x row
 *     ntris       row, from the top, x column x turn, of the centre of the block
 *     stack       move, as src/systems/stack/stack.h numbers them
 *     catch       step: left, none, right */
typedef struct {
    const char *game;                    /* "tetris" */
    int games;                           /* side by side: n */
    int height, width;                   /* of the board, in cells; 0: the game shows none */
    int words;                           /* of 32 bits in a row of the board */
    int shown;                           /* numbers beside the board: pieces that are known (swt_env_title) */
    int actions;                         /* numbers 0 .. actions - 1 */
    int axes;                            /* an action is an index in row-major order of so many axes; 0: the index of a move */
    const char *axis_name[SWT_AXES_MAX]; /* (axes): "orientation", "column" */
    int axis[SWT_AXES_MAX];              /* (axes): lengths, whose product is actions */
    int features;                        /* of a move (swt_env_feature) */
    int weights;                         /* that the expert, [agent] kind, takes; 0: it plays by a file, or by nothing */
    int threads;                         /* that a call uses at most */
    bool fast;                           /* the games are kept by a fast engine; what is seen of them is the same */
} swt_env_shape;

/* What is seen of the games: arrays of the caller's, in row-major order, filled by each call that takes them. NULL: not wanted;
 * what the game does not have is left alone. Of a game that is over: its last board, no legal action. */
typedef struct {
    uint32_t *bits;   /* (n, height, words): the board; bit x % 32 of word x / 32 is column x, row 0 the floor */
    uint8_t *cells;   /* (n, height, width): the same as bytes, 1 filled */
    int32_t *shown;   /* (n, shown): a piece by its number in the game's order, from 0; -1: not there */
    uint8_t *mask;    /* (n, actions): 1 legal */
    double *features; /* (n, actions, features): of the board that a legal action leads to, before the next piece; else 0 */
    int32_t *expert;  /* (n): the action of the expert (swt_env_expert); -1: the game is over, or the expert gives up */
} swt_env_view;

/* How a game stands: it goes on; it is lost or at its end; it has had [objective] max_pieces moves. */
enum { SWT_GOING, SWT_OVER, SWT_CUT };

/* Opens n games, 1 .. 1,000,000, of the ini: [game] and [agent] as for an evaluator, [experiment] threads, and max_pieces of
 * [objective]. again: where a game ends, the next one begins in the same call. No game has begun. *out is owned by the caller
 * (swt_env_close); NULL where an error is returned: SWT_USAGE, SWT_UNAVAILABLE, SWT_CONFIG: also that nothing is played, such as
 * a test function. [experiment] engine = reference keeps the games by the slow engine. */
SWT_CHECK swt_error *swt_env_open(swt_env **out, const char *ini, int n, bool again);
SWT_API void swt_env_close(swt_env *e);

/* What is unwise about the ini: sentences, one a line; "": nothing. Belongs to the environment. */
SWT_API const char *swt_env_warnings(const swt_env *e);

/* The lengths of all arrays. Of NULL all are 0. */
SWT_API void swt_env_what(const swt_env *e, swt_env_shape *out);

/* The name of number i of swt_env_view.shown: "piece", "next", "hold"; and feature number i. NULL, or false: there is none. The
 * texts belong to the environment. */
SWT_API const char *swt_env_title(const swt_env *e, int i);
SWT_API bool swt_env_feature(const swt_env *e, int i, swt_feature *out);

/* The weights of the expert, w (dim), which are copied; dim is swt_env_shape.weights. With 0 of them w is not read. Errors:
 * SWT_USAGE; SWT_DATA, a weight is not finite, or above 1e100. */
SWT_CHECK swt_error *swt_env_expert(swt_env *e, const double *w, int dim);

/* Begins games, each with its seed, seeds (n): those whose which (n) is not 0, or all (NULL; the first time it must be). Seed s
 * means the game that `swarmtris play --seed s` plays; with `again`, game number 1, 2, ... of the seed follow, which
 * `play --games` plays behind it. Errors: SWT_USAGE. */
SWT_CHECK swt_error *swt_env_reset(swt_env *e, const uint64_t *seeds, const uint8_t *which);

/* Makes the move of an action in every game, actions (n); -1 leaves a game as it is, as games must be that are over. Writes to
 * rewards (n) by how much the score has grown, which is what is maximised: rows; to done (n) SWT_GOING, SWT_OVER or SWT_CUT; to
 * lengths (n) the moves of the game so far; and what is then seen to view. Each may be NULL. With `again`, rewards, done and
 * lengths are of the game that ended, view shows the next one. Errors: SWT_USAGE: an action is illegal, as the text says of the
 * first one, and nothing was moved or written; no games were begun; view wants an expert without weights. */
SWT_CHECK swt_error *swt_env_step(swt_env *e, const int32_t *actions, double *rewards, uint8_t *done, int64_t *lengths,
                                  const swt_env_view *view);

/* What is seen now. Errors: SWT_USAGE, as above. */
SWT_CHECK swt_error *swt_env_look(swt_env *e, const swt_env_view *view);

/* All games as *bytes bytes, of which the last is a zero. They belong to the environment, until the next call. NULL: no games
 * were begun. */
SWT_API const char *swt_env_save(swt_env *e, size_t *bytes);

/* Goes on from saved games of an environment of the same ini and n, on this machine or another of its kind; not saved are the
 * weights of the expert. Errors: SWT_USAGE; SWT_DATA: the bytes are damaged, or of other games, and nothing has changed. */
SWT_CHECK swt_error *swt_env_restore(swt_env *e, const char *saved, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
