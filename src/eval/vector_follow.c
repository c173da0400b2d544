/* vector_follow.c. Moves games by their expert. */
#include "eval/vector_follow.h"

#include <assert.h>
#include <string.h>

/* The scratch of a thread. A group has LANES_MAX states at most. */
typedef struct {
    int first[LANES_KINDS_MAX + 1], game[FOLLOW_BLOCK]; /* games by kind: those of kind k from first[k] on */
    int kind[FOLLOW_BLOCK];                             /* of each game of the block; LANES_OVER: it is not moved */
    LaneGroup *group;                                   /* (groups_max) */
    char *before;                                       /* (FOLLOW_BLOCK, state_bytes) */
    void *rest;                                         /* of Lanes.best, or of looking */
} Follow;

static size_t group_bytes(const VectorEnv *e)
{
    return e->view != NULL ? engine_lines((size_t)e->spec.player->lanes->groups_max * sizeof(LaneGroup)) : 0;
}

static size_t before_bytes(const VectorEnv *e)
{
    return e->view != NULL ? FOLLOW_BLOCK * e->state_bytes : 0;
}

size_t vector_follow_bytes(const VectorEnv *e)
{
    size_t rest = vector_look_bytes(e);
    if (e->view != NULL && e->spec.player->lanes->scratch_bytes > rest) rest = e->spec.player->lanes->scratch_bytes;
    return engine_lines(sizeof(Follow)) + group_bytes(e) + before_bytes(e) + engine_lines(rest);
}

static Follow *follow_at(const VectorEnv *e, char *at)
{
    Follow *f = (Follow *)(void *)at;
    at += engine_lines(sizeof *f);
    f->group = (LaneGroup *)(void *)at;
    f->before = at + group_bytes(e);
    f->rest = f->before + before_bytes(e);
    return f;
}

/* ---- groups ---- */

/* Puts the games that are moved in the order of their kinds. */
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

/* Makes the best moves of all of them. */
static void move_groups(VectorEnv *e, Follow *f)
{
    const Lanes *l = e->spec.player->lanes;
    int groups = 0;
    for (int k = 0; k < l->kinds; k++)
        for (int j = f->first[k]; j < f->first[k + 1]; j += l->width) {
            LaneGroup *g = &f->group[groups++];
            *g = (LaneGroup){.kind = k, .n = f->first[k + 1] - j < l->width ? f->first[k + 1] - j : l->width};
            for (int i = 0; i < g->n; i++) {
                g->state[i] = vector_state(e, f->game[j + i]);
                g->weights[i] = e->weights;
            }
            if (groups < l->groups_max) continue;
            l->best(e->spec.player->plan, f->group, groups, f->rest);
            groups = 0;
        }
    if (groups > 0) l->best(e->spec.player->plan, f->group, groups, f->rest);
}

static void follow_lanes(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, Follow *f)
{
    memcpy(f->before, vector_state(e, first), (size_t)n * e->state_bytes);
    sort_games(e, first, n, which, f);
    move_groups(e, f);
    for (int i = 0; i < n; i++) {
        const void *before = f->before + (size_t)i * e->state_bytes;
        int *done = &action[first + i];
        *done = -1;
        if (f->kind[i] == LANES_OVER) continue;
        *done = e->view->made(e->spec.player->plan, before, vector_state(e, first + i));
        if (*done < 0) *done = vector_greedy(e, before, e->legal[first + i], f->rest);
        vector_draw(e, first + i);
    }
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

void vector_follow(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, void *scratch)
{
    Follow *f = follow_at(e, scratch);
    assert(n <= FOLLOW_BLOCK && e->w != NULL);
    if (e->view != NULL && e->spec.player->agent->greedy)
        follow_lanes(e, first, n, which, action, f);
    else
        follow_expert(e, first, n, which, action, f);
}
