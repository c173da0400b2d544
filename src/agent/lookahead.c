/* lookahead.c. Two moves deep: a move is judged together with the best move that can follow it.
 *
 * What follows may be known (a piece that is shown), or be up to chance; then every outcome is looked at. A first move has
 *     lost    share of the odds of the outcomes after which no second move is left; 0 or 1 where nothing is up to chance
 *     worth   V1 + mean of V2: its own value, and that of the best second move after each outcome, each read off its own move.
 *             The mean is over the outcomes that leave a second move: sum of odds x V2, in the game's order, divided by the sum of
 *             their odds. Where no outcome leaves one, worth is V1
 * and the least lost one is made, among equals the one of the highest worth, among equals the first.
 * Source: the two-piece controllers of the field, e.g. P. Fahey 2003; V1 + V2 instead of V2 alone: a row cleared by the first piece
 * counts as much as one cleared by the second. */
#include "agent/agent.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- what both halves, Game and Lanes, must compute alike ---- */

/* The value of the best of no moves: less than any. */
#define NONE (-HUGE_VAL)

typedef struct {
    double lost, worth;
} Prospect;

/* Sums over the outcomes: odds of those with and without a second move; odds x value of the former. */
typedef struct {
    double odds, lost, sum;
} Outlook;

static void outlook_add(Outlook *o, double odds, double value)
{
    if (value == NONE) {
        o->lost += odds;
        return;
    }
    o->odds += odds;
    o->sum += odds * value;
}

/* After a first move of this value, by chance; or for certain (which is the same as by the only outcome of odds 1). */
static Prospect prospect(double first, Outlook o)
{
    return (Prospect){o.lost / (o.lost + o.odds), o.odds > 0 ? first + o.sum / o.odds : first};
}
static inline Prospect prospect_for_certain(double first, double second)
{
    return second == NONE ? (Prospect){1, first} : (Prospect){0, first + second};
}

/* What any prospect is better than. */
static const Prospect worst = {1, NONE};

static inline bool better(Prospect a, Prospect b)
{
    return a.lost < b.lost || (a.lost == b.lost && a.worth > b.worth);
}

/* The next bytes of a block, aligned for anything, a lane's state included. Without a block they are only counted. */
static void *take(char *block, size_t *used, size_t bytes)
{
    void *p = block == NULL ? NULL : block + *used;
    *used += (bytes + LANES_ALIGNMENT - 1) / LANES_ALIGNMENT * LANES_ALIGNMENT;
    return p;
}

/* ---- on Game ---- */

/* Room for the states after the first move, after an outcome, and after the second move; moves: (2, moves_max). */
typedef struct {
    const Ruleset *t;
    const double *w;
    void *first, *met, *second;
    Move *move, *reply;
    int *odds;
} Look;

static size_t look_lay(Look *k, const Ruleset *t, char *scratch)
{
    const Game *g = t->game;
    size_t used = 0;
    k->first = take(scratch, &used, g->state_bytes);
    k->met = take(scratch, &used, g->state_bytes);
    k->second = take(scratch, &used, g->state_bytes);
    k->move = take(scratch, &used, (size_t)g->moves_max * sizeof *k->move);
    k->reply = take(scratch, &used, (size_t)g->moves_max * sizeof *k->reply);
    k->odds = take(scratch, &used, (size_t)g->outcomes_max * sizeof *k->odds);
    return used;
}

static size_t scratch_bytes(const Ruleset *t)
{
    return look_lay(&(Look){0}, t, NULL);
}

/* Makes a move on a copy; returns its value. */
static double try_move(const Look *k, const void *state, Move m, void *after)
{
    memcpy(after, state, k->t->game->state_bytes);
    k->t->game->apply(k->t->rules, after, m);
    return ruleset_value(k->t, state, after, k->w);
}

/* The value of the best move in state, or NONE. */
static double best_value(const Look *k, const void *state)
{
    int n = k->t->game->moves(k->t->rules, state, k->reply);
    double best = NONE;
    for (int i = 0; i < n; i++) {
        double value = try_move(k, state, k->reply[i], k->second);
        if (value > best) best = value;
    }
    return best;
}

/* Of a first move of this value that has led to k->first. Chance is looked at only where it comes before the second move. */
static Prospect look_on(const Look *k, double value)
{
    const Game *g = k->t->game;
    Outlook outlook = {0};
    bool known = g->moves(k->t->rules, k->first, k->reply) > 0;
    int n = known ? 0 : g->outcomes(k->t->rules, k->first, k->odds);
    if (n == 0) return prospect_for_certain(value, best_value(k, k->first));
    for (int i = 0; i < n; i++) {
        if (k->odds[i] == 0) continue;
        memcpy(k->met, k->first, g->state_bytes);
        g->happen(k->t->rules, k->met, i);
        outlook_add(&outlook, k->odds[i], best_value(k, k->met));
    }
    return prospect(value, outlook);
}

