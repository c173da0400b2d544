/* speed.c. The speed of a player in pieces a second: swarmtris bench engines, of every engine, instruction set, feature set and
 * number of threads; and bench environment, of games in which the caller makes the moves. What all benches share.
 *
 * Idea: the cost of a piece depends on the board, so there are two settings: a good controller, which keeps the board low, and
 * random directions, with short games that end on high boards. Batches are so long that the time is over before they end, so
 * that all lanes and threads are busy throughout. All cells of a table are measured again and again in short slices, so that a
 * drift of the machine affects all of them. An engine is compared with the reference slice by slice. */
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "bench/bench.h"
#include "config/config_read.h"
#include "config/kinds.h"
#include "config/weights.h"
#include "eval/vector_env.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/json.h"
#include "file/message.h"
#include "run/environment.h"
#include "run/setup.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

enum { BOARD_HEIGHT = 20 };

/* ---- the machine ---- */

/* The value in the first line of /proc/cpuinfo that begins with key, as a part of line (room); NULL: none. */
static char *cpuinfo(const char *key, char *line, int room)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char *value = NULL;
    while (f != NULL && value == NULL && fgets(line, room, f) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) value = strchr(line, ':');
    if (f != NULL) fclose(f);
    return value != NULL ? value + 1 : NULL;
}

Brief bench_machine(void)
{
    static const char *const empty_words[] = {"(R)", "(TM)", "(tm)", "CPU", "Processor", NULL};
    Brief b;
    char line[512], *rest = NULL;
    struct utsname system;
    char *text = cpuinfo("model name", line, sizeof line);
    if (text == NULL) text = uname(&system) == 0 ? system.machine : "unknown";
    text[strcspn(text, "@\n")] = '\0'; /* the clock rate follows an @ */
    for (int i = 0; empty_words[i] != NULL; i++)
        for (char *p; (p = strstr(text, empty_words[i])) != NULL;) memset(p, ' ', strlen(empty_words[i]));
    Text name = text_in(b.text, sizeof b.text);
    for (char *word = strtok_r(text, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest))
        text_add(&name, "%s%s", name.used > 0 ? " " : "", word);
    return b;
}

int bench_keep(const char *results, const char *name, FILE *out, char **text, FILE *notes, char **base)
{
    int status = STATUS_OK;
    files_memory_close(out);
    assert(name[0] != '\0' && **text != '\0');
    if (results != NULL) {
        /* The name of the processor and the best instruction set that runs here, as a file name: "amd-epyc_avx2". */
        const Brief processor = bench_machine();
        char machine[80];
        Text words = text_in(machine, sizeof machine);
        bool gap = false; /* a character other than a letter or digit follows the last letter */
        for (const char *c = processor.text; *c != '\0'; c++) {
            if (isalnum((unsigned char)*c))
                text_add(&words, "%s%c", gap && words.used > 0 ? "-" : "", tolower((unsigned char)*c));
            gap = !isalnum((unsigned char)*c);
        }
        OWNED char *folder = text_new("%s/%s_%s", results, machine, isa_taken());
        OWNED char *kept = files_path(folder, name), *csv = text_new("%s.csv", kept);
        if (files_make_directory(folder) && files_replace(csv, *text, strlen(*text))) {
            fprintf(notes, "table: %s\n", csv);
            if (base != NULL) *base = mem_text(kept);
        } else {
            status = (int)status_of_write(errno);
            fprintf(stderr, "%s: cannot be written: %s\n", csv, files_why(errno));
        }
    }
    free(*text);
    return status;
}

/* ---- the player that is measured ---- */

/* A chunk has PLAYS x DIRECTIONS games, equally many of every position in turn, so that even a batch that is stopped early has
 * games of all positions. */
enum { DIRECTIONS = 64, PLAYS = 16, CHUNKS_MAX = 256 };

/* What is measured. Texts are borrowed. */
typedef struct {
    const char *features; /* a set or a list */
    const char *isa;      /* NULL: auto */
    int engine;           /* PLAYER_... */
    int threads;          /* at least 1 */
    int width, height;    /* of the board */
    int weights;          /* BenchWeights */
    int games;            /* games that are played at a time; 0: hundreds */
} RateSpec;

