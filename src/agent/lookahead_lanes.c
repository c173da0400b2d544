/* lookahead_lanes.c. Look-ahead on Lanes: the choices of lookahead.c, for many games at once.
 *
 * The states after all first moves of several groups are brought together by kind, and full groups of them are asked for the
 * value of their best move. That is an approximation, and so is the worth made of it; where several first moves are so near the
 * best that the approximation cannot tell, these alone are asked again for the doubles of the reference. The same decides which
 * first moves are looked at. States whose level is not above the bound go to Lanes.best. */
#include "agent/prospect.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Groups whose first moves are kept at a time, and about how many bytes these may take. */
enum { TOGETHER_MAX = 16, TOGETHER_BYTES = 3 << 19 };

/* Sums of doubles that differ by rounding alone differ by less than this share of the sum, or of the largest term of a long
 * one. */
static const double rounding = 0x1p-40;

/* The first moves of a group. Number k belongs to state k / moves_max of it. All arrays lie in the scratch. */
enum { OPEN = -1 }; /* a choice among several moves that may be the best */
typedef struct {
    int *count;      /* (width): moves of each state */
    int *chosen;     /* (width): the move that is made, from 0 for each state; or OPEN */
    Move *move;      /* (width, moves_max) */
    double *first;   /* (width, moves_max): values of the moves; with worth = own-last of their own features */
    double *instead; /* (width, moves_max): what an outcome without a second move counts as (lookahead.c) */
    double
        *second; /* (outcomes_max, width, moves_max): of the best second moves; without a chance before them in the first plane */
    char *after; /* (width, moves_max, state_bytes): states after those moves that are looked at */
    int *chances; /* (width, moves_max): outcomes that come before the second move; 0: no chance does */
    bool *near;   /* (width, moves_max): it is looked at; then, it may be the best */
} Tried;

/* States of one kind, and where the values of their best moves go. */
typedef struct {
    LaneGroup group;
    double *to[LANES_MAX];
} Waiting;

/* One turn. Bytes and counts as in lanes.h. All arrays lie in the scratch. */
typedef struct {
    const Rules *t;
    const Lanes *l;
    const void *plan;
    bool exact; /* values are asked for as the doubles of the reference; else as approximations */
    Tried tried[TOGETHER_MAX];
    int together;             /* of tried, that are in use */
    Waiting *waiting;         /* (kinds): groups that fill */
    LaneGroup *full;          /* (groups_max): groups that are complete, n_full of them */
    double *(*to)[LANES_MAX]; /* (groups_max): where their values go */
    double *value;            /* (groups_max, LANES_MAX): their values */
    int n_full;
    char *pool;   /* (spares_max, state_bytes): copies of states, for outcomes */
    void **spare; /* (spares_max): those copies that are not in use, `spares` of them */
    int spares, spares_max;
    int *odds;                 /* (outcomes_max) */
    Prospect *prospect;        /* (moves_max) */
    double *exact_first;       /* (moves_max): values of first moves that may or may not be looked at */
    bool *open, *mark;         /* (moves_max): which these are; and which of them are looked at */
    LaneGroup *quiet, *looked; /* (groups_max): groups of the caller, by whether they are looked at */
    void *scratch;             /* (scratch_bytes): of Lanes */
    const LookaheadOptions *options;
    int level; /* above whose bound it looks ahead; -1: always */
} Fast;

static size_t plane_of(const Fast *f)
{
    return (size_t)f->l->width * (size_t)f->t->game->moves_max;
}

static size_t lay_out_tried(const Fast *f, Tried *b, char *block, size_t used)
{
    size_t n = plane_of(f), start = used;
    b->count = take_room(block, &used, (size_t)f->l->width * sizeof *b->count);
    b->chosen = take_room(block, &used, (size_t)f->l->width * sizeof *b->chosen);
    b->move = take_room(block, &used, n * sizeof *b->move);
    b->first = take_room(block, &used, n * sizeof *b->first);
    b->instead = take_room(block, &used, n * sizeof *b->instead);
    b->second = take_room(block, &used, n * (size_t)f->t->game->outcomes_max * sizeof *b->second);
    b->after = take_room(block, &used, n * f->l->state_bytes);
    b->chances = take_room(block, &used, n * sizeof *b->chances);
    b->near = take_room(block, &used, n * sizeof *b->near);
    return used - start;
}

