/* test_tables.c. The tables of all keys: texts, names, presets, and values that fit. */
#include "base/text.h"
#include "config/config_read.h"
#include "file/ini.h"
#include "file/suggest.h"
#include "tests/configs.h"
#include "tests/helpers.h"
#include "tests/place.h"

/* Whatever a path holds, the line that names it is read back; the end of a long one stays. */
TEST(test_fitting_values)
{
    OWNED char *longest = mem_new(151, 1), *longer = mem_new(152, 1), *deep = mem_new(4001, 1);
    memset(longest, 'x', 150);
    memset(longer, 'x', 151);
    longer[0] = '#'; /* the mark counts, too */
    for (int i = 0; i < 1000; i++) memcpy(deep + 4 * i, i < 999 ? "dir/" : "\303\244.w", 4);
    const struct {
        const char *text, *fit; /* NULL: it is the text */
    } rows[] = {{"plain/path.ini", NULL},
                {"two  blanks and a;mark#", NULL},
                {longest, NULL},
                {"a ;b.ini", "a ?b.ini"},
                {"a #b.ini", "a ?b.ini"},
                {"#;", "?;"},
                {"a\nb\r\tc\033d", "a?b??c?d"},
                {"\302\233\377\303\244", "??\303\244"}};
    for (size_t i = 0; i < LENGTH(rows) + 2; i++) {
        const char *text = i < LENGTH(rows) ? rows[i].text : i == LENGTH(rows) ? longer : deep;
        OWNED char *fit = ini_fit(text);
        if (i < LENGTH(rows)) assert_string_equal(fit, rows[i].fit != NULL ? rows[i].fit : text);
        if (i >= LENGTH(rows)) assert_true(strlen(fit) <= INI_WORD_MAX && strstr(fit, "...") != NULL);
        if (text == deep) assert_string_equal(fit + strlen(fit) - 8, "dir/\303\244.w");
        FILE *f = fopen("fit.ini", "w");
        assert_non_null(f);
        fputs("[provenance]\n", f);
        ini_write(f, "source", fit, NULL);
        ini_write(f, "other", "1", text); /* where a value comes from is a comment */
        fclose(f);
        CLOSED(ini_free) Ini ini;
        assert_true(ini_read(&ini, "fit.ini"));
        assert_int_equal(ini.problems, 0);
        assert_int_equal(ini.entries, 2);
        assert_string_equal(ini.entry[0].value, fit);
    }
}

/* Every default lies in its range, is printed as it would be read, and has something to say for itself. */
static void check_table(const Param *table, void *block)
{
    char text[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    param_defaults(table, block);
    for (const Param *p = table; p->key != NULL; p++) {
        assert_true(param_set(p, block, param_standard(p), why, sizeof why));
        param_print(p, block, text, sizeof text);
        assert_true(param_set(p, block, text, why, sizeof why));
        assert_true(strlen(p->doc) > 5);
        assert_non_null(p->unit);
        assert_ptr_equal(param_find(table, p->key), p);
        assert_null(ini_refuses(param_standard(p)));
    }
}

TEST(test_tables)
{
    Config c;
    Errors errors = {0}, warnings = {0};
    assert_true(config_read(&c, NULL, NULL, 0, &errors, &warnings));
    for (int p = 0; p < c.parts; p++) check_table(c.part[p].table, c.part[p].block);
    config_free(&c);
    for (int i = 0; registry_games[i] != NULL; i++) {
        OWNED void *block = mem_new(1, registry_games[i]->rules_bytes);
        check_table(registry_games[i]->params, block);
    }
    for (int i = 0; registry_agents[i] != NULL; i++) {
        OWNED void *block = mem_new(1, registry_agents[i]->options_bytes);
        check_table(registry_agents[i]->params, block);
    }
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        OWNED void *block = mem_new(1, registry_optimisers[i]->options_bytes);
        check_table(registry_optimisers[i]->params, block);
    }
}

/* Names that are written down twice agree, and the defaults are the first of their lists. */
TEST(test_names)
{
    int n = 0;
    assert_string_equal(kinds_names[0], "games");
    for (; registry_functions[n] != NULL; n++) assert_string_equal(kinds_names[n + 1], registry_functions[n]->name);
    assert_true(kinds_number() > n); /* behind them those of the systems */
    for (int i = 0; i < kinds_number(); i++) assert_string_equal(kinds_of(i, false)->name, kinds_names[i]);
    assert_null(kinds_names[kinds_number()]);
    CLOSED(config_free) Config c;
    Errors errors = {0}, warnings = {0};
    assert_true(config_read(&c, NULL, NULL, 0, &errors, &warnings));
    assert_int_equal(c.game_choice.kind + c.agent_choice.kind + c.optimiser_choice.kind + c.objective.kind, 0);
    assert_ptr_equal(c.set, &c.game->sets[0]);
}

/* Every preset of every optimiser can be asked for, and is what its settings say. */
TEST(test_presets)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        for (const Preset *p = registry_optimisers[i]->presets; p->name != NULL; p++) {
            char text[256], word[128], value[PARAM_TEXT_MAX];
            CLOSED(config_free) Config c;
            snprintf(text, sizeof text, BUDGET "[optimiser]\nkind = %s\npreset = %s\n", registry_optimisers[i]->name, p->name);
            read_good(&c, text);
            for (int j = 0; text_word(p->settings, j, word, sizeof word); j++) {
                char *is = strchr(word, '=');
                *is++ = '\0';
                config_show(config_find(&c, word, "optimiser"), value, sizeof value);
                assert_string_equal(value, is);
            }
        }
}

TEST(test_suggest)
{
    static const char *const names[] = {"particles", "inertia", "dim", NULL};
    assert_int_equal(suggest_distance("paritcles", "particles"), 1); /* one swap */
    assert_int_equal(suggest_distance("kitten", "sitting"), 3);
    assert_int_equal(suggest_distance("", "abc"), 3);
    assert_string_equal(suggest_name("inertai", names), "inertia");
    assert_string_equal(suggest_name("dmi", names), "dim");
    assert_null(suggest_name("xyz", names));
    assert_null(suggest_name("a", names));
    assert_null(suggest_name(TWO_HUNDRED, names));
}

TESTS(place_enter, place_leave)
