/* swarmtris.h. The public library: evaluates the weights of players of a game, and trains players, as the program swarmtris does.
 *
 *     cc -o train train.c $(pkg-config --cflags --libs swarmtris)
 *
 * Idea: an ini text, as for `swarmtris train FILE.ini`, describes the games and the search; `swarmtris list` has all of its
 * keys. Three kinds of objects are opened with an ini. An evaluator plays positions that the optimiser of another program
 * proposes. A training searches by itself, step by step. In an environment another program makes the moves. The same ini and seed
 * give the same bits as in the program, for any number of threads.
 *
 * Errors: a function that can fail returns NULL, or an error with a code and a text of finished sentences, which the caller
 * frees. After an error an object is as usable as before, and may be closed; an object that could not be opened is NULL. If
 * the object is NULL, a function returns SWT_USAGE, or, if it does not return an error, 0, NULL or "".
 * Never: prints, ends the process, handles a signal, changes the locale, or keeps anything outside its objects. There are
 * two exceptions: if memory runs out, or the library itself has a fault, it prints a line on standard error and calls abort().
 * Threads: different objects may be used by different threads at the same time; one object by one thread at a time, except
 * swt_evaluator_stop and swt_training_stop. A call plays on as many threads as [experiment] threads says. OpenMP owns them, and
 * they wait for the next call. A process that is forked after a call may make further calls only with threads = 1, or
 * if the forking thread called omp_pause_resource_all(omp_pause_soft) just before, as the module for Python does.
 * Environment: SWARMTRIS_ISA (auto, avx512, avx2, plain) chooses the instruction set, up to SWARMTRIS_CPU. If threads = 0,
 * OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, the quota and the processors of the process determine the number. No result depends on
 * them; they are read when an object is opened. The floating-point mode must be the default one: no flush to zero, rounding to
 * nearest.
 * Files: an ini is a text, or the path of a file: a line that does not begin with [. Relative paths in a file start from its
 * folder; those in a text, and of run directories, from the current one.
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
    SWT_USAGE = 64,       /* an invalid argument: NULL, a wrong number of weights, too many games */
    SWT_DATA = 65,        /* corrupt data: weights that are not finite or above 1e100, a damaged checkpoint */
    SWT_NO_INPUT = 66,    /* there is no such run, or it cannot be read */
    SWT_UNAVAILABLE = 69, /* an instruction set that this machine lacks, or a result that does not exist yet */
    SWT_CANT_CREATE = 73, /* a directory cannot be created, is in use, or holds another run */
    SWT_IO = 74,          /* a file could not be written: a full disk */
    SWT_STOPPED = 75,     /* another thread asked to stop; the next call goes on */
    SWT_CONFIG = 78       /* the ini is wrong, or not the one that the run in the directory was started with */
} swt_code;

/* The code of an error, and its text: finished sentences, one a line, each with line, key, value and what would be right, if they
 * apply ("ini:12: unknown key 'paritcles' in [optimiser]; did you mean 'particles'?"). The text belongs to the error. */
SWT_API swt_code swt_error_code(const swt_error *e);
SWT_API const char *swt_error_text(const swt_error *e);

/* Frees an error; NULL: nothing. */
SWT_API void swt_error_free(swt_error *e);

/* ---- features ---- */

/* A feature: a number that describes a move, and has a weight. All texts are constant. */
typedef struct {
    const char *name;       /* as inis and weights files call it */
    const char *definition; /* what the feature counts, or, for an agent's own weight, what that means; "" for a coordinate */
    const char *source;     /* where it was published; "" for an agent's own weight, and a coordinate of a test function */
} swt_feature;

/* Feature number i, from 0 on, of a game ("tetris", "guideline"; NULL: the first). False: there is none, and *out stays. */
SWT_API bool swt_game_feature(const char *game, int i, swt_feature *out);

/* ---- evaluator ---- */

typedef struct swt_evaluator swt_evaluator;

