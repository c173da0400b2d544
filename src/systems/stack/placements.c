/* placements.c. Room cli. Reads lists of pieces and placements, and replays them. */
#include "systems/stack/placements.h"

#include "base/mem.h"
#include "cli/verbs.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 4000, KINDS = 7, SIDE = 4, WIDTH_MAX = 16, BUFFER_MAX = 5 };

/* Rows of the board: every piece could stand upright on all others. */
enum { ROWS = SIDE * PIECES_MAX };

/* The pieces in rotation 0, the top row first, rows separated by a blank. */
static const char *const drawing[KINDS] = {"# # # #", "## ##", "#. ## #.", "## #. #.", "## .# .#", "#. ## .#", ".# ## #."};

/* Cells of a piece: cell[y][x], the lowest row first. */
typedef struct {
    int width, height;
    bool cell[SIDE][SIDE];
} Shape;

/* A replay in progress. */
typedef struct {
    const char *list;        /* what is left of the list */
    int in_buffer[KINDS];    /* pieces of each kind in the buffer */
    int buffered;            /* pieces in the buffer */
    int width, buffer;       /* columns of the board; pieces that the buffer can hold */
    bool (*cell)[WIDTH_MAX]; /* (ROWS, WIDTH_MAX), owned; row 0 is the floor */
    int height;
    int *played; /* (PIECES_MAX), owned: kinds of the placements so far */
    int placements;
} Replay;

int placements_read_list(const char *path, char **pieces)
{
    size_t size, n = 0;
    char *text = verbs_text(path, &size);
    if (text == NULL) return STATUS_NO_INPUT;
    *pieces = mem_new(size + 1, 1);
    for (size_t i = 0; i < size; i++)
        if (text[i] >= '1' && text[i] <= '0' + KINDS) (*pieces)[n++] = text[i];
    free(text);
    if (n >= 1 && n <= PIECES_MAX) return STATUS_OK;
    if (n == 0)
        fprintf(stderr, "%s: holds no piece, a digit 1-7\n", path);
    else
        fprintf(stderr, "%s: holds %zu pieces: at most %d\n", path, n, PIECES_MAX);
    free(*pieces);
    *pieces = NULL;
    return STATUS_DATA;
}

/* ---- pieces ---- */

static Shape draw(int kind)
{
    Shape s = {.height = 1};
    for (const char *c = drawing[kind]; *c != '\0'; c++) s.height += *c == ' ';
    const char *at = drawing[kind];
    for (int y = s.height - 1; y >= 0; y--, at += *at == ' ')
        for (int x = 0; *at == '#' || *at == '.'; x++, at++) {
            s.cell[y][x] = *at == '#';
            if (x + 1 > s.width) s.width = x + 1;
        }
    return s;
}

/* A quarter turn counter-clockwise: what was right is on top. */
static Shape turn(const Shape *s)
{
    Shape t = {.width = s->height, .height = s->width};
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) t.cell[x][s->height - 1 - y] = s->cell[y][x];
    return t;
}

/* Piece 2 has one rotation; 1, 6 and 7 have two, called 0 and 3; the others have four. */
static bool has_rotation(int kind, int rotation)
{
    if (kind == 1) return rotation == 0;
    return rotation == 0 || rotation == 3 || (rotation > 0 && rotation < 4 && kind >= 2 && kind <= 4);
}

/* ---- the board ---- */

static bool overlaps(const Replay *r, const Shape *s, int x, int y)
{
    for (int j = 0; j < s->height; j++)
        for (int i = 0; i < s->width; i++)
            if (s->cell[j][i] && r->cell[y + j][x + i]) return true;
    return false;
}

static bool is_full(const Replay *r, int y)
{
    for (int x = 0; x < r->width; x++)
        if (!r->cell[y][x]) return false;
    return true;
}

/* The piece falls from above the pile as far as it can. */
static void drop(Replay *r, const Shape *s, int x)
{
    int y = r->height, to = 0;
    assert(y + s->height <= ROWS);
    while (y > 0 && !overlaps(r, s, x, y - 1)) y--;
    for (int j = 0; j < s->height; j++)
        for (int i = 0; i < s->width; i++) r->cell[y + j][x + i] = r->cell[y + j][x + i] || s->cell[j][i];
    if (y + s->height > r->height) r->height = y + s->height;
    for (int from = 0; from < r->height; from++) {
        if (is_full(r, from)) continue;
        if (to != from) memcpy(r->cell[to], r->cell[from], sizeof r->cell[to]);
        to++;
    }
    memset(r->cell[to], 0, (size_t)(r->height - to) * sizeof r->cell[to]);
    r->height = to;
}

