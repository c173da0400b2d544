/* picture/scene.h. A game as it is drawn: the scene that follows its moves, in letters, on a canvas, in an animated GIF.
 *
 * Idea: a scene is a board of coloured cells, what is beside it, and the caption. Terminals, pages, gifs and pngs all draw the
 * scene, so a game needs only one description of its picture (GamePicture). A game without one is a scene of the lines of its
 * text. A canvas has indexed colours; a frame of a GIF holds the rectangle that has changed since the frame before, in which
 * unchanged pixels are transparent. Files are made in memory.
 * Never: makes a move or draws a chance; the caller reports both. */
#ifndef SWARMTRIS_PICTURE_SCENE_H
#define SWARMTRIS_PICTURE_SCENE_H

#include "game/game.h"

#include <stdio.h>

/* ---- scene ---- */

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
    const Units *units; /* what score and cost are called, for the caption; borrowed */
    int64_t score;      /* in these units */
    int64_t turns;
    bool over; /* the game is lost or has ended */
    bool lost; /* it is lost */
} Scene;

/* The scene of an empty board; scene_show must follow. */
void scene_start(Scene *s, const Game *game, const void *rules);
void scene_free(Scene *s);

/* Takes the cells with which a game begins from its first state. */
void scene_begin(Scene *s, const void *state);

/* Adds to the board the move that was made in state `before`. Full rows are marked, and stay until scene_settle. True: there
 * are such rows. */
bool scene_move(Scene *s, const void *before, Move move);

/* Removes full rows from the board. */
void scene_settle(Scene *s);

/* Whether item i is the first of those with its title, and at least one of these can be seen. */
bool scene_titled(const Scene *s, int i);

/* Takes from state what stands beside the board, the caption and, if the scene is text, the text. */
void scene_show(Scene *s, const void *state);

/* ---- in letters: with the colours of a terminal; and a line a turn, from which a page draws any of the boards ---- */

/* Prints the board, what is beside it and the caption. Returns the number of lines. */
int letters_print(FILE *out, const Scene *s, bool coloured);

/* The line end of a state's text in a line of letters_turn: a pilcrow. */
#define LETTERS_END "\xc2\xb6"

/* Prints a turn, a move from state before to state after, as a line "SCORE COST BOARD". For a game with a picture, BOARD has a
 * character for each cell, row 0 first, without the empty cells in front: 0 empty, 1 .. 7 the colours, a .. g the same for cells
 * of the last move, A .. G for a row that is about to disappear. For other games, it is the text of the state, with LETTERS_END
 * for its line ends. s: the scene of the turns before. */
void letters_turn(FILE *out, Scene *s, const void *before, Move move, const void *after);

/* ---- on a canvas ---- */

/* The colours by index. Every colour of a cell has three shades: light, plain, dark. CANVAS_KEPT is for animations: the pixel
 * is that of the frame before. */
enum {
    CANVAS_GROUND,
    CANVAS_WELL,
    CANVAS_GRID,
    CANVAS_FRAME,
    CANVAS_TEXT,
    CANVAS_FAINT,
    CANVAS_FLASH,
    CANVAS_CELLS,
    CANVAS_KEPT = CANVAS_CELLS + 3 * PICTURE_COLOURS,
    CANVAS_COLOURS = 32
};

typedef struct {
    int unit;          /* pixels of a sixteenth of a cell */
    int width, height; /* in pixels */
    uint8_t *pixel;    /* (height, width), row 0 at the top, owned: indices of colours */
} Canvas;

/* The colours as red, green, blue. */
extern const uint8_t canvas_palette[CANVAS_COLOURS][3];

/* A canvas for the scenes of a game. s: one of them, after scene_show. unit: 1 or more. */
Canvas canvas_new(const Scene *s, int unit);
void canvas_free(Canvas *c);

/* Draws a scene, which covers the canvas. */
void canvas_draw(Canvas *c, const Scene *s);

/* Letters of five by seven dots, which suit a board of square cells. Small letters look like capitals. */
enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_STEP = 6 };

/* Whether dot (x, y), row 0 at the top, of a character is set. A character that the font does not have is a filled box. */
bool font_dot(char character, int x, int y);

/* ---- in files ---- */

typedef struct Gif Gif;

/* An animation of frames of this size (in pixels), which begins again when it has ended. */
Gif *gif_begin(int width, int height);

/* Adds a frame, shown for so many hundredths of a second (1 or more). One that equals the frame before is not added. */
void gif_add(Gif *g, const Canvas *c, int hundredths);

/* Ends the animation, which has a frame, and frees g. The bytes of the file are owned by the caller; *size: how many. */
char *gif_end(Gif *g, size_t *size);

/* A canvas as a PNG file: its bytes, owned by the caller; *size: how many. */
char *png_encode(const Canvas *c, size_t *size);

#endif
