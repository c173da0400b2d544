/* encoding.c. Room eval. Boards, random ones and those of games, and the error that an autoencoder has on them. */
#include "systems/learning/encoding.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const Units encoder_quantity = {.score = "squared error",
                                .cost = "evaluations",
                                .play = "boards",
                                .scale = SCALE_ERROR,
                                .minimised = true,
                                .noisy = true,
                                .unit_cost = true};

/* ---- boards ---- */

/* Memory for one game: state and its copy `before` (state_bytes), moves (moves_max), the agent's scratch and plan. All owned. */
typedef struct {
    void *state, *before, *scratch;
    Move *move;
    MovePlan *plan;
} GameRoom;

static GameRoom room_make(const BoardSource *s)
{
    const Game *g = s->r.game;
    return (GameRoom){.state = mem_new(1, g->state_bytes),
                      .before = mem_new(1, g->state_bytes),
                      .scratch = mem_lines(s->agent->scratch_bytes(&s->r)),
                      .move = mem_new((size_t)g->moves_max, sizeof(Move)),
                      .plan = mem_new(1, plan_bytes(s->agent, &s->r))};
}

static void room_free(GameRoom *r)
{
    free(r->state);
    free(r->before);
    free(r->scratch);
    free(r->move);
    free(r->plan);
}

/* Plays the game of this seed for 1 to s->moves moves, or until it is over. Leaves the last state in which it was not over. */
static void play_on(const BoardSource *s, GameRoom *r, uint64_t seed, Rng *rng)
{
    const Game *g = s->r.game;
    const int moves = 1 + (int)rng_below(rng, (uint32_t)s->moves);
    g->start(s->r.rules, seed, r->state);
    memset(r->plan, 0, plan_bytes(s->agent, &s->r));
    for (int made = 0; made < moves; made++) {
        memcpy(r->before, r->state, g->state_bytes);
        g->chance(s->r.rules, r->state);
        const int n = g->moves(s->r.rules, r->state, r->move);
        if (n == 0) break;
        const Move move = s->weights != NULL ? plan_next(s->agent, &s->r, r->state, s->weights, r->plan, r->scratch)
                                             : r->move[rng_below(rng, (uint32_t)n)];
        g->apply(s->r.rules, r->state, move);
        if (g->over(r->state)) break;
    }
    if (g->over(r->state)) memcpy(r->state, r->before, g->state_bytes);
}

/* What is drawn for the board does not come from the stream of the game. */
static void draw_board(const EncoderShape *shape, const BoardSource *s, GameRoom *r, uint64_t seed, double *board)
{
    Rng rng;
    rng_stream(&rng, seed);
    if (!s->of_games) { /* cells at random in the rows below a height that is uniform on 0 .. shape->height */
        const int filled = shape->width * (int)rng_below(&rng, (uint32_t)shape->height + 1);
        for (int i = 0; i < shape->width * shape->height; i++) board[i] = i < filled && rng_real(&rng) < s->fill ? 1 : 0;
        return;
    }
    rng_stream(&rng, rng_game(seed, 1));
    play_on(s, r, seed, &rng);
    s->observation->numbers(s->r.rules, r->state, board);
}

/* ---- the problem ---- */

static int by_seed(const void *a, const void *b)
{
    const SeededBoard *one = a, *other = b;
    return (one->seed > other->seed) - (one->seed < other->seed);
}

static void draw_boards(EncoderProblem *e, const BoardSource *source, uint64_t key)
{
    const size_t cells = (size_t)encoder_cells(&e->shape);
    GameRoom room = source->of_games ? room_make(source) : (GameRoom){0};
    for (int i = 0; i < e->boards; i++) {
        double *board = e->board + (size_t)i * cells;
        e->play[i] = (SeededBoard){.seed = rng_game(key, i), .board = board};
        draw_board(&e->shape, source, &room, e->play[i].seed, board);
    }
    qsort(e->play, (size_t)e->boards, sizeof *e->play, by_seed);
    if (source->of_games) room_free(&room);
}

void encoding_make(EncoderProblem *e, const EncoderShape *shape, const BoardSource *source, uint64_t key, int boards)
{
    const size_t parameters = (size_t)encoder_parameters(shape);
    assert(boards >= 1);
    *e = (EncoderProblem){.shape = *shape, .boards = boards};
    e->board = mem_new((size_t)boards * (size_t)encoder_cells(shape), sizeof *e->board);
    e->play = mem_new((size_t)boards, sizeof *e->play);
    e->lo = mem_new(parameters, sizeof *e->lo);
    e->hi = mem_new(parameters, sizeof *e->hi);
    e->name = mem_new(parameters, sizeof *e->name);
    e->text = mem_new(parameters, ENCODER_NAME);
    for (size_t i = 0; i < parameters; i++) {
        e->lo[i] = -1, e->hi[i] = 1;
        e->name[i] = e->text + i * ENCODER_NAME;
        encoder_name(shape, (int)i, e->text + i * ENCODER_NAME);
    }
    draw_boards(e, source, key);
}

void encoding_free(EncoderProblem *e)
{
    free(e->board);
    free(e->play);
    free(e->lo);
    free(e->hi);
    free(e->name);
    free(e->text);
    *e = (EncoderProblem){0};
}

/* ---- the objective ---- */

/* Boards that a thread takes at once, and the grain; a board takes some ten microseconds. */
enum { AT_ONCE = 8, GRAIN = 64 };

static bool work(const void *self, JobList *l, void *scratch, const StopCheck *stop)
{
    const EncoderProblem *e = self;
    int first, n;
    while ((n = jobs_take(l, AT_ONCE, &first)) > 0) {
        for (int i = first; i < first + n; i++) {
            const Job *job = &l->job[i];
            const SeededBoard *play =
                bsearch(&(SeededBoard){.seed = job->seed}, e->play, (size_t)e->boards, sizeof *play, by_seed);
            assert(play != NULL);
            job_answer(job, -encoder_error(&e->shape, job->x, play->board, scratch), 1);
        }
        if (stop->poll(stop->ctx, n)) return false;
    }
    return true;
}

Objective objective_encoding(const EncoderProblem *e)
{
    return (Objective){
        .name = "encoder",
        .space = {.dim = encoder_parameters(&e->shape), .lo = e->lo, .hi = e->hi, .names = e->name},
        .units = &encoder_quantity,
        .scratch_bytes = encoder_scratch(&e->shape) * sizeof(double),
        .grain = GRAIN,
        .self = e,
        .work = work,
    };
}
