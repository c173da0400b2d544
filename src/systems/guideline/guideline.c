/* guideline.c. Room game. The game by the guideline: its pieces, what they do to the board, drawing, holding, moving, losing. */
#include "systems/guideline/guideline.h"

#include "base/sound.h"
#include "game/bag.h"
#include "game/tetris/tetris.h"

#include <assert.h>

const char guideline_letters[ROWS_PIECES + 1] = "OILJTSZ";

int guideline_distinct_states(int piece)
{
    return piece == ROWS_O ? 1 : piece == ROWS_I || piece == ROWS_S || piece == ROWS_Z ? 2 : ROWS_STATES;
}

/* ---- dropping ---- */

/* All cells between where the piece appears and the tops of its columns are empty. So it can be dropped if and only if it comes
 * to rest lower than it appears. Of states with the same cells the first one stands highest in its matrix, so it can fall
 * wherever a later one can. */
int guideline_drops(const GuidelineRules *rules, const GuidelineState *s, int piece, bool other, bool distinct, Move *out)
{
    const int states = distinct ? guideline_distinct_states(piece) : ROWS_STATES;
    int n = 0;
    for (int state = 0; state < states; state++) {
        const RowsShape *shape = &rows_shapes[piece][state];
        int start = rules->height - 1 - shape->drop;
        for (int x = 0; x + shape->width <= GUIDELINE_WIDTH; x++) {
            int y = rows_landing(s->top, shape, x);
            if (y < start) out[n++] = guideline_move(other, state, x - shape->left, y);
        }
    }
    return n;
}

/* ---- placing ---- */

void guideline_place(GuidelineState *s)
{
    const RowsShape *shape = &rows_shapes[s->placed][guideline_state(s->move)];
    int x = guideline_column(s->move) + shape->left, y = guideline_landing_row(s->move);
    assert(x >= 0 && x + shape->width <= GUIDELINE_WIDTH);
    assert(y >= 0 && y + shape->height <= GUIDELINE_HEIGHT_MAX);
    rows_add(s->board.word, shape->cells << x, y);
    if (y + shape->height > s->height) s->height = (uint8_t)(y + shape->height);
    unsigned full = rows_clear(s->board.word, GUIDELINE_WORDS, y, shape->height, GUIDELINE_WIDTH);
    s->cleared = s->eroded = 0;
    if (full != 0) {
        for (; full != 0; full &= full - 1, s->cleared++)
            s->eroded = (int8_t)(s->eroded + bits_count(rows_get(&shape->cells, __builtin_ctz(full))));
        s->height = (uint8_t)rows_height(s->board.word, s->height);
        rows_tops(s->board.word, s->height, GUIDELINE_WIDTH, s->top);
        return;
    }
    for (int i = 0; i < shape->width; i++) { /* the piece may have slid under what lies above: then the top stays */
        const int raised = y + shape->top[i];
        if (raised > s->top[x + i]) s->top[x + i] = (uint16_t)raised;
    }
}

/* ---- levels ---- */

/* The first of those of tetris. Every cell below the top of its column is filled or a hole, so the holes follow from the heights
 * and the filled cells. */
enum { LEVELS = 4 };
static int level_of(const void *rules, int level, const void *state)
{
    const GuidelineState *s = state;
    int heights = 0, filled = 0;
    (void)rules;
    assert(level >= 0 && level < LEVELS && tetris_level_weights[level].hole_rows == 0);
    for (int x = 0; x < GUIDELINE_WIDTH; x++) heights += s->top[x];
    for (int i = 0; i < GUIDELINE_WORDS; i++) filled += bits_count(s->board.word[i]);
    return tetris_level_sum(&tetris_level_weights[level], heights, heights - filled, 0, s->height);
}

/* ---- the rules ---- */

static const char *const move_names[] = {[GUIDELINE_DROP] = "drop", [GUIDELINE_REACHABLE] = "reachable", NULL};

