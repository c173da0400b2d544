/* test_keys.c. Each key of each part, by registration: it changes what its row names where it matters, changes nothing where it
 * does not, and is warned of there; how a run is computed never changes it. Keys of systems are rows of
 * tests/systems/NAME/keys_NAME.c. */
#include "config/config_read.h"
#include "systems_built.h"
#include "tests/helpers.h"
#include "tests/inis.h"
#include "tests/keys.h"

/* ---- the table of keys ---- */

static const Key core[] = {
    {"experiment.seed", GAMES, "", "7", "metrics", NULL, NULL},
    {"experiment.", GAMES, "", "threads=2 mode=none engine=reference", NULL, NULL, NULL},

    {"game.kind", NULL, NULL, NULL, NULL, NULL, "there may be one game: keys_guideline.c"},
    {"game.tetris.", GAMES, "", "width=8 height=9 pieces=OIL piece_weights=1,1,1,1,1,9,9 bag=yes points=0,40,100,300,1200",
     "metrics", NULL, NULL},
    {"game.tetris.preview", GAMES, "agent.kind=lookahead", "1", "metrics", "", NULL},

    {"agent.", GAMES, "", "kind=lookahead features=dt", "metrics", NULL, NULL},
#define AHEAD "agent.kind=lookahead"
    {"agent.lookahead.", GAMES, AHEAD, "worth=own-last where=height best=2", "metrics", NULL, NULL},
    {"agent.lookahead.lost", GAMES, AHEAD " agent.worth=own-last", "0", "metrics", AHEAD, NULL},
    {"agent.lookahead.above", GAMES, AHEAD " agent.where=height", "4", "metrics", AHEAD, NULL},

    {"objective.", SWARM, "", "kind=ackley dim=4", "metrics", NULL, NULL},
    {"objective.", GAMES, "", "max_pieces=20 search_max_pieces=20 lower=-5 upper=5", "metrics", NULL, NULL},
    {"objective.estimator", GAMES, SHORT, "splitting", "metrics", NULL, NULL},
    {"objective.", GAMES, ESTIMATED, "level=top step=30 trials=6 pilot=200 run=200 roulette=1", "metrics", "", NULL},

    {"training.", GAMES, "", "allocation=ocba games=4 iterations=2 total_games=60 total_pieces=500 target=0.001 fitness=log",
     "metrics", NULL, NULL},
    {"training.first_games", GAMES, "training.allocation=race", "3", "metrics", "", NULL},
    {"training.more_games", GAMES, "training.allocation=ocba training.first_games=2", "1", "metrics", "", NULL},
    {"training.race_z", GAMES, "training.allocation=race training.first_games=2 training.more_games=1 training.games=9", "0",
     "metrics", "training.allocation=ocba", NULL},
    {"training.resample_keep", GAMES, "training.allocation=resample training.iterations=8", "0", "metrics", "", NULL},
    {"training.minutes", NULL, NULL, NULL, NULL, NULL, "the clock decides: test_limits.c"},
    {"training.stall", GAMES, "training.iterations=9", "1", "metrics", NULL, NULL},
    {"training.fresh_games", GAMES, "", "no", "metrics", "", SWARM},
    {"training.log_positions", GAMES, "", "no", "positions", NULL, NULL},
    {"training.from", FUNCTION, "", "point.ini", "metrics", "optimiser.kind=grid", NULL},
    {"training.from_particles", FUNCTION, "training.from=point.ini", "all", "metrics",
     "training.from=point.ini optimiser.kind=lus", NULL},
    {"selection.", GAMES, "", "finalists=1 centroids=all", "result", NULL, NULL},
    {"selection.games", GAMES, "", "2", "result", "selection.share=0.5 training.total_games=90", NULL},
    {"selection.share", GAMES, "training.total_games=90", "0.4", "result", "selection.finalists=0 training.total_games=90", NULL},
    {"selection.race_p", GAMES, "selection.race_games=5 selection.games=10", "0.5", "result", "selection.finalists=0", NULL},
    {"selection.race_games", GAMES, "selection.race_p=0.5 selection.games=12 selection.race_games=6", "5", "result", "", NULL},
    {"validation.games", GAMES, "", "6", "result", NULL, NULL},
    {"validation.estimator", GAMES, SHORT, "splitting", "result", "objective.max_pieces=0 validation.games=0", NULL},

    {"optimiser.", FUNCTION, "", "kind=cmaes preset=trelea", "positions", NULL, NULL},
    {"optimiser.own.name", NULL, NULL, NULL, NULL, NULL, "it names what a caller's program does: tests/python/checks.py"},
#define OF_PSO(where, settings, idle) "optimiser.pso.", SWARM, where, settings, "positions", idle, NULL
    {OF_PSO("",
            "particles=7 population=adaptive velocity_rule=spso-2011 memory=1 topology=ring update_order=sequential "
            "coefficients=constriction velocity_start=zero velocity_clamp=0.1 turbulence=0.1 turbulence_end=0.1",
            NULL)},
    {OF_PSO("optimiser.population=adaptive training.iterations=20", "particles_max=7", "")},
    {OF_PSO("", "leader=quarter exemplar=quarter", "optimiser.velocity_rule=fully-informed")},
    {OF_PSO("optimiser.topology=ring", "ring_k=2", "")},
    {OF_PSO("optimiser.topology=random", "random_k=1", "optimiser.topology=ring")},
    {OF_PSO("", "inertia=0.5 inertia_schedule=linear cognitive=1.1 social=1.1", "optimiser.preset=constriction")},
    {OF_PSO("optimiser.inertia_schedule=linear", "inertia_end=0.1", "")},
    {OF_PSO("optimiser.coefficients=constriction", "phi1=2.5 phi2=2.5", "")},
    {"optimiser.pso.wall", GAMES, "", "reflect", "positions", "optimiser.domain=sphere", NULL},
    {"optimiser.pso.domain", GAMES, "", "sphere", "positions", NULL, NULL},
#define MEASURED                                                                                           \
    "agent.features=max_height,wells optimiser.domain=sphere optimiser.metric=decisions training.games=1 " \
    "optimiser.turbulence=0.1 training.iterations=30"
    {"optimiser.pso.metric", GAMES, MEASURED, "weights", "positions", "training.games=1", NULL},

    {OF("random", "", "", "particles=5", NULL)},
    {OF("lus", "", "", "particles=5 range=0.3 failures=0.5 per_dimension=no", NULL)},
    {OF("noisy-ce", "", "", "particles=50 elite=0.3 unit=0.05 start_variance=50 noise=none", NULL)},
    {OF("noisy-ce", "noise_constant", "optimiser.noise=constant", "9", IDLE("noisy-ce", ""))},
    {OF("noisy-ce", "noise_start", "", "9", IDLE("noisy-ce", "optimiser.noise=constant"))},
    {OF("noisy-ce", "noise_fall", "", "0.5", IDLE("noisy-ce", "optimiser.noise=none"))},
    {OF("cmaes", "", "", "particles=9 sigma=0.1 active=no redraws=0", NULL)},
    {OF("grid", "", "", "steps=4 shape=axes", NULL)},
    OF_GA("ga"),
    {OF("ga", "retries", "", "2", NULL)},

#define OF_META(settings, shows, idle) "meta.", META, "meta.problems=a.ini ", settings, shows, idle, NULL
#define UNTESTED "meta.problems=a.ini validation.games=0"
    {OF_META("problems=b.ini budgets=2 tune=inertia lower=-1,-1 upper=1,1", "metrics", NULL)},
    {OF_META("heldout=b.ini heldout_budgets=2", "result", UNTESTED)},
    {OF_META("baselines=trelea", "heldout", UNTESTED)},
    {OF_META("ablation=2", "ablation", NULL)}};