/* A player that is measured. */
typedef struct {
    Config config;            /* sets the board, the features and the engine */
    Setup setup;              /* made from config */
    const char *engine, *isa; /* in use: auto is already resolved */
    const char *borrowed;     /* the set for which the weights were found, if it is another set; else NULL */
    int threads;
    int positions;    /* number of weight vectors */
    int games;        /* as in RateSpec */
    int chunks;       /* in a batch; grows while batches end too early */
    double *x;        /* (positions, config.set->n), owned: the weights */
    uint64_t batch;   /* number of the next batch; names its games */
    Occupancy filled; /* occupancy of the lanes since rate_open */
} Rate;

/* The spec of the options; by default 10 columns, `height` rows, and all processors. */
static RateSpec rate_spec(const BenchOptions *o, int height)
{
    return (RateSpec){.features = o->features != NULL ? o->features : registry_games[0]->sets[0].name,
                      .isa = o->isa,
                      .engine = o->engine >= 0 ? o->engine : PLAYER_AUTO,
                      .threads = o->threads.n > 0 ? o->threads.v[0] : processors_taken(NULL),
                      .width = o->width > 0 ? o->width : 10,
                      .height = o->height > 0 ? o->height : height,
                      .weights = o->weights};
}

/* Reads the configuration without engine and instruction set, which are set afterwards: if they do not support it, the cell is
 * left out, and that is no error. */
static bool read_config(Config *c, const RateSpec *s, Errors *errors)
{
    char width[40], height[40], threads[40], features[2200];
    snprintf(width, sizeof width, "game.width=%d", s->width);
    snprintf(height, sizeof height, "game.height=%d", s->height);
    snprintf(threads, sizeof threads, "experiment.threads=%d", s->threads);
    snprintf(features, sizeof features, "agent.features=%s", s->features);
    const ConfigValue value[] = {{width, "--board"}, {height, "--board"}, {features, "--features"}, {threads, "--threads"}};
    return config_read(c, NULL, NULL, value, sizeof value / sizeof value[0], errors, errors);
}

const char *bench_refused(const Config *c, const char **isa)
{
    CLOSED(player_free) Player probe;
    const Rules r = config_rules(c, c->rules);
    const char *why = player_make(&probe, r, c->agent, c->experiment.engine, c->isas, c->objective.max_pieces);
    if (isa != NULL) *isa = probe.isa;
    return why;
}

/* A vector of independent normal numbers has no preferred direction. */
void bench_random_weights(int number, double *w, int n)
{
    Rng r;
    double squares = 0;
    assert(number >= 0 && n >= 1);
    rng_stream(&r, rng_key(1, RNG_BENCH, (uint64_t)number));
    for (int j = 0; j < n; j++) {
        w[j] = rng_normal(&r);
        squares += w[j] * w[j];
    }
    for (int j = 0; j < n; j++) w[j] /= sqrt(squares);
}

/* Reads the weights file NAME of the program, which must have as many weights as set. *own: the set for which they were found,
 * owned by game. False: why has the reason. */
static bool read_good(const char *name, const Game *game, const FeatureSet *set, double *w, const FeatureSet **own, char *why)
{
    OWNED char *path = text_new("params/weights/%s.ini", name), *found = places_find(path);
    CLOSED(errors_free) Errors errors = {0};
    CLOSED(weights_free) Weights read = {0};
    CLOSED(config_free) Config c = {0};
    const bool good =
        found != NULL && weights_load(&read, &c, found, NULL, 0, &errors) == WEIGHTS_READ && c.game == game && read.n == set->n;
    if (good) {
        memcpy(w, read.w, (size_t)read.n * sizeof *w);
        *own = game_set(game, c.set->name);
    } else if (found == NULL) {
        snprintf(why, PARAM_WHY_MAX, "%.200s is missing, which comes with the program", path);
    } else {
        snprintf(why, PARAM_WHY_MAX, "%s", errors.n > 0 ? errors.line[0] : "its weights are not as many as its features");
    }
    return good;
}

/* Writes the best known weights for set, from files that come with the program, to w (set->n). *borrowed: the set for which they
 * were found, if it is another set; else NULL. False: there are none, as why (PARAM_WHY_MAX) says. */
