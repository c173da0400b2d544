/* stack.c. Room game. The game Trix: the pieces, the list, the buffer, dropping, losing; how a pile is drawn, and what programs
 * that choose the moves see: the board, the next piece, the three after it, and how many of each kind the buffer holds. */
#include "systems/stack/stack.h"

#include "base/rng.h"
#include "base/sound.h"

#include <assert.h>

/* ---- the seven pieces in their rotations ----
 *
 * Rotation 0, top row first: 1 I upright; 2 O; 3 `#. / ## / #.`; 4 `## / #. / #.`; 5 `## / .# / .#`; 6 `#. / ## / .#`;
 * 7 `.# / ## / #.`. The others are these turned counter-clockwise; 1, 6 and 7 have 0 and 3, 2 has 0 alone. The tests turn the
 * drawings and compare. */

/* A kind: its piece, the state of that which is rotation 0, and a bit for each rotation that it has. */
static const struct {
    int piece, state, rotations;
} kinds[STACK_KINDS] = {{ROWS_I, 1, 0x9}, {ROWS_O, 0, 0x1}, {ROWS_T, 1, 0xf}, {ROWS_J, 1, 0xf},
                        {ROWS_L, 3, 0xf}, {ROWS_S, 1, 0x9}, {ROWS_Z, 1, 0x9}};

const RowsShape *stack_shape(int kind, int rotation)
{
    if (!(kinds[kind].rotations >> rotation & 1)) return NULL;
    return &rows_shapes[kinds[kind].piece][(kinds[kind].state - rotation + ROWS_STATES) % ROWS_STATES];
}

static int colour_of(int kind)
{
    return kinds[kind].piece + 1; /* in the order of OILJTSZ */
}

/* ---- the rules ---- */

static const char *const template_names[] = {
    "equal", "without-s-z", "squares-and-lines", "only-1", "only-2", "only-3", "only-4", "only-5", "only-6", "only-7", NULL};

static const Param params[] = {
    {PARAM_ROW(StackRules, width, PARAM_INT, "columns", STACK_WIDTH_MIN, STACK_WIDTH_MAX, "11"),
     .doc = "columns of the board, which has 256 rows"},
    {PARAM_ROW(StackRules, buffer, PARAM_INT, "pieces", 0, STACK_BUFFER_MAX, "1"), .doc = "pieces that the buffer holds"},
    {PARAM_ROW(StackRules, list, PARAM_NAMES, "", 0, 0, ""),
     .doc = "the pieces that come, digits 1-7, with blanks between any of them, at most 4,000; empty: they are drawn"},
    {PARAM_ROW(StackRules, length, PARAM_INT, "pieces", 1, STACK_LIST_MAX, "40"), .per_phase = true, .when = "game.list = empty",
     .doc = "pieces that are drawn"},
    {PARAM_ROW(StackRules, pieces, PARAM_CHOICE, "", 0, 0, "equal"), .choices = template_names, .when = "game.list = empty",
     .doc = "kinds drawn: all equally, all but the two zigzags 6 and 7, squares and lines, or one kind alone"},
    {0},
};

static int pieces_of(const char *list)
{
    int n = 0;
    for (; *list != '\0'; list++) n += *list != ' ';
    return n;
}

static int check(const void *rules_, Finding *out)
{
    const StackRules *rules = rules_;
    const char *wrong = rules->list + strspn(rules->list, " 1234567");
    const int n = pieces_of(rules->list);
    if (*wrong == '\0' && n <= STACK_LIST_MAX) return 0;
    if (*wrong != '\0') return finding_add(out, true, "list", "holds '%c': must be digits 1-7 and blanks", *wrong);
    return finding_add(out, true, "list", "has %d pieces: at most %d", n, STACK_LIST_MAX);
}

/* ---- the list ---- */

