#include "tests/lanes_equal.h"

#include "agent/player.h"
#include "tests/helpers.h"
#include "tests/lanes_cases.h"
#include "tests/samples.h"

#include <assert.h>

static const Game *const game = &game_tetris;

const char *const equal_depths[EQUAL_DEPTHS] = {"features", "decisions", "games", "look-ahead"};

#define WORDS(name, words) words,
const char *const equal_numbers[EQUAL_N] = {EQUAL_NUMBERS(WORDS)};

/* ---- decisions ---- */

/* Whether two moves have the highest value. */
static bool is_tie(const Cases *c, int i)
{
    Moves m;
    int best = 0;
    cases_moves(c, i, &m);
    for (int k = 0; k < m.n; k++) best += m.value[k] == m.most;
    return best > 1;
}

static void count_decisions(EqualCounts *counts, const Cases *c)
{
    for (int i = 0; i < c->n; i++) {
        counts->n[EQUAL_N_DECISIONS]++;
        counts->n[EQUAL_N_NO_MOVE] += c->before[i].lost;
        counts->n[EQUAL_N_CLEARING] += c->after[i].rows > c->before[i].rows;
    }
    for (int i = 0; i < c->n; i += 16) {
        counts->n[EQUAL_N_ASKED_FOR_TIES]++;
        counts->n[EQUAL_N_TIES] += is_tie(c, i);
    }
}

/* At one table. */
enum { DECISIONS = EQUAL_DECISIONS / 16 };

static bool share_decisions(Share *k)
{
    for (int done = 0; done < EQUAL_DECISIONS; done += DECISIONS) {
        CLOSED(cases_free) Cases *c = cases_create(&k->r, DECISIONS, &agent_greedy);
        cases_fill(&k->r, c);
        cases_choose(c, &agent_greedy);
        count_decisions(k->counts, c);
        if (!cases_compare(k, c, &agent_greedy, false) || !cases_compare(k, c, &agent_greedy, true)) return false;
    }
    return true;
}

/* ---- whole games ---- */

/* t, alone: twins of all lanes, the latter for games that are played alone. */
static void start_games(Share *k, Cases *c, Twin *t, Twin *alone)
{
    for (int i = 0; i < c->n; i++) {
        uint64_t seed = rng_game((uint64_t)k->number, i);
        c->sort[i] = sample_weights(&k->r, &c->set, c->w[i]);
        game->start(&c->rules, seed, &c->before[i]);
        game->chance(&c->rules, &c->before[i]);
        for (int l = 0; k->lanes[l] != NULL; l++) {
            void *state = twin_state(&t[l], i);
            t[l].l->weigh(t[l].plan, c->w[i], twin_weights(&t[l], i));
            t[l].l->start(t[l].plan, twin_weights(&t[l], i), seed, state);
            t[l].l->chance(t[l].plan, &state, 1, &t[l].kind[i]);
            memcpy(twin_state(&alone[l], i), state, t[l].l->state_bytes);
            memcpy(twin_weights(&alone[l], i), twin_weights(&t[l], i), t[l].l->weights_bytes);
        }
    }
}

/* One piece in every game that is on, each followed by its chance. */
static void reference_turn(Cases *c, const bool *on)
{
    for (int i = 0; i < c->n; i++) {
        c->after[i] = c->before[i];
        if (!on[i] || c->before[i].lost) continue;
        c->move[i] = agent_greedy.choose(&c->r, &c->before[i], c->w[i], c->scratch);
        game->apply(&c->rules, &c->after[i], c->move[i]);
        game->chance(&c->rules, &c->after[i]);
    }
}

static bool one_turn(Share *k, Twin *t, const Cases *c, const bool *on)
{
    twin_turn(&k->r, t, &c->r, &agent_greedy, c->n);
    for (int i = 0; i < c->n; i++) {
        void *state = twin_state(t, i);
        if (!on[i]) continue;
        t->l->chance(t->plan, &state, 1, &t->kind[i]);
        if (!twin_compare(k, t, c, i)) return false;
        if (c->before[i].lost) t->kind[i] = LANES_OVER;
    }
    return true;
}

/* Each game alone for so many turns, up to where the reference stands in c->before; its state is the same then. */
static bool play_segment(const Share *k, const Twin *t, const Cases *c, int turns)
{
    for (int i = 0; i < c->n; i++) {
        Context about = twin_context(k, t, c, i);
        const Bounds until = {.turns = turns, .level = -1};
        t->l->play(t->plan, twin_weights(t, i), twin_state(t, i), &until, t->scratch);
        about.before = NULL;
        about.expected = &c->before[i];
        if (!twin_holds(t, twin_state(t, i), c, i, about, "played alone")) return false;
    }
    return true;
}

/* All games side by side, every board compared; and alone, with a look at them after every few turns. Leaves the last states in
 * c->before. */
