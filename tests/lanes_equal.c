#include "tests/lanes_equal.h"

#include "agent/player.h"
#include "base/mem.h"
#include "game/tetris/packed.h"
#include "registry.h"
#include "tests/boards.h"
#include "tests/samples.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Game *const game = &game_tetris;

const char *const equal_depths[EQUAL_DEPTHS] = {"features", "decisions", "games", "look-ahead"};

/* One share of one depth. Whatever is drawn for the lanes alone is drawn from a copy of r, so that it does not depend on which
 * lanes there are. */
typedef struct {
    EqualDepth depth;
    int number;
    const Lanes *const *lanes;
    Rng r;
    EqualCounts *counts;
} Share;

/* ---- what a difference looks like ---- */

/* Of whom it is told, as far as it applies; move < 0: it does not. */
typedef struct {
    const Share *share;
    const char *isa;
    int bits; /* of a lane; 0: not known */
    const Table *t;
    const double *w;
    const char *sort; /* of weights */
    const TetrisState *before, *expected, *found;
    Move move;
} Context;

static void print_rules(const TetrisRules *rules)
{
    fprintf(stderr, "%d columns, %d rows, pieces %s", rules->width, rules->height, rules->pieces);
    for (int i = 0; i < rules->piece_weights.n; i++) fprintf(stderr, "%c%d", i == 0 ? ' ' : ',', rules->piece_weights.v[i]);
    fprintf(stderr, ", preview %d\n", rules->preview);
}

static void print_weights(const Context *c)
{
    const FeatureSet *set = c->t->set;
    fprintf(stderr, "set %s%s%s\n", set->name, c->sort != NULL ? ", weights: " : "", c->sort != NULL ? c->sort : "");
    for (int i = 0; i < set->n; i++) {
        fprintf(stderr, "    %s", tetris_features[set->index[i]].name);
        if (c->w != NULL) fprintf(stderr, " = %.17g", c->w[i]);
        fprintf(stderr, "\n");
    }
}

static void print_states(const Context *c)
{
    const TetrisRules *rules = c->t->rules;
    if (c->before != NULL && c->before->piece != TETRIS_NO_PIECE) {
        fprintf(stderr, "piece %c", tetris_pieces[c->before->piece].letter);
        if (c->move >= 0) fprintf(stderr, ", orientation %d, column %d", tetris_orientation(c->move), tetris_column(c->move));
        fprintf(stderr, "\n");
    }
    if (c->before != NULL) board_show("before", rules, c->before);
    if (c->expected != NULL) board_show("after, reference", rules, c->expected);
    if (c->found != NULL) board_show("after, lanes", rules, c->found);
}

/* Prints what differs and about whom. Returns false. */
__attribute__((format(printf, 2, 3))) static bool differ(const Context *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
#pragma omp critical
    {
        fprintf(stderr, "\nDIFFERENT: ");
        vfprintf(stderr, format, list);
        fprintf(stderr, "\n%s, share %d: to repeat it, `equal %d 1 %s`\n", equal_depths[c->share->depth], c->share->number,
                c->share->number, equal_depths[c->share->depth]);
        fprintf(stderr, "instruction set %s", c->isa);
        if (c->bits > 0) fprintf(stderr, ", %d bits a lane", c->bits);
        fprintf(stderr, "\n");
        print_rules(c->t->rules);
        print_weights(c);
        print_states(c);
        fflush(stderr);
    }
    va_end(list);
    return false;
}

/* ---- what the reference says ---- */

static int below(Rng *r, int bound)
{
    return (int)rng_below(r, (uint32_t)bound);
}

static int count_of(const TetrisRules *rules, int feature, const TetrisState *before, const TetrisState *after)
{
    const TetrisCount *f = &tetris_counts[feature];
    return f->count(rules, f->k, before, after);
}

static int highest(const TetrisRules *rules, const TetrisState *s)
{
    return count_of(rules, TETRIS_MAX_HEIGHT, s, s);
}

/* Of a board, the count that the lanes make of the feature in number `at` of the plan's set. */
static int board_count(const Plan *plan, const FeatureSet *set, int at, const TetrisState *s)
{
    const PackedFeature *f = &plan->feature[at];
    return count_of(&plan->rules, f->of_growth ? TETRIS_AGGREGATE_HEIGHT : set->index[at], s, s) - f->constant;
}

/* ---- states of the lanes, from those of the reference and back ---- */

static bool wants_tall(const Plan *plan, const TetrisState *s)
{
    return !plan->always_short && highest(&plan->rules, s) > SHORT_TOP;
}

static const void *columns_of(const PackedState *s)
{
    return s->is_tall ? (const void *)s->column.tall : (const void *)s->column.low;
}

static uint32_t column_of(const PackedState *s, int x)
{
    return s->is_tall ? s->column.tall[x] : s->column.low[x];
}

static void pack_board(const TetrisRules *rules, const TetrisState *s, bool tall, PackedState *out)
{
    out->is_tall = tall;
    for (int x = 0; x < COLUMNS_ROOM; x++) {
        uint32_t column = x < rules->width ? 0 : UINT32_MAX;
        for (int y = 0; x < rules->width && y < rules->height; y++) column |= (uint32_t)s->cell[y][x] << y;
        if (tall)
            out->column.tall[x] = column;
        else
            out->column.low[x] = (uint16_t)column;
    }
}