/* Opens the objective that ini describes: [game], [agent] and [objective] define the games, [experiment] their seed and the
 * threads. Other sections are checked, but ignored. *out is owned by the caller (swt_evaluator_close); NULL where an
 * error is returned: SWT_USAGE, SWT_UNAVAILABLE, SWT_CONFIG. */
SWT_CHECK swt_error *swt_evaluator_open(swt_evaluator **out, const char *ini);
SWT_API void swt_evaluator_close(swt_evaluator *e);

/* What is unwise about the ini: sentences, one a line; "": nothing. Belongs to the evaluator. */
SWT_API const char *swt_evaluator_warnings(const swt_evaluator *e);

/* The number of weights of a position, dim; and feature number i, 0 .. dim-1, to which weight i belongs. False: there is no such
 * feature, and *out is unchanged. The texts belong to the evaluator. */
SWT_API int swt_evaluator_dim(const swt_evaluator *e);
SWT_API bool swt_evaluator_feature(const swt_evaluator *e, int i, swt_feature *out);

/* Writes the box that a search should stay in: lower (dim), upper (dim). Positions outside it are evaluated, too. */
SWT_API void swt_evaluator_box(const swt_evaluator *e, double *lower, double *upper);

/* The scores of the games of one position. A score is maximised: rows, or minus the error of a test function. Cost is what games
 * took: pieces, or evaluations. */
typedef struct {
    double mean, sem;        /* mean of the scores, and its standard error, NaN for one game */
    double lower, upper, sd; /* the 95 % interval of the mean, and the standard deviation of the scores; likewise */
    double median, min, max; /* of the scores */
    double cost;             /* sum over all games */
    int64_t games;           /* number of games, as given to swt_evaluate */
} swt_score;

/* Plays the same `games` games with each of n positions x (n, dim): numbers 0 .. games-1 of a series. The same series always
 * means the same games, another series other games; `swarmtris eval -` plays series 0. Writes out (n), and, unless scores is
 * NULL, every single score to scores (n, games). n >= 1, games >= 1, n x games at most 100,000,000; dim is only checked. Errors:
 * SWT_USAGE; SWT_DATA: a weight is not finite, or above 1e100; SWT_STOPPED: nothing is written, and the next call plays all games
 * again. */
SWT_CHECK swt_error *swt_evaluate(swt_evaluator *e, const double *x, int n, int dim, int games, uint64_t series, swt_score *out,
                                  double *scores);

/* Stops the current call or, if there is none, the next one, within a few milliseconds of play. Any thread or signal handler may
 * call it until swt_evaluator_close is called. */
SWT_API void swt_evaluator_stop(swt_evaluator *e);

/* ---- training ---- */

typedef struct swt_training swt_training;

/* What a training does with the directory that keeps it. */
typedef enum {
    SWT_NEW,    /* begins a run there; it is an error if the directory holds one */
    SWT_RESUME, /* goes on with the run in the directory, which must have the same ini (a budget may be raised) */
    SWT_REPLACE /* removes the run in the directory, and begins a new one */
} swt_how;

/* Opens the training, or search over parameters, that ini describes. dir: the run directory, made if it is missing. It has the
 * same files as one of the program, and each can continue runs of the other. NULL: nothing is kept, and how must be SWT_NEW.
 * *out is owned by the caller (swt_training_close); NULL where an error is returned: SWT_USAGE, SWT_DATA, SWT_NO_INPUT (there is
 * no run to resume), SWT_UNAVAILABLE, SWT_CANT_CREATE (the directory holds a run, or another object works on it), SWT_IO,
 * SWT_CONFIG. */
SWT_CHECK swt_error *swt_training_open(swt_training **out, const char *ini, const char *dir, swt_how how);

/* The same, with settings that go before those of the ini: set (n), such as "training.iterations=5". */
SWT_CHECK swt_error *swt_training_open_with(swt_training **out, const char *ini, const char *const *set, int n, const char *dir,
                                            swt_how how);

