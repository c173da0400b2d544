/* test_param.c. Parameter tables: values that are taken and refused, and conditions of keys. */
#include "base/condition.h"
#include "base/param.h"
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
static const Param table[] = {
    {PARAM_ROW(Block, whole, PARAM_INT, "", -3, 10, "1")},
    {PARAM_ROW(Block, large, PARAM_LONG, "", 0, 1e16, "2")},
    {PARAM_ROW(Block, real, PARAM_REAL, "", -2, HUGE_VAL, "0.5")},
    {PARAM_ROW(Block, flag, PARAM_FLAG, "", 0, 0, "no")},
    {PARAM_ROW(Block, choice, PARAM_CHOICE, "", 0, 0, "alpha"), .choices = choices},
    {PARAM_ROW(Block, seed, PARAM_SEED, "", 0, 0, "3")},
    {PARAM_ROW(Block, text, PARAM_TEXT, "", 0, 0, "abc")},
    {PARAM_ROW(Block, names, PARAM_NAMES, "", 0, 0, "a")},
    {PARAM_ROW(Block, ints, PARAM_INTS, "", 0, 9, "1 2")},
    {PARAM_ROW(Block, reals, PARAM_REALS, "", -1, 1, "")},
    {0},
};

#define TEN "1 1 1 1 1 1 1 1 1 1 "
#define WHOLE "must be a whole number of -3..10"
#define LARGE "must be a whole number of 0..1e+16"
#define REAL "must be a number of -2 or more"

/* said: how the value is printed afterwards, or, beginning with "must", why it was refused. */
static const struct {
    const char *key, *text, *said;
} value_rows[] = {
    {"whole", "10", "10"},
    {"whole", "-3", "-3"},
    {"whole", "+4", "4"},
    {"whole", "1e1", "10"},
    {"whole", "-0", "0"},
    {"whole", "11", "must be -3..10"},
    {"whole", "-4", "must be -3..10"},
    {"whole", "1.5", WHOLE},
    {"whole", "", WHOLE},
    {"whole", " 1", WHOLE},
    {"whole", "1 ", WHOLE},
    {"whole", "1x", WHOLE},
    {"whole", "--1", WHOLE},
    {"whole", "0x5", WHOLE},
    {"whole", "99999999999999999999", WHOLE},
    {"large", "2e6", "2000000"},
    {"large", "9007199254740992", "9007199254740992"}, /* 2^53: beyond it doubles have gaps */
    {"large", "9007199254740994", LARGE},
    {"large", "-1", "must be 0..1e+16"},
    {"real", "-2", "-2"},
    {"real", "1e308", "1e+308"},
    {"real", "1e309", REAL},
    {"real", "0.1", "0.1"},
    {"real", ".5", "0.5"},
    {"real", "5.", "5"},
    {"real", "-2.0000000001", "must be -2 or more"},
    {"real", "nan", REAL},
    {"real", "inf", REAL},
    {"real", "0x1p3", REAL},
    {"real", ".", REAL},
    {"real", "e5", REAL},
    {"real", "1e", REAL},
    {"real", "1,5", REAL},
    {"flag", "yes", "yes"},
    {"flag", "true", "must be yes|no"},
    {"flag", "Yes", "must be yes|no"},
    {"choice", "beta", "beta"},
    {"choice", "bet", "must be one of alpha|beta"},
    {"choice", "1", "must be one of alpha|beta"},
    {"seed", "18446744073709551615", "18446744073709551615"},
    {"seed", "18446744073709551616", "must be a whole number of 0..18446744073709551615"},
    {"seed", "-1", "must be a whole number of 0..18446744073709551615"},
    {"seed", "1e3", "must be a whole number of 0..18446744073709551615"},
    {"seed", "", "must be a whole number of 0..18446744073709551615"},
    {"text", "abcde", "abcde"},
    {"text", "", ""},
    {"text", "abcdef", "must be at most 5 characters"},
    {"names", " ab,cd , e\tfghi", "ab cd e fghi"},
    {"names", "", ""},
    {"names", "abc,defg,hijkl", "must be at most 13 characters"},
    {"ints", " 3,4\t5 ", "3 4 5"},
    {"ints", "", ""},
    {"ints", "10", "must be whole numbers of 0..9"},
    {"ints", "1 2.5", "must be whole numbers of 0..9"},
    {"ints", TEN TEN TEN TEN TEN TEN "1 1 1 1", TEN TEN TEN TEN TEN TEN "1 1 1 1"},
    {"ints", TEN TEN TEN TEN TEN TEN "1 1 1 1 1", "must be at most 64 numbers of 0..9"},
    {"reals", "0.1 -1,1e-3", "0.1 -1 0.001"},
    {"reals", "0.1 x", "must be numbers of -1..1"},
    {"reals", "0.1 nan", "must be numbers of -1..1"},
};

/* Refused values leave the block alone; taken ones, printed and read again, are the same. */
TEST(test_param_values)
{
    for (size_t i = 0; i < LENGTH(value_rows); i++) {
        Block block = {0}, was, again = {0};
        char why[PARAM_WHY_MAX], printed[PARAM_TEXT_MAX];
        const Param *row = param_find(table, value_rows[i].key);
        param_defaults(table, &block);
        param_defaults(table, &again);
        memcpy(&was, &block, sizeof was);
        bool taken = param_set(row, &block, value_rows[i].text, why, sizeof why);
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
    } cases[] = {
        {"whole = 1", NULL, NULL, false},
        {"whole = 2", "whole = 2", "whole", true},
        {"whole != 2 and real > 0.4", NULL, NULL, false},
        {"whole = 1 and real > 0.5", "real > 0.5", "real", false},
        {"choice = beta or alpha", NULL, NULL, false},
        {"choice = beta or whole = 1", NULL, NULL, false},
        {"whole = 2 or choice = beta and flag = yes", "whole = 2 or choice = beta", "whole", true},
        {"flag = no and reals = empty and text = abc", NULL, NULL, false},
        {"text = empty", "text = empty", "text", true},
        {"nothing = 1", "nothing = 1", "nothing", true},
        {"nothing != 1 or flag = no", NULL, NULL, false},
    };
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

TESTS(NULL, NULL)
