/* vector_env.c. Moves games side by side, and shows them. */
#include "eval/vector_env.h"

#include "agent/resumed.h"
#include "base/hash.h"
#include "eval/team.h"
#include "eval/vector_follow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A thread is worth waking for so many games: that are moved by an engine; moved from outside, and nothing is measured; that are
 * measured; whose states are those of Game. */
enum { GRAIN_FOLLOWED = 4096, GRAIN_MOVED = 1024, GRAIN_MEASURED = 256, GRAIN_SLOW = 4 };

/* ---- making one ---- */

static void measure_shape(VectorEnv *e)
{
    VectorEnvShape *s = &e->shape;
    const GameView *v = e->t->game->view;
    s->games = e->spec.n;
    s->features = e->t->set->n;
    s->actions = e->t->game->moves_max;
    s->fast = e->view != NULL;
    if (v == NULL) return;
    v->size(e->t->rules, &s->width, &s->height);
    s->words = (s->width + 31) / 32;
    while (v->title(e->t->rules, s->shown) != NULL) s->shown++;
    s->axes = v->axes != NULL ? v->axes(e->t->rules, s->axis, s->length) : 0;
    if (s->axes > 0) s->actions = 1;
    for (int i = 0; i < s->axes; i++) s->actions *= s->length[i];
}

void vector_env_player(Player *p, Rules table, const Agent *expert, bool slow, const char *isa, int64_t turns_max)
{
    const int engine = slow || table.set->n == 0 ? PLAYER_REFERENCE : PLAYER_AUTO;
    const char *refused = player_make(p, table, expert, engine, isa, turns_max);
    if (refused == NULL && p->lanes != NULL && p->lanes->view == NULL) {
        player_free(p);
        refused = player_make(p, table, expert, PLAYER_REFERENCE, isa, turns_max);
    }
    assert(refused == NULL), (void)refused;
}

VectorEnv *vector_env_create(const VectorEnvSpec *spec)
{
    VectorEnv *e = mem_new(1, sizeof *e);
    const Player *p = spec->player;
    const size_t n = (size_t)spec->n;
    assert(spec->n >= 1 && spec->threads >= 0);
    *e = (VectorEnv){.spec = *spec, .t = &p->table, .view = p->lanes != NULL ? p->lanes->view : NULL};
    assert((p->lanes == NULL) == (e->view == NULL));
    measure_shape(e);
    e->shape.threads = team_startable(spec->threads > 0 ? spec->threads : team_processors());
    e->state_bytes = e->view != NULL ? p->lanes->state_bytes : p->table.game->state_bytes;
    e->state = mem_own(&e->owned, mem_lines(n * e->state_bytes));
    if (e->view == NULL) e->move = mem_owned(&e->owned, n * (size_t)p->table.game->moves_max, sizeof *e->move);
    e->legal = mem_owned(&e->owned, n, sizeof *e->legal);
    e->moves = mem_owned(&e->owned, n, sizeof *e->moves);
    e->seed = mem_owned(&e->owned, n, sizeof *e->seed);
    e->game = mem_owned(&e->owned, n, sizeof *e->game);
    e->done = mem_owned(&e->owned, n, sizeof *e->done);
    e->expert = mem_owned(&e->owned, n, sizeof *e->expert);
    if (spec->player->agent->plan != NULL) e->plan_bytes = plan_bytes(spec->player->agent, e->t);
    e->plan = mem_owned(&e->owned, n, e->plan_bytes);
    if (e->view != NULL) {
        double *none = mem_new((size_t)e->shape.features, sizeof *none);
        e->weights = mem_own(&e->owned, mem_lines(p->lanes->weights_bytes));
        p->lanes->weigh(p->plan, none, e->weights);
        free(none);
    }
    e->scratch_bytes = vector_follow_bytes(e);
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

/* ---- all games ---- */

/* What the threads of a call share. */
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
} Call;

/* Tells what came of an action, the score before it being known; and begins the next game. */
static void tell_game(const Call *c, int i, int action, int64_t before)
{
    VectorEnv *e = c->e;
    const Tally now = vector_tally(e, i);
    if (c->reward != NULL) c->reward[i] = (double)(now.score - before);
    if (c->done != NULL) c->done[i] = (uint8_t)e->done[i];
    if (c->length != NULL) c->length[i] = now.turns;
    if (e->spec.again == 0 || e->done[i] == VECTOR_ENV_GOING || action < 0) return;
    e->game[i] += e->spec.again;
    vector_begin(e, i);
}

static void step_game(const Call *c, int i)
{
    const int64_t before = vector_tally(c->e, i).score;
    if (c->action[i] >= 0) vector_make(c->e, i, c->action[i]);
    tell_game(c, i, c->action[i], before);
}

static void follow_games(const Call *c, int first, int n, void *scratch)
{
    int64_t before[FOLLOW_BLOCK];
    for (int i = 0; i < n; i++) before[i] = vector_tally(c->e, first + i).score;
    vector_follow(c->e, first, n, c->follow, c->made, scratch);
    for (int i = 0; i < n; i++) tell_game(c, first + i, c->made[first + i], before[i]);
}

