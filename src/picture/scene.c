/* scene.c. Follows a game with its scene, and draws the scene in letters, on canvases, and these as GIF and PNG. */
#include "picture/scene.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <gif_lib.h>
#include <inttypes.h>
#include <png.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- scene ---- */

void scene_start(Scene *s, const Game *game, const void *rules)
{
    *s = (Scene){.game = game, .rules = rules, .units = game_units(game, rules)};
    if (game->picture == NULL) return;
    game->picture->size(rules, &s->width, &s->height);
    assert(s->width >= 1 && s->height >= 1);
    s->cell = mem_new((size_t)(s->width * s->height), sizeof *s->cell);
}

void scene_free(Scene *s)
{
    free(s->cell);
    *s = (Scene){0};
}

/* Nobody knows the colours of cells that no move has added. */
void scene_begin(Scene *s, const void *state)
{
    const GameView *view = s->game->view;
    if (s->cell == NULL || view == NULL || view->fill == NULL) return;
    const int words = (s->width + 31) / 32;
    OWNED uint32_t *bits = mem_new((size_t)(s->height * words), sizeof *bits);
    view->board(s->rules, state, bits);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            if (bits[y * words + x / 32] >> x % 32 & 1) s->cell[(s->height - 1 - y) * s->width + x] = PICTURE_COLOURS;
}

bool scene_move(Scene *s, const void *before, Move move)
{
    if (s->cell == NULL) return false;
    size_t cells = (size_t)(s->width * s->height);
    bool full = false;
    OWNED uint8_t *was = mem_new(cells, 1);
    memcpy(was, s->cell, cells);
    s->game->picture->add(s->rules, before, move, s->cell);
    for (size_t i = 0; i < cells; i++) { /* marks what is new, and takes older marks away */
        const int colour = s->cell[i] & SCENE_COLOUR;
        assert(colour <= PICTURE_COLOURS);
        s->cell[i] = (uint8_t)(colour | (colour != (was[i] & SCENE_COLOUR) ? SCENE_NEW : 0));
    }
    for (int y = 0; y < s->height && s->game->picture->clears_rows; y++) {
        uint8_t *row = s->cell + y * s->width;
        int filled = 0;
        for (int x = 0; x < s->width; x++) filled += (row[x] & SCENE_COLOUR) != 0;
        for (int x = 0; x < s->width && filled == s->width; x++) row[x] |= SCENE_FULL;
        full = full || filled == s->width;
    }
    return full;
}

void scene_settle(Scene *s)
{
    int to = s->height - 1;
    if (s->cell == NULL) return;
    for (int y = s->height - 1; y >= 0; y--)
        if (!(s->cell[y * s->width] & SCENE_FULL)) memmove(s->cell + to-- * s->width, s->cell + y * s->width, (size_t)s->width);
    memset(s->cell, 0, (size_t)((to + 1) * s->width));
}

bool scene_titled(const Scene *s, int i)
{
    assert(i >= 0 && i < s->items);
    bool first = i == 0 || strcmp(s->item[i].title, s->item[i - 1].title) != 0, seen = false;
    for (int k = i; k < s->items && strcmp(s->item[k].title, s->item[i].title) == 0; k++) seen = seen || s->item[k].width > 0;
    return first && seen;
}

