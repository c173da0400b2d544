/* game.h. What a game is: states, moves, and what is read off them.
 *
 * Idea: a state is a flat block without pointers, so memcpy copies a game and the copy plays on exactly alike. It remembers its
 * last move and what that did, so a feature is a function of (rules, before, after). What the player does (apply) is
 * deterministic; what the world does (chance) is the only half that draws, from the stream inside the state.
 * Never: knows agents, weights, threads, files, clocks. */
#ifndef SWARMTRIS_GAME_GAME_H
#define SWARMTRIS_GAME_GAME_H

#include "base/param.h"
#include "base/quantity.h"
#include "base/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move's number; what it means is the game's business. */
typedef int Move;

/* score: what is to be maximised (rows), turns: moves made (pieces placed). */
typedef struct {
    int64_t score, turns;
} Tally;

/* A measure of how near a state is to the loss of the game: a whole number that grows on the way there. Game.level takes its
 * index. */
typedef struct {
    const char *name, *doc;
} Level;

/* A level of the game, and how far up it is looked for. */
typedef struct {
    int level, above;
} Watch;

/* Where to stop within a game: once so many turns have been made; or, if level is the index of a level of the game, after the
 * first move (and the chance behind it) that leaves the level at high or more, or at low or less. level -1: turns alone. In any
 * case after the first one that leaves the level of watch above its bound; NULL: nothing is watched; borrowed. */
typedef struct {
    int64_t turns;
    int level, low, high;
    const Watch *watch;
} Bounds;

/* A number read off a move; Game.value takes its index. */
typedef struct {
    const char *name, *definition, *source;
    bool of_move; /* it says what the move did (rows cleared), not what the board is like after it */
} Feature;

/* Features by index into the game's features, in the order of the weights. */
typedef struct {
    const char *name, *source;
    const int *index;
    int n;
} FeatureSet;

/* The set of the features in an array of indices. */
#define FEATURE_SET(name, source, indices)                                 \
    {                                                                      \
        name, source, indices, (int)(sizeof(indices) / sizeof(indices)[0]) \
    }

/* Most features in a set of a game that has `values`. */
enum { FEATURE_SET_MAX = 64 };

/* A fast engine (game/lanes.h). */
typedef struct Lanes Lanes;

/* Something small beside the board, such as a piece that is to come: colours as in GamePicture. */
enum { PICTURE_SIDE = 10, PICTURE_COLOURS = 7 };
typedef struct {
    const char *title;                         /* "next", "hold"; constant */
    int width, height;                         /* 0 .. PICTURE_SIDE; 0: nothing is there yet */
    uint8_t cell[PICTURE_SIDE * PICTURE_SIDE]; /* (height, width), row 0 at the top */
} PictureItem;

/* How a game is drawn: a board of cells, each of a colour 1 .. PICTURE_COLOURS, or 0: empty. A state need not know colours: the
 * cells are kept by the picture, and each move changes them. */
typedef struct {
    void (*size)(const void *rules, int *width, int *height); /* of the board, in cells; it is empty at the start of a game */
    /* Puts what a move made in state before adds to the board into cell (height, width), row 0 at the top. */
    void (*add)(const void *rules, const void *before, Move move, uint8_t *cell);
    bool clears_rows; /* rows without an empty cell then disappear, and what is above them comes down */
    /* Item number i, from 0 on, of those beside the board. False: there are no more. */
    bool (*item)(const void *rules, const void *state, int i, PictureItem *out);
} GamePicture;

