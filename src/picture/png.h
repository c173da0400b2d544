/* picture/png.h. A canvas as a PNG file. */
#ifndef SWARMTRIS_PICTURE_PNG_H
#define SWARMTRIS_PICTURE_PNG_H

#include "picture/canvas.h"

/* The bytes of the file, owned by the caller; *size: how many. */
char *png_encode(const Canvas *c, size_t *size);

#endif
