/* lookahead_lanes.c. Look-ahead on Lanes: the choices of lookahead.c, for many games at once.
 *
 * States after the first moves of several groups are collected by kind. Lanes.value then values the best move of full groups of
 * these states. Its values are approximations, and so are worths made of them. If several first moves are too close to the best,
 * only these are valued again, as exact doubles of the reference. The first moves to look at are chosen in the same way. States
 * whose level is not above the bound go to Lanes.best. */
#include "agent/prospect.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* How many groups are looked at together at most, and about how many bytes their first moves may take. */
enum { TOGETHER_MAX = 16, TOGETHER_BYTES = 3 << 19 };

/* Most that rounding changes a sum of doubles, as a share of the sum, or of its largest term if it has many. */
static const double rounding = 0x1p-40;

/* The first moves of a group. Move k belongs to state k / moves_max of the group. All arrays lie in the scratch. */
enum { OPEN = -1 }; /* several moves may be the best: not chosen yet */
typedef struct {
    int *count;      /* (width): moves of each state */
    int *chosen;     /* (width): the move that is made in each state, counted from 0, or OPEN */
    Move *move;      /* (width, moves_max) */
    double *first;   /* (width, moves_max): values of the moves; with worth = own-last, of their own features */
    double *instead; /* (width, moves_max): what an outcome without a second move counts as (lookahead.c) */
    double *second;  /* (outcomes_max, width, moves_max): values of best second moves; without a chance in plane 0 */
    char *after;     /* (width, moves_max, state_bytes): states after the moves that are looked at */
    int *chances;    /* (width, moves_max): outcomes of the chance before the second move; 0: no chance comes there */
    bool *near;      /* (width, moves_max): the move is looked at; after choose_roughly: it may be the best */
} Tried;

/* States of one kind, and where to store the values of their best moves. */
typedef struct {
    LaneGroup group;
    double *to[LANES_MAX];
} Waiting;

/* One turn of several groups. Bytes and counts as in lanes.h. All arrays lie in the scratch. */
typedef struct {
    const Rules *r;
    const Lanes *l;
    const void *plan;
    bool exact; /* values are the doubles of the reference; else approximations */
    Tried tried[TOGETHER_MAX];
    int together;             /* elements of tried that are in use */
    Waiting *waiting;         /* (kinds): groups that are being filled */
    LaneGroup *full;          /* (groups_max): complete groups, n_full of them */
    double *(*to)[LANES_MAX]; /* (groups_max): where to store their values */
    double *value;            /* (groups_max, LANES_MAX): their values */
    int n_full;
    char *pool;   /* (spares_max, state_bytes): copies of states, for outcomes */
    void **spare; /* (spares_max): copies that are not in use, `spares` of them */
    int spares, spares_max;
    int *odds;                 /* (outcomes_max) */
    Prospect *prospect;        /* (moves_max) */
    double *exact_first;       /* (moves_max): exact values of first moves that are open */
    bool *open, *mark;         /* (moves_max): open: it is not sure yet whether the move is looked at; mark: it is */
    LaneGroup *quiet, *looked; /* (groups_max): the states of the caller's groups, not looked at and looked at */
    void *scratch;             /* (scratch_bytes): for Lanes */
    const LookaheadOptions *options;
    int level; /* the level above whose bound it looks ahead; -1: it always does */
} Fast;

static size_t plane_of(const Fast *f)
{
    return (size_t)f->l->width * (size_t)f->r->game->moves_max;
}

static size_t lay_out_tried(const Fast *f, Tried *t, char *block, size_t used)
{
    size_t n = plane_of(f), start = used;
    t->count = take_room(block, &used, (size_t)f->l->width * sizeof *t->count);
    t->chosen = take_room(block, &used, (size_t)f->l->width * sizeof *t->chosen);
    t->move = take_room(block, &used, n * sizeof *t->move);
    t->first = take_room(block, &used, n * sizeof *t->first);
    t->instead = take_room(block, &used, n * sizeof *t->instead);
    t->second = take_room(block, &used, n * (size_t)f->r->game->outcomes_max * sizeof *t->second);
    t->after = take_room(block, &used, n * f->l->state_bytes);
    t->chances = take_room(block, &used, n * sizeof *t->chances);
    t->near = take_room(block, &used, n * sizeof *t->near);
    return used - start;
}

