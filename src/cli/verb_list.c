/* verb_list.c. swarmtris list [games|features|...|SECTION|KEY]: the built-in parts, and the keys of an ini. Everything that is
 * printed comes from the tables of the parts; without an argument, the sections that every ini has come first. */
#include "base/mem.h"
#include "base/text.h"
#include "cli/list_json.h"
#include "cli/list_keys.h"
#include "cli/named.h"
#include "cli/verbs.h"
#include "config/config.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/terminal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints a line; where it is too long for the terminal it goes on `indent` columns to the right. */
__attribute__((format(printf, 2, 3))) static void print_line(int indent, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    terminal_print(stdout, text, 0, indent, terminal_columns(stdout));
    free(text);
}

static void list_params(const Param *table)
{
    for (const Param *p = NULL; (p = param_next(table, p)) != NULL;) list_keys_row(p, stdout);
}

/* The keys of a part: all of them, or the basic ones and how many others there are. */
static void list_part(const char *name, const char *doc, const Param *table, bool whole)
{
    int others = 0;
    print_line(4, "  %s: %s", name, doc);
    for (const Param *p = NULL; (p = param_next(table, p)) != NULL;)
        if (whole || p->level == PARAM_BASIC)
            list_keys_row(p, stdout);
        else
            others++;
    if (others > 0) print_line(6, "    %d %s: 'swarmtris list %s'", others, others == 1 ? "more key" : "more keys", name);
}

/* Prints the sets that the lanes refuse under the default rules, so that the reference plays them. */
static void list_refused(const Game *g, const Lanes *l)
{
    Finding found[FINDINGS_MAX];
    assert(l->runs_here());
    void *rules = mem_new(1, g->rules_bytes);
    param_defaults(g->params, rules);
    for (int i = 0; i < g->n_sets; i++) {
        const char *why = g->check_set(rules, &g->sets[i], found) == 0 ? l->refuses(rules, &g->sets[i]) : NULL;
        if (why != NULL) print_line(6, "    on the default board the reference plays %s: %s", g->sets[i].name, why);
    }
    free(rules);
}

static void list_engines(void)
{
    print_line(2, "engines, [experiment] engine: all of them play the same games");
    print_line(4, "  reference: one game after the other, one function a feature");
    print_line(4, "  columns: one game after the other, the columns of its board in vectors; the instruction sets of the lanes");
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Lanes *first = NULL;
        print_line(4, "  lanes of %s: many games at once; instruction sets (SWARMTRIS_ISA):%s", registry_games[g]->name,
                   registry_games[g]->lanes == NULL ? " none" : "");
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++) {
            bool runs = (*l)->runs_here();
            print_line(13, "    %-8s %s%s", (*l)->isa, (*l)->doc, runs ? "" : "; not on this processor");
            if (first == NULL && runs) first = *l;
        }
        if (first != NULL) list_refused(registry_games[g], first);
    }
    print_line(4, "  auto: lanes where they support the rules and features, else the reference");
}

static void list_game(const Game *g, bool whole)
{
    list_part(g->name, g->doc, g->params, whole);
    print_line(6, "    %s: %s; what a game takes: %s; play --pieces reads %s", g->traits.falls ? "minimised" : "maximised",
               g->traits.score, g->traits.cost, g->letters);
    for (int k = 0; k < stretch_levels(g); k++)
        print_line(21, "    level %-10s %s", stretch_level_of(g, k)->name, stretch_level_of(g, k)->doc);
    const GameLearning *l = g->learning;
    for (int k = 0; l != NULL && k < l->n_observations; k++)
        print_line(24, "    observation %-7s %s; %s", l->observations[k].name, l->observations[k].definition,
                   l->observations[k].source);
    for (int k = 0; l != NULL && k < l->n_rewards; k++)
        print_line(24, "    reward %-12s %s; %s", l->rewards[k].name, l->rewards[k].definition, l->rewards[k].source);
}

static void list_games(void)
{
    print_line(2, "games, [game] kind");
    for (int i = 0; registry_games[i] != NULL; i++) list_game(registry_games[i], false);
    list_engines();
}

/* The number at the end of a name, after "_", with the number of bytes before it in *stem; -1: there is none. */
static int numbered(const char *name, int *stem)
{
    const char *digits = strrchr(name, '_');
    if (digits == NULL || digits[1] == '\0' || digits[1 + strspn(digits + 1, "0123456789")] != '\0') return -1;
    *stem = (int)(digits - name);
    return atoi(digits + 1);
}

/* Whether next is the name after name: column_height_1, column_height_2. Such features share one line. */
static bool follows(const char *name, const char *next)
{
    int stem, next_stem, number = numbered(name, &stem);
    return number >= 0 && numbered(next, &next_stem) == number + 1 && stem == next_stem && strncmp(name, next, (size_t)stem) == 0;
}

