/* plan.c. What the fast engines of Tetris know before the first game: the terms of a feature set, its placements, and weights
 * as whole numbers. */
#include "game/tetris/plan.h"

#include "base/bits.h"
#include "game/bag.h"
#include "game/tetris/features.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- terms ---- */

#define FAMILY_COLUMNS(name, columns) columns,
static const bool family_columns[FAMILY_COUNT] = {FAMILIES(FAMILY_COLUMNS)};

/* No count of the term exceeds this on a board of the plan, and no two differ by more. */
static int bound_of(const Plan *plan, Term term)
{
    const int w = plan->width, h = plan->height;
    switch (term) {
#define MOST(TERM, term, most, mark, in) \
    case TERM_##TERM: assert(most <= INT16_MAX); return most;
        TERM_LIST(MOST)
#undef MOST
    case TERM_ROWS_CLEARED: return 4;
    case TERM_ERODED_CELLS: return 16;
    case TERM_EARLY_ROWS: return 3 * h;
    case TERM_CONSTANT: return 0; /* does not vary */
    case TERM_NONE:
    case TERM_COLUMN_1:
    case TERM_STEP_1:
    case TERMS: break;
    }
    return h; /* of single columns */
}

static bool in_family(int family, Term term)
{
    return term < DELTA_TERMS && (family_terms(family) >> term & 1) != 0;
}

/* Where the weight of a term stands in PackedWeights.q. */
static int weight_place(int family, Term term)
{
    assert(family >= 0 && family < FAMILY_COUNT && term < TERMS);
    if (in_family(family, term)) return Q_DELTA + __builtin_popcountll(family_terms(family) & ((UINT64_C(1) << term) - 1));
    if (term < SCALAR_TERMS) return Q_OTHERS + (int)term;
    if (term < TERM_STEP_1) return Q_COLUMNS + 2 * ((int)term - TERM_COLUMN_1);
    return Q_COLUMNS + 2 * ((int)term - TERM_STEP_1) + 1;
}

_Static_assert((int)TETRIS_FEATURES <= PACKED_FEATURES_MAX, "a set may have all features");

/* Fills plan->feature, and sets used (TERMS) for each term that a feature counts. */
static void plan_features(Plan *plan, const FeatureSet *set, bool *used)
{
    assert(set->n >= 1 && set->n <= PACKED_FEATURES_MAX);
    plan->features = set->n;
    for (int i = 0; i < set->n; i++) {
        const int index = set->index[i];
        const TetrisCount *c = &tetris_counts[index];
        plan->feature[i] = (PackedFeature){
            .term = c->term,
            .index = index,
            .constant = index == TETRIS_CS3243_ROW_TRANSITIONS ? 2 : 0, /* of row H, always empty */
            .of_growth = index == TETRIS_AVG_HEIGHT_INCREASE,
            .factor = c->factor,
            .divisor = tetris_divisor(&plan->rules, c->divisor),
        };
        plan->grows |= plan->feature[i].of_growth;
        if (c->term == TERM_NONE)
            plan->by_value = true;
        else
            used[c->term] = true;
    }
}

/* The first family that has all terms of the board and, if need be, single columns; FAMILY_COUNT: none. */
static int family_of(uint64_t board_terms, bool columns)
{
    int family = 0;
    while (family < FAMILY_COUNT && ((board_terms & ~family_terms(family)) != 0 || (columns && !family_columns[family])))
        family++;
    return family;
}

#define UNCLEARED_TERMS (TERM_BIT(UNCLEARED_HEIGHTS) | TERM_BIT(UNCLEARED_HOLES) | TERM_BIT(UNCLEARED_DIFFERENCES))
#define LOOKING_TERMS (TERM_BIT(HEIGHT_INCREASE) | UNCLEARED_TERMS)

/* Finds the family of the set, and the places of its weights. If no family has the set, terms that the last family lacks have
 * their weights from Q_OTHERS on. */
