/* problems.c. The ini files that a [meta] names, and whether what it tunes is in all of them. */
#include "run/problems.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows of one optimiser fit no other; and problems are distinguished by the names of their files. */
static void check_files(const Config *meta, const Problems *p, Errors *errors)
{
    const Config *problem = p->config;
    char why[PARAM_WHY_MAX];
    for (int i = 1; i < p->n; i++) {
        const char *key = i < p->search ? "problems" : "heldout";
        if (problem[i].optimiser != problem[0].optimiser)
            tune_blame(meta, key, problem[i].path, "has another optimiser than the first: all must have the same", errors);
        for (int k = 0; k < i; k++) {
            OWNED char *mine = problems_name(problem[i].path), *other = problems_name(problem[k].path);
            bool alike = strcmp(mine, other) == 0 && strcmp(problem[i].path, problem[k].path) != 0;
            snprintf(why, sizeof why, "would be called %s, as %s is: one of them must have another name", mine, problem[k].path);
            if (alike) tune_blame(meta, key, problem[i].path, why, errors);
        }
    }
}

/* The line that gave a value, or the file that did not. */
static const char *where(const Config *meta, const char *section, const char *key)
{
    return config_key(meta, section, key)->kind == ORIGIN_DEFAULT && meta->path != NULL ? meta->path
                                                                                        : config_origin(meta, section, key);
}

/* A list that is empty has one element. */
static int length_of(const RealList *list)
{
    return list->n > 0 ? list->n : 1;
}

/* Plays are blocks, and blocks take turns through problems and budgets: each must have as many. */
static void check_blocks(const Config *meta, const Problems *p, Errors *errors)
{
    const int n = p->search * length_of(&meta->meta.budgets),
              heldout = problems_heldout(p) * length_of(&meta->meta.heldout_budgets);
    const AllocationOptions *allocation = &meta->train.training.allocation;
    bool stages = allocation_about[allocation->rule].in_stages;
    const struct {
        const char *section, *key;
        int games, n, problems;
    } phase[] = {
        {"training", "games", train_games(&meta->train), n, p->search},
        {"training", "first_games", stages ? allocation->first_games : 0, n, p->search},
        {"training", "more_games", stages ? allocation->more_games : 0, n, p->search},
        {"selection", "games", meta->train.selection.finalists > 0 ? train_final_games(&meta->train) : 0, n, p->search},
        {"selection", "race_games", meta->train.selection.race_p > 0 ? meta->train.selection.race_games : 0, n, p->search},
        {"validation", "games", meta->train.validation.games, heldout, problems_heldout(p)},
        {"meta", "ablation", meta->meta.ablation, heldout, problems_heldout(p)}};
    if (meta->train.selection.share > 0)
        errors_add(errors, "%s: share = %.15g: must be 0 in a meta search: finalists play whole blocks, as many as games says",
                   where(meta, "selection", "share"), meta->train.selection.share);
    for (size_t i = 0; i < sizeof phase / sizeof *phase; i++)
        if (phase[i].games % phase[i].n != 0)
            errors_add(errors, "%s: %s = %d in [%s]: must be a multiple of %d, the number of problems%s",
                       where(meta, phase[i].section, phase[i].key), phase[i].key, phase[i].games, phase[i].section, phase[i].n,
                       phase[i].n > phase[i].problems ? " times that of budgets" : "");
}

/* What makes no sense in or around a search over parameters. */
static void check_rules(const Config *meta, const Config *problem, int n, Errors *errors)
{
    const AllocationOptions *allocation = &meta->train.training.allocation;
    if (!allocation_about[allocation->rule].alike)
        errors_add(errors, "%s: allocation = %s has no effect in a meta search: every position has to play all problems alike",
                   where(meta, "training", "allocation"), allocation_names[allocation->rule]);
    for (int i = 0; i < n; i++)
        if (problem[i].train.training.minutes > 0)
            errors_add(errors,
                       "%s: minutes: must be 0 in a problem of a meta search: what is compared cannot depend on the clock",
                       config_origin(&problem[i], "training", "minutes"));
}

/* The files of a key, added. Returns how many. */
static int read_files(const Config *meta, const char *key, const char *files, Problems *p, Errors *errors, Errors *warnings)
{
    char path[PARAM_TEXT_MAX];
    int n = 0;
    while (text_word(files, n, path, sizeof path)) n++;
    if (n > META_PROBLEMS_MAX)
        errors_add(errors, "%s: %s names %d files: at most %d", config_origin(meta, "meta", key), key, n, META_PROBLEMS_MAX);
    for (int i = 0; i < n && n <= META_PROBLEMS_MAX; i++) {
        Config *c = &p->config[p->n++];
        text_word(files, i, path, sizeof path);
        config_read(c, path, NULL, 0, errors, warnings);
        if (c->kind->tunes) tune_blame(meta, key, path, "is a [meta] itself; it cannot be a problem", errors);
    }
    return n;
}

char *problems_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = mem_text(slash != NULL ? slash + 1 : path), *dot = strrchr(name, '.');
    if (dot != NULL && dot != name) *dot = '\0';
    return name;
}

bool problems_read(Problems *p, const Config *meta, Errors *errors, Errors *warnings)
{
    int before = errors->n;
    *p = (Problems){.config = mem_new(2 * META_PROBLEMS_MAX, sizeof *p->config)};
    p->search = read_files(meta, "problems", meta->meta.problems, p, errors, warnings);
    read_files(meta, "heldout", meta->meta.heldout, p, errors, warnings);
    if (errors->n == before) check_files(meta, p, errors);
    if (errors->n == before) check_blocks(meta, p, errors);
    if (errors->n == before) check_rules(meta, p->config, p->n, errors);
    if (errors->n == before) tune_read(&p->tune, meta, p->config, p->n, errors);
    return errors->n == before;
}

int problems_heldout(const Problems *p)
{
    return p->n > p->search ? p->n - p->search : p->search;
}

const Config *problems_heldout_at(const Problems *p, int i)
{
    assert(i >= 0 && i < problems_heldout(p));
    return &p->config[p->n > p->search ? p->search + i : i];
}

void problems_free(Problems *p)
{
    for (int i = 0; i < p->n; i++) config_free(&p->config[i]);
    tune_free(&p->tune);
    free(p->config);
    *p = (Problems){0};
}
