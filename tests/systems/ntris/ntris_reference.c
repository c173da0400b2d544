/* ntris_reference.c. A slow and plain game of ntris: see ntris_reference.h. */
#include "tests/systems/ntris/ntris_reference.h"
#include "tests/helpers.h"

Grid grid_of(const NtrisState *s)
{
    Grid g;
    for (int row = 0; row < NTRIS_ROWS; row++)
        for (int x = 0; x < NTRIS_WIDTH; x++) g.cell[row][x] = rows_filled(s->word, x, ntris_y(row));
    return g;
}

NtrisState grid_state(const char *text)
{
    const NtrisRules rules = {.preview = NTRIS_PREVIEW_MAX};
    NtrisState s;
    int row = NTRIS_ROWS;
    game_ntris.start(&rules, 1, &s);
    for (const char *at = text; *at != '\0'; at++) row -= *at == '\n';
    for (; row < NTRIS_ROWS; row++, text++) {
        unsigned bits = 0;
        for (int x = 0; x < NTRIS_WIDTH; x++) bits |= (unsigned)(*text++ == '#') << x;
        rows_set(s.word, ntris_y(row), bits);
        if (bits != 0 && row < s.top) s.top = (int8_t)row;
    }
    game_ntris.happen(&rules, &s, 0);
    return s;
}

Cells cells_of_shape(const NtrisShape *shape)
{
    Cells c = {.n = 0};
    for (int i = 0; i < shape->height; i++)
        for (int j = 0; j < shape->width; j++) {
            if (!(shape->row[i] >> j & 1)) continue;
            c.row[c.n] = i - shape->up;
            c.column[c.n++] = j - shape->left;
        }
    return c;
}

Cells cells_of_block(NtrisBlock b, int turn)
{
    const NtrisShape shape = ntris_shape(b, turn);
    return cells_of_shape(&shape);
}

Cells cells_turned(const Cells *c)
{
    Cells out = {.n = c->n};
    for (int i = 0; i < c->n; i++) {
        out.row[i] = c->column[i];
        out.column[i] = -c->row[i];
    }
    return out;
}

static bool has(const Cells *c, int row, int column)
{
    for (int i = 0; i < c->n; i++)
        if (c->row[i] == row && c->column[i] == column) return true;
    return false;
}

bool cells_equal(const Cells *a, const Cells *b)
{
    for (int i = 0; i < a->n; i++)
        if (!has(b, a->row[i], a->column[i])) return false;
    return a->n == b->n;
}

bool grid_fits(const Grid *g, const Cells *c, int row, int column)
{
    for (int i = 0; i < c->n; i++) {
        const int y = row + c->row[i], x = column + c->column[i];
        if (x < 0 || x >= NTRIS_WIDTH || y < 0 || y >= NTRIS_ROWS || g->cell[y][x]) return false;
    }
    return true;
}

/* ---- positions ---- */

enum { FAR = 1 << 20 };
static int distances[NTRIS_ROWS][NTRIS_WIDTH][NTRIS_TURNS];

static void find_distances(const Grid *g, const Cells *turned, int row, int column)
{
    static int queue[NTRIS_POSITIONS + 1][3];
    int n = 0;
    for (int i = 0; i < NTRIS_POSITIONS; i++) (&distances[0][0][0])[i] = FAR;
    if (!grid_fits(g, &turned[0], row, column)) return;
    distances[row][column][0] = 0;
    queue[n][0] = row, queue[n][1] = column, queue[n++][2] = 0;
    for (int i = 0; i < n; i++) {
        const int step[4][3] = {{0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}};
        const int *at = queue[i];
        for (int k = 0; k < 4; k++) {
            const int y = at[0] + step[k][0], x = at[1] + step[k][1], turn = (at[2] + step[k][2]) % NTRIS_TURNS;
            if (y >= NTRIS_ROWS || x < 0 || x >= NTRIS_WIDTH || distances[y][x][turn] < FAR) continue;
            if (!grid_fits(g, &turned[turn], y, x)) continue;
            distances[y][x][turn] = distances[at[0]][at[1]][at[2]] + 1;
            queue[n][0] = y, queue[n][1] = x, queue[n++][2] = turn;
        }
    }
}

