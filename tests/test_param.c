/* test_param.c. Parameter tables, and the tables of all keys. */
#include "base/condition.h"
#include "config/config_read.h"
#include "file/ini.h"
#include "file/message.h"
#include "tests/configs.h"
#include "tests/helpers.h"

typedef struct {
    int whole, choice;
    int64_t large;
    double real;
    bool flag;
    uint64_t seed;
    char text[6], names[14];
    IntList ints;
    RealList reals;
} Block;

static const char *const choices[] = {"alpha", "beta", NULL};
static const Param table[] = {{PARAM_ROW(Block, whole, PARAM_INT, "", -3, 10, "1")},
                              {PARAM_ROW(Block, large, PARAM_LONG, "", 0, 1e16, "2")},
                              {PARAM_ROW(Block, real, PARAM_REAL, "", -2, HUGE_VAL, "0.5")},
                              {PARAM_ROW(Block, flag, PARAM_FLAG, "", 0, 0, "no")},
                              {PARAM_ROW(Block, choice, PARAM_CHOICE, "", 0, 0, "alpha"), .choices = choices},
                              {PARAM_ROW(Block, seed, PARAM_SEED, "", 0, 0, "3")},
                              {PARAM_ROW(Block, text, PARAM_TEXT, "", 0, 0, "abc")},
                              {PARAM_ROW(Block, names, PARAM_NAMES, "", 0, 0, "a")},
                              {PARAM_ROW(Block, ints, PARAM_INTS, "", 0, 9, "1 2")},
                              {PARAM_ROW(Block, reals, PARAM_REALS, "", -1, 1, "")},
                              {0}};

#define TEN_ONES "1 1 1 1 1 1 1 1 1 1 "
#define MANY TEN_ONES TEN_ONES TEN_ONES TEN_ONES TEN_ONES TEN_ONES "1 1 1 1"

/* said: how each of the texts is printed afterwards, or, beginning with "must", why it was refused. 2^53: beyond it doubles have
 * gaps. */
static const struct {
    const char *key, *said, *text[9];
} value_rows[] = {
    {"whole", "10", {"10", "1e1"}},
    {"whole", "-3", {"-3"}},
    {"whole", "4", {"+4"}},
    {"whole", "0", {"-0"}},
    {"whole", "must be -3..10", {"11", "-4"}},
    {"whole", "must be a whole number of -3..10", {"1.5", "", " 1", "1 ", "1x", "--1", "0x5", "99999999999999999999"}},
    {"large", "2000000", {"2e6"}},
    {"large", "9007199254740992", {"9007199254740992"}},
    {"large", "must be a whole number of 0..1e+16", {"9007199254740994"}},
    {"large", "must be 0..1e+16", {"-1"}},
    {"real", "-2", {"-2"}},
    {"real", "1e+308", {"1e308"}},
    {"real", "must be a number of -2 or more", {"1e309", "nan", "inf", "0x1p3", ".", "e5", "1e", "1,5"}},
    {"real", "0.1", {"0.1"}},
    {"real", "0.5", {".5"}},
    {"real", "must be without quotes: -2 or more", {"\"0.7\"", "'0.7'"}},
    {"real", "5", {"5."}},
    {"real", "must be -2 or more", {"-2.0000000001"}},
    {"flag", "yes", {"yes"}},
    {"flag", "must be yes|no", {"true", "Yes"}},
    {"choice", "beta", {"beta", "BETA"}},
    {"choice", "must be without quotes: alpha|beta", {"\"beta\""}},
    {"choice", "must be one of alpha|beta", {"bet", "1"}},
    {"seed", "18446744073709551615", {"18446744073709551615"}},
    {"seed", "must be a whole number of 0..18446744073709551615", {"18446744073709551616", "-1", "1e3", ""}},
    {"text", "abcde", {"abcde"}},
    {"text", "", {""}},
    {"text", "must be at most 5 characters", {"abcdef"}},
    {"names", "ab cd e fghi", {" ab,cd , e\tfghi"}},
    {"names", "", {""}},
    {"names", "must be at most 13 characters", {"abc,defg,hijkl"}},
    {"ints", "3 4 5", {" 3,4\t5 "}},
    {"ints", "", {""}},
    {"ints", "must be whole numbers of 0..9", {"10", "1 2.5"}},
    {"ints", MANY, {MANY}},
    {"ints", "must be at most 64 numbers of 0..9", {MANY " 1"}},
    {"reals", "0.1 -1 0.001", {"0.1 -1,1e-3"}},
    {"reals", "must be numbers of -1..1", {"0.1 x", "0.1 nan"}}};

/* Refused values leave the block alone; taken ones, printed and read again, are the same. */
TEST(test_param_values)
{
    for (size_t i = 0; i < LENGTH(value_rows); i++)
        for (const char *const *text = value_rows[i].text; *text != NULL; text++) {
            Block block = {0}, was, again = {0};
            char why[PARAM_WHY_MAX], printed[PARAM_TEXT_MAX];
            const Param *row = param_find(table, value_rows[i].key);
            param_defaults(table, &block);
            param_defaults(table, &again);
            memcpy(&was, &block, sizeof was);
            bool taken = param_set(row, &block, *text, why, sizeof why);
            assert_int_equal(taken, strncmp(value_rows[i].said, "must", 4) != 0);
            if (!taken) {
                assert_string_equal(why, value_rows[i].said);
                assert_memory_equal(&block, &was, sizeof was);
                continue;
            }
            param_print(row, &block, printed, sizeof printed);
            assert_string_equal(printed, value_rows[i].said);
            assert_true(param_set(row, &again, printed, why, sizeof why));
            assert_memory_equal(&block, &again, sizeof again);
        }
}

