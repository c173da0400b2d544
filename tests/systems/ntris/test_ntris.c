/* test_ntris.c. The game ntris: its blocks, its levels, the reference values, and whole games beside a slow and plain one. */
#include "tests/helpers.h"
#include "tests/systems/ntris/ntris_reference.h"

static const Game *const game = &game_ntris;
static const NtrisRules rules = {.preview = 5, .blocks = 750};

/* ---- blocks ---- */

/* A block as a sorted list of (row, column), which are in the order of the shape's rows; from 0 on. */
static void list_of(const NtrisShape *s, uint8_t *list)
{
    int n = 0;
    for (int i = 0; i < s->height; i++)
        for (int j = 0; j < s->width; j++)
            if (s->row[i] >> j & 1) list[n++] = (uint8_t)(16 * i + j);
}

static bool is_connected(const Cells *c)
{
    bool reached[NTRIS_SIZES] = {true};
    for (int round = 0; round < c->n; round++)
        for (int i = 0; i < c->n; i++)
            for (int k = 0; k < c->n; k++)
                reached[i] = reached[i] || (reached[k] && abs(c->row[i] - c->row[k]) + abs(c->column[i] - c->column[k]) == 1);
    for (int i = 0; i < c->n; i++)
        if (!reached[i]) return false;
    return true;
}

/* As many one-sided polyominoes (OEIS A000988), all different, in the order and the orientation that are promised; so
 * they are all. */
TEST(test_blocks)
{
    static const int expected[NTRIS_SIZES + 1] = {0, 1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189};
    int count[NTRIS_SIZES + 1] = {0}, last_cells = 0;
    uint8_t list[NTRIS_SIZES], last[NTRIS_SIZES], other[NTRIS_SIZES];
    for (int kind = 0; kind < NTRIS_KINDS; kind++) {
        const NtrisBlock b = ntris_drawn(kind);
        NtrisShape shape = ntris_shape(b, 0);
        Cells c = cells_of_shape(&shape);
        count[c.n]++;
        list_of(&shape, list);
        assert_true(is_connected(&c) && shape.cells == c.n && c.n == ntris_cells(kind));
        assert_true(shape.up == (shape.height - 1) / 2 && shape.left == (shape.width - 1) / 2);
        assert_true(c.n > last_cells || (c.n == last_cells && memcmp(list, last, (size_t)c.n) > 0));
        last_cells = c.n;
        memcpy(last, list, sizeof last);
        for (int turn = 1; turn <= NTRIS_TURNS; turn++) {
            c = cells_turned(&c);
            shape = ntris_shape(b, turn % NTRIS_TURNS);
            const Cells turned = cells_of_shape(&shape);
            assert_true(cells_equal(&turned, &c));
            list_of(&shape, other);
            assert_true(memcmp(list, other, (size_t)c.n) <= 0);
        }
    }
    for (int n = 1; n <= NTRIS_SIZES; n++) assert_int_equal(count[n], expected[n]);
}

/* A block in any orientation and about any cell of its box is found again, and turns about that cell. */
TEST(test_find)
{
    Rng r = rng_from(11);
    for (int i = 0; i < 3000; i++) {
        const int kind = (int)rng_below(&r, i % 2 ? NTRIS_KINDS : 29), turn = (int)rng_below(&r, 4);
        NtrisShape shape = ntris_shape(ntris_drawn(kind), turn);
        shape.up = (int)rng_below(&r, (uint32_t)shape.height);
        shape.left = (int)rng_below(&r, (uint32_t)shape.width);
        Cells c = cells_of_shape(&shape);
        NtrisBlock b;
        for (int k = c.n - 1; k > 0; k--) { /* in any order */
            const int other = (int)rng_below(&r, (uint32_t)k + 1), row = c.row[k], column = c.column[k];
            c.row[k] = c.row[other], c.column[k] = c.column[other];
            c.row[other] = row, c.column[other] = column;
        }
        assert_true(ntris_find(c.row, c.column, c.n, &b) && b.kind == kind);
        for (int k = 0; k < 4; k++) {
            const Cells found = cells_of_block(b, k);
            assert_true(cells_equal(&found, &c));
            c = cells_turned(&c);
        }
    }
}