static bool find_good(const Game *game, const FeatureSet *set, double *w, const char **borrowed, char *why)
{
    static const char list[] = "params/bench/weights.ini";
    const FeatureSet *own = NULL;
    CLOSED(ini_free) Ini ini = {0};
    OWNED char *path = places_find(list);
    *borrowed = NULL;
    if (path == NULL) {
        snprintf(why, PARAM_WHY_MAX, "%s is missing, which comes with the program", list);
        return false;
    }
    const IniEntry *e = ini_read(&ini, path) ? ini_find(&ini, game->name, set->name) : NULL;
    bool found = e != NULL && read_good(e->value, game, set, w, &own, why);
    if (e == NULL) snprintf(why, PARAM_WHY_MAX, "no good weights are known for it; try --weights random");
    if (found && own != NULL && !features_same(own, set)) *borrowed = own->name;
    return found;
}

static bool make_weights(Rate *r, int weights, char *why)
{
    int n = r->config.set->n;
    r->positions = weights == BENCH_WEIGHTS_RANDOM ? DIRECTIONS : 1;
    r->x = mem_new((size_t)(n * r->positions), sizeof *r->x);
    if (weights == BENCH_WEIGHTS_GOOD) return find_good(r->config.game, r->config.set, r->x, &r->borrowed, why);
    for (int i = 0; i < r->positions; i++) bench_random_weights(i, r->x + i * n, n);
    return true;
}

typedef enum {
    RATE_OPEN,
    RATE_LEFT_OUT, /* the engine cannot play the spec here, or there are no weights: why is a phrase */
    RATE_WRONG     /* the options are wrong: errors has sentences */
} RateStatus;

/* Opens *r, which must not be moved and is to be closed in any case. why: room >= PARAM_WHY_MAX. */
static RateStatus rate_open(Rate *r, const RateSpec *s, char *why, Errors *errors)
{
    *r = (Rate){.threads = s->threads, .games = s->games, .chunks = 1};
    if (!read_config(&r->config, s, errors)) return RATE_WRONG;
    r->config.experiment.engine = s->engine;
    if (s->isa != NULL) r->config.isas = s->isa;
    const char *refusal = bench_refused(&r->config, NULL);
    if (refusal != NULL) snprintf(why, PARAM_WHY_MAX, "%s", refusal);
    if (refusal != NULL || !make_weights(r, s->weights, why)) return RATE_LEFT_OUT;
    setup_evaluate(&r->setup, &r->config, r->x, RNG_BENCH, 1, 0);
    r->engine = r->setup.tasks.task[0].player.engine;
    r->isa = r->setup.tasks.task[0].player.isa;
    return RATE_OPEN;
}

static void rate_close(Rate *r)
{
    setup_free(&r->setup);
    config_free(&r->config);
    free(r->x);
}

/* One measurement. */
typedef struct {
    double end;                 /* on the clock of duration_now */
    atomic_llong pieces;        /* reported by all threads */
    atomic_llong filled, lanes; /* lanes with a game, and all lanes, summed over turns */
} Slice;

static bool is_over(void *ctx, int pieces)
{
    Slice *s = ctx;
    atomic_fetch_add_explicit(&s->pieces, pieces, memory_order_relaxed);
    return duration_now() >= s->end;
}

/* Called when a thread has stopped: adds the occupancy of its lanes. */
static void add_occupancy(void *ctx, Occupancy o)
{
    Slice *s = ctx;
    assert(o.filled <= o.lanes);
    atomic_fetch_add_explicit(&s->filled, (long long)o.filled, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->lanes, (long long)o.lanes, memory_order_relaxed);
}

static void fill_batch(Rate *r, Batch *b)
{
    uint64_t key = rng_key(r->batch++, RNG_BENCH, 0);
    int plays = PLAYS * DIRECTIONS / r->positions;
    batch_clear(b);
    for (int i = 0; i < r->games; i++) { /* one position after the other; the next batch goes on with the next one */
        const uint64_t position = (r->batch * (uint64_t)r->games + (uint64_t)i) % (uint64_t)r->positions;
        batch_add(b, (Trial){.x = r->x + (int)position * r->config.set->n, .key = key, .first = i, .plays = 1});
    }
    for (int chunk = 0; chunk < r->chunks && r->games == 0; chunk++)
        for (int i = 0; i < r->positions; i++)
            batch_add(b, (Trial){.x = r->x + i * r->config.set->n, .key = key, .first = chunk * plays, .plays = plays});
    batch_seat(b);
}