/* swt_training_open with SWT_RESUME and the ini that the run in dir was started with. */
SWT_CHECK swt_error *swt_training_load(swt_training **out, const char *dir);

/* Frees the training. What has not been saved is lost. */
SWT_API void swt_training_close(swt_training *t);

/* What is unwise about the ini: sentences, one a line; "": nothing. Belongs to the training. */
SWT_API const char *swt_training_warnings(const swt_training *t);

/* Makes one step: plays what the search needs next, and gives it the results. A step is an iteration, or a stage if candidates
 * play in stages; then the re-selection; then the validation. *more: there is a further step. The step that spends the budget,
 * and the last one, save; the others do not. Errors: SWT_STOPPED: played games are kept, and the next step goes on; SWT_IO. */
SWT_CHECK swt_error *swt_training_step(swt_training *t, bool *more);

/* For optimisers of your own, where [optimiser] kind is own: plays the positions x (n, dim) of the box as the next iteration of
 * the search. Writes to score (n) what a search compares: their mean scores, larger is better. The cost counts as
 * spent. Errors: SWT_USAGE; SWT_UNAVAILABLE: the budget is spent, and the steps that are left can be made; SWT_STOPPED: the same
 * positions go on in the next call; SWT_IO. */
SWT_CHECK swt_error *swt_training_evaluate(swt_training *t, const double *x, int n, int dim, double *score);

/* Ends the search between two steps, as a budget would. Errors: SWT_UNAVAILABLE: it has evaluated nothing; SWT_IO. */
SWT_CHECK swt_error *swt_training_end(swt_training *t);

/* Stops the current step or, if there is none, the next one, as swt_evaluator_stop does. */
SWT_API void swt_training_stop(swt_training *t);

/* Writes the state to the directory: the tables, a checkpoint, and the result if there is one. A training that is opened
 * there with SWT_RESUME, or resumed by the program, goes on exactly. Errors: SWT_USAGE: there is no directory; SWT_IO: the last
 * checkpoint is intact. */
SWT_CHECK swt_error *swt_training_save(swt_training *t);

/* The share of the whole training that is done, 0..1; and its phase: "training", "selection", "validation", "finished". */
SWT_API double swt_training_share(const swt_training *t);
SWT_API const char *swt_training_phase(const swt_training *t);

/* The number of coordinates of a position, dim; and the name of coordinate i, a feature or a tuned parameter; NULL: there is no
 * such coordinate. The name belongs to the training. */
SWT_API int swt_training_dim(const swt_training *t);
SWT_API const char *swt_training_name(const swt_training *t, int i);

/* Writes the box of the search: lower (dim), upper (dim). */
SWT_API void swt_training_box(const swt_training *t, double *lower, double *upper);

/* The feature to which coordinate i belongs, as in swt_evaluator_feature. */
SWT_API bool swt_training_feature(const swt_training *t, int i, swt_feature *out);

/* A mean score under the name that says how it was obtained:
 *     training     the games that the search saw: overstated, because the luckiest was kept
 *     reselected   fresh games among the finalists: slightly overstated
 *     baseline     in a search over parameters: the untuned parameters, on the games of the validation
 *     validated    games used nowhere else */
typedef struct {
    const char *name; /* constant */
    double mean;
    double lower, upper, sd; /* its 95 % interval, and the standard deviation of the scores; NaN for one game */
    int64_t games, cut_off;  /* games; those of them that were ended at their largest length */
} swt_reported;
#define SWT_REPORTED_MAX 4

/* Writes the best position so far to x (dim), and its mean scores to reported (SWT_REPORTED_MAX), the most trustworthy one last;
 * *n: how many. Each of x, reported and n may be NULL. Errors: SWT_USAGE, dim is wrong; SWT_UNAVAILABLE: no iteration is
 * complete yet. */
SWT_CHECK swt_error *swt_training_result(swt_training *t, double *x, int dim, swt_reported *reported, int *n);

/* The rows so far of a table of a training without a directory, "metrics" or "positions" ([training] log_positions), as the
 * program writes them: names, then a line a row, with tabs. Belongs to the training, until the next call; NULL: there are none.
 */
