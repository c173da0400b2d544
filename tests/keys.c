/* keys.c. The table of keys: a small training in which each of them matters, and one in which it does not. The files point.ini,
 * from.ini, a.ini and b.ini are those of test_keys.c. */
#include "tests/keys.h"

#include <stddef.h>

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
#define CATCHER "[game]\nkind = catch\nwidth = 5\nheight = 6\nline = 5\n[objective]\nkind = qlearning\nsteps = 99\n" SEARCH FEW
#define META                                                                                                        \
    "[meta]\ntune = inertia social\n[training]\niterations = 2\ngames = 2\n[selection]\nfinalists = 2\ngames = 2\n" \
    "[validation]\ngames = 2\n" FEW
#define ENCODER                                                                                                                 \
    "[game]\nwidth = 5\nheight = 5\n[objective]\nkind = encoder\n[encode]\nhidden = 3\nboards = 20\nheldout = 10\nepochs = 3\n" \
    "full_epochs = 3\ntarget = 0\nchange = 0\n"

#define SHORT "objective.max_pieces=0 objective.pilot=128 objective.run=100 objective.trials=5"
#define ESTIMATED SHORT " objective.estimator=splitting objective.step=20"

const Key keys[] = {
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
    {"objective.estimator", GAMES, SHORT, "splitting", "metrics", NULL, NULL},
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
    {"training.first_games", GAMES, "training.allocation=race", "3", "metrics", "", NULL},
    {"training.more_games", GAMES, "training.allocation=ocba training.first_games=2", "1", "metrics", "", NULL},
    {"training.race_z", GAMES, "training.allocation=race training.first_games=2 training.more_games=1 training.games=9", "0",
     "metrics", "training.allocation=ocba", NULL},
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

#define OF(kind, key, where, value, idle) \
    "optimiser." kind "." key, FUNCTION, where " optimiser.kind=" kind, value, "positions", idle, NULL
#define IDLE(kind, settings) settings " optimiser.kind=" kind
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
    {OF("ga-tournament", "particles", "", "8", NULL)},
    {OF("ga-tournament", "spread", "", "0.1", NULL)},
    {OF("ga-tournament", "first", "", "0.2", NULL)},
    {OF("ga-tournament", "second", "", "0.2", NULL)},
    {OF("ga-tournament", "jitter", "", "0.5", NULL)},
#define OF_GA(kind)                                                                                                             \
    {OF(kind, "particles", "", "8", NULL)}, {OF(kind, "elite", "", "2", NULL)}, {OF(kind, "elite_share", "", "0.3", NULL)},     \
        {OF(kind, "tournament", "", "0.3", NULL)}, {OF(kind, "start_lower", "", "0.5", NULL)},                                  \
        {OF(kind, "start_upper", "", "0.5", NULL)}, {OF(kind, "crossover", "", "0.1", IDLE(kind, "optimiser.heuristic=copy"))}, \
        {OF(kind, "heuristic", "", "average", IDLE(kind, "optimiser.crossover=0"))}, {OF(kind, "mutation", "", "0.5", NULL)},   \
        {OF(kind, "mutation_lower", "", "0.1", IDLE(kind, "optimiser.mutation=0"))},                                            \
        {OF(kind, "mutation_upper", "", "2", IDLE(kind, "optimiser.mutation=0"))},                                              \
        {OF(kind, "second_lower", "optimiser.second_upper=1.5", "1", IDLE(kind, "optimiser.mutation=0"))},                      \
    {                                                                                                                           \
        OF(kind, "second_upper", "", "2", IDLE(kind, "optimiser.mutation=0"))                                                   \
    }
    OF_GA("ga"),
    {OF("ga", "retries", "", "2", NULL)},
    OF_GA("ga-pso"),
    {OF("ga-pso", "inertia", "", "0.9", NULL)},
    {OF("ga-pso", "cognitive", "", "0.9", NULL)},
    {OF("ga-pso", "social", "", "0.9", NULL)},

#define OF_META(key, where, value, shows, idle) "meta." key, META, "meta.problems=a.ini " where, value, shows, idle, NULL
#define UNTESTED "meta.problems=a.ini validation.games=0"
    {OF_META("problems", "", "b.ini", "metrics", NULL)},
    {OF_META("budgets", "", "2", "metrics", NULL)},
    {OF_META("heldout", "", "b.ini", "result", UNTESTED)},
    {OF_META("heldout_budgets", "", "2", "result", UNTESTED)},
    {OF_META("rivals", "", "trelea", "heldout", UNTESTED)},
    {OF_META("ablation", "", "2", "ablation", NULL)},
    {OF_META("tune", "", "inertia", "metrics", NULL)},
    {OF_META("lower", "", "-1,-1", "metrics", NULL)},
    {OF_META("upper", "", "1,1", "metrics", NULL)},

#define OF_ENCODE(key, where, value, idle) "encode." key, ENCODER, where, value, "metrics", idle, NULL
    {OF_ENCODE("observation", "game.kind=catch game.line=4", "board", NULL)},
    {OF_ENCODE("hidden", "", "4", NULL)},
    {OF_ENCODE("source", "", "games", NULL)},
    {OF_ENCODE("fill", "", "0.7", "encode.source=games")},
    {OF_ENCODE("moves", "encode.source=games", "3", "")},
    {OF_ENCODE("weights", "encode.source=games game.width=10 game.height=10", "from.ini", "game.width=10 game.height=10")},
    {OF_ENCODE("boards", "", "21", NULL)},
    {OF_ENCODE("heldout", "", "11", NULL)},
    {OF_ENCODE("batch", "", "4", "encode.epochs=0")},
    {OF_ENCODE("rate", "", "0.01", "encode.epochs=0")},
    {OF_ENCODE("target", "", "1000", "encode.epochs=0")},
    {OF_ENCODE("epochs", "", "2", NULL)},
    {OF_ENCODE("full_rate", "", "0.001", "encode.full_epochs=0")},
    {OF_ENCODE("change", "", "1000", "encode.full_epochs=0")},
    {OF_ENCODE("full_epochs", "", "2", NULL)},
};
const int keys_count = sizeof keys / sizeof keys[0];
