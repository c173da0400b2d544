/* config_check.c. Rules about several values at once, and keys that are ignored. */
#include "config/config_check.h"

#include "base/text.h"
#include "config/feature_list.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rule is checked only if all values that it reads are right. It writes its findings (at most FINDINGS_MAX) and returns their
 * number. */
typedef struct {
    const char *needs;   /* sections between blanks, which must be used and have no refused value */
    const char *section; /* section of findings that name none; NULL: that of the kind of objective, which is needed, too */
    int (*find)(Config *c, Finding *out);
    int (*find_under)(Config *c, const void *rules, Finding *out); /* in place of find, for a rule about rules of the game */
} Rule;

/* ---- what is played ---- */

/* Reads the features that the weights belong to, or those that an agent with weights of its own reads. */
static int find_features(Config *c, Finding *out)
{
    int n = 0;
    const bool own = c->agent->weights != NULL;
    if (own && c->agent->reads[0] == '\0') return 0; /* the agent reads no features: c->set stays the default, unused */
    const FeatureSet *set = features_read(c->game, own ? c->agent->reads : c->agent_choice.features,
                                          c->sent != NULL ? c->sent->features : NULL, &c->listed, &c->observer, out, &n);
    if (set != NULL) c->set = set;
    const Rules rules = config_rules(c, c->rules);
    free(c->weight_names);
    c->weight_names = schema_names(&rules, c->agent);
    if (!own || n == 0) return n;
    const Finding first = out[0];
    return finding_add(out, true, "kind", "cannot play %s: %.200s", c->game->name, first.why);
}

static int find_game(Config *c, const void *rules, Finding *out)
{
    return game_check(c->game, rules, out);
}

/* Whether the features suit the rules. */
static int find_set(Config *c, const void *rules, Finding *out)
{
    const ObserverKind *kind = c->observer.kind;
    if (kind == NULL) return game_check_set(c->game, rules, c->set, out);
    *out = (Finding){.key = "features", .fatal = true};
    return !kind->suits(&c->observer, rules, out->why, sizeof out->why);
}

/* Whether the agent's options suit the rules. Also reads the file that the agent plays by, which must suit [game]. */
static int find_agent(Config *c, const void *rules, Finding *out)
{
    const AgentFileKind *kind = agent_file_of(c->agent);
    const Rules t = config_rules(c, rules);
    Errors errors = {0};
    int n = c->agent->check != NULL ? c->agent->check(&t, out) : 0;
    if (n > 0 || kind == NULL || rules != c->rules) return n;
    n = 1;
    if (config_agent_file(c)[0] == '\0')
        finding_add(out, true, c->agent->file, "%s", kind->wanted);
    else if (!kind->read(&c->file, config_agent_file(c), c->sent != NULL ? c->sent->agent : NULL, &errors))
        finding_add(out, true, c->agent->file, "%.300s", errors.line[0]);
    else if (c->file.game != c->game)
        finding_add(out, true, c->agent->file, "is for %s, and the game is %s", c->file.game->name, c->game->name);
    else {
        *out = (Finding){.key = c->agent->file, .fatal = true};
        n = !kind->fits(&c->file, rules, out->why, sizeof out->why);
    }
    errors_free(&errors);
    return n;
}

/* Whether the engine that was asked for plays these rules. */
static int find_engine(Config *c, const void *rules, Finding *out)
{
    Player player;
    const char *reason =
        player_make(&player, config_rules(c, rules), c->agent, c->experiment.engine, c->isas, c->objective.max_pieces);
    const int n = reason != NULL ? finding_add(out, true, "engine", "%s", reason) : 0;
    player_free(&player);
    return n;
}

/* Whether these rules suit the kind of objective. */
static int find_kind(Config *c, const void *rules, Finding *out)
{
    return c->kind->check != NULL && !c->kind->check(c->game, rules, config_own(c), out);
}

/* ---- what is searched for ---- */

/* A search over directions needs weights whose multiples all play alike, as weights of features do. Returns the number of
 * findings. */
