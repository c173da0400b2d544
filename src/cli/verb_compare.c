/* verb_compare.c. swarmtris compare A B: which of two weights is better, by how much, and with which probability of error;
 * swarmtris tournament RUN...: ranks weights, and marks those that do not differ significantly from the best.
 *
 * Idea: both play their contestants, weights files and runs, on the board of the first, each by its own agent. They differ in
 * when they end and in what they say. */
#include "base/mem.h"
#include "cli/verb.h"
#include "cli/verbs.h"
#include "experiment/comparison.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/results.h"
#include "run/session.h"
#include "store/rundir.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The contestants, one for each argument of the command line that could be read; all of it owned. */
typedef struct {
    int n;                     /* contestants */
    const char **path;         /* (n): the arguments, borrowed */
    Weights *weights;          /* (n) */
    Config *config;            /* (n): the configuration that each plays under */
    Contestant *contestant;    /* (n): as the comparison takes them */
    Setup setup;               /* of the comparison; empty until it is played */
    Participants participants; /* the weights, as the run directory keeps them */
    Errors warnings;           /* of all contestants, until they are printed */
    Session session;           /* filled in once it has been played */
} Contestants;

/* ---- reading ---- */

/* Reads the next contestant, number contestants->n, on the board of the first one that could be read; n grows if it is good.
 * *of_line: the mistake is one of the command line, and would be repeated for each contestant. */
static int read_contestant(Contestants *contestants, const char *path, const Command *command, bool *of_line)
{
    Config *c = &contestants->config[contestants->n];
    Weights *w = &contestants->weights[contestants->n];
    int status = task_join(c, w, path, command, contestants->n > 0 ? &contestants->weights[0] : NULL, &contestants->warnings);
    *of_line = status == STATUS_USAGE;
    if (status == STATUS_OK && !c->kind->scores_games) status = task_refuse_settings(path, c->kind->name);
    contestants->path[contestants->n] = path;
    if (status == STATUS_OK) {
        contestants->n++;
        return STATUS_OK;
    }
    weights_free(w);
    config_free(c);
    return status;
}

/* Prints each warning once. One about the command line must hold for all contestants. */
static void warn(Contestants *c)
{
    const Errors *all = &c->warnings;
    Errors once = {0};
    for (int i = 0; i < all->n; i++) {
        int first = 0, same = 0;
        while (strcmp(all->line[first], all->line[i]) != 0) first++;
        for (int k = i; k < all->n; k++) same += strcmp(all->line[k], all->line[i]) == 0;
        if (first == i && (same == c->n || strncmp(all->line[i], "--", 2) != 0)) errors_add(&once, "%s", all->line[i]);
    }
    message_errors(&once, "warning: ");
    errors_free(&c->warnings);
}

/* Says what happens if arguments could not be read, which has been reported. Returns the status. */
static int leave_out(const Contestants *c, const Command *command, bool skip_bad, int status)
{
    if (c->n == 0 || strcmp(command->verb->name, "tournament") != 0) return status;
    const char *then = c->n < 2 ? "" : skip_bad ? ", and are left out" : "; --skip-bad ranks the others";
    fprintf(stderr, "%d of %d cannot be read%s; all play %s, the game of %s\n", command->args - c->n, command->args, then,
            c->config[0].game->name, c->path[0]);
    return skip_bad && c->n >= 2 ? STATUS_OK : status;
}

/* Reads the arguments of command, at least two. Returns STATUS_OK, or the exit status after a sentence about each bad argument.
 * skip_bad: bad ones are left out if two or more are good. *c is to be freed in any case, and must not be copied. */
