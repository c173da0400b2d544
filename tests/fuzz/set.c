/* set.c. Fuzz target: any lines as the values of --set, on top of a small ini. They are refused with sentences, or they hold. */
#include "tests/fuzz/fuzz.h"

#include "config/config_read.h"

enum { VALUES_MAX = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char ini[] = "[game]\nheight = 8\n[training]\ngames = 3\ntotal_games = 900\n[optimiser]\nparticles = 5\n";
    CLOSED(config_free) Config c;
    ConfigValue value[VALUES_MAX];
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    OWNED char *text = text_new("%.*s", (int)size, (const char *)data);
    int n = 0;
    for (char *line = strtok(text, "\n"); line != NULL && n < VALUES_MAX; line = strtok(NULL, "\n"))
        value[n++] = (ConfigValue){.text = line, .origin = "--set"};
    bool good = config_read(&c, "x.ini", ini, value, n, &errors, &warnings);
    ASSERT_SENTENCES(good, errors);
    assert(n > 0 || good);
    return 0;
}
