/* config_check.c. Checks combinations of values: what no single value shows. */
#include "config/config_check.h"

#include "base/text.h"
#include "config/features.h"
#include "config/ignored.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The features that the weights belong to, or those that an agent with weights of its own reads. */
static void check_features(Reading *r)
{
    Config *c = r->c;
    Finding found[FINDINGS_MAX];
    int n = 0;
    if (!reading_sound(r, "agent")) return;
    const bool own = c->agent->weights != NULL;
    if (own && c->agent->reads[0] == '\0') return; /* none: the set of the game is there, and not used */
    const FeatureSet *set = features_read(c->game, own ? c->agent->reads : c->agent_choice.features,
                                          c->sent != NULL ? c->sent->features : NULL, &c->listed, &c->observer, found, &n);
    if (set != NULL) c->set = set;
    if (own && n > 0) {
        Finding cannot = {.key = "kind", .fatal = true};
        snprintf(cannot.why, sizeof cannot.why, "cannot play %s: %.200s", c->game->name, found[0].why);
        found[0] = cannot;
        n = 1;
    }
    reading_report_findings(r, "agent", found, n);
}

/* Reads the file that the agent plays by, which must be one for these rules. */
static void check_file(Reading *r)
{
    Config *c = r->c;
    const AgentFileKind *kind = agent_file_of(c->agent);
    Errors errors = {0};
    if (!reading_sound(r, "agent") || !reading_sound(r, "game") || !config_uses(c, "agent") || kind == NULL) return;
    Finding f = {.key = c->agent->file, .fatal = true};
    bool good = false;
    if (config_agent_file(c)[0] == '\0')
        snprintf(f.why, sizeof f.why, "%s", kind->wanted);
    else if (!kind->read(&c->file, config_agent_file(c), c->sent != NULL ? c->sent->agent : NULL, &errors))
        snprintf(f.why, sizeof f.why, "%.300s", errors.line[0]);
    else if (c->file.game != c->game)
        snprintf(f.why, sizeof f.why, "is for %s, and the game is %s", c->file.game->name, c->game->name);
    else
        good = kind->fits(&c->file, c->rules, f.why, sizeof f.why);
    if (!good) reading_report_findings(r, "agent", &f, 1);
    errors_free(&errors);
}

/* Whether the features suit the rules. */
static void check_set(Reading *r, const void *rules)
{
    Config *c = r->c;
    Finding found[FINDINGS_MAX] = {{.key = "features", .fatal = true}};
    if (!reading_sound(r, "game") || !reading_sound(r, "agent")) return;
    const ObserverKind *kind = c->observer.kind;
    const int n = kind == NULL ? game_check_set(c->game, rules, c->set, found)
                               : !kind->suits(&c->observer, rules, found[0].why, sizeof found[0].why);
    reading_report_findings(r, "agent", found, n);
}

/* A search over directions alone needs weights of which every multiple plays alike: those of features do. Returns how many
 * findings. */
static int find_domain(const Config *c, const void *optimiser, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    const char *key = c->optimiser->directions != NULL ? c->optimiser->directions(optimiser) : NULL;
    if (key == NULL || !config_uses(c, "agent")) return 0;
    if (c->agent->weights == NULL) {
        *out = (Finding){.key = key};
        snprintf(
            out->why, sizeof out->why,
            "searches directions from the middle of the box, which is not 0 between lower = %.15g and upper = %.15g, so that "
            "most weights are out of reach",
            o->lower, o->upper);
        return o->lower == -o->upper ? 0 : 1;
    }
    *out = (Finding){.key = key, .fatal = true};
    snprintf(out->why, sizeof out->why,
             "searches directions only, but the weights of [agent] kind = %s do not play alike at any length", c->agent->name);
    return 1;
}

static void check_domain(Reading *r)
{
    Finding f;
    if (!reading_sound(r, "agent") || !reading_sound(r, "optimiser")) return;
    reading_report_findings(r, "optimiser", &f, find_domain(r->c, r->c->optimiser_options, &f));
}

