/* ntris_moves.c. How long does a move of ntris take, three moves deep on two threads, and is it the same on one?
 *
 *     ntris_moves [WEIGHTS] [GAMES]     default params/weights/ntris-given.ini, 20
 *
 * Plays whole games and prints, for moves that look at blocks of up to five cells only, for the others, and for all, the median
 * and the 99th percentile of time, of processor time of both threads, and of positions. The goals are medians of 20 ms and of
 * 100 ms (the original took 400 ms). Prints "ok - ..." for tests/run.sh. */
#include "systems/ntris/ntris.h"

#include "base/stats.h"
#include "config/weights.h"
#include "eval/decider.h"
#include "file/message.h"
#include "tests/helpers.h"

#include <time.h>

static const Game *const game = &game_ntris;
enum { DEPTH = 3, SMALL = 5, MOVES_MAX = 100000 };

/* What was measured of the moves of one kind. */
enum { MILLISECONDS, PROCESSOR, POSITIONS, MEASURES };
typedef struct {
    const char *name;
    double goal; /* milliseconds, of the median */
    double x[MEASURES][MOVES_MAX];
    int n;
} Moves;

static void note(Moves *m, const double *x)
{
    if (m->n == MOVES_MAX) return;
    for (int k = 0; k < MEASURES; k++) m->x[k][m->n] = x[k];
    m->n++;
}

static bool print_moves(Moves *m)
{
    if (m->n == 0) return true;
    double median[MEASURES], worst[MEASURES];
    for (int k = 0; k < MEASURES; k++) {
        stats_sort(m->x[k], m->n);
        median[k] = m->x[k][(m->n - 1) / 2];
        worst[k] = m->x[k][(int)(0.99 * (m->n - 1))];
    }
    const bool good = median[MILLISECONDS] <= m->goal;
    printf(
        "%s - %s: %d moves, median %.1f ms, 99th percentile %.1f ms; processor time %.1f and %.1f ms; positions %.0f and %.0f\n",
        good ? "ok" : "not ok", m->name, m->n, median[MILLISECONDS], worst[MILLISECONDS], median[PROCESSOR], worst[PROCESSOR],
        median[POSITIONS], worst[POSITIONS]);
    return good;
}

/* Cells of the largest block that the search sees. */
static int largest(const NtrisState *s)
{
    int most = 0;
    for (int i = 0; i < DEPTH && i < s->known; i++) {
        const int n = ntris_cells(s->queue[i].kind);
        if (n > most) most = n;
    }
    return most;
}

static bool play(const Rules *r, const double *w, int games)
{
    enum { KINDS = 3 };
    static Moves kind[KINDS] = {
        {.name = "blocks of up to 5 cells", .goal = 20}, {.name = "larger blocks", .goal = 100}, {.name = "all", .goal = 100}};
    Decider *one = decider_create(&agent_pruned, r, 1), *two = decider_create(&agent_pruned, r, 2);
    int64_t points = 0, moves = 0, compared = 0, differ = 0;
    for (int g = 0; g < games; g++) {
        NtrisState s;
        game->start(r->rules, rng_game(rng_key(1, RNG_TEST, 0), g), &s);
        for (game->chance(r->rules, &s); !game->over(&s); game->chance(r->rules, &s), moves++) {
            const clock_t begun = clock();
            const double start = duration_now();
            const Decided d = decider_choose(two, &s, w, 0, NULL);
            const double x[MEASURES] = {1e3 * (duration_now() - start), 1e3 * (double)(clock() - begun) / CLOCKS_PER_SEC,
                                        (double)d.positions};
            note(&kind[largest(&s) > SMALL], x);
            note(&kind[KINDS - 1], x);
            if (moves % 10 == 0) {
                const Decided alone = decider_choose(one, &s, w, 0, NULL);
                differ += alone.move != d.move || alone.positions != d.positions;
                compared++;
            }
            game->apply(r->rules, &s, d.move);
        }
        points += s.points;
    }
    bool good = differ == 0;
    printf("%s - the same move on one thread and on two: %d of %d moves differ\n", good ? "ok" : "not ok", (int)differ,
           (int)compared);
    for (int i = 0; i < KINDS; i++) good = print_moves(&kind[i]) && good;
    printf("%d games, %.1f points a game\n", games, (double)points / games);
    decider_destroy(one);
    decider_destroy(two);
    return good;
}

int main(int n, char **text)
{
    const char *path = n > 1 ? text[1] : "params/weights/ntris-given.ini";
    const int games = n > 2 ? atoi(text[2]) : 20;
    Errors errors = {0};
    Weights w;
    Config c;
    if (n > 3 || games < 1 || weights_load(&w, &c, path, NULL, 0, &errors) != WEIGHTS_READ) {
        fprintf(stderr, "ntris_moves [WEIGHTS] [GAMES]%s%s\n", errors.n > 0 ? ": " : "", errors.n > 0 ? errors.line[0] : "");
        return 2;
    }
    const Rules r = config_rules(&c, c.rules);
    const bool good = play(&r, w.w, games);
    weights_free(&w);
    config_free(&c);
    errors_free(&errors);
    return !good;
}
