/* gif.c. Writes canvases as the frames of an animated GIF through giflib, and as PNG through libpng. */
#include "picture/gif.h"

#include "base/mem.h"

#include <assert.h>
#include <gif_lib.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

struct Gif {
    GifFileType *file;    /* the file of giflib; owned */
    ColorMapObject *map;  /* the palette; owned */
    unsigned char *bytes; /* (used, with room for more) the file so far; owned until gif_end */
    int used, room;
    uint8_t *last; /* (height, width) the frame before; owned */
    uint8_t *line; /* (width) a line of a frame; owned */
    int frames;    /* so far */
};

/* A rectangle of pixels. */
typedef struct {
    int x, y, width, height; /* width 0: empty */
} Box;

/* giflib fails only if it cannot write, which does not happen in memory, or if memory runs out. */
static void succeed(int result)
{
    if (result != GIF_OK) mem_exhausted(0);
}

/* Called by giflib. */
static int write_bytes(GifFileType *file, const GifByteType *bytes, int n)
{
    Gif *g = file->UserData;
    g->bytes = mem_grow(g->bytes, &g->room, g->used + n, 1);
    memcpy(g->bytes + g->used, bytes, (size_t)n);
    g->used += n;
    return n;
}

/* Adds the extension that makes programs repeat an animation. */
static void add_loop(GifFileType *file)
{
    static const unsigned char forever[] = {1, 0, 0};
    succeed(EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE));
    succeed(EGifPutExtensionBlock(file, 11, "NETSCAPE2.0"));
    succeed(EGifPutExtensionBlock(file, sizeof forever, forever));
    succeed(EGifPutExtensionTrailer(file));
}

Gif *gif_begin(int width, int height)
{
    enum { BITS = 8 };
    int error;
    assert(width >= 1 && width <= 65535 && height >= 1 && height <= 65535);
    Gif *g = mem_new(1, sizeof *g);
    g->last = mem_new((size_t)width * (size_t)height, 1);
    g->line = mem_new((size_t)width, 1);
    g->file = EGifOpen(g, write_bytes, &error);
    g->map = GifMakeMapObject(CANVAS_COLOURS, NULL);
    if (g->file == NULL || g->map == NULL) mem_exhausted(sizeof *g->file);
    for (int i = 0; i < CANVAS_COLOURS; i++)
        g->map->Colors[i] = (GifColorType){canvas_palette[i][0], canvas_palette[i][1], canvas_palette[i][2]};
    EGifSetGifVersion(g->file, true);
    succeed(EGifPutScreenDesc(g->file, width, height, BITS, CANVAS_GROUND, g->map));
    add_loop(g->file);
    return g;
}

/* The rectangle that has changed since the frame before; all of the first frame. */
static Box changed(const Gif *g, const Canvas *c)
{
    int left = c->width, right = 0, top = c->height, bottom = 0;
    if (g->frames == 0) return (Box){0, 0, c->width, c->height};
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            if (c->pixel[y * c->width + x] == g->last[y * c->width + x]) continue;
            left = x < left ? x : left;
            right = x + 1 > right ? x + 1 : right;
            top = y < top ? y : top;
            bottom = y + 1;
        }
    return left < right ? (Box){left, top, right - left, bottom - top} : (Box){0};
}

/* Adds line y of the box: the pixels that have changed. */
static void add_line(Gif *g, const Canvas *c, Box box, int y)
{
    const uint8_t *now = c->pixel + (box.y + y) * c->width + box.x, *before = g->last + (box.y + y) * c->width + box.x;
    for (int x = 0; x < box.width; x++) g->line[x] = g->frames > 0 && now[x] == before[x] ? CANVAS_KEPT : now[x];
    succeed(EGifPutLine(g->file, g->line, box.width));
}

void gif_add(Gif *g, const Canvas *c, int hundredths)
{
    GifByteType extension[4];
    Box box = changed(g, c);
    assert(hundredths >= 1 && c->width == g->file->SWidth && c->height == g->file->SHeight);
    if (box.width == 0) return;
    const GraphicsControlBlock control = {
        .DisposalMode = DISPOSE_DO_NOT, .DelayTime = hundredths, .TransparentColor = CANVAS_KEPT};
    EGifGCBToExtension(&control, extension);
    succeed(EGifPutExtension(g->file, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension));
    succeed(EGifPutImageDesc(g->file, box.x, box.y, box.width, box.height, false, NULL));
    for (int y = 0; y < box.height; y++) add_line(g, c, box, y);
    memcpy(g->last, c->pixel, (size_t)c->width * (size_t)c->height);
    g->frames++;
}

char *gif_end(Gif *g, size_t *size)
{
    int error;
    assert(g->frames > 0);
    succeed(EGifCloseFile(g->file, &error));
    GifFreeMapObject(g->map);
    char *bytes = (char *)g->bytes;
    *size = (size_t)g->used;
    free(g->last);
    free(g->line);
    free(g);
    return bytes;
}

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
    if (!wrote) mem_exhausted(bytes); /* the image is valid and the file large enough */
    assert(bytes <= PNG_IMAGE_PNG_SIZE_MAX(image));
    *size = bytes;
    return file;
}
