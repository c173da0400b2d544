/* test_tetris.c. Tetris by the rules cs3243: the published reference values, every feature against boards counted by hand, and
 * the engine against a second one that is written in another way. */
#include "agent/agent.h"
#include "base/mem.h"
#include "file/row.h"
#include "registry.h"
#include "tests/boards.h"
#include "tests/helpers.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Game *const game = &game_tetris;
enum { O, I, L, J, T, S, Z };

static double feature(int index, const TetrisRules *rules, const TetrisState *before, const TetrisState *after)
{
    return game->value(rules, index, before, after);
}

/* ---- reference values of the original program ---- */

/* The final weights of the report, set cs3243. */
static const double final_weights[8] = {-5.194814083947793,  5.53478180043909,    -2.1920993360428604, -5.9838083427614395,
                                        -12.880189747449215, -1.3227027198368309, -3.7823922425956837, -2.2176395274310137};

/* Piece stream P. */
static int next_piece(uint32_t *x)
{
    *x = (1103515245u * *x + 12345u) & 0x7fffffff;
    return (int)(*x / 65536 % 7);
}

/* The first moves of a greedy player on stream P: orientation and column of each (20, NULL: none wanted). The losing move counts
 * as (0, 0). Returns the move hash; *rows, *turns: what it cleared, moves it made, the losing one included. */
static uint32_t play_stream(const double *w, int pieces, int moves[][3], int64_t *rows, int *turns)
{
    TetrisRules rules = board_rules(10, 20);
    Ruleset table = {.game = game, .rules = &rules, .set = game_set(game, "cs3243")};
    TetrisState s;
    void *scratch = mem_new(1, agent_greedy.scratch_bytes(&table));
    uint32_t x = 1, hash = 0;
    game->start(&rules, 0, &s);
    for (*turns = 0; *turns < pieces && !game->over(&s); ++*turns) {
        int piece = next_piece(&x), orientation = 0, column = 0;
        game->happen(&rules, &s, piece);
        if (!game->over(&s)) {
            Move m = agent_greedy.choose(&table, &s, w, scratch);
            orientation = tetris_orientation(m);
            column = tetris_column(m);
            game->apply(&rules, &s, m);
        }
        hash = 31 * hash + (uint32_t)(10 * orientation + column);
        if (moves != NULL && *turns < 20) moves[*turns][0] = piece, moves[*turns][1] = orientation, moves[*turns][2] = column;
    }
    *rows = game->tally(&s).score;
    free(scratch);
    return hash;
}

/* Made with the original program. */
static void test_reference_games(void **state)
{
    (void)state;
    static const double zero[8] = {0};
    int64_t rows;
    int turns;
    assert_int_equal(play_stream(final_weights, 100, NULL, &rows, &turns), 826260681);
    assert_true(rows == 38 && turns == 100);
    assert_int_equal(play_stream(final_weights, 200, NULL, &rows, &turns), 1231828321);
    assert_true(rows == 76 && turns == 200);
    assert_int_equal(play_stream(zero, 1000, NULL, &rows, &turns), 62001984);
    assert_true(rows == 0 && turns == 15);
}

/* Piece, orientation, column. */
static void test_reference_moves(void **state)
{
    (void)state;
    static const int expected[12][3] = {{3, 1, 0}, {4, 3, 3}, {5, 1, 0}, {1, 1, 6}, {6, 0, 4}, {6, 0, 6},
                                        {1, 0, 9}, {6, 1, 2}, {0, 0, 1}, {5, 1, 7}, {5, 1, 7}, {6, 1, 0}};
    int moves[20][3], turns;
    int64_t rows;
    play_stream(final_weights, 20, moves, &rows, &turns);
    assert_memory_equal(moves, expected, sizeof expected);
}

/* Makes the moves (piece, orientation, column) on an empty board; before: the state of the last. */
static void make_moves(const TetrisRules *rules, const int (*move)[3], int n, TetrisState *before, TetrisState *after)
{
    game->start(rules, 0, after);
    for (int i = 0; i < n; i++) {
        game->happen(rules, after, move[i][0]);
        *before = *after;
        game->apply(rules, after, tetris_move(move[i][1], move[i][2]));
    }
}

/* Moves from an empty board, and the eight cs3243 features of the last. */
static void test_reference_features(void **state)
{
    (void)state;
    static const struct {
        int n, move[4][3];
        double features[8];
    } rows[] = {
        {1, {{0, 0, 0}}, {2, 0, 0.4, 0, 10, 2, 42, 0}},
        {1, {{1, 1, 3}}, {1, 0, 0.4, 0, 10, 2, 44, 0}},
        {1, {{1, 0, 0}}, {4, 0, 0.4, 0, 10, 4, 42, 0}},
        {1, {{5, 0, 0}}, {2, 0, 0.5, 0, 12, 3, 44, 1}},
        {2, {{4, 3, 4}, {1, 1, 3}}, {3, 0, 0.8, 1, 16, 6, 48, 0}},
        {3, {{1, 1, 0}, {1, 1, 4}, {0, 0, 8}}, {1, 1, -0.6, 0, 10, 1, 42, 0}},
        {4, {{1, 0, 0}, {1, 0, 2}, {1, 0, 4}, {0, 0, 8}}, {4, 0, 0.4, 0, 10, 22, 58, 20}},
        {4, {{1, 1, 0}, {1, 1, 4}, {5, 1, 8}, {4, 0, 8}}, {6, 0, 0.6, 2, 14, 6, 48, 5}},
    };
    TetrisRules rules = board_rules(10, 20);
    const FeatureSet *set = game_set(game, "cs3243");
    assert_int_equal(set->n, 8);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TetrisState before, after;
        make_moves(&rules, rows[i].move, rows[i].n, &before, &after);
        for (int k = 0; k < 8; k++) {
            double value = feature(set->index[k], &rules, &before, &after);
            if (value == rows[i].features[k]) continue;
            board_show("after", &rules, &after);
            fail_msg("example %zu, %s: %.17g, published %.17g", i + 1, tetris_features[set->index[k]].name, value,
                     rows[i].features[k]);
        }
        if (i == 3) assert_true(feature(TETRIS_HOLES, &rules, &before, &after) == 1);
    }
}

