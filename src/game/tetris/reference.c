/* reference.c. The reference engine of Tetris: drawing, moving and losing by the rules cs3243. */
#include "game/tetris/features.h"

#include "base/sound.h"
#include "base/text.h"
#include "game/bag.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const Param params[] = {
    {PARAM_ROW(TetrisRules, width, PARAM_INT, "columns", TETRIS_SIDE_MIN, TETRIS_WIDTH_MAX, "10"), .level = PARAM_BASIC,
     .per_phase = true, .doc = "columns of the board"},
    {PARAM_ROW(TetrisRules, height, PARAM_INT, "rows", TETRIS_SIDE_MIN, TETRIS_HEIGHT_MAX, "20"), .level = PARAM_BASIC,
     .per_phase = true, .doc = "rows of the board; a piece that would reach above them loses the game"},
    {PARAM_ROW(TetrisRules, pieces, PARAM_TEXT, "", 0, 0, "OILJTSZ"),
     .doc = "the pieces that come, letters of OILJTSZi; i is a domino that stands and does not turn"},
    {PARAM_ROW(TetrisRules, piece_weights, PARAM_INTS, "", 0, 1e6, ""), .per_phase = true,
     .doc = "how often each of these pieces comes, relative to the others, in the order of pieces; empty: all alike"},
    {PARAM_ROW(TetrisRules, bag, PARAM_FLAG, "", 0, 0, "no"),
     .doc = "yes: all of these pieces come once, in random order, then all again; no: each by itself"},
    {PARAM_ROW(TetrisRules, preview, PARAM_INT, "pieces", 0, 1, "0"), .when = "agent.kind = lookahead or agent.depth > 1",
     .doc = "pieces that are shown beyond the one to place"},
    {PARAM_ROW(TetrisRules, points, PARAM_INTS, "", 0, 1e6, ""), .formerly = "score",
     .doc = "points of a move that clears 0 .. 4 rows, such as 0 40 100 300 1200; the score is their sum; empty: the rows"},
    {0},
};

/* How many numbers the key `points` has: a move clears 0 .. 4 rows. */
enum { POINTS = 5 };

static int piece_of(char letter)
{
    for (int p = 0; p < TETRIS_PIECES; p++)
        if (tetris_pieces[p].letter == letter) return p;
    return TETRIS_NO_PIECE;
}

uint32_t tetris_bag(const TetrisRules *rules)
{
    uint32_t bag = 0;
    for (int i = 0; rules->bag && rules->pieces[i] != '\0'; i++) bag |= UINT32_C(1) << piece_of(rules->pieces[i]);
    return bag;
}

int64_t tetris_odds(const TetrisRules *rules, uint32_t bag, int *odds)
{
    int64_t sum = 0;
    memset(odds, 0, TETRIS_PIECES * sizeof *odds);
    for (int i = 0; rules->pieces[i] != '\0'; i++) {
        const int piece = piece_of(rules->pieces[i]);
        assert(piece != TETRIS_NO_PIECE);
        odds[piece] = rules->bag ? (int)(bag >> piece & 1) : rules->piece_weights.n > 0 ? rules->piece_weights.v[i] : 1;
        sum += odds[piece];
    }
    return sum;
}

/* Whether some piece that can be drawn fits on the empty board. */
static bool some_piece_fits(const TetrisRules *rules, const int *odds)
{
    for (int p = 0; p < TETRIS_PIECES; p++)
        for (int o = 0; o < tetris_pieces[p].orientations && odds[p] > 0; o++) {
            const TetrisShape *shape = &tetris_pieces[p].shape[o];
            if (shape->width <= rules->width && shape->height <= rules->height) return true;
        }
    return false;
}

static int check(const void *rules_, Finding *out)
{
    const TetrisRules *rules = rules_;
    assert(rules->width >= TETRIS_SIDE_MIN && rules->width <= TETRIS_WIDTH_MAX);
    assert(rules->height >= TETRIS_SIDE_MIN && rules->height <= TETRIS_HEIGHT_MAX);
    int letters = (int)strlen(rules->pieces), odds[TETRIS_PIECES];
    for (int i = 0; i < letters; i++)
        if (piece_of(rules->pieces[i]) == TETRIS_NO_PIECE || strchr(rules->pieces + i + 1, rules->pieces[i]) != NULL)
            return finding_add(out, true, "pieces", "must be letters of OILJTSZi, each at most once");
    if (letters == 0) return finding_add(out, true, "pieces", "must name at least one of OILJTSZi");
    if (rules->piece_weights.n != 0 && rules->piece_weights.n != letters)
        return finding_add(out, true, "piece_weights", "must have one number for each letter of pieces, or none");
    if (rules->bag && rules->piece_weights.n != 0)
        return finding_add(out, true, "piece_weights", "must be empty where bag is yes: a bag has each piece once");
    if (tetris_odds(rules, tetris_bag(rules), odds) == 0)
        return finding_add(out, true, "piece_weights", "must have at least one number above 0");
    if (rules->points.n != 0 && rules->points.n != POINTS)
        return finding_add(out, true, "points", "must have five numbers, for 0 .. 4 rows at once, or none");
    if (!some_piece_fits(rules, odds)) return finding_add(out, true, "pieces", "must have a piece that fits on the board");
    return 0;
}