/* Lays out all blocks in block; NULL: only counts. Returns the bytes. */
static size_t lay_out(Fast *f, char *block)
{
    const Lanes *l = f->l;
    const Game *g = f->r->game;
    size_t used = 0, tried = lay_out_tried(f, &(Tried){0}, NULL, 0);
    int together = (int)(TOGETHER_BYTES / tried), most = l->groups_max < TOGETHER_MAX ? l->groups_max : TOGETHER_MAX;
    f->together = together < 1 ? 1 : together > most ? most : together;
    for (int i = 0; i < f->together; i++) used += lay_out_tried(f, &f->tried[i], block, used);
    f->spares_max = (l->kinds + l->groups_max) * l->width;
    f->waiting = take_room(block, &used, (size_t)l->kinds * sizeof *f->waiting);
    f->full = take_room(block, &used, (size_t)l->groups_max * sizeof *f->full);
    f->to = take_room(block, &used, (size_t)l->groups_max * sizeof *f->to);
    f->value = take_room(block, &used, (size_t)l->groups_max * LANES_MAX * sizeof *f->value);
    f->pool = take_room(block, &used, (size_t)f->spares_max * l->state_bytes);
    f->spare = take_room(block, &used, (size_t)f->spares_max * sizeof *f->spare);
    f->odds = take_room(block, &used, (size_t)g->outcomes_max * sizeof *f->odds);
    f->prospect = take_room(block, &used, (size_t)g->moves_max * sizeof *f->prospect);
    f->exact_first = take_room(block, &used, (size_t)g->moves_max * sizeof *f->exact_first);
    f->open = take_room(block, &used, (size_t)g->moves_max * sizeof *f->open);
    f->mark = take_room(block, &used, (size_t)g->moves_max * sizeof *f->mark);
    f->quiet = take_room(block, &used, (size_t)l->groups_max * sizeof *f->quiet);
    f->looked = take_room(block, &used, (size_t)l->groups_max * sizeof *f->looked);
    f->scratch = take_room(block, &used, l->scratch_bytes);
    return used;
}

size_t lookahead_lanes_scratch_bytes(const Rules *r, const Lanes *l)
{
    return lay_out(&(Fast){.r = r, .l = l}, NULL);
}

/* Empties all groups and makes all copies spare. */
static void clear_groups(Fast *f)
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

/* Computes the values of the complete groups, and stores each where it is wanted. */
static void fetch_values(Fast *f)
{
    f->l->value(f->plan, f->full, f->n_full, f->exact, f->value, f->scratch);
    search_count(f->r->limit, (int64_t)f->n_full * f->l->width);
    for (int j = 0; j < f->n_full; j++)
        for (int i = 0; i < f->full[j].n; i++) {
            *f->to[j][i] = f->value[j * LANES_MAX + i];
            if (from_pool(f, f->full[j].state[i])) f->spare[f->spares++] = f->full[j].state[i];
        }
    f->n_full = 0;
}

/* The group of a kind counts as complete, even with free lanes. */
static void complete_group(Fast *f, Waiting *w)
{
    f->full[f->n_full] = w->group;
    memcpy(f->to[f->n_full], w->to, sizeof w->to);
    w->group.n = 0;
    if (++f->n_full == f->l->groups_max) fetch_values(f);
}

/* Requests the value of the best move in state: *to holds it once finish_asking returns. */
static inline void ask_value(Fast *f, int kind, void *state, const void *weights, double *to)
{
    assert(kind >= 0 && kind < f->l->kinds);
    Waiting *w = &f->waiting[kind];
    int n = w->group.n++;
    w->group.state[n] = state;
    w->group.weights[n] = weights;
    w->to[n] = to;
    if (n + 1 == f->l->width) complete_group(f, w);
}