static const Param params[] = {
    {PARAM_ROW(GuidelineRules, height, PARAM_INT, "rows", 8, GUIDELINE_HEIGHT_MAX, "20"), .per_phase = true,
     .doc = "rows of the board, which has ten columns"},
    {PARAM_ROW(GuidelineRules, preview, PARAM_INT, "pieces", 0, GUIDELINE_PREVIEW_MAX, "3"),
     .when = "agent.kind = lookahead or agent.depth > 1", .doc = "pieces that are shown beyond the current one"},
    {PARAM_ROW(GuidelineRules, bag, PARAM_FLAG, "", 0, 0, "yes"),
     .doc = "yes: all seven pieces come in random order, then all seven again; no: each piece is drawn by itself"},
    {PARAM_ROW(GuidelineRules, hold, PARAM_FLAG, "", 0, 0, "yes"),
     .doc = "whether the current piece may be exchanged for the held one, or for the next one where none is held"},
    {PARAM_ROW(GuidelineRules, moves, PARAM_CHOICE, "", 0, 0, "drop"), .choices = move_names,
     .doc = "drop: pieces fall straight down; reachable: they slide and turn on the way, with the kicks of the guideline"},
    {0},
};

static int check(const void *rules_, Finding *out)
{
    const GuidelineRules *rules = rules_;
    if (!rules->hold || rules->preview > 0) return 0;
    return finding_add(out, true, "preview", "must be at least 1 where hold is yes");
}

/* ---- the queue ---- */

enum { FULL_BAG = (1 << ROWS_PIECES) - 1 };

/* The piece that the current one may be exchanged for; NO_PIECE: it is not known yet. */
static int exchange(const GuidelineState *s)
{
    return s->held != GUIDELINE_NO_PIECE ? s->held : s->queue[1];
}

static int take_current(GuidelineState *s)
{
    int piece = s->queue[0];
    memmove(s->queue, s->queue + 1, sizeof s->queue - sizeof s->queue[0]);
    s->queue[GUIDELINE_PREVIEW_MAX] = GUIDELINE_NO_PIECE;
    s->known--;
    return piece;
}

static void start(const void *rules, uint64_t seed, void *state)
{
    GuidelineState *s = state;
    (void)rules;
    memset(s, 0, sizeof *s);
    memset(s->queue, GUIDELINE_NO_PIECE, sizeof s->queue);
    s->held = s->placed = GUIDELINE_NO_PIECE;
    s->bag = FULL_BAG;
    rng_stream(&s->rng, seed);
}

static bool over(const void *state)
{
    return ((const GuidelineState *)state)->lost;
}

/* ---- moves ---- */

/* Whether all pieces that can be placed now are known. */
static bool moves_known(const GuidelineRules *rules, const GuidelineState *s)
{
    return s->known > 0 && !(rules->hold && exchange(s) == GUIDELINE_NO_PIECE);
}

static int find_moves(const GuidelineRules *rules, const GuidelineState *s, bool distinct, Move *out)
{
    GuidelineMoves *of = rules->moves == GUIDELINE_DROP ? guideline_drops : guideline_reachable;
    if (s->lost || !moves_known(rules, s)) return 0;
    int n = of(rules, s, s->queue[0], false, distinct, out);
    if (rules->hold && !(distinct && exchange(s) == s->queue[0])) n += of(rules, s, exchange(s), true, distinct, out + n);
    return n;
}

static int moves(const void *rules, const void *state, Move *out)
{
    return find_moves(rules, state, false, out);
}

/* Leaves out moves that fill the cells of an earlier one, and the exchange of a piece for one of the same kind. */
static int distinct(const void *rules, const void *state, Move *out)
{
    return find_moves(rules, state, true, out);
}

/* Whether a filled cell is where the current piece appears: in state 0, its highest row in the top row of the board. */
static bool spawn_is_blocked(const GuidelineRules *rules, const GuidelineState *s)
{
    const RowsShape *shape = &rows_shapes[s->queue[0]][0];
    int y = rules->height - shape->height;
    if (s->height <= y) return false;
    for (int j = 0; j < shape->height; j++)
        if (rows_get(s->board.word, y + j) & rows_get(&shape->cells, j) << (GUIDELINE_SPAWN_COLUMN + shape->left)) return true;
    return false;
}

