/* qlearning.c. Room eval. Learns tables of values by playing, and plays by them. */
#include "systems/learning/qlearning.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/sound.h"
#include "base/text.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *const qlearning_targets[] = {[QLEARNING_TARGET_VALUE] = "value", [QLEARNING_TARGET_INDEX] = "index", NULL};

const Param qlearning_params[] = {
    {PARAM_ROW(QlearningOptions, steps, PARAM_LONG, "steps", 1, 1e12, "100000"),
     .doc = "Q-learning: steps of a learning run; a play is a whole run"},
    {PARAM_ROW(QlearningOptions, observation, PARAM_TEXT, "", 0, 0, ""),
     .doc = "Q-learning: what the learner sees of a state, one of the observations of 'swarmtris list games'; empty: the first"},
    {PARAM_ROW(QlearningOptions, reward, PARAM_TEXT, "", 0, 0, ""),
     .doc = "Q-learning: reward that the learner gets for a move, one of 'swarmtris list games'; empty: the first"},
    {PARAM_ROW(QlearningOptions, illegal, PARAM_REAL, "", -1e9, 1e9, "-1000"),
     .doc = "Q-learning: the reward of an illegal action, which ends the game"},
    {PARAM_ROW(QlearningOptions, target, PARAM_CHOICE, "", 0, 0, NULL), .choices = qlearning_targets,
     .doc = "Q-learning: what gamma multiplies: value, the highest value of the next state; index, the action that has it, as "
            "the source's program does"},
    {PARAM_ROW(QlearningOptions, test_games, PARAM_INT, "games", 1, 1e6, "10"),
     .doc = "Q-learning: games that are played by the learned table; their mean score is the score of the run"},
    {PARAM_ROW(QlearningOptions, test_turns, PARAM_LONG, "turns", 1, 1e12, "10000"),
     .doc = "Q-learning: most turns of a test game"},
    {0},
};

typedef struct {
    double rate_start, rate_end, gamma, epsilon;
} QSettings;

const Param qlearning_settings[] = {
    {PARAM_ROW(QSettings, rate_start, PARAM_REAL, "", 0, 1, "1"),
     .doc = "the learning rate of the first step (TetrisPros, code)"},
    {PARAM_ROW(QSettings, rate_end, PARAM_REAL, "", 0, 1, "0.2"), .doc = "the learning rate of the last step (TetrisPros, code)"},
    {PARAM_ROW(QSettings, gamma, PARAM_REAL, "", 0, 1, "0.8"),
     .doc = "how much the value of the next state counts (TetrisPros, code)"},
    {PARAM_ROW(QSettings, epsilon, PARAM_REAL, "", 0, 1, "0.4"),
     .doc = "the probability that a step takes a random action (TetrisPros, text)"},
    {0},
};

const Units qlearning_units = {.score = "score", .cost = "steps", .play = "learning runs", .scale = SCALE_SIGNED, .noisy = true};

/* ---- the block of a run ---- */

enum { ALIGNMENT = _Alignof(max_align_t) };

