/* trial.c. Samples grow by answered trials; batches own trials and answers. */
#include "base/trial.h"

#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

double trials_cost(const Trial *t, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t[i].plays; k++) sum += t[i].y[k].cost;
    return sum;
}

double sample_cost(const Sample *s)
{
    return s->score.n > 0 ? s->cost / (double)s->score.n : 0;
}

void sample_add(Sample *s, const Trial *t)
{
    assert(t->first == (s->key == t->key ? s->played : 0));
    for (int i = 0; i < t->plays; i++) {
        assert(t->y[i].done);
        stats_add(&s->score, t->y[i].score);
        stats_add(&s->fitness, t->y[i].fitness);
        s->cost += t->y[i].cost;
    }
    s->key = t->key;
    s->played = t->first + t->plays;
}

void sample_join(Sample *s, const Sample *other)
{
    assert(s->score.n == s->fitness.n && other->score.n == other->fitness.n);
    if (s->played > 0 && s->key == other->key) {
        if (other->score.n > s->score.n) *s = *other;
        return;
    }
    stats_join(&s->score, &other->score);
    stats_join(&s->fitness, &other->fitness);
    s->cost += other->cost;
    s->key = other->key;
    s->played = other->played;
}

void sample_forget(Sample *s, double keep)
{
    assert(keep >= 0 && keep <= 1);
    double before = (double)s->score.n;
    stats_forget(&s->score, keep);
    stats_forget(&s->fitness, keep);
    s->cost *= before > 0 ? (double)s->score.n / before : 0;
}

SavedGame *saved_game_new(uint64_t mark, int words)
{
    assert(words >= 0);
    SavedGame *s = mem_new(1, sizeof *s + (size_t)words * sizeof s->word[0]);
    s->mark = mark;
    s->words = words;
    return s;
}

static void unseat_batch(Batch *b)
{
    for (int i = 0; i < b->answers; i++) free(b->y[i].left);
    b->answers = 0;
}

void batch_clear(Batch *b)
{
    b->n = 0;
    unseat_batch(b);
}

void batch_add(Batch *b, Trial t)
{
    assert(t.first >= 0 && t.plays >= 0);
    b->t = mem_grow(b->t, &b->room, b->n + 1, sizeof *b->t);
    b->t[b->n++] = t;
}

void batch_seat(Batch *b)
{
    unseat_batch(b);
    for (int i = 0; i < b->n; i++) {
        assert(b->t[i].plays >= 0 && b->t[i].plays <= INT_MAX - b->answers);
        b->answers += b->t[i].plays;
    }
    b->y = mem_grow(b->y, &b->seats, b->answers, sizeof *b->y);
    if (b->answers > 0) memset(b->y, 0, (size_t)b->answers * sizeof *b->y);
    for (int i = 0, next = 0; i < b->n; next += b->t[i++].plays) b->t[i].y = b->y + next;
}

void batch_free(Batch *b)
{
    unseat_batch(b);
    free(b->t);
    free(b->y);
    *b = (Batch){0};
}
