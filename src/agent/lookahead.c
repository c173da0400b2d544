/* lookahead.c. Two moves deep: a move is judged together with the best move that can follow it.
 *
 * The second move may be known (a piece that is shown) or depend on chance; then every outcome is looked at. With worth = both a
 * first move has
 *     lost    share of the odds of the outcomes after which no second move is left; without a chance 0 or 1
 *     worth   V1 + mean of V2: the values of the first move and of the best second move after each outcome. Each value is that of
 *             its own move. The mean is over the outcomes that leave a second move, in the game's order: sum of odds x V2,
 *             divided by the sum of odds. If no outcome leaves one, worth is V1
 * The agent makes the move with the least lost; of equal ones that with the highest worth, then the first. So the board after the
 * first move counts twice: as itself, and as the ground of the second.
 * With worth = own-last only the last board counts. V1 = own1 + board1: the sums over the features of the move (Feature.of_move)
 * and over the others. lost is always 0, and
 *     worth   own1 + mean of V2 over all outcomes; one without a second move counts as board1 - loss, where loss is the key
 *             `lost` times the largest |weight|
 * Features of a whole sequence of moves (ntris) are not of_move, since their values after the last move cover the earlier ones.
 * If the level `where` of the state is not above `above`, the greedy move is made. If `best` is above 0, only so many first moves
 * are looked at: those of the highest V1, the first of equals.
 * Source: the two-piece controllers of the field, e.g. P. Fahey 2003; V1 + V2 instead of V2 alone: a row cleared by the first
 * piece counts as much as one cleared by the second. */
#include "agent/agent.h"
#include "agent/prospect.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

/* One choice of a move. All but r and w lies in the scratch. */
typedef struct {
    const Rules *r;
    const double *w;                 /* (set->n) */
    void *first;                     /* state after a first move */
    void *met;                       /* state after an outcome of the chance that follows */
    void *second;                    /* state after a second move */
    Move *move, *reply;              /* (moves_max) each: first moves, second moves */
    int *odds;                       /* (outcomes_max) */
    double *value;                   /* (moves_max): of the first moves alone */
    bool *looked;                    /* (moves_max): which first moves are looked at */
    const LookaheadOptions *options; /* borrowed */
    double loss;                     /* what an outcome without a second move costs, with worth = own-last */
} Look;

static size_t lay_out(Look *l, const Rules *r, char *scratch)
{
    const Game *g = r->game;
    size_t used = 0;
    l->first = take_room(scratch, &used, g->state_bytes);
    l->met = take_room(scratch, &used, g->state_bytes);
    l->second = take_room(scratch, &used, g->state_bytes);
    l->move = take_room(scratch, &used, (size_t)g->moves_max * sizeof *l->move);
    l->reply = take_room(scratch, &used, (size_t)g->moves_max * sizeof *l->reply);
    l->odds = take_room(scratch, &used, (size_t)g->outcomes_max * sizeof *l->odds);
    l->value = take_room(scratch, &used, (size_t)g->moves_max * sizeof *l->value);
    l->looked = take_room(scratch, &used, (size_t)g->moves_max * sizeof *l->looked);
    return used;
}

static size_t scratch_bytes(const Rules *r)
{
    const size_t look = lay_out(&(Look){0}, r, NULL), greedy = greedy_bytes(r);
    return look > greedy ? look : greedy;
}

/* Makes a move on a copy of the state, in `after`; returns its value. */
static double try_move(const Look *l, const void *state, Move m, void *after)
{
    memcpy(after, state, l->r->game->state_bytes);
    l->r->game->apply(l->r->rules, after, m);
    return rules_value(l->r, state, after, l->w);
}

/* The value of the best second move in state; if there is none, `instead`. */
static double best_reply(const Look *l, const void *state, double instead)
{
    int n = l->r->game->moves(l->r->rules, state, l->reply);
    double best = LOOKAHEAD_NONE;
    search_spend(l->r->limit, n);
    for (int i = 0; i < n; i++) {
        double value = try_move(l, state, l->reply[i], l->second);
        if (value > best) best = value;
    }
    return best == LOOKAHEAD_NONE ? instead : best;
}

/* The prospect of a first move of this value that has led to l->first. instead: what an outcome without a second move counts as.
 * A chance matters only if it comes before the second move. */
static Prospect judge_first(const Look *l, double value, double instead)
{
    const Game *g = l->r->game;
    Outlook outlook = {0};
    bool known = g->moves(l->r->rules, l->first, l->reply) > 0;
    int n = known ? 0 : g->outcomes(l->r->rules, l->first, l->odds);
    if (n == 0) return prospect_for_certain(value, best_reply(l, l->first, instead));
    for (int i = 0; i < n; i++) {
        if (l->odds[i] == 0) continue;
        memcpy(l->met, l->first, g->state_bytes);
        g->happen(l->r->rules, l->met, i);
        outlook_add(&outlook, l->odds[i], best_reply(l, l->met, instead));
    }
    return prospect_by_chance(value, outlook);
}