#define DELLACHERIE " landing_height eroded_cells row_transitions column_transitions holes wells"
#define BERTSEKAS                                                                                                      \
    " column_height_1 column_height_2 column_height_3 column_height_4 column_height_5 column_height_6 column_height_7" \
    " column_height_8 column_height_9 column_height_10 height_difference_1 height_difference_2 height_difference_3"    \
    " height_difference_4 height_difference_5 height_difference_6 height_difference_7 height_difference_8"             \
    " height_difference_9 max_height holes"

/* The sets have the published names in the published order. */
static void test_sets(void **state)
{
    (void)state;
    static const struct {
        const char *name, *features;
    } sets[TETRIS_SETS] = {
        {"cs3243", " max_height rows_cleared avg_height_increase cs3243_holes cs3243_column_transitions height_differences"
                   " cs3243_row_transitions wells"},
        {"cs3243-text", " max_height rows_cleared avg_height_increase holes cs3243_column_transitions height_differences"
                        " cs3243_row_transitions open_wells"},
        {"cs3243-field",
         " max_height rows_cleared avg_height_increase holes column_transitions height_differences row_transitions wells"},
        {"dellacherie", DELLACHERIE},
        {"bcts", DELLACHERIE " hole_depth rows_with_holes"},
        {"du", DELLACHERIE " hole_depth rows_with_holes"},
        {"dt",
         " landing_height eroded_cells row_transitions column_transitions holes wells_run hole_depth rows_with_holes diversity"},
        {"dt-wells", DELLACHERIE " hole_depth rows_with_holes diversity"},
        {"bdu", BERTSEKAS " landing_height eroded_cells row_transitions column_transitions wells hole_depth rows_with_holes"},
        {"bdt",
         BERTSEKAS " landing_height eroded_cells row_transitions column_transitions wells hole_depth rows_with_holes diversity"},
        {"el-tetris", " landing_height rows_cleared row_transitions column_transitions holes wells"},
        {"bertsekas", BERTSEKAS},
        {"yiyuan", " aggregate_height rows_cleared holes height_differences"},
        {"tetrispros", " tetrispros_height_differences tetrispros_max_height tetrispros_rows_cleared tetrispros_constant"
                       " tetrispros_holes tetrispros_pits tetrispros_height_deviation"},
        {"tetrispros-eleven", " max_height holes hole_tops rows_cleared height_range deepest_well well_depths filled_cells"
                              " weighted_cells inner_row_transitions inner_column_transitions"},
    };
    for (int s = 0; s < TETRIS_SETS; s++) {
        char names[1000] = "";
        const FeatureSet *set = game_set(game, sets[s].name);
        assert_ptr_equal(set, &tetris_sets[s]);
        for (int k = 0; k < set->n; k++) strcat(strcat(names, " "), game->features[set->index[k]].name);
        assert_string_equal(names, sets[s].features);
    }
    assert_null(game_set(game, "cs3244"));
}

/* What the features that there is one of for each column look at must be there. */
static void test_sets_that_fit(void **state)
{
    (void)state;
    static const int last[] = {TETRIS_COLUMN_HEIGHT_1 + 15, TETRIS_HEIGHT_DIFFERENCE_1 + 14, TETRIS_HOLES};
    static const FeatureSet list = {.name = "three", .index = last, .n = 3};
    TetrisRules ten = board_rules(10, 20), nine = board_rules(9, 20), sixteen = board_rules(16, 20);
    Finding found[FINDINGS_MAX];
    for (int s = 0; s < TETRIS_SETS; s++) assert_int_equal(game->check_set(&ten, &tetris_sets[s], found), 0);
    assert_int_equal(game->check_set(&sixteen, &list, found), 0);
    assert_int_equal(game->check_set(&ten, &list, found), 1);
    assert_string_equal(found[0].why, "there are only 10 columns, too few for column_height_16, height_difference_15");
    assert_int_equal(game->check_set(&nine, game_set(game, "bdu"), found), 1);
    assert_string_equal(found[0].why, "there are only 9 columns, too few for column_height_10, height_difference_9");
    assert_string_equal(found[0].key, "features");
    assert_true(found[0].fatal);
}

/* An empty board has 10 column and 42 or 40 row transitions, and of the height steps only 0;
 * placements per piece on 10 columns. */
static void test_empty_board(void **state)
{
    (void)state;
    static const int placements[TETRIS_PIECES] = {9, 17, 34, 34, 34, 17, 17, 10};
    TetrisRules rules = board_rules(10, 20);
    TetrisState s;
    Move move[TETRIS_MOVES_MAX];
    game->start(&rules, 0, &s);
    double expected[TETRIS_FEATURES] = {[TETRIS_CS3243_COLUMN_TRANSITIONS] = 10,
                                        [TETRIS_CS3243_ROW_TRANSITIONS] = 42,
                                        [TETRIS_COLUMN_TRANSITIONS] = 10,
                                        [TETRIS_ROW_TRANSITIONS] = 40,
                                        [TETRIS_DIVERSITY] = 1,
                                        [TETRIS_TETRISPROS_CONSTANT] = 10};
    for (int f = 0; f < TETRIS_FEATURES; f++) assert_true(feature(f, &rules, &s, &s) == expected[f]);
    for (int p = 0; p < TETRIS_PIECES; p++) {
        TetrisState with_piece = s;
        assert_int_equal(game->moves(&rules, &with_piece, move), 0); /* a chance is due */
        game->happen(&rules, &with_piece, p);
        int n = game->moves(&rules, &with_piece, move);
        assert_int_equal(n, placements[p]);
        for (int i = 1; i < n; i++) assert_true(move[i] > move[i - 1]); /* by orientation, then by column */
    }
}