/* Whether a feature needs a column that the board does not have. */
static bool beyond(const TetrisRules *rules, int feature)
{
    int k = tetris_counts[feature].k, columns = feature >= TETRIS_HEIGHT_DIFFERENCE_1 ? k + 1 : k;
    return columns > rules->width;
}

static int check_set(const void *rules_, const FeatureSet *set, Finding *out)
{
    const TetrisRules *rules = rules_;
    char why[PARAM_WHY_MAX];
    int n = 0;
    Text text = text_in(why, sizeof why);
    text_add(&text, "there are only %d columns, too few for", rules->width);
    for (int i = 0; i < set->n; i++) {
        if (!beyond(rules, set->index[i])) continue;
        text_add(&text, "%s %s", n++ > 0 ? "," : "", tetris_features[set->index[i]].name);
    }
    return n > 0 ? finding_add(out, true, "features", "%s", why) : 0;
}

static void start(const void *rules, uint64_t seed, void *state)
{
    TetrisState *s = state;
    memset(s, 0, sizeof *s);
    s->piece = s->next = TETRIS_NO_PIECE;
    s->bag = tetris_bag(rules);
    rng_stream(&s->rng, seed);
}

static bool over(const void *state)
{
    return ((const TetrisState *)state)->lost;
}

/* Moves are in order of orientation, then column. A placement loses if the piece would reach above row H - 1. */
static int moves(const void *rules_, const void *state, Move *out)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    if (s->lost || s->piece == TETRIS_NO_PIECE) return 0;
    const TetrisPiece *piece = &tetris_pieces[s->piece];
    int n = 0;
    for (int o = 0; o < piece->orientations; o++) {
        const TetrisShape *shape = &piece->shape[o];
        for (int x = 0; x + shape->width <= rules->width; x++)
            if (tetris_landing(s, shape, x) + shape->height <= rules->height) out[n++] = tetris_move(o, x);
    }
    assert(n <= TETRIS_MOVES_MAX);
    return n;
}

/* Sets the piece to place, and whether the game is lost. */
static void set_piece(const void *rules, TetrisState *s, int piece)
{
    Move any[TETRIS_MOVES_MAX];
    assert(piece == TETRIS_NO_PIECE || (piece >= 0 && piece < TETRIS_PIECES));
    s->piece = piece;
    s->lost = piece != TETRIS_NO_PIECE && moves(rules, s, any) == 0;
}

void tetris_move_up(const TetrisRules *rules, TetrisState *s)
{
    set_piece(rules, s, s->next);
    s->next = TETRIS_NO_PIECE;
}

static void apply(const void *rules, void *state, Move move)
{
    TetrisState *s = state;
    assert(!s->lost && s->piece != TETRIS_NO_PIECE);
    assert(move >= 0 && tetris_orientation(move) < tetris_pieces[s->piece].orientations);
    const TetrisShape *shape = &tetris_pieces[s->piece].shape[tetris_orientation(move)];
    int x = tetris_column(move);
    tetris_place(rules, s, shape, x, tetris_landing(s, shape, x));
    s->rows += s->cleared;
    s->score += tetris_worth(rules, s->cleared);
    s->pieces++;
    tetris_move_up(rules, s);
}

/* Whether a piece must still be drawn: the piece to place or, with a preview, the one after it. */
static bool due(const TetrisRules *rules, const TetrisState *s)
{
    return !s->lost && (s->piece == TETRIS_NO_PIECE || (rules->preview > 0 && s->next == TETRIS_NO_PIECE));
}

static int outcomes(const void *rules, const void *state, int *odds)
{
    if (!due(rules, state)) return 0;
    tetris_odds(rules, ((const TetrisState *)state)->bag, odds);
    return TETRIS_PIECES;
}

/* Sets the piece to place or, if that is known, the one after it. */
static void happen(const void *rules, void *state, int outcome)
{
    TetrisState *s = state;
    assert(due(rules, s) && outcome >= 0 && outcome < TETRIS_PIECES);
    s->bag = bag_take(s->bag, tetris_bag(rules), outcome);
    if (s->piece == TETRIS_NO_PIECE)
        set_piece(rules, s, outcome);
    else
        s->next = outcome;
}