static Move choose(const Ruleset *t, const void *state, const double *w, void *scratch)
{
    Look k = {.t = t, .w = w};
    look_lay(&k, t, scratch);
    int n = t->game->moves(t->rules, state, k.move), chosen = 0;
    Prospect best = worst;
    for (int i = 0; i < n; i++) {
        Prospect p = look_on(&k, try_move(&k, state, k.move[i], k.first));
        if (!better(p, best)) continue;
        best = p;
        chosen = i;
    }
    return k.move[chosen];
}

/* ---- on Lanes ----
 *
 * The states after all first moves of several groups are brought together by kind, and full groups of them are asked for the value
 * of their best move. That is an approximation, and so is the worth made of it; where several first moves are so near the best that
 * the approximation cannot tell, these alone are asked again for the doubles of the reference. */

/* Groups whose first moves are kept at a time, and about how many bytes these may take. */
enum { TOGETHER_MAX = 16, TOGETHER_BYTES = 3 << 19 };

/* Sums of doubles that differ by rounding alone differ by less than this share of the sum, or of the largest term of a long one. */
static const double rounding = 0x1p-40;

/* The first moves of a group. Number k belongs to state k / moves_max; all arrays but the first are (width, moves_max).
 * chances: outcomes that come before the second move, 0: none does. second: (outcomes_max, width, moves_max), where none comes in
 * the first plane. near: whether it may be the best. chosen (width): the move that is made, from 0 for each state; OPEN: several may
 * be. */
enum { OPEN = -1 };
typedef struct {
    int *count, *chosen;
    Move *move;
    double *first, *second;
    char *after;
    int *chances;
    bool *near;
} Tried;

/* States of one kind, and where the values of their best moves go. */
typedef struct {
    LaneGroup group;
    double *to[LANES_MAX];
} Waiting;

/* Bytes and counts as in lanes.h. waiting: (kinds), groups that fill; full, to, value: (groups_max, ..), groups that are complete.
 * pool: (spares_max, state_bytes), copies for outcomes; spare: those that are not in use. */
typedef struct {
    const Ruleset *t;
    const Lanes *l;
    const void *plan;
    Tried tried[TOGETHER_MAX];
    int together;
    Waiting *waiting;
    LaneGroup *full;
    double *(*to)[LANES_MAX], *value;
    int n_full, spares, spares_max;
    bool exact;
    char *pool;
    void **spare;
    int *odds;
    Prospect *prospect;
    void *scratch;
} Fast;

static size_t plane(const Fast *f)
{
    return (size_t)f->l->width * (size_t)f->t->game->moves_max;
}

static size_t tried_lay(const Fast *f, Tried *b, char *block, size_t used)
{
    size_t n = plane(f), start = used;
    b->count = take(block, &used, (size_t)f->l->width * sizeof *b->count);
    b->chosen = take(block, &used, (size_t)f->l->width * sizeof *b->chosen);
    b->move = take(block, &used, n * sizeof *b->move);
    b->first = take(block, &used, n * sizeof *b->first);
    b->second = take(block, &used, n * (size_t)f->t->game->outcomes_max * sizeof *b->second);
    b->after = take(block, &used, n * f->l->state_bytes);
    b->chances = take(block, &used, n * sizeof *b->chances);
    b->near = take(block, &used, n * sizeof *b->near);
    return used - start;
}

/* Lays everything out in the block; NULL: only counts. Returns the bytes. */
static size_t fast_lay(Fast *f, char *block)
{
    const Lanes *l = f->l;
    const Game *g = f->t->game;
    size_t used = 0, tried = tried_lay(f, &(Tried){0}, NULL, 0);
    int together = (int)(TOGETHER_BYTES / tried), most = l->groups_max < TOGETHER_MAX ? l->groups_max : TOGETHER_MAX;
    f->together = together < 1 ? 1 : together > most ? most : together;
    for (int i = 0; i < f->together; i++) used += tried_lay(f, &f->tried[i], block, used);
    f->spares_max = (l->kinds + l->groups_max) * l->width;
    f->waiting = take(block, &used, (size_t)l->kinds * sizeof *f->waiting);
    f->full = take(block, &used, (size_t)l->groups_max * sizeof *f->full);
    f->to = take(block, &used, (size_t)l->groups_max * sizeof *f->to);
    f->value = take(block, &used, (size_t)l->groups_max * LANES_MAX * sizeof *f->value);
    f->pool = take(block, &used, (size_t)f->spares_max * l->state_bytes);
    f->spare = take(block, &used, (size_t)f->spares_max * sizeof *f->spare);
    f->odds = take(block, &used, (size_t)g->outcomes_max * sizeof *f->odds);
    f->prospect = take(block, &used, (size_t)g->moves_max * sizeof *f->prospect);
    f->scratch = take(block, &used, l->scratch_bytes);
    return used;
}

