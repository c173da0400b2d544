/* test_states.c. States that were edited: each game drops them or plays on from them, on each engine, and so do replicates of
 * splitting; nothing ends in an assertion or never. */
#include "tests/edited.h"

#include "agent/player.h"
#include "agent/resumed.h"
#include "agent/segment.h"
#include "base/sound.h"
#include "eval/replicate.h"
#include "eval/splitting.h"
#include "game/tetris/packed.h"
#include "tests/helpers.h"

extern const Game game_paddle; /* tests/games/paddle.c */

enum { TURNS = 60 };

/* A game after some turns, as the engine keeps it, into state. */
static void some_turns(Rng *r, const Player *p, const double *x, void *state, void *scratch)
{
    const Rules *rules = &p->r;
    const Lanes *l = p->lanes;
    int turns = (int)rng_below(r, TURNS), kind;
    if (l != NULL) {
        OWNED void *weights = mem_lines(l->weights_bytes);
        l->weigh(p->plan, x, weights);
        l->start(p->plan, weights, rng_u32(r), state);
        l->chance(p->plan, &state, 1, &kind);
        for (; turns > 0 && kind != LANES_OVER; turns--) {
            const LaneGroup alone = {.kind = kind, .n = 1, .state = {state}, .weights = {weights}};
            p->agent->turn(rules, l, p->plan, &alone, 1, scratch);
            l->chance(p->plan, &state, 1, &kind);
        }
        return;
    }
    MovePlan *plan = (MovePlan *)(void *)((char *)state + rules->game->state_bytes);
    rules->game->start(rules->rules, rng_u32(r), state);
    rules->game->chance(rules->rules, state);
    for (; turns > 0 && !rules->game->over(state); turns--) {
        rules->game->apply(rules->rules, state, plan_next(p->agent, rules, state, x, plan, scratch));
        rules->game->chance(rules->rules, state);
    }
}

typedef struct {
    int dropped, taken; /* edited states */
} Count;

static void check_player(Rng *r, Player *p, const double *x, Count *c)
{
    const Rules *rules = &p->r;
    const size_t plan = p->agent->plan != NULL ? plan_bytes(p->agent, rules) : 0;
    const Objective games = objective_games(p, (Space){.dim = agent_weights(p->agent, rules)});
    const size_t bytes = p->lanes != NULL ? p->lanes->state_bytes : rules->game->state_bytes + plan;
    OWNED void *scratch = mem_lines(p->scratch_bytes), *state = mem_lines(bytes), *room = mem_lines(p->scratch_bytes);
    p->turns_max = 2 * TURNS;
    const int edits = p->agent->plan != NULL ? EDITS / 8 : EDITS; /* plans take their time */
    for (int i = 0; i < edits; i++) {
        memset(state, 0, bytes);
        some_turns(r, p, x, state, room);
        assert_true(resumed_sound(p, state));
        edited_words(r, state, bytes);
        SavedGame *left = saved_game_new(p->mark, (int)((bytes + 7) / 8));
        memcpy(left->word, state, bytes);
        const bool sound = resumed_sound(p, state);
        c->taken += sound;
        c->dropped += !sound;
        const Answer end = edited_go_on(&games, scratch, x, &left, 0);
        assert_true(end.done);
        assert_null(left);
    }
}

/* Agents that need no file and no weights of their own; of those that search, a little. */
static bool suits(const Agent *a)
{
    return a->file == NULL && a->weights == NULL && a->branching == NULL;
}

/* Sets a number, where there is one of this name. */
static void set_number(const Param *table, void *block, const char *key, double value)
{
    const Param *row = param_find(table, key);
    if (row != NULL && param_numeric(row)) param_put(row, block, value);
}

static void check_game(Rng *r, const Game *g, const Agent *a, int preview, Count *c)
{
    static const int engines[] = {PLAYER_REFERENCE, PLAYER_LANES, PLAYER_COLUMNS};
    static const char *const small[] = {"width", "depth", "visits"};
    OWNED void *rules = options_new(g->params, g->rules_bytes, ""), *options = options_new(a->params, a->options_bytes, "");
    double x[FEATURE_SET_MAX];
    Finding found[FINDINGS_MAX];
    for (size_t i = 0; i < LENGTH(small); i++) set_number(a->params, options, small[i], 4);
    set_number(g->params, rules, "preview", preview);
    set_number(g->params, rules, "length", TURNS / 3);
    assert_true(game_check(g, rules, found) == 0 || preview == 0);
    for (int j = 0; j < FEATURE_SET_MAX; j++) x[j] = rng_between(r, -1, 0.1);
    for (size_t i = 0; i < LENGTH(engines) && game_check(g, rules, found) == 0; i++) {
        CLOSED(player_free) Player p;
        const Rules ruled = {.game = g, .rules = rules, .set = &g->sets[0], .options = options};
        if (player_make(&p, ruled, a, engines[i], config_isa(), 0) == NULL) check_player(r, &p, x, c);
    }
}

