/* verb_list.c. swarmtris list [games|features|...|SECTION|KEY]: the built-in parts, the files that come with the program, and the
 * keys of an ini. Everything that is printed comes from the tables of the parts.
 *
 * Idea: all parts of all lists are collected first. Whole lists, single names and `list --json` print some of them, each by the
 * functions of its list. */
#include "cli/verb_list.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/named.h"
#include "cli/verb.h"
#include "config/config.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "file/terminal.h"
#include "registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the keys of all sections and parts ---- */

static int add_table(KeyTable *out, int n, KeyTable row)
{
    assert(n < KEY_TABLES_MAX && row.table != NULL);
    out[n] = row;
    return n + 1;
}

/* Adds the parts of a section that have keys of their own. */
static int add_parts(KeyTable *out, int n, const char *section)
{
    if (strcmp(section, "game") == 0)
        for (const Game *const *g = registry_games; *g != NULL; g++)
            n = add_table(out, n, (KeyTable){section, (*g)->name, (*g)->doc, (*g)->params, NULL, NULL});
    if (strcmp(section, "agent") == 0)
        for (const Agent *const *a = registry_agents; *a != NULL; a++)
            n = add_table(out, n, (KeyTable){section, (*a)->name, (*a)->doc, (*a)->params, NULL, (*a)->weights});
    if (strcmp(section, "optimiser") == 0)
        for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
            n = add_table(out, n, (KeyTable){section, (*o)->name, (*o)->doc, (*o)->params, (*o)->presets, NULL});
    return n;
}

int keys_all(KeyTable out[KEY_TABLES_MAX])
{
    CLOSED(config_free) Config c = {0};
    int n = 0;
    config_start(&c);
    for (const char *const *section = config_sections; *section != NULL; section++) {
        for (int p = 0; p < c.parts; p++)
            if (strcmp(c.part[p].section, *section) == 0)
                n = add_table(out, n, (KeyTable){*section, NULL, "", c.part[p].table, NULL, NULL});
        n = add_parts(out, n, *section);
    }
    return n;
}

/* ---- those that are asked for ---- */

/* Whether word is the section of a key, its name, or both with a point between them. NULL: any key is meant. begins: whether it
 * is the first word of the name, velocity of velocity_rule, which counts where no key is meant otherwise. */
static bool is_meant(const char *section, const Param *p, const char *word, bool begins)
{
    const size_t length = strlen(section);
    if (begins) return strncmp(word, p->key, strlen(word)) == 0 && p->key[strlen(word)] == '_';
    if (word == NULL || strcmp(word, section) == 0 || strcmp(word, p->key) == 0) return true;
    if (param_find_former(p, word) == p) return true;
    return strncmp(word, section, length) == 0 && word[length] == '.' && strcmp(word + length + 1, p->key) == 0;
}

/* Prints two lines about a key: the values that are allowed, and the meaning. */
static void list_keys_row(const Param *p)
{
    char range[PARAM_TEXT_MAX];
    assert(p->key != NULL && p->doc != NULL);
    param_range(p, range, sizeof range);
    printf("    %-24s %s%s%s, default %s%s%s\n", p->key, range, p->unit[0] != '\0' ? " " : "", p->unit,
           param_standard(p)[0] != '\0' ? param_standard(p) : "empty", p->may_change ? "; a resumed run may change it" : "",
           p->per_phase ? "; [training] and [selection] may have their own" : "");
    printf("    %-24s %s\n", "", p->doc);
    if (p->when != NULL) printf("    %-24s it matters only if %s\n", "", p->when);
}

/* Prints the keys whose section, or whose name, is word ("training", "inertia", "optimiser.inertia"); word NULL: the basic keys
 * of all sections. Returns their number. */