/* The score that belongs to a board: weighted counts, modulo 2^32. */
static int32_t score_of(const Plan *plan, const FeatureSet *set, const PackedWeights *w, const TetrisState *s)
{
    uint32_t score = 0;
    for (int k = 0; k < plan->slots; k++)
        for (int i = 0; i < set->n; i++) {
            if (plan->feature[i].term != (Term)plan->slot[k].term) continue;
            score += (uint32_t)w->q[plan->slot[k].q] * (uint32_t)board_count(plan, set, i, s);
            break; /* features may share a term, and so a weight */
        }
    return (int32_t)score;
}

/* A state without a move is packed as one that has not been found out yet. */
static void pack(const Plan *plan, const FeatureSet *set, const PackedWeights *w, const TetrisState *s, PackedState *out)
{
    memset(out, 0, sizeof *out);
    pack_board(&plan->rules, s, wants_tall(plan, s), out);
    out->rng = s->rng;
    out->rows = s->rows;
    out->pieces = s->pieces;
    out->score = score_of(plan, set, w, s);
    out->piece = (int8_t)s->piece;
    out->next = (int8_t)s->next;
}

/* All but what a state of the reference remembers of its last move. */
static void unpack(const TetrisRules *rules, const PackedState *s, TetrisState *out)
{
    *out = (TetrisState){.piece = s->piece, .next = s->next, .rows = s->rows, .pieces = s->pieces, .rng = s->rng};
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < rules->height; y++) {
            out->cell[y][x] = column_of(s, x) >> y & 1;
            if (out->cell[y][x]) out->top[x] = y + 1;
        }
}

/* ---- a table, states on it, and one twin that plays them ---- */

enum { STATES = 128 };

/* What is to be decided: n states, each with weights of its own, and what the reference makes of them. */
typedef struct {
    TetrisRules rules;
    FeatureSet set;
    int index[TETRIS_FEATURES];
    Table table;
    int n;
    TetrisState before[STATES], after[STATES];
    Move move[STATES];
    double w[STATES][TETRIS_FEATURES];
    const char *sort[STATES];
    void *scratch; /* of the reference agent */
} Cases;

static Cases *cases_create(Rng *r, int n, const Agent *agent)
{
    Cases *c = mem_new(1, sizeof *c);
    sample_rules(r, &c->rules);
    sample_set(r, &c->rules, &c->set, c->index);
    c->table = (Table){.game = game, .rules = &c->rules, .set = &c->set};
    c->n = n;
    c->scratch = mem_lines(agent->scratch_bytes(&c->table));
    return c;
}

static void cases_free(Cases *c)
{
    free(c->scratch);
    free(c);
}

/* Random boards, every few of them with weights of their own; pieces come by chance. */
static void cases_fill(Rng *r, Cases *c)
{
    TetrisState sequence = {0};
    int alike = 1 + below(r, 8);
    for (int i = 0; i < c->n; i++) {
        if (i % alike == 0)
            c->sort[i] = sample_weights(r, &c->set, c->w[i]);
        else {
            c->sort[i] = c->sort[i - 1];
            memcpy(c->w[i], c->w[i - 1], sizeof c->w[i]);
        }
        sample_board(r, &c->rules, &sequence, &c->before[i]);
        game->chance(&c->rules, &c->before[i]);
    }
}

/* state, weights (STATES); kind (STATES): of the state. */
typedef struct {
    const Lanes *l;
    Plan *plan;
    char *state, *weights;
    void *scratch;
    int kind[STATES];
} Twin;

static void twin_create(Twin *w, const Cases *c, const Lanes *l, size_t scratch_bytes)
{
    *w = (Twin){.l = l, .plan = mem_lines(l->plan_bytes), .scratch = mem_lines(scratch_bytes)};
    w->state = mem_lines(STATES * l->state_bytes);
    w->weights = mem_lines(STATES * l->weights_bytes);
    memset(w->scratch, 0xa5, scratch_bytes);
    l->plan(&c->rules, &c->set, w->plan);
}

static void twin_free(Twin *w)
{
    free(w->plan);
    free(w->state);
    free(w->weights);
    free(w->scratch);
}

static PackedState *state_of(const Twin *w, int i)
{
    return (PackedState *)(void *)(w->state + (size_t)i * w->l->state_bytes);
}

static PackedWeights *weights_of(const Twin *w, int i)
{
    return (PackedWeights *)(void *)(w->weights + (size_t)i * w->l->weights_bytes);
}

/* The states that the reference decides from. */
static void twin_pack(Twin *w, const Cases *c)
{
    for (int i = 0; i < c->n; i++) {
        w->l->weigh(w->plan, c->w[i], weights_of(w, i));
        pack(w->plan, &c->set, weights_of(w, i), &c->before[i], state_of(w, i));
        w->kind[i] = w->l->kind(w->plan, state_of(w, i));
    }
}

static Context context(const Share *k, const Twin *w, const Cases *c, int i)
{
    return (Context){
        .share = k, .isa = w->l->isa, .t = &c->table, .w = c->w[i], .sort = c->sort[i], .before = &c->before[i], .move = -1};
}

/* Groups by kind, full ones and others; member (group, lane): whose state it is. Returns how many. */
static int make_groups(Rng r, const Twin *w, int n, LaneGroup *group, int (*member)[LANES_MAX])
{
    int groups = 0;
    for (int kind = 0; kind < w->l->kinds; kind++) {
        int room = 0;
        for (int i = 0; i < n; i++) {
            if (w->kind[i] != kind) continue;
            if (room == 0) {
                room = below(&r, 2) ? w->l->width : 1 + below(&r, w->l->width);
                group[groups++] = (LaneGroup){.kind = kind};
            }
            LaneGroup *g = &group[groups - 1];
            member[groups - 1][g->n] = i;
            g->state[g->n] = state_of(w, i);
            g->weights[g->n++] = weights_of(w, i);
            room--;
        }
    }
    return groups;
}

