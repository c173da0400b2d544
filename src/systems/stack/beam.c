/* beam.c. Room agent. Beam search: move by move, the best few hundred of all states that so many moves lead to are kept.
 *
 * A state is as good as the value of the move that led to it. Of states with the same future (Game.key) one is kept. If the
 * search sees the end of the game on all its paths, the path to the highest score is chosen; else, at its depth, the path to
 * the best state. Of a path that ends the game all moves are made, of another path the first half; in games of chance, only
 * those before the first chance. With a budget of states, narrow beams come first, and wider ones follow as long as the budget
 * suffices. The best path of all beams is chosen.
 * Source: B. Lowerre, "The Harpy Speech Recognition System", 1976. */
#include "agent/agent.h"
#include "agent/prospect.h"
#include "systems/stack/searched.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { FIRST_WIDTH = 16, WIDENING = 4, WIDTH_MAX = 16384, DEPTH_MAX = 1000 };

typedef struct {
    int width;     /* most states that are kept at each depth */
    int depth;     /* most moves of a path */
    int64_t nodes; /* most states that one decision tries; 0: one beam of the full width, whatever it takes */
} BeamOptions;

static const Param params[] = {
    {PARAM_ROW(BeamOptions, width, PARAM_INT, "states", 1, WIDTH_MAX, "256"), .doc = "most states that are kept at each depth"},
    {PARAM_ROW(BeamOptions, depth, PARAM_INT, "moves", 1, DEPTH_MAX, "100"), .doc = "most moves looked ahead"},
    {PARAM_ROW(BeamOptions, nodes, PARAM_LONG, "states", 0, 1e12, "0"),
     .doc = "most states that a decision tries, in beams that widen up to width; 0: one beam of full width"},
    {0},
};

/* A state that a move leads to. */
typedef struct {
    double value;
    int number; /* in the order of generation: the first of equals is the better one */
    int parent; /* its index in the level above */
    Move move;
} Child;

/* How a state of a level was reached. */
typedef struct {
    int parent;
    Move move;
} Step;

/* A path and what it leads to. */
typedef struct {
    bool ends;    /* the path ends the game, as do all paths of its beam */
    double worth; /* the score of a game that has ended, else the value of the state */
    int n;        /* moves; 0: there is no path */
} Path;

/* One decision. All arrays lie in the scratch. */
typedef struct {
    const Rules *r;
    const BeamOptions *o;
    const double *w;
    int width;      /* of the current beam */
    Searched *done; /* work of the decision so far; its children are the states tried */
    char *level;    /* (width, state_bytes): states at this depth; n of them */
    char *below;    /* (width, state_bytes): states one move deeper */
    int n;
    Child *heap; /* (width): children that are kept so far, the worst first; `kept` of them */
    int kept;
    uint64_t *seen;  /* (slots): keys of children that were kept at some time, 0: free */
    int slots, used; /* number of slots, a power of two; slots in use */
    Step *step;      /* (depth, width): how each state of each level was reached */
    Move *move;      /* (moves_max) */
    Move *found;     /* (depth): the current path */
    Move *other;     /* (depth): the path of a further beam */
    char *after;     /* (state_bytes) */
    int *odds;       /* (outcomes_max) */
} Beam;

static int slots_for(int width)
{
    int slots = 64;
    while (slots < 16 * width) slots *= 2;
    return slots;
}

static size_t lay_out(Beam *b, const Rules *r, char *scratch)
{
    const BeamOptions *o = r->options;
    const size_t width = (size_t)o->width, depth = (size_t)o->depth;
    size_t used = 0;
    b->done = take_room(scratch, &used, sizeof *b->done);
    b->level = take_room(scratch, &used, width * r->game->state_bytes);
    b->below = take_room(scratch, &used, width * r->game->state_bytes);
    b->heap = take_room(scratch, &used, width * sizeof *b->heap);
    b->seen = take_room(scratch, &used, (size_t)slots_for(o->width) * sizeof *b->seen);
    b->step = take_room(scratch, &used, depth * width * sizeof *b->step);
    b->move = take_room(scratch, &used, (size_t)r->game->moves_max * sizeof *b->move);
    b->found = take_room(scratch, &used, depth * sizeof *b->found);
    b->other = take_room(scratch, &used, depth * sizeof *b->other);
    b->after = take_room(scratch, &used, r->game->state_bytes);
    b->odds = take_room(scratch, &used, (size_t)r->game->outcomes_max * sizeof *b->odds);
    return used;
}

