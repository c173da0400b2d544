/* results.c. What a run is in words; then its results on standard output, as run.json, as a file of weights or tuned keys, and as
 * small tables for charts. */
#include "run/results.h"

#include "analysis/meta_blocks.h"
#include "base/mem.h"
#include "base/real.h"
#include "base/text.h"
#include "config/config_read.h"
#include "config/kinds.h"
#include "experiment/meta.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/tsv.h"
#include "run/environment.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the search in words ---- */

/* Adds "particles = 40, topology = ring": those rows of a section that matter and are announced or were changed. */
static void add_rows(const Config *c, const char *section, Text *out)
{
    Unmet unmet;
    const char *between = ": ";
    for (int p = 0; p < c->parts; p++) {
        const ConfigPart *part = &c->part[p];
        if (strcmp(part->section, section) != 0 || part->block == &c->optimiser_choice) continue;
        for (int i = 0; part->table[i].key != NULL; i++) {
            const bool changed = part->key[i].kind == ORIGIN_GIVEN && !part->key[i].usual;
            if ((!part->table[i].announced && !changed) || !config_matters(c, &part->key[i], &unmet)) continue;
            text_add(out, "%s%s = %s", between, part->table[i].key, config_show(&part->key[i]).text);
            between = ", ";
        }
    }
}

const char *announce_search(const Config *c, char *out)
{
    Text text = text_in(out, ANNOUNCE_MAX);
    const TrainingOptions *t = &c->train.training;
    const AboutAllocation *allocation = &allocation_about[t->allocation.rule];
    const ConfigKey *preset = config_key(c, "optimiser", "preset");
    assert(config_uses(c, "optimiser"));
    text_add(&text, "%s", c->optimiser->name);
    if (c->optimiser_choice.preset[0] != '\0') text_add(&text, ", preset %s", c->optimiser_choice.preset);
    if (preset->kind == ORIGIN_DEFAULT && c->optimiser_choice.preset[0] != '\0') text_add(&text, " (%s)", preset->origin);
    add_rows(c, "optimiser", &text);
    text_add(&text, "; %s%s a position", allocation->amount, message_count(train_games(&c->train), config_units(c)->play).text);
    if (allocation->in_stages || allocation->replays) text_add(&text, ", allocation %s", allocation_names[t->allocation.rule]);
    text_add(&text, ", fitness %s", config_show(config_key(c, "training", "fitness")).text);
    return out;
}

/* ---- the preset ---- */

/* kept: adds "training.games = 1" for each of the settings of a preset that c has. Else adds "training.games = 10 instead of 1"
 * for each that c has changed. */
static void add_settings(const Config *c, const char *settings, bool kept, Text *out)
{
    char word[128];
    for (int i = 0; settings != NULL && text_word(settings, i, word, sizeof word); i++) {
        char *preset = strchr(word, '=');
        assert(preset != NULL);
        *preset++ = '\0';
        const ConfigText value = config_show(config_find(c, word, "optimiser"));
        if ((strcmp(value.text, preset) == 0) != kept) continue;
        text_add(out, "%s%s = %s", out->used > 0 ? ", " : "", word, value.text);
        if (!kept) text_add(out, " instead of %s", preset);
    }
}

const char *announce_preset(const Config *c, char *out)
{
    char elsewhere[ANNOUNCE_MAX / 2], changed[ANNOUNCE_MAX / 2];
    const Preset *p = config_preset(c->optimiser, c->optimiser_choice.preset);
    Text text = text_in(out, ANNOUNCE_MAX), sets = text_in(elsewhere, sizeof elsewhere),
         changes = text_in(changed, sizeof changed);
    if (p == NULL) return out;
    add_settings(c, p->implied, true, &sets);
    add_settings(c, p->settings, false, &changes);
    add_settings(c, p->implied, false, &changes);
    if (sets.used > 0) text_add(&text, "%s also sets %s", p->name, elsewhere);
    if (changes.used > 0) text_add(&text, sets.used > 0 ? "; changed: %s" : "changed: %s", changed);
    return out;
}

/* ---- the budget ---- */