/* Sets `lost` if the game is certainly lost. Called when a piece has become known or was placed. Every piece has a move if the
 * rows of its matrix are empty, and one more. */
static void look_for_loss(const GuidelineRules *rules, GuidelineState *s)
{
    enum { ROWS_OF_A_MATRIX = 4 };
    Move any[GUIDELINE_MOVES_MAX];
    if (s->known == 0) return;
    s->lost = (s->cleared == 0 && spawn_is_blocked(rules, s)) ||
              (s->height + ROWS_OF_A_MATRIX >= rules->height && moves_known(rules, s) && find_moves(rules, s, true, any) == 0);
}

static void apply(const void *rules, void *state, Move move)
{
    GuidelineState *s = state;
    assert(!s->lost && moves_known(rules, s));
    int piece = take_current(s);
    if (guideline_other(move)) {
        int held = s->held;
        s->held = (int8_t)piece;
        piece = held != GUIDELINE_NO_PIECE ? held : take_current(s);
    }
    s->placed = (int8_t)piece;
    s->move = move;
    s->drawn = 0;
    guideline_place(s);
    s->rows += s->cleared;
    s->pieces++;
    look_for_loss(rules, s);
}

/* ---- chance ---- */

static bool due(const GuidelineRules *rules, const GuidelineState *s)
{
    return !s->lost && s->known <= rules->preview;
}

/* Pieces that may come next, as bits. */
static unsigned to_come(const GuidelineRules *rules, const GuidelineState *s)
{
    return rules->bag ? s->bag : FULL_BAG;
}

static int outcomes(const void *rules, const void *state, int *odds)
{
    if (!due(rules, state)) return 0;
    for (int p = 0; p < ROWS_PIECES; p++) odds[p] = to_come(rules, state) >> p & 1;
    return ROWS_PIECES;
}

static void happen(const void *rules, void *state, int outcome)
{
    GuidelineState *s = state;
    assert(due(rules, s) && outcome >= 0 && outcome < ROWS_PIECES);
    s->queue[s->known++] = (int8_t)outcome;
    s->drawn++;
    s->bag = (uint8_t)bag_take(s->bag, FULL_BAG, outcome);
    look_for_loss(rules, s);
}

static void chance(const void *rules, void *state)
{
    GuidelineState *s = state;
    while (due(rules, s)) happen(rules, s, bag_draw(to_come(rules, s), &s->rng));
}

/* Pieces that were shown before the last move stay. Those that were drawn after it are put back into their bag and will be
 * drawn again. If the game is lost with the pieces that stay, it stays lost. */
static void renew(const void *rules, uint64_t seed, void *state)
{
    GuidelineState *s = state;
    assert(s->drawn <= s->known);
    rng_stream(&s->rng, seed);
    for (; s->drawn > 0; s->drawn--) { /* puts the piece that was drawn last back from the queue into the bag */
        s->bag = (uint8_t)bag_put_back(s->bag, FULL_BAG, s->queue[--s->known]);
        s->queue[s->known] = GUIDELINE_NO_PIECE;
    }
    s->lost = false;
    look_for_loss(rules, s);
}

static Tally tally(const void *state)
{
    const GuidelineState *s = state;
    return (Tally){.score = s->rows, .turns = s->pieces};
}

/* ---- states from outside ---- */

/* Whether as many pieces are known as are shown, or fewer if the game is lost. */
static bool sound_queue(const GuidelineRules *rules, const GuidelineState *s)
{
    const int shown = 1 + rules->preview;
    if (s->known > shown || (s->known < shown && !s->lost) || s->drawn > s->known) return false;
    for (int i = 0; i <= GUIDELINE_PREVIEW_MAX; i++)
        if (i < s->known ? !sound_between(s->queue[i], 0, ROWS_PIECES - 1) : s->queue[i] != GUIDELINE_NO_PIECE) return false;
    return sound_between(s->held, GUIDELINE_NO_PIECE, ROWS_PIECES - 1) && bag_sound(s->bag, FULL_BAG);
}

