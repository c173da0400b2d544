/* lanes.h. The fast engine of a game: many games at once, one a lane of the vectors of one instruction set.
 *
 * Idea: states that need the same work (Tetris: the same piece, and a board that is short, or tall) go through the same
 * instructions side by side. Such states are of one kind; the player keeps a queue of each kind and hands over groups. Moves and
 * tallies are exactly those of Game: ties and rounding are those of the plain double sum in the order of the set. All blocks are
 * flat and without pointers into themselves, so memcpy copies them; each must start at a multiple of LANES_ALIGNMENT, and
 * state_bytes is one. A plan holds what rules and set determine before any game, and is shared by all threads. Packed weights
 * belong to one position w (n), which is borrowed and must outlive them.
 * Never: draws a random number outside chance; keeps anything outside the blocks it is given. */
#ifndef SWARMTRIS_GAME_LANES_H
#define SWARMTRIS_GAME_LANES_H

#include "game/game.h"

enum { LANES_MAX = 32, LANES_ALIGNMENT = 64 };

/* n states of one kind, 1 .. width, and the packed weights of each. */
typedef struct {
    int kind, n;
    void *state[LANES_MAX];
    const void *weights[LANES_MAX];
} LaneGroup;

/* In place of a kind. LANES_OVER: no move is left; LANES_WAITING: a chance must come before the next move. */
enum { LANES_OVER = -1, LANES_WAITING = -2 };

/* For games whose moves come from outside; what states hold that depends on weights is then unused. Bit a of a mask is action a
 * of GameView, of which there are at most 64. */
typedef struct {
    /* The actions of a state in which no chance is due, in the order of Game.moves; 0: the game is lost. */
    uint64_t (*legal)(const void *plan, const void *state);
    /* Makes the move of a legal action; a chance is then due. */
    void (*make)(const void *plan, void *state, int action);
    /* As Lanes.best, for states that have a move; writes the actions that were made into action (n, LANES_MAX). */
    void (*best)(const void *plan, const LaneGroup *group, int n, int32_t *action, void *scratch);
    /* As in GameView. */
    void (*board)(const void *plan, const void *state, uint32_t *out);
    void (*shown)(const void *plan, const void *state, int32_t *out);
    /* Writes the features of each legal action of n states into out[i] (actions, features), in the order of the set; other rows
     * are left alone. scratch (scratch_bytes). */
    void (*features)(const void *plan, const void *const *state, const uint64_t *legal, int n, double *const *out, void *scratch);
    /* The state as Game has it, except for what its last move did. */
    void (*unpack)(const void *plan, const void *state, void *out);
    size_t scratch_bytes;
} LanesView;

struct Lanes {
    const char *isa, *doc;
    int width;      /* most states in a group */
    int kinds;      /* kinds are 0 .. kinds - 1 */
    int groups_max; /* most groups that best and value take at once; more groups fill the vectors of marked placements better */
    size_t plan_bytes, state_bytes, weights_bytes, scratch_bytes;

    /* Whether this processor has the instruction set. */
    bool (*runs_here)(void);

    /* Why the engine cannot play this set under these rules, as a phrase; NULL: it can. */
    const char *(*refuses)(const void *rules, const FeatureSet *set);

    /* Why the set does not play at full speed, as a phrase; NULL: it does. slows NULL: all sets do. */
    const char *(*slows)(const FeatureSet *set);

    /* plan, weigh and start each fill the block of their last argument. start: a new game; a chance is due. */
    void (*plan)(const void *rules, const FeatureSet *set, void *plan);
    void (*weigh)(const void *plan, const double *w, void *weights);
    void (*start)(const void *plan, const void *weights, uint64_t seed, void *state);

    /* Draws the chance that is due in each of n states; kind (n): that of each state afterwards, or LANES_OVER. */
    void (*chance)(const void *plan, void *const *state, int n, int *kind);

    /* For an agent that looks past a chance, as in Game. outcomes: the odds for the chance that is due. happen: makes one outcome
     * happen; returns the kind of the state afterwards, or LANES_OVER. */
    int (*outcomes)(const void *plan, const void *state, int *odds);
    int (*happen)(const void *plan, void *state, int outcome);

    /* The kind of a state, LANES_OVER or LANES_WAITING. A state has a kind once its moves are known, even if a chance is due that
     * leaves them as they are (Game.moves). value and moves may be called before it. */
    int (*kind)(const void *plan, const void *state);

    Tally (*tally)(const void *state);

    /* As in Game. */
    bool (*sound)(const void *plan, const void *state);

    /* Makes in each state the move of the highest value, the first of equals. A state without a move becomes over. n groups. */
    void (*best)(const void *plan, const LaneGroup *group, int n, void *scratch);

    /* Plays one game alone, turn after turn with the chance after each, to one of the bounds or to its end. The end may show only
     * when a further turn is wanted. No chance is due on return. NULL: the engine has no such function. */
    void (*play)(const void *plan, const void *weights, void *state, const Bounds *until, void *scratch);

    /* As in Game; a chance is due after renew. NULL: the game has no levels. */
    int (*level)(const void *plan, int level, const void *state);
    void (*renew)(const void *plan, uint64_t seed, void *state);

    /* For agents that look ahead. value: the value of each state's best move, which is not made; -HUGE_VAL: it has none. Into
     * value (n, LANES_MAX). exact: the double that the reference would compute; else off by at most slack(weights).
     * moves: the moves that do not lose, of each state of one group, in the game's order. count (group->n): how many; move and
     * value (group->n, moves_max), values off by at most slack.
     * after: the states that the wanted moves lead to; a chance may be due in them. Called after `moves`, with the same group
     * and scratch. wanted (group->n, moves_max); out (group->n, moves_max, state_bytes): states of other moves are left alone.
     * value_of: the double that the reference would compute for one move that does not lose.
     * parts: splits that double, for a move that led to the state after. own: features of the move; board: all others (NULL: not
     * wanted).
     * position: the position w that weights were made from. */
    void (*value)(const void *plan, const LaneGroup *group, int n, bool exact, double *value, void *scratch);
    void (*moves)(const void *plan, const LaneGroup *group, int *count, Move *move, double *value, void *scratch);
    void (*after)(const void *plan, const LaneGroup *group, const bool *wanted, void *out, void *scratch);
    double (*value_of)(const void *plan, const void *state, const void *weights, Move move);
    void (*parts)(const void *plan, const void *state, const void *weights, Move move, const void *after, double *own,
                  double *board);
    const double *(*position)(const void *weights);
    double (*slack)(const void *plan, const void *weights);

    const LanesView *view; /* NULL: moves from outside go through Game */
};

#endif
