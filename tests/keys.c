/* keys.c. The table of keys: a small training in which each of them matters, and one in which it does not. The files point.ini,
 * from.ini, a.ini and b.ini are those of test_keys.c. Keys of systems are rows of tests/systems/NAME/keys_NAME.c. */
#include "tests/keys.h"

#include "systems_built.h"

static const Key core[] = {
    {"experiment.seed", GAMES, "", "7", "metrics", NULL, NULL},
    {"experiment.threads", GAMES, "", "2", NULL, NULL, NULL},
    {"experiment.mode", GAMES, "", "none", NULL, NULL, NULL},
    {"experiment.engine", GAMES, "", "reference", NULL, NULL, NULL},

    {"game.kind", NULL, NULL, NULL, NULL, NULL, "there may be one game: keys_guideline.c"},
    {"game.tetris.width", GAMES, "", "8", "metrics", NULL, NULL},
    {"game.tetris.height", GAMES, "", "9", "metrics", NULL, NULL},
    {"game.tetris.pieces", GAMES, "", "OIL", "metrics", NULL, NULL},
    {"game.tetris.piece_weights", GAMES, "", "1,1,1,1,1,9,9", "metrics", NULL, NULL},
    {"game.tetris.bag", GAMES, "", "yes", "metrics", NULL, NULL},
    {"game.tetris.preview", GAMES, "agent.kind=lookahead", "1", "metrics", "", NULL},
    {"game.tetris.points", GAMES, "", "0,40,100,300,1200", "metrics", NULL, NULL},

    {"agent.kind", GAMES, "", "lookahead", "metrics", NULL, NULL},
    {"agent.features", GAMES, "", "dt", "metrics", NULL, NULL},
#define AHEAD "agent.kind=lookahead"
    {"agent.lookahead.worth", GAMES, AHEAD, "own-last", "metrics", NULL, NULL},
    {"agent.lookahead.lost", GAMES, AHEAD " agent.worth=own-last", "0", "metrics", AHEAD, NULL},
    {"agent.lookahead.where", GAMES, AHEAD, "height", "metrics", NULL, NULL},
    {"agent.lookahead.above", GAMES, AHEAD " agent.where=height", "4", "metrics", AHEAD, NULL},
    {"agent.lookahead.best", GAMES, AHEAD, "2", "metrics", NULL, NULL},

    {"objective.kind", SWARM, "", "ackley", "metrics", NULL, NULL},
    {"objective.max_pieces", GAMES, "", "20", "metrics", NULL, NULL},
    {"objective.search_max_pieces", GAMES, "", "20", "metrics", NULL, NULL},
    {"objective.lower", GAMES, "", "-5", "metrics", NULL, NULL},
    {"objective.upper", GAMES, "", "5", "metrics", NULL, NULL},
    {"objective.estimator", GAMES, SHORT, "splitting", "metrics", NULL, NULL},
    {"objective.level", GAMES, ESTIMATED, "top", "metrics", "", NULL},
    {"objective.step", GAMES, ESTIMATED, "30", "metrics", "", NULL},
    {"objective.trials", GAMES, ESTIMATED, "6", "metrics", "", NULL},
    {"objective.pilot", GAMES, ESTIMATED, "200", "metrics", "", NULL},
    {"objective.run", GAMES, ESTIMATED, "200", "metrics", "", NULL},
    {"objective.roulette", GAMES, ESTIMATED, "1", "metrics", "", NULL},
    {"objective.dim", SWARM, "", "4", "metrics", NULL, NULL},

    {"training.allocation", GAMES, "", "ocba", "metrics", NULL, NULL},
    {"training.games", GAMES, "", "4", "metrics", NULL, NULL},
    {"training.first_games", GAMES, "training.allocation=race", "3", "metrics", "", NULL},
    {"training.more_games", GAMES, "training.allocation=ocba training.first_games=2", "1", "metrics", "", NULL},
    {"training.race_z", GAMES, "training.allocation=race training.first_games=2 training.more_games=1 training.games=9", "0",
     "metrics", "training.allocation=ocba", NULL},
    {"training.resample_keep", GAMES, "training.allocation=resample training.iterations=8", "0", "metrics", "", NULL},
    {"training.iterations", GAMES, "", "2", "metrics", NULL, NULL},
    {"training.total_games", GAMES, "", "60", "metrics", NULL, NULL},
    {"training.total_pieces", GAMES, "", "500", "metrics", NULL, NULL},
    {"training.minutes", NULL, NULL, NULL, NULL, NULL, "the clock decides: test_limits.c"},
    {"training.target", GAMES, "", "0.001", "metrics", NULL, NULL},
    {"training.stall", GAMES, "training.iterations=9", "1", "metrics", NULL, NULL},
    {"training.fitness", GAMES, "", "log", "metrics", NULL, NULL},
    {"training.fresh_games", GAMES, "", "no", "metrics", "", SWARM},
    {"training.log_positions", GAMES, "", "no", "positions", NULL, NULL},
    {"training.from", FUNCTION, "", "point.ini", "metrics", "optimiser.kind=grid", NULL},
    {"training.from_particles", FUNCTION, "training.from=point.ini", "all", "metrics",
     "training.from=point.ini optimiser.kind=lus", NULL},
    {"selection.finalists", GAMES, "", "1", "result", NULL, NULL},
    {"selection.centroids", GAMES, "", "all", "result", NULL, NULL},
    {"selection.games", GAMES, "", "2", "result", "selection.share=0.5 training.total_games=90", NULL},
    {"selection.share", GAMES, "training.total_games=90", "0.4", "result", "selection.finalists=0 training.total_games=90", NULL},
    {"selection.race_p", GAMES, "selection.race_games=5 selection.games=10", "0.5", "result", "selection.finalists=0", NULL},
    {"selection.race_games", GAMES, "selection.race_p=0.5 selection.games=12 selection.race_games=6", "5", "result", "", NULL},
    {"validation.games", GAMES, "", "6", "result", NULL, NULL},
    {"validation.estimator", GAMES, SHORT, "splitting", "result", "objective.max_pieces=0 validation.games=0", NULL},

    {"optimiser.kind", FUNCTION, "", "cmaes", "positions", NULL, NULL},
    {"optimiser.preset", FUNCTION, "", "trelea", "positions", NULL, NULL},
#define OF_PSO(key, where, value, idle) "optimiser.pso." key, SWARM, where, value, "positions", idle, NULL
    {OF_PSO("particles", "", "7", NULL)},
    {OF_PSO("population", "", "adaptive", NULL)},
    {OF_PSO("particles_max", "optimiser.population=adaptive training.iterations=20", "7", "")},
    {OF_PSO("velocity_rule", "", "spso-2011", NULL)},
    {OF_PSO("leader", "", "quarter", "optimiser.velocity_rule=fully-informed")},
    {OF_PSO("exemplar", "", "quarter", "optimiser.velocity_rule=fully-informed")},
    {OF_PSO("memory", "", "1", NULL)},
    {OF_PSO("topology", "", "ring", NULL)},
    {OF_PSO("ring_k", "optimiser.topology=ring", "2", "")},
    {OF_PSO("random_k", "optimiser.topology=random", "1", "optimiser.topology=ring")},
    {OF_PSO("update_order", "", "sequential", NULL)},
    {OF_PSO("coefficients", "", "constriction", NULL)},
    {OF_PSO("inertia", "", "0.5", "optimiser.preset=constriction")},
    {OF_PSO("inertia_schedule", "", "linear", "optimiser.preset=constriction")},
    {OF_PSO("inertia_end", "optimiser.inertia_schedule=linear", "0.1", "")},
    {OF_PSO("cognitive", "", "1.1", "optimiser.preset=constriction")},
    {OF_PSO("social", "", "1.1", "optimiser.preset=constriction")},
    {OF_PSO("phi1", "optimiser.coefficients=constriction", "2.5", "")},
    {OF_PSO("phi2", "optimiser.coefficients=constriction", "2.5", "")},
    {OF_PSO("domain", "", "sphere", NULL)},
#define MEASURED                                                                                           \
    "agent.features=max_height,wells optimiser.domain=sphere optimiser.metric=decisions training.games=1 " \
    "optimiser.turbulence=0.1 training.iterations=30"
    {"optimiser.pso.metric", GAMES, MEASURED, "weights", "positions", "training.games=1", NULL},
    {OF_PSO("wall", "", "reflect", "optimiser.domain=sphere")},
    {OF_PSO("velocity_start", "", "zero", NULL)},
    {OF_PSO("velocity_clamp", "", "0.1", NULL)},
    {OF_PSO("turbulence", "", "0.1", NULL)},
    {OF_PSO("turbulence_end", "", "0.1", NULL)},

    {OF("random", "particles", "", "5", NULL)},
    {OF("lus", "particles", "", "5", NULL)},
    {OF("lus", "range", "", "0.3", NULL)},
    {OF("lus", "failures", "", "0.5", NULL)},
    {OF("lus", "per_dimension", "", "no", NULL)},
    {OF("noisy-ce", "particles", "", "50", NULL)},
    {OF("noisy-ce", "elite", "", "0.3", NULL)},
    {OF("noisy-ce", "unit", "", "0.05", NULL)},
    {OF("noisy-ce", "start_variance", "", "50", NULL)},
    {OF("noisy-ce", "noise", "", "none", NULL)},
    {OF("noisy-ce", "noise_constant", "optimiser.noise=constant", "9", IDLE("noisy-ce", ""))},
    {OF("noisy-ce", "noise_start", "", "9", IDLE("noisy-ce", "optimiser.noise=constant"))},
    {OF("noisy-ce", "noise_fall", "", "0.5", IDLE("noisy-ce", "optimiser.noise=none"))},
    {OF("cmaes", "particles", "", "9", NULL)},
    {OF("cmaes", "sigma", "", "0.1", NULL)},
    {OF("cmaes", "active", "", "no", NULL)},
    {OF("cmaes", "redraws", "", "0", NULL)},
    {OF("grid", "steps", "", "4", NULL)},
    {OF("grid", "shape", "", "axes", NULL)},
    OF_GA("ga"),
    {OF("ga", "retries", "", "2", NULL)},

#define OF_META(key, where, value, shows, idle) "meta." key, META, "meta.problems=a.ini " where, value, shows, idle, NULL
#define UNTESTED "meta.problems=a.ini validation.games=0"
    {OF_META("problems", "", "b.ini", "metrics", NULL)},
    {OF_META("budgets", "", "2", "metrics", NULL)},
    {OF_META("heldout", "", "b.ini", "result", UNTESTED)},
    {OF_META("heldout_budgets", "", "2", "result", UNTESTED)},
    {OF_META("baselines", "", "trelea", "heldout", UNTESTED)},
    {OF_META("ablation", "", "2", "ablation", NULL)},
    {OF_META("tune", "", "inertia", "metrics", NULL)},
    {OF_META("lower", "", "-1,-1", "metrics", NULL)},
    {OF_META("upper", "", "1,1", "metrics", NULL)}};

/* Those of the core, then those of the systems that are built in. */
static const KeyTable keys_core = KEY_TABLE(core);
#define DECLARED(system) extern const KeyTable keys_##system __attribute__((weak)); /* NULL: it has no keys */
#define ROW(system) &keys_##system,
SYSTEMS_BUILT(DECLARED)
static const KeyTable *const tables[] = {&keys_core, SYSTEMS_BUILT(ROW)};

const Key *keys_at(int i)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if (tables[t] == NULL) continue;
        if (i < tables[t]->n) return &tables[t]->key[i];
        i -= tables[t]->n;
    }
    return NULL;
}
