/* verb_eval.c. swarmtris eval WEIGHTS: statistics of whole games, or an estimate of their mean. */
#include "base/mem.h"
#include "cli/play.h"
#include "cli/verbs.h"
#include "config/weights.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/driver.h"
#include "run/outside.h"
#include "run/results.h"
#include "run/session.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t games;      /* games to play; 0: the usual number */
    const char *pieces; /* a file with a list of pieces for each game; NULL: they are drawn */
    double error;       /* plays go on until comparison_error is at most this; 0: all games are played */
    bool fresh;         /* eval -: an empty line changes the games */
    bool validation;    /* the games are those that the weights were validated with */
} EvalOptions;

/* Games if --games is not given: with --error PATIENCE times what exponential scores need, since a player may never score. */
enum { USUAL_GAMES = 100, PATIENCE = 100, GAMES_MAX = 1000000000 };

static const EvalOptions *own_of(const Command *c)
{
    return c->own;
}

/* ---- games whose pieces are given ---- */

/* The objective: play k of the evaluation is the game of list k. */
typedef struct {
    Config c; /* of the player; borrows what it holds */
    PieceLists lists;
    Tally *end;                            /* (lists.n), owned: of each game */
    _Atomic(int64_t) times[ONE_GAME_ROWS]; /* as in OneGame, of all games */
    atomic_int whole;                      /* games that have not ended before their lists */
} ListedGames;

/* As Objective.work; self: the address of a ListedGames *. A game that is stopped begins anew. */
static bool play_lists(const void *self, JobList *jobs, void *scratch, const StopCheck *s)
{
    ListedGames *of = *(ListedGames *const *)self;
    SearchLimit limit = {.stop = s, .every = SEARCH_POLL};
    const int64_t longest = of->c.objective.max_pieces;
    (void)scratch;
    for (int i; !search_ended(&limit) && jobs_take(jobs, 1, &i) > 0;) {
        const Job *job = &jobs->job[i];
        const int k = job->play;
        CLOSED(one_game_free) OneGame g;
        Move move;
        one_game_start(&g, &of->c, job->x, NULL);
        g.r.limit = &limit;
        g.list = &of->lists.list[k];
        while (search_spend(&limit, 1) && one_game_draw(&g) && (longest == 0 || g.turn < longest) &&
               one_game_turn(&g, NULL, &move))
            limit.turns++;
        if (!search_ended(&limit)) {
            of->end[k] = of->c.game->tally(g.state);
            for (int t = 0; t < ONE_GAME_ROWS; t++) of->times[t] += g.times[t];
            of->whole += !of->c.game->over(g.state) && !g.given_up;
            job_answer(job, (double)of->end[k].score, (double)of->end[k].turns);
        }
    }
    return search_poll(&limit);
}

/* ---- what is printed ---- */

static void print_games(const Units *units, const double *score, int64_t n, const ReportedScore *r, int64_t rule)
{
    const Summary s = report_summary(score, n);
    const double lower = reported_amount(r, units, REPORTED_LOWER), upper = reported_amount(r, units, REPORTED_UPPER);
    const double least = units_amount(units, units->minimised ? s.max : s.min),
                 most = units_amount(units, units->minimised ? s.min : s.max);
    const int64_t cut = (int64_t)r->value[REPORTED_CUT];
    printf("%s, %s in each:\n", message_count(n, units->play).text, units->score);
    int digits = 2; /* of the mean; more if the interval is narrower */
    for (double unit = 0.01; n > 1 && digits < 9 && upper > lower && upper - lower < 10 * unit; unit /= 10) digits++;
    printf("  mean                %14.*f\n", digits, reported_amount(r, units, REPORTED_MEAN));
    if (n > 1) {
        printf("  95 %% interval       %14.*f .. %.*f\n", digits, lower, digits, upper);
        printf("  standard deviation  %14.2f\n", r->value[REPORTED_SD]);
    }
    printf("  median              %14.1f\n  min                 %14.0f\n  max                 %14.0f\n",
           units_amount(units, s.median), least, most);
    if (cut > 0) printf("  %s\n", report_cut(cut, n, rule, units->cost).text);
}

