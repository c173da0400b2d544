/* catch.c. Room game. Catch the ball: a ball falls a row a move; a catcher in a row near the floor moves at most a column a
 * move. It is to be below the ball when the ball comes by.
 *
 * The game has no rows to clear and no way to lose early: it is as unlike Tetris as a game can be that the same learners play.
 * Ball and catcher start in random columns, the ball in row 0. Each move takes the catcher a column to the left, nowhere, or a
 * column to the right, not past a wall; then the ball falls a row. It is caught if both are in the same column when the ball
 * reaches the catcher's row. The game ends when the ball has fallen past the last row.
 * Source: TetrisPros (Java, 2018), whose sizes are the defaults. */
#include "base/rng.h"
#include "base/sound.h"
#include "base/text.h"
#include "game/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH_MAX = 1000, HEIGHT_MAX = 10000, NO_COLUMN = -1, MOVES = 3 };

typedef struct {
    int width;  /* columns, 2 .. WIDTH_MAX */
    int height; /* rows that the ball falls; it is in rows 0 .. height, and past the last of them the game ends */
    int line;   /* row of the catcher, 1 .. height */
} CatchRules;

typedef struct {
    Rng rng;     /* draws the two columns */
    int ball;    /* column; NO_COLUMN: not drawn yet */
    int catcher; /* column; NO_COLUMN: not drawn yet; it is drawn after the ball */
    int row;     /* row of the ball */
    int caught;  /* 1: the ball was caught */
    int moves;   /* moves made so far */
    bool over;
} CatchState;

static const Param params[] = {
    {PARAM_ROW(CatchRules, width, PARAM_INT, "columns", 2, WIDTH_MAX, "100"), .doc = "columns of the board"},
    {PARAM_ROW(CatchRules, height, PARAM_INT, "rows", 1, HEIGHT_MAX, "400"),
     .doc = "rows that the ball falls; past the last one the game ends"},
    {PARAM_ROW(CatchRules, line, PARAM_INT, "rows", 1, HEIGHT_MAX, "350"),
     .doc = "the row of the catcher, where the ball is caught"},
    {0},
};

static int check(const void *rules_, Finding *out)
{
    const CatchRules *rules = rules_;
    if (rules->line <= rules->height) return 0;
    return finding_add(out, true, "line", "must be at most height = %d: the ball falls no further", rules->height);
}

/* ---- features ---- */

enum { DISTANCE, SIDE, POSITION, FEATURES };
static const Feature features[FEATURES] = {
    [DISTANCE] = {"distance", "columns between the ball and the catcher after the move", "TetrisPros", false},
    [SIDE] = {"side", "-1: the ball is to the left of the catcher after the move; 1: to the right; else 0", "TetrisPros", false},
    [POSITION] = {"position", "columns from the middle of the board to the catcher after the move, negative to the left",
                  "TetrisPros", false},
};
static const int all[] = {DISTANCE, SIDE, POSITION}, relative[] = {DISTANCE, SIDE};
static const FeatureSet sets[] = {{"catch", "TetrisPros", all, 3}, {"catch-relative", "catch without the position", relative, 2}};

static double value(const void *rules, int feature, const void *before, const void *after)
{
    const CatchState *s = after;
    (void)before;
    assert(feature >= 0 && feature < FEATURES && s->catcher != NO_COLUMN);
    if (feature == DISTANCE) return abs(s->ball - s->catcher);
    if (feature == SIDE) return (s->ball > s->catcher) - (s->ball < s->catcher);
    return s->catcher - (((const CatchRules *)rules)->width - 1) / 2.0;
}

/* ---- play ---- */

static void start(const void *rules, uint64_t seed, void *state)
{
    CatchState *s = state;
    (void)rules;
    memset(s, 0, sizeof *s);
    s->ball = s->catcher = NO_COLUMN;
    rng_stream(&s->rng, seed);
}

static bool over(const void *state)
{
    return ((const CatchState *)state)->over;
}

/* No game is lost: it ends, with the ball caught or not. */
static bool lost(const void *state)
{
    return (void)state, false;
}

/* The moves are 0, 1, 2: left, stay, right. */
static int moves(const void *rules, const void *state, Move *out)
{
    const CatchState *s = state;
    int n = 0;
    if (s->over || s->catcher == NO_COLUMN) return 0;
    for (Move m = 0; m < MOVES; m++) {
        const int to = s->catcher + m - 1;
        if (to >= 0 && to < ((const CatchRules *)rules)->width) out[n++] = m;
    }
    return n;
}

static void apply(const void *rules_, void *state, Move move)
{
    const CatchRules *rules = rules_;
    CatchState *s = state;
    assert(!s->over && s->catcher != NO_COLUMN && move >= 0 && move < MOVES);
    s->catcher += move - 1;
    assert(s->catcher >= 0 && s->catcher < rules->width);
    s->row++;
    s->moves++;
    if (s->row == rules->line) s->caught = s->ball == s->catcher;
    s->over = s->row > rules->height;
}