/* Those of the core, then those of the systems that are built in. */
static const KeyTable keys_core = KEY_TABLE(core);
#define DECLARED(system) extern const KeyTable keys_##system __attribute__((weak)); /* NULL: it has no keys */
#define ROW(system) &keys_##system,
SYSTEMS_BUILT(DECLARED)
static const KeyTable *const tables[] = {&keys_core, SYSTEMS_BUILT(ROW)};

/* Each key alone, as the tests go through them. */
static Key *each_key;
static int keys, room;

static void add_row(const Key *row)
{
    char setting[100];
    const bool several = row->value != NULL && strchr(row->value, '=') != NULL;
    for (int i = 0; several ? text_word(row->value, i, setting, sizeof setting) : i == 0; i++) {
        each_key = mem_grow(each_key, &room, keys + 1, sizeof *each_key);
        each_key[keys] = *row;
        if (several) {
            each_key[keys].key = text_new("%s%.*s", row->key, (int)strcspn(setting, "="), setting);
            each_key[keys].value = mem_text(strchr(setting, '=') + 1);
        }
        keys++;
    }
}

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
    config_read(&c, "x.ini", ini, value, n, &errors, &warnings);
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
    failures = 0;
    for (const Key *k = each_key; k < each_key + keys; k++) {
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
    failures = 0;
    for (const Key *k = each_key; k < each_key + keys; k++) {
        if (k->ini == NULL || (k - each_key) % (10 / samples(10)) != 0) continue;
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
    for (const Key *k = each_key; k < each_key + keys; k++)
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
    for (const Key *k = each_key; k < each_key + keys; k++) {
        const Key *shown = k + 1;
        while (shown < each_key + keys && strcmp(k->key, shown->key) != 0) shown++;
        n -= shown == each_key + keys || k->ini != NULL; /* else a system has the row that shows it */
    }
    assert_int_equal(n, 0);
    assert_int_equal(failures, 0);
}

static int enter(void **state)
{
    int failed = place_enter(state);
    for (size_t t = 0; t < LENGTH(tables); t++)
        for (int i = 0; tables[t] != NULL && i < tables[t]->n; i++) add_row(&tables[t]->key[i]);
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
