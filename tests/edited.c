/* edited.c. Edits the words of suspended plays, and goes on from them. */
#include "tests/edited.h"
#include "tests/players.h"

#include <limits.h>

void edited_words(Rng *r, void *state, size_t bytes)
{
    static const int odd[] = {-1, 0, 1, 2, 7, 31, 32, 64, 255, 256, 1000, 65536, INT_MAX, INT_MIN, INT_MAX - 1};
    unsigned char *at = state;
    for (int n = 1 + (int)rng_below(r, 3); n > 0; n--) {
        const uint32_t i = rng_below(r, (uint32_t)bytes), word = i / sizeof(int) * sizeof(int);
        const int value = odd[rng_below(r, sizeof odd / sizeof *odd)];
        switch (rng_below(r, 3)) {
        case 0: at[i] = (unsigned char)rng_u32(r); break;
        case 1: at[i] ^= (unsigned char)(1u << rng_below(r, 8)); break;
        default: memcpy(at + word, &value, bytes - word < sizeof value ? bytes - word : sizeof value);
        }
    }
}

Answer edited_go_on(const Objective *o, void *scratch, const double *x, SavedGame **left, int polls)
{
    Told told = {.asked_max = polls};
    const StopCheck s = told_watch(&told);
    Answer a = {.left = *left};
    Job job = {.x = x, .seed = 7, .y = &a};
    JobList l = {.job = &job, .n = 1, .threads = 1};
    o->work(o->self, &l, scratch, &s);
    *left = a.left;
    return a;
}

void edited_objective(const Objective *o, const double *x)
{
    OWNED void *scratch = mem_lines(o->scratch_bytes);
    Rng r = rng_from(rng_key(12, RNG_TEST, 0));
    for (int i = 0; i < EDITS / 8; i++) {
        SavedGame *left = NULL;
        const double before = edited_go_on(o, scratch, x, &left, 1 + (int)rng_below(&r, 12)).cost;
        if (left == NULL) continue;
        assert_true(edited_go_on(o, scratch, x, &left, 1).cost > before); /* what was not edited is taken up */
        if (left == NULL) continue;
        edited_words(&r, left->word, (size_t)left->words * sizeof left->word[0]);
        if (rng_below(&r, 2) == 0) edited_words(&r, left->word, 2048 < left->words * 8 ? 2048 : (size_t)left->words * 8);
        const Answer end = edited_go_on(o, scratch, x, &left, 0);
        assert_true(end.done);
        assert_null(left);
    }
}