/* The squares of what is shorter than its ends allow would be 0, or rounding. */
static double least_width(const ObjectiveOptions *o)
{
    const double size = fabs(o->lower) > fabs(o->upper) ? fabs(o->lower) : fabs(o->upper), least = 1e-6 * size;
    return least > 1e-100 ? least : 1e-100;
}

/* The key that was given is blamed: lower, or upper if that alone was. */
static void check_box(Reading *r)
{
    const ObjectiveOptions *o = &r->c->objective;
    if (!reading_sound(r, "objective")) return;
    const bool upper = reading_find(r, "objective", "lower") == NULL;
    const char *key = upper ? "upper" : "lower", *other = upper ? "lower" : "upper";
    const double end = upper ? o->lower : o->upper, width = o->upper - o->lower;
    if (!(width > 0))
        reading_refuse(r, "objective", key, "must be %s than %s = %.15g", upper ? "more" : "less", other, end);
    else if (width < least_width(o))
        reading_refuse(r, "objective", key, "must be at least %.3g away from %s = %.15g", least_width(o), other, end);
}

/* Whether the game has a level of this name; list (room): the names of all. */
static bool is_level(const Game *game, const char *name, char *list, size_t room)
{
    Text text = text_in(list, room);
    bool found = name[0] == '\0'; /* its first */
    for (int i = 0; i < stretch_levels(game); i++) {
        text_add(&text, "%s%s", i > 0 ? ", " : "", stretch_level_of(game, i)->name);
        found = found || strcmp(stretch_level_of(game, i)->name, name) == 0;
    }
    return found;
}

/* Whether the game can be played in parts, where a phase asks for estimates. */
static void check_estimator(Reading *r)
{
    const Config *c = r->c;
    const ObjectiveOptions *o = &c->objective;
    char levels[PARAM_WHY_MAX];
    const bool searches = o->estimator != ESTIMATOR_GAMES,
               estimates = searches || c->train.validation.estimator != ESTIMATOR_GAMES;
    const char *section = searches ? "objective" : "validation",
               *no_limit = "must be 0 where games are estimated by splitting, which needs no limit";
    if (!reading_sound(r, "objective") || !reading_sound(r, "game") || !reading_sound(r, "validation")) return;
    if (!config_uses(c, "game") || !estimates) return;
    if (c->kind->settings != NULL)
        reading_refuse(r, section, "estimator", "must be games where [objective] kind = %s", c->kind->name);
    else if (c->game->n_levels == 0)
        reading_refuse(r, section, "estimator",
                       "must be games where the game is %s, which has no levels by which it could be split", c->game->name);
    else if (c->agent->plan != NULL)
        reading_refuse(r, section, "estimator", "must be games where the agent is %s, whose plans cannot be split",
                       c->agent->name);
    else if (!is_level(c->game, o->level, levels, sizeof levels))
        reading_refuse(r, "objective", "level", "must be one of %s", levels);
    else if (o->max_pieces > 0)
        reading_refuse(r, "objective", "max_pieces", "%s", no_limit);
    else if (o->search_max_pieces > 0 && searches)
        reading_refuse(r, "objective", "search_max_pieces", "%s", no_limit);
}

/* Whether the kind of objective can do with these rules. False: reported. */
static bool check_kind(Reading *r, const void *rules)
{
    const Config *c = r->c;
    Finding finding;
    if (c->kind->check == NULL || !reading_sound(r, "game") || !reading_sound(r, c->kind->section)) return true;
    if (c->kind->check(c->game, rules, config_own(c), &finding)) return true;
    reading_report_findings(r, c->kind->section, &finding, 1);
    return false;
}

/* Whether the engine that was asked for plays these rules. */
static void check_engine(Reading *r, const void *rules)
{
    const Config *c = r->c;
    Player player;
    if (!config_uses(c, "agent")) return;
    if (!reading_sound(r, "experiment") || !reading_sound(r, "game") || !reading_sound(r, "agent") ||
        !reading_sound(r, "objective"))
        return;
    const Ruleset table = config_ruleset(c, rules);
    const char *reason = player_make(&player, table, c->agent, c->experiment.engine, c->isa, c->objective.max_pieces);
    if (reason != NULL) reading_refuse(r, "experiment", "engine", "%s", reason);
    player_free(&player);
}

