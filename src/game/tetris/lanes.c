/* lanes.c. The fast twin of Tetris: what is done once a plan, once a game, or one game at a time. The kernels do the rest. */
#include "game/tetris/packed.h"

#include "game/tetris/features.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- the plan ---- */

static const uint32_t family_terms[FAMILY_COUNT] = {
#define FAMILY_TERMS(name, columns, terms) terms,
    FAMILIES(FAMILY_TERMS)
#undef FAMILY_TERMS
};
static const bool family_columns[FAMILY_COUNT] = {
#define FAMILY_COLUMNS(name, columns, terms) columns,
    FAMILIES(FAMILY_COLUMNS)
#undef FAMILY_COLUMNS
};

/* The term that a feature counts, or TERM_NONE: the lanes do not know it, as a new feature, and the reference plays its sets. Where
 * the two counts differ, they differ by a constant within a decision. */
enum { TERM_NONE = -1 };
static int term_of(int feature)
{
#define COUNTS(feature, term) [TETRIS_##feature] = TERM_##term - TERM_NONE
    static const int8_t term[TETRIS_FEATURES + 1] = {
        COUNTS(MAX_HEIGHT, MAX_HEIGHT),
        COUNTS(ROWS_CLEARED, ROWS_CLEARED),
        COUNTS(AVG_HEIGHT_INCREASE, AGGREGATE_HEIGHT),
        COUNTS(CS3243_HOLES, CS3243_HOLES),
        COUNTS(CS3243_COLUMN_TRANSITIONS, CS3243_COLUMN_TRANSITIONS),
        COUNTS(HEIGHT_DIFFERENCES, HEIGHT_DIFFERENCES),
        COUNTS(CS3243_ROW_TRANSITIONS, ROW_TRANSITIONS),
        COUNTS(WELLS, WELLS),
        COUNTS(HOLES, HOLES),
        COUNTS(OPEN_WELLS, OPEN_WELLS),
        COUNTS(LANDING_HEIGHT, LANDING_HEIGHT),
        COUNTS(ERODED_CELLS, ERODED_CELLS),
        COUNTS(ROW_TRANSITIONS, ROW_TRANSITIONS),
        COUNTS(COLUMN_TRANSITIONS, COLUMN_TRANSITIONS),
        COUNTS(WELLS_RUN, WELLS_RUN),
        COUNTS(HOLE_DEPTH, HOLE_DEPTH),
        COUNTS(ROWS_WITH_HOLES, ROWS_WITH_HOLES),
        COUNTS(DIVERSITY, DIVERSITY),
        COUNTS(AGGREGATE_HEIGHT, AGGREGATE_HEIGHT),
        COUNTS(TETRISPROS_HEIGHT_DIFFERENCES, TETRISPROS_HEIGHT_DIFFERENCES),
        COUNTS(TETRISPROS_MAX_HEIGHT, TETRISPROS_MAX_HEIGHT),
        COUNTS(TETRISPROS_ROWS_CLEARED, ROWS_CLEARED),
        COUNTS(TETRISPROS_CONSTANT, CONSTANT),
        COUNTS(TETRISPROS_HOLES, HOLES),
        COUNTS(TETRISPROS_PITS, TETRISPROS_PITS),
        COUNTS(TETRISPROS_HEIGHT_DEVIATION, TETRISPROS_HEIGHT_DEVIATION),
    };
#undef COUNTS
    const int height = feature - TETRIS_COLUMN_HEIGHT_1, difference = feature - TETRIS_HEIGHT_DIFFERENCE_1;
    if (height >= 0 && height < TETRIS_WIDTH_MAX) return TERM_COLUMN_1 + height;
    if (difference >= 0 && difference < TETRIS_WIDTH_MAX - 1) return TERM_STEP_1 + 1 + difference;
    return term[feature] + TERM_NONE;
}