/* What a training takes at most, by its options and by those of c that limit a game. */
static Budget budget_of(const TrainSpec *spec, const Config *c)
{
    const TrainOptions *o = &spec->options;
    const TrainingOptions *t = &o->training;
    const double longest = c->kind->scores_games ? (double)config_search_longest(c) : 0, pieces = train_pieces(o);
    Budget b = {
        .training = t->iterations > 0 ? (double)t->iterations * (double)trainings_iteration(spec).most : HUGE_VAL,
        .selection = train_shares_pieces(o) ? 0 : (double)train_finalists(o) * train_final_games(o),
        .selection_turns = train_shares_pieces(o) ? (double)t->total_pieces - pieces : 0,
        .validation = (double)o->validation.games * (1 + spec->baselines),
        .minutes = t->minutes > 0 ? t->minutes : HUGE_VAL,
    };
    if (t->total_games > 0) b.training = fmin(b.training, (double)train_budget(o));
    b.turns = fmin(longest > 0 ? b.training * longest : HUGE_VAL, pieces > 0 ? pieces : HUGE_VAL);
    return b;
}

/* Prints ", 1.2M pieces in the selection"; nothing if n is 0 or not known. */
static void print_amount(FILE *out, double n, const char *what, const char *where, bool *first)
{
    if (!(n > 0) || isinf(n)) return;
    fprintf(out, "%s%s %s%s", *first ? " " : ", ", message_number(n).text, what, where);
    *first = false;
}

Budget announce_budget(FILE *out, const Setup *s)
{
    const bool tunes = s->config->kind->tunes;
    assert(s->trainings.n >= 1);
    Budget b = budget_of(tunes ? &s->tuning.spec.outer : &s->trainings.spec[0], s->config);
    const char *turns = setup_cost_name(s), *plays = setup_play_name(s);
    bool first = true;
    if (tunes) b.ablation = (double)s->config->meta.ablation * meta_ablation_settings(s->tuning.spec.tuneds);
    fprintf(out, "budget: training up to");
    print_amount(out, b.training, plays, "", &first);
    if (!config_units(s->config)->unit_cost) print_amount(out, b.turns, turns, "", &first);
    print_amount(out, b.minutes, "minutes", "", &first);
    fprintf(out, "; then");
    first = true;
    print_amount(out, b.selection, plays, " in the selection", &first);
    print_amount(out, b.selection_turns, turns, " in the selection", &first);
    print_amount(out, b.validation, plays, " in the validation", &first);
    print_amount(out, b.ablation, plays, " in the ablation", &first);
    fprintf(out, first ? " nothing\n" : "\n");
    return b;
}

/* ---- the engine: which one plays, on how many threads, and why ---- */

/* The task whose engine is named: the first that auto plays on the reference, else the first one; NULL: no task has a player. */
static const Task *named_task(const Setup *s)
{
    const Task *first = NULL;
    for (int i = 0; i < s->tasks.n; i++) {
        const Task *t = &s->tasks.task[i];
        if (t->rules == NULL || t->player.engine == NULL) continue;
        if (t->player.refused != NULL) return t;
        if (first == NULL) first = t;
    }
    return first;
}

/* Adds the names of those features that by themselves make the lanes refuse a set, or slow; there may be none. */
static void add_features(Text *t, const Player *p)
{
    const Game *g = p->r.game;
    const Lanes *l = g->lanes != NULL && p->agent->turn != NULL ? g->lanes[0] : NULL;
    const FeatureSet none = {.name = "", .source = ""};
    if (l != NULL && l->refuses(p->r.rules, &none) != NULL) return; /* the rules are refused */
    for (int i = 0; l != NULL && p->r.observer == NULL && i < p->r.set->n; i++) {
        const FeatureSet one = {.name = "", .source = "", .index = &p->r.set->index[i], .n = 1};
        if (l->refuses(p->r.rules, &one) == NULL && (l->slows == NULL || l->slows(&one) == NULL)) continue;
        text_add(t, "%s %s", t->used > 0 ? "," : "", features_name(g, one.index[0]));
    }
}

/* "the lanes do not know blocked_tops": why auto chose the reference. */
static void add_reason(Text *t, const Player *p)
{
    char names[400];
    Text features = text_in(names, sizeof names);
    add_features(&features, p);
    if (features.used > 0)
        text_add(t, "the lanes do not know%s", names);
    else
        text_add(t, "%s", p->refused);
}

/* ", slower, since the reference counts blocked_tops": why the lanes are slower than with other sets. */
static void add_slowness(Text *t, const Player *p)
{
    char names[400];
    Text features = text_in(names, sizeof names);
    const char *why = p->lanes->slows != NULL ? p->lanes->slows(p->r.set) : NULL;
    if (why == NULL) return;
    add_features(&features, p);
    text_add(t, ", slower, since ");
    if (features.used > 0)
        text_add(t, "the reference counts%s", names);
    else
        text_add(t, "%s", why);
}