/* The rules of a phase, where they are not those of [game]. */
static void check_phase(Reading *r, const char *section, const void *rules)
{
    const Config *c = r->c;
    Finding finding[FINDINGS_MAX];
    if (!reading_sound(r, "game") || !reading_sound(r, section) || config_deviation(c, rules, 0) == NULL) return;
    int n = game_check(c->game, rules, finding);
    reading_report_findings(r, section, finding, n);
    if (n == 0) check_set(r, rules);
    if (n == 0 && check_kind(r, rules)) check_engine(r, rules);
}

/* A schedule follows the share of the budget that is spent. Of a time that share would depend on the clock, and so would the
 * results. */
static void check_schedule(Reading *r)
{
    const TrainingOptions *t = &r->c->train.training;
    const Optimiser *o = r->c->optimiser;
    if (!reading_sound(r, "training") || !reading_sound(r, "optimiser")) return;
    if (o->scheduled == NULL || !o->scheduled(r->c->optimiser_options)) return;
    if (!(t->minutes > 0) || t->iterations > 0 || t->total_games > 0 || t->total_pieces > 0) return;
    reading_refuse(r, "training", "minutes",
                   "the %s follows a schedule over the budget, which must be one of iterations, total_games or total_pieces",
                   o->name);
}

/* A score of any sign has no logarithm. A meta search is judged where it is put together. */
static void check_fitness(Reading *r)
{
    const Config *c = r->c;
    if (c->kind->tunes || !reading_sound(r, "training") || !reading_sound(r, "objective") || !reading_sound(r, "game")) return;
    if (config_traits(c)->scale != SCALE_SIGNED || c->train.training.fitness != FITNESS_LOG) return;
    reading_refuse(r, "training", "fitness",
                   "must be mean where the score is the %s of %s: it may be negative, and has no logarithm",
                   config_traits(c)->score, c->game->name);
}

static void check_meta(Reading *r)
{
    const MetaOptions *m = &r->c->meta;
    const IniSection *s = ini_section(&r->ini, "meta");
    if (r->astray || !reading_sound(r, "meta") || (m->problems[0] != '\0' && m->tune[0] != '\0')) return;
    reading_report(r, s != NULL ? &(Given){.line = s->line} : NULL, true, "[meta] needs %s",
                   m->problems[0] == '\0' ? "problems = FILE.ini ..., the ini files of what is trained"
                                          : "tune = KEY ..., the parameters that are searched");
}

/* What no single value shows. */
void config_check(Reading *r)
{
    const Config *c = r->c;
    Finding finding[FINDINGS_MAX];
    check_features(r);
    check_box(r);
    check_domain(r);
    check_estimator(r);
    check_meta(r);
    if (reading_sound(r, "game")) reading_report_findings(r, "game", finding, game_check(c->game, c->rules, finding));
    check_set(r, c->rules);
    check_file(r);
    check_engine(r, c->rules);
    check_kind(r, c->rules);
    check_phase(r, "training", c->training_rules);
    check_phase(r, "selection", c->selection_rules);
    check_schedule(r);
    check_fitness(r);
    ignored_check(r);
    if (r->ini.path != NULL && !r->astray && config_uses(c, "training") && reading_sound(r, "training") &&
        reading_sound(r, "selection") && reading_sound(r, "validation"))
        reading_report_findings(r, "training", finding, train_check(&c->train, finding));
    if (reading_sound(r, "optimiser") && c->optimiser->check != NULL)
        reading_report_findings(r, "optimiser", finding, c->optimiser->check(c->optimiser_options, finding));
}

int config_check_search(const Config *c, const TrainOptions *train, const void *optimiser, Finding *out)
{
    int n = train_check(train, out);
    n += find_domain(c, optimiser, out + n);
    if (c->optimiser->check != NULL) n += c->optimiser->check(optimiser, out + n);
    return n;
}