/* Checks what features read of the last move. */
static bool sound_last(const GuidelineRules *rules, const GuidelineState *s)
{
    if (!sound_between(s->cleared, 0, 4) || !sound_between(s->eroded, 0, 16)) return false;
    if (s->placed == GUIDELINE_NO_PIECE) return s->move == 0;
    if (!sound_between(s->placed, 0, ROWS_PIECES - 1) || !sound_between(s->move, 0, 2 * ROWS_STATES * 16 * 32 - 1)) return false;
    const RowsShape *shape = &rows_shapes[s->placed][guideline_state(s->move)];
    const int left = guideline_column(s->move) + shape->left;
    return left >= 0 && left + shape->width <= GUIDELINE_WIDTH && guideline_landing_row(s->move) + shape->height <= rules->height;
}

static bool sound(const void *rules_, const void *state)
{
    const GuidelineRules *rules = rules_;
    const GuidelineState *s = state;
    return sound_flag(&s->lost) && sound_rng(&s->rng) && sound_count(s->rows) && sound_count(s->pieces) &&
           s->height <= rules->height && rows_sound(s->board.word, GUIDELINE_WORDS, s->height, GUIDELINE_WIDTH, s->top) &&
           sound_queue(rules, s) && sound_last(rules, s);
}

/* ---- for people ---- */

static int letter(const void *rules, char c)
{
    (void)rules;
    for (int piece = 0; piece < ROWS_PIECES; piece++)
        if (c == guideline_letters[piece] || c == '0' + piece) return piece;
    return -1;
}

/* Records the piece that is placed, whether the current one is exchanged for it, and where it is placed. */
static void trace(const void *rules, const void *before, Move move, Record *r)
{
    const GuidelineState *s = before;
    (void)rules;
    const bool other = !s->lost && guideline_other(move);
    const int piece = other ? exchange(s) : s->queue[0];
    record_int(r, "piece", piece);
    record_int(r, "hold", other);
    record_int(r, "orientation", s->lost ? 0 : guideline_state(move));
    record_int(r, "column", s->lost ? 0 : guideline_column(move) + rows_shapes[piece][guideline_state(move)].left);
    record_int(r, "row", s->lost ? 0 : guideline_landing_row(move));
}

static char letter_of(int piece)
{
    return piece == GUIDELINE_NO_PIECE ? '-' : guideline_letters[piece];
}

/* Writes the board and, below it, the held piece, the current one and those that are shown. */
static int text(const void *rules_, const void *state, char *out, size_t room)
{
    const GuidelineRules *rules = rules_;
    const GuidelineState *s = state;
    Text t = text_in(out, room);
    rows_text(&t, s->board.word, NULL, rules->height, 0, GUIDELINE_WIDTH);
    text_add(&t, "+----------+\n");
    if (rules->hold) text_add(&t, "hold %c  ", letter_of(s->held));
    text_add(&t, "next");
    for (int i = 0; i < s->known; i++) text_add(&t, " %c", letter_of(s->queue[i]));
    text_add(&t, "\n");
    return (int)t.used;
}

/* ---- pictures, and what a program that plays by itself sees ---- */

static void board_size(const void *rules, int *width, int *height)
{
    *width = GUIDELINE_WIDTH;
    *height = ((const GuidelineRules *)rules)->height;
}

static void picture_add(const void *rules, const void *before, Move move, uint8_t *cell)
{
    const GuidelineState *s = before;
    int piece = guideline_other(move) ? exchange(s) : s->queue[0];
    assert(piece != GUIDELINE_NO_PIECE);
    const RowsShape *shape = &rows_shapes[piece][guideline_state(move)];
    rows_draw(shape, guideline_column(move) + shape->left, guideline_landing_row(move), piece + 1, cell, GUIDELINE_WIDTH,
              ((const GuidelineRules *)rules)->height);
}