const char *engine_info_engine(const Setup *s, char *out, size_t room)
{
    const Task *task = named_task(s);
    Text t = text_in(out, room);
    if (task == NULL) return out;
    const Player *p = &task->player;
    text_add(&t, "%s", p->engine);
    if (p->refused != NULL) {
        text_add(&t, ", since ");
        add_reason(&t, p);
        text_add(&t, ": some 100 times slower");
    } else if (p->lanes != NULL) {
        text_add(&t, ", %s", p->isa);
        add_slowness(&t, p);
    } else {
        text_add(&t, ", as [experiment] engine asks: some 100 times slower than the lanes");
    }
    return out;
}

const char *engine_info_threads(const Setup *s, char *out, size_t room)
{
    Text t = text_in(out, room);
    text_add(&t, "%s (%s)", message_count(evaluator_threads(s->evaluator), "threads").text, s->threads_from);
    return out;
}

void engine_info_warn(FILE *out, const Setup *s)
{
    const int threads = evaluator_threads(s->evaluator), missing = evaluator_missing(s->evaluator);
    assert(missing >= 0);
    if (missing == 0) return;
    fprintf(out,
            "warning: %d of %d threads are used: the system starts no more (see ulimit -u, ulimit -v, OMP_THREAD_LIMIT, and the "
            "limits of a container)\n",
            threads, threads + missing);
}

void engine_info_print(FILE *out, const Setup *s)
{
    char engine[600], threads[80];
    engine_info_engine(s, engine, sizeof engine);
    fprintf(out, "%s%s%s%s\n", engine[0] != '\0' ? "engine: " : "", engine, engine[0] != '\0' ? "; " : "",
            engine_info_threads(s, threads, sizeof threads));
    engine_info_warn(out, s);
}

void engine_info_json(Json *j, const Setup *s)
{
    char why[500];
    const Task *task = named_task(s);
    if (task != NULL) {
        json_text(j, "engine", task->player.engine);
        json_text(j, "isa", task->player.isa);
        if (task->player.refused != NULL) {
            Text t = text_in(why, sizeof why);
            add_reason(&t, &task->player);
            json_text(j, "engine_why", why);
        }
    }
    json_int(j, "threads", evaluator_threads(s->evaluator));
    json_text(j, "threads_from", s->threads_from);
}

/* ---- what is said of scores ---- */