/* Plays for so many seconds, more than 0, and returns pieces a second. Every call plays other games. */
static double rate_measure(Rate *r, double seconds)
{
    CLOSED(batch_free) Batch b = {0};
    assert(seconds > 0 && r->x != NULL);
    double start = duration_now();
    Slice s = {.end = start + seconds};
    const StopCheck stop = {.poll = is_over, .ctx = &s, .left = add_occupancy};
    fill_batch(r, &b);
    while (evaluate_batch(r->setup.evaluator, &b, &stop)) { /* the batch has ended, so it was too short and threads were idle */
        if (r->chunks < CHUNKS_MAX) r->chunks *= 4;
        fill_batch(r, &b);
    }
    r->filled.filled += (uint64_t)s.filled;
    r->filled.lanes += (uint64_t)s.lanes;
    return (double)s.pieces / (duration_now() - start);
}

/* The share of the lanes that had a game, over all measurements; 1 without lanes. */
static double rate_filled(const Rate *r)
{
    return r->filled.lanes > 0 ? (double)r->filled.filled / (double)r->filled.lanes : 1;
}

/* ---- bench engines ---- */

enum { SLICES = 5 };

typedef struct {
    Rate rate;               /* the player */
    double slice[SLICES];    /* pieces/s, as measured */
    double median, min, max; /* of the slices */
    double ratio;            /* median of the ratios to the reference; NAN: the reference was not measured */
} EngineCell;

/* An engine with an instruction set, which is NULL for the reference. */
typedef struct {
    int engine;
    const char *isa;
} Choice;
enum { CHOICES_MAX = 16 };

typedef struct {
    const BenchOptions *o;      /* borrowed */
    Choice choice[CHOICES_MAX]; /* the first `choices` are in use */
    EngineCell *cell;           /* (n), owned: for each set and number of threads, the reference first */
    int choices, n;
    char said[PARAM_WHY_MAX + 80]; /* the last sentence about a set that was left out, so that it is printed only once */
} EngineTable;

static const char *isa_of(const BenchOptions *o)
{
    return o->isa != NULL ? o->isa : config_isa();
}

static bool is_wanted(const BenchOptions *o, const Lanes *l)
{
    return text_has(isa_of(o), l->isa);
}

/* Adds an engine with every instruction set that runs here, or with the one that was asked for. */
static void choose_kernels(EngineTable *t, int engine)
{
    for (const Lanes *const *l = registry_games[0]->lanes; l != NULL && *l != NULL; l++)
        if (is_wanted(t->o, *l) && t->choices < CHOICES_MAX) t->choice[t->choices++] = (Choice){engine, (*l)->isa};
}

static bool add_cell(EngineTable *t, Choice choice, const char *features, int threads, int games, Errors *errors)
{
    char why[PARAM_WHY_MAX];
    EngineCell *c = &t->cell[t->n];
    RateSpec spec = rate_spec(t->o, BOARD_HEIGHT);
    spec.features = features;
    spec.engine = choice.engine;
    spec.isa = choice.isa;
    spec.threads = threads;
    spec.games = games;
    RateStatus status = rate_open(&c->rate, &spec, why, errors);
    if (status == RATE_OPEN) {
        t->n++;
        return true;
    }
    if (status == RATE_LEFT_OUT) {
        char said[sizeof t->said];
        snprintf(said, sizeof said, "%.60s: left out: %s", features, why);
        if (strcmp(said, t->said) != 0) fprintf(stderr, "%s\n", said);
        memcpy(t->said, said, sizeof said);
    }
    rate_close(&c->rate);
    return status == RATE_LEFT_OUT;
}