int grid_moves(const Grid *g, const Cells *c, int row, int column, Move *out, int *distance)
{
    Cells turned[NTRIS_TURNS] = {*c};
    int n = 0;
    for (int turn = 1; turn < NTRIS_TURNS; turn++) turned[turn] = cells_turned(&turned[turn - 1]);
    find_distances(g, turned, row, column);
    for (int y = 0; y < NTRIS_ROWS; y++)
        for (int x = 0; x < NTRIS_WIDTH; x++)
            for (int turn = 0; turn < NTRIS_TURNS; turn++) {
                if (distances[y][x][turn] == FAR || grid_fits(g, &turned[turn], y + 1, x)) continue;
                distance[n] = distances[y][x][turn];
                out[n++] = ntris_move(y, x, turn);
            }
    return n;
}

int grid_place(Grid *g, const Cells *c, int row, int column)
{
    int full = 0;
    for (int i = 0; i < c->n; i++) g->cell[row + c->row[i]][column + c->column[i]] = true;
    for (int y = 0; y < NTRIS_ROWS; y++) {
        if (memchr(g->cell[y], false, sizeof g->cell[y]) != NULL) continue;
        full++;
        for (int above = y; above > 0; above--) memcpy(g->cell[above], g->cell[above - 1], sizeof g->cell[0]);
        memset(g->cell[0], 0, sizeof g->cell[0]);
    }
    return full;
}

/* ---- features ---- */

static bool filled(const Grid *g, int row, int x)
{
    return x < 0 || x >= NTRIS_WIDTH || row >= NTRIS_ROWS || (row >= 0 && g->cell[row][x]);
}

static int height_of(const Grid *g, int x)
{
    for (int row = 0; row < NTRIS_ROWS; row++)
        if (g->cell[row][x]) return NTRIS_ROWS - row;
    return 0;
}

static int transitions(const Grid *g, int down, int right)
{
    int n = 0;
    for (int row = 0; row + down < NTRIS_ROWS; row++)
        for (int x = 0; x + right < NTRIS_WIDTH; x++) n += g->cell[row][x] != g->cell[row + down][x + right];
    return n;
}

static int well_sums(const Grid *g, bool coded)
{
    int sum = 0;
    for (int x = 0; x < NTRIS_WIDTH; x++)
        for (int row = 0, run = 0; row < NTRIS_ROWS - height_of(g, x); row++) {
            run = filled(g, row, x - 1) && filled(g, row, x + 1) ? run + 1 : 0;
            if (!coded) sum += run > 0;
            if (!coded || run == 0) continue;
            for (; row < NTRIS_ROWS; row++) sum += !g->cell[row][x];
        }
    return sum;
}

static int steps(const Grid *g, bool coded, bool rises)
{
    int h[NTRIS_WIDTH], sum = 0;
    for (int x = 0; x < NTRIS_WIDTH; x++) {
        h[x] = height_of(g, x);
        if (coded && h[x] == 0) h[x] = 12;
    }
    if (coded && rises) sum = h[0] + 1;
    for (int x = 1; x < NTRIS_WIDTH; x++) { /* rises as coded, falls as worded */
        const int rise = coded ? h[x] - h[x - 1] : h[x - 1] - h[x];
        sum += rises && rise < 0 ? 0 : abs(rise);
    }
    return sum;
}

static int holes(const Grid *g, int each_but)
{
    int sum = 0;
    for (int x = 0; x < NTRIS_WIDTH; x++)
        for (int row = NTRIS_ROWS - height_of(g, x), above = 0; row < NTRIS_ROWS; row++) {
            if (g->cell[row][x])
                above++;
            else
                sum += each_but < 0 ? 1 : above - each_but;
        }
    return sum;
}

/* What touches cells that are no part of the grid: filled cells, or what is beyond it, with corners above it, too. */
static int edges(const Grid *g, const Cells *c, int row, int column, bool corners, bool walls)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                const int y = c->row[i] + down, x = c->column[i] + right;
                const bool above = corners && row + y < 0;
                const bool beyond = column + x < 0 || column + x >= NTRIS_WIDTH || row + y >= NTRIS_ROWS || above;
                if (has(c, y, x) || (!corners && down != 0 && right != 0)) continue;
                n += beyond == walls && (above || filled(g, row + y, column + x));
            }
    return n;
}