Summary report_summary(const double *score, int64_t n)
{
    assert(n >= 1 && n <= INT32_MAX);
    OWNED double *sorted = mem_new((size_t)n, sizeof *sorted);
    memcpy(sorted, score, (size_t)n * sizeof *sorted);
    stats_sort(sorted, (int)n);
    return (Summary){.median = stats_quantile(sorted, (int)n, 0.5), .min = sorted[0], .max = sorted[n - 1]};
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

static void print_reported(FILE *out, const Setup *s, const ReportedScore *reported, int finalists)
{
    char value[PARAM_TEXT_MAX];
    const char *key;
    const Units *units = setup_units(s, reported->objective);
    const double lower = reported_amount(reported, units, REPORTED_LOWER),
                 upper = reported_amount(reported, units, REPORTED_UPPER);
    const int64_t cut = (int64_t)reported->value[REPORTED_CUT];
    fprintf(out, "%-11s %.6g %s", reported->name, reported_amount(reported, units, REPORTED_MEAN), units->score);
    if (lower < upper) fprintf(out, "  (95 %% interval %.6g..%.6g)", lower, upper);
    fprintf(out, "  %s", message_count(reported->score.n, units->play).text);
    if (setup_estimator(s, reported->objective) != NULL) fprintf(out, ", estimated by splitting");
    if (cut > 0) fprintf(out, ", %s", report_cut(cut, reported->score.n, s->config->objective.max_pieces, units->cost).text);
    const ReportedNote heavy = reported_heaviest(reported);
    if (heavy.text[0] != '\0') fprintf(out, ", %s", heavy.text);
    if (config_units(s->config)->noisy) fprintf(out, ", %s", reported_worth(reported->name, finalists, units->play).text);
    for (int i = 0; (key = setup_deviation(s, reported->objective, i, value, sizeof value)) != NULL; i++)
        fprintf(out, "%s %s = %s", i == 0 ? "; on another board:" : ",", key, value); /* so the scores cannot be compared */
    fputc('\n', out);
}

/* Prints the reason why the training ended, as a sentence, and by how much it exceeded its budget. */
static void print_end(FILE *out, const Config *c, const Result *r, const RunTimes *t)
{
    char value[PARAM_TEXT_MAX];
    if (r->ended == NULL) return;
    const Param *row = param_find(train_training_params, r->ended);
    fprintf(out, "training ended: %s%s", train_ended(r->ended), row == NULL ? "\n" : "");
    if (row == NULL) return; /* a grid is no budget */
    const bool in_time = strcmp(r->ended, "minutes") == 0;
    const double budget = 60 * c->train.training.minutes, late = t->training > budget ? t->training / budget - 1 : 0,
                 share = in_time ? late : r->overspent; /* only here is the time known */
    param_print(row, &c->train.training, value, sizeof value);
    fprintf(out, " (%s = %s", r->ended, value);
    if (fabs(share) >= 0.0005 && strcmp(r->ended, "total_pieces") == 0 && train_shares_pieces(&c->train)) /* the base of share */
        fprintf(out, ", of which the search has %.15g", train_pieces(&c->train));
    if (share >= 0.0005) fprintf(out, "; %s", report_over(share).text);
    if (share < 0)
        fprintf(out, "; %.2g %% under, since with the next iteration, which was dropped, it would be more than 10 %% over",
                -100 * share);
    if (share >= 0.0005 && !in_time) fprintf(out, ", since the last iteration was played to its end");
    fprintf(out, ")\n");
}

/* "295 games, 2.95k pieces in 3 s (983 pieces/s)". Plays are called as those of the search, unless a score is made of others. */
static void print_cost(FILE *out, const Setup *s, const Result *r, double seconds)
{
    const Units *units = config_units(s->config);
    const char *cost = setup_cost_name(s), *plays = setup_play_name(s);
    for (int i = 0; i < r->n_reported; i++)
        if (strcmp(setup_units(s, r->reported[i].objective)->play, plays) != 0) plays = "plays";
    if (!units->unit_cost) fprintf(out, "%" PRId64 " %s, ", r->plays, plays);
    fprintf(out, "%s %s in %s (%s %s/s)\n", message_number(r->cost).text, cost, message_duration(seconds).text,
            message_number(seconds > 0 ? r->cost / seconds : 0).text, cost);
}

/* Prints the values that a meta search has found, a line for each tuned name. */
static void print_found(FILE *out, const MetaSpec *meta, const double *x)
{
    char text[PARAM_TEXT_MAX];
    for (const Tuned *t = meta->tuned; t < meta->tuned + meta->tuneds; t++) {
        tuned_print(t, tuned_at(t, x), text, sizeof text);
        if (t->values > 0)
            fprintf(out, "  %s = %s\n", t->name, text);
        else
            fprintf(out, "  %s = %.6g\n", t->name, tuned_at(t, x));
    }
}

void report_print(FILE *out, const Setup *s, const Result *r, const RunTimes *t, const char *dir)
{
    const Config *c = s->config;
    for (int i = r->n_reported - 1; i >= 0; i--) print_reported(out, s, &r->reported[i], r->finalists);
    if (r->x != NULL) print_found(out, &s->tuning.spec, r->x);
    if (r->centroid != NULL) fprintf(out, "selected: a centroid, %s (selection.centroids)\n", r->centroid);
    if (dir != NULL) print_heldout(out, dir);
    print_end(out, c, r, t);
    print_cost(out, s, r, t->all);
    if (c->objective.max_pieces > 0)
        fprintf(out, "every game ended after at most %" PRId64 " %s (objective.max_pieces)\n", c->objective.max_pieces,
                setup_cost_name(s));
    for (int i = 0; i < 2; i++)
        if (r->dropped[i].games > 0)
            fprintf(out,
                    "%s of the %s cut off after %" PRId64 " %s: their scores are lower bounds; give it a larger total_pieces\n",
                    message_count(r->dropped[i].games, "games").text, i == 0 ? "first iteration" : "re-selection",
                    r->dropped[i].turns, setup_cost_name(s));
    if (r->cut > 0) /* so the mean of their scores is a lower bound */
        fprintf(out, "%s cut off after %" PRId64 " %s, ten times training.total_pieces: longer ones need objective.max_pieces\n",
                message_count(r->cut, "games").text, config_game_end(c, 0), setup_cost_name(s));
    if (dir != NULL && r->x != NULL)
        fprintf(out, "%s: %s/%s\n", c->optimiser->maps ? "luckiest point of the map" : c->kind->found, dir, c->kind->file);
}

/* ---- run.json ---- */

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
    char host[256] = "", stamp[32], line[ANNOUNCE_MAX];
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
    if (s->trainings.n > 0) {
        json_text(&j, "search", announce_search(s->config, line));
        json_text(&j, "preset", announce_preset(s->config, line));
    }
    engine_info_json(&j, s);
    json_real(&j, "seconds", seconds);
    json_int(&j, "games", r->plays);
    json_real(&j, "pieces", r->cost);
    if (r->ended != NULL) json_text(&j, "training_ended_by", r->ended);
    if (r->overspent != 0) json_real(&j, "training_overspent", r->overspent);
    if (s->trainings.n > 0) json_real(&j, "training_pieces", r->training);
    if (r->dropped[0].games > 0) json_int(&j, "cut_off_in_first_iteration", r->dropped[0].games);
    if (r->dropped[1].games > 0) json_int(&j, "cut_off_in_reselection", r->dropped[1].games);
    if (r->cut > 0) json_int(&j, "cut_off_by_budget", r->cut);
    if (r->finalists > 0) json_int(&j, "finalists", r->finalists);
    json_reported(&j, s, r);
    json_close(&j, '}');
}