static int contestants_read(Contestants *c, const Command *command, bool skip_bad)
{
    size_t n = (size_t)command->args;
    *c = (Contestants){.path = mem_new(n, sizeof *c->path),
                       .weights = mem_new(n, sizeof *c->weights),
                       .config = mem_new(n, sizeof *c->config),
                       .contestant = mem_new(n, sizeof *c->contestant)};
    int status = STATUS_OK;
    const char *said = config_given(command->value, command->values, "objective.kind");
    for (int k = 0; said != NULL && kinds_names[k] != NULL; k++) /* an unknown name is refused where the configuration is read */
        if (strcmp(said, kinds_names[k]) == 0 && !kinds_of(k, false)->scores_games)
            return verb_fail(STATUS_USAGE, "--set objective.kind=%s: must be %s: nothing else can be compared", said,
                             kinds_names[0]);
    for (int i = 0; i < command->args; i++) { /* all of them, to report all mistakes at once */
        bool of_line;
        const int read = read_contestant(c, command->arg[i], command, &of_line);
        if (status == STATUS_OK) status = read;
        if (of_line && i == 0) return status;
    }
    warn(c);
    if (status != STATUS_OK) status = leave_out(c, command, skip_bad, status);
    if (status == STATUS_OK && c->n < 2)
        status = verb_fail(STATUS_USAGE, "%s: is all there is to rank: a tournament needs two or more", c->path[0]);
    if (status == STATUS_OK && config_units(&c->config[0])->scale == SCALE_SIGNED)
        status = verb_fail(STATUS_USAGE,
                           "%s: scores of %s may be negative and have no ratio, so nothing can be compared; try swarmtris eval "
                           "of each",
                           c->weights[0].path, c->config[0].game->name);
    return status;
}

static void contestants_free(Contestants *c)
{
    setup_free(&c->setup);
    for (int i = 0; i < c->n; i++) {
        weights_free(&c->weights[i]);
        config_free(&c->config[i]);
    }
    free(c->path);
    free(c->weights);
    free(c->config);
    free(c->contestant);
    errors_free(&c->warnings);
    *c = (Contestants){0};
}

/* ---- a comparison that is resumed ---- */

/* Whether no contestant in dir has played more games than are asked for now. Mistakes in the table are ignored here. A kill may
 * leave anything after the rows of the checkpoint, and if earlier rows are missing, loading the checkpoint says so. */
static bool enough_games(const char *dir, int64_t games, const char *plays)
{
    CLOSED(errors_free) Errors ignored = {0};
    CLOSED(tsv_free) Tsv t;
    const Status read = tsv_read(&t, files_at(dir, "plays.tsv").text, '\t', &ignored);
    OWNED double *game = read == STATUS_OK ? tsv_numbers(&t, "game", &ignored) : NULL;
    double most = 0;
    for (int i = 0; game != NULL && i < t.rows; i++) most = fmax(most, game[i] + 1);
    if (most > (double)games) fprintf(stderr, "%s: holds %.0f %s of a player: --games must be at least that\n", dir, most, plays);
    return most <= (double)games;
}

/* Plays the comparison that spec describes (its contestants and seed are filled in here) as session_run does.
 * match: the kind of the run directory. After STATUS_OK, STATUS_STOPPED or STATUS_INTERRUPTED, c->setup.experiment has the
 * standing. */
static int contestants_play(Contestants *c, const Command *command, ComparisonSpec spec, FolderKind match)
{
    const char *plays = c->config[0].objective.estimator == ESTIMATOR_GAMES ? "games" : "replicates";
    if (command->out != NULL && cluster_leads(command->cluster)) {
        const int status = verbs_allowed(command, command->out, match);
        const bool resumes = command->resume && rundir_has_run(command->out); /* else it is begun anew */
        if (status != STATUS_OK) return status;
        if (resumes && !enough_games(command->out, spec.games, plays)) return STATUS_CONFIG;
    }
    assert(spec.games >= 1 && c->setup.experiment.kind == NULL);
    setup_tasks(&c->setup, c->config, c->n);
    for (int i = 0; i < c->n; i++) { /* those who are alike share an objective, so that their games fill the same lanes */
        int first = 0;
        while (first < i && !config_plays_alike(&c->config[first], &c->config[i])) first++;
        assert(c->weights[i].n == c->setup.objective[first].space.dim);
        c->contestant[i] = (Contestant){.space = &c->setup.objective[first].space, .x = c->weights[i].w, .objective = first};
    }
    spec.player = c->contestant;
    spec.players = c->n;
    spec.seed = c->config[0].experiment.seed;
    spec.units = c->setup.objective[0].units;
    spec.longest = (double)c->config[0].objective.max_pieces;
    c->setup.experiment = comparison_create(&spec);
    c->participants = (Participants){.weights = c->weights, .config = c->config, .n = c->n};
    c->session = verbs_session(command, &c->config[0], &c->setup, command->out);
    c->session.run.participants = &c->participants;
    c->session.run.kind = match;
    return session_run(&c->session);
}

