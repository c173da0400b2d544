/* verb_study.c. swarmtris study DIR...: compares ways of training, each of which was run with several seeds; study LIST: trains
 * them before. */
#include "analysis/study.h"
#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "cli/campaign.h"
#include "cli/named.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "store/runs.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Charts charts; /* how they are drawn. out: their folder, NULL: no charts; for a list, that of the runs, NULL: the usual one */
    int repeat;    /* seeds of each variant of a list */
    int threads;   /* of all trainings of a list together; 0: as many as there are processors */
    double alpha;  /* probability that any statement is false */
} StudyOptions;

static const StudyOptions *own(const Command *c)
{
    return c->own;
}

/* Prints a verdict on n of the others; nothing if n is 0. *first: no clause has been printed yet. */
static void print_clause(int n, int others, const char *verdict, bool *first)
{
    if (n == 0) return;
    printf(*first ? ": the difference to " : ", that to ");
    if (n < others)
        printf("%d of the others", n);
    else
        printf(others == 1 ? "the other" : "each of the others");
    printf(" %s", verdict);
    *first = false;
}

static void print_sentence(const Study *s)
{
    int count[3] = {0};
    bool first = true;
    assert(s->n >= 2);
    for (int i = 1; i < s->n; i++) count[study_verdict(s, i)]++;
    printf("%s has the %s of %d", s->variant[0].name, s->errors ? "smallest error" : "highest score", s->n);
    print_clause(count[STUDY_WORSE], s->n - 1, "is significant", &first);
    print_clause(count[STUDY_ALIKE], s->n - 1, "is not significant (marked =)", &first);
    print_clause(count[STUDY_TOO_FEW], s->n - 1, "could not be significant with so few seeds (marked ?)", &first);
    printf(", at the %g %% level\n", 100 * s->alpha);
}

/* Prints the smallest p that the seeds can give and, if it is not small enough, how many seeds are needed. */
static void print_least(const Study *s)
{
    int fewest = s->variant[0].runs, most = 0;
    double least = 1;
    bool enough = true;
    for (int i = 1; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        if (v->common < fewest) fewest = v->common;
        if (v->common > most) most = v->common;
        if (v->p_least < least) least = v->p_least;
        enough = enough && v->p_least <= s->alpha;
    }
    printf("smallest p that ");
    if (fewest < most) printf("%d to ", fewest);
    printf("%s can give: %.3g", message_count(most, "common seeds").text, least);
    if (!enough) printf("; significant differences need %d seeds of each", study_seeds_needed(s->n, s->alpha));
    printf("\n");
}

/* Writes a number of the table; "-" if there is none. */
static const char *cell(double x, const char *format, char *out, size_t room)
{
    if (isfinite(x))
        snprintf(out, room, format, x);
    else
        snprintf(out, room, "-");
    return out;
}

static void print_table(const Study *s)
{
    static const char marks[] = {[STUDY_WORSE] = ' ', [STUDY_ALIKE] = '=', [STUDY_TOO_FEW] = '?'};
    char lo[32], hi[32], training[32], reported[32];
    const char *what = s->errors ? "error" : "score";
    if (s->n > 1) print_sentence(s);
    printf("%4s  %5s %12s %12s %12s %12s %12s %9s %9s %11s %10s  variant\n", "rank", "seeds", what, "95 % from", "to",
           "25 % below", "75 % below", "training", "reported", "spent", "p");
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        printf("%4d%c %5d %12.6g %12s %12s %12.6g %12.6g %9s %9s %11s %10.3g  %s\n", i + 1,
               i > 0 ? marks[study_verdict(s, i)] : ' ', v->runs, v->score.mean, cell(v->score.lo, "%.6g", lo, sizeof lo),
               cell(v->score.hi, "%.6g", hi, sizeof hi), v->q25, v->q75,
               cell(v->over_training.mean, "%.3fx", training, sizeof training),
               cell(v->over_reported.mean, "%.3fx", reported, sizeof reported),
               isfinite(v->pieces) ? message_number(v->pieces).text : "-", v->p, v->name);
    }
    printf("%s: geometric mean of the ", what);
    printf(s->errors ? "errors" : "%s scores", study_reported(s));
    printf("; training, reported: as multiples of them; p: Wilcoxon, Holm over all pairs, against the best\n");
    if (s->n > 1) print_least(s);
    printf("%s on %s\n", s->estimated ? "estimated by splitting" : "validated", s->board);
}

static void print_geometric(Json *j, const char *key, const Geometric *g)
{
    json_open(j, key, '{');
    json_real(j, "mean", g->mean);
    json_real(j, "lower", g->lo);
    json_real(j, "upper", g->hi);
    json_close(j, '}');
}

