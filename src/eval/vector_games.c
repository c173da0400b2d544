/* vector_games.c. Begins and moves single games of a vector environment. Shows their boards, moves and features, and what an
 * expert would do. */
#include "eval/vector_env.h"

#include "base/bits.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Tally vector_tally(const VectorEnv *e, int i)
{
    return engine_tally(e->spec.player, vector_state(e, i));
}

/* The index of the move of Game that an action makes; -1: none. */
static int move_number(const VectorEnv *e, int i, int action)
{
    const Move *move = vector_moves(e, i);
    if (e->shape.axes == 0) return action < e->moves[i] ? action : -1;
    for (int k = 0; k < e->moves[i]; k++)
        if (vector_action(e, move[k], k) == action) return k;
    return -1;
}

bool vector_legal(const VectorEnv *e, int i, int action)
{
    if (action < 0 || action >= e->shape.actions) return false;
    return e->view != NULL ? (e->legal[i] >> action & 1) != 0 : move_number(e, i, action) >= 0;
}

/* Finds the moves of a state in which no chance is due. */
void vector_find_moves(VectorEnv *e, int i)
{
    const Game *g = e->r->game;
    void *state = vector_state(e, i);
    bool any;
    if (e->view != NULL) {
        e->legal[i] = e->view->legal(e->spec.player->plan, state);
        any = e->legal[i] != 0;
    } else {
        e->moves[i] = g->over(state) ? 0 : g->moves(e->r->rules, state, vector_moves(e, i));
        any = e->moves[i] > 0;
    }
    const int64_t most = e->spec.player->turns_max;
    e->done[i] = !any ? VECTOR_ENV_OVER : most > 0 && vector_tally(e, i).turns >= most ? VECTOR_ENV_CUT : VECTOR_ENV_GOING;
    if (e->done[i] != VECTOR_ENV_GOING) vector_end(e, i, e->done[i]);
    e->expert[i] = VECTOR_ENV_UNKNOWN;
}

void vector_end(VectorEnv *e, int i, int how)
{
    e->done[i] = how;
    e->legal[i] = 0, e->moves[i] = 0;
}

void vector_forget_plan(VectorEnv *e, int i)
{
    if (e->plan_bytes > 0) vector_plan(e, i)->n = vector_plan(e, i)->made = 0;
}

void vector_begin(VectorEnv *e, int i)
{
    const uint64_t seed = rng_game(rng_key(e->seed[i], RNG_PLAY, 0), e->game[i]);
    if (e->view == NULL) memset(vector_state(e, i), 0, e->state_bytes);
    engine_start(e->spec.player, e->weights, seed, vector_state(e, i));
    vector_forget_plan(e, i);
    engine_chance(e->spec.player, vector_state(e, i));
    vector_find_moves(e, i);
}

/* The expert's plan is kept as long as its moves are made. */
void vector_make(VectorEnv *e, int i, int action)
{
    if (action != e->expert[i]) vector_forget_plan(e, i);
    if (e->view != NULL)
        e->view->make(e->spec.player->plan, vector_state(e, i), action);
    else
        e->r->game->apply(e->r->rules, vector_state(e, i), vector_moves(e, i)[move_number(e, i, action)]);
    engine_chance(e->spec.player, vector_state(e, i));
    vector_find_moves(e, i);
}

/* ---- what is shown ---- */

/* Parts of the scratch of a thread: two states of Game; features of a block, by which a greedy expert on lanes chooses; and
 * what calls need. */
typedef struct {
    void *state, *after, *rest;
    double *features; /* (VECTOR_BLOCK, actions, features) */
} ViewScratch;

/* Lays out all blocks in the scratch; NULL: only counts. Returns the bytes. */
static size_t lay_out(const VectorEnv *e, ViewScratch *s, char *scratch)
{
    const size_t block = (size_t)VECTOR_BLOCK * (size_t)e->shape.actions * (size_t)e->shape.features;
    size_t used = 0, rest = e->spec.player->agent->scratch_bytes(e->r);
    if (e->view != NULL && e->view->scratch_bytes > rest) rest = e->view->scratch_bytes;
    s->state = take_room(scratch, &used, e->r->game->state_bytes);
    s->after = take_room(scratch, &used, e->r->game->state_bytes);
    s->features = take_room(scratch, &used, e->view != NULL ? block * sizeof *s->features : 0);
    s->rest = take_room(scratch, &used, rest);
    return used;
}

size_t vector_look_bytes(const VectorEnv *e)
{
    return lay_out(e, &(ViewScratch){0}, NULL);
}