/* ---- the report ---- */

/* ", agent lookahead" where contestant i has another agent than the first, which task_print names; else "". */
static Brief contestants_agent(const Contestants *c, int i)
{
    Brief b = {""};
    if (c->config[i].agent != c->config[0].agent) snprintf(b.text, sizeof b.text, ", agent %s", c->config[i].agent->name);
    return b;
}

/* Prints the cost: "123 pieces in 4.5 s (27 pieces/s)". */
static void contestants_print_cost(const Contestants *c)
{
    const Session *s = &c->session;
    const char *cost = setup_cost_name(&c->setup);
    printf("%.0f %s in %.1f s (%.0f %s/s)\n", s->run.result.cost, cost, s->run.seconds,
           s->run.seconds > 0 ? s->run.result.cost / s->run.seconds : 0, cost);
}

/* Adds the members game, seed, max_pieces and, for estimates, estimator. */
static void contestants_json(Json *j, const Contestants *contestants)
{
    const Config *c = &contestants->config[0];
    task_json(j, c);
    json_u64(j, "seed", c->experiment.seed);
    json_int(j, "max_pieces", c->objective.max_pieces);
    if (contestants->setup.objective[0].units->by_rate) json_text(j, "estimator", estimators[c->objective.estimator]);
}

/* Adds who a contestant is, and its score. */
static void json_contestant(Json *j, const Contestants *c, int i)
{
    const ReportedScore s = comparison_score(&c->setup.experiment, i);
    json_text(j, "weights", c->path[i]);
    json_text(j, c->config[i].weights.key, c->config[i].weights.name);
    report_json(j, &s);
}

/* ---- compare ---- */

typedef struct {
    int64_t games; /* the most games that each contestant plays */
    double alpha;  /* probability that any statement is false */
    double margin; /* scores are equal if their ratio is at most 1 + margin */
} CompareOptions;

static const CompareOptions *compared(const Command *c)
{
    return c->own;
}

/* ---- in words ---- */

static void print_better(const Command *command, const Contestants *c, const ComparisonStanding *s, bool first)
{
    const char *better = command->arg[first ? 0 : 1], *worse = command->arg[first ? 1 : 0],
               *score = config_units(&c->config[0])->score;
    double ratio = exp(fabs(s->ratio.log_ratio)), lower = first ? s->lower : 1 / s->upper,
           upper = first ? s->upper : 1 / s->lower;
    if (isinf(ratio))
        printf("%s is better: %s had no %s at all", better, worse, score);
    else
        printf("%s is better: %.4g times the %s of %s (%.4g to %.4g)", better, ratio, score, worse, lower, upper);
}

static void print_ratio(const Contestants *c, const ComparisonStanding *s)
{
    const Units *units = c->setup.objective[0].units;
    if (s->ratio.n == 0) return;
    if (s->ratio.mean_a == 0 && s->ratio.mean_b == 0)
        printf(": neither had any %s, so at most %.2g %% of %s have", config_units(&c->config[0])->score, 100 * s->unseen,
               units->play);
    else if (s->ratio.log_ratio == 0 && s->ratio.sem == 0)
        printf(s->verdict == COMPARISON_OPEN ? ": they scored the same in every %.*s, a ratio of %.4g to %.4g"
                                             : ": they scored the same in every %.*s",
               (int)strlen(units->play) - 1, units->play, s->lower, s->upper);
    else
        printf(": the first has %.4g times the %s of the second (%.4g to %.4g)", exp(s->ratio.log_ratio),
               config_units(&c->config[0])->score, s->lower, s->upper);
}