/* A turn of all states with a kind, several groups at a time. */
static void take_turn(Rng r, Twin *w, const Table *t, const Agent *agent, int n)
{
    LaneGroup group[STATES];
    int member[STATES][LANES_MAX], groups = make_groups(r, w, n, group, member);
    for (int first = 0, some; first < groups; first += some) {
        some = 1 + below(&r, w->l->groups_max);
        if (some > groups - first) some = groups - first;
        agent->turn(t, w->l, w->plan, group + first, some, w->scratch);
    }
}

static bool same_tally(Tally a, Tally b)
{
    return a.score == b.score && a.turns == b.turns;
}

/* What is known of the pieces to come, and how they are drawn. Of a lost game, nothing is drawn any more, by those who see that. */
static bool same_pieces(const TetrisState *found, const TetrisState *expected)
{
    bool same_rng = found->rng.state == expected->rng.state && found->rng.inc == expected->rng.inc;
    return expected->lost || (found->piece == expected->piece && found->next == expected->next && same_rng);
}

/* Whether a state of the lanes is what the reference made of c->before[i]. One without a move is over, and its tally is as it was. */
static bool compare(const Share *k, const Twin *w, const Cases *c, int i)
{
    const PackedState *s = state_of(w, i);
    const TetrisState *expected = &c->after[i];
    TetrisState found;
    Context about = context(k, w, c, i);
    bool is_over = w->l->kind(w->plan, s) == LANES_OVER;
    if (c->before[i].lost)
        return is_over && same_tally(w->l->tally(s), game->tally(&c->before[i])) ? true : differ(&about, "no move was left");
    unpack(&c->rules, s, &found);
    about.expected = expected;
    about.found = &found;
    about.move = c->move[i];
    if (is_over && !expected->lost) return differ(&about, "the lanes say that it is over");
    if (!board_equal(&c->rules, &found, expected)) return differ(&about, "the lanes make another move");
    if (!same_tally(w->l->tally(s), game->tally(expected)))
        return differ(&about, "tally: %lld rows, %lld pieces", (long long)s->rows, (long long)s->pieces);
    if (!same_pieces(&found, expected))
        return differ(&about, "pieces to come: %d %d instead of %d %d", found.piece, found.next, expected->piece, expected->next);
    int32_t score = score_of(w->plan, &c->set, weights_of(w, i), expected);
    return s->score == score ? true : differ(&about, "the board's score is kept as %d, and is %d", (int)s->score, (int)score);
}

/* ---- features: counts of a board ---- */

/* Boards of one size and, later, one piece. known: the features that these rules have. term: what the lanes count for each. */
enum { BOARDS = 100 };
typedef struct {
    Share *share;
    TetrisRules rules;
    int n_known, known[TETRIS_FEATURES], piece;
    Term term[TETRIS_FEATURES];
    TetrisState board[BOARDS];
    PackedState low[BOARDS], tall[BOARDS];
    int count[BOARDS][TETRIS_FEATURES]; /* of the boards as they are */
} Boards;

static bool of_board(Term term)
{
    return term != TERM_LANDING_HEIGHT && (term < BOARD_TERMS || term >= SCALAR_TERMS);
}

/* Boards [first, first + n) of those in `packed`, which are `which`. */
static bool compare_counts(Boards *b, const Lanes *l, const Plan *plan, const FeatureSet *set, const Kernel *kernel,
                           const PackedState *packed, const int *which, int n)
{
    static _Thread_local int32_t count[TERMS * LANES_MAX];
    const void *columns[LANES_MAX];
    Table t = {.game = game, .rules = &b->rules, .set = set};
    for (int i = 0; i < n; i++) columns[i] = columns_of(&packed[which[i]]);
    kernel->measure(plan, columns, n, count);
    for (int k = 0; k < set->n; k++) {
        const PackedFeature *f = &plan->feature[k];
        for (int i = 0; of_board(f->term) && i < n; i++) {
            int index = f->of_growth ? TETRIS_AGGREGATE_HEIGHT : set->index[k];
            int found = count[(int)f->term * kernel->lanes + i] + f->constant, expected = b->count[which[i]][index];
            if (found == expected) continue;
            Context about = {.share = b->share, .isa = l->isa, .bits = kernel->bits, .t = &t, .before = &b->board[which[i]]};
            about.move = -1;
            return differ(&about, "%s of the board: measured %d, reference %d", tetris_features[set->index[k]].name, found,
                          expected);
        }
    }
    return true;
}

/* All boards in 32-bit lanes, and those that fit in 16-bit lanes. */
static bool compare_boards(Boards *b, const Lanes *l, const FeatureSet *set)
{
    Plan *plan = mem_lines(l->plan_bytes);
    bool good = true;
    l->plan(&b->rules, set, plan);
    for (int i = 0; i < set->n; i++) b->term[set->index[i]] = plan->feature[i].term;
    for (int wide = 0; wide < 2; wide++) {
        const Kernel *kernel = plan->kernel[wide];
        int which[LANES_MAX], n = 0;
        for (int i = 0; i < BOARDS; i++) {
            if (wide || !wants_tall(plan, &b->board[i])) which[n++] = i;
            if (n < kernel->lanes && i < BOARDS - 1) continue;
            if (n > 0) good = good && compare_counts(b, l, plan, set, kernel, wide ? b->tall : b->low, which, n);
            n = 0;
        }
    }
    free(plan);
    return good;
}

