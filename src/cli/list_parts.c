/* list_parts.c. Goes over the built-in parts and the files that come with the program, and prints each in words or as JSON. */
#include "cli/list_parts.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/list_keys.h"
#include "cli/named.h"
#include "file/terminal.h"
#include "registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void list_line(int indent, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    terminal_print(stdout, text, 0, indent, terminal_columns(stdout));
    free(text);
}

/* The keys of a part: all of them, or the basic ones and how many others there are. */
static void list_part(const char *name, const char *doc, const Param *table, bool whole)
{
    int others = 0;
    list_line(4, "  %s: %s", name, doc);
    for (const Param *p = NULL; (p = param_next(table, p)) != NULL;)
        if (whole || p->level == PARAM_BASIC)
            list_keys_row(p, stdout);
        else
            others++;
    if (others > 0) list_line(6, "    %d %s: 'swarmtris list %s'", others, others == 1 ? "more key" : "more keys", name);
}

/* Prints the sets that the lanes refuse under the default rules, so that the reference plays them. */
static void list_refused(const Game *g, const Lanes *l)
{
    Finding found[FINDINGS_MAX];
    assert(l->runs_here());
    void *rules = mem_new(1, g->rules_bytes);
    param_defaults(g->params, rules);
    for (int i = 0; i < g->n_sets; i++) {
        const char *why = game_check_set(g, rules, &g->sets[i], found) == 0 ? l->refuses(rules, &g->sets[i]) : NULL;
        if (why != NULL) list_line(6, "    on the default board the reference plays %s: %s", g->sets[i].name, why);
    }
    free(rules);
}

static void print_engines(void)
{
    list_line(2, "engines, [experiment] engine: all of them play the same games");
    list_line(4, "  reference: one game after the other, one function a feature");
    list_line(4, "  columns: one game after the other, the columns of its board in vectors; the instruction sets of the lanes");
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Lanes *first = NULL;
        list_line(4, "  lanes of %s: many games at once; instruction sets (SWARMTRIS_ISA):%s", registry_games[g]->name,
                  registry_games[g]->lanes == NULL ? " none" : "");
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++) {
            bool runs = (*l)->runs_here();
            list_line(13, "    %-8s %s%s", (*l)->isa, (*l)->doc, runs ? "" : "; not on this processor");
            if (first == NULL && runs) first = *l;
        }
        if (first != NULL) list_refused(registry_games[g], first);
    }
    list_line(4, "  auto: lanes where they support the rules and features, else the reference");
}

static void each_game(Found *found, void *ctx)
{
    for (int i = 0; registry_games[i] != NULL; i++)
        found(ctx, &(ListedPart){.name = registry_games[i]->name, .doc = registry_games[i]->doc, .part = registry_games[i]});
}

static void print_game(const ListedPart *l, bool whole)
{
    const Game *g = l->part;
    list_part(g->name, g->doc, g->params, whole);
    list_line(6, "    %s: %s; what a game takes: %s; play --pieces reads %s", g->units.minimised ? "minimised" : "maximised",
              g->units.score, g->units.cost, g->letters);
    for (int k = 0; k < segment_levels(g); k++)
        list_line(21, "    level %-10s %s", segment_level_of(g, k)->name, segment_level_of(g, k)->doc);
    const GameLearning *q = g->learning;
    for (int k = 0; q != NULL && k < q->n_observations; k++)
        list_line(24, "    observation %-7s %s; %s", q->observations[k].name, q->observations[k].definition,
                  q->observations[k].source);
    for (int k = 0; q != NULL && k < q->n_rewards; k++)
        list_line(24, "    reward %-12s %s; %s", q->rewards[k].name, q->rewards[k].definition, q->rewards[k].source);
}

static void json_game(Json *j, const ListedPart *l)
{
    const Game *g = l->part;
    json_text(j, "score", g->units.score);
    json_text(j, "cost", g->units.cost);
}

/* ---- features and sets ---- */

