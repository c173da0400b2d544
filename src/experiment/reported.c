/* reported.c. The interval of a reported score, the names of its numbers, and what it is worth. */
#include "experiment/reported.h"

#include "base/real.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const reported_fields[REPORTED_FIELDS] = {"mean", "lower", "upper", "sd", "games", "cut_off", "heaviest"};

ReportedScore reported_make(const char *name, int objective, const Units *units, Stats score, int64_t cut)
{
    const bool by_rate = units->by_rate && score.mean > 0, known = score.n > 1 && (by_rate || !units->by_rate);
    const double ci = known ? stats_ci95(&score) : NAN, width = by_rate ? real_exp(ci / score.mean) : 1;
    double lower = by_rate ? score.mean / width : score.mean - ci, upper = by_rate ? score.mean * width : score.mean + ci;
    if (units->scale == SCALE_COUNT && lower < 0) lower = 0;
    if (units->scale == SCALE_ERROR && upper > 0) upper = 0;
    assert(cut >= 0 && cut <= score.n);
    return (ReportedScore){
        .name = name,
        .objective = objective,
        .score = score,
        .value = {score.mean, lower, upper, known ? stats_sd(&score) : NAN, (double)score.n, (double)cut, NAN}};
}

ReportedScore reported_estimate(int objective, const Units *units, const double *x, int64_t n, int64_t cut)
{
    ReportedScore s = reported_make("estimated", objective, units, stats_of_estimates(x, n), cut);
    if (n > 0) s.value[REPORTED_HEAVIEST] = stats_by_rate(x, n).heaviest;
    return s;
}

ReportedKey reported_key(const char *name, int field)
{
    ReportedKey key;
    snprintf(key.text, sizeof key.text, field > REPORTED_MEAN ? "%s_%s" : "%s", name, reported_fields[field]);
    return key;
}

ReportedWorth reported_worth(const char *name, int finalists, const char *plays)
{
    static const struct {
        const char *name, *worth;
        bool final;
    } row[] = {
        {"validated", "used nowhere else", true},
        {"evaluated", "used nowhere else", true},
        {"estimated", "used nowhere else", true},
        {"training", "of the leader, seen by the search: overstated, the luckiest was kept", false},
        {"baseline", "those of the validation, with untuned values", false},
    };
    ReportedWorth w = {.text = ""};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(row[i].name, name) == 0) {
            w.final = row[i].final;
            snprintf(w.text, sizeof w.text, "%s", row[i].worth);
        }
    if (strcmp(name, "reselected") != 0) return w;
    char best[40] = "the best";
    if (finalists > 0) snprintf(best, sizeof best, "best of %d candidates", finalists);
    snprintf(w.text, sizeof w.text, finalists == 1 ? "fresh" : "%s on fresh %.20s: slightly too good", best, plays);
    return w;
}

ReportedNote reported_heaviest(const ReportedScore *s)
{
    ReportedNote note = {""};
    const double share = s->value[REPORTED_HEAVIEST], n = s->value[REPORTED_GAMES];
    if (share > 0.25 && n > 3)
        snprintf(note.text, sizeof note.text,
                 "the interval is too narrow: one replicate holds %.0f %% of this estimate; raise objective.trials, or lower "
                 "objective.step",
                 100 * share);
    else if (share > 0.03 && n >= 100)
        snprintf(note.text, sizeof note.text, "one replicate of %.0f holds %.1f %% of this estimate", n, 100 * share);
    return note;
}

double reported_amount(const ReportedScore *s, const Units *units, ReportedField field)
{
    assert(field <= REPORTED_UPPER); /* the others are no scores */
    const bool turned = units->minimised && field != REPORTED_MEAN;
    return units_amount(units, s->value[turned ? REPORTED_LOWER + REPORTED_UPPER - (int)field : (int)field]);
}
