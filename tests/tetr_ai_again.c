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
    Look k = {.w = p->width, .h = p->height};
    for (int i = 0; i < p->n; i++) k.filled[p->cell[i].x][p->cell[i].y] = true;
    for (int x = 0; x < k.w; x++)
        for (int y = 0; y < k.h; y++)
            if (k.filled[x][y]) k.height[x] = y + 1;
    return k;
}

/* Whether the side of column x is closed at row y: a wall, or a neighbour that reaches above it. */
static bool closed(const Look *k, int x, int y)
{
    return x < 0 || x >= k->w || k->height[x] > y;
}

static int depth(const Look *k, int x)
{
    int rows = 0;
    for (int y = k->height[x]; y < k->h && closed(k, x - 1, y) && closed(k, x + 1, y); y++) rows++;
    return rows;
}

/* 0: a wall column; 1: one of the next two on either side; 2: inside. */
static int zone(const Look *k, int x)
{
    if (x == 0 || x == k->w - 1) return 0;
    return x <= 2 || x >= k->w - 3 ? 1 : 2;
}

/* The published worth of a well. */
static int worth(const Look *k, int x)
{
    static const int extra[3] = {15 * 88, 10 * 88, 0};
    const int d = depth(k, x);
    if (d < 3) return d == 0 ? 0 : d == 1 ? 2 * 176 : 10 * 176;
    return 10 * 99 + (d - 2) * (10 * 401 + extra[zone(k, x)]);
}

static bool hole(const Look *k, int x, int y)
{
    return y < k->height[x] && !k->filled[x][y];
}

static int top_hole_column(const Look *k)
{
    int row = -1, highest = 0;
    for (int x = 0; x < k->w; x++)
        for (int y = 0; y < k->h; y++)
            if (hole(k, x, y) && y > row) row = y;
    for (int x = 0; x < k->w && row >= 0; x++)
        if (hole(k, x, row) && k->height[x] > highest) highest = k->height[x];
    return highest;
}

/* Places of a piece among all pairs and triples of columns, each in both directions of its differences. */
static int places(const Look *k, char piece)
{
    int n = 0;
    for (int x = 1; x < k->w; x++) {
        const int step = k->height[x] - k->height[x - 1], next = x + 1 < k->w ? k->height[x + 1] - k->height[x] : 1000;
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

static int fits(const Look *k)
{
    int sum = 0;
    for (const char *piece = "JLOSTZ"; *piece != '\0'; piece++) {
        const int n = places(k, *piece);
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
    const Look k = look_at(&p);
    int worst = -1;
    for (int i = 0; i < 4; i++) f[TETRIS_LANDING_ROWS] += last[i].y;
    f[TETRIS_OFF_MIDDLE] = off_middle(last, k.w);
    f[TETRIS_TOP_HOLE_COLUMN] = top_hole_column(&k);
    f[TETRIS_FITS] = fits(&k);
    for (int x = 0; x < k.w; x++) {
        const int d = depth(&k, x), excess = d > 2 ? d - 2 : 0;
        if (d > 0) f[d == 1 ? TETRIS_WELLS_1 : d == 2 ? TETRIS_WELLS_2 : TETRIS_WELLS_3]++;
        f[TETRIS_WELL_EXCESS] += excess;
        f[TETRIS_EXCESS_WALL] += zone(&k, x) == 0 ? excess : 0;
        f[TETRIS_EXCESS_NEAR] += zone(&k, x) == 1 ? excess : 0;
        if (d > 0 && (worst < 0 || worth(&k, x) > worth(&k, worst))) worst = x;
        for (int y = 0; y < k.h; y++) {
            f[TETRIS_HOLES_WALL] += hole(&k, x, y) && (x == 0 || x == k.w - 1);
            f[TETRIS_HOLES_SECOND] += hole(&k, x, y) && (x == 1 || x == k.w - 2);
            f[TETRIS_HOLES_THIRD] += hole(&k, x, y) && k.w > 4 && (x == 2 || x == k.w - 3);
        }
    }
    if (worst < 0) return;
    const int d = depth(&k, worst), excess = d > 2 ? d - 2 : 0;
    f[d == 1 ? TETRIS_WORST_WELL_1 : d == 2 ? TETRIS_WORST_WELL_2 : TETRIS_WORST_WELL_3] = 1;
    f[TETRIS_WORST_WELL_EXCESS] = excess;
    f[TETRIS_WORST_EXCESS_WALL] = zone(&k, worst) == 0 ? excess : 0;
    f[TETRIS_WORST_EXCESS_NEAR] = zone(&k, worst) == 1 ? excess : 0;
}

/* ---- the player ---- */

/* Its value of a board to which this piece has led. */
static int64_t value_of(const Look *k, const Cell *last, int rows_removed)
{
    int64_t landing = 0, changes_along = 0, changes_up = 0, holes[4] = {0}, wells = 0, deepest = 0;
    for (int i = 0; i < 4; i++) landing += k->h - 1 - last[i].y;
    for (int y = 0; y < k->h; y++)
        for (int x = 0; x <= k->w; x++) changes_along += (x == 0 || k->filled[x - 1][y]) != (x == k->w || k->filled[x][y]);
    for (int x = 0; x < k->w; x++) {
        for (int y = 0; y <= k->h; y++) changes_up += (y == 0 || k->filled[x][y - 1]) != k->filled[x][y];
        for (int y = 0; y < k->h; y++) {
            const int from_wall = x < k->w - 1 - x ? x : k->w - 1 - x;
            holes[0] += hole(k, x, y);
            if (from_wall < 3) holes[from_wall + 1] += hole(k, x, y);
        }
        wells += worth(k, x);
        if (worth(k, x) > deepest) deepest = worth(k, x);
    }
    return 15 * 67 * landing + 60 * 86 * rows_removed - 60 * 100 * changes_along - 60 * 95 * changes_up - 60 * 401 * holes[0] -
           90 * 88 * holes[1] - 60 * 88 * holes[2] - 60 * 88 * holes[3] - 60 * 75 * top_hole_column(k) -
           6 * (2 * wells - deepest) + 10 * 117 * fits(k);
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
        const Look k = look_at(&then);
        const int64_t value = value_of(&k, then.last, cleared);
        const double off = off_middle(then.last, p->width);
        if (best >= 0 && (value < most || (value == most && off >= nearest))) continue;
        best = move[i];
        most = value;
        nearest = off;
    }
    return best;
}
