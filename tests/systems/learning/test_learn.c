/* test_learn.c. The arithmetic of the autoencoder and of patterns, beside a second way of counting; and the boards that an
 * encoder is trained on. */
#include "systems/learning/encoding.h"
#include "systems/learning/patterns.h"
#include "tests/helpers.h"

enum { W = 5, H = 4, CELLS = W * H, UNITS = 3 };
static const EncoderShape shape = {.width = W, .height = H, .hidden = UNITS};

/* As the definition is worded, cell by cell, from the parameter that bears the name. */
static double parameter(const double *p, const char *format, int a, int b)
{
    char wanted[ENCODER_NAME], name[ENCODER_NAME];
    snprintf(wanted, sizeof wanted, format, a, b);
    for (int i = 0; i < encoder_parameters(&shape); i++) {
        encoder_name(&shape, i, name);
        if (strcmp(name, wanted) == 0) return p[i];
    }
    fail_msg("no parameter is called %s", wanted);
    return 0;
}

static int clamped(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static double mean_at(const double *board, int cell)
{
    double sum = 0;
    for (int k = 0; k < 9; k++) sum += board[clamped(cell / W + k / 3 - 1, H) * W + clamped(cell % W + k % 3 - 1, W)] / 9;
    return sum;
}

static double unit_again(const double *p, const double *board, int unit)
{
    double sum = parameter(p, "in_bias_%d", unit + 1, 0);
    for (int i = 0; i < CELLS; i++) sum += parameter(p, "in_%d_%d", i + 1, unit + 1) * mean_at(board, i);
    return sum > 0 ? sum : 0;
}

static double error_again(const double *p, const double *board)
{
    double error = 0;
    for (int i = 0; i < CELLS; i++) {
        double output = parameter(p, "out_bias_%d", i + 1, 0);
        for (int k = 0; k < UNITS; k++) output += parameter(p, "out_%d_%d", k + 1, i + 1) * unit_again(p, board, k);
        error += (output - board[i]) * (output - board[i]);
    }
    return error;
}

static double *random_parameters(Rng *rng)
{
    double *p = mem_new((size_t)encoder_parameters(&shape), sizeof *p);
    encoder_start(&shape, p, rng);
    for (int i = 0; i < encoder_parameters(&shape); i++) p[i] += rng_between(rng, -0.2, 0.2); /* biases, too */
    return p;
}

static void random_board(Rng *rng, double *board)
{
    for (int i = 0; i < CELLS; i++) board[i] = rng_below(rng, 2);
}

TEST(test_arithmetic)
{
    Rng rng = rng_from(rng_key(1, RNG_TEST, 0));
    double board[CELLS], units[UNITS];
    OWNED double *scratch = mem_new(encoder_scratch(&shape), sizeof *scratch);
    for (int repeat = 0; repeat < 5; repeat++) {
        OWNED double *p = random_parameters(&rng);
        random_board(&rng, board);
        encoder_units(&shape, p, board, scratch, units);
        for (int k = 0; k < UNITS; k++) assert_true(fabs(units[k] - unit_again(p, board, k)) < 1e-12);
        assert_true(fabs(encoder_error(&shape, p, board, scratch) - error_again(p, board)) < 1e-10);
    }
}

/* A step is -rate times the slope of the mean error, which finite differences show, too. */
TEST(test_gradient)
{
    enum { BOARDS = 2 };
    const double rate = 1e-3, small = 1e-5;
    Rng rng = rng_from(rng_key(1, RNG_TEST, 1));
    const int n = encoder_parameters(&shape);
    double boards[BOARDS * CELLS];
    OWNED double *p = random_parameters(&rng), *moved = mem_new((size_t)n, sizeof *moved),
                 *gradient = mem_new((size_t)n, sizeof *gradient), *scratch = mem_new(encoder_scratch(&shape), sizeof *scratch);
    for (int b = 0; b < BOARDS; b++) random_board(&rng, boards + b * CELLS);
    memcpy(moved, p, (size_t)n * sizeof *p);
    encoder_step(&shape, moved, boards, BOARDS, rate, gradient, scratch);
    for (int i = 0; i < n; i++) {
        const double at = p[i];
        double side[2] = {0, 0};
        for (int k = 0; k < 2; k++) {
            p[i] = at + (k ? small : -small);
            for (int b = 0; b < BOARDS; b++) side[k] += encoder_error(&shape, p, boards + b * CELLS, scratch) / BOARDS;
        }
        p[i] = at;
        assert_true(fabs((at - moved[i]) / rate - (side[1] - side[0]) / (2 * small)) < 1e-4);
    }
}

/* Random boards are empty above a height that is drawn evenly, and filled by the share below it; a seed names one board. */
TEST(test_random_boards)
{
    enum { BOARDS = 4000 };
    const BoardSource source = {.fill = 0.5};
    const uint64_t key = rng_key(3, RNG_TRAINING, 0);
    CLOSED(encoding_free) EncoderProblem e, again;
    encoding_make(&e, &shape, &source, key, BOARDS);
    encoding_make(&again, &shape, &source, key, BOARDS / 2);
    assert_memory_equal(e.board, again.board, BOARDS / 2 * CELLS * sizeof *e.board);
    double filled = 0, top = 0;
    for (int b = 0; b < BOARDS; b++)
        for (int i = 0; i < CELLS; i++) {
            filled += e.board[b * CELLS + i];
            top += i >= (H - 1) * W ? e.board[b * CELLS + i] : 0;
        }
    /* the mean height is half of the board's; the highest row is filled where the height is H, one of H + 1 */
    assert_true(fabs(filled / BOARDS / CELLS - 0.25) < 0.01);
    assert_true(fabs(top / BOARDS / W - 0.5 / (H + 1)) < 0.01);
}

/* Boards of games are those of games under way: of every game that has an observation of a size that fits. */
TEST(test_boards_of_games)
{
    int games = 0;
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Game *game = registry_games[g];
        EncoderShape fits = {.hidden = 2};
        if (game->learning == NULL) continue;
        OWNED void *rules = options_new(game->params, game->rules_bytes, "");
        game->learning->observations[0].shape(rules, &fits.width, &fits.height);
        if (fits.width > ENCODER_CELLS_MAX / fits.height) continue;
        const BoardSource source = {.observation = &game->learning->observations[0],
                                    .r = {.game = game, .rules = rules, .set = &game->sets[0]},
                                    .agent = registry_agents[0],
                                    .of_games = true,
                                    .moves = 20};
        CLOSED(encoding_free) EncoderProblem e;
        encoding_make(&e, &fits, &source, rng_key(1, RNG_TRAINING, 0), 200);
        double sum = 0;
        for (int i = 0; i < 200 * encoder_cells(&fits); i++) {
            assert_true(e.board[i] >= 0 && e.board[i] <= 1);
            sum += e.board[i];
        }
        assert_true(sum > 0);
        games++;
    }
    assert_true(games >= 1);
}

