/* inis.c. See inis.h. */
#include "tests/inis.h"
#include "tests/helpers.h"

#include <unistd.h>

/* What makes an iteration of 5. */
static const char *const of_five[2] = {"particles", "5"}, *const of_five_points[2] = {"steps", "5,1"};

const char *const *five(const Optimiser *o)
{
    return param_find(o->params, "steps") != NULL ? of_five_points : of_five;
}

Ini ini_for(const char *start, const Optimiser *o)
{
    Ini ini;
    int n = snprintf(ini.text, sizeof ini.text, "%s[optimiser]\nkind = %s\n%s%s = %s\n", start, o->name,
                     o == &optimiser_pso ? "preset = vdbergh\n" : "", five(o)[0], five(o)[1]);
    assert_true(n > 0 && n < (int)sizeof ini.text);
    return ini;
}

/* The rows of a table after the other, as the files have them. */
static char *table_by_table(const char *text)
{
    static const char *const tables[] = {"metrics", "positions", "blocks", "games", "heldout", "curves", "asked", "features"};
    char *sorted = mem_new(strlen(text) + 1, 1);
    size_t used = 0;
    for (size_t i = 0; i < LENGTH(tables); i++)
        for (const char *at = text; (at = rows_next(at, tables[i])) != NULL; at = strchr(at, '\n') + 1) {
            size_t length = (size_t)(strchr(at, '\n') + 1 - at);
            memcpy(sorted + used, at, length);
            used += length;
        }
    assert_int_equal(used, strlen(text));
    return sorted;
}

void assert_same_end(Live *a, Live *b)
{
    OWNED char *one = live_result(a), *other = live_result(b), *tables = table_by_table(a->rows.text),
               *others = table_by_table(b->rows.text);
    assert_string_equal(tables, others);
    assert_string_equal(one, other);
    assert_int_equal(live_hash(a), live_hash(b));
}

ProblemFiles problems;

static void write_problem(char *path, size_t room, const char *name, const char *text)
{
    snprintf(path, room, "%s/%s.ini", problems.folder, name);
    write_file(path, text);
}

int make_problems(__attribute__((unused)) void **state)
{
    strcpy(problems.folder, "/tmp/swarmtris-parts-XXXXXX");
    if (mkdtemp(problems.folder) == NULL) return -1;
    write_problem(problems.sphere, sizeof problems.sphere, "sphere",
                  "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\ntotal_games = 30\n" NOT_CHOSEN
                  "[optimiser]\npreset = vdbergh\nparticles = 4\n");
#define SMALL_TETRIS                                                                                              \
    "[game]\nwidth = 5\nheight = 5\n[objective]\nmax_pieces = 30\n[training]\ngames = 1\niterations = 3\n" CHOSEN \
    "[optimiser]\npreset = vdbergh\nparticles = 4\n"
    write_problem(problems.tetris, sizeof problems.tetris, "tetris", "[experiment]\nengine = reference\n" SMALL_TETRIS);
    write_problem(problems.lanes, sizeof problems.lanes, "lanes", SMALL_TETRIS);
    return 0;
}

int remove_problems(__attribute__((unused)) void **state)
{
    return unlink(problems.sphere) != 0 || unlink(problems.tetris) != 0 || unlink(problems.lanes) != 0 ||
           rmdir(problems.folder) != 0;
}

Ini meta_ini_of(const Optimiser *outer, const char *games)
{
    OWNED char *start =
        text_new("[meta]\nproblems = %s\nproblems += %s\ntune = inertia cognitive particles training.games\n"
                 "lower = 0 0 2 1\nupper = 1 2 8 2.9\n"
                 "[training]\ngames = 4\niterations = 2\n[selection]\nfinalists = 2\ngames = 2\n[validation]\ngames = 4\n",
                 problems.sphere, games);
    return ini_for(start, outer);
}
