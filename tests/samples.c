#include "tests/samples.h"

#include "tests/boards.h"
#include "tests/helpers.h"

#include <float.h>

static const Game *const game = &game_tetris;

static bool one_in(Rng *r, int n)
{
    return below(r, n) == 0;
}

/* Any order of the n numbers. */
static void shuffle(Rng *r, int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = below(r, i + 1), old = v[i];
        v[i] = v[j];
        v[j] = old;
    }
}

/* ---- rules ---- */

/* Numbers below `bound`, at least one of them above 0. */
static void sample_odds(Rng *r, IntList *odds, int n, int bound)
{
    odds->n = n;
    for (int i = 0; i < n; i++) odds->v[i] = below(r, bound);
    odds->v[below(r, n)] = 1 + below(r, bound - 1);
}

static void sample_pieces(Rng *r, TetrisRules *rules)
{
    int piece[TETRIS_TETROMINOES], n = one_in(r, 2) ? TETRIS_TETROMINOES : 1 + below(r, TETRIS_TETROMINOES);
    for (int i = 0; i < TETRIS_TETROMINOES; i++) piece[i] = i;
    shuffle(r, piece, TETRIS_TETROMINOES);
    for (int i = 0; i < n; i++) rules->pieces[i] = tetris_pieces[piece[i]].letter;
    rules->pieces[n] = '\0';
    static const int bounds[] = {4, 100, 1000000};
    if (one_in(r, 3)) sample_odds(r, &rules->piece_weights, n, bounds[below(r, 3)]);
}

/* One board in four has the size that most controllers were made for. */
void sample_rules(Rng *r, TetrisRules *rules)
{
    bool common = one_in(r, 4);
    int width = 4 + below(r, TETRIS_WIDTH_MAX - 3), height = 4 + below(r, TETRIS_HEIGHT_MAX - 3);
    *rules = board_rules(common ? 10 : width, common ? 20 : height);
    rules->preview = below(r, 2);
    rules->points.n = (rules->width + rules->height) % 3 == 0 ? 5 : 0;
    for (int i = 0; i < rules->points.n; i++) rules->points.v[i] = i * (rules->width + i) + 1;
    if (one_in(r, 2)) sample_pieces(r, rules);
    rules->bag = rules->piece_weights.n == 0 && (rules->width + rules->height) % 4 == 0;
}

/* ---- sets ---- */

bool sample_fits(const TetrisRules *rules, const FeatureSet *set)
{
    Finding finding[FINDINGS_MAX];
    return game->check_set(rules, set, finding) == 0 && tetris_lanes[0]->refuses(rules, set) == NULL;
}

/* Features each at most once. Those of single columns would be most of any list, so most lists are of the others. Half of these
 * are without those of the program tetrispros: beside others, no family of kernels has them, and every placement is measured. */
static void sample_list(Rng *r, const TetrisRules *rules, FeatureSet *set, int *index)
{
    int all[TETRIS_FEATURES], of = one_in(r, 2) ? TETRIS_TETRISPROS_HEIGHT_DIFFERENCES : TETRIS_COLUMN_HEIGHT_1;
    const int wanted = 1 + below(r, 12);
    if (one_in(r, 4)) of = TETRIS_FEATURES;
    for (int i = 0; i < of; i++) all[i] = i;
    shuffle(r, all, of);
    *set = (FeatureSet){.name = "a list", .source = "random", .index = index};
    for (int i = 0; i < of && set->n < wanted; i++)
        if (sample_fits(rules, &(FeatureSet){.index = &all[i], .n = 1})) index[set->n++] = all[i];
}

void sample_set(Rng *r, const TetrisRules *rules, FeatureSet *set, int *index)
{
    if (one_in(r, 3)) {
        sample_list(r, rules, set, index);
        return;
    }
    do *set = tetris_sets[below(r, TETRIS_SETS)];
    while (!sample_fits(rules, set));
}

/* ---- weights ---- */

static double real(Rng *r)
{
    return rng_between(r, -1, 1);
}

/* Less of everything is better, but for rows and cells that go. Here a factor may be negative. */
static double sensible(Rng *r, int feature)
{
    bool more = feature == TETRIS_ROWS_CLEARED || feature == TETRIS_ERODED_CELLS || feature == TETRIS_TETRISPROS_ROWS_CLEARED;
    double size =
        rng_real(r) + (feature == TETRIS_HOLES || feature == TETRIS_CS3243_HOLES || feature == TETRIS_COLUMN_TRANSITIONS);
    return more || tetris_counts[feature].factor < 0 ? size : -size;
}

/* All sorts of weights but the first, in their order. */
enum { SENSIBLE = 1, NEGATIVE, WHOLE, MOSTLY_ZERO, ZERO, EQUAL, GRADED, MIXED, NEARLY, ONE_RULES, TINY, HUGE_ONES, OVERFLOWING };
static const char *const sorts[] = {"any",       "sensible", "negative", "whole numbers",    "mostly zero",
                                    "zero",      "equal",    "graded",   "mixed magnitudes", "whole numbers and a little",
                                    "one rules", "tiny",     "huge",     "overflowing"};

static double sample_weight(Rng *r, int sort, int feature, int i, int ruler, double common)
{
    switch (sort) {
    case SENSIBLE: return sensible(r, feature);
    case NEGATIVE: return -rng_real(r);
    case WHOLE: return below(r, 9) - 5;
    case MOSTLY_ZERO: return one_in(r, 3) ? real(r) : 0;
    case ZERO: return one_in(r, 2) ? 0.0 : -0.0;
    case EQUAL: return common;
    case GRADED: return real(r) * pow(10, -below(r, 8));
    case MIXED: return real(r) * pow(10, below(r, 41) - 20);
    case NEARLY: return below(r, 5) - 3 + real(r) * 1e-15;
    case ONE_RULES: return i == ruler ? -1 : real(r) * 1e-7;
    case TINY: return real(r) * (one_in(r, 2) ? 1e-300 : DBL_MIN);
    case HUGE_ONES: return real(r) * 1e300;
    case OVERFLOWING: return real(r) * DBL_MAX;
    default: return real(r);
    }
}

