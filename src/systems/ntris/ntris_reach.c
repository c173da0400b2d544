/* ntris_reach.c. Room game. The positions that a block can reach by moves and turns, all found at once as sets of bits. Also
 * the commands that lead to one.
 *
 * Idea: for each turn of the block and each row a word of bits says in which columns its centre may be. Blocks never move up,
 * and their centre stays where it is when they turn, so one pass from the highest row down finds all positions: in each row
 * what came from above moves sideways and turns until nothing new is found. */
#include "systems/ntris/ntris.h"

#include <assert.h>

const char *const ntris_commands[NTRIS_COMMANDS + 1] = {"rotate", "left", "right", "down", "up", NULL};

/* Rows of cells above and below the board that a block may reach from a centre in the board. */
enum { MARGIN = NTRIS_SIZES, CELL_ROWS = NTRIS_ROWS + 2 * MARGIN };

/* Where one block fits on one board. Bit x is set if it fits with its centre in column x. */
typedef struct {
    uint16_t fits[NTRIS_TURNS][NTRIS_ROWS + 1]; /* where the block overlaps nothing; 0 for the row below the board */
} Room;

/* Rows of the centre above `from` are left unset. */
static void find_room(Room *room, const NtrisState *s, NtrisBlock b, int from)
{
    uint16_t empty[CELL_ROWS] = {0}; /* cells of the board; no cell of the MARGIN rows above and below is one to be in */
    for (int row = 0; row < NTRIS_ROWS; row++)
        empty[MARGIN + row] = (uint16_t)(rows_full(NTRIS_WIDTH) & ~rows_get(s->word, ntris_y(row)));
    for (int turn = 0; turn < NTRIS_TURNS; turn++) {
        const NtrisShape shape = ntris_shape(b, turn);
        uint16_t *fits = room->fits[turn];
        for (int row = from; row < NTRIS_ROWS; row++) fits[row] = (uint16_t)rows_full(NTRIS_WIDTH);
        fits[NTRIS_ROWS] = 0;
        for (int i = 0; i < shape.height; i++)
            for (int j = 0; j < shape.width; j++)
                if (shape.row[i] >> j & 1)
                    rows_keep(fits + from, empty + MARGIN + i - shape.up + from, NTRIS_ROWS - from, j - shape.left);
    }
}

/* Completes the positions of one row, given those that came from above. */
static void spread(unsigned *at, const Room *room, int row)
{
    bool more = true;
    for (int turn = 0; turn < NTRIS_TURNS; turn++) at[turn] = rows_slide(at[turn] & room->fits[turn][row], room->fits[turn][row]);
    while (more) {
        more = false;
        for (int turn = 0; turn < NTRIS_TURNS; turn++) {
            const int next = (turn + 1) % NTRIS_TURNS;
            const unsigned turned = at[turn] & room->fits[next][row] & ~at[next];
            if (turned == 0) continue;
            at[next] = rows_slide(at[next] | turned, room->fits[next][row]);
            more = true;
        }
    }
}

/* Lists the moves of one row, where the block cannot go down: by column, then by turn. */
static int list_row(const unsigned *at, const Room *room, int row, Move *out)
{
    unsigned rests[NTRIS_TURNS], any = 0;
    int n = 0;
    for (int turn = 0; turn < NTRIS_TURNS; turn++) {
        rests[turn] = at[turn] & ~(unsigned)room->fits[turn][row + 1];
        any |= rests[turn];
    }
    for (int x = 0; any >> x != 0; x++)
        for (int turn = 0; turn < NTRIS_TURNS; turn++)
            if (rests[turn] >> x & 1) out[n++] = ntris_move(row, x, turn);
    return n;
}

int ntris_reachable(const NtrisState *s, Move *out)
{
    Room room;
    int n = 0;
    const NtrisBlock b = s->queue[0];
    assert(b.row >= 0 && b.row < NTRIS_ROWS && b.column >= 0 && b.column < NTRIS_WIDTH);
    find_room(&room, s, b, b.row);
    unsigned at[NTRIS_TURNS] = {1u << b.column};
    for (int row = b.row; row < NTRIS_ROWS; row++) {
        spread(at, &room, row);
        n += list_row(at, &room, row, out + n);
    }
    assert(n <= NTRIS_MOVES_MAX);
    return n;
}

/* ---- commands ---- */

enum { UNKNOWN = -1, START = -2 };

/* A breadth-first search over positions, which are numbered as moves. */
typedef struct {
    Room room;
    int16_t from[NTRIS_POSITIONS];    /* the position that led to this one; UNKNOWN, START */
    uint8_t command[NTRIS_POSITIONS]; /* the command that led to it */
    int16_t queue[NTRIS_POSITIONS];   /* (found) positions in the order in which they were found */
    int found;
} Paths;

static void find_position(Paths *p, int from, NtrisCommand command, int row, int column, int turn)
{
    if (row >= NTRIS_ROWS || column < 0 || column >= NTRIS_WIDTH) return;
    const Move m = ntris_move(row, column, turn);
    if (p->from[m] != UNKNOWN || !(p->room.fits[turn][row] >> column & 1)) return;
    p->from[m] = (int16_t)from;
    p->command[m] = (uint8_t)command;
    p->queue[p->found++] = (int16_t)m;
}

int ntris_path(const NtrisState *s, Move move, NtrisCommand *out)
{
    Paths p = {.found = 0};
    int n = 0;
    const NtrisBlock b = s->queue[0];
    assert(move >= 0 && move < NTRIS_POSITIONS && b.row >= 0 && b.row < NTRIS_ROWS);
    find_room(&p.room, s, b, b.row);
    for (int i = 0; i < NTRIS_POSITIONS; i++) p.from[i] = UNKNOWN;
    find_position(&p, START, NTRIS_DOWN, b.row, b.column, 0);
    for (int i = 0; i < p.found && p.from[move] == UNKNOWN; i++) { /* the commands in the order of the source */
        const Move m = p.queue[i];
        const int row = ntris_move_row(m), column = ntris_move_column(m), turn = ntris_move_turn(m);
        assert(p.found <= NTRIS_POSITIONS && ntris_move(row, column, turn) == m);
        find_position(&p, m, NTRIS_ROTATE, row, column, (turn + 1) % NTRIS_TURNS);
        find_position(&p, m, NTRIS_LEFT, row, column - 1, turn);
        find_position(&p, m, NTRIS_RIGHT, row, column + 1, turn);
        find_position(&p, m, NTRIS_DOWN, row + 1, column, turn);
    }
    if (p.from[move] == UNKNOWN) return -1;
    for (Move m = move; p.from[m] != START; m = p.from[m]) {
        if (n == 0 && p.command[m] == NTRIS_DOWN) continue; /* the block drops by itself */
        out[n++] = (NtrisCommand)p.command[m];
    }
    for (int i = 0; i < n / 2; i++) {
        const NtrisCommand c = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = c;
    }
    return n;
}
