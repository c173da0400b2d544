/* test_keys.c. Each key of each part, by registration: it changes what its row names where it matters, changes nothing where it
 * does not, and is warned of there; how a run is computed never changes it. */
#include "config/config_read.h"
#include "tests/helpers.h"
#include "tests/keys.h"
#include "tests/live.h"

static int failures;

/* ---- what a training leaves ---- */

/* All rows of a training with these settings, and its result (owned). */
static char *outcome(const char *ini, const char *sets)
{
    CLOSED(live_close) Live l;
    live_run(&l, ini, sets);
    char *result = live_result(&l), *all = text_new("%s%s\n", l.rows.text, result);
    free(result);
    return all;
}

/* The lines of one table (owned). */
static char *rows_of(const char *all, const char *table)
{
    char *rows = mem_new(strlen(all) + 1, 1), *out = rows;
    for (; (all = rows_next(all, table)) != NULL; all = strchr(all, '\n') + 1) {
        const size_t length = (size_t)(strchr(all, '\n') + 1 - all);
        memcpy(out, all, length);
        out += length;
    }
    *out = '\0';
    return rows;
}

/* "section.part.key" without its part (owned). */
static char *setting_of(const char *key)
{
    const char *part = strchr(key, '.'), *end = strrchr(key, '.');
    return text_new("%.*s%s", (int)(part - key), key, end);
}

/* Whether a training with these settings, the last of which gives the key, warns that this one is ignored. */
static bool is_ignored(const char *ini, const char *sets)
{
    enum { SETS = 20 };
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    ConfigValue value[SETS];
    char word[SETS][200], opening[300];
    int n = 0;
    bool found = false;
    for (; text_word(sets, n, word[n], sizeof word[n]); n++) value[n] = (ConfigValue){.text = word[n], .origin = "--set"};
    config_read_text(&c, "x.ini", ini, NULL, value, n, &errors, &warnings);
    for (int i = 0; i < errors.n; i++) print_error("%s with %s\n", errors.line[i], sets), failures++;
    snprintf(opening, sizeof opening, "--set %s: is ignored: it matters only if ", word[n - 1]);
    for (int i = 0; i < warnings.n; i++) found = found || strncmp(warnings.line[i], opening, strlen(opening)) == 0;
    return found;
}

/* ---- the tests ---- */

static void check(bool good, const Key *k, const char *what)
{
    if (good) return;
    print_error("%s = %s %s\n", k->key, k->value, what);
    failures++;
}

/* Where it matters. */
static void check_change(const Key *k, const char *setting)
{
    const char *table = k->shows != NULL ? k->shows : "metrics";
    OWNED char *with = text_new("%s %s=%s", k->where, setting, k->value);
    OWNED char *before = outcome(k->ini, k->where), *after = outcome(k->ini, with);
    OWNED char *old = rows_of(before, table), *new = rows_of(after, table);
    if (k->shows != NULL)
        check(strcmp(old, new) != 0, k, "changes nothing where it matters");
    else
        check(old[0] != '\0' && strcmp(before, after) == 0, k, "changes results");
}

/* Where it does not. */
static void check_idle(const Key *k, const char *setting)
{
    const char *ini = k->other != NULL ? k->other : k->ini;
    OWNED char *with = text_new("%s %s=%s", k->idle, setting, k->value);
    OWNED char *before = outcome(ini, k->idle), *after = outcome(ini, with);
    check(strcmp(before, after) == 0, k, "changes something where it does not matter");
}

/* It is warned of where it does not matter, and nowhere else. */
TEST(test_warnings)
{
    int i = 0;
    failures = 0;
    for (const Key *k; (k = keys_at(i)) != NULL; i++) {
        if (k->ini == NULL) continue;
        OWNED char *setting = setting_of(k->key), *with = text_new("%s %s=%s", k->where, setting, k->value);
        check(!is_ignored(k->ini, with), k, "is warned of where it matters");
        free(with);
        with = text_new("%s %s=%s", k->idle != NULL ? k->idle : "", setting, k->value);
        if (k->idle != NULL)
            check(is_ignored(k->other != NULL ? k->other : k->ini, with), k, "is not warned of where it does not matter");
    }
    assert_int_equal(failures, 0);
}

TEST(test_results)
{
    int i = 0;
    failures = 0;
    for (const Key *k; (k = keys_at(i)) != NULL; i++) {
        if (k->ini == NULL || i % (10 / slow_samples(10)) != 0) continue;
        OWNED char *setting = setting_of(k->key);
        check_change(k, setting);
        if (k->idle != NULL) check_idle(k, setting);
    }
    assert_int_equal(failures, 0);
}

/* ---- that none is left out ---- */

static const Key *key_called(const char *section, const char *part, const char *key)
{
    OWNED char *name = part != NULL ? text_new("%s.%s.%s", section, part, key) : text_new("%s.%s", section, key);
    const Key *found = NULL;
    int i = 0;
    for (const Key *k; (k = keys_at(i)) != NULL; i++)
        if (strcmp(k->key, name) == 0) found = k;
    if (found == NULL) fail_msg("no row for %s", name);
    return found;
}

static void find_table(const char *section, const char *part, const Param *table, int *n)
{
    for (const Param *p = table; p->key != NULL; p++) {
        const Key *k = key_called(section, part, p->key);
        if (k->ini != NULL && (k->idle != NULL) != (p->when != NULL))
            print_error("%s: %s\n", k->key, p->when != NULL ? "lacks an example where it does not matter" : "lacks a condition"),
                failures++;
        ++*n;
    }
}

/* Every key of every part has its row, and no row is of a key that is gone. */
TEST(test_registration)
{
    CLOSED(config_free) Config c = {0};
    int n = 0;
    config_start(&c);
    for (int p = 0; p < c.parts; p++) find_table(c.part[p].section, NULL, c.part[p].table, &n);
    for (int i = 0; registry_games[i] != NULL; i++) find_table("game", registry_games[i]->name, registry_games[i]->params, &n);
    for (int i = 0; registry_agents[i] != NULL; i++)
        find_table("agent", registry_agents[i]->name, registry_agents[i]->params, &n);
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        find_table("optimiser", registry_optimisers[i]->name, registry_optimisers[i]->params, &n);
    int i = 0;
    for (const Key *k, *shown; (k = keys_at(i)) != NULL; i++) {
        for (int j = i + 1; (shown = keys_at(j)) != NULL && strcmp(k->key, shown->key) != 0;) j++;
        n -= shown == NULL || k->ini != NULL; /* else a system has the row that shows it */
    }
    assert_int_equal(n, 0);
    assert_int_equal(failures, 0);
}

static int enter(void **state)
{
    int failed = place_enter(state);
    write_file("a.ini",
               "[objective]\nkind = sphere\ndim = 2\n[training]\niterations = 4\n[optimiser]\npreset = vdbergh\nparticles = 4\n");
    write_file("b.ini",
               "[objective]\nkind = ackley\ndim = 2\n[training]\niterations = 4\n[optimiser]\npreset = vdbergh\nparticles = 4\n");
    write_file("point.ini", "[weights]\nx1 = 1\nx2 = 2\nx3 = 3\n");
    write_file("from.ini", "[weights]\nmax_height = -1\nrows_cleared = 2\navg_height_increase = -3\ncs3243_holes = -4\n"
                           "cs3243_column_transitions = -1\nheight_differences = -1\ncs3243_row_transitions = -1\nwells = -1\n");
    return failed;
}

TESTS(enter, place_leave)
