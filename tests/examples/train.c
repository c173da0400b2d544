/* train.c. Trains a Tetris controller through libswarmtris, without the program.
 *
 *     cc -o train train.c $(pkg-config --cflags --libs swarmtris) */
#include "experiment/train.h"
#include "eval/objective.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>

/* Options as an ini without a word about them would have them, but for one key. Returns block. */
static void *options(const Param *table, void *block, const char *key, const char *value)
{
    char why[PARAM_WHY_MAX] = "";
    param_defaults(table, block);
    if (key != NULL && !param_set(param_find(table, key), block, value, why, sizeof why)) fprintf(stderr, "%s: %s\n", key, why);
    return block;
}

static bool go_on(void *ctx, int turns)
{
    return (void)ctx, (void)turns, false; /* true would stop in the middle of games */
}

int main(void)
{
    enum { DIM = 9 }; /* weights of the feature set dt, of Thiery and Scherrer */
    const Game *game = &game_tetris;
    const FeatureSet *features = game_set(game, "dt");
    void *rules = options(game->params, calloc(1, game->rules_bytes), "height", "8");
    void *agent = options(agent_greedy.params, calloc(1, agent_greedy.options_bytes), NULL, NULL);
    void *pso = options(optimiser_pso.params, calloc(1, optimiser_pso.options_bytes), "particles", "15");
    double lower[DIM], upper[DIM];
    const char *names[DIM];
    for (int j = 0; j < DIM; j++) lower[j] = -10, upper[j] = 10, names[j] = game->features[features->index[j]].name;
    Player player;
    player_make(&player, (Ruleset){game, rules, features, agent}, &agent_greedy, PLAYER_AUTO, NULL, 0);
    Objective tetris = objective_games(&player, (Space){.dim = DIM, .lo = lower, .hi = upper, .names = names});
    TrainSpec spec = {.optimiser = &optimiser_pso, .optimiser_options = pso, .space = &tetris.space, .seed = 1};
    options(train_training_params, &spec.options.training, "total_pieces", "2e6");
    options(train_selection_params, &spec.options.selection, "finalists", "5");
    options(train_validation_params, &spec.options.validation, "games", "400");
    Experiment e = train_create(&spec);
    Evaluator *evaluator = evaluator_create(&tetris, 1, EVALUATOR_BOTH, 0); /* on all processors */
    Batch batch = {0};
    while (e.kind->ask(e.self, &batch) > 0) {
        batch_seat(&batch);
        evaluate_batch(evaluator, &batch, &(StopCheck){.poll = go_on});
        e.kind->tell(e.self, batch.t, batch.n, NULL);
        batch_clear(&batch);
    }
    Result r;
    e.kind->result(e.self, &r);
    for (int i = 0; i < r.claims; i++) printf("%s = %.17g\n", r.claim[i].name, r.claim[i].score.mean);
    for (int j = 0; j < DIM; j++) printf("%s = %.17g\n", names[j], r.x[j]);
    e.kind->destroy(e.self), evaluator_destroy(evaluator), batch_free(&batch), player_free(&player);
    free(rules), free(agent), free(pso);
}