static void print_verdict(const Command *command, const Contestants *c, const ComparisonStanding *s)
{
    const char *plays = c->setup.objective[0].units->play;
    assert(s->verdict == COMPARISON_OPEN || s->ratio.n > 0);
    switch (s->verdict) {
    case COMPARISON_FIRST:
    case COMPARISON_SECOND: print_better(command, c, s, s->verdict == COMPARISON_FIRST); break;
    case COMPARISON_EQUAL:
        printf("%s and %s are equal within %g %%", command->arg[0], command->arg[1], 100 * compared(command)->margin);
        print_ratio(c, s);
        break;
    case COMPARISON_OPEN:
        printf("it is not known whether %s or %s is better", command->arg[0], command->arg[1]);
        print_ratio(c, s);
    }
    if (s->ratio.n > 0)
        printf(", %g %% confidence after %" PRId64 " %s each%s\n", 100 * (1 - compared(command)->alpha), s->ratio.n, plays,
               s->verdict == COMPARISON_OPEN ? "; more --games may tell" : "");
    else
        printf(": the scores are first compared after %d %s each\n", COMPARISON_FIRST_LOOK, plays);
}

static void print_two(const Command *command, const Contestants *c)
{
    if (comparison_scores(&c->setup.experiment, 0).games == 0)
        return; /* stopped before the first look: there is nothing to show */
    const Units *units = c->setup.objective[0].units;
    task_print(stdout, &c->config[0], false);
    printf("  %14s %20s %10s  weights\n", units->score, "standard deviation", units->play);
    for (int i = 0; i < 2; i++) {
        const ReportedScore s = comparison_score(&c->setup.experiment, i);
        const int64_t cut = (int64_t)s.value[REPORTED_CUT];
        printf("  %14.2f %20.2f %10" PRId64 "  %s, %s %s%s%s%s\n", reported_amount(&s, units, REPORTED_MEAN),
               s.value[REPORTED_SD], s.score.n, command->arg[i], c->config[i].weights.key, c->config[i].weights.name,
               contestants_agent(c, i).text, cut > 0 ? ", " : "",
               report_cut(cut, s.score.n, task_ruled_end(&c->config[0], &c->weights[0]), units->cost).text);
    }
    contestants_print_cost(c);
}

/* ---- for programs ---- */

static void json_verdict(const Command *command, const Contestants *c, const ComparisonStanding *s)
{
    static const char *const verdicts[] = {
        [COMPARISON_OPEN] = "open", [COMPARISON_FIRST] = "first", [COMPARISON_SECOND] = "second", [COMPARISON_EQUAL] = "equal"};
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    contestants_json(&j, c);
    json_text(&j, "verdict", verdicts[s->verdict]);
    json_int(&j, "games", s->ratio.n);
    json_real(&j, "ratio", s->ratio.n > 0 ? exp(s->ratio.log_ratio) : NAN);
    json_real(&j, "lower", s->lower);
    json_real(&j, "upper", s->upper);
    json_real(&j, "alpha", compared(command)->alpha);
    json_real(&j, "margin", compared(command)->margin);
    for (int i = 0; i < 2; i++) {
        json_open(&j, i == 0 ? "first" : "second", '{');
        json_contestant(&j, c, i);
        json_close(&j, '}');
    }
    json_real(&j, "pieces", c->session.run.result.cost);
    json_real(&j, "seconds", c->session.run.seconds);
    json_close(&j, '}');
}

