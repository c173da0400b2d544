/* verb_compare.c. swarmtris compare A B: which of two weights is better, by how much, and with which probability of error. */
#include "cli/contestants.h"
#include "cli/task.h"
#include "cli/verbs.h"
#include "file/json.h"
#include "run/results.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t games; /* the most games that each contestant plays */
    double alpha;  /* probability that any statement is false */
    double margin; /* scores are equal if their ratio is at most 1 + margin */
} CompareOptions;

static const CompareOptions *own(const Command *o)
{
    return o->own;
}

/* ---- in words ---- */

static void print_better(const Command *o, const Contestants *e, const ComparisonStanding *s, bool first)
{
    const char *better = o->arg[first ? 0 : 1], *worse = o->arg[first ? 1 : 0], *score = config_units(&e->config[0])->score;
    double ratio = exp(fabs(s->ratio.log_ratio)), lower = first ? s->lower : 1 / s->upper,
           upper = first ? s->upper : 1 / s->lower;
    if (isinf(ratio))
        printf("%s is better: %s had no %s at all", better, worse, score);
    else
        printf("%s is better: %.4g times the %s of %s (%.4g to %.4g)", better, ratio, score, worse, lower, upper);
}

static void print_ratio(const Contestants *e, const ComparisonStanding *s)
{
    const Units *units = e->setup.objective[0].units;
    if (s->ratio.n == 0) return;
    if (s->ratio.mean_a == 0 && s->ratio.mean_b == 0)
        printf(": neither had any %s, so at most %.2g %% of %s have", config_units(&e->config[0])->score, 100 * s->unseen,
               units->play);
    else if (s->ratio.log_ratio == 0 && s->ratio.sem == 0)
        printf(s->verdict == COMPARISON_OPEN ? ": they scored the same in every %.*s, a ratio of %.4g to %.4g"
                                             : ": they scored the same in every %.*s",
               (int)strlen(units->play) - 1, units->play, s->lower, s->upper);
    else
        printf(": the first has %.4g times the %s of the second (%.4g to %.4g)", exp(s->ratio.log_ratio),
               config_units(&e->config[0])->score, s->lower, s->upper);
}

static void print_sentence(const Command *o, const Contestants *e, const ComparisonStanding *s)
{
    const char *plays = e->setup.objective[0].units->play;
    assert(s->verdict == COMPARISON_OPEN || s->ratio.n > 0);
    switch (s->verdict) {
    case COMPARISON_FIRST:
    case COMPARISON_SECOND: print_better(o, e, s, s->verdict == COMPARISON_FIRST); break;
    case COMPARISON_EQUAL:
        printf("%s and %s are equal within %g %%", o->arg[0], o->arg[1], 100 * own(o)->margin);
        print_ratio(e, s);
        break;
    case COMPARISON_OPEN: printf("it is not known whether %s or %s is better", o->arg[0], o->arg[1]); print_ratio(e, s);
    }
    if (s->ratio.n > 0)
        printf(", %g %% confidence after %" PRId64 " %s each%s\n", 100 * (1 - own(o)->alpha), s->ratio.n, plays,
               s->verdict == COMPARISON_OPEN ? "; more --games may tell" : "");
    else
        printf(": the scores are first compared after %d %s each\n", COMPARISON_FIRST_LOOK, plays);
}

static void print_table(const Command *o, const Contestants *e)
{
    if (comparison_scores(&e->setup.experiment, 0).games == 0)
        return; /* stopped before the first look: there is nothing to show */
    const Units *units = e->setup.objective[0].units;
    task_print(stdout, &e->config[0], false);
    printf("  %14s %20s %10s  weights\n", units->score, "standard deviation", units->play);
    for (int i = 0; i < 2; i++) {
        const ReportedScore s = comparison_score(&e->setup.experiment, i);
        const int64_t cut = (int64_t)s.value[REPORTED_CUT];
        printf("  %14.2f %20.2f %10" PRId64 "  %s, %s %s%s%s%s\n", reported_amount(&s, units, REPORTED_MEAN),
               s.value[REPORTED_SD], s.score.n, o->arg[i], e->config[i].weights.key, e->config[i].weights.name,
               contestants_agent(e, i).text, cut > 0 ? ", " : "",
               report_cut(cut, s.score.n, task_ruled_end(&e->config[0], &e->weights[0]), units->cost).text);
    }
    contestants_print_cost(e);
}

/* ---- for programs ---- */

static void json_player(Json *j, const char *key, const Command *o, const Contestants *e, int player)
{
    const ReportedScore s = comparison_score(&e->setup.experiment, player);
    json_open(j, key, '{');
    json_text(j, "weights", o->arg[player]);
    json_text(j, e->config[player].weights.key, e->config[player].weights.name);
    report_json(j, &s);
    json_close(j, '}');
}

static void print_json(const Command *o, const Contestants *e, const ComparisonStanding *s)
{
    static const char *const verdicts[] = {
        [COMPARISON_OPEN] = "open", [COMPARISON_FIRST] = "first", [COMPARISON_SECOND] = "second", [COMPARISON_EQUAL] = "equal"};
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    contestants_json(&j, e);
    json_text(&j, "verdict", verdicts[s->verdict]);
    json_int(&j, "games", s->ratio.n);
    json_real(&j, "ratio", s->ratio.n > 0 ? exp(s->ratio.log_ratio) : NAN);
    json_real(&j, "lower", s->lower);
    json_real(&j, "upper", s->upper);
    json_real(&j, "alpha", own(o)->alpha);
    json_real(&j, "margin", own(o)->margin);
    json_player(&j, "first", o, e, 0);
    json_player(&j, "second", o, e, 1);
    json_real(&j, "pieces", e->session.run.result.cost);
    json_real(&j, "seconds", e->session.run.seconds);
    json_close(&j, '}');
}

static int run(const Command *o)
{
    static const int statuses[] = {[COMPARISON_OPEN] = STATUS_NOT_KNOWN,
                                   [COMPARISON_FIRST] = STATUS_OK,
                                   [COMPARISON_SECOND] = STATUS_NO,
                                   [COMPARISON_EQUAL] = STATUS_EQUAL};
    Contestants e;
    ComparisonSpec spec = {.rule = COMPARISON_DECIDE,
                           .purpose = RNG_COMPARISON,
                           .games = own(o)->games,
                           .alpha = own(o)->alpha,
                           .margin = own(o)->margin};
    int status = contestants_read(&e, o, false);
    if (status == STATUS_OK) status = contestants_play(&e, o, spec, "comparison");
    if (status == STATUS_OK || status == STATUS_STOPPED || status == STATUS_INTERRUPTED) {
        ComparisonStanding s = comparison_standing(&e.setup.experiment);
        if (o->json) {
            print_json(o, &e, &s);
        } else {
            print_sentence(o, &e, &s);
            print_table(o, &e);
        }
        if (status == STATUS_OK) status = statuses[s.verdict];
    }
    contestants_free(&e);
    return status;
}

static const Option options[] = {
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
    .options = {options_set, options_run, options, options_estimator, options_features, options_seed, options_engine,
                options_json, options_quiet, options_verbose},
    .bytes = sizeof(CompareOptions),
    .defaults = &(const CompareOptions){.games = 100000, .alpha = 0.05, .margin = 0.05},
    .run = run,
};
