/* vector_env.c. Moves games side by side, and shows them. */
#include "eval/vector_env.h"

#include "agent/resumed.h"
#include "base/hash.h"
#include "eval/team.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* How many games make it worth waking a thread: followed on lanes; moved from outside, without features; with features; on the
 * reference, or asked of an expert that is not greedy. */
enum { GRAIN_FOLLOWED = 4096, GRAIN_MOVED = 1024, GRAIN_MEASURED = 256, GRAIN_SLOW = 4 };

/* FOLLOW_BLOCK: games that the expert moves together, many, so that groups are full. LANES_KINDS_MAX: the most kinds of lanes. */
enum { FOLLOW_BLOCK = 64 * VECTOR_BLOCK, LANES_KINDS_MAX = 64 };

/* What a thread needs to move games by the expert. A group has LANES_MAX states at most. */
typedef struct {
    int first[LANES_KINDS_MAX + 1], game[FOLLOW_BLOCK]; /* games by kind: those of kind k begin at first[k] */
    int kind[FOLLOW_BLOCK];                             /* kind of each game of the block; LANES_OVER: it is not moved */
    LaneGroup *group;                                   /* (groups_max), in the scratch */
    int32_t *made;                                      /* (groups_max, LANES_MAX), in the scratch: the actions */
    void *rest;                                         /* scratch for Lanes.best, or for vector_look */
} Follow;

/* Lays out all blocks in the scratch; NULL: only counts. Returns the bytes. */
static size_t lay_out(const VectorEnv *e, Follow *f, char *scratch)
{
    const Lanes *l = e->spec.player->lanes;
    const size_t groups = l != NULL ? (size_t)l->groups_max : 0;
    size_t used = 0, rest = vector_look_bytes(e);
    if (l != NULL && l->scratch_bytes > rest) rest = l->scratch_bytes;
    f->group = take_room(scratch, &used, groups * sizeof *f->group);
    f->made = take_room(scratch, &used, groups * LANES_MAX * sizeof *f->made);
    f->rest = take_room(scratch, &used, rest);
    return used;
}

/* ---- creation ---- */

static void measure_shape(VectorEnv *e)
{
    VectorEnvShape *s = &e->shape;
    const GameView *v = e->r->game->view;
    s->games = e->spec.n;
    s->features = e->r->set->n;
    s->actions = e->r->game->moves_max;
    s->fast = e->view != NULL;
    if (v == NULL) return;
    v->size(e->r->rules, &s->width, &s->height);
    s->words = (s->width + 31) / 32;
    while (v->title(e->r->rules, s->shown) != NULL) s->shown++;
    s->axes = v->axes != NULL ? v->axes(e->r->rules, s->axis, s->length) : 0;
    if (s->axes > 0) s->actions = 1;
    for (int i = 0; i < s->axes; i++) s->actions *= s->length[i];
}

void vector_env_player(Player *p, Rules r, const Agent *expert, bool slow, const char *isas, int64_t turns_max)
{
    const int engine = slow || r.set->n == 0 ? PLAYER_REFERENCE : PLAYER_AUTO;
    const char *refused = player_make(p, r, expert, engine, isas, turns_max);
    if (refused == NULL && p->lanes != NULL && p->lanes->view == NULL) {
        player_free(p);
        refused = player_make(p, r, expert, PLAYER_REFERENCE, isas, turns_max);
    }
    assert(refused == NULL), (void)refused;
}

VectorEnv *vector_env_create(const VectorEnvSpec *spec)
{
    VectorEnv *e = mem_new(1, sizeof *e);
    const Player *p = spec->player;
    const size_t n = (size_t)spec->n;
    assert(spec->n >= 1 && spec->threads >= 0);
    *e = (VectorEnv){.spec = *spec, .r = &p->r, .view = p->lanes != NULL ? p->lanes->view : NULL};
    assert((p->lanes == NULL) == (e->view == NULL));
    measure_shape(e);
    e->shape.threads = team_startable(spec->threads > 0 ? spec->threads : team_processors());
    e->state_bytes = engine_state_bytes(p);
    e->state = mem_own(&e->owned, mem_lines(n * e->state_bytes));
    if (e->view == NULL) e->move = mem_owned(&e->owned, n * (size_t)p->r.game->moves_max, sizeof *e->move);
    e->legal = mem_owned(&e->owned, n, sizeof *e->legal);
    e->moves = mem_owned(&e->owned, n, sizeof *e->moves);
    e->seed = mem_owned(&e->owned, n, sizeof *e->seed);
    e->game = mem_owned(&e->owned, n, sizeof *e->game);
    e->done = mem_owned(&e->owned, n, sizeof *e->done);
    e->expert = mem_owned(&e->owned, n, sizeof *e->expert);
    if (spec->player->agent->plan != NULL) e->plan_bytes = plan_bytes(spec->player->agent, e->r);
    e->plan = mem_owned(&e->owned, n, e->plan_bytes);
    if (e->view != NULL) {
        double *none = mem_new((size_t)e->shape.features, sizeof *none);
        e->weights = mem_own(&e->owned, mem_lines(p->lanes->weights_bytes));
        p->lanes->weigh(p->plan, none, e->weights);
        free(none);
    }
    e->scratch_bytes = lay_out(e, &(Follow){0}, NULL);
    e->scratch = mem_own(&e->owned, mem_lines((size_t)e->shape.threads * e->scratch_bytes));
    return e;
}

