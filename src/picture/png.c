/* png.c. Writes a canvas as PNG through libpng. */
#include "picture/png.h"

#include "base/mem.h"

#include <png.h>

#include <assert.h>
#include <string.h>

char *png_encode(const Canvas *c, size_t *size)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)c->width,
                       .height = (png_uint_32)c->height,
                       .format = PNG_FORMAT_RGB_COLORMAP,
                       .colormap_entries = CANVAS_COLOURS};
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *file = mem_new(bytes, 1);
    int wrote = png_image_write_to_memory(&image, file, &bytes, 0, c->pixel, c->width, canvas_palette);
    if (!wrote) mem_exhausted(bytes); /* the picture is right, and there is room for it */
    assert(bytes <= PNG_IMAGE_PNG_SIZE_MAX(image));
    *size = bytes;
    return file;
}