static bool make_table(EngineTable *t, Errors *errors)
{
    const Game *game = registry_games[0];
    const BenchOptions *o = t->o;
    int most = processors_taken(NULL), sets = o->features != NULL ? 1 : game->n_sets;
    IntList threads = o->threads, games = o->games;
    if (threads.n == 0) threads = most > 1 ? (IntList){2, {1, most}} : (IntList){1, {1}};
    if (games.n == 0) games = (IntList){1, {0}};
    if (o->engine == PLAYER_AUTO) t->choice[t->choices++] = (Choice){PLAYER_AUTO, o->isa};
    if (o->engine < 0 || o->engine == PLAYER_REFERENCE) t->choice[t->choices++] = (Choice){PLAYER_REFERENCE, NULL};
    if (o->engine < 0 || o->engine == PLAYER_LANES) choose_kernels(t, PLAYER_LANES);
    if (o->engine < 0 || o->engine == PLAYER_COLUMNS) choose_kernels(t, PLAYER_COLUMNS);
    assert(t->choices <= CHOICES_MAX);
    t->cell = mem_new((size_t)(threads.n * games.n * sets * t->choices), sizeof *t->cell);
    bool good = true;
    for (int s = 0; s < sets; s++)
        for (int i = 0; i < threads.n * games.n; i++)
            for (int e = 0; e < t->choices && good; e++)
                good = add_cell(t, t->choice[e], o->features != NULL ? o->features : game->sets[s].name, threads.v[i / games.n],
                                games.v[i % games.n], errors);
    return good;
}

static const char *features_of(const EngineCell *c)
{
    return c->rate.config.set->name;
}

/* The cell of the reference with the features, threads and games of c; NULL: not measured. */
static const EngineCell *reference_of(const EngineTable *t, const EngineCell *c)
{
    for (int i = 0; i < t->n; i++) {
        const EngineCell *r = &t->cell[i];
        bool same =
            r->rate.threads == c->rate.threads && r->rate.games == c->rate.games && strcmp(features_of(r), features_of(c)) == 0;
        if (same && strcmp(r->rate.engine, player_engines[PLAYER_REFERENCE]) == 0) return r;
    }
    return NULL;
}

static void compute(const EngineTable *t)
{
    for (int i = 0; i < t->n; i++) {
        EngineCell *c = &t->cell[i];
        const EngineCell *r = reference_of(t, c);
        double x[SLICES];
        for (int s = 0; s < SLICES; s++) x[s] = r != NULL ? c->slice[s] / r->slice[s] : NAN;
        if (r != NULL) stats_sort(x, SLICES);
        c->ratio = x[SLICES / 2];
        memcpy(x, c->slice, sizeof x);
        stats_sort(x, SLICES);
        c->median = x[SLICES / 2];
        c->min = x[0];
        c->max = x[SLICES - 1];
    }
}