static void print_estimate(const Units *units, const ReportedScore *r)
{
    const ReportedNote heavy = reported_heaviest(r);
    printf("%s, %s in a game:\n", message_count(r->score.n, units->play).text, units->score);
    printf("  estimated           %14.6g\n", r->value[REPORTED_MEAN]);
    if (!isnan(r->value[REPORTED_LOWER]))
        printf("  95 %% interval       %14.6g .. %.6g\n", r->value[REPORTED_LOWER], r->value[REPORTED_UPPER]);
    if (heavy.text[0] != '\0') printf("  %s\n", heavy.text);
}

/* Says that games may never end: the file counts games, and all of them were cut off. */
static void warn_of_endless(const Config *c, const Weights *w)
{
    static const char *const names[] = {"validated", "evaluated"};
    for (size_t i = 0; i < sizeof names / sizeof *names && c->objective.max_pieces == 0; i++) {
        char key[2][80];
        for (int k = 0; k < 2; k++)
            snprintf(key[k], sizeof key[k], "score.%s", reported_key(names[i], k == 0 ? REPORTED_GAMES : REPORTED_CUT).text);
        const char *games = weights_entry(w, key[0]), *cut = weights_entry(w, key[1]);
        if (games == NULL || cut == NULL || strcmp(games, cut) != 0) continue;
        fprintf(stderr,
                "%s: no game of these weights was ever lost: all %s %s ones were cut off, and a game may never end; "
                "--set objective.max_pieces=100000 ends each after so many %s\n",
                w->path, games, names[i], game_units(c->game, c->rules)->cost);
    }
}

/* Says so if weights of so low a mean score play ten times as well with their signs turned, as do costs that are taken for
 * weights, with gains by rows among them or not: ten games, which end early, and of fast engines alone. */
static void warn_of_signs(Config *c, const Weights *w, double mean)
{
    enum { GAMES = 10, TURNS = 2000, LOW = 20 };
    const Units *units = game_units(c->game, c->rules);
    const int64_t longest = c->objective.max_pieces;
    if (!c->weights.of_features || units->minimised || mean >= LOW) return;
    OWNED double *turned = mem_new((size_t)w->n, sizeof *turned);
    const char *but = "";
    for (int i = 0; i < w->n; i++) {
        const bool gain = w->w[i] > 0 && strcmp(c->weights.row[i].name, one_game_cleared) == 0;
        turned[i] = gain ? w->w[i] : -w->w[i];
        if (gain) but = one_game_cleared;
    }
    if (longest == 0 || longest > TURNS) c->objective.max_pieces = TURNS;
    CLOSED(setup_free) Setup setup;
    setup_evaluate(&setup, c, turned, RNG_EVALUATION, GAMES, 0);
    const Driver driver = {.experiment = &setup.experiment, .evaluator = setup.evaluator};
    double better = 0;
    if (setup.tasks.task[0].player.lanes != NULL && driver_run(&driver, NULL) == DRIVER_FINISHED) {
        const ReportedScore r = comparison_score(&setup.experiment, 0);
        better = reported_amount(&r, units, REPORTED_MEAN);
    }
    if (better >= 1 && better >= 10 * mean)
        fprintf(stderr,
                "%s: with all signs%s%s turned, these weights have %.4g %s in a game of at most %" PRId64
                " %s: are they costs?\n",
                w->path, but[0] != '\0' ? " but that of " : "", but, better, units->score, c->objective.max_pieces, units->cost);
    c->objective.max_pieces = longest;
}

/* ---- an evaluation that is resumed ---- */

/* Whether dir holds an evaluation of these weights, with no more games than are asked for now. A table that cannot be read is
 * ignored here: a kill may have left anything after the rows of the checkpoint. If earlier rows are missing, loading the
 * checkpoint says so. */
static bool same_evaluation(const char *dir, const Config *c, const double *w, int64_t games, Errors *errors)
{
    const FilePath path = files_at(dir, "weights.ini"), table = files_at(dir, "games.tsv");
    CLOSED(weights_free) Weights was;
    CLOSED(tsv_free) Tsv t;
    CLOSED(errors_free) Errors ignored = {0};
    int before = errors->n;
    if (weights_read(&was, path.text, c, errors) == WEIGHTS_READ && memcmp(was.w, w, (size_t)was.n * sizeof *w) != 0)
        errors_add(errors, "%s: holds the evaluation of other weights: choose another --out", dir);
    if (tsv_read(&t, table.text, '\t', &ignored) == STATUS_OK && t.rows > games)
        errors_add(errors, "%s: holds %d %s: --games must be at least that", dir, t.rows,
                   c->objective.estimator == ESTIMATOR_GAMES ? "games" : "replicates");
    return errors->n == before;
}

