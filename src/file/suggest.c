/* suggest.c. Finds the name that a mistyped word is nearest to. */
#include "file/suggest.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 64 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int suggest_distance(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m >= LENGTH_MAX || n >= LENGTH_MAX) return LENGTH_MAX;
    /* d[i][j]: edits from the first i letters of a to the first j of b. */
    int d[LENGTH_MAX][LENGTH_MAX];
    for (size_t i = 0; i <= m; i++) d[i][0] = (int)i;
    for (size_t j = 0; j <= n; j++) d[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[m][n];
}

Suggest suggest_start(const char *word)
{
    size_t length = strlen(word);
    int allowed = length <= 3 ? 1 : length <= 7 ? 2 : 3;
    return (Suggest){.word = word, .distance = allowed + 1};
}

void suggest_try(Suggest *s, const char *name)
{
    int distance = suggest_distance(s->word, name);
    if (distance >= s->distance || distance >= (int)strlen(name)) return;
    s->best = name;
    s->distance = distance;
}

SuggestHint suggest_hint(const Suggest *s)
{
    SuggestHint hint = {""};
    if (s->best != NULL) snprintf(hint.text, sizeof hint.text, "; did you mean '%s'?", s->best);
    return hint;
}

const char *suggest_name(const char *word, const char *const *names)
{
    Suggest s = suggest_start(word);
    for (; *names != NULL; names++) suggest_try(&s, *names);
    return s.best;
}
