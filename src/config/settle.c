/* settle.c. What values are by default that depend on other values. */
#include "config/config.h"

#include <assert.h>
#include <string.h>

/* What this part does not say is as [game] has it; and so it is usual what it says alike. */
static void inherit(Config *c, ConfigPart *part)
{
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        const Param *own = param_find(part->table, p->key);
        int row = own != NULL ? (int)(own - part->table) : -1;
        char *at = (char *)part->block + p->offset;
        const char *claimed = (const char *)c->rules + p->offset;
        if (row >= 0 && part->origin[row].kind != ORIGIN_DEFAULT) {
            part->origin[row].usual = memcmp(at, claimed, p->bytes) == 0;
            continue;
        }
        memcpy(at, claimed, p->bytes);
        if (row >= 0) config_came_from(part, row, ORIGIN_GAME, "[game]");
    }
}

/* Where the default of a row, or what a preset of the optimiser sets beside its own keys, would make no sense: another value,
 * unless the user has chosen. why_so: "default where ..." */
static void settle_default(const Config *c, const char *section, const char *key, const char *value, const char *why_so)
{
    char why[PARAM_WHY_MAX];
    int row = 0;
    const ConfigPart *part = config_row(c, section, key, &row);
    if (part->origin[row].kind == ORIGIN_GIVEN) {
        char given[PARAM_TEXT_MAX];
        param_print(&part->table[row], part->block, given, sizeof given);
        part->origin[row].usual = strcmp(given, value) == 0;
        return;
    }
    bool fits = param_set(&part->table[row], part->block, value, why, sizeof why);
    assert(fits), (void)fits;
    config_came_from(part, row, ORIGIN_DEFAULT, why_so);
}

static bool is_of_preset(const Config *c, const char *section, const char *key)
{
    int row = 0;
    const ConfigPart *part = config_row(c, section, key, &row);
    return part->origin[row].kind == ORIGIN_PRESET;
}

/* One game, as a preset may have it, says nothing to allocations that go by the spread of games: where such a one is given, so
 * many games are as without the preset. */
static void settle_games(const Config *c)
{
    const TrainingOptions *t = &c->train.training;
    if (!is_of_preset(c, "training", "games")) return;
    if (t->contest.allocation == CONTEST_FIXED) return;
    settle_default(c, "training", "games", param_find(train_training_params, "games")->standard,
                   "default where games are not the same for all positions");
}

static void settle_training(const Config *c)
{
    const TrainOptions *o = &c->train;
    settle_games(c);
    const int games = o->training.contest.games; /* where they follow the budget, the allocation does not: it may be extended */
    if (games == 0 ? train_games(o) < 2 : games <= o->training.contest.first_games)
        settle_default(c, "training", "allocation", "fixed", "default where games is at most first_games");
    if (config_traits(c)->scale == SCALE_SIGNED)
        settle_default(c, "training", "fitness", "mean", "default of scores of any sign");
    if (o->selection.finalists == 0) settle_default(c, "selection", "centres", "none", "default where finalists = 0");
    if (!config_is_default(c, "selection", "games"))
        settle_default(c, "selection", "share", "0", "default where selection.games is given");
    else if (!train_share_suffices(o))
        settle_default(c, "selection", "share", "0", "default without a budget to share");
}

/* One replicate tells of a position as much as many games. Scores of replicates differ by factors, so that logarithms are
 * compared. */
static void settle_estimator(Config *c)
{
    ObjectiveOptions *o = &c->objective;
    const char *why = "default where a play is an estimate";
    for (int i = 0; i < stretch_levels(c->game); i++)
        if (strcmp(stretch_level_of(c->game, i)->name, o->level) == 0) o->splitting.level = i;
    if (o->estimator == ESTIMATOR_GAMES || !config_uses(c, "game")) return;
    settle_default(c, "training", "games", "1", why);
    settle_default(c, "training", "fitness", "log", why);
}

/* What the kind of objective says goes before what the other values suggest. */
static void settle_kind(const Config *c)
{
    for (const KindDefault *d = c->kind->defaults; d->section != NULL; d++)
        settle_default(c, d->section, d->key, d->value, c->kind->why_default);
}

void config_settle(Config *c)
{
    assert(c->phase_params != NULL); /* after config_choose */
    /* The default of the table is a set of the first game. */
    if (c->game != registry_games[0]) settle_default(c, "agent", "features", c->game->sets[0].name, "default of this game");
    for (int p = 0; p < c->parts; p++)
        if (c->part[p].table == c->phase_params) inherit(c, &c->part[p]);
    settle_estimator(c);
    settle_training(c);
    settle_kind(c);
}
