/* pruned.c. Room agent. Look-ahead that follows the better half: only moves whose value is above the mean of their
 * alternatives.
 *
 * All moves are valued, and those above their mean are made. After each of them all moves are valued, those above the mean of
 * that branch are made, and so on. At the last depth moves are only valued, and none is left out. The option worth says what a
 * first move is then worth:
 *     last   its own value or, if that is more, the highest value of a last move after it. Values in between do not count. A
 *            first move that was not followed keeps its own value. For values of a whole line of play
 *     sum    the highest sum of the values of all moves of a line that begins with it. A first move below the mean is
 *            dropped, one at the mean is followed, too. For values of single moves: with depth 2 this is the look-ahead
 *            over two pieces, pruned
 * The first of equals is made. A move that loses the game is worth 1e7 less. Only what is known is searched: a line ends at a
 * state that has no moves, or none before a chance.
 * Source: the player of Dropblox (C++, 2013); its loss test is -1e7. */
#include "agent/agent.h"
#include "agent/decision.h"
#include "agent/prospect.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEPTH_MAX = 8 };
static const double loss = 1e7;

enum { WORTH_LAST, WORTH_SUM };
static const char *const worths[] = {[WORTH_LAST] = "last", [WORTH_SUM] = "sum", NULL};

typedef struct {
    int depth; /* moves that it looks ahead, the first one included */
    int worth; /* WORTH_LAST, WORTH_SUM */
} PrunedOptions;

static const Param params[] = {
    {PARAM_ROW(PrunedOptions, depth, PARAM_INT, "moves", 1, DEPTH_MAX, "3"),
     .doc = "moves that the agent looks ahead, including the first; at most those known"},
    {PARAM_ROW(PrunedOptions, worth, PARAM_CHOICE, "", 0, 0, "last"), .choices = worths, .when = "depth > 1",
     .doc = "worth of a first move: last, the value of the best last move after it; sum, the values up to there added"},
    {0},
};

/* The first moves of a decision, which all threads read. */
typedef struct {
    const void *state; /* borrowed */
    const double *w;   /* (agent_weights), borrowed */
    int n;             /* number of moves */
    Move *move;        /* (moves_max) */
    double *value;     /* (moves_max): value of each move by itself */
    int *branch;       /* (moves_max): the index of each move that is followed */
    int branches;      /* number of moves that are followed */
    void *after;       /* (state_bytes) */
} List;

/* Memory for the moves of one depth. */
typedef struct {
    void *state;   /* (state_bytes): after a move */
    Move *move;    /* (moves_max) */
    double *value; /* (moves_max) */
} Ply;

/* One branch that is searched. */
typedef struct {
    const Rules *r;
    const double *w;
    int depth;
    bool sums;          /* the option worth is sum */
    double best;        /* worth of the best line so far */
    Ply ply[DEPTH_MAX]; /* 0: that of the first move */
    SearchLimit *limit;
} Subsearch;

static int depths(const Rules *r)
{
    return ((const PrunedOptions *)r->options)->depth;
}

static bool sums(const Rules *r)
{
    return ((const PrunedOptions *)r->options)->worth == WORTH_SUM;
}

/* ---- memory ---- */

/* Sets the pointers of *l into the block. Returns its size; NULL: only computes the size. */
static size_t lay_out_list(List *l, const Rules *r, void *block)
{
    const size_t moves = (size_t)r->game->moves_max;
    size_t used = 0;
    take_room(block, &used, sizeof *l); /* *l itself is kept at the start */
    l->move = take_room(block, &used, moves * sizeof *l->move);
    l->value = take_room(block, &used, moves * sizeof *l->value);
    l->branch = take_room(block, &used, moves * sizeof *l->branch);
    l->after = take_room(block, &used, r->game->state_bytes);
    return used;
}

static size_t list_bytes(const Rules *r)
{
    return lay_out_list(&(List){0}, r, NULL);
}

static size_t lay_out_search(Subsearch *s, const Rules *r, void *block)
{
    const size_t moves = (size_t)r->game->moves_max;
    size_t used = 0;
    for (int i = 0; i < depths(r); i++) {
        s->ply[i].state = take_room(block, &used, r->game->state_bytes);
        s->ply[i].move = take_room(block, &used, moves * sizeof *s->ply[i].move);
        s->ply[i].value = take_room(block, &used, moves * sizeof *s->ply[i].value);
    }
    return used;
}

static size_t search_bytes(const Rules *r)
{
    return lay_out_search(&(Subsearch){0}, r, NULL);
}

/* ---- values ---- */

/* Makes a move on a copy and returns its value. */
static double try_move(const Rules *r, const void *state, Move m, const double *w, void *after)
{
    memcpy(after, state, r->game->state_bytes);
    r->game->apply(r->rules, after, m);
    const double value = rules_value(r, state, after, w);
    return game_lost(r->game, after) ? value - loss : value;
}

