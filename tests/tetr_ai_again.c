/* tetr_ai_again.c. See pile.h. Heights are found anew from cells, wells by walking down between two sides. */
#include "tests/pile.h"

#include "game/tetris/features.h"

#include <stdlib.h>
#include <string.h>

/* A board as a list of heights and a question. */
typedef struct {
    int w, h, height[TETRIS_WIDTH_MAX];
    bool filled[TETRIS_WIDTH_MAX][TETRIS_HEIGHT_MAX + 8];
} Look;

static Look look_at(const Pile *p)
{
    Look l = {.w = p->width, .h = p->height};
    for (int i = 0; i < p->n; i++) l.filled[p->cell[i].x][p->cell[i].y] = true;
    for (int x = 0; x < l.w; x++)
        for (int y = 0; y < l.h; y++)
            if (l.filled[x][y]) l.height[x] = y + 1;
    return l;
}

/* Whether the side of column x is closed at row y: a wall, or a neighbour that reaches above it. */
static bool closed(const Look *l, int x, int y)
{
    return x < 0 || x >= l->w || l->height[x] > y;
}

static int depth(const Look *l, int x)
{
    int rows = 0;
    for (int y = l->height[x]; y < l->h && closed(l, x - 1, y) && closed(l, x + 1, y); y++) rows++;
    return rows;
}

/* 0: a wall column; 1: one of the next two on either side; 2: inside. */
static int zone(const Look *l, int x)
{
    if (x == 0 || x == l->w - 1) return 0;
    return x <= 2 || x >= l->w - 3 ? 1 : 2;
}

/* The published worth of a well. */
static int worth(const Look *l, int x)
{
    static const int extra[3] = {15 * 88, 10 * 88, 0};
    const int d = depth(l, x);
    if (d < 3) return d == 0 ? 0 : d == 1 ? 2 * 176 : 10 * 176;
    return 10 * 99 + (d - 2) * (10 * 401 + extra[zone(l, x)]);
}

static bool hole(const Look *l, int x, int y)
{
    return y < l->height[x] && !l->filled[x][y];
}

static int top_hole_column(const Look *l)
{
    int row = -1, highest = 0;
    for (int x = 0; x < l->w; x++)
        for (int y = 0; y < l->h; y++)
            if (hole(l, x, y) && y > row) row = y;
    for (int x = 0; x < l->w && row >= 0; x++)
        if (hole(l, x, row) && l->height[x] > highest) highest = l->height[x];
    return highest;
}

/* Places of a piece among all pairs and triples of columns, each in both directions of its differences. */
static int places(const Look *l, char piece)
{
    int n = 0;
    for (int x = 1; x < l->w; x++) {
        const int step = l->height[x] - l->height[x - 1], next = x + 1 < l->w ? l->height[x + 1] - l->height[x] : 1000;
        if (step == 0 && strchr("JLO", piece) != NULL) n++;
        if ((step == 1 || step == -1) && strchr("STZ", piece) != NULL) n++;
        if ((step == 2 || step == -2) && strchr("JL", piece) != NULL) n++;
        if (step == 0 && next == 0 && strchr("JLT", piece) != NULL) n++;
        if (step == 0 && (next == 1 || next == -1) && strchr("JS", piece) != NULL) n++;
        if ((step == 1 || step == -1) && next == 0 && strchr("LZ", piece) != NULL) n++;
        if (((step == 1 && next == -1) || (step == -1 && next == 1)) && piece == 'T') n++;
    }
    return n;
}

static int fits(const Look *l)
{
    int sum = 0;
    for (const char *piece = "JLOSTZ"; *piece != '\0'; piece++) {
        const int n = places(l, *piece);
        sum += n >= 2 ? 6 : n == 1 ? 4 : 0;
    }
    return sum;
}

static double off_middle(const Cell *last, int w)
{
    int left = w, right = 0;
    for (int i = 0; i < 4; i++) {
        if (last[i].x < left) left = last[i].x;
        if (last[i].x > right) right = last[i].x;
    }
    return abs(left - (w - 1 - right)) + left / 16.0;
}

