/* file/suggest.h. "did you mean": the name that a mistyped word is nearest to.
 *
 * Idea: names are tried one by one, so they may come from any number of tables. The nearest name wins, of equals the first, but
 * only if the word could be a typing mistake: one edit in up to 3 letters, two in up to 7, three in longer words.
 * Never: guesses at a word that has nothing in common with any name.
 * Source: optimal string alignment, the restricted distance of F. J. Damerau, Comm. ACM 7 (1964). */
#ifndef SWARMTRIS_FILE_SUGGEST_H
#define SWARMTRIS_FILE_SUGGEST_H

/* A search for the name that was meant. */
typedef struct {
    const char *word; /* as it was typed; borrowed */
    const char *best; /* the nearest name so far; NULL: none is near enough; borrowed */
    int distance;     /* edits from word to best; as long as best is NULL, one more than allowed */
} Suggest;

Suggest suggest_start(const char *word);
void suggest_try(Suggest *s, const char *name);

/* The end of a sentence: "; did you mean 'particles'?", or nothing. */
enum { SUGGEST_HINT_MAX = 96 };
typedef struct {
    char text[SUGGEST_HINT_MAX];
} SuggestHint;
SuggestHint suggest_hint(const Suggest *s);

/* The nearest of names (NULL at the end), or NULL if none is near enough. */
const char *suggest_name(const char *word, const char *const *names);

/* The number of edits (insert, delete, replace a letter, swap two neighbours) that turn a into b; 64 if a or b has 64 bytes or
 * more. */
int suggest_distance(const char *a, const char *b);

#endif
