/* guideline_reference.c. The slow engine of the game guideline, for tests. */
#include "tests/systems/guideline/guideline_reference.h"
#include "tests/boards.h"
#include "tests/helpers.h"

enum { W = GUIDELINE_WIDTH };

static const int seven[] = {0, 1, 2, 3, 4, 5, 6};
const FeatureSet reference_penalty_set = {.name = "seven", .index = seven, .n = GUIDELINE_PENALTY_FEATURES};
const GuidelineRules reference_rules = {.height = 20, .preview = 3, .bag = true, .hold = true, .moves = GUIDELINE_DROP};
const double reference_handmade[] = {0, 2, 0, 2, -1, 10, 10, 10};

GuidelineRules reference_rules_by_chance(Rng *r)
{
    GuidelineRules rules = reference_rules;
    rules.height = 8 + (int)rng_below(r, 13);
    rules.preview = (int)rng_below(r, 7);
    rules.bag = rng_below(r, 2);
    rules.hold = rules.preview > 0 && rng_below(r, 2);
    rules.moves = (int)rng_below(r, 2);
    return rules;
}

void reference_show(const GuidelineRules *rules, const GuidelineState *s)
{
    char text[1000];
    game_guideline.text(rules, s, text, sizeof text);
    fprintf(stderr, "%s", text);
}

/* ---- pieces ---- */

/* By letter of OILJTSZ, state 0, as they are published. */
static const char *const drawn[ROWS_PIECES][4] = {{".##.", ".##.", "...."}, {"....", "####", "....", "...."},
                                                  {"..#", "###", "..."},    {"#..", "###", "..."},
                                                  {".#.", "###", "..."},    {".##", "##.", "..."},
                                                  {"##.", ".##", "..."}};

static Matrix turned(const Matrix *m)
{
    Matrix t = {.n = m->n};
    for (int r = 0; r < m->n; r++)
        for (int c = 0; c < m->n; c++) t.cell[r][c] = m->cell[m->n - 1 - c][r];
    return t;
}

Matrix reference_matrix(int piece, int state)
{
    Matrix m = {.n = 0};
    for (; m.n < 4 && drawn[piece][m.n] != NULL; m.n++)
        for (int c = 0; drawn[piece][m.n][c] != '\0'; c++) m.cell[m.n][c] = drawn[piece][m.n][c] == '#';
    for (int i = 0; i < state && piece != ROWS_O; i++) m = turned(&m);
    m.last = m.n - 1;
    while (memchr(m.cell[m.first], true, sizeof m.cell[0]) == NULL) m.first++;
    while (memchr(m.cell[m.last], true, sizeof m.cell[0]) == NULL) m.last--;
    return m;
}

/* ---- piles ---- */

Pile pile_draw(int height, const char *text)
{
    Pile p = {.height = height};
    int lines = 0;
    for (const char *c = text; *c != '\0'; c++) lines += *c == '\n';
    assert_true(lines <= height);
    for (int y = lines - 1; y >= 0; y--, text += W + 3) {
        assert_true(strspn(text + 1, ".#") == W && text[0] == '|' && text[W + 1] == '|' && text[W + 2] == '\n');
        for (int x = 0; x < W; x++) p.cell[y][x] = text[x + 1] == '#';
    }
    return p;
}

GuidelineState pile_state(const Pile *p, const char *queue, char held)
{
    GuidelineState s;
    game_guideline.start(&reference_rules, 1, &s);
    for (int y = 0; y < p->height; y++) {
        unsigned row = 0;
        for (int x = 0; x < W; x++) {
            row |= (unsigned)p->cell[y][x] << x;
            if (p->cell[y][x]) s.top[x] = (uint8_t)(y + 1);
            if (p->cell[y][x]) s.height = (uint8_t)(y + 1);
        }
        rows_set(s.board.word, y, row);
    }
    for (; queue[s.known] != '\0'; s.known++) s.queue[s.known] = (int8_t)game_guideline.letter(&reference_rules, queue[s.known]);
    s.held = (int8_t)(held != 0 ? game_guideline.letter(&reference_rules, held) : GUIDELINE_NO_PIECE);
    return s;
}

GuidelineState reference_state(const char *text, const char *queue, char held)
{
    const Pile p = pile_draw(20, text);
    return pile_state(&p, queue, held);
}