static int find_domain(const Config *c, const void *optimiser, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    const char *key = c->optimiser->directions != NULL ? c->optimiser->directions(optimiser) : NULL;
    if (key == NULL || !config_uses(c, "agent")) return 0;
    if (!agent_weighs_features(c->agent))
        return finding_add(out, true, key, "searches directions only, but the length of the weights of [agent] kind = %s matters",
                           c->agent->name);
    if (o->lower == -o->upper) return 0;
    return finding_add(out, false, key,
                       "searches directions from the middle of the box, which is not 0 between lower = %.15g and upper = %.15g, "
                       "so that most weights are out of reach",
                       o->lower, o->upper);
}

static int find_directions(Config *c, Finding *out)
{
    return find_domain(c, c->optimiser_options, out);
}

double config_least_width(double lower, double upper)
{
    const double size = fabs(lower) > fabs(upper) ? fabs(lower) : fabs(upper), least = 1e-6 * size;
    return least > 1e-100 ? least : 1e-100;
}

/* Blames lower if it was given, else upper. */
static int find_box(Config *c, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    const bool upper = config_key(c, "objective", "lower")->kind != ORIGIN_GIVEN;
    const char *key = upper ? "upper" : "lower", *other = upper ? "lower" : "upper";
    const double end = upper ? o->lower : o->upper, width = o->upper - o->lower, least = config_least_width(o->lower, o->upper);
    if (!(width > 0)) return finding_add(out, true, key, "must be %s than %s = %.15g", upper ? "more" : "less", other, end);
    if (width >= least) return 0;
    return finding_add(out, true, key, "must be at least %.3g away from %s = %.15g", least, other, end);
}

/* Whether the game has a level of this name. list (room): the names of all its levels. */
static bool is_level(const Game *game, const char *name, char *list, size_t room)
{
    Text text = text_in(list, room);
    bool found = name[0] == '\0'; /* empty: the first level */
    for (int i = 0; i < segment_levels(game); i++) {
        text_add(&text, "%s%s", i > 0 ? ", " : "", segment_level_of(game, i)->name);
        found = found || strcmp(segment_level_of(game, i)->name, name) == 0;
    }
    return found;
}

/* Whether the game can be played in parts, if a phase uses estimates. */
static int find_estimator(Config *c, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    char levels[PARAM_WHY_MAX];
    const bool searches = o->estimator != ESTIMATOR_GAMES;
    const char *key = searches ? "objective.estimator" : "validation.estimator",
               *no_limit = "must be 0: splitting needs no limit";
    if (!searches && c->train.validation.estimator == ESTIMATOR_GAMES) return 0;
    if (c->kind->settings != NULL) return finding_add(out, true, key, "must be games where [objective] kind = %s", c->kind->name);
    if (c->game->n_levels == 0)
        return finding_add(out, true, key, "must be games: the game %s has no levels to split by", c->game->name);
    if (c->agent->plan != NULL)
        return finding_add(out, true, key, "must be games: the plans of the agent %s cannot be split", c->agent->name);
    if (!is_level(c->game, o->level, levels, sizeof levels)) return finding_add(out, true, "level", "must be one of %s", levels);
    if (o->max_pieces > 0) return finding_add(out, true, "max_pieces", "%s", no_limit);
    return o->search_max_pieces > 0 && searches ? finding_add(out, true, "search_max_pieces", "%s", no_limit) : 0;
}

/* ---- how it is searched ---- */

/* A schedule follows the spent share of the budget. If the budget is a time, that share and the results would depend on the
 * clock. */
static int find_schedule(Config *c, Finding *out)
{
    const TrainingOptions *t = &c->train.training;
    const Optimiser *o = c->optimiser;
    if (o->scheduled == NULL || !o->scheduled(c->optimiser_options)) return 0;
    if (!(t->minutes > 0) || t->iterations > 0 || t->total_games > 0 || t->total_pieces > 0) return 0;
    return finding_add(out, true, "minutes",
                       "the %s follows a schedule over the budget, which must be one of iterations, total_games or total_pieces",
                       o->name);
}

