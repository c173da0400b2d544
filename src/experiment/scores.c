/* scores.c. Keeps the scores of one position, and says what they are in the mean. */
#include "experiment/scores.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

void scores_make(Scores *s, bool estimates, bool keeps)
{
    *s = (Scores){.estimates = estimates, .keeps = keeps || estimates};
}

void scores_free(Scores *s)
{
    free(s->score);
}

void scores_add(Scores *s, double score)
{
    if (s->keeps) {
        assert(s->sample.n < SCORES_MOST);
        s->score = mem_grow(s->score, &s->room, (int)s->sample.n + 1, sizeof *s->score);
        s->score[s->sample.n] = score;
    }
    stats_add(&s->sample, s->estimates ? 1 / score : score);
}

Stats scores_stats(const Scores *s)
{
    return s->estimates ? stats_of_estimates(s->score, s->sample.n) : s->sample;
}

bool scores_above(const Scores *a, const Scores *b)
{
    assert(a->estimates == b->estimates && a->sample.n > 0 && b->sample.n > 0);
    return a->estimates ? a->sample.mean < b->sample.mean : a->sample.mean > b->sample.mean;
}

void scores_walk(Scores *s, Visit *v)
{
    visit_stats(v, "scores", &s->sample, 1);
    if (s->sample.n < 0 || (s->keeps && s->sample.n > SCORES_MOST)) v->failed = true;
    if (!s->keeps || v->failed) return;
    s->score = mem_grow(s->score, &s->room, (int)s->sample.n, sizeof *s->score);
    visit_reals(v, "score", s->score, (int)s->sample.n);
}
