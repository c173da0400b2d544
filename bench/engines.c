/* engines.c. swarmtris bench engines: pieces a second of every engine, instruction set, feature set and number of threads.
 *
 * Idea: all cells are measured again and again in short slices, so that a drift of the machine affects all of them. An engine is
 * compared with the reference slice by slice. */
#include "base/mem.h"
#include "base/text.h"
#include "bench/bench.h"
#include "bench/machine.h"
#include "bench/rate.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "run/environment.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES = 5, BOARD_HEIGHT = 20 };

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

/* ---- cells ---- */

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

static void report_skipped(const BenchOptions *o)
{
    if (o->engine >= 0 && o->engine != PLAYER_LANES && o->engine != PLAYER_COLUMNS) return;
    for (const Lanes *const *l = registry_games[0]->lanes; l != NULL && *l != NULL; l++)
        if (strcmp(isa_of(o), config_cpu()) == 0 && !is_wanted(o, *l))
            fprintf(stderr, "%s: skipped: this processor does not have that instruction set\n", (*l)->isa);
}

static void choose_engines(EngineTable *t)
{
    int engine = t->o->engine;
    if (engine == PLAYER_AUTO) t->choice[t->choices++] = (Choice){PLAYER_AUTO, t->o->isa};
    if (engine < 0 || engine == PLAYER_REFERENCE) t->choice[t->choices++] = (Choice){PLAYER_REFERENCE, NULL};
    if (engine < 0 || engine == PLAYER_LANES) choose_kernels(t, PLAYER_LANES);
    if (engine < 0 || engine == PLAYER_COLUMNS) choose_kernels(t, PLAYER_COLUMNS);
}

static void report_left_out(EngineTable *t, const char *features, const char *why)
{
    char said[sizeof t->said];
    snprintf(said, sizeof said, "%.60s: left out: %s", features, why);
    if (strcmp(said, t->said) != 0) fprintf(stderr, "%s\n", said);
    memcpy(t->said, said, sizeof said);
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
    if (status == RATE_LEFT_OUT) report_left_out(t, features, why);
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
    choose_engines(t);
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

/* ---- numbers ---- */

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

/* ---- results ---- */

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
           machine_name().text, spec.width, spec.height, o->weights == BENCH_WEIGHTS_GOOD ? "good" : "random", rate, SLICES);
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
    return machine_keep(o->out, o->weights == BENCH_WEIGHTS_GOOD ? "engines" : "engines-random", out, &text, notes, NULL);
}

static int tell(const EngineTable *t)
{
    report_borrowed(t);
    if (t->o->json)
        print_json(t);
    else
        print_table(t);
    return keep_table(t, t->o->json ? stderr : stdout);
}

int bench_engines(const BenchOptions *o)
{
    EngineTable t = {.o = o};
    Errors errors = {0};
    int status = make_table(&t, &errors) ? STATUS_OK : STATUS_USAGE;
    message_errors(&errors, "");
    if (status == STATUS_OK) report_skipped(o);
    if (status == STATUS_OK && t.n == 0) status = STATUS_UNAVAILABLE;
    if (status == STATUS_OK) {
        for (int slice = 0; slice < SLICES; slice++)
            for (int i = 0; i < t.n; i++) t.cell[i].slice[slice] = rate_measure(&t.cell[i].rate, bench_seconds(o) / SLICES);
        compute(&t);
        status = tell(&t);
    }
    for (int i = 0; i < t.n; i++) rate_close(&t.cell[i].rate);
    free(t.cell);
    return status;
}