static void each_feature(Found *found, void *ctx)
{
    for (int g = 0; registry_games[g] != NULL; g++)
        for (int i = 0; i < registry_games[g]->n_features; i++) {
            const Feature *f = &registry_games[g]->features[i];
            found(ctx, &(ListedPart){.name = f->name, .part = f, .game = registry_games[g], .of = registry_games[g]->name});
        }
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

/* Features of a list with the same name but for its number share what the first of them prints. */
static void print_feature(const ListedPart *l, bool whole)
{
    char name[128];
    const Feature *first = l->part, *last = first, *end = l->game->features + l->game->n_features;
    if (!whole && first > l->game->features && follows(first[-1].name, first->name)) return;
    while (!whole && last + 1 < end && follows(last->name, last[1].name)) last++;
    snprintf(name, sizeof name, "%s%s%s", first->name, first < last ? " .. " : "", first < last ? last->name : "");
    if (strlen(name) > 28) printf("  %s\n", name);
    list_line(31, "  %-28s %s%s", strlen(name) > 28 ? "" : name, first->definition, first < last ? ", and so on" : "");
    list_line(31, "  %-28s source: %s", "", first->source);
}

static void json_feature(Json *j, const ListedPart *l)
{
    const Feature *f = l->part;
    json_text(j, "definition", f->definition);
    json_text(j, "source", f->source);
}

static void each_set(Found *found, void *ctx)
{
    for (int g = 0; registry_games[g] != NULL; g++)
        for (int i = 0; i < registry_games[g]->n_sets; i++) {
            const FeatureSet *s = &registry_games[g]->sets[i];
            found(ctx, &(ListedPart){.name = s->name, .part = s, .game = registry_games[g], .of = registry_games[g]->name});
        }
}

static void print_set(const ListedPart *l, bool whole)
{
    (void)whole;
    const FeatureSet *set = l->part;
    const Feature *features = l->game->features;
    list_line(6, "  %s (%d weights): %s", set->name, set->n, set->source);
    for (int j = 0, last = 0; j < set->n; j = ++last) {
        while (last + 1 < set->n && follows(features[set->index[last]].name, features[set->index[last + 1]].name)) last++;
        const char *to = j < last ? features[set->index[last]].name : "";
        printf("    %s%s%s\n", features[set->index[j]].name, j < last ? " .. " : "", to);
    }
}

static void json_set(Json *j, const ListedPart *l)
{
    const FeatureSet *set = l->part;
    json_text(j, "source", set->source);
    json_open(j, "features", '[');
    for (int k = 0; k < set->n; k++) json_text(j, NULL, l->game->features[set->index[k]].name);
    json_close(j, ']');
}

/* ---- agents, optimisers, functions ---- */

static void each_agent(Found *found, void *ctx)
{
    for (int i = 0; registry_agents[i] != NULL; i++)
        found(ctx, &(ListedPart){.name = registry_agents[i]->name, .doc = registry_agents[i]->doc, .part = registry_agents[i]});
}

static void print_agent(const ListedPart *l, bool whole)
{
    const Agent *a = l->part;
    list_part(a->name, a->doc, a->params, whole);
    if (whole) list_line(6, "    plays with: swarmtris train, eval or play ... --set agent.kind=%s", a->name);
    if (a->weights == NULL || a->weights->key == NULL || !whole) return;
    list_line(6, "    its own weights, in a game with the features %s:", a->reads);
    for (const Param *p = NULL; (p = param_next(a->weights, p)) != NULL;) list_keys_row(p, stdout);
}

static void json_agent(Json *j, const ListedPart *l)
{
    const Agent *a = l->part;
    for (const Param *w = a->weights; w != NULL && w->key != NULL; w++) {
        if (w == a->weights) json_open(j, "weights", '[');
        json_text(j, NULL, w->key);
        if (w[1].key == NULL) json_close(j, ']');
    }
}

static void each_preset(Found *found, void *ctx)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        for (const Preset *p = registry_optimisers[i]->presets; p->name != NULL; p++)
            found(ctx, &(ListedPart){.name = p->name, .part = p, .of = registry_optimisers[i]->name});
}

static void print_preset(const ListedPart *l, bool whole)
{
    (void)whole;
    const Preset *preset = l->part;
    list_line(29, "      %-22s %s", preset->name, preset->settings);
    if (preset->implied != NULL) list_line(29, "      %-22s and %s", "", preset->implied);
    if (preset->for_features) list_line(29, "      %-22s suits %s", "", PRESET_FEATURES);
    if (preset->unless != NULL)
        list_line(29, "      %-22s is no default where one of these keys is given: %s", "", preset->unless);
    list_line(29, "      %-22s source: %s", "", preset->source);
    if (preset->warning != NULL) list_line(29, "      %-22s warning: %s", "", preset->warning);
}