/* ---- boards counted by hand ---- */

/* Counts in looked[f] the boards that have a number for feature f. */
static void check_board(const char *path, int *looked)
{
    BoardFile b;
    board_read(&b, path);
    for (int i = 0; i < b.n; i++) {
        const Feature *f = b.expected[i].feature;
        int index = (int)(f - tetris_features);
        double value = feature(index, &b.rules, &b.before, &b.after);
        looked[index]++;
        if (value == b.expected[i].value) continue;
        board_show("before", &b.rules, &b.before);
        board_show("after", &b.rules, &b.after);
        fail_msg("%s: %s is %.17g, by hand %.17g", path, f->name, value, b.expected[i].value);
    }
}

static void test_boards(void **state)
{
    (void)state;
    int looked[TETRIS_FEATURES] = {0};
    DIR *dir = opendir("tests/boards");
    if (dir == NULL) fail_msg("tests/boards: the tests are to be run in the folder of the Makefile");
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        char path[300];
        snprintf(path, sizeof path, "tests/boards/%s", entry->d_name);
        if (strstr(path, ".txt") != NULL) check_board(path, looked);
    }
    closedir(dir);
    for (int f = 0; f < TETRIS_FEATURES; f++)
        if (looked[f] == 0) fail_msg("no board in tests/boards counts %s", tetris_features[f].name);
}

/* ---- the second engine: pieces drawn as text, a board is a list of cells ---- */

/* By piece and orientation, rows from the top, from the table of the original program. */
static const char *const drawn[TETRIS_TETROMINOES][4] = {
    [O] = {"##/##"},
    [I] = {"#/#/#/#", "####"},
    [L] = {"#./#./##", "###/#..", "##/.#/.#", "..#/###"},
    [J] = {".#/.#/##", "#../###", "##/#./#.", "###/..#"},
    [T] = {"#./##/#.", "###/.#.", ".#/##/.#", ".#./###"},
    [S] = {".##/##.", "#./##/.#"},
    [Z] = {"##./.##", ".#/##/#."},
};

typedef struct {
    int x, y;
} Cell;
typedef struct {
    int width, height, n;
    Cell cell[TETRIS_WIDTH_MAX * (TETRIS_HEIGHT_MAX + 8)];
    int64_t rows, pieces;
    double landing; /* of the last piece: the middle between its lowest and its highest cell, before clearing */
    int eroded;     /* rows it cleared x its cells in them */
} Pile;

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

/* Drops the piece from far above. False: it sticks out, and the pile is unchanged; *cleared is then what it would have cleared
 * under a higher ceiling. */
static bool drop(Pile *p, int piece, int orientation, int column, int *cleared)
{
    Cell cell[4];
    Pile then = *p;
    int width, far = 1000, lowest = 1000, highest = 0, in_full = 0;
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
        then.cell[then.n++] = cell[i];
        if (cell[i].y < lowest) lowest = cell[i].y;
        if (cell[i].y > highest) highest = cell[i].y;
    }
    for (int i = 0; i < 4; i++) in_full += row_full(&then, cell[i].y);
    *cleared = clear_rows(&then);
    if (!fits) return false;
    then.landing = (lowest + highest) / 2.0;
    then.eroded = *cleared * in_full;
    then.rows += *cleared;
    then.pieces++;
    *p = then;
    return true;
}

/* All placements that do not lose; *lost_rows: the most rows that a losing one would have cleared. */
static int pile_moves(const Pile *p, int piece, Move *move, int *lost_rows)
{
    int n = 0;
    *lost_rows = 0;
    for (int o = 0; o < 4 && drawn[piece][o] != NULL; o++) {
        Cell cell[4];
        int width, cleared;
        piece_cells(drawn[piece][o], cell, &width);
        for (int x = 0; x + width <= p->width; x++) {
            Pile copy = *p;
            if (drop(&copy, piece, o, x, &cleared))
                move[n++] = tetris_move(o, x);
            else if (cleared > *lost_rows)
                *lost_rows = cleared;
        }
    }
    return n;
}

static Pile pile_of(const TetrisRules *rules, const TetrisState *s)
{
    Pile p = {.width = rules->width, .height = rules->height, .rows = s->rows, .pieces = s->pieces};
    for (int y = 0; y < rules->height; y++)
        for (int x = 0; x < rules->width; x++)
            if (s->cell[y][x]) p.cell[p.n++] = (Cell){x, y};
    return p;
}

/* Cells, tops, tallies of the engine are those of the pile. */
static void assert_same(const TetrisRules *rules, const TetrisState *s, const Pile *p)
{
    TetrisState expected;
    memset(&expected, 0, sizeof expected);
    for (int i = 0; i < p->n; i++) {
        expected.cell[p->cell[i].y][p->cell[i].x] = 1;
        if (p->cell[i].y >= expected.top[p->cell[i].x]) expected.top[p->cell[i].x] = p->cell[i].y + 1;
    }
    if (board_equal(rules, s, &expected) && game->tally(s).score == p->rows && game->tally(s).turns == p->pieces) return;
    board_show("engine", rules, s);
    board_show("second engine", rules, &expected);
    fail_msg("the engines differ after %d pieces", (int)p->pieces);
}

