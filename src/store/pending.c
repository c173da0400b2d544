/* pending.c. Saves and loads the answers of a batch under way, and the games that were suspended. */
#include "store/pending.h"

#include "base/hash.h"
#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

/* More words than the state of any game has: a count as large as this is damage. */
enum { WORDS_MAX = 1 << 20 };

/* The fingerprint of this program; 0: its file cannot be read. The file is read once, and only if a batch is saved or loaded. */
static uint64_t this_program(Pending *p)
{
    if (p->program != 0) return p->program;
    size_t size = 0;
    OWNED char *program = files_read(p->executable, &size);
    if (program != NULL) p->program = hash_bytes(HASH_START, program, size);
    return p->program;
}

/* Saves or loads *left. usable: this program can read the game; if not, it is loaded and dropped, and the play begins again. */
static void serialise_saved(Serialiser *v, SavedGame **left, bool usable)
{
    int words = *left != NULL ? (*left)->words : 0;
    serialise_index(v, "left", &words, WORDS_MAX);
    if (words == 0) return;
    if (v->loading) *left = saved_game_new(0, words);
    serialise_u64(v, "mark", &(*left)->mark);
    serialise_words(v, "state", (*left)->word, words);
    if (usable) return;
    free(*left);
    *left = NULL;
}

/* done is atomic for the threads that play; no thread plays while a batch is saved. */
static void serialise_answer(Serialiser *v, Answer *y, bool usable)
{
    bool done = y->done;
    serialise_bool(v, "done", &done);
    y->done = done;
    if (done) {
        serialise_reals(v, "score", &y->score, 1);
        serialise_amounts(v, "cost", &y->cost, 1);
    } else {
        serialise_saved(v, &y->left, usable);
    }
}

/* Saves or loads what identifies the plays of a trial. */
static void serialise_trial(Serialiser *v, Trial *t)
{
    serialise_u64(v, "key", &t->key);
    serialise_index(v, "first", &t->first, INT_MAX);
    serialise_index(v, "plays", &t->plays, INT_MAX);
}

void pending_save(Pending *p, const Batch *b, Serialiser *v)
{
    int n = b != NULL ? b->n : 0;
    serialise_index(v, "pending", &n, INT_MAX);
    if (n == 0) return;
    uint64_t program = this_program(p);
    serialise_u64(v, "program", &program);
    for (int i = 0; i < n; i++) {
        Trial t = b->t[i];
        assert(t.plays >= 0 && t.y != NULL);
        serialise_trial(v, &t);
        for (int k = 0; k < t.plays; k++) serialise_answer(v, &t.y[k], true);
    }
}

void pending_load(Pending *p, Serialiser *v)
{
    Batch *b = &p->batch;
    int n = 0;
    uint64_t writer = 0;
    batch_clear(b);
    serialise_index(v, "pending", &n, INT_MAX);
    if (n == 0) return;
    serialise_u64(v, "program", &writer);
    bool usable = writer != 0 && writer == this_program(p);
    for (int i = 0; i < n && !v->failed; i++) {
        Trial t = {0};
        serialise_trial(v, &t);
        for (int k = 0; k < t.plays && !v->failed; k++) { /* one by one: a damaged count is no reason to take memory */
            b->y = mem_grow(b->y, &b->seats, b->answers + 1, sizeof *b->y);
            b->y[b->answers] = (Answer){0};
            serialise_answer(v, &b->y[b->answers++], usable);
        }
        batch_add(b, t);
    }
}

/* Positions need no comparison: the experiment is the one that was saved, so each place of the batch has the position it had. */
void pending_give(Pending *p, Batch *b)
{
    Answer *from = p->batch.y;
    for (int i = 0; i < p->batch.n; i++) {
        const Trial *was = &p->batch.t[i];
        for (int k = 0; i < b->n && k < was->plays && k < b->t[i].plays; k++)
            if (was->key == b->t[i].key && was->first == b->t[i].first) {
                Answer *y = &b->t[i].y[k];
                assert(!y->done && y->left == NULL); /* b has not been played yet */
                *y = from[k];
                from[k].left = NULL;
            }
        from += was->plays;
    }
    batch_clear(&p->batch);
}

void pending_start(Pending *p, const char *executable)
{
    *p = (Pending){.executable = executable};
}

void pending_free(Pending *p)
{
    batch_free(&p->batch);
    *p = (Pending){0};
}
