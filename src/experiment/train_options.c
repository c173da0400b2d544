/* train_options.c. The keys of [training], [selection] and [validation], what is wrong with combinations of them, and how they
 * share the budget. */
#include "experiment/train_options.h"

#include "systems_built.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char *const fitnesses[] = {"mean", "log", NULL};
static const char *const froms[] = {"one", "all", NULL};
static const char *const centroids[] = {"none", "positions", "bests", "half", "quarter", "tenth", "running", "all", NULL};
_Static_assert(sizeof centroids / sizeof *centroids == SELECTION_ALL + 2, "each centroid has a name, between none and all");

#define OR(part, name) " or " name
const Param train_training_params[] = {
    {PARAM_AT(TrainingOptions, allocation.rule, "allocation", PARAM_CHOICE, "", 0, 0, "ocba"), .choices = allocation_names,
     .formerly = "rule",
     .doc = "how games are shared: ocba, most to likely bests (Chen et al. 2000); race, beaten candidates stop; resample, the "
            "archive plays too; fixed, equal shares"},
    {PARAM_AT(TrainingOptions, allocation.games, "games", PARAM_INT, "games", 0, 1e6, "10"), .level = PARAM_BASIC,
     .doc = "games that judge a position, in race at most, in ocba on average; 0: 0.15 sqrt(total_games)"},
    {PARAM_AT(TrainingOptions, allocation.first_games, "first_games", PARAM_INT, "games", 1, 1e6, "5"), .level = PARAM_RESEARCH,
     .when = "allocation = race or ocba", .doc = "first-stage games, at most training.games"},
    {PARAM_AT(TrainingOptions, allocation.more_games, "more_games", PARAM_INT, "games", 1, 1e6, "5"), .level = PARAM_RESEARCH,
     .when = "allocation = race or ocba",
     .doc = "games of each later stage: of each candidate that is not eliminated, in ocba on average"},
    {PARAM_AT(TrainingOptions, allocation.race_z, "race_z", PARAM_REAL, "", 0, 1e6, "1"), .level = PARAM_RESEARCH,
     .when = "allocation = race",
     .doc = "a candidate that is behind by more than so many standard errors of the difference is eliminated"},
    {PARAM_AT(TrainingOptions, allocation.resample_keep, "resample_keep", PARAM_REAL, "", 0, 1, "1"), .level = PARAM_RESEARCH,
     .when = "allocation = resample",
     .doc = "share of its older games that a position of the archive keeps in every iteration; 1: all"},
    {PARAM_ROW(TrainingOptions, iterations, PARAM_LONG, "iterations", 0, 1e12, "0"), .level = PARAM_BASIC,
     .formerly = "rounds max_iterations max_iter generations epochs", .may_change = true, .doc = "budget; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_games, PARAM_LONG, "games", 0, 1e15, "0"), .may_change = true,
     .doc = "budget, of evaluations for a test function, spent to the last whole position; 0: no limit"},
    {PARAM_ROW(TrainingOptions, total_pieces, PARAM_LONG, "pieces", 0, 1e15, "0"), .level = PARAM_BASIC, .may_change = true,
     .doc = "budget; the training stops after the iteration that crosses it; 0: no limit"},
    {PARAM_ROW(TrainingOptions, minutes, PARAM_REAL, "minutes", 0, 1e9, "0"), .may_change = true,
     .doc = "budget of wall time, over all resumes; 0: no limit. The first iteration may take ten times as long"},
    {PARAM_ROW(TrainingOptions, target, PARAM_REAL, "", -1e300, 1e300, "none"), .may_be_none = true, .may_change = true,
     .doc = "the training stops once the mean score of the best reaches this; 0: no target, except for a test function, whose "
            "optimum is 0"},
    {PARAM_ROW(TrainingOptions, stall, PARAM_INT, "iterations", 0, 1e9, "0"), .may_change = true,
     .doc = "the training stops after so many iterations in which the best did not become better; 0: no limit"},
    {PARAM_ROW(TrainingOptions, fitness, PARAM_CHOICE, "", 0, 0, "mean"), .choices = fitnesses,
     .doc = "what the search compares: the mean score, or the mean of log(1 + score) (of -log10(error) for a test function)"},
    {PARAM_ROW(TrainingOptions, fresh_games, PARAM_FLAG, "", 0, 0, "yes"), .level = PARAM_RESEARCH,
     .when = "objective.kind = games" SYSTEMS_CHANCES(OR),
     .doc = "yes: new games each iteration; no: the same in all iterations. In one iteration all positions play the same games"},
    {PARAM_ROW(TrainingOptions, log_positions, PARAM_FLAG, "", 0, 0, "no"), .level = PARAM_RESEARCH,
     .doc =
         "write every position to positions.tsv, and the metric of every iteration to features.tsv; a meta search always does"},
    {PARAM_ROW(TrainingOptions, from, PARAM_FILES, "", 0, 0, ""), .when = "optimiser.kind != grid or optimiser.shape = axes",
     .doc = "weights file to start from, in a meta search a tuned.ini; empty: none"},
    {PARAM_ROW(TrainingOptions, from_particles, PARAM_CHOICE, "", 0, 0, "one"), .choices = froms,
     .when = "from != empty and optimiser.kind != lus and optimiser.kind != grid",
     .doc = "particles that start at training.from"},
    {0},
};
const Param train_selection_params[] = {
    {PARAM_ROW(SelectionOptions, finalists, PARAM_INT, "positions", 0, 64, "10"),
     .doc = "best positions that play fresh games after the training; 0: no re-selection"},
    {PARAM_ROW(SelectionOptions, centroids, PARAM_CHOICE, "", 0, 0, "none"), .level = PARAM_RESEARCH, .formerly = "centres",
     .choices = centroids, .doc = "centroids of the best positions, added as finalists: none, one of them, or all of them"},
    {PARAM_ROW(SelectionOptions, games, PARAM_INT, "games", 1, 1e6, "30"), .when = "finalists > 0 and share = 0",
     .doc = "fresh games for each finalist, outside the budget, if share is 0"},
    {PARAM_ROW(SelectionOptions, share, PARAM_REAL, "", 0, 0.9, "0.1"), .level = PARAM_RESEARCH, .when = "finalists > 0",
     .doc = "share of total_games or total_pieces that the finalists play; 0: selection.games each; the default where "
            "selection.games is given or the budget is small"},
    {PARAM_ROW(SelectionOptions, race_p, PARAM_REAL, "", 0, 0.5, "0"), .level = PARAM_RESEARCH, .when = "finalists > 0",
     .doc = "finalists that are worse than the best with a one-sided p below this play no more (signed-rank test); 0: all play "
            "all games"},
    {PARAM_ROW(SelectionOptions, race_games, PARAM_INT, "games", 1, 1e6, "10"), .level = PARAM_RESEARCH,
     .when = "race_p > 0 and finalists > 0", .doc = "games of each stage of the finalists' race"},
    {0},
};
const Param train_validation_params[] = {
    {PARAM_ROW(ValidationOptions, games, PARAM_INT, "games", 0, 1e6, "100"), .level = PARAM_BASIC, .may_change = true,
     .doc = "games used nowhere else, for the one that was selected; 0: no validation. A run that is resumed may have more"},
    {PARAM_ROW(ValidationOptions, estimator, PARAM_CHOICE, "", 0, 0, NULL), .choices = estimators, .when = "games > 0",
     .doc = "objective.estimator for these games: whole games, or replicates of splitting, whose result is called estimated, not "
            "validated"},
    {0},
};

