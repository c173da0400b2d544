/* canvas.c. Draws scenes, with letters of five by seven dots. */
#include "picture/canvas.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The letters of the font. Below, ABREAST of them stand side by side, each followed by a blank column; # is a dot. */
enum { ABREAST = 17 };
static const char letters[] = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+=|_/%()*";
/* clang-format off */
static const char *const dots[][FONT_HEIGHT] = {
    {"       ###  ####   ###  ####  ##### #####  ###  #   #  ###    ### #   # #     #   # #   #  ###  ####  ",
     "      #   # #   # #   # #   # #     #     #   # #   #   #      #  #  #  #     ## ## ##  # #   # #   # ",
     "      #   # #   # #     #   # #     #     #     #   #   #      #  # #   #     # # # ##  # #   # #   # ",
     "      ##### ####  #     #   # ####  ####  # ### #####   #      #  ##    #     # # # # # # #   # ####  ",
     "      #   # #   # #     #   # #     #     #   # #   #   #      #  # #   #     #   # #  ## #   # #     ",
     "      #   # #   # #   # #   # #     #     #   # #   #   #   #  #  #  #  #     #   # #  ## #   # #     ",
     "      #   # ####   ###  ####  ##### #      ###  #   #  ###   ##   #   # ##### #   # #   #  ###  #     "},
    {" ###  ####   #### ##### #   # #   # #   # #   # #   # #####  ###    #    ###  #####    #  #####   ##  ",
     "#   # #   # #       #   #   # #   # #   # #   # #   #     # #   #  ##   #   #    #    ##  #      #    ",
     "#   # #   # #       #   #   # #   # #   #  # #   # #     #  #  ##   #       #   #    # #  ####  #     ",
     "#   # ####   ###    #   #   # #   # # # #   #     #     #   # # #   #     ##     #  #  #      # ####  ",
     "# # # # #       #   #   #   # #   # # # #  # #    #    #    ##  #   #    #        # #####     # #   # ",
     "#  #  #  #      #   #   #   #  # #  ## ## #   #   #   #     #   #   #   #     #   #    #  #   # #   # ",
     " ## # #   # ####    #    ###    #   #   # #   #   #   #####  ###   ###  #####  ###     #   ###   ###  "},
    {"#####  ###   ###                                        #             # ##       #   #          ",
     "    # #   # #   #              ##           #           #             # ##  #   #     #   # # # ",
     "   #  #   # #   #              ##           #   #####   #            #     #   #       #   ###  ",
     "  #    ###   ####                   ##### #####         #           #     #    #       #  ##### ",
     "  #   #   #     #        ##    ##           #   #####   #          #     #     #       #   ###  ",
     " #    #   #    #   ##     #    ##           #           #         #     #  ##   #     #   # # # ",
     " #     ###   ##    ##    #                              #   ##### #        ##    #   #          "},
};
/* clang-format on */

bool font_dot(char character, int x, int y)
{
    assert(x >= 0 && x < FONT_WIDTH && y >= 0 && y < FONT_HEIGHT);
    const char *found = memchr(letters, toupper((unsigned char)character), sizeof letters - 1);
    if (found == NULL) return true;
    const int i = (int)(found - letters);
    return dots[i / ABREAST][y][i % ABREAST * FONT_STEP + x] == '#';
}

