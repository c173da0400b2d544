/* test_keys.c. Each key of each part, by registration: it changes what its row names where it matters, changes nothing where it
 * does not, and is warned of there; how a run is computed never changes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/condition.h"
#include "config/config_read.h"
#include "tests/live.h"
#include "tests/place.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* ---- small trainings ---- */

#define FUNCTION "[objective]\nkind = rastrigin\ndim = 3\n[training]\niterations = 8\nlog_positions = yes\n"
#define SWARM FUNCTION "[optimiser]\nkind = pso\npreset = vdbergh\nparticles = 6\n"
#define SEARCH                                                                                                             \
    "[training]\nallocation = fixed\niterations = 3\ngames = 6\nlog_positions = yes\n[selection]\nfinalists = 3\ngames = " \
    "4\nshare = 0\n[validation]\ngames = 4\n"
#define FEW "[optimiser]\nkind = pso\npreset = vdbergh\nparticles = 5\n"
#define GAMES "[game]\nheight = 8\n[objective]\nmax_pieces = 60\n" SEARCH FEW
#define STACKED "[game]\nkind = stack\nlength = 12\n" SEARCH FEW
#define STACK STACKED "[agent]\nkind = beam\nwidth = 3\ndepth = 4\n"
#define GUIDELINE "[game]\nkind = guideline\nheight = 8\n[objective]\nmax_pieces = 30\n" SEARCH FEW
#define NTRIS "[game]\nkind = ntris\nblocks = 12\n[agent]\nkind = pruned\ndepth = 2\n" SEARCH FEW
#define CATCH "[game]\nkind = catch\nwidth = 20\nheight = 40\nline = 30\n[agent]\nfeatures = catch\n" SEARCH FEW
#define LEARNER                                                                                                   \
    "[game]\nwidth = 3\nheight = 3\npieces = i\n[objective]\nkind = qlearning\nsteps = 40\nobservation = board\n" \
    "reward = lost\ntest_games = 2\ntest_turns = 50\n" SEARCH FEW
#define CATCHER                                                                                                                  \
    "[game]\nkind = catch\nwidth = 5\nheight = 6\nline = 5\n[objective]\nkind = qlearning\nsteps = 100\ntest_games = 3\n" SEARCH \
        FEW
#define META                                                                                                     \
    "[meta]\ntune = inertia social\n[training]\niterations = 2\ngames = 2\n[selection]\nfinalists = 2\ngames = " \
    "2\n[validation]\n"                                                                                          \
    "games = 2\n" FEW
#define ENCODER                                                                                                                 \
    "[game]\nwidth = 5\nheight = 5\n[objective]\nkind = encoder\n[encode]\nhidden = 3\nboards = 20\nheldout = 10\nepochs = 3\n" \
    "full_epochs = 3\ntarget = 0\nchange = 0\n"

/* One key. A value that is set where the key matters changes the rows of a table; where it does not matter, none. */
typedef struct {
    const char *key;   /* "section.key", "section.part.key" */
    const char *ini;   /* of the training; NULL: none shows it */
    const char *where; /* settings between blanks with which it matters */
    const char *value; /* another than it has there */
    const char *shows; /* the table that it changes; NULL: it never changes any */
    const char *idle;  /* settings with which it does not matter; NULL: it always does */
    const char *other; /* the ini of those settings; NULL: the same. If ini is NULL: where the key is tested instead */
} Key;

