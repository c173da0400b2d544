/* metas.c. See metas.h. */
#include "tests/metas.h"
#include "tests/helpers.h"

#define PROBLEM_B                                                                                       \
    "[objective]\nkind = rosenbrock\ndim = 2\n[training]\niterations = 5\n[selection]\nfinalists = 0\n" \
    "[validation]\ngames = 0\n[optimiser]\nparticles = 4\n"

int meta_enter(void **state)
{
    int failed = place_enter(state);
    write_file("a.ini", PROBLEM_A);
    write_file("b.ini", PROBLEM_B);
    write_file("slow.ini", PROBLEM_B "inertia = 0.1\nsocial = 0.3\n");
    write_file("trelea.ini", PROBLEM_B "preset = trelea\n");
    write_file("slack.ini", PROBLEM_A "velocity_clamp = 0.05\n");
    write_file("slack-trelea.ini", PROBLEM_A "velocity_clamp = 0.05\npreset = trelea\n");
    return failed;
}

const char *meta_ini(const Place *place, const char *problems, const char *heldout, const char *more)
{
    static char text[2][4000];
    static int turn;
    char word[100], *out = text[turn = !turn];
    const char *const files[] = {problems, heldout}, *const key[] = {"problems", "heldout"};
    int n = sprintf(out, "[meta]\n");
    for (int f = 0; f < 2; f++)
        for (int i = 0; text_word(files[f], i, word, sizeof word); i++)
            n += sprintf(out + n, "%s %s %s/%s.ini\n", key[f], i > 0 ? "+=" : "=", place->folder, word);
    assert_true((size_t)n + strlen(more) < sizeof text[0]);
    strcpy(out + n, more);
    return out;
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
