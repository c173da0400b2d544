/* test_meta_window.c. Inner trainings of a meta search that come and go, and are told in parts. */
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/metas.h"
#include "tests/place.h"

/* More inner trainings than advance side by side; saved after any turn and loaded, they end alike: states, rows and all. */
TEST(test_window)
{
    enum { TURNS = 200, EVERY = 5 };
    const char *ini = meta_ini(
        *state, "a b", "",
        "tune = inertia\nbaselines = trelea\n[training]\niterations = 1\ngames = 4\n[selection]\nfinalists = 2\ngames = 300\n"
        "[validation]\ngames = 400\n[optimiser]\nkind = grid\nsteps = 300\n");
    char *saved[TURNS];
    int used[TURNS], n = 0, most = 0;
    CLOSED(live_close) Live whole;
    live_open(&whole, ini, NULL, 0);
    const Experiment *e = &whole.setup.experiment;
    do {
        CLOSED(batch_free) Batch b = {0};
        assert_true(n < TURNS);
        saved[n] = state_save(e->kind->serialise, e->self);
        used[n++] = whole.rows.used;
        e->kind->ask(e->self, &b);
        if (b.n > most) most = b.n;
    } while (live_step(&whole));
    assert_int_equal(most, 512 * 4); /* four particles ask for each */
    assert_int_equal(rows_count(whole.rows.text, "blocks"), (1 + 300) * 4 + 2 * 300);
    for (int k = 0; k < n; k++) {
        if (k > 0 && k % EVERY > 0 && used[k] == used[k - 1]) continue; /* where an iteration begins, too */
        CLOSED(live_close) Live again;
        live_resume(&again, ini, NULL, 0, saved[k], whole.rows.text, used[k]);
        OWNED char *reloaded = state_save(again.setup.experiment.kind->serialise, again.setup.experiment.self);
        assert_string_equal(reloaded, saved[k]);
        live_finish(&again);
        assert_string_equal(again.rows.text, whole.rows.text);
        assert_int_equal(live_hash(&again), live_hash(&whole));
    }
    for (int k = 0; k < n; k++) free(saved[k]);
}

/* A turn in which one answer of each third inner training, as chance has it, has not come yet. Those that are asked again have
 * all others. */
static bool step_in_parts(Live *l, Rng *r)
{
    const Experiment *e = &l->setup.experiment;
    CLOSED(batch_free) Batch b = {0};
    int open = 0, again = 0;
    bool more = e->kind->ask(e->self, &b) > 0;
    for (int i = 0; i < b.n; i++) again += b.t[i].had != NULL && (i == 0 || b.t[i].part != b.t[i - 1].part);
    OWNED bool *had = mem_new((size_t)b.n, sizeof *had);
    for (int i = 0; i < b.n; i++) had[i] = b.t[i].had != NULL;
    batch_seat(&b);
    for (int i = 0; i < b.n; i++)
        for (int k = 0; k < b.t[i].plays && had[i]; k++) open += !b.t[i].y[k].done;
    assert_int_equal(open, again);
    if (more) assert_true(evaluate_batch(l->setup.evaluator, &b, &stop_never));
    for (int i = 0; i < b.n; i++)
        if ((i == 0 || b.t[i].part != b.t[i - 1].part) && rng_below(r, 3) == 0) b.t[i].y[0] = (Answer){0};
    if (more) e->kind->tell(e->self, b.t, b.n, &l->rows.record);
    return more;
}

TEST(test_told_in_parts)
{
    const char *ini =
        meta_ini(*state, "a b", "",
                 "tune = inertia\nbaselines = trelea\n[training]\niterations = 2\ngames = 4\n[selection]\nfinalists = 2\n"
                 "games = 30\n[validation]\ngames = 40\n[optimiser]\nparticles = 5\n");
    CLOSED(live_close) Live whole, parts;
    Rng r = rng_from(5);
    live_run(&whole, ini, NULL);
    live_open(&parts, ini, NULL, 0);
    while (step_in_parts(&parts, &r)) continue;
    assert_string_equal(parts.rows.text, whole.rows.text);
    assert_int_equal(live_hash(&parts), live_hash(&whole));
}

/* The cost and reported scores of a block do not depend on the other blocks: the last of many is the only one of few. */
TEST(test_window_is_not_seen)
{
    CLOSED(live_close) Live many, few;
    live_run(&many, meta_ini(*state, "a b", "", ONE_POSITION(INERTIA, "600", "0", "")), NULL);
    live_run(&few, meta_ini(*state, "a b", "", ONE_POSITION(INERTIA, "10", "0", "")), NULL);
    const char *a = many.rows.text, *b = few.rows.text;
    for (int i = 0; i < 10; i++, a = strchr(a, '\n') + 1, b = strchr(b, '\n') + 1) {
        a = rows_next(a, "blocks");
        b = rows_next(b, "blocks");
        assert_true(rows_cell(a, "value") == rows_cell(b, "value"));
    }
    assert_true(rows_cell(rows_next(many.rows.text, "metrics"), "pieces") == 300 * (40 + 20));
}

TESTS(meta_enter, place_leave)
