/* verb_list.c. swarmtris list [games|features|...|SECTION|KEY]: the built-in parts, and the keys of an ini. Everything that is
 * printed comes from the tables of the parts; without an argument, the sections that every ini has come first. */
#include "base/mem.h"
#include "cli/list_json.h"
#include "cli/list_keys.h"
#include "cli/named.h"
#include "cli/verbs.h"
#include "config/config.h"
#include "config/config_read.h"
#include "file/files.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list_params(const Param *table)
{
    for (const Param *p = table; p->key != NULL; p++) list_keys_row(p, stdout);
}

static void list_part(const char *name, const char *doc, const Param *table)
{
    printf("  %s: %s\n", name, doc);
    list_params(table);
}

static void list_sections(void)
{
    Config c;
    Errors none = {0};
    const char *before = "";
    config_read(&c, NULL, NULL, 0, &none, &none); /* errors are expected: without an ini there is no budget */
    printf("sections of an ini (and the keys of the chosen game, agent and optimiser, below)\n");
    for (int p = 0; p < c.parts; p++) {
        bool chosen = c.part[p].block == c.rules || c.part[p].block == c.agent_options || c.part[p].block == c.optimiser_options;
        if (chosen || c.part[p].table == c.phase_params) continue;
        if (strcmp(before, c.part[p].section) != 0) printf("  [%s]\n", c.part[p].section);
        list_params(c.part[p].table);
        before = c.part[p].section;
    }
    errors_free(&none);
    config_free(&c);
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
        if (why != NULL) printf("    on the default board the reference plays %s: %s\n", g->sets[i].name, why);
    }
    free(rules);
}

static void list_engines(void)
{
    printf("engines, [experiment] engine: all of them play the same games\n");
    printf("  reference: one game after the other, one function a feature\n");
    printf("  columns: one game after the other, the columns of its board in vectors; the instruction sets of the lanes\n");
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Lanes *first = NULL;
        printf("  lanes of %s: many games at once; instruction sets (SWARMTRIS_ISA):%s\n", registry_games[g]->name,
               registry_games[g]->lanes == NULL ? " none" : "");
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++) {
            bool runs = (*l)->runs_here();
            printf("    %-8s %s%s\n", (*l)->isa, (*l)->doc, runs ? "" : "; not on this processor");
            if (first == NULL && runs) first = *l;
        }
        if (first != NULL) list_refused(registry_games[g], first);
    }
    printf("  auto: lanes where they support the rules and features, else the reference\n");
}

static void list_games(void)
{
    printf("games, [game] kind\n");
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        list_part(g->name, g->doc, g->params);
        printf("    maximised: %s; what a game takes: %s; play --pieces reads %s\n", g->traits.score, g->traits.cost, g->letters);
    }
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

static void list_features(void)
{
    char name[128];
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Feature *f = registry_games[g]->features, *end = f + registry_games[g]->n_features;
        printf("features of %s\n", registry_games[g]->name);
        for (const Feature *last = f; f < end; f = ++last) {
            while (last + 1 < end && follows(last->name, last[1].name)) last++;
            snprintf(name, sizeof name, "%s%s%s", f->name, f < last ? " .. " : "", f < last ? last->name : "");
            if (strlen(name) > 28) printf("  %s\n", name);
            printf("  %-28s %s%s\n", strlen(name) > 28 ? "" : name, f->definition, f < last ? ", and so on" : "");
            printf("  %-28s source: %s\n", "", f->source);
        }
    }
}

static void list_sets(void)
{
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Feature *features = registry_games[g]->features;
        printf("feature sets of %s, [agent] features; a list may name sets and features\n", registry_games[g]->name);
        for (int i = 0; i < registry_games[g]->n_sets; i++) {
            const FeatureSet *set = &registry_games[g]->sets[i];
            printf("  %s (%d weights): %s\n", set->name, set->n, set->source);
            for (int j = 0, last = 0; j < set->n; j = ++last) {
                while (last + 1 < set->n && follows(features[set->index[last]].name, features[set->index[last + 1]].name)) last++;
                const char *to = j < last ? features[set->index[last]].name : "";
                printf("    %s%s%s\n", features[set->index[j]].name, j < last ? " .. " : "", to);
            }
        }
    }
}

static void list_agents(void)
{
    printf("agents, [agent] kind\n");
    for (int i = 0; registry_agents[i] != NULL; i++) {
        const Agent *a = registry_agents[i];
        list_part(a->name, a->doc, a->params);
        if (a->weights == NULL) continue;
        printf("    its own weights, in a game with the features %s:\n", a->reads);
        list_params(a->weights);
    }
}

static void list_presets(const Preset *preset)
{
    if (preset->name == NULL) return;
    printf("    presets, the first is the default:\n");
    for (; preset->name != NULL; preset++) {
        printf("      %-22s %s\n      %-22s source: %s\n", preset->name, preset->settings, "", preset->source);
        if (preset->warning != NULL) printf("      %-22s warning: %s\n", "", preset->warning);
    }
}

static void list_optimisers(void)
{
    printf("optimisers, [optimiser] kind\n");
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        list_part(registry_optimisers[i]->name, registry_optimisers[i]->doc, registry_optimisers[i]->params);
        list_presets(registry_optimisers[i]->presets);
    }
}

static void list_functions(void)
{
    printf("test functions, [objective] kind\n");
    for (const Function *const *f = registry_functions; *f != NULL; f++)
        printf("  %-12s [-%g, %g]^dim: %s\n", (*f)->name, (*f)->half_width, (*f)->half_width, (*f)->doc);
}

/* ---- files that come with the program ---- */

static void print_name(void *ctx, const char *name)
{
    (void)ctx;
    printf("  %s\n", name);
}

static void list_inis(void)
{
    printf("inis that come with the program, for train, check and landscape\n");
    named_each(NAMED_INIS, print_name, NULL);
}

static void list_weights(void)
{
    printf("weights that come with the program, for eval, play, compare, tournament, info and train --from\n");
    named_each(NAMED_WEIGHTS, print_name, NULL);
}

static void list_studies(void)
{
    printf("lists of settings that come with the program, for study\n");
    named_each(NAMED_STUDIES, print_name, NULL);
}

/* ---- which ---- */

static int refuse(const char *word)
{
    char *near = list_keys_nearest(word);
    if (near != NULL)
        fprintf(stderr, "swarmtris: 'list' knows no '%.100s'; did you mean '%s'?\n", word, near);
    else
        fprintf(stderr,
                "swarmtris: 'list' knows no '%.100s': must be a list of parts, a section or a key; see 'swarmtris help list'\n",
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

int verb_list(const Options *o)
{
    static const struct {
        const char *name;
        void (*list)(void);
    } lists[] = {{"sections", list_sections}, {"games", list_games},           {"features", list_features},   {"sets", list_sets},
                 {"agents", list_agents},     {"optimisers", list_optimisers}, {"functions", list_functions}, {"inis", list_inis},
                 {"weights", list_weights},   {"studies", list_studies}};
    enum { LISTS = sizeof lists / sizeof *lists };
    const char *word = o->args > 0 ? o->arg[0] : NULL;
    if (o->json) return print_json(word);
    int listed = 0;
    for (int i = 0; i < LISTS; i++) {
        if (word != NULL && strcmp(word, lists[i].name) != 0) continue;
        lists[i].list();
        if (word == NULL && i + 1 < LISTS) printf("\n");
        listed++;
    }
    if (listed == 0) listed = list_keys_print(word, stdout);
    return listed > 0 ? STATUS_OK : refuse(word);
}
