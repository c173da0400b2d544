/* ini.c. Fuzz target: any bytes as an ini. They are refused with sentences, or what config_print makes of them reads back as
 * itself. */
#include "tests/fuzz/fuzz.h"

#include "config/config_read.h"

/* The effective configuration as text; owned by the caller. */
static char *printed(const Config *c)
{
    char *text;
    FILE *memory = files_memory(&text, NULL);
    config_print(c, memory, false);
    files_memory_close(memory);
    return text;
}

static void read_back(const char *text)
{
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    bool good = config_read(&c, fuzz_file(text, strlen(text)), NULL, NULL, 0, &errors, &warnings);
    for (int i = 0; i < errors.n; i++) fprintf(stderr, "%s\n", errors.line[i]);
    assert(good);
    OWNED char *again = printed(&c);
    assert(strcmp(text, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    bool good = config_read(&c, fuzz_file(data, size), NULL, NULL, 0, &errors, &warnings);
    ASSERT_SENTENCES(good, errors);
    if (!good) return 0;
    OWNED char *text = printed(&c);
    read_back(text);
    return 0;
}