static int run_compare(const Command *command)
{
    static const int statuses[] = {[COMPARISON_OPEN] = STATUS_NOT_KNOWN,
                                   [COMPARISON_FIRST] = STATUS_OK,
                                   [COMPARISON_SECOND] = STATUS_NO,
                                   [COMPARISON_EQUAL] = STATUS_EQUAL};
    CLOSED(contestants_free) Contestants c;
    ComparisonSpec spec = {.rule = COMPARISON_DECIDE,
                           .purpose = RNG_COMPARISON,
                           .games = compared(command)->games,
                           .alpha = compared(command)->alpha,
                           .margin = compared(command)->margin};
    int status = contestants_read(&c, command, false);
    if (status == STATUS_OK) status = contestants_play(&c, command, spec, FOLDER_COMPARISON);
    if (status == STATUS_OK || status == STATUS_STOPPED || status == STATUS_INTERRUPTED) {
        ComparisonStanding s = comparison_standing(&c.setup.experiment);
        if (command->json) {
            json_verdict(command, &c, &s);
        } else {
            print_verdict(command, &c, &s);
            print_two(command, &c);
        }
        if (status == STATUS_OK) status = statuses[s.verdict];
    }
    return status;
}

static const Option compare_options[] = {
    {"--games", "N", OPTION_ROW(CompareOptions, games, PARAM_LONG, COMPARISON_FIRST_LOOK, 1e7),
     .doc = "most games of each; default 100000"},
    {"--alpha", "P", OPTION_ROW(CompareOptions, alpha, PARAM_REAL, 1e-6, 0.5),
     .doc = "probability of saying anything false; default 0.05"},
    {"--margin", "R", OPTION_ROW(CompareOptions, margin, PARAM_REAL, 0, 10),
     .doc = "scores that differ by this share at most are equal; default 0.05; 0: never"},
    {0},
};

const Verb verb_compare = {
    .name = "compare",
    .arguments = "WEIGHTS|RUN WEIGHTS|RUN",
    .least = 2,
    .most = 2,
    .takes = TAKES_WEIGHTS,
    .several = "'swarmtris tournament' takes more than two",
    .shared = true,
    .doc = "plays two weights on the same games until it is known which is better",
    .note = "A run stands for its weights.ini. Both play on the board of the first. Status 0: the first is better; 1: it is\n"
            "worse; 2: they are equal within the margin; 3: that is not known after so many games.",
    .example = "swarmtris compare runs/first params/weights/report-final.ini --margin 0.02",
    .options = {options_set, options_run, compare_options, options_estimator, options_features, options_seed, options_engine,
                options_json, options_quiet, options_verbose},
    .bytes = sizeof(CompareOptions),
    .defaults = &(const CompareOptions){.games = 100000, .alpha = 0.05, .margin = 0.05},
    .run = run_compare,
};

/* ---- tournament ---- */

enum { PLAYERS_MAX = 100 }; /* every pair of players is tested */

typedef struct {
    int64_t games; /* games that each contestant plays */
    double alpha;  /* probability that any statement is false */
    bool halving;  /* the worse half is eliminated, again and again */
    bool skip_bad; /* files that cannot be read are left out */
} RankingOptions;

static const RankingOptions *ranked(const Command *c)
{
    return c->own;
}

/* The score of the best as a multiple of this player's. */
static double best_ratio(const Rank *r)
{
    return r->against.n > 0 ? exp(r->against.log_ratio) : 1;
}

/* Whether this player is significantly worse than the best, at the level alpha. */
static bool is_worse(const Command *c, const Rank *r)
{
    return r->p_mean <= ranked(c)->alpha;
}

