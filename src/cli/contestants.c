#include "cli/contestants.h"

#include "base/mem.h"
#include "cli/arena.h"
#include "cli/verbs.h"
#include "config/features.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- who plays ---- */

static int read_player(Contestants *e, int i, const Options *o)
{
    if (i == 0) return arena_read(&e->config[0], &e->weights[0], o->arg[0], o, false);
    return arena_join(&e->config[i], &e->weights[i], o->arg[i], o, &e->weights[0]);
}

/* Errors of a function have no ratio, and no two players. */
static bool games_wanted(const Options *o)
{
    static const char key[] = "objective.kind=";
    for (int i = 0; i < o->values; i++)
        if (strncmp(o->value[i].text, key, sizeof key - 1) == 0 && strcmp(o->value[i].text + sizeof key - 1, "games") != 0) {
            fprintf(stderr, "--set %s: must be games: nothing else can be compared\n", o->value[i].text);
            return false;
        }
    return true;
}

int contestants_read(Contestants *e, const Options *o)
{
    size_t n = (size_t)o->args;
    int status = games_wanted(o) ? STATUS_OK : STATUS_USAGE;
    *e = (Contestants){.n = o->args,
                       .weights = mem_new(n, sizeof *e->weights),
                       .config = mem_new(n, sizeof *e->config),
                       .player = mem_new(n, sizeof *e->player)};
    for (int i = 0; i < e->n && status == STATUS_OK; i++) status = read_player(e, i, o);
    return status;
}

void contestants_free(Contestants *e)
{
    setup_free(&e->setup);
    for (int i = 0; i < e->n; i++) {
        weights_free(&e->weights[i]);
        config_free(&e->config[i]);
    }
    free(e->weights);
    free(e->config);
    free(e->player);
    *e = (Contestants){0};
}

/* Those of the same features share an objective, so that their games fill the same lanes. */
static void seat(Contestants *e)
{
    setup_arenas(&e->setup, e->config, e->n);
    for (int i = 0; i < e->n; i++) {
        int first = 0;
        while (!features_same(e->config[first].set, e->config[i].set)) first++;
        e->player[i] = (Contestant){.space = &e->setup.arena[first].objective.space, .x = e->weights[i].w, .objective = first};
    }
}

/* ---- a kept match ---- */

/* Whether none of what lies in dir has been played beyond the games that are asked for now. */
static bool enough_games(const char *dir, int64_t games)
{
    Errors errors = {0};
    Tsv t;
    char *path = files_path(dir, "plays.tsv");
    double most = 0, *game = tsv_read(&t, path, '\t', &errors) == TSV_READ ? tsv_numbers(&t, "game", &errors) : NULL;
    for (int i = 0; game != NULL && i < t.rows; i++) most = fmax(most, game[i] + 1);
    if (most > (double)games) errors_add(&errors, "%s: holds %.0f games of a player: --games must be at least that", dir, most);
    bool good = errors.n == 0;
    message_errors(&errors, "");
    errors_free(&errors);
    tsv_free(&t);
    free(game);
    free(path);
    return good;
}

static int allowed(const Options *o)
{
    if (o->out == NULL) return STATUS_OK;
    int status = verbs_allowed(o, o->out);
    if (status == STATUS_OK && o->resume && !enough_games(o->out, o->games)) status = STATUS_CONFIG;
    return status;
}

int contestants_play(Contestants *e, const Options *o, ComparisonSpec spec, const char *match)
{
    int status = allowed(o);
    if (status != STATUS_OK) return status;
    seat(e);
    spec.player = e->player;
    spec.players = e->n;
    spec.seed = e->config[0].experiment.seed;
    spec.games = o->games;
    e->setup.experiment = comparison_create(&spec);
    e->players = (Players){.match = match, .weights = e->weights, .n = e->n};
    e->session = (Session){
        .o = verbs_session(o, o->max_time), .config = &e->config[0], .setup = &e->setup, .dir = o->out, .players = &e->players};
    return session_run(&e->session);
}

/* ---- the report ---- */

void contestants_print_board(const Contestants *e)
{
    arena_print(stdout, &e->config[0], false);
}

void contestants_print_cost(const Contestants *e)
{
    const Session *s = &e->session;
    printf("%.0f pieces in %.1f s (%.0f pieces/s)\n", s->result.cost, s->seconds,
           s->seconds > 0 ? s->result.cost / s->seconds : 0);
}
