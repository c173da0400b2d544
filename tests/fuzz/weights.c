/* weights.c. Fuzz target: any bytes as a weights file of Tetris, of a known set, of an agent with weights of its own, and of no
 * game. What is accepted is finite, and of the length of its set. */
#include "tests/fuzz/fuzz.h"

#include "config/weights.h"
#include "game/tetris/features.h"

static void read_weights(const char *path, Schema asked)
{
    CLOSED(weights_free) Weights w;
    CLOSED(errors_free) Errors errors = {0};
    WeightsStatus status = weights_read(&w, path, asked, &errors);
    ASSERT_SENTENCES(status == WEIGHTS_READ, errors);
    assert(status != WEIGHTS_MISSING);
    if (status == WEIGHTS_READ) {
        assert(w.n > 0 && (!schema_known(&w.schema) || schema_size(&w.schema) == w.n));
        assert(!schema_known(&asked) || schema_size(&asked) == w.n);
        for (int i = 0; i < w.n; i++) assert(isfinite(w.w[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    read_weights(path, (Schema){.game = &game_tetris});
    read_weights(path, (Schema){.game = &game_tetris, .set = &tetris_sets[TETRIS_SET_CS3243]});
    for (int i = 0; registry_agents[i] != NULL; i++)
        for (int k = 0; registry_games[k] != NULL && registry_agents[i]->weights != NULL; k++)
            read_weights(path, (Schema){.game = registry_games[k], .agent = registry_agents[i]});
    read_weights(path, (Schema){0});
    return 0;
}