void vector_env_destroy(VectorEnv *e)
{
    if (e == NULL) return;
    free(e->w);
    mem_owner_free(&e->owned);
    free(e);
}

void vector_env_begin(VectorEnv *e, int place, uint64_t seed, int game)
{
    e->seed[place] = seed;
    e->game[place] = game;
    vector_begin(e, place);
}

/* ---- the expert, by groups of games: at the speed of the engine that evaluates ----
 *
 * If the expert is greedy and the states are those of lanes, LanesView.best moves groups of games of a kind, and reports the
 * actions. Like Lanes.best it needs a score that only its own moves keep up to date. So it serves only games that have been moved
 * by nothing else since they began. */

/* Sorts by kind the games that are to be moved. */
static void sort_games(const VectorEnv *e, int first, int n, const uint8_t *which, Follow *f)
{
    const Lanes *l = e->spec.player->lanes;
    int at[LANES_KINDS_MAX];
    assert(l->kinds <= LANES_KINDS_MAX);
    memset(f->first, 0, sizeof f->first);
    for (int i = 0; i < n; i++) {
        const bool moves = e->done[first + i] == VECTOR_ENV_GOING && which[first + i] != 0;
        f->kind[i] = moves ? l->kind(e->spec.player->plan, vector_state(e, first + i)) : LANES_OVER;
        if (moves) f->first[f->kind[i] + 1]++;
    }
    for (int k = 0; k < l->kinds; k++) {
        f->first[k + 1] += f->first[k];
        at[k] = f->first[k];
    }
    for (int i = 0; i < n; i++)
        if (f->kind[i] != LANES_OVER) f->game[at[f->kind[i]]++] = first + i;
}

/* Makes the best moves of n groups, whose games are game[0], game[1], ..., and draws the chances after them. */
static void move_groups(VectorEnv *e, Follow *f, int n, const int *game, int32_t *action)
{
    const Player *p = e->spec.player;
    if (n == 0) return;
    e->view->best(p->plan, f->group, n, f->made, f->rest);
    for (int g = 0; g < n; g++) {
        int kind[LANES_MAX];
        p->lanes->chance(p->plan, f->group[g].state, f->group[g].n, kind);
        for (int i = 0; i < f->group[g].n; i++, game++) {
            action[*game] = f->made[g * LANES_MAX + i];
            vector_find_moves(e, *game);
        }
    }
}

static void follow_lanes(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, Follow *f)
{
    const Lanes *l = e->spec.player->lanes;
    int groups = 0, moved = 0;
    sort_games(e, first, n, which, f);
    for (int i = 0; i < n; i++) action[first + i] = -1;
    for (int k = 0; k < l->kinds; k++)
        for (int j = f->first[k]; j < f->first[k + 1]; j += l->width) {
            LaneGroup *g = &f->group[groups++];
            *g = (LaneGroup){.kind = k, .n = f->first[k + 1] - j < l->width ? f->first[k + 1] - j : l->width};
            for (int i = 0; i < g->n; i++) {
                g->state[i] = vector_state(e, f->game[j + i]);
                g->weights[i] = e->weights;
            }
            if (groups < l->groups_max) continue;
            move_groups(e, f, groups, f->game + moved, action);
            groups = 0, moved = j + g->n;
        }
    move_groups(e, f, groups, f->game + moved, action);
}

/* ---- any expert ---- */

static void follow_expert(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, Follow *f)
{
    const VectorEnvLook look = {.expert = action};
    for (int i = first; i < first + n; i += VECTOR_BLOCK)
        vector_look(e, i, first + n - i < VECTOR_BLOCK ? first + n - i : VECTOR_BLOCK, &look, f->rest);
    for (int i = first; i < first + n; i++) {
        if (which[i] == 0) action[i] = -1;
        if (action[i] >= 0) vector_make(e, i, action[i]);
    }
}

/* Lets the expert move games first .. first + n - 1, n <= FOLLOW_BLOCK, where `which` is not 0, with the chances after the moves.
 * Writes to action what was done; -1: nothing: the game is over, not in `which`, or given up. */
