/* lanes.c. The fast engines of Tetris, one for each instruction set: they begin games, draw pieces, and pass groups of states to
 * the kernels. */
#include "game/tetris/plan.h"

#include "base/bits.h"
#include "base/sound.h"
#include "game/bag.h"
#include "lanes_linked.h" /* generated: LINKED_AVX512, .. */

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* ---- games ---- */

static void start(const void *plan_, const void *weights, uint64_t seed, void *state)
{
    const Plan *plan = plan_;
    const PackedWeights *w = weights;
    PackedState *s = state;
    uint32_t score = 0;
    assert((uintptr_t)state % LANES_ALIGNMENT == 0);
    packed_clear(plan, s);
    rng_stream(&s->rng, seed);
    for (int k = 0; k < plan->slots; k++) score += (uint32_t)(w->q[plan->slot[k].q] * plan->empty[plan->slot[k].term]);
    s->score = (int32_t)score;
}

/* Does not test whether a move is left: best and play set `lost` if there is none. */
static int kind(const void *plan, const void *state)
{
    const PackedState *s = state;
    (void)plan;
    if (s->lost) return LANES_OVER;
    return s->piece == TETRIS_NO_PIECE ? LANES_WAITING : s->piece + (s->is_tall ? TETRIS_TETROMINOES : 0);
}

static void chance(const void *plan_, void *const *state, int n, int *kinds)
{
    const Plan *plan = plan_;
    assert(n >= 1 && n <= LANES_MAX);
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
    for (int p = 0; p < TETRIS_PIECES; p++) odds[p] = plan->bag != 0 ? s->bag >> p & 1 : plan->odds[p];
    return TETRIS_PIECES;
}

static int happen(const void *plan_, void *state, int outcome)
{
    const Plan *plan = plan_;
    PackedState *s = state;
    assert(outcome >= 0 && outcome < TETRIS_TETROMINOES && !s->lost);
    assert(s->piece == TETRIS_NO_PIECE || s->next == TETRIS_NO_PIECE);
    s->bag = (uint8_t)bag_take(s->bag, plan->bag, outcome);
    if (s->piece == TETRIS_NO_PIECE)
        s->piece = (int8_t)outcome;
    else
        s->next = (int8_t)outcome;
    return kind(plan, s);
}

static Tally tally(const void *state)
{
    const PackedState *s = state;
    return (Tally){.score = s->earned, .turns = s->pieces};
}

/* What levels count of a board. */
typedef struct {
    int heights, holes, hole_rows, top;
} Counted;

/* Counts columns of `bits` bits, a word of them at a time. `filled` has all cells of each column up to its highest one. */
static inline Counted count_board(const void *column, int bits, int width)
{
    uint64_t heights = 0, holes = 0, rows = 0, tops = 0;
    const uint64_t ones = bits == 32 ? UINT64_C(0x0000000100000001) : UINT64_C(0x0001000100010001);
    for (int left = width * bits; left > 0; left -= 64, column = (const char *)column + sizeof(uint64_t)) {
        uint64_t cells;
        memcpy(&cells, column, sizeof cells);
        if (left < 64) cells &= (UINT64_C(1) << left) - 1; /* walls */
        uint64_t filled = cells;
        for (int by = 1; by < bits; by *= 2) filled |= filled >> by & ones * (((UINT64_C(1) << bits) - 1) >> by);
        heights += bits_in_bytes(filled);
        holes += bits_in_bytes(filled & ~cells);
        rows |= filled & ~cells;
        tops |= filled;
    }
    for (int by = 32; by >= bits; by /= 2) rows |= rows >> by, tops |= tops >> by;
    const uint64_t first = (UINT64_C(1) << bits) - 1;
    return (Counted){bits_sum(heights), bits_sum(holes), bits_count(rows & first), bits_count(tops & first)};
}

/* The highest column alone has a fast path: a player that looks ahead only on high boards needs it every turn. Trials of
 * splitting need the other levels every turn. */