static const Key keys[] = {
    {"experiment.seed", GAMES, "", "7", "metrics", NULL, NULL},
    {"experiment.threads", GAMES, "", "2", NULL, NULL, NULL},
    {"experiment.mode", GAMES, "", "none", NULL, NULL, NULL},
    {"experiment.engine", GAMES, "", "reference", NULL, NULL, NULL},

    {"game.kind", SEARCH FEW "[objective]\nmax_pieces = 30\n", "", "guideline", "metrics", NULL, NULL},
    {"game.tetris.width", GAMES, "", "8", "metrics", NULL, NULL},
    {"game.tetris.height", GAMES, "", "9", "metrics", NULL, NULL},
    {"game.tetris.pieces", GAMES, "", "OIL", "metrics", NULL, NULL},
    {"game.tetris.piece_weights", GAMES, "", "1,1,1,1,1,9,9", "metrics", NULL, NULL},
    {"game.tetris.preview", GAMES, "agent.kind=lookahead", "1", "metrics", "", NULL},
    {"game.guideline.height", GUIDELINE, "", "9", "metrics", NULL, NULL},
    {"game.guideline.preview", GUIDELINE, "agent.kind=lookahead", "1", "metrics", "", NULL},
    {"game.guideline.bag", GUIDELINE, "", "no", "metrics", NULL, NULL},
    {"game.guideline.hold", GUIDELINE, "", "no", "metrics", NULL, NULL},
    {"game.guideline.moves", GUIDELINE, "", "reachable", "metrics", NULL, NULL},
    {"game.stack.width", STACK, "", "9", "metrics", NULL, NULL},
    {"game.stack.buffer", STACK, "", "2", "metrics", NULL, NULL},
    {"game.stack.list", STACK, "", "1234567", "metrics", NULL, NULL},
    {"game.stack.length", STACK, "", "9", "metrics", "game.list=123456", NULL},
    {"game.stack.pieces", STACK, "", "squares-and-lines", "metrics", "game.list=123456", NULL},
    {"game.ntris.preview", NTRIS, "agent.depth=3", "1", "metrics", "agent.depth=1", NULL},
    {"game.ntris.blocks", NTRIS, "", "9", "metrics", NULL, NULL},
    {"game.catch.width", CATCH, "", "30", "metrics", NULL, NULL},
    {"game.catch.height", CATCH, "", "35", "metrics", NULL, NULL},
    {"game.catch.line", CATCH, "", "5", "metrics", NULL, NULL},

    {"agent.kind", GAMES, "", "lookahead", "metrics", NULL, NULL},
    {"agent.features", GAMES, "", "dt", "metrics", NULL, NULL},
    {"agent.pruned.depth", NTRIS, "", "1", "metrics", NULL, NULL},
    {"agent.pruned.worth", NTRIS, "", "sum", "metrics", "agent.depth=1", NULL},
    {"agent.beam.width", STACK, "", "1", "metrics", NULL, NULL},
    {"agent.beam.depth", STACK, "", "1", "metrics", NULL, NULL},
    {"agent.beam.nodes", STACK, "agent.width=20", "2", "metrics", NULL, NULL},
    {"agent.search.visits", STACKED, "agent.kind=search", "9", "metrics", NULL, NULL},
    {"agent.search.depth", STACKED, "agent.kind=search", "1", "metrics", NULL, NULL},
    {"agent.search.order", STACKED, "agent.kind=search", "breadth", "metrics", NULL, NULL},
    {"agent.search.equals", STACKED, "agent.kind=search", "longest", "metrics", NULL, NULL},
    {"agent.table.table", NULL, NULL, NULL, NULL, NULL, "a table has no weights that could be trained: sh_learning.sh"},

    {"objective.kind", SWARM, "", "ackley", "metrics", NULL, NULL},
    {"objective.max_pieces", GAMES, "", "20", "metrics", NULL, NULL},
    {"objective.search_max_pieces", GAMES, "", "20", "metrics", NULL, NULL},
    {"objective.lower", GAMES, "", "-5", "metrics", NULL, NULL},
    {"objective.upper", GAMES, "", "5", "metrics", NULL, NULL},
    {"objective.estimator", GAMES, "objective.max_pieces=0 objective.pilot=128 objective.run=100 objective.trials=5", "splitting",
     "metrics", NULL, NULL},
#define ESTIMATED                                                                                                    \
    "objective.max_pieces=0 objective.estimator=splitting objective.pilot=128 objective.run=100 objective.trials=5 " \
    "objective.step=20"
    {"objective.level", GAMES, ESTIMATED, "top", "metrics", "", NULL},
    {"objective.step", GAMES, ESTIMATED, "30", "metrics", "", NULL},
    {"objective.trials", GAMES, ESTIMATED, "6", "metrics", "", NULL},
    {"objective.pilot", GAMES, ESTIMATED, "200", "metrics", "", NULL},
    {"objective.run", GAMES, ESTIMATED, "200", "metrics", "", NULL},
    {"objective.roulette", GAMES, ESTIMATED, "1", "metrics", "", NULL},
    {"objective.steps", LEARNER, "", "60", "metrics", NULL, NULL},
    {"objective.observation", LEARNER, "game.height=4", "top_row", "metrics", NULL, NULL},
    {"objective.reward", LEARNER, "", "greatest_height", "metrics", NULL, NULL},
    {"objective.illegal", CATCHER, "", "0", "metrics", NULL, NULL},
    {"objective.target", LEARNER, "", "index", "metrics", NULL, NULL},
    {"objective.test_games", LEARNER, "", "3", "metrics", NULL, NULL},
    {"objective.test_turns", LEARNER, "", "5", "metrics", NULL, NULL},
    {"objective.dim", SWARM, "", "4", "metrics", NULL, NULL},

    {"training.allocation", GAMES, "", "ocba", "metrics", NULL, NULL},
    {"training.games", GAMES, "", "4", "metrics", NULL, NULL},
    {"training.games_by", GAMES, "", "correlation", "metrics", "training.games=1", NULL},
    {"training.first_games", GAMES, "training.allocation=race", "3", "metrics", "", NULL},
    {"training.more_games", GAMES, "training.allocation=ocba training.first_games=2", "1", "metrics", "training.allocation=ern",
     NULL},
    {"training.ern_top", GAMES, "training.allocation=ern", "1", "metrics", "training.allocation=ocba", NULL},
    {"training.race_z", GAMES,
     "training.allocation=race training.first_games=2 training.more_games=1 training.games=9 training.iterations=8", "0",
     "metrics", "training.allocation=ocba", NULL},
    {"training.rank_p", GAMES, "training.allocation=signed-rank training.first_games=5 training.games=9", "0.4", "metrics",
     "training.allocation=race", NULL},
    {"training.resample_keep", GAMES, "training.allocation=resample training.iterations=8", "0", "metrics", "", NULL},
    {"training.iterations", GAMES, "", "2", "metrics", NULL, NULL},
    {"training.total_games", GAMES, "", "60", "metrics", NULL, NULL},
    {"training.total_pieces", GAMES, "", "500", "metrics", NULL, NULL},
    {"training.minutes", NULL, NULL, NULL, NULL, NULL, "the clock decides: test_run.c"},
    {"training.target", GAMES, "", "0.001", "metrics", NULL, NULL},
    {"training.stall", GAMES, "training.iterations=9", "1", "metrics", NULL, NULL},
    {"training.fitness", GAMES, "", "log", "metrics", NULL, NULL},
    {"training.fresh_games", GAMES, "", "no", "metrics", "", SWARM},
    {"training.log_positions", GAMES, "", "no", "positions", NULL, NULL},
    {"training.from", FUNCTION, "", "point.ini", "metrics", "optimiser.kind=grid", NULL},
    {"training.from_particles", FUNCTION, "training.from=point.ini", "all", "metrics",
     "training.from=point.ini optimiser.kind=lus", NULL},
    {"selection.finalists", GAMES, "", "1", "result", NULL, NULL},
    {"selection.centres", GAMES, "", "all", "result", NULL, NULL},
    {"selection.games", GAMES, "", "2", "result", "selection.share=0.5 training.total_games=90", NULL},
    {"selection.share", GAMES, "training.total_games=90", "0.4", "result", "selection.finalists=0 training.total_games=90", NULL},
    {"selection.race_p", GAMES, "selection.race_games=5 selection.games=10", "0.5", "result", "selection.finalists=0", NULL},
    {"selection.race_games", GAMES, "selection.race_p=0.5 selection.games=12 selection.race_games=6", "5", "result", "", NULL},
    {"validation.games", GAMES, "", "6", "result", NULL, NULL},
    {"validation.estimator", GAMES, "objective.max_pieces=0 objective.pilot=128 objective.run=100 objective.trials=5",
     "splitting", "result", "objective.max_pieces=0 validation.games=0", NULL},

    {"optimiser.kind", FUNCTION, "", "cmaes", "positions", NULL, NULL},
    {"optimiser.preset", FUNCTION, "", "trelea", "positions", NULL, NULL},
#define OF_PSO(key, where, value, idle)                                    \
    {                                                                      \
        "optimiser.pso." key, SWARM, where, value, "positions", idle, NULL \
    }
    OF_PSO("particles", "", "7", NULL),
    OF_PSO("swarms", "", "2", NULL),
    OF_PSO("population", "", "adaptive", NULL),
    OF_PSO("particles_max", "optimiser.population=adaptive training.iterations=20", "7", ""),
    OF_PSO("restart_after", "optimiser.population=restarts optimiser.particles_max=12", "1", "optimiser.population=adaptive"),
    OF_PSO("velocity_rule", "", "spso-2011", NULL),
    {"optimiser.pso.compare", GAMES, "optimiser.particles=12 training.games=2 training.iterations=10", "shrunken", "positions",
     "optimiser.leader=half", NULL},
    OF_PSO("leader", "", "half", "optimiser.velocity_rule=fully-informed"),
    {"optimiser.pso.leader_alpha", GAMES, "optimiser.leader=nearest", "0.5", "positions", "", NULL},
    OF_PSO("exemplar", "", "half", "optimiser.velocity_rule=ranked-informed"),
    OF_PSO("memory", "", "1", NULL),
    OF_PSO("topology", "", "ring", NULL),
    OF_PSO("ring_k", "optimiser.topology=ring", "2", ""),
    OF_PSO("random_k", "optimiser.topology=random", "1", "optimiser.topology=ring"),
    OF_PSO("update_order", "", "sequential", NULL),
    OF_PSO("coefficients", "", "constriction", NULL),
    OF_PSO("inertia", "", "0.5", "optimiser.preset=constriction"),
    OF_PSO("inertia_schedule", "", "linear", "optimiser.preset=constriction"),
    OF_PSO("inertia_end", "optimiser.inertia_schedule=linear", "0.1", ""),
    OF_PSO("cognitive", "", "1.1", "optimiser.preset=constriction"),
    OF_PSO("social", "", "1.1", "optimiser.preset=constriction"),
    OF_PSO("phi1", "optimiser.coefficients=constriction", "2.5", ""),
    OF_PSO("phi2", "optimiser.coefficients=constriction", "2.5", ""),
    OF_PSO("domain", "", "sphere", NULL),
#define MEASURED                                                                                           \
    "agent.features=max_height,wells optimiser.domain=sphere optimiser.metric=decisions training.games=1 " \
    "optimiser.turbulence=0.1 training.iterations=30"
    {"optimiser.pso.metric", GAMES, MEASURED, "weights", "positions", "training.games=1", NULL},
    {"optimiser.pso.metric_turbulence", GAMES, MEASURED, "2", "positions", "optimiser.domain=sphere", NULL},
    OF_PSO("wall", "", "reflect", "optimiser.domain=sphere"),
    OF_PSO("velocity_start", "", "zero", NULL),
    OF_PSO("velocity_start_fraction", "optimiser.velocity_start=uniform", "0.1", ""),
    OF_PSO("velocity_clamp", "", "0.1", NULL),
    OF_PSO("turbulence", "", "0.1", NULL),
    OF_PSO("turbulence_end", "", "0.1", NULL),

#define OF(kind, key, where, value, idle)                                                                  \
    {                                                                                                      \
        "optimiser." kind "." key, FUNCTION, where " optimiser.kind=" kind, value, "positions", idle, NULL \
    }
#define IDLE(kind, settings) settings " optimiser.kind=" kind
    OF("random", "particles", "", "5", NULL),
    OF("lus", "particles", "", "5", NULL),
    OF("lus", "range", "", "0.3", NULL),
    OF("lus", "failures", "", "0.5", NULL),
    OF("lus", "per_dimension", "", "no", NULL),
    OF("noisy-ce", "particles", "", "50", NULL),
    OF("noisy-ce", "elite", "", "0.3", NULL),
    OF("noisy-ce", "unit", "", "0.05", NULL),
    OF("noisy-ce", "start_variance", "", "50", NULL),
    OF("noisy-ce", "noise", "", "none", NULL),
    OF("noisy-ce", "noise_constant", "optimiser.noise=constant", "9", IDLE("noisy-ce", "")),
    OF("noisy-ce", "noise_start", "", "9", IDLE("noisy-ce", "optimiser.noise=constant")),
    OF("noisy-ce", "noise_fall", "", "0.5", IDLE("noisy-ce", "optimiser.noise=none")),
    OF("cmaes", "particles", "", "9", NULL),
    OF("cmaes", "sigma", "", "0.1", NULL),
    OF("cmaes", "active", "", "no", NULL),
    OF("cmaes", "redraws", "", "0", NULL),
    OF("cmaes", "restart_below", "training.iterations=20", "0.2", NULL),
    OF("grid", "steps", "", "4", NULL),
    OF("grid", "shape", "", "axes", NULL),
    OF("ga-tournament", "particles", "", "8", NULL),
    OF("ga-tournament", "spread", "", "0.1", NULL),
    OF("ga-tournament", "first", "", "0.2", NULL),
    OF("ga-tournament", "second", "", "0.2", NULL),
    OF("ga-tournament", "jitter", "", "0.5", NULL),
#define OF_GA(kind)                                                                                                         \
    OF(kind, "particles", "", "8", NULL), OF(kind, "elite", "", "2", NULL), OF(kind, "elite_share", "", "0.3", NULL),       \
        OF(kind, "tournament", "", "0.3", NULL), OF(kind, "start_lower", "", "0.5", NULL),                                  \
        OF(kind, "start_upper", "", "0.5", NULL), OF(kind, "crossover", "", "0.1", IDLE(kind, "optimiser.heuristic=copy")), \
        OF(kind, "heuristic", "", "average", IDLE(kind, "optimiser.crossover=0")), OF(kind, "mutation", "", "0.5", NULL),   \
        OF(kind, "mutation_lower", "", "0.1", IDLE(kind, "optimiser.mutation=0")),                                          \
        OF(kind, "mutation_upper", "", "2", IDLE(kind, "optimiser.mutation=0")),                                            \
        OF(kind, "second_lower", "optimiser.second_upper=1.5", "1", IDLE(kind, "optimiser.mutation=0")),                    \
        OF(kind, "second_upper", "", "2", IDLE(kind, "optimiser.mutation=0"))
    OF_GA("ga"),
    OF("ga", "retries", "", "2", NULL),
    OF_GA("ga-pso"),
    OF("ga-pso", "inertia", "", "0.9", NULL),
    OF("ga-pso", "cognitive", "", "0.9", NULL),
    OF("ga-pso", "social", "", "0.9", NULL),

#define OF_META(key, where, value, shows, idle)                                   \
    {                                                                             \
        "meta." key, META, "meta.problems=a.ini " where, value, shows, idle, NULL \
    }
    OF_META("problems", "", "b.ini", "metrics", NULL),
    OF_META("budgets", "", "2", "metrics", NULL),
    OF_META("heldout", "", "b.ini", "result", "meta.problems=a.ini validation.games=0"),
    OF_META("heldout_budgets", "", "2", "result", "meta.problems=a.ini validation.games=0"),
    OF_META("rivals", "", "trelea", "heldout", "meta.problems=a.ini validation.games=0"),
    OF_META("ablation", "", "2", "ablation", NULL),
    OF_META("tune", "", "inertia", "metrics", NULL),
    OF_META("lower", "", "-1,-1", "metrics", NULL),
    OF_META("upper", "", "1,1", "metrics", NULL),

#define OF_ENCODE(key, where, value, idle)                          \
    {                                                               \
        "encode." key, ENCODER, where, value, "metrics", idle, NULL \
    }
    OF_ENCODE("observation", "game.kind=catch game.line=4", "board", NULL),
    OF_ENCODE("hidden", "", "4", NULL),
    OF_ENCODE("source", "", "games", NULL),
    OF_ENCODE("fill", "", "0.7", "encode.source=games"),
    OF_ENCODE("moves", "encode.source=games", "3", ""),
    OF_ENCODE("weights", "encode.source=games game.width=10 game.height=10", "from.ini", "game.width=10 game.height=10"),
    OF_ENCODE("boards", "", "21", NULL),
    OF_ENCODE("heldout", "", "11", NULL),
    OF_ENCODE("batch", "", "4", "encode.epochs=0"),
    OF_ENCODE("rate", "", "0.01", "encode.epochs=0"),
    OF_ENCODE("target", "", "1000", "encode.epochs=0"),
    OF_ENCODE("epochs", "", "2", NULL),
    OF_ENCODE("full_rate", "", "0.001", "encode.full_epochs=0"),
    OF_ENCODE("change", "", "1000", "encode.full_epochs=0"),
    OF_ENCODE("full_epochs", "", "2", NULL),
};