static void check_edits(const Game *g)
{
    Count c = {0};
    Rng r = rng_from(rng_key(11, RNG_TEST, 0));
    for (int a = 0; registry_agents[a] != NULL; a++)
        for (int preview = 0; preview < (param_find(g->params, "preview") != NULL ? 2 : 1) && suits(registry_agents[a]);
             preview++)
            if (a == 0 || registry_agents[a]->plan != NULL) check_game(&r, g, registry_agents[a], preview, &c);
    if (c.taken == 0 || c.dropped < EDITS / 10) fail_msg("%s: %d edits taken, %d dropped", g->name, c.taken, c.dropped);
}

TEST(test_edited_games)
{
    for (int g = 0; registry_games[g] != NULL; g++) check_edits(registry_games[g]);
    check_edits(&game_paddle);
}

TEST(test_edited_replicates)
{
    static const int engines[] = {PLAYER_REFERENCE, PLAYER_COLUMNS};
    const Game *g = registry_games[0];
    const SplittingOptions options = {.step = 4, .trials = 4, .pilot = SPLITTING_SAMPLES, .run = 600, .roulette = 4};
    OWNED void *rules = options_new(g->params, g->rules_bytes, "");
    double x[FEATURE_SET_MAX], lo[FEATURE_SET_MAX], hi[FEATURE_SET_MAX];
    for (int j = 0; j < FEATURE_SET_MAX; j++) x[j] = -1, lo[j] = -2, hi[j] = 2;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        CLOSED(player_free) Player p;
        Splitting s;
        const Rules r = {.game = g, .rules = rules, .set = &g->sets[0]};
        if (player_make(&p, r, registry_agents[0], engines[i], config_isa(), 20000) != NULL) continue;
        splitting_make(&s, &p, &options);
        const Objective o = objective_splitting(&s, (Space){.dim = g->sets[0].n, .lo = lo, .hi = hi});
        edited_objective(&o, x);
    }
}

/* ---- what the numbers of a state of Tetris may be ---- */

/* One number of a sound state becomes another; taken: it may be that. */
#define NUMBER(type, member, value, taken)                                                    \
    {                                                                                         \
#member " = " #value, offsetof(type, member), sizeof((type *)0)->member, value, taken \
    }
#define COUNTS(type, member) \
    NUMBER(type, member, -1, false), NUMBER(type, member, 0, true), NUMBER(type, member, SOUND_MOST, false)
#define UP_TO(type, member, most)                                                                     \
    NUMBER(type, member, -1, false), NUMBER(type, member, 0, true), NUMBER(type, member, most, true), \
        NUMBER(type, member, (most) + 1, false)
/* Of both kinds of states, on a board of 6x14 with a bag of OILJTS and a preview. */
#define BOTH(type)                                                                                                  \
    COUNTS(type, rows), COUNTS(type, pieces), NUMBER(type, bag, 0, false), NUMBER(type, bag, 1, true),              \
        NUMBER(type, bag, 0x3f, true), NUMBER(type, bag, 0x40, false), UP_TO(type, piece, 5), UP_TO(type, next, 5), \
        NUMBER(type, lost, 1, true), NUMBER(type, lost, 2, false), NUMBER(type, rng.inc, 2, false),                 \
        NUMBER(type, rng.inc, 3, true)
typedef struct {
    const char *text;
    size_t at, bytes;
    int64_t value;
    bool taken;
} Number;

static void check_numbers(const TetrisRules *rules, int engine, const Number *row, size_t n)
{
    static const double x[FEATURE_SET_MAX] = {-1};
    CLOSED(player_free) Player p;
    Segment s;
    assert_null(player_make(&p, (Rules){.game = &game_tetris, .rules = rules, .set = &game_tetris.sets[0]}, registry_agents[0],
                            engine, config_isa(), 0));
    OWNED char *state = mem_lines(segment_state_bytes(&p, 0));
    OWNED void *weights = mem_lines(segment_weights_bytes(&p)), *scratch = mem_lines(segment_bytes(&p, 0));
    segment_open(&s, &p, x, 0, weights, scratch);
    for (size_t i = 0; i < n; i++) {
        segment_start(&s, 1, state);
        assert_true(resumed_sound(&p, state));
        memcpy(state + row[i].at, &row[i].value, row[i].bytes); /* its low bytes, which come first */
        if (resumed_sound(&p, state) != row[i].taken) fail_msg("%s, engine %d", row[i].text, engine);
    }
}