/* ---- weights of a file ---- */

/* Prints the statistics of n scores as JSON. error: that of the mean (comparison_error); l: NULL, or the games of lists. */
static void print_json(const Command *command, const Config *c, const double *score, int64_t n, double error,
                       const Session *session, const Weights *w, const ListedGames *l)
{
    Json j = {.out = stdout};
    const Summary s = report_summary(score, n);
    const bool plays = config_uses(c, "agent"), estimates = session->run.setup->objective[0].units->by_rate;
    json_open(&j, NULL, '{');
    json_text(&j, "weights", w->path);
    task_json(&j, c);
    json_text(&j, plays ? "agent" : "objective", plays ? c->agent->name : c->kind->name);
    if (plays && c->agent->weights == NULL) json_text(&j, "features", c->set->name);
    json_u64(&j, "seed", c->experiment.seed);
    if (estimates) json_text(&j, "estimator", estimators[c->objective.estimator]);
    report_json(&j, &session->run.result.reported[0]);
    json_real(&j, "median", s.median);
    json_real(&j, "min", s.min);
    json_real(&j, "max", s.max);
    json_int(&j, "max_pieces", c->objective.max_pieces);
    json_real(&j, "error", error);
    if (own_of(command)->error > 0) {
        json_real(&j, "error_wanted", own_of(command)->error);
        json_bool(&j, "error_reached", error <= own_of(command)->error);
    }
    json_real(&j, "pieces", session->run.result.cost);
    if (l != NULL) json_open(&j, "plays", '[');
    for (int k = 0; l != NULL && k < l->lists.n; k++) {
        json_open(&j, NULL, '{');
        json_int(&j, "score", l->end[k].score);
        json_int(&j, "cost", l->end[k].turns);
        json_close(&j, '}');
    }
    if (l != NULL) json_close(&j, ']');
    json_real(&j, "seconds", session->run.seconds);
    engine_info_json(&j, session->run.setup);
    json_close(&j, '}');
}

/* "1234 pieces in 0.50 s (2468 pieces/s)" is its last line. */
static void print_table(const Config *c, const double *score, int64_t n, double error, const Session *s, const Weights *w)
{
    const Units *units = s->run.setup->objective[0].units;
    const char *cost = units->cost;
    printf("%s\n", w->path);
    task_print(stdout, c, true);
    if (units->by_rate)
        print_estimate(units, &s->run.result.reported[0]);
    else
        print_games(units, score, n, &s->run.result.reported[0], task_ruled_end(c, w));
    if (isfinite(error)) printf("  error               %14.3g %% of the mean: half the interval\n", 100 * error);
    printf("%.0f %s in %.2f s (%.0f %s/s)\n", s->run.result.cost, cost, s->run.seconds,
           s->run.seconds > 0 ? s->run.result.cost / s->run.seconds : 0, cost);
}

/* Prints what is known of games of lists alone; each: a line for each game, too. */
static void print_lists(const ListedGames *l, const Units *units, bool each)
{
    int64_t times[ONE_GAME_ROWS];
    for (int i = 0; i < ONE_GAME_ROWS; i++) times[i] = l->times[i];
    printf("%d of the %d lists were played to their end\n", l->whole, l->lists.n);
    one_game_print_rows(times);
    if (each) printf("game\t%s\t%s\n", units->cost, units->score);
    for (int k = 0; k < l->lists.n && each; k++)
        printf("%d\t%" PRId64 "\t%.0f\n", k + 1, l->end[k].turns, units_amount(units, (double)l->end[k].score));
}