/* ---- features again, from their definitions, one cell at a time ---- */

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

/* How many cells there are from (x, y) up to the highest well cell over it that only empty ones part from it; 0: there is none.
 * */
static int up_to_well(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    int far = 0;
    for (int up = 0; y + up <= rules->height && !s->cell[y + up][x]; up++)
        if (well_at(rules, s, x, y + up)) far = up + 1;
    return far;
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
        int left = x > 0 ? pros[x - 1] : 1000, right = x < w - 1 ? pros[x + 1] : 1000;
        int depth = left < right ? left - pros[x] : right - pros[x];
        if (x > 0) differences += pros[x] > left ? pros[x] - left : left - pros[x];
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

/* How many cells of an unbounded board stand empty from the top of column x up to the lower of its neighbours. */
static int dug(const int *height, int w, int x)
{
    int depth = 0;
    while (height[x] + depth < TETRIS_HEIGHT_MAX && (x == 0 || height[x - 1] > height[x] + depth) &&
           (x == w - 1 || height[x + 1] > height[x] + depth))
        depth++;
    return depth;
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
    pile_again(rules, s, height, f);
    f[TETRIS_TETRISPROS_ROWS_CLEARED] = 0.8 * f[TETRIS_ROWS_CLEARED];
    f[TETRIS_TETRISPROS_CONSTANT] = 10;
    f[TETRIS_TETRISPROS_HOLES] = -6 * f[TETRIS_HOLES];
}

static void assert_features(const TetrisRules *rules, const TetrisState *before, const TetrisState *after, const Pile *p)
{
    double expected[TETRIS_FEATURES];
    features_again(rules, before, after, p, expected);
    for (int i = 0; i < TETRIS_FEATURES; i++) {
        double value = feature(i, rules, before, after);
        if (value == expected[i]) continue;
        board_show("before", rules, before);
        board_show("after", rules, after);
        fail_msg("%s is %.17g, by its definition %.17g", tetris_features[i].name, value, expected[i]);
    }
}

/* ---- whole games ---- */

/* Some of the pieces, in any order, with weights in every second case. */
static void random_pieces(Rng *r, TetrisRules *rules)
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

/* One move of the game in s: what a good player chooses, or, one in so many, any. */
static Move some_move(Rng *r, const Ruleset *t, const TetrisState *s, uint32_t one_in, const Move *move, int n, void *scratch)
{
    return rng_below(r, one_in) == 0 ? move[rng_below(r, (uint32_t)n)] : agent_greedy.choose(t, s, final_weights, scratch);
}

/* A game of at most so many pieces, watched move by move; the rest of it, from a random move on, is played again by a copy. */
static void watch_game(Rng *r, const TetrisRules *rules, uint64_t seed, int pieces, uint32_t one_in, int64_t *all_rows)
{
    Ruleset table = {.game = game, .rules = rules, .set = &tetris_sets[0]};
    void *scratch = mem_new(1, agent_greedy.scratch_bytes(&table));
    TetrisState s, before, copy;
    Move move[TETRIS_MOVES_MAX], same[TETRIS_MOVES_MAX], *made = mem_new((size_t)pieces, sizeof *made);
    Finding finding;
    int n, lost_rows, turns = 0, copied_at = (int)rng_below(r, 20);
    assert_int_equal(game->check(rules, &finding), 0);
    game->start(rules, seed, &s);
    Pile pile = pile_of(rules, &s);
    for (; turns < pieces; turns++) {
        assert_int_equal(game->outcomes(rules, &s, (int[TETRIS_PIECES]){0}), TETRIS_PIECES);
        if (turns == copied_at) memcpy(&copy, &s, sizeof copy);
        game->chance(rules, &s);
        assert_non_null(strchr(rules->pieces, tetris_pieces[s.piece].letter));
        n = pile_moves(&pile, s.piece, same, &lost_rows);
        assert_int_equal(game->over(&s), n == 0);
        assert_int_equal(game->moves(rules, &s, move), n);
        assert_memory_equal(move, same, (size_t)n * sizeof *move);
        if (n == 0) break;
        made[turns] = some_move(r, &table, &s, one_in, move, n, scratch);
        before = s;
        game->apply(rules, &s, made[turns]);
        assert_true(drop(&pile, before.piece, tetris_orientation(made[turns]), tetris_column(made[turns]), &lost_rows));
        assert_same(rules, &s, &pile);
        assert_features(rules, &before, &s, &pile);
        assert_true(s.rows * rules->width <= 4 * s.pieces); /* on ten columns: 0.4 rows a piece */
        assert_int_equal(pile.n, 4 * s.pieces - s.rows * rules->width);
    }
    assert_same(rules, &s, &pile); /* a losing move changes nothing */
    *all_rows += pile.rows;
    if (turns < copied_at) copied_at = turns + 1;
    for (int k = copied_at; k < turns; k++) {
        game->chance(rules, &copy);
        game->apply(rules, &copy, made[k]);
    }
    if (copied_at <= turns && turns < pieces) game->chance(rules, &copy);
    if (copied_at <= turns) assert_memory_equal(&copy, &s, sizeof copy);
    free(made);
    free(scratch);
}

/* Every board from 4 x 4 to 16 x 28. */
static void test_random_games(void **state)
{
    (void)state;
    Rng r;
    int64_t rows = 0;
    rng_stream(&r, rng_key(1, RNG_TEST, 0));
    for (int width = 4; width <= TETRIS_WIDTH_MAX; width++)
        for (int height = 4; height <= TETRIS_HEIGHT_MAX; height++) {
            TetrisRules rules = board_rules(width, height);
            random_pieces(&r, &rules);
            watch_game(&r, &rules, rng_u32(&r), 40, 4, &rows);
        }
    assert_true(rows > 500); /* else these games prove little */
}

/* The report's board, all pieces, a long game. */
static void test_long_game(void **state)
{
    (void)state;
    Rng r;
    int64_t rows = 0;
    rng_stream(&r, 5);
    TetrisRules rules = board_rules(10, 20);
    for (uint64_t seed = 0; seed < 5; seed++) watch_game(&r, &rules, seed, 300, 50, &rows);
    assert_true(rows > 300);
}

/* ---- losing moves ---- */

/* Boards on which the only placements that complete rows stick out, so the game is lost and they do not count. lost_rows: what
 * they would have cleared under a higher ceiling (hand count). moves: placements that do not lose. */
static const struct {
    int width, height, piece, moves, lost_rows;
    const char *board;
} losing[] = {
    /* the upright I in column 3 would complete rows 2 and 3, but reaches row 5 */
    {4, 4, I, 0, 2, "|###.|\n|###.|\n|.###|\n|.###|\n"},
    /* O on columns 2 and 3 lands on row 3 and reaches row 4; it would complete row 3 */
    {4, 4, O, 0, 1, "|##..|\n|##.#|\n|##.#|\n|##.#|\n"},
    /* one row higher the same O fits */
    {4, 5, O, 1, 0, "|##..|\n|##.#|\n|##.#|\n|##.#|\n"},
    /* T upside down over the notch completes row 3 and fits only under a ceiling of 5 */
    {5, 4, T, 0, 1, "|##.##|\n|##.##|\n|##.##|\n|.####|\n"},
    /* I fits into the right half alone: upright in each of its columns, and flat once */
    {8, 4, I, 5, 0, "|####....|\n|####....|\n|####....|\n|###.....|\n"},
};

static void test_losing_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(losing); i++) {
        TetrisRules rules = board_rules(losing[i].width, losing[i].height);
        TetrisState s;
        Move move[TETRIS_MOVES_MAX], same[TETRIS_MOVES_MAX];
        int lost_rows;
        board_draw(&rules, &s, losing[i].board);
        s.rows = 7;
        s.pieces = 70;
        TetrisState before = s;
        Pile pile = pile_of(&rules, &s);
        int n = pile_moves(&pile, losing[i].piece, same, &lost_rows);
        game->happen(&rules, &s, losing[i].piece);
        if (n != losing[i].moves || lost_rows != losing[i].lost_rows || game->moves(&rules, &s, move) != n) {
            board_show("board", &rules, &s);
            fail_msg("board %zu: %d placements, %d lost rows", i + 1, n, lost_rows);
        }
        assert_memory_equal(move, same, (size_t)n * sizeof *move);
        assert_int_equal(game->over(&s), n == 0);
        assert_int_equal(game->outcomes(&rules, &s, (int[TETRIS_PIECES]){0}), 0);
        assert_true(game->tally(&s).score == 7 && game->tally(&s).turns == 70 && board_equal(&rules, &s, &before));
    }
}