/* Lays everything out in the block; NULL: only counts. Returns the bytes. */
static size_t lay_out(Fast *f, char *block)
{
    const Lanes *l = f->l;
    const Game *g = f->t->game;
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

size_t lookahead_lanes_scratch_bytes(const Rules *t, const Lanes *l)
{
    return lay_out(&(Fast){.t = t, .l = l}, NULL);
}

/* All groups are empty, all copies are spare. */
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

/* Values of the complete groups, each to where it is wanted. */
static void fetch_values(Fast *f)
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
static void complete_group(Fast *f, Waiting *w)
{
    f->full[f->n_full] = w->group;
    memcpy(f->to[f->n_full], w->to, sizeof w->to);
    w->group.n = 0;
    if (++f->n_full == f->l->groups_max) fetch_values(f);
}

/* Sooner or later *to is the value of the best move in state. */
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

/* All that was asked for is there. */
static void finish_asking(Fast *f)
{
    for (int i = 0; i < f->l->kinds; i++)
        if (f->waiting[i].group.n > 0) complete_group(f, &f->waiting[i]);
    if (f->n_full > 0) fetch_values(f);
}

/* Asks for the best second move if this happens after a first move. The state waits in a copy. */
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

/* Asks for the best second move after every outcome that may follow first move k. */
static void ask_chances(Fast *f, Tried *b, int k, const void *weights)
{
    char *after = b->after + (size_t)k * f->l->state_bytes;
    b->chances[k] = f->l->outcomes(f->plan, after, f->odds);
    assert(b->chances[k] >= 1 && b->chances[k] <= f->t->game->outcomes_max);
    for (int i = 0; i < b->chances[k]; i++)
        if (f->odds[i] > 0) ask_outcome(f, after, i, weights, &b->second[(size_t)i * plane_of(f) + (size_t)k]);
}

/* Asks for all that is needed to judge first move k. */
static inline void ask_move(Fast *f, Tried *b, int k, const void *weights)
{
    char *after = b->after + (size_t)k * f->l->state_bytes;
    int kind = f->l->kind(f->plan, after);
    b->chances[k] = 0;
    if (kind >= 0)
        ask_value(f, kind, after, weights, &b->second[k]);
    else if (kind == LANES_OVER)
        b->second[k] = LOOKAHEAD_NONE;
    else
        ask_chances(f, b, k, weights);
}

/* The value of a second move that was asked for, or what stands instead of one. */
static inline double reply_of(const Tried *b, int k, double second)
{
    return second == LOOKAHEAD_NONE ? b->instead[k] : second;
}

/* Of first move k, all having been answered. *size is raised to the largest term of a mean over outcomes. */
static Prospect judge_by_chance(const Fast *f, const Tried *b, int k, double *size)
{
    Outlook outlook = {0};
    f->l->outcomes(f->plan, b->after + (size_t)k * f->l->state_bytes, f->odds);
    for (int i = 0; i < b->chances[k]; i++) {
        if (f->odds[i] == 0) continue;
        const double second = reply_of(b, k, b->second[(size_t)i * plane_of(f) + (size_t)k]);
        outlook_add(&outlook, f->odds[i], second);
        if (second != LOOKAHEAD_NONE && fabs(second) > *size) *size = fabs(second);
    }
    return prospect_by_chance(b->first[k], outlook);
}
static inline Prospect judge_first(const Fast *f, const Tried *b, int k, double *size)
{
    return b->chances[k] > 0 ? judge_by_chance(f, b, k, size) : prospect_for_certain(b->first[k], reply_of(b, k, b->second[k]));
}

/* ---- which first moves are looked at ---- */

/* Of state i those of the highest values, `most` of n. By approximation there is a least of them; what is further from it than
 * two slacks is sure to be looked at, or not to be. What is nearer is decided by the doubles of the reference, unless all of it
 * belongs to them. */
static void select_highest(const Fast *f, const Tried *b, int i, const LaneGroup *group, int most)
{
    const int from = i * f->t->game->moves_max, n = b->count[i];
    const double *first = b->first + from, slack = f->l->slack(f->plan, group->weights[i]);
    bool *looked = b->near + from;
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
        if (f->open[k]) f->exact_first[k] = f->l->value_of(f->plan, group->state[i], group->weights[i], b->move[from + k]);
    mark_highest(f->exact_first, f->open, n, left, f->mark);
    for (int k = 0; k < n; k++)
        if (f->open[k]) looked[k] = f->mark[k];
}

/* What an outcome without a second move costs state i, with worth = own-last. */
static double loss_of(const Fast *f, const LaneGroup *group, int i)
{
    const double *w = f->l->position(group->weights[i]);
    return f->options->worth == WORTH_OWN_LAST ? lookahead_loss(f->options, w, f->t->set->n) : 0;
}

/* The parts of first move k of state i: roughly what it was worth and its own features leave for its board; or exactly. */
static void part_first(const Fast *f, Tried *b, int k, const LaneGroup *group, int i, double loss)
{
    const char *after = b->after + (size_t)k * f->l->state_bytes;
    const double value = b->first[k];
    double board;
    f->l->parts(f->plan, group->state[i], group->weights[i], b->move[k], after, &b->first[k], f->exact ? &board : NULL);
    if (!f->exact) board = value - b->first[k];
    b->instead[k] = board - loss;
}

/* Which first moves of state i are looked at. */
static void select_moves(const Fast *f, Tried *b, int i, const LaneGroup *group)
{
    const int from = i * f->t->game->moves_max, n = b->count[i], best = f->options->best;
    for (int k = from; k < from + n; k++) b->near[k] = true;
    if (best > 0 && best < n) select_highest(f, b, i, group, best);
}

/* Asks for all that is needed to judge these; exactly, again for those of them that may be the best. */
static void ask_moves(Fast *f, Tried *b, int i, const LaneGroup *group)
{
    const int from = i * f->t->game->moves_max;
    const double loss = loss_of(f, group, i);
    for (int k = from; k < from + b->count[i]; k++) {
        if (!b->near[k]) continue;
        if (f->options->worth == WORTH_OWN_LAST)
            part_first(f, b, k, group, i, loss);
        else if (f->exact)
            b->first[k] = f->l->value_of(f->plan, group->state[i], group->weights[i], b->move[k]);
        else
            b->instead[k] = LOOKAHEAD_NONE;
        ask_move(f, b, k, group->weights[i]);
    }
}

/* ---- the choice ---- */

/* Marks the moves of state i that may be the best, and chooses if it is one alone. A value is off by at most a slack, and the own
 * features of a move by nothing; so the difference of two worths is off by at most two slacks, or four where each is a sum of two
 * values. Which moves can lose is known exactly; unless the slack is infinite, with weights whose sums may overflow to -HUGE_VAL:
 * then all may be the best. */
static void choose_roughly(const Fast *f, Tried *b, int i, const void *weights)
{
    assert(b->count[i] >= 0 && b->count[i] <= f->t->game->moves_max);
    int from = i * f->t->game->moves_max, n = b->count[i], near = 0, last = 0;
    double slack = f->l->slack(f->plan, weights), size = 0;
    bool *is_near = b->near + from;
    Prospect best = prospect_worst, *p = f->prospect;
    for (int k = 0; k < n; k++) {
        if (!is_near[k]) continue;
        p[k] = judge_first(f, b, from + k, &size);
        if (prospect_better(p[k], best)) best = p[k];
        const double parts = fabs(b->first[from + k]) + fabs(b->instead[from + k]); /* with worth = both that is infinite */
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
    b->chosen[i] = near > 1 ? OPEN : last;
}

static void choose_exactly(const Fast *f, Tried *b, int i)
{
    int from = i * f->t->game->moves_max;
    Prospect best = prospect_worst;
    for (int k = 0; k < b->count[i]; k++) {
        if (!b->near[from + k]) continue;
        if (b->chosen[i] == OPEN) b->chosen[i] = k;
        Prospect p = judge_first(f, b, from + k, &(double){0});
        if (!prospect_better(p, best)) continue;
        best = p;
        b->chosen[i] = k;
    }
}

/* A state without a move is lost, which `best` sees to. */
static void lose_game(const Fast *f, const LaneGroup *group, int i)
{
    LaneGroup alone = {.kind = group->kind, .n = 1, .state = {group->state[i]}, .weights = {group->weights[i]}};
    f->l->best(f->plan, &alone, 1, f->scratch);
}

static void make_move(const Fast *f, const Tried *b, const LaneGroup *group, int i)
{
    int k = i * f->t->game->moves_max + b->chosen[i];
    memcpy(group->state[i], b->after + (size_t)k * f->l->state_bytes, f->l->state_bytes);
}

static void try_group(Fast *f, Tried *b, const LaneGroup *group)
{
    f->l->moves(f->plan, group, b->count, b->move, b->first, f->scratch);
    for (int i = 0; i < group->n; i++) select_moves(f, b, i, group);
    f->l->after(f->plan, group, b->near, b->after, f->scratch);
    for (int i = 0; i < group->n; i++) ask_moves(f, b, i, group);
}

/* As many groups as are kept at a time: all first moves, roughly; those near the best, exactly; and the best is made. */
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

/* Makes the greedy move where nothing is looked at; returns how many groups are left, in f->looked. */
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

void lookahead_turn(const Rules *t, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch)
{
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && l->width <= LANES_MAX && n <= l->groups_max);
    Fast f = {.t = t, .l = l, .plan = plan, .options = t->options, .level = lookahead_level(t->game, t->options)};
    lay_out(&f, scratch);
    const int looked = f.level < 0 ? n : move_quietly(&f, group, n);
    const LaneGroup *from = f.level < 0 ? group : f.looked;
    clear_groups(&f);
    for (int j = 0; j < looked; j += f.together) turn_together(&f, from + j, looked - j < f.together ? looked - j : f.together);
}