const char *sample_weights(Rng *r, const FeatureSet *set, double *w)
{
    int sort = below(r, LENGTH(sorts)), ruler = below(r, set->n);
    double common = one_in(r, 2) ? -1 : real(r);
    for (int i = 0; i < set->n; i++) w[i] = sample_weight(r, sort, set->index[i], i, ruler, common);
    return sorts[sort];
}

/* ---- options ---- */

/* Bounds are such as boards have, of low levels and of high ones. */
void sample_lookahead(Rng *r, LookaheadOptions *o)
{
    const int level = one_in(r, 2) ? below(r, TETRIS_LEVELS) : -1;
    *o = (LookaheadOptions){.worth = one_in(r, 3) ? WORTH_BOTH : WORTH_OWN_LAST, .lost = one_in(r, 4) ? 0 : rng_real(r) * 20};
    strcpy(o->where, level < 0 ? ALWAYS : tetris_levels[level].name);
    o->above = below(r, one_in(r, 2) ? 6 : 40);
    o->best = one_in(r, 2) ? 0 : 1 + below(r, 8);
}

/* ---- boards ---- */

/* Of a few moves, the one that lands lowest: games last, and rows are cleared. */
static Move low_move(Rng *r, const TetrisState *s, const Move *move, int n)
{
    Move best = move[0];
    int lowest = TETRIS_HEIGHT_MAX;
    for (int tries = 1 + below(r, 6); tries > 0; tries--) {
        Move m = move[below(r, n)];
        int y = tetris_landing(s, &tetris_pieces[s->piece].shape[tetris_orientation(m)], tetris_column(m));
        if (y >= lowest) continue;
        lowest = y;
        best = m;
    }
    return best;
}

/* A few more pieces; a game that is lost begins anew. */
static void play_on(Rng *r, const TetrisRules *rules, TetrisState *s)
{
    for (int pieces = 1 + below(r, 4); pieces > 0; pieces--) {
        Move move[TETRIS_MOVES_MAX];
        game->happen(rules, s, below(r, TETRIS_TETROMINOES));
        int n = game->moves(rules, s, move);
        if (n > 0)
            game->apply(rules, s, low_move(r, s, move, n));
        else
            board_clear(s);
    }
}

/* Columns of any height, some of them all steep or all low, with holes or without. */
static void draw_columns(Rng *r, const TetrisRules *rules, TetrisState *s)
{
    int most = one_in(r, 3) ? rules->height : 1 + below(r, rules->height), density = 4 + below(r, 5);
    bool comb = one_in(r, 4);
    for (int x = 0; x < rules->width; x++) {
        int height = comb && x % 2 ? below(r, 3) : comb ? most : below(r, most + 1);
        for (int y = 0; y < height; y++) s->cell[y][x] = y == height - 1 || below(r, 8) < density;
    }
}

/* Rows that lack little: the same few cells next to each other, and now and then others. */
static void draw_rows(Rng *r, const TetrisRules *rules, TetrisState *s)
{
    int rows = below(r, rules->height + 1), gap = 1 + below(r, 4), at = below(r, rules->width), rough = 2 + below(r, 8);
    for (int y = 0; y < rows; y++) {
        if (one_in(r, 8)) at = below(r, rules->width);
        for (int x = 0; x < rules->width; x++) s->cell[y][x] = x < at || x >= at + gap;
        if (one_in(r, rough)) s->cell[y][below(r, rules->width)] ^= 1;
    }
}

/* The left half decides what the right half is, so that moves come in pairs; or a few columns are repeated. */
static void repeat(Rng *r, const TetrisRules *rules, TetrisState *s)
{
    int period = 1 + below(r, 4);
    bool mirror = one_in(r, 2);
    for (int x = 0; x < rules->width; x++) {
        int from = mirror ? (x < rules->width - 1 - x ? x : rules->width - 1 - x) : x % period;
        for (int y = 0; y < rules->height; y++) s->cell[y][x] = s->cell[y][from];
    }
}

/* No row stays full; tops are measured. */
static void finish(Rng *r, const TetrisRules *rules, TetrisState *s)
{
    memset(s->top, 0, sizeof s->top);
    for (int y = 0; y < rules->height; y++) {
        int filled = 0;
        for (int x = 0; x < rules->width; x++) filled += s->cell[y][x];
        if (filled == rules->width) s->cell[y][below(r, rules->width)] = 0;
        for (int x = 0; x < rules->width; x++)
            if (s->cell[y][x]) s->top[x] = y + 1;
    }
}

void sample_board(Rng *r, const TetrisRules *rules, TetrisState *sequence, TetrisState *s)
{
    if (sequence->pieces == 0) board_clear(sequence);
    board_clear(s);
    if (one_in(r, 3)) {
        play_on(r, rules, sequence);
        *s = *sequence;
    } else {
        one_in(r, 2) ? draw_rows(r, rules, s) : draw_columns(r, rules, s);
        if (one_in(r, 4)) repeat(r, rules, s);
        finish(r, rules, s);
    }
    s->rows = below(r, 1000);
    s->pieces = below(r, 1000);
    rng_stream(&s->rng, rng_u32(r));
    s->bag = tetris_bag(rules) & (uint32_t)(s->rows % 128);
    if (s->bag == 0) s->bag = tetris_bag(rules);
}