/* ---- the file of the result: weights, tuned keys, or what a kind writes ---- */

/* Prints what repeating an estimate takes: the sequence of games, and the keys of splitting. */
static void print_estimator(FILE *f, const Setup *s, const ReportedScore *reported, bool evaluation)
{
    char key[120];
    const char *estimator = setup_estimator(s, reported->objective);
    if (estimator == NULL) return;
    fprintf(f, "%s_estimator = %s\n", reported->name, estimator);
    if (strcmp(reported->name, "estimated") != 0) return;
    fprintf(f, "%s_games_of = %s\n", reported->name, evaluation ? "evaluation" : "validation");
    for (int i = 0; config_splitting_keys[i] != NULL; i++) {
        const ConfigText value = config_show(config_key(s->config, "objective", config_splitting_keys[i]));
        snprintf(key, sizeof key, "%s_%s", reported->name, config_splitting_keys[i]);
        if (value.text[0] != '\0') ini_write(f, key, value.text, NULL);
    }
}

/* Prints [score]. evaluation: the reported scores are those of given weights, and not of a training. */
static void print_score(FILE *f, const Setup *s, const Result *r, bool evaluation)
{
    char key[120], value[PARAM_TEXT_MAX];
    const char *differs;
    fprintf(f, "\n[score]\n");
    for (int i = 0; i < r->n_reported; i++) {
        const ReportedScore *reported = &r->reported[i];
        for (int k = 0; k < REPORTED_FIELDS; k++)
            if (!isnan(reported->value[k])) fprintf(f, "%s = %.17g\n", reported_key(reported->name, k).text, reported->value[k]);
        fprintf(f, "%s_seed = %" PRIu64 "\n", reported->name, s->config->experiment.seed);
        print_estimator(f, s, reported, evaluation);
        for (int k = 0; (differs = setup_deviation(s, reported->objective, k, value, sizeof value)) != NULL; k++) {
            snprintf(key, sizeof key, "%s_%s", reported->name, differs);
            ini_write(f, key, value, NULL);
        }
    }
}

void found_rules(FILE *f, const Config *c)
{
    char name[80], value[PARAM_TEXT_MAX];
    const ConfigKey *k;
    const bool plays = config_uses(c, "agent"), own = strcmp(c->weights.key, "agent") == 0;
    fprintf(f, "\n[rules]\n");
    ini_write(f, c->weights.key, c->weights.name, NULL);
    if (plays && c->agent->count != NULL) ini_write(f, "features", c->set->name, NULL);
    ini_write(f, "game", c->game->name, NULL);
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        param_print(p, c->rules, value, sizeof value);
        if (value[0] != '\0') ini_write(f, p->key, value, NULL);
    }
    if (plays && !own && c->agent_choice.kind > 0) ini_write(f, "agent", c->agent->name, NULL);
    if (plays && config_agent_file(c) != NULL) ini_write(f, c->agent->file, config_agent_file(c), NULL);
    for (int i = 0; plays && config_agent_file(c) == NULL && (k = config_agent_key(c, i)) != NULL; i++) {
        snprintf(name, sizeof name, "agent.%s", k->row->key);
        ini_write(f, name, config_show(k).text, NULL);
    }
    for (int i = 0; text_word(c->kind->settings != NULL ? c->kind->keys : "max_pieces", i, name, sizeof name); i++) {
        const ConfigText text = config_show(config_key(c, "objective", name));
        if (text.text[0] != '\0') ini_write(f, name, text.text, NULL);
    }
}