/* Every feature together with all others; and some alone, since a kernel leaves out what nobody asked for. */
static bool compare_features(Boards *b, const Lanes *l)
{
    Rng r = b->share->r;
    FeatureSet all = {.name = "all features", .index = b->known, .n = b->n_known};
    bool good = compare_boards(b, l, &all);
    for (int i = 0; good && i < 8; i++) {
        FeatureSet one = {.name = "one feature", .index = &b->known[below(&r, b->n_known)], .n = 1};
        good = compare_boards(b, l, &one);
    }
    return good;
}

/* ---- features: changes of counts ---- */

/* The terms that each family of kernels has a delta for. */
static const struct {
    uint32_t terms;
    bool columns;
    const char *name;
} families[FAMILY_COUNT] = {
#define FAMILY_ROW(name, columns, terms) {terms, columns, #name},
    FAMILIES(FAMILY_ROW)
#undef FAMILY_ROW
};

/* What the placements of the boards' piece, all of them in the game's order, do to each board: whether it loses, clears rows, and by
 * how much it changes the count of each feature of a set. */
typedef struct {
    int n;
    Move move[TETRIS_MOVES_MAX];
    bool loses[BOARDS][TETRIS_MOVES_MAX], clears[BOARDS][TETRIS_MOVES_MAX];
    int16_t change[BOARDS][TETRIS_MOVES_MAX][TETRIS_FEATURES];
    TetrisState met[BOARDS]; /* the boards with the piece */
} Changes;

/* What a feature of the move counts starts from nothing. */
static int change_of(const Boards *b, int i, int feature, const TetrisState *after)
{
    int old = feature == TETRIS_LANDING_HEIGHT ? 0 : b->count[i][feature];
    return count_of(&b->rules, feature, &b->board[i], after) - old;
}

static void try_placements(const Boards *b, const FeatureSet *set, int i, Changes *c)
{
    c->met[i] = b->board[i];
    c->met[i].piece = b->piece;
    for (int p = 0; p < c->n; p++) {
        const TetrisShape *shape = &tetris_pieces[b->piece].shape[tetris_orientation(c->move[p])];
        int x = tetris_column(c->move[p]), y = tetris_landing(&b->board[i], shape, x);
        TetrisState after = b->board[i];
        c->loses[i][p] = y + shape->height > b->rules.height;
        if (c->loses[i][p]) continue;
        tetris_place(&b->rules, &after, shape, x, y);
        c->clears[i][p] = after.cleared > 0;
        for (int k = 0; k < set->n && !c->clears[i][p]; k++) c->change[i][p][k] = (int16_t)change_of(b, i, set->index[k], &after);
    }
}

static Changes *changes_create(const Boards *b, const FeatureSet *set)
{
    Changes *c = mem_new(1, sizeof *c);
    for (int o = 0; o < tetris_pieces[b->piece].orientations; o++)
        for (int x = 0; x + tetris_pieces[b->piece].shape[o].width <= b->rules.width; x++) c->move[c->n++] = tetris_move(o, x);
    for (int i = 0; i < BOARDS; i++) try_placements(b, set, i, c);
    return c;
}

/* The features with a delta in this family. A plan for all of them takes this family and no other. */
static FeatureSet features_of(const Boards *b, int family, int *index)
{
    FeatureSet set = {.name = families[family].name, .index = index};
    for (int i = 0; i < b->n_known; i++) {
        Term t = b->term[b->known[i]];
        bool has = t < DELTA_TERMS ? (families[family].terms >> t & 1) != 0 : t >= SCALAR_TERMS && families[family].columns;
        if (has) index[set.n++] = b->known[i];
    }
    return set;
}

/* The whole number for the weight of feature k of the set, all others being 0. */
static int scale_of(const Plan *plan, const PackedWeights *w, int k)
{
    Term term = plan->feature[k].term;
    for (int i = 0; i < plan->slots; i++)
        if (plan->slot[i].term == (int16_t)term) return w->q[plan->slot[i].q];
    return w->landing_height;
}

/* One group: in lane l board `which[l]`, with a weight for feature `of[l]` alone. */
typedef struct {
    int n, which[LANES_MAX], of[LANES_MAX];
} Lot;

static bool compare_lot(Boards *b, const Lanes *l, const Plan *plan, const FeatureSet *set, const PackedWeights *w, Changes *c,
                        bool tall, const Lot *lot, void *scratch)
{
    static _Thread_local int32_t score[TETRIS_MOVES_MAX * LANES_MAX];
    const Kernel *kernel = plan->kernel[tall];
    uint32_t marked[TETRIS_MOVES_MAX];
    LaneGroup g = {.kind = b->piece + (tall ? TETRIS_PIECES : 0), .n = lot->n};
    for (int i = 0; i < lot->n; i++) {
        g.state[i] = tall ? &b->tall[lot->which[i]] : &b->low[lot->which[i]];
        g.weights[i] = &w[lot->of[i]];
    }
    int n = kernel->scores(plan, &g, score, marked, scratch);
    Table t = {.game = game, .rules = &b->rules, .set = set};
    for (int i = 0; i < lot->n; i++) {
        int which = lot->which[i], k = lot->of[i], scale = scale_of(plan, &w[k], k);
        Context about = {.share = b->share, .isa = l->isa, .bits = kernel->bits, .t = &t, .before = &c->met[which], .move = -1};
        if (n != c->n) return differ(&about, "%d placements instead of %d", n, c->n);
        for (int p = 0; p < n; p++) {
            bool is_marked = marked[p] >> i & 1;
            int found = score[p * kernel->lanes + i], expected = scale * c->change[which][p][k];
            EqualCounts *counts = b->share->counts;
            about.move = c->move[p];
            if (c->loses[which][p] != (found == INT32_MIN && !is_marked)) return differ(&about, "does it lose?");
            counts->n[EQUAL_N_LOSING] += c->loses[which][p];
            counts->n[EQUAL_N_MARKED] += is_marked;
            if (c->loses[which][p] || is_marked) continue;
            if (c->clears[which][p]) return differ(&about, "it clears a row and is not marked");
            counts->n[EQUAL_N_PLACEMENTS]++;
            if (found != expected)
                return differ(&about, "change of %s: %g, reference %d", tetris_features[set->index[k]].name,
                              (double)found / scale, c->change[which][p][k]);
        }
    }
    return true;
}