bool reference_fits(const Pile *p, int piece, int state, int x, int y)
{
    Matrix m = reference_matrix(piece, state);
    for (int r = 0; r < m.n; r++)
        for (int c = 0; c < 4; c++)
            if (m.cell[r][c] && (x + c < 0 || x + c >= W || y - r < 0 || p->cell[y - r][x + c])) return false;
    return true;
}

/* ---- moves ---- */

int reference_drops(const Pile *p, int piece, bool other, Move *out)
{
    int n = 0;
    for (int state = 0; state < 4; state++)
        for (int x = -2; x <= 9; x++) {
            int y = p->height - 1;
            if (!reference_fits(p, piece, state, x, y) || !reference_fits(p, piece, state, x, y - 1)) continue;
            while (reference_fits(p, piece, state, x, y - 1)) y--;
            out[n++] = guideline_move(other, state, x, y - reference_matrix(piece, state).last);
        }
    return n;
}

/* The tables of the Tetris Wiki: columns to the right, rows up; turns 0R R0 R2 2R 2L L2 L0 0L. */
static const int kicks_of_three[8][5][2] = {
    {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}, {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}},
    {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}},     {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}},
    {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}},    {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}},
    {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}},  {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}};
static const int kicks_of_i[8][5][2] = {{{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}, {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}},
                                        {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}},
                                        {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}},
                                        {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}};

int kick_number(bool three, int from, int to, int test)
{
    const int turn = to == (from + 1) % 4 ? 2 * from : 2 * to + 1; /* each state's turn to the right, then the one back */
    return ((three ? 0 : 8) + turn) * 5 + test;
}

/* Positions as (state, x + 2, row of the matrix' top). A piece may rise until its lowest row is the third above the board. */
typedef struct {
    const Pile *p;
    int piece, without;
    bool *used, seen[4][W + 2][PILE_ROWS];
} Walk;

static bool visit(Walk *w, int state, int x, int y);

static void turn_piece(Walk *w, int from, int to, int x, int y)
{
    bool three = w->piece != ROWS_I;
    for (int test = 0; test < 5; test++) {
        int number = kick_number(three, from, to, test);
        const int *kick = (three ? kicks_of_three : kicks_of_i)[number / 5 % 8][test];
        if (number == w->without || !visit(w, to, x + kick[0], y + kick[1])) continue;
        if (w->used != NULL) w->used[number] = true;
        return;
    }
}

/* Goes on from there, unless the piece does not fit or has been there. */
static bool visit(Walk *w, int state, int x, int y)
{
    const Matrix m = reference_matrix(w->piece, state);
    if (y - m.last > w->p->height + 2 || !reference_fits(w->p, w->piece, state, x, y)) return false;
    if (w->seen[state][x + 2][y]) return true;
    w->seen[state][x + 2][y] = true;
    visit(w, state, x - 1, y);
    visit(w, state, x + 1, y);
    visit(w, state, x, y - 1);
    turn_piece(w, state, (state + 1) % 4, x, y);
    turn_piece(w, state, (state + 3) % 4, x, y);
    return true;
}

int reference_reachable(const Pile *p, int piece, bool other, int without, bool *used, Move *out)
{
    Walk w = {.p = p, .piece = piece, .without = without, .used = used};
    int n = 0;
    visit(&w, 0, GUIDELINE_SPAWN_COLUMN, p->height - 1 + (piece == ROWS_I));
    for (int state = 0; state < 4; state++)
        for (int x = -2; x < W; x++)
            for (int y = PILE_ROWS - 1; y >= 0; y--) {
                Matrix m = reference_matrix(piece, state);
                if (!w.seen[state][x + 2][y] || reference_fits(p, piece, state, x, y - 1)) continue;
                if (y - m.first < p->height) out[n++] = guideline_move(other, state, x, y - m.last);
            }
    return n;
}

bool reference_blocked(const Pile *p, int piece)
{
    return !reference_fits(p, piece, 0, GUIDELINE_SPAWN_COLUMN, p->height - 1 + (piece == ROWS_I));
}

/* ---- placing ---- */

