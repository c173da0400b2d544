/* contestants.c. Reads the weights that are compared, and plays the comparison. */
#include "cli/contestants.h"

#include "base/mem.h"
#include "cli/task.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"
#include "store/rundir.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Reads the next contestant, number e->n, on the board of the first one that could be read. e->n grows if it is good. *of_line:
 * the mistake is one of the command line, and would be repeated for each contestant. */
static int read_contestant(Contestants *e, const char *path, const Command *o, bool *of_line)
{
    Config *c = &e->config[e->n];
    Weights *w = &e->weights[e->n];
    int status = e->n == 0 ? task_read(c, w, path, o) : task_join(c, w, path, o, &e->weights[0]);
    *of_line = status == STATUS_USAGE;
    if (status == STATUS_OK && !c->kind->scores_games) status = task_refuse_settings(path, c->kind->name);
    e->path[e->n] = path;
    if (status == STATUS_OK) {
        e->n++;
        return STATUS_OK;
    }
    weights_free(w);
    config_free(c);
    return status;
}

/* Reads all contestants, to report all mistakes at once. Returns the status of the first that could not be read. */
static int read_all(Contestants *e, const Command *o)
{
    int first = STATUS_OK;
    for (int i = 0; i < o->args; i++) {
        bool of_line;
        const int status = read_contestant(e, o->arg[i], o, &of_line);
        if (first == STATUS_OK) first = status;
        if (of_line && i == 0) return status;
    }
    return first;
}

/* Whether a value that may name an objective leaves the scores of games comparable. */
static bool is_comparable(const char *value)
{
    static const char key[] = "objective.kind=";
    if (strncmp(value, key, sizeof key - 1) != 0) return true;
    for (int k = 0; kinds_names[k] != NULL; k++)
        if (strcmp(value + sizeof key - 1, kinds_names[k]) == 0) return kinds_of(k, false)->scores_games;
    return true; /* an unknown name is refused where the configuration is read */
}

static int check_comparable(const Command *o)
{
    for (int i = 0; i < o->values; i++)
        if (!is_comparable(o->value[i].text))
            return verb_fail(STATUS_USAGE, "--set %s: must be %s: nothing else can be compared", o->value[i].text,
                             kinds_names[0]);
    return STATUS_OK;
}

/* Comparisons are about ratios of scores, which scores of any sign do not have. */
static int check_scale(const Contestants *e)
{
    const Units *units = config_units(&e->config[0]);
    if (units->scale != SCALE_SIGNED) return STATUS_OK;
    return verb_fail(STATUS_USAGE,
                     "%s: scores of %s may be negative and have no ratio, so nothing can be compared; try swarmtris eval of each",
                     e->weights[0].path, e->config[0].game->name);
}

/* Says what happens if arguments could not be read, which has been reported. Returns the status. */
static int leave_out(const Contestants *e, const Command *o, bool skip_bad, int status)
{
    if (e->n == 0 || strcmp(o->verb->name, "tournament") != 0) return status;
    const char *then = e->n < 2 ? "" : skip_bad ? ", and are left out" : "; --skip-bad ranks the others";
    fprintf(stderr, "%d of %d cannot be read%s; all play %s, the game of %s\n", o->args - e->n, o->args, then,
            e->config[0].game->name, e->path[0]);
    return skip_bad && e->n >= 2 ? STATUS_OK : status;
}

int contestants_read(Contestants *e, const Command *o, bool skip_bad)
{
    size_t n = (size_t)o->args;
    *e = (Contestants){.path = mem_new(n, sizeof *e->path),
                       .weights = mem_new(n, sizeof *e->weights),
                       .config = mem_new(n, sizeof *e->config),
                       .contestant = mem_new(n, sizeof *e->contestant)};
    int status = check_comparable(o);
    if (status != STATUS_OK) return status;
    status = read_all(e, o);
    if (status != STATUS_OK) status = leave_out(e, o, skip_bad, status);
    if (status == STATUS_OK && e->n < 2)
        status = verb_fail(STATUS_USAGE, "%s: is all there is to rank: a tournament needs two or more", e->path[0]);
    return status == STATUS_OK ? check_scale(e) : status;
}