/* No count of the term exceeds this on a board of the plan; none is negative. */
static int bound_of(const Plan *plan, Term term)
{
    const int w = plan->width, h = plan->height, triangle = h * (h + 1) / 2;
    switch (term) {
    case TERM_MAX_HEIGHT:
    case TERM_ROWS_WITH_HOLES:
    case TERM_TETRISPROS_MAX_HEIGHT: return h;
    case TERM_AGGREGATE_HEIGHT:
    case TERM_HOLES:
    case TERM_CS3243_HOLES:
    case TERM_HEIGHT_DIFFERENCES:
    case TERM_OPEN_WELLS:
    case TERM_HOLE_DEPTH:
    case TERM_TETRISPROS_HEIGHT_DIFFERENCES:
    case TERM_TETRISPROS_PITS: return w * h;
    case TERM_COLUMN_TRANSITIONS:
    case TERM_CS3243_COLUMN_TRANSITIONS: return w * (h + 1);
    case TERM_ROW_TRANSITIONS: return (w + 1) * (h + 1);
    case TERM_WELLS: return (w + 1) / 2 * triangle; /* of two neighbouring cells one at most is a well cell */
    case TERM_WELLS_RUN: return w * triangle;
    case TERM_DIVERSITY: return 5;
    case TERM_LANDING_HEIGHT: return 2 * h;
    case TERM_TETRISPROS_HEIGHT_DEVIATION: return w * w * h;
    case TERM_ROWS_CLEARED: return 4;
    case TERM_ERODED_CELLS: return 16;
    case TERM_CONSTANT: return 0; /* does not vary */
    case TERM_COLUMN_1:
    case TERM_STEP_1:
    case TERMS: break;
    }
    return h; /* of single columns */
}

/* Where the weight of a term stands. */
static int weight_place(int family, Term term)
{
    if (term < DELTA_TERMS) return Q_DELTA + __builtin_popcount(family_terms[family] & ((1u << term) - 1));
    if (term < SCALAR_TERMS) return Q_OTHERS + (int)term - DELTA_TERMS;
    if (term < TERM_STEP_1) return Q_COLUMNS + 2 * ((int)term - TERM_COLUMN_1);
    return Q_COLUMNS + 2 * ((int)term - TERM_STEP_1) + 1;
}

_Static_assert((int)TETRIS_FEATURES <= PACKED_FEATURES_MAX, "a set may have all features");

static void plan_features(Plan *plan, const FeatureSet *set, bool *used)
{
    assert(set->n <= PACKED_FEATURES_MAX);
    plan->features = set->n;
    for (int i = 0; i < set->n; i++) {
        const int index = set->index[i];
        const TetrisCount *f = &tetris_counts[index];
        plan->feature[i] = (PackedFeature){
            .term = (Term)term_of(index),
            .constant = index == TETRIS_CS3243_ROW_TRANSITIONS ? 2 : 0, /* of row H, always empty */
            .factor = f->factor,
            .divisor = tetris_divisor(&plan->rules, f->divisor),
            .of_growth = index == TETRIS_AVG_HEIGHT_INCREASE,
        };
        used[plan->feature[i].term] = true;
    }
}

static void plan_terms(Plan *plan, const bool *used)
{
    uint32_t deltas = 0;
    for (Term t = 0; t < BOARD_TERMS; t++)
        if (used[t]) plan->board_terms |= 1u << t;
    deltas = plan->board_terms & ((1u << DELTA_TERMS) - 1);
    plan->all_afresh = plan->board_terms != deltas;
    for (Term t = TERM_COLUMN_1; t < TERMS; t++) plan->columns = plan->columns || used[t];
    while ((deltas & ~family_terms[plan->family]) != 0 || (plan->columns && !family_columns[plan->family])) plan->family++;

    for (Term t = 0; t < TERMS; t++) {
        int q = weight_place(plan->family, t);
        bool of_move = t == TERM_LANDING_HEIGHT || (t >= BOARD_TERMS && t < SCALAR_TERMS);
        if (t < DELTA_TERMS && (family_terms[plan->family] >> t & 1) != 0) plan->delta_term[q - Q_DELTA] = (int16_t)t;
        if (!used[t] || of_move) continue;
        plan->slot[plan->slots].term = (int16_t)t;
        plan->slot[plan->slots++].q = (int16_t)q;
    }
}