/* clang-format off */
/* A dark ground, and for the pieces the colours that players know, in the order OILJTSZ. */
const uint8_t canvas_palette[CANVAS_COLOURS][3] = {
    [CANVAS_GROUND] = {16, 18, 26},
    [CANVAS_WELL] = {24, 27, 39},
    [CANVAS_GRID] = {32, 36, 52},
    [CANVAS_FRAME] = {70, 77, 112},
    [CANVAS_TEXT] = {232, 235, 246},
    [CANVAS_FAINT] = {132, 139, 168},
    [CANVAS_FLASH] = {255, 255, 255},
    /* light, plain and dark of each colour */
    [CANVAS_CELLS] = {255, 222, 122}, {242, 190, 52}, {178, 133, 22},
    {146, 229, 238}, {64, 196, 212}, {30, 134, 150},
    {255, 190, 128}, {238, 142, 54}, {172, 94, 24},
    {150, 176, 255}, {82, 120, 232}, {46, 74, 166},
    {212, 160, 245}, {168, 98, 216}, {114, 58, 152},
    {160, 220, 150}, {96, 190, 84}, {56, 130, 48},
    {246, 150, 156}, {226, 82, 92}, {158, 44, 56},
};
/* clang-format on */

/* Lengths in units. */
enum {
    CELL = 16,
    MARGIN = 12,
    PANEL = 76,    /* width of what stands beside the board */
    SMALL = 12,    /* width of a cell beside the board */
    LINE = 12,     /* distance of small lines of text */
    NUMBER = 30,   /* a number and the space after it */
    LETTER = 12,   /* width of a letter in a scene of text */
    TEXT_LINE = 16 /* height of a line in a scene of text */
};

/* What is drawn on; a length of 1 is `unit` pixels. */
typedef struct {
    Canvas *c;
    int unit;
} Brush;

static void fill(const Brush *b, int x, int y, int width, int height, int colour)
{
    const Canvas *c = b->c;
    int right = (x + width) * b->unit, bottom = (y + height) * b->unit;
    assert(x >= 0 && y >= 0 && colour >= 0 && colour < CANVAS_COLOURS);
    if (right > c->width) right = c->width;
    if (bottom > c->height) bottom = c->height;
    for (int row = y * b->unit; row < bottom; row++)
        for (int column = x * b->unit; column < right; column++) c->pixel[row * c->width + column] = (uint8_t)colour;
}

/* Draws letters whose dots are `size` units wide. */
static void write_text(const Brush *b, int x, int y, int size, int colour, const char *text)
{
    for (; *text != '\0'; text++, x += FONT_STEP * size)
        for (int j = 0; j < FONT_HEIGHT; j++)
            for (int i = 0; i < FONT_WIDTH; i++)
                if (font_dot(*text, i, j)) fill(b, x + i * size, y + j * size, size, size, colour);
}

/* Draws a block with light from the upper left. */
static void block(const Brush *b, int x, int y, int size, int cell)
{
    int colour = cell & SCENE_COLOUR, light = CANVAS_CELLS + 3 * (colour - 1);
    assert(colour >= 1 && colour <= PICTURE_COLOURS);
    if (cell & SCENE_FULL) {
        fill(b, x, y, size - 1, size - 1, CANVAS_FLASH);
        return;
    }
    fill(b, x, y, size - 1, size - 1, light + 1);
    fill(b, x, y, size - 1, 2, light);
    fill(b, x, y, 2, size - 1, light);
    fill(b, x, y + size - 3, size - 1, 2, light + 2);
    fill(b, x + size - 3, y + 1, 2, size - 2, light + 2);
    if (cell & SCENE_NEW) fill(b, x + 5, y + 5, size - 11, size - 11, light);
}

static void draw_board(const Brush *b, const Scene *s)
{
    fill(b, MARGIN - 3, MARGIN - 3, s->width * CELL + 5, s->height * CELL + 5, CANVAS_FRAME);
    fill(b, MARGIN - 1, MARGIN - 1, s->width * CELL + 1, s->height * CELL + 1, CANVAS_GRID);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            int cell = s->cell[y * s->width + x];
            if ((cell & SCENE_COLOUR) != 0)
                block(b, MARGIN + x * CELL, MARGIN + y * CELL, CELL, cell);
            else
                fill(b, MARGIN + x * CELL, MARGIN + y * CELL, CELL - 1, CELL - 1, CANVAS_WELL);
        }
}