static int level(const void *plan_, int level, const void *state)
{
    const Plan *plan = plan_;
    const PackedState *s = state;
    const TetrisLevel *l = &tetris_level_weights[level];
    assert(level >= 0 && level < TETRIS_LEVELS);
    if (tetris_level_is_top(l)) return tetris_level_sum(l, 0, 0, 0, packed_height(packed_cells(plan, s)));
    const Counted c = s->is_tall ? count_board(s->column.tall, 32, plan->width) : count_board(s->column.low, 16, plan->width);
    return tetris_level_sum(l, c.heights, c.holes, c.hole_rows, c.top);
}

/* As renew of reference.c. */
static void renew(const void *plan_, uint64_t seed, void *state)
{
    const Plan *plan = plan_;
    PackedState *s = state;
    const int drawn = plan->rules.preview > 0 ? s->next : s->piece;
    rng_stream(&s->rng, seed);
    if (drawn != TETRIS_NO_PIECE) s->bag = (uint8_t)bag_put_back(s->bag, plan->bag, drawn);
    s->next = TETRIS_NO_PIECE;
    if (plan->rules.preview > 0) return;
    s->piece = TETRIS_NO_PIECE;
    s->lost = false;
}

/* ---- states from outside ---- */

/* Whether columns beside the board are walls, and those on it are no higher than it and have no full row. */
static bool sound_columns(const Plan *plan, const PackedState *s)
{
    const uint32_t wall = s->is_tall ? UINT32_MAX : UINT16_MAX;
    uint32_t cells = 0, full = UINT32_MAX;
    for (int x = 0; x < COLUMNS; x++) {
        const uint32_t column = packed_column(s, x);
        if (x >= plan->width && column != wall) return false;
        if (x >= plan->width) continue;
        cells |= column;
        full &= column;
    }
    return cells >> plan->height == 0 && full == 0;
}

static bool sound_piece(const Plan *plan, int piece)
{
    return sound_between(piece, 0, TETRIS_TETROMINOES - 1) && plan->odds[piece] > 0;
}

static bool sound(const void *plan_, const void *state)
{
    const Plan *plan = plan_;
    const PackedState *s = state;
    if (!sound_flag(&s->lost) || !sound_flag(&s->is_tall) || !sound_rng(&s->rng)) return false;
    if (!sound_count(s->rows) || !sound_count(s->earned) || !sound_count(s->pieces)) return false;
    if (!bag_sound(s->bag, plan->bag)) return false;
    const bool preview = plan->rules.preview > 0, piece = sound_piece(plan, s->piece),
               next = preview && sound_piece(plan, s->next);
    if (!piece && !(s->lost && s->piece == TETRIS_NO_PIECE)) return false;
    if (!next && (s->next != TETRIS_NO_PIECE || (preview && !s->lost))) return false;
    if ((s->is_tall && plan->always_short) || !sound_columns(plan, s)) return false;
    return s->is_tall || plan->always_short || packed_height(packed_cells(plan, s)) <= SHORT_TOP;
}

/* ---- moves ---- */

/* The groups that one kernel takes. Groups with more states than the kernel has lanes are cut into parts. Parts with the same
 * piece are neighbours, so that its code stays in the cache. */
enum { PARTS_MAX = GROUPS_MAX * 4 }; /* groups of 32 (AVX-512) on tall boards take four vectors of 8 */
typedef struct {
    int n;
    const LaneGroup *part[PARTS_MAX]; /* (n), by kind: a group of the caller, or one of `room` */
    struct {
        int group, lane;
    } from[PARTS_MAX];         /* (n): the group of the caller, and which of its states is the part's first */
    LaneGroup room[PARTS_MAX]; /* what groups are cut into */
} KernelParts;

/* Inserts a part after those of its kind. */
static void add_part(KernelParts *p, const LaneGroup *part, int group, int lane)
{
    int i = p->n++;
    assert(p->n <= PARTS_MAX);
    for (; i > 0 && p->part[i - 1]->kind > part->kind; i--) {
        p->part[i] = p->part[i - 1];
        p->from[i] = p->from[i - 1];
    }
    p->part[i] = part;
    p->from[i].group = group;
    p->from[i].lane = lane;
}

static const Kernel *lanes_for(const Plan *plan, const LaneGroup *group)
{
    return plan->kernel[group->kind >= TETRIS_TETROMINOES];
}

