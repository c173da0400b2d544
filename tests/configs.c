/* configs.c. See configs.h. */
#include "tests/configs.h"
#include "config/config_read.h"
#include "tests/helpers.h"

void assert_lines(const Errors *e, const char *expected)
{
    size_t room = 1;
    for (int i = 0; i < e->n; i++) room += strlen(e->line[i]) + 1;
    char *all = mem_new(room, 1), *at = all;
    for (int i = 0; i < e->n; i++) at += sprintf(at, "%s\n", e->line[i]);
    assert_string_equal(all, expected);
    free(all);
}

void read_said(Config *c, const char *path, const ConfigValue *value, int n, const char *error, const char *warning)
{
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    const bool good = config_read(c, path, NULL, value, n, &errors, &warnings);
    assert_lines(&errors, error);
    if (warning != NULL) assert_lines(&warnings, warning);
    assert_int_equal(good, error[0] == '\0');
}

void assert_told(const char *ini, const char *set, const char *set2, const char *expected)
{
    CLOSED(config_free) Config c;
    const ConfigValue value[] = {{set, "--set"}, {set2, "--set"}};
    if (ini != NULL) write_file("x.ini", ini);
    read_said(&c, ini != NULL ? "x.ini" : NULL, value, (set != NULL) + (set2 != NULL), expected, NULL);
}

void read_good(Config *c, const char *text)
{
    write_file("x.ini", text);
    read_said(c, "x.ini", NULL, 0, "", NULL);
}
