/* picture/gif.h. Canvases as the frames of an animated GIF, or each as a PNG file; both are made in memory.
 *
 * Idea: a frame holds the rectangle that has changed since the frame before. Unchanged pixels in it are transparent, which
 * compresses well. */
#ifndef SWARMTRIS_PICTURE_GIF_H
#define SWARMTRIS_PICTURE_GIF_H

#include "picture/canvas.h"

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