static int list_keys_print(const char *word, bool begins)
{
    KeyTable table[KEY_TABLES_MAX];
    const KeyTable *last = NULL; /* the table of the last heading */
    int printed = 0;
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++)
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) {
            if (word == NULL ? p->level != PARAM_BASIC : !is_meant(t->section, p, word, begins)) continue;
            if (last == NULL || strcmp(last->section, t->section) != 0 || last->part != t->part)
                printf("  [%s]%s%s\n", t->section, t->part != NULL ? " kind = " : "", t->part != NULL ? t->part : "");
            last = t;
            list_keys_row(p);
            printed++;
        }
    return printed;
}

static void write_key(Json *j, const KeyTable *t, const Param *p)
{
    static const char *const types[] = {
        [PARAM_INT] = "integer",   [PARAM_LONG] = "integer",  [PARAM_REAL] = "real",  [PARAM_FLAG] = "flag",
        [PARAM_CHOICE] = "choice", [PARAM_SEED] = "seed",     [PARAM_TEXT] = "text",  [PARAM_FILES] = "files",
        [PARAM_NAMES] = "names",   [PARAM_INTS] = "integers", [PARAM_REALS] = "reals"};
    char range[PARAM_TEXT_MAX];
    param_range(p, range, sizeof range);
    json_open(j, NULL, '{');
    json_text(j, "section", t->section);
    if (t->part != NULL) json_text(j, "kind", t->part);
    json_text(j, "key", p->key);
    json_text(j, "level", param_level_name(p->level));
    json_text(j, "type", types[p->type]);
    json_text(j, "range", range);
    json_text(j, "unit", p->unit);
    json_text(j, "default", param_standard(p));
    json_bool(j, "may_change", p->may_change);
    json_text(j, "doc", p->doc);
    if (p->when != NULL) json_text(j, "matters_if", p->when);
    json_close(j, '}');
}

/* Writes these keys as an array "keys"; word NULL: the keys of all sections. Returns their number. */
static int list_keys_json(Json *j, const char *word, bool begins)
{
    KeyTable table[KEY_TABLES_MAX];
    int written = 0;
    json_open(j, "keys", '[');
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++)
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;)
            if (is_meant(t->section, p, word, begins)) {
                write_key(j, t, p);
                written++;
            }
    json_close(j, ']');
    return written;
}

/* Offers the names of all sections and keys to s, which looks for one that was meant. Suggestions outlive this list of tables,
 * but not the tables and their texts, which are constant. */
static void list_keys_try(Suggest *s)
{
    KeyTable table[KEY_TABLES_MAX];
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++) {
        suggest_try(s, t->section);
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) suggest_try(s, p->key);
    }
}

/* ---- lists of parts ---- */

/* The lists, in order. PRESETS is no list of its own: presets are only found by their names. */
enum { GAMES, FEATURES, SETS, AGENTS, OPTIMISERS, FUNCTIONS, PRESETS, INIS, WEIGHTS, STUDIES, LISTS };

/* A part of a list. Its members are borrowed. */
typedef struct {
    int list;
    const char *name;
    const char *doc;  /* NULL: it has none */
    const void *part; /* its const struct; NULL: the part is a file */
    const Game *game; /* of a feature or set; else NULL */
    const char *of;   /* name of its game or optimiser; NULL: none */
} ListedPart;

/* The parts of all lists, in order. All owned. */
typedef struct {
    ListedPart *part; /* (n) */
    int n, room;
    Names files; /* names of the parts that are files */
} ListedParts;

typedef struct {
    const char *name;  /* as it is typed; NULL: there is no list, only single names */
    const char *title; /* heading of the list; with %s for a game, heading of the parts of each game */
    const char *one;   /* heading of a single part, with %s for its game or optimiser; NULL: none */
    void (*print)(const ListedPart *part, bool whole); /* whole: prints all that is known of the part */
    void (*json)(Json *j, const ListedPart *part);     /* adds the members besides game, name and doc; NULL: none */
    void (*end)(void);                                 /* prints what comes below the list; NULL: nothing */
} PartList;