/* Every board with every feature, in lanes that are neither all of one board nor all of one feature. all_tall: short boards as well. */
static bool compare_form(Boards *b, const Lanes *l, const Plan *plan, const FeatureSet *set, const PackedWeights *w, Changes *c,
                         bool tall, bool all_tall)
{
    int boards[BOARDS], n = 0;
    Lot lot = {0};
    void *scratch = mem_lines(l->scratch_bytes);
    bool good = true;
    for (int i = 0; i < BOARDS; i++)
        if ((all_tall || wants_tall(plan, &b->board[i])) == tall) boards[n++] = i;
    for (int j = 0; good && j < n * set->n; j++) {
        lot.which[lot.n] = boards[j % n];
        lot.of[lot.n++] = (j / n + j) % set->n;
        if (lot.n < plan->kernel[tall]->lanes && j < n * set->n - 1) continue;
        good = compare_lot(b, l, plan, set, w, c, tall, &lot, scratch);
        lot.n = 0;
    }
    free(scratch);
    return good;
}

static bool compare_changes(Boards *b, const Lanes *l, int family, const FeatureSet *set, Changes *c)
{
    Plan *plan = mem_lines(l->plan_bytes);
    PackedWeights *w = mem_lines(TETRIS_FEATURES * sizeof *w);
    double unit[TETRIS_FEATURES] = {0};
    Table t = {.game = game, .rules = &b->rules, .set = set};
    Context about = {.share = b->share, .isa = l->isa, .t = &t, .move = -1};
    bool good = true;
    l->plan(&b->rules, set, plan);
    if (plan->family != family || plan->all_afresh)
        good = differ(&about, "the plan takes family %s", families[plan->family].name);
    for (int k = 0; k < set->n; k++) {
        unit[k] = 1;
        l->weigh(plan, unit, &w[k]);
        unit[k] = 0;
        if (scale_of(plan, &w[k], k) == 0) good = differ(&about, "%s has no weight", tetris_features[set->index[k]].name);
    }
    bool all_tall = !plan->always_short && b->share->r.state >> 62 == 0;
    for (int tall = 0; tall < 2; tall++) good = good && compare_form(b, l, plan, set, w, c, tall, all_tall);
    free(w);
    free(plan);
    return good;
}

static void boards_fill(Share *k, Boards *b)
{
    TetrisState sequence = {0};
    b->share = k;
    sample_rules(&k->r, &b->rules);
    b->piece = below(&k->r, TETRIS_PIECES);
    for (int f = 0; f < TETRIS_FEATURES; f++) {
        Finding finding[FINDINGS_MAX];
        FeatureSet one = {.index = &f, .n = 1};
        if (game->check_set(&b->rules, &one, finding) == 0) b->known[b->n_known++] = f;
    }
    for (int i = 0; i < BOARDS; i++) {
        TetrisState *s = &b->board[i];
        sample_board(&k->r, &b->rules, &sequence, s);
        pack_board(&b->rules, s, false, &b->low[i]);
        pack_board(&b->rules, s, true, &b->tall[i]);
        for (int f = 0; f < b->n_known; f++) b->count[i][b->known[f]] = count_of(&b->rules, b->known[f], s, s);
    }
}

static bool share_features(Share *k)
{
    bool good = true;
    for (int done = 0; good && done < EQUAL_BOARDS; done += BOARDS) {
        int family = below(&k->r, FAMILY_COUNT), index[TETRIS_FEATURES];
        Boards *b = mem_lines(sizeof *b);
        memset(b, 0, sizeof *b);
        boards_fill(k, b);
        for (int l = 0; good && k->lanes[l] != NULL; l++) good = compare_features(b, k->lanes[l]);
        FeatureSet set = features_of(b, family, index);
        Changes *c = changes_create(b, &set);
        for (int l = 0; good && k->lanes[l] != NULL; l++) good = compare_changes(b, k->lanes[l], family, &set, c);
        k->counts->n[EQUAL_N_BOARDS] += BOARDS;
        free(c);
        free(b);
    }
    return good;
}

/* ---- decisions ---- */

static void choose_all(Cases *c, const Agent *agent)
{
    for (int i = 0; i < c->n; i++) {
        c->after[i] = c->before[i];
        if (c->before[i].lost) continue;
        c->move[i] = agent->choose(&c->table, &c->before[i], c->w[i], c->scratch);
        game->apply(&c->rules, &c->after[i], c->move[i]);
    }
}

/* Whether two moves have the highest value. */
static bool is_tie(const Cases *c, int i)
{
    Move move[TETRIS_MOVES_MAX];
    int n = game->moves(&c->rules, &c->before[i], move), best = 0;
    double most = -HUGE_VAL;
    for (int k = 0; k < n; k++) {
        TetrisState after = c->before[i];
        game->apply(&c->rules, &after, move[k]);
        double value = table_value(&c->table, &c->before[i], &after, c->w[i]);
        if (value > most) {
            most = value;
            best = 0;
        }
        best += value == most;
    }
    return best > 1;
}