static void plan_placements(Plan *plan)
{
    for (int piece = 0; piece < TETRIS_PIECES; piece++) {
        int p = 0;
        for (int o = 0; o < tetris_pieces[piece].orientations; o++)
            for (int x = 0; x + tetris_pieces[piece].shape[o].width <= plan->width; x++, p++) {
                plan->placement[piece][p].orientation = (int8_t)o;
                plan->placement[piece][p].x = (int8_t)x;
                plan->placement[piece][p].height = (int8_t)tetris_pieces[piece].shape[o].height;
            }
    }
}

static void plan_shapes(Plan *plan)
{
    for (int piece = 0; piece < TETRIS_PIECES; piece++)
        for (int o = 0; o < tetris_pieces[piece].orientations; o++) {
            const TetrisShape *shape = &tetris_pieces[piece].shape[o];
            PackedShape *packed = &plan->shape[piece][o];
            for (int i = 0; i < 2 * COLUMNS + 4; i++) packed->tall_top[i] = packed->low_top[i] = NO_TOP;
            for (int i = 0; i < shape->width; i++) {
                uint32_t cells = (1u << shape->top[i]) - (1u << shape->bottom[i]);
                packed->low_top[COLUMNS + i] = (int16_t)shape->top[i];
                packed->tall_top[COLUMNS + i] = shape->top[i];
                packed->low[COLUMNS + i] = (uint16_t)cells;
                packed->tall[COLUMNS + i] = cells;
                for (uint32_t rows = 0; rows < 16; rows++)
                    packed->cells_in[rows] = (int8_t)(packed->cells_in[rows] + __builtin_popcount(cells & rows));
            }
        }
}

static void plan_chances(Plan *plan)
{
    uint32_t below = 0;
    plan->odds_sum = (uint32_t)tetris_odds(&plan->rules, plan->odds);
    plan->odds_reject = rng_rejected(plan->odds_sum);
    if (plan->odds_sum > DRAW_MAX) return;
    for (int piece = 0; piece < TETRIS_PIECES; piece++)
        for (int k = 0; k < plan->odds[piece]; k++) plan->draw[below++] = (uint8_t)piece;
}

static void clear_board(const Plan *plan, PackedState *s)
{
    memset(s, 0, sizeof *s);
    s->piece = s->next = TETRIS_NO_PIECE;
    for (int x = plan->width; x < COLUMNS; x++) s->column.low[x] = UINT16_MAX;
}

/* kernel, alone: for short boards, for tall ones. */
static void plan_make(const void *rules, const FeatureSet *set, const Kernel *const *kernel, const Kernel *const *alone,
                      Plan *plan)
{
    bool used[TERMS] = {false};
    int32_t count[TERMS * LANES_MAX];
    PackedState empty;
    const void *board = empty.column.low;
    memset(plan, 0, sizeof *plan);
    plan->rules = *(const TetrisRules *)rules;
    plan->width = plan->rules.width;
    plan->height = plan->rules.height;
    plan->always_short = plan->height <= SHORT_TOP + 1;
    plan->near_ceiling = plan->height <= SHORT_TOP + 4;
    for (int tall = 0; tall < 2; tall++) {
        plan->kernel[tall] = kernel[tall];
        plan->alone[tall] = alone[tall];
    }
    plan_features(plan, set, used);
    plan_terms(plan, used);
    plan_placements(plan);
    plan_shapes(plan);
    plan_chances(plan);
    clear_board(plan, &empty);
    kernel[0]->measure(plan, &board, 1, count);
    for (int t = 0; t < TERMS; t++) plan->empty[t] = count[t * kernel[0]->lanes];
}

/* ---- weights ---- */

/* Scores and their differences stay below this, and so in 32 bits. */
static const int32_t score_bound = (1 << 30) - 1;