/* Any double survives being printed. */
TEST(test_param_print_is_exact)
{
    const Param *row = param_find(table, "real");
    char printed[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    Rng r;
    rng_seed(&r, 8, 8);
    for (int i = 0; i < 10000; i++) {
        Block block = {0}, again = {0};
        uint64_t bits = ((uint64_t)rng_u32(&r) << 32 | rng_u32(&r)) & INT64_MAX;
        memcpy(&block.real, &bits, sizeof bits);
        if (!isfinite(block.real)) continue;
        param_print(row, &block, printed, sizeof printed);
        assert_true(param_set(row, &again, printed, why, sizeof why));
        assert_int_equal(bits_of(again.real), bits);
    }
}

/* What a search puts is clamped and, where it must be, rounded. */
TEST(test_param_put)
{
    static const struct {
        const char *key;
        double put, got;
    } rows[] = {{"whole", 2.4, 2},     {"whole", 2.5, 3},  {"whole", -2.6, -3}, {"whole", 99, 10}, {"whole", -HUGE_VAL, -3},
                {"large", 1e15, 1e15}, {"large", -0.4, 0}, {"real", -2.5, -2},  {"real", 1e9, 1e9}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Block block = {0};
        const Param *row = param_find(table, rows[i].key);
        param_put(row, &block, rows[i].put);
        assert_true(param_get(row, &block) == rows[i].got);
        assert_true(param_numeric(row));
    }
    assert_null(param_find(table, "nothing"));
    assert_false(param_numeric(param_find(table, "flag")) || param_numeric(param_find(table, "seed")));
}

static ParamPlace place_of(const void *block, const char *key)
{
    return (ParamPlace){param_find(table, key), block};
}

/* Clauses joined by "and", comparisons joined by "or", and the first clause that does not hold. */
TEST(test_conditions)
{
    static const struct {
        const char *condition, *clause, *key;
        bool first;
    } cases[] = {{"whole = 1", NULL, NULL, false},
                 {"whole = 2", "whole = 2", "whole", true},
                 {"whole != 2 and real > 0.4", NULL, NULL, false},
                 {"whole = 1 and real > 0.5", "real > 0.5", "real", false},
                 {"choice = beta or alpha", NULL, NULL, false},
                 {"choice = beta or whole = 1", NULL, NULL, false},
                 {"whole = 2 or choice = beta and flag = yes", "whole = 2 or choice = beta", "whole", true},
                 {"flag = no and reals = empty and text = abc", NULL, NULL, false},
                 {"text = empty", "text = empty", "text", true},
                 {"nothing = 1", "nothing = 1", "nothing", true},
                 {"nothing != 1 or flag = no", NULL, NULL, false}};
    Block b = {0};
    Unmet unmet;
    param_defaults(table, &b);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(condition_holds(cases[i].condition, place_of, &b, &unmet), cases[i].clause == NULL);
        if (cases[i].clause == NULL) continue;
        assert_string_equal(unmet.clause, cases[i].clause);
        assert_string_equal(unmet.key, cases[i].key);
        assert_int_equal(unmet.first, cases[i].first);
    }
}

/* ---- all keys ---- */

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
static void check_table(const Param *rows, void *block)
{
    char text[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    param_defaults(rows, block);
    for (const Param *p = rows; p->key != NULL; p++) {
        assert_true(param_set(p, block, param_standard(p), why, sizeof why));
        param_print(p, block, text, sizeof text);
        assert_true(param_set(p, block, text, why, sizeof why));
        assert_true(strlen(p->doc) > 5);
        assert_non_null(p->unit);
        assert_ptr_equal(param_find(rows, p->key), p);
        assert_null(ini_refuses(param_standard(p)));
    }
}

static void check_params(const Param *rows, size_t bytes)
{
    OWNED void *block = mem_new(1, bytes);
    check_table(rows, block);
}

TEST(test_tables)
{
    CLOSED(config_free) Config c;
    read_said(&c, NULL, NULL, 0, "", NULL);
    for (int p = 0; p < c.parts; p++) check_table(c.part[p].table, c.part[p].block);
    for (const Game *const *g = registry_games; *g != NULL; g++) check_params((*g)->params, (*g)->rules_bytes);
    for (const Agent *const *a = registry_agents; *a != NULL; a++) check_params((*a)->params, (*a)->options_bytes);
    for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++) check_params((*o)->params, (*o)->options_bytes);
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
    read_said(&c, NULL, NULL, 0, "", NULL);
    assert_int_equal(c.game_choice.kind + c.agent_choice.kind + c.optimiser_choice.kind + c.objective.kind, 0);
    assert_ptr_equal(c.set, &c.game->sets[0]);
}

/* Every optimiser has presets, each of which can be asked for, run, and is what its settings say. */
TEST(test_presets)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        assert_non_null(registry_optimisers[i]->presets[0].name);
        for (const Preset *p = registry_optimisers[i]->presets; p->name != NULL; p++) {
            char text[256], word[128];
            CLOSED(config_free) Config c;
            snprintf(text, sizeof text, BUDGET "[optimiser]\nkind = %s\npreset = %s\n", registry_optimisers[i]->name, p->name);
            read_good(&c, text);
            for (int j = 0; text_word(p->settings, j, word, sizeof word); j++) {
                char *is = strchr(word, '=');
                *is++ = '\0';
                assert_string_equal(config_show(config_find(&c, word, "optimiser")).text, is);
            }
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
