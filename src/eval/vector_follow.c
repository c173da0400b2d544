/* vector_follow.c. Moves games by their expert. */
#include "eval/vector_follow.h"

#include <assert.h>
#include <string.h>

/* The scratch of a thread. A group has LANES_MAX states at most. */
typedef struct {
    int first[LANES_KINDS_MAX + 1], game[FOLLOW_BLOCK]; /* games by kind: those of kind k from first[k] on */
    int kind[FOLLOW_BLOCK];                             /* of each game of the block; LANES_OVER: it is not moved */
    LaneGroup *group;                                   /* (groups_max) */
    int32_t *made;                                      /* (groups_max, LANES_MAX): the actions */
    void *rest;                                         /* of Lanes.best, or of looking */
} Follow;

/* Bytes of the groups, and of what they made. */
static size_t group_bytes(const VectorEnv *e, size_t each)
{
    return e->view != NULL ? engine_lines((size_t)e->spec.player->lanes->groups_max * each) : 0;
}

size_t vector_follow_bytes(const VectorEnv *e)
{
    size_t rest = vector_look_bytes(e);
    if (e->view != NULL && e->spec.player->lanes->scratch_bytes > rest) rest = e->spec.player->lanes->scratch_bytes;
    return engine_lines(sizeof(Follow)) + group_bytes(e, sizeof(LaneGroup)) + group_bytes(e, sizeof(int32_t[LANES_MAX])) +
           engine_lines(rest);
}

static Follow *follow_at(const VectorEnv *e, char *at)
{
    Follow *f = (Follow *)(void *)at;
    at += engine_lines(sizeof *f);
    f->group = (LaneGroup *)(void *)at;
    at += group_bytes(e, sizeof *f->group);
    f->made = (int32_t *)(void *)at;
    f->rest = at + group_bytes(e, sizeof(int32_t[LANES_MAX]));
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

/* Makes the best moves of n groups, whose games are game[0], game[1], ...; and draws the chances behind them. */
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

void vector_follow(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, void *scratch)
{
    Follow *f = follow_at(e, scratch);
    assert(n <= FOLLOW_BLOCK && e->w != NULL);
    if (e->view != NULL && e->spec.player->agent->greedy)
        follow_lanes(e, first, n, which, action, f);
    else
        follow_expert(e, first, n, which, action, f);
}
