/* fumen.c. Writes the moves of a game as pages of a fumen. */
#include "picture/fumen.h"

#include "base/mem.h"
#include "game/rows.h"
#include "picture/scene.h"

#include <assert.h>

/* The board of a fumen: rows from the top, the last one below the floor. */
enum { COLUMNS = 10, ROWS = 23, ALL_ROWS = ROWS + 1, CELLS = COLUMNS * ALL_ROWS };

/* Numbers of pieces and of cells. */
enum { EMPTY, PIECE_I, PIECE_L, PIECE_O, PIECE_Z, PIECE_T, PIECE_J, PIECE_S, GREY, PIECES = GREY };

/* Numbers of rotations. */
enum { REVERSE, RIGHT, SPAWN, LEFT, ROTATIONS };

/* Numbers of cells by colour: empty, then in the order OILJTSZ. */
static const uint8_t number_of_colour[PICTURE_COLOURS + 1] = {EMPTY,   PIECE_O, PIECE_I, PIECE_L,
                                                              PIECE_J, PIECE_T, PIECE_S, PIECE_Z};

enum { BLOCKS = 4 };
typedef struct {
    int x, y; /* y upwards */
} BlockCell;

/* A piece on the board; (x, y): the cell about which it turns. */
typedef struct {
    int piece, rotation, x, y;
} PlacedPiece;

struct Fumen {
    Scene scene;                       /* scene of the game */
    uint8_t board[ALL_ROWS][COLUMNS];  /* what a reader has made of the pages so far */
    uint8_t wanted[ALL_ROWS][COLUMNS]; /* what the next page is to show */
    uint8_t *digit;                    /* (digits), owned: to the base 64 */
    int digits, room;
    int repeats; /* index of the digit that counts pages with the same board as before; -1: the last page changed the board */
    int pages;
    const char *why; /* why no further pages are added; NULL: they are */
};

/* ---- numbers ---- */

/* Adds so many digits of a value, the lowest first. */
static void push(Fumen *f, int value, int digits)
{
    enum { BASE = 64 };
    f->digit = mem_grow(f->digit, &f->room, f->digits + digits, sizeof *f->digit);
    for (int i = 0; i < digits; i++, value /= BASE) f->digit[f->digits++] = (uint8_t)(value % BASE);
    assert(value == 0);
}

/* Adds the differences of all cells, as lengths of runs of equal differences. */
static void push_board(Fumen *f)
{
    enum { SAME = 8 }; /* what stands for no difference */
    const uint8_t *now = &f->wanted[0][0], *was = &f->board[0][0];
    for (int from = 0, to; from < CELLS; from = to) {
        const int difference = now[from] - was[from] + SAME;
        for (to = from; to < CELLS && now[to] - was[to] + SAME == difference; to++) continue;
        push(f, difference * CELLS + to - from - 1, 2);
    }
}

/* Adds a page's board. If the reader has it already, the page is only counted. */
static void put_board(Fumen *f)
{
    enum { MOST = 63 };
    const bool same = memcmp(f->wanted, f->board, sizeof f->board) == 0;
    if (same && f->repeats >= 0 && f->digit[f->repeats] < MOST) {
        f->digit[f->repeats]++;
        return;
    }
    push_board(f);
    f->repeats = -1;
    if (!same) return;
    push(f, 0, 1);
    f->repeats = f->digits - 1;
}

/* The position of a piece, which for some pieces the format takes from another cell than the one about which they turn. */
static int position_of(const PlacedPiece *p)
{
    int x = p->x, y = p->y;
    const int piece = p->piece, turn = p->rotation;
    if ((piece == PIECE_O && (turn == LEFT || turn == SPAWN)) || (piece == PIECE_I && turn == LEFT) ||
        ((piece == PIECE_S || piece == PIECE_Z) && turn == SPAWN))
        y++;
    if ((piece == PIECE_O && (turn == LEFT || turn == REVERSE)) || (piece == PIECE_I && turn == REVERSE) ||
        (piece == PIECE_Z && turn == LEFT))
        x--;
    if (piece == PIECE_S && turn == RIGHT) x++;
    assert(x >= 0 && x < COLUMNS && y >= 0 && y < ROWS);
    return (ROWS - 1 - y) * COLUMNS + x;
}

/* Adds the piece of a page. The first page says that the colours are those of the guideline. */
static void put_piece(Fumen *f, const PlacedPiece *p)
{
    const int coloured = f->pages == 0 ? 4 : 0;
    push(f, ((coloured * CELLS + position_of(p)) * ROTATIONS + p->rotation) * PIECES + p->piece, 3);
}

/* ---- pieces ---- */

