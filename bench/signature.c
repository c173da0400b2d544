/* signature.c. swarmtris bench signature: one 64-bit number for all that the program computes.
 *
 * Idea: the number is a fingerprint of what a user sees: answers of games, rows of tables, final states. It is the same for any
 * number of threads, parallel mode, engine, compiler and instruction set. When it changes, results have changed, and the commit
 * says so. It takes at most 100,000 pieces, so that sanitizer builds can run it. The lists in this file determine the number and
 * are changed only on purpose. No file is read. The number is that of the core; each founding system has its own number, printed
 * below it. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "bench/bench.h"
#include "config/config_read.h"
#include "file/message.h"
#include "registry.h"
#include "run/driver.h"
#include "run/setup.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 100000, VALUES_MAX = 24 };

typedef struct {
    const BenchOptions *o; /* borrowed */
    uint64_t hash;         /* the number so far */
    double pieces;         /* pieces that were played so far */
} Signing;

static void sign(Signing *s, const char *name, uint64_t hash, double pieces)
{
    s->hash = hash_u64(s->hash, hash);
    s->pieces += pieces;
    if (s->o->verbose) fprintf(stderr, "%016" PRIx64 " %8.0f turns  %.80s\n", hash, pieces, name);
}

/* ---- configurations ---- */

/* Defaults, then settings ("section.key=value section.key=value"), then threads, mode and engine from the command line. */
static void configure(Config *c, const BenchOptions *o, const char *settings)
{
    char word[VALUES_MAX][100];
    ConfigValue value[VALUES_MAX];
    Errors errors = {0}, warnings = {0};
    int n = 0;
    while (text_word(settings, n, word[n], sizeof word[n])) n++;
    if (o->threads.n > 0) snprintf(word[n++], sizeof word[n], "experiment.threads=%d", o->threads.v[0]);
    if (o->mode >= 0) snprintf(word[n++], sizeof word[n], "experiment.mode=%s", evaluator_modes[o->mode]);
    /* The columns engine does not look ahead. */
    const bool ahead = strstr(settings, "agent.kind=lookahead") != NULL;
    const int engine = ahead && o->engine == PLAYER_COLUMNS ? PLAYER_LANES : o->engine;
    if (engine >= 0) snprintf(word[n++], sizeof word[n], "experiment.engine=%s", player_engines[engine]);
    assert(n < VALUES_MAX);
    for (int i = 0; i < n; i++) value[i] = (ConfigValue){word[i], "bench/signature.c"};
    bool good = config_read(c, NULL, NULL, value, n, &errors, &warnings);
    message_errors(&errors, "");
    assert(good), (void)good;
    errors_free(&warnings);
}

/* ---- games ---- */

static const char *const boards[] = {
    "objective.max_pieces=400 agent.features=cs3243",
    "objective.max_pieces=400 agent.features=cs3243-text game.height=10",
    "objective.max_pieces=200 agent.features=cs3243 game.width=4 game.height=28",
    "objective.max_pieces=200 agent.features=cs3243-text game.width=16 game.height=28",
    "objective.max_pieces=300 agent.features=cs3243 game.width=7 game.height=12 game.piece_weights=1,2,3,4,5,6,7",
    "objective.max_pieces=300 agent.features=cs3243-text game.width=5 game.height=9 game.pieces=SZ",
    "objective.max_pieces=200 agent.features=cs3243 game.width=15 game.height=5 game.pieces=LIT game.piece_weights=5,0,2",
    "objective.max_pieces=0 agent.features=cs3243 game.height=5", /* no limit: these games are soon lost anyway */
    "objective.max_pieces=100 agent.features=cs3243-text game.width=4 game.height=4 game.pieces=O",
    "objective.max_pieces=300 agent.features=bcts",
    "objective.max_pieces=300 agent.features=dt game.height=14",
    "objective.max_pieces=200 agent.features=dt-wells game.width=8 game.height=13",
    "objective.max_pieces=200 agent.features=bdu game.height=16",
    "objective.max_pieces=200 agent.features=tetrispros",
    "objective.max_pieces=200 agent.features=el-tetris game.width=12 game.height=17",
    "objective.max_pieces=200 agent.features=dellacherie game.height=28",
    "objective.max_pieces=200 agent.features=yiyuan game.width=13 game.height=18 game.pieces=TOZ",
    "objective.max_pieces=200 agent.features=bertsekas game.pieces=SZ",
    "objective.max_pieces=200 agent.features=wells_run,open_wells,height_difference_3,rows_cleared,landing_height game.width=9",
    "objective.max_pieces=50 agent.kind=lookahead agent.features=bcts game.preview=1 game.width=6 game.height=8",
    "objective.max_pieces=8 agent.kind=lookahead agent.features=dt game.width=5 game.height=7",
    "objective.max_pieces=200 agent.features=tetr-ai game.height=16",
    "objective.max_pieces=200 agent.features=deep-wells game.width=9 game.points=0,40,100,300,1200",
};
enum { BOARDS = sizeof boards / sizeof boards[0], CONTROLLERS = 4, GAMES = 4, FINAL_WEIGHTS = 8 };

