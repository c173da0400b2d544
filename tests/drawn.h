/* drawn.h. Games that are played by random moves, and what is drawn of them. */
#ifndef SWARMTRIS_TESTS_DRAWN_H
#define SWARMTRIS_TESTS_DRAWN_H

#include "base/rng.h"
#include "picture/scene.h"

/* A game that is played by random moves, with its scene. */
typedef struct {
    const Game *game;
    void *rules, *state, *before;
    Move *move;
    Move chosen; /* the last move */
    Rng rng;     /* chooses moves */
    Scene scene;
} Playing;

/* key: set to value; NULL: all rules are the defaults. */
void playing_begin(Playing *p, const Game *game, uint64_t seed, const char *key, const char *value);
void playing_end(Playing *p);

/* Draws what comes, and shows it. False: the game is lost. */
bool playing_draw(Playing *p);

/* Makes a move. True: some rows are full now. */
bool playing_move(Playing *p);

/* Cells with this mark. */
int scene_count(const Scene *s, int mark);

/* Plays games of a kind to their end; every board is that of the game's own text. */
void follow_scene(const Game *game, const char *key, const char *value);

/* Plays games, and reads their fumens with a reader of its own: the boards are the same, cell by cell. whole: every one has a
 * page a move. Returns the pages. */
int follow_fumen(const Game *game, const char *key, const char *value, bool whole);

#endif