/* Completes all groups, so that all requested values are there. */
static void finish_asking(Fast *f)
{
    for (int i = 0; i < f->l->kinds; i++)
        if (f->waiting[i].group.n > 0) complete_group(f, &f->waiting[i]);
    if (f->n_full > 0) fetch_values(f);
}

/* Requests the best second move after an outcome. The state after it waits in a copy. */
static void ask_outcome(Fast *f, const void *after, int outcome, const void *weights, double *to)
{
    assert(f->spares > 0);
    void *met = f->spare[--f->spares];
    memcpy(met, after, f->l->state_bytes);
    int kind = f->l->happen(f->plan, met, outcome);
    if (kind != LANES_OVER) {
        ask_value(f, kind, met, weights, to);
        return;
    }
    *to = LOOKAHEAD_NONE;
    f->spare[f->spares++] = met;
}

/* Requests the best second move after every outcome that may follow first move k. */
static void ask_chances(Fast *f, Tried *t, int k, const void *weights)
{
    char *after = t->after + (size_t)k * f->l->state_bytes;
    t->chances[k] = f->l->outcomes(f->plan, after, f->odds);
    assert(t->chances[k] >= 1 && t->chances[k] <= f->r->game->outcomes_max);
    for (int i = 0; i < t->chances[k]; i++)
        if (f->odds[i] > 0) ask_outcome(f, after, i, weights, &t->second[(size_t)i * plane_of(f) + (size_t)k]);
}

/* Requests all that is needed to judge first move k. */
static inline void ask_move(Fast *f, Tried *t, int k, const void *weights)
{
    char *after = t->after + (size_t)k * f->l->state_bytes;
    int kind = f->l->kind(f->plan, after);
    t->chances[k] = 0;
    if (kind >= 0)
        ask_value(f, kind, after, weights, &t->second[k]);
    else if (kind == LANES_OVER)
        t->second[k] = LOOKAHEAD_NONE;
    else
        ask_chances(f, t, k, weights);
}

/* The value of a requested second move; if there is none, t->instead. */
static inline double reply_of(const Tried *t, int k, double second)
{
    return second == LOOKAHEAD_NONE ? t->instead[k] : second;
}

/* The prospect of first move k, once all requests are answered. *size is raised to the largest term of the mean over outcomes. */
static Prospect judge_by_chance(const Fast *f, const Tried *t, int k, double *size)
{
    Outlook outlook = {0};
    f->l->outcomes(f->plan, t->after + (size_t)k * f->l->state_bytes, f->odds);
    for (int i = 0; i < t->chances[k]; i++) {
        if (f->odds[i] == 0) continue;
        const double second = reply_of(t, k, t->second[(size_t)i * plane_of(f) + (size_t)k]);
        outlook_add(&outlook, f->odds[i], second);
        if (second != LOOKAHEAD_NONE && fabs(second) > *size) *size = fabs(second);
    }
    return prospect_by_chance(t->first[k], outlook);
}
static inline Prospect judge_first(const Fast *f, const Tried *t, int k, double *size)
{
    return t->chances[k] > 0 ? judge_by_chance(f, t, k, size) : prospect_for_certain(t->first[k], reply_of(t, k, t->second[k]));
}

/* ---- which first moves are looked at ---- */

/* Marks the `most` highest first moves of n in state i. `least` is approximately the lowest value marked. Moves further from it
 * than two slacks are surely marked or surely not. The others are compared by the doubles of the reference, unless all of them
 * fit. */
static void select_highest(const Fast *f, const Tried *t, int i, const LaneGroup *group, int most)
{
    const int from = i * f->r->game->moves_max, n = t->count[i];
    const double *first = t->first + from, slack = f->l->slack(f->plan, group->weights[i]);
    bool *looked = t->near + from;
    int open = 0, left = most;
    const double least = mark_highest(first, NULL, n, most, looked), off = 2 * slack + rounding * (fabs(least) + slack);
    for (int k = 0; k < n; k++) {
        const bool is_sure = first[k] > least + off;
        f->open[k] = !is_sure && !(first[k] < least - off);
        open += f->open[k];
        left -= is_sure;
    }
    if (open == left) return;
    for (int k = 0; k < n; k++)
        if (f->open[k]) f->exact_first[k] = f->l->value_of(f->plan, group->state[i], group->weights[i], t->move[from + k]);
    mark_highest(f->exact_first, f->open, n, left, f->mark);
    for (int k = 0; k < n; k++)
        if (f->open[k]) looked[k] = f->mark[k];
}

