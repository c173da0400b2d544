/* test_picture.c. Pictures of games: the cells of a scene are those of the game's own text, and the files that are written say,
 * read back by the libraries, what was drawn. */
#include "base/mem.h"
#include "base/rng.h"
#include "picture/canvas.h"
#include "picture/fumen.h"
#include "picture/gif.h"
#include "registry.h"
#include "systems/stack/stack.h"
#include "tests/helpers.h"

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
    Move chosen; /* the last move */
    Rng rng;     /* chooses moves */
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
    const Move chosen = p->chosen = p->move[rng_below(&p->rng, (uint32_t)n)];
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

/* ---- fumens ---- */

/* A reader of fumens of its own, as the format is documented: what its board is after each page. */
typedef struct {
    const char *at;    /* the next digit */
    int board[24][10]; /* rows from the top, the last one below the floor */
    int repeats;       /* pages that are still to come without a board of their own */
} FumenReader;

static int read_digits(FumenReader *r, int n)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int value = 0;
    for (int i = 0, place = 1; i < n; i++, place *= 64) {
        if (*r->at == '?') r->at++;
        const char *letter = strchr(letters, *r->at++);
        assert_true(letter != NULL && *letter != '\0');
        value += place * (int)(letter - letters);
    }
    return value;
}

static void read_board(FumenReader *r)
{
    if (r->repeats > 0) {
        r->repeats--;
        return;
    }
    for (int cell = 0; cell < 240;) {
        const int value = read_digits(r, 2), difference = value / 240 - 8;
        if (value == 9 * 240 - 1) r->repeats = read_digits(r, 1);
        for (int i = 0; i <= value % 240; i++, cell++) r->board[cell / 10][cell % 10] += difference;
        assert_true(cell <= 240);
    }
}

/* The pieces ILOZTJS, each with its turns: three rows, the top one first, and where in them the position of a page is. */
static const struct {
    const char *rows[3];
    int x, y; /* y from the top */
} fumen_pieces[7][4] = {{{{"####"}, 2, 0}, {{"#", "#", "#"}, 0, 1}, {{"####"}, 1, 0}, {{"#", "#", "#"}, 0, 1}},
                        {{{"###", "#"}, 1, 0}, {{"#", "#", "##"}, 0, 1}, {{"  #", "###"}, 1, 1}, {{"##", " #", " #"}, 1, 1}},
                        {{{"##", "##"}, 0, 0}, {{"##", "##"}, 0, 0}, {{"##", "##"}, 0, 0}, {{"##", "##"}, 0, 0}},
                        {{{"##", " ##"}, 1, 0}, {{" #", "##", "#"}, 0, 1}, {{"##", " ##"}, 1, 0}, {{" #", "##", "#"}, 0, 1}},
                        {{{"###", " #"}, 1, 0}, {{"#", "##", "#"}, 0, 1}, {{" #", "###"}, 1, 1}, {{" #", "##", " #"}, 1, 1}},
                        {{{"###", "  #"}, 1, 0}, {{"##", "#", "#"}, 0, 1}, {{"#", "###"}, 1, 1}, {{" #", " #", "##"}, 1, 1}},
                        {{{" ##", "##"}, 1, 0}, {{"#", "##", " #"}, 1, 1}, {{" ##", "##"}, 1, 0}, {{"#", "##", " #"}, 1, 1}}};

/* Reads a page, and does what it says: puts the piece where it belongs, and removes full rows. */
static void read_page(FumenReader *r, bool first)
{
    read_board(r);
    int value = read_digits(r, 3);
    const int piece = value % 8, turn = value / 8 % 4, position = value / 32 % 240;
    assert_int_equal(value / 32 / 240, first ? 4 : 0);
    assert_in_range(piece, 1, 7);
    const int rows = piece == 1 && turn % 2 == 1 ? 4 : 3; /* the I on its end has a fourth row */
    for (int j = 0; j < rows; j++) {
        const char *line = j < 3 ? fumen_pieces[piece - 1][turn].rows[j] : "#";
        for (int i = 0; line != NULL && line[i] != '\0'; i++) {
            if (line[i] != '#') continue;
            int *cell = &r->board[position / 10 - fumen_pieces[piece - 1][turn].y + j]
                                 [position % 10 - fumen_pieces[piece - 1][turn].x + i];
            assert_int_equal(*cell, 0);
            *cell = piece;
        }
    }
    for (int y = 0; y < 23; y++) {
        bool full = true;
        for (int x = 0; x < 10; x++) full = full && r->board[y][x] != 0;
        if (!full) continue;
        memmove(r->board[1], r->board[0], (size_t)y * sizeof r->board[0]);
        memset(r->board[0], 0, sizeof r->board[0]);
    }
}