/* What a program that plays by itself sees of a state, and how it numbers moves. */
enum { VIEW_AXES = 4, VIEW_SHOWN = 16 };
typedef struct {
    void (*size)(const void *rules, int *width, int *height); /* of the board, in cells */
    /* The cells: bit x % 32 of word x / 32 of a row is set where column x is filled; (height, words), row 0 the floor. */
    void (*board)(const void *rules, const void *state, uint32_t *out);
    /* What is shown beside the board: a title for each number ("piece", "next", "hold"), NULL behind the last of VIEW_SHOWN at
     * most; and these numbers in a state, -1: nothing is there. */
    const char *(*title)(const void *rules, int i);
    void (*shown)(const void *rules, const void *state, int32_t *out);
    /* Actions: moves by numbers that mean the same in every state, in row-major order of 1 .. VIEW_AXES axes: their names and
     * lengths; returns how many. action: of a move; of the moves of a state no two have the same; NULL: the move itself. axes
     * NULL: an action is the index of a move among Game.moves. */
    int (*axes)(const void *rules, const char **name, int *length);
    int (*action)(const void *rules, Move move);
} GameView;

/* What a learner without features sees of a state: numbers, for a network, or an index, for a table. */
typedef struct {
    const char *name, *definition, *source;
    /* Numbers (height, width) of a state, 0..1 each; row 0 first, of a board the floor. They do not depend on a chance that is
     * due: they may be read of what a move led to. */
    void (*shape)(const void *rules, int *width, int *height);
    void (*numbers)(const void *rules, const void *state, double *out);
    /* How many indices there are, and the one of a state in which no chance is due and the game is not over: it is below
     * that. 0: too many for a table, and index is not asked for. */
    int64_t (*indices)(const void *rules);
    int64_t (*index)(const void *rules, const void *state);
} Observation;

/* Most indices that an observation offers to a table. */
enum { OBSERVATION_INDICES_MAX = 1 << 20 };

/* What a learner is told of a move: before is the state it was made in, after the one it led to, with its chances. */
typedef struct {
    const char *name, *definition, *source;
    double (*of)(const void *rules, const void *before, const void *after);
} Reward;

/* A game for learners without features. The first observation and the first reward are the defaults. */
typedef struct {
    const Observation *observations;
    int n_observations;
    const Reward *rewards;
    int n_rewards;
    /* Actions 0 .. actions - 1 are moves whose numbers do not depend on the state. Actions ascend in the order of Game.moves. */
    int (*actions)(const void *rules);
    Move (*move)(const void *rules, int action);
    /* Of an action whose move is not among Game.moves: if it is a move that loses, the game is then over, and true is returned;
     * else the action is illegal, and the state stays as it is. NULL: every such action is illegal. */
    bool (*lose)(const void *rules, void *state, int action);
} GameLearning;

