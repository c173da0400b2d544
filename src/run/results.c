/* results.c. Writes the results of a run to standard output and to run.json. */
#include "run/results.h"

#include "analysis/heldout.h"
#include "base/mem.h"
#include "base/real.h"
#include "file/files.h"
#include "run/announce.h"
#include "run/version.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- tables ---- */

Summary report_summary(const double *score, int64_t n)
{
    Summary s = {0};
    assert(n >= 1 && n <= INT32_MAX);
    OWNED double *sorted = mem_new((size_t)n, sizeof *sorted);
    for (int64_t i = 0; i < n; i++) stats_add(&s.stats, score[i]);
    memcpy(sorted, score, (size_t)n * sizeof *sorted);
    stats_sort(sorted, (int)n);
    s.median = stats_quantile(sorted, (int)n, 0.5);
    s.min = sorted[0];
    s.max = sorted[n - 1];
    return s;
}

/* ---- what only a meta search has to report: without its tables nothing is printed ---- */

/* "1.031 (1.012..1.05)": how many times as high the scores are, with the 95 % interval. */
static void print_ratio(FILE *out, const Stats *log_ratio)
{
    double ci = stats_ci95(log_ratio);
    fprintf(out, "%.4g", real_exp(log_ratio->mean));
    if (!isinf(ci)) fprintf(out, " (%.4g..%.4g)", real_exp(log_ratio->mean - ci), real_exp(log_ratio->mean + ci));
}

/* Prints medians of all scores on one problem with one budget: of the tuned and of the untuned values. */
static void print_part(FILE *out, const Heldout *h, int k)
{
    const Part *p = &h->parts.part[k];
    OWNED double *reported = mem_new((size_t)p->n, sizeof *reported);
    fprintf(out, "  %-18s", p->label);
    for (int i = 0; i < h->players && i < 2; i++) {
        const int n = heldout_reported(h, k, i, reported);
        stats_sort(reported, n);
        const double median = stats_quantile(reported, n, 0.5);
        fprintf(out, " %10.4g", p->errors ? 0 - median : median);
    }
    fprintf(out, "  %s, %d blocks", p->errors ? "error" : "score", p->n);
    if (!p->errors) fputs(", ratio ", out), print_ratio(out, &h->test[0].part[k].log_ratio);
    fputc('\n', out);
}

/* "tuned is better than vdbergh: wins 91.2 % of 255 blocks, p = 1.2e-20; of 15 problems and budgets better on 12, worse on 0" */
static void print_test(FILE *out, const Heldout *h, int baseline)
{
    assert(baseline >= 1 && baseline < h->players);
    const HeldoutTest *t = &h->test[baseline - 1];
    int better = 0, worse = 0;
    for (int k = 0; k < h->parts.n; k++) {
        better += heldout_sign(&t->part[k]) > 0;
        worse += heldout_sign(&t->part[k]) < 0;
    }
    fprintf(out, "%s is %s %s: wins %.1f %% of %d blocks, p = %.3g", h->name[0], heldout_verdict(&t->all), h->name[baseline],
            100 * t->all.wins, h->table.rows, t->all.p);
    if (t->all.log_ratio.n == h->table.rows)
        fputs(", scores are ", out), print_ratio(out, &t->all.log_ratio), fputs(" times as high", out);
    if (h->parts.n > 1) fprintf(out, "; of %d problems and budgets better on %d, worse on %d", h->parts.n, better, worse);
    fputc('\n', out);
}

/* Prints statistics of heldout.tsv: medians of each problem and budget, and the tests of tuned against all others. */
static void print_heldout(FILE *out, const char *dir)
{
    CLOSED(errors_free) Errors ignored = {0};
    CLOSED(heldout_free) Heldout h;
    if (heldout_read(&h, dir, &ignored) != STATUS_OK) return;
    fprintf(out, "held-out medians          tuned    untuned\n");
    for (int k = 0; k < h.parts.n; k++) print_part(out, &h, k);
    for (int i = 1; i < h.players; i++) print_test(out, &h, i);
}

/* ---- the report ---- */

/* "; on another board: height = 16": printed if the board of a reported score differs from the one that the run reports, so that
 * the two scores cannot be compared. */
static void print_board(FILE *out, const Setup *s, int objective)
{
    char value[PARAM_TEXT_MAX];
    const char *key;
    for (int i = 0; (key = setup_deviation(s, objective, i, value, sizeof value)) != NULL; i++)
        fprintf(out, "%s %s = %s", i == 0 ? "; on another board:" : ",", key, value);
}

