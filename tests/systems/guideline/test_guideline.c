/* test_guideline.c. The game guideline: values of the original player; pieces, moves, bag, hold and losses, by examples; what is
 * said of inis and weights files of the agent penalty, and the covariance of features. */
#include "config/weights.h"
#include "tests/configs.h"
#include "tests/covariance.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/systems/guideline/guideline_reference.h"

static const Game *const game = &game_guideline;

/* Whether a state has this move. */
static bool has(const GuidelineRules *rules, const GuidelineState *s, Move m)
{
    Move move[GUIDELINE_MOVES_MAX];
    const int n = game->moves(rules, s, move);
    for (int i = 0; i < n; i++)
        if (move[i] == m) return true;
    return false;
}

/* ---- pieces and placements ---- */

/* Every shape has the cells of the published matrix, turned. */
TEST(test_shapes)
{
    for (int piece = 0; piece < ROWS_PIECES; piece++)
        for (int turn = 0; turn < ROWS_STATES; turn++) {
            const RowsShape *shape = &rows_shapes[piece][turn];
            Matrix m = reference_matrix(piece, turn);
            int width = 0;
            for (int c = 0; c < 4; c++) {
                int bottom = -1, top = -1;
                for (int j = 0; j < 4; j++) {
                    bool cell = shape->drop - j >= 0 && m.cell[shape->drop - j][c];
                    assert_int_equal(shape->cells << shape->left >> (16 * j + c) & 1, cell);
                    if (cell && bottom < 0) bottom = j;
                    if (cell) top = j + 1;
                    assert_true(!cell || j < shape->height);
                }
                if (bottom < 0) continue;
                assert_int_equal(c, shape->left + width);
                assert_true(shape->bottom[width] == bottom && shape->top[width] == top);
                width++;
            }
            assert_int_equal(shape->width, width);
            assert_true((shape->cells & 0xffff) != 0 && shape->cells >> (16 * (shape->height - 1)) != 0);
        }
}

/* 36 end points of O and 34 of every other piece on an open board, by state and then by column; the same by moving. */
TEST(test_end_points)
{
    for (int piece = 0; piece < ROWS_PIECES; piece++) {
        GuidelineState s = reference_state("", (char[]){guideline_letters[piece], 'T', 0}, 'Z');
        Move drop[GUIDELINE_MOVES_MAX], reach[GUIDELINE_MOVES_MAX];
        int points = piece == ROWS_O ? 36 : 34;
        assert_int_equal(guideline_drops(&reference_rules, &s, piece, false, false, drop), points);
        assert_int_equal(guideline_reachable(&reference_rules, &s, piece, false, false, reach), points);
        assert_memory_equal(drop, reach, (size_t)points * sizeof *drop);
        assert_int_equal(game->moves(&reference_rules, &s, drop), points + 34);
        for (int i = 0; i < points + 34; i++) {
            assert_int_equal(guideline_other(drop[i]), i >= points);
            if (i > 0 && i != points) assert_true(drop[i] > drop[i - 1]);
        }
    }
}

/* ---- the penalty ---- */

static double best_penalty(const char *board, char letter)
{
    GuidelineRules rules = reference_rules;
    rules.hold = false;
    GuidelineState s = reference_state(board, (char[]){letter, 0}, 0);
    Rules r = {.game = game, .rules = &rules, .set = &reference_penalty_set};
    Move move[GUIDELINE_MOVES_MAX];
    int n = game->moves(&rules, &s, move);
    double least = HUGE_VAL;
    for (int i = 0; i < n; i++) {
        GuidelineState after = s;
        game->apply(&rules, &after, move[i]);
        least = fmin(least, -agent_penalty.value(&r, &s, &after, reference_handmade));
    }
    return least;
}

/* Best penalties on two boards, made with the original program. */
TEST(test_penalty_of_the_original)
{
    static const char letters[] = "IJLOSTZ";
    static const double on_empty[] = {1, 2, 2, 2, 4, 2, 4}, on_rows[] = {8, 8, 8, 8, 10, 8, 10};
    static const char rows[] = "|##........|\n|##........|\n|###.......|\n|.#........|\n";
    for (int i = 0; letters[i] != '\0'; i++) {
        assert_true(best_penalty("", letters[i]) == on_empty[i]);
        assert_true(best_penalty(rows, letters[i]) == on_rows[i]);
    }
}