/* Whole-number weights: scale x weight, the largest as large as 16 bits and the bound of the scores allow. What rounding can do to
 * the difference of two moves is at most, for each term, the rounding of its weight x the largest possible change of its count; to
 * which comes what the doubles of the reference themselves may be off. Weights beyond what doubles add up safely, or none at all,
 * leave every decision to the doubles. */
static void weigh(const void *plan_, const double *w, void *weights)
{
    const Plan *plan = plan_;
    PackedWeights *p = weights;
    double effective[TERMS] = {0}, most = 0, bounds = 0, doubles = 0, off = 1;
    int16_t q[TERMS] = {0};
    memset(p, 0, sizeof *p);
    p->w = w;
    p->tolerance = score_bound;
    p->slack = HUGE_VAL;
    for (int i = 0; i < plan->features; i++) {
        const PackedFeature *f = &plan->feature[i];
        double weight = w[i] * (f->factor / f->divisor);
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
        q[t] = (int16_t)rounded;
        p->q[weight_place(plan->family, t)] = q[t];
        off += fabs(exact - rounded) * bound_of(plan, t);
    }
    p->landing_height = q[TERM_LANDING_HEIGHT];
    p->rows_cleared = q[TERM_ROWS_CLEARED];
    p->eroded_cells = q[TERM_ERODED_CELLS];
    off += p->scale * doubles * (plan->features + 8) * 0x1p-52;
    if (off + 1 < score_bound) p->tolerance = (int32_t)(off + 1);
    p->slack = (off + 1) / p->scale;
}

/* ---- games ---- */

static void start(const void *plan_, const void *weights, uint64_t seed, void *state)
{
    const Plan *plan = plan_;
    const PackedWeights *w = weights;
    PackedState *s = state;
    uint32_t score = 0;
    clear_board(plan, s);
    rng_stream(&s->rng, seed);
    for (int k = 0; k < plan->slots; k++) score += (uint32_t)(w->q[plan->slot[k].q] * plan->empty[plan->slot[k].term]);
    s->score = (int32_t)score;
}

/* That no move is left shows when best is asked for one. */
static int kind(const void *plan, const void *state)
{
    const PackedState *s = state;
    (void)plan;
    if (s->lost) return LANES_OVER;
    return s->piece == TETRIS_NO_PIECE ? LANES_WAITING : s->piece + (s->is_tall ? TETRIS_PIECES : 0);
}

static void chance(const void *plan_, void *const *state, int n, int *kinds)
{
    const Plan *plan = plan_;
    for (int i = 0; i < n; i++) {
        PackedState *s = state[i];
        if (!s->lost) packed_chance(plan, s);
        kinds[i] = kind(plan, s);
    }
}

static int outcomes(const void *plan_, const void *state, int *odds)
{
    const Plan *plan = plan_;
    const PackedState *s = state;
    bool due = !s->lost && (s->piece == TETRIS_NO_PIECE || (plan->rules.preview > 0 && s->next == TETRIS_NO_PIECE));
    if (!due) return 0;
    memcpy(odds, plan->odds, sizeof plan->odds);
    return TETRIS_PIECES;
}

static int happen(const void *plan, void *state, int outcome)
{
    PackedState *s = state;
    if (s->piece == TETRIS_NO_PIECE)
        s->piece = (int8_t)outcome;
    else
        s->next = (int8_t)outcome;
    return kind(plan, s);
}

static Tally tally(const void *state)
{
    const PackedState *s = state;
    return (Tally){.score = s->rows, .turns = s->pieces};
}

/* Height of the highest column. */
static int packed_top(const Plan *plan, const PackedState *s)
{
    uint32_t cells = 0;
    for (int x = 0; x < plan->width; x++) cells |= s->is_tall ? s->column.tall[x] : s->column.low[x];
    return cells == 0 ? 0 : 32 - __builtin_clz(cells);
}

/* ---- moves ---- */

/* Some of the groups, as one kernel takes them: of at most as many lanes as it has, so that larger ones are cut (room); and those of
 * one piece one after the other, so that its code stays at hand. from: which group each was, and from which lane on. */