/* The kind of drawn piece number i: a function of the seed, so that no state has to hold a list. */
static int drawn_piece(const StackRules *rules, uint64_t seed, int i)
{
    static const unsigned drawn[STACK_ONLY_1] = {[STACK_EQUAL] = 0x7f, [STACK_WITHOUT_S_Z] = 0x1f, [STACK_SQUARES_LINES] = 0x3};
    if (rules->pieces >= STACK_ONLY_1) return rules->pieces - STACK_ONLY_1;
    unsigned left = drawn[rules->pieces];
    for (uint64_t skip = (rng_game(seed, i) >> 32) * (uint64_t)bits_count(left) >> 32; skip > 0; skip--) left &= left - 1;
    return __builtin_ctz(left);
}

/* Sets s->next to the next piece of the list. */
static void advance(const StackRules *rules, StackState *s)
{
    s->next = STACK_NO_PIECE;
    if (s->left == 0) return;
    if (rules->list[0] == '\0') {
        s->next = drawn_piece(rules, s->seed, s->at++);
        return;
    }
    while (rules->list[s->at] == ' ') s->at++;
    s->next = rules->list[s->at++] - '1';
    assert(s->next >= 0 && s->next < STACK_KINDS);
}

static void start(const void *rules, uint64_t seed, void *state)
{
    StackState *s = state;
    memset(s, 0, sizeof *s);
    s->seed = seed;
    s->left = pieces_of(((const StackRules *)rules)->list);
    if (s->left == 0) s->left = ((const StackRules *)rules)->length;
    advance(rules, s);
}

static bool lost(const void *state)
{
    return ((const StackState *)state)->lost;
}

static bool over(const void *state)
{
    return ((const StackState *)state)->over;
}

/* ---- moves ---- */

/* Lists the placements of a kind, by rotation and column; first: the number of the move whose rotation and column are 0. */
static int placements(const StackRules *rules, const StackState *s, int kind, Move first, Move *out)
{
    int n = 0;
    for (int r = 0; r < STACK_ROTATIONS; r++) {
        const RowsShape *shape = stack_shape(kind, r);
        for (int x = 0; shape != NULL && x + shape->width <= rules->width; x++)
            if (s->height + shape->height <= STACK_ROWS || rows_landing(s->top, shape, x) + shape->height <= STACK_ROWS)
                out[n++] = first + 16 * r + x;
    }
    return n;
}

/* A piece of the buffer of the same kind as the next one of the list has no moves of its own: placing either of the two leaves
 * the same pieces. */
static int moves(const void *rules_, const void *state, Move *out)
{
    const StackRules *rules = rules_;
    const StackState *s = state;
    int n = 0;
    if (s->over) return 0;
    if (s->left > 0) n = placements(rules, s, s->next, STACK_PLACE, out);
    for (int k = 0; k < STACK_KINDS; k++)
        if (s->held[k] > 0 && (s->left == 0 || k != s->next)) n += placements(rules, s, k, STACK_HELD + 64 * k, out + n);
    if (s->left > 1 && s->held[STACK_KINDS] < rules->buffer) out[n++] = STACK_KEEP;
    if (s->left == 0 && s->held[STACK_KINDS] > 0) out[n++] = STACK_STOP;
    return n;
}

static void place(const StackRules *rules, StackState *s, int kind, Move m)
{
    const RowsShape *shape = stack_shape(kind, stack_rotation(m));
    assert(shape != NULL);
    int x = stack_column(m), y = rows_landing(s->top, shape, x);
    int depth = 0; /* how far the lowest column that the piece spans is below the highest column of the board */
    for (int i = 0; i < shape->width; i++)
        if (s->height - s->top[x + i] > depth) depth = s->height - s->top[x + i];
    assert(x + shape->width <= rules->width && y + shape->height <= STACK_ROWS);
    s->turns = (STACK_ROTATIONS - stack_rotation(m)) % STACK_ROTATIONS;
    s->rise = depth < 2 * shape->height ? shape->height - depth : -shape->height;
    rows_add(s->word, shape->cells << x, y);
    for (int i = 0; i < shape->width; i++) s->top[x + i] = (uint16_t)(y + shape->top[i]);
    if (y + shape->height > s->height) s->height = y + shape->height;
    s->full = bits_count(rows_clear(s->word, s->height / 4 + 1, y, shape->height, rules->width));
    s->cells += 4 - s->full * rules->width;
    if (s->full == 0) return;
    s->height -= s->full;
    s->cleared += s->full;
    rows_tops(s->word, s->height, rules->width, s->top);
}