static void each_optimiser(Found *found, void *ctx)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        found(ctx, &(ListedPart){
                       .name = registry_optimisers[i]->name, .doc = registry_optimisers[i]->doc, .part = registry_optimisers[i]});
}

/* Of the presets all that is known, or their names alone. */
static void print_optimiser(const ListedPart *l, bool whole)
{
    const Optimiser *o = l->part;
    char names[PARAM_TEXT_MAX];
    Text text = text_in(names, sizeof names);
    list_part(o->name, o->doc, o->params, whole);
    if (whole) list_line(6, "    runs with: swarmtris train quick --set optimiser.kind=%s", o->name);
    if (o->presets->name == NULL) return;
    for (const Preset *p = o->presets; p->name != NULL && !whole; p++) text_add(&text, " %s", p->name);
    list_line(6, "    presets, the first that suits is the default:%s", whole ? "" : names);
    for (const Preset *p = o->presets; p->name != NULL && whole; p++) print_preset(&(ListedPart){.part = p}, true);
}

static void json_optimiser(Json *j, const ListedPart *l)
{
    const Optimiser *o = l->part;
    json_open(j, "presets", '[');
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        json_open(j, NULL, '{');
        json_text(j, "name", p->name);
        json_text(j, "settings", p->settings);
        json_text(j, "beside", p->implied != NULL ? p->implied : "");
        json_text(j, "suits", p->for_features ? PRESET_FEATURES : "");
        json_text(j, "unless", p->unless != NULL ? p->unless : "");
        json_text(j, "source", p->source);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void each_function(Found *found, void *ctx)
{
    for (const Function *const *f = registry_functions; *f != NULL; f++)
        found(ctx, &(ListedPart){.name = (*f)->name, .doc = (*f)->doc, .part = *f});
}

static void print_function(const ListedPart *l, bool whole)
{
    (void)whole;
    const Function *f = l->part;
    list_line(15, "  %-12s [-%g, %g]^dim: %s", f->name, f->half_width, f->half_width, f->doc);
}

/* ---- files that come with the program ---- */

static void print_file(const ListedPart *l, bool whole)
{
    if (whole)
        printf("  %-12s one of the %s\n", l->name, l->of);
    else
        printf("  %s\n", l->name);
}

/* What is done with each name of a file of a list. */
typedef struct {
    const PartList *list;
    Found *found;
    void *ctx;
} EachFile;

static void found_file(void *ctx, const char *name)
{
    const EachFile *e = ctx;
    e->found(e->ctx, &(ListedPart){.name = name, .of = e->list->of});
}

void list_each(const PartList *list, Found *found, void *ctx)
{
    EachFile e = {.list = list, .found = found, .ctx = ctx};
    if (list->each != NULL)
        list->each(found, ctx);
    else
        named_each(list->files, found_file, &e);
}

const PartList list_parts[LISTS] = {
    {"games", "games, [game] kind", .each = each_game, .print = print_game, .json = json_game, .end = print_engines},
    {"features", "features of %s", "a feature of %s", .each = each_feature, .print = print_feature, .json = json_feature},
    {"sets", "feature sets of %s, [agent] features; a list may name sets and features", "a feature set of %s, [agent] features",
     .each = each_set, .print = print_set, .json = json_set},
    {"agents", "agents, [agent] kind", .each = each_agent, .print = print_agent, .json = json_agent},
    {"optimisers", "optimisers, [optimiser] kind", .each = each_optimiser, .print = print_optimiser, .json = json_optimiser},
    {"functions", "test functions, [objective] kind", .each = each_function, .print = print_function},
    {NULL, NULL, "    a preset of %s:", .each = each_preset, .print = print_preset},
    {"inis", "inis that come with the program, for train, check and landscape", .print = print_file, .files = TAKES_INIS,
     .of = "inis that come with the program: swarmtris train, check --dump"},
    {"weights", "weights that come with the program, for eval, play, compare, tournament, info and train --from",
     .print = print_file, .files = TAKES_WEIGHTS, .of = "weights that come with the program: swarmtris eval, play, info"},
    {"studies", "lists of settings that come with the program, for study", .print = print_file, .files = TAKES_STUDIES,
     .of = "studies that come with the program: swarmtris study"},
};