/* The cell of a board with its walls: x filled, o empty. */
static char cell_at(const double *board, int x, int y)
{
    return x < 0 || x >= W || y < 0 || (y < H && board[y * W + x] > 0.5) ? 'x' : 'o';
}

/* Every window has one pattern: the one of its name, or of the name that a mirror shows. */
TEST(test_patterns)
{
    Rng rng = rng_from(rng_key(1, RNG_TEST, 2));
    double board[CELLS], count[PATTERNS], expected[PATTERNS];
    for (int repeat = 0; repeat < 50; repeat++) {
        random_board(&rng, board);
        patterns_count(W, H, board, count);
        memset(expected, 0, sizeof expected);
        for (int y = -1; y < H; y++)
            for (int x = -1; x + 2 <= W; x++) {
                char as[32] = "pattern_xxx_xxx", mirrored[32] = "pattern_xxx_xxx";
                for (int k = 0; k < 3; k++) {
                    as[8 + k] = mirrored[10 - k] = cell_at(board, x + k, y + 1);
                    as[12 + k] = mirrored[14 - k] = cell_at(board, x + k, y);
                }
                int found = 0;
                for (int i = 0; i < PATTERNS; i++) {
                    const bool is = strcmp(pattern_names[i], as) == 0 || strcmp(pattern_names[i], mirrored) == 0;
                    expected[i] += is;
                    found += is;
                }
                assert_int_equal(found, 1);
            }
        assert_memory_equal(count, expected, sizeof count);
    }
}

TESTS(NULL, NULL)