/* Finds the piece with these cells. False: none has them. */
static bool find_piece(const BlockCell *cell, PlacedPiece *p)
{
    static const int rotations[ROWS_STATES] = {SPAWN, RIGHT, REVERSE, LEFT};
    int left = cell[0].x, lowest = cell[0].y;
    uint64_t cells = 0;
    for (int i = 1; i < BLOCKS; i++) {
        if (cell[i].x < left) left = cell[i].x;
        if (cell[i].y < lowest) lowest = cell[i].y;
    }
    for (int i = 0; i < BLOCKS; i++) {
        if (cell[i].x - left >= BLOCKS || cell[i].y - lowest >= BLOCKS) return false;
        cells |= UINT64_C(1) << (16 * (cell[i].y - lowest) + cell[i].x - left);
    }
    for (int k = 0; k < ROWS_PIECES * ROWS_STATES; k++) {
        const int piece = k / ROWS_STATES, state = k % ROWS_STATES;
        const RowsShape *shape = &rows_shapes[piece][state];
        if (shape->cells != cells) continue;
        /* A piece turns about the middle of its matrix; an upright I, which has a matrix of four, about the cell right of it. */
        const int aside = piece == ROWS_I && state == 1;
        *p = (PlacedPiece){number_of_colour[piece + 1], rotations[state], left - shape->left + 1 + aside,
                           lowest + shape->drop - 1};
        return true;
    }
    return false;
}

/* ---- the board ---- */

/* Sets the wanted board to that of the scene, before a move. */
static void want_board(Fumen *f)
{
    const Scene *s = &f->scene;
    memset(f->wanted, EMPTY, sizeof f->wanted);
    for (int y = 0; y < s->height && y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            const int cell = x < s->width ? s->cell[(s->height - 1 - y) * s->width + x] & SCENE_COLOUR : 0;
            f->wanted[ROWS - 1 - y][x] = x < s->width ? number_of_colour[cell] : GREY;
        }
}

/* Writes the cells that the last move has added. Returns how many there are. */
static int new_cells(const Scene *s, BlockCell *cell)
{
    int n = 0;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            if ((s->cell[(s->height - 1 - y) * s->width + x] & SCENE_NEW) == 0) continue;
            if (n < BLOCKS) cell[n] = (BlockCell){x, y};
            n++;
        }
    return n;
}

/* Does what a reader does with a page: places the piece and removes full rows. */
static void read_page(Fumen *f, const BlockCell *cell, int piece)
{
    int to = ROWS - 1;
    memcpy(f->board, f->wanted, sizeof f->board);
    for (int i = 0; i < BLOCKS; i++) f->board[ROWS - 1 - cell[i].y][cell[i].x] = (uint8_t)piece;
    for (int row = ROWS - 1; row >= 0; row--) {
        if (memchr(f->board[row], EMPTY, COLUMNS) == NULL) continue;
        memmove(f->board[to--], f->board[row], COLUMNS);
    }
    while (to >= 0) memset(f->board[to--], EMPTY, COLUMNS);
}

/* ---- */

static void free_fumen(Fumen *f)
{
    scene_free(&f->scene);
    free(f->digit);
    free(f);
}

Fumen *fumen_begin(const Game *game, const void *rules, const char **why)
{
    *why = NULL;
    if (game->picture == NULL) {
        *why = "is not one of columns and rows";
        return NULL;
    }
    Fumen *f = mem_new(1, sizeof *f);
    f->repeats = -1;
    scene_start(&f->scene, game, rules);
    if (f->scene.width <= COLUMNS) return f;
    *why = "has more than the ten columns of a fumen";
    free_fumen(f);
    return NULL;
}

void fumen_move(Fumen *f, const void *before, Move move)
{
    BlockCell cell[BLOCKS] = {{0}};
    PlacedPiece p;
    if (f->why != NULL) return;
    if (f->scene.game->tally(before).turns == 0) scene_begin(&f->scene, before);
    want_board(f);
    const bool full = scene_move(&f->scene, before, move);
    const int n = new_cells(&f->scene, cell);
    bool high = n < BLOCKS;
    for (int i = 0; i < BLOCKS; i++) high = high || cell[i].y >= ROWS;
    if (n > BLOCKS || (!high && !find_piece(cell, &p))) {
        f->why = "a fumen has no other pieces than tetrominoes";
    } else if (n > 0 && high) {
        f->why = "the pile is too high for a fumen";
    } else if (n > 0) {
        put_board(f);
        put_piece(f, &p);
        f->pages++;
        read_page(f, cell, p.piece);
    }
    if (full) scene_settle(&f->scene);
}

int fumen_pages(const Fumen *f, const char **why)
{
    *why = f->why;
    return f->pages;
}

char *fumen_end(Fumen *f, size_t *size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", version[] = "v115@";
    enum { WORD = 47 }; /* letters between two question marks, which let a reader break the line */
    char *text = mem_new(sizeof version + (size_t)f->digits + (size_t)f->digits / WORD + 2, 1), *at = text;
    at += strlen(strcpy(at, version));
    for (int i = 0; i < f->digits; i++) {
        if ((i + (int)sizeof version - 1) % WORD == 0) *at++ = '?';
        *at++ = letters[f->digit[i]];
    }
    *at++ = '\n';
    *size = (size_t)(at - text);
    free_fumen(f);
    return text;
}
