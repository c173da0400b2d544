/* recording.c. Plays games side by side, and writes their moves as records. */
#include "cli/recording.h"

#include "base/mem.h"
#include "eval/vector_env.h"
#include "file/files.h"
#include "file/message.h"
#include "run/environment.h"
#include "run/monitor.h"
#include "run/signals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PLACES: most games side by side. BUFFER: its bytes are still in the cache when the system copies them. */
enum { PLACES = 1024, BUFFER = 1 << 16 };

typedef struct {
    VectorEnv *games;      /* owned */
    VectorEnvShape is;     /* of games */
    VectorEnvLook look[2]; /* before a move and after it, in turn; owned arrays */
    uint8_t *which;        /* (places), owned, as the next four members: whether a game is played there */
    int32_t *action;
    double *reward;
    uint8_t *done;
    int64_t *length;
    int *game; /* (places), owned: number of the game played there; -1: no more */
    int all;   /* games in all */
    uint64_t seed;
    FilesDraft file;
    char *buffer; /* (room), owned */
    size_t room, used;
    int64_t moves, score; /* in all */
} Recording;

/* ---- records ---- */

/* Writes so many bytes of a number, the lowest first. */
static inline char *put(char *at, uint32_t number, int bytes)
{
    for (int k = 0; k < bytes; k++) *at++ = (char)(number >> 8 * k & 0xff);
    return at;
}

static int row_bytes(const VectorEnvShape *s)
{
    return s->width > 16 ? 4 : 2;
}

static size_t record_bytes(const VectorEnvShape *s)
{
    return 4 * (size_t)(5 + s->shown) + (size_t)(s->height * s->words * row_bytes(s));
}

static bool flush(Recording *r)
{
    const size_t used = r->used;
    r->used = 0;
    return files_write(r->file.fd, r->buffer, used);
}

/* Writes the record of a move that has been made at place i. */
static bool add(Recording *r, int i, const VectorEnvLook *before)
{
    const VectorEnvShape *s = &r->is;
    int y = 0, rows = s->height * s->words;
    const uint32_t *row = before->bits + (size_t)i * (size_t)rows;
    if (r->used + record_bytes(s) > r->room && !flush(r)) return false;
    char *at = r->buffer + r->used;
    at = put(at, (uint32_t)r->game[i], 4);
    at = put(at, (uint32_t)(r->length[i] - 1), 4);
    for (; row_bytes(s) == 2 && y + 1 < rows; y += 2) at = put(at, row[y] | row[y + 1] << 16, 4); /* two at a time */
    for (; y < rows; y++) at = put(at, row[y], row_bytes(s));
    for (int k = 0; k < s->shown; k++) at = put(at, (uint32_t)before->shown[i * s->shown + k], 4);
    at = put(at, (uint32_t)r->action[i], 4);
    at = put(at, (uint32_t)(int32_t)r->reward[i], 4);
    at = put(at, r->done[i], 4);
    r->used = (size_t)(at - r->buffer);
    r->moves++;
    r->score += (int64_t)r->reward[i];
    return true;
}

/* Prints the type of a record as numpy.dtype takes it. */
static void print_dtype(const VectorEnvShape *s)
{
    printf("dtype: [('game', '<u4'), ('turn', '<u4'), ");
    if (s->height > 0 && s->words == 1) printf("('board', '<u%d', (%d,)), ", row_bytes(s), s->height);
    if (s->height > 0 && s->words > 1) printf("('board', '<u4', (%d, %d)), ", s->height, s->words);
    if (s->shown > 0) printf("('shown', '<i4', (%d,)), ", s->shown);
    printf("('action', '<i4'), ('reward', '<i4'), ('done', '<i4')]\n");
    for (int i = 0; i < s->axes; i++)
        printf("%s%s (%d)%s", i > 0 ? " x " : "action: ", s->axis[i], s->length[i], i + 1 < s->axes ? "" : "\n");
}

/* ---- playing ---- */

/* Makes one move in every game. If a game is over, the environment has begun the next one of its place, unless the expert gave
 * up. False: the file cannot be written. *going: further moves are to be made. */