/* ---- all parts ---- */

static void add(ListedParts *all, ListedPart part)
{
    all->part = mem_grow(all->part, &all->room, all->n + 1, sizeof *all->part);
    all->part[all->n++] = part;
}

static void add_files(ListedParts *all, int list, VerbTakes sort)
{
    int i = all->files.n;
    for (named_add(&all->files, sort); i < all->files.n; i++) add(all, (ListedPart){.list = list, .name = all->files.name[i]});
}

static void collect(ListedParts *all)
{
    for (const Game *const *g = registry_games; *g != NULL; g++)
        add(all, (ListedPart){GAMES, (*g)->name, (*g)->doc, *g, NULL, NULL});
    for (const Game *const *g = registry_games; *g != NULL; g++)
        for (const Feature *f = (*g)->features; f < (*g)->features + (*g)->n_features; f++)
            add(all, (ListedPart){FEATURES, f->name, NULL, f, *g, (*g)->name});
    for (const Game *const *g = registry_games; *g != NULL; g++)
        for (const FeatureSet *s = (*g)->sets; s < (*g)->sets + (*g)->n_sets; s++)
            add(all, (ListedPart){SETS, s->name, NULL, s, *g, (*g)->name});
    for (const Agent *const *a = registry_agents; *a != NULL; a++)
        add(all, (ListedPart){AGENTS, (*a)->name, (*a)->doc, *a, NULL, NULL});
    for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
        add(all, (ListedPart){OPTIMISERS, (*o)->name, (*o)->doc, *o, NULL, NULL});
    for (const Function *const *f = registry_functions; *f != NULL; f++)
        add(all, (ListedPart){FUNCTIONS, (*f)->name, (*f)->doc, *f, NULL, NULL});
    for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
        for (const Preset *p = (*o)->presets; p->name != NULL; p++)
            add(all, (ListedPart){PRESETS, p->name, NULL, p, NULL, (*o)->name});
    add_files(all, INIS, TAKES_INIS);
    add_files(all, WEIGHTS, TAKES_WEIGHTS);
    add_files(all, STUDIES, TAKES_STUDIES);
}

/* ---- one part, in words and as JSON ---- */

/* Prints the keys of a part: all of them, or the basic ones and the number of the others. */
static void list_part(const char *name, const char *doc, const Param *table, bool whole)
{
    int others = 0;
    printf("  %s: %s\n", name, doc);
    for (const Param *p = NULL; (p = param_next(table, p)) != NULL;)
        if (whole || p->level == PARAM_BASIC)
            list_keys_row(p);
        else
            others++;
    if (others > 0) printf("    %d %s: 'swarmtris list %s'\n", others, others == 1 ? "more key" : "more keys", name);
}

/* Prints the sets that the lanes refuse under the default rules, so that the reference plays them. */
static void list_refused(const Game *g, const Lanes *l)
{
    Finding found[FINDINGS_MAX];
    OWNED void *rules = mem_new(1, g->rules_bytes);
    param_defaults(g->params, rules);
    for (int i = 0; i < g->n_sets; i++) {
        const char *why = game_check_set(g, rules, &g->sets[i], found) == 0 ? l->refuses(rules, &g->sets[i]) : NULL;
        if (why != NULL) printf("    on the default board the reference plays %s: %s\n", g->sets[i].name, why);
    }
}

static void print_engines(void)
{
    puts("engines, [experiment] engine: all of them play the same games");
    puts("  reference: one game after the other, one function a feature");
    puts("  columns: one game after the other, the columns of its board in vectors; the instruction sets of the lanes");
    for (int g = 0; registry_games[g] != NULL; g++) {
        const Lanes *first = NULL;
        printf("  lanes of %s: many games at once; instruction sets (SWARMTRIS_ISA):%s\n", registry_games[g]->name,
               registry_games[g]->lanes == NULL ? " none" : "");
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++) {
            bool runs = text_has(config_cpu(), (*l)->isa);
            printf("    %-8s %s%s\n", (*l)->isa, (*l)->doc, runs ? "" : "; not on this processor");
            if (first == NULL && runs) first = *l;
        }
        if (first != NULL) list_refused(registry_games[g], first);
    }
    puts("  auto: lanes where they support the rules and features, else the reference");
}