typedef struct {
    const char *name, *doc; /* name: in [game] kind */
    Units units;            /* what score and turns are called, and how the score reads: a play is a game, its cost the turns */
    const Units *(*units_by)(const void *rules); /* the same, if these rules change it; returns, or is, NULL: they do not */
    const Param *params;                         /* of the rules, [game] in an ini */
    /* Bytes of one; both lie where any type may. state_bytes is a multiple of the alignment of Move: moves may follow a state. */
    size_t rules_bytes, state_bytes;
    int moves_max, outcomes_max; /* most entries that moves and outcomes ever write */
    const Feature *features;
    int n_features;
    const FeatureSet *sets;
    int n_sets;

    /* Levels, the one to begin with first; n_levels 0: there are none, nor level and renew. */
    const Level *levels;
    int n_levels;

    /* Fast engines, the fastest first, NULL at the end; or NULL: there are none. */
    const Lanes *const *lanes;

    /* A feature of a move: before is the state it was made in, after the one it led to (chance not yet drawn). */
    double (*value)(const void *rules, int feature, const void *before, const void *after);

    /* All features of a set at once, into out (set->n): the same numbers, where a game gets them faster together. NULL: it does
     * not. */
    void (*values)(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

    /* What is wrong with rules whose values are each in range; returns how many findings were written (at most FINDINGS_MAX).
     * NULL: all of them go together. */
    int (*check)(const void *rules, Finding *out);

    /* The same of a set that is to be used under rules with which nothing is wrong: it may look at what they do not have. The key
     * is "features". value is only asked for sets that fit. NULL: all sets do. */
    int (*check_set)(const void *rules, const FeatureSet *set, Finding *out);

    /* A new game whose chances all come from the stream that seed names. A chance is due. */
    void (*start)(const void *rules, uint64_t seed, void *state);

    /* No further move or chance: the game is lost, or has ended, as is known from the moment when it is certain that no move is
     * left. */
    bool (*over)(const void *state);

    /* Of a state that is over: whether the game is lost; else it has ended, as its list or its time had. NULL: what is over is
     * lost. */
    bool (*lost)(const void *state);

    /* Writes all moves that do not lose, in the game's order, and returns how many; 0: a chance has to come first, or the game is
     * over. A chance may be due that does not matter to them (a piece that is to be shown, behind one that is known): then they
     * are the same before it and after it, and an agent that looks ahead may make them on copies; a player calls chance first. */
    int (*moves)(const void *rules, const void *state, Move *out);

    /* The same without moves that are as good as an earlier one: every feature reads the same off both. An agent that takes the
     * first move of the highest value is told enough by them. NULL: no fewer than moves are known. */
    int (*distinct)(const void *rules, const void *state, Move *out);

    /* Makes one of the moves; what was shown moves up. The game may then be over. */
    void (*apply)(const void *rules, void *state, Move move);

    /* Draws all chances that are due, one after the other; where none is, nothing. The game may then be over. */
    void (*chance)(const void *rules, void *state);

    /* For an agent that looks past a chance: writes the odds (whole numbers, >= 0) of outcomes 0 .. n-1 of the first that is
     * due and returns n; 0: none is. happen() makes one of them happen; it draws nothing. Where no move was possible before it,
     * moves are possible after it, or the game is over; before the first move of a game it may take several chances. */
    int (*outcomes)(const void *rules, const void *state, int *odds);
    void (*happen)(const void *rules, void *state, int outcome);

    Tally (*tally)(const void *state);

    /* Whether a state that a file or another process has handed over is one of a game under these rules before a move, or at its
     * end. Its bytes may be any. */
    bool (*sound)(const void *rules, const void *state);

    /* About how many turns a long game takes that ends with this score >= 0; NULL: it does not follow from the score. */
    double (*turns_of)(const void *rules, double score);

    /* A fingerprint of all that matters to the rest of a game. Two states with the same fingerprint have the same future, and a
     * search keeps one of them. NULL: there is none. */
    uint64_t (*key)(const void *state);
    /* Levels of a state depend on what lies on the board alone, and are 0 at the start of a game. renew gives a state another
     * future: its random numbers come from the stream that seed names. What was drawn after the agent chose its last move is
     * drawn again, so the game may then be over, or no longer be over. */
    int (*level)(const void *rules, int level, const void *state);
    void (*renew)(const void *rules, uint64_t seed, void *state);

    /* What people read. letters: what `letter` accepts, for a sentence: "a piece, a digit 0-7 or a letter of OILJTSZi". letter:
     * the outcome that a character of a list names, or -1. trace: writes the cells that name the move made in state before (if
     * that is over: the losing move). text: the state as lines of text; returns the length, as snprintf does. */
    const char *letters;
    int (*letter)(const void *rules, char letter);
    void (*trace)(const void *rules, const void *before, Move move, Record *r);
    int (*text)(const void *rules, const void *state, char *out, size_t room);
    const GamePicture *picture; /* NULL: pictures are made of text */
    const GameView *view;       /* NULL: nothing is seen but the moves, which are known by their index */

    const GameLearning *learning; /* NULL: the game is played by features alone */
} Game;

/* Game.check and Game.check_set; 0 of a game without. */
int game_check(const Game *game, const void *rules, Finding *out);
int game_check_set(const Game *game, const void *rules, const FeatureSet *set, Finding *out);

/* What score and turns are called under these rules. */
const Units *game_units(const Game *game, const void *rules);

/* Whether a game that may be over is lost. */
bool game_lost(const Game *game, const void *state);

/* The set called name, or NULL. */
const FeatureSet *game_set(const Game *game, const char *name);

/* The observation or the reward called name, or the first where name is empty; NULL: there is none. */
const Observation *game_observation(const Game *game, const char *name);
const Reward *game_reward(const Game *game, const char *name);

#endif