enum { PARTS_MAX = GROUPS_MAX * 2 };
typedef struct {
    int n;
    const LaneGroup *part[PARTS_MAX];
    struct {
        int group, lane;
    } from[PARTS_MAX];
    LaneGroup room[PARTS_MAX];
} Parts;

static void add_part(Parts *p, const LaneGroup *part, int group, int lane)
{
    int i = p->n++;
    for (; i > 0 && p->part[i - 1]->kind > part->kind; i--) {
        p->part[i] = p->part[i - 1];
        p->from[i] = p->from[i - 1];
    }
    p->part[i] = part;
    p->from[i].group = group;
    p->from[i].lane = lane;
}

/* Those whose boards are short, or tall. */
static void cut_parts(const Plan *plan, const LaneGroup *group, int n, bool tall, Parts *p)
{
    const int lanes = plan->kernel[tall]->lanes;
    assert(n <= GROUPS_MAX);
    p->n = 0;
    for (int g = 0; g < n; g++) {
        if ((group[g].kind >= TETRIS_PIECES) != tall) continue;
        if (group[g].n <= lanes) add_part(p, &group[g], g, 0);
        for (int first = 0; first < group[g].n && group[g].n > lanes; first += lanes) {
            LaneGroup *part = &p->room[p->n];
            part->kind = group[g].kind;
            part->n = group[g].n - first < lanes ? group[g].n - first : lanes;
            memcpy(part->state, group[g].state + first, (size_t)part->n * sizeof part->state[0]);
            memcpy(part->weights, group[g].weights + first, (size_t)part->n * sizeof part->weights[0]);
            add_part(p, part, g, first);
        }
    }
}

static int at_a_time(const Parts *p, int first)
{
    return p->n - first < GROUPS_MAX ? p->n - first : GROUPS_MAX;
}

static void best(const void *plan_, const LaneGroup *group, int n, void *scratch)
{
    const Plan *plan = plan_;
    for (int tall = 0; tall < 2; tall++) {
        Parts p;
        cut_parts(plan, group, n, tall, &p);
        for (int i = 0; i < p.n; i += GROUPS_MAX) plan->kernel[tall]->best(plan, p.part + i, at_a_time(&p, i), scratch);
    }
}

static void value(const void *plan_, const LaneGroup *group, int n, bool exact, double *value, void *scratch)
{
    const Plan *plan = plan_;
    for (int tall = 0; tall < 2; tall++) {
        Parts p;
        double *out[PARTS_MAX];
        cut_parts(plan, group, n, tall, &p);
        for (int i = 0; i < p.n; i++) out[i] = value + p.from[i].group * LANES_MAX + p.from[i].lane;
        for (int i = 0; i < p.n; i += GROUPS_MAX)
            plan->kernel[tall]->value(plan, p.part + i, at_a_time(&p, i), exact, out + i, scratch);
    }
}

#define BLOCK(bytes) (((bytes) + LANES_ALIGNMENT - 1) / LANES_ALIGNMENT * LANES_ALIGNMENT)

static void after(const void *plan_, const LaneGroup *group, int *count, Move *move, double *value, void *out, void *scratch)
{
    const Plan *plan = plan_;
    const bool tall = group->kind >= TETRIS_PIECES;
    Parts p;
    cut_parts(plan, group, 1, tall, &p);
    for (int i = 0; i < p.n; i++) {
        const int lane = p.from[i].lane, first = lane * TETRIS_MOVES_MAX;
        plan->kernel[tall]->after(plan, p.part[i], count + lane, move + first, value + first,
                                  (char *)out + (size_t)first * BLOCK(sizeof(PackedState)), BLOCK(sizeof(PackedState)), scratch);
    }
}

static double value_of(const void *plan_, const void *state, const void *weights, Move move)
{
    const Plan *plan = plan_;
    PackedState s = *(const PackedState *)state;
    int p = 0;
    while (tetris_move(plan->placement[s.piece][p].orientation, plan->placement[s.piece][p].x) != move) p++;
    return plan->kernel[s.is_tall]->value_of(plan, &s, weights, p);
}

