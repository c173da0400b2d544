/* settle.c. Defaults that depend on other values; the preset of the optimiser. */
#include "config/reading.h"

#include "base/text.h"
#include "file/message.h"

#include <assert.h>
#include <string.h>

/* Sets another default of a key, and its origin. A value that the user gave stays; it is usual if it equals the default. */
static void settle(ConfigKey *k, const char *value, OriginKind kind, const char *why_so)
{
    char why[PARAM_WHY_MAX];
    if (k->kind == ORIGIN_GIVEN) {
        k->usual = strcmp(config_show(k).text, value) == 0;
        return;
    }
    const bool fits = param_set(k->row, k->block, value, why, sizeof why);
    assert(fits), (void)fits;
    config_came_from(k, kind, why_so);
}

/* ---- the preset ---- */

/* Applies "key=value section.key=value" of a preset or kind of objective. Keys without section belong to [optimiser]. */
static void apply_settings(const Config *c, const char *settings, OriginKind kind, const char *why_so)
{
    char word[128];
    for (int i = 0; text_word(settings, i, word, sizeof word); i++) {
        char *value = strchr(word, '=');
        assert(value != NULL);
        *value++ = '\0';
        ConfigKey *k = config_find(c, word, "optimiser");
        assert(k != NULL);
        settle(k, value, kind, why_so);
    }
}

static void refuse_preset(Reading *r, const char *name)
{
    char why[SENTENCE_MAX];
    const Optimiser *o = r->c->optimiser;
    Text list = text_in(why, sizeof why);
    text_add(&list, "the presets of %s are", o->name);
    Suggest s = suggest_start(name);
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        suggest_try(&s, p->name);
        text_add(&list, " %s", p->name);
    }
    if (!registry_absent("gapreset", name, why, sizeof why) && (s.best != NULL || o->presets->name == NULL))
        snprintf(why, sizeof why, "%s has no such preset%s", o->name, suggest_hint(&s).text);
    reading_report_value(r, reading_given(r, config_key(r->c, "optimiser", "preset")), true, why);
}

/* Whether there is a budget that a schedule can follow. */
static bool has_budget(const TrainingOptions *t)
{
    return t->iterations > 0 || t->total_games > 0 || t->total_pieces > 0;
}

/* The first given key for which the preset is not the default (Preset.unless); NULL: none was given. */
static const Given *find_instead(const Reading *r, const Preset *p)
{
    for (int i = 0; i < r->n && p->unless != NULL; i++)
        if (strcmp(r->given[i].section, "optimiser") == 0 && text_has(p->unless, r->given[i].key)) return &r->given[i];
    return NULL;
}

/* Whether the preset may be used if none is asked for. False: origin (room) may say why another preset is used. Warns if a value
 * rules it out, since the user may not have meant that. */
static bool is_default_preset(Reading *r, const Preset *p, char *origin, size_t room)
{
    const TrainingOptions *t = &r->c->train.training;
    const double lower = r->c->objective.lower, upper = r->c->objective.upper;
    const Given *instead = find_instead(r, p);
    if (!p->for_features) return true;
    if (!config_suits(r->c, p)) return false;
    if (instead != NULL) {
        snprintf(origin, room, "default where %s is given", instead->key);
    } else if (lower != -upper) {
        Given *low = reading_given(r, config_key(r->c, "objective", "lower")),
              *g = low != NULL ? low : reading_given(r, config_key(r->c, "objective", "upper"));
        snprintf(origin, room, "default where lower is not -upper");
        reading_report(r, g, false,
                       "%s = %.15g: %s, the default preset, needs lower = -upper, so that %s is used instead; %s = %.15g would "
                       "suit it, and preset = %s says that this is meant",
                       g->key, strcmp(g->key, "lower") == 0 ? lower : upper, p->name, p[1].name,
                       strcmp(g->key, "lower") == 0 ? "upper" : "lower", strcmp(g->key, "lower") == 0 ? -lower : -upper,
                       p[1].name);
    } else if (!has_budget(t)) {
        Given *g = reading_given(r, config_key(r->c, "training", "minutes"));
        if (g == NULL || !(t->minutes > 0)) return false;
        snprintf(origin, room, "default where minutes is the only budget");
        reading_report(r, g, false,
                       "%s = %s: %s, the default preset, needs a budget of iterations, total_games or total_pieces, so that %s "
                       "is used instead; such a budget would suit it, and preset = %s says that this is meant",
                       g->key, g->value, p->name, p[1].name, p[1].name);
    } else {
        return true;
    }
    return false;
}

