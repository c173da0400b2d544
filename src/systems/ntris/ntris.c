/* ntris.c. Room game. The game ntris: drawing, placing, losing. */
#include "systems/ntris/ntris.h"

#include "base/sound.h"

#include "base/hash.h"

#include <assert.h>
#include <math.h>

static const Param params[] = {
    {PARAM_ROW(NtrisRules, preview, PARAM_INT, "blocks", 1, NTRIS_PREVIEW_MAX, "5"),
     .when = "agent.kind = lookahead or agent.depth > 1", .doc = "blocks that are shown beyond the current one"},
    {PARAM_ROW(NtrisRules, blocks, PARAM_INT, "blocks", 0, 1e9, "750"),
     .doc = "blocks after which the game ends: 300 seconds at 0.4 seconds a move; 0: it ends when lost"},
    {0},
};

static bool over(const void *state)
{
    const NtrisState *s = state;
    return s->lost || s->ended;
}

static bool lost(const void *state)
{
    return ((const NtrisState *)state)->lost;
}

/* ---- levels ---- */

/* Rises from 0 to 1, and is a half at x = 0. */
static double rising(double x)
{
    return (x / sqrt(x * x + 1) + 1) / 2;
}

/* Sets bound[i], i >= 1: a block is of level i - 1 for the first i with a uniform number above bound[i], else of the last. */
static void find_bounds(int64_t points, double *bound)
{
    assert(points >= 0);
    const double score = (double)points, r = 0.1 + 0.8 * rising(2 * (score - 480) / 480);
    double power = 1;
    for (int i = 1; i < NTRIS_LEVELS; i++) {
        power *= r;
        bound[i] = power * rising(2 * (score - 60 * i) / 60);
    }
}

void ntris_levels(int64_t points, double *probability)
{
    double bound[NTRIS_LEVELS], left = 1; /* left: the share that is above none of the bounds so far */
    find_bounds(points, bound);
    for (int i = 1; i < NTRIS_LEVELS; i++) {
        const double below = bound[i] < left ? bound[i] : left;
        probability[i - 1] = left - below;
        left = below;
    }
    assert(left >= 0 && left <= 1);
    probability[NTRIS_LEVELS - 1] = left;
}

int ntris_level_kinds(int level)
{
    static const int limit[NTRIS_LEVELS] = {29, 89, 285, 989, 3489, NTRIS_KINDS};
    assert(level >= 0 && level < NTRIS_LEVELS);
    return limit[level];
}

/* ---- moves ---- */

static void start(const void *rules, uint64_t seed, void *state)
{
    NtrisState *s = state;
    (void)rules;
    memset(s, 0, sizeof *s);
    s->top = NTRIS_ROWS;
    rng_stream(&s->rng, seed);
}

static int moves(const void *rules, const void *state, Move *out)
{
    const NtrisState *s = state;
    (void)rules;
    if (over(s) || s->known == 0) return 0;
    return ntris_reachable(s, out);
}

static void place(NtrisState *s, NtrisBlock b, Move m)
{
    const NtrisShape shape = ntris_shape(b, ntris_move_turn(m));
    const int top = ntris_move_row(m) - shape.up, left = ntris_move_column(m) - shape.left;
    assert(top >= 0 && left >= 0 && left + shape.width <= NTRIS_WIDTH && top + shape.height <= NTRIS_ROWS);
    for (int i = 0, y = ntris_y(top); i < shape.height; i++, y--) {
        const uint64_t cells = (uint64_t)shape.row[i] << left << (16 * (y % 4));
        assert((s->word[y / 4] & cells) == 0);
        s->word[y / 4] |= cells;
    }
    if (top < s->top) s->top = (int8_t)top;
    const int full = bits_count(rows_clear(s->word, NTRIS_WORDS, ntris_y(top + shape.height - 1), shape.height, NTRIS_WIDTH));
    if (full > 0) s->top = (int8_t)(NTRIS_ROWS - rows_height(s->word, NTRIS_ROWS - s->top));
    s->points += (INT64_C(1) << full) - 1;
    s->line_points += (INT64_C(1) << full) - 1;
    s->line_rows = (int16_t)(s->line_rows + full);
}