static int outcomes(const void *rules, const void *state, int *odds)
{
    const CatchState *s = state;
    const int width = ((const CatchRules *)rules)->width;
    if (s->catcher != NO_COLUMN) return 0;
    for (int x = 0; x < width; x++) odds[x] = 1;
    return width;
}

/* First the ball, then the catcher. */
static void happen(const void *rules, void *state, int outcome)
{
    CatchState *s = state;
    assert(s->catcher == NO_COLUMN && outcome >= 0 && outcome < ((const CatchRules *)rules)->width), (void)rules;
    if (s->ball == NO_COLUMN)
        s->ball = outcome;
    else
        s->catcher = outcome;
}

static void chance(const void *rules, void *state)
{
    CatchState *s = state;
    while (s->catcher == NO_COLUMN) happen(rules, s, (int)rng_below(&s->rng, (uint32_t)((const CatchRules *)rules)->width));
}

static Tally tally(const void *state)
{
    const CatchState *s = state;
    return (Tally){.score = s->caught, .turns = s->moves};
}

static bool sound(const void *rules_, const void *state)
{
    const CatchRules *rules = rules_;
    const CatchState *s = state;
    return sound_flag(&s->over) && sound_rng(&s->rng) && sound_between(s->ball, 0, rules->width - 1) &&
           sound_between(s->catcher, 0, rules->width - 1) && sound_between(s->row, 0, rules->height + (s->over ? 1 : 0)) &&
           sound_between(s->caught, 0, 1) && sound_between(s->moves, 0, HEIGHT_MAX + 1);
}

/* ---- for learners without features ---- */

static void places_shape(const void *rules, int *width, int *height)
{
    (void)rules;
    *width = 3;
    *height = 1;
}

static void places(const void *rules_, const void *state, double *out)
{
    const CatchRules *rules = rules_;
    const CatchState *s = state;
    out[0] = s->ball / (rules->width - 1.0);
    out[1] = s->row > rules->height ? 1 : (double)s->row / rules->height;
    out[2] = s->catcher / (rules->width - 1.0);
}

static int64_t difference_indices(const void *rules)
{
    return 2 * ((const CatchRules *)rules)->width;
}

static int64_t difference(const void *rules, const void *state)
{
    const CatchState *s = state;
    assert(s->catcher != NO_COLUMN);
    return s->catcher - s->ball + ((const CatchRules *)rules)->width;
}

static void board_shape(const void *rules_, int *width, int *height)
{
    const CatchRules *rules = rules_;
    *width = rules->width;
    *height = rules->height + 1;
}

/* Row 0 of the board is the last row that the ball falls to. */
static void board(const void *rules_, const void *state, double *out)
{
    const CatchRules *rules = rules_;
    const CatchState *s = state;
    memset(out, 0, (size_t)rules->width * (size_t)(rules->height + 1) * sizeof *out);
    if (s->row <= rules->height) out[(rules->height - s->row) * rules->width + s->ball] = 1;
    out[(rules->height - rules->line) * rules->width + s->catcher] = 1;
}

static int64_t board_indices(const void *rules_)
{
    const CatchRules *rules = rules_;
    const int64_t n = (int64_t)rules->width * rules->width * (rules->height + 1);
    return n <= OBSERVATION_INDICES_MAX ? n : 0;
}

static int64_t board_index(const void *rules_, const void *state)
{
    const CatchRules *rules = rules_;
    const CatchState *s = state;
    assert(!s->over && s->catcher != NO_COLUMN);
    return ((int64_t)s->row * rules->width + s->ball) * rules->width + s->catcher;
}

static const Observation observations[] = {
    {"places", "the columns of ball and catcher, and the row of the ball; as an index the columns from the ball to the catcher",
     "TetrisPros", places_shape, places, difference_indices, difference},
    {"board", "a picture of the board: 1 where ball or catcher is; as an index the places of both", "TetrisPros", board_shape,
     board, board_indices, board_index},
};

static double reward_caught(const void *rules, const void *before, const void *after)
{
    const CatchState *s = after;
    (void)before;
    if (s->row != ((const CatchRules *)rules)->line) return 0;
    return s->caught ? 1 : -1;
}

static double reward_distance(const void *rules, const void *before, const void *after)
{
    const CatchState *s = after;
    (void)rules, (void)before;
    return -abs(s->ball - s->catcher);
}

static const Reward rewards[] = {
    {"caught", "1 for the move by which the ball is caught, -1 for the one by which it is missed, else 0", "TetrisPros, text",
     reward_caught},
    {"nearness", "minus the columns between the ball and the catcher", "TetrisPros, code", reward_distance},
};