/* Prints the statistics of n scores, and a note if their error is larger than the user asked for. */
static void print_scores(const Command *command, const Config *c, const double *score, int64_t n, const Session *session,
                         const Weights *w, const ListedGames *l)
{
    const Units *units = session->run.setup->objective[0].units;
    const double error = comparison_error(score, n, units->by_rate), wanted = own_of(command)->error;
    char reached[32] = "not known";
    if (command->json)
        print_json(command, c, score, n, error, session, w, l);
    else
        print_table(c, score, n, error, session, w);
    if (l != NULL && !command->json) print_lists(l, units, command->verbose);
    if (isfinite(error)) snprintf(reached, sizeof reached, "%.3g %% of the mean", 100 * error);
    if (wanted > 0 && error > wanted)
        fprintf(stderr, "after all %" PRId64 " %s that %s, the error is %s; --error %g%% needs more\n", n, units->play,
                own_of(command)->games > 0 ? "--games allows" : "are played without --games", reached, 100 * wanted);
}

/* Plays games with the weights of a file, and prints the result. l: those of lists; NULL: random ones. */
static int evaluate(const Command *command, Config *c, const Weights *w, RngPurpose purpose, int64_t games, ListedGames *l)
{
    Errors errors = {0};
    Setup setup;
    const bool kept = command->out != NULL && cluster_leads(command->cluster);
    int status = kept ? verbs_allowed(command, command->out, FOLDER_EVALUATION) : STATUS_OK;
    const bool resumes = kept && command->resume && rundir_has_run(command->out); /* else it is begun anew */
    if (status == STATUS_OK && resumes && !same_evaluation(command->out, c, w->w, games, &errors)) status = STATUS_CONFIG;
    message_errors(&errors, "");
    if (status != STATUS_OK) return status;
    if (l == NULL && !command->quiet && c->objective.estimator == ESTIMATOR_GAMES) warn_of_endless(c, w);
    setup_evaluate(&setup, c, w->w, purpose, games, own_of(command)->error);
    if (l != NULL) {
        setup.objective[0].self = &l;
        setup.objective[0].work = play_lists;
        setup.tasks.task[0].player.refused = "the lanes know no lists";
    }
    Session session = verbs_session(command, c, &setup, command->out);
    status = session_run(&session);
    const ComparisonScores played = comparison_scores(&setup.experiment, 0);
    const int64_t n = played.games;
    assert(n <= games && (status != STATUS_OK || n == games || own_of(command)->error > 0));
    if (status == STATUS_OK) print_scores(command, c, played.score, n, &session, w, l);
    const Units *units = setup.objective[0].units;
    const double mean = status == STATUS_OK ? reported_amount(&session.run.result.reported[0], units, REPORTED_MEAN) : HUGE_VAL;
    setup_free(&setup);
    const bool alone = l == NULL && command->cluster == NULL && !command->quiet;
    if (alone && c->objective.estimator == ESTIMATOR_GAMES) warn_of_signs(c, w, mean);
    return status;
}

/* Plays the lists of a file with the weights of another, and prints the result. The fast engines know no lists. */
static int evaluate_lists(const Command *command, Config *c, const Weights *w)
{
    ListedGames l = {.c = *c};
    int status = pieces_read(&l.lists, c, own_of(command)->pieces, true, command->quiet);
    c->experiment.engine = PLAYER_REFERENCE;
    c->objective.estimator = ESTIMATOR_GAMES;
    l.c.experiment.threads = 1; /* of an agent that shares a move between threads; here, they share the lists */
    l.end = mem_new((size_t)l.lists.n, sizeof *l.end);
    if (status == STATUS_OK) status = evaluate(command, c, w, RNG_EVALUATION, l.lists.n, &l);
    pieces_free(&l.lists);
    free(l.end);
    return status;
}