/* A set with a term that has no delta goes through the lanes, where its placements fill vectors. */
static void play_afresh(const Plan *plan, const void *weights, PackedState *s, int64_t turns, void *scratch)
{
    for (int64_t end = s->pieces + turns; s->pieces < end && !s->lost;) {
        LaneGroup alone = {.kind = kind(plan, s), .n = 1, .state = {s}, .weights = {weights}};
        best(plan, &alone, 1, scratch);
        if (!s->lost) packed_chance(plan, s);
    }
}

static void play(const void *plan_, const void *weights, void *state, int64_t turns, void *scratch)
{
    const Plan *plan = plan_;
    PackedState *s = state;
    if (!s->lost) packed_chance(plan, s);
    if (plan->all_afresh) {
        play_afresh(plan, weights, s, turns, scratch);
        return;
    }
    while (turns > 0 && !s->lost) {
        turns -= plan->alone[s->is_tall]->play(plan, weights, s, turns);
        packed_set_form(plan, s, packed_top(plan, s) > SHORT_TOP && !plan->always_short);
    }
}

static double slack(const void *plan, const void *weights)
{
    (void)plan;
    return ((const PackedWeights *)weights)->slack;
}

static const char *refuses(const void *rules, const FeatureSet *set)
{
    (void)rules;
    for (int i = 0; i < set->n; i++)
        if (term_of(set->index[i]) == TERM_NONE) return "the lanes do not count one of the features";
    return NULL;
}

/* ---- one twin an instruction set ---- */

#if defined __x86_64__ || defined __i386__
static bool runs_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}
static bool runs_avx512(void)
{
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}
static bool runs_sse2(void)
{
    return __builtin_cpu_supports("sse2");
}
#endif
static bool runs_plain(void)
{
    return true;
}

#define LANES_TWIN(name, lanes, text)                                                       \
    static void plan_##name(const void *rules, const FeatureSet *set, void *plan)           \
    {                                                                                       \
        plan_make(rules, set, (const Kernel *[]){&kernel_##name##_16, &kernel_##name##_32}, \
                  (const Kernel *[]){&columns_##name##_16, &columns_##name##_32}, plan);    \
    }                                                                                       \
    static const Lanes lanes_##name = {                                                     \
        .isa = #name,                                                                       \
        .doc = text,                                                                        \
        .width = lanes,                                                                     \
        .kinds = 2 * TETRIS_PIECES,                                                         \
        .groups_max = GROUPS_MAX,                                                           \
        .plan_bytes = sizeof(Plan),                                                         \
        .state_bytes = BLOCK(sizeof(PackedState)),                                          \
        .weights_bytes = BLOCK(sizeof(PackedWeights)),                                      \
        .scratch_bytes = KERNEL_SCRATCH_MAX,                                                \
        .runs_here = runs_##name,                                                           \
        .refuses = refuses,                                                                 \
        .plan = plan_##name,                                                                \
        .weigh = weigh,                                                                     \
        .start = start,                                                                     \
        .chance = chance,                                                                   \
        .outcomes = outcomes,                                                               \
        .happen = happen,                                                                   \
        .kind = kind,                                                                       \
        .tally = tally,                                                                     \
        .best = best,                                                                       \
        .play = play,                                                                       \
        .value = value,                                                                     \
        .after = after,                                                                     \
        .value_of = value_of,                                                               \
        .slack = slack,                                                                     \
    }

#if defined __x86_64__ || defined __i386__
LANES_TWIN(avx512, 32, "AVX-512 (F BW DQ VL CD), 32 games a vector");
LANES_TWIN(avx2, 16, "AVX2, 16 games a vector");
LANES_TWIN(sse2, 8, "SSE2, 8 games a vector");
#endif
LANES_TWIN(plain, 8, "plain C, 8 games a vector");

const Lanes *const tetris_lanes[] = {
#if defined __x86_64__ || defined __i386__
    &lanes_avx512, &lanes_avx2, &lanes_sse2,
#endif
    &lanes_plain,  NULL,
};
