/* game.h. What a game is: states, moves, and what is read off them.
 *
 * Idea: a state is a flat block without pointers, so memcpy copies a game, and the copy plays on identically. A state remembers
 * its last move and what that did, so a feature is a function of (rules, before, after). What the player does (apply) is
 * deterministic; only what the world does (chance) draws random numbers, from the stream inside the state.
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

/* score: what players maximise (rows); turns: moves made (pieces placed). */
typedef struct {
    int64_t score, turns;
} Tally;

/* A measure of how near a state is to the loss of the game: a whole number that grows on the way there. Game.level takes its
 * index. */
typedef struct {
    const char *name, *doc;
} Level;

/* A level of the game that is watched, and the bound above which it stops play. */
typedef struct {
    int level, above;
} Watch;

/* Where to stop within a game: after `turns` moves, or after a move and its chance that leave `level` at high or more, or at low
 * or less. level: the index of a level of the game; -1: none. A move that leaves the level of watch above its bound also stops
 * play. watch: borrowed; NULL: nothing is watched. */
typedef struct {
    int64_t turns;
    int level, low, high;
    const Watch *watch;
} Bounds;

/* A number computed from a move; Game.value takes its index. */
typedef struct {
    const char *name, *definition, *source;
    bool of_move; /* it says what the move did (rows cleared), not what the board is like after it */
} Feature;

/* What the field calls a feature, in every game that has one of this name. */
typedef struct {
    const char *feature;
    const char *words;   /* its other names, parted by blanks */
    const char *differs; /* what the feature is, if it is not quite what they mean; NULL: it is the same */
} FeatureAlias;
extern const FeatureAlias feature_aliases[]; /* feature NULL at the end */

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

/* Most features in a set, if the game has the function Game.values. */
enum { FEATURE_SET_MAX = 64 };

/* A fast engine (game/lanes.h). */
typedef struct Lanes Lanes;

/* Something small beside the board, such as the next piece; colours as in GamePicture. */
enum { PICTURE_SIDE = 10, PICTURE_COLOURS = 7 };
typedef struct {
    const char *title;                         /* "next", "hold"; constant */
    int width, height;                         /* 0 .. PICTURE_SIDE; 0: nothing is there yet */
    uint8_t cell[PICTURE_SIDE * PICTURE_SIDE]; /* (height, width), row 0 at the top */
} PictureItem;

/* How a game is drawn: a board of cells, each of a colour 1 .. PICTURE_COLOURS, or 0: empty. A state need not know colours:
 * the caller of `add` keeps the cells, and `add` updates them for each move. */
typedef struct {
    void (*size)(const void *rules, int *width, int *height); /* of the board, in cells; it is empty at the start of a game */
    /* Writes what a move, made in the state `before`, adds to the board into cell (height, width), row 0 at the top. */
    void (*add)(const void *rules, const void *before, Move move, uint8_t *cell);
    bool clears_rows; /* rows without an empty cell then disappear, and what is above them comes down */
    /* Writes item i (from 0 on) of those beside the board. False: there are no more. */
    bool (*item)(const void *rules, const void *state, int i, PictureItem *out);
} GamePicture;

/* What a program that plays by itself sees of a state, and how it numbers moves. */
enum { VIEW_AXES = 4, VIEW_SHOWN = 16 };
typedef struct {
    void (*size)(const void *rules, int *width, int *height); /* of the board, in cells */
    /* The cells: bit x % 32 of word x / 32 of a row is set where column x is filled; (height, words), row 0 the floor. */
    void (*board)(const void *rules, const void *state, uint32_t *out);
    /* Puts such cells, no row of them full, into a game of which nothing was drawn yet. NULL: no board can be given. */
    void (*fill)(const void *rules, const uint32_t *cells, void *state);
    /* The numbers shown beside the board, at most VIEW_SHOWN. title: of number i ("piece", "next", "hold"); NULL after the last.
     * shown: these numbers in a state; -1: nothing is there. */
    const char *(*title)(const void *rules, int i);
    void (*shown)(const void *rules, const void *state, int32_t *out);
    /* Actions are numbers of moves that mean the same in every state, in row-major order of 1 .. VIEW_AXES axes. axes: writes the
     * names and lengths of the axes, returns how many; NULL: an action is an index into Game.moves. action: that of a move,
     * different for each move of a state; NULL: the move itself. */
    int (*axes)(const void *rules, const char **name, int *length);
    int (*action)(const void *rules, Move move);
} GameView;