/* Every block appears with its lowest row in row 9, its centre in column 6, and on the board; nothing is legal above row 0. */
TEST(test_spawn)
{
    const Grid empty = {{{false}}};
    NtrisState s;
    game->start(&rules, 1, &s);
    for (int kind = 0; kind < NTRIS_KINDS; kind++) {
        const NtrisBlock b = ntris_drawn(kind);
        const NtrisShape shape = ntris_shape(b, 0);
        const Cells c = cells_of_shape(&shape);
        assert_true(b.row == shape.up + 10 - shape.height && b.row == grid_spawn(&c) && b.column == 6 && b.bottom == 9);
        assert_true(grid_fits(&empty, &c, b.row, b.column) && ntris_fits(&s, b, 0, b.row, b.column));
        for (int turn = 0; turn < NTRIS_TURNS; turn++) {
            const NtrisShape turned = ntris_shape(b, turn);
            assert_true(ntris_fits(&s, b, turn, turned.up, 6) && !ntris_fits(&s, b, turn, turned.up - 1, 6));
        }
    }
    /* An I in row 0 has no room to turn: it must go down first, by as many rows as it would reach above the board. */
    NtrisCommand command[NTRIS_POSITIONS];
    Move move[NTRIS_MOVES_MAX];
    game->happen(&rules, &s, 4);
    assert_true(ntris_shape(s.queue[0], 0).width == 4 && ntris_shape(s.queue[0], 1).up == 1);
    s.queue[0] = ntris_at(s.queue[0], 0, 6);
    const int n = game->moves(&rules, &s, move);
    for (int i = 0; i < n; i++)
        if (ntris_move_turn(move[i]) == 1) assert_true(ntris_path(&s, move[i], command) > 1 && command[0] != NTRIS_ROTATE);
}