/* A feature, or as many with the same name but for its number, first to last. */
static void list_feature(const Feature *first, const Feature *last)
{
    char name[128];
    snprintf(name, sizeof name, "%s%s%s", first->name, first < last ? " .. " : "", first < last ? last->name : "");
    if (strlen(name) > 28) printf("  %s\n", name);
    print_line(31, "  %-28s %s%s", strlen(name) > 28 ? "" : name, first->definition, first < last ? ", and so on" : "");
    print_line(31, "  %-28s source: %s", "", first->source);
}

static void list_features(void)
{
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Feature *f = registry_games[g]->features, *end = f + registry_games[g]->n_features;
        print_line(2, "features of %s", registry_games[g]->name);
        for (const Feature *last = f; f < end; f = ++last) {
            while (last + 1 < end && follows(last->name, last[1].name)) last++;
            list_feature(f, last);
        }
    }
}

static void list_set(const Game *game, const FeatureSet *set)
{
    const Feature *features = game->features;
    print_line(6, "  %s (%d weights): %s", set->name, set->n, set->source);
    for (int j = 0, last = 0; j < set->n; j = ++last) {
        while (last + 1 < set->n && follows(features[set->index[last]].name, features[set->index[last + 1]].name)) last++;
        const char *to = j < last ? features[set->index[last]].name : "";
        printf("    %s%s%s\n", features[set->index[j]].name, j < last ? " .. " : "", to);
    }
}

static void list_sets(void)
{
    for (int g = 0; registry_games[g] != NULL; g++) {
        print_line(2, "feature sets of %s, [agent] features; a list may name sets and features", registry_games[g]->name);
        for (int i = 0; i < registry_games[g]->n_sets; i++) list_set(registry_games[g], &registry_games[g]->sets[i]);
    }
}

static void list_agent(const Agent *a, bool whole)
{
    list_part(a->name, a->doc, a->params, whole);
    if (a->weights == NULL || a->weights->key == NULL || !whole) return;
    print_line(6, "    its own weights, in a game with the features %s:", a->reads);
    list_params(a->weights);
}

static void list_agents(void)
{
    print_line(2, "agents, [agent] kind");
    for (int i = 0; registry_agents[i] != NULL; i++) list_agent(registry_agents[i], false);
}

static void list_preset(const Preset *preset)
{
    print_line(29, "      %-22s %s", preset->name, preset->settings);
    if (preset->beside != NULL) print_line(29, "      %-22s and %s", "", preset->beside);
    if (preset->for_features) print_line(29, "      %-22s suits %s", "", PRESET_FEATURES);
    if (preset->unless != NULL)
        print_line(29, "      %-22s is no default where one of these keys is given: %s", "", preset->unless);
    print_line(29, "      %-22s source: %s", "", preset->source);
    if (preset->warning != NULL) print_line(29, "      %-22s warning: %s", "", preset->warning);
}

/* All that is known of presets, or their names alone. */
static void list_presets(const Preset *preset, bool whole)
{
    char names[PARAM_TEXT_MAX];
    Text text = text_in(names, sizeof names);
    if (preset->name == NULL) return;
    if (whole) printf("    presets, the first that suits is the default:\n");
    for (; preset->name != NULL; preset++)
        if (whole)
            list_preset(preset);
        else
            text_add(&text, " %s", preset->name);
    if (!whole) print_line(6, "    presets, the first that suits is the default:%s", names);
}

/* The presets of this name; returns how many. */
static int list_presets_called(const char *name)
{
    int n = 0;
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        for (const Preset *p = registry_optimisers[i]->presets; p->name != NULL; p++) {
            if (strcmp(p->name, name) != 0) continue;
            printf("    a preset of %s:\n", registry_optimisers[i]->name);
            list_preset(p);
            n++;
        }
    return n;
}

static void list_optimiser(const Optimiser *o, bool whole)
{
    list_part(o->name, o->doc, o->params, whole);
    list_presets(o->presets, whole);
}

static void list_optimisers(void)
{
    print_line(2, "optimisers, [optimiser] kind");
    for (int i = 0; registry_optimisers[i] != NULL; i++) list_optimiser(registry_optimisers[i], false);
}

static void list_function(const Function *f)
{
    print_line(15, "  %-12s [-%g, %g]^dim: %s", f->name, f->half_width, f->half_width, f->doc);
}

static void list_functions(void)
{
    print_line(2, "test functions, [objective] kind");
    for (const Function *const *f = registry_functions; *f != NULL; f++) list_function(*f);
}

/* ---- files that come with the program ---- */

static void print_name(void *ctx, const char *name)
{
    (void)ctx;
    printf("  %s\n", name);
}

static void list_inis(void)
{
    print_line(2, "inis that come with the program, for train, check and landscape");
    named_each(TAKES_INIS, print_name, NULL);
}

static void list_weights(void)
{
    print_line(2, "weights that come with the program, for eval, play, compare, tournament, info and train --from");
    named_each(TAKES_WEIGHTS, print_name, NULL);
}

static void list_studies(void)
{
    print_line(2, "lists of settings that come with the program, for study");
    named_each(TAKES_STUDIES, print_name, NULL);
}

/* ---- which ---- */

static bool is(const char *wanted, const char *name)
{
    return strcmp(wanted, name) == 0;
}