void scene_show(Scene *s, const void *state)
{
    const GamePicture *p = s->game->picture;
    const Tally tally = s->game->tally(state);
    s->score = (int64_t)units_amount(s->units, (double)tally.score);
    s->turns = tally.turns;
    s->over = s->game->over(state);
    s->lost = game_lost(s->game, state);
    if (s->turns == 0) scene_begin(s, state);
    if (s->cell == NULL) {
        s->game->text(s->rules, state, s->text, sizeof s->text);
        s->width = s->height = 0;
        for (const char *line = s->text; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n', s->height++)
            if ((int)strcspn(line, "\n") > s->width) s->width = (int)strcspn(line, "\n");
        return;
    }
    for (s->items = 0; s->items < SCENE_ITEMS_MAX && p->item(s->rules, state, s->items, &s->item[s->items]); s->items++)
        assert(s->item[s->items].width <= PICTURE_SIDE && s->item[s->items].height <= PICTURE_SIDE);
}

/* ---- in letters ---- */

/* Indices of the 256 colours of a terminal, by colour of a cell. */
static const int terminal_colours[] = {0, 220, 44, 208, 69, 135, 71, 167};

static void print_cell(FILE *out, int cell, bool coloured, const char *empty)
{
    int colour = cell & SCENE_COLOUR;
    if (colour == 0)
        fputs(empty, out);
    else if (!coloured)
        fputs(cell & SCENE_FULL ? "==" : "[]", out);
    else if (cell & SCENE_FULL)
        fputs("\033[48;5;231m  \033[0m", out);
    else
        fprintf(out, "\033[48;5;%dm%s\033[0m", terminal_colours[colour], cell & SCENE_NEW ? "\033[38;5;231m[]" : "  ");
}

/* Prints line number `line` of what stands beside the board: two numbers, then the items. */
static void print_side(FILE *out, const Scene *s, int line, bool coloured)
{
    if (line == 0) fprintf(out, "  %s %" PRId64, s->units->score, s->score);
    if (line == 1) fprintf(out, "  %s %" PRId64, s->units->cost, s->turns);
    line -= 3;
    for (int i = 0; i < s->items && line >= 0; i++) {
        const PictureItem *item = &s->item[i];
        int rows = item->height > 2 ? item->height : 2;
        if (scene_titled(s, i))
            if (line-- == 0) fprintf(out, "  %s", item->title);
        if (line >= 0 && line < item->height) {
            fputs("  ", out);
            for (int x = 0; x < item->width; x++) print_cell(out, item->cell[line * item->width + x], coloured, "  ");
        }
        line -= rows;
    }
}

static void print_cells(FILE *out, const Scene *s, bool coloured)
{
    for (int y = 0; y < s->height; y++) {
        putc('|', out);
        for (int x = 0; x < s->width; x++) print_cell(out, s->cell[y * s->width + x], coloured, " .");
        putc('|', out);
        print_side(out, s, y, coloured);
        putc('\n', out);
    }
    putc('+', out);
    for (int x = 0; x < s->width; x++) fputs("--", out);
    fputs("+\n", out);
}

int letters_print(FILE *out, const Scene *s, bool coloured)
{
    if (s->cell != NULL)
        print_cells(out, s, coloured);
    else
        fputs(s->text, out);
    const int lines = s->height + (s->cell != NULL);
    if (s->cell != NULL && s->height >= 2) return lines;
    fprintf(out, "%s %" PRId64 "  %s %" PRId64 "\n", s->units->score, s->score, s->units->cost, s->turns);
    return lines + 1;
}

/* ---- a line a turn ---- */

static void put_cells(FILE *out, const Scene *s)
{
    const int cells = s->width * s->height;
    bool begun = false;
    for (int i = 0; i < cells; i++) {
        const int cell = s->cell[i], colour = cell & SCENE_COLOUR;
        begun = begun || colour != 0;
        const char first = cell & SCENE_FULL ? 'A' - 1 : cell & SCENE_NEW && colour != 0 ? 'a' - 1 : '0';
        if (begun) fputc(first + colour, out);
    }
}

void letters_turn(FILE *out, Scene *s, const void *before, Move move, const void *after)
{
    const bool full = scene_move(s, before, move);
    scene_show(s, after);
    fprintf(out, "%" PRId64 " %" PRId64 " ", s->score, s->turns);
    if (s->cell != NULL) put_cells(out, s);
    for (const char *text = s->cell == NULL ? s->text : ""; *text != '\0'; text++)
        if (*text == '\n')
            fputs(LETTERS_END, out);
        else
            fputc(*text, out);
    fputc('\n', out);
    if (full) scene_settle(s);
}

/* ---- on a canvas, with letters of five by seven dots ---- */

/* The letters of the font. Below, ABREAST of them stand side by side, each followed by a blank column; # is a dot. */
enum { ABREAST = 17 };
static const char font[] = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+=|_/%()*";
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
    const char *found = memchr(font, toupper((unsigned char)character), sizeof font - 1);
    if (found == NULL) return true;
    const int i = (int)(found - font);
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

static void fill(const Canvas *c, int x, int y, int width, int height, int colour)
{
    int right = (x + width) * c->unit, bottom = (y + height) * c->unit;
    assert(x >= 0 && y >= 0 && colour >= 0 && colour < CANVAS_COLOURS);
    if (right > c->width) right = c->width;
    if (bottom > c->height) bottom = c->height;
    for (int row = y * c->unit; row < bottom; row++)
        for (int column = x * c->unit; column < right; column++) c->pixel[row * c->width + column] = (uint8_t)colour;
}

/* Draws letters whose dots are `size` units wide. */
static void write_text(const Canvas *c, int x, int y, int size, int colour, const char *text)
{
    for (; *text != '\0'; text++, x += FONT_STEP * size)
        for (int j = 0; j < FONT_HEIGHT; j++)
            for (int i = 0; i < FONT_WIDTH; i++)
                if (font_dot(*text, i, j)) fill(c, x + i * size, y + j * size, size, size, colour);
}

/* Draws a block with light from the upper left. */
static void block(const Canvas *c, int x, int y, int size, int cell)
{
    int colour = cell & SCENE_COLOUR, light = CANVAS_CELLS + 3 * (colour - 1);
    assert(colour >= 1 && colour <= PICTURE_COLOURS);
    if (cell & SCENE_FULL) {
        fill(c, x, y, size - 1, size - 1, CANVAS_FLASH);
        return;
    }
    fill(c, x, y, size - 1, size - 1, light + 1);
    fill(c, x, y, size - 1, 2, light);
    fill(c, x, y, 2, size - 1, light);
    fill(c, x, y + size - 3, size - 1, 2, light + 2);
    fill(c, x + size - 3, y + 1, 2, size - 2, light + 2);
    if (cell & SCENE_NEW) fill(c, x + 5, y + 5, size - 11, size - 11, light);
}

static void draw_board(const Canvas *c, const Scene *s)
{
    fill(c, MARGIN - 3, MARGIN - 3, s->width * CELL + 5, s->height * CELL + 5, CANVAS_FRAME);
    fill(c, MARGIN - 1, MARGIN - 1, s->width * CELL + 1, s->height * CELL + 1, CANVAS_GRID);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            int cell = s->cell[y * s->width + x];
            if ((cell & SCENE_COLOUR) != 0)
                block(c, MARGIN + x * CELL, MARGIN + y * CELL, CELL, cell);
            else
                fill(c, MARGIN + x * CELL, MARGIN + y * CELL, CELL - 1, CELL - 1, CANVAS_WELL);
        }
}

