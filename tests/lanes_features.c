/* lanes_features.c. What the kernels count on a board, and what they make of each placement at first sight. */
#include "tests/lanes_cases.h"

#include "tests/helpers.h"
#include "tests/samples.h"

static const Game *const game = &game_tetris;

/* Boards of one size, and one piece to place on them. known: the features that these rules have. count: of the boards as they
 * are. Placements are tried on the first TRIED boards, since that takes the reference as long as all else. low, tall: what the
 * lanes make of the boards, a short one in either form. */
enum { BOARDS = 100, TRIED = BOARDS / 2 };
typedef struct {
    Share *share;
    TetrisRules rules;
    int n_known, known[TETRIS_FEATURES], piece;
    Term term[TETRIS_FEATURES]; /* what the lanes count for each feature */
    TetrisState board[BOARDS];
    PackedState low[BOARDS], tall[BOARDS];
    int count[BOARDS][TETRIS_FEATURES];
} Boards;

static void boards_fill(Share *k, Boards *b)
{
    TetrisState sequence = {0};
    b->share = k;
    sample_rules(&k->r, &b->rules);
    b->piece = below(&k->r, TETRIS_TETROMINOES);
    for (int f = 0; f < TETRIS_FEATURES; f++)
        if (sample_fits(&b->rules, &(FeatureSet){.index = &f, .n = 1})) b->known[b->n_known++] = f;
    for (int i = 0; i < BOARDS; i++) {
        TetrisState *s = &b->board[i];
        sample_board(&k->r, &b->rules, &sequence, s);
        s->piece = b->piece;
        packed_fill(&b->rules, s, false, &b->low[i]);
        packed_fill(&b->rules, s, true, &b->tall[i]);
        for (int f = 0; f < b->n_known; f++) b->count[i][b->known[f]] = cases_count(&b->rules, b->known[f], s, s);
    }
}

/* The boards as one twin sees them with some of the features. */
typedef struct {
    Boards *b;
    const Lanes *l;
    const FeatureSet *set;
    Rules r;
    Plan *plan;
} View;

static View view_create(Boards *b, const Lanes *l, const FeatureSet *set)
{
    View v = {.b = b, .l = l, .set = set, .r = {.game = game, .rules = &b->rules, .set = set}};
    v.plan = mem_lines(l->plan_bytes);
    l->plan(&b->rules, set, v.plan);
    return v;
}

static Context view_context(const View *v, const Kernel *kernel, int board)
{
    const TetrisState *s = &v->b->board[board];
    return (Context){.share = v->b->share, .isa = v->l->isa, .bits = kernel->bits, .r = &v->r, .before = s, .move = -1};
}

/* The kernel for short or tall boards, of lanes or of columns. */
static const Kernel *kernel_of(const Plan *plan, bool tall, bool alone)
{
    return alone ? plan->alone[tall] : plan->kernel[tall];
}

static PackedState *packed_board(const View *v, bool tall, int board)
{
    return tall ? &v->b->tall[board] : &v->b->low[board];
}

/* ---- counts of a board ---- */

/* Of the move nothing can be counted on a board. */
static bool of_board(Term term)
{
    return term != TERM_NONE && term != TERM_CONSTANT && packed_of_move(&(OfMove){0}, term) == NULL;
}

/* n boards, one a lane. */
static bool compare_counts(const View *v, bool tall, bool alone, const int *board, int n)
{
    static _Thread_local int32_t count[TERMS * LANES_MAX];
    const Kernel *kernel = kernel_of(v->plan, tall, alone);
    const void *columns[LANES_MAX];
    for (int i = 0; i < n; i++) columns[i] = packed_columns(packed_board(v, tall, board[i]));
    kernel->measure(v->plan, columns, n, count);
    for (int k = 0; k < v->set->n; k++) {
        const PackedFeature *f = &v->plan->feature[k];
        int index = f->of_growth ? TETRIS_AGGREGATE_HEIGHT : v->set->index[k];
        for (int i = 0; of_board(f->term) && i < n; i++) {
            int found = count[(int)f->term * kernel->lanes + i] + f->constant, expected = v->b->count[board[i]][index];
            Context about = view_context(v, kernel, board[i]);
            if (found != expected)
                return cases_differ(&about, "%s of the board: measured %d, reference %d", tetris_features[index].name, found,
                                    expected);
        }
    }
    return true;
}

/* All boards in 32-bit lanes, or in 16-bit lanes those that fit. */
static bool compare_form_of_boards(const View *v, bool tall, bool alone)
{
    const int lanes = kernel_of(v->plan, tall, alone)->lanes;
    int board[BOARDS], n = 0;
    for (int i = 0; i < BOARDS; i++)
        if (tall || !packed_is_tall(v->plan, &v->b->board[i])) board[n++] = i;
    for (int first = 0; first < n; first += lanes)
        if (!compare_counts(v, tall, alone, board + first, n - first < lanes ? n - first : lanes)) return false;
    return true;
}