Brief report_cut(int64_t cut, int64_t plays, int64_t rule, const char *cost)
{
    Brief b = {""};
    assert(cut >= 0 && cut <= plays);
    if (cut > 0 && rule > 0)
        snprintf(b.text, sizeof b.text, "%" PRId64 " of %" PRId64 " played all %" PRId64 " %s: the rule of this game", cut, plays,
                 rule, cost);
    else if (cut > 0)
        snprintf(b.text, sizeof b.text, "%" PRId64 " of %" PRId64 " cut off: a lower bound", cut, plays);
    return b;
}

Brief report_over(double share)
{
    Brief b;
    assert(share > 0);
    if (share >= 0.995)
        snprintf(b.text, sizeof b.text, "%.40s times as much", message_number(1 + share).text);
    else
        snprintf(b.text, sizeof b.text, "%.2g %% over", 100 * share);
    return b;
}

static void print_reported(FILE *out, const Setup *s, const ReportedScore *reported, int finalists)
{
    const Units *units = setup_units(s, reported->objective);
    const double lower = reported_amount(reported, units, REPORTED_LOWER),
                 upper = reported_amount(reported, units, REPORTED_UPPER);
    const int64_t cut = (int64_t)reported->value[REPORTED_CUT];
    fprintf(out, "%-11s %.6g %s", reported->name, reported_amount(reported, units, REPORTED_MEAN), units->score);
    if (lower < upper) fprintf(out, "  (95 %% interval %.6g..%.6g)", lower, upper);
    fprintf(out, "  %s", message_count(reported->score.n, units->play).text);
    if (setup_estimator(s, reported->objective) != NULL) fprintf(out, ", estimated by splitting");
    if (cut > 0) fprintf(out, ", %s", report_cut(cut, reported->score.n, s->config->objective.max_pieces, units->cost).text);
    if (config_units(s->config)->noisy) fprintf(out, ", %s", reported_worth(reported->name, finalists, units->play).text);
    print_board(out, s, reported->objective);
    fputc('\n', out);
}

/* By which share the training exceeded the budget that ended it; 0: it did not. Only here is its time known. */
static double overspent(const Config *c, const Result *r, const RunTimes *t)
{
    const double budget = 60 * c->train.training.minutes;
    if (strcmp(r->ended, "minutes") != 0) return r->overspent;
    return t->training > budget ? t->training / budget - 1 : 0;
}

/* Prints the reason why the training ended, as a sentence, and by how much it exceeded its budget. */
static void print_end(FILE *out, const Config *c, const Result *r, const RunTimes *t)
{
    char value[PARAM_TEXT_MAX];
    if (r->ended == NULL) return;
    assert(param_find(train_training_params, r->ended) != NULL);
    param_print(param_find(train_training_params, r->ended), &c->train.training, value, sizeof value);
    fprintf(out, "training ended: %s (%s = %s", train_ended(r->ended), r->ended, value);
    const double share = overspent(c, r, t);
    if (share >= 0.0005 && strcmp(r->ended, "total_pieces") == 0 && train_shares_pieces(&c->train)) /* the base of share */
        fprintf(out, ", of which the search has %.15g", train_pieces(&c->train));
    if (share >= 0.0005) fprintf(out, "; %s", report_over(share).text);
    if (share >= 0.0005 && strcmp(r->ended, "minutes") != 0) fprintf(out, ", since the last iteration was played to its end");
    fprintf(out, ")\n");
}

/* What all plays of a run are called: those of the search, unless a reported score is made of others. */
static const char *plays_name(const Setup *s, const Result *r)
{
    const char *name = setup_play_name(s);
    for (int i = 0; i < r->n_reported; i++)
        if (strcmp(setup_units(s, r->reported[i].objective)->play, name) != 0) return "plays";
    return name;
}

/* "295 games, 2.95k pieces in 3 s (983 pieces/s)" */
static void print_cost(FILE *out, const Setup *s, const Result *r, double seconds)
{
    const Units *units = config_units(s->config);
    const char *cost = setup_cost_name(s);
    if (!units->unit_cost) fprintf(out, "%" PRId64 " %s, ", r->plays, plays_name(s, r));
    fprintf(out, "%s %s in %s (%s %s/s)\n", message_number(r->cost).text, cost, message_duration(seconds).text,
            message_number(seconds > 0 ? r->cost / seconds : 0).text, cost);
}