static size_t lanes_scratch_bytes(const Ruleset *t, const Lanes *l)
{
    return fast_lay(&(Fast){.t = t, .l = l}, NULL);
}

/* Nobody waits, all copies are spare. */
static void fast_clear(Fast *f)
{
    for (int i = 0; i < f->l->kinds; i++) {
        f->waiting[i].group.kind = i;
        f->waiting[i].group.n = 0;
    }
    for (f->spares = 0; f->spares < f->spares_max; f->spares++)
        f->spare[f->spares] = f->pool + (size_t)f->spares * f->l->state_bytes;
    f->n_full = 0;
}

static bool from_pool(const Fast *f, const void *state)
{
    return (uintptr_t)state - (uintptr_t)f->pool < (size_t)f->spares_max * f->l->state_bytes;
}

/* Values of the complete groups, each to where it is wanted. */
static void evaluate(Fast *f)
{
    f->l->value(f->plan, f->full, f->n_full, f->exact, f->value, f->scratch);
    for (int j = 0; j < f->n_full; j++)
        for (int i = 0; i < f->full[j].n; i++) {
            *f->to[j][i] = f->value[j * LANES_MAX + i];
            if (from_pool(f, f->full[j].state[i])) f->spare[f->spares++] = f->full[j].state[i];
        }
    f->n_full = 0;
}

/* The group of a kind is complete, as it is. */
static void complete(Fast *f, Waiting *w)
{
    f->full[f->n_full] = w->group;
    memcpy(f->to[f->n_full], w->to, sizeof w->to);
    w->group.n = 0;
    if (++f->n_full == f->l->groups_max) evaluate(f);
}

/* Sooner or later *to is the value of the best move in state. */
static inline void ask(Fast *f, int kind, void *state, const void *weights, double *to)
{
    Waiting *w = &f->waiting[kind];
    int n = w->group.n++;
    w->group.state[n] = state;
    w->group.weights[n] = weights;
    w->to[n] = to;
    if (n + 1 == f->l->width) complete(f, w);
}

/* All that was asked for is there. */
static void finish(Fast *f)
{
    for (int i = 0; i < f->l->kinds; i++)
        if (f->waiting[i].group.n > 0) complete(f, &f->waiting[i]);
    if (f->n_full > 0) evaluate(f);
}

/* Asks for the best second move if this happens after a first move. The state waits in a copy. */
static void ask_outcome(Fast *f, const void *after, int outcome, const void *weights, double *to)
{
    assert(f->spares > 0);
    void *met = f->spare[--f->spares];
    memcpy(met, after, f->l->state_bytes);
    int kind = f->l->happen(f->plan, met, outcome);
    if (kind != LANES_OVER) {
        ask(f, kind, met, weights, to);
        return;
    }
    *to = NONE;
    f->spare[f->spares++] = met;
}

/* Asks for the best second move after every outcome that may follow first move k. */
static void ask_chances(Fast *f, Tried *b, int k, const void *weights)
{
    char *after = b->after + (size_t)k * f->l->state_bytes;
    b->chances[k] = f->l->outcomes(f->plan, after, f->odds);
    for (int i = 0; i < b->chances[k]; i++)
        if (f->odds[i] > 0) ask_outcome(f, after, i, weights, &b->second[(size_t)i * plane(f) + (size_t)k]);
}

/* Asks for all that is needed to judge first move k. */
static inline void ask_move(Fast *f, Tried *b, int k, const void *weights)
{
    char *after = b->after + (size_t)k * f->l->state_bytes;
    int kind = f->l->kind(f->plan, after);
    b->chances[k] = 0;
    if (kind >= 0)
        ask(f, kind, after, weights, &b->second[k]);
    else if (kind == LANES_OVER)
        b->second[k] = NONE;
    else
        ask_chances(f, b, k, weights);
}

/* Of first move k, all having been answered. *size is raised to the largest term of a mean over outcomes. */
static Prospect judge_chances(const Fast *f, const Tried *b, int k, double *size)
{
    Outlook outlook = {0};
    f->l->outcomes(f->plan, b->after + (size_t)k * f->l->state_bytes, f->odds);
    for (int i = 0; i < b->chances[k]; i++) {
        double second = b->second[(size_t)i * plane(f) + (size_t)k];
        if (f->odds[i] == 0) continue;
        outlook_add(&outlook, f->odds[i], second);
        if (second != NONE && fabs(second) > *size) *size = fabs(second);
    }
    return prospect(b->first[k], outlook);
}
static inline Prospect judge(const Fast *f, const Tried *b, int k, double *size)
{
    return b->chances[k] > 0 ? judge_chances(f, b, k, size) : prospect_for_certain(b->first[k], b->second[k]);
}

