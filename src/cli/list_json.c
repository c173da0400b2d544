/* list_json.c. Writes the built-in parts as JSON. */
#include "cli/list_json.h"

#include "cli/named.h"
#include "registry.h"

#include <stddef.h>
#include <string.h>

static void write_part(Json *j, const char *name, const char *doc)
{
    json_open(j, NULL, '{');
    json_text(j, "name", name);
    if (doc != NULL) json_text(j, "doc", doc);
    json_close(j, '}');
}

static void write_games(Json *j)
{
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        json_open(j, NULL, '{');
        json_text(j, "name", g->name);
        json_text(j, "doc", g->doc);
        json_text(j, "score", g->traits.score);
        json_text(j, "cost", g->traits.cost);
        json_close(j, '}');
    }
}

static void write_features(Json *j)
{
    for (int g = 0; registry_games[g] != NULL; g++)
        for (int i = 0; i < registry_games[g]->n_features; i++) {
            const Feature *f = &registry_games[g]->features[i];
            json_open(j, NULL, '{');
            json_text(j, "game", registry_games[g]->name);
            json_text(j, "name", f->name);
            json_text(j, "definition", f->definition);
            json_text(j, "source", f->source);
            json_close(j, '}');
        }
}

static void write_sets(Json *j)
{
    for (int g = 0; registry_games[g] != NULL; g++)
        for (int i = 0; i < registry_games[g]->n_sets; i++) {
            const FeatureSet *set = &registry_games[g]->sets[i];
            json_open(j, NULL, '{');
            json_text(j, "game", registry_games[g]->name);
            json_text(j, "name", set->name);
            json_text(j, "source", set->source);
            json_open(j, "features", '[');
            for (int k = 0; k < set->n; k++) json_text(j, NULL, registry_games[g]->features[set->index[k]].name);
            json_close(j, ']');
            json_close(j, '}');
        }
}

static void write_agents(Json *j)
{
    for (int i = 0; registry_agents[i] != NULL; i++) {
        const Agent *a = registry_agents[i];
        json_open(j, NULL, '{');
        json_text(j, "name", a->name);
        json_text(j, "doc", a->doc);
        for (const Param *w = a->weights; w != NULL && w->key != NULL; w++) {
            if (w == a->weights) json_open(j, "weights", '[');
            json_text(j, NULL, w->key);
            if (w[1].key == NULL) json_close(j, ']');
        }
        json_close(j, '}');
    }
}

static void write_optimisers(Json *j)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        json_open(j, NULL, '{');
        json_text(j, "name", o->name);
        json_text(j, "doc", o->doc);
        json_open(j, "presets", '[');
        for (const Preset *p = o->presets; p->name != NULL; p++) {
            json_open(j, NULL, '{');
            json_text(j, "name", p->name);
            json_text(j, "settings", p->settings);
            json_text(j, "beside", p->beside != NULL ? p->beside : "");
            json_text(j, "suits", p->for_features ? PRESET_FEATURES : "");
            json_text(j, "unless", p->unless != NULL ? p->unless : "");
            json_text(j, "source", p->source);
            json_close(j, '}');
        }
        json_close(j, ']');
        json_close(j, '}');
    }
}

static void write_functions(Json *j)
{
    for (const Function *const *f = registry_functions; *f != NULL; f++) write_part(j, (*f)->name, (*f)->doc);
}

static void write_name(void *ctx, const char *name)
{
    json_text(ctx, NULL, name);
}

static void write_inis(Json *j)
{
    named_each(TAKES_INIS, write_name, j);
}

static void write_weights(Json *j)
{
    named_each(TAKES_WEIGHTS, write_name, j);
}

static void write_studies(Json *j)
{
    named_each(TAKES_STUDIES, write_name, j);
}

bool list_json_parts(Json *j, const char *word)
{
    static const struct {
        const char *name;
        void (*write)(Json *j);
    } lists[] = {{"games", write_games},   {"features", write_features},     {"sets", write_sets},
                 {"agents", write_agents}, {"optimisers", write_optimisers}, {"functions", write_functions},
                 {"inis", write_inis},     {"weights", write_weights},       {"studies", write_studies}};
    bool found = false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (word != NULL && strcmp(word, lists[i].name) != 0) continue;
        json_open(j, lists[i].name, '[');
        lists[i].write(j);
        json_close(j, ']');
        found = true;
    }
    return found;
}