/* Prints how many games would tell the best from players that are not worse so far: the fewest and the most of any player. */
static void print_needed(const Command *command, const Contestants *c, const Rank *rank)
{
    double least = HUGE_VAL, most = 0;
    for (int i = 1; i < c->n; i++) {
        const double games = ranking_games(&c->setup.experiment, &rank[i], c->n, ranked(command)->alpha);
        if (is_worse(command, &rank[i])) continue;
        least = fmin(least, games);
        most = fmax(most, games);
    }
    if (most == 0) return;
    const char *plays = c->setup.objective[0].units->play;
    if (isinf(least))
        printf("a million times as many %s would not tell them apart, if the ratios hold\n", plays);
    else if (least == most)
        printf("some %s %s each would suffice, if the ratio holds\n", message_number(least).text, plays);
    else
        printf("some %s %s each would suffice for the first of them, and %s for the last, if the ratios hold\n",
               message_number(least).text, plays, isinf(most) ? "more than a million times as many" : message_number(most).text);
}

static void print_best(const Command *command, const Contestants *c, const Rank *rank)
{
    int alike = 0;
    assert(c->n >= 2);
    for (int i = 1; i < c->n; i++) alike += !is_worse(command, &rank[i]);
    printf("%s has the highest score of %d: the difference to ", c->path[rank[0].player], c->n);
    if (alike == 0)
        printf("%s is significant", c->n == 2 ? "the other" : "each of the others");
    else
        printf("%d of the others is not significant (marked =)", alike);
    printf(", at the %g %% level; p (means) decides\n", 100 * ranked(command)->alpha);
    print_needed(command, c, rank);
}

static void print_ranking(const Command *command, const Contestants *c, const Rank *rank)
{
    const Units *units = c->setup.objective[0].units;
    print_best(command, c, rank);
    task_print(stdout, &c->config[0], false);
    printf("%4s  %14s %14s %14s %10s %11s %10s %10s  weights\n", "rank", units->score, "95 % from", "to", units->play,
           "best / this", "p (means)", "p (ranks)");
    for (int i = 0; i < c->n; i++) {
        const Rank *r = &rank[i];
        const ReportedScore score = comparison_score(&c->setup.experiment, r->player);
        const int64_t cut = (int64_t)score.value[REPORTED_CUT];
        printf("%4d%c %14.2f %14.2f %14.2f %10" PRId64 " %11.4g %10.3g %10.3g  %s%s%s%s\n", i + 1,
               i > 0 && !is_worse(command, r) ? '=' : ' ', reported_amount(&score, units, REPORTED_MEAN),
               reported_amount(&score, units, REPORTED_LOWER), reported_amount(&score, units, REPORTED_UPPER), r->score.n,
               best_ratio(r), r->p_mean, r->p_wilcoxon, c->path[r->player], contestants_agent(c, r->player).text,
               cut > 0 ? ", " : "", report_cut(cut, r->score.n, task_ruled_end(&c->config[0], &c->weights[0]), units->cost).text);
    }
    contestants_print_cost(c);
}

static void json_ranking(const Command *command, const Contestants *c, const Rank *rank)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    contestants_json(&j, c);
    json_real(&j, "alpha", ranked(command)->alpha);
    json_open(&j, "ranking", '[');
    for (int i = 0; i < c->n; i++) {
        const Rank *r = &rank[i];
        json_open(&j, NULL, '{');
        json_contestant(&j, c, r->player);
        json_real(&j, "best_ratio", best_ratio(r));
        json_real(&j, "p_mean", r->p_mean);
        json_real(&j, "p_wilcoxon", r->p_wilcoxon);
        json_bool(&j, "worse_than_best", is_worse(command, r));
        if (i > 0) json_real(&j, "games_to_tell", ranking_games(&c->setup.experiment, r, c->n, ranked(command)->alpha));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_real(&j, "pieces", c->session.run.result.cost);
    json_real(&j, "seconds", c->session.run.seconds);
    json_close(&j, '}');
}