/* The report's final weights for the features of cs3243, in the order of the set (as in params/weights/report-final.ini). */
static const double final_weights[FINAL_WEIGHTS] = {-5.194814083947793,  5.53478180043909,    -2.1920993360428604,
                                                    -5.9838083427614395, -12.880189747449215, -1.3227027198368309,
                                                    -3.7823922425956837, -2.2176395274310137};

/* Writes the weights of controller i to x (n): 0, all zero, so that every move is a tie; 1 and 2, random directions; 3, the
 * report's final weights, or a third direction if the set has another number of features. */
static void make_controller(int i, double *x, int n)
{
    assert(i >= 0 && i < CONTROLLERS);
    if (i == 0)
        memset(x, 0, (size_t)n * sizeof *x);
    else if (i + 1 < CONTROLLERS || n != FINAL_WEIGHTS)
        bench_random_weights(i, x, n);
    else
        memcpy(x, final_weights, sizeof final_weights);
}

static void play_board(Signing *s, const char *settings, int number, int games)
{
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup setup;
    CLOSED(batch_free) Batch b = {0};
    double pieces = 0;
    uint64_t hash = HASH_START;
    configure(&c, s->o, settings);
    const int n = c.set->n;
    OWNED double *x = mem_new((size_t)n * CONTROLLERS, sizeof *x);
    setup_evaluate(&setup, &c, x, RNG_BENCH, 1, 0); /* only for the player and the evaluator */
    for (int i = 0; i < CONTROLLERS; i++) {
        make_controller(i, x + i * n, n);
        batch_add(&b, (Trial){.x = x + i * n, .key = rng_key((uint64_t)number, RNG_BENCH, 0), .first = i, .plays = games});
    }
    batch_seat(&b);
    evaluate_batch(setup.evaluator, &b, &stop_never);
    for (int i = 0; i < b.answers; i++) {
        hash = hash_u64(hash_u64(hash, (uint64_t)b.y[i].score), (uint64_t)b.y[i].cost);
        pieces += b.y[i].cost;
    }
    sign(s, settings, hash, pieces);
}

/* ---- experiments ---- */

/* A Record that fingerprints the values of all rows. Tables, columns and words (the phase of a block, the name of a problem)
 * count as numbers in the order in which they first appear. So they may be renamed without a change of the number. */
enum { WORDS_MAX = 64, WORD_ROOM = 40 };
typedef struct {
    Record record;
    uint64_t hash;
    char word[WORDS_MAX][WORD_ROOM]; /* the words so far, including names of tables */
    int words;
} HashedRecord;

/* The number of a word: how many different words appeared before it. */
static int number_of_word(HashedRecord *h, const char *text)
{
    for (int i = 0; i < h->words; i++)
        if (strcmp(h->word[i], text) == 0) return i;
    assert(h->words < WORDS_MAX && strlen(text) < WORD_ROOM);
    snprintf(h->word[h->words], WORD_ROOM, "%s", text);
    return h->words++;
}

static void add_word(Record *r, const char *text)
{
    HashedRecord *h = (HashedRecord *)r;
    h->hash = hash_u64(h->hash, (uint64_t)number_of_word(h, text));
}

static void add_cell(Record *r, const char *name, const char *text)
{
    HashedRecord *h = (HashedRecord *)r;
    (void)name;
    if (strcmp(text, RECORD_MISSING) == 0) text = "nan"; /* however the tables spell it */
    char *end;
    (void)strtod(text, &end);
    if (end != text && *end == '\0') /* a number */
        h->hash = hash_bytes(h->hash, text, strlen(text) + 1);
    else
        add_word(r, text);
}

static void add_end(Record *r)
{
    HashedRecord *h = (HashedRecord *)r;
    h->hash = hash_bytes(h->hash, "\n", 1);
}

/* Runs an experiment to its end, and adds its rows and its final state to *hash. Returns its cost. */
static double run(Experiment *e, Evaluator *evaluator, uint64_t *hash)
{
    HashedRecord rows = {.record = {add_word, add_cell, add_end}, .hash = HASH_START};
    SerialiserHash state = serialise_hash();
    Driver d = {.experiment = e, .evaluator = evaluator, .record = &rows.record};
    DriverEnd end = driver_run(&d, NULL);
    assert(end == DRIVER_FINISHED), (void)end;
    e->kind->serialise(e->self, &state.serialise);
    *hash = hash_u64(hash_u64(*hash, rows.hash), state.hash);
    return experiment_result(e).cost;
}