static int failures;

/* ---- what a training leaves ---- */

/* All rows of a training with these settings, and its result (owned). */
static char *outcome(const char *ini, const char *sets)
{
    Live l;
    live_open(&l, ini, sets, 0);
    live_finish(&l);
    char *result = live_result(&l), *all = text_new("%s%s\n", l.rows.text, result);
    free(result);
    live_close(&l);
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
    Config c;
    Errors errors = {0}, warnings = {0};
    ConfigValue value[SETS];
    char word[SETS][200], opening[300];
    int n = 0;
    bool found = false;
    for (; config_word(sets, n, word[n], sizeof word[n]); n++) value[n] = (ConfigValue){.text = word[n], .origin = "--set"};
    config_read_text(&c, "x.ini", ini, NULL, value, n, &errors, &warnings);
    for (int i = 0; i < errors.n; i++) print_error("%s with %s\n", errors.line[i], sets), failures++;
    snprintf(opening, sizeof opening, "--set %s: is ignored: it matters only if ", word[n - 1]);
    for (int i = 0; i < warnings.n; i++) found = found || strncmp(warnings.line[i], opening, strlen(opening)) == 0;
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
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
    char *with = text_new("%s %s=%s", k->where, setting, k->value);
    char *before = outcome(k->ini, k->where), *after = outcome(k->ini, with);
    char *old = rows_of(before, table), *new = rows_of(after, table);
    if (k->shows != NULL)
        check(strcmp(old, new) != 0, k, "changes nothing where it matters");
    else
        check(old[0] != '\0' && strcmp(before, after) == 0, k, "changes results");
    free(with), free(before), free(after), free(old), free(new);
}