/* What an outcome without a second move costs state i, with worth = own-last. */
static double loss_of(const Fast *f, const LaneGroup *group, int i)
{
    const double *w = f->l->position(group->weights[i]);
    return f->options->worth == WORTH_OWN_LAST ? lookahead_loss(f->options, w, f->r->set->n) : 0;
}

/* Splits the value of first move k of state i into its own features and its board: exactly, or roughly by subtraction. */
static void part_first(const Fast *f, Tried *t, int k, const LaneGroup *group, int i, double loss)
{
    const char *after = t->after + (size_t)k * f->l->state_bytes;
    const double value = t->first[k];
    double board;
    f->l->parts(f->plan, group->state[i], group->weights[i], t->move[k], after, &t->first[k], f->exact ? &board : NULL);
    if (!f->exact) board = value - t->first[k];
    t->instead[k] = board - loss;
}

/* Which first moves of state i are looked at. */
static void select_moves(const Fast *f, Tried *t, int i, const LaneGroup *group)
{
    const int from = i * f->r->game->moves_max, n = t->count[i], best = f->options->best;
    for (int k = from; k < from + n; k++) t->near[k] = true;
    if (best > 0 && best < n) select_highest(f, t, i, group, best);
}

/* Requests all that is needed to judge the moves that are near. If f->exact, these are only the moves that may be the best. */
static void ask_moves(Fast *f, Tried *t, int i, const LaneGroup *group)
{
    const int from = i * f->r->game->moves_max;
    const double loss = loss_of(f, group, i);
    for (int k = from; k < from + t->count[i]; k++) {
        if (!t->near[k]) continue;
        if (f->options->worth == WORTH_OWN_LAST)
            part_first(f, t, k, group, i, loss);
        else if (f->exact)
            t->first[k] = f->l->value_of(f->plan, group->state[i], group->weights[i], t->move[k]);
        else
            t->instead[k] = LOOKAHEAD_NONE;
        ask_move(f, t, k, group->weights[i]);
    }
}

/* ---- the choice ---- */

/* Marks the moves of state i that may be the best, and chooses if there is only one. A value is off by at most a slack, the
 * move's own features by nothing. So the difference of two worths is off by at most two slacks, or four if each is a sum of two
 * values. Which moves can lose is known exactly, unless the slack is infinite: then sums may overflow to -HUGE_VAL, and every
 * move may be the best. */
static void choose_roughly(const Fast *f, Tried *t, int i, const void *weights)
{
    assert(t->count[i] >= 0 && t->count[i] <= f->r->game->moves_max);
    int from = i * f->r->game->moves_max, n = t->count[i], near = 0, last = 0;
    double slack = f->l->slack(f->plan, weights), size = 0;
    bool *is_near = t->near + from;
    Prospect best = prospect_worst, *p = f->prospect;
    for (int k = 0; k < n; k++) {
        if (!is_near[k]) continue;
        p[k] = judge_first(f, t, from + k, &size);
        if (prospect_better(p[k], best)) best = p[k];
        const double parts = fabs(t->first[from + k]) + fabs(t->instead[from + k]); /* infinite with worth = both */
        if (parts > size && parts < HUGE_VAL) size = parts;
    }
    const double off = (f->options->worth == WORTH_OWN_LAST ? 2 : 4) * slack;
    double least = best.worth - off - rounding * (fabs(best.worth) + size + slack);
    for (int k = 0; k < n; k++) {
        if (!is_near[k]) continue;
        is_near[k] = slack == HUGE_VAL || ((p[k].lost == best.lost) & (p[k].worth >= least));
        near += is_near[k];
        last = is_near[k] ? k : last;
    }
    t->chosen[i] = near > 1 ? OPEN : last;
}

