/* guideline_handmade.c. How far does the penalty with the parameters made by hand get, and how fast is the game?
 *
 *     guideline_handmade [GAMES]     default 300
 *
 * Games: 7-bag, hold, preview 3, straight drops. The original program was measured with 75 to 86 of 100 games that reach 1,000
 * pieces. Rates: pieces a second of processor time that the agents make on one core. Prints "ok - ..." for run.sh. */
#include "systems/guideline/guideline.h"

#include "agent/agent.h"
#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern const Agent agent_greedy, agent_penalty;

static const Game *const game = &game_guideline;
static const double handmade[] = {0, 2, 0, 2, -1, 10, 10, 10};

/* What the agent penalty reads. */
static const int seven[] = {0, 1, 2, 3, 4, 5, 6};
static const FeatureSet read_by_penalty = {.name = "seven", .index = seven, .n = GUIDELINE_PENALTY_FEATURES};
enum { PIECES = 1000 };

static GuidelineRules rules_with(const char *preview, const char *hold)
{
    GuidelineRules rules;
    char why[PARAM_WHY_MAX];
    param_defaults(game->params, &rules);
    param_set(param_find(game->params, "preview"), &rules, preview, why, sizeof why);
    param_set(param_find(game->params, "hold"), &rules, hold, why, sizeof why);
    return rules;
}

static bool count_survivors(int games)
{
    GuidelineRules rules = rules_with("3", "yes");
    Rules t = {.game = game, .rules = &rules, .set = &read_by_penalty};
    void *scratch = mem_new(1, agent_penalty.scratch_bytes(&t));
    int reached = 0;
    for (int i = 0; i < games; i++) {
        GuidelineState s;
        game->start(&rules, rng_game(rng_key(1, RNG_TEST, 0), i), &s);
        for (game->chance(&rules, &s); !game->over(&s) && s.pieces < PIECES; game->chance(&rules, &s))
            game->apply(&rules, &s, agent_penalty.choose(&t, &s, handmade, scratch));
        reached += s.pieces == PIECES;
    }
    free(scratch);
    double share = 100.0 * reached / games;
    bool good = share >= 75 && share <= 86;
    printf("%s - of 100 games %.1f (+- %.1f) reach %d pieces (%d games)\n", good ? "ok" : "not ok", share,
           100 * sqrt(share / 100 * (1 - share / 100) / games), PIECES, games);
    return good;
}

/* w (agent_weights). */
static void print_rate(const char *what, GuidelineRules rules, const Agent *agent, const FeatureSet *set, const double *w)
{
    Rules t = {.game = game, .rules = &rules, .set = set};
    void *scratch = mem_new(1, agent->scratch_bytes(&t));
    GuidelineState s;
    int64_t pieces = 0;
    clock_t start = clock(), spent = 0;
    for (int i = 0; spent < 2 * CLOCKS_PER_SEC; i++) {
        game->start(&rules, rng_game(rng_key(2, RNG_TEST, 0), i), &s);
        for (game->chance(&rules, &s); !game->over(&s) && s.pieces < 50 * PIECES; game->chance(&rules, &s))
            game->apply(&rules, &s, agent->choose(&t, &s, w, scratch));
        pieces += s.pieces;
        spent = clock() - start;
    }
    printf("%-46s %8.0f pieces/s\n", what, (double)pieces * CLOCKS_PER_SEC / (double)spent);
    free(scratch);
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
    print_rate("dellacherie, no hold", rules_with("3", "no"), &agent_greedy, six, el);
    print_rate("dellacherie, hold", rules_with("3", "yes"), &agent_greedy, six, el);
    print_rate("bcts, no hold", rules_with("3", "no"), &agent_greedy, eight, el);
    print_rate("bcts, hold", rules_with("3", "yes"), &agent_greedy, eight, el);
    print_rate("penalty, hold", rules_with("3", "yes"), &agent_penalty, &read_by_penalty, handmade);
    return !good;
}
