/* test_cluster.c. What travels between ranks, lists to which jobs come back, and the simulation of many ranks. */
#include "bench/simulate.h"
#include "eval/partition.h"
#include "eval/wire.h"
#include "run/ranks.h"
#include "tests/helpers.h"

/* What is put in comes out, in its order and to the bit; nothing comes out behind it, nor of a parcel that was cut short. */
TEST(test_parcels)
{
    Parcel p = {0};
    OWNED SavedGame *game = saved_game_new(77, 3);
    for (int i = 0; i < 3; i++) game->word[i] = UINT64_MAX - (uint64_t)i;
    parcel_put_int(&p, -5);
    parcel_put_u64(&p, UINT64_MAX);
    parcel_put_real(&p, -0.0);
    parcel_put_saved(&p, game, 5);
    parcel_put_saved(&p, NULL, 0);
    const int whole = p.used;
    for (int used = 0; used <= whole; used++) {
        p.used = used;
        p.read = 0;
        p.bad = false;
        const int first = parcel_take_int(&p);
        const uint64_t second = parcel_take_u64(&p);
        const double third = parcel_take_real(&p);
        double cost, nothing;
        SavedGame *found = parcel_take_saved(&p, &cost), *none = parcel_take_saved(&p, &nothing);
        assert_null(none);
        assert_true(p.bad == (used < whole));
        if (used == whole) {
            assert_true(first == -5 && second == UINT64_MAX && third == 0 && 1 / third < 0);
            assert_true(found != NULL && found->mark == 77 && found->words == 3 && cost == 5 && nothing == 0);
            assert_memory_equal(found->word, game->word, sizeof game->word[0] * 3);
            assert_null(parcel_take(&p, 1));
            assert_true(p.bad);
        }
        free(found);
    }
    parcel_free(&p);
    assert_true(p.bytes == NULL && p.used == 0);
}

/* A suspended game that was changed in any byte is none. */
TEST(test_garbled_game)
{
    CLOSED(parcel_free) Parcel p = {0};
    OWNED SavedGame *game = saved_game_new(77, 3);
    parcel_put_saved(&p, game, 5);
    for (int i = 0; i < p.used; i++) {
        double cost;
        p.bytes[i] = (char)(p.bytes[i] ^ 4);
        p.read = 0;
        p.bad = false;
        assert_null(parcel_take_saved(&p, &cost));
        assert_true(p.bad && cost == 0);
        p.bytes[i] = (char)(p.bytes[i] ^ 4);
    }
}

/* A job that has come back is taken behind the others, with the answer and the saved game of the first time. */
TEST(test_partition_again)
{
    enum { JOBS = 3, ROOM = 5 };
    Answer y[JOBS] = {{0}};
    CLOSED(partition_free)
    Partition d = {
        .job = mem_new(ROOM, sizeof *d.job), .trial = mem_new(ROOM, sizeof *d.trial), .cut = mem_new(1, sizeof *d.cut)};
    d.cuts = 1;
    d.cut[0].room = ROOM;
    d.cut[0].jobs.job = d.job;
    for (int i = 0; i < JOBS; i++) {
        d.trial[i] = 10 + i;
        jobs_add(&d.cut[0].jobs, (Job){.seed = (uint64_t)i, .y = &y[i]});
    }
    int first;
    assert_int_equal(partition_left(&d), JOBS);
    assert_int_equal(jobs_take(&d.cut[0].jobs, 9, &first), JOBS);
    assert_true(partition_again(&d, &d.cut[0], 1) && partition_again(&d, &d.cut[0], 3));
    assert_false(partition_again(&d, &d.cut[0], 0)); /* no room */
    assert_int_equal(partition_left(&d), 2);
    assert_int_equal(jobs_take(&d.cut[0].jobs, 9, &first), 2);
    for (int i = first; i < first + 2; i++) assert_true(d.job[i].seed == 1 && d.job[i].y == &y[1] && d.trial[i] == 11);
}

