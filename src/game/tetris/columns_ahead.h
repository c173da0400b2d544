/* columns_ahead.h. Look-ahead in the columns engine: values of single states, and the states that moves lead to. Part of
 * columns.c, whose steps it uses.
 *
 * Idea: with few states in a group most lanes of kernel.c would be empty; here the columns of one state fill the vectors. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_AHEAD_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_AHEAD_H

/* The value of the best move of the state; -HUGE_VAL: there is none. */
static double best_value(Play *g, bool exact)
{
    score_placements(g);
    const int32_t best = best_score(g);
    double most = -HUGE_VAL;
    if (best == LOST) return most;
    if (!exact) return plan_near_value(g->plan, g->state, g->weights, best);
    for (uint64_t near = near_best(g, best); near != 0; near &= near - 1) {
        const double value = exact_value(g, __builtin_ctzll(near));
        if (value > most) most = value;
    }
    return most;
}

/* Opens the state in *g, which may hold another state of the same plan; g->weights NULL: it holds none. */
static void open_next(Play *g, const Plan *plan, const PackedWeights *weights, PackedState *state)
{
    if (g->weights != weights)
        open_game(g, plan, weights, state);
    else if (memcmp(g->survey.column + EDGE, columns_of(state), COLUMNS * sizeof(Column)) != 0)
        open_board(g, state);
    g->state = state;
}

/* Kernel.value. All states i come before states i + 1: in look-ahead states i of all groups share a board, differ by piece. */
static void value(const Plan *plan, const LaneGroup *const *group, int n, bool exact, double *const *value, void *scratch)
{
    Play *g = scratch;
    int most = 0;
    g->weights = NULL;
    for (int k = 0; k < n; k++) most = group[k]->n > most ? group[k]->n : most;
    for (int i = 0; i < most; i++)
        for (int k = 0; k < n; k++) {
            if (i >= group[k]->n) continue;
            open_next(g, plan, group[k]->weights[i], group[k]->state[i]);
            value[k][i] = best_value(g, exact);
            g->surveyed = true;
        }
}

/* Loops over the placements p of a piece, numbered as in columns.c; o: the orientation. */
#define EACH_PLACEMENT(plan, piece, p)                                               \
    for (int o = 0, p = 0; o < tetris_pieces[piece].orientations; p = ++o * COLUMNS) \
        for (; p < COLUMNS * (o + 1) && p % COLUMNS + tetris_pieces[piece].shape[o].width <= (plan)->width; p++)

/* The score of a placement; LOST: it loses. */
static int32_t final_score(const Play *g, int placement)
{
    const Made *m = made_of(g, placement);
    return m != NULL ? m->score : score_of(g, placement);
}

/* Kernel.moves. Keeps a Play for each state in scratch, for `after`. */
static void moves(const Plan *plan, const LaneGroup *const *group, int n, int *count, Move *move, double *value, void *scratch)
{
    Play *g = scratch;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < group[k]->n; i++, g++, count++, move += TETRIS_MOVES_MAX, value += TETRIS_MOVES_MAX) {
            PackedState *s = group[k]->state[i];
            assert((char *)(g + 1) <= (char *)scratch + KERNEL_SCRATCH_MAX);
            open_game(g, plan, group[k]->weights[i], s);
            score_placements(g);
            *count = 0;
            EACH_PLACEMENT(plan, s->piece, p)
            {
                const int32_t score = final_score(g, p);
                if (score == LOST) continue;
                move[*count] = tetris_move(o, p % COLUMNS);
                value[(*count)++] = plan_near_value(plan, s, g->weights, score);
            }
        }
}

/* The state that a placement leads to. */
static void leave_board(Play *g, int placement, PackedState *to)
{
    *to = *g->state;
    make_move(g, placement);
    packed_end_turn(g->plan, to, g->board.rows, final_score(g, placement) - move_score(g, placement));
    memcpy((void *)(uintptr_t)columns_of(to), g->board.column + EDGE, COLUMNS * sizeof(Column));
    packed_set_form(g->plan, to, g->board.top > SHORT_TOP && !g->plan->always_short);
}

/* Kernel.after. */
static void after(const Plan *plan, const LaneGroup *const *group, int n, const bool *wanted, void *out, void *scratch)
{
    Play *g = scratch;
    int first = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < group[k]->n; i++, g++, first += TETRIS_MOVES_MAX) {
            int m = first;
            EACH_PLACEMENT(plan, g->state->piece, p)
            {
                if (final_score(g, p) == LOST) continue;
                if (wanted[m]) leave_board(g, p, packed_at(out, m));
                m++;
            }
        }
}

#endif
