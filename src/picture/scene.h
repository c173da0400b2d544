/* picture/scene.h. A game as it is drawn: a board of coloured cells that follows the moves, what is beside it, and the caption.
 *
 * Idea: terminals, gifs and pngs draw one scene, so a game needs only one description of its picture. A game without a picture
 * of its own (GamePicture) is a scene of the lines of its text.
 * Never: makes a move or draws a chance; the caller reports both. */
#ifndef SWARMTRIS_PICTURE_SCENE_H
#define SWARMTRIS_PICTURE_SCENE_H

#include "game/game.h"

enum { SCENE_ITEMS_MAX = 16, SCENE_TEXT_MAX = 4096 };

/* The bits of a cell: its colour, and marks. */
enum { SCENE_COLOUR = 0x0f, SCENE_NEW = 0x10, SCENE_FULL = 0x20 };

typedef struct {
    const Game *game;  /* borrowed */
    const void *rules; /* of the game, borrowed */
    int width, height; /* size of the board in cells; for a scene of text, characters of its longest line, and lines */
    uint8_t *cell;     /* (height, width), row 0 at the top, owned: colour | SCENE_NEW: of the last move | SCENE_FULL: of a row
                        * that is about to disappear; NULL: the scene is text */
    char text[SCENE_TEXT_MAX];         /* the text of the state, lines with their ends, if cell is NULL */
    PictureItem item[SCENE_ITEMS_MAX]; /* (items) beside the board */
    int items;
    Tally tally; /* for the caption */
    bool over;   /* the game is lost or has ended */
    bool lost;   /* it is lost */
} Scene;

/* The scene of an empty board; scene_show must follow. */
void scene_start(Scene *s, const Game *game, const void *rules);
void scene_free(Scene *s);

/* Adds to the board the move that was made in state `before`. Full rows are marked, and stay until scene_settle. True: there
 * are such rows. */
bool scene_move(Scene *s, const void *before, Move move);

/* Removes full rows from the board. */
void scene_settle(Scene *s);

/* Whether item i is the first of those with its title, and at least one of these can be seen. */
bool scene_titled(const Scene *s, int i);

/* Takes from state what stands beside the board, the caption and, if the scene is text, the text. */
void scene_show(Scene *s, const void *state);

#endif
