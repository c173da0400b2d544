/* weights.c. Fuzz target: any bytes as a weights file of Tetris, of a known set, of an agent with weights of its own, and of no
 * game. What is accepted is finite, and of the length of its set. */
#include "tests/fuzz/fuzz.h"

#include "config/weights.h"
#include "game/tetris/features.h"

/* Reads it under one value of the command line; NULL: none. */
static void read_under(const char *path, const char *set)
{
    CLOSED(weights_free) Weights w;
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors errors = {0};
    const WeightsStatus status = weights_load(&w, &c, path, &(ConfigValue){set, "--set"}, set != NULL, &errors);
    ASSERT_SENTENCES(status == WEIGHTS_READ, errors);
    assert(status != WEIGHTS_MISSING);
    assert(status != WEIGHTS_READ || c.weights.key == NULL || c.weights.n == w.n);
    for (int i = 0; status == WEIGHTS_READ && i < w.n; i++) assert(isfinite(w.w[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    CLOSED(weights_free) Weights w;
    CLOSED(errors_free) Errors errors = {0};
    read_under(path, NULL);
    read_under(path, "agent.features=cs3243");
    for (int i = 0; registry_agents[i] != NULL; i++) {
        OWNED char *set = text_new("agent.kind=%s", registry_agents[i]->name);
        read_under(path, set);
    }
    ASSERT_SENTENCES(weights_read(&w, path, NULL, &errors) == WEIGHTS_READ, errors);
    return 0;
}