static void build(Setup *setup, Config *c, const BenchOptions *o, const char *settings)
{
    Errors errors = {0};
    configure(c, o, settings);
    bool good = setup_train(setup, c, &errors, &errors);
    message_errors(&errors, "");
    assert(good), (void)good;
}

static double train(const BenchOptions *o, const char *settings, uint64_t *hash)
{
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup setup;
    build(&setup, &c, o, settings);
    return run(&setup.experiment, setup.evaluator, hash);
}

/* Trainings of pso and random search: all phases, fresh and repeated games, a budget that ends within an iteration, all
 * allocations, harder boards. */
static void sign_trainings(Signing *s)
{
    static const char *const trainings[] = {
        "objective.max_pieces=200 game.height=10 optimiser.preset=vdbergh optimiser.particles=8 training.games=2 "
        "training.iterations=5 training.fitness=log training.log_positions=yes selection.finalists=3 selection.games=4 "
        "validation.games=6",
        "objective.max_pieces=100 game.width=6 game.height=12 game.pieces=IJLO agent.features=cs3243-text "
        "optimiser.preset=report-final optimiser.particles=6 training.games=3 training.fresh_games=no training.total_games=70 "
        "selection.finalists=2 selection.games=2 validation.games=2 experiment.seed=18446744073709551615",
        "objective.max_pieces=100 game.height=8 optimiser.kind=random optimiser.particles=5 training.games=2 "
        "training.total_pieces=1500 selection.finalists=4 selection.games=3 validation.games=3 experiment.seed=7",
        "objective.max_pieces=60 game.height=8 optimiser.preset=vdbergh optimiser.particles=5 training.allocation=resample "
        "training.resample_keep=0.8 training.games=3 training.iterations=4 training.height=6 selection.finalists=2 "
        "selection.games=2 validation.games=2",
        "objective.max_pieces=60 game.height=8 optimiser.preset=vdbergh optimiser.particles=5 training.allocation=race "
        "training.games=8 training.first_games=3 training.more_games=2 training.total_games=150 selection.finalists=2 "
        "selection.share=0.1 validation.games=2",
        "objective.max_pieces=60 game.height=8 optimiser.preset=vdbergh optimiser.particles=5 training.allocation=ocba "
        "training.games=6 training.first_games=3 training.more_games=1 training.total_games=100 training.fitness=log "
        "selection.finalists=2 selection.games=2 selection.height=7 validation.games=2",
        /* enough positions for the metric of the default swarm */
        "objective.max_pieces=25 game.height=8 agent.features=dt optimiser.particles=48 optimiser.particles_max=64 "
        "training.iterations=14 validation.games=2",
    };
    for (size_t i = 0; i < sizeof trainings / sizeof trainings[0]; i++) {
        uint64_t hash = HASH_START;
        double pieces = train(s->o, trainings[i], &hash);
        sign(s, trainings[i], hash, pieces);
    }
}

/* Every function with every wall rule, with varying starts, schedules, clamps and fitness; random search. */
static void sign_functions(Signing *s)
{
    static const char *const functions[] = {"sphere", "rosenbrock", "rastrigin", "ackley", "griewank"};
    static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random", "none"};
    static const char *const starts[] = {"half-diff", "zero", "uniform"};
    static const char *const others[] = {"training.fitness=log", "optimiser.velocity_clamp=0.2", "optimiser.preset=shi-eberhart",
                                         "optimiser.preset=trelea"};
    char settings[400];
    for (int f = 0; f < 5; f++) {
        uint64_t hash = HASH_START;
        for (int w = 0; w < 6; w++) {
            snprintf(settings, sizeof settings,
                     "objective.kind=%s objective.dim=%d optimiser.wall=%s optimiser.velocity_start=%s %s optimiser.particles=10 "
                     "training.games=1 training.total_games=295 selection.finalists=2 selection.games=1 validation.games=1",
                     functions[f], 2 + f + w, walls[w], starts[w % 3], others[(f + w) % 4]);
            train(s->o, settings, &hash);
        }
        snprintf(settings, sizeof settings,
                 "objective.kind=%s objective.dim=3 optimiser.kind=random training.games=1 training.iterations=10 "
                 "selection.finalists=0 validation.games=0",
                 functions[f]);
        train(s->o, settings, &hash);
        sign(s, functions[f], hash, 0);
    }
}

/* ---- a meta search ---- */