SWT_API const char *swt_training_table(swt_training *t, const char *name);

/* The result as the text of a weights file of the program, or of tuned.ini for a search over parameters. Belongs to the training,
 * until the next call; NULL: no iteration is complete yet. */
SWT_API const char *swt_training_weights(swt_training *t);

/* A swarm between two iterations: arrays of the caller in row-major order, for n particles. NULL: not wanted. */
typedef struct {
    double *x, *velocity; /* (n, dim): where each particle is evaluated next, and the step that led there */
    double *best;         /* (n, dim): personal bests */
    double *score;        /* (n): their mean scores in the games of the search; NaN: none yet */
    int32_t *leader;      /* (n): the particle whose personal best draws each one, the best of its informants; -1: none yet */
} swt_swarm;

/* The number of particles of the training's swarm, n; 0: its optimiser is no swarm. A swarm may change its number. */
SWT_API int swt_training_particles(const swt_training *t);

/* Writes the swarm to the arrays of out; n and dim must be those of the training. Errors: SWT_USAGE; SWT_UNAVAILABLE: the
 * optimiser is no swarm. */
SWT_CHECK swt_error *swt_training_swarm(const swt_training *t, const swt_swarm *out, int n, int dim);

/* ---- search ---- */

typedef struct swt_search swt_search;

/* Opens a search for the minimum of any function of the caller in the box lower (dim), upper (dim). ini: [optimiser] chooses the
 * optimiser, [training] the budget (a game or piece is one evaluation), [experiment] the seed. A coordinate whose upper is its
 * lower stays there. By default the search is that of the program for a function without noise. At its end the best position is
 * evaluated once more, beyond the budget. If the value differs, the function is noisy: ten of the best are evaluated again, and
 * the winner of them once more, each with a tenth of the search's evaluations at most, and the last mean is reported. With
 * [selection] finalists or [validation] games in the ini, even 0, these decide. For noisy values games above 1 help the search.
 * *out is owned by the caller (swt_search_close); NULL where an error is returned: SWT_USAGE, SWT_CONFIG (such as [game]: it has
 * no effect here). */
SWT_CHECK swt_error *swt_search_open(swt_search **out, const char *ini, int dim, const double *lower, const double *upper);
SWT_API void swt_search_close(swt_search *s);

/* What is unwise or ignored in the ini, and once the search is finished, that no value was finite or that they are noisy:
 * sentences, one a line; "": nothing. Belongs to the search, until the next call with it. */
SWT_API const char *swt_search_warnings(const swt_search *s);

/* How many positions are to be evaluated next, n; 0: the search is finished. */
SWT_API int swt_search_due(const swt_search *s);

/* Writes the due positions to x (n, dim), a row for each evaluation. Until swt_search_tell, each call writes the same positions.
 * Errors: SWT_USAGE; SWT_UNAVAILABLE: the search is finished. */
SWT_CHECK swt_error *swt_search_ask(const swt_search *s, double *x, int n, int dim);

/* Takes the values (n) of the due positions, to be minimised; one that is not finite is the worst. Errors: as swt_search_ask. */
SWT_CHECK swt_error *swt_search_tell(swt_search *s, const double *value, int n);

/* Before the first tell: the search begins at x (n, dim), one of the due positions each. Errors: SWT_USAGE: outside the box, or
 * more than the optimiser can begin at. */
SWT_CHECK swt_error *swt_search_start(swt_search *s, const double *x, int n, int dim);

/* Ends the search as a budget would, once its first iteration is complete; what follows a search is due then. */
SWT_API void swt_search_end(swt_search *s);

/* Writes the best position so far to x (dim), and the most trustworthy mean of its values to reported. Its mean is the minimised
 * value, not minus it; its cut_off counts values that are not finite. Both may be NULL. Errors: SWT_USAGE;
 * SWT_UNAVAILABLE: no iteration is complete yet. */
