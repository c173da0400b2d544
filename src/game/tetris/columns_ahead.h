/* columns_ahead.h. Look-ahead in the columns engine: values of single states, and the states that moves lead to. Part of
 * columns.c, whose steps it uses.
 *
 * Idea: with few states in a group most lanes of kernel.c would be empty; here the columns of one state fill the vectors. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_AHEAD_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_AHEAD_H

/* The value of the best move of the state; -HUGE_VAL: there is none. */
static double best_value(Play *p, bool exact)
{
    score_placements(p);
    const int32_t best = best_score(p);
    const int heights = heights_before(p);
    double most = -HUGE_VAL;
    if (best == LOST) return most;
    if (!exact) return plan_near_value(p->plan, p->state, p->weights, best);
    for (uint64_t near = near_best(p, best); near != 0; near &= near - 1) {
        const double value = exact_value(p, __builtin_ctzll(near), heights);
        if (value > most) most = value;
    }
    return most;
}

/* Opens the state in *p, which may hold another state of the same plan; p->weights NULL: it holds none. */
static void open_next(Play *p, const Plan *plan, const PackedWeights *weights, PackedState *state)
{
    if (p->weights != weights)
        open_game(p, plan, weights, state);
    else if (memcmp(p->survey.column + EDGE, columns_of(state), COLUMNS * sizeof(Column)) != 0)
        open_board(p, state);
    p->state = state;
}

/* Kernel.value. All states i come before states i + 1: in look-ahead states i of all groups share a board, differ by piece. */
static void value(const Plan *plan, const LaneGroup *const *group, int n, bool exact, double *const *value, void *scratch)
{
    Play *p = scratch;
    int most = 0;
    p->weights = NULL;
    for (int k = 0; k < n; k++) most = group[k]->n > most ? group[k]->n : most;
    for (int i = 0; i < most; i++)
        for (int k = 0; k < n; k++) {
            if (i >= group[k]->n) continue;
            open_next(p, plan, group[k]->weights[i], group[k]->state[i]);
            value[k][i] = best_value(p, exact);
            p->surveyed = true;
        }
}

/* Loops over the placements p of a piece, numbered as in columns.c; o: the orientation. */
#define EACH_PLACEMENT(plan, piece, p)                                               \
    for (int o = 0, p = 0; o < tetris_pieces[piece].orientations; p = ++o * COLUMNS) \
        for (; p < COLUMNS * (o + 1) && p % COLUMNS + tetris_pieces[piece].shape[o].width <= (plan)->width; p++)

/* The score of a placement; LOST: it loses. */
static int32_t final_score(const Play *p, int placement)
{
    const MadeMove *m = made_of(p, placement);
    return m != NULL ? m->score : score_of(p, placement);
}

/* Kernel.moves. Keeps a Play for each state in scratch, for `after`. */
static void moves(const Plan *plan, const LaneGroup *const *group, int n, int *count, Move *move, double *value, void *scratch)
{
    Play *play = scratch;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < group[k]->n; i++, play++, count++, move += TETRIS_MOVES_MAX, value += TETRIS_MOVES_MAX) {
            PackedState *s = group[k]->state[i];
            assert((char *)(play + 1) <= (char *)scratch + KERNEL_SCRATCH_MAX);
            open_game(play, plan, group[k]->weights[i], s);
            score_placements(play);
            *count = 0;
            EACH_PLACEMENT(plan, s->piece, p)
            {
                const int32_t score = final_score(play, p);
                if (score == LOST) continue;
                move[*count] = tetris_move(o, p % COLUMNS);
                value[(*count)++] = plan_near_value(plan, s, play->weights, score);
            }
        }
}

/* The state that a placement leads to. */
static void leave_board(Play *p, int placement, PackedState *to)
{
    *to = *p->state;
    make_move(p, placement);
    packed_end_turn(p->plan, to, p->board.rows, final_score(p, placement) - move_score(p, placement));
    memcpy((void *)(uintptr_t)columns_of(to), p->board.column + EDGE, COLUMNS * sizeof(Column));
    packed_set_form(p->plan, to, p->board.top > SHORT_TOP && !p->plan->always_short);
}

/* Kernel.after. */
static void after(const Plan *plan, const LaneGroup *const *group, int n, const bool *wanted, void *out, void *scratch)
{
    Play *play = scratch;
    int first = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < group[k]->n; i++, play++, first += TETRIS_MOVES_MAX) {
            int m = first;
            EACH_PLACEMENT(plan, play->state->piece, p)
            {
                if (final_score(play, p) == LOST) continue;
                if (wanted[m]) leave_board(play, p, packed_at(out, m));
                m++;
            }
        }
}

#endif