bool train_has_target(const TrainOptions *o, Scale scale)
{
    return isfinite(o->training.target) && (o->training.target != 0 || scale == SCALE_ERROR);
}

int train_games(const TrainOptions *o)
{
    const TrainingOptions *t = &o->training;
    if (t->allocation.games > 0) return t->allocation.games;
    double games = floor(0.15 * sqrt((double)t->total_games) + 0.5);
    return games < 1 ? 1 : games > 1e6 ? 1000000 : (int)games;
}

bool train_has_centroid(const TrainOptions *o, Centroid which)
{
    const int chosen = o->selection.centroids;
    assert(chosen >= SELECTION_NONE && chosen <= SELECTION_ALL);
    return o->selection.finalists > 0 && (chosen == SELECTION_ALL || chosen == SELECTION_FIRST + (int)which);
}

int train_finalists(const TrainOptions *o)
{
    int n = o->selection.finalists;
    for (int which = 0; which < CENTROIDS; which++) n += train_has_centroid(o, (Centroid)which);
    return n;
}

int train_final_games(const TrainOptions *o)
{
    const SelectionOptions *s = &o->selection;
    if (!(s->share > 0) || s->finalists == 0 || o->training.total_games == 0) return s->games;
    double games = floor(s->share * (double)o->training.total_games / train_finalists(o));
    return games > 1e6 ? 1000000 : (int)games;
}