/* Lists the features and sets of a game that have this name; returns how many. */
static int list_named_of(const Game *game, const char *name)
{
    int n = 0;
    for (int f = 0; f < game->n_features; f++) {
        if (!is(name, game->features[f].name)) continue;
        print_line(2, "a feature of %s", game->name);
        list_feature(&game->features[f], &game->features[f]);
        n++;
    }
    for (int i = 0; i < game->n_sets; i++) {
        if (!is(name, game->sets[i].name)) continue;
        print_line(2, "a feature set of %s, [agent] features", game->name);
        list_set(game, &game->sets[i]);
        n++;
    }
    return n;
}

/* A name that is looked for among files, and how many were found. */
typedef struct {
    const char *name, *of; /* of: what the files are, and what takes them */
    int n;
} FileName;

static void print_if_named(void *ctx, const char *name)
{
    FileName *f = ctx;
    if (!is(f->name, name)) return;
    printf("  %-12s one of the %s\n", name, f->of);
    f->n++;
}

/* Lists everything else of this name; returns how much that is. */
static int list_named(const char *name)
{
    int n = 0;
    FileName ini = {.name = name, .of = "inis that come with the program: swarmtris train, check --dump"},
             weights = {.name = name, .of = "weights that come with the program: swarmtris eval, play, info"},
             study = {.name = name, .of = "studies that come with the program: swarmtris study"};
    for (int g = 0; registry_games[g] != NULL; g++) {
        if (is(name, registry_games[g]->name)) list_game(registry_games[g], true), n++;
        n += list_named_of(registry_games[g], name);
    }
    for (int i = 0; registry_agents[i] != NULL; i++)
        if (is(name, registry_agents[i]->name)) list_agent(registry_agents[i], true), n++;
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        if (is(name, registry_optimisers[i]->name)) list_optimiser(registry_optimisers[i], true), n++;
    for (const Function *const *f = registry_functions; *f != NULL; f++)
        if (is(name, (*f)->name)) list_function(*f), n++;
    n += list_presets_called(name);
    named_each(TAKES_INIS, print_if_named, &ini);
    named_each(TAKES_WEIGHTS, print_if_named, &weights);
    named_each(TAKES_STUDIES, print_if_named, &study);
    return n + ini.n + weights.n + study.n;
}

static int refuse(const char *word)
{
    char *near = list_keys_nearest(word);
    if (near != NULL)
        fprintf(stderr, "swarmtris: 'list' knows no '%.100s'; did you mean '%s'?\n", word, near);
    else
        fprintf(stderr,
                "swarmtris: 'list' knows no '%.100s': must be a list of parts, a section, a key or the name of a part; see "
                "'swarmtris help list'\n",
                word);
    free(near);
    return STATUS_USAGE;
}

static int print_json(const char *word)
{
    char *text;
    size_t size;
    Json j = {.out = files_memory(&text, &size)};
    json_open(&j, NULL, '{');
    bool found = list_json_parts(&j, word);
    if ((!found || word == NULL) && list_keys_json(&j, word) > 0) found = true;
    json_close(&j, '}');
    files_memory_close(j.out);
    if (found) fputs(text, stdout);
    free(text);
    return found ? STATUS_OK : refuse(word);
}

static int run(const Command *o)
{
    static const struct {
        const char *name;
        void (*list)(void);
    } lists[] = {{"games", list_games},   {"features", list_features},     {"sets", list_sets},
                 {"agents", list_agents}, {"optimisers", list_optimisers}, {"functions", list_functions},
                 {"inis", list_inis},     {"weights", list_weights},       {"studies", list_studies}};
    enum { LISTS = sizeof lists / sizeof *lists };
    const char *word = o->args > 0 ? o->arg[0] : NULL;
    if (o->json) return print_json(word);
    for (int i = 0; word != NULL && i < LISTS; i++)
        if (strcmp(word, lists[i].name) == 0) {
            lists[i].list();
            return STATUS_OK;
        }
    if (word == NULL)
        print_line(2,
                   "basic keys of an ini; 'swarmtris list training' has all keys of a section, 'swarmtris list pso' of a part");
    const int listed = list_keys_print(word, stdout) + (word != NULL ? list_named(word) : 0);
    if (word == NULL)
        print_line(2,
                   "more lists: 'swarmtris list games', features, sets, agents, optimisers, functions, inis, weights, studies");
    return listed > 0 ? STATUS_OK : refuse(word);
}

const Verb verb_list = {
    .name = "list",
    .arguments = "[games|features|sets|agents|optimisers|functions|inis|weights|studies|SECTION|KEY]",
    .most = 1,
    .doc = "shows the basic keys of an ini, lists parts, or explains a section, a key or a part",
    .note = "SECTION: training, selection, optimiser, ...; KEY: inertia, or training.games where several sections have it; the\n"
            "name of a part, such as dt, cmaes or quick, does, too.\n"
            "inis, weights and studies are files that come with the program; their names do where a file is asked for.",
    .example = "swarmtris list inertia",
    .options = {options_json, options_quiet},
    .run = run,
};