static void follow(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, void *scratch)
{
    Follow f;
    assert(n <= FOLLOW_BLOCK && e->w != NULL);
    lay_out(e, &f, scratch);
    if (e->view != NULL && e->spec.player->agent->greedy)
        follow_lanes(e, first, n, which, action, &f);
    else
        follow_expert(e, first, n, which, action, &f);
}

/* ---- all games ---- */

/* What the threads of one call share. */
typedef struct {
    VectorEnv *e;
    int threads;
    const uint64_t *seed;  /* reset; else NULL */
    const uint8_t *which;  /* NULL: all */
    const int32_t *action; /* step; else NULL */
    const uint8_t *follow; /* follow: which games; else NULL */
    int32_t *made;         /* follow: the actions */
    double *reward;
    uint8_t *done;
    int64_t *length;
    const VectorEnvLook *look; /* NULL: nothing is looked at */
} EnvCall;

static void begin_next(VectorEnv *e, int i)
{
    e->game[i] += e->spec.again;
    vector_begin(e, i);
}

/* Writes what came of an action, given the score before it; and begins the next game if this one is over. */
static void tell_game(const EnvCall *c, int i, int action, int64_t before, void *scratch)
{
    VectorEnv *e = c->e;
    const Tally now = vector_tally(e, i);
    if (c->reward != NULL) c->reward[i] = (double)(now.score - before);
    if (c->done != NULL) c->done[i] = (uint8_t)e->done[i];
    if (c->length != NULL) c->length[i] = now.turns;
    if (e->spec.again == 0 || e->spec.later || e->done[i] == VECTOR_ENV_GOING || action < 0) return;
    if (c->look != NULL && c->look->last != NULL) vector_look(e, i, 1, c->look->last, scratch);
    begin_next(e, i);
}

static void step_game(const EnvCall *c, int i, void *scratch)
{
    VectorEnv *e = c->e;
    const bool begins = e->spec.later && e->done[i] != VECTOR_ENV_GOING;
    const int action = begins ? -1 : c->action[i];
    if (begins) begin_next(e, i);
    const int64_t before = vector_tally(e, i).score;
    const bool illegal = action >= 0 && e->spec.illegal != VECTOR_ENV_REFUSED && !vector_legal(e, i, action);
    if (action >= 0 && !illegal) vector_make(e, i, action);
    if (illegal && e->spec.illegal == VECTOR_ENV_ENDS) vector_end(e, i, VECTOR_ENV_OVER);
    tell_game(c, i, action, before, scratch);
    if (illegal && c->reward != NULL) c->reward[i] = e->spec.penalty;
}

static void follow_games(const EnvCall *c, int first, int n, void *scratch)
{
    int64_t before[FOLLOW_BLOCK];
    for (int i = 0; i < n; i++) before[i] = vector_tally(c->e, first + i).score;
    follow(c->e, first, n, c->follow, c->made, scratch);
    for (int i = 0; i < n; i++) tell_game(c, first + i, c->made[first + i], before[i], scratch);
}

static void work(void *ctx, int thread)
{
    const EnvCall *c = ctx;
    const int64_t n = c->e->spec.n;
    const int begin = (int)(n * thread / c->threads), end = (int)(n * (thread + 1) / c->threads);
    char *scratch = c->e->scratch + (size_t)thread * c->e->scratch_bytes;
    for (int first = begin; first < end && c->follow != NULL; first += FOLLOW_BLOCK)
        follow_games(c, first, end - first < FOLLOW_BLOCK ? end - first : FOLLOW_BLOCK, scratch);
    for (int first = begin; first < end; first += VECTOR_BLOCK) {
        const int some = end - first < VECTOR_BLOCK ? end - first : VECTOR_BLOCK;
        for (int i = first; i < first + some && c->seed != NULL; i++)
            if (c->which == NULL || c->which[i] != 0) vector_env_begin(c->e, i, c->seed[i], 0);
        for (int i = first; i < first + some && c->action != NULL; i++) step_game(c, i, scratch);
        if (c->look != NULL) vector_look(c->e, first, some, c->look, scratch);
    }
}

static int grain_of(const EnvCall *c)
{
    const VectorEnv *e = c->e;
    const bool asks = c->look != NULL && c->look->expert != NULL,
               measures = c->look != NULL && (c->look->features != NULL || c->look->after != NULL);
    if (e->view == NULL || ((asks || c->follow != NULL) && !e->spec.player->agent->greedy)) return GRAIN_SLOW;
    return c->follow != NULL ? GRAIN_FOLLOWED : asks || measures ? GRAIN_MEASURED : GRAIN_MOVED;
}

