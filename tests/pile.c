/* pile.c. See pile.h. */
#include "tests/pile.h"
#include "tests/boards.h"
#include "tests/helpers.h"

/* The final weights of the report, set cs3243. */
const double report_weights[8] = {-5.194814083947793,  5.53478180043909,    -2.1920993360428604, -5.9838083427614395,
                                  -12.880189747449215, -1.3227027198368309, -3.7823922425956837, -2.2176395274310137};

/* By piece and orientation, rows from the top, from the table of the original program. */
static const char *const drawn[TETRIS_TETROMINOES][4] = {[O] = {"##/##"},
                                                         [I] = {"#/#/#/#", "####"},
                                                         [L] = {"#./#./##", "###/#..", "##/.#/.#", "..#/###"},
                                                         [J] = {".#/.#/##", "#../###", "##/#./#.", "###/..#"},
                                                         [T] = {"#./##/#.", "###/.#.", ".#/##/.#", ".#./###"},
                                                         [S] = {".##/##.", "#./##/.#"},
                                                         [Z] = {"##./.##", ".#/##/#."}};

/* The cells of a drawing, its lower left corner at (0, 0); *width of its box. */
static void piece_cells(const char *text, Cell *cell, int *width)
{
    int lines = 1, n = 0, x = 0, y;
    for (const char *p = text; *p != '\0'; p++) lines += *p == '/';
    y = lines - 1;
    for (*width = 0; *text != '\0'; text++) {
        if (*text == '/') {
            y--;
            x = 0;
            continue;
        }
        if (*text == '#') cell[n++] = (Cell){x, y};
        if (++x > *width) *width = x;
    }
    assert_int_equal(n, 4);
}

/* How far a cell may fall: to the highest cell of the pile below it, or to the floor. */
static int fall(const Pile *p, Cell c)
{
    int far = c.y;
    for (int i = 0; i < p->n; i++)
        if (p->cell[i].x == c.x && p->cell[i].y < c.y && c.y - p->cell[i].y - 1 < far) far = c.y - p->cell[i].y - 1;
    return far;
}

static bool row_full(const Pile *p, int y)
{
    int filled = 0;
    for (int i = 0; i < p->n; i++) filled += p->cell[i].y == y;
    return filled == p->width;
}

/* Takes full rows out; returns how many. */
static int clear_rows(Pile *p)
{
    int cleared = 0;
    for (int y = TETRIS_HEIGHT_MAX + 8; y >= 0; y--) {
        int left = 0;
        if (!row_full(p, y)) continue;
        cleared++;
        for (int i = 0; i < p->n; i++)
            if (p->cell[i].y != y) p->cell[left++] = (Cell){p->cell[i].x, p->cell[i].y - (p->cell[i].y > y)};
        p->n = left;
    }
    return cleared;
}

bool pile_drop(Pile *p, int piece, int orientation, int column, int *cleared)
{
    Cell cell[4];
    Pile then = *p;
    int width, far = 1000, lowest = 1000, highest = 0, in_full = 0, top = 0;
    bool fits = true;
    piece_cells(drawn[piece][orientation], cell, &width);
    for (int i = 0; i < 4; i++) {
        cell[i].x += column;
        cell[i].y += 100;
        if (fall(p, cell[i]) < far) far = fall(p, cell[i]);
    }
    for (int i = 0; i < 4; i++) {
        cell[i].y -= far;
        fits = fits && cell[i].y < p->height;
        then.cell[then.n++] = then.last[i] = cell[i];
        if (cell[i].y < lowest) lowest = cell[i].y;
        if (cell[i].y > highest) highest = cell[i].y;
    }
    for (int i = 0; i < 4; i++) in_full += row_full(&then, cell[i].y);
    for (int i = 0; i < then.n; i++) top = then.cell[i].y + 1 > top ? then.cell[i].y + 1 : top;
    int high[TETRIS_WIDTH_MAX] = {0};
    for (int i = 0; i < then.n; i++)
        if (then.cell[i].y >= high[then.cell[i].x]) high[then.cell[i].x] = then.cell[i].y + 1;
    then.heights = then.differences = 0;
    for (int x = 0; x < p->width; x++) {
        then.heights += high[x];
        if (x > 0) then.differences += high[x] > high[x - 1] ? high[x] - high[x - 1] : high[x - 1] - high[x];
    }
    then.holes = then.heights - then.n;
    *cleared = clear_rows(&then);
    if (!fits) return false;
    then.landing = (lowest + highest) / 2.0;
    then.eroded = *cleared * in_full;
    then.early = *cleared == 4 ? 0 : *cleared * (p->height - top);
    then.rows += *cleared;
    then.pieces++;
    *p = then;
    return true;
}

