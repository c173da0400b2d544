/* condition.c. Reads conditions word by word and compares the values of options with theirs. */
#include "base/condition.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = sizeof((Unmet *)0)->key }; /* bytes of a word of a condition */

static bool is_operation(const char *word)
{
    return strcmp(word, "=") == 0 || strcmp(word, "!=") == 0 || strcmp(word, ">") == 0;
}

static bool compare(const ParamPlace *place, const char *operation, const char *value)
{
    char text[PARAM_TEXT_MAX];
    assert(is_operation(operation) && value[0] != '\0');
    if (place->row == NULL) return false;
    if (operation[0] == '>') return param_get(place->row, place->block) > strtod(value, NULL);
    param_print(place->row, place->block, text, sizeof text);
    const bool equal = strcmp(value, text[0] != '\0' ? text : "empty") == 0;
    return equal == (operation[0] == '=');
}

bool condition_holds(const char *condition, ConditionFind *find, const void *ctx, Unmet *unmet)
{
    char word[WORD_MAX], operation[WORD_MAX] = "";
    Text clause = text_in(unmet->clause, sizeof unmet->clause);
    ParamPlace place = {0};                      /* the key of the last comparison */
    bool holds = false, more = true, due = true; /* due: a comparison must come next */
    *unmet = (Unmet){.first = true};
    for (int i = 0; more; i++) {
        more = text_word(condition, i, word, sizeof word);
        if (!more || strcmp(word, "and") == 0) { /* the end of a clause */
            assert(!due);
            if (!holds) return false;
            holds = false;
            due = true;
            *unmet = (Unmet){.first = false};
            clause = text_in(unmet->clause, sizeof unmet->clause);
            continue;
        }
        text_add(&clause, "%s%s", clause.used > 0 ? " " : "", word);
        assert(due != (strcmp(word, "or") == 0));
        due = !due;
        if (due) continue;
        char ahead[WORD_MAX];
        text_word(condition, i + 1, ahead, sizeof ahead);
        if (is_operation(ahead)) { /* KEY = VALUE; else a VALUE alone, for the last key and operation */
            if (unmet->key[0] == '\0') memcpy(unmet->key, word, sizeof word);
            place = find(ctx, word);
            memcpy(operation, ahead, sizeof ahead);
            i += 2;
            text_word(condition, i, word, sizeof word);
            text_add(&clause, " %s %s", operation, word);
        }
        holds = compare(&place, operation, word) || holds;
    }
    return true;
}