/* The items are the current piece and those that are shown, then the held one. */
static bool picture_item(const void *rules_, const void *state, int i, PictureItem *out)
{
    const GuidelineRules *rules = rules_;
    const GuidelineState *s = state;
    bool held = i == rules->preview + 1;
    if (i > rules->preview + 1 || (held && !rules->hold)) return false;
    int piece = held ? s->held : s->queue[i];
    *out = (PictureItem){.title = held ? "hold" : "next"};
    if (piece != GUIDELINE_NO_PIECE) rows_item(&rows_shapes[piece][0], piece + 1, out);
    return true;
}

static const GamePicture picture = {.size = board_size, .add = picture_add, .clears_rows = true, .item = picture_item};

static void view_board(const void *rules, const void *state, uint32_t *out)
{
    const GuidelineState *s = state;
    for (int y = 0; y < ((const GuidelineRules *)rules)->height; y++) out[y] = rows_get(s->board.word, y);
}

static void view_fill(const void *rules, const uint32_t *cells, void *state)
{
    GuidelineState *s = state;
    const int rows = ((const GuidelineRules *)rules)->height;
    for (int y = 0; y < rows; y++) rows_set(s->board.word, y, cells[y]);
    s->height = (uint8_t)rows_height(s->board.word, rows);
    rows_tops(s->board.word, s->height, GUIDELINE_WIDTH, s->top);
}

/* The current piece and those that are shown come first, then the held one. */
static const char *view_title(const void *rules_, int i)
{
    const GuidelineRules *rules = rules_;
    if (i <= rules->preview) return i == 0 ? "piece" : "next";
    return i == rules->preview + 1 && rules->hold ? "hold" : NULL;
}

static void view_shown(const void *rules_, const void *state, int32_t *out)
{
    const GuidelineRules *rules = rules_;
    const GuidelineState *s = state;
    for (int i = 0; i <= rules->preview; i++) out[i] = s->queue[i];
    if (rules->hold) out[rules->preview + 1] = s->held;
}

/* An action is hold, orientation, column and, if moves are `reachable`, the row; a drop has only one row. */
static int view_axes(const void *rules_, const char **name, int *length)
{
    const GuidelineRules *rules = rules_;
    name[0] = "hold", length[0] = rules->hold ? 2 : 1;
    name[1] = "orientation", length[1] = ROWS_STATES;
    name[2] = "column", length[2] = GUIDELINE_COLUMNS;
    name[3] = "row", length[3] = rules->height;
    return rules->moves == GUIDELINE_DROP ? 3 : 4;
}

static int view_action(const void *rules_, Move m)
{
    const GuidelineRules *rules = rules_;
    const int turned = (guideline_other(m) ? ROWS_STATES : 0) + guideline_state(m);
    const int over = turned * GUIDELINE_COLUMNS + guideline_column(m) - GUIDELINE_COLUMN_MIN;
    return rules->moves == GUIDELINE_DROP ? over : over * rules->height + guideline_landing_row(m);
}

static const GameView view = {.size = board_size,
                              .board = view_board,
                              .fill = view_fill,
                              .title = view_title,
                              .shown = view_shown,
                              .axes = view_axes,
                              .action = view_action};

const Game game_guideline = {
    .name = "guideline",
    .doc = "ten columns by the guideline: a bag of pieces, up to six of them shown, one on hold; straight drops, or slides and "
           "spins",
    .units = {.score = "rows", .cost = "pieces", .play = "games", .scale = SCALE_COUNT, .noisy = true},
    .params = params,
    .rules_bytes = sizeof(GuidelineRules),
    .state_bytes = sizeof(GuidelineState),
    .moves_max = GUIDELINE_MOVES_MAX,
    .outcomes_max = ROWS_PIECES,
    .features = guideline_features,
    .n_features = GUIDELINE_FEATURES,
    .sets = guideline_sets,
    .n_sets = GUIDELINE_SETS,
    .levels = tetris_levels,
    .n_levels = LEVELS,
    .values = guideline_values,
    .check = check,
    .distinct = distinct,
    .level = level_of,
    .renew = renew,
    GAME_FUNCTIONS,
    .letters = "a piece, a digit 0-6 or a letter of OILJTSZ",
    .picture = &picture,
    .view = &view,
};