static void print_game(const ListedPart *l, bool whole)
{
    const Game *g = l->part;
    list_part(g->name, g->doc, g->params, whole);
    printf("    %s: %s; what a game takes: %s; play --pieces reads %s\n", g->units.minimised ? "minimised" : "maximised",
           g->units.score, g->units.cost, g->letters);
    for (int k = 0; k < segment_levels(g); k++)
        printf("    level %-10s %s\n", segment_level_of(g, k)->name, segment_level_of(g, k)->doc);
    const GameLearning *q = g->learning;
    for (int k = 0; q != NULL && k < q->n_observations; k++)
        printf("    observation %-7s %s; %s\n", q->observations[k].name, q->observations[k].definition,
               q->observations[k].source);
    for (int k = 0; q != NULL && k < q->n_rewards; k++)
        printf("    reward %-12s %s; %s\n", q->rewards[k].name, q->rewards[k].definition, q->rewards[k].source);
}

static void json_game(Json *j, const ListedPart *l)
{
    const Game *g = l->part;
    json_text(j, "score", g->units.score);
    json_text(j, "cost", g->units.cost);
}

/* The number at the end of a name, after "_"; *stem gets the number of bytes before "_". -1: there is no number. */
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

/* Prints a feature. In a list, features whose names differ only in their number share the lines of the first. */
static void print_feature(const ListedPart *l, bool whole)
{
    char name[128];
    const Feature *first = l->part, *last = first, *end = l->game->features + l->game->n_features;
    if (!whole && first > l->game->features && follows(first[-1].name, first->name)) return;
    while (!whole && last + 1 < end && follows(last->name, last[1].name)) last++;
    snprintf(name, sizeof name, "%s%s%s", first->name, first < last ? " .. " : "", first < last ? last->name : "");
    if (strlen(name) > 28) printf("  %s\n", name);
    printf("  %-28s %s%s\n", strlen(name) > 28 ? "" : name, first->definition, first < last ? ", and so on" : "");
    printf("  %-28s source: %s\n", "", first->source);
}

static void json_feature(Json *j, const ListedPart *l)
{
    const Feature *f = l->part;
    json_text(j, "definition", f->definition);
    json_text(j, "source", f->source);
}