/* Writes eight bytes, the lowest first, whatever the byte order of the machine. */
static void write_octet(uint64_t bytes, uint8_t *out)
{
    for (int k = 0; k < 8; k++) out[k] = (uint8_t)(bytes >> 8 * k);
}

static void write_bytes(uint64_t bits, int n, uint8_t *out)
{
    for (; n >= 8; n -= 8, bits >>= 8, out += 8) write_octet(bits_spread(bits & 0xff), out);
    for (int k = 0; k < n; k++) out[k] = bits >> k & 1;
}

/* Each row is written with zeros after it, over which the next row is written, as long as they fit the board. Rows above the
 * highest cell are empty. */
static void write_cells(const VectorEnvShape *s, const uint32_t *bits, uint8_t *out)
{
    enum { WIDE = 32 };
    const int size = s->height * s->width, reach = s->width > WIDE / 2 ? WIDE : WIDE / 2;
    int rows = s->height, y = 0;
    while (s->words == 1 && rows > 0 && bits[rows - 1] == 0) rows--;
    memset(out + rows * s->width, 0, (size_t)(size - rows * s->width));
    for (; s->words == 1 && y < rows && y * s->width + reach <= size; y++)
        for (int x = 0; x < reach; x += 8) write_octet(bits_spread(bits[y] >> x & 0xff), out + y * s->width + x);
    for (; s->words == 1 && y < rows; y++) write_bytes(bits[y], s->width, out + y * s->width);
    for (; y < rows; y++)
        for (int x = 0; x < s->width; x++) out[y * s->width + x] = bits[y * s->words + x / 32] >> x % 32 & 1;
}

static void look_at_board(const VectorEnv *e, int i, const VectorEnvLook *l)
{
    enum { ROOM = 64 }; /* rows of most boards fit */
    const VectorEnvShape *s = &e->shape;
    const size_t size = (size_t)s->height * (size_t)s->words;
    uint32_t room[ROOM], *large = l->bits == NULL && size > ROOM ? mem_new(size, sizeof *large) : NULL;
    uint32_t *bits = l->bits != NULL ? l->bits + (size_t)i * size : large != NULL ? large : room;
    if (e->view != NULL)
        e->view->board(e->spec.player->plan, vector_state(e, i), bits);
    else
        e->r->game->view->board(e->r->rules, vector_state(e, i), bits);
    if (l->cells != NULL) write_cells(s, bits, l->cells + (size_t)i * (size_t)s->height * (size_t)s->width);
    free(large);
}

static void look_at_shown(const VectorEnv *e, int i, int32_t *out)
{
    if (e->view != NULL)
        e->view->shown(e->spec.player->plan, vector_state(e, i), out);
    else
        e->r->game->view->shown(e->r->rules, vector_state(e, i), out);
}

static void look_at_mask(const VectorEnv *e, int i, uint8_t *out)
{
    if (e->view != NULL) {
        write_bytes(e->legal[i], e->shape.actions, out);
        return;
    }
    memset(out, 0, (size_t)e->shape.actions);
    for (int k = 0; k < e->moves[i]; k++) out[vector_action(e, vector_moves(e, i)[k], k)] = 1;
}

/* Writes the features of all moves of game i, each made on a copy. */
static void measure_moves(const VectorEnv *e, int i, double *out, const ViewScratch *s)
{
    for (int k = 0; k < e->moves[i]; k++) {
        const Move move = vector_moves(e, i)[k];
        memcpy(s->after, vector_state(e, i), e->state_bytes);
        e->r->game->apply(e->r->rules, s->after, move);
        rules_features(e->r, vector_state(e, i), s->after, out + vector_action(e, move, k) * e->shape.features);
    }
}

/* Writes the boards that the moves of game i lead to. */
static void look_at_after(const VectorEnv *e, int i, uint32_t *out, const ViewScratch *s)
{
    const Game *g = e->r->game;
    const int size = e->shape.height * e->shape.words;
    const void *state = vector_state(e, i);
    OWNED Move *move = mem_new((size_t)g->moves_max, sizeof *move);
    memset(out, 0, (size_t)(e->shape.actions * size) * sizeof *out);
    if (e->view != NULL) e->view->unpack(e->spec.player->plan, state, s->state), state = s->state;
    const int n = e->done[i] == VECTOR_ENV_GOING ? g->moves(e->r->rules, state, move) : 0;
    for (int k = 0; k < n; k++) {
        memcpy(s->after, state, g->state_bytes);
        g->apply(e->r->rules, s->after, move[k]);
        g->view->board(e->r->rules, s->after, out + vector_action(e, move[k], k) * size);
    }
}

