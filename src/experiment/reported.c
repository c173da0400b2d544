/* reported.c. The interval of a reported score, the names of its numbers, and what it is worth. */
#include "experiment/reported.h"

#include "base/real.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const reported_fields[REPORTED_FIELDS] = {"mean", "lower", "upper", "sd", "games", "cut_off"};

ReportedScore reported_make(const char *name, int objective, const Units *units, Stats score, int64_t cut)
{
    const bool by_rate = units->by_rate && score.mean > 0, known = score.n > 1 && (by_rate || !units->by_rate);
    const double ci = known ? stats_ci95(&score) : NAN, width = by_rate ? real_exp(ci / score.mean) : 1;
    double lower = by_rate ? score.mean / width : score.mean - ci, upper = by_rate ? score.mean * width : score.mean + ci;
    if (units->scale == SCALE_COUNT && lower < 0) lower = 0;
    if (units->scale == SCALE_ERROR && upper > 0) upper = 0;
    assert(cut >= 0 && cut <= score.n);
    return (ReportedScore){.name = name,
                           .objective = objective,
                           .score = score,
                           .value = {score.mean, lower, upper, known ? stats_sd(&score) : NAN, (double)score.n, (double)cut}};
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

double reported_amount(const ReportedScore *s, const Units *units, ReportedField field)
{
    assert(field <= REPORTED_UPPER); /* the others are no scores */
    const bool turned = units->minimised && field != REPORTED_MEAN;
    return units_amount(units, s->value[turned ? REPORTED_LOWER + REPORTED_UPPER - (int)field : (int)field]);
}
