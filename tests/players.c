#include "tests/players.h"
#include "game/tetris/tetris.h"
#include "tests/helpers.h"

void players_make(Players *p, Ruleset table, const Agent *agent)
{
    p->n = 1;
    assert_null(player_make(&p->player[0], table, agent, PLAYER_REFERENCE, NULL, 0));
    for (int i = 0; tetris_lanes[i] != NULL; i++)
        for (int engine = PLAYER_LANES; engine <= PLAYER_COLUMNS; engine++) {
            assert_in_range(p->n, 1, PLAYERS_MAX - 1);
            if (!tetris_lanes[i]->runs_here()) continue;
            if (player_make(&p->player[p->n], table, agent, engine, tetris_lanes[i]->isa, 0) == NULL)
                p->n++;
            else
                player_free(&p->player[p->n]);
        }
}

void players_free(Players *p)
{
    for (int i = 0; i < p->n; i++) player_free(&p->player[i]);
}

Stats players_whole_games(const Player *p, const double *x, int n)
{
    Stats all = {0};
    OWNED Job *job = mem_new((size_t)n, sizeof *job);
    OWNED Answer *y = mem_new((size_t)n, sizeof *y);
    SavedGame **left = mem_new((size_t)n, sizeof(SavedGame *));
    JobList list = {.job = job, .n = n};
    OWNED void *scratch = mem_lines(p->scratch_bytes);
    for (int i = 0; i < n; i++) job[i] = (Job){.x = x, .seed = rng_game(1, i), .y = &y[i], .left = &left[i]};
    assert_true(player_play(p, &list, scratch, &stop_never));
    for (int i = 0; i < n; i++) stats_add(&all, y[i].score);
    free(left);
    return all;
}