/* Full boards of all sizes: what may be placed is what the second engine says, and nothing that sticks out counts. */
static void test_losing_moves_at_random(void **state)
{
    (void)state;
    Rng r;
    int lost = 0, would_have_cleared = 0;
    rng_stream(&r, rng_key(2, RNG_TEST, 0));
    for (int turn = 0; turn < 3000; turn++) {
        TetrisRules rules = board_rules(4 + (int)rng_below(&r, 13), 4 + (int)rng_below(&r, 4));
        TetrisState s;
        char text[200], *end = text;
        int rows = rules.height - (int)rng_below(&r, 4);
        for (int y = 0; y < rows; y++) { /* a gap or two a row */
            int gap = (int)rng_below(&r, (uint32_t)rules.width), other = (int)rng_below(&r, (uint32_t)(2 * rules.width));
            *end++ = '|';
            for (int x = 0; x < rules.width; x++) *end++ = x == gap || x == other ? '.' : '#';
            end = stpcpy(end, "|\n");
        }
        board_draw(&rules, &s, text);
        Pile pile = pile_of(&rules, &s);
        Move move[TETRIS_MOVES_MAX], same[TETRIS_MOVES_MAX];
        int lost_rows, piece = (int)rng_below(&r, TETRIS_TETROMINOES), n = pile_moves(&pile, piece, same, &lost_rows);
        game->happen(&rules, &s, piece);
        assert_int_equal(game->moves(&rules, &s, move), n);
        assert_memory_equal(move, same, (size_t)n * sizeof *move);
        assert_int_equal(game->over(&s), n == 0);
        assert_same(&rules, &s, &pile);
        lost += n == 0;
        would_have_cleared += n == 0 && lost_rows > 0;
    }
    assert_true(lost > 300 && lost < 2900 && would_have_cleared > 100); /* both kinds were seen */
}

/* ---- small Tetris: three columns, three rows, a domino that stands ---- */