int grid_spawn(const Cells *c)
{
    return 9 - c->row[c->n - 1];
}

static double edges_of_next(const Grid *g, const NtrisState *after, bool walls)
{
    const Cells c = cells_of_block(after->queue[0], 0);
    if (after->known == 0) return 0;
    if (!grid_fits(g, &c, grid_spawn(&c), 6)) return -1e7;
    return edges(g, &c, grid_spawn(&c), 6, true, walls);
}

static double edges_of_placed(const NtrisState *before, const NtrisState *after, bool walls)
{
    const Cells c = cells_of_block(before->queue[0], ntris_move_turn(after->move));
    const Grid g = grid_of(before);
    return edges(&g, &c, ntris_move_row(after->move), ntris_move_column(after->move), false, walls);
}

static int sum_of_heights(const Grid *g)
{
    int sum = 0;
    for (int row = 0; row < NTRIS_ROWS; row++)
        for (int x = 0; x < NTRIS_WIDTH; x++) sum += g->cell[row][x] ? NTRIS_ROWS - row : 0;
    return sum;
}

static int highest(const Grid *g)
{
    int row = 0;
    while (row < NTRIS_ROWS && memchr(g->cell[row], true, sizeof g->cell[row]) == NULL) row++;
    return NTRIS_ROWS - row;
}

static double landing(const Line *line)
{
    if (line->second < 0) return 0;
    const Cells c = cells_of_block(ntris_drawn(line->second), 0);
    return 6 + (c.row[c.n - 1] - c.row[0]) / 2;
}

double grid_feature(int feature, const NtrisState *before, const NtrisState *after, const Line *line)
{
    const Grid g = grid_of(after);
    switch (feature) {
    case NTRIS_POINTS_EARNED: return pow(2, line->rows) - 1;
    case NTRIS_ROWS_CLEARED: return line->rows;
    case NTRIS_HOLES: return holes(&g, -1);
    case NTRIS_COVERS: return holes(&g, 1);
    case NTRIS_COVERS_TEXT: return holes(&g, 0);
    case NTRIS_BLOCK_HEIGHT: return sum_of_heights(&g);
    case NTRIS_MAX_HEIGHT: return highest(&g);
    case NTRIS_ROW_TRANSITIONS:
    case NTRIS_COL_TRANSITIONS_TEXT: return transitions(&g, 1, 0);
    case NTRIS_COL_TRANSITIONS:
    case NTRIS_ROW_TRANSITIONS_TEXT: return transitions(&g, 0, 1);
    case NTRIS_WELL_SUMS: return well_sums(&g, true);
    case NTRIS_WELL_SUMS_TEXT: return well_sums(&g, false);
    case NTRIS_GAPS: return steps(&g, true, true);
    case NTRIS_GAPS_TEXT: return steps(&g, false, true);
    case NTRIS_BUMPINESS: return steps(&g, true, false);
    case NTRIS_BUMPINESS_TEXT: return steps(&g, false, false);
    case NTRIS_BLOCK_EDGES: return edges_of_next(&g, after, false);
    case NTRIS_WALL_EDGES: return edges_of_next(&g, after, true);
    case NTRIS_EXTERNAL_EDGES: return edges_of_next(&g, after, false) + edges_of_next(&g, after, true);
    case NTRIS_BLOCK_EDGES_TEXT: return edges_of_placed(before, after, false);
    case NTRIS_WALL_EDGES_TEXT: return edges_of_placed(before, after, true);
    case NTRIS_EXTERNAL_EDGES_TEXT: return edges_of_placed(before, after, false) + edges_of_placed(before, after, true);
    case NTRIS_POINTS_EARNED_TEXT: return (double)line->points;
    case NTRIS_LANDING_HEIGHT: return landing(line);
    case NTRIS_LANDING_HEIGHT_TEXT: return NTRIS_ROWS - ntris_move_row(after->move);
    default: return NAN;
    }
}