static void count_decisions(EqualCounts *counts, const Cases *c)
{
    for (int i = 0; i < c->n; i++) {
        counts->n[EQUAL_N_DECISIONS]++;
        counts->n[EQUAL_N_NO_MOVE] += c->before[i].lost;
        counts->n[EQUAL_N_CLEARING] += c->after[i].rows > c->before[i].rows;
    }
    for (int i = 0; i < c->n; i += 16) {
        counts->n[EQUAL_N_ASKED_FOR_TIES]++;
        counts->n[EQUAL_N_TIES] += is_tie(c, i);
    }
}

/* Each twin takes one turn, and all states are compared. */
static bool turn_and_compare(Share *k, const Cases *c, const Agent *agent)
{
    bool good = true;
    for (int l = 0; good && k->lanes[l] != NULL; l++) {
        Twin w;
        twin_create(&w, c, k->lanes[l], agent->lanes_scratch_bytes(&c->table, k->lanes[l]));
        twin_pack(&w, c);
        take_turn(k->r, &w, &c->table, agent, c->n);
        for (int i = 0; good && i < c->n; i++) good = compare(k, &w, c, i);
        twin_free(&w);
    }
    return good;
}

static bool share_decisions(Share *k)
{
    bool good = true;
    for (int done = 0; good && done < EQUAL_DECISIONS; done += EQUAL_DECISIONS / 8) {
        Cases *c = cases_create(&k->r, EQUAL_DECISIONS / 8, &agent_greedy);
        cases_fill(&k->r, c);
        choose_all(c, &agent_greedy);
        count_decisions(k->counts, c);
        good = turn_and_compare(k, c, &agent_greedy);
        cases_free(c);
    }
    return good;
}

/* ---- whole games ---- */

static void start_games(Share *k, Cases *c, Twin *w)
{
    for (int i = 0; i < c->n; i++) {
        uint64_t seed = rng_game((uint64_t)k->number, i);
        c->sort[i] = sample_weights(&k->r, &c->set, c->w[i]);
        game->start(&c->rules, seed, &c->before[i]);
        game->chance(&c->rules, &c->before[i]);
        for (int l = 0; k->lanes[l] != NULL; l++) {
            void *state = state_of(&w[l], i);
            w[l].l->weigh(w[l].plan, c->w[i], weights_of(&w[l], i));
            w[l].l->start(w[l].plan, weights_of(&w[l], i), seed, state);
            w[l].l->chance(w[l].plan, &state, 1, &w[l].kind[i]);
        }
    }
}

/* One piece in every game that is on, each followed by its chance. */
static void reference_turn(Cases *c, const bool *on)
{
    for (int i = 0; i < c->n; i++) {
        c->after[i] = c->before[i];
        if (!on[i] || c->before[i].lost) continue;
        c->move[i] = agent_greedy.choose(&c->table, &c->before[i], c->w[i], c->scratch);
        game->apply(&c->rules, &c->after[i], c->move[i]);
        game->chance(&c->rules, &c->after[i]);
    }
}

static bool twin_turn(Share *k, Twin *w, const Cases *c, const bool *on)
{
    take_turn(k->r, w, &c->table, &agent_greedy, c->n);
    for (int i = 0; i < c->n; i++) {
        void *state = state_of(w, i);
        if (!on[i]) continue;
        w->l->chance(w->plan, &state, 1, &w->kind[i]);
        if (!compare(k, w, c, i)) return false;
        if (c->before[i].lost) w->kind[i] = LANES_OVER;
    }
    return true;
}

/* All games side by side, every board compared. Leaves the last states in c->before. */
static bool play_together(Share *k, Cases *c, Twin *w)
{
    bool on[STATES], good = true;
    int left = c->n;
    for (int i = 0; i < c->n; i++) on[i] = true;
    for (int turn = 0; good && left > 0 && turn < EQUAL_PIECES; turn++) {
        reference_turn(c, on);
        for (int l = 0; good && k->lanes[l] != NULL; l++) good = twin_turn(k, &w[l], c, on);
        for (int i = 0; good && i < c->n; i++) {
            if (on[i] && c->before[i].lost) {
                on[i] = false;
                left--;
            }
            c->before[i] = c->after[i];
        }
    }
    return good;
}

static bool never(void *ctx, int turns)
{
    (void)ctx, (void)turns;
    return false;
}

/* The same games through the player, each more than once; only tallies come out. */
static bool play_jobs(Share *k, const Cases *c, const Lanes *l)
{
    static const Watch watch = {.poll = never};
    enum { JOBS = 3 * EQUAL_GAMES };
    Job job[JOBS];
    Answer answer[JOBS] = {{0}};
    JobList list = {.job = job, .n = JOBS};
    Player p;
    bool good = true;
    Context about = {.share = k, .isa = l->isa, .t = &c->table, .move = -1};
    for (int j = 0; j < JOBS; j++)
        job[j] = (Job){.x = c->w[j / 3], .seed = rng_game((uint64_t)k->number, j / 3), .y = &answer[j]};
    const char *why = player_make(&p, c->table, &agent_greedy, PLAYER_LANES, l->isa, EQUAL_PIECES);
    if (why != NULL) return differ(&about, "no player: %s", why);
    void *scratch = mem_lines(p.scratch_bytes);
    player_play(&p, &list, scratch, &watch);
    for (int j = 0; good && j < JOBS; j++) {
        Tally expected = game->tally(&c->before[j / 3]);
        about.w = c->w[j / 3];
        about.sort = c->sort[j / 3];
        if (!answer[j].done || (int64_t)answer[j].score != expected.score || (int64_t)answer[j].cost != expected.turns)
            good = differ(&about, "game %d through the player: %g rows, %g pieces instead of %lld, %lld", j / 3, answer[j].score,
                          answer[j].cost, (long long)expected.score, (long long)expected.turns);
    }
    free(scratch);
    player_free(&p);
    return good;
}