static void test_small(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(3, 3);
    const GameLearning *l = game->learning;
    const Observation *board = game_observation(game, "board"), *top_row = game_observation(game, "top_row");
    TetrisState s, before;
    Move move[TETRIS_MOVES_MAX];
    snprintf(rules.pieces, sizeof rules.pieces, "i");
    assert_int_equal(board->indices(&rules), 4096); /* with the row above the board */
    assert_int_equal(top_row->indices(&rules), 8);
    assert_int_equal(l->actions(&rules), 3);
    game->start(&rules, 1, &s);
    for (int turn = 0; turn < 30; turn++) {
        static const int filled[] = {0, 0x1 + 0x8, 0x3 + 0x18}; /* before each third of a cycle */
        game->chance(&rules, &s);
        int n = game->moves(&rules, &s, move), column = turn % 3;
        assert_int_equal(n, 3 - column); /* a second domino in a column would reach above the board */
        assert_int_equal(move[0], l->move(&rules, column));
        assert_int_equal(board->index(&rules, &s), filled[column]);
        assert_int_equal(top_row->index(&rules, &s), filled[column] & 7);
        before = s;
        game->apply(&rules, &s, move[0]);
        assert_int_equal(s.cleared, column == 2 ? 2 : 0);
        assert_true(game_reward(game, "lost")->of(&rules, &before, &s) == 0);
        assert_true(game_reward(game, "rows_so_far")->of(&rules, &before, &s) == (double)s.rows);
        assert_true(game_reward(game, "greatest_height")->of(&rules, &before, &s) == (column == 2 ? 0 : -2));
    }
    assert_true(s.rows == 20 && !s.lost);
}

/* The ten columns of the usual board: 7,168 indices of the highest row and the piece, 40 actions, of which some turn and shift a
 * piece that cannot be; the loss. */
static void test_learning_of_the_usual_board(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(10, 20), low = board_rules(4, 4);
    const GameLearning *l = game->learning;
    const Observation *top_row = game_observation(game, "top_row");
    TetrisState s, lost;
    assert_int_equal(top_row->indices(&rules), 7168);
    assert_int_equal(game_observation(game, "board")->indices(&rules), 0); /* too many */
    assert_int_equal(l->actions(&rules), 40);
    board_draw(&rules, &s, "|#........#|\n|##########|\n");
    s.piece = T;
    assert_int_equal(top_row->index(&rules, &s), T * 1024 + 1 + 512);
    assert_int_equal(l->move(&rules, 39), tetris_move(3, 9));
    board_draw(&low, &s, "|.#..|\n|.###|\n|.###|\n|.###|\n");
    lost = s;
    game->happen(&low, &lost, O);
    assert_true(lost.lost && game_reward(game, "lost")->of(&low, &s, &lost) == -1);
}

/* The fast engines know tetrominoes, and boards of four columns and rows or more. */
static void test_lanes_refuse_what_they_do_not_know(void **state)
{
    (void)state;
    TetrisRules usual = board_rules(4, 4), narrow = board_rules(3, 4), low = board_rules(4, 3), domino = board_rules(4, 4);
    snprintf(domino.pieces, sizeof domino.pieces, "Oi");
    for (const Lanes *const *lanes = game->lanes; *lanes != NULL; lanes++) {
        assert_null((*lanes)->refuses(&usual, game_set(game, "cs3243")));
        assert_non_null((*lanes)->refuses(&narrow, game_set(game, "cs3243")));
        assert_non_null((*lanes)->refuses(&low, game_set(game, "cs3243")));
        assert_non_null((*lanes)->refuses(&domino, game_set(game, "cs3243")));
    }
}

/* ---- chances ---- */

/* Draws n pieces: count (TETRIS_PIECES). */
static void draw_pieces(const TetrisRules *rules, uint64_t seed, int n, int *count)
{
    TetrisState s;
    game->start(rules, seed, &s);
    memset(count, 0, TETRIS_PIECES * sizeof *count);
    for (int i = 0; i < n; i++) {
        s.piece = TETRIS_NO_PIECE; /* placed somewhere */
        game->chance(rules, &s);
        count[s.piece]++;
    }
}

static double chi_square(const int *count, const double *odds)
{
    double all = 0, sum = 0, x = 0;
    for (int p = 0; p < TETRIS_PIECES; p++) all += count[p], sum += odds[p];
    for (int p = 0; p < TETRIS_PIECES; p++)
        if (odds[p] > 0) x += pow(count[p] - all * odds[p] / sum, 2) / (all * odds[p] / sum);
    return x;
}

/* 6 degrees of freedom: above 35 once in 200,000. */
static void test_piece_frequencies(void **state)
{
    (void)state;
    static const struct {
        const char *pieces, *weights;
        double odds[TETRIS_PIECES]; /* O I L J T S Z */
    } rows[] = {{"OILJTSZ", "", {1, 1, 1, 1, 1, 1, 1}},
                {"OILJTSZ", "1 2 3 4 5 6 7", {1, 2, 3, 4, 5, 6, 7}},
                {"ZSTJLIO", "1 2 3 4 5 6 7", {7, 6, 5, 4, 3, 2, 1}},
                {"ZO", "3 1", {1, 0, 0, 0, 0, 0, 3}},
                {"SZ", "", {0, 0, 0, 0, 0, 1, 1}},
                {"OIL", "0 5 1", {0, 5, 1, 0, 0, 0, 0}},
                {"OILJTSZ", "1000000 1 1 1 1 1 1000000", {1000000, 1, 1, 1, 1, 1, 1000000}},
                {"T", "4", {0, 0, 0, 0, 1, 0, 0}}};
    static const double even[TETRIS_PIECES] = {1, 1, 1, 1, 1, 1, 1};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TetrisRules rules = board_rules(10, 20);
        char why[PARAM_WHY_MAX];
        int count[TETRIS_PIECES];
        assert_true(param_set(param_find(game->params, "pieces"), &rules, rows[i].pieces, why, sizeof why));
        assert_true(param_set(param_find(game->params, "piece_weights"), &rules, rows[i].weights, why, sizeof why));
        draw_pieces(&rules, 100 + i, 70000, count);
        for (int p = 0; p < TETRIS_PIECES; p++) assert_true(rows[i].odds[p] > 0 || count[p] == 0);
        double chi = chi_square(count, rows[i].odds);
        if (chi > 35) fail_msg("row %zu: chi square %g", i + 1, chi);
        if (i > 0) assert_true(chi_square(count, even) > 1000);
    }
}

