/* test_picture.c. Pictures of games: the cells of a scene are those of the game's own text, and the files that are written say,
 * read back by the libraries, what was drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "game/stack/stack.h"
#include "picture/font.h"
#include "picture/gif.h"
#include "picture/png.h"
#include "registry.h"

#include <gif_lib.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const Game game_paddle; /* tests/games/paddle.c, which has no picture of its own */

/* A game that is played by random moves, with its scene. */
typedef struct {
    const Game *game;
    void *rules, *state, *before;
    Move *move;
    Rng rng; /* chooses moves */
    Scene scene;
} Playing;

static void begin(Playing *p, const Game *game, uint64_t seed, const char *key, const char *value)
{
    char why[PARAM_WHY_MAX];
    *p = (Playing){.game = game,
                   .rules = mem_new(1, game->rules_bytes),
                   .state = mem_new(1, game->state_bytes),
                   .before = mem_new(1, game->state_bytes),
                   .move = mem_new((size_t)game->moves_max, sizeof(Move))};
    param_defaults(game->params, p->rules);
    if (key != NULL) assert_true(param_set(param_find(game->params, key), p->rules, value, why, sizeof why));
    game->start(p->rules, seed, p->state);
    rng_stream(&p->rng, seed);
    scene_start(&p->scene, game, p->rules);
}

static void end(Playing *p)
{
    scene_free(&p->scene);
    free(p->rules), free(p->state), free(p->before), free(p->move);
}

/* Draws what comes, and shows it. False: the game is lost. */
static bool draw(Playing *p)
{
    p->game->chance(p->rules, p->state);
    scene_show(&p->scene, p->state);
    return !p->game->over(p->state);
}

/* Makes a move that does not lose, low ones preferred, so that rows are filled. True: some rows are full now. */
static bool move(Playing *p)
{
    int n = p->game->moves(p->rules, p->state, p->move);
    assert_true(n > 0);
    Move chosen = p->move[rng_below(&p->rng, (uint32_t)n)];
    memcpy(p->before, p->state, p->game->state_bytes);
    p->game->apply(p->rules, p->state, chosen);
    return scene_move(&p->scene, p->before, chosen);
}

/* The cells of the scene that are not empty are those that the text of the game shows as #. */
static void assert_same_board(const Playing *p)
{
    char text[SCENE_TEXT_MAX];
    p->game->text(p->rules, p->state, text, sizeof text);
    const char *line = text;
    for (int y = 0; y < p->scene.height; y++, line = strchr(line, '\n') + 1)
        for (int x = 0; x < p->scene.width; x++)
            assert_int_equal((p->scene.cell[y * p->scene.width + x] & SCENE_COLOUR) != 0, line[1 + x] == '#');
}

static int count(const Scene *s, int mark)
{
    int n = 0;
    for (int i = 0; i < s->width * s->height; i++) n += (s->cell[i] & mark) != 0;
    return n;
}

/* Plays games of a kind to their end, and looks at every board. */
static void follow(const Game *game, const char *key, const char *value)
{
    int cleared = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        Playing p;
        begin(&p, game, seed, key, value);
        while (draw(&p)) {
            Tally before = game->tally(p.state);
            bool full = move(&p);
            int rows = (int)(game->tally(p.state).score - before.score);
            assert_int_equal(full, rows > 0);
            assert_int_equal(count(&p.scene, SCENE_FULL), rows * p.scene.width);
            assert_int_equal(count(&p.scene, SCENE_NEW), 4);
            scene_settle(&p.scene);
            assert_same_board(&p);
            cleared += rows;
        }
        assert_true(p.scene.over);
        end(&p);
    }
    assert_true(cleared > 0);
}

static void test_scene_follows_tetris(void **state)
{
    (void)state;
    follow(&game_tetris, "width", "6");
}

static void test_scene_follows_guideline(void **state)
{
    (void)state;
    follow(&game_guideline, "moves", "drop");
    follow(&game_guideline, "moves", "reachable");
}