enum { TWINS_MAX = 8 };

static bool share_games(Share *k)
{
    Cases *c = cases_create(&k->r, EQUAL_GAMES, &agent_greedy);
    Twin w[TWINS_MAX];
    int n = 0;
    for (; k->lanes[n] != NULL; n++) twin_create(&w[n], c, k->lanes[n], k->lanes[n]->scratch_bytes);
    start_games(k, c, w);
    bool good = play_together(k, c, w);
    for (int l = 0; good && l < n; l++) good = play_jobs(k, c, k->lanes[l]);
    for (int i = 0; i < c->n; i++) {
        k->counts->n[EQUAL_N_GAMES]++;
        k->counts->n[EQUAL_N_PIECES] += c->before[i].pieces;
        k->counts->n[EQUAL_N_FULL_GAMES] += c->before[i].pieces == EQUAL_PIECES;
    }
    while (n > 0) twin_free(&w[--n]);
    cases_free(c);
    return good;
}

/* ---- look-ahead ---- */

/* The moves of c->before[i], what they lead to, and their values; most: the highest, -HUGE_VAL where none is a number or none is there. */
typedef struct {
    int n;
    Move move[TETRIS_MOVES_MAX];
    TetrisState after[TETRIS_MOVES_MAX];
    double value[TETRIS_MOVES_MAX], most;
} Moves;

static void find_moves(const Cases *c, int i, Moves *m)
{
    m->n = game->moves(&c->rules, &c->before[i], m->move);
    m->most = -HUGE_VAL;
    for (int k = 0; k < m->n; k++) {
        m->after[k] = c->before[i];
        game->apply(&c->rules, &m->after[k], m->move[k]);
        m->value[k] = table_value(&c->table, &c->before[i], &m->after[k], c->w[i]);
        if (m->value[k] > m->most) m->most = m->value[k];
    }
}

/* Whether two doubles are the same, or both no numbers. */
static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Whether an approximation keeps to its slack. Without a bound it may be anything. */
static bool near(double found, double expected, double slack)
{
    return slack == HUGE_VAL || found == expected || fabs(found - expected) <= slack;
}

/* State i of the lanes, which is asked about. */
typedef struct {
    const Twin *w;
    const Cases *c;
    int i;
    const Moves *m;
    Context about;
    double slack;
} Asked;

/* Whether a move leads to the state it should lead to, and what can be asked of that. */
static bool compare_next(const Asked *a, int k, const PackedState *s)
{
    const Lanes *l = a->w->l;
    const TetrisState *expected = &a->m->after[k];
    TetrisState found;
    Context about = a->about;
    int odds[TETRIS_PIECES], expected_odds[TETRIS_PIECES], kind = l->kind(a->w->plan, s);
    unpack(&a->c->rules, s, &found);
    about.move = a->m->move[k];
    about.expected = expected;
    about.found = &found;
    if (!board_equal(&a->c->rules, &found, expected) || !same_tally(l->tally(s), game->tally(expected)) ||
        !same_pieces(&found, expected))
        return differ(&about, "`after` leads to another state");
    if (s->score != score_of(a->w->plan, &a->c->set, weights_of(a->w, a->i), expected))
        return differ(&about, "the score kept in a state that `after` leads to");
    bool waits = expected->piece == TETRIS_NO_PIECE;
    if (waits ? kind != LANES_WAITING : kind == LANES_WAITING || (kind == LANES_OVER && !expected->lost))
        return differ(&about, "a state that `after` leads to is of kind %d", kind);
    int n = expected->lost ? 0 : game->outcomes(&a->c->rules, expected, expected_odds);
    if (!expected->lost && (l->outcomes(a->w->plan, s, odds) != n || memcmp(odds, expected_odds, (size_t)n * sizeof *odds) != 0))
        return differ(&about, "outcomes after a move");
    return true;
}

/* What `after` writes for one state: its moves, their values, the states they lead to; and the exact values. */
static bool compare_after(const Asked *a, int count, const Move *move, const double *value, const char *next)
{
    const Lanes *l = a->w->l;
    if (count != a->m->n) return differ(&a->about, "%d moves instead of %d", count, a->m->n);
    for (int k = 0; k < count; k++) {
        Context about = a->about;
        about.move = a->m->move[k];
        if (move[k] != a->m->move[k]) return differ(&about, "move %d of the state is %d", k, move[k]);
        if (!near(value[k], a->m->value[k], a->slack))
            return differ(&about, "value of the move: %.17g, reference %.17g, slack %g", value[k], a->m->value[k], a->slack);
        double exact = l->value_of(a->w->plan, state_of(a->w, a->i), weights_of(a->w, a->i), move[k]);
        if (!same(exact, a->m->value[k])) return differ(&about, "value_of: %.17g, reference %.17g", exact, a->m->value[k]);
        if (!compare_next(a, k, (const PackedState *)(const void *)(next + (size_t)k * l->state_bytes))) return false;
    }
    return true;
}

/* Where there is no move both ways say so; where there is one whose value is a number, neither does. */
static bool compare_values(const Asked *a, double roughly, double exactly)
{
    if (!same(exactly, a->m->most)) return differ(&a->about, "exact value: %.17g, reference %.17g", exactly, a->m->most);
    if (a->m->most == -HUGE_VAL && a->m->n > 0) return true;
    if ((roughly == -HUGE_VAL) != (a->m->n == 0) || !near(roughly, a->m->most, a->slack))
        return differ(&a->about, "value: %.17g, reference %.17g, slack %g", roughly, a->m->most, a->slack);
    return true;
}