/* A piece is the share of one bounded draw below the sum of the weights into which it falls. */
static void test_piece_draws(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(10, 20);
    TetrisState s;
    Rng r;
    rules.piece_weights = (IntList){.n = 7, .v = {2, 0, 1, 4, 0, 3, 5}};
    game->start(&rules, 77, &s);
    rng_stream(&r, 77);
    for (int i = 0; i < 1000; i++) {
        static const int of_draw[15] = {O, O, L, J, J, J, J, S, S, S, Z, Z, Z, Z, Z};
        s.piece = TETRIS_NO_PIECE;
        game->chance(&rules, &s);
        assert_int_equal(s.piece, of_draw[rng_below(&r, 15)]);
    }
    int odds[TETRIS_PIECES];
    s.piece = TETRIS_NO_PIECE;
    assert_int_equal(game->outcomes(&rules, &s, odds), game->outcomes_max);
    for (int p = 0; p < TETRIS_PIECES; p++) assert_int_equal(odds[p], rules.piece_weights.v[p]);
}

/* Seeds name games: the same seed the same pieces, another seed others. */
static void test_seeds(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(10, 20);
    TetrisState a, b, c;
    int same = 0;
    game->start(&rules, 1, &a);
    game->start(&rules, 1, &b);
    game->start(&rules, 2, &c);
    for (int i = 0; i < 1000; i++) {
        a.piece = b.piece = c.piece = TETRIS_NO_PIECE;
        game->chance(&rules, &a);
        game->chance(&rules, &b);
        game->chance(&rules, &c);
        assert_int_equal(a.piece, b.piece);
        same += a.piece == c.piece;
    }
    assert_true(same > 90 && same < 200); /* 1 in 7 */
}

/* ---- a preview ---- */

/* Whoever does not look ahead makes the same moves with the same pieces, and ends with the same tally. */
static void test_preview_changes_nothing(void **state)
{
    (void)state;
    Rng r;
    int lost = 0;
    rng_stream(&r, rng_key(6, RNG_TEST, 0));
    for (int i = 0; i < 60; i++) {
        TetrisRules blind = board_rules(4 + (int)rng_below(&r, 7), 4 + (int)rng_below(&r, 9)), sees;
        random_pieces(&r, &blind);
        sees = blind;
        sees.preview = 1;
        TetrisState a, b;
        void *scratch = mem_new(1, agent_greedy.scratch_bytes(&(Ruleset){.game = game}));
        Ruleset table = {.game = game, .rules = &blind, .set = game_set(game, "cs3243")};
        game->start(&blind, (uint64_t)i, &a);
        game->start(&sees, (uint64_t)i, &b);
        for (int turn = 0, next = TETRIS_NO_PIECE; turn < 200; turn++) {
            game->chance(&blind, &a);
            game->chance(&sees, &b);
            assert_int_equal(game->over(&a), game->over(&b));
            assert_int_equal(a.piece, b.piece);
            assert_true(next == TETRIS_NO_PIECE || a.piece == next);
            if (game->over(&a)) break;
            Move m = agent_greedy.choose(&table, &a, final_weights, scratch);
            assert_int_equal(agent_greedy.choose(&table, &b, final_weights, scratch), m);
            assert_int_equal(a.next, TETRIS_NO_PIECE);
            assert_non_null(strchr(sees.pieces, tetris_pieces[b.next].letter));
            next = b.next;
            game->apply(&blind, &a, m);
            game->apply(&sees, &b, m);
        }
        lost += game->over(&a);
        assert_true(board_equal(&blind, &a, &b) && a.rows == b.rows && a.pieces == b.pieces);
        free(scratch);
    }
    assert_in_range(lost, 10, 50);
}

/* The pieces move up; the piece to place is known before the one after it is drawn, and so is whether it can be placed. */
static void test_preview(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(4, 4);
    TetrisState s;
    Move move[TETRIS_MOVES_MAX];
    int odds[TETRIS_PIECES];
    char text[200];
    rules.preview = 1;
    board_draw(&rules, &s, "|##..|\n|##..|\n");
    assert_int_equal(game->moves(&rules, &s, move), 0);
    assert_int_equal(game->outcomes(&rules, &s, odds), TETRIS_PIECES);
    game->happen(&rules, &s, O);
    assert_int_equal(game->moves(&rules, &s, move), 3);
    assert_int_equal(game->outcomes(&rules, &s, odds), TETRIS_PIECES);
    game->happen(&rules, &s, I);
    assert_int_equal(game->moves(&rules, &s, move), 3);
    assert_int_equal(game->outcomes(&rules, &s, odds), 0);
    game->text(&rules, &s, text, sizeof text);
    assert_non_null(strstr(text, "+----+\nnext O I\n"));
    TetrisState clears = s, covers = s;
    game->apply(&rules, &clears, tetris_move(0, 2));
    assert_true(clears.rows == 2 && clears.piece == I && clears.next == TETRIS_NO_PIECE && !game->over(&clears));
    assert_int_equal(game->moves(&rules, &clears, move), 5);
    assert_int_equal(game->outcomes(&rules, &clears, odds), TETRIS_PIECES);
    game->text(&rules, &clears, text, sizeof text);
    assert_non_null(strstr(text, "+----+\nnext I\n"));
    game->apply(&rules, &covers, tetris_move(0, 1)); /* the upright I still fits into column 3 */
    assert_int_equal(game->moves(&rules, &covers, move), 1);
    covers = s;
    covers.next = O;
    game->apply(&rules, &covers, tetris_move(0, 1)); /* there is no room for another O: the game is lost, with nothing drawn */
    assert_true(game->over(&covers) && covers.pieces == 1);
    assert_int_equal(game->moves(&rules, &covers, move), 0);
    assert_int_equal(game->outcomes(&rules, &covers, odds), 0);
    TetrisState lost = covers;
    game->chance(&rules, &covers);
    assert_memory_equal(&covers, &lost, sizeof lost);
}