/* Draws the lines of a scene of text. What looks like a block becomes one. */
static void draw_lines(const Canvas *c, const Scene *s)
{
    int x = MARGIN, y = MARGIN;
    for (const char *at = s->text; *at != '\0'; at++, x += LETTER) {
        const char letter[] = {*at, '\0'};
        if (*at == '\n')
            x = MARGIN - LETTER, y += TEXT_LINE;
        else if (*at == '#')
            block(c, x, y, LETTER, 4);
        else
            write_text(c, x, y, 2, strchr(".|+-_ ", *at) != NULL ? CANVAS_FRAME : CANVAS_TEXT, letter);
    }
}

static int longest(const Scene *s)
{
    return s->cell != NULL ? s->width * CELL : s->width * LETTER;
}

/* Draws an item below y, with its title if titled; returns where the next item may begin. */
static int draw_item(const Canvas *c, const PictureItem *item, bool titled, int x, int y)
{
    enum { ROWS = 2 }; /* the rows for which every item has room */
    if (titled) {
        write_text(c, x, y, 1, CANVAS_FAINT, item->title);
        y += LINE;
    }
    const int side = item->width * SMALL > PANEL ? PANEL / item->width : SMALL; /* smaller if the item is wider than the panel */
    for (int i = 0; i < item->width * item->height; i++)
        if (item->cell[i] != 0) block(c, x + i % item->width * side, y + i / item->width * side, side, item->cell[i]);
    return y + (item->height > ROWS ? item->height : ROWS) * side + SMALL / 2;
}