void reference_add(Pile *p, int piece, Move move)
{
    Matrix m = reference_matrix(piece, guideline_state(move));
    int x = guideline_column(move), y = guideline_landing_row(move) + m.last;
    assert_true(reference_fits(p, piece, guideline_state(move), x, y));
    assert_true(y - m.first < p->height);
    for (int r = 0; r < m.n; r++)
        for (int c = 0; c < 4; c++)
            if (m.cell[r][c]) p->cell[y - r][x + c] = true;
}

static int filled_in(const Pile *p, int y)
{
    int n = 0;
    for (int x = 0; x < W; x++) n += p->cell[y][x];
    return n;
}

int reference_clear(Pile *p)
{
    int cleared = 0;
    for (int y = p->height - 1; y >= 0; y--) {
        if (filled_in(p, y) < W) continue;
        cleared++;
        for (int above = y; above + 1 < PILE_ROWS; above++) memcpy(p->cell[above], p->cell[above + 1], sizeof p->cell[0]);
    }
    return cleared;
}

/* ---- features ---- */

static bool filled(const Pile *p, int x, int y)
{
    return x < 0 || x >= W || p->cell[y][x];
}

static void flood(const Pile *p, int x, int y, bool joined[PILE_ROWS][W])
{
    if (x < 0 || x >= W || y < 0 || y >= p->height || p->cell[y][x] || joined[y][x]) return;
    joined[y][x] = true;
    flood(p, x - 1, y, joined);
    flood(p, x + 1, y, joined);
    flood(p, x, y - 1, joined);
    flood(p, x, y + 1, joined);
}

static bool covered(const Pile *p, int x, int y)
{
    for (y++; y < p->height; y++)
        if (p->cell[y][x]) return true;
    return false;
}

/* Cells above this one, before any filled one, whose left and right are filled. */
static int narrow_above(const Pile *p, int x, int y)
{
    int n = 0;
    for (y++; y < p->height && !p->cell[y][x]; y++) n += filled(p, x - 1, y) && filled(p, x + 1, y);
    return n;
}

void reference_penalty(const Pile *p, double *raw)
{
    bool joined[PILE_ROWS][W] = {{false}};
    memset(raw, 0, GUIDELINE_PENALTY_FEATURES * sizeof *raw);
    flood(p, GUIDELINE_SPAWN_COLUMN, p->height - 1, joined);
    for (int y = 0; y < p->height && filled_in(p, y) > 0; y++) {
        raw[GUIDELINE_STACK_HEIGHT]++;
        raw[GUIDELINE_FULL_ROWS] += filled_in(p, y) == W;
        for (int x = 0; x < W; x++) {
            raw[GUIDELINE_CLOSED_HOLES] += !p->cell[y][x] && !joined[y][x];
            raw[GUIDELINE_BLOCKED_CELLS] += joined[y][x] && covered(p, x, y);
            raw[GUIDELINE_TALL_WELLS] += joined[y][x] && narrow_above(p, x, y) >= 3;
        }
    }
    double rest = raw[GUIDELINE_STACK_HEIGHT] - raw[GUIDELINE_FULL_ROWS];
    double half = rest - p->height / 2, most = rest - p->height * 3 / 4;
    raw[GUIDELINE_HEIGHT_OVER_HALF] = half > 0 ? half : 0;
    raw[GUIDELINE_HEIGHT_OVER_THREE_QUARTERS] = most > 0 ? most : 0;
}

static void tetris_state(const Pile *p, TetrisState *s)
{
    memset(s, 0, sizeof *s);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < W; x++) {
            s->cell[y][x] = p->cell[y][x];
            if (p->cell[y][x]) s->top[x] = y + 1;
        }
}

double reference_tetris(const char *name, const Pile *before, int piece, Move move)
{
    const TetrisRules rules = board_rules(GUIDELINE_WIDTH, before->height);
    TetrisState was, is;
    Pile after = *before;
    Matrix m = reference_matrix(piece, guideline_state(move));
    reference_add(&after, piece, move);
    Pile placed = after;
    int cleared = reference_clear(&after);
    tetris_state(before, &was);
    tetris_state(&after, &is);
    is.cleared = cleared;
    is.lowest = guideline_landing_row(move);
    is.highest = is.lowest + m.last - m.first;
    for (int y = is.lowest; y <= is.highest; y++)
        if (filled_in(&placed, y) == W) is.eroded += W - filled_in(before, y);
    return game_tetris.value(&rules, board_feature(name), &was, &is);
}