/* Features of a game whose state after a move is what the agent reads. */
static void copy_raw(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    (void)rules, (void)before;
    memcpy(out, after, (size_t)set->n * sizeof *out);
}

static double penalty_of(const double *raw, const double *a)
{
    static const Game copies = {.values = copy_raw};
    return -agent_penalty.value(&(Rules){.game = &copies, .set = &reference_penalty_set}, NULL, raw, a);
}

/* The terms of holes, blocked cells and wells are cut off at 0, each by itself; the heights count as they are. */
TEST(test_penalty_terms)
{
    static const double raw[] = {3, 2, 1, 12, 1, 1, 0}, a[] = {1, 2, -5, 4, -1, 10, 0.5, 100};
    assert_true(penalty_of(raw, a) == 8 + 0 + 0 + 12 - 1 + 0.5);
    static const double high[] = {0, 0, 4, 18, 0, 8, 3}, negative[] = {2, -1, 3, 0.5, -1, 10, -1, 2};
    assert_true(penalty_of(high, negative) == 0 + 1.5 + 30 + 18 - 8 + 6);
    /* What counts heights is added as one sum, which decides the last bit: 30.3, and not 30.299999999999997. */
    static const double parts[] = {7.9, 7.4, 5.5, 12, 3, 2, 1}, thirds[] = {0, 1, 0, 1, 0, 1, 0.1, 0.3};
    assert_true(penalty_of(parts, thirds) == 30.3);
}

/* Counted by hand: closed holes, blocked cells, tall wells, height of the stack. */
TEST(test_penalty_by_hand)
{
    static const struct {
        const char *text;
        double raw[4];
    } boards[] = {
        /* Closed: two cells of column 0, one of column 2. Blocked: two under a roof, open on the right. */
        {"|#.........|\n|.#.###....|\n|.###....#.|\n|##.#######|\n", {3, 2, 0, 4}},
        /* Column 2 is a well five deep: the cells under three and four of it count; so does one of column 0, four deep. */
        {"|.#.#......|\n|.#.#......|\n|.#.#......|\n|.#.#......|\n|##.#......|\n", {0, 0, 2 + 1, 5}},
        /* Column 2 is a well three deep over a wider place: its cell there counts, that beside it is blocked. Column 0: 2. */
        {"|.#.#......|\n|.#.#......|\n|.#.#......|\n|.#...#....|\n|.#####....|\n", {0, 1, 1 + 2, 5}}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        GuidelineState s = reference_state(boards[i].text, "T", 0);
        double raw[GUIDELINE_PENALTY_FEATURES];
        game->values(&reference_rules, &reference_penalty_set, &s, &s, raw);
        for (int f = 0; f < 4; f++)
            if (raw[f] != boards[i].raw[f]) {
                reference_show(&reference_rules, &s);
                fail_msg("%s is %g, by hand %g", guideline_features[f].name, raw[f], boards[i].raw[f]);
            }
    }
}

/* ---- slides and spins ---- */

/* A T turned under an overhang clears two rows; a T that stands on the edge of a hole three deep turns into it by the last kick,
 * without which there is no way; an I slides under a roof. Dropped, none of them can come there. */