/* ---- the list and the buffer ---- */

/* Takes a piece of this kind: the next one of the list, or one of the buffer; else the first of this kind in the list, if all
 * pieces before it fit into the buffer. False: there is none. */
static bool take(Replay *r, int kind)
{
    const char digit = (char)('1' + kind);
    if (*r->list == digit) {
        r->list++;
        return true;
    }
    if (r->in_buffer[kind] > 0) {
        r->in_buffer[kind]--;
        r->buffered--;
        return true;
    }
    size_t before = strcspn(r->list, (char[]){digit, '\0'});
    if (r->list[before] == '\0' || r->buffered + (int)before > r->buffer) return false;
    for (; before > 0; before--, r->list++) {
        r->in_buffer[*r->list - '1']++;
        r->buffered++;
    }
    r->list++;
    return true;
}

/* Whether the pieces that have not been placed may be left: at most as many as the buffer holds, and not the last piece of the
 * list. Pieces of a kind are alike. So an earlier placement of the last piece's kind counts as the last piece, if the buffer
 * could then hold all pieces that were placed later or are left. */
static bool may_be_left(const Replay *r)
{
    const int left = r->buffered + (int)strlen(r->list);
    if (left > r->buffer) return false;
    if (*r->list == '\0') return true;
    const int last = r->list[strlen(r->list) - 1] - '1';
    for (int after = 0; after < r->placements && after + left <= r->buffer; after++)
        if (r->played[r->placements - 1 - after] == last) return true;
    return false;
}

/* ---- the check ---- */

/* Replays one line. Returns what is wrong with it; NULL: nothing. */
static const char *replay_line(Replay *r, const char *line)
{
    int piece, rotation, offset, end = -1;
    if (sscanf(line, "%d %d %d %n", &piece, &rotation, &offset, &end) != 3 || end < 0 || line[end] != '\0')
        return "must be three numbers: piece, rotation, offset";
    if (piece < 1 || piece > KINDS) return "has no piece 1-7";
    if (!has_rotation(piece - 1, rotation)) return "has a rotation that this piece does not have";
    Shape s = draw(piece - 1);
    for (int i = 0; i < rotation; i++) s = turn(&s);
    if (offset < 0 || offset + s.width > r->width) return "lies outside the board";
    if (r->placements == PIECES_MAX || !take(r, piece - 1))
        return "is of a piece that is neither in the buffer nor near enough in the list";
    r->played[r->placements++] = piece - 1;
    drop(r, &s, offset);
    return NULL;
}

/* Replays all lines of the text. Returns the exit status. */
static int replay(Replay *r, char *text, const char *output)
{
    char *rest = NULL;
    int number = 0;
    for (char *line = text; line != NULL && *line != '\0'; line = rest) {
        rest = strchr(line, '\n');
        if (rest != NULL) *rest++ = '\0';
        number++;
        const char *why = replay_line(r, line);
        if (why == NULL) continue;
        fprintf(stderr, "%s:%d: '%.60s' %s\n", output, number, line, why);
        return STATUS_NO;
    }
    if (may_be_left(r)) return STATUS_OK;
    fprintf(stderr, "%s: leaves %zu pieces of the list and %d in the buffer: may leave %d, not the last of the list\n", output,
            strlen(r->list), r->buffered, r->buffer);
    return STATUS_NO;
}

int placements_check(const char *input, const char *output, int width, int buffer)
{
    char *pieces = NULL;
    assert(width >= SIDE && width <= WIDTH_MAX && buffer >= 0 && buffer <= BUFFER_MAX);
    int status = placements_read_list(input, &pieces);
    char *text = status == STATUS_OK ? verbs_text(output, NULL) : NULL;
    if (status == STATUS_OK && text == NULL) status = STATUS_NO_INPUT;
    Replay r = {.list = pieces, .width = width, .buffer = buffer};
    r.cell = mem_new(ROWS, sizeof *r.cell);
    r.played = mem_new(PIECES_MAX, sizeof *r.played);
    if (status == STATUS_OK) status = replay(&r, text, output);
    if (status == STATUS_OK) printf("%s: ok, %d placements, height %d\n", output, r.placements, r.height);
    free(r.cell);
    free(r.played);
    free(text);
    free(pieces);
    return status;
}