int pile_moves(const Pile *p, int piece, Move *move, int *lost_rows)
{
    int n = 0;
    *lost_rows = 0;
    for (int o = 0; o < 4 && drawn[piece][o] != NULL; o++) {
        Cell cell[4];
        int width, cleared;
        piece_cells(drawn[piece][o], cell, &width);
        for (int x = 0; x + width <= p->width; x++) {
            Pile copy = *p;
            if (pile_drop(&copy, piece, o, x, &cleared))
                move[n++] = tetris_move(o, x);
            else if (cleared > *lost_rows)
                *lost_rows = cleared;
        }
    }
    return n;
}

Pile pile_from(const TetrisRules *rules, const TetrisState *s)
{
    Pile p = {.width = rules->width, .height = rules->height, .rows = s->rows, .pieces = s->pieces};
    for (int y = 0; y < rules->height; y++)
        for (int x = 0; x < rules->width; x++)
            if (s->cell[y][x]) p.cell[p.n++] = (Cell){x, y};
    return p;
}

void assert_pile(const TetrisRules *rules, const TetrisState *s, const Pile *p)
{
    TetrisState expected;
    memset(&expected, 0, sizeof expected);
    for (int i = 0; i < p->n; i++) {
        expected.cell[p->cell[i].y][p->cell[i].x] = 1;
        if (p->cell[i].y >= expected.top[p->cell[i].x]) expected.top[p->cell[i].x] = p->cell[i].y + 1;
    }
    if (board_equal(rules, s, &expected) && game_tetris.tally(s).score == p->rows && game_tetris.tally(s).turns == p->pieces)
        return;
    board_show("engine", rules, s);
    board_show("second engine", rules, &expected);
    fail_msg("the engines differ after %d pieces", (int)p->pieces);
}

static bool solid(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return x < 0 || x == rules->width || y < 0 || s->cell[y][x];
}

static bool covered(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    for (int above = y + 1; above < rules->height; above++)
        if (s->cell[above][x]) return true;
    return false;
}

/* How many empty cells stand on each other, the highest of them at (x, y). */
static int empty_run(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return solid(rules, s, x, y) ? 0 : 1 + empty_run(rules, s, x, y - 1);
}

/* Whether an empty cell lies below (x, y). */
static bool above_empty(const TetrisState *s, int x, int y)
{
    return y > 0 && (!s->cell[y - 1][x] || above_empty(s, x, y - 1));
}

static bool well_at(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return !s->cell[y][x] && solid(rules, s, x - 1, y) && solid(rules, s, x + 1, y);
}

/* How many cells there are from (x, y) up to the highest well cell over it that only empty ones part from it; 0: none is. */
static int up_to_well(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    int far = 0;
    for (int up = 0; y + up <= rules->height && !s->cell[y + up][x]; up++)
        if (well_at(rules, s, x, y + up)) far = up + 1;
    return far;
}

/* How many cells of an unbounded board stand empty from the top of column x up to the lower of its neighbours. */
static int dug(const int *height, int w, int x)
{
    int depth = 0;
    while (height[x] + depth < TETRIS_HEIGHT_MAX && (x == 0 || height[x - 1] > height[x] + depth) &&
           (x == w - 1 || height[x + 1] > height[x] + depth))
        depth++;
    return depth;
}

/* Of the columns, w of them with height[w] rows each. */
static void heights_again(const int *height, int w, double *f)
{
    bool seen[5] = {false};
    int sum = 0, above_mean = 0, pros[TETRIS_WIDTH_MAX];
    for (int x = 0; x < w; x++) {
        int step = x > 0 ? height[x] - height[x - 1] : 0;
        f[TETRIS_COLUMN_HEIGHT_1 + x] = height[x];
        if (x > 0) f[TETRIS_HEIGHT_DIFFERENCE_1 + x - 1] = abs(step);
        if (x > 0 && abs(step) <= 2) seen[step + 2] = true;
        pros[x] = height[x] > 0 ? height[x] - 1 : 0;
        sum += pros[x];
    }
    for (int i = 0; i < 5; i++) f[TETRIS_DIVERSITY] += seen[i];
    int differences = 0, highest = 0, pits = 0;
    for (int x = 0; x < w; x++) {
        const int depth = dug(pros, w, x);
        if (x > 0) differences += abs(pros[x] - pros[x - 1]);
        if (pros[x] > highest) highest = pros[x];
        if (depth >= 3) pits += depth;
        if (w * pros[x] > sum) above_mean += w * pros[x] - sum;
    }
    f[TETRIS_TETRISPROS_HEIGHT_DIFFERENCES] = -0.9 * differences;
    f[TETRIS_TETRISPROS_MAX_HEIGHT] = -0.8 * highest;
    f[TETRIS_TETRISPROS_PITS] = -1.2 * pits;
    /* what is above the mean, the others are below it */
    f[TETRIS_TETRISPROS_HEIGHT_DEVIATION] = -0.85 * (2.0 * above_mean / (w * w));
}