static int draw_number(const Canvas *c, const char *name, int64_t number, int x, int y)
{
    char text[32];
    Text all = text_in(text, sizeof text);
    text_add(&all, "%" PRId64, number);
    write_text(c, x, y, 1, CANVAS_FAINT, name);
    write_text(c, x, y + LINE - 2, strlen(text) > 6 ? 1 : 2, CANVAS_TEXT, text);
    return y + NUMBER;
}

Canvas canvas_new(const Scene *s, int unit)
{
    assert(unit >= 1 && s->width >= 1 && s->height >= 1); /* scene_show was called */
    int height = s->cell != NULL ? s->height * CELL : s->height * TEXT_LINE, panel = 2 * NUMBER + LINE;
    for (int i = 0; i < s->items; i++) panel += (scene_titled(s, i) ? LINE : 0) + 2 * SMALL + SMALL / 2;
    Canvas c = {.unit = unit,
                .width = (3 * MARGIN + longest(s) + PANEL) * unit,
                .height = (2 * MARGIN + (height > panel ? height : panel)) * unit};
    c.pixel = mem_new((size_t)c.width * (size_t)c.height, 1);
    return c;
}

void canvas_free(Canvas *c)
{
    free(c->pixel);
    *c = (Canvas){0};
}

void canvas_draw(Canvas *c, const Scene *s)
{
    assert(CANVAS_GROUND == 0);
    memset(c->pixel, CANVAS_GROUND, (size_t)c->width * (size_t)c->height);
    if (s->cell != NULL)
        draw_board(c, s);
    else
        draw_lines(c, s);
    int x = MARGIN + longest(s) + MARGIN, y = MARGIN; /* what stands beside the board */
    y = draw_number(c, s->units->score, s->score, x, y);
    y = draw_number(c, s->units->cost, s->turns, x, y);
    for (int i = 0; i < s->items; i++) y = draw_item(c, &s->item[i], scene_titled(s, i), x, y);
    if (s->over) write_text(c, x, y, 1, CANVAS_CELLS + 3 * (PICTURE_COLOURS - 1) + 1, s->lost ? "lost" : "end");
}

/* ---- in files: GIF through giflib, PNG through libpng ---- */

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

Gif *gif_begin(int width, int height)
{
    static const unsigned char forever[] = {1, 0, 0};
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
    succeed(EGifPutExtensionLeader(g->file, APPLICATION_EXT_FUNC_CODE)); /* makes programs repeat the animation */
    succeed(EGifPutExtensionBlock(g->file, 11, "NETSCAPE2.0"));
    succeed(EGifPutExtensionBlock(g->file, sizeof forever, forever));
    succeed(EGifPutExtensionTrailer(g->file));
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
    for (int y = box.y; y < box.y + box.height; y++) { /* the pixels that have changed */
        const uint8_t *now = c->pixel + y * c->width + box.x, *before = g->last + y * c->width + box.x;
        for (int x = 0; x < box.width; x++) g->line[x] = g->frames > 0 && now[x] == before[x] ? CANVAS_KEPT : now[x];
        succeed(EGifPutLine(g->file, g->line, box.width));
    }
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