/* A score of any sign has no logarithm. A meta search, which has no game, is checked when it is set up. */
static int find_fitness(Config *c, Finding *out)
{
    if (config_units(c)->scale != SCALE_SIGNED || c->kind->tunes || c->train.training.fitness != FITNESS_LOG) return 0;
    return finding_add(out, true, "fitness",
                       "must be mean where the score is the %s of %s: it may be negative, and has no logarithm",
                       config_units(c)->score, config_uses(c, "game") ? c->game->name : c->kind->name);
}

static int find_training(Config *c, Finding *out)
{
    return train_check(&c->train, out);
}

static int find_optimiser(Config *c, Finding *out)
{
    return c->optimiser->check != NULL ? c->optimiser->check(c->optimiser_options, out) : 0;
}

/* ---- all of them ---- */

static const Rule of_values[] = {{"agent", "agent", find_features, NULL},
                                 {"objective", "objective", find_box, NULL},
                                 {"agent optimiser", "optimiser", find_directions, NULL},
                                 {"objective game validation", "objective", find_estimator, NULL}};
/* Checked for the rules of [game], and for the rules of a phase that differ from them. */
static const Rule of_games[] = {{"game", "game", NULL, find_game},
                                {"game agent", "agent", NULL, find_set},
                                {"game agent", "agent", NULL, find_agent},
                                {"experiment game agent objective", "experiment", NULL, find_engine},
                                {"game", NULL, NULL, find_kind}};
static const Rule of_searches[] = {{"training optimiser", "training", find_schedule, NULL},
                                   {"training", "training", find_fitness, NULL}};
static const Rule of_training = {"training selection validation", "training", find_training, NULL},
                  of_optimiser = {"optimiser", "optimiser", find_optimiser, NULL};
#define ALL(list) list, (int)(sizeof list / sizeof *list)

/* Whether all sections that the rule needs are sound. */
static bool can_be_asked(const Reading *r, const Rule *rule, const char *section)
{
    char needed[32];
    for (int i = 0; text_word(rule->needs, i, needed, sizeof needed); i++)
        if (!reading_sound(r, needed)) return false;
    return section != NULL && reading_sound(r, section);
}

/* Reports the findings of n rules. In a phase, only those of the first rule with findings; find_game's belong to its section. */
static void ask(Reading *r, const Rule *rule, int n, const void *rules, const char *phase)
{
    Finding found[FINDINGS_MAX];
    for (int i = 0; i < n; i++) {
        const char *section = rule[i].section != NULL ? rule[i].section : r->c->kind->section;
        if (!can_be_asked(r, &rule[i], section)) continue;
        const int findings = rule[i].find != NULL ? rule[i].find(r->c, found) : rule[i].find_under(r->c, rules, found);
        reading_report_findings(r, phase != NULL && rule[i].find_under == find_game ? phase : section, found, findings);
        if (phase != NULL && findings > 0) return;
    }
}

/* Checks the rules of a phase if they differ from those of [game]. */
static void ask_phase(Reading *r, const char *section, const void *rules)
{
    if (reading_sound(r, "game") && reading_sound(r, section) && !param_all_same(r->c->game->params, rules, r->c->rules))
        ask(r, ALL(of_games), rules, section);
}

static void check_meta(Reading *r)
{
    const MetaOptions *m = &r->c->meta;
    const IniSection *s = ini_section(&r->ini, "meta");
    if (r->unknown_given || !reading_sound(r, "meta") || (m->problems[0] != '\0' && m->tune[0] != '\0')) return;
    reading_report(r, s != NULL ? &(Given){.line = s->line} : NULL, true, "[meta] needs %s",
                   m->problems[0] == '\0' ? "problems = FILE.ini ..., the ini files of what is trained"
                                          : "tune = KEY ..., the parameters that are searched");
}

/* ---- keys that are ignored ---- */

/* Where a condition looks for keys. */
typedef struct {
    const Config *c;     /* borrowed */
    const char *section; /* the section of keys that name none; borrowed */
} Place;

/* The key, unless it is in an unused [objective]. A meta search does not use [objective], but its problems do. */
static const ConfigKey *find_key(const Config *c, const char *name, const char *section)
{
    const ConfigKey *k = config_find(c, name, section);
    return k == NULL || c->kind->tunes || strcmp(k->section, "objective") != 0 || config_uses(c, k->section) ? k : NULL;
}