void tetr_ai_again(const TetrisRules *rules, const TetrisState *s, const Cell *last, double *f)
{
    const Pile p = pile_from(rules, s);
    const Look l = look_at(&p);
    int worst = -1;
    for (int i = 0; i < 4; i++) f[TETRIS_LANDING_ROWS] += last[i].y;
    f[TETRIS_OFF_MIDDLE] = off_middle(last, l.w);
    f[TETRIS_TOP_HOLE_COLUMN] = top_hole_column(&l);
    f[TETRIS_FITS] = fits(&l);
    for (int x = 0; x < l.w; x++) {
        const int d = depth(&l, x), excess = d > 2 ? d - 2 : 0;
        if (d > 0) f[d == 1 ? TETRIS_WELLS_1 : d == 2 ? TETRIS_WELLS_2 : TETRIS_WELLS_3]++;
        f[TETRIS_WELL_EXCESS] += excess;
        f[TETRIS_EXCESS_WALL] += zone(&l, x) == 0 ? excess : 0;
        f[TETRIS_EXCESS_NEAR] += zone(&l, x) == 1 ? excess : 0;
        if (d > 0 && (worst < 0 || worth(&l, x) > worth(&l, worst))) worst = x;
        for (int y = 0; y < l.h; y++) {
            f[TETRIS_HOLES_WALL] += hole(&l, x, y) && (x == 0 || x == l.w - 1);
            f[TETRIS_HOLES_SECOND] += hole(&l, x, y) && (x == 1 || x == l.w - 2);
            f[TETRIS_HOLES_THIRD] += hole(&l, x, y) && l.w > 4 && (x == 2 || x == l.w - 3);
        }
    }
    if (worst < 0) return;
    const int d = depth(&l, worst), excess = d > 2 ? d - 2 : 0;
    f[d == 1 ? TETRIS_WORST_WELL_1 : d == 2 ? TETRIS_WORST_WELL_2 : TETRIS_WORST_WELL_3] = 1;
    f[TETRIS_WORST_WELL_EXCESS] = excess;
    f[TETRIS_WORST_EXCESS_WALL] = zone(&l, worst) == 0 ? excess : 0;
    f[TETRIS_WORST_EXCESS_NEAR] = zone(&l, worst) == 1 ? excess : 0;
}

/* ---- the player ---- */

/* Its value of a board to which this piece has led. */
static int64_t value_of(const Look *l, const Cell *last, int rows_removed)
{
    int64_t landing = 0, changes_along = 0, changes_up = 0, holes[4] = {0}, wells = 0, deepest = 0;
    for (int i = 0; i < 4; i++) landing += l->h - 1 - last[i].y;
    for (int y = 0; y < l->h; y++)
        for (int x = 0; x <= l->w; x++) changes_along += (x == 0 || l->filled[x - 1][y]) != (x == l->w || l->filled[x][y]);
    for (int x = 0; x < l->w; x++) {
        for (int y = 0; y <= l->h; y++) changes_up += (y == 0 || l->filled[x][y - 1]) != l->filled[x][y];
        for (int y = 0; y < l->h; y++) {
            const int from_wall = x < l->w - 1 - x ? x : l->w - 1 - x;
            holes[0] += hole(l, x, y);
            if (from_wall < 3) holes[from_wall + 1] += hole(l, x, y);
        }
        wells += worth(l, x);
        if (worth(l, x) > deepest) deepest = worth(l, x);
    }
    return 15 * 67 * landing + 60 * 86 * rows_removed - 60 * 100 * changes_along - 60 * 95 * changes_up - 60 * 401 * holes[0] -
           90 * 88 * holes[1] - 60 * 88 * holes[2] - 60 * 88 * holes[3] - 60 * 75 * top_hole_column(l) -
           6 * (2 * wells - deepest) + 10 * 117 * fits(l);
}

Move tetr_ai_move(const Pile *p, int piece)
{
    Move move[TETRIS_MOVES_MAX], best = -1;
    int lost_rows, n = pile_moves(p, piece, move, &lost_rows);
    int64_t most = 0;
    double nearest = 0;
    for (int i = 0; i < n; i++) {
        Pile then = *p;
        int cleared;
        pile_drop(&then, piece, tetris_orientation(move[i]), tetris_column(move[i]), &cleared);
        const Look l = look_at(&then);
        const int64_t value = value_of(&l, then.last, cleared);
        const double off = off_middle(then.last, p->width);
        if (best >= 0 && (value < most || (value == most && off >= nearest))) continue;
        best = move[i];
        most = value;
        nearest = off;
    }
    return best;
}