/* Draws the lines of a scene of text. What looks like a block becomes one. */
static void draw_lines(const Brush *b, const Scene *s)
{
    int x = MARGIN, y = MARGIN;
    for (const char *at = s->text; *at != '\0'; at++, x += LETTER) {
        const char letter[] = {*at, '\0'};
        if (*at == '\n')
            x = MARGIN - LETTER, y += TEXT_LINE;
        else if (*at == '#')
            block(b, x, y, LETTER, 4);
        else
            write_text(b, x, y, 2, strchr(".|+-_ ", *at) != NULL ? CANVAS_FRAME : CANVAS_TEXT, letter);
    }
}

static int longest(const Scene *s)
{
    return s->cell != NULL ? s->width * CELL : s->width * LETTER;
}

/* Draws an item below y, with its title if titled; returns where the next item may begin. */
static int draw_item(const Brush *b, const PictureItem *item, bool titled, int x, int y)
{
    enum { ROWS = 2 }; /* the rows for which every item has room */
    if (titled) {
        write_text(b, x, y, 1, CANVAS_FAINT, item->title);
        y += LINE;
    }
    const int side = item->width * SMALL > PANEL ? PANEL / item->width : SMALL; /* smaller if the item is wider than the panel */
    for (int i = 0; i < item->width * item->height; i++)
        if (item->cell[i] != 0) block(b, x + i % item->width * side, y + i / item->width * side, side, item->cell[i]);
    return y + (item->height > ROWS ? item->height : ROWS) * side + SMALL / 2;
}

static int draw_number(const Brush *b, const char *name, int64_t number, int x, int y)
{
    char text[32];
    Text all = text_in(text, sizeof text);
    text_add(&all, "%" PRId64, number);
    write_text(b, x, y, 1, CANVAS_FAINT, name);
    write_text(b, x, y + LINE - 2, strlen(text) > 6 ? 1 : 2, CANVAS_TEXT, text);
    return y + NUMBER;
}

static void draw_panel(const Brush *b, const Scene *s)
{
    int x = MARGIN + longest(s) + MARGIN, y = MARGIN;
    const Units *units = game_units(s->game, s->rules);
    y = draw_number(b, units->score, (int64_t)units_amount(units, (double)s->tally.score), x, y);
    y = draw_number(b, units->cost, s->tally.turns, x, y);
    for (int i = 0; i < s->items; i++) y = draw_item(b, &s->item[i], scene_titled(s, i), x, y);
    if (s->over) write_text(b, x, y, 1, CANVAS_CELLS + 3 * (PICTURE_COLOURS - 1) + 1, s->lost ? "lost" : "end");
}

/* The greatest height that the panel of a scene may have. */
static int panel_height(const Scene *s)
{
    int y = 2 * NUMBER + LINE;
    for (int i = 0; i < s->items; i++) y += (scene_titled(s, i) ? LINE : 0) + 2 * SMALL + SMALL / 2;
    return y;
}

Canvas canvas_new(const Scene *s, int unit)
{
    assert(unit >= 1 && s->width >= 1 && s->height >= 1); /* scene_show was called */
    int height = s->cell != NULL ? s->height * CELL : s->height * TEXT_LINE, panel = panel_height(s);
    Canvas c = {.width = (3 * MARGIN + longest(s) + PANEL) * unit,
                .height = (2 * MARGIN + (height > panel ? height : panel)) * unit};
    c.pixel = mem_new((size_t)c.width * (size_t)c.height, 1);
    return c;
}

void canvas_free(Canvas *c)
{
    free(c->pixel);
    *c = (Canvas){0};
}

void canvas_draw(Canvas *c, const Scene *s, int unit)
{
    const Brush b = {.c = c, .unit = unit};
    assert(CANVAS_GROUND == 0);
    memset(c->pixel, CANVAS_GROUND, (size_t)c->width * (size_t)c->height);
    if (s->cell != NULL)
        draw_board(&b, s);
    else
        draw_lines(&b, s);
    draw_panel(&b, s);
}