/* A meta search: an outer swarm tunes inertia and social on two very different problems. */
static void sign_meta(Signing *s)
{
    enum { PROBLEMS = 2, TUNED = 2 };
    static const char *const problem[PROBLEMS] = {
        "objective.kind=rastrigin objective.dim=4 optimiser.particles=6 training.games=1 training.iterations=15 "
        "selection.finalists=0 validation.games=0",
        "objective.max_pieces=60 game.width=6 game.height=8 optimiser.preset=vdbergh optimiser.particles=4 training.games=2 "
        "training.iterations=3 selection.finalists=2 selection.games=2 validation.games=2",
    };
    static const char *const names[TUNED] = {"optimiser.inertia", "optimiser.social"}, *const titles[PROBLEMS] = {"one", "two"};
    static const double lo[TUNED] = {-1, 0}, hi[TUNED] = {1, 3};
    const void *untuned[PROBLEMS];
    const Space space = {.dim = TUNED, .lo = lo, .hi = hi, .names = names};
    Config outer, config[PROBLEMS];
    Setup setup[PROBLEMS];
    MetaInner inner[PROBLEMS];
    Objective objective[PROBLEMS];
    for (int i = 0; i < PROBLEMS; i++) {
        build(&setup[i], &config[i], s->o, problem[i]);
        inner[i] = (MetaInner){.problem = titles[i], .budget = 1, .training = setup[i].trainings.spec[0]};
        inner[i].training.objective = (TrainObjectives){i, i, i};
        untuned[i] = inner[i].training.optimiser_options;
        objective[i] = setup[i].objective[0];
    }
    configure(&outer, s->o,
              "optimiser.preset=vdbergh optimiser.particles=5 training.games=4 training.iterations=3 selection.finalists=2 "
              "selection.games=2 validation.games=4");
    Tuned tuned[TUNED];
    for (int j = 0; j < TUNED; j++)
        tuned[j] = (Tuned){.row = {config_find(&config[0], names[j], "optimiser")->row}, .n = 1, .first = j, .name = names[j]};
    const MetaBaseline baseline = {.name = "untuned", .options = untuned};
    MetaSpec spec = {
        .outer = {.options = outer.train,
                  .optimiser = outer.optimiser,
                  .optimiser_options = outer.optimiser_options,
                  .space = &space,
                  .units = {&meta_units, &meta_units},
                  .seed = 11},
        .inner = inner,
        .heldout = inner,
        .inners = PROBLEMS,
        .heldouts = PROBLEMS,
        .tuned = tuned,
        .tuneds = TUNED,
        .baseline = &baseline,
        .baselines = 1,
    };
    Experiment e = meta_create(&spec);
    const ExperimentOptions *how = &outer.experiment;
    Evaluator *evaluator = evaluator_create(objective, PROBLEMS, (EvaluatorMode)how->mode, how->threads);
    uint64_t hash = HASH_START;
    double cost = run(&e, evaluator, &hash);
    sign(s, "meta: rastrigin and games", hash, cost);
    evaluator_destroy(evaluator);
    e.kind->destroy(e.self);
    for (int i = 0; i < PROBLEMS; i++) {
        setup_free(&setup[i]);
        config_free(&config[i]);
    }
    config_free(&outer);
}

uint64_t bench_sign(const BenchOptions *o)
{
    Signing s = {.o = o, .hash = HASH_START};
    for (int i = 0; i < BOARDS; i++) play_board(&s, boards[i], i, GAMES); /* many short games, and two long ones */
    play_board(&s, "objective.max_pieces=4000 agent.features=cs3243", BOARDS, 2);
    sign_trainings(&s);
    sign_functions(&s);
    sign_meta(&s);
    assert(s.pieces <= PIECES_MAX);
    if (o->verbose) fprintf(stderr, "%16s %8.0f turns in all\n", "", s.pieces);
    return s.hash;
}

/* ---- founding systems ---- */

/* Prints a line for each built-in system: the fingerprint of the trainings in its parts.list. The engine is not set, since not
 * every game has all engines. */
static void sign_systems(const BenchOptions *o)
{
#define SYSTEM_TRAINING(system, settings) {system, settings},
    static const struct {
        const char *system, *settings;
    } training[] = {SYSTEMS_SIGNATURES(SYSTEM_TRAINING){NULL, NULL}};
#undef SYSTEM_TRAINING
    BenchOptions own = *o;
    own.engine = -1;
    for (int i = 0; training[i].system != NULL;) {
        Signing s = {.o = &own, .hash = HASH_START};
        const char *system = training[i].system;
        for (; training[i].system != NULL && strcmp(training[i].system, system) == 0; i++) {
            uint64_t hash = HASH_START;
            const double turns = train(&own, training[i].settings, &hash);
            sign(&s, training[i].settings, hash, turns);
        }
        printf("%s: %016" PRIx64 "\n", system, s.hash);
    }
}

int bench_signature(const BenchOptions *o)
{
    printf("%016" PRIx64 "\n", bench_sign(o));
    sign_systems(o);
    return STATUS_OK;
}
