/* verb_tournament.c. swarmtris tournament RUN...: ranks weights; marks those that do not differ significantly from the best. */
#include "base/mem.h"
#include "cli/contestants.h"
#include "cli/task.h"
#include "cli/verbs.h"
#include "experiment/comparison.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/results.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 100 }; /* every pair of players is tested */

typedef struct {
    int64_t games; /* games that each contestant plays */
    double alpha;  /* probability that any statement is false */
    bool halving;  /* the worse half is eliminated, again and again */
    bool skip_bad; /* files that cannot be read are left out */
} TournamentOptions;

static const TournamentOptions *own(const Command *o)
{
    return o->own;
}

/* The score of the best as a multiple of this player's. */
static double best_ratio(const Rank *r)
{
    return r->against.n > 0 ? exp(r->against.log_ratio) : 1;
}

/* Whether this player is significantly worse than the best, at the level alpha. */
static bool is_worse(const Command *o, const Rank *r)
{
    return r->p_mean <= own(o)->alpha;
}

/* Prints how many games would tell the best from players that are not worse so far: the fewest and the most of any player. */
static void print_needed(const Command *o, const Contestants *e, const Rank *rank)
{
    double least = HUGE_VAL, most = 0;
    for (int i = 1; i < e->n; i++) {
        const double games = ranking_games(&e->setup.experiment, &rank[i], e->n, own(o)->alpha);
        if (is_worse(o, &rank[i])) continue;
        least = fmin(least, games);
        most = fmax(most, games);
    }
    if (most == 0) return;
    const char *plays = e->setup.objective[0].units->play;
    if (isinf(least))
        printf("a million times as many %s would not tell them apart, if the ratios hold\n", plays);
    else if (least == most)
        printf("some %s %s each would suffice, if the ratio holds\n", message_number(least).text, plays);
    else
        printf("some %s %s each would suffice for the first of them, and %s for the last, if the ratios hold\n",
               message_number(least).text, plays, isinf(most) ? "more than a million times as many" : message_number(most).text);
}

static void print_sentence(const Command *o, const Contestants *e, const Rank *rank)
{
    int alike = 0;
    assert(e->n >= 2);
    for (int i = 1; i < e->n; i++) alike += !is_worse(o, &rank[i]);
    printf("%s has the highest score of %d: the difference to ", e->path[rank[0].player], e->n);
    if (alike == 0)
        printf("%s is significant", e->n == 2 ? "the other" : "each of the others");
    else
        printf("%d of the others is not significant (marked =)", alike);
    printf(", at the %g %% level; p (means) decides\n", 100 * own(o)->alpha);
    print_needed(o, e, rank);
}

static void print_table(const Command *o, const Contestants *e, const Rank *rank)
{
    const Units *units = e->setup.objective[0].units;
    print_sentence(o, e, rank);
    task_print(stdout, &e->config[0], false);
    printf("%4s  %14s %14s %14s %10s %11s %10s %10s  weights\n", "rank", units->score, "95 % from", "to", units->play,
           "best / this", "p (means)", "p (ranks)");
    for (int i = 0; i < e->n; i++) {
        const Rank *r = &rank[i];
        const ReportedScore score = comparison_score(&e->setup.experiment, r->player);
        const int64_t cut = (int64_t)score.value[REPORTED_CUT];
        printf("%4d%c %14.2f %14.2f %14.2f %10" PRId64 " %11.4g %10.3g %10.3g  %s%s%s%s\n", i + 1,
               i > 0 && !is_worse(o, r) ? '=' : ' ', reported_amount(&score, units, REPORTED_MEAN),
               reported_amount(&score, units, REPORTED_LOWER), reported_amount(&score, units, REPORTED_UPPER), r->score.n,
               best_ratio(r), r->p_mean, r->p_wilcoxon, e->path[r->player], contestants_agent(e, r->player).text,
               cut > 0 ? ", " : "", report_cut(cut, r->score.n, task_ruled_end(&e->config[0], &e->weights[0]), units->cost).text);
    }
    contestants_print_cost(e);
}

