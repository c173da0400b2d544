/* test_tetris.c. Tetris by the rules cs3243: the published reference values, every feature against boards counted by hand,
 * a small Tetris, and the moves of the player tetr-ai. */
#include "config/weights.h"
#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/pile.h"
#include "tests/samples.h"

#include <dirent.h>

static const Game *const game = &game_tetris;

/* ---- reference values of the original program ---- */

/* Piece stream P. */
static int next_piece(uint32_t *x)
{
    *x = (1103515245u * *x + 12345u) & 0x7fffffff;
    return (int)(*x / 65536 % 7);
}

/* The first moves of a greedy player on stream P: piece, orientation and column of each (20). The losing move counts
 * as (0, 0). Returns the move hash; *rows, *turns: what it cleared, moves it made, the losing one included. */
static uint32_t play_stream(const double *w, int pieces, int moves[][3], int64_t *rows, int *turns)
{
    TetrisRules rules = board_rules(10, 20);
    Rules r = {.game = game, .rules = &rules, .set = game_set(game, "cs3243")};
    TetrisState s;
    OWNED void *scratch = mem_new(1, agent_greedy.scratch_bytes(&r));
    uint32_t x = 1, hash = 0;
    game->start(&rules, 0, &s);
    for (*turns = 0; *turns < pieces && !game->over(&s); ++*turns) {
        int piece = next_piece(&x), orientation = 0, column = 0;
        game->happen(&rules, &s, piece);
        if (!game->over(&s)) {
            Move m = agent_greedy.choose(&r, &s, w, scratch);
            orientation = tetris_orientation(m);
            column = tetris_column(m);
            game->apply(&rules, &s, m);
        }
        hash = 31 * hash + (uint32_t)(10 * orientation + column);
        if (*turns < 20) moves[*turns][0] = piece, moves[*turns][1] = orientation, moves[*turns][2] = column;
    }
    *rows = game->tally(&s).score;
    return hash;
}

/* Made with the original program. */
TEST(test_reference_games)
{
    static const double zero[8] = {0};
    static const int first[12][3] = {{3, 1, 0}, {4, 3, 3}, {5, 1, 0}, {1, 1, 6}, {6, 0, 4}, {6, 0, 6},
                                     {1, 0, 9}, {6, 1, 2}, {0, 0, 1}, {5, 1, 7}, {5, 1, 7}, {6, 1, 0}};
    int moves[20][3], turns;
    int64_t rows;
    assert_int_equal(play_stream(report_weights, 100, moves, &rows, &turns), 826260681);
    assert_true(rows == 38 && turns == 100);
    assert_memory_equal(moves, first, sizeof first);
    assert_int_equal(play_stream(report_weights, 200, moves, &rows, &turns), 1231828321);
    assert_true(rows == 76 && turns == 200);
    assert_int_equal(play_stream(zero, 1000, moves, &rows, &turns), 62001984);
    assert_true(rows == 0 && turns == 15);
}

/* Moves (piece, orientation, column) from an empty board, and the eight cs3243 features of the last. */
TEST(test_reference_features)
{
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
        game->start(&rules, 0, &after);
        for (int k = 0; k < rows[i].n; k++) {
            game->happen(&rules, &after, rows[i].move[k][0]);
            before = after;
            game->apply(&rules, &after, tetris_move(rows[i].move[k][1], rows[i].move[k][2]));
        }
        for (int k = 0; k < 8; k++) {
            double value = game->value(&rules, set->index[k], &before, &after);
            if (value == rows[i].features[k]) continue;
            board_show("after", &rules, &after);
            fail_msg("example %zu, %s: %.17g, published %.17g", i + 1, tetris_features[set->index[k]].name, value,
                     rows[i].features[k]);
        }
        if (i == 3) assert_true(game->value(&rules, TETRIS_HOLES, &before, &after) == 1);
    }
}

#define DELLACHERIE " landing_height eroded_cells row_transitions column_transitions holes wells"
#define BERTSEKAS                                                                                                      \
    " column_height_1 column_height_2 column_height_3 column_height_4 column_height_5 column_height_6 column_height_7" \
    " column_height_8 column_height_9 column_height_10 height_difference_1 height_difference_2 height_difference_3"    \
    " height_difference_4 height_difference_5 height_difference_6 height_difference_7 height_difference_8"             \
    " height_difference_9 max_height holes"

