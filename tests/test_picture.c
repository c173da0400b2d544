/* test_picture.c. Pictures of games: the cells of a scene are those of the game's own text, and the files that are written say,
 * read back by the libraries, what was drawn. */
#include "picture/fumen.h"
#include "picture/scene.h"
#include "tests/drawn.h"
#include "tests/helpers.h"

#include <gif_lib.h>
#include <png.h>

extern const Game game_paddle; /* tests/games/paddle.c, which has no picture of its own */

TEST(test_scene_follows_tetris)
{
    follow_scene(&game_tetris, "width", "6");
}

/* What is beside the board: tetris shows the piece to place. A title stands only above something. */
TEST(test_items)
{
    CLOSED(playing_end) Playing p;
    playing_begin(&p, &game_tetris, 5, NULL, NULL);
    scene_show(&p.scene, p.state);
    assert_true(p.scene.items == 1 && p.scene.item[0].width == 0); /* nothing has been drawn */
    assert_false(scene_titled(&p.scene, 0));
    playing_draw(&p);
    assert_true(scene_titled(&p.scene, 0));
    int cells = 0;
    for (int i = 0; i < p.scene.item[0].width * p.scene.item[0].height; i++) cells += p.scene.item[0].cell[i] != 0;
    assert_int_equal(cells, 4);
    assert_string_equal(p.scene.item[0].title, "next");
}

TEST(test_fumen)
{
    assert_true(follow_fumen(&game_tetris, NULL, NULL, true) > 300);
    assert_true(follow_fumen(&game_tetris, "width", "6", true) > 200);
}

/* A game without a picture is a scene of its text, and can be drawn. */
TEST(test_scene_of_text)
{
    CLOSED(playing_end) Playing p;
    playing_begin(&p, &game_paddle, 3, NULL, NULL);
    playing_draw(&p);
    const char *why;
    assert_null(fumen_begin(&game_paddle, p.rules, &why));
    assert_null(p.scene.cell);
    assert_true(p.scene.height == 1 && p.scene.width == 14 && strchr(p.scene.text, 'o') != NULL);
    assert_false(playing_move(&p));
    scene_settle(&p.scene);
    CLOSED(canvas_free) Canvas c = canvas_new(&p.scene, 1);
    canvas_draw(&c, &p.scene);
    int text = 0;
    for (int i = 0; i < c.width * c.height; i++) text += c.pixel[i] == CANVAS_TEXT;
    assert_true(text > 20);
}

/* Lays frame i over the pixels. */
static void lay(const GifFileType *file, int i, uint8_t *pixel, int *hundredths)
{
    const SavedImage *image = &file->SavedImages[i];
    const GifImageDesc *d = &image->ImageDesc;
    GraphicsControlBlock control;
    assert_int_equal(DGifSavedExtensionToGCB((GifFileType *)file, i, &control), GIF_OK);
    *hundredths = control.DelayTime;
    for (int y = 0; y < d->Height; y++)
        for (int x = 0; x < d->Width; x++) {
            int index = image->RasterBits[y * d->Width + x];
            if (index != control.TransparentColor) pixel[(d->Top + y) * file->SWidth + d->Left + x] = (uint8_t)index;
        }
}

enum { FRAMES = 60 };

/* Every frame, laid over those before it, is the canvas that was drawn; one without a change is left out. */
TEST(test_gif)
{
    CLOSED(playing_end) Playing p;
    uint8_t *drawn[FRAMES];
    int frames = 0, error, hundredths;
    playing_begin(&p, &game_tetris, 7, "preview", "1");
    playing_draw(&p);
    CLOSED(canvas_free) Canvas c = canvas_new(&p.scene, 1);
    Gif *g = gif_begin(c.width, c.height);
    size_t pixels = (size_t)(c.width * c.height), size;
    for (; frames < FRAMES && playing_draw(&p); frames++) {
        canvas_draw(&c, &p.scene);
        gif_add(g, &c, 5 + frames);
        gif_add(g, &c, 5 + frames);
        drawn[frames] = memcpy(mem_new(pixels, 1), c.pixel, pixels);
        playing_move(&p);
        scene_settle(&p.scene);
    }
    OWNED char *bytes = gif_end(g, &size);
    assert_true(files_replace("film.gif", bytes, size));
    GifFileType *file = DGifOpenFileName("film.gif", &error);
    assert_non_null(file);
    assert_int_equal(DGifSlurp(file), GIF_OK);
    assert_true(frames > 10 && file->ImageCount == frames);
    assert_true(file->SWidth == c.width && file->SHeight == c.height && file->SColorMap->ColorCount == CANVAS_COLOURS);
    for (int i = 0; i < CANVAS_COLOURS; i++) assert_int_equal(file->SColorMap->Colors[i].Green, canvas_palette[i][1]);
    OWNED uint8_t *pixel = mem_new(pixels, 1);
    for (int i = 0; i < frames; i++) {
        lay(file, i, pixel, &hundredths);
        assert_memory_equal(pixel, drawn[i], pixels);
        assert_int_equal(hundredths, 5 + i);
        free(drawn[i]);
    }
    assert_true(size / (size_t)frames < pixels / 20); /* only what changes is kept */
    assert_int_equal(DGifCloseFile(file, &error), GIF_OK);
}

TEST(test_png)
{
    CLOSED(playing_end) Playing p;
    size_t size;
    playing_begin(&p, &game_tetris, 9, NULL, NULL);
    for (int i = 0; i < 20 && playing_draw(&p); i++) playing_move(&p), scene_settle(&p.scene);
    CLOSED(canvas_free) Canvas c = canvas_new(&p.scene, 2);
    canvas_draw(&c, &p.scene);
    OWNED char *bytes = png_encode(&c, &size);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, bytes, size));
    image.format = PNG_FORMAT_RGB;
    assert_true((int)image.width == c.width && (int)image.height == c.height);
    OWNED uint8_t *rgb = mem_new(PNG_IMAGE_SIZE(image), 1);
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    for (int i = 0; i < c.width * c.height; i++) assert_memory_equal(rgb + 3 * i, canvas_palette[c.pixel[i]], 3);
}

/* Letters differ from each other, small ones look like capitals, and an unknown character is a box. */
TEST(test_font)
{
    static const char known[] = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+=|_/%()*";
    char dots[sizeof known - 1][FONT_WIDTH * FONT_HEIGHT];
    for (size_t k = 0; k < sizeof known - 1; k++)
        for (int i = 0; i < FONT_WIDTH * FONT_HEIGHT; i++) dots[k][i] = font_dot(known[k], i % FONT_WIDTH, i / FONT_WIDTH);
    for (size_t k = 0; k < sizeof known - 1; k++)
        for (size_t l = 0; l < k; l++) assert_memory_not_equal(dots[k], dots[l], sizeof dots[k]);
    for (int i = 0; i < FONT_WIDTH * FONT_HEIGHT; i++) {
        assert_int_equal(font_dot('q', i % FONT_WIDTH, i / FONT_WIDTH), font_dot('Q', i % FONT_WIDTH, i / FONT_WIDTH));
        assert_true(font_dot('~', i % FONT_WIDTH, i / FONT_WIDTH));
    }
}

TESTS(place_enter, place_leave)
