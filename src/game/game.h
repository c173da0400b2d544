/* game.h. What a game is: states, moves, and what is read off them.
 *
 * Idea: a state is a flat block without pointers, so memcpy copies a game and the copy plays on exactly alike. It remembers its
 * last move and what that did, so a feature is a function of (rules, before, after). What the player does (apply) is
 * deterministic; what the world does (chance) is the only half that draws, from the stream inside the state.
 * Never: knows agents, weights, threads, files, clocks. */
#ifndef SWARMTRIS_GAME_GAME_H
#define SWARMTRIS_GAME_GAME_H

#include "base/noun.h"
#include "base/param.h"
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

/* A number read off a move; Game.value knows it by its index. */
typedef struct {
    const char *name, *definition, *source;
} Feature;

/* Features by index into the game's features, in the order of the weights. */
typedef struct {
    const char *name, *source;
    const int *index;
    int n;
} FeatureSet;

/* Most features in a set of a game that has `values`. */
enum { FEATURE_SET_MAX = 64 };

/* A fast twin (game/lanes.h). */
typedef struct Lanes Lanes;

typedef struct {
    const char *name, *doc; /* name: in [game] kind */
    Traits traits;          /* what score and turns are called, and how the score reads: a play is a game, its cost the turns */
    const Param *params;    /* of the rules, [game] in an ini */
    /* Bytes of one; both lie where any type may. state_bytes is a multiple of the alignment of Move: moves may follow a state. */
    size_t rules_bytes, state_bytes;
    int moves_max, outcomes_max; /* most entries that moves and outcomes ever write */
    const Feature *features;
    int n_features;
    const FeatureSet *sets;
    int n_sets;

    /* Fast twins, the fastest first, NULL at the end; or NULL: there are none. */
    const Lanes *const *lanes;

    /* A feature of a move: before is the state it was made in, after the one it led to (chance not yet drawn). */
    double (*value)(const void *rules, int feature, const void *before, const void *after);

    /* All features of a set at once, into out (set->n): the same numbers, where a game gets them faster together. NULL: it does
     * not. */
    void (*values)(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

    /* What is wrong with rules whose values are each in range; returns how many findings were written (at most FINDINGS_MAX). */
    int (*check)(const void *rules, Finding *out);

    /* The same of a set that is to be used under rules with which nothing is wrong: it may look at what they do not have. The key
     * is "features". value is only asked for sets that fit. */
    int (*check_set)(const void *rules, const FeatureSet *set, Finding *out);

    /* A new game whose chances all come from the stream that seed names. A chance is due. */
    void (*start)(const void *rules, uint64_t seed, void *state);

    /* No further move or chance: the game is lost, as is known from the moment when it is certain that no move is left. */
    bool (*over)(const void *state);

    /* Writes all moves that do not lose, in the game's order, and returns how many; 0: a chance has to come first, or the game is
     * over. A chance may be due that does not matter to them (a piece that is to be shown, behind one that is known): then they
     * are the same before it and after it, and an agent that looks ahead may make them on copies; a player calls chance first. */
    int (*moves)(const void *rules, const void *state, Move *out);

    /* Makes one of those moves; what was shown moves up. The game may then be over. */
    void (*apply)(const void *rules, void *state, Move move);

    /* Draws all chances that are due, one after the other; where none is, nothing. The game may then be over. */
    void (*chance)(const void *rules, void *state);

    /* For an agent that looks past a chance: writes the odds (whole numbers, >= 0) of outcomes 0 .. n-1 of the first that is
     * due and returns n; 0: none is. happen() makes one of them happen; it draws nothing. Where no move was possible before it,
     * moves are possible after it, or the game is over; before the first move of a game it may take several chances. */
    int (*outcomes)(const void *rules, const void *state, int *odds);
    void (*happen)(const void *rules, void *state, int outcome);

    Tally (*tally)(const void *state);

    /* A fingerprint of all that matters to the rest of a game: states of the same are the same to play on, so that a search keeps
     * one of them. NULL: there is none. */
    uint64_t (*key)(const void *state);

    /* For people. letters: what letter knows: "a piece, a digit 0-6 or a letter of OILJTSZ". letter: the outcome that a
     * character of a list names, or -1. trace: the cells that name the move made in state before (where it is over: the losing
     * move). text: the state as lines of text; returns the length, as snprintf does. */
    const char *letters;
    int (*letter)(const void *rules, char letter);
    void (*trace)(const void *rules, const void *before, Move move, Record *r);
    int (*text)(const void *rules, const void *state, char *out, size_t room);
} Game;

/* The set called name, or NULL. */
const FeatureSet *game_set(const Game *game, const char *name);

#endif