void contestants_free(Contestants *e)
{
    setup_free(&e->setup);
    for (int i = 0; i < e->n; i++) {
        weights_free(&e->weights[i]);
        config_free(&e->config[i]);
    }
    free(e->path);
    free(e->weights);
    free(e->config);
    free(e->contestant);
    *e = (Contestants){0};
}

/* Assigns the objectives. Contestants who are alike share one, so that their games fill the same lanes. */
static void assign_objectives(Contestants *e)
{
    setup_tasks(&e->setup, e->config, e->n);
    for (int i = 0; i < e->n; i++) {
        int first = 0;
        while (first < i && !config_plays_alike(&e->config[first], &e->config[i])) first++;
        assert(first <= i && e->weights[i].n == e->setup.objective[first].space.dim);
        e->contestant[i] = (Contestant){.space = &e->setup.objective[first].space, .x = e->weights[i].w, .objective = first};
    }
}

/* ---- a comparison that is resumed ---- */

/* Whether no contestant in dir has played more games than are asked for now. Mistakes in the table are ignored here. A kill may
 * leave anything after the rows of the checkpoint, and if earlier rows are missing, loading the checkpoint says so. */
static bool enough_games(const char *dir, int64_t games, const char *plays)
{
    Errors errors = {0}, ignored = {0};
    Tsv t;
    const Status read = tsv_read(&t, files_at(dir, "plays.tsv").text, '\t', &ignored);
    double most = 0, *game = read == STATUS_OK ? tsv_numbers(&t, "game", &ignored) : NULL;
    for (int i = 0; game != NULL && i < t.rows; i++) most = fmax(most, game[i] + 1);
    if (most > (double)games)
        errors_add(&errors, "%s: holds %.0f %s of a player: --games must be at least that", dir, most, plays);
    bool good = errors.n == 0;
    message_errors(&errors, "");
    errors_free(&ignored);
    tsv_free(&t);
    free(game);
    return good;
}

static int allowed(const Contestants *e, const Command *o, int64_t games)
{
    const char *plays = e->config[0].objective.estimator == ESTIMATOR_GAMES ? "games" : "replicates";
    if (o->out == NULL || !cluster_leads(o->cluster)) return STATUS_OK;
    int status = verbs_allowed(o, o->out);
    const bool resumes = o->resume && rundir_has_run(o->out); /* else it is begun anew */
    if (status == STATUS_OK && resumes && !enough_games(o->out, games, plays)) status = STATUS_CONFIG;
    return status;
}

int contestants_play(Contestants *e, const Command *o, ComparisonSpec spec, const char *match)
{
    int status = allowed(e, o, spec.games);
    if (status != STATUS_OK) return status;
    assert(spec.games >= 1 && e->setup.experiment.kind == NULL);
    assign_objectives(e);
    spec.player = e->contestant;
    spec.players = e->n;
    spec.seed = e->config[0].experiment.seed;
    spec.units = e->setup.objective[0].units;
    spec.longest = (double)e->config[0].objective.max_pieces;
    e->setup.experiment = comparison_create(&spec);
    e->participants = (Participants){.match = match, .weights = e->weights, .config = e->config, .n = e->n};
    e->session = verbs_session(o, &e->config[0], &e->setup, o->out);
    e->session.run.participants = &e->participants;
    return session_run(&e->session);
}

/* ---- the report ---- */

Brief contestants_agent(const Contestants *e, int i)
{
    Brief b = {""};
    if (e->config[i].agent != e->config[0].agent) snprintf(b.text, sizeof b.text, ", agent %s", e->config[i].agent->name);
    return b;
}

void contestants_print_cost(const Contestants *e)
{
    const Session *s = &e->session;
    const char *cost = setup_cost_name(&e->setup);
    printf("%.0f %s in %.1f s (%.0f %s/s)\n", s->run.result.cost, cost, s->run.seconds,
           s->run.seconds > 0 ? s->run.result.cost / s->run.seconds : 0, cost);
}

void contestants_json(Json *j, const Contestants *e)
{
    const Config *c = &e->config[0];
    task_json(j, c);
    json_u64(j, "seed", c->experiment.seed);
    json_int(j, "max_pieces", c->objective.max_pieces);
    if (e->setup.objective[0].units->by_rate) json_text(j, "estimator", estimators[c->objective.estimator]);
}
