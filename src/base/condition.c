/* condition.c. Reads conditions word by word and compares the values of options with theirs. */
#include "base/condition.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word of a condition; borrowed. */
typedef struct {
    const char *at;
    int n; /* bytes; 0: there are no more words */
} Word;

static Word next(const char **rest)
{
    const Word w = {*rest + strspn(*rest, " "), (int)strcspn(*rest + strspn(*rest, " "), " ")};
    *rest = w.at + w.n;
    return w;
}

static bool is(Word w, const char *text)
{
    return strlen(text) == (size_t)w.n && strncmp(w.at, text, (size_t)w.n) == 0;
}

static bool compare(const ParamPlace *place, Word operation, Word value)
{
    char text[PARAM_TEXT_MAX];
    assert(value.n > 0);
    if (place->row == NULL) return false;
    if (is(operation, ">")) return param_get(place->row, place->block) > strtod(value.at, NULL);
    param_print(place->row, place->block, text, sizeof text);
    const bool equal = is(value, text[0] != '\0' ? text : "empty");
    return equal == is(operation, "=");
}

/* A clause that is being read. */
typedef struct {
    ParamPlace place; /* of the last comparison */
    Word operation;   /* of it */
    char key[64];     /* of the first one */
    bool holds;
} Clause;

/* Reads "KEY = VALUE", or "VALUE", which repeats the comparison before it. */
static void read_comparison(Clause *c, const char **rest, ConditionFind *find, const void *ctx)
{
    Word word = next(rest);
    const char *ahead = *rest;
    const Word operation = next(&ahead);
    if (is(operation, "=") || is(operation, "!=") || is(operation, ">")) {
        char key[sizeof c->key];
        snprintf(key, sizeof key, "%.*s", word.n, word.at);
        if (c->key[0] == '\0') memcpy(c->key, key, sizeof key);
        c->place = find(ctx, key);
        c->operation = operation;
        *rest = ahead;
        word = next(rest);
    }
    c->holds = compare(&c->place, c->operation, word) || c->holds;
}

bool condition_holds(const char *condition, ConditionFind *find, const void *ctx, Unmet *unmet)
{
    const char *rest = condition;
    Word joint;
    do {
        const char *begin = rest + strspn(rest, " "), *end;
        Clause c = {0};
        do {
            read_comparison(&c, &rest, find, ctx);
            end = rest;
            joint = next(&rest);
        } while (is(joint, "or"));
        assert(joint.n == 0 || is(joint, "and"));
        if (!c.holds) {
            *unmet = (Unmet){.first = begin == condition};
            snprintf(unmet->clause, sizeof unmet->clause, "%.*s", (int)(end - begin), begin);
            memcpy(unmet->key, c.key, sizeof c.key);
            return false;
        }
    } while (joint.n > 0);
    return true;
}