/* Prints the values that a meta search has found, a line for each tuned name. */
static void print_found(FILE *out, const Tune *tune, const double *x)
{
    char text[PARAM_TEXT_MAX];
    for (int i = 0; i < tune->n; i++) {
        const Tuned *t = &tune->tuned[i];
        tuned_print(t, tuned_at(t, x), text, sizeof text);
        if (t->values > 0)
            fprintf(out, "  %s = %s\n", t->name, text);
        else
            fprintf(out, "  %s = %.6g\n", t->name, tuned_at(t, x));
    }
}

/* Prints how many games were cut off before their end, which makes the mean of their scores a lower bound. */
static void print_cut(FILE *out, const Setup *s, const Result *r)
{
    if (r->cut == 0) return;
    fprintf(out, "%s cut off after %" PRId64 " %s, ten times training.total_pieces: longer ones need objective.max_pieces\n",
            message_count(r->cut, "games").text, config_game_end(s->config, 0), setup_cost_name(s));
}

void report_print(FILE *out, const Setup *s, const Result *r, const RunTimes *t, const char *dir)
{
    const Config *c = s->config;
    for (int i = r->n_reported - 1; i >= 0; i--) print_reported(out, s, &r->reported[i], r->finalists);
    if (r->x != NULL) print_found(out, &s->tuning.problems.tune, r->x);
    if (r->centroid != NULL) fprintf(out, "selected: a centroid, %s (selection.centroids)\n", r->centroid);
    if (dir != NULL) print_heldout(out, dir);
    print_end(out, c, r, t);
    print_cost(out, s, r, t->all);
    if (c->objective.max_pieces > 0)
        fprintf(out, "every game ended after at most %" PRId64 " %s (objective.max_pieces)\n", c->objective.max_pieces,
                setup_cost_name(s));
    print_cut(out, s, r);
    if (dir != NULL && r->x != NULL)
        fprintf(out, "%s: %s/%s\n", c->optimiser->maps ? "luckiest point of the map" : c->kind->found, dir, c->kind->file);
}

/* ---- run.json ---- */

/* Adds what a training runs; nothing if weights are evaluated. */
static void json_search(Json *j, const Setup *s)
{
    char line[ANNOUNCE_MAX];
    if (s->trainings.n == 0) return;
    json_text(j, "search", announce_search(s->config, line));
    json_text(j, "preset", announce_preset(s->config, line));
}

void report_json(Json *j, const ReportedScore *s)
{
    for (int k = 0; k < REPORTED_FIELDS; k++) json_real(j, reported_fields[k], s->value[k]);
}

static void json_reported(Json *j, const Setup *setup, const Result *r)
{
    char value[PARAM_TEXT_MAX];
    const char *differs;
    json_open(j, "reported", '{');
    for (int i = 0; i < r->n_reported; i++) {
        const int objective = r->reported[i].objective;
        json_open(j, r->reported[i].name, '{');
        report_json(j, &r->reported[i]);
        if (setup_estimator(setup, objective) != NULL) json_text(j, "estimator", setup_estimator(setup, objective));
        for (int k = 0; (differs = setup_deviation(setup, objective, k, value, sizeof value)) != NULL; k++)
            json_text(j, differs, value);
        json_close(j, '}');
    }
    json_close(j, '}');
}

void report_run(FILE *out, const Setup *s, int argc, char *const *argv, const char *state, const Result *r, double seconds)
{
    assert(seconds >= 0 && s->evaluator != NULL);
    char host[256] = "", stamp[32];
    time_t now = time(NULL);
    struct tm when;
    Json j = {.out = out};
    gethostname(host, sizeof host - 1);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &when));
    json_open(&j, NULL, '{');
    json_int(&j, "format", FORMAT_NOW);
    json_text(&j, "state", state);
    json_text(&j, "written", stamp);
    json_text(&j, "version", version_number);
    json_text(&j, "commit", version_commit);
    json_text(&j, "compiler", version_compiler);
    json_text(&j, "flags", version_flags);
    json_open(&j, "argv", '[');
    for (int i = 0; i < argc; i++) json_text(&j, NULL, argv[i]);
    json_close(&j, ']');
    json_text(&j, "host", host);
    json_u64(&j, "seed", s->config->experiment.seed);
    json_search(&j, s);
    engine_info_json(&j, s);
    json_real(&j, "seconds", seconds);
    json_int(&j, "games", r->plays);
    json_real(&j, "pieces", r->cost);
    if (r->ended != NULL) json_text(&j, "training_ended_by", r->ended);
    if (r->overspent > 0) json_real(&j, "training_overspent", r->overspent);
    if (r->cut > 0) json_int(&j, "cut_off_by_budget", r->cut);
    if (r->finalists > 0) json_int(&j, "finalists", r->finalists);
    json_reported(&j, s, r);
    json_close(&j, '}');
}