static void print_tuned(FILE *f, const MetaSpec *meta, const Result *r)
{
    char text[PARAM_TEXT_MAX];
    int headed = 0;
    fprintf(f, "; Tuned parameters: keys for the inis of the inner experiments.\n; A score of 0 is what the untuned values have"
               " in the median, 1 a little more than one of their standard deviations better; see src/experiment/meta.h.\n");
    for (int i = 0; i < r->n_reported; i++)
        fprintf(f, "; %s = %.17g (%" PRId64 " blocks)\n", r->reported[i].name, r->reported[i].score.mean, r->reported[i].score.n);
    if (r->ended != NULL) fprintf(f, "; the training was ended by %s\n", r->ended);
    fputc('\n', f);
    for (int section = 0; section < TUNED_SECTIONS && r->x != NULL; section++)
        for (int i = 0, keys = 0; i < meta->tuneds; i++) {
            const Tuned *t = &meta->tuned[i];
            if (t->section != (TunedSection)section) continue;
            if (keys++ == 0) fprintf(f, "%s[%s]\n", headed++ > 0 ? "\n" : "", tuned_sections[section]);
            tuned_print(t, tuned_at(t, r->x), text, sizeof text);
            for (int k = 0; k < t->n; k++) fprintf(f, "%s = %s\n", t->row[k]->key, text);
        }
}

static void print_weights_file(FILE *f, const Setup *s, const Result *r, const char *source)
{
    const Config *c = s->config;
    fprintf(f, "[weights]\n");
    for (int j = 0; j < r->space->dim && r->x != NULL; j++) fprintf(f, "%s = %.17g\n", r->space->names[j], r->x[j]);
    const ObjectiveRun *own = tasks_run(c);
    if (own->print_rules != NULL) {
        fprintf(f, "\n[rules]\n");
        own->print_rules(f, s);
    } else if (config_uses(c, "game")) {
        found_rules(f, c);
        const bool cut = r->n_reported > 0 && r->reported[r->n_reported - 1].value[REPORTED_CUT] > 0;
        if (c->kind->settings == NULL && c->objective.max_pieces == 0 && cut && config_game_end(c, 0) > 0)
            fprintf(f, "cut_at = %" PRId64 "\n", config_game_end(c, 0)); /* else these games could not be played again */
    } else {
        fprintf(f, "\n[rules]\nfunction = %s\n", c->kind->name);
    }
    print_score(f, s, r, source != NULL);
    fprintf(f, "\n[provenance]\n");
    if (source != NULL) {
        OWNED char *text = text_new("evaluation of %s by swarmtris %s", source, version_number), *fit = ini_fit(text);
        ini_write(f, "source", fit, NULL); /* a path may contain any characters */
    } else {
        fprintf(f, "source = swarmtris %s, %s, seed %" PRIu64 "\n", version_number,
                own->by != NULL ? own->by : c->optimiser->name, c->experiment.seed);
    }
    if (r->centroid != NULL) fprintf(f, "centroid = %s\n", r->centroid);
    if (r->ended != NULL) fprintf(f, "training_ended_by = %s\n", r->ended);
}

void found_print(FILE *f, const Setup *s, const Result *r, const char *source)
{
    format_write(f);
    fputc('\n', f);
    if (s->config->kind->tunes)
        print_tuned(f, &s->tuning.spec, r);
    else
        print_weights_file(f, s, r, source);
}

/* ---- tables for charts ---- */

bool results_table(RunDir *d, const Result *r)
{
    if (r->x == NULL || r->n_reported == 0) return true;
    CLOSED(printed_table_end) PrintedTable t;
    printed_table(&t, rundir_begin(d));
    for (int i = 0; i < r->n_reported; i++) {
        record_row(&t.record, "result");
        record_text(&t.record, "reported", r->reported[i].name);
        for (int k = 0; k < REPORTED_FIELDS; k++) record_real(&t.record, reported_fields[k], r->reported[i].value[k]);
        for (int j = 0; j < r->space->dim; j++) record_real(&t.record, r->space->names[j], r->x[j]);
        record_end(&t.record);
    }
    return rundir_end(d, "result.tsv");
}