static void work(void *ctx, int thread)
{
    const Call *c = ctx;
    const int64_t n = c->e->spec.n;
    const int begin = (int)(n * thread / c->threads), end = (int)(n * (thread + 1) / c->threads);
    char *scratch = c->e->scratch + (size_t)thread * c->e->scratch_bytes;
    for (int first = begin; first < end && c->follow != NULL; first += FOLLOW_BLOCK)
        follow_games(c, first, end - first < FOLLOW_BLOCK ? end - first : FOLLOW_BLOCK, scratch);
    for (int first = begin; first < end; first += VECTOR_BLOCK) {
        const int some = end - first < VECTOR_BLOCK ? end - first : VECTOR_BLOCK;
        for (int i = first; i < first + some && c->seed != NULL; i++)
            if (c->which == NULL || c->which[i] != 0) vector_env_begin(c->e, i, c->seed[i], 0);
        for (int i = first; i < first + some && c->action != NULL; i++) step_game(c, i);
        if (c->look != NULL) vector_look(c->e, first, some, c->look, scratch);
    }
}

static int grain_of(const Call *c)
{
    const VectorEnv *e = c->e;
    const bool asks = c->look != NULL && c->look->expert != NULL, measures = c->look != NULL && c->look->features != NULL;
    if (e->view == NULL || ((asks || c->follow != NULL) && !e->spec.player->agent->greedy)) return GRAIN_SLOW;
    return c->follow != NULL ? GRAIN_FOLLOWED : asks || measures ? GRAIN_MEASURED : GRAIN_MOVED;
}

static void run(Call *c)
{
    const int grain = grain_of(c), most = (c->e->spec.n + grain - 1) / grain;
    c->threads = most < c->e->shape.threads ? most : c->e->shape.threads;
    team_run(c->threads, work, c);
}

static uint64_t weights_mark(const VectorEnv *e)
{
    return e->w == NULL ? 0 : hash_bytes(HASH_START, e->w, (size_t)agent_weights(e->spec.player->agent, e->t) * sizeof *e->w);
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
    const size_t n = (size_t)agent_weights(e->spec.player->agent, e->t);
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
    run(&(Call){.e = e, .seed = seed, .which = which});
}

int vector_env_illegal(const VectorEnv *e, const int32_t *action)
{
    int i = 0;
    while (i < e->spec.n && (action[i] == -1 || vector_legal(e, i, action[i]))) i++;
    return i;
}

void vector_env_step(VectorEnv *e, const int32_t *action, double *reward, uint8_t *done, int64_t *length,
                     const VectorEnvLook *look)
{
    run(&(Call){.e = e, .action = action, .reward = reward, .done = done, .length = length, .look = look});
}

void vector_env_follow(VectorEnv *e, const uint8_t *which, int32_t *action, double *reward, uint8_t *done, int64_t *length,
                       const VectorEnvLook *look)
{
    run(&(Call){.e = e, .follow = which, .made = action, .reward = reward, .done = done, .length = length, .look = look});
}

void vector_env_look(VectorEnv *e, const VectorEnvLook *look)
{
    run(&(Call){.e = e, .look = look});
}

/* ---- saving ---- */

/* States as numbers: what these are is the business of the game. What an expert of other weights had in mind is forgotten. */
void vector_env_serialise(VectorEnv *e, Serialiser *v)
{
    const size_t n = (size_t)e->spec.n;
    const uint64_t own = weights_mark(e);
    uint64_t mark = own;
    assert(e->state_bytes % sizeof(int) == 0 && e->plan_bytes % sizeof(int) == 0);
    serialise_u64(v, "weights", &mark);
    v->field(v, "seed", 'u', e->seed, n);
    v->field(v, "game", 'i', e->game, n);
    v->field(v, "state", 'i', e->state, n * e->state_bytes / sizeof(int));
    v->field(v, "expert", 'i', e->expert, n);
    if (e->plan_bytes > 0) v->field(v, "plan", 'i', e->plan, n * e->plan_bytes / sizeof(int));
    if (mark != own) forget_expert(e);
}

bool vector_env_sound(VectorEnv *e)
{
    for (int i = 0; i < e->spec.n; i++) {
        const int expert = e->expert[i];
        if (e->game[i] < 0 || !resumed_sound(e->spec.player, vector_state(e, i))) return false;
        vector_find_moves(e, i);
        if (expert != VECTOR_ENV_UNKNOWN && expert != -1 && !vector_legal(e, i, expert)) return false;
        e->expert[i] = expert;
        if (e->plan_bytes == 0) continue;
        const MovePlan *plan = vector_plan(e, i);
        if (plan->made < 0 || plan->made > plan->n || plan->n > e->spec.player->agent->plan_max(e->t)) return false;
    }
    return true;
}