/* A new column must be added here, in print_table and in keep_table. */
static void print_json(const EngineTable *t)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '[');
    for (int i = 0; i < t->n; i++) {
        const EngineCell *c = &t->cell[i];
        json_open(&j, NULL, '{');
        json_text(&j, "engine", c->rate.engine);
        json_text(&j, "isa", c->rate.isa);
        json_text(&j, "features", features_of(c));
        json_int(&j, "threads", c->rate.threads);
        if (t->o->games.n > 0) json_int(&j, "games", c->rate.games);
        json_real(&j, "pieces_per_s", c->median);
        json_real(&j, "min", c->min);
        json_real(&j, "max", c->max);
        json_real(&j, "of_reference", c->ratio);
        json_real(&j, "lanes_filled", rate_filled(&c->rate));
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

static void print_table(const EngineTable *t)
{
    char rate[40];
    const BenchOptions *o = t->o;
    snprintf(rate, sizeof rate, "%s/s", registry_games[0]->units.cost);
    const RateSpec spec = rate_spec(o, BOARD_HEIGHT);
    printf("%s, board %dx%d, %s weights; %s: median of %d slices; ratio: to the reference in the same slice; lanes: share "
           "that had a game\n\n",
           bench_machine().text, spec.width, spec.height, o->weights == BENCH_WEIGHTS_GOOD ? "good" : "random", rate, SLICES);
    printf("%-12s %7s %s%-10s %-7s %12s %12s %12s %8s %6s\n", "features", "threads", o->games.n > 0 ? "  games " : "", "engine",
           "isa", rate, "min", "max", "ratio", "lanes");
    for (int i = 0; i < t->n; i++) {
        const EngineCell *c = &t->cell[i];
        printf("%-12.60s %7d ", features_of(c), c->rate.threads);
        if (o->games.n > 0) printf("%7d ", c->rate.games);
        printf("%-10s %-7s %12.0f %12.0f %12.0f ", c->rate.engine, c->rate.isa, c->median, c->min, c->max);
        if (isfinite(c->ratio))
            printf("%8.1f", c->ratio);
        else
            printf("%8s", "");
        printf(" %6.3f\n", rate_filled(&c->rate));
    }
}

static void report_borrowed(const EngineTable *t)
{
    for (int i = 0; i < t->n; i++) {
        const Rate *r = &t->cell[i].rate;
        bool said = i > 0 && strcmp(features_of(&t->cell[i - 1]), r->config.set->name) == 0;
        if (r->borrowed != NULL && !said)
            fprintf(stderr, "%s is played with the weights of %s: it has no published ones of its own\n", r->config.set->name,
                    r->borrowed);
    }
}

/* Only whole tables are kept: a look at one cell must not replace them. */
static int keep_table(const EngineTable *t, FILE *notes)
{
    const BenchOptions *o = t->o;
    bool whole =
        o->engine < 0 && strcmp(isa_of(o), config_cpu()) == 0 && o->features == NULL && o->threads.n == 0 && o->games.n == 0;
    if (!whole || o->width > 0) return STATUS_OK;
    char *text;
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "engine,isa,features,threads,pieces_per_s,min,max,of_reference,lanes_filled\n");
    for (int i = 0; i < t->n; i++) {
        const EngineCell *c = &t->cell[i];
        fprintf(out, "%s,%s,%s,%d,%.0f,%.0f,%.0f,%.2f,%.4f\n", c->rate.engine, c->rate.isa, features_of(c), c->rate.threads,
                c->median, c->min, c->max, c->ratio, rate_filled(&c->rate));
    }
    return bench_keep(o->out, o->weights == BENCH_WEIGHTS_GOOD ? "engines" : "engines-random", out, &text, notes, NULL);
}

int bench_engines(const BenchOptions *o)
{
    EngineTable t = {.o = o};
    Errors errors = {0};
    int status = make_table(&t, &errors) ? STATUS_OK : STATUS_USAGE;
    message_errors(&errors, "");
    const bool kernels = o->engine < 0 || o->engine == PLAYER_LANES || o->engine == PLAYER_COLUMNS;
    for (const Lanes *const *l = registry_games[0]->lanes; status == STATUS_OK && kernels && l != NULL && *l != NULL; l++)
        if (strcmp(isa_of(o), config_cpu()) == 0 && !is_wanted(o, *l))
            fprintf(stderr, "%s: skipped: this processor does not have that instruction set\n", (*l)->isa);
    if (status == STATUS_OK && t.n == 0) status = STATUS_UNAVAILABLE;
    if (status == STATUS_OK) {
        for (int slice = 0; slice < SLICES; slice++)
            for (int i = 0; i < t.n; i++) t.cell[i].slice[slice] = rate_measure(&t.cell[i].rate, bench_seconds(o) / SLICES);
        compute(&t);
        report_borrowed(&t);
        (o->json ? print_json : print_table)(&t);
        status = keep_table(&t, o->json ? stderr : stdout);
    }
    for (int i = 0; i < t.n; i++) rate_close(&t.cell[i].rate);
    free(t.cell);
    return status;
}

/* ---- bench environment ---- */

enum { GAMES = 4096, EXPERT = 1, FEATURES = 2, CELLS = 4 };

/* What is seen of the games, and who makes the moves. */
static const struct {
    const char *seen, *by;
    int flags;
} views[] = {{"cells, mask", "random", CELLS},
             {"mask, features", "random", FEATURES},
             {"cells, mask, features, expert", "expert", CELLS | FEATURES | EXPERT}};
enum { VIEWS = sizeof views / sizeof views[0] };

typedef struct {
    VectorEnv *games;
    VectorEnvShape is;
    VectorEnvLook look;
    int32_t *action; /* (games) */
    MemOwner own;    /* of the arrays */
    Rng rng;
} Stepped;