/* The name that a coordinate belongs to. */
static const Tuned *tuned_with(const Tuning *t, int coordinate)
{
    const Tuned *tuned = t->tuned + t->spec.tuneds - 1;
    while (tuned->first > coordinate) tuned--;
    return tuned;
}

/* The value that a preset has for a coordinate: the mean over the keys that are tied in it; of a choice 1 if the preset has this
 * value, else 0. NAN: it does not set all of the keys. */
static double preset_value(const Preset *p, const Tuning *t, int coordinate)
{
    char word[PARAM_TEXT_MAX];
    const Tuned *tuned = tuned_with(t, coordinate);
    const char *choice = tuned->values > 0 ? param_choice(tuned->row[0], tuned->value[coordinate - tuned->first]) : NULL;
    double sum = 0;
    for (int k = 0; k < tuned->n; k++) {
        const size_t length = strlen(tuned->row[k]->key);
        double value = NAN;
        for (int i = 0; tuned->section == TUNED_OPTIMISER && text_word(p->settings, i, word, sizeof word); i++) {
            if (strncmp(word, tuned->row[k]->key, length) != 0 || word[length] != '=') continue;
            value = choice != NULL ? strcmp(word + length + 1, choice) == 0 : strtod(word + length + 1, NULL);
        }
        sum += value;
    }
    return sum / tuned->n;
}

static void print_presets(FILE *out, const Preset *presets, const Tuning *t)
{
    fputs("preset", out);
    for (int j = 0; j < t->space.dim; j++) fprintf(out, "\t%s", t->space.names[j]);
    fputc('\n', out);
    for (const Preset *p = presets; p->name != NULL; p++) {
        bool whole = true;
        for (int j = 0; j < t->space.dim; j++) whole = whole && isfinite(preset_value(p, t, j));
        if (!whole) continue;
        fputs(p->name, out);
        for (int j = 0; j < t->space.dim; j++) fprintf(out, "\t%.17g", preset_value(p, t, j));
        fputc('\n', out);
    }
}

/* Whether all keys of a coordinate are among these options of the optimiser. */
static bool is_of(const Tuning *t, int coordinate, const char *options)
{
    const Tuned *tuned = tuned_with(t, coordinate);
    bool all = tuned->section == TUNED_OPTIMISER;
    for (int k = 0; k < tuned->n; k++) all = all && text_has(options, tuned->row[k]->key);
    return all;
}

static void print_borders(FILE *out, const Border *borders, const Tuning *t)
{
    enum { POINTS = 201 };
    fputs("border\tx\ty\tat_x\tat_y\n", out);
    for (const Border *b = borders; b != NULL && b->name != NULL; b++)
        for (int x = 0; x < t->space.dim; x++)
            for (int y = 0; y < t->space.dim; y++)
                for (int i = 0; i < POINTS && is_of(t, x, b->x) && is_of(t, y, b->y); i++) {
                    const double at = b->lo + (b->hi - b->lo) * i / (POINTS - 1);
                    fprintf(out, "%s\t%s\t%s\t%.17g\t%.17g\n", b->name, t->space.names[x], t->space.names[y], at, b->at(at));
                }
}

const char *results_traits(RunDir *d, const Setup *s)
{
    static const char *const kinds[] = {[SCALE_COUNT] = "count", [SCALE_ERROR] = "error", [SCALE_SIGNED] = "difference"};
    const Units *u = config_units(s->config);
    fprintf(rundir_begin(d), "kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\n%s\t%s%s\t%s\t%s\t%s\n", kinds[u->scale],
            u->minimised ? "minus " : "", u->score, setup_cost_name(s), u->play, setup_play_name(s));
    if (!rundir_end(d, "traits.tsv")) return "traits.tsv";
    const Tuning *t = &s->tuning;
    if (t->problems == 0) return NULL;
    print_presets(rundir_begin(d), t->problem[0].optimiser->presets, t);
    if (!rundir_end(d, "presets.tsv")) return "presets.tsv";
    print_borders(rundir_begin(d), t->problem[0].optimiser->borders, t);
    return rundir_end(d, "borders.tsv") ? NULL : "borders.tsv";
}