TEST(test_no_block)
{
    static const struct {
        int n, row[12], column[12];
    } rows[] = {{0, {0}, {0}},         {2, {0, 1}, {0, 1}}, /* not connected */
                {2, {0, 0}, {0, 0}},                        /* the same cell twice */
                {2, {1, 1}, {0, 1}},                        /* its centre is outside */
                {2, {0, 0}, {-1, -2}}, {3, {0, 0, 40}, {0, 1, 0}}, {11, {0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}};
    NtrisBlock b;
    for (size_t i = 0; i < LENGTH(rows); i++) assert_false(ntris_find(rows[i].row, rows[i].column, rows[i].n, &b));
}

/* ---- levels ---- */

/* By hand, from the formulas: at 0 points r = 0.1422291, the bounds are 0.0075078, 0.0003020, .. */
TEST(test_levels)
{
    double p[NTRIS_LEVELS], sum = 0;
    ntris_levels(0, p);
    assert_near(p[0], 0.9924922, 1e-6);
    assert_near(p[1], 0.0072058, 1e-6);
    ntris_levels(480, p); /* r = 0.5; the bounds are 0.5 x 0.9987298, 0.25 x 0.9931507, .. */
    assert_near(p[0], 1 - 0.5 * (14 / sqrt(197) + 1) / 2, 1e-12);
    assert_near(p[1], 0.5 * (14 / sqrt(197) + 1) / 2 - 0.25 * (12 / sqrt(145) + 1) / 2, 1e-12);
    for (int i = 0; i < NTRIS_LEVELS; i++) sum += p[i];
    assert_near(sum, 1, 1e-12);
    for (int level = 0; level < NTRIS_LEVELS; level++) {
        const int kinds = ntris_level_kinds(level);
        assert_int_equal(ntris_cells(kinds - 1), level + 5);
        assert_true(kinds == NTRIS_KINDS || ntris_cells(kinds) == level + 6);
    }
}

/* Blocks are drawn as often as the odds say, at a score at which all levels come: of all below the limit of the level, smaller
 * ones included. */
TEST(test_draws)
{
    enum { DRAWS = 60000 };
    static const int limit[NTRIS_LEVELS + 1] = {0, 29, 89, 285, 989, 3489, 12678};
    const NtrisRules one = {.preview = 1};
    NtrisState s;
    double p[NTRIS_LEVELS];
    int drawn[NTRIS_SIZES + 1] = {0}, first = 0;
    OWNED int *odds = mem_new(NTRIS_KINDS, sizeof *odds);
    game->start(&one, 5, &s);
    s.points = 600;
    ntris_levels(s.points, p);
    assert_int_equal(game->outcomes(&one, &s, odds), NTRIS_KINDS);
    for (int i = 0; i < DRAWS; i++) {
        s.known = 0;
        game->chance(&one, &s);
        assert_int_equal(s.known, 2);
        const int n = ntris_cells(s.queue[1].kind);
        drawn[n < 5 ? 5 : n]++;
        first += s.queue[1].kind == 0;
    }
    for (int size = 0; size < NTRIS_LEVELS; size++) {
        double each = 0; /* the probability of one block of so many cells */
        for (int level = size; level < NTRIS_LEVELS; level++) each += p[level] / limit[level + 1];
        const double share = each * (limit[size + 1] - limit[size]);
        assert_near(drawn[5 + size], DRAWS * share, 5 * sqrt(DRAWS * share * (1 - share)));
        assert_near(odds[limit[size]], each * (1 << 30), 1);
        assert_near(odds[limit[size + 1] - 1], each * (1 << 30), 1);
        if (size == 0) assert_near(first, DRAWS * each, 5 * sqrt(DRAWS * each));
    }
}

/* ---- the reference values ---- */

/* Of a board, of the program of the original; what its sentences word, by hand: tops 1 1 1 2 1 2 1 1 1 1 1 4 over a hole in the
 * last column. */
TEST(test_reference_values)
{
    static const struct {
        int feature, value;
    } rows[] = {
        {NTRIS_BLOCK_HEIGHT, 24}, {NTRIS_BUMPINESS, 7},      {NTRIS_COL_TRANSITIONS, 8},      {NTRIS_COVERS, 2},
        {NTRIS_GAPS, 7},          {NTRIS_HOLES, 1},          {NTRIS_MAX_HEIGHT, 4},           {NTRIS_ROW_TRANSITIONS, 13},
        {NTRIS_WELL_SUMS, 1},     {NTRIS_COVERS_TEXT, 3},    {NTRIS_ROW_TRANSITIONS_TEXT, 8}, {NTRIS_COL_TRANSITIONS_TEXT, 13},
        {NTRIS_GAPS_TEXT, 2},     {NTRIS_WELL_SUMS_TEXT, 1}, {NTRIS_BUMPINESS_TEXT, 7}};
    static const double w[] = {0.378565931393,    -0.548886169599, 0.71240334146,  -1.99902287016,
                               -0.00978251322273, -0.151923526632, -0.793256698244};
    const NtrisState s = grid_state("...........#\n...........#\n...#.#.....#\n###########.\n");
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (game_value(&game_ntris, &rules, rows[i].feature, &s, &s) != rows[i].value)
            fail_msg("%s is %g", ntris_features[rows[i].feature].name, game_value(&game_ntris, &rules, rows[i].feature, &s, &s));
    const Rules r = {.game = game, .rules = &rules, .set = game_set(game, "dropblox")};
    const double landing = game_value(&game_ntris, &rules, NTRIS_LANDING_HEIGHT, &s, &s);
    assert_near(rules_value(&r, &s, &s, w) - w[2] * landing, -15.8673, 5e-5);
    /* Columns 1, 1, 0: a well three deep counts 3; an empty column is 12 high as coded, and a fall as worded. */
    const NtrisState deep = grid_state("##.#########\n##.#########\n##.#########\n");
    assert_true(game_value(&game_ntris, &rules, NTRIS_WELL_SUMS, &deep, &deep) == 3);
    assert_true(game_value(&game_ntris, &rules, NTRIS_WELL_SUMS_TEXT, &deep, &deep) == 3);
    assert_true(game_value(&game_ntris, &rules, NTRIS_GAPS_TEXT, &deep, &deep) == 3);
    assert_true(game_value(&game_ntris, &rules, NTRIS_BUMPINESS, &deep, &deep) == 18);
    assert_true(game_value(&game_ntris, &rules, NTRIS_GAPS, &deep, &deep) == 13);
}

/* ---- beside the plain game ---- */

static void check_path(const NtrisState *s, const Grid *g, const Cells *spawn, Move m, int distance)
{
    NtrisCommand command[NTRIS_POSITIONS];
    Cells c = *spawn;
    int row = grid_spawn(spawn), x = 6, turn = 0;
    int n = ntris_path(s, m, command);
    assert_true(n >= 0 && (n == 0 || command[n - 1] != NTRIS_DOWN));
    for (int i = 0; i < n; i++) {
        row += command[i] == NTRIS_DOWN;
        x += command[i] == NTRIS_RIGHT ? 1 : command[i] == NTRIS_LEFT ? -1 : 0;
        if (command[i] == NTRIS_ROTATE) c = cells_turned(&c), turn = (turn + 1) % NTRIS_TURNS;
        assert_true(grid_fits(g, &c, row, x));
    }
    for (; grid_fits(g, &c, row + 1, x); n++) row++;
    assert_int_equal(ntris_move(row, x, turn), m);
    assert_int_equal(n, distance);
}

static void check_features(const NtrisState *before, const NtrisState *after, const Line *line)
{
    const int all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25};
    _Static_assert(LENGTH(all) == NTRIS_FEATURES, "all features");
    const FeatureSet set = {"all", "tests", all, NTRIS_FEATURES};
    double value[NTRIS_FEATURES];
    ntris_values(&rules, &set, before, after, value);
    for (int i = 0; i < NTRIS_FEATURES; i++) {
        const double expected = grid_feature(i, before, after, line);
        if (value[i] == expected && game_value(&game_ntris, &rules, i, before, after) == expected) continue;
        char board[4096];
        game->text(&rules, after, board, sizeof board);
        fail_msg("%s is %g, expected %g on\n%s", ntris_features[i].name, value[i], expected, board);
    }
}