/* Sets `lost`. Called when a block has become the current one or was placed. */
static void look_for_loss(NtrisState *s)
{
    const NtrisBlock b = s->queue[0];
    if (s->known == 0 || s->ended || b.bottom < s->top) return;
    s->lost = !ntris_fits(s, b, 0, b.row, b.column);
}

static void apply(const void *rules, void *state, Move move)
{
    NtrisState *s = state;
    const int blocks = ((const NtrisRules *)rules)->blocks;
    assert(!over(s) && s->known > 0);
    s->placed = s->queue[0];
    s->move = move;
    memmove(s->queue, s->queue + 1, sizeof s->queue - sizeof s->queue[0]);
    s->queue[--s->known] = (NtrisBlock){0};
    place(s, s->placed, move);
    s->moves++;
    s->ended = blocks > 0 && s->moves >= blocks;
    look_for_loss(s);
}

/* ---- chance ---- */

static bool due(const void *rules, const void *state)
{
    return !over(state) && ((const NtrisState *)state)->known <= ((const NtrisRules *)rules)->preview;
}

/* The odds of a block are its probability in units of 2^-30. It may be drawn at its own level and at those above. */
static int outcomes(const void *rules, const void *state, int *odds)
{
    double probability[NTRIS_LEVELS], share = 0;
    if (!due(rules, state)) return 0;
    ntris_levels(((const NtrisState *)state)->points, probability);
    for (int level = NTRIS_LEVELS - 1; level >= 0; level--) {
        share += probability[level] / ntris_level_kinds(level);
        for (int i = level > 0 ? ntris_level_kinds(level - 1) : 0; i < ntris_level_kinds(level); i++)
            odds[i] = (int)(share * (1 << 30));
    }
    return NTRIS_KINDS;
}

/* LANDING_HEIGHT has a column where its name says a row, and is of a block that the first move does not place. It is constant
 * until the line ends, so it never decides. */
void ntris_begin_line(NtrisState *s)
{
    const NtrisBlock second = s->queue[1];
    s->line_rows = 0;
    s->line_points = 0;
    s->landing = (int8_t)(s->known > 1 ? second.column + (second.bottom - second.row + second.up) / 2 : 0);
}

static void happen(const void *rules, void *state, int outcome)
{
    NtrisState *s = state;
    assert(due(rules, s) && outcome >= 0 && outcome < NTRIS_KINDS);
    s->queue[s->known++] = ntris_drawn(outcome);
    ntris_begin_line(s);
    if (s->known == 1) look_for_loss(s);
}

static int draw_level(NtrisState *s)
{
    double bound[NTRIS_LEVELS], p = rng_real(&s->rng);
    int i = 1;
    find_bounds(s->points, bound);
    while (i < NTRIS_LEVELS && !(p > bound[i])) i++;
    return i - 1;
}

static void chance(const void *rules, void *state)
{
    NtrisState *s = state;
    while (due(rules, s)) {
        const int kinds = ntris_level_kinds(draw_level(s));
        happen(rules, s, (int)(rng_real(&s->rng) * kinds));
    }
}

static Tally tally(const void *state)
{
    const NtrisState *s = state;
    return (Tally){.score = s->points, .turns = s->moves};
}

static uint64_t key(const void *state)
{
    const NtrisState *s = state;
    uint64_t hash = HASH_START;
    for (int i = 0; i < NTRIS_WORDS; i++) hash = hash_u64(hash, s->word[i]);
    for (int i = 0; i < s->known; i++) {
        uint64_t block;
        static_assert(sizeof block == sizeof s->queue[i], "a block is a word");
        memcpy(&block, &s->queue[i], sizeof block);
        hash = hash_u64(hash, block);
    }
    hash = hash_u64(hash, (uint64_t)s->points);
    return hash_u64(hash_u64(hash, (uint64_t)s->moves), s->rng.state);
}

/* ---- states from outside ---- */

static bool sound_block(NtrisBlock b)
{
    if (!sound_between(b.kind, 0, NTRIS_KINDS - 1)) return false;
    const NtrisBlock drawn = ntris_drawn(b.kind);
    return memcmp(&b, &drawn, sizeof b) == 0;
}

