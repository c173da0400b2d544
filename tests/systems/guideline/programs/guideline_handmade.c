/* guideline_handmade.c. How far does the penalty with the parameters made by hand get, and how fast is the game?
 *
 *     guideline_handmade [GAMES]     default 300
 *
 * Games: 7-bag, hold, preview 3, straight drops. The original program was measured with 75 to 86 of 100 games that reach 1,000
 * pieces. Rates: pieces a second of processor time that the agents make on one core. Prints "ok - ..." for run.sh. */
#include "agent/agent.h"
#include "tests/helpers.h"
#include "tests/systems/guideline/guideline_reference.h"

#include <time.h>

static const Game *const game = &game_guideline;
enum { PIECES = 1000 };

static GuidelineRules rules_with(const char *settings)
{
    GuidelineRules rules = reference_rules;
    set_options(game->params, &rules, settings);
    return rules;
}

/* Plays game i of a key, of so many pieces at most, with weights w (agent_weights). Returns its pieces. */
static int64_t play(const Rules *r, const Agent *agent, const double *w, uint64_t key, int i, int64_t most)
{
    OWNED void *scratch = mem_new(1, agent->scratch_bytes(r));
    GuidelineState s;
    game->start(r->rules, rng_game(rng_key(key, RNG_TEST, 0), i), &s);
    for (game->chance(r->rules, &s); !game->over(&s) && s.pieces < most; game->chance(r->rules, &s))
        game->apply(r->rules, &s, agent->choose(r, &s, w, scratch));
    return s.pieces;
}

static bool count_survivors(int games)
{
    GuidelineRules rules = rules_with("preview=3 hold=yes");
    Rules r = {.game = game, .rules = &rules, .set = &reference_penalty_set};
    int reached = 0;
    for (int i = 0; i < games; i++) reached += play(&r, &agent_penalty, reference_handmade, 1, i, PIECES) == PIECES;
    double share = 100.0 * reached / games;
    bool good = share >= 75 && share <= 86;
    printf("%s - of 100 games %.1f (+- %.1f) reach %d pieces (%d games)\n", good ? "ok" : "not ok", share,
           100 * sqrt(share / 100 * (1 - share / 100) / games), PIECES, games);
    return good;
}

static void print_rate(const char *what, GuidelineRules rules, const Agent *agent, const FeatureSet *set, const double *w)
{
    Rules r = {.game = game, .rules = &rules, .set = set};
    int64_t pieces = 0;
    clock_t start = clock(), spent = 0;
    for (int i = 0; spent < 2 * CLOCKS_PER_SEC; i++, spent = clock() - start) pieces += play(&r, agent, w, 2, i, 50 * PIECES);
    printf("%-46s %8.0f pieces/s\n", what, (double)pieces * CLOCKS_PER_SEC / (double)spent);
}

int main(int n, char **text)
{
    static const double el[] = {-3.4181268101392694, 3.4181268101392694,  -3.2178882868487753, -9.348695305445199,
                                -7.899265427351652,  -3.3855972247263626, -3.3855972247263626, -3.3855972247263626};
    int games = n > 1 ? atoi(text[1]) : 300;
    if (n > 2 || games < 1) {
        fprintf(stderr, "guideline_handmade [GAMES]\n");
        return 2;
    }
    bool good = count_survivors(games);
    const FeatureSet *six = game_set(game, "dellacherie"), *eight = game_set(game, "bcts");
    print_rate("dellacherie, no hold", rules_with("preview=3 hold=no"), &agent_greedy, six, el);
    print_rate("dellacherie, hold", rules_with("preview=3 hold=yes"), &agent_greedy, six, el);
    print_rate("bcts, no hold", rules_with("preview=3 hold=no"), &agent_greedy, eight, el);
    print_rate("bcts, hold", rules_with("preview=3 hold=yes"), &agent_greedy, eight, el);
    print_rate("penalty, hold", rules_with("preview=3 hold=yes"), &agent_penalty, &reference_penalty_set, reference_handmade);
    return !good;
}