/* Writes all features of games first .. first + n - 1, n <= VECTOR_BLOCK. */
static void look_at_features(const VectorEnv *e, int first, int n, double *out, const ViewScratch *s)
{
    const size_t size = (size_t)e->shape.actions * (size_t)e->shape.features;
    const void *state[VECTOR_BLOCK];
    double *to[VECTOR_BLOCK];
    memset(out, 0, (size_t)n * size * sizeof *out);
    for (int i = 0; i < n; i++) {
        state[i] = vector_state(e, first + i);
        to[i] = out + (size_t)i * size;
        if (e->view == NULL) measure_moves(e, first + i, to[i], s);
    }
    if (e->view != NULL) e->view->features(e->spec.player->plan, state, e->legal + first, n, to, s->rest);
}

/* The action of a greedy expert for a game on lanes, given the features of its moves. */
static int greedy_action(const VectorEnv *e, uint64_t legal, const double *features)
{
    int best = __builtin_ctzll(legal);
    double best_value = -HUGE_VAL;
    for (; legal != 0; legal &= legal - 1) {
        const int action = __builtin_ctzll(legal);
        const double *f = features + action * e->shape.features;
        double value = 0;
        for (int k = 0; k < e->shape.features; k++) value += e->w[k] * f[k];
        if (value > best_value) best_value = value, best = action;
    }
    return best;
}

/* The expert's action. A plan that was loaded may hold impossible moves; then the expert makes a new plan. */
static int ask_expert(VectorEnv *e, int i, const ViewScratch *s)
{
    const void *state = vector_state(e, i);
    if (e->view != NULL) e->view->unpack(e->spec.player->plan, state, s->state), state = s->state;
    for (int again = 0; again < 2; again++, vector_forget_plan(e, i)) {
        MovePlan *plan = e->plan_bytes > 0 ? vector_plan(e, i) : NULL;
        const Move move = plan_next(e->spec.player->agent, e->r, state, e->w, plan, s->rest);
        if (move == AGENT_GIVES_UP || search_ended(e->r->limit)) return -1;
        int k = 0;
        while (e->shape.axes == 0 && k < e->moves[i] && vector_moves(e, i)[k] != move) k++;
        if (vector_legal(e, i, vector_action(e, move, k))) return vector_action(e, move, k);
    }
    return -1;
}

static void look_at_experts(VectorEnv *e, int first, int n, const double *features, int32_t *out, const ViewScratch *s)
{
    const bool by_features = e->view != NULL && e->spec.player->agent->greedy;
    const size_t size = (size_t)e->shape.actions * (size_t)e->shape.features;
    bool asked = false;
    for (int i = first; i < first + n; i++)
        asked = asked || (e->done[i] == VECTOR_ENV_GOING && e->expert[i] == VECTOR_ENV_UNKNOWN);
    if (by_features && features == NULL && asked) {
        look_at_features(e, first, n, s->features, s);
        features = s->features;
    }
    for (int i = first; i < first + n; i++) {
        int *known = &e->expert[i];
        if (e->done[i] != VECTOR_ENV_GOING)
            *known = -1;
        else if (*known == VECTOR_ENV_UNKNOWN && by_features)
            *known = greedy_action(e, e->legal[i], features + (size_t)(i - first) * size);
        else if (*known == VECTOR_ENV_UNKNOWN)
            *known = ask_expert(e, i, s);
        out[i] = *known;
    }
}

void vector_look(VectorEnv *e, int first, int n, const VectorEnvLook *l, void *scratch)
{
    ViewScratch s;
    const VectorEnvShape *shape = &e->shape;
    lay_out(e, &s, scratch);
    for (int i = first; i < first + n; i++) {
        if ((l->bits != NULL || l->cells != NULL) && shape->height > 0) look_at_board(e, i, l);
        if (l->shown != NULL && shape->shown > 0) look_at_shown(e, i, l->shown + (size_t)i * (size_t)shape->shown);
        if (l->mask != NULL) look_at_mask(e, i, l->mask + (size_t)i * (size_t)shape->actions);
    }
    double *features = NULL;
    if (l->features != NULL && shape->features > 0) {
        features = l->features + (size_t)first * (size_t)shape->actions * (size_t)shape->features;
        look_at_features(e, first, n, features, &s);
    }
    for (int i = first; i < first + n && l->after != NULL && shape->height > 0; i++)
        look_at_after(e, i, l->after + (size_t)i * (size_t)(shape->actions * shape->height * shape->words), &s);
    if (l->expert != NULL) look_at_experts(e, first, n, features, l->expert, &s);
}