/* What the set tetrispros-eleven has of its own. An inner change is what is left of all changes without those at the edges. */
static void pile_again(const TetrisRules *rules, const TetrisState *s, const int *height, double *f)
{
    const int w = rules->width, h = rules->height;
    f[TETRIS_INNER_ROW_TRANSITIONS] = f[TETRIS_ROW_TRANSITIONS] - 2 * h;
    f[TETRIS_INNER_COLUMN_TRANSITIONS] = f[TETRIS_CS3243_COLUMN_TRANSITIONS];
    for (int x = 0; x < w; x++) {
        const int depth = dug(height, w, x);
        int runs = 0;
        f[TETRIS_INNER_COLUMN_TRANSITIONS] -= !s->cell[0][x];
        for (int y = 0; y < h; y++) {
            f[TETRIS_FILLED_CELLS] += s->cell[y][x];
            f[TETRIS_INNER_ROW_TRANSITIONS] += s->cell[y][x] && x == 0;
            f[TETRIS_INNER_ROW_TRANSITIONS] += s->cell[y][x] && x == w - 1;
            runs += !s->cell[y][x] && (y == 0 || s->cell[y - 1][x]);
            for (int above = y; above < h; above++) f[TETRIS_WEIGHTED_CELLS] += s->cell[above][x];
        }
        f[TETRIS_HOLE_TOPS] += runs - (height[x] < h); /* runs of empty cells, but for the one above the top */
        f[TETRIS_WELL_DEPTHS] += depth;
        if (depth > f[TETRIS_DEEPEST_WELL]) f[TETRIS_DEEPEST_WELL] = depth;
        for (int other = 0; other < w; other++)
            if (height[x] - height[other] > f[TETRIS_HEIGHT_RANGE]) f[TETRIS_HEIGHT_RANGE] = height[x] - height[other];
    }
}

