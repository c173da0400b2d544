/* stack_search.c. Room agent. The searches of Trix: search and bfs.
 *
 * search is a best-first search over a few hundred positions. All moves that lead to the chosen one are made, then it searches
 * again. A position is a sequence of moves. With the height of its parent and the rise of its last move,
 *     f = height + rise
 * and the position of the lowest f is visited next. Among equals it is the one of fewer moves, then the one that was generated
 * first. The children of one position are in this order: fewer pieces in the buffer, fewer turns, the order of the game.
 * The search ends at a position of height 0, or after `visits` visits. Positions of `depth` moves are not expanded. If none has
 * height 0, the visited position of the lowest height is chosen. By the text of Trix it is the longest, and of equally long ones
 * that with "the best end state". Its program compares the number of moves and minus the utility, and takes the least: the
 * shortest, and of these the one of the highest utility. The utility is the weighted sum of empty cells, cleared rows and height,
 * the lower the better. The text names these three and no numbers; valleys are ours.
 *
 * bfs generates all positions that the next `depth` pieces of the list lead to, without the buffer. It makes the first move of
 * the path to the position of the lowest utility, of equals to the one that was generated first.
 * Source: Trix (Python, 2013): text and program. The program turns pieces clockwise. It keeps rotations
 * in a hash table of strings, so their order, and with it the final height, differs from run to run. */
#include "agent/agent.h"
#include "agent/prospect.h"
#include "systems/stack/searched.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The features, in the order of `reads`. */
enum { HEIGHT, RISE, EMPTY_CELLS, CLEARED, VALLEYS, BUFFERED, TURNS, READS };
static const char reads[] = "height rise empty_cells all_cleared valleys buffered turns";

typedef struct {
    double empty_cells, cleared, height, valleys;
} UtilityWeights;

static const Param weights[] = {
    {PARAM_ROW(UtilityWeights, empty_cells, PARAM_REAL, "", -10, 10, "2"), .doc = "utility of an empty cell of the pile"},
    {PARAM_ROW(UtilityWeights, cleared, PARAM_REAL, "", -10, 10, "-2.5"), .doc = "utility of a row that was cleared"},
    {PARAM_ROW(UtilityWeights, height, PARAM_REAL, "", -10, 10, "2"), .doc = "utility of a row of the pile"},
    {PARAM_ROW(UtilityWeights, valleys, PARAM_REAL, "", -10, 10, "0"), .doc = "utility of a valley; Trix counts none"},
    {0},
};

enum { LONGEST, SHORTEST };
static const char *const lengths[] = {[LONGEST] = "longest", [SHORTEST] = "shortest", NULL};
enum { VISITS_MAX = 2000, DEPTH_MAX = 16, BREADTH_DEPTH_MAX = 3 };

typedef struct {
    int visits; /* most positions that are visited */
    int depth;  /* moves of the longest position */
    int equals; /* LONGEST, SHORTEST */
} SearchOptions;

static const Param params[] = {
    {PARAM_ROW(SearchOptions, visits, PARAM_INT, "positions", 2, VISITS_MAX, "201"), .doc = "most positions that are visited"},
    {PARAM_ROW(SearchOptions, depth, PARAM_INT, "moves", 1, DEPTH_MAX, "3"),
     .doc = "most moves to a position; Trix: twice the buffer, at least 3"},
    {PARAM_ROW(SearchOptions, equals, PARAM_CHOICE, "", 0, 0, "shortest"), .choices = lengths,
     .doc = "which of the lowest positions is taken: longest, then the best end state (text of Trix); shortest, then highest "
            "utility (its program)"},
    {0},
};

typedef struct {
    int depth; /* pieces that are placed at most */
} BreadthOptions;

static const Param breadth_params[] = {
    {PARAM_ROW(BreadthOptions, depth, PARAM_INT, "pieces", 1, BREADTH_DEPTH_MAX, "1"),
     .doc = "pieces looked ahead, including the next; Trix: 1, 2 and 3 were tried"},
    {0},
};

/* A position. */
typedef struct {
    double f;       /* the position of the lowest f is visited next */
    double height;  /* height of the pile */
    double utility; /* the lower the better */
    double place;   /* order among its parent's children: the lowest first, of equals the lowest index */
    double held;    /* pieces in the buffer */
    int parent;     /* index of its parent; -1: it is the root */
    int moves;      /* number of moves that lead to it */
    Move move;      /* the last of these moves */
} Node;

/* One search. All arrays lie in the scratch. */
typedef struct {
    const Rules *r;
    const SearchOptions *o;
    const double *w;
    const void *root; /* the state in which a move is chosen; borrowed */
    Searched *done;   /* its work so far */
    Node *node;       /* (nodes) in the order of their generation */
    int nodes;
    int *heap; /* (open): indices of nodes that are not visited, the next one first */
    int open;
    Move *move;  /* (moves_max) */
    void *state; /* state of the node that is visited */
    void *after; /* state of one of this node's children */
    int *odds;   /* (outcomes_max) */
} SearchTree;

