/* test_tetris_games.c. The pieces of Tetris, whole games, and losing moves. */
#include "file/tsv.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/pile.h"

static const Game *const game = &game_tetris;

/* ---- chances ---- */

static double chi_square(const int *count, const double *odds)
{
    double all = 0, sum = 0, x = 0;
    for (int p = 0; p < TETRIS_PIECES; p++) all += count[p], sum += odds[p];
    for (int p = 0; p < TETRIS_PIECES; p++)
        if (odds[p] > 0) x += pow(count[p] - all * odds[p] / sum, 2) / (all * odds[p] / sum);
    return x;
}

/* 6 degrees of freedom: above 35 once in 200,000. */
TEST(test_piece_frequencies)
{
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
        TetrisState s;
        int count[TETRIS_PIECES] = {0};
        board_pieces(&rules, rows[i].pieces, rows[i].weights);
        game->start(&rules, 100 + i, &s);
        for (int draw = 0; draw < 70000; draw++) {
            s.piece = TETRIS_NO_PIECE; /* placed somewhere */
            game->chance(&rules, &s);
            count[s.piece]++;
        }
        for (int p = 0; p < TETRIS_PIECES; p++) assert_true(rows[i].odds[p] > 0 || count[p] == 0);
        double chi = chi_square(count, rows[i].odds);
        if (chi > 35) fail_msg("row %zu: chi square %g", i + 1, chi);
        if (i > 0) assert_true(chi_square(count, even) > 1000);
    }
}

/* A piece is the share of one bounded draw below the sum of the weights into which it falls. */
TEST(test_piece_draws)
{
    TetrisRules rules = board_rules(10, 20);
    TetrisState s;
    rules.piece_weights = (IntList){.n = 7, .v = {2, 0, 1, 4, 0, 3, 5}};
    game->start(&rules, 77, &s);
    Rng r = rng_from(77);
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
TEST(test_seeds)
{
    TetrisRules rules = board_rules(10, 20);
    TetrisState s[3];
    int same = 0;
    for (int k = 0; k < 3; k++) game->start(&rules, k < 2 ? 1 : 2, &s[k]);
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < 3; k++) {
            s[k].piece = TETRIS_NO_PIECE;
            game->chance(&rules, &s[k]);
        }
        assert_int_equal(s[0].piece, s[1].piece);
        same += s[0].piece == s[2].piece;
    }
    assert_true(same > 90 && same < 200); /* 1 in 7 */
}

/* ---- a bag ---- */

/* A piece of the bag becomes known: it is one that has not come since the bag was filled. Returns it. */
static int draw_one(const TetrisRules *rules, TetrisState *s, int *seen, int all)
{
    int odds[TETRIS_PIECES];
    assert_int_equal(game->outcomes(rules, s, odds), TETRIS_PIECES);
    for (int p = 0; p < TETRIS_PIECES; p++) assert_int_equal(odds[p], (all & ~*seen) >> p & 1);
    game->chance(rules, s);
    const int piece = rules->preview > 0 ? s->next : s->piece;
    assert_int_equal((all & ~*seen) >> piece & 1, 1);
    *seen |= 1 << piece;
    if (*seen == all) *seen = 0;
    return piece;
}

/* The pieces of the rules come once each before any comes again; each is as often the first of a bag as any other. A state that
 * is given another future puts back what was drawn after the last move, and the bags go on. */
TEST(test_bag)
{
    static const struct {
        const char *pieces;
        int all;
    } rows[] = {{"OILJTSZ", 0x7f}, {"SZ", 1 << S | 1 << Z}, {"TiO", 1 << T | 1 << O | 1 << 7}};
    enum { BAGS = 7000 };
    Rng r = rng_from(rng_key(31, RNG_TEST, 0));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TetrisRules rules = board_rules(10, 20);
        TetrisState s;
        const int n = __builtin_popcount((unsigned)rows[i].all);
        int first[TETRIS_PIECES] = {0};
        board_pieces(&rules, rows[i].pieces, "");
        rules.bag = true, rules.preview = i == 2;
        game->start(&rules, 3 + i, &s);
        if (rules.preview) s.piece = O; /* which comes from nowhere */
        for (int k = 0, seen = 0; k < n * BAGS; k++) {
            const int before = seen, piece = draw_one(&rules, &s, &seen, rows[i].all);
            if (rng_below(&r, 3) == 0) {
                game->renew(&rules, rng_u32(&r), &s);
                seen = before;
                k--;
            } else
                first[piece] += before == 0;
            *(rules.preview ? &s.next : &s.piece) = TETRIS_NO_PIECE; /* as if it had been placed */
        }
        for (int p = 0; p < TETRIS_PIECES; p++) {
            const int expected = rows[i].all >> p & 1 ? BAGS / n : 0;
            assert_true(abs(first[p] - expected) <= 4.5 * sqrt(expected * (1 - 1.0 / n)));
        }
    }
}