/* Takes the next piece off the list, which must not be empty. */
static void take_next(const StackRules *rules, StackState *s)
{
    s->left--;
    advance(rules, s);
}

/* Whether nothing is left to be placed, or nothing fits below the top of the board: the game is then lost. */
static bool is_over(const StackRules *rules, StackState *s)
{
    enum { HIGHEST_PIECE = 4 };
    Move any[STACK_MOVES_MAX];
    if (s->left == 0 && s->held[STACK_KINDS] == 0) return true;
    if (s->height + HIGHEST_PIECE <= STACK_ROWS) return false;
    s->lost = moves(rules, s, any) == 0;
    return s->lost;
}

int stack_kind(const StackState *s, Move m)
{
    return m < STACK_HELD || m >= STACK_KEEP ? s->next : (m - STACK_HELD) / 64;
}

static void apply(const void *rules_, void *state, Move m)
{
    const StackRules *rules = rules_;
    StackState *s = state;
    assert(!s->over && m >= 0 && m <= STACK_STOP);
    s->moves++;
    s->rise = s->full = s->turns = 0;
    if (m == STACK_STOP) {
        s->over = true;
        return;
    }
    int kind = stack_kind(s, m);
    int change = m == STACK_KEEP ? 1 : m < STACK_HELD ? 0 : -1;
    s->held[kind] = (uint8_t)(s->held[kind] + change);
    s->held[STACK_KINDS] = (uint8_t)(s->held[STACK_KINDS] + change);
    if (change >= 0) take_next(rules, s);
    if (stack_places(m)) place(rules, s, kind, m);
    s->over = is_over(rules, s);
}

/* ---- states from outside ---- */

static bool sound_board(const StackRules *rules, const StackState *s)
{
    int cells = 0;
    for (int i = 0; i < STACK_WORDS; i++) cells += bits_count(s->word[i]);
    return cells == s->cells && s->height <= STACK_ROWS && rows_sound(s->word, STACK_WORDS, s->height, rules->width, s->top);
}

/* How many pieces the list has from `at` on; -1: `at` is beyond the end of the text. */
static int behind(const StackRules *rules, int at)
{
    if (rules->list[0] == '\0') return rules->length - at;
    return at > (int)strlen(rules->list) ? -1 : pieces_of(rules->list + at);
}

static bool sound_list(const StackRules *rules, const StackState *s)
{
    int held = 0;
    for (int k = 0; k < STACK_KINDS; k++) held += s->held[k];
    if (held != s->held[STACK_KINDS] || held > rules->buffer || !sound_between(s->at, 0, (int)sizeof rules->list)) return false;
    if (s->left == 0) return s->next == STACK_NO_PIECE;
    return s->left > 0 && sound_between(s->next, 0, STACK_KINDS - 1) && behind(rules, s->at) == s->left - 1;
}

static bool sound(const void *rules, const void *state)
{
    const StackState *s = state;
    return sound_flag(&s->over) && sound_flag(&s->lost) && (s->over || !s->lost) && sound_board(rules, s) &&
           sound_list(rules, s) && sound_between(s->cleared, 0, 4 * STACK_LIST_MAX) &&
           sound_between(s->moves, 0, 3 * STACK_LIST_MAX) && sound_between(s->rise, -4, 4) && sound_between(s->full, 0, 4) &&
           sound_between(s->turns, 0, STACK_ROTATIONS - 1);
}

/* ---- no chance: the list is known ---- */

static void chance(const void *rules, void *state)
{
    (void)rules, (void)state;
}

static int outcomes(const void *rules, const void *state, int *odds)
{
    (void)rules, (void)state, (void)odds;
    return 0;
}

