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
    Noisy s = {.options = options_new(o->params, o->options_bytes, "")};
    if (param_find(o->params, "particles") != NULL) set_option(o->params, s.options, "particles", "6");
    if (param_find(o->params, "steps") != NULL) set_option(o->params, s.options, "steps", "6 1");
    CLOSED(live_close) Live l;
    live_open(&l, ini, settings, 0);
    s.spec = (TrainSpec){.options = l.config.train,
                         .optimiser = o,
                         .optimiser_options = s.options,
                         .space = &space,
                         .units = {&units, &units},
                         .seed = seed};
    s.e = train_create(&s.spec);
    rows_start(&s.rows);
    return s;
}

void noisy_close(Noisy *s)
{
    s->e.kind->destroy(s->e.self);
    rows_free(&s->rows);
    free(s->options);
}

static Answer answer_of(const Noisy *s, const double *x, uint64_t key, int play)
{
    Rng r = rng_from(hash_u64(hash_bytes(HASH_START, x, DIM * sizeof *x), rng_game(key, play)));
    double score = s->noise_free ? truth(x) : -truth(x) * real_log(1 - rng_real(&r));
    return (Answer){.score = score, .cost = 1 + floor(score), .done = true};
}

bool noisy_step(Noisy *s)
{
    CLOSED(batch_free) Batch b = {0};
    int n = s->e.kind->ask(s->e.self, &b);
    batch_seat(&b);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < b.t[i].plays; k++) {
            b.t[i].y[k] = answer_of(s, b.t[i].x, b.t[i].key, b.t[i].first + k);
            s->costly += b.t[i].y[k].cost >= COSTLY;
        }
    if (b.answers > s->most_at_once) s->most_at_once = b.answers;
    if (n > 0) s->e.kind->tell(s->e.self, b.t, b.n, &s->rows.record);
    return n > 0;
}

Result noisy_finish(Noisy *s)
{
    while (noisy_step(s)) {
    }
    return experiment_result(&s->e);
}

Result noisy_run(Noisy *s, const Optimiser *o, const char *settings, uint64_t seed)
{
    *s = noisy_open(o, settings, seed);
    return noisy_finish(s);
}

const char *noisy_last(const Noisy *s)
{
    const char *last = NULL;
    for (const char *at = s->rows.text; (at = rows_next(at, "metrics")) != NULL; at = strchr(at, '\n') + 1) last = at;
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