/* The sets have the published names in the published order. */
TEST(test_sets)
{
    static const struct {
        const char *name, *features;
    } sets[TETRIS_SETS] = {
        {"cs3243", " max_height rows_cleared avg_height_increase cs3243_holes cs3243_column_transitions height_differences "
                   "cs3243_row_transitions wells"},
        {"cs3243-text",
         " max_height_increase rows_cleared avg_height_increase holes cs3243_column_transitions height_differences "
         "cs3243_row_transitions open_wells"},
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
        {"el-tetris-js", " landing_height rows_cleared row_transitions cs3243_column_transitions holes wells"},
        {"bertsekas", BERTSEKAS},
        {"yiyuan", " aggregate_height rows_cleared holes height_differences"},
        {"yiyuan-js", " uncleared_aggregate_height rows_cleared uncleared_holes uncleared_height_differences"},
        {"tetrispros", " tetrispros_height_differences tetrispros_max_height tetrispros_rows_cleared tetrispros_constant"
                       " tetrispros_holes tetrispros_pits tetrispros_height_deviation"},
        {"tetrispros-text", " tetrispros_height_differences_text tetrispros_max_height_text tetrispros_rows_cleared"
                            " tetrispros_loss tetrispros_holes tetrispros_wells_text tetrispros_height_deviation_text"},
        {"tetrispros-eleven", " max_height holes hole_tops rows_cleared height_range deepest_well well_depths filled_cells"
                              " weighted_cells inner_row_transitions inner_column_transitions"},
        {"tetr-ai", " landing_rows rows_cleared row_transitions column_transitions holes top_hole_column wells_1 wells_2 wells_3"
                    " well_excess worst_well_1 worst_well_2 worst_well_3 worst_well_excess holes_wall holes_second holes_third "
                    "excess_wall excess_near worst_excess_wall worst_excess_near"
                    " fits off_middle"},
        {"deep-wells",
         " landing_rows row_transitions column_transitions holes top_hole_column wells_1 wells_2 well_excess worst_well_excess"},
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
TEST(test_sets_that_fit)
{
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
TEST(test_empty_board)
{
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
                                        [TETRIS_TETRISPROS_CONSTANT] = 10,
                                        [TETRIS_TETRISPROS_LOSS] = 10,
                                        [TETRIS_FITS] = 24,       /* all but S and Z lie flat in many places */
                                        [TETRIS_OFF_MIDDLE] = 9}; /* of no piece */
    for (int f = 0; f < TETRIS_FEATURES; f++) assert_true(game->value(&rules, f, &s, &s) == expected[f]);
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

TEST(test_boards)
{
    int looked[TETRIS_FEATURES] = {0};
    DIR *dir = opendir("tests/boards");
    if (dir == NULL) fail_msg("tests/boards: the tests are to be run in the folder of the Makefile");
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        OWNED char *path = text_new("tests/boards/%s", entry->d_name);
        if (strstr(path, ".txt") != NULL) board_check(path, looked);
    }
    closedir(dir);
    for (int f = 0; f < TETRIS_FEATURES; f++)
        if (looked[f] == 0) fail_msg("no board in tests/boards counts %s", tetris_features[f].name);
}

/* "Whether the current move results in a loss": the shown piece has no place after it. */
TEST(test_loss)
{
    TetrisRules rules = board_rules(4, 4);
    TetrisState s, after;
    Move move[TETRIS_MOVES_MAX];
    int losses = 0;
    rules.preview = 1;
    game->start(&rules, 3, &s);
    for (game->chance(&rules, &s); !game->over(&s); game->chance(&rules, &s)) {
        const int n = game->moves(&rules, &s, move);
        for (int i = 0; i < n; i++) {
            after = s;
            game->apply(&rules, &after, move[i]);
            const bool lost = after.piece != TETRIS_NO_PIECE && game->moves(&rules, &after, (Move[TETRIS_MOVES_MAX]){0}) == 0;
            assert_true(game->value(&rules, TETRIS_TETRISPROS_LOSS, &s, &after) == (lost ? -10 : 10));
            assert_true(game->value(&rules, TETRIS_TETRISPROS_CONSTANT, &s, &after) == 10);
            losses += lost;
        }
        game->apply(&rules, &s, move[0]);
    }
    assert_true(losses > 0);
}

/* ---- small Tetris: three columns, three rows, a domino that stands ---- */

TEST(test_small)
{
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
TEST(test_learning_of_the_usual_board)
{
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
TEST(test_lanes_refuse_what_they_do_not_know)
{
    TetrisRules rules[] = {board_rules(4, 4), board_rules(3, 4), board_rules(4, 3), board_rules(4, 4)};
    snprintf(rules[3].pieces, sizeof rules[3].pieces, "Oi");
    for (const Lanes *const *lanes = game->lanes; *lanes != NULL; lanes++)
        for (int i = 0; i < 4; i++) assert_int_equal((*lanes)->refuses(&rules[i], game_set(game, "cs3243")) != NULL, i > 0);
}

/* ---- the rest ---- */

TEST(test_check)
{
    static const struct {
        int width, height;
        const char *pieces, *weights, *key, *why;
    } rows[] = {
        {10, 20, "OILJTSZ", "", NULL, NULL},
        {10, 20, "TS", "1 0", NULL, NULL},
        {10, 20, "", "", "pieces", "must name at least one of OILJTSZi"},
        {10, 20, "OO", "", "pieces", "must be letters of OILJTSZi, each at most once"},
        {10, 20, "OX", "", "pieces", "must be letters of OILJTSZi, each at most once"},
        {10, 20, "o", "", "pieces", "must be letters of OILJTSZi, each at most once"},
        {10, 20, "OIL", "1 2", "piece_weights", "must have one number for each letter of pieces, or none"},
        {10, 20, "OI", "1 2 3", "piece_weights", "must have one number for each letter of pieces, or none"},
        {10, 20, "OI", "0 0", "piece_weights", "must have at least one number above 0"},
        {3, 3, "I", "", "pieces", "must have a piece that fits on the board"},
        {3, 4, "I", "", NULL, NULL},  /* it stands */
        {4, 3, "I", "", NULL, NULL},  /* it lies */
        {3, 3, "IJ", "", NULL, NULL}, /* J comes, too */
        {3, 3, "IJ", "1 0", "pieces", "must have a piece that fits on the board"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        TetrisRules rules = board_rules(rows[i].width, rows[i].height);
        Finding found[FINDINGS_MAX];
        board_pieces(&rules, rows[i].pieces, rows[i].weights);
        assert_int_equal(game->check(&rules, found), rows[i].key != NULL);
        if (rows[i].key == NULL) continue;
        assert_string_equal(found[0].key, rows[i].key);
        assert_string_equal(found[0].why, rows[i].why);
        assert_true(found[0].fatal);
    }
}

TEST(test_letters)
{
    TetrisRules rules = board_rules(10, 20);
    static const char letters[] = "OILJTSZi", digits[] = "01234567", neither[] = "8 oX/:-x";
    for (int p = 0; p < TETRIS_PIECES; p++) {
        const int known = letters[p] == 'i' ? -1 : p; /* what game.pieces lacks is no piece of the game */
        assert_int_equal(game->letter(&rules, letters[p]), known);
        assert_int_equal(game->letter(&rules, digits[p]), known);
        assert_int_equal(game->letter(&rules, neither[p]), -1);
    }
    board_pieces(&rules, "SiZ", "");
    assert_true(game->letter(&rules, '7') == 7 && game->letter(&rules, 'i') == 7 && game->letter(&rules, 'O') == -1);
}

TEST(test_text)
{
    static const char expected[] = "|....|\n|....|\n|.#..|\n|####|\n+----+\n";
    TetrisRules rules = board_rules(4, 4), largest = board_rules(TETRIS_WIDTH_MAX, TETRIS_HEIGHT_MAX);
    TetrisState s;
    char text[1000];
    board_draw(&rules, &s, "|.#..|\n|####|\n");
    assert_int_equal(game->text(&rules, &s, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(game->text(&largest, &s, text, sizeof text), (TETRIS_HEIGHT_MAX + 1) * (TETRIS_WIDTH_MAX + 3));
}

/* ---- the player tetr-ai: its weights make the moves that its formula makes (tetr_ai_again.c) ---- */

/* The move with a piece on the board s, by the program and by the formula; -1: all moves lose, by both of them. */
static Move choose_twice(const Rules *r, TetrisState *s, int piece, const double *w, void *scratch)
{
    Move possible[TETRIS_MOVES_MAX];
    const Pile pile = pile_from(r->rules, s);
    const Move expected = tetr_ai_move(&pile, piece);
    game->happen(r->rules, s, piece);
    const Move move = game->moves(r->rules, s, possible) > 0 ? agent_greedy.choose(r, s, w, scratch) : -1;
    if (move != expected) {
        board_show("before", r->rules, s);
        fail_msg("piece %c: move %d, by its formula %d", tetris_pieces[piece].letter, move, expected);
    }
    return move;
}

/* 100,000 random boards of all sorts, half of them of the sizes that are published, and after one in five a board of its play. */
TEST(test_tetr_ai)
{
    CLOSED(weights_free) Weights w;
    CLOSED(config_free) Config c;
    Errors errors = {0};
    assert_int_equal(weights_load(&w, &c, "params/weights/tetr-ai.ini", NULL, 0, &errors), WEIGHTS_READ);
    Rng r = rng_from(1);
    int moves[2] = {0}; /* that there were; where all lose */
    for (int i = 0; i < samples(4000); i++) {
        const int any = below(&r, 2), width = any ? 5 + below(&r, 10) : 10;
        const TetrisRules rules = board_rules(width, any ? 5 + below(&r, 17) : (const int[]){7, 10, 14, 20}[i % 4]);
        const Rules ruled = {.game = game, .rules = &rules, .set = c.set};
        OWNED void *scratch = mem_lines(agent_greedy.scratch_bytes(&ruled));
        TetrisState sequence = {0}, s;
        for (int k = 0; k < 25; k++) {
            sample_board(&r, &rules, &sequence, &s);
            for (int plies = k % 5 == 0 ? 2 : 1; plies > 0; plies--) {
                const Move move = choose_twice(&ruled, &s, below(&r, TETRIS_TETROMINOES), w.w, scratch);
                moves[move < 0]++;
                if (move < 0) break; /* the game is over */
                game->apply(&rules, &s, move);
            }
        }
    }
    assert_true(moves[0] > 10 * moves[1] && moves[1] > 0);
}

TESTS(NULL, NULL)