/* Nothing is played twice or forgotten: what all workers play is what there is to play. Many long jobs keep all of them busy. */
TEST(test_simulation)
{
    enum { JOBS = 6400 };
    double *turns = mem_new(JOBS, sizeof *turns), all = 0;
    SimulatedCluster c = {.speed = 1e6, .latency = 50e-6, .message = 5e-6, .job = 1e-6};
    for (int i = 0; i < JOBS; i++) all += turns[i] = 30.0 * (1 + i * 7919 % JOBS); /* all lengths */
    for (int lanes = 0; lanes < 2; lanes++)
        for (int workers = 1; workers <= 64; workers *= 4) {
            c.lanes = lanes != 0;
            const SimulatedTime t = simulate(turns, JOBS, workers, &c);
            const double played = t.playing * t.seconds * workers * c.speed;
            assert_true(played > 0.999999 * all && played < 1.000001 * all);
            assert_true(t.playing > 0.9 && t.playing <= 1.000001 && t.waiting >= 0 && t.ending >= -1e-9);
            assert_true((t.messages > 0) == (workers > 1));
        }
    free(turns);
}

/* Jobs that come back together are handed on together: rank 0, which takes longer for a message than for a job, keeps up. */
TEST(test_handed_on)
{
    enum { JOBS = 400000 };
    OWNED double *turns = mem_new(JOBS, sizeof *turns);
    const SimulatedCluster c = {.lanes = true, .speed = 13e6, .latency = 50e-6, .message = 8e-6, .job = 0.7e-6};
    for (int i = 0; i < JOBS; i++)
        turns[i] = -1700 * log(((double)(i * 7919LL % JOBS) + 0.5) / JOBS); /* all lengths, few of them long */
    const SimulatedTime t = simulate(turns, JOBS, 64, &c);
    assert_true(t.playing > 0.5 && t.messages < 0.5);
}

/* Workers that share processors are not faster than so many with a processor each, and hardly slower. */
TEST(test_shared_processors)
{
    enum { JOBS = 3200 };
    OWNED double *turns = mem_new(JOBS, sizeof *turns);
    SimulatedCluster c = {.speed = 1e6, .latency = 5e-6, .message = 1e-6, .job = 1e-7, .crowded = 1, .slice = 1e-3};
    for (int i = 0; i < JOBS; i++) turns[i] = 100.0 * (1 + i * 7919 % 100);
    for (int lanes = 0; lanes < 2; lanes++) {
        c.lanes = lanes != 0;
        c.processors = 0;
        const double one = simulate(turns, JOBS, 1, &c).seconds, two = simulate(turns, JOBS, 2, &c).seconds;
        c.processors = 2;
        const double four = simulate(turns, JOBS, 4, &c).seconds;
        c.crowded = 0.5;
        const double crowded = simulate(turns, JOBS, 4, &c).seconds;
        c.crowded = 1;
        for (int n = 1; n <= 200; n++) assert_true(simulate(turns, n, 16, &c).seconds > 0);
        assert_true(two > 0.499999 * one && two < 0.55 * one);
        assert_true(four > 0.499999 * one && four < 1.1 * two);
        assert_true(lanes ? crowded > 1.2 * four : crowded == four);
    }
}

/* Texts that describe objectives to other ranks, and texts that do not. */
TEST(test_descriptions)
{
    const char *const wrong[] = {"",
                                 "x",
                                 "0\n",
                                 "-1\n",
                                 "1\n",
                                 "2000000000\n0 0 0 1 1 1\n",
                                 "1\n0 0 0 99999999999 0 0\nx",
                                 "1\n7 0 0 0 0 0\n",
                                 "1\n0 5 0 0 0 0\n",
                                 "1\n0 0 -1 0 0 0\n",
                                 "1\n0 1 0 30 0 0\n[objective]\nkind = meta\n       ",
                                 "1\n0 0 0 31 0 0\n[objective]\nkind = sphere\ndim=x"};
    CLOSED(ranks_free) RankTasks a = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (ranks_make(&a, wrong[i]) != NULL) fail_msg("text %zu", i);
    assert_non_null(ranks_make(&a, "1\n0 0 0 33 0 0\n[objective]\nkind = sphere\ndim = 3\n"));
    assert_int_equal(a.objective[0].space.dim, 3);
}

TESTS(NULL, NULL)