/* The prospect of first move number i. */
static Prospect look_behind(const Look *l, const void *state, int i)
{
    double own, board;
    const double value = try_move(l, state, l->move[i], l->first);
    if (l->options->worth == WORTH_BOTH) return judge_first(l, value, LOOKAHEAD_NONE);
    rules_parts(l->r, state, l->first, l->w, &own, &board);
    return judge_first(l, own, board - l->loss);
}

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    const LookaheadOptions *o = r->options;
    Look l = {.r = r, .w = w, .options = o, .loss = lookahead_loss(o, w, r->set->n)};
    const int level = lookahead_level(r->game, o);
    if (level >= 0 && r->game->level(r->rules, level, state) <= o->above) return greedy_move(r, state, w, rules_value, scratch);
    lay_out(&l, r, scratch);
    int n = r->game->moves(r->rules, state, l.move), chosen = -1;
    assert(n >= 1 && n <= r->game->moves_max);
    const int most = o->best > 0 && o->best < n ? o->best : n; /* so many first moves are looked at */
    search_count(r->limit, most);                              /* where each of them loses there is no reply to count */
    for (int i = 0; i < n; i++) l.value[i] = most < n ? try_move(&l, state, l.move[i], l.first) : 0;
    mark_highest(l.value, NULL, n, most, l.looked);
    Prospect best = prospect_worst;
    for (int i = 0; i < n; i++) {
        if (!l.looked[i] || search_ended(r->limit)) continue;
        if (chosen < 0) chosen = i;
        Prospect p = look_behind(&l, state, i);
        if (!prospect_better(p, best)) continue;
        best = p;
        chosen = i;
    }
    return l.move[chosen > 0 ? chosen : 0];
}

/* ---- one game alone ---- */

static bool is_beyond(const Lanes *l, const void *plan, const void *state, const Bounds *until)
{
    const int level = until->level >= 0 ? l->level(plan, until->level, state) : 0;
    return until->level >= 0 && (level >= until->high || level <= until->low);
}

/* Plays greedily with Lanes.play until the level is above the bound, and from there turn by turn. */
static void play(const Rules *r, const Lanes *l, const void *plan, const void *weights, void *state, const Bounds *until,
                 void *scratch)
{
    const LookaheadOptions *o = r->options;
    const Watch watch = {lookahead_level(r->game, o), o->above};
    Bounds left = *until;
    assert(watch.level >= 0 && until->watch == NULL);
    left.watch = &watch;
    for (int kind; left.turns > 0 && (kind = l->kind(plan, state)) != LANES_OVER;) {
        const int64_t before = l->tally(state).turns;
        if (l->level(plan, watch.level, state) > o->above) {
            const LaneGroup alone = {.kind = kind, .n = 1, .state = {state}, .weights = {weights}};
            lookahead_turn(r, l, plan, &alone, 1, scratch);
            l->chance(plan, &state, 1, &kind);
        } else {
            l->play(plan, weights, state, &left, scratch);
        }
        const int64_t made = l->tally(state).turns - before;
        left.turns -= made;
        if (made == 0 || is_beyond(l, plan, state, until) || search_due(r->limit)) return;
    }
}

/* If it always looks ahead, many games side by side are faster, since vectors are fuller. */
static bool plays(const Rules *r)
{
    return lookahead_level(r->game, r->options) >= 0;
}

static int check(const Rules *r, Finding *out)
{
    const LookaheadOptions *o = r->options;
    char names[PARAM_WHY_MAX];
    Text text = text_in(names, sizeof names);
    if (strcmp(o->where, ALWAYS) == 0 || lookahead_level(r->game, o) >= 0) return 0;
    for (int i = 0; i < r->game->n_levels; i++) text_add(&text, ", %s", r->game->levels[i].name);
    return finding_add(out, true, "where", "must be one of %s%s", ALWAYS, names);
}

static const char *const worths[] = {[WORTH_BOTH] = "both", [WORTH_OWN_LAST] = "own-last", NULL};

static const Param params[] = {
    {PARAM_ROW(LookaheadOptions, worth, PARAM_CHOICE, "", 0, 0, "both"), .choices = worths,
     .doc = "worth of a first move: both, its value plus the next one's; own-last, features of both moves and of the last board"},
    {PARAM_ROW(LookaheadOptions, lost, PARAM_REAL, "", 0, 1e9, "100"), .when = "worth = own-last",
     .doc = "cost of an outcome that leaves no move, in multiples of the largest weight"},
    {PARAM_ROW(LookaheadOptions, where, PARAM_TEXT, "", 0, 0, ALWAYS),
     .doc = "level of the game: above a bound the agent looks ahead, else plays greedily; or always"},
    {PARAM_ROW(LookaheadOptions, above, PARAM_INT, "", 0, 1e6, "0"), .when = "where != " ALWAYS, .doc = "the bound"},
    {PARAM_ROW(LookaheadOptions, best, PARAM_INT, "moves", 0, 1e6, "0"),
     .doc = "only this many first moves, the best by value, are continued; 0: all"},
    {0},
};

const Agent agent_lookahead = {
    .name = "lookahead",
    .doc = "judges every placement together with the best of the next piece, averaged over all that may come if none is shown",
    .params = params,
    .options_bytes = sizeof(LookaheadOptions),
    .check = check,
    .value = rules_value,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
    .lanes_scratch_bytes = lookahead_lanes_scratch_bytes,
    .turn = lookahead_turn,
    .play = play,
    .plays = plays,
};
