/* verb_list.c. swarmtris list [games|features|...|SECTION|KEY]: the built-in parts, and the keys of an ini. Everything that is
 * printed comes from the tables of the parts. */
#include "cli/list_keys.h"
#include "cli/list_parts.h"
#include "cli/verb.h"
#include "file/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const PartList *list;
    const char *word; /* the name of the parts that are meant */
    const char *of;   /* of the last title; NULL: none yet */
    Json *json;
    int n; /* parts of this name so far */
} Listing;

static void print_part(void *ctx, const ListedPart *part)
{
    Listing *l = ctx;
    if (part->game != NULL && part->of != l->of) list_line(2, l->list->title, part->of);
    l->of = part->of;
    l->list->print(part, false);
}

static void print_named(void *ctx, const ListedPart *part)
{
    Listing *l = ctx;
    if (strcmp(part->name, l->word) != 0) return;
    if (l->list->one != NULL) list_line(2, l->list->one, part->of);
    l->list->print(part, true);
    l->n++;
}

static void write_part(void *ctx, const ListedPart *part)
{
    const Listing *l = ctx;
    if (part->part == NULL) {
        json_text(l->json, NULL, part->name);
        return;
    }
    json_open(l->json, NULL, '{');
    if (part->game != NULL) json_text(l->json, "game", part->of);
    json_text(l->json, "name", part->name);
    if (part->doc != NULL) json_text(l->json, "doc", part->doc);
    if (l->list->json != NULL) l->list->json(l->json, part);
    json_close(l->json, '}');
}

static void print_list(const PartList *list)
{
    Listing l = {.list = list};
    if (strstr(list->title, "%s") == NULL) list_line(2, "%s", list->title);
    list_each(list, print_part, &l);
    if (list->end != NULL) list->end();
}

/* The list of this name; NULL: there is none. */
static const PartList *list_called(const char *word)
{
    for (const PartList *list = list_parts; word != NULL && list < list_parts + LISTS; list++)
        if (list->name != NULL && strcmp(word, list->name) == 0) return list;
    return NULL;
}

static void try_part(void *ctx, const ListedPart *part)
{
    suggest_keep(ctx, part->name);
}

static int refuse(const char *word)
{
    static const char what[] = ": must be a list of parts, a section, a key or the name of a part; see 'swarmtris help list'";
    Suggest s = suggest_start(word);
    list_keys_try(&s);
    for (const PartList *list = list_parts; list < list_parts + LISTS; list++) list_each(list, try_part, &s);
    fprintf(stderr, "swarmtris: 'list' knows no '%.100s'%s\n", word, s.best != NULL ? suggest_hint(&s).text : what);
    return STATUS_USAGE;
}

/* The list of this name, else all keys that the word means; NULL: everything. */
static int print_json(const char *word)
{
    char *text;
    size_t size;
    Json j = {.out = files_memory(&text, &size)};
    const PartList *only = list_called(word);
    json_open(&j, NULL, '{');
    for (const PartList *list = list_parts; list < list_parts + LISTS; list++) {
        if (list->name == NULL || (word != NULL && list != only)) continue;
        Listing l = {.list = list, .json = &j};
        json_open(&j, list->name, '[');
        list_each(list, write_part, &l);
        json_close(&j, ']');
    }
    const bool found = only != NULL || list_keys_json(&j, word) > 0;
    json_close(&j, '}');
    files_memory_close(j.out);
    if (found) fputs(text, stdout);
    free(text);
    return found ? STATUS_OK : refuse(word);
}

static int run(const Command *o)
{
    const char *word = o->args > 0 ? o->arg[0] : NULL;
    const PartList *asked = list_called(word);
    if (o->json) return print_json(word);
    if (asked != NULL) {
        print_list(asked);
        return STATUS_OK;
    }
    if (word == NULL)
        list_line(2, "basic keys of an ini; 'swarmtris list training' has all keys of a section, 'swarmtris list pso' of a part");
    int listed = list_keys_print(word, stdout);
    for (const PartList *list = list_parts; word != NULL && list < list_parts + LISTS; list++) {
        Listing l = {.list = list, .word = word};
        list_each(list, print_named, &l);
        listed += l.n;
    }
    if (word == NULL)
        list_line(2, "more lists: 'swarmtris list games', features, sets, agents, optimisers, functions, inis, weights, studies");
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