static size_t rounded(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t qlearning_bytes(const Qlearning *q)
{
    return q->move_at + (size_t)q->game->moves_max * sizeof(Move);
}

static void *part_of(QlearningRun *run, size_t at)
{
    return (char *)run + at;
}

static double *row_of(const Qlearning *q, QlearningRun *run, int64_t index)
{
    assert(index >= 0 && index < q->indices);
    return (double *)part_of(run, q->table_at) + index * q->actions;
}

ActionTable qlearning_table(const Qlearning *q, const QlearningRun *run)
{
    return (ActionTable){.observation = q->observation,
                         .indices = q->indices,
                         .actions = q->actions,
                         .value = (const double *)(const void *)((const char *)run + q->table_at)};
}

/* ---- what is learned ---- */

/* "must be one of board, top_row": the names of n parts, stride bytes apart, each a struct that begins with its name. */
static void name_parts(Text *out, const void *part, int n, size_t stride)
{
    for (int i = 0; i < n; i++)
        text_add(out, "%s%s", i > 0 ? ", " : "must be one of ",
                 *(const char *const *)(const void *)((const char *)part + (size_t)i * stride));
}

bool qlearning_check(const Game *game, const void *rules, const void *options, Finding *finding)
{
    const QlearningOptions *o = options;
    *finding = (Finding){.key = "kind", .fatal = true};
    Text why = text_in(finding->why, sizeof finding->why);
    const GameLearning *l = game->learning;
    const Observation *observation = game_observation(game, o->observation);
    if (l == NULL) {
        text_add(&why, "cannot be learned by tables where the game is %s, which offers no observation", game->name);
    } else if (observation == NULL) {
        finding->key = "observation";
        name_parts(&why, l->observations, l->n_observations, sizeof *l->observations);
    } else if (game_reward(game, o->reward) == NULL) {
        finding->key = "reward";
        name_parts(&why, l->rewards, l->n_rewards, sizeof *l->rewards);
    } else if (observation->indices(rules) == 0) {
        finding->key = "observation";
        text_add(&why, "has more states than the %d that a table may have", OBSERVATION_INDICES_MAX);
    } else {
        return true;
    }
    return false;
}

void qlearning_make(Qlearning *q, const Game *game, const void *rules, const QlearningOptions *o)
{
    Finding none;
    assert(qlearning_check(game, rules, o, &none)), (void)none;
    *q = (Qlearning){.game = game, .rules = rules, .options = *o};
    q->observation = game_observation(game, o->observation);
    q->reward = game_reward(game, o->reward);
    q->indices = q->observation->indices(rules);
    q->actions = game->learning->actions(rules);
    q->table_at = rounded(sizeof(QlearningRun));
    q->state_at = q->table_at + rounded((size_t)q->indices * (size_t)q->actions * sizeof(double));
    q->before_at = q->state_at + rounded(game->state_bytes);
    q->move_at = q->before_at + rounded(game->state_bytes);
    q->move = mem_new((size_t)q->actions, sizeof *q->move);
    for (int a = 0; a < q->actions; a++) q->move[a] = game->learning->move(rules, a);
    for (int i = 0; i < QLEARNING_SETTINGS; i++) {
        q->lo[i] = qlearning_settings[i].lo;
        q->hi[i] = qlearning_settings[i].hi;
        q->names[i] = qlearning_settings[i].key;
    }
}

void qlearning_free(Qlearning *q)
{
    free(q->move);
    *q = (Qlearning){0};
}

/* ---- steps ---- */

QlearningRun *qlearning_begin(const Qlearning *q, uint64_t seed, void *block)
{
    assert((uintptr_t)block % ALIGNMENT == 0);
    QlearningRun *run = block;
    memset(block, 0, qlearning_bytes(q));
    run->seed = seed;
    rng_stream(&run->rng, rng_key(seed, RNG_OPTIMISER, 0));
    return run;
}

/* Starts game number i of the run's games for this purpose. */
static void begin_game(const Qlearning *q, QlearningRun *run, RngPurpose purpose, int64_t i)
{
    const Game *g = q->game;
    g->start(q->rules, rng_game(rng_key(run->seed, purpose, 0), (int)i), part_of(run, q->state_at));
    g->chance(q->rules, part_of(run, q->state_at));
    run->playing = true;
}

/* Makes the move of an action, also one that loses. False: the action is illegal. */
static bool make_move(const Qlearning *q, QlearningRun *run, int action)
{
    void *state = part_of(run, q->state_at);
    const GameLearning *l = q->game->learning;
    Move *move = part_of(run, q->move_at);
    const int n = q->game->moves(q->rules, state, move);
    int i = 0;
    while (i < n && move[i] != q->move[action]) i++;
    if (i == n) return l->lose != NULL && l->lose(q->rules, state, action);
    q->game->apply(q->rules, state, q->move[action]);
    q->game->chance(q->rules, state);
    return true;
}

/* The target of a legal action; *reward: the reward for it. */
static double target_after(const Qlearning *q, QlearningRun *run, double gamma, double *reward)
{
    const void *state = part_of(run, q->state_at);
    *reward = q->reward->of(q->rules, part_of(run, q->before_at), state);
    if (q->game->over(state)) return *reward;
    const double *next = row_of(q, run, q->observation->index(q->rules, state));
    const int best = action_best(next, q->actions);
    return *reward + gamma * (q->options.target == QLEARNING_TARGET_INDEX ? best : next[best]);
}

/* Makes one step from a state in which the game is not over. */
static void step(const Qlearning *q, QlearningRun *run, const double *x)
{
    void *state = part_of(run, q->state_at);
    double *value = row_of(q, run, q->observation->index(q->rules, state));
    const bool tries = rng_real(&run->rng) < x[QLEARNING_EPSILON];
    const int action = tries ? (int)rng_below(&run->rng, (uint32_t)q->actions) : action_best(value, q->actions);
    const double share = q->options.steps > 1 ? (double)run->step / (double)(q->options.steps - 1) : 0;
    const double rate = x[QLEARNING_RATE_START] + (x[QLEARNING_RATE_END] - x[QLEARNING_RATE_START]) * share;
    double reward = q->options.illegal, target = reward;
    memcpy(part_of(run, q->before_at), state, q->game->state_bytes);
    if (make_move(q, run, action)) {
        target = target_after(q, run, x[QLEARNING_GAMMA], &reward);
        run->playing = !q->game->over(state);
    } else {
        run->illegal++;
        run->playing = false;
    }
    value[action] += rate * (target - value[action]);
    run->earned += reward;
}

/* A game that is over as it begins takes a step, too, so that a run ends under any rules. */
void qlearning_learn(const Qlearning *q, QlearningRun *run, const double *x, int64_t n)
{
    for (; n > 0 && run->step < q->options.steps; n--, run->step++) {
        if (!run->playing) begin_game(q, run, RNG_TRAINING, run->begun++);
        if (q->game->over(part_of(run, q->state_at)))
            run->playing = false;
        else
            step(q, run, x);
    }
}

/* ---- tests ---- */

void qlearning_test(QlearningRun *run)
{
    run->playing = false;
    run->test = 0;
    run->turn = run->tested = 0;
    run->score = 0;
}

/* Makes a move of the test game. False: it has ended. */
static bool test_move(const Qlearning *q, QlearningRun *run)
{
    const void *state = part_of(run, q->state_at);
    if (q->game->over(state) || run->turn == q->options.test_turns) return false;
    const int action = action_best(row_of(q, run, q->observation->index(q->rules, state)), q->actions);
    if (!make_move(q, run, action)) return false;
    run->turn++;
    run->tested++;
    return true;
}

bool qlearning_test_play(const Qlearning *q, QlearningRun *run, int64_t n)
{
    for (; run->test < q->options.test_games; n--) {
        if (n <= 0) return false;
        if (!run->playing) begin_game(q, run, RNG_VALIDATION, run->test);
        if (test_move(q, run)) continue;
        run->score += (double)q->game->tally(part_of(run, q->state_at)).score;
        run->playing = false;
        run->turn = 0;
        run->test++;
    }
    return true;
}

double qlearning_score(const Qlearning *q, const QlearningRun *run)
{
    assert(run->test == q->options.test_games && run->test >= 1);
    return run->score / run->test;
}

/* ---- the objective ---- */

/* Steps between two calls of the stop check: below 10 ms. */
enum { POLL_STEPS = 1024 };

/* All suspended runs have one mark: any program that learns in this way can resume them. */
static uint64_t mark(void)
{
    static const char name[] = "qlearning";
    return hash_bytes(HASH_START, name, sizeof name);
}

static double cost_of(const QlearningRun *run)
{
    return (double)(run->step + run->tested);
}

/* Whether a run from outside can be continued, whatever its bytes are. */
static bool sound_run(const Qlearning *q, QlearningRun *run)
{
    const QlearningOptions *o = &q->options;
    const int64_t most = run->step == o->steps ? SOUND_MOST : 0;
    return sound_flag(&run->playing) && sound_rng(&run->rng) && sound_between(run->step, 0, o->steps) &&
           sound_between(run->begun, 0, run->step + 1) && sound_between(run->illegal, 0, run->step) &&
           sound_between(run->test, 0, o->test_games) && sound_between(run->turn, 0, o->test_turns) &&
           sound_between(run->tested, run->turn, most) && (!run->playing || q->game->sound(q->rules, part_of(run, q->state_at)));
}

/* Makes up to POLL_STEPS steps or test moves. True: the run has ended, and its job is answered. */
static bool advance(const Qlearning *q, const Job *job, QlearningRun *run)
{
    if (run->step < q->options.steps) {
        qlearning_learn(q, run, job->x, POLL_STEPS);
        if (run->step == q->options.steps) qlearning_test(run);
        return false;
    }
    if (!qlearning_test_play(q, run, POLL_STEPS)) return false;
    job_answer(job, qlearning_score(q, run), cost_of(run));
    return true;
}

static bool work(const void *self, JobList *l, void *scratch, const StopCheck *w)
{
    const Qlearning *q = self;
    QlearningRun *run = scratch;
    for (int i; jobs_take(l, 1, &i) > 0;) {
        const Job *job = &l->job[i];
        const bool kept = job_resume(job, mark(), run, q->before_at);
        const bool sound = kept && sound_run(q, run) && cost_of(run) >= job->y->cost;
        if (kept && !sound) job_forget(job);
        if (!sound) qlearning_begin(q, job->seed, run);
        double seen = cost_of(run);
        for (bool ended = false; !ended;) {
            ended = advance(q, job, run);
            const bool stop = w->poll(w->ctx, (int)(cost_of(run) - seen));
            seen = cost_of(run);
            if (!ended) job_spend(job, seen);
            if (!stop) continue;
            if (!ended) job_suspend(job, seen, mark(), run, q->before_at);
            return false;
        }
    }
    return true;
}

Objective objective_qlearning(const Qlearning *q)
{
    assert(q->game != NULL && q->indices >= 1 && q->actions >= 1);
    return (Objective){
        .name = q->game->name,
        .space = {.dim = QLEARNING_SETTINGS, .lo = q->lo, .hi = q->hi, .names = q->names},
        .units = &qlearning_units,
        .scratch_bytes = qlearning_bytes(q),
        .grain = 1,
        .self = q,
        .work = work,
    };
}