/* Whether as many blocks are known as are shown, or fewer if the game is over. */
static bool sound_queue(const NtrisRules *rules, const NtrisState *s)
{
    const int shown = 1 + rules->preview;
    if (s->known > shown || (s->known < shown && !over(s))) return false;
    for (int i = 0; i < s->known; i++)
        if (!sound_block(s->queue[i])) return false;
    return true;
}

/* Checks what features read of the last move. */
static bool sound_last(const NtrisState *s)
{
    if (!sound_count(s->line_points) || !sound_between(s->line_rows, 0, 63)) return false; /* the limit of points_earned */
    if (!sound_between(s->landing, 0, NTRIS_WIDTH + NTRIS_SIZES)) return false;
    if (!sound_block(s->placed) || !sound_between(s->move, 0, NTRIS_POSITIONS - 1)) return s->moves == 0 && s->move == 0;
    const NtrisShape shape = ntris_shape(s->placed, ntris_move_turn(s->move));
    const int left = ntris_move_column(s->move) - shape.left, top = ntris_move_row(s->move) - shape.up;
    return s->moves == 0 || (top >= 0 && left >= 0 && left + shape.width <= NTRIS_WIDTH && top + shape.height <= NTRIS_ROWS);
}

static bool sound(const void *rules, const void *state)
{
    const NtrisState *s = state;
    return sound_flag(&s->lost) && sound_flag(&s->ended) && sound_rng(&s->rng) && sound_count(s->points) &&
           sound_count(s->moves) && rows_sound(s->word, NTRIS_WORDS, NTRIS_ROWS - s->top, NTRIS_WIDTH, NULL) && s->top >= 0 &&
           sound_queue(rules, s) && sound_last(s);
}

/* ---- for people ---- */

/* The blocks of up to five cells have letters. */
static int letter(const void *rules, char c)
{
    (void)rules;
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'S' ? c - 'A' + 10 : -1;
}

static void trace(const void *rules, const void *before, Move move, Record *r)
{
    const NtrisState *s = before;
    NtrisCommand command[NTRIS_POSITIONS];
    char line[8 * NTRIS_POSITIONS];
    Text text = text_in(line, sizeof line);
    const bool none = over(s);
    (void)rules;
    const int n = none ? 0 : ntris_path(s, move, command);
    for (int i = 0; i < n; i++) text_add(&text, "%s%s", i > 0 ? " " : "", ntris_commands[command[i]]);
    record_int(r, "block", s->queue[0].kind);
    record_int(r, "cells", ntris_cells(s->queue[0].kind));
    record_int(r, "row", none ? 0 : ntris_move_row(move));
    record_int(r, "column", none ? 0 : ntris_move_column(move));
    record_int(r, "rotation", none ? 0 : ntris_move_turn(move));
    record_text(r, "commands", n > 0 ? line : "-");
}

/* Adds row `row` of the blocks that are shown, side by side. False: no block has so many rows. */
static bool add_row_of_next(Text *out, const NtrisState *s, int row)
{
    bool any = false;
    for (int i = 1; i < s->known; i++) {
        const NtrisShape shape = ntris_shape(s->queue[i], 0);
        any = any || row < shape.height;
        text_add(out, "  ");
        for (int j = 0; j < shape.width; j++) text_add(out, "%c", row < shape.height && shape.row[row] >> j & 1 ? '#' : ' ');
    }
    text_add(out, "\n");
    return any;
}

/* Writes the board with the current block (o) where it appears and, below it, the blocks that are shown. */
static int text(const void *rules, const void *state, char *out, size_t room)
{
    const NtrisState *s = state;
    const bool shown = s->known > 0 && !over(s);
    const NtrisShape shape = shown ? ntris_shape(s->queue[0], 0) : (NtrisShape){0};
    const int top = s->queue[0].row - shape.up, left = s->queue[0].column - shape.left;
    uint64_t block[NTRIS_WORDS] = {0};
    Text all = text_in(out, room);
    (void)rules;
    for (int i = 0; i < shape.height; i++) rows_set(block, ntris_y(top + i), (unsigned)shape.row[i] << left);
    rows_text(&all, s->word, block, NTRIS_ROWS, 0, NTRIS_WIDTH);
    text_add(&all, "+------------+\nnext\n");
    for (int row = 0; row < NTRIS_SIZES && add_row_of_next(&all, s, row); row++) continue;
    return (int)all.used;
}