/* Chooses for each game any legal action, or the expert's. */
static void choose_actions(Stepped *s, bool expert)
{
    for (int i = 0; i < s->is.games; i++) {
        const uint8_t *mask = s->look.mask + (size_t)i * (size_t)s->is.actions;
        int a = expert ? s->look.expert[i] : (int)rng_below(&s->rng, (uint32_t)s->is.actions);
        while (a >= 0 && mask[a] == 0) a = (int)rng_below(&s->rng, (uint32_t)s->is.actions);
        s->action[i] = a;
    }
}

/* Steps a second of the environment alone. */
static double measure_steps(Stepped *s, int flags, double seconds)
{
    VectorEnvLook look = s->look;
    double spent = 0;
    int64_t steps = 0;
    if ((flags & CELLS) == 0) look.cells = NULL;
    if ((flags & FEATURES) == 0) look.features = NULL;
    if ((flags & EXPERT) == 0) look.expert = NULL;
    for (int i = 0; i < s->is.games; i++) vector_env_begin(s->games, i, (uint64_t)i, 0);
    vector_env_look(s->games, &look);
    for (; spent < seconds; steps += s->is.games) {
        choose_actions(s, (flags & EXPERT) != 0);
        const double begun = duration_now();
        vector_env_step(s->games, s->action, NULL, NULL, NULL, &look);
        spent += duration_now() - begun;
    }
    return (double)steps / spent;
}

static Stepped begin_steps(const Rate *r, const Player *p, int games, int threads)
{
    const VectorEnvSpec spec = {.player = p, .n = games, .threads = threads, .again = 1};
    Stepped s = {.games = vector_env_create(&spec)};
    const size_t n = (size_t)games;
    s.is = s.games->shape;
    vector_env_weights(s.games, r->x);
    rng_seed(&s.rng, 1, 1);
    s.look = (VectorEnvLook){.cells = mem_owned(&s.own, n * (size_t)(s.is.height * s.is.width), 1),
                             .mask = mem_owned(&s.own, n * (size_t)s.is.actions, 1),
                             .features = mem_owned(&s.own, n * (size_t)(s.is.actions * s.is.features), sizeof(double)),
                             .expert = mem_owned(&s.own, n, sizeof(int32_t))};
    s.action = mem_owned(&s.own, n, sizeof *s.action);
    return s;
}

int bench_environment(const BenchOptions *o)
{
    CLOSED(rate_close) Rate r;
    Player p;
    RateSpec spec = rate_spec(o, BOARD_HEIGHT);
    if (o->features == NULL) spec.features = "dt";
    const int games = o->games.n > 0 ? o->games.v[0] : GAMES;
    char why[PARAM_WHY_MAX];
    Errors errors = {0};
    const RateStatus opened = rate_open(&r, &spec, why, &errors);
    const int status = opened == RATE_OPEN ? STATUS_OK : opened == RATE_WRONG ? STATUS_USAGE : STATUS_UNAVAILABLE;
    message_errors(&errors, "");
    if (opened == RATE_LEFT_OUT) fprintf(stderr, "nothing is measured: %s\n", why);
    if (status == STATUS_OK) {
        vector_env_player(&p, config_rules(&r.config, r.config.rules), r.config.agent, false, r.config.isas, 0);
        printf("%s, board %dx%d, features %s, %d games side by side, %s\n\n%8s  %-30s  %-8s  %12s\n", bench_machine().text,
               spec.width, spec.height, r.config.set->name, games, p.isa, "threads", "seen", "moved by", "steps/s");
        for (int t = 0; t < (o->threads.n > 0 ? o->threads.n : 1); t++)
            for (int v = 0; v < VIEWS; v++) {
                Stepped s = begin_steps(&r, &p, games, o->threads.n > 0 ? o->threads.v[t] : 1);
                const double rate = measure_steps(&s, views[v].flags, bench_seconds(o));
                printf("%8d  %-30s  %-8s  %12.0f\n", s.is.threads, views[v].seen, views[v].by, rate);
                vector_env_destroy(s.games);
                mem_owner_free(&s.own);
            }
        player_free(&p);
    }
    return status;
}