TEST(test_slides_and_spins)
{
    const struct {
        const char *board, *queue;
        Move move;
        int cleared;
    } rows[] = {
        {"|####..####|\n|###...####|\n|####.#####|\n", "TO", guideline_move(false, 2, 3, 0), 2},
        {"|##........|\n|#.........|\n|#.########|\n|#..#######|\n|#.########|\n", "TO", guideline_move(false, 1, 0, 0), 3},
        {"|####......|\n|..........|\n", "IO", guideline_move(false, 0, 0, 0), 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        GuidelineRules rules = reference_rules;
        GuidelineState s = reference_state(rows[i].board, rows[i].queue, 0);
        assert_false(has(&rules, &s, rows[i].move));
        rules.moves = GUIDELINE_REACHABLE;
        assert_true(has(&rules, &s, rows[i].move));
        game->apply(&rules, &s, rows[i].move);
        assert_int_equal(s.cleared, rows[i].cleared);
        if (i > 0) continue;
        assert_true(s.eroded == 4 && s.rows == 2 && s.height == 1);
        assert_int_equal(rows_get(s.board.word, 0), rows_full(GUIDELINE_WIDTH) & ~(3u << 4));
    }
    const Pile triple = pile_draw(20, rows[1].board);
    const int last = kick_number(true, 0, 1, 4);
    Move move[GUIDELINE_MOVES_MAX];
    for (int i = reference_reachable(&triple, ROWS_T, false, last, NULL, move); i > 0; i--)
        assert_int_not_equal(move[i - 1], rows[1].move);
}

/* ---- what comes ---- */

/* Out of a bag every seven pieces are all of them, and each is as often the first as any other. Without a bag all are alike at
 * any time, and a seventh of them are like the one before. */
TEST(test_pieces)
{
    enum { BAGS = 7000 };
    for (int bag = 0; bag <= 1; bag++) {
        GuidelineRules rules = reference_rules;
        rules.hold = false, rules.bag = bag, rules.preview = 0;
        GuidelineState s;
        int first[ROWS_PIECES] = {0}, twice = 0, last = -1, odds[ROWS_PIECES];
        game->start(&rules, bag ? 3 : 4, &s);
        for (int i = 0, seen = 0; i < 7 * BAGS; i++) {
            assert_int_equal(game->outcomes(&rules, &s, odds), ROWS_PIECES);
            for (int p = 0; p < ROWS_PIECES; p++) assert_int_equal(odds[p], !(seen >> p & 1));
            game->chance(&rules, &s);
            const int piece = s.queue[0];
            assert_false(seen >> piece & 1);
            first[piece] += seen == 0;
            twice += piece == last;
            last = piece;
            if (bag) seen = seen == 0x7f - (1 << piece) ? 0 : seen | 1 << piece;
            s.known = 0, s.queue[0] = GUIDELINE_NO_PIECE; /* as if it had been placed */
        }
        const int mean = bag ? BAGS / 7 : BAGS, off = bag ? 130 : 350; /* 4.4 and 4.5 standard deviations */
        for (int p = 0; p < ROWS_PIECES; p++) assert_in_range(first[p], mean - off, mean + off);
        if (!bag) assert_in_range(twice, mean - off, mean + off);
    }
}

/* ---- hold ---- */

/* Where nothing is held the next piece is placed and the current one held, and two pieces are due; else the two are exchanged. */
TEST(test_hold)
{
    GuidelineState s = reference_state("", "TIOS", 0);
    Move move[GUIDELINE_MOVES_MAX];
    game->moves(&reference_rules, &s, move);
    game->apply(&reference_rules, &s, move[34]);
    assert_true(s.placed == ROWS_I && s.held == ROWS_T && s.queue[0] == ROWS_O && s.known == 2 && s.pieces == 1);
    game->chance(&reference_rules, &s);
    assert_true(s.known == 4 && s.queue[1] == ROWS_S);
    game->moves(&reference_rules, &s, move);
    game->apply(&reference_rules, &s, move[36]);
    assert_true(s.placed == ROWS_T && s.held == ROWS_O && s.queue[0] == ROWS_S && s.known == 3 && s.pieces == 2);
    game->chance(&reference_rules, &s);
    game->moves(&reference_rules, &s, move);
    game->apply(&reference_rules, &s, move[0]);
    assert_true(s.placed == ROWS_S && s.held == ROWS_O);
}

/* The agent greedy exchanges exactly where the best move of the other piece is better than the best of the current one. */
TEST(test_hold_only_where_better)
{
    static const double w[] = {-2, -1, -10, -1, 1, -3, -3};
    Rules r = {.game = game, .rules = &reference_rules, .set = &reference_penalty_set};
    OWNED void *scratch = mem_new(1, agent_greedy.scratch_bytes(&r));
    Move move[GUIDELINE_MOVES_MAX];
    int exchanged = 0, equal = 0;
    GuidelineState s;
    game->start(&reference_rules, 5, &s);
    for (game->chance(&reference_rules, &s); s.pieces < 2000; game->chance(&reference_rules, &s)) {
        double best[2] = {-HUGE_VAL, -HUGE_VAL};
        int n = game->moves(&reference_rules, &s, move);
        for (int i = 0; i < n; i++) {
            GuidelineState after = s;
            game->apply(&reference_rules, &after, move[i]);
            double value = rules_value(&r, &s, &after, w), *to = &best[guideline_other(move[i])];
            if (value > *to) *to = value;
        }
        Move chosen = agent_greedy.choose(&r, &s, w, scratch);
        assert_int_equal(guideline_other(chosen), best[1] > best[0]);
        exchanged += guideline_other(chosen);
        equal += best[1] == best[0];
        game->apply(&reference_rules, &s, chosen);
        if (game->over(&s)) game->start(&reference_rules, (uint64_t)s.pieces + 6, &s);
    }
    assert_true(exchanged > 100 && equal > 100);
}

/* ---- losing ---- */

/* A board of the uppermost rows, the row so many times, and the lowest; the held I has come down upright in column 9. */
static GuidelineState after_a_move(const char *uppermost, int times, const char *row, const char *lowest, const char *queue)
{
    char text[GUIDELINE_HEIGHT_MAX * (GUIDELINE_WIDTH + 3) + 1];
    strcpy(text, uppermost);
    for (int y = 0; y < times; y++) strcat(text, row);
    GuidelineState s = reference_state(strcat(text, lowest), queue, 'I');
    game->apply(&reference_rules, &s, guideline_move(true, 1, 7, 0));
    return s;
}

/* The cells in which the next piece appears must be free: two rows of three columns, for O of the two in the middle, for I four
 * cells of the top row. */
TEST(test_lost_where_pieces_appear)
{
    static const struct {
        const char *rows, *lost;
    } boards[] = {{"|..........|\n|...#......|\n|..........|\n", "TLJS"},
                  {"|....#.....|\n|..........|\n|..........|\n", "OITSZ"},
                  {"|......#...|\n|..........|\n|..........|\n", "I"}};
    for (size_t i = 0; i < LENGTH(boards); i++)
        for (const char *c = "OILJTSZ"; *c != '\0'; c++) {
            const GuidelineState s = after_a_move(boards[i].rows, 17, "|#.#.#.#.#.|\n", "", (char[]){'T', *c, 0});
            assert_int_equal(s.lost, strchr(boards[i].lost, *c) != NULL);
        }
}

/* After a move that cleared rows the game goes on, as long as any piece can be placed. */
TEST(test_not_lost_after_clearing)
{
    GuidelineState s = after_a_move("", 19, "|...##.....|\n", "|#########.|\n", "JTT");
    assert_int_equal(s.cleared, 1);
    assert_false(s.lost); /* row 19 came down to row 18, where T appears */
    assert_true(reference_blocked(&(Pile){.height = 20, .cell = {[18] = {[4] = true}}}, ROWS_T));
    Move move[GUIDELINE_MOVES_MAX];
    assert_true(game->moves(&reference_rules, &s, move) > 0);
    game->apply(&reference_rules, &s, move[0]);
    assert_true(s.cleared == 0 && s.lost);
}

/* ---- rules, and what people see ---- */

TEST(test_rules_that_fit)
{
    OWNED void *defaults = options_new(game->params, game->rules_bytes, "");
    GuidelineRules rules = reference_rules;
    Finding found[FINDINGS_MAX];
    assert_memory_equal(defaults, &reference_rules, sizeof rules);
    assert_int_equal(game->check(&rules, found), 0);
    rules.preview = 0;
    assert_int_equal(game->check(&rules, found), 1);
    assert_string_equal(found[0].key, "preview");
    assert_string_equal(found[0].why, "must be at least 1 where hold is yes");
    rules.hold = false;
    assert_int_equal(game->check(&rules, found), 0);
}

TEST(test_text)
{
    GuidelineRules rules = reference_rules;
    rules.height = 8;
    char text[1000];
    GuidelineState s = reference_state("|#.........|\n|##.......#|\n", "TIO", 'Z');
    game->text(&rules, &s, text, sizeof text);
    assert_string_equal(text, "|..........|\n|..........|\n|..........|\n|..........|\n|..........|\n|..........|\n"
                              "|#.........|\n|##.......#|\n+----------+\nhold Z  next T I O\n");
    s.held = GUIDELINE_NO_PIECE;
    game->text(&rules, &s, text, sizeof text);
    assert_non_null(strstr(text, "\nhold -  next T I O\n"));
    rules.hold = false;
    game->text(&rules, &s, text, sizeof text);
    assert_non_null(strstr(text, "+\nnext T I O\n"));
    for (int i = 0; i < ROWS_PIECES; i++) {
        assert_int_equal(game->letter(&rules, "OILJTSZ"[i]), i);
        assert_int_equal(game->letter(&rules, (char)('0' + i)), i);
    }
    assert_true(game->letter(&rules, 'X') < 0 && game->letter(&rules, '7') < 0 && game->letter(&rules, '\0') < 0);
}

/* ---- inis and weights files of the penalty, whose weights are its own ---- */

TEST(test_mistakes)
{
    static const struct {
        const char *ini, *expected;
    } mistakes[] = {
        {BUDGET "[game]\nkind = guideline\n[agent]\nkind = penalty\nfeatures = bcts\n[objective]\nlower = -1\n",
         "x.ini:7: features = bcts: has no effect where [agent] kind = penalty, which has its own weights and ranges\n"
         "x.ini:9: lower = -1: has no effect where [agent] kind = penalty, which has its own weights and ranges\n"},
        {BUDGET "[game]\nkind = guideline\n[agent]\nkind = penalty\n[optimiser]\ndomain = sphere\n",
         "x.ini:8: domain = sphere: searches directions only, but the length of the weights of [agent] kind = penalty matters\n"},
        {BUDGET "[game]\nkind = tetris\n[agent]\nkind = penalty\n",
         "x.ini:6: kind = penalty: cannot play tetris: 'closed_holes' is neither a feature nor a feature set of tetris; "
         "'swarmtris list features' and 'list sets' have their names\n"}};
    for (size_t i = 0; i < LENGTH(mistakes); i++) assert_told(mistakes[i].ini, NULL, NULL, mistakes[i].expected);
}

/* Weights of an agent's own: their names, their defaults, what says that they are meant. */
TEST(test_own_weights)
{
    static const ConfigValue asked[] = {
        {"game.kind=guideline", "--set"}, {"agent.kind=penalty", "--set"}, {"agent.features=bcts", "--set"}};
    static const struct {
        const char *text, *expected;
        int asked, status; /* asked: 0 nothing, 1 the agent, 2 bcts */
    } rows[] = {{"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\n", "", 0, WEIGHTS_READ},
                {"[weights]\nwells_factor = 7\n", "", 1, WEIGHTS_READ},
                {"0 2 0 2 -1 7 10 10", "", 1, WEIGHTS_READ},
                {"0 2 0 2 -1 7 10", "w: 7 numbers, but penalty has 8 weights\n", 1, WEIGHTS_BAD},
                {"[weights]\nwells_faktor = 7\n[rules]\nagent = penalty\n",
                 "w:2: 'wells_faktor' is no weight of penalty; did you mean 'wells_factor'?\n", 0, WEIGHTS_BAD},
                {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\n",
                 "--set agent.features=bcts: has no effect where [agent] kind = penalty, which has its own weights and ranges\n",
                 2, WEIGHTS_BAD},
                {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\nfeatures = bcts\n",
                 "w:5: agent.features = bcts: has no effect where [agent] kind = penalty, which has its own weights and "
                 "ranges\n",
                 0, WEIGHTS_BAD}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(weights_free) Weights w;
        CLOSED(config_free) Config c;
        CLOSED(errors_free) Errors errors = {0};
        write_file("w", rows[i].text);
        const ConfigValue values[] = {asked[0], asked[rows[i].asked]};
        const int status = (int)weights_load(&w, &c, "w", values, 1 + (rows[i].asked > 0), &errors);
        assert_lines(&errors, rows[i].expected);
        assert_int_equal(status, rows[i].status);
        if (status == WEIGHTS_READ) {
            assert_true(c.game == &game_guideline && c.agent == &agent_penalty && w.n == 8 && c.weights.n == 8);
            assert_true(w.w[0] == 0 && w.w[1] == 2 && w.w[4] == -1 && w.w[5] == 7 && w.w[7] == 10);
            assert_string_equal(c.weights.row[5].name, "wells_factor");
        }
    }
}

/* ---- the covariance of features ---- */

/* There a piece that is turned may fill the same cells, and a piece may be exchanged for one like it. */
TEST(test_covariance_of_turned)
{
    static const double good[FEATURES] = {-1, 1, -1, -1, -1, -1, -1, -1, -1}, poor[FEATURES] = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    check_covariance("[game]\nkind = guideline\nheight = 8\nbag = no\n[agent]\nfeatures = bcts,max_height\n"
                     "[training]\niterations = 1\n[optimiser]\nkind = random\n",
                     good, poor, offsetof(GuidelineState, move), sizeof(Move));
}

TEST(test_no_covariance)
{
    CLOSED(live_close) Live l;
    live_open(&l, "[game]\nkind = guideline\n[agent]\nkind = penalty\n[training]\niterations = 1\n", NULL, 0);
    assert_null(l.setup.trainings.spec[0].covariance.measure);
}

TESTS(place_enter, place_leave)