static size_t scratch_bytes(const Rules *r)
{
    return lay_out(&(Beam){0}, r, NULL);
}

/* ---- the children that are kept ---- */

static bool is_worse(const Child *a, const Child *b)
{
    return a->value < b->value || (a->value == b->value && a->number > b->number);
}

static void sift_up(Beam *b, Child c)
{
    int at = b->kept++;
    for (int up; at > 0 && is_worse(&c, &b->heap[up = (at - 1) / 2]); at = up) b->heap[at] = b->heap[up];
    b->heap[at] = c;
}

/* The worst child makes room for c. */
static void replace_worst(Beam *b, Child c)
{
    int at = 0;
    for (int down; (down = 2 * at + 1) < b->kept; at = down) {
        if (down + 1 < b->kept && is_worse(&b->heap[down + 1], &b->heap[down])) down++;
        if (!is_worse(&b->heap[down], &c)) break;
        b->heap[at] = b->heap[down];
    }
    b->heap[at] = c;
}

/* Whether a state with this key has been kept at this depth; if not, the key is noted, unless the table is nearly full. */
static bool is_known(Beam *b, uint64_t key)
{
    const size_t mask = (size_t)b->slots - 1;
    if (key == 0) key = 1;
    size_t at = (size_t)(key ^ key >> 32) & mask;
    for (; b->seen[at] != 0; at = (at + 1) & mask)
        if (b->seen[at] == key) return true;
    if (b->used * 4 >= b->slots * 3) return false;
    b->seen[at] = key;
    b->used++;
    return false;
}

static void offer(Beam *b, Child c)
{
    const Game *g = b->r->game;
    if (b->kept == b->width && !is_worse(&b->heap[0], &c)) return;
    if (g->key != NULL && is_known(b, g->key(b->after))) return;
    if (b->kept < b->width)
        sift_up(b, c);
    else
        replace_worst(b, c);
}

/* ---- one beam ---- */

/* Writes the moves to state i at this depth to b->found, then m, unless it is negative; returns how many. */
static int trace_path(const Beam *b, int depth, int i, Move m)
{
    int n = depth;
    for (int d = depth - 1; d >= 0; d--) {
        const Step *s = &b->step[(size_t)d * (size_t)b->o->width + (size_t)i];
        b->found[d] = s->move;
        i = s->parent;
    }
    if (m >= 0) b->found[n++] = m;
    return n;
}

/* Keeps a path that ends the game in *end and out (depth), if its score is the best so far. */
static void note_end(const Beam *b, int depth, int parent, Move m, Path *end, Move *out)
{
    double score = (double)b->r->game->tally(b->after).score;
    if (end->n > 0 && score <= end->worth) return;
    *end = (Path){.ends = true, .worth = score, .n = trace_path(b, depth, parent, m)};
    memcpy(out, b->found, (size_t)end->n * sizeof *out);
}

/* Tries all children of the states at this depth: those that end the game are noted, of the others the best are kept. Returns
 * whether a state waits for a chance. */
static bool try_children(Beam *b, int depth, Path *end, Move *out)
{
    const Game *g = b->r->game;
    int number = 0;
    bool waits = false;
    b->kept = b->used = 0;
    memset(b->seen, 0, (size_t)b->slots * sizeof *b->seen);
    for (int i = 0; i < b->n && search_spend(b->r->limit, 1); i++) {
        const char *state = b->level + (size_t)i * g->state_bytes;
        int n = g->moves(b->r->rules, state, b->move);
        for (int k = 0; k < n; k++, number++) {
            memcpy(b->after, state, g->state_bytes);
            g->apply(b->r->rules, b->after, b->move[k]);
            if (g->over(b->after)) {
                note_end(b, depth, i, b->move[k], end, out);
                continue;
            }
            double value = rules_value(b->r, state, b->after, b->w);
            offer(b, (Child){.value = value, .number = number, .parent = i, .move = b->move[k]});
        }
        waits = waits || n == 0;
        b->done->children += n;
        search_count(b->r->limit, n);
    }
    b->done->expanded += b->n;
    if (depth + 1 > b->done->deepest) b->done->deepest = depth + 1;
    return waits;
}