static int actions(const void *rules)
{
    return (void)rules, MOVES;
}

static Move action_move(const void *rules, int action)
{
    assert(action >= 0 && action < MOVES);
    return (void)rules, action;
}

static const GameLearning learning = {
    .observations = observations,
    .n_observations = 2,
    .rewards = rewards,
    .n_rewards = 2,
    .actions = actions,
    .move = action_move,
};

/* ---- for programs that play by themselves ---- */

static const char *view_title(const void *rules, int i)
{
    static const char *const titles[] = {"ball", "row", "catcher", NULL};
    return (void)rules, titles[i];
}

/* The row of the ball is counted from the floor, as the rows of the board are. */
static void view_shown(const void *rules, const void *state, int32_t *out)
{
    const CatchState *s = state;
    out[0] = s->ball;
    out[1] = ((const CatchRules *)rules)->height - s->row;
    out[2] = s->catcher;
}

static void view_board(const void *rules_, const void *state, uint32_t *out)
{
    const CatchRules *rules = rules_;
    const CatchState *s = state;
    const int words = (rules->width + 31) / 32, caught_in = rules->height - rules->line, row = rules->height - s->row;
    memset(out, 0, (size_t)(rules->height + 1) * (size_t)words * sizeof *out);
    if (row >= 0) out[row * words + s->ball / 32] |= UINT32_C(1) << s->ball % 32;
    out[caught_in * words + s->catcher / 32] |= UINT32_C(1) << s->catcher % 32;
}

static int view_axes(const void *rules, const char **name, int *length)
{
    (void)rules;
    name[0] = "step", length[0] = MOVES;
    return 1;
}

static const GameView view = {
    .size = board_shape, .board = view_board, .title = view_title, .shown = view_shown, .axes = view_axes};

/* ---- for people ---- */

/* A digit is a column in tenths of the width. */
static int letter(const void *rules, char c)
{
    return c >= '0' && c <= '9' ? (c - '0') * ((const CatchRules *)rules)->width / 10 : -1;
}

static void trace(const void *rules, const void *before, Move move, Record *r)
{
    const CatchState *s = before;
    (void)rules;
    record_int(r, "row", s->row);
    record_int(r, "ball", s->ball);
    record_int(r, "catcher", s->catcher);
    record_int(r, "move", s->over ? 0 : move - 1);
}

/* Most characters of the board; several of its columns or rows may share a character. */
enum { TEXT_WIDTH = 50, TEXT_HEIGHT = 20 };

static int scaled(int at, int size, int most)
{
    return size <= most ? at : at * most / size;
}

/* The ball and, below it, the catcher; a * where they are in the same place. */
static int text(const void *rules_, const void *state, char *out, size_t room)
{
    const CatchRules *rules = rules_;
    const CatchState *s = state;
    const int rows = rules->height + 1, width = scaled(rules->width, rules->width, TEXT_WIDTH),
              height = scaled(rows, rows, TEXT_HEIGHT);
    const int line = scaled(rules->line, rows, TEXT_HEIGHT);
    Text t = text_in(out, room);
    for (int y = 0; y < height; y++) {
        text_add(&t, "|");
        for (int x = 0; x < width; x++) {
            const bool ball =
                s->ball != NO_COLUMN && scaled(s->row, rows, TEXT_HEIGHT) == y && scaled(s->ball, rules->width, TEXT_WIDTH) == x;
            const bool catcher = s->catcher != NO_COLUMN && line == y && scaled(s->catcher, rules->width, TEXT_WIDTH) == x;
            text_add(&t, "%c", ball && catcher ? '*' : ball ? 'o' : catcher ? '=' : y == line ? '-' : ' ');
        }
        text_add(&t, "|\n");
    }
    text_add(&t, "row %d  ball %d  catcher %d%s\n", s->row, s->ball, s->catcher, s->caught ? "  caught" : "");
    assert(!t.cut);
    return (int)t.used;
}

const Game game_catch = {
    .name = "catch",
    .doc = "catch the ball: it falls a row a move, and the catcher is to be below it when it comes by",
    .units = {.score = "balls", .cost = "moves", .play = "games", .scale = SCALE_COUNT, .noisy = true},
    .params = params,
    .rules_bytes = sizeof(CatchRules),
    .state_bytes = sizeof(CatchState),
    .moves_max = MOVES,
    .outcomes_max = WIDTH_MAX,
    .features = features,
    .n_features = FEATURES,
    .sets = sets,
    .n_sets = 2,
    .value = value,
    .check = check,
    .lost = lost,
    GAME_FUNCTIONS,
    .letters = "a column in tenths of the width, a digit 0-9",
    .view = &view,
    .learning = &learning,
};
