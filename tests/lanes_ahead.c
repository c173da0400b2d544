/* lanes_ahead.c. What a player who looks ahead asks of the lanes, and that player himself, against the reference. */
#include "tests/helpers.h"
#include "tests/lanes_cases.h"
#include "tests/samples.h"

static const Game *const game = &game_tetris;

/* Cases on one twin; moves (n): of each. */
typedef struct {
    const Share *share;
    const Cases *c;
    const Moves *moves;
    Twin w;
} Asked;

/* About move k of case i; k < 0: about all. */
static Context about(const Asked *a, int i, int k)
{
    Context out = twin_context(a->share, &a->w, a->c, i);
    if (k < 0) return out;
    out.move = a->moves[i].move[k];
    out.expected = &a->moves[i].after[k];
    return out;
}

/* What room for states is filled with. */
enum { UNTOUCHED = 0x5A };

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

/* ---- values of states ---- */

/* Exactly: bit for bit. Roughly: within the slack, and where there is no move that is said, too. (Where there are some, but no
 * value is a number, nothing is asked of it.) */
static bool compare_values(const Asked *a, int i, double exactly, double roughly)
{
    const Moves *m = &a->moves[i];
    Context who = about(a, i, -1);
    double slack = a->w.l->slack(a->w.plan, twin_weights(&a->w, i));
    if (!same(exactly, m->most)) return cases_differ(&who, "exact value: %.17g, reference %.17g", exactly, m->most);
    if (m->n > 0 && m->most == -HUGE_VAL) return true;
    if ((roughly == -HUGE_VAL) != (m->n == 0) || !near(roughly, m->most, slack))
        return cases_differ(&who, "value: %.17g, reference %.17g, slack %g", roughly, m->most, slack);
    return true;
}

/* As many groups at a time as may be. */
static bool ask_values(const Asked *a, const LaneGroup *group, int (*member)[LANES_MAX], int n)
{
    const Lanes *l = a->w.l;
    OWNED double *roughly = mem_new(2 * (size_t)n * LANES_MAX, sizeof *roughly);
    double *const exactly = roughly + n * LANES_MAX;
    for (int exact = 0; exact < 2; exact++)
        for (int g = 0; g < n; g += l->groups_max) {
            int some = n - g < l->groups_max ? n - g : l->groups_max;
            l->value(a->w.plan, group + g, some, exact, (exact ? exactly : roughly) + g * LANES_MAX, a->w.scratch);
        }
    for (int g = 0; g < n; g++)
        for (int j = 0; j < group[g].n; j++)
            if (!compare_values(a, member[g][j], exactly[g * LANES_MAX + j], roughly[g * LANES_MAX + j])) return false;
    return true;
}

/* ---- moves, and what follows them ---- */

/* What may happen in a state that a move has led to; and one outcome of it, on a copy. */
static bool compare_chance(const Asked *a, int i, int k, const PackedState *s)
{
    const Lanes *l = a->w.l;
    int odds[TETRIS_PIECES], expected_odds[TETRIS_PIECES], outcome = k % TETRIS_TETROMINOES;
    Context who = about(a, i, k);
    TetrisState met = *who.expected;
    OWNED PackedState *copy = mem_lines(l->state_bytes);
    int n = game->outcomes(&a->c->rules, &met, expected_odds);
    bool good = l->outcomes(a->w.plan, s, odds) == n && memcmp(odds, expected_odds, (size_t)n * sizeof *odds) == 0;
    memcpy(copy, s, l->state_bytes);
    if (good && n > 0) {
        game->happen(&a->c->rules, &met, outcome);
        int kind = l->happen(a->w.plan, copy, outcome);
        good = twin_same(&a->w, copy, &met) && (kind >= 0 || met.lost);
    }
    return good ? true : cases_differ(&who, "what may happen after the move, or what is when piece %d does", outcome);
}

/* Of a lost game the lanes need not know yet. */
static bool compare_next(const Asked *a, int i, int k, const PackedState *s)
{
    Context who = about(a, i, k);
    const int kind = a->w.l->kind(a->w.plan, s);
    if (!twin_holds(&a->w, s, a->c, i, who, "`after`")) return false;
    if (who.expected->lost) return true;
    if (who.expected->piece == TETRIS_NO_PIECE ? kind != LANES_WAITING : kind < 0)
        return cases_differ(&who, "`after` leads to a state of kind %d", kind);
    return compare_chance(a, i, k, s);
}

/* The own features of a move, and those of the board that it has led to. */
static bool compare_parts(const Asked *a, int i, int k, const void *next)
{
    const Lanes *l = a->w.l;
    const Moves *m = &a->moves[i];
    double own, board, found[3];
    Context who = about(a, i, k);
    rules_parts(&a->c->r, &a->c->before[i], &m->after[k], a->c->w[i], &own, &board);
    l->parts(a->w.plan, twin_state(&a->w, i), twin_weights(&a->w, i), m->move[k], next, &found[0], &found[1]);
    l->parts(a->w.plan, twin_state(&a->w, i), twin_weights(&a->w, i), m->move[k], next, &found[2], NULL);
    if (same(found[0], own) && same(found[1], board) && same(found[2], own)) return true;
    return cases_differ(&who, "parts: %.17g (%.17g) and %.17g, reference %.17g and %.17g", found[0], found[2], found[1], own,
                        board);
}

