/* ini.c. Fuzz target: any bytes as an ini. They are refused with sentences, or what config_print makes of them reads back as
 * itself. */
#include "tests/fuzz/fuzz.h"

#include "config/config_read.h"

#include <string.h>

/* The effective configuration as text; owned by the caller. */
static char *printed(const Config *c)
{
    char *text;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) abort();
    config_print(c, memory, false);
    if (fclose(memory) != 0) abort();
    return text;
}

static void read_back(const char *text)
{
    Config c;
    Errors errors = {0}, warnings = {0};
    bool good = config_read(&c, fuzz_file(text, strlen(text)), NULL, 0, &errors, &warnings);
    for (int i = 0; i < errors.n; i++) fprintf(stderr, "%s\n", errors.line[i]);
    assert(good);
    char *again = printed(&c);
    assert(strcmp(text, again) == 0);
    free(again);
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Config c;
    Errors errors = {0}, warnings = {0};
    bool good = config_read(&c, fuzz_file(data, size), NULL, 0, &errors, &warnings);
    ASSERT_SENTENCES(good, errors);
    if (good) {
        char *text = printed(&c);
        read_back(text);
        free(text);
    }
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
    return 0;
}