/* Plays random games, and reads their fumens: the boards are the same, cell by cell. Returns how many pages there were. */
static int follow_fumen(const Game *game, const char *key, const char *value, bool whole)
{
    enum { MOVES = 400 };
    static uint8_t board[MOVES][24 * 10];
    int pages = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Playing p;
        const char *why;
        size_t size;
        int moves = 0;
        begin(&p, game, seed, key, value);
        Fumen *f = fumen_begin(game, p.rules, &why);
        assert_true(f != NULL && why == NULL);
        while (draw(&p) && moves < MOVES) {
            memset(board[moves], 0, sizeof board[moves]);
            move(&p);
            fumen_move(f, p.before, p.chosen);
            const bool placed = count(&p.scene, SCENE_NEW) > 0;
            scene_settle(&p.scene);
            for (int y = 0; y < p.scene.height && y < 23; y++)
                for (int x = 0; x < p.scene.width; x++)
                    board[moves][(22 - y) * 10 + x] =
                        (p.scene.cell[(p.scene.height - 1 - y) * p.scene.width + x] & SCENE_COLOUR) != 0;
            moves += placed; /* a piece that goes into a buffer has no page */
            if (fumen_pages(f, &why) < moves) break;
        }
        const int n = fumen_pages(f, &why), width = p.scene.width;
        assert_true((why == NULL) == (n == moves) && (!whole || why == NULL));
        char *text = fumen_end(f, &size);
        assert_true(strncmp(text, "v115@", 5) == 0 && text[size - 1] == '\n');
        FumenReader r = {.at = text + 5};
        for (int k = 0; k < n; k++) {
            read_page(&r, k == 0);
            for (int y = 0; y < 23; y++)
                for (int x = 0; x < width; x++) assert_int_equal(r.board[y][x] != 0, board[k][y * 10 + x]);
        }
        assert_true(r.at == text + size - 1);
        pages += n;
        free(text);
        end(&p);
    }
    return pages;
}

static void test_fumen(void **state)
{
    (void)state;
    assert_true(follow_fumen(&game_tetris, NULL, NULL, true) > 300);
    assert_true(follow_fumen(&game_tetris, "width", "6", true) > 200);
    assert_true(follow_fumen(&game_guideline, NULL, NULL, true) > 300);
    assert_true(follow_fumen(&game_stack, "width", "4", false) > 200); /* piles that get too high */
}

/* An I that lies on the floor in the middle: the bytes that the library tetris-fumen has in its tests. */
static void test_fumen_bytes(void **state)
{
    (void)state;
    Playing p;
    const char *why;
    size_t size;
    begin(&p, &game_stack, 1, "width", "10");
    Fumen *f = fumen_begin(&game_stack, p.rules, &why);
    StackState *s = p.state;
    s->next = 0;
    fumen_move(f, s, STACK_PLACE + 16 * 3 + 3);
    assert_int_equal(fumen_pages(f, &why), 1);
    char *text = fumen_end(f, &size);
    assert_int_equal(size, strlen("v115@vhARQJ\n"));
    assert_memory_equal(text, "v115@vhARQJ\n", size);
    free(text);
    end(&p);
    begin(&p, &game_stack, 1, NULL, NULL); /* eleven columns */
    assert_null(fumen_begin(&game_stack, p.rules, &why));
    assert_string_equal(why, "has more than the ten columns of a fumen");
    assert_null(fumen_begin(&game_catch, p.rules, &why));
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
        cmocka_unit_test(test_fumen),
        cmocka_unit_test(test_fumen_bytes),
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_scene_of_text),
        cmocka_unit_test(test_gif),
        cmocka_unit_test(test_png),
        cmocka_unit_test(test_font),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