/* What a learner without features sees of a state: numbers, for a network, or an index, for a table. */
typedef struct {
    const char *name, *definition, *source;
    /* Numbers (height, width) of a state, 0..1 each; row 0 first, of a board the floor. They do not depend on a chance that is
     * due, so they can be read right after a move. */
    void (*shape)(const void *rules, int *width, int *height);
    void (*numbers)(const void *rules, const void *state, double *out);
    /* indices: how many there are; 0: too many for a table, and index is not called. index: 0 .. indices - 1, of a state in which
     * no chance is due and the game is not over. */
    int64_t (*indices)(const void *rules);
    int64_t (*index)(const void *rules, const void *state);
} Observation;

/* The most indices that an observation may have for a table. */
enum { OBSERVATION_INDICES_MAX = 1 << 20 };

/* The reward of a move. before: the state in which it was made; after: the state it led to, chances drawn. */
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
    /* For an action whose move is not among Game.moves. If the move loses, ends the game and returns true; else the action is
     * illegal: returns false and leaves the state alone. NULL: every such action is illegal. */
    bool (*lose)(const void *rules, void *state, int action);
} GameLearning;

typedef struct {
    const char *name, *doc; /* name: in [game] kind */
    Units units;            /* names of score and turns, and how a score is written; a play is a game, its cost the turns */
    const Units *(*units_by)(const void *rules); /* under rules that change `units`; returns, or is, NULL: `units` holds */
    const Param *params;                         /* of the rules, [game] in an ini */
    /* Bytes of rules and of a state, both aligned for any type. state_bytes is a multiple of the alignment of Move: moves may
     * follow a state. */
    size_t rules_bytes, state_bytes;
    int moves_max, outcomes_max; /* most entries that moves and outcomes ever write */
    const Feature *features;
    int n_features;
    const FeatureSet *sets;
    int n_sets;

    /* Levels, the recommended one first; n_levels 0: the game has no levels, and level and renew are NULL. */
    const Level *levels;
    int n_levels;

    /* Fast engines, the fastest first, NULL at the end; or NULL: there are none. */
    const Lanes *const *lanes;

    /* The value of a feature for a move. before: the state in which it was made; after: the state it led to, chances not yet
     * drawn. NULL: `values` says it, too. */
    double (*value)(const void *rules, int feature, const void *before, const void *after);

    /* All features of a set at once, into out (set->n): the same numbers as `value`, but faster. NULL: there is no faster way. */
    void (*values)(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

    /* The key of the rules, such as "preview", that matters to a feature though not to most; NULL: there is none. NULL: no
     * feature has one. */
    const char *(*reads)(int feature);

    /* What is wrong with rules of which each value is in range; returns how many findings were written (at most FINDINGS_MAX).
     * NULL: nothing can be wrong. */
    int (*check)(const void *rules, Finding *out);

    /* What is wrong with a set under valid rules: a feature may need what they lack, such as a column. The key of a finding is
     * "features". value is only called for sets without findings. NULL: all sets fit. */
    int (*check_set)(const void *rules, const FeatureSet *set, Finding *out);

    /* A new game whose chances all come from the stream that seed names. A chance is due. */
    void (*start)(const void *rules, uint64_t seed, void *state);

    /* Whether no move or chance is left: the game is lost, or has ended. True as soon as it is certain that no move is left. */
    bool (*over)(const void *state);

    /* Whether a game that is over is lost; else it has ended because its list or its time was used up. NULL: all games that are
     * over are lost. */
    bool (*lost)(const void *state);

    /* Writes all moves that do not lose, in the game's order, and returns how many; 0: a chance must come first, or the game is
     * over. A chance that is due may leave the moves as they are (a further piece to show). Then an agent that looks ahead may
     * make moves on copies before it; a player calls chance first. */
    int (*moves)(const void *rules, const void *state, Move *out);

    /* As `moves`, without those for which every feature has the same value as for an earlier move. They suffice for an agent that
     * takes the first move of the highest value. NULL: the game has only `moves`. */
    int (*distinct)(const void *rules, const void *state, Move *out);

    /* Makes one of the moves; what was shown moves up by one place. The game may then be over. */
    void (*apply)(const void *rules, void *state, Move move);

    /* Draws all chances that are due, one after the other; does nothing if none is. The game may then be over. */
    void (*chance)(const void *rules, void *state);

    /* For an agent that looks past a chance. outcomes: writes the odds (whole numbers, >= 0) of outcomes 0 .. n - 1 of the first
     * chance that is due, returns n; 0: none is. happen: makes one outcome happen, draws nothing. If there was no move before it,
     * there are moves afterwards, or the game is over; the first move of a game may need several chances. */
    int (*outcomes)(const void *rules, const void *state, int *odds);
    void (*happen)(const void *rules, void *state, int outcome);

    Tally (*tally)(const void *state);

    /* Whether a state from a file or another process, of any bytes, is valid: a game under these rules, before a move or at its
     * end. */
    bool (*sound)(const void *rules, const void *state);

    /* A fingerprint of all that matters to the rest of a game. Two states with the same fingerprint have the same future, and a
     * search keeps one of them. NULL: there is none. */
    uint64_t (*key)(const void *state);
    /* level: depends on the cells of the board alone, and is 0 at the start of a game. renew: gives a state another future, by
     * random numbers from the stream that seed names. What was drawn after the agent chose its last move is drawn again, so the
     * game may then be over, or no longer be over. */
    int (*level)(const void *rules, int level, const void *state);
    void (*renew)(const void *rules, uint64_t seed, void *state);

    /* What people read. letters: what `letter` accepts, for a sentence: "a piece, a digit 0-7 or a letter of OILJTSZi". letter:
     * the outcome that a character of a list names, or -1. trace: writes the table cells that name the move made in the state
     * before (if that is over: the losing move). text: the state as lines of text; returns the length, as snprintf does. */
    const char *letters;
    int (*letter)(const void *rules, char letter);
    void (*trace)(const void *rules, const void *before, Move move, Record *r);
    int (*text)(const void *rules, const void *state, char *out, size_t room);
    const GamePicture *picture; /* NULL: pictures are made of text */
    const GameView *view;       /* NULL: only the moves are visible, by their index */

    const GameLearning *learning; /* NULL: the game is played by features alone */
} Game;

/* The functions that every game has, by the names that they have in its file. */
#define GAME_FUNCTIONS                                                                                                      \
    .start = start, .over = over, .moves = moves, .apply = apply, .chance = chance, .outcomes = outcomes, .happen = happen, \
    .tally = tally, .sound = sound, .letter = letter, .trace = trace, .text = text

/* Call Game.check and Game.check_set; 0 if the game has no such function. */
int game_check(const Game *game, const void *rules, Finding *out);
int game_check_set(const Game *game, const void *rules, const FeatureSet *set, Finding *out);

/* What score and turns are called under these rules. */
const Units *game_units(const Game *game, const void *rules);

/* The value of one feature (Game.value), of any game. */
double game_value(const Game *game, const void *rules, int feature, const void *before, const void *after);

/* Whether a game that may be over is lost. */
bool game_lost(const Game *game, const void *state);

/* The set called name, or NULL; the number of the feature that word names by its own name, or by *alias; -1: none. Case,
 * hyphens and underscores are passed over, and "weight" at the end of a feature's. */
const FeatureSet *game_set(const Game *game, const char *name);
int game_feature(const Game *game, const char *word, const FeatureAlias **alias);

/* The character of a list that names an outcome: a letter or, where it has none, a digit; '\0': neither. */
char game_letter(const Game *game, const void *rules, int outcome);

/* The observation or the reward called name, or the first if name is empty; NULL: there is none. */
const Observation *game_observation(const Game *game, const char *name);
const Reward *game_reward(const Game *game, const char *name);

#endif