static void happen(const void *rules, void *state, int outcome)
{
    (void)rules, (void)state, (void)outcome;
    assert(!"no chance is ever due");
}

/* Scores the final height; before the end, the height so far. */
static Tally tally(const void *state)
{
    const StackState *s = state;
    int height = s->lost ? STACK_ROWS + s->left + s->held[STACK_KINDS] : s->height;
    return (Tally){.score = -height, .turns = s->moves};
}

/* A hash of what matters to the rest of a game: board, buffer, what is left of the list. */
static uint64_t key(const void *state)
{
    const StackState *s = state;
    uint64_t hash = (uint64_t)s->left << 1 | (uint64_t)s->over;
    for (int i = 0; 4 * i < s->height; i++) {
        hash = (hash ^ s->word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    uint64_t held;
    memcpy(&held, s->held, sizeof held);
    hash = (hash ^ held) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 32;
}

/* ---- for people ---- */

static int letter(const void *rules, char c)
{
    (void)rules, (void)c;
    return -1;
}

/* Moves that place nothing have rotation and offset 0. */
static void trace(const void *rules, const void *before, Move m, Record *r)
{
    const StackState *s = before;
    (void)rules;
    static const char *const deeds[] = {"place", "place-buffered", "buffer", "stop"};
    int kind = stack_kind(s, m);
    record_text(r, "action", deeds[m < STACK_HELD ? 0 : m < STACK_KEEP ? 1 : m - STACK_KEEP + 2]);
    record_int(r, "piece", kind + 1);
    record_int(r, "rotation", stack_places(m) ? stack_rotation(m) : 0);
    record_int(r, "offset", stack_places(m) ? stack_column(m) : 0);
}

/* Writes the upper rows of the board and, below them, the buffer and the next pieces of the list. */
static int text(const void *rules_, const void *state, char *out, size_t room)
{
    enum { SHOWN_ROWS = 24, SHOWN_PIECES = 20 };
    const StackRules *rules = rules_;
    StackState ahead = *(const StackState *)state;
    Text t = text_in(out, room);
    int lowest = ahead.height > SHOWN_ROWS - 4 ? ahead.height - (SHOWN_ROWS - 4) : 0;
    rows_text(&t, ahead.word, NULL, lowest + SHOWN_ROWS, lowest, rules->width); /* the words have four rows above the board */
    if (lowest > 0) text_add(&t, "%d more rows below\n", lowest);
    text_add(&t, "buffer ");
    for (int k = 0; k < STACK_KINDS; k++)
        for (int i = 0; i < ahead.held[k]; i++) text_add(&t, "%d", k + 1);
    text_add(&t, "  next ");
    for (int i = 0; i < SHOWN_PIECES && ahead.left > 0; i++) {
        text_add(&t, "%d", ahead.next + 1);
        take_next(rules, &ahead);
    }
    text_add(&t, "%s\n", ahead.left > 0 ? "..." : "");
    return (int)t.used;
}

/* ---- as it is drawn: its lowest rows, the buffer and the next pieces ---- */

enum { SHOWN_ROWS = 20, SHOWN_NEXT = 3, SHOWN_PIECES = SHOWN_NEXT + 1 };

/* The colour of a cell whose piece is not known, because the cell came down from above the rows that are drawn. */
enum { UNSEEN = 4 };

static void picture_size(const void *rules, int *width, int *height)
{
    *width = ((const StackRules *)rules)->width;
    *height = SHOWN_ROWS;
}

/* Colours the filled cells that came down from above the picture, and clears the empty ones. */
static void see_all(const StackRules *rules, const StackState *s, uint8_t *cell)
{
    for (int y = 0; y < SHOWN_ROWS; y++)
        for (int x = 0; x < rules->width; x++) {
            uint8_t *c = &cell[(SHOWN_ROWS - 1 - y) * rules->width + x];
            if (!rows_filled(s->word, x, y))
                *c = 0;
            else if (*c == 0)
                *c = UNSEEN;
        }
}

static void add(const void *rules_, const void *before, Move m, uint8_t *cell)
{
    const StackRules *rules = rules_;
    const StackState *s = before;
    see_all(rules, s, cell);
    if (!stack_places(m)) return;
    const int kind = stack_kind(s, m);
    assert(kind >= 0 && kind < STACK_KINDS);
    const RowsShape *shape = stack_shape(kind, stack_rotation(m));
    rows_draw(shape, stack_column(m), rows_landing(s->top, shape, stack_column(m)), colour_of(kind), cell, rules->width,
              SHOWN_ROWS);
}

/* The items are the next pieces of the list, as many as there are, then those of the buffer. */
static bool item(const void *rules, const void *state, int i, PictureItem *out)
{
    StackState ahead = *(const StackState *)state;
    const int next = ahead.left < SHOWN_NEXT ? ahead.left : SHOWN_NEXT;
    if (i >= next + ahead.held[STACK_KINDS]) return false;
    int kind = 0;
    *out = (PictureItem){.title = i < next ? "next" : "buffer"};
    if (i < next) {
        for (int k = 0; k < i; k++) take_next(rules, &ahead);
        kind = ahead.next;
    } else {
        for (int left = i - next; left >= ahead.held[kind]; kind++) left -= ahead.held[kind];
    }
    const RowsShape *flat = stack_shape(kind, STACK_ROTATIONS - 1); /* the rotation in which a piece lies flat */
    rows_item(flat != NULL ? flat : stack_shape(kind, 0), colour_of(kind), out);
    return true;
}

static const GamePicture picture = {.size = picture_size, .add = add, .clears_rows = true, .item = item};

/* ---- for programs that play by themselves ---- */

static void view_size(const void *rules, int *width, int *height)
{
    *width = ((const StackRules *)rules)->width;
    *height = STACK_ROWS;
}

static void view_board(const void *rules, const void *state, uint32_t *out)
{
    (void)rules;
    for (int y = 0; y < STACK_ROWS; y++) out[y] = rows_get(((const StackState *)state)->word, y);
}

static const char *view_title(const void *rules, int i)
{
    static const char *const titles[SHOWN_PIECES + STACK_KINDS + 1] = {"piece",  "next",   "next",   "next",   "held 1", "held 2",
                                                                       "held 3", "held 4", "held 5", "held 6", "held 7"};
    return (void)rules, titles[i];
}

static void view_shown(const void *rules, const void *state, int32_t *out)
{
    StackState ahead = *(const StackState *)state;
    for (int k = 0; k < STACK_KINDS; k++) out[SHOWN_PIECES + k] = ahead.held[k];
    for (int i = 0; i < SHOWN_PIECES; i++) {
        out[i] = ahead.left > 0 ? ahead.next : STACK_NO_PIECE;
        if (ahead.left > 0) take_next(rules, &ahead);
    }
}

/* An action is a move. */
static int view_axes(const void *rules, const char **name, int *length)
{
    (void)rules;
    name[0] = "move", length[0] = STACK_STOP + 1;
    return 1;
}

static const GameView view = {
    .size = view_size, .board = view_board, .title = view_title, .shown = view_shown, .axes = view_axes};

const Game game_stack = {
    .name = "stack",
    .doc = "Trix: a list of pieces that is known, a buffer, a board without a ceiling; the final pile is to be low",
    .units = {.score = "height", .cost = "moves", .play = "games", .scale = SCALE_SIGNED, .minimised = true, .noisy = true},
    .params = params,
    .rules_bytes = sizeof(StackRules),
    .state_bytes = sizeof(StackState),
    .moves_max = STACK_MOVES_MAX,
    .outcomes_max = 1,
    .features = stack_features,
    .n_features = STACK_FEATURES,
    .sets = stack_sets,
    .n_sets = STACK_SETS,
    .values = stack_values,
    .check = check,
    .lost = lost,
    .key = key,
    GAME_FUNCTIONS,
    .letters = "nothing: the list is a key of [game]",
    .picture = &picture,
    .view = &view,
};