/* Adds "training_over_validated": a reported score as a multiple of the score. */
static void print_ratio(Json *j, const char *reported, const Study *s, const Geometric *g)
{
    OWNED char *key = text_new("%s_over_%s", reported, study_reported(s));
    print_geometric(j, key, g);
}

static void print_json(const Study *s)
{
    static const char *const verdicts[] = {
        [STUDY_WORSE] = "worse", [STUDY_ALIKE] = "not significant", [STUDY_TOO_FEW] = "too few seeds"};
    Json j = {.out = stdout};
    StudyVerdict weakest = STUDY_WORSE; /* the first is the best if all others are worse */
    for (int i = 1; i < s->n; i++)
        if (study_verdict(s, i) != STUDY_WORSE) weakest = study_verdict(s, i);
    json_open(&j, NULL, '{');
    json_real(&j, "alpha", s->alpha);
    json_text(&j, "board", s->board);
    json_text(&j, "what", s->errors ? "error" : "score");
    json_text(&j, "reported", study_reported(s));
    if (s->estimated) json_text(&j, "estimator", "splitting");
    json_real(&j, "inequality_of_pieces", study_inequality(s, NULL));
    json_int(&j, "seeds_needed", study_seeds_needed(s->n, s->alpha));
    json_open(&j, "ranking", '[');
    for (int i = 0; i < s->n; i++) {
        const Variant *v = &s->variant[i];
        json_open(&j, NULL, '{');
        json_text(&j, "variant", v->dir);
        json_int(&j, "seeds", v->runs);
        print_geometric(&j, "score", &v->score);
        json_real(&j, "q25", v->q25);
        json_real(&j, "median", v->median);
        json_real(&j, "q75", v->q75);
        json_real(&j, "pieces", v->pieces);
        print_ratio(&j, "training", s, &v->over_training);
        print_ratio(&j, "reported", s, &v->over_reported);
        json_real(&j, "p_wilcoxon", v->p);
        json_real(&j, "p_smallest", v->p_least);
        json_text(&j, "verdict", i == 0 && weakest == STUDY_WORSE ? "best" : verdicts[i > 0 ? study_verdict(s, i) : weakest]);
        json_bool(&j, "worse_than_best", study_verdict(s, i) == STUDY_WORSE);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    putchar('\n');
}

static int draw_charts(const Command *command, const char *folder, const Study *s)
{
    Errors errors = {0}, warnings = {0}, drawn = {0};
    Charts c = own(command)->charts;
    c.errors = &errors;
    c.warnings = &warnings;
    c.drawn = &drawn;
    /* A folder charts/ has the name of the folder that it is in. */
    OWNED char *name = files_name(folder), *above = files_path(folder, "..");
    Status status = charts_study(&c, folder, strcmp(name, "charts") == 0 ? above : folder, s);
    charts_announce(&c, "", command->json ? NULL : stdout);
    return (int)status;
}

/* Compares the runs in n directories; draws charts into folder, unless it is NULL. */
static int study_directories(const Command *c, const char *const *dir, int n, const char *folder)
{
    Errors errors = {0};
    int readable = verbs_readable(dir, n, false);
    if (readable != STATUS_OK) return readable;
    bool explained = false;
    for (int i = 0; i < n; i++) explained = named_explain(c->verb, dir[i]) || explained;
    if (explained) return STATUS_NO_INPUT;
    CLOSED(study_free) Study s;
    int status = (int)study_read(&s, dir, n, own(c)->alpha, &errors);
    message_errors(&errors, "");
    if (status == STATUS_OK) {
        if (c->json)
            print_json(&s);
        else
            print_table(&s);
        OWNED char *unequal;
        study_inequality(&s, &unequal);
        if (unequal != NULL) fprintf(stderr, "warning: no equal budgets: %s, means over seeds\n", unequal);
        if (folder != NULL) status = draw_charts(c, folder, &s);
    }
    return status;
}

/* The number of runs of a variant; earlier commands may have left more than are wanted now. */
static int count_runs(const char *path)
{
    CLOSED(folder_free) Folder f = folder_read(path);
    return f.kind == FOLDER_REPEAT ? f.n : 0;
}

/* Warns, before anything is trained, if so few seeds can show no difference, however large it is. */
static void warn_of_few(const Variants *v, int wanted, double alpha, char *const *dir)
{
    int fewest = INT_MAX;
    for (int i = 0; i < v->lines; i++) {
        const int n = count_runs(dir[i]), seeds = n > wanted ? n : wanted;
        if (seeds < fewest) fewest = seeds;
    }
    const double least = study_least_p(v->lines, fewest);
    if (v->lines < 2 || least <= alpha) return;
    fprintf(stderr,
            "warning: %s of %d variants can show no difference at the %g %% level: the smallest p, after Holm's correction "
            "over all pairs, is %.3g; --repeat %d is enough\n",
            message_count(fewest, "seeds").text, v->lines, 100 * alpha, least, study_seeds_needed(v->lines, alpha));
}

/* Trains what is still to be trained of the list, and compares the results. */
static int study_list(const Command *c)
{
    enum { USUAL_SEEDS = 20 };
    CLOSED(variants_free) Variants v;
    const int seeds = own(c)->repeat > 0 ? own(c)->repeat : USUAL_SEEDS;
    int status = variants_read(&v, c);
    if (status == STATUS_OK) {
        const char *out = own(c)->charts.out;
        OWNED char *above = out != NULL ? mem_text(out) : verbs_directory("study-", v.list),
                   *charts = files_path(above, "charts");
        char **dir = mem_new((size_t)v.lines, sizeof *dir);
        for (int i = 0; i < v.lines; i++) dir[i] = files_path(above, v.line[i].name);
        const CampaignPlan plan = {.v = &v, .seeds = seeds, .threads = own(c)->threads, .given = true, .dir = above};
        status = campaign_allowed(c, &plan);
        if (status == STATUS_OK) warn_of_few(&v, seeds, own(c)->alpha, dir);
        if (status == STATUS_OK) status = campaign_run(c, &plan);
        const bool leads = cluster_leads(c->cluster);
        for (int i = 0; i < v.lines && status == STATUS_OK && leads && !c->quiet; i++)
            if (count_runs(dir[i]) > seeds)
                fprintf(stderr, "%s: holds %d runs, and --repeat is %d: all that are there are compared\n", dir[i],
                        count_runs(dir[i]), seeds);
        if (status == STATUS_OK && leads) status = study_directories(c, (const char *const *)dir, v.lines, charts);
        mem_free_texts(dir, v.lines);
    }
    return status;
}

static int run(const Command *command)
{
    if (variants_are_meant(command)) return study_list(command);
    const char *useless = command->values > 0         ? "--set"
                          : own(command)->repeat > 0  ? "--repeat"
                          : own(command)->threads > 0 ? "--threads"
                          : command->max_time > 0     ? "--max-time"
                                                      : NULL;
    if (!cluster_leads(command->cluster)) return STATUS_OK;
    if (useless == NULL) return study_directories(command, command->arg, command->args, own(command)->charts.out);
    return verb_refuse(useless, "has no effect with directories of runs; it belongs to 'swarmtris study LIST.list'");
}

static const Option options[] = {
    {"--out", "DIR", OPTION_AT(StudyOptions, charts.out, OPTION_TEXT),
     .doc = "directory of charts and tables of the comparison; for a list, of its runs, default runs/study-LIST"},
    {"--alpha", "P", OPTION_ROW(StudyOptions, alpha, PARAM_REAL, 1e-6, 0.5),
     .doc = "probability of saying anything false; default 0.05"},
    {"--repeat", "N", OPTION_ROW(StudyOptions, repeat, PARAM_INT, 1, 999),
     .doc = "for a list: seeds with which each variant is trained; default 20"},
    {"--threads", "N", OPTION_ROW(StudyOptions, threads, PARAM_INT, 1, 1024),
     .doc = "for a list: threads of all trainings together; default: as many as there are processors"},
    {"--max-time", "90s|10m|2h|1d|D-HH:MM:SS", .shared = true, OPTION_AT(Command, max_time, OPTION_SECONDS),
     .doc = "for a list: saves the trainings and stops after this time, status 75"},
    {0},
};

const Verb verb_study = {
    .name = "study",
    .arguments = "DIR...|LIST.list",
    .least = 1,
    .most = 100, /* every pair of variants is tested */
    .takes = TAKES_STUDIES,
    .shared = true,
    .doc =
        "compares ways of training, each a directory of runs with several seeds, or trains a list of settings and compares them",
    .note = "DIR holds runs 01, 02, ..., as train --repeat makes them. What counts is the geometric mean of their validated "
            "scores;\n"
            "training and reported: the score seen in training, and the last one reported before the validation, as multiples of "
            "the\n"
            "validated score. Of test functions errors count, less being better.\n"
            "LIST.list has a line a variant, its name and settings (section.key=value) by which it differs from LIST.ini beside "
            "it;\n"
            "another ini is named, too: study FILE.ini LIST.list. Each is trained with seeds seed .. seed+N-1 into DIR/NAME/01, "
            "02,\n"
            "..., several trainings at a time, and compared in the end. Stopped and started again, it goes on where it was.",
    .example = "swarmtris study params/studies/noise.list --repeat 5 --out runs/study-noise",
    .options = {options_set, options, options_charts, options_json, options_quiet},
    .bytes = sizeof(StudyOptions),
    .defaults = &(const StudyOptions){.alpha = STUDY_ALPHA},
    .run = run,
};