void settle_preset(Reading *r)
{
    char *name = r->c->optimiser_choice.preset, origin[120] = "default";
    ConfigKey *k = config_key(r->c, "optimiser", "preset");
    const Preset *preset = r->c->optimiser->presets;
    const bool asked = name[0] != '\0';
    if (asked) preset = config_preset(r->c->optimiser, name);
    if (asked && preset == NULL) refuse_preset(r, name);
    while (!asked && preset->name != NULL && !is_default_preset(r, preset, origin, sizeof origin)) preset++;
    if (preset == NULL || preset->name == NULL) return;
    if (!asked) config_came_from(k, ORIGIN_DEFAULT, origin);
    snprintf(name, sizeof r->c->optimiser_choice.preset, "%s", preset->name);
    snprintf(origin, sizeof origin, "preset %s", name);
    apply_settings(r->c, preset->settings, ORIGIN_PRESET, origin);
    if (preset->implied != NULL) apply_settings(r->c, preset->implied, ORIGIN_PRESET, origin);
    if (preset->warning != NULL) reading_report(r, reading_given(r, k), false, "preset %s: %s", name, preset->warning);
}

/* ---- other defaults ---- */

/* Takes from [game] each key of the rules that the section does not set. A key that the section sets to the value of [game] is
 * marked usual. */
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

/* Replaces the default of a row, or the value of a preset, that makes no sense with the other values. A value that the user gave
 * stays. why_so: "default where ..." */
static void settle_default(const Config *c, const char *section, const char *key, const char *value, const char *why_so)
{
    settle(config_key(c, section, key), value, ORIGIN_DEFAULT, why_so);
}

/* A preset may set games to 1, but some allocations need the spread of several games. With such an allocation, games has the
 * default that it has without a preset. */
static void settle_games(const Config *c)
{
    const TrainingOptions *t = &c->train.training;
    if (config_key(c, "training", "games")->kind != ORIGIN_PRESET) return;
    if (t->allocation.rule == ALLOCATION_FIXED) return;
    settle_default(c, "training", "games", param_find(train_training_params, "games")->standard,
                   "default where games are not the same for all positions");
}

static void settle_training(const Config *c)
{
    const TrainOptions *o = &c->train;
    settle_games(c);
    /* The default allocation must not follow the budget, which may be extended, even if games does (0). */
    const int games = o->training.allocation.games;
    if (games == 0 ? train_games(o) < 2 : games <= o->training.allocation.first_games)
        settle_default(c, "training", "allocation", "fixed", "default where games is at most first_games");
    if (config_units(c)->scale == SCALE_SIGNED) settle_default(c, "training", "fitness", "mean", "default of scores of any sign");
    if (o->selection.finalists == 0) settle_default(c, "selection", "centroids", "none", "default where finalists = 0");
    if (config_key(c, "selection", "games")->kind != ORIGIN_DEFAULT)
        settle_default(c, "selection", "share", "0", "default where selection.games is given");
    else if (!train_share_suffices(o))
        settle_default(c, "selection", "share", "0", "default without a budget to share");
}

/* One replicate says as much about a position as many games. Its score may be off by a factor, so logarithms are compared. */
static void settle_estimator(Config *c)
{
    ObjectiveOptions *o = &c->objective;
    const char *why = "default where a play is an estimate";
    for (int i = 0; i < segment_levels(c->game); i++)
        if (strcmp(segment_level_of(c->game, i)->name, o->level) == 0) o->splitting.level = i;
    if (o->estimator == ESTIMATOR_GAMES || !config_uses(c, "game")) return;
    settle_default(c, "training", "games", "1", why);
    settle_default(c, "training", "fitness", "log", why);
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
    /* Last, since defaults of the kind of objective override those above. */
    apply_settings(c, c->kind->defaults, ORIGIN_DEFAULT, c->kind->why_default);
}
