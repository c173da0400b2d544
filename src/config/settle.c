/* settle.c. What values are by default that depend on other values. */
#include "config/config.h"

#include <assert.h>
#include <string.h>

/* What these rules do not say is as [game] has it; and so it is usual what they say alike. */
static void inherit(Config *c, const char *section, void *rules)
{
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        ConfigKey *own = p->per_phase ? config_key(c, section, p->key) : NULL;
        char *at = (char *)rules + p->offset;
        const char *claimed = (const char *)c->rules + p->offset;
        if (own != NULL && own->kind != ORIGIN_DEFAULT) {
            own->usual = memcmp(at, claimed, p->bytes) == 0;
            continue;
        }
        memcpy(at, claimed, p->bytes);
        if (own != NULL) config_came_from(own, ORIGIN_GAME, "[game]");
    }
}

/* Where the default of a row, or what a preset of the optimiser sets beside its own keys, would make no sense: another value,
 * unless the user has chosen. why_so: "default where ..." */
static void settle_default(const Config *c, const char *section, const char *key, const char *value, const char *why_so)
{
    char given[PARAM_TEXT_MAX];
    ConfigKey *k = config_key(c, section, key);
    if (k->kind == ORIGIN_GIVEN) {
        config_show(k, given, sizeof given);
        k->usual = strcmp(given, value) == 0;
        return;
    }
    config_put(k, value);
    config_came_from(k, ORIGIN_DEFAULT, why_so);
}

/* One game, as a preset may have it, says nothing to allocations that go by the spread of games: where such a one is given, so
 * many games are as without the preset. */
static void settle_games(const Config *c)
{
    const TrainingOptions *t = &c->train.training;
    if (config_key(c, "training", "games")->kind != ORIGIN_PRESET) return;
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
    inherit(c, "training", c->training_rules);
    inherit(c, "selection", c->selection_rules);
    settle_estimator(c);
    settle_training(c);
    settle_kind(c);
}