static void choose_exactly(const Fast *f, Tried *t, int i)
{
    int from = i * f->r->game->moves_max;
    Prospect best = prospect_worst;
    for (int k = 0; k < t->count[i]; k++) {
        if (!t->near[from + k]) continue;
        if (t->chosen[i] == OPEN) t->chosen[i] = k;
        Prospect p = judge_first(f, t, from + k, &(double){0});
        if (!prospect_better(p, best)) continue;
        best = p;
        t->chosen[i] = k;
    }
}

/* Lets Lanes.best end the game of a state without a move. */
static void lose_game(const Fast *f, const LaneGroup *group, int i)
{
    LaneGroup alone = {.kind = group->kind, .n = 1, .state = {group->state[i]}, .weights = {group->weights[i]}};
    f->l->best(f->plan, &alone, 1, f->scratch);
}

static void make_move(const Fast *f, const Tried *t, const LaneGroup *group, int i)
{
    int k = i * f->r->game->moves_max + t->chosen[i];
    memcpy(group->state[i], t->after + (size_t)k * f->l->state_bytes, f->l->state_bytes);
}

static void try_group(Fast *f, Tried *t, const LaneGroup *group)
{
    f->l->moves(f->plan, group, t->count, t->move, t->first, f->scratch);
    for (int i = 0; i < group->n; i++) select_moves(f, t, i, group);
    f->l->after(f->plan, group, t->near, t->after, f->scratch);
    for (int i = 0; i < group->n; i++) ask_moves(f, t, i, group);
}

/* One turn of up to f->together groups: judges all first moves roughly, those near the best exactly, and makes the best. */
static void turn_together(Fast *f, const LaneGroup *group, int n)
{
    f->exact = false;
    for (int j = 0; j < n; j++) try_group(f, &f->tried[j], &group[j]);
    finish_asking(f);
    f->exact = true;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < group[j].n; i++) {
            choose_roughly(f, &f->tried[j], i, group[j].weights[i]);
            if (f->tried[j].chosen[i] == OPEN) ask_moves(f, &f->tried[j], i, &group[j]);
        }
    finish_asking(f);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < group[j].n; i++) {
            if (f->tried[j].chosen[i] == OPEN) choose_exactly(f, &f->tried[j], i);
            if (f->tried[j].count[i] == 0)
                lose_game(f, &group[j], i);
            else
                make_move(f, &f->tried[j], &group[j], i);
        }
}

/* Makes the greedy move in states that are not looked at. Collects the others in f->looked, and returns how many groups. */
static int move_quietly(Fast *f, const LaneGroup *group, int n)
{
    int quiet = 0, looked = 0;
    for (int g = 0; g < n; g++) {
        LaneGroup *to[] = {&f->quiet[quiet], &f->looked[looked]};
        to[0]->n = to[1]->n = 0;
        for (int i = 0; i < group[g].n; i++) {
            LaneGroup *of = to[f->l->level(f->plan, f->level, group[g].state[i]) > f->options->above];
            of->kind = group[g].kind;
            of->state[of->n] = group[g].state[i];
            of->weights[of->n++] = group[g].weights[i];
        }
        quiet += to[0]->n > 0;
        looked += to[1]->n > 0;
    }
    if (quiet > 0) f->l->best(f->plan, f->quiet, quiet, f->scratch);
    return looked;
}

void lookahead_turn(const Rules *r, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch)
{
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && l->width <= LANES_MAX && n <= l->groups_max);
    Fast f = {.r = r, .l = l, .plan = plan, .options = r->options, .level = lookahead_level(r->game, r->options)};
    lay_out(&f, scratch);
    const int looked = f.level < 0 ? n : move_quietly(&f, group, n);
    const LaneGroup *from = f.level < 0 ? group : f.looked;
    clear_groups(&f);
    for (int j = 0; j < looked; j += f.together) turn_together(&f, from + j, looked - j < f.together ? looked - j : f.together);
}