/* Finds the games of the validation that the weights state, and prepares *c and *w for them. */
static int ready_validation(const Command *command, Config *c, Weights *w, Replay *r)
{
    static const char *const names[] = {"validated", "estimated"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (replay_read(r, w, names[i]) && r->purpose == RNG_VALIDATION) return replay_ready(r, c, w, names[i], command);
    return verb_fail(STATUS_DATA,
                     "%s: states no validation that could be played again: [score] must have validated, "
                     "validated_games and validated_seed",
                     w->path);
}

static int run(const Command *command)
{
    CLOSED(config_free) Config c;
    Weights w;
    const EvalOptions *own = command->own;
    Replay r = {.purpose = RNG_EVALUATION,
                .games = own->games > 0   ? own->games
                         : own->error > 0 ? (int64_t)fmin(PATIENCE * comparison_games(own->error), GAMES_MAX)
                                          : USUAL_GAMES};
    const bool lines = strcmp(command->arg[0], "-") == 0;
    int status = lines ? verbs_read(&c, NULL, command) : task_read(&c, &w, command->arg[0], command);
    if (status == STATUS_OK && !lines && !config_uses(&c, "game"))
        status = verb_fail(STATUS_USAGE, "%s: holds a position of %s, which plays no game", w.path, c.kind->name);
    if (status == STATUS_OK && own->validation) status = ready_validation(command, &c, &w, &r);
    if (status == STATUS_OK)
        status = lines                 ? outside_serve(&c, r.games, own->fresh, command->max_time)
                 : own->pieces != NULL ? evaluate_lists(command, &c, &w)
                                       : evaluate(command, &c, &w, r.purpose, r.games, NULL);
    if (!lines) weights_free(&w);
    return status;
}

static const Option options[] = {
    {"--games", "N", OPTION_ROW(EvalOptions, games, PARAM_LONG, 1, 1e9),
     .doc = "games to play, or replicates of splitting; default 100, with --error as many as it takes"},
    {"--pieces", "FILE", OPTION_AT(EvalOptions, pieces, OPTION_TEXT),
     .doc = "plays the lists in this file, a game a line, as 'play --pieces' reads them; -v prints a line a game"},
    {"--error", "5%", OPTION_AT(EvalOptions, error, OPTION_SHARE),
     .doc = "plays until half the 95 % interval is at most this share of the mean; warns if --games ends it before"},
    {"--fresh", NULL, OPTION_AT(EvalOptions, fresh, OPTION_FLAG), .doc = "with -: other games after each empty line"},
    {"--validation", NULL, OPTION_AT(EvalOptions, validation, OPTION_FLAG),
     .doc = "plays the games of the weights' validation, which give its mean again"},
    {0},
};

static const OptionWhen when[] = {
    {"--fresh", "-", NULL},
    {"--pieces", "!-", NULL},
    {"--games --error --estimator --seed --validation", "!--pieces", ", whose lists are the games"},
    {"--engine --out", "!--pieces", ", which the reference engine plays, and nothing keeps"},
    {"--validation", "!--games !--error !--seed !--set !--estimator !--features", ", which asks for other games"},
    {"--validation", "!--out", ", which keeps evaluations by games of their own"},
    {"--validation", "!-", ", where vectors have no validation"},
    {"--error", "!-", ", where all vectors play the same games"},
    {"--json", "!-", ", which prints a table of numbers"},
    {"--out", "!-", ", which has many evaluations, and a run directory holds one"},
    {0},
};

const Verb verb_eval = {
    .name = "eval",
    .arguments = "WEIGHTS|-",
    .least = 1,
    .most = 1,
    .takes = TAKES_WEIGHTS,
    .several = "'swarmtris compare' and 'tournament' take several",
    .shared = true,
    .doc = "plays games to their end and prints their statistics; - reads one weight vector a line",
    .note = "Its games are no training's, whatever the seed; those of the validation take --validation, or 'info RUN --verify'.\n"
            "--estimator splitting: the mean score of a game is estimated from parts of games (multilevel splitting), from far "
            "fewer\n"
            "turns than one game of a good player has; what is printed is called estimated.\n"
            "--error: the plays follow from the scores alone, 64 or more, and without --games at most 100 times as many as\n"
            "exponential scores take. To end by an error that is seen makes the interval slightly too narrow.\n"
            "-: weights come from standard input, a vector a line, numbers between blanks. Each is answered by a line of\n"
            "results, in order; a header line names the results. Vectors that arrive together are played together: a batch\n"
            "ends with an empty line, which is not answered, or when there is nothing more to read for the moment. All vectors\n"
            "play the same games; with --fresh, other games after each empty line.",
    .example = "swarmtris eval params/weights/report-final.ini --games 1000 --set game.height=10",
    .options = {options_set, options_run, options, options_estimator, options_features, options_seed, options_engine,
                options_json, options_quiet, options_verbose},
    .when = when,
    .bytes = sizeof(EvalOptions),
    .run = run,
};
