/* guideline_handmade.c. How far does the penalty with the parameters made by hand get, and how fast is the game?
 *
 *     guideline_handmade [GAMES]     default 300
 *
 * Games: 7-bag, hold, preview 3, straight drops. The original program was measured with 75 to 86 of 100 games that reach 1,000
 * pieces. Rates: pieces a second of processor time that the agent greedy makes on one core. Prints "ok - ..." for tests/run.sh.
 * */
#include "game/guideline/guideline.h"

#include "agent/agent.h"
#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const Agent agent_greedy;

static const Game *const game = &game_guideline;
static const double handmade[GUIDELINE_PENALTY_WEIGHTS] = {0, 2, 0, 2, -1, 10, 10, 10};
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

/* The move of the lowest penalty, the first of equals. */
static Move least_penalty(const GuidelineRules *rules, const GuidelineState *s)
{
    const FeatureSet *set = game_set(game, "penalty");
    Move move[GUIDELINE_MOVES_MAX];
    int n = game->moves(rules, s, move), best = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < n; i++) {
        double raw[GUIDELINE_PENALTY_FEATURES];
        GuidelineState after = *s;
        game->apply(rules, &after, move[i]);
        game->values(rules, set, s, &after, raw);
        double penalty = guideline_penalty(raw, handmade);
        if (penalty < least) least = penalty, best = i;
    }
    return move[best];
}

static bool count_survivors(int games)
{
    GuidelineRules rules = rules_with("3", "yes");
    int reached = 0;
    for (int i = 0; i < games; i++) {
        GuidelineState s;
        game->start(&rules, rng_game(rng_key(1, RNG_TEST, 0), i), &s);
        for (game->chance(&rules, &s); !game->over(&s) && s.pieces < PIECES; game->chance(&rules, &s))
            game->apply(&rules, &s, least_penalty(&rules, &s));
        reached += s.pieces == PIECES;
    }
    double share = 100.0 * reached / games;
    bool good = share >= 75 && share <= 86;
    printf("%s - of 100 games %.1f (+- %.1f) reach %d pieces (%d games)\n", good ? "ok" : "not ok", share,
           100 * sqrt(share / 100 * (1 - share / 100) / games), PIECES, games);
    return good;
}

/* w (set->n). */
static void print_rate(const char *what, GuidelineRules rules, const char *set, const double *w)
{
    Ruleset t = {.game = game, .rules = &rules, .set = game_set(game, set)};
    void *scratch = mem_new(1, agent_greedy.scratch_bytes(&t));
    GuidelineState s;
    int64_t pieces = 0;
    clock_t start = clock(), spent = 0;
    for (int i = 0; spent < 2 * CLOCKS_PER_SEC; i++) {
        game->start(&rules, rng_game(rng_key(2, RNG_TEST, 0), i), &s);
        for (game->chance(&rules, &s); !game->over(&s) && s.pieces < 50 * PIECES; game->chance(&rules, &s))
            game->apply(&rules, &s, agent_greedy.choose(&t, &s, w, scratch));
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
    static const double heavy[] = {-2, -2, -10, -1, 1, -10, -10};
    int games = n > 1 ? atoi(text[1]) : 300;
    if (n > 2 || games < 1) {
        fprintf(stderr, "guideline_handmade [GAMES]\n");
        return 2;
    }
    bool good = count_survivors(games);
    print_rate("dellacherie, no hold", rules_with("3", "no"), "dellacherie", el);
    print_rate("bcts, no hold", rules_with("3", "no"), "bcts", el);
    print_rate("bcts, hold", rules_with("3", "yes"), "bcts", el);
    print_rate("penalty, hold", rules_with("3", "yes"), "penalty", heavy);
    return !good;
}