TEST(test_numbers)
{
    static const TetrisRules rules = {.width = 6, .height = 14, .pieces = "OILJTS", .bag = true, .preview = 1},
                             plain = {.width = 6, .height = 14, .pieces = "OILJTS"};
    static const Number of_reference[] = {BOTH(TetrisState),
                                          COUNTS(TetrisState, score),
                                          UP_TO(TetrisState, cleared, 4),
                                          UP_TO(TetrisState, lowest, 14),
                                          UP_TO(TetrisState, highest, 14),
                                          UP_TO(TetrisState, eroded, 16),
                                          NUMBER(TetrisState, full, 1 << 14, false),
                                          NUMBER(TetrisState, top[0], 1, false),
                                          NUMBER(TetrisState, cell[0][0], 1, false),
                                          NUMBER(TetrisState, cell[14][0], 1, false),
                                          NUMBER(TetrisState, cell[0][6], 1, false)},
                        of_lanes[] = {BOTH(PackedState),
                                      COUNTS(PackedState, earned),
                                      NUMBER(PackedState, is_tall, 2, false),
                                      NUMBER(PackedState, column.low[0], 1 << (SHORT_TOP - 1), true),
                                      NUMBER(PackedState, column.low[0], 1 << SHORT_TOP, false),
                                      NUMBER(PackedState, column.low[6], 0, false)},
                        without[] = {NUMBER(TetrisState, bag, 0, true), NUMBER(TetrisState, bag, 1, false),
                                     NUMBER(TetrisState, next, TETRIS_NO_PIECE, true), NUMBER(TetrisState, next, 0, false)};
    check_numbers(&rules, PLAYER_REFERENCE, of_reference, LENGTH(of_reference));
    check_numbers(&rules, PLAYER_LANES, of_lanes, LENGTH(of_lanes));
    check_numbers(&plain, PLAYER_REFERENCE, without, LENGTH(without));
}

/* So it is with a replicate of splitting at its first stage. */
TEST(test_numbers_of_replicates)
{
#define NOT(member, some, other) NUMBER(Replicate, member, some, false), NUMBER(Replicate, member, other, false)
#define FROM_0(member) UP_TO(Replicate, member, SOUND_MOST)
    /* A replicate in this phase has a stage, in which as many trials as are over have been counted, and no second stage yet. */
    /* clang-format off */
    static const Number row[] = {
        NOT(phase, -1, DONE), NOT(phase, RUN, PILOT), FROM_0(c.stage[0].up), FROM_0(c.stage[0].lost), FROM_0(c.stage[0].turns),
        NOT(c.stage[0].trials, -1, 1), NOT(c.stage[1].trials, -1, 1), NOT(c.stage[1].turns, -1, 1), NOT(c.stage[1].up, -1, 1),
        NOT(c.stage[1].lost, -1, 1), NOT(over, -1, 1), NOT(c.turns, -1, SOUND_MOST), NOT(c.run_turns, 0, SOUND_MOST),
        NOT(c.run_score, -SOUND_MOST - 1, SOUND_MOST + 1), NOT(c.entries, 0, SOUND_MOST), NOT(c.losses, -1, SOUND_MOST),
        NOT(c.stages, 0, SPLITTING_STAGES + 1), NOT(c.base, INT_MIN, INT_MAX), NOT(games, 0, INT_MAX), NOT(ended, -1, INT_MAX),
        NOT(before, -SOUND_MOST - 1, SOUND_MOST + 1), NOT(left, -601, 601), NOT(kept, 0, 5), NOT(total, 0, INT_MAX),
        NOT(samples, SPLITTING_SAMPLES - 1, SPLITTING_SAMPLES + 1), NOT(offset, -1, INT_MAX), NOT(armed, -1, 2),
        NOT(begun, -1, 2), NUMBER(Replicate, rng.inc, 2, false)};
    /* clang-format on */
    static const double x[FEATURE_SET_MAX] = {-1, -1, -1, -1, -1, -1, -1, -1};
    static const TetrisRules rules = {.width = 6, .height = 14, .pieces = "OILJTSZ"};
    const SplittingOptions options = {.step = 4, .trials = 4, .pilot = SPLITTING_SAMPLES, .run = 600, .roulette = 4};
    CLOSED(player_free) Player p;
    Splitting s;
    ReplicateWorker w;
    SearchLimit limit = {.every = SEARCH_POLL};
    Answer a = {.left = NULL};
    const Job job = {.x = x, .seed = 7, .y = &a};
    const Rules r = {.game = &game_tetris, .rules = &rules, .set = &game_tetris.sets[0]};
    assert_null(player_make(&p, r, registry_agents[0], PLAYER_REFERENCE, NULL, 0));
    splitting_make(&s, &p, &options);
    OWNED void *block = mem_lines(replicate_bytes(&s.plan)), *scratch = mem_lines(replicate_scratch_bytes(&s.plan));
    replicate_open(&w, &s.plan, block, scratch, &limit);
    replicate_take(&w, &job);
    assert_true(replicate_play(&w, true) && w.r->phase == STAGE);
    OWNED char *whole = mem_new(1, w.saved);
    memcpy(whole, w.r, w.saved);
    for (size_t i = 0; i < LENGTH(row); i++) {
        memcpy(w.r, whole, w.saved);
        a.cost = -1; /* as a row has it */
        memcpy((char *)w.r + row[i].at, &row[i].value, row[i].bytes);
        replicate_suspend(&w, &job);
        a.cost = 0;
        replicate_take(&w, &job);
        if ((w.r->phase == STAGE) != row[i].taken) fail_msg("%s", row[i].text);
    }
    memcpy(w.r, whole, w.saved);
    w.count[0][0]++, w.r->total++; /* a state of two trials */
    replicate_suspend(&w, &job);
    replicate_take(&w, &job);
    assert_true(w.r->phase == STAGE && w.count[0][0] >= 2);
    job_forget(&job);
}

TESTS(NULL, NULL)
