/* inis.c. See inis.h. */
#include "tests/inis.h"
#include "tests/helpers.h"

const char *five(const Optimiser *o)
{
    return param_find(o->params, "steps") != NULL ? "steps=5,1" : "particles=5";
}

IniText ini_for(const char *start, const Optimiser *o)
{
    IniText ini;
    const char *preset = ""; /* with which all positions of an iteration are new */
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        if (strcmp(p->name, "vdbergh") == 0) preset = "preset = vdbergh\n";
        if (strcmp(p->name, "whole-box") == 0) preset = "preset = whole-box\n";
    }
    int n = snprintf(ini.text, sizeof ini.text, "%s[optimiser]\nkind = %s\n%s%s\n", start, o->name, preset, five(o));
    assert_true(n > 0 && n < (int)sizeof ini.text);
    return ini;
}

char *rows_of(const char *text, const char *table)
{
    char *rows = mem_new(strlen(text) + 1, 1), *end = rows;
    for (; (text = rows_next(text, table)) != NULL; text = strchr(text, '\n') + 1)
        end = mempcpy(end, text, (size_t)(strchr(text, '\n') + 1 - text));
    return rows;
}

void assert_same_end(Live *a, Live *b)
{
    static const char *const tables[] = {"metrics", "positions", "blocks", "games", "heldout", "curves", "asked", "features"};
    OWNED char *one = live_result(a), *other = live_result(b);
    size_t compared = 0;
    for (size_t i = 0; i < LENGTH(tables); i++) {
        OWNED char *rows = rows_of(a->rows.text, tables[i]), *others = rows_of(b->rows.text, tables[i]);
        assert_string_equal(rows, others);
        compared += strlen(rows);
    }
    assert_true(compared == strlen(a->rows.text) && compared == strlen(b->rows.text)); /* there is no other table */
    assert_string_equal(one, other);
    assert_int_equal(live_hash(a), live_hash(b));
}

/* ---- meta searches ---- */

#define PROBLEM_B \
    "[objective]\nkind = rosenbrock\ndim = 2\n[training]\niterations = 5\n" NOT_CHOSEN "[optimiser]\nparticles = 4\n"
#define CANONICAL "[optimiser]\npreset = vdbergh\nparticles = 4\n"
#define SMALL_TETRIS \
    "[game]\nwidth = 5\nheight = 5\n[objective]\nmax_pieces = 30\n[training]\ngames = 1\niterations = 3\n" CHOSEN CANONICAL

static const char *folder; /* of the tests */

int meta_enter(void **state)
{
    static const char *const files[][2] = {
        {"a.ini", PROBLEM_A},
        {"b.ini", PROBLEM_B},
        {"slow.ini", PROBLEM_B "inertia = 0.1\nsocial = 0.3\n"},
        {"trelea.ini", PROBLEM_B "preset = trelea\n"},
        {"slack.ini", PROBLEM_A "velocity_clamp = 0.05\n"},
        {"slack-trelea.ini", PROBLEM_A "velocity_clamp = 0.05\npreset = trelea\n"},
        {"sphere.ini", "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\ntotal_games = 30\n" NOT_CHOSEN CANONICAL},
        {"tetris.ini", "[experiment]\nengine = reference\n" SMALL_TETRIS},
        {"lanes.ini", SMALL_TETRIS}};
    int failed = place_enter(state);
    folder = ((const Place *)*state)->folder;
    for (size_t i = 0; i < LENGTH(files); i++) write_file(files[i][0], files[i][1]);
    return failed;
}

const char *meta_ini(const char *problems, const char *heldout, const char *more)
{
    static char text[2][4000];
    static int turn;
    char word[100], *out = text[turn = !turn];
    const char *const files[] = {problems, heldout}, *const key[] = {"problems", "heldout"};
    int n = sprintf(out, "[meta]\n");
    for (int f = 0; f < 2; f++)
        for (int i = 0; text_word(files[f], i, word, sizeof word); i++)
            n += sprintf(out + n, "%s %s %s/%s.ini\n", key[f], i > 0 ? "+=" : "=", folder, word);
    assert_true((size_t)n + strlen(more) < sizeof text[0]);
    strcpy(out + n, more);
    return out;
}

IniText meta_ini_of(const Optimiser *outer, const char *second)
{
    OWNED char *problems = text_new("sphere %s", second);
    return ini_for(
        meta_ini(problems, "",
                 "tune = inertia cognitive particles training.games\nlower = 0 0 2 1\nupper = 1 2 8 2.9\n"
                 "[training]\ngames = 4\niterations = 2\n[selection]\nfinalists = 2\ngames = 2\n[validation]\ngames = 4\n"),
        outer);
}

const char *meta_search(const Live *l, int games)
{
    const char *at = l->rows.text;
    for (int i = 0; i < games; i++, at = strchr(at, '\n') + 1) {
        at = rows_next(at, "blocks");
        if (strncmp(at, "blocks phase=untuned ", 21) != 0) fail_msg("no block %d of the untuned values: %.100s", i, at);
        assert_true(rows_cell(at, "particle") == 0 && rows_cell(at, "block") == i);
    }
    return at;
}

void assert_word(const char *row, const char *name, const char *expected)
{
    char cell[200];
    int n = snprintf(cell, sizeof cell, " %s=%s", name, expected);
    const char *at = strstr(row, cell), *end = strchr(row, '\n');
    if (at == NULL || at > end || (at[n] != ' ' && at[n] != '\n')) fail_msg("%s is not %s in %.200s", name, expected, row);
}