/* p: the pile after the move. */
static void features_again(const TetrisRules *rules, const TetrisState *before, const TetrisState *s, const Pile *p, double *f)
{
    int increase = 0, w = rules->width, h = rules->height, height[TETRIS_WIDTH_MAX] = {0};
    bool row_has_hole[TETRIS_HEIGHT_MAX + 1] = {false};
    memset(f, 0, TETRIS_FEATURES * sizeof *f);
    f[TETRIS_ROWS_CLEARED] = (double)(s->rows - before->rows);
    f[TETRIS_LANDING_HEIGHT] = p->landing;
    f[TETRIS_ERODED_CELLS] = p->eroded;
    f[TETRIS_EARLY_ROWS] = p->early;
    for (int x = 0; x < w; x++) {
        increase += s->top[x] - before->top[x];
        if (x > 0) f[TETRIS_HEIGHT_DIFFERENCES] += fabs((double)s->top[x] - s->top[x - 1]);
        for (int y = 0; y <= h; y++) {
            bool empty = !s->cell[y][x], hole = empty && covered(rules, s, x, y);
            bool well = well_at(rules, s, x, y);
            if (!empty) height[x] = y + 1;
            row_has_hole[y] = row_has_hole[y] || hole;
            f[TETRIS_AGGREGATE_HEIGHT] += !empty || hole;
            f[TETRIS_HOLE_DEPTH] += !empty && above_empty(s, x, y);
            f[TETRIS_WELLS_RUN] += up_to_well(rules, s, x, y);
            f[TETRIS_COLUMN_TRANSITIONS] += solid(rules, s, x, y - 1) == empty;
            f[TETRIS_ROW_TRANSITIONS] += y < h && solid(rules, s, x - 1, y) == empty;
            if (x == w - 1) f[TETRIS_ROW_TRANSITIONS] += y < h && empty;
            if (!empty && y + 1 > f[TETRIS_MAX_HEIGHT]) f[TETRIS_MAX_HEIGHT] = y + 1;
            f[TETRIS_HOLES] += hole;
            f[TETRIS_CS3243_HOLES] += hole && !(y + 2 == s->top[x]);
            f[TETRIS_WELLS] += well ? empty_run(rules, s, x, y) : 0;
            f[TETRIS_OPEN_WELLS] += well && !hole;
            f[TETRIS_CS3243_COLUMN_TRANSITIONS] += y < h && solid(rules, s, x, y - 1) == empty;
            f[TETRIS_CS3243_ROW_TRANSITIONS] += solid(rules, s, x - 1, y) == empty;
            if (x == w - 1) f[TETRIS_CS3243_ROW_TRANSITIONS] += empty;
        }
    }
    f[TETRIS_AVG_HEIGHT_INCREASE] = (double)increase / w;
    for (int y = 0; y < h; y++) f[TETRIS_ROWS_WITH_HOLES] += row_has_hole[y];
    heights_again(height, w, f);
    f[TETRIS_MAX_HEIGHT_INCREASE] = -h;
    for (int x = 0; x < w; x++) f[TETRIS_MAX_HEIGHT_INCREASE] = fmax(f[TETRIS_MAX_HEIGHT_INCREASE], height[x] - before->top[x]);
    tetr_ai_again(rules, s, p->last, f);
    pile_again(rules, s, height, f);
    f[TETRIS_TETRISPROS_ROWS_CLEARED] = 0.8 * f[TETRIS_ROWS_CLEARED];
    f[TETRIS_TETRISPROS_CONSTANT] = 10;
    f[TETRIS_TETRISPROS_HOLES] = -6 * f[TETRIS_HOLES];
    f[TETRIS_TETRISPROS_LOSS] = s->lost ? -10 : 10;
    f[TETRIS_UNCLEARED_AGGREGATE_HEIGHT] = p->heights;
    f[TETRIS_UNCLEARED_HOLES] = p->holes;
    f[TETRIS_UNCLEARED_HEIGHT_DIFFERENCES] = p->differences;
    f[TETRIS_TETRISPROS_HEIGHT_DIFFERENCES_TEXT] = -0.9 * f[TETRIS_HEIGHT_DIFFERENCES];
    f[TETRIS_TETRISPROS_MAX_HEIGHT_TEXT] = -0.8 * f[TETRIS_MAX_HEIGHT];
    f[TETRIS_TETRISPROS_WELLS_TEXT] = -1.2 * f[TETRIS_WELL_DEPTHS];
    int below = 0; /* columns below the mean are as far from it as those above */
    for (int x = 0; x < w; x++)
        if (w * height[x] < f[TETRIS_AGGREGATE_HEIGHT]) below += (int)f[TETRIS_AGGREGATE_HEIGHT] - w * height[x];
    f[TETRIS_TETRISPROS_HEIGHT_DEVIATION_TEXT] = -0.85 * (2.0 * below / (w * w));
}

void assert_features(const TetrisRules *rules, const TetrisState *before, const TetrisState *after, const Pile *p)
{
    double expected[TETRIS_FEATURES];
    features_again(rules, before, after, p, expected);
    for (int i = 0; i < TETRIS_FEATURES; i++) {
        double value = game_tetris.value(rules, i, before, after);
        if (value == expected[i]) continue;
        board_show("before", rules, before);
        board_show("after", rules, after);
        fail_msg("%s is %.17g, by its definition %.17g", tetris_features[i].name, value, expected[i]);
    }
}

void random_pieces(Rng *r, TetrisRules *rules)
{
    int left = TETRIS_TETROMINOES, n = 1 + (int)rng_below(r, TETRIS_TETROMINOES);
    char letters[] = "OILJTSZ";
    memset(rules->pieces, 0, sizeof rules->pieces);
    for (int i = 0; i < n; i++) {
        int k = (int)rng_below(r, (uint32_t)left);
        rules->pieces[i] = letters[k];
        letters[k] = letters[--left];
    }
    rules->piece_weights.n = rng_below(r, 2) ? n : 0;
    for (int i = 0; i < rules->piece_weights.n; i++) rules->piece_weights.v[i] = (int)rng_below(r, 5) + (i == 0);
}