SWT_CHECK swt_error *swt_search_best(const swt_search *s, double *x, int dim, swt_reported *reported);

/* Share and phase of the search, as in swt_training_share and swt_training_phase. */
SWT_API double swt_search_share(const swt_search *s);
SWT_API const char *swt_search_phase(const swt_search *s);

/* swt_search_state: the whole state between two tells as text, which belongs to the search until the next call. A search that is
 * opened with the same ini and box, and restores the text, goes on exactly; so does a finished one with a larger budget.
 * Errors: SWT_USAGE; SWT_DATA: the text is damaged
 * (nothing has changed), or from another ini or box (the search begins anew). */
SWT_API const char *swt_search_state(swt_search *s);
SWT_CHECK swt_error *swt_search_restore(swt_search *s, const char *state);

/* ---- environment ---- */

/* Games side by side in which another program makes the moves, like environments of reinforcement learning:
 *
 *     swt_env_open(&e, ini, 1024, true); swt_env_what(e, &what);
 *     swt_env_reset(e, seeds, NULL);
 *     swt_env_look(e, &view);
 *     for (;;) { choose(view, actions); swt_env_step(e, actions, rewards, done, lengths, &view); }
 *
 * A move is an action: a number that means the same in every state, or, if the game has no such numbers, the index of a move
 * among those of the state. A move that would lose at once is no action: a game without actions is over. */
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
    int games;                           /* games side by side, n */
    int height, width;                   /* of the board, in cells; 0: the game shows no board */
    int words;                           /* words of 32 bits in a row of the board */
    int shown;                           /* numbers shown beside the board, such as the next pieces (swt_env_title) */
    int actions;                         /* actions are numbers 0 .. actions - 1 */
    int axes;                            /* an action is a row-major index over so many axes; 0: the index of a move */
    const char *axis_name[SWT_AXES_MAX]; /* (axes): "orientation", "column" */
    int axis[SWT_AXES_MAX];              /* (axes): their lengths, whose product is `actions` */
    int features;                        /* features of a move (swt_env_feature) */
    int weights;                         /* weights of the expert, the agent of the ini; 0: it plays by a file, or needs none */
    int threads;                         /* the most threads that a call uses */
    bool fast;                           /* a fast engine keeps the games; the view is the same */
    int kinds;                           /* pieces that the game knows, whose numbers are below it */
} swt_env_shape;

/* What is seen of the games: arrays of the caller in row-major order, filled by each call that takes a view. NULL: not wanted.
 * Arrays that the game does not have stay unchanged. A game that is over shows its last board and no legal action. */
typedef struct swt_env_view {
    uint32_t *bits;   /* (n, height, words): the board; bit x % 32 of word x / 32 is column x, row 0 the floor */
    uint8_t *cells;   /* (n, height, width): the board as bytes, 1 filled */
    int32_t *shown;   /* (n, shown): a piece by its number in the game's order, from 0; -1: not there */
    uint8_t *mask;    /* (n, actions): 1 legal */
    double *features; /* (n, actions, features): of the board that a legal action leads to, before the next piece; else 0 */
    int32_t *expert;  /* (n): the action of the expert (swt_env_expert); -1: the game is over, or the expert gives up */
    uint32_t *after;  /* (n, actions, height, words): as bits, the board that a legal action leads to; else 0 */
    const struct swt_env_view *last; /* with SWT_SAME_STEP: the rows of games that end in a step show how they ended */
} swt_env_view;

/* How a game stands: it goes on; it is lost or at its end; it has had [objective] max_pieces moves. */
enum { SWT_GOING, SWT_OVER, SWT_CUT };

/* When the next game begins in the place of one that is over: only by swt_env_reset; in the step that ends the game; in the step
 * after it, which makes no move there, whatever the action. */
enum { SWT_DISABLED, SWT_SAME_STEP, SWT_NEXT_STEP };

/* What an illegal action does: nothing at all happens but an error; its game stays as it is; its game is over. */
enum { SWT_REFUSED, SWT_IGNORED, SWT_ENDS };