static void plan_terms(Plan *plan, const bool *used)
{
    for (Term t = 0; t < DELTA_TERMS; t++)
        if (used[t]) plan->board_terms |= UINT64_C(1) << t;
    for (Term t = TERM_COLUMN_1; t < TERMS; t++) plan->columns = plan->columns || used[t];
    plan->looks = used[TERM_EARLY_ROWS] || (plan->board_terms & LOOKING_TERMS) != 0;
#define OR_USED(TERM, term) || used[TERM_##TERM]
    plan->rare = false TERMS_OF_MOVE(NO_TERM, OR_USED);
#undef OR_USED
    plan->family = family_of(plan->board_terms, plan->columns);
    const bool has_family = plan->family < FAMILY_COUNT;
    plan->all_afresh = !has_family && !plan->by_value;
    if (!has_family) plan->family--;
    plan->weights = __builtin_popcountll(family_terms(plan->family));
#define COUNT_IN(TERM, term, most, mark, in) +(int)((in) >> family & 1)
#define FAMILY_FITS(name, columns)                                                                       \
    {                                                                                                    \
        enum { family = FAMILY_##name };                                                                 \
        _Static_assert(0 TERM_LIST(COUNT_IN) <= (int)Q_COLUMNS, "a family has more terms than weights"); \
    }
    FAMILIES(FAMILY_FITS)

    for (Term t = 0; t < TERMS; t++) {
        int q = weight_place(plan->family, t);
        const bool of_move = t == TERM_CONSTANT || packed_of_move(&(OfMove){0}, t) != NULL;
        if (in_family(plan->family, t)) plan->delta_term[q - Q_DELTA] = (int16_t)t;
        if (!used[t] || of_move) continue;
        plan->slot[plan->slots].term = (int16_t)t;
        plan->slot[plan->slots++].q = (int16_t)q;
    }
}

/* Lists the placements of each piece on the empty board, in the game's order. */
static void plan_placements(Plan *plan)
{
    for (int piece = 0; piece < TETRIS_TETROMINOES; piece++) {
        int p = 0;
        for (int o = 0; o < tetris_pieces[piece].orientations; o++)
            for (int x = 0; x + tetris_pieces[piece].shape[o].width <= plan->width; x++, p++) {
                assert(p < PLACEMENTS_MAX);
                plan->placement[piece][p].orientation = (int8_t)o;
                plan->placement[piece][p].x = (int8_t)x;
                plan->placement[piece][p].height = (int8_t)tetris_pieces[piece].shape[o].height;
            }
    }
}

/* Fills the shapes and boxes of each piece and orientation. */
static void plan_shapes(Plan *plan)
{
    for (int piece = 0; piece < TETRIS_TETROMINOES; piece++)
        for (int o = 0; o < tetris_pieces[piece].orientations; o++) {
            const TetrisShape *shape = &tetris_pieces[piece].shape[o];
            PackedShape *packed = &plan->shape[piece][o];
            plan->box[piece][o].width = (int8_t)shape->width;
            plan->box[piece][o].height = (int8_t)shape->height;
            for (int i = 0; i < 2 * COLUMNS + 4; i++) packed->tall_top[i] = packed->low_top[i] = NO_TOP;
            for (int i = 0; i < shape->width; i++) {
                uint32_t cells = (1u << shape->top[i]) - (1u << shape->bottom[i]);
                packed->low_top[COLUMNS + i] = (int16_t)shape->top[i];
                packed->tall_top[COLUMNS + i] = shape->top[i];
                packed->low[COLUMNS + i] = (uint16_t)cells;
                packed->tall[COLUMNS + i] = cells;
                for (int row = shape->bottom[i]; row < shape->top[i]; row++)
                    plan->box[piece][o].row_sum = (int8_t)(plan->box[piece][o].row_sum + row);
                for (uint32_t rows = 0; rows < 16; rows++)
                    packed->cells_in[rows] = (int8_t)(packed->cells_in[rows] + __builtin_popcount(cells & rows));
            }
        }
}

/* Fills what the drawing of pieces needs. */
static void plan_chances(Plan *plan)
{
    uint32_t below = 0;
    plan->bag = (uint8_t)tetris_bag(&plan->rules);
    plan->odds_sum = (uint32_t)tetris_odds(&plan->rules, plan->bag, plan->odds);
    assert(plan->odds_sum > 0);
    plan->odds_reject = rng_rejected(plan->odds_sum);
    if (plan->odds_sum > DRAW_MAX) return;
    for (int piece = 0; piece < TETRIS_TETROMINOES; piece++)
        for (int k = 0; k < plan->odds[piece]; k++) plan->draw[below++] = (uint8_t)piece;
}

int8_t plan_draw_from_bag(const Plan *plan, PackedState *s)
{
    const int piece = bag_draw(s->bag, &s->rng);
    s->bag = (uint8_t)bag_take(s->bag, plan->bag, piece);
    return (int8_t)piece;
}

void plan_make(const void *rules, const FeatureSet *set, const Kernel *const *kernel, const Kernel *const *alone, Plan *plan)
{
    bool used[TERMS] = {false};
    int32_t count[TERMS * LANES_MAX];
    PackedState empty;
    const void *board = empty.column.low;
    memset(plan, 0, sizeof *plan);
    plan->rules = *(const TetrisRules *)rules;
    plan->width = plan->rules.width;
    plan->height = plan->rules.height;
    assert(plan->width >= 4 && plan->width <= COLUMNS && plan->height >= 4 && plan->height <= TETRIS_HEIGHT_MAX);
    plan->always_short = plan->height <= SHORT_TOP + 1;
    plan->near_ceiling = plan->height <= SHORT_TOP + 4;
    for (int tall = 0; tall < 2; tall++) {
        assert(kernel[tall]->bits == (tall ? 32 : 16) && kernel[tall]->lanes <= LANES_MAX && alone[tall]->play != NULL);
        plan->kernel[tall] = kernel[tall];
        plan->alone[tall] = alone[tall];
    }
    plan_features(plan, set, used);
    plan_terms(plan, used);
    plan_placements(plan);
    plan_shapes(plan);
    plan_chances(plan);
    packed_clear(plan, &empty);
    kernel[0]->measure(plan, &board, 1, count);
    for (int t = 0; t < TERMS; t++) plan->empty[t] = count[t * kernel[0]->lanes];
}

/* ---- weights ---- */

/* Scores and their differences stay below this, and so in 32 bits. */
static const int32_t score_bound = (1 << 30) - 1;

/* Whole-number weights: scale x weight, the largest as large as 16 bits and score_bound allow. `off` bounds what rounding can do
 * to the difference of two moves. It is the sum, over the terms, of the rounding of the weight x the largest change of the count,
 * plus the rounding error of the reference's doubles. If weights are too large or too small for doubles to add up safely, or all
 * 0, doubles decide every move. */
void plan_weigh(const void *plan_, const double *w, void *weights)
{
    const Plan *plan = plan_;
    PackedWeights *p = weights;
    double effective[TERMS] = {0}, most = 0, bounds = 0, doubles = 0, off = 1;
    memset(p, 0, sizeof *p);
    p->w = w;
    p->tolerance = score_bound;
    p->slack = HUGE_VAL;
    for (int i = 0; i < plan->features; i++) {
        const PackedFeature *f = &plan->feature[i];
        double weight = w[i] * (f->factor / f->divisor);
        if (f->term == TERM_NONE) return; /* no scores */
        effective[f->term] += weight;
        p->constant += weight * (f->constant + (f->term == TERM_CONSTANT));
        if (f->of_growth) p->growth += weight;
        doubles += fabs(weight) * (2.0 * bound_of(plan, f->term) + 2);
    }
    for (Term t = 0; t < TERMS; t++) {
        if (t == TERM_CONSTANT || effective[t] == 0) continue; /* a constant is the same for all moves */
        if (fabs(effective[t]) > most) most = fabs(effective[t]);
        bounds += bound_of(plan, t);
    }
    if (!(most > 1e-250 && doubles < 1e250)) return;
    double largest = floor(score_bound / bounds);
    if (largest > INT16_MAX) largest = INT16_MAX;
    p->scale = largest / most;
    for (Term t = 0; t < TERMS; t++) {
        if (t == TERM_CONSTANT || effective[t] == 0) continue;
        double exact = effective[t] * p->scale, rounded = floor(exact + 0.5);
        assert(fabs(rounded) <= INT16_MAX);
        p->q[weight_place(plan->family, t)] = (int16_t)rounded;
        off += fabs(exact - rounded) * bound_of(plan, t);
        int32_t *of_move = packed_of_move(&p->move, t);
        if (of_move != NULL) *of_move = (int32_t)rounded;
    }
    off += p->scale * doubles * (plan->features + 8) * 0x1p-52;
    if (off + 1 < score_bound) p->tolerance = (int32_t)(off + 1);
    p->slack = (off + 1) / p->scale;
}

double plan_slack(const void *plan, const void *weights)
{
    (void)plan;
    return ((const PackedWeights *)weights)->slack;
}

const double *plan_position(const void *weights)
{
    return ((const PackedWeights *)weights)->w;
}

const char *plan_refuses(const void *rules, const FeatureSet *set)
{
    const TetrisRules *r = rules;
    (void)set;
    if (r->width < 4 || r->height < 4) return "the lanes play on boards of 4 columns and 4 rows or more";
    for (int piece = TETRIS_TETROMINOES; piece < TETRIS_PIECES; piece++)
        if (strchr(r->pieces, tetris_pieces[piece].letter) != NULL) return "the lanes know tetrominoes only";
    return NULL;
}

const char *plan_slows(const FeatureSet *set)
{
    uint64_t board_terms = 0;
    bool columns = false;
    for (int i = 0; i < set->n; i++) {
        const Term term = tetris_counts[set->index[i]].term;
        if (term == TERM_NONE) return "the reference counts some of its features";
        if (term < DELTA_TERMS) board_terms |= UINT64_C(1) << term;
        if (term >= TERM_COLUMN_1) columns = true;
    }
    return family_of(board_terms, columns) == FAMILY_COUNT ? "no kernel has all of its features" : NULL;
}

/* ---- features without a term ---- */

void plan_unpack(const Plan *plan, const PackedState *s, TetrisState *out)
{
    memset(out, 0, sizeof *out);
    for (int x = 0; x < plan->width; x++) {
        const uint32_t column = packed_column(s, x);
        for (uint32_t left = column; left != 0; left &= left - 1) out->cell[__builtin_ctz(left)][x] = 1;
        out->top[x] = packed_height(column);
    }
    out->piece = s->piece;
    out->next = s->next;
    out->bag = s->bag;
}

void plan_count(const Plan *plan, const PackedState *s, int placement, int y, int32_t *count)
{
    const TetrisShape *shape = &tetris_pieces[s->piece].shape[plan->placement[s->piece][placement].orientation];
    TetrisState before, after;
    plan_unpack(plan, s, &before);
    after = before;
    tetris_place(&plan->rules, &after, shape, plan->placement[s->piece][placement].x, y);
    tetris_move_up(&plan->rules, &after);
    for (int i = 0; i < plan->features; i++) {
        if (plan->feature[i].term != TERM_NONE) continue;
        const TetrisCount *c = &tetris_counts[plan->feature[i].index];
        count[i] = c->count(&plan->rules, c->k, &before, &after);
    }
}

/* ---- the parts of a value ---- */

int plan_placement(const Plan *plan, int piece, Move move)
{
    int p = 0;
    while (tetris_move(plan->placement[piece][p].orientation, plan->placement[piece][p].x) != move) p++;
    return p;
}

static inline uint32_t column_of(const Placed *p, int x)
{
    return p->is_tall ? ((const uint32_t *)p->column)[x] : ((const uint16_t *)p->column)[x];
}

/* The largest growth of a column; negative if all became lower. If no row is full, it is a column of the piece. */
static int height_increase(const Plan *plan, const Placed *p, const PackedShape *shape)
{
    int most = -plan->height;
    const int from = p->full != 0 ? 0 : p->x, to = p->full != 0 ? plan->width : p->x + plan->box[p->piece][p->orientation].width;
    for (int x = from; x < to; x++) {
        const uint32_t before = column_of(p, x), with = before | shape->tall[COLUMNS + x - p->x] << p->y;
        const int increase = packed_height(packed_without_rows(with, p->full)) - packed_height(before);
        if (increase > most) most = increase;
    }
    return most;
}

/* Sums over the columns while full rows stay. */
static void count_uncleared(const Plan *plan, const Placed *p, const PackedShape *shape, OfMove *m)
{
    int left = 0;
    m->uncleared_heights = m->uncleared_holes = m->uncleared_differences = 0;
    for (int x = 0; x < plan->width; x++) {
        const uint32_t with = column_of(p, x) | shape->tall[COLUMNS + x - p->x] << p->y;
        const int height = packed_height(with);
        m->uncleared_heights += height;
        m->uncleared_holes += height - bits_count(with);
        if (x > 0) m->uncleared_differences += abs(height - left);
        left = height;
    }
}

void plan_look(const Plan *plan, const Placed *p, OfMove *m)
{
    const PackedShape *shape = &plan->shape[p->piece][p->orientation];
    if ((plan->board_terms & TERM_BIT(HEIGHT_INCREASE)) != 0) m->height_increase = height_increase(plan, p, shape);
    if ((plan->board_terms & UNCLEARED_TERMS) != 0) count_uncleared(plan, p, shape, m);
    if (m->rows_cleared == 0 || m->rows_cleared == 4) return;
    int top = p->y + plan->box[p->piece][p->orientation].height;
    for (int x = 0; x < plan->width; x++)
        if (packed_height(column_of(p, x)) > top) top = packed_height(column_of(p, x));
    m->early_rows = m->rows_cleared * (plan->height - top);
}

/* Counts the terms of a board; unless `all`, only those that features of the move need. */
static void count_board(const Plan *plan, const PackedState *s, bool all, int32_t *count)
{
    const void *columns = s->is_tall ? (const void *)s->column.tall : (const void *)s->column.low;
    const Kernel *kernel = plan->kernel[s->is_tall];
    int32_t measured[TERMS * LANES_MAX];
    if (all) kernel->measure(plan, &columns, 1, measured);
    for (int t = 0; all && t < TERMS; t++) count[t] = measured[t * kernel->lanes];
    if (!all) count[TERM_AGGREGATE_HEIGHT] = packed_heights(plan, s);
}

double plan_near_value(const Plan *plan, const PackedState *s, const PackedWeights *w, int32_t score)
{
    if (!(w->scale > 0)) return 0;
    return w->constant - w->growth * packed_heights(plan, s) + (double)(int32_t)((uint32_t)score + (uint32_t)s->score) / w->scale;
}

/* The value of feature k: count, by_reference and heights as in plan_value. */
static double feature_value(const Plan *plan, int k, const int32_t *count, const int32_t *by_reference, int heights)
{
    const PackedFeature *f = &plan->feature[k];
    const int n = (f->term == TERM_NONE ? by_reference[k] : count[f->term]) + f->constant - (f->of_growth ? heights : 0);
    return f->factor * ((double)n / f->divisor);
}

static void add_move(const OfMove *move, int32_t *count)
{
#define ADD(TERM, term) count[TERM_##TERM] = move->term;
    TERMS_OF_MOVE(ADD, ADD)
#undef ADD
    count[TERM_CONSTANT] = 1;
}

double plan_value(const Plan *plan, const PackedWeights *w, const OfMove *move, int32_t *count, const int32_t *by_reference,
                  int heights)
{
    double value = 0;
    add_move(move, count);
    for (int k = 0; k < plan->features; k++) value += w->w[k] * feature_value(plan, k, count, by_reference, heights);
    return value;
}

/* Counts what a move is valued by. after: the state that it leads to, whose board is counted in full only if `all`. */
static void count_move(const Plan *plan, const PackedState *s, Move move, const PackedState *after, bool all, OfMove *counted,
                       int32_t *count, int32_t *by_reference)
{
    Placed placed = {.column = &s->column, .is_tall = s->is_tall, .piece = s->piece, .full = UINT32_MAX};
    placed.orientation = tetris_orientation(move);
    placed.x = tetris_column(move);
    const TetrisShape *shape = &tetris_pieces[s->piece].shape[placed.orientation];
    const uint32_t *cells = plan->shape[s->piece][placed.orientation].tall + COLUMNS - placed.x;
    int height[COLUMNS];
    packed_measure(s, placed.x, shape->width, height);
    placed.y = tetris_lands_on(height + placed.x, shape);
    for (int x = 0; x < plan->width; x++) placed.full &= packed_column(s, x) | cells[x] << placed.y;
    packed_count_move(plan, &placed, counted);
    count_board(plan, after, all, count);
    if (plan->by_value) plan_count(plan, s, plan_placement(plan, s->piece, move), placed.y, by_reference);
}

double plan_value_of(const void *plan_, const void *state, const void *weights, Move move)
{
    const Plan *plan = plan_;
    const PackedState *s = state;
    PackedState after = *s;
    int32_t count[TERMS] = {0}, by_reference[PACKED_FEATURES_MAX];
    OfMove counted;
    assert(!s->lost && s->piece != TETRIS_NO_PIECE);
    tetris_lanes_view.make(plan, &after, tetris_orientation(move) * plan->width + tetris_column(move));
    count_move(plan, s, move, &after, true, &counted, count, by_reference);
    return plan_value(plan, weights, &counted, count, by_reference, packed_heights(plan, s));
}

void plan_parts(const void *plan_, const void *state, const void *weights, Move move, const void *after, double *own,
                double *board)
{
    const Plan *plan = plan_;
    const double *w = ((const PackedWeights *)weights)->w;
    const int heights = packed_heights(plan, state);
    int32_t count[TERMS] = {0}, by_reference[PACKED_FEATURES_MAX];
    double sum[2] = {0};
    OfMove counted;
    count_move(plan, state, move, after, board != NULL, &counted, count, by_reference);
    add_move(&counted, count);
    for (int k = 0; k < plan->features; k++)
        sum[tetris_features[plan->feature[k].index].of_move] += w[k] * feature_value(plan, k, count, by_reference, heights);
    *own = sum[true];
    if (board != NULL) *board = sum[false];
}