static bool move_all(Recording *r, const VectorEnvLook *before, const VectorEnvLook *after, bool *going)
{
    bool good = true, begun = false;
    vector_env_follow(r->games, r->which, r->action, r->reward, r->done, r->length, after);
    *going = false;
    for (int i = 0; i < r->is.games && good; i++) {
        const bool moved = r->action[i] >= 0, ends = !moved || r->done[i] != VECTOR_ENV_GOING;
        if (moved) good = add(r, i, before);
        if (r->game[i] >= 0 && ends) {
            r->game[i] = r->game[i] < r->all - r->is.games ? r->game[i] + r->is.games : -1; /* -1: no game follows in its place */
            if (!moved && r->game[i] >= 0) vector_env_begin(r->games, i, r->seed, r->game[i]), begun = true;
        }
        r->which[i] = r->game[i] >= 0;
        *going = *going || r->game[i] >= 0;
    }
    if (begun) vector_env_look(r->games, after);
    return good;
}

static VectorEnvLook new_look(const VectorEnvShape *s)
{
    const size_t n = (size_t)s->games;
    return (VectorEnvLook){.bits = mem_new(n * (size_t)(s->height * s->words), sizeof(uint32_t)),
                           .shown = mem_new(n * (size_t)s->shown, sizeof(int32_t))};
}

static void start(Recording *r, const Config *c, const Player *p, const double *w, int games)
{
    const int places = games < PLACES ? games : PLACES;
    const int threads = c->experiment.threads > 0 ? c->experiment.threads : processors_taken(NULL);
    const VectorEnvSpec spec = {.player = p, .n = places, .threads = threads, .again = places};
    const size_t n = (size_t)spec.n;
    *r = (Recording){.games = vector_env_create(&spec), .all = games, .seed = c->experiment.seed};
    r->is = r->games->shape;
    vector_env_weights(r->games, w);
    for (int k = 0; k < 2; k++) r->look[k] = new_look(&r->is);
    r->which = mem_new(n, 1);
    r->action = mem_new(n, sizeof *r->action);
    r->reward = mem_new(n, sizeof *r->reward);
    r->done = mem_new(n, sizeof *r->done);
    r->length = mem_new(n, sizeof *r->length);
    r->game = mem_new(n, sizeof *r->game);
    r->room = record_bytes(&r->is) > BUFFER ? record_bytes(&r->is) : BUFFER;
    r->buffer = mem_new(r->room, 1);
    memset(r->which, 1, n);
    for (int i = 0; i < spec.n; i++) vector_env_begin(r->games, i, r->seed, r->game[i] = i);
    vector_env_look(r->games, &r->look[0]);
}

static void end(Recording *r)
{
    for (int k = 0; k < 2; k++) {
        free(r->look[k].bits);
        free(r->look[k].shown);
    }
    free(r->which);
    free(r->action);
    free(r->reward);
    free(r->done);
    free(r->length);
    free(r->game);
    free(r->buffer);
    vector_env_destroy(r->games);
}

static void print_end(const Recording *r, const Config *c)
{
    const Units *units = config_units(c);
    printf("%s, %s; records of %zu bytes\n", message_count(r->moves, units->cost).text,
           message_count((int64_t)units_amount(units, (double)r->score), units->score).text, record_bytes(&r->is));
    print_dtype(&r->is);
}

int recording_make(const Config *c, const double *w, int games, const char *path, bool quiet)
{
    Player p;
    Recording r;
    const double begun = duration_now();
    const atomic_int *asked = signals_install();
    vector_env_player(&p, config_rules(c, c->rules), c->agent, c->experiment.engine == PLAYER_REFERENCE, c->isas,
                      c->objective.max_pieces);
    Monitor *monitor = monitor_create(NULL, 0, asked);
    SearchLimit limit = {.stop = monitor_check(monitor), .every = SEARCH_POLL}; /* a signal ends even the search for a move */
    p.table.limit = &limit;
    start(&r, c, &p, w, games);
    bool good = files_begin(&r.file, path), going = true;
    for (int t = 0; good && going && atomic_load(asked) == STOP_NOT; t++)
        good = move_all(&r, &r.look[t % 2], &r.look[(t + 1) % 2], &going);
    good = files_end(&r.file, good && flush(&r));
    const int error = errno, status = (int)status_of_write(error);
    const double seconds = duration_since(begun);
    if (good)
        print_end(&r, c);
    else
        fprintf(stderr, "%s: cannot be written: %s\n", path, files_why(error));
    if (good && !quiet && seconds > 0)
        fprintf(stderr, "%s %s/s\n", message_number((double)r.moves / seconds).text, config_units(c)->cost);
    end(&r);
    player_free(&p);
    monitor_destroy(monitor);
    return good ? (int)monitor_status((StopReason)atomic_load(asked)) : status;
}