static void run(EnvCall *c)
{
    const int grain = grain_of(c), most = (c->e->spec.n + grain - 1) / grain;
    c->threads = most < c->e->shape.threads ? most : c->e->shape.threads;
    team_run(c->threads, work, c);
}

static uint64_t weights_mark(const VectorEnv *e)
{
    return e->w == NULL ? 0 : hash_bytes(HASH_START, e->w, (size_t)agent_weights(e->spec.player->agent, e->r) * sizeof *e->w);
}

static void forget_expert(VectorEnv *e)
{
    for (int i = 0; i < e->spec.n; i++) {
        e->expert[i] = VECTOR_ENV_UNKNOWN;
        vector_forget_plan(e, i);
    }
}

void vector_env_weights(VectorEnv *e, const double *w)
{
    const size_t n = (size_t)agent_weights(e->spec.player->agent, e->r);
    free(e->w);
    e->w = NULL;
    forget_expert(e);
    if (w == NULL) return;
    e->w = mem_new(n + 1, sizeof *w);
    memcpy(e->w, w, n * sizeof *w);
    if (e->view != NULL) e->spec.player->lanes->weigh(e->spec.player->plan, e->w, e->weights);
}

VectorEnv *vector_env_like(const VectorEnv *e)
{
    VectorEnv *other = vector_env_create(&e->spec);
    vector_env_weights(other, e->w);
    return other;
}

void vector_env_reset(VectorEnv *e, const uint64_t *seed, const uint8_t *which)
{
    run(&(EnvCall){.e = e, .seed = seed, .which = which});
}

int vector_env_illegal(const VectorEnv *e, const int32_t *action)
{
    const bool lenient = e->spec.illegal != VECTOR_ENV_REFUSED;
    int i = 0;
    for (; i < e->spec.n; i++) {
        const bool going = e->done[i] == VECTOR_ENV_GOING, is_action = action[i] >= 0 && action[i] < e->shape.actions;
        if (action[i] != -1 && !(going ? (lenient && is_action) || vector_legal(e, i, action[i]) : e->spec.later && is_action))
            break;
    }
    return i;
}

void vector_env_step(VectorEnv *e, const int32_t *action, double *reward, uint8_t *done, int64_t *length,
                     const VectorEnvLook *look)
{
    run(&(EnvCall){.e = e, .action = action, .reward = reward, .done = done, .length = length, .look = look});
}

void vector_env_follow(VectorEnv *e, const uint8_t *which, int32_t *action, double *reward, uint8_t *done, int64_t *length,
                       const VectorEnvLook *look)
{
    run(&(EnvCall){.e = e, .follow = which, .made = action, .reward = reward, .done = done, .length = length, .look = look});
}

void vector_env_look(VectorEnv *e, const VectorEnvLook *look)
{
    run(&(EnvCall){.e = e, .look = look});
}

/* ---- saving ---- */

/* States are saved as numbers, whose meaning only the game knows. What an expert with other weights had planned is dropped. */
void vector_env_serialise(VectorEnv *e, Serialiser *s)
{
    const size_t n = (size_t)e->spec.n;
    const uint64_t own = weights_mark(e);
    uint64_t mark = own;
    assert(e->state_bytes % sizeof(int) == 0 && e->plan_bytes % sizeof(int) == 0);
    serialise_u64(s, "weights", &mark);
    s->field(s, "seed", 'u', e->seed, n);
    s->field(s, "game", 'i', e->game, n);
    s->field(s, "done", 'i', e->done, n);
    s->field(s, "state", 'i', e->state, n * e->state_bytes / sizeof(int));
    s->field(s, "expert", 'i', e->expert, n);
    if (e->plan_bytes > 0) s->field(s, "plan", 'i', e->plan, n * e->plan_bytes / sizeof(int));
    if (mark != own) forget_expert(e);
}

bool vector_env_sound(VectorEnv *e)
{
    for (int i = 0; i < e->spec.n; i++) {
        const int expert = e->expert[i], done = e->done[i];
        if (e->game[i] < 0 || !resumed_sound(e->spec.player, vector_state(e, i))) return false;
        vector_find_moves(e, i);
        if (expert != VECTOR_ENV_UNKNOWN && expert != -1 && !vector_legal(e, i, expert)) return false;
        e->expert[i] = expert;
        if (done == VECTOR_ENV_OVER && e->done[i] == VECTOR_ENV_GOING) vector_end(e, i, done); /* by an illegal action */
        if (e->plan_bytes == 0) continue;
        const MovePlan *plan = vector_plan(e, i);
        if (plan->made < 0 || plan->made > plan->n || plan->n > e->spec.player->agent->plan_max(e->r)) return false;
    }
    return true;
}