/* Each piece takes one random number below the sum of the odds: it is the piece whose share the number lies in. */
static void chance(const void *rules, void *state)
{
    TetrisState *s = state;
    while (due(rules, s)) {
        int odds[TETRIS_PIECES], piece = 0;
        int64_t sum = tetris_odds(rules, s->bag, odds);
        int64_t draw = rng_below(&s->rng, (uint32_t)sum);
        while (draw >= odds[piece]) draw -= odds[piece++];
        happen(rules, s, piece);
    }
}

/* ---- states from outside ---- */

/* Whether all cells lie on the board, no row is full, and `top` agrees with the cells. */
static bool sound_board(const TetrisRules *rules, const TetrisState *s)
{
    int top[TETRIS_WIDTH_MAX] = {0};
    for (int y = 0; y <= TETRIS_HEIGHT_MAX; y++) {
        int filled = 0;
        for (int x = 0; x < TETRIS_WIDTH_MAX; x++) {
            const bool inside = x < rules->width && y < rules->height;
            if (s->cell[y][x] > (inside ? 1 : 0)) return false;
            if (s->cell[y][x] == 1) top[x] = y + 1;
            filled += s->cell[y][x];
        }
        if (filled == rules->width) return false;
    }
    return memcmp(top, s->top, sizeof top) == 0;
}

/* Whether a piece can be drawn under these rules. */
static bool sound_piece(const TetrisRules *rules, int piece)
{
    int odds[TETRIS_PIECES];
    tetris_odds(rules, tetris_bag(rules), odds);
    return sound_between(piece, 0, TETRIS_PIECES - 1) && odds[piece] > 0;
}

static bool sound(const void *rules_, const void *state)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    if (!sound_flag(&s->lost) || !sound_rng(&s->rng) || !sound_count(s->rows) || !sound_count(s->pieces) ||
        !sound_count(s->score) || !bag_sound(s->bag, tetris_bag(rules)))
        return false;
    const bool piece = sound_piece(rules, s->piece), next = rules->preview > 0 && sound_piece(rules, s->next);
    if (!piece && !(s->lost && s->piece == TETRIS_NO_PIECE)) return false;
    if (!next && s->next != TETRIS_NO_PIECE) return false;
    return (next || rules->preview == 0 || s->lost) && sound_board(rules, s) && sound_between(s->cleared, 0, 4) &&
           sound_between(s->lowest, 0, rules->height) && sound_between(s->highest, 0, rules->height) &&
           sound_between(s->eroded, 0, 16) && s->full >> rules->height == 0;
}

static Tally tally(const void *state)
{
    const TetrisState *s = state;
    return (Tally){.score = s->score, .turns = s->pieces};
}

static int level(const void *rules_, int level, const void *state)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    bool has_hole[TETRIS_HEIGHT_MAX] = {false};
    int heights = 0, holes = 0, hole_rows = 0, top = 0;
    assert(level >= 0 && level < TETRIS_LEVELS);
    for (int x = 0; x < rules->width; x++) {
        heights += s->top[x];
        if (s->top[x] > top) top = s->top[x];
        for (int y = 0; y < s->top[x]; y++) {
            holes += !s->cell[y][x];
            has_hole[y] = has_hole[y] || !s->cell[y][x];
        }
    }
    for (int y = 0; y < top; y++) hole_rows += has_hole[y];
    return tetris_level_sum(&tetris_level_weights[level], heights, holes, hole_rows, top);
}

/* With a preview the piece to place stays: it was shown before the last move. */
static void renew(const void *rules_, uint64_t seed, void *state)
{
    const TetrisRules *rules = rules_;
    TetrisState *s = state;
    const int drawn = rules->preview > 0 ? s->next : s->piece;
    rng_stream(&s->rng, seed);
    if (drawn != TETRIS_NO_PIECE) s->bag = bag_put_back(s->bag, tetris_bag(rules), drawn);
    s->next = TETRIS_NO_PIECE;
    if (rules->preview == 0) set_piece(rules, s, TETRIS_NO_PIECE);
}

static int letter(const void *rules_, char c)
{
    const TetrisRules *rules = rules_;
    const int p = c >= '0' && c < '0' + TETRIS_PIECES ? c - '0' : piece_of(c);
    return p >= 0 && strchr(rules->pieces, tetris_pieces[p].letter) != NULL ? p : -1;
}

static void trace(const void *rules, const void *before, Move move, Record *r)
{
    const TetrisState *s = before;
    (void)rules;
    record_int(r, "piece", s->piece);
    record_int(r, "orientation", s->lost ? 0 : tetris_orientation(move));
    record_int(r, "column", s->lost ? 0 : tetris_column(move));
}