static void assert_same_pile(const Playing *p)
{
    const StackState *s = p->state;
    for (int y = 0; y < p->scene.height; y++)
        for (int x = 0; x < p->scene.width; x++)
            assert_int_equal((p->scene.cell[(p->scene.height - 1 - y) * p->scene.width + x] & SCENE_COLOUR) != 0,
                             s->row[y] >> x & 1);
}

/* Of a pile the lowest rows are drawn. What comes down from above them is seen with the next move. */
static void test_scene_follows_stack(void **state)
{
    (void)state;
    int cleared = 0, above = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Playing p;
        begin(&p, &game_stack, seed, "width", "4");
        const StackState *s = p.state;
        for (bool seen = true; draw(&p);) {
            move(&p);
            cleared += count(&p.scene, SCENE_FULL) / p.scene.width;
            scene_settle(&p.scene);
            seen = s->height <= p.scene.height ? seen : false;
            if (seen) assert_same_pile(&p);
            game_stack.picture->add(p.rules, p.state, STACK_KEEP, p.scene.cell);
            assert_same_pile(&p);
            seen = s->height <= p.scene.height;
            above += !seen;
        }
        assert_true(p.scene.over);
        end(&p);
    }
    assert_true(cleared > 20 && above > 100);
}

/* The list's next three, then the buffer; a title stands only above something. */
static void test_titles(void **state)
{
    (void)state;
    Playing p;
    begin(&p, &game_stack, 5, NULL, NULL);
    draw(&p);
    assert_int_equal(p.scene.items, 3);
    p.game->apply(p.rules, p.state, STACK_KEEP);
    scene_show(&p.scene, p.state);
    assert_int_equal(p.scene.items, 4);
    assert_string_equal(p.scene.item[3].title, "buffer");
    assert_true(scene_titled(&p.scene, 0) && !scene_titled(&p.scene, 1) && scene_titled(&p.scene, 3));
    end(&p);
    begin(&p, &game_tetris, 5, NULL, NULL);
    scene_show(&p.scene, p.state);
    assert_false(scene_titled(&p.scene, 0)); /* nothing has been drawn */
    draw(&p);
    assert_true(scene_titled(&p.scene, 0));
    end(&p);
}

/* What is beside the board: tetris shows the piece to place, the guideline three more and the held one. */
static void test_items(void **state)
{
    (void)state;
    Playing p;
    begin(&p, &game_tetris, 5, NULL, NULL);
    scene_show(&p.scene, p.state);
    assert_true(p.scene.items == 1 && p.scene.item[0].width == 0); /* nothing has been drawn */
    draw(&p);
    int cells = 0;
    for (int i = 0; i < p.scene.item[0].width * p.scene.item[0].height; i++) cells += p.scene.item[0].cell[i] != 0;
    assert_int_equal(cells, 4);
    assert_string_equal(p.scene.item[0].title, "next");
    end(&p);
    begin(&p, &game_guideline, 5, NULL, NULL);
    draw(&p);
    assert_int_equal(p.scene.items, 5);
    assert_string_equal(p.scene.item[3].title, "next");
    assert_string_equal(p.scene.item[4].title, "hold");
    assert_true(p.scene.item[3].width > 0 && p.scene.item[4].width == 0);
    end(&p);
}

/* A game without a picture is a scene of its text, and can be drawn. */
static void test_scene_of_text(void **state)
{
    (void)state;
    Playing p;
    begin(&p, &game_paddle, 3, NULL, NULL);
    draw(&p);
    assert_null(p.scene.cell);
    assert_true(p.scene.height == 1 && p.scene.width == 14 && strchr(p.scene.text, 'o') != NULL);
    assert_false(move(&p));
    scene_settle(&p.scene);
    Canvas c = canvas_new(&p.scene, 1);
    canvas_draw(&c, &p.scene, 1);
    int text = 0;
    for (int i = 0; i < c.width * c.height; i++) text += c.pixel[i] == CANVAS_TEXT;
    assert_true(text > 20);
    canvas_free(&c);
    end(&p);
}