static bool ask_group(const Share *k, Twin *w, const Cases *c, const Moves *m, const LaneGroup *group, const int *member)
{
    static _Thread_local double exactly[LANES_MAX], roughly[LANES_MAX], value[LANES_MAX * TETRIS_MOVES_MAX];
    static _Thread_local Move move[LANES_MAX * TETRIS_MOVES_MAX];
    const Lanes *l = w->l;
    const size_t plane = TETRIS_MOVES_MAX * l->state_bytes;
    int count[LANES_MAX];
    char *next = mem_lines(LANES_MAX * plane);
    bool good = true;
    l->value(w->plan, group, 1, true, exactly, w->scratch);
    l->value(w->plan, group, 1, false, roughly, w->scratch);
    l->after(w->plan, group, count, move, value, next, w->scratch);
    for (int j = 0; good && j < group->n; j++) {
        Asked a = {w, c, member[j], &m[member[j]], context(k, w, c, member[j]), l->slack(w->plan, group->weights[j])};
        good = compare_values(&a, roughly[j], exactly[j]) &&
               compare_after(&a, count[j], move + j * TETRIS_MOVES_MAX, value + j * TETRIS_MOVES_MAX, next + (size_t)j * plane);
    }
    free(next);
    return good;
}

/* The values of several groups at a time are those of each alone. */
static bool ask_together(const Share *k, Twin *w, const Cases *c, const Moves *m, const LaneGroup *group,
                         int (*member)[LANES_MAX], int n)
{
    static _Thread_local double value[STATES * LANES_MAX];
    for (int first = 0; first < n; first += w->l->groups_max) {
        int some = n - first < w->l->groups_max ? n - first : w->l->groups_max;
        w->l->value(w->plan, group + first, some, true, value + first * LANES_MAX, w->scratch);
    }
    for (int g = 0; g < n; g++)
        for (int j = 0; j < group[g].n; j++) {
            Context about = context(k, w, c, member[g][j]);
            double found = value[g * LANES_MAX + j], expected = m[member[g][j]].most;
            if (!same(found, expected))
                return differ(&about, "exact value among groups: %.17g, reference %.17g", found, expected);
        }
    return true;
}

static bool ask_twin(const Share *k, const Lanes *l, const Cases *c, const Moves *m)
{
    Twin w;
    LaneGroup group[STATES];
    int member[STATES][LANES_MAX];
    twin_create(&w, c, l, l->scratch_bytes);
    twin_pack(&w, c);
    int n = make_groups(k->r, &w, c->n, group, member);
    bool good = ask_together(k, &w, c, m, group, member, n);
    for (int g = 0; good && g < n; g++) good = ask_group(k, &w, c, m, &group[g], member[g]);
    twin_free(&w);
    return good;
}

static bool compare_primitives(Share *k)
{
    Cases *c = cases_create(&k->r, EQUAL_VALUES, &agent_greedy);
    Moves *m = mem_new((size_t)c->n, sizeof *m);
    bool good = true;
    cases_fill(&k->r, c);
    for (int i = 0; i < c->n; i++) {
        find_moves(c, i, &m[i]);
        k->counts->n[EQUAL_N_MOVES_AHEAD] += m[i].n;
    }
    k->counts->n[EQUAL_N_VALUES] += c->n;
    for (int l = 0; good && k->lanes[l] != NULL; l++) good = ask_twin(k, k->lanes[l], c, m);
    free(m);
    cases_free(c);
    return good;
}

/* The agent on lanes; without a preview the reference takes seven times as long, so it is asked about fewer states. */
static bool compare_agent(Share *k)
{
    Cases *c = cases_create(&k->r, 1, &agent_lookahead);
    c->n = c->rules.preview ? 24 : 4;
    cases_fill(&k->r, c);
    choose_all(c, &agent_lookahead);
    k->counts->n[EQUAL_N_TURNS] += c->n;
    bool good = turn_and_compare(k, c, &agent_lookahead);
    cases_free(c);
    return good;
}

static bool share_ahead(Share *k)
{
    return compare_primitives(k) && compare_agent(k);
}

/* ---- shares ---- */

static bool run_share(EqualDepth depth, int number, const Lanes *const *lanes, EqualCounts *counts)
{
    static bool (*const run[EQUAL_DEPTHS])(Share *) = {share_features, share_decisions, share_games, share_ahead};
    Share k = {.depth = depth, .number = number, .lanes = lanes, .counts = counts};
    rng_stream(&k.r, rng_key((uint64_t)number, RNG_TEST, 100 + (uint64_t)depth));
    return run[depth](&k);
}

bool equal_shares(EqualDepth depth, int first, int n, const Lanes *const *lanes, EqualCounts *counts)
{
    bool good = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : good)
    for (int i = first; i < first + n; i++) {
        EqualCounts own = {{0}};
        good = run_share(depth, i, lanes, &own) && good;
#pragma omp critical(equal_counts)
        for (int j = 0; j < EQUAL_N; j++) counts->n[j] += own.n[j];
    }
    return good;
}

int equal_lanes(const Lanes **lanes)
{
    int n = 0;
    for (int i = 0; tetris_lanes[i] != NULL; i++) {
        bool runs = tetris_lanes[i]->runs_here();
        printf("%s: %s\n", tetris_lanes[i]->isa, runs ? "compared" : "skipped, this processor does not have it");
        if (runs) lanes[n++] = tetris_lanes[i];
    }
    lanes[n] = NULL;
    return n;
}
