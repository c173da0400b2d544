/* picture/canvas.h. A picture of indexed colours, a scene drawn on it, and the letters for it. */
#ifndef SWARMTRIS_PICTURE_CANVAS_H
#define SWARMTRIS_PICTURE_CANVAS_H

#include "picture/scene.h"

#include <stdbool.h>

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
    int width, height; /* in pixels */
    uint8_t *pixel;    /* (height, width), row 0 at the top, owned: indices of colours */
} Canvas;

/* The colours as red, green, blue. */
extern const uint8_t canvas_palette[CANVAS_COLOURS][3];

/* A canvas for the scenes of a game. s: one of them, after scene_show. unit >= 1: a cell of the board is 16 units wide. */
Canvas canvas_new(const Scene *s, int unit);
void canvas_free(Canvas *c);

/* Draws a scene, which covers the canvas. unit: as in canvas_new. */
void canvas_draw(Canvas *c, const Scene *s, int unit);

/* Letters of five by seven dots, which suit a board of square cells. Small letters look like capitals. */
enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_STEP = 6 };

/* Whether dot (x, y), row 0 at the top, of a character is set. A character that the font does not have is a filled box. */
bool font_dot(char character, int x, int y);

#endif
