/* paddle.c. A game that only the tests have: a ball falls a row a move, a paddle of three columns moves at most one column a move
 * and must be below it when it lands; then the next ball comes from a random column. It is lost when the paddle can no longer
 * be there in time. */
#include "base/rng.h"
#include "base/sound.h"
#include "base/text.h"
#include "game/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_PADDLE = 40, REACH = 1, NO_BALL = -1 };

typedef struct {
    int width, height; /* columns; moves that a ball takes to land */
} Rules;

typedef struct {
    Rng rng;
    int64_t caught, moves;
    int ball, falls; /* column of the ball, or NO_BALL: it is due; moves until it lands */
    int paddle;      /* column of its middle */
    bool lost;
} State;

static const Param params[] = {
    {PARAM_ROW(Rules, width, PARAM_INT, "columns", 3, SIZE_MAX_PADDLE, "12"), .doc = "where balls may come"},
    {PARAM_ROW(Rules, height, PARAM_INT, "moves", 1, SIZE_MAX_PADDLE, "4"), .per_phase = true, .doc = "how long a ball falls"},
    {0}};

static const Feature features[] = {
    {"distance", "columns between the ball and the middle of the paddle after the move; 0: it was caught", "tests", false},
    {"off_centre", "columns between the middle of the paddle and the middle of the board", "tests", false}};
static const int both[] = {0, 1}, first[] = {0};
static const FeatureSet sets[] = {{"paddle-both", "tests", both, 2}, {"paddle-ball", "tests", first, 1}};

static double value(const void *rules, int feature, const void *before, const void *after)
{
    const State *s = after;
    (void)before;
    if (feature == 0) return s->ball == NO_BALL ? 0 : abs(s->ball - s->paddle);
    return abs(2 * s->paddle - (((const Rules *)rules)->width - 1)) / 2.0;
}

static void start(const void *rules, uint64_t seed, void *state)
{
    State *s = state;
    memset(s, 0, sizeof *s);
    rng_stream(&s->rng, seed);
    s->ball = NO_BALL;
    s->paddle = ((const Rules *)rules)->width / 2;
}

static bool over(const void *state)
{
    return ((const State *)state)->lost;
}

/* Whether the paddle can still be below the ball when it lands. */
static bool in_time(const State *s, int paddle, int falls)
{
    return abs(s->ball - paddle) <= REACH + falls;
}

/* Left, nothing, right: 0, 1, 2. */
static int moves(const void *rules, const void *state, Move *out)
{
    const State *s = state;
    int n = 0;
    for (Move m = 0; m < 3 && !s->lost && s->ball != NO_BALL; m++) {
        int paddle = s->paddle + m - 1;
        if (paddle >= 0 && paddle < ((const Rules *)rules)->width && in_time(s, paddle, s->falls - 1)) out[n++] = m;
    }
    return n;
}

static void apply(const void *rules, void *state, Move move)
{
    State *s = state;
    (void)rules;
    assert(!s->lost && s->ball != NO_BALL && move >= 0 && move < 3);
    s->paddle += move - 1;
    s->falls--;
    s->moves++;
    if (s->falls > 0) return;
    s->caught++;
    s->ball = NO_BALL;
}

static int outcomes(const void *rules, const void *state, int *odds)
{
    const State *s = state;
    if (s->lost || s->ball != NO_BALL) return 0;
    for (int x = 0; x < ((const Rules *)rules)->width; x++) odds[x] = 1;
    return ((const Rules *)rules)->width;
}

static void happen(const void *rules, void *state, int outcome)
{
    State *s = state;
    assert(!s->lost && s->ball == NO_BALL);
    s->ball = outcome;
    s->falls = ((const Rules *)rules)->height;
    s->lost = !in_time(s, s->paddle, s->falls);
}

static void chance(const void *rules, void *state)
{
    State *s = state;
    if (!s->lost && s->ball == NO_BALL) happen(rules, s, (int)rng_below(&s->rng, (uint32_t)((const Rules *)rules)->width));
}

static Tally tally(const void *state)
{
    const State *s = state;
    return (Tally){.score = s->caught, .turns = s->moves};
}

static bool sound(const void *rules_, const void *state)
{
    const Rules *rules = rules_;
    const State *s = state;
    return sound_flag(&s->lost) && sound_rng(&s->rng) && sound_count(s->caught) && sound_count(s->moves) &&
           sound_between(s->ball, 0, rules->width - 1) && sound_between(s->falls, 1, rules->height) &&
           sound_between(s->paddle, 0, rules->width - 1);
}

static int letter(const void *rules, char c)
{
    return c >= '0' && c <= '9' && c - '0' < ((const Rules *)rules)->width ? c - '0' : -1;
}

static void trace(const void *rules, const void *before, Move move, Record *r)
{
    (void)rules;
    record_int(r, "ball", ((const State *)before)->ball);
    record_int(r, "move", move);
}

static int text(const void *rules, const void *state, char *out, size_t room)
{
    const State *s = state;
    Text line = text_in(out, room);
    for (int x = 0; x < ((const Rules *)rules)->width; x++)
        text_add(&line, "%c", x == s->ball ? 'o' : abs(x - s->paddle) <= REACH ? '=' : '.');
    text_add(&line, " %d\n", s->falls);
    return (int)strlen(out);
}

const Game game_paddle = {.name = "paddle",
                          .doc = "a paddle below falling balls",
                          .units = {.score = "catches", .cost = "moves", .play = "games", .scale = SCALE_COUNT, .noisy = true},
                          .params = params,
                          .rules_bytes = sizeof(Rules),
                          .state_bytes = sizeof(State),
                          .moves_max = 3,
                          .outcomes_max = SIZE_MAX_PADDLE,
                          .features = features,
                          .n_features = 2,
                          .sets = sets,
                          .n_sets = 2,
                          .value = value,
                          GAME_FUNCTIONS,
                          .letters = "a column, a digit"};