/* The bytes of a file in memory, for giflib. */
typedef struct {
    const char *bytes;
    size_t size, at;
} Reading;

static int read_bytes(GifFileType *file, GifByteType *to, int n)
{
    Reading *r = file->UserData;
    size_t left = r->size - r->at, got = (size_t)n < left ? (size_t)n : left;
    memcpy(to, r->bytes + r->at, got);
    r->at += got;
    return (int)got;
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
static void test_gif(void **state)
{
    (void)state;
    Playing p;
    uint8_t *drawn[FRAMES];
    int frames = 0, error, hundredths;
    begin(&p, &game_guideline, 7, NULL, NULL);
    draw(&p);
    Canvas c = canvas_new(&p.scene, 1);
    Gif *g = gif_begin(c.width, c.height);
    size_t pixels = (size_t)(c.width * c.height), size;
    for (; frames < FRAMES && draw(&p); frames++) {
        canvas_draw(&c, &p.scene, 1);
        gif_add(g, &c, 5 + frames);
        gif_add(g, &c, 5 + frames);
        drawn[frames] = memcpy(mem_new(pixels, 1), c.pixel, pixels);
        move(&p);
        scene_settle(&p.scene);
    }
    char *bytes = gif_end(g, &size);
    Reading r = {.bytes = bytes, .size = size};
    GifFileType *file = DGifOpen(&r, read_bytes, &error);
    assert_non_null(file);
    assert_int_equal(DGifSlurp(file), GIF_OK);
    assert_true(frames > 10 && file->ImageCount == frames);
    assert_true(file->SWidth == c.width && file->SHeight == c.height && file->SColorMap->ColorCount == CANVAS_COLOURS);
    for (int i = 0; i < CANVAS_COLOURS; i++) assert_int_equal(file->SColorMap->Colors[i].Green, canvas_palette[i][1]);
    uint8_t *pixel = mem_new(pixels, 1);
    for (int i = 0; i < frames; i++) {
        lay(file, i, pixel, &hundredths);
        assert_memory_equal(pixel, drawn[i], pixels);
        assert_int_equal(hundredths, 5 + i);
        free(drawn[i]);
    }
    assert_true(size / (size_t)frames < pixels / 20); /* only what changes is kept */
    assert_int_equal(DGifCloseFile(file, &error), GIF_OK);
    free(pixel), free(bytes);
    canvas_free(&c);
    end(&p);
}

static void test_png(void **state)
{
    (void)state;
    Playing p;
    size_t size;
    begin(&p, &game_tetris, 9, NULL, NULL);
    for (int i = 0; i < 20 && draw(&p); i++) move(&p), scene_settle(&p.scene);
    Canvas c = canvas_new(&p.scene, 2);
    canvas_draw(&c, &p.scene, 2);
    char *bytes = png_encode(&c, &size);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, bytes, size));
    image.format = PNG_FORMAT_RGB;
    assert_true((int)image.width == c.width && (int)image.height == c.height);
    uint8_t *rgb = mem_new(PNG_IMAGE_SIZE(image), 1);
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    for (int i = 0; i < c.width * c.height; i++) assert_memory_equal(rgb + 3 * i, canvas_palette[c.pixel[i]], 3);
    free(rgb), free(bytes);
    canvas_free(&c);
    end(&p);
}

/* Letters differ from each other, small ones look like capitals, and an unknown character is a box. */
static void test_font(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene_follows_tetris),
        cmocka_unit_test(test_scene_follows_guideline),
        cmocka_unit_test(test_scene_follows_stack),
        cmocka_unit_test(test_titles),
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_scene_of_text),
        cmocka_unit_test(test_gif),
        cmocka_unit_test(test_png),
        cmocka_unit_test(test_font),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
