/* pending.c. Saves and loads the answers of a batch under way, and the games that were suspended. */
#include "store/pending.h"

#include "base/hash.h"
#include "base/mem.h"
#include "file/files.h"

#include <stdlib.h>

/* More words than the state of any game has: a count as large as this is damage. */
enum { WORDS_MAX = 1 << 20 };

/* The file is read once, and only if a batch is saved or loaded. */
static uint64_t this_program(Pending *p)
{
    if (p->program != 0) return p->program;
    size_t size = 0;
    char *program = files_read(p->executable, &size);
    p->program = hash_bytes(HASH_START, program, size);
    free(program);
    return p->program;
}

/* y->saved; usable: whether this program can read it. One that is not is loaded and dropped: the play begins again. */
static void visit_saved(Visit *v, Answer *y, bool usable)
{
    int words = y->saved != NULL ? y->saved->words : 0;
    visit_index(v, "left", &words, WORDS_MAX);
    if (words == 0) return;
    if (v->loading) y->saved = saved_game_new(0, words);
    visit_u64(v, "mark", &y->saved->mark);
    visit_words(v, "state", y->saved->word, words);
    if (usable) return;
    free(y->saved);
    y->saved = NULL;
}

/* done is atomic for the threads that play; none does while a batch is saved. */
static void visit_answer(Visit *v, Answer *y, bool usable)
{
    bool done = y->done;
    visit_bool(v, "done", &done);
    y->done = done;
    if (done) {
        visit_reals(v, "score", &y->score, 1);
        visit_reals(v, "cost", &y->cost, 1);
    } else {
        visit_saved(v, y, usable);
    }
}

/* What names the plays of a trial. */
static void visit_trial(Visit *v, Trial *t)
{
    visit_u64(v, "key", &t->key);
    visit_int(v, "first", &t->first);
    visit_int(v, "plays", &t->plays);
}

void pending_save(Pending *p, const Batch *b, Visit *v)
{
    int n = b != NULL ? b->n : 0;
    visit_int(v, "pending", &n);
    if (n == 0) return;
    uint64_t program = this_program(p);
    visit_u64(v, "program", &program);
    for (int i = 0; i < n; i++) {
        Trial t = b->t[i];
        visit_trial(v, &t);
        for (int k = 0; k < t.plays; k++) visit_answer(v, &t.y[k], true);
    }
}

static void forget(Pending *p)
{
    for (int i = 0; i < p->answers; i++) free(p->answer[i].saved);
    p->answers = 0;
    batch_clear(&p->batch);
}

void pending_load(Pending *p, Visit *v)
{
    int n = 0;
    uint64_t writer = 0;
    forget(p);
    visit_int(v, "pending", &n);
    if (n == 0) return;
    visit_u64(v, "program", &writer);
    bool usable = writer == this_program(p);
    for (int i = 0; i < n && !v->failed; i++) {
        Trial t = {0};
        visit_trial(v, &t);
        for (int k = 0; k < t.plays && !v->failed; k++) {
            p->answer = mem_grow(p->answer, &p->room, p->answers + 1, sizeof *p->answer);
            p->answer[p->answers] = (Answer){0};
            visit_answer(v, &p->answer[p->answers++], usable);
        }
        batch_add(&p->batch, t);
    }
}

/* Positions need no comparison: the experiment is the one that was saved, so each place of the batch has the position it had. */
void pending_give(Pending *p, Batch *b)
{
    Answer *from = p->answer;
    for (int i = 0; i < p->batch.n; i++) {
        const Trial *was = &p->batch.t[i];
        for (int k = 0; i < b->n && k < was->plays && k < b->t[i].plays; k++)
            if (was->key == b->t[i].key && was->first == b->t[i].first) {
                b->t[i].y[k] = from[k];
                from[k].saved = NULL; /* it belongs to the batch now */
            }
        from += was->plays;
    }
    forget(p);
}

void pending_start(Pending *p, const char *executable)
{
    *p = (Pending){.executable = executable};
}

void pending_free(Pending *p)
{
    forget(p);
    batch_free(&p->batch);
    free(p->answer);
    *p = (Pending){0};
}
