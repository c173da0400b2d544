/* environment_steps.c. swarmtris bench environment: steps a second of games in which the caller makes the moves, for different
 * views of them. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "bench/machine.h"
#include "bench/rate.h"
#include "eval/vector_env.h"
#include "file/message.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 4096, EXPERT = 1, FEATURES = 2, CELLS = 4 };

/* What is seen of the games, and who makes the moves. */
static const struct {
    const char *seen, *by;
    int flags;
} rows[] = {{"cells, mask", "random", CELLS},
            {"mask, features", "random", FEATURES},
            {"cells, mask, features, expert", "expert", CELLS | FEATURES | EXPERT}};
enum { ROWS = sizeof rows / sizeof rows[0] };

typedef struct {
    VectorEnv *games;
    VectorEnvShape is;
    VectorEnvLook look; /* owned arrays */
    int32_t *action;    /* (games), owned */
    Rng rng;
} Stepped;

/* Chooses for each game any legal action, or the expert's. */
static void choose(Stepped *s, bool expert)
{
    for (int i = 0; i < s->is.games; i++) {
        const uint8_t *mask = s->look.mask + (size_t)i * (size_t)s->is.actions;
        int a = expert ? s->look.expert[i] : (int)rng_below(&s->rng, (uint32_t)s->is.actions);
        while (a >= 0 && mask[a] == 0) a = (int)rng_below(&s->rng, (uint32_t)s->is.actions);
        s->action[i] = a;
    }
}

/* Steps a second of the environment alone. */
static double measure(Stepped *s, int flags, double seconds)
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
        choose(s, (flags & EXPERT) != 0);
        const double begun = duration_now();
        vector_env_step(s->games, s->action, NULL, NULL, NULL, &look);
        spent += duration_now() - begun;
    }
    return (double)steps / spent;
}

static Stepped make(const Rate *r, const Player *p, int games, int threads)
{
    const VectorEnvSpec spec = {.player = p, .n = games, .threads = threads, .again = 1};
    Stepped s = {.games = vector_env_create(&spec)};
    const size_t n = (size_t)games;
    s.is = s.games->shape;
    vector_env_weights(s.games, r->x);
    rng_seed(&s.rng, 1, 1);
    s.look = (VectorEnvLook){.cells = mem_new(n * (size_t)(s.is.height * s.is.width), 1),
                             .mask = mem_new(n * (size_t)s.is.actions, 1),
                             .features = mem_new(n * (size_t)(s.is.actions * s.is.features), sizeof(double)),
                             .expert = mem_new(n, sizeof(int32_t))};
    s.action = mem_new(n, sizeof *s.action);
    return s;
}

static void end(Stepped *s)
{
    free(s->look.cells);
    free(s->look.mask);
    free(s->look.features);
    free(s->look.expert);
    free(s->action);
    vector_env_destroy(s->games);
}

int bench_environment(const BenchOptions *o)
{
    enum { BOARD_HEIGHT = 20 };
    Rate r;
    Player p;
    RateSpec spec = rate_spec(o, BOARD_HEIGHT);
    if (o->features == NULL) spec.features = "dt";
    const int games = o->games.n > 0 ? o->games.v[0] : GAMES;
    const int status = rate_open_for(&r, &spec);
    if (status == STATUS_OK) {
        vector_env_player(&p, config_rules(&r.config, r.config.rules), r.config.agent, false, r.config.isas, 0);
        printf("%s, board %dx%d, features %s, %d games side by side, %s\n\n%8s  %-30s  %-8s  %12s\n", machine_name().text,
               spec.width, spec.height, r.config.set->name, games, p.isa, "threads", "seen", "moved by", "steps/s");
        for (int t = 0; t < (o->threads.n > 0 ? o->threads.n : 1); t++)
            for (int row = 0; row < ROWS; row++) {
                Stepped s = make(&r, &p, games, o->threads.n > 0 ? o->threads.v[t] : 1);
                const double rate = measure(&s, rows[row].flags, bench_seconds(o));
                printf("%8d  %-30s  %-8s  %12.0f\n", s.is.threads, rows[row].seen, rows[row].by, rate);
                end(&s);
            }
        player_free(&p);
    }
    rate_close(&r);
    return status;
}