/* One turn: all moves, the way to some of them, and the state after one. */
static void check_turn(Rng *r, NtrisState *s, Line *line)
{
    static Move move[NTRIS_MOVES_MAX], expected[NTRIS_MOVES_MAX];
    static int distance[NTRIS_MOVES_MAX];
    const NtrisState before = *s;
    const Cells appears = cells_of_block(s->queue[0], 0);
    Grid g = grid_of(s);
    const int n = game->moves(&rules, s, move);
    assert_int_equal(grid_moves(&g, &appears, grid_spawn(&appears), 6, expected, distance), n);
    assert_true(n > 0 && memcmp(move, expected, (size_t)n * sizeof *move) == 0);
    int pick = (int)rng_below(r, (uint32_t)n);
    check_path(s, &g, &appears, move[pick], distance[pick]);
    for (int i = 0; i < 3 && rng_below(r, 8) > 0; i++) { /* rather low than high, so that rows are cleared */
        const int other = (int)rng_below(r, (uint32_t)n);
        if (ntris_move_row(move[other]) > ntris_move_row(move[pick])) pick = other;
    }
    const Cells placed = cells_of_block(s->queue[0], ntris_move_turn(move[pick]));
    const int full = grid_place(&g, &placed, ntris_move_row(move[pick]), ntris_move_column(move[pick]));
    game->apply(&rules, s, move[pick]);
    const Grid now = grid_of(s);
    line->rows += full;
    line->points += (1 << full) - 1;
    assert_memory_equal(&now, &g, sizeof g);
    assert_int_equal(s->points, before.points + (1 << full) - 1);
    check_features(&before, s, line);
    const Cells next = cells_of_block(s->queue[0], 0);
    assert_int_equal(s->lost, s->known > 0 && !grid_fits(&g, &next, grid_spawn(&next), 6));
}

/* Games of all levels, with lines of play of several moves. */
TEST(test_games)
{
    Rng r = rng_from(4);
    for (uint64_t seed = 0; seed < 60; seed++) {
        NtrisState s;
        game->start(&rules, seed, &s);
        s.points = (int64_t)(seed * 20); /* the later games have larger blocks */
        game->chance(&rules, &s);
        for (Line line = {.second = s.queue[1].kind}; !game->over(&s);) {
            check_turn(&r, &s, &line);
            if (game->over(&s) || (s.known > 1 && rng_below(&r, 3) == 0)) continue;
            game->chance(&rules, &s);
            line = (Line){.second = s.queue[1].kind};
        }
        assert_true(s.moves >= 5);
    }
}

/* LANDING_HEIGHT is one number for all moves of a decision, whatever is placed at whichever depth; its namesake is not. */
TEST(test_landing_height)
{
    NtrisState s;
    Move move[NTRIS_MOVES_MAX];
    Rng r = rng_from(8);
    int differ = 0;
    game->start(&rules, 2, &s);
    s.points = 400;
    game->chance(&rules, &s);
    for (int decision = 0; decision < 20; decision++) {
        const double constant = 6 + (ntris_shape(s.queue[1], 0).height - 1) / 2;
        for (int line = 0; line < 50; line++) {
            NtrisState after = s;
            for (int ply = 0; ply < 3 && !game->over(&after); ply++) {
                const NtrisState before = after;
                const Move m = move[rng_below(&r, (uint32_t)game->moves(&rules, &after, move))];
                game->apply(&rules, &after, m);
                assert_true(game_value(&game_ntris, &rules, NTRIS_LANDING_HEIGHT, &before, &after) == constant);
                assert_true(game_value(&game_ntris, &rules, NTRIS_LANDING_HEIGHT_TEXT, &before, &after) ==
                            33 - ntris_move_row(m));
                differ += 33 - ntris_move_row(m) != constant;
            }
        }
        game->apply(&rules, &s, move[(game->moves(&rules, &s, move)) - 1]);
        game->chance(&rules, &s);
    }
    assert_true(differ > 1000);
}

/* A game ends after its blocks, and is not lost then. */
TEST(test_end)
{
    const NtrisRules three = {.preview = 2, .blocks = 3};
    NtrisState s;
    Move move[NTRIS_MOVES_MAX];
    game->start(&three, 3, &s);
    for (int i = 0; i < 3; i++) {
        game->chance(&three, &s);
        assert_true(!game->over(&s) && s.known == 3 && game->moves(&three, &s, move) > 0);
        game->apply(&three, &s, move[0]);
    }
    assert_true(game->over(&s) && !game_lost(game, &s) && game->moves(&three, &s, move) == 0);
    /* A board that is filled to the row where blocks appear, but for one column. */
    char text[NTRIS_ROWS * (NTRIS_WIDTH + 1)] = "";
    for (int row = 8; row < NTRIS_ROWS; row++) strcat(text, ".###########\n");
    s = grid_state(text);
    assert_true(game->over(&s) && game_lost(game, &s));
}

TESTS(NULL, NULL)