/* ---- a preview ---- */

/* Whoever does not look ahead makes the same moves with the same pieces, and ends with the same tally. */
TEST(test_preview_changes_nothing)
{
    int lost = 0;
    Rng r = rng_from(rng_key(6, RNG_TEST, 0));
    for (int i = 0; i < 60; i++) {
        TetrisRules blind = board_rules(4 + (int)rng_below(&r, 7), 4 + (int)rng_below(&r, 9)), sees;
        random_pieces(&r, &blind);
        sees = blind;
        sees.preview = 1;
        TetrisState a, b;
        OWNED void *scratch = mem_new(1, agent_greedy.scratch_bytes(&(Rules){.game = game}));
        Rules ruled = {.game = game, .rules = &blind, .set = game_set(game, "cs3243")};
        game->start(&blind, (uint64_t)i, &a);
        game->start(&sees, (uint64_t)i, &b);
        for (int turn = 0, next = TETRIS_NO_PIECE; turn < 200; turn++) {
            game->chance(&blind, &a);
            game->chance(&sees, &b);
            assert_int_equal(game->over(&a), game->over(&b));
            assert_int_equal(a.piece, b.piece);
            assert_true(next == TETRIS_NO_PIECE || a.piece == next);
            if (game->over(&a)) break;
            Move m = agent_greedy.choose(&ruled, &a, report_weights, scratch);
            assert_int_equal(agent_greedy.choose(&ruled, &b, report_weights, scratch), m);
            assert_int_equal(a.next, TETRIS_NO_PIECE);
            assert_non_null(strchr(sees.pieces, tetris_pieces[b.next].letter));
            next = b.next;
            game->apply(&blind, &a, m);
            game->apply(&sees, &b, m);
        }
        lost += game->over(&a);
        assert_true(board_equal(&blind, &a, &b) && a.rows == b.rows && a.pieces == b.pieces);
    }
    assert_in_range(lost, 10, 50);
}