static size_t nodes_max(const Rules *r)
{
    const SearchOptions *o = r->options;
    return 1 + (size_t)o->visits * (size_t)r->game->moves_max;
}

static size_t lay_out(SearchTree *s, const Rules *r, char *scratch)
{
    size_t used = 0;
    s->done = take_room(scratch, &used, sizeof *s->done);
    s->node = take_room(scratch, &used, nodes_max(r) * sizeof *s->node);
    s->heap = take_room(scratch, &used, nodes_max(r) * sizeof *s->heap);
    s->move = take_room(scratch, &used, (size_t)r->game->moves_max * sizeof *s->move);
    s->state = take_room(scratch, &used, r->game->state_bytes);
    s->after = take_room(scratch, &used, r->game->state_bytes);
    s->odds = take_room(scratch, &used, (size_t)r->game->outcomes_max * sizeof *s->odds);
    return used;
}

static size_t scratch_bytes(const Rules *r)
{
    return lay_out(&(SearchTree){0}, r, NULL);
}

/* ---- positions that are open ---- */

static bool comes_before(const SearchTree *s, int a, int b)
{
    const Node *p = &s->node[a], *q = &s->node[b];
    if (p->f != q->f) return p->f < q->f;
    if (p->moves != q->moves) return p->moves < q->moves;
    return p->parent == q->parent && p->place != q->place ? p->place < q->place : a < b;
}

static void push(SearchTree *s, int node)
{
    int at = s->open++;
    for (int up; at > 0 && comes_before(s, node, s->heap[up = (at - 1) / 2]); at = up) s->heap[at] = s->heap[up];
    s->heap[at] = node;
}

static int pop(SearchTree *s)
{
    assert(s->open > 0);
    int first = s->heap[0], last = s->heap[--s->open], at = 0;
    for (int down; (down = 2 * at + 1) < s->open; at = down) {
        if (down + 1 < s->open && comes_before(s, s->heap[down + 1], s->heap[down])) down++;
        if (!comes_before(s, s->heap[down], last)) break;
        s->heap[at] = s->heap[down];
    }
    s->heap[at] = last;
    return first;
}

/* ---- the search ---- */

/* Sets s->state to the state of a node. */
static void rebuild(const SearchTree *s, int node)
{
    if (s->node[node].parent < 0) {
        memcpy(s->state, s->root, s->r->game->state_bytes);
        return;
    }
    rebuild(s, s->node[node].parent);
    s->r->game->apply(s->r->rules, s->state, s->node[node].move);
}

/* Measures the position after a move. n->f: the rise alone, without the height of the parent. */
static void measure(const SearchTree *s, const void *before, const void *after, Node *n)
{
    double f[READS];
    rules_features(s->r, before, after, f);
    n->height = f[HEIGHT];
    n->held = f[BUFFERED];
    n->place = 4 * f[BUFFERED] + f[TURNS]; /* there are at most 3 turns */
    n->utility = s->w[0] * f[EMPTY_CELLS] + s->w[1] * f[CLEARED] + s->w[2] * f[HEIGHT] + s->w[3] * f[VALLEYS];
    n->f = f[RISE];
}

/* Whether the last move only ended the game, and left the pile as it was. */
static bool gives_up(const SearchTree *s, const Node *before, const Node *after)
{
    return s->r->game->over(s->after) && after->height == before->height && after->utility == before->utility;
}

/* Generates the children of a node, whose state is s->state, but for moves that only give up: of these the root has the last one
 * if it has no other. */
static void expand(SearchTree *s, int parent)
{
    const Game *g = s->r->game;
    int n = g->moves(s->r->rules, s->state, s->move);
    for (int i = 0; i < n; i++) {
        Node *child = &s->node[s->nodes];
        assert((size_t)s->nodes < nodes_max(s->r));
        memcpy(s->after, s->state, g->state_bytes);
        g->apply(s->r->rules, s->after, s->move[i]);
        *child = (Node){.parent = parent, .moves = s->node[parent].moves + 1, .move = s->move[i]};
        measure(s, s->state, s->after, child);
        if (gives_up(s, &s->node[parent], child) && (s->nodes > 1 || i + 1 < n)) continue;
        child->f += s->node[parent].height;
        push(s, s->nodes++);
        s->done->children++;
    }
    search_count(s->r->limit, n);
    s->done->expanded++;
    if (s->node[parent].moves + 1 > s->done->deepest) s->done->deepest = s->node[parent].moves + 1;
}

/* Whether visited node a is to be chosen rather than b. */
static bool is_better(const SearchTree *s, int a, int b)
{
    const Node *p = &s->node[a], *q = &s->node[b];
    if (p->height != q->height) return p->height < q->height;
    if (p->moves != q->moves) return (p->moves > q->moves) == (s->o->equals == LONGEST);
    return s->o->equals == LONGEST ? p->utility < q->utility : p->utility > q->utility;
}

