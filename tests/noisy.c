/* noisy.c. See noisy.h. */
#include "tests/noisy.h"
#include "base/hash.h"
#include "base/real.h"
#include "tests/helpers.h"

static const double lo[DIM] = {-10, -10, -10, -10}, hi[DIM] = {10, 10, 10, 10};
static const char *const names[DIM] = {"a", "b", "c", "d"};
static const Units units = {.scale = SCALE_COUNT};
static const Space space = {.dim = DIM, .lo = lo, .hi = hi, .names = names};

double truth(const double *x)
{
    static const double optimum[DIM] = {3, -2, 5, 0};
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum += (x[j] - optimum[j]) * (x[j] - optimum[j]);
    return 1000 * real_exp(-sqrt(sum) / 2.5);
}

Noisy noisy_open(const Optimiser *o, const char *settings, uint64_t seed)
{
    static const char ini[] = "[experiment]\nthreads = 1\n[training]\nallocation = fixed\ngames = 3\n[selection]\nshare = 0\n"
                              "[optimiser]\nkind = random\nparticles = 6\n"; /* of it the options of the training are taken */
    Noisy n = {.options = options_new(o->params, o->options_bytes, "")};
    if (param_find(o->params, "particles") != NULL) set_option(o->params, n.options, "particles", "6");
    if (param_find(o->params, "steps") != NULL) set_option(o->params, n.options, "steps", "6 1");
    CLOSED(live_close) Live l;
    live_open(&l, ini, settings, 0);
    n.spec = (TrainSpec){.options = l.config.train,
                         .optimiser = o,
                         .optimiser_options = n.options,
                         .space = &space,
                         .units = {&units, &units},
                         .seed = seed};
    n.e = train_create(&n.spec);
    rows_start(&n.rows);
    return n;
}

void noisy_close(Noisy *n)
{
    n->e.kind->destroy(n->e.self);
    rows_free(&n->rows);
    free(n->options);
}

static Answer answer_of(const Noisy *n, const double *x, uint64_t key, int play)
{
    Rng r = rng_from(hash_u64(hash_bytes(HASH_START, x, DIM * sizeof *x), rng_game(key, play)));
    double score = n->noise_free ? truth(x) : -truth(x) * real_log(1 - rng_real(&r));
    return (Answer){.score = score, .cost = 1 + floor(score), .done = true};
}

bool noisy_step(Noisy *noisy)
{
    CLOSED(batch_free) Batch b = {0};
    int n = noisy->e.kind->ask(noisy->e.self, &b);
    batch_seat(&b);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < b.t[i].plays; k++) {
            b.t[i].y[k] = answer_of(noisy, b.t[i].x, b.t[i].key, b.t[i].first + k);
            noisy->costly += b.t[i].y[k].cost >= COSTLY;
        }
    if (b.answers > noisy->most_at_once) noisy->most_at_once = b.answers;
    if (n > 0) noisy->e.kind->tell(noisy->e.self, b.t, b.n, &noisy->rows.record);
    return n > 0;
}

Result noisy_finish(Noisy *n)
{
    while (noisy_step(n)) {
    }
    return experiment_result(&n->e);
}

Result noisy_run(Noisy *n, const Optimiser *o, const char *settings, uint64_t seed)
{
    *n = noisy_open(o, settings, seed);
    return noisy_finish(n);
}

const char *noisy_last(const Noisy *n)
{
    const char *last = NULL;
    for (const char *at = n->rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) last = at;
    return last;
}

#define STAGED " training.games=8 training.first_games=3 training.more_games=2 "

const char *const allocations[] = {[ALLOCATION_FIXED] = "training.allocation=fixed" STAGED,
                                   [ALLOCATION_RESAMPLE] = "training.allocation=resample" STAGED,
                                   [ALLOCATION_RACE] = "training.allocation=race" STAGED,
                                   [ALLOCATION_OCBA] = "training.allocation=ocba" STAGED};

static int ask_one(const void *self, Candidate *out)
{
    optimiser_pso.ask(self, out);
    return 1;
}

const Optimiser *one_by_one(void)
{
    static Optimiser one;
    one = optimiser_pso;
    one.name = "one by one";
    one.ask = ask_one;
    return &one;
}

const char *with(const char *allocation, const char *more)
{
    static char text[400];
    snprintf(text, sizeof text, "%s%s", allocation, more);
    return text;
}