static bool compare_boards(Boards *b, const Lanes *l, const FeatureSet *set)
{
    View v = view_create(b, l, set);
    bool good = true;
    for (int k = 0; k < set->n; k++) b->term[set->index[k]] = v.plan->feature[k].term;
    for (int form = 0; good && form < 4; form++) good = compare_form_of_boards(&v, form % 2, form / 2);
    free(v.plan);
    return good;
}

/* Every feature together with all others; and some alone, since a kernel leaves out the features that are not asked for. */
static bool compare_features(Boards *b, const Lanes *l)
{
    Rng r = b->share->r;
    bool good = compare_boards(b, l, &(FeatureSet){.name = "all features", .index = b->known, .n = b->n_known});
    for (int i = 0; good && i < 8; i++)
        good = compare_boards(b, l, &(FeatureSet){.name = "one", .index = &b->known[below(&r, b->n_known)], .n = 1});
    return good;
}

/* ---- changes of counts ---- */

/* Each family of kernels. */
static const struct {
    bool columns;
    const char *name;
} families[FAMILY_COUNT] = {
#define FAMILY_ROW(name, columns) {columns, #name},
    FAMILIES(FAMILY_ROW)
#undef FAMILY_ROW
};

/* The features with a delta in this family. A plan for all of them takes this family and no other. index: room for them. */
static FeatureSet family_set(const Boards *b, int family, int *index)
{
    FeatureSet set = {.name = families[family].name, .index = index};
    for (int i = 0; i < b->n_known; i++) {
        Term t = b->term[b->known[i]];
        bool has = t == TERM_NONE    ? false
                   : t < DELTA_TERMS ? (family_terms(family) >> t & 1) != 0
                                     : t >= SCALAR_TERMS && families[family].columns;
        if (has) index[set.n++] = b->known[i];
    }
    return set;
}

/* What the placements of the piece, all of them in the game's order, do to each board: whether one loses, or clears a row; if
 * neither, by how much it changes the count of each feature of a set. */
typedef struct {
    int n;
    Move move[TETRIS_MOVES_MAX];
    bool loses[TRIED][TETRIS_MOVES_MAX], clears[TRIED][TETRIS_MOVES_MAX];
    int16_t change[TRIED][TETRIS_MOVES_MAX][TETRIS_FEATURES];
} Changes;

/* What is of the move starts from nothing. */
static int change_of(const Boards *b, int board, int feature, const TetrisState *after)
{
    int old = tetris_features[feature].of_move ? 0 : b->count[board][feature];
    return cases_count(&b->rules, feature, &b->board[board], after) - old;
}

static void try_placement(const Boards *b, const FeatureSet *set, int board, int p, Changes *c)
{
    const TetrisShape *shape = &tetris_pieces[b->piece].shape[tetris_orientation(c->move[p])];
    int x = tetris_column(c->move[p]), y = tetris_landing(&b->board[board], shape, x);
    TetrisState after = b->board[board];
    c->loses[board][p] = y + shape->height > b->rules.height;
    if (c->loses[board][p]) return;
    tetris_place(&b->rules, &after, shape, x, y);
    c->clears[board][p] = after.cleared > 0;
    for (int k = 0; k < set->n && !c->clears[board][p]; k++)
        c->change[board][p][k] = (int16_t)change_of(b, board, set->index[k], &after);
}

static Changes *changes_create(const Boards *b, const FeatureSet *set)
{
    Changes *c = mem_new(1, sizeof *c);
    for (int o = 0; o < tetris_pieces[b->piece].orientations; o++)
        for (int x = 0; x + tetris_pieces[b->piece].shape[o].width <= b->rules.width; x++) c->move[c->n++] = tetris_move(o, x);
    for (int i = 0; i < TRIED; i++)
        for (int p = 0; p < c->n; p++) try_placement(b, set, i, p, c);
    return c;
}

/* Weights of which feature k alone is not 0: w[k], as a whole number unit[k]. */
typedef struct {
    View v;
    const Changes *c;
    PackedWeights *w;
    int unit[TETRIS_FEATURES];
    void *scratch;
} UnitWeights;

static int unit_of(const Plan *plan, const PackedWeights *w, int k)
{
    for (int i = 0; i < plan->slots; i++)
        if (plan->slot[i].term == (int16_t)plan->feature[k].term) return w->q[plan->slot[i].q];
    OfMove move = w->move;
    return *packed_of_move(&move, plan->feature[k].term);
}

static void units_create(UnitWeights *u)
{
    double w[TETRIS_FEATURES] = {0};
    u->w = mem_lines((size_t)u->v.set->n * sizeof *u->w);
    u->scratch = mem_lines(u->v.l->scratch_bytes);
    memset(u->scratch, 0xa5, u->v.l->scratch_bytes);
    for (int k = 0; k < u->v.set->n; k++) {
        w[k] = 1;
        u->v.l->weigh(u->v.plan, w, &u->w[k]);
        u->unit[k] = unit_of(u->v.plan, &u->w[k], k);
        w[k] = 0;
    }
}