int64_t train_budget(const TrainOptions *o)
{
    bool shares = o->selection.share > 0;
    return o->training.total_games - (shares ? (int64_t)train_finalists(o) * train_final_games(o) : 0);
}

bool train_shares_pieces(const TrainOptions *o)
{
    return o->selection.share > 0 && o->selection.finalists > 0 && o->training.total_games == 0;
}

double train_pieces(const TrainOptions *o)
{
    double all = (double)o->training.total_pieces;
    return train_shares_pieces(o) ? all * (1 - o->selection.share) : all;
}

bool train_share_suffices(const TrainOptions *o)
{
    if (o->selection.finalists == 0) return false;
    if (o->training.total_games > 0) return train_final_games(o) >= 1;
    return (double)o->training.total_pieces - train_pieces(o) >= 2.0 * train_finalists(o);
}

static int check_budget(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    if (t->iterations == 0 && t->total_games == 0 && t->total_pieces == 0 && !(t->minutes > 0))
        return finding_add(out, true, "training.iterations",
                           "is no budget: one of iterations, total_games, total_pieces and minutes must be above 0");
    if (t->allocation.games == 0 && t->total_games == 0)
        return finding_add(out, true, "training.games",
                           "must be above 0, since training.total_games, which 0 needs, is not given");
    if (o->selection.share > 0 && t->total_games == 0 && t->total_pieces == 0)
        return finding_add(out, true, "selection.share",
                           "must be 0 where there is no training.total_games or total_pieces to take a share of");
    if (o->selection.share > 0 && o->selection.finalists > 0 && !train_share_suffices(o))
        return finding_add(out, true, "selection.share",
                           t->total_games > 0 ? "must be enough for a game of each finalist"
                                              : "must be enough for two games of each finalist");
    if (t->total_games > 0 && train_budget(o) < train_games(o))
        return finding_add(out, true, "training.total_games",
                           "must be at least training.games, the games that judge one position");
    return 0;
}

static int check_allocation(const TrainOptions *o, Finding *out)
{
    const TrainingOptions *t = &o->training;
    const AboutAllocation *about = &allocation_about[t->allocation.rule];
    if (about->replays && !t->fresh_games)
        return finding_add(out, true, "training.allocation",
                           "needs fresh_games = yes: the same games again would tell nothing new");
    const bool few = train_games(o) < about->least;
    if (few || (about->in_stages && t->allocation.first_games < about->least))
        return finding_add(out, true, few ? "training.games" : "training.first_games",
                           "must be at least %d where allocation = %s, which goes by the spread of games", about->least,
                           allocation_names[t->allocation.rule]);
    if (!about->in_stages || t->allocation.first_games < train_games(o)) return 0;
    return finding_add(out, false, "training.allocation",
                       "plays as fixed does: the first stage alone has first_games = %d of the %d games of a position",
                       t->allocation.first_games, train_games(o));
}

int train_check(const TrainOptions *o, Finding *out)
{
    const int n = check_budget(o, out);
    if (n > 0) return n;
    if (o->selection.centroids != SELECTION_NONE && o->selection.finalists == 0)
        return finding_add(out, true, "selection.centroids",
                           "must be none where finalists = 0: no centroid is an answer before it has played");
    if (o->selection.race_p > 0 && train_shares_pieces(o))
        return finding_add(out, true, "selection.race_p",
                           "must be 0 if a share of total_pieces pays for the finalists: the number of their games is not known");
    return check_allocation(o, out);
}

/* What ends a training: its key, and a clause for people; by TrainLimit. */
static const struct {
    const char *key, *what;
} limits[] = {
    [LIMIT_NONE] = {NULL, NULL},
    [LIMIT_TARGET] = {"target", "the best reached the target"},
    [LIMIT_STALL] = {"stall", "the best did not become better for as many iterations as were allowed"},
    [LIMIT_ITERATIONS] = {"iterations", "the budget of iterations was spent"},
    [LIMIT_TOTAL_GAMES] = {"total_games", "the budget of games was spent"},
    [LIMIT_TOTAL_PIECES] = {"total_pieces", "the budget of pieces was spent"},
    [LIMIT_MINUTES] = {"minutes", "the time was over"},
};

const char *train_limit_key(TrainLimit limit)
{
    assert(limit >= LIMIT_NONE && limit <= LIMIT_MINUTES);
    return limits[limit].key;
}

const char *train_ended(const char *key)
{
    for (TrainLimit i = LIMIT_TARGET; i <= LIMIT_MINUTES; i++)
        if (strcmp(limits[i].key, key) == 0) return limits[i].what;
    return NULL;
}
