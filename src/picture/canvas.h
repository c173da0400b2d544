/* picture/canvas.h. A picture of indexed colours, and a scene drawn on it. */
#ifndef SWARMTRIS_PICTURE_CANVAS_H
#define SWARMTRIS_PICTURE_CANVAS_H

#include "picture/scene.h"

/* The colours by index. Every colour of a cell has three shades: light, plain, dark. CANVAS_KEPT is for animations: this pixel is
 * as in the frame before. */
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

/* A canvas for the scenes of a game, s being one of them that has been shown; unit >= 1: a cell of the board is 16 units wide. */
Canvas canvas_new(const Scene *s, int unit);
void canvas_free(Canvas *c);

/* Draws a scene, which covers the canvas. unit: as in canvas_new. */
void canvas_draw(Canvas *c, const Scene *s, int unit);

#endif