/* Where it does not. */
static void check_idle(const Key *k, const char *setting)
{
    const char *ini = k->other != NULL ? k->other : k->ini;
    char *with = text_new("%s %s=%s", k->idle, setting, k->value);
    char *before = outcome(ini, k->idle), *after = outcome(ini, with);
    check(strcmp(before, after) == 0, k, "changes something where it does not matter");
    free(with), free(before), free(after);
}

/* It is warned of where it does not matter, and nowhere else. */
static void test_warnings(void **state)
{
    (void)state;
    failures = 0;
    for (size_t i = 0; i < LENGTH(keys); i++) {
        const Key *k = &keys[i];
        if (k->ini == NULL) continue;
        char *setting = setting_of(k->key), *with = text_new("%s %s=%s", k->where, setting, k->value);
        check(!is_ignored(k->ini, with), k, "is warned of where it matters");
        free(with);
        with = text_new("%s %s=%s", k->idle != NULL ? k->idle : "", setting, k->value);
        if (k->idle != NULL)
            check(is_ignored(k->other != NULL ? k->other : k->ini, with), k, "is not warned of where it does not matter");
        free(with), free(setting);
    }
    assert_int_equal(failures, 0);
}

static void test_results(void **state)
{
    (void)state;
    failures = 0;
    for (size_t i = 0; i < LENGTH(keys); i++) {
        if (keys[i].ini == NULL) continue;
        char *setting = setting_of(keys[i].key);
        check_change(&keys[i], setting);
        if (keys[i].idle != NULL) check_idle(&keys[i], setting);
        free(setting);
    }
    assert_int_equal(failures, 0);
}

/* ---- that none is left out ---- */

static const Key *key_called(const char *section, const char *part, const char *key)
{
    char *name = part != NULL ? text_new("%s.%s.%s", section, part, key) : text_new("%s.%s", section, key);
    const Key *found = NULL;
    for (size_t i = 0; i < LENGTH(keys); i++)
        if (strcmp(keys[i].key, name) == 0) found = &keys[i];
    if (found == NULL) fail_msg("no row for %s", name);
    free(name);
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
static void test_registration(void **state)
{
    (void)state;
    Config c = {0};
    int n = 0;
    config_start(&c);
    for (int p = 0; p < c.parts; p++) find_table(c.part[p].section, NULL, c.part[p].table, &n);
    config_free(&c);
    for (int i = 0; registry_games[i] != NULL; i++) find_table("game", registry_games[i]->name, registry_games[i]->params, &n);
    for (int i = 0; registry_agents[i] != NULL; i++)
        find_table("agent", registry_agents[i]->name, registry_agents[i]->params, &n);
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        find_table("optimiser", registry_optimisers[i]->name, registry_optimisers[i]->params, &n);
    assert_int_equal(n, LENGTH(keys));
    assert_int_equal(failures, 0);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registration),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests_name("keys", tests, enter, place_leave);
}