static void print_json(const Command *o, const Contestants *e, const Rank *rank)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    contestants_json(&j, e);
    json_real(&j, "alpha", own(o)->alpha);
    json_open(&j, "ranking", '[');
    for (int i = 0; i < e->n; i++) {
        const Rank *r = &rank[i];
        const ReportedScore score = comparison_score(&e->setup.experiment, r->player);
        json_open(&j, NULL, '{');
        json_text(&j, "weights", e->path[r->player]);
        json_text(&j, e->config[r->player].weights.key, e->config[r->player].weights.name);
        report_json(&j, &score);
        json_real(&j, "best_ratio", best_ratio(r));
        json_real(&j, "p_mean", r->p_mean);
        json_real(&j, "p_wilcoxon", r->p_wilcoxon);
        json_bool(&j, "worse_than_best", is_worse(o, r));
        if (i > 0) json_real(&j, "games_to_tell", ranking_games(&e->setup.experiment, r, e->n, own(o)->alpha));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_real(&j, "pieces", e->session.run.result.cost);
    json_real(&j, "seconds", e->session.run.seconds);
    json_close(&j, '}');
}

/* Writes ranking.tsv, the table with all its columns. Returns the exit status. */
static int write_table(const Command *o, const Contestants *e, const Rank *rank)
{
    OWNED char *text;
    CLOSED(printed_table_end) PrintedTable t;
    printed_table(&t, files_memory(&text, NULL));
    for (int i = 0; i < e->n; i++) {
        const Rank *r = &rank[i];
        const ReportedScore score = comparison_score(&e->setup.experiment, r->player);
        record_row(&t.record, "ranking");
        record_text(&t.record, "weights", e->path[r->player]);
        record_int(&t.record, "rank", i + 1);
        record_int(&t.record, "player", r->player + 1);
        for (int k = 0; k < REPORTED_FIELDS; k++) record_real(&t.record, reported_fields[k], score.value[k]);
        record_real(&t.record, "best_ratio", best_ratio(r));
        record_real(&t.record, "p_mean", r->p_mean);
        record_real(&t.record, "p_wilcoxon", r->p_wilcoxon);
        record_int(&t.record, "worse_than_best", is_worse(o, r));
        record_end(&t.record);
    }
    files_memory_close(t.out);
    return verbs_write(files_at(o->out, "ranking.tsv").text, text, strlen(text));
}

static int run(const Command *o)
{
    Contestants e;
    const bool halving = own(o)->halving;
    const ComparisonSpec spec = {
        .rule = halving ? COMPARISON_HALVING : COMPARISON_ALL, .purpose = RNG_TOURNAMENT, .games = own(o)->games};
    if (o->args > PLAYERS_MAX)
        return verb_fail(STATUS_USAGE, "%d weights: a tournament ranks %d at most, since every pair of them is tested", o->args,
                         PLAYERS_MAX);
    int status = contestants_read(&e, o, own(o)->skip_bad);
    if (status == STATUS_OK) status = contestants_play(&e, o, spec, halving ? "tournament by halving" : "tournament");
    if (status == STATUS_OK) {
        Rank *rank = mem_new((size_t)e.n, sizeof *rank);
        ranking_make(&e.setup.experiment, e.n, rank);
        if (o->json)
            print_json(o, &e, rank);
        else
            print_table(o, &e, rank);
        if (o->out != NULL && cluster_leads(o->cluster)) status = write_table(o, &e, rank);
        if (o->out != NULL && !o->json && status == STATUS_OK) verbs_say_files(o->out, "ranking");
        free(rank);
    }
    contestants_free(&e);
    return status;
}

static const Option options[] = {
    {"--games", "N", OPTION_ROW(TournamentOptions, games, PARAM_LONG, 2, 1e7), .doc = "games that each plays; default 1000"},
    {"--alpha", "P", OPTION_ROW(TournamentOptions, alpha, PARAM_REAL, 1e-6, 0.5),
     .doc = "probability of saying anything false; default 0.05"},
    {"--halving", NULL, OPTION_AT(TournamentOptions, halving, OPTION_FLAG),
     .doc = "eliminates the worse half repeatedly, last after half of the games"},
    {"--skip-bad", NULL, OPTION_AT(TournamentOptions, skip_bad, OPTION_FLAG), .doc = "leaves out files that cannot be read"},
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
    .options = {options_set, options_run, options, options_estimator, options_features, options_seed, options_engine,
                options_json, options_quiet, options_verbose},
    .bytes = sizeof(TournamentOptions),
    .defaults = &(const TournamentOptions){.games = 1000, .alpha = 0.05},
    .run = run,
};