static void print_set(const ListedPart *l, bool whole)
{
    (void)whole;
    const FeatureSet *set = l->part;
    const Feature *features = l->game->features;
    printf("  %s (%d weights): %s\n", set->name, set->n, set->source);
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

static void print_agent(const ListedPart *l, bool whole)
{
    const Agent *a = l->part;
    list_part(a->name, a->doc, a->params, whole);
    if (whole) printf("    plays with: swarmtris train, eval or play ... --set agent.kind=%s\n", a->name);
    if (a->weights == NULL || a->weights->key == NULL || !whole) return;
    printf("    its own weights, in a game with the features %s:\n", a->reads);
    for (const Param *p = NULL; (p = param_next(a->weights, p)) != NULL;) list_keys_row(p);
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

static void print_preset(const ListedPart *l, bool whole)
{
    (void)whole;
    const Preset *preset = l->part;
    printf("      %-22s %s\n", preset->name, preset->settings);
    if (preset->implied != NULL) printf("      %-22s and %s\n", "", preset->implied);
    if (preset->for_features) printf("      %-22s suits %s\n", "", PRESET_FEATURES);
    if (preset->unless != NULL) printf("      %-22s is no default where one of these keys is given: %s\n", "", preset->unless);
    printf("      %-22s source: %s\n", "", preset->source);
    if (preset->warning != NULL) printf("      %-22s warning: %s\n", "", preset->warning);
}

/* whole: prints all that is known of the presets; else their names alone. */
static void print_optimiser(const ListedPart *l, bool whole)
{
    const Optimiser *o = l->part;
    char names[PARAM_TEXT_MAX];
    Text text = text_in(names, sizeof names);
    list_part(o->name, o->doc, o->params, whole);
    if (whole && o->propose == NULL) printf("    runs with: swarmtris train quick --set optimiser.kind=%s\n", o->name);
    if (o->presets->name == NULL) return;
    for (const Preset *p = o->presets; p->name != NULL && !whole; p++) text_add(&text, " %s", p->name);
    printf("    presets, the first that suits is the default:%s\n", whole ? "" : names);
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

static void print_function(const ListedPart *l, bool whole)
{
    (void)whole;
    const Function *f = l->part;
    printf("  %-12s [-%g, %g]^dim: %s\n", f->name, f->half_width, f->half_width, f->doc);
}

static void print_file(const ListedPart *l, bool whole)
{
    static const char *const what[] = {[INIS] = "inis that come with the program: swarmtris train, check --dump",
                                       [WEIGHTS] = "weights that come with the program: swarmtris eval, play, info",
                                       [STUDIES] = "studies that come with the program: swarmtris study"};
    if (whole)
        printf("  %-12s one of the %s\n", l->name, what[l->list]);
    else
        printf("  %s\n", l->name);
}

static void print_differences(void)
{
    puts(registry_differ);
    for (const SetDifference *d = registry_differences; d->what != NULL; d++) printf("  %s: %s; %s\n", d->what, d->ways, d->cost);
}

/* ---- the lists ---- */

static const PartList lists[LISTS] = {
    [GAMES] = {"games", "games, [game] kind", .print = print_game, .json = json_game, .end = print_engines},
    [FEATURES] = {"features", "features of %s", "a feature of %s", .print = print_feature, .json = json_feature},
    [SETS] = {"sets", "feature sets of %s, [agent] features; a list may name sets and features",
              "a feature set of %s, [agent] features", .print = print_set, .json = json_set, .end = print_differences},
    [AGENTS] = {"agents", "agents, [agent] kind", .print = print_agent, .json = json_agent},
    [OPTIMISERS] = {"optimisers", "optimisers, [optimiser] kind", .print = print_optimiser, .json = json_optimiser},
    [FUNCTIONS] = {"functions", "test functions, [objective] kind", .print = print_function},
    [PRESETS] = {.one = "    a preset of %s:", .print = print_preset},
    [INIS] = {"inis", "inis that come with the program, for train, check and landscape", .print = print_file},
    [WEIGHTS] = {"weights", "weights that come with the program, for eval, play, compare, tournament, info and train --from",
                 .print = print_file},
    [STUDIES] = {"studies", "lists of settings that come with the program, for study", .print = print_file},
};

/* The list of this name; LISTS: there is none. */
static int list_called(const char *word)
{
    int i = 0;
    while (i < LISTS && (word == NULL || lists[i].name == NULL || strcmp(word, lists[i].name) != 0)) i++;
    return i;
}

static void print_list(int list, const ListedParts *all)
{
    const Game *of = NULL; /* the game of the last heading */
    const char *title = lists[list].title;
    if (strstr(title, "%s") == NULL) puts(title);
    for (const ListedPart *part = all->part; part < all->part + all->n; part++) {
        if (part->list != list) continue;
        if (part->game != of) printf(title, part->of), putchar('\n');
        of = part->game;
        lists[list].print(part, false);
    }
    if (lists[list].end != NULL) lists[list].end();
}

/* Whether a part is called word: by its own name, or, of a feature, by one of the field's. */
static bool is_called(const ListedPart *part, const char *word, const FeatureAlias **alias)
{
    *alias = NULL;
    if (part->list != FEATURES) return strcmp(part->name, word) == 0;
    const int feature = game_feature(part->game, word, alias);
    return feature >= 0 && part->part == &part->game->features[feature];
}

/* Prints the parts that are called word; returns their number. */
static int print_named(const char *word, const ListedParts *all)
{
    int n = 0;
    const FeatureAlias *alias;
    for (const ListedPart *part = all->part; part < all->part + all->n; part++) {
        if (!is_called(part, word, &alias)) continue;
        if (lists[part->list].one != NULL) printf(lists[part->list].one, part->of), putchar('\n');
        lists[part->list].print(part, true);
        if (alias != NULL && alias->differs != NULL) printf("  %-28s not quite '%s': it is %s\n", "", word, alias->differs);
        n++;
    }
    return n;
}

static void write_part(Json *j, const ListedPart *part)
{
    if (part->part == NULL) {
        json_text(j, NULL, part->name);
        return;
    }
    json_open(j, NULL, '{');
    if (part->game != NULL) json_text(j, "game", part->of);
    json_text(j, "name", part->name);
    if (part->doc != NULL) json_text(j, "doc", part->doc);
    if (lists[part->list].json != NULL) lists[part->list].json(j, part);
    json_close(j, '}');
}

/* Reports that nothing is called word. */
static int refuse(const char *word, const ListedParts *all)
{
    static const char what[] = ": must be a list of parts, a section, a key or the name of a part; see 'swarmtris help list'";
    Suggest s = suggest_start(word);
    list_keys_try(&s);
    for (int i = 0; i < all->n; i++) suggest_try(&s, all->part[i].name);
    return verb_fail(STATUS_USAGE, "swarmtris: 'list' knows no '%.100s'%s", word, s.best != NULL ? suggest_hint(&s).text : what);
}

/* Prints list number `only`, else all keys that word means; word NULL: everything. Returns 0 if that is nothing. */
static int print_json(const char *word, int only, const ListedParts *all)
{
    char *text;
    Json j = {.out = files_memory(&text, NULL)};
    json_open(&j, NULL, '{');
    for (int list = 0; list < LISTS; list++) {
        if (lists[list].name == NULL || (word != NULL && list != only)) continue;
        json_open(&j, lists[list].name, '[');
        for (int i = 0; i < all->n; i++)
            if (all->part[i].list == list) write_part(&j, &all->part[i]);
        json_close(&j, ']');
    }
    const int listed = only < LISTS ? 1 : list_keys_json(&j, word, false);
    json_close(&j, '}');
    files_memory_close(j.out);
    if (listed > 0) fputs(text, stdout);
    free(text);
    return listed;
}

/* Does what print_json does, but in words. */
static int print_words(const char *word, int only, const ListedParts *all)
{
    if (only < LISTS) {
        print_list(only, all);
        return 1;
    }
    if (word != NULL) {
        const int keys = list_keys_print(word, false), named = print_named(word, all);
        return keys + named > 0 ? keys + named : list_keys_print(word, true);
    }
    puts("basic keys of an ini; 'swarmtris list training' has all keys of a section, 'swarmtris list pso' of a part");
    list_keys_print(NULL, false);
    puts("more lists: 'swarmtris list games', features, sets, agents, optimisers, functions, inis, weights, studies");
    return 1;
}

static int run(const Command *command)
{
    const char *word = command->args > 0 ? command->arg[0] : NULL;
    ListedParts all = {0};
    if (word != NULL || command->json) collect(&all); /* the list of basic keys needs no parts */
    const int listed = (command->json ? print_json : print_words)(word, list_called(word), &all);
    const int status = listed > 0 ? STATUS_OK : refuse(word, &all);
    mem_free_texts(all.files.name, all.files.n);
    free(all.part);
    return status;
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
