/* ranks.c. Writes tasks as inis, and makes the tasks again from these inis. */
#include "run/ranks.h"

#include "base/mem.h"
#include "config/config_read.h"
#include "file/files.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the shortest possible line of a task: six numbers. */
enum { LINE_LEAST = 12 };

/* The rules of a configuration: those of [game], [training] and [selection]. */
enum { RULES = 3 };
static const void *rules_of(const Config *c, int which)
{
    const void *const rules[RULES] = {c->rules, c->training_rules, c->selection_rules};
    assert(which >= 0 && which < RULES);
    return rules[which];
}

/* The text of a file that a configuration names; "": it names none. */
static const char *text_or_none(const char *text)
{
    return text != NULL ? text : "";
}

/* Writes a task: a line (which of the rules, the estimator, the longest game, the lengths of three texts) and these texts. They
 * are its ini, and the contents of the files of its features and of its agent. */
static void describe(const Task *task, FILE *out)
{
    OWNED char *ini = NULL;
    int which = 0;
    while (task->rules != NULL && rules_of(task->config, which) != task->rules) which++;
    FILE *f = files_memory(&ini, NULL);
    config_print(task->config, f, false);
    files_memory_close(f);
    const char *features = text_or_none(task->config->observer.text), *file = text_or_none(task->config->file.text);
    fprintf(out, "%d %d %" PRId64 " %zu %zu %zu\n", which, (int)task->estimator, task->longest, strlen(ini), strlen(features),
            strlen(file));
    fprintf(out, "%s%s%s", ini, features, file);
}

char *ranks_describe(const Tasks *a)
{
    char *all;
    FILE *out = files_memory(&all, NULL);
    fprintf(out, "%d\n", a->n);
    for (int i = 0; i < a->n; i++) describe(&a->task[i], out);
    files_memory_close(out);
    return all;
}

/* Copies so many bytes from *text and moves *text past them; NULL: there are fewer bytes. The caller frees the copy. */
static char *take_text(const char **text, size_t bytes)
{
    if (strnlen(*text, bytes) < bytes) return NULL;
    char *taken = mem_new(bytes + 1, 1);
    memcpy(taken, *text, bytes);
    *text += bytes;
    return taken;
}

/* Whether there is an objective of the configuration with this estimator. */
static bool can_be_played(const Config *c, int estimator)
{
    if (!config_uses(c, "game")) return c->kind->function != NULL;
    return estimator == ESTIMATOR_GAMES || estimator == c->objective.estimator || estimator == c->train.validation.estimator;
}

/* Makes task number i of the text at *text, and moves *text past it. */
static bool make_task(RankTasks *a, int i, const char **text)
{
    int which = 0, estimator = 0, read = 0;
    int64_t longest = 0;
    size_t bytes[3] = {0};
    const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "rank 0"}; /* every ini needs one */
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    if (sscanf(*text, "%d %d %" SCNd64 " %zu %zu %zu\n%n", &which, &estimator, &longest, &bytes[0], &bytes[1], &bytes[2],
               &read) != 6)
        return false;
    *text += read;
    char *part[3];
    for (int k = 0; k < 3; k++) part[k] = take_text(text, bytes[k]);
    const SentFiles sent = {.features = bytes[1] > 0 ? part[1] : NULL, .agent = bytes[2] > 0 ? part[2] : NULL};
    const bool good = part[0] != NULL && part[1] != NULL && part[2] != NULL && which >= 0 && which < RULES && longest >= 0 &&
                      config_read_text(&a->config[i], "rank 0", part[0], &sent, &any_budget, 1, &errors, &warnings) &&
                      can_be_played(&a->config[i], estimator);
    if (good) {
        tasks_find(&a->tasks, &a->config[i], rules_of(&a->config[i], which), (Estimator)estimator, longest, i);
        a->objective[i] = a->tasks.task[i].objective;
    }
    for (int k = 0; k < 3; k++) free(part[k]);
    return good;
}

const Objective *ranks_make(RankTasks *a, const char *text)
{
    int n = 0, read = 0;
    ranks_free(a);
    if (sscanf(text, "%d\n%n", &n, &read) != 1 || n < 1 || (size_t)n > strlen(text) / LINE_LEAST) return NULL;
    text += read;
    *a = (RankTasks){.config = mem_new((size_t)n, sizeof *a->config), .objective = mem_new((size_t)n, sizeof *a->objective)};
    tasks_start(&a->tasks, n);
    while (a->n < n) /* a configuration is to be freed even if it is wrong */
        if (!make_task(a, a->n++, &text)) return NULL;
    return a->objective;
}

void ranks_free(RankTasks *a)
{
    tasks_free(&a->tasks);
    for (int i = 0; i < a->n; i++) config_free(&a->config[i]);
    free(a->config);
    free(a->objective);
    *a = (RankTasks){0};
}