/* The children that are kept become the next level. */
static void descend(Beam *b, int depth)
{
    const Game *g = b->r->game;
    for (int i = 0; i < b->kept; i++) {
        const Child *c = &b->heap[i];
        char *state = b->below + (size_t)i * g->state_bytes;
        memcpy(state, b->level + (size_t)c->parent * g->state_bytes, g->state_bytes);
        g->apply(b->r->rules, state, c->move);
        b->step[(size_t)depth * (size_t)b->o->width + (size_t)i] = (Step){.parent = c->parent, .move = c->move};
    }
    char *free = b->level;
    b->level = b->below;
    b->below = free;
    b->n = b->kept;
}

/* Runs a beam of this width from state. Returns the path that it chooses, whose moves are in out (depth); none if the search is
 * abandoned. */
static Path run_beam(Beam *b, const void *state, int width, Move *out)
{
    Path end = {0}, deepest = {0};
    int best = 0; /* index of the best state at this depth */
    bool waits = false;
    assert(width >= 1 && width <= b->o->width);
    b->width = width;
    b->slots = slots_for(width);
    memcpy(b->level, state, b->r->game->state_bytes);
    b->n = 1;
    for (int depth = 0; depth < b->o->depth; depth++) {
        waits = try_children(b, depth, &end, out);
        if (b->kept == 0) break;
        best = 0;
        for (int i = 1; i < b->kept; i++)
            if (is_worse(&b->heap[best], &b->heap[i])) best = i;
        deepest = (Path){.worth = b->heap[best].value, .n = depth + 1};
        descend(b, depth);
    }
    if (search_ended(b->r->limit)) return (Path){0};
    if (end.n > 0 && ((b->kept == 0 && !waits) || deepest.n == 0)) return end;
    assert(deepest.n > 0);
    trace_path(b, deepest.n, best, -1);
    memcpy(out, b->found, (size_t)deepest.n * sizeof *out);
    return deepest;
}

static bool is_better(const Path *a, const Path *b)
{
    return a->ends != b->ends ? a->ends : a->worth > b->worth;
}

/* The width of the next beam, after one of `width` that tried `tried` states; 0: the budget allows no wider one. */
static int next_width(const Beam *b, int width, int64_t tried)
{
    const double left = (double)(b->o->nodes - b->done->children), each = (double)tried / width;
    double next = WIDENING * (double)width < b->o->width ? WIDENING * (double)width : b->o->width;
    if (next * each > left) next = floor(left / each);
    return next > width ? (int)next : 0;
}

/* ---- the agent ---- */

static int plan_max(const Rules *r)
{
    return ((const BeamOptions *)r->options)->depth;
}

static int plan(const Rules *r, const void *state, const double *w, Move *out, void *scratch)
{
    Beam b = {.r = r, .o = r->options, .w = w};
    lay_out(&b, r, scratch);
    *b.done = (Searched){0};
    const int64_t *tried = &b.done->children;
    int width = b.o->nodes == 0 || b.o->width < FIRST_WIDTH ? b.o->width : FIRST_WIDTH;
    Path best = run_beam(&b, state, width, out);
    for (int64_t last = *tried, before; b.o->nodes > 0 && (width = next_width(&b, width, last)) > 0; last = *tried - before) {
        before = *tried;
        Path path = run_beam(&b, state, width, b.other);
        if (!is_better(&path, &best)) continue;
        best = path;
        memcpy(out, b.other, (size_t)path.n * sizeof *out);
    }
    if (search_ended(r->limit)) return 1;
    return plan_certain(r, state, out, best.ends ? best.n : (best.n + 1) / 2, b.after, b.odds);
}

const Agent agent_beam = {
    .name = "beam",
    .doc =
        "keeps the best few hundred of all states that so many moves lead to, move by move, and makes the moves of the best path",
    .params = params,
    .options_bytes = sizeof(BeamOptions),
    .value = rules_value,
    .scratch_bytes = scratch_bytes,
    .plan_max = plan_max,
    .plan = plan,
};