/* Searches, and returns the chosen position, which is never the root. */
static int find(SearchTree *s)
{
    int best = -1;
    push(s, s->nodes++);
    for (int visit = 0; visit < s->o->visits && s->open > 0 && search_spend(s->r->limit, 1); visit++) {
        int at = pop(s);
        if (at > 0 && s->node[at].height == 0) return at;
        if (at > 0 && (best < 0 || is_better(s, at, best))) best = at;
        if (s->node[at].moves >= s->o->depth) continue;
        rebuild(s, at);
        expand(s, at);
    }
    assert(best > 0 || search_ended(s->r->limit)); /* the state had a move, and there are two visits or more */
    return best > 0 ? best : 0;
}

static int plan_max(const Rules *r)
{
    return ((const SearchOptions *)r->options)->depth;
}

static int plan(const Rules *r, const void *state, const double *w, Move *out, void *scratch)
{
    SearchTree s = {.r = r, .o = r->options, .w = w, .root = state};
    lay_out(&s, r, scratch);
    *s.done = (Searched){0};
    s.node[0] = (Node){.parent = -1};
    measure(&s, state, state, &s.node[0]);
    int at = find(&s), n = s.node[at].moves;
    if (search_ended(r->limit)) return 1;
    for (int i = n - 1; i >= 0; i--, at = s.node[at].parent) out[i] = s.node[at].move;
    return plan_certain(r, state, out, n, s.state, s.odds);
}

/* The value of one move: minus the utility of the position after it. */
static double value(const Rules *r, const void *before, const void *after, const double *w)
{
    const SearchTree s = {.r = r, .w = w};
    Node n;
    measure(&s, before, after, &n);
    return -n.utility;
}

const Agent agent_search = {
    .name = "search",
    .doc = "best-first search of a few hundred positions for a lower pile; makes all moves to it",
    .params = params,
    .options_bytes = sizeof(SearchOptions),
    .weights = weights,
    .reads = reads,
    .value = value,
    .scratch_bytes = scratch_bytes,
    .plan_max = plan_max,
    .plan = plan,
};

/* ---- breadth first ---- */

/* One decision. */
typedef struct {
    SearchTree s; /* for `measure` and `done`: its arrays are unset */
    int depth;    /* pieces that are placed at most */
    Move first;   /* first move of the current path */
    Move chosen;  /* first move of the best path so far */
    double best;  /* utility of the best path */
    struct {
        void *state; /* after one move more than this ply's number */
        Move *move;  /* (moves_max) */
    } ply[BREADTH_DEPTH_MAX];
} Breadth;

static size_t lay_out_breadth(Breadth *b, const Rules *r, char *scratch)
{
    size_t used = 0;
    b->s.done = take_room(scratch, &used, sizeof *b->s.done);
    for (int i = 0; i < ((const BreadthOptions *)r->options)->depth; i++) {
        b->ply[i].state = take_room(scratch, &used, r->game->state_bytes);
        b->ply[i].move = take_room(scratch, &used, (size_t)r->game->moves_max * sizeof *b->ply[i].move);
    }
    return used;
}

static size_t breadth_bytes(const Rules *r)
{
    return lay_out_breadth(&(Breadth){0}, r, NULL);
}

/* Tries all positions after a state to which `made` moves have led and in whose buffer `held` pieces are. */
static void try_all(Breadth *b, const void *state, int made, double held)
{
    const Game *g = b->s.r->game;
    void *after = b->ply[made].state;
    Move *move = b->ply[made].move;
    const int n = g->moves(b->s.r->rules, state, move);
    if (made == 0) b->chosen = move[0];
    for (int i = 0; i < n && search_spend(b->s.r->limit, 1); i++) {
        Node child;
        memcpy(after, state, g->state_bytes);
        g->apply(b->s.r->rules, after, move[i]);
        measure(&b->s, state, after, &child);
        if (child.held > held) continue;
        b->s.done->children++;
        if (made == 0) b->first = move[i];
        if (made + 1 < b->depth && !g->over(after)) {
            try_all(b, after, made + 1, child.held);
        } else if (child.utility < b->best) {
            b->best = child.utility;
            b->chosen = b->first;
        }
    }
    b->s.done->expanded++;
    if (made + 1 > b->s.done->deepest) b->s.done->deepest = made + 1;
}

static Move choose_breadth(const Rules *r, const void *state, const double *w, void *scratch)
{
    Breadth b = {.s = {.r = r, .w = w}, .depth = ((const BreadthOptions *)r->options)->depth, .best = HUGE_VAL};
    Node root;
    lay_out_breadth(&b, r, scratch);
    *b.s.done = (Searched){0};
    measure(&b.s, state, state, &root);
    try_all(&b, state, 0, root.held);
    return b.chosen;
}

const Agent agent_bfs = {
    .name = "bfs",
    .doc = "breadth-first search over up to three pieces of the list, without a buffer; makes only the first move",
    .params = breadth_params,
    .options_bytes = sizeof(BreadthOptions),
    .weights = weights,
    .reads = reads,
    .value = value,
    .scratch_bytes = breadth_bytes,
    .choose = choose_breadth,
};