static bool play_together(Share *k, Cases *c, Twin *t, const Twin *alone)
{
    Rng r = k->r;
    bool on[CASES_MAX], good = true;
    int left = c->n, segment = 0, end = 1;
    for (int i = 0; i < c->n; i++) on[i] = true;
    for (int turn = 0; good && left > 0 && turn < EQUAL_PIECES; turn++) {
        reference_turn(c, on);
        for (int l = 0; good && k->lanes[l] != NULL; l++) good = one_turn(k, &t[l], c, on);
        for (int i = 0; good && i < c->n; i++) {
            if (on[i] && c->before[i].lost) {
                on[i] = false;
                left--;
            }
            c->before[i] = c->after[i];
        }
        if (++segment < end && left > 0 && turn + 1 < EQUAL_PIECES) continue;
        for (int l = 0; good && k->lanes[l] != NULL; l++) good = play_segment(k, &alone[l], c, segment);
        segment = 0;
        end = 1 + below(&r, 60);
    }
    return good;
}

/* The same games through the player, each more than once; only tallies come out. */
static bool play_jobs(Share *k, const Cases *c, const Lanes *l, int engine)
{
    enum { JOBS = 3 * EQUAL_GAMES };
    Job job[JOBS];
    Answer answer[JOBS] = {{0}};
    JobList list = {.job = job, .n = JOBS};
    CLOSED(player_free) Player p;
    Context about = {.share = k, .isa = l->isa, .r = &c->r, .move = -1};
    for (int j = 0; j < JOBS; j++)
        job[j] = (Job){.x = c->w[j / 3], .seed = rng_game((uint64_t)k->number, j / 3), .y = &answer[j]};
    const char *why = player_make(&p, c->r, &agent_greedy, engine, l->isa, EQUAL_PIECES);
    if (why != NULL) return cases_differ(&about, "no player: %s", why);
    OWNED void *scratch = mem_lines(p.scratch_bytes);
    player_play(&p, &list, scratch, &stop_never);
    for (int j = 0; j < JOBS; j++) {
        Tally expected = game->tally(&c->before[j / 3]);
        about.w = c->w[j / 3];
        about.sort = c->sort[j / 3];
        if (!answer[j].done || (int64_t)answer[j].score != expected.score || (int64_t)answer[j].cost != expected.turns)
            return cases_differ(&about, "game %d through the player: %g rows, %g pieces instead of %lld, %lld", j / 3,
                                answer[j].score, answer[j].cost, (long long)expected.score, (long long)expected.turns);
    }
    return true;
}

static bool share_games(Share *k)
{
    CLOSED(cases_free) Cases *c = cases_create(&k->r, EQUAL_GAMES, &agent_greedy);
    Twin t[EQUAL_LANES_MAX], alone[EQUAL_LANES_MAX];
    int n = 0;
    for (; k->lanes[n] != NULL; n++) {
        twin_create(&t[n], &c->r, k->lanes[n], k->lanes[n]->scratch_bytes);
        twin_create(&alone[n], &c->r, k->lanes[n], k->lanes[n]->scratch_bytes);
    }
    start_games(k, c, t, alone);
    bool good = play_together(k, c, t, alone);
    for (int l = 0; good && l < n; l++)
        good = play_jobs(k, c, k->lanes[l], PLAYER_LANES) && play_jobs(k, c, k->lanes[l], PLAYER_COLUMNS);
    for (int i = 0; i < c->n; i++) {
        k->counts->n[EQUAL_N_GAMES]++;
        k->counts->n[EQUAL_N_PIECES] += c->before[i].pieces;
        k->counts->n[EQUAL_N_FULL_GAMES] += c->before[i].pieces == EQUAL_PIECES;
    }
    for (int l = 0; l < n; l++) {
        twin_free(&t[l]);
        twin_free(&alone[l]);
    }
    return good;
}

/* ---- shares ---- */

static bool run_share(EqualDepth depth, int number, const Lanes *const *lanes, EqualCounts *counts)
{
    static bool (*const run[EQUAL_DEPTHS])(Share *) = {equal_features, share_decisions, share_games, equal_ahead};
    Share k = {.depth = depth, .number = number, .lanes = lanes, .counts = counts};
    rng_stream(&k.r, rng_key((uint64_t)number, RNG_TEST, 100 + (uint64_t)depth));
    return run[depth](&k);
}

bool equal_shares(EqualDepth depth, int first, int n, const Lanes *const *lanes, EqualCounts *counts)
{
    bool good = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : good)
    for (int i = first; i < first + n; i++) {
        EqualCounts own = {{0}};
        good = run_share(depth, i, lanes, &own) && good;
#pragma omp critical(equal_counts)
        for (int j = 0; j < EQUAL_N; j++) counts->n[j] += own.n[j];
    }
    return good;
}

int equal_lanes(const Lanes **lanes)
{
    int n = 0;
    for (int i = 0; tetris_lanes[i] != NULL; i++) {
        assert(n < EQUAL_LANES_MAX - 1);
        bool runs = text_has(config_cpu(), tetris_lanes[i]->isa);
        printf("%s: %s\n", tetris_lanes[i]->isa, runs ? "compared" : "skipped, this processor does not have it");
        if (runs) lanes[n++] = tetris_lanes[i];
    }
    lanes[n] = NULL;
    return n;
}