/* In lane i board[i], and a weight for feature[i] alone. */
typedef struct {
    int n, board[LANES_MAX], feature[LANES_MAX];
} Lot;

/* One placement in one lane. */
static bool compare_score(const UnitWeights *u, const Kernel *kernel, int board, int feature, int p, int32_t score, bool marked)
{
    EqualCounts *counts = u->v.b->share->counts;
    Context about = view_context(&u->v, kernel, board);
    const char *name = tetris_features[u->v.set->index[feature]].name;
    bool loses = u->c->loses[board][p], says_so = score == INT32_MIN && !marked;
    int change = u->c->change[board][p][feature], unit = u->unit[feature];
    about.move = u->c->move[p];
    counts->n[loses ? EQUAL_N_LOSING : marked ? EQUAL_N_MARKED : EQUAL_N_PLACEMENTS]++;
    if (loses != says_so) return cases_differ(&about, "it %s", loses ? "loses, but not in the lanes" : "loses in the lanes");
    if (loses || marked) return true;
    if (u->c->clears[board][p]) return cases_differ(&about, "it clears a row and is not marked");
    if (unit == 0 || score != unit * change)
        return cases_differ(&about, "change of %s: %g (%d units of %d), reference %d", name, (double)score / unit, score, unit,
                            change);
    return true;
}

static bool compare_lot(const UnitWeights *u, bool tall, bool alone, const Lot *lot)
{
    static _Thread_local int32_t score[TETRIS_MOVES_MAX * LANES_MAX];
    const Kernel *kernel = kernel_of(u->v.plan, tall, alone);
    uint32_t marked[TETRIS_MOVES_MAX];
    LaneGroup g = {.kind = u->v.b->piece + (tall ? TETRIS_TETROMINOES : 0), .n = lot->n};
    for (int i = 0; i < lot->n; i++) {
        g.state[i] = packed_board(&u->v, tall, lot->board[i]);
        g.weights[i] = &u->w[lot->feature[i]];
    }
    int n = kernel->scores(u->v.plan, &g, score, marked, u->scratch);
    Context about = view_context(&u->v, kernel, lot->board[0]);
    if (n != u->c->n) return cases_differ(&about, "%d placements instead of %d", n, u->c->n);
    for (int p = 0; p < n; p++)
        for (int i = 0; i < lot->n; i++)
            if (!compare_score(u, kernel, lot->board[i], lot->feature[i], p, score[p * kernel->lanes + i], marked[p] >> i & 1))
                return false;
    return true;
}

/* Every board with every feature, in lanes neither all of one board nor all of one feature. all_tall: short boards as if
 * they were tall. */
static bool compare_form(const UnitWeights *u, bool tall, bool alone, bool all_tall)
{
    int board[TRIED], n = 0, features = u->v.set->n;
    Lot lot = {0};
    for (int i = 0; i < TRIED; i++)
        if ((all_tall || packed_is_tall(u->v.plan, &u->v.b->board[i])) == tall) board[n++] = i;
    for (int j = 0; j < n * features; j++) {
        lot.board[lot.n] = board[j % n];
        lot.feature[lot.n++] = (j / n + j % n) % features;
        if (lot.n < kernel_of(u->v.plan, tall, alone)->lanes && j < n * features - 1) continue;
        if (!compare_lot(u, tall, alone, &lot)) return false;
        lot.n = 0;
    }
    return true;
}

static bool compare_changes(Boards *b, const Lanes *l, int family, const FeatureSet *set, const Changes *c)
{
    Rng r = b->share->r;
    UnitWeights u = {.v = view_create(b, l, set), .c = c};
    Context about = view_context(&u.v, u.v.plan->kernel[0], 0);
    bool all_tall = !u.v.plan->always_short && below(&r, 4) == 0, good = true;
    units_create(&u);
    if (u.v.plan->family != family || u.v.plan->all_afresh)
        good = cases_differ(&about, "the plan takes family %s", families[u.v.plan->family].name);
    for (int form = 0; form < 4; form++) good = good && compare_form(&u, form % 2, form / 2, all_tall);
    free(u.w);
    free(u.scratch);
    free(u.v.plan);
    return good;
}

/* ---- a share ---- */

static bool compare_some(Share *k)
{
    int index[TETRIS_FEATURES];
    OWNED Boards *b = mem_lines(sizeof *b);
    bool good = true;
    memset(b, 0, sizeof *b);
    boards_fill(k, b);
    for (int l = 0; good && k->lanes[l] != NULL; l++) good = compare_features(b, k->lanes[l]);
    int family = below(&k->r, FAMILY_COUNT);
    FeatureSet set = family_set(b, family, index);
    OWNED Changes *c = changes_create(b, &set);
    for (int l = 0; good && k->lanes[l] != NULL; l++) good = compare_changes(b, k->lanes[l], family, &set, c);
    k->counts->n[EQUAL_N_BOARDS] += BOARDS;
    return good;
}

bool equal_features(Share *k)
{
    for (int done = 0; done < EQUAL_BOARDS; done += BOARDS)
        if (!compare_some(k)) return false;
    return true;
}