/* The board; with a preview, the known pieces below it. */
static int text(const void *rules_, const void *state, char *out, size_t room)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = state;
    char drawn[(TETRIS_HEIGHT_MAX + 2) * (TETRIS_WIDTH_MAX + 3) + 20];
    Text board = text_in(drawn, sizeof drawn);
    for (int y = rules->height - 1; y >= 0; y--) {
        text_add(&board, "|");
        for (int x = 0; x < rules->width; x++) text_add(&board, "%c", s->cell[y][x] ? '#' : '.');
        text_add(&board, "|\n");
    }
    text_add(&board, "+");
    for (int x = 0; x < rules->width; x++) text_add(&board, "-");
    text_add(&board, "+\n");
    if (rules->preview > 0) { /* "next T S", as far as known */
        text_add(&board, "next");
        if (s->piece != TETRIS_NO_PIECE) text_add(&board, " %c", tetris_pieces[s->piece].letter);
        if (s->next != TETRIS_NO_PIECE) text_add(&board, " %c", tetris_pieces[s->next].letter);
        text_add(&board, "\n");
    }
    assert(!board.cut);
    return snprintf(out, room, "%s", drawn);
}

/* ---- pictures ---- */

/* Adds the cells of a shape at (x, y), y counted from the floor, to a picture of `columns` x `rows` cells. */
static void draw(const TetrisShape *shape, int x, int y, int colour, uint8_t *cell, int columns, int rows)
{
    for (int i = 0; i < shape->width; i++)
        for (int j = shape->bottom[i]; j < shape->top[i]; j++) cell[(rows - 1 - y - j) * columns + x + i] = (uint8_t)colour;
}

/* The domino has the colour of the I. */
static int colour_of(int piece)
{
    return piece < TETRIS_TETROMINOES ? piece + 1 : piece_of('I') + 1;
}

static void picture_add(const void *rules_, const void *before, Move move, uint8_t *cell)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = before;
    assert(!s->lost && s->piece != TETRIS_NO_PIECE);
    const TetrisShape *shape = &tetris_pieces[s->piece].shape[tetris_orientation(move)];
    int x = tetris_column(move);
    draw(shape, x, tetris_landing(s, shape, x), colour_of(s->piece), cell, rules->width, rules->height);
}

/* The piece to place and, with a preview, the one after it; both lie flat. */
static bool picture_item(const void *rules, const void *state, int i, PictureItem *out)
{
    const TetrisState *s = state;
    int piece = i == 0 ? s->piece : s->next;
    if (i > ((const TetrisRules *)rules)->preview) return false;
    *out = (PictureItem){.title = "next"};
    if (piece == TETRIS_NO_PIECE) return true;
    const TetrisPiece *p = &tetris_pieces[piece];
    const TetrisShape *shape = &p->shape[p->shape[0].width < p->shape[0].height ? p->orientations - 1 : 0];
    out->width = shape->width, out->height = shape->height;
    draw(shape, 0, 0, colour_of(piece), out->cell, shape->width, shape->height);
    return true;
}

static const GamePicture picture = {.size = tetris_size, .add = picture_add, .clears_rows = true, .item = picture_item};

static double value(const void *rules, int feature, const void *before, const void *after)
{
    assert(feature >= 0 && feature < TETRIS_FEATURES);
    const TetrisCount *c = &tetris_counts[feature];
    return tetris_value(rules, feature, c->count(rules, c->k, before, after));
}

static const char *reads(int feature)
{
    return feature == TETRIS_TETRISPROS_LOSS ? "preview" : NULL;
}

#define UNITS(noun)                                                                           \
    {                                                                                         \
        .score = noun, .cost = "pieces", .play = "games", .scale = SCALE_COUNT, .noisy = true \
    }

static const Units *units_by(const void *rules)
{
    static const Units points = UNITS("points");
    return ((const TetrisRules *)rules)->points.n > 0 ? &points : NULL;
}

const Game game_tetris = {
    .name = "tetris",
    .doc = "rules cs3243: straight drop, one visible piece (or two), lost when a piece would reach above the board",
    .units = UNITS("rows"),
    .units_by = units_by,
    .params = params,
    .rules_bytes = sizeof(TetrisRules),
    .state_bytes = sizeof(TetrisState),
    .moves_max = TETRIS_MOVES_MAX,
    .outcomes_max = TETRIS_PIECES,
    .features = tetris_features,
    .n_features = TETRIS_FEATURES,
    .sets = tetris_sets,
    .n_sets = TETRIS_SETS,
    .levels = tetris_levels,
    .n_levels = TETRIS_LEVELS,
    .lanes = tetris_lanes,
    .value = value,
    .reads = reads,
    .check = check,
    .check_set = check_set,
    .level = level,
    .renew = renew,
    GAME_FUNCTIONS,
    .letters = "a piece, a digit 0-7 or a letter of OILJTSZi",
    .picture = &picture,
    .view = &tetris_view,
    .learning = &tetris_learning,
};