/* ---- the rest ---- */

static void test_check(void **state)
{
    (void)state;
    static const struct {
        const char *pieces, *weights, *key, *why;
    } rows[] = {
        {"OILJTSZ", "", NULL, NULL},
        {"TS", "1 0", NULL, NULL},
        {"", "", "pieces", "must name at least one of OILJTSZi"},
        {"OO", "", "pieces", "must be letters of OILJTSZi, each at most once"},
        {"OX", "", "pieces", "must be letters of OILJTSZi, each at most once"},
        {"o", "", "pieces", "must be letters of OILJTSZi, each at most once"},
        {"OIL", "1 2", "piece_weights", "must have one number for each letter of pieces, or none"},
        {"OI", "1 2 3", "piece_weights", "must have one number for each letter of pieces, or none"},
        {"OI", "0 0", "piece_weights", "must have at least one number above 0"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TetrisRules rules = board_rules(10, 20);
        Finding found[FINDINGS_MAX];
        char why[PARAM_WHY_MAX];
        assert_true(param_set(param_find(game->params, "pieces"), &rules, rows[i].pieces, why, sizeof why));
        assert_true(param_set(param_find(game->params, "piece_weights"), &rules, rows[i].weights, why, sizeof why));
        assert_int_equal(game->check(&rules, found), rows[i].key != NULL);
        if (rows[i].key == NULL) continue;
        assert_string_equal(found[0].key, rows[i].key);
        assert_string_equal(found[0].why, rows[i].why);
        assert_true(found[0].fatal);
    }
    /* a board on which no piece has a place; one on which I stands, and one on which it lies; and J comes, too */
    static const struct {
        int width, height;
        const char *pieces, *weights;
        int findings;
    } boards[] = {{3, 3, "I", "", 1}, {3, 4, "I", "", 0}, {4, 3, "I", "", 0}, {3, 3, "IJ", "", 0}, {3, 3, "IJ", "1 0", 1}};
    for (size_t i = 0; i < LENGTH(boards); i++) {
        TetrisRules rules = board_rules(boards[i].width, boards[i].height);
        Finding found[FINDINGS_MAX];
        char why[PARAM_WHY_MAX];
        assert_true(param_set(param_find(game->params, "pieces"), &rules, boards[i].pieces, why, sizeof why));
        assert_true(param_set(param_find(game->params, "piece_weights"), &rules, boards[i].weights, why, sizeof why));
        assert_int_equal(game->check(&rules, found), boards[i].findings);
        if (boards[i].findings > 0) assert_string_equal(found[0].why, "must have a piece that fits on the board");
    }
}

static void test_letters(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(10, 20);
    static const char letters[] = "OILJTSZi", digits[] = "01234567", neither[] = "8 oX/:-x";
    for (int p = 0; p < TETRIS_PIECES; p++) {
        assert_int_equal(game->letter(&rules, letters[p]), p);
        assert_int_equal(game->letter(&rules, digits[p]), p);
        assert_int_equal(game->letter(&rules, neither[p]), -1);
    }
}

static void test_text(void **state)
{
    (void)state;
    static const char expected[] = "|....|\n|....|\n|.#..|\n|####|\n+----+\n";
    TetrisRules rules = board_rules(4, 4), largest = board_rules(TETRIS_WIDTH_MAX, TETRIS_HEIGHT_MAX);
    TetrisState s;
    char text[1000];
    board_draw(&rules, &s, "|.#..|\n|####|\n");
    assert_int_equal(game->text(&rules, &s, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(game->text(&largest, &s, text, sizeof text), (TETRIS_HEIGHT_MAX + 1) * (TETRIS_WIDTH_MAX + 3));
}

/* The losing move is told as orientation 0, column 0. */
static void test_trace(void **state)
{
    (void)state;
    TetrisRules rules = board_rules(4, 4);
    TetrisState s;
    PrintedTable table;
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    printed_table(&table, f);
    game->start(&rules, 0, &s);
    for (int i = 0; i < 2; i++) {
        if (i == 1) board_draw(&rules, &s, losing[0].board);
        game->happen(&rules, &s, I);
        record_row(&table.record, "trace");
        game->trace(&rules, &s, tetris_move(1, 0) + (i == 1), &table.record);
        record_end(&table.record);
    }
    fclose(f);
    assert_string_equal(text, "piece\torientation\tcolumn\n1\t1\t0\n1\t0\t0\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_games),
        cmocka_unit_test(test_reference_moves),
        cmocka_unit_test(test_reference_features),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_sets_that_fit),
        cmocka_unit_test(test_empty_board),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_long_game),
        cmocka_unit_test(test_losing_moves),
        cmocka_unit_test(test_losing_moves_at_random),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_learning_of_the_usual_board),
        cmocka_unit_test(test_lanes_refuse_what_they_do_not_know),
        cmocka_unit_test(test_piece_frequencies),
        cmocka_unit_test(test_piece_draws),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_preview_changes_nothing),
        cmocka_unit_test(test_preview),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