/* Opens n games, 1 .. 1,000,000, of the ini: [game] and [agent] as for an evaluator, [experiment] threads, and max_pieces of
 * [objective]. again: SWT_DISABLED, SWT_SAME_STEP or SWT_NEXT_STEP. No game has begun yet. *out is owned by the
 * caller (swt_env_close); NULL where an error is returned: SWT_USAGE, SWT_UNAVAILABLE, SWT_CONFIG: also if the ini has no games,
 * such as a test function. With [experiment] engine = reference, the slow engine keeps the games. */
SWT_CHECK swt_error *swt_env_open(swt_env **out, const char *ini, int n, int again);
SWT_API void swt_env_close(swt_env *e);

/* What is unwise about the ini: sentences, one a line; "": nothing. Belongs to the environment. */
SWT_API const char *swt_env_warnings(const swt_env *e);

/* Writes the lengths of all arrays; for e NULL all are 0. */
SWT_API void swt_env_what(const swt_env *e, swt_env_shape *out);

/* The name of number i of those shown by a game (swt_env_view.shown): "piece", "next", "hold"; and feature number i. NULL, or
 * false: there is none. The texts belong to the environment. */
SWT_API const char *swt_env_title(const swt_env *e, int i);
SWT_API bool swt_env_feature(const swt_env *e, int i, swt_feature *out);

/* The letter of piece number k; '\0': it has none. */
SWT_API char swt_env_letter(const swt_env *e, int k);

/* What illegal actions do from now on, SWT_REFUSED at first, and their reward where they are not refused. Errors: SWT_USAGE. */
SWT_CHECK swt_error *swt_env_illegal(swt_env *e, int how, double reward);

/* Sets the weights of the expert to a copy of w (dim); dim is swt_env_shape.weights. If that is 0, w is not read. Errors:
 * SWT_USAGE; SWT_DATA: a weight is not finite, or above 1e100. */
SWT_CHECK swt_error *swt_env_expert(swt_env *e, const double *w, int dim);

/* Begins games with their seeds (n): those whose which (n) is not 0, or all if which is NULL, as the first time it must be. Seed
 * s means the game that `swarmtris play --seed s` plays. With SWT_SAME_STEP or SWT_NEXT_STEP, games number 1, 2, ... of the
 * seed follow, as with `play --games`. Errors: SWT_USAGE. */
SWT_CHECK swt_error *swt_env_reset(swt_env *e, const uint64_t *seeds, const uint8_t *which);

/* Makes a move in every game, actions (n); -1 leaves a game unchanged, and is required if it is over. Writes to rewards (n) the
 * increase of the score, such as rows; to done (n) SWT_GOING, SWT_OVER or SWT_CUT; to lengths (n) the moves of the game so far;
 * and to view what is seen afterwards. Each may be NULL. With SWT_SAME_STEP, rewards, done and lengths belong to the game that
 * ended, and view shows the next one. Errors: SWT_USAGE: an action is refused (the text names the first one; nothing was moved or
 * written), no games were begun, or view asks for the expert, which has no weights yet. */
SWT_CHECK swt_error *swt_env_step(swt_env *e, const int32_t *actions, double *rewards, uint8_t *done, int64_t *lengths,
                                  const swt_env_view *view);

/* Writes what is seen now to view. Errors: SWT_USAGE, as for swt_env_step. */
SWT_CHECK swt_error *swt_env_look(swt_env *e, const swt_env_view *view);

/* The state of all games in *bytes bytes, the last of which is a zero. It belongs to the environment until the next call. NULL:
 * no games were begun. */
SWT_API const char *swt_env_save(swt_env *e, size_t *bytes);

/* Goes on from games saved by an environment with the same ini and n, on this machine or another of its kind. The weights of the
 * expert are not saved. Errors: SWT_USAGE; SWT_DATA: the bytes are damaged, or of other games, and nothing has changed. */
SWT_CHECK swt_error *swt_env_restore(swt_env *e, const char *saved, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