/* Marks the moves of state i that may be the best, and chooses if it is one alone. Each worth is off by at most two slacks, so two
 * of them may be wrong about each other by four. Who can lose is known exactly; unless the slack is infinite, with weights whose sums
 * may overflow to -HUGE_VAL: then all may be the best. */
static void choose_roughly(const Fast *f, Tried *b, int i, const void *weights)
{
    int from = i * f->t->game->moves_max, n = b->count[i], near = 0, last = 0;
    double slack = f->l->slack(f->plan, weights), size = 0;
    bool *is_near = b->near + from;
    Prospect best = worst, *p = f->prospect;
    for (int k = 0; k < n; k++) {
        p[k] = judge(f, b, from + k, &size);
        if (better(p[k], best)) best = p[k];
    }
    double least = best.worth - 4 * slack - rounding * (fabs(best.worth) + size + slack);
    for (int k = 0; k < n; k++) {
        is_near[k] = slack == HUGE_VAL || ((p[k].lost == best.lost) & (p[k].worth >= least));
        near += is_near[k];
        last = is_near[k] ? k : last;
    }
    b->chosen[i] = near > 1 ? OPEN : last;
}

/* Asks again for the moves of state i that may be the best. */
static void ask_again(Fast *f, Tried *b, const LaneGroup *group, int i)
{
    int from = i * f->t->game->moves_max;
    for (int k = from; k < from + b->count[i]; k++) {
        if (!b->near[k]) continue;
        b->first[k] = f->l->value_of(f->plan, group->state[i], group->weights[i], b->move[k]);
        ask_move(f, b, k, group->weights[i]);
    }
}

static void choose_exactly(const Fast *f, Tried *b, int i)
{
    int from = i * f->t->game->moves_max;
    Prospect best = worst;
    for (int k = b->chosen[i] = 0; k < b->count[i]; k++) {
        if (!b->near[from + k]) continue;
        Prospect p = judge(f, b, from + k, &(double){0});
        if (!better(p, best)) continue;
        best = p;
        b->chosen[i] = k;
    }
}

/* A state without a move is lost, which `best` sees to. */
static void lose(const Fast *f, const LaneGroup *group, int i)
{
    LaneGroup alone = {.kind = group->kind, .n = 1, .state = {group->state[i]}, .weights = {group->weights[i]}};
    f->l->best(f->plan, &alone, 1, f->scratch);
}

static void make(const Fast *f, const Tried *b, const LaneGroup *group, int i)
{
    int k = i * f->t->game->moves_max + b->chosen[i];
    memcpy(group->state[i], b->after + (size_t)k * f->l->state_bytes, f->l->state_bytes);
}

static void try_group(Fast *f, Tried *b, const LaneGroup *group)
{
    f->l->after(f->plan, group, b->count, b->move, b->first, b->after, f->scratch);
    for (int i = 0; i < group->n; i++)
        for (int k = 0; k < b->count[i]; k++) ask_move(f, b, i * f->t->game->moves_max + k, group->weights[i]);
}

/* As many groups as are kept at a time: all first moves, roughly; those near the best, exactly; and the best is made. */
static void turn_together(Fast *f, const LaneGroup *group, int n)
{
    f->exact = false;
    for (int j = 0; j < n; j++) try_group(f, &f->tried[j], &group[j]);
    finish(f);
    f->exact = true;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < group[j].n; i++) {
            choose_roughly(f, &f->tried[j], i, group[j].weights[i]);
            if (f->tried[j].chosen[i] == OPEN) ask_again(f, &f->tried[j], &group[j], i);
        }
    finish(f);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < group[j].n; i++) {
            if (f->tried[j].chosen[i] == OPEN) choose_exactly(f, &f->tried[j], i);
            if (f->tried[j].count[i] == 0)
                lose(f, &group[j], i);
            else
                make(f, &f->tried[j], &group[j], i);
        }
}

static void turn(const Ruleset *t, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch)
{
    Fast f = {.t = t, .l = l, .plan = plan};
    fast_lay(&f, scratch);
    fast_clear(&f);
    for (int j = 0; j < n; j += f.together) turn_together(&f, group + j, n - j < f.together ? n - j : f.together);
}

static const Param params[] = {{0}};

const Agent agent_lookahead = {
    .name = "lookahead",
    .doc = "judges every placement together with the best one of the next piece, of all that may come where it is not shown",
    .params = params,
    .options_bytes = 0,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
    .lanes_scratch_bytes = lanes_scratch_bytes,
    .turn = turn,
};