static ParamPlace find(const void *ctx, const char *name)
{
    const Place *place = ctx;
    const ConfigKey *k = find_key(place->c, name, place->section);
    return k != NULL ? (ParamPlace){k->row, k->block} : (ParamPlace){0};
}

bool config_matters(const Config *c, const ConfigKey *k, Unmet *unmet)
{
    const Place place = {c, k->section};
    return k->row->when == NULL || condition_holds(k->row->when, find, &place, unmet);
}

/* The end of a sentence: "it matters only if topology = ring, and topology is global (default)". */
static void say_unmet(const Config *c, const char *section, const Unmet *unmet, char *out, size_t room)
{
    const ConfigKey *k = find_key(c, unmet->key, section);
    Text text = text_in(out, room);
    text_add(&text, "it matters only if %s", unmet->clause);
    if (k == NULL) return; /* no chosen part has the key */
    const ConfigText value = config_show(k);
    text_add(&text, ", and %s is %.*s (%s)", unmet->key, QUOTE_MAX, value.text[0] != '\0' ? value.text : "empty", k->origin);
}

/* Whether the program, not the user, wrote the value, and the key would have that value anyway. */
static bool says_nothing(const Reading *r, const Given *g)
{
    const bool written = g->line > 0 ? r->ini.format > 0 : strncmp(g->origin, "--", 2) != 0;
    return written && g->at->usual;
}

/* The first value that contradicts g: given for one of keys (between blanks), in the same place, not says_nothing. NULL: none.
 * Values of the command line replace those of the file and do not contradict them. Nor does a file that the program wrote
 * contradict itself, so that its run can still be resumed. */
static const Given *find_contrary(const Reading *r, const Given *g, const char *keys)
{
    char word[64];
    if (g->line > 0 && r->ini.format > 0) return NULL;
    for (int i = 0; text_word(keys, i, word, sizeof word); i++) {
        const ConfigKey *k = config_key(r->c, g->section, word);
        const Given *other = reading_given(r, k);
        assert(k != NULL);
        if (other == NULL || other->refused || (g->line > 0) != (other->line > 0)) continue;
        if (!says_nothing(r, other)) return other;
    }
    return NULL;
}

static void check_given(Reading *r, Given *g)
{
    char why[SENTENCE_MAX / 2], all[SENTENCE_MAX];
    Unmet unmet;
    if (says_nothing(r, g) || config_matters(r->c, g->at, &unmet)) return;
    const char *against = g->at->row->against;
    const Given *other = against != NULL && unmet.first ? find_contrary(r, g, against) : NULL;
    say_unmet(r->c, g->section, &unmet, why, sizeof why);
    if (other != NULL)
        snprintf(all, sizeof all, "contradicts %s = %.*s (%s): %s", other->key, QUOTE_MAX, other->value, other->at->origin, why);
    else
        snprintf(all, sizeof all, "is ignored: %s", why);
    reading_report_value(r, g, other != NULL, all);
}

/* If a key is given twice, only its last value is checked. */
static void check_ignored(Reading *r)
{
    for (int i = 0; i < r->n; i++) {
        Given *g = &r->given[i];
        if (!g->refused && reading_sound(r, g->section) && reading_given(r, g->at) == g) check_given(r, g);
    }
}

void config_check(Reading *r)
{
    ask(r, ALL(of_values), NULL, NULL);
    check_meta(r);
    ask(r, ALL(of_games), r->c->rules, NULL);
    ask_phase(r, "training", r->c->training_rules);
    ask_phase(r, "selection", r->c->selection_rules);
    ask(r, ALL(of_searches), NULL, NULL);
    check_ignored(r);
    if (r->ini.path != NULL && !r->unknown_given) ask(r, &of_training, 1, NULL, NULL);
    ask(r, &of_optimiser, 1, NULL, NULL);
}

int config_check_search(const Config *c, const TrainOptions *train, const void *optimiser, Finding *out)
{
    int n = train_check(train, out);
    n += find_domain(c, optimiser, out + n);
    if (c->optimiser->check != NULL) n += c->optimiser->check(optimiser, out + n);
    return n;
}