/* The mean; if rounding lifts it above all values, the highest of them. */
static double mean_of(const double *value, int n)
{
    double sum = 0, highest = -HUGE_VAL;
    assert(n >= 1);
    for (int i = 0; i < n; i++) {
        sum += value[i];
        if (value[i] > highest) highest = value[i];
    }
    return sum / n > highest ? highest : sum / n;
}

static bool is_followed(bool sums, double value, double mean)
{
    return value > mean || (sums && value == mean);
}

static void note(Subsearch *s, double worth)
{
    if (worth > s->best) s->best = worth;
}

/* Follows a line of play that has led to state in `made` moves, worth so far: `worth`. The line ends if no move is known.
 * False: a bound was reached. */
static bool follow(Subsearch *s, const void *state, int made, double worth)
{
    const Game *g = s->r->game;
    assert(made >= 1 && made <= s->depth && s->depth <= DEPTH_MAX);
    if (made == s->depth) return note(s, worth), true;
    Ply *p = &s->ply[made];
    const int n = g->moves(s->r->rules, state, p->move);
    if (n == 0) return note(s, worth), true;
    if (!search_spend(s->limit, n)) return false;
    for (int i = 0; i < n; i++) {
        p->value[i] = try_move(s->r, state, p->move[i], s->w, p->state) + (s->sums ? worth : 0);
        if (made + 1 == s->depth) note(s, p->value[i]);
    }
    if (made + 1 == s->depth) return true;
    const double mean = mean_of(p->value, n);
    for (int i = 0; i < n; i++) {
        if (!is_followed(s->sums, p->value[i], mean)) continue;
        memcpy(p->state, state, g->state_bytes);
        g->apply(s->r->rules, p->state, p->move[i]);
        if (!follow(s, p->state, made + 1, p->value[i])) return false;
    }
    return true;
}

/* ---- the decision ---- */

static int list(const Rules *r, const void *state, const double *w, void *block, SearchLimit *l)
{
    List *list = block;
    lay_out_list(list, r, block);
    list->state = state;
    list->w = w;
    list->branches = 0;
    list->n = r->game->moves(r->rules, state, list->move);
    assert(list->n >= 1 && list->n <= r->game->moves_max);
    search_count(l, list->n);
    for (int i = 0; i < list->n; i++) list->value[i] = try_move(r, state, list->move[i], w, list->after);
    const double mean = mean_of(list->value, list->n);
    for (int i = 0; i < list->n; i++)
        if (is_followed(sums(r), list->value[i], mean)) list->branch[list->branches++] = i;
    return list->branches;
}

static bool search(const Rules *r, const void *block, int branch, int depth, double *value, void *scratch, SearchLimit *l)
{
    const List *list = block;
    const int first = list->branch[branch];
    Subsearch s = {.r = r, .w = list->w, .depth = depth, .sums = sums(r), .best = -HUGE_VAL, .limit = l};
    assert(branch >= 0 && branch < list->branches && depth >= 2);
    lay_out_search(&s, r, scratch);
    memcpy(s.ply[0].state, list->state, r->game->state_bytes);
    r->game->apply(r->rules, s.ply[0].state, list->move[first]);
    if (!follow(&s, s.ply[0].state, 1, list->value[first])) return false;
    *value = s.sums || s.best > list->value[first] ? s.best : list->value[first];
    return true;
}

/* What move i is worth; b: how many moves before it are followed. value NULL: each move keeps its own value. */
static double worth_of(const Rules *r, const List *l, const double *value, int i, int b)
{
    const bool followed = value != NULL && b < l->branches && l->branch[b] == i;
    if (followed) return value[b];
    return value != NULL && sums(r) ? -HUGE_VAL : l->value[i];
}

static Move combine(const Rules *r, const void *block, const double *value)
{
    const List *l = block;
    double best = -HUGE_VAL;
    int chosen = 0;
    for (int i = 0, b = 0; i < l->n; i++) {
        const double worth = worth_of(r, l, value, i, b);
        b += b < l->branches && l->branch[b] == i;
        if (!(worth > best)) continue;
        best = worth;
        chosen = i;
    }
    return l->move[chosen];
}

static const Branching branching = {.list_bytes = list_bytes,
                                    .scratch_bytes = search_bytes,
                                    .depths = depths,
                                    .list = list,
                                    .search = search,
                                    .combine = combine};

static size_t scratch_bytes(const Rules *r)
{
    return decision_bytes(r, &branching);
}

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    return decision_alone(r, &branching, state, w, scratch);
}

const Agent agent_pruned = {
    .name = "pruned",
    .doc = "looks several moves ahead, but only after moves whose value is above the mean of their alternatives",
    .params = params,
    .options_bytes = sizeof(PrunedOptions),
    .value = rules_value,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
    .branching = &branching,
};