/* Writes ranking.tsv, the table with all its columns. Returns the exit status. */
static int write_table(const Command *command, const Contestants *c, const Rank *rank)
{
    OWNED char *text;
    CLOSED(printed_table_end) PrintedTable t;
    printed_table(&t, files_memory(&text, NULL));
    for (int i = 0; i < c->n; i++) {
        const Rank *r = &rank[i];
        const ReportedScore score = comparison_score(&c->setup.experiment, r->player);
        record_row(&t.record, "ranking");
        record_text(&t.record, "weights", c->path[r->player]);
        record_int(&t.record, "rank", i + 1);
        record_int(&t.record, "player", r->player + 1);
        for (int k = 0; k < REPORTED_FIELDS; k++) record_real(&t.record, reported_fields[k], score.value[k]);
        record_real(&t.record, "best_ratio", best_ratio(r));
        record_real(&t.record, "p_mean", r->p_mean);
        record_real(&t.record, "p_wilcoxon", r->p_wilcoxon);
        record_int(&t.record, "worse_than_best", is_worse(command, r));
        record_end(&t.record);
    }
    files_memory_close(t.out);
    return verbs_write(files_at(command->out, "ranking.tsv").text, text, strlen(text));
}

static int run_tournament(const Command *command)
{
    CLOSED(contestants_free) Contestants c = {0};
    const bool halving = ranked(command)->halving;
    const ComparisonSpec spec = {
        .rule = halving ? COMPARISON_HALVING : COMPARISON_ALL, .purpose = RNG_TOURNAMENT, .games = ranked(command)->games};
    if (command->args > PLAYERS_MAX)
        return verb_fail(STATUS_USAGE, "%d weights: a tournament ranks %d at most, since every pair of them is tested",
                         command->args, PLAYERS_MAX);
    int status = contestants_read(&c, command, ranked(command)->skip_bad);
    if (status == STATUS_OK) status = contestants_play(&c, command, spec, halving ? FOLDER_HALVING : FOLDER_TOURNAMENT);
    if (status == STATUS_OK) {
        OWNED Rank *rank = mem_new((size_t)c.n, sizeof *rank);
        ranking_make(&c.setup.experiment, c.n, rank);
        if (command->json)
            json_ranking(command, &c, rank);
        else
            print_ranking(command, &c, rank);
        if (command->out != NULL && cluster_leads(command->cluster)) status = write_table(command, &c, rank);
        if (command->out != NULL && !command->json && status == STATUS_OK) verbs_say_files(command->out, "ranking");
    }
    return status;
}

static const Option tournament_options[] = {
    {"--games", "N", OPTION_ROW(RankingOptions, games, PARAM_LONG, 2, 1e7), .doc = "games that each plays; default 1000"},
    {"--alpha", "P", OPTION_ROW(RankingOptions, alpha, PARAM_REAL, 1e-6, 0.5),
     .doc = "probability of saying anything false; default 0.05"},
    {"--halving", NULL, OPTION_AT(RankingOptions, halving, OPTION_FLAG),
     .doc = "eliminates the worse half repeatedly, last after half of the games"},
    {"--skip-bad", NULL, OPTION_AT(RankingOptions, skip_bad, OPTION_FLAG), .doc = "leaves out files that cannot be read"},
    {0},
};

const Verb verb_tournament = {
    .name = "tournament",
    .arguments = "WEIGHTS|RUN|FOLDER...",
    .least = 1,
    .most = PLAYERS_MAX,
    .folders = true,
    .takes = TAKES_WEIGHTS,
    .shared = true,
    .doc = "ranks weights by the same games, and marks those that do not differ significantly from the best",
    .note = "A run stands for its weights.ini, a folder for all weights in it and in its folders. All play on the board of the\n"
            "first. The p of the means decides; that of the ranks is Wilcoxon's. A spreadsheet reads DIR/ranking.tsv.",
    .example = "swarmtris tournament runs/first runs/second params/weights/report-final.ini --games 2000",
    .options = {options_set, options_run, tournament_options, options_estimator, options_features, options_seed, options_engine,
                options_json, options_quiet, options_verbose},
    .bytes = sizeof(RankingOptions),
    .defaults = &(const RankingOptions){.games = 1000, .alpha = 0.05},
    .run = run_tournament,
};