/* The kernel that values moves: with few states the columns engine, since most lanes would be empty. A set that plays slowly
 * always takes the lanes engine: the columns engine cannot play it. */
static const Kernel *kernel_for(const Plan *plan, const LaneGroup *group)
{
    const Kernel *lanes = lanes_for(plan, group);
    const bool few = 2 * group->n <= lanes->lanes && !plan->all_afresh && !plan->by_value;
    return few ? plan->alone[group->kind >= TETRIS_TETROMINOES] : lanes;
}

/* Fills *p with the groups that are for this kernel. */
static void cut_parts(const Plan *plan, const LaneGroup *group, int n,
                      const Kernel *(*kernel_of)(const Plan *, const LaneGroup *), const Kernel *kernel, KernelParts *p)
{
    assert(n >= 1 && n <= GROUPS_MAX);
    p->n = 0;
    for (int g = 0; g < n; g++) {
        const int lanes = lanes_for(plan, &group[g])->lanes;
        assert(group[g].n >= 1 && group[g].n <= LANES_MAX && group[g].kind >= 0 && group[g].kind < 2 * TETRIS_TETROMINOES);
        if (kernel_of(plan, &group[g]) != kernel) continue;
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

/* How many parts, from `first` on, one call takes. */
static int at_a_time(const KernelParts *p, int first)
{
    return p->n - first < GROUPS_MAX ? p->n - first : GROUPS_MAX;
}

void lanes_best(const Plan *plan, const LaneGroup *group, int n, int32_t *made, void *scratch)
{
    for (int tall = 0; tall < 2; tall++) {
        const Kernel *kernel = plan->kernel[tall];
        KernelParts p;
        int32_t *out[PARTS_MAX];
        cut_parts(plan, group, n, lanes_for, kernel, &p);
        for (int i = 0; i < p.n && made != NULL; i++) out[i] = made + p.from[i].group * LANES_MAX + p.from[i].lane;
        for (int i = 0; i < p.n; i += GROUPS_MAX)
            kernel->best(plan, p.part + i, at_a_time(&p, i), made != NULL ? out + i : NULL, scratch);
    }
}

static void best(const void *plan, const LaneGroup *group, int n, void *scratch)
{
    lanes_best(plan, group, n, NULL, scratch);
}

static void value(const void *plan_, const LaneGroup *group, int n, bool exact, double *value, void *scratch)
{
    const Plan *plan = plan_;
    const Kernel *kernel[] = {plan->kernel[0], plan->kernel[1], plan->alone[0], plan->alone[1]};
    for (int k = 0; k < 4; k++) {
        KernelParts p;
        double *out[PARTS_MAX];
        cut_parts(plan, group, n, kernel_for, kernel[k], &p);
        for (int i = 0; i < p.n; i++) out[i] = value + p.from[i].group * LANES_MAX + p.from[i].lane;
        for (int i = 0; i < p.n; i += GROUPS_MAX) kernel[k]->value(plan, p.part + i, at_a_time(&p, i), exact, out + i, scratch);
    }
}

static void moves(const void *plan_, const LaneGroup *group, int *count, Move *move, double *value, void *scratch)
{
    const Plan *plan = plan_;
    const Kernel *kernel = kernel_for(plan, group);
    KernelParts p;
    cut_parts(plan, group, 1, kernel_for, kernel, &p);
    kernel->moves(plan, p.part, p.n, count, move, value, scratch);
}

static void after(const void *plan_, const LaneGroup *group, const bool *wanted, void *out, void *scratch)
{
    const Plan *plan = plan_;
    const Kernel *kernel = kernel_for(plan, group);
    KernelParts p;
    cut_parts(plan, group, 1, kernel_for, kernel, &p);
    kernel->after(plan, p.part, p.n, wanted, out, scratch);
}

static bool is_beyond(const Plan *plan, const PackedState *s, const Bounds *until)
{
    if (until->watch != NULL && level(plan, until->watch->level, s) > until->watch->above) return true;
    if (until->level < 0) return false;
    const int now = level(plan, until->level, s);
    return now >= until->high || now <= until->low;
}

/* A turn with a set that plays slowly uses the lanes engine, where its placements fill vectors. */
static int64_t turn_slowly(const Plan *plan, const void *weights, PackedState *s, void *scratch)
{
    LaneGroup alone = {.kind = kind(plan, s), .n = 1, .state = {s}, .weights = {weights}};
    best(plan, &alone, 1, scratch);
    if (s->lost) return 0;
    packed_chance(plan, s);
    return 1;
}

static void play(const void *plan_, const void *weights, void *state, const Bounds *until, void *scratch)
{
    const Plan *plan = plan_;
    PackedState *s = state;
    Bounds left = *until;
    const bool is_slow = plan->all_afresh || plan->by_value;
    assert(until->turns >= 0 && (uintptr_t)state % LANES_ALIGNMENT == 0);
    if (!s->lost) packed_chance(plan, s);
    while (left.turns > 0 && !s->lost) {
        const int64_t played =
            is_slow ? turn_slowly(plan, weights, s, scratch) : plan->alone[s->is_tall]->play(plan, weights, s, &left);
        left.turns -= played;
        packed_set_form(plan, s, packed_height(packed_cells(plan, s)) > SHORT_TOP && !plan->always_short);
        if (played > 0 && is_beyond(plan, s, until)) return;
    }
}

/* ---- one engine an instruction set that is linked ---- */

#ifdef LINKED_AVX2
static bool runs_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}
#endif
#ifdef LINKED_AVX512
static bool runs_avx512(void)
{
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}
#endif
static bool runs_plain(void)
{
    return true;
}

#define LANES_ENGINE(name, tall, lanes, text)                                               \
    static void plan_##name(const void *rules, const FeatureSet *set, void *plan)           \
    {                                                                                       \
        plan_make(rules, set, (const Kernel *[]){&kernel_##name##_16, &kernel_##tall##_32}, \
                  (const Kernel *[]){&columns_##name##_16, &columns_##tall##_32}, plan);    \
    }                                                                                       \
    static const Lanes lanes_##name = {                                                     \
        .isa = #name,                                                                       \
        .doc = text,                                                                        \
        .width = lanes,                                                                     \
        .kinds = 2 * TETRIS_TETROMINOES,                                                    \
        .groups_max = GROUPS_MAX,                                                           \
        .plan_bytes = sizeof(Plan),                                                         \
        .state_bytes = PACKED_BYTES(PackedState),                                           \
        .weights_bytes = PACKED_BYTES(PackedWeights),                                       \
        .scratch_bytes = KERNEL_SCRATCH_MAX,                                                \
        .runs_here = runs_##name,                                                           \
        .refuses = plan_refuses,                                                            \
        .slows = plan_slows,                                                                \
        .plan = plan_##name,                                                                \
        .weigh = plan_weigh,                                                                \
        .start = start,                                                                     \
        .chance = chance,                                                                   \
        .outcomes = outcomes,                                                               \
        .happen = happen,                                                                   \
        .kind = kind,                                                                       \
        .tally = tally,                                                                     \
        .sound = sound,                                                                     \
        .best = best,                                                                       \
        .play = play,                                                                       \
        .level = level,                                                                     \
        .renew = renew,                                                                     \
        .value = value,                                                                     \
        .moves = moves,                                                                     \
        .after = after,                                                                     \
        .value_of = plan_value_of,                                                          \
        .parts = plan_parts,                                                                \
        .position = plan_position,                                                          \
        .slack = plan_slack,                                                                \
        .view = &tetris_lanes_view,                                                         \
    }

#ifdef LINKED_AVX512
LANES_ENGINE(avx512, avx2, 32, "AVX-512 (F BW DQ VL CD), 32 games a vector; tall boards as avx2");
#endif
#ifdef LINKED_AVX2
LANES_ENGINE(avx2, avx2, 16, "AVX2, 16 games a vector");
#endif
LANES_ENGINE(plain, plain, 8, "vectors of 128 bits (SSE2, NEON), 8 games a vector");

const Lanes *const tetris_lanes[] = {
#ifdef LINKED_AVX512
    &lanes_avx512,
#endif
#ifdef LINKED_AVX2
    &lanes_avx2,
#endif
    &lanes_plain,
    NULL,
};