/* The pieces move up; the piece to place is known before the one after it is drawn, and so is whether it can be placed. */
TEST(test_preview)
{
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

/* ---- whole games ---- */

/* A piece comes: what may be placed is what the second engine says, and else the game is over. Returns how many moves;
 * *lost_rows: as of pile_moves. */
static int check_moves(const TetrisRules *rules, const TetrisState *s, const Pile *pile, int piece, Move *move, int *lost_rows)
{
    Move same[TETRIS_MOVES_MAX];
    const int n = pile_moves(pile, piece, same, lost_rows);
    assert_int_equal(game->over(s), n == 0);
    assert_int_equal(game->moves(rules, s, move), n);
    assert_memory_equal(move, same, (size_t)n * sizeof *move);
    return n;
}

/* A game of at most so many pieces, watched move by move; one move in so many is any, the others are those of a good player. The
 * rest of it, from a random move on, is played again by a copy. */
static void watch_game(Rng *r, const TetrisRules *rules, uint64_t seed, int pieces, uint32_t one_in, int64_t *all_rows)
{
    Rules ruled = {.game = game, .rules = rules, .set = &tetris_sets[0]};
    OWNED void *scratch = mem_new(1, agent_greedy.scratch_bytes(&ruled));
    TetrisState s, before, copy;
    Move move[TETRIS_MOVES_MAX];
    OWNED Move *made = mem_new((size_t)pieces, sizeof *made);
    Finding finding;
    int n, lost_rows, turns = 0, copied_at = (int)rng_below(r, 20);
    assert_int_equal(game->check(rules, &finding), 0);
    game->start(rules, seed, &s);
    Pile pile = pile_from(rules, &s);
    for (; turns < pieces; turns++) {
        assert_int_equal(game->outcomes(rules, &s, (int[TETRIS_PIECES]){0}), TETRIS_PIECES);
        if (turns == copied_at) memcpy(&copy, &s, sizeof copy);
        game->chance(rules, &s);
        assert_non_null(strchr(rules->pieces, tetris_pieces[s.piece].letter));
        n = check_moves(rules, &s, &pile, s.piece, move, &lost_rows);
        if (n == 0) break;
        made[turns] = rng_below(r, one_in) == 0 ? move[rng_below(r, (uint32_t)n)]
                                                : agent_greedy.choose(&ruled, &s, report_weights, scratch);
        before = s;
        game->apply(rules, &s, made[turns]);
        assert_true(pile_drop(&pile, before.piece, tetris_orientation(made[turns]), tetris_column(made[turns]), &lost_rows));
        assert_pile(rules, &s, &pile);
        assert_features(rules, &before, &s, &pile);
        assert_true(s.rows * rules->width <= 4 * s.pieces); /* on ten columns: 0.4 rows a piece */
        assert_int_equal(pile.n, 4 * s.pieces - s.rows * rules->width);
    }
    assert_pile(rules, &s, &pile); /* a losing move changes nothing */
    *all_rows += pile.rows;
    if (turns < copied_at) copied_at = turns + 1;
    for (int k = copied_at; k < turns; k++) {
        game->chance(rules, &copy);
        game->apply(rules, &copy, made[k]);
    }
    if (copied_at <= turns && turns < pieces) game->chance(rules, &copy);
    if (copied_at <= turns) assert_memory_equal(&copy, &s, sizeof copy);
}

/* Every board from 4 x 4 to 16 x 28. */
TEST(test_random_games)
{
    int64_t rows = 0;
    Rng r = rng_from(rng_key(1, RNG_TEST, 0));
    for (int width = 4; width <= TETRIS_WIDTH_MAX; width++)
        for (int height = 4; height <= TETRIS_HEIGHT_MAX; height++) {
            TetrisRules rules = board_rules(width, height);
            random_pieces(&r, &rules);
            watch_game(&r, &rules, rng_u32(&r), 40, 4, &rows);
        }
    assert_true(rows > 500); /* else these games prove little */
}

/* The report's board, all pieces, a long game. */
TEST(test_long_game)
{
    int64_t rows = 0;
    Rng r = rng_from(5);
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
    {8, 4, I, 5, 0, "|####....|\n|####....|\n|####....|\n|###.....|\n"}};

TEST(test_losing_moves)
{
    for (size_t i = 0; i < LENGTH(losing); i++) {
        TetrisRules rules = board_rules(losing[i].width, losing[i].height);
        TetrisState s;
        Move move[TETRIS_MOVES_MAX];
        int lost_rows;
        board_draw(&rules, &s, losing[i].board);
        s.rows = s.score = 7;
        s.pieces = 70;
        TetrisState before = s;
        Pile pile = pile_from(&rules, &s);
        game->happen(&rules, &s, losing[i].piece);
        const int n = check_moves(&rules, &s, &pile, losing[i].piece, move, &lost_rows);
        if (n != losing[i].moves || lost_rows != losing[i].lost_rows) {
            board_show("board", &rules, &s);
            fail_msg("board %zu: %d placements, %d lost rows", i + 1, n, lost_rows);
        }
        assert_int_equal(game->outcomes(&rules, &s, (int[TETRIS_PIECES]){0}), 0);
        assert_true(game->tally(&s).score == 7 && game->tally(&s).turns == 70 && board_equal(&rules, &s, &before));
    }
}

/* Full boards of all sizes: what may be placed is what the second engine says, and nothing that sticks out counts. */
TEST(test_losing_moves_at_random)
{
    int lost = 0, would_have_cleared = 0;
    Rng r = rng_from(rng_key(2, RNG_TEST, 0));
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
        Pile pile = pile_from(&rules, &s);
        Move move[TETRIS_MOVES_MAX];
        int lost_rows, piece = (int)rng_below(&r, TETRIS_TETROMINOES);
        game->happen(&rules, &s, piece);
        const int n = check_moves(&rules, &s, &pile, piece, move, &lost_rows);
        assert_pile(&rules, &s, &pile);
        lost += n == 0;
        would_have_cleared += n == 0 && lost_rows > 0;
    }
    assert_true(lost > 300 && lost < 2900 && would_have_cleared > 100); /* both kinds were seen */
}

/* ---- a trace ---- */

/* The losing move is told as orientation 0, column 0. */
TEST(test_trace)
{
    TetrisRules rules = board_rules(4, 4);
    TetrisState s;
    CLOSED(printed_table_end) PrintedTable table;
    OWNED char *text;
    FILE *f = files_memory(&text, NULL);
    printed_table(&table, f);
    game->start(&rules, 0, &s);
    for (int i = 0; i < 2; i++) {
        if (i == 1) board_draw(&rules, &s, losing[0].board);
        game->happen(&rules, &s, I);
        record_row(&table.record, "trace");
        game->trace(&rules, &s, tetris_move(1, 0) + (i == 1), &table.record);
        record_end(&table.record);
    }
    files_memory_close(f);
    assert_string_equal(text, "piece\torientation\tcolumn\n1\t1\t0\n1\t0\t0\n");
}

TESTS(NULL, NULL)
