/* lanes_ahead.c. What a player who looks ahead asks of the lanes, and that player himself, against the reference. */
#include "tests/lanes_cases.h"

#include "base/mem.h"
#include "registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Game *const game = &game_tetris;

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
    if (!twin_same(&a->c->rules, l, s, expected)) return differ(&about, "`after` leads to another state");
    if (s->score != score_of(a->w->plan, &a->c->set, twin_weights(a->w, a->i), expected))
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
        double exact = l->value_of(a->w->plan, twin_state(a->w, a->i), twin_weights(a->w, a->i), move[k]);
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
        Asked a = {w, c, member[j], &m[member[j]], twin_context(k, w, c, member[j]), l->slack(w->plan, group->weights[j])};
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
    static _Thread_local double value[CASES_MAX * LANES_MAX];
    for (int first = 0; first < n; first += w->l->groups_max) {
        int some = n - first < w->l->groups_max ? n - first : w->l->groups_max;
        w->l->value(w->plan, group + first, some, true, value + first * LANES_MAX, w->scratch);
    }
    for (int g = 0; g < n; g++)
        for (int j = 0; j < group[g].n; j++) {
            Context about = twin_context(k, w, c, member[g][j]);
            double found = value[g * LANES_MAX + j], expected = m[member[g][j]].most;
            if (!same(found, expected))
                return differ(&about, "exact value among groups: %.17g, reference %.17g", found, expected);
        }
    return true;
}

static bool ask_twin(const Share *k, const Lanes *l, const Cases *c, const Moves *m)
{
    Twin w;
    LaneGroup group[CASES_MAX];
    int member[CASES_MAX][LANES_MAX];
    twin_create(&w, c, l, l->scratch_bytes);
    twin_pack(&w, c);
    int n = twin_groups(k->r, &w, c->n, group, member);
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
    cases_choose(c, &agent_lookahead);
    k->counts->n[EQUAL_N_TURNS] += c->n;
    bool good = cases_compare(k, c, &agent_lookahead);
    cases_free(c);
    return good;
}

bool equal_ahead(Share *k)
{
    return compare_primitives(k) && compare_agent(k);
}