/* Of a move that was not wanted: the room of the state after it is as before. */
static bool is_untouched(const char *state, size_t bytes)
{
    return state[0] == UNTOUCHED && memcmp(state, state + 1, bytes - 1) == 0; /* each byte is the one before it */
}

/* What `moves` and `after` write for case i. value_of and parts are asked, too. */
static bool compare_moves(const Asked *a, int i, int n, const Move *move, const double *value, const bool *wanted,
                          const char *next)
{
    const Lanes *l = a->w.l;
    const Moves *m = &a->moves[i];
    double slack = l->slack(a->w.plan, twin_weights(&a->w, i));
    Context who = about(a, i, -1);
    if (n != m->n) return cases_differ(&who, "%d moves instead of %d", n, m->n);
    for (int k = 0; k < n; k++) {
        who = about(a, i, k);
        if (move[k] != m->move[k]) return cases_differ(&who, "this is move %d, `moves` has %d there", k, move[k]);
        if (!near(value[k], m->value[k], slack))
            return cases_differ(&who, "value of the move: %.17g, reference %.17g, slack %g", value[k], m->value[k], slack);
        double exact = l->value_of(a->w.plan, twin_state(&a->w, i), twin_weights(&a->w, i), move[k]);
        if (!same(exact, m->value[k])) return cases_differ(&who, "value_of: %.17g, reference %.17g", exact, m->value[k]);
        const void *state = next + (size_t)k * l->state_bytes;
        if (!wanted[k] && !is_untouched(state, l->state_bytes)) return cases_differ(&who, "`after` wrote what is not wanted");
        if (wanted[k] && (!compare_next(a, i, k, state) || !compare_parts(a, i, k, state))) return false;
    }
    return true;
}

static bool ask_moves(const Asked *a, const LaneGroup *group, const int *member)
{
    const Lanes *l = a->w.l;
    const size_t plane = LANES_MAX * TETRIS_MOVES_MAX;
    int count[LANES_MAX];
    OWNED Move *move = mem_new(plane, sizeof *move);
    OWNED double *value = mem_new(plane, sizeof *value);
    OWNED char *next = mem_lines(plane * l->state_bytes);
    bool wanted[LANES_MAX * TETRIS_MOVES_MAX];
    Rng rng = a->share->r;
    for (size_t k = 0; k < plane; k++) wanted[k] = rng_below(&rng, 8) > 0;
    memset(next, UNTOUCHED, plane * l->state_bytes);
    l->moves(a->w.plan, group, count, move, value, a->w.scratch);
    l->after(a->w.plan, group, wanted, next, a->w.scratch);
    for (int j = 0; j < group->n; j++) {
        const size_t first = (size_t)j * TETRIS_MOVES_MAX;
        const char *states = next + first * l->state_bytes;
        if (!compare_moves(a, member[j], count[j], move + first, value + first, wanted + first, states)) return false;
    }
    return true;
}

/* ---- a share ---- */

static bool ask_twin(const Share *k, const Lanes *l, const Cases *c, const Moves *m)
{
    LaneGroup group[CASES_MAX];
    int member[CASES_MAX][LANES_MAX];
    CLOSED(twin_free) Twin t;
    twin_create(&t, &c->r, l, l->scratch_bytes);
    twin_pack(&t, c);
    const Asked a = {.share = k, .c = c, .moves = m, .w = t};
    const int n = twin_groups(&k->r, &t, c->n, group, member);
    if (!ask_values(&a, group, member, n)) return false;
    for (int g = 0; g < n; g++)
        if (!ask_moves(&a, &group[g], member[g])) return false;
    return true;
}

static bool compare_answers(Share *k)
{
    CLOSED(cases_free) Cases *c = cases_create(&k->r, EQUAL_VALUES, &agent_greedy);
    OWNED Moves *m = mem_new((size_t)c->n, sizeof *m);
    cases_fill(&k->r, c);
    for (int i = 0; i < c->n; i++) {
        cases_moves(c, i, &m[i]);
        k->counts->n[EQUAL_N_MOVES_AHEAD] += m[i].n;
    }
    k->counts->n[EQUAL_N_VALUES] += c->n;
    for (int l = 0; k->lanes[l] != NULL; l++)
        if (!ask_twin(k, k->lanes[l], c, m)) return false;
    return true;
}

/* The agent on lanes; without a preview the reference takes seven times as long, so it is asked about fewer states. */
static bool compare_agent(Share *k, bool any_options)
{
    LookaheadOptions options = {.where = ALWAYS};
    CLOSED(cases_free) Cases *c = cases_create(&k->r, 1, &agent_lookahead);
    if (any_options) sample_lookahead(&k->r, &options);
    c->r.options = &options;
    c->n = c->rules.preview ? 24 : 4;
    cases_fill(&k->r, c);
    cases_choose(c, &agent_lookahead);
    k->counts->n[EQUAL_N_TURNS] += c->n;
    return cases_compare(k, c, &agent_lookahead, false);
}

bool equal_ahead(Share *k)
{
    return compare_answers(k) && compare_agent(k, false) && compare_agent(k, true);
}