/* ---- pictures, and what a program that plays by itself sees ---- */

static void board_size(const void *rules, int *width, int *height)
{
    (void)rules;
    *width = NTRIS_WIDTH;
    *height = NTRIS_ROWS;
}

/* Blocks of the same size have the same colour. */
static uint8_t colour_of(NtrisBlock b)
{
    return (uint8_t)(ntris_cells(b.kind) % PICTURE_COLOURS + 1);
}

static void picture_add(const void *rules, const void *before, Move m, uint8_t *cell)
{
    const NtrisBlock b = ((const NtrisState *)before)->queue[0];
    const NtrisShape shape = ntris_shape(b, ntris_move_turn(m));
    const int top = ntris_move_row(m) - shape.up, left = ntris_move_column(m) - shape.left;
    (void)rules;
    for (int i = 0; i < shape.height; i++)
        for (int j = 0; j < shape.width; j++)
            if (shape.row[i] >> j & 1) cell[(top + i) * NTRIS_WIDTH + left + j] = colour_of(b);
}

static bool picture_item(const void *rules, const void *state, int i, PictureItem *out)
{
    const NtrisState *s = state;
    if (i >= ((const NtrisRules *)rules)->preview) return false;
    *out = (PictureItem){.title = "next"};
    if (i + 1 >= s->known) return true;
    const NtrisShape shape = ntris_shape(s->queue[i + 1], 0);
    out->width = shape.width;
    out->height = shape.height;
    for (int k = 0; k < shape.height * shape.width; k++)
        if (shape.row[k / shape.width] >> (k % shape.width) & 1) out->cell[k] = colour_of(s->queue[i + 1]);
    return true;
}

static const GamePicture picture = {.size = board_size, .add = picture_add, .clears_rows = true, .item = picture_item};

static void view_board(const void *rules, const void *state, uint32_t *out)
{
    (void)rules;
    for (int y = 0; y < NTRIS_ROWS; y++) out[y] = rows_get(((const NtrisState *)state)->word, y);
}

static const char *view_title(const void *rules, int i)
{
    return i == 0 ? "block" : i <= ((const NtrisRules *)rules)->preview ? "next" : NULL;
}

static void view_shown(const void *rules, const void *state, int32_t *out)
{
    const NtrisState *s = state;
    for (int i = 0; i <= ((const NtrisRules *)rules)->preview; i++) out[i] = i < s->known ? s->queue[i].kind : -1;
}

/* An action is a move: the row is counted from the top, as the game does. */
static int view_axes(const void *rules, const char **name, int *length)
{
    (void)rules;
    name[0] = "row", length[0] = NTRIS_ROWS;
    name[1] = "column", length[1] = NTRIS_WIDTH;
    name[2] = "turn", length[2] = NTRIS_TURNS;
    return 3;
}

static const GameView view = {
    .size = board_size, .board = view_board, .title = view_title, .shown = view_shown, .axes = view_axes};

const Game game_ntris = {
    .name = "ntris",
    .doc =
        "Dropblox: polyominoes of up to ten cells on a board of 33 rows and 12 columns, five of them shown; n rows at once are "
        "2^n - 1 points",
    .units = {.score = "points", .cost = "blocks", .play = "games", .scale = SCALE_COUNT, .noisy = true},
    .params = params,
    .rules_bytes = sizeof(NtrisRules),
    .state_bytes = sizeof(NtrisState),
    .moves_max = NTRIS_MOVES_MAX,
    .outcomes_max = NTRIS_KINDS,
    .features = ntris_features,
    .n_features = NTRIS_FEATURES,
    .sets = ntris_sets,
    .n_sets = NTRIS_SETS,
    .reads = ntris_reads,
    .values = ntris_values,
    .lost = lost,
    .key = key,
    GAME_FUNCTIONS,
    .letters = "a block of up to five cells, 0-9 or A-S",
    .picture = &picture,
    .view = &view,
};
