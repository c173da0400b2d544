/* test_base.c. The rest of the room base: hashes, jobs, batches, samples, memory, records, errors, texts. */
#include "base/error.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/trial.h"
#include "eval/team.h"
#include "tests/helpers.h"
#include "tests/live.h"

/* ---- hash ---- */

/* Test vectors of the authors (draft-eastlake-fnv, appendix C). */
TEST(test_fnv1a)
{
    assert_int_equal(hash_bytes(HASH_START, "", 0), 0xcbf29ce484222325);
    assert_int_equal(hash_bytes(HASH_START, "a", 1), 0xaf63dc4c8601ec8c);
    assert_int_equal(hash_bytes(HASH_START, "foobar", 6), 0x85944171f73967e8);
    assert_int_equal(hash_bytes(hash_bytes(HASH_START, "foo", 3), "bar", 3), 0x85944171f73967e8);
    assert_int_equal(hash_u64(HASH_START, 0x0807060504030201), hash_bytes(HASH_START, "\1\2\3\4\5\6\7\10", 8));
}

/* ---- jobs, batch, memory, record, errors ---- */

TEST(test_jobs_take)
{
    static const int wanted[] = {4, 4, 4, 4, 1}, taken[] = {4, 4, 2, 0, 0};
    JobList l = {.n = 10};
    int first;
    for (size_t i = 0; i < LENGTH(wanted); i++) {
        assert_int_equal(jobs_take(&l, wanted[i], &first), taken[i]);
        assert_true(taken[i] == 0 || first == 4 * (int)i);
    }
    JobList empty = {0};
    assert_int_equal(jobs_take(&empty, 1, &first), 0);
    Answer a = {0};
    job_answer(&(Job){.y = &a}, 3, 7);
    assert_true(a.score == 3 && a.cost == 7 && a.done && a.fitness == 0);
}

/* A list that is shared has two ranges at most; each is taken from its beginning, and filled again once it is empty. */
TEST(test_jobs_refill)
{
    JobList l = {.whole = 20, .all = 20};
    int first;
    assert_false(jobs_waiting(&l));
    assert_true(jobs_refill(&l, 10, 3) && jobs_refill(&l, 0, 2) && !jobs_refill(&l, 5, 1));
    assert_int_equal(jobs_left(&l), 5);
    assert_true(jobs_take(&l, 2, &first) == 2 && first == 10);
    assert_true(jobs_take_then(&l, 1, &first) == 1 && first == 0);
    assert_true(jobs_take(&l, 2, &first) == 1 && first == 12);
    assert_true(jobs_refill(&l, 2, 8) && jobs_take(&l, 9, &first) == 8 && first == 2);
    assert_true(jobs_take(&l, 9, &first) == 1 && first == 1);
    assert_true(jobs_take(&l, 1, &first) == 0 && !jobs_waiting(&l));
}

enum { SHARED = 200000, TAKERS = 3 };

/* What the threads of test_jobs_refilled share. */
typedef struct {
    JobList l;
    atomic_int taken[SHARED], all;
} Refilled;

/* Thread 0 adds ranges of changing lengths, the later half of the jobs first; the others take. */
static void add_or_take(void *ctx, int thread)
{
    Refilled *r = ctx;
    for (int added = 0, first; atomic_load(&r->all) < SHARED;) {
        const int n = 1 + added % 7, from = (added + SHARED / 2) % SHARED,
                  left = (added < SHARED / 2 ? SHARED / 2 : SHARED) - added;
        if (thread == 0 && left > 0 && added < SHARED && jobs_refill(&r->l, from, n < left ? n : left))
            added += n < left ? n : left;
        const int got = thread == 0 ? 0 : jobs_take(&r->l, thread, &first);
        for (int i = 0; i < got; i++) atomic_fetch_add(&r->taken[first + i], 1);
        atomic_fetch_add(&r->all, got);
    }
}

/* No job is lost, and none is taken twice, while ranges are added. */
TEST(test_jobs_refilled)
{
    OWNED Refilled *r = mem_new(1, sizeof *r);
    r->l = (JobList){.whole = SHARED, .all = SHARED};
    team_run(1 + TAKERS, add_or_take, r);
    assert_int_equal(atomic_load(&r->all), SHARED);
    for (int i = 0; i < SHARED; i++) assert_int_equal(atomic_load(&r->taken[i]), 1);
}

/* A job that was returned is taken once, with its state, whenever it is returned; the others are not. */
TEST(test_jobs_return)
{
    Answer a[4] = {0};
    Job job[4];
    for (int k = 0; k < 4; k++) job[k] = (Job){.y = &a[k]};
    JobList l = {.job = job, .n = 4};
    const uint64_t kept = 42;
    uint64_t seen = 0;
    int i;
    assert_false(jobs_take_returned(&l, &i));
    for (int again = 0; again < 2; again++) {
        jobs_return(&l, 3, 5, 7, &kept, sizeof kept);
        jobs_return(&l, 1, 6, 7, &kept, sizeof kept);
        jobs_offer(&l);
        assert_true(jobs_waiting(&l) && jobs_take_returned(&l, &i) && i == 1);
        assert_true(jobs_take_returned(&l, &i) && i == 3);
        assert_false(jobs_take_returned(&l, &i));
        assert_true(job_resume(&job[1], 7, &seen, sizeof seen) && seen == kept);
        assert_true(a[3].cost == 5 && a[1].cost == 6 && a[0].cost == 0);
    }
    job_answer(&job[1], 1, 6);
    assert_null(a[1].left); /* what is answered resumes nowhere */
    free(a[3].left);
}

/* The cost of a play grows until it is answered. */
TEST(test_job_cost)
{
    Answer a = {0};
    const Job job = {.y = &a};
    job_spend(&job, 4);
    job_spend(&job, 7);
    assert_true(a.cost == 7 && !a.done);
    job_answer(&job, 100, 8);
    assert_true(a.cost == 8 && a.score == 100 && a.done);
}

/* Seats lie side by side in the order of the trials, whatever they held before. */
TEST(test_batch)
{
    CLOSED(batch_free) Batch b = {0};
    double x = 1;
    for (int turn = 0; turn < 3; turn++) {
        int answers = 0;
        batch_clear(&b);
        assert_int_equal(b.n, 0);
        for (int i = 0; i < 100 * (turn + 1); i++) batch_add(&b, (Trial){.x = &x, .plays = i % 5, .tag = i, .key = 77});
        batch_seat(&b);
        for (int i = 0; i < b.n; i++) {
            assert_true(b.t[i].tag == i && b.t[i].plays == i % 5 && b.t[i].key == 77 && b.t[i].x == &x);
            assert_ptr_equal(b.t[i].y, b.y + answers);
            answers += i % 5;
        }
        assert_int_equal(b.answers, answers);
        for (int i = 0; i < answers; i++) {
            assert_true(!b.y[i].done && b.y[i].score == 0 && b.y[i].cost == 0);
            b.y[i] = (Answer){.score = 1, .cost = 2, .done = true};
        }
    }
    batch_free(&b);
    assert_true(b.t == NULL && b.y == NULL && b.n == 0);
    batch_seat(&b);
    assert_int_equal(b.answers, 0);
}

TEST(test_sample)
{
    Answer a[] = {{.score = 1, .cost = 10, .fitness = -1, .done = true}, {.score = 3, .cost = 20, .fitness = -5, .done = true}};
    Sample s = {0};
    sample_add(&s, &(Trial){.y = a, .plays = 2, .key = 8});
    assert_true(s.key == 8 && s.played == 2);
    sample_add(&s, &(Trial){.y = a, .plays = 1, .key = 8, .first = 2});
    assert_true(s.score.n == 3 && s.fitness.n == 3 && s.cost == 40 && s.played == 3);
    assert_near(s.score.mean, 5.0 / 3, 1e-15);
    assert_near(s.fitness.mean, -7.0 / 3, 1e-15);
    sample_add(&s, &(Trial){.y = a, .plays = 1, .key = 9}); /* games of another name: from the first */
    assert_true(s.key == 9 && s.played == 1 && s.score.n == 4);
}

/* Plays of the same games tell nothing twice; others are added, and forgotten, in proportion. */
TEST(test_sample_join)
{
    Answer a[] = {{.score = 1, .cost = 10, .fitness = 2, .done = true},
                  {.score = 3, .cost = 20, .fitness = 4, .done = true},
                  {.score = 8, .fitness = 9, .done = true}};
    Sample two = {0}, three = {0}, others = {0}, more = {0}, s;
    sample_add(&two, &(Trial){.y = a, .plays = 2, .key = 1});
    sample_add(&three, &(Trial){.y = a, .plays = 3, .key = 1});
    sample_add(&others, &(Trial){.y = a + 1, .plays = 2, .key = 2});
    sample_add(&more, &(Trial){.y = a, .plays = 3, .key = 2});
    s = two;
    sample_join(&s, &two);
    assert_memory_equal(&s, &two, sizeof s);
    sample_join(&s, &three);
    assert_memory_equal(&s, &three, sizeof s);
    sample_join(&s, &two);
    assert_memory_equal(&s, &three, sizeof s);
    sample_join(&s, &others);
    sample_join(&s, &more); /* of the same games more, but fewer than all that s knows */
    assert_true(s.score.n == 5 && s.fitness.n == 5 && s.cost == 50 && s.key == 2 && s.played == 2);
    assert_near(s.score.mean, 23.0 / 5, 1e-14);
    assert_near(s.fitness.mean, 28.0 / 5, 1e-14);
    sample_forget(&s, 0.4);
    assert_true(s.score.n == 2 && s.fitness.n == 2 && s.cost == 20);
    assert_near(s.score.mean, 23.0 / 5, 1e-14);
    sample_forget(&s, 0);
    assert_true(s.score.n == 0 && s.score.mean == 0 && s.score.m2 == 0 && s.fitness.n == 0 && s.cost == 0);
}

TEST(test_memory)
{
    int room = 0;
    OWNED int *p = NULL;
    for (int i = 0; i < 1000; i++) {
        p = mem_grow(p, &room, i + 1, sizeof *p);
        assert_true(room > i);
        p[i] = i;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(p[i], i);
    int *same = mem_grow(p, &room, 5, sizeof *p);
    assert_ptr_equal(same, p);
    free(mem_new(0, 8));
    OWNED char *copy = mem_text("words");
    assert_string_equal(copy, "words");
    assert_null(mem_text(NULL));
}

static void write_row(Record *r)
{
    record_row(r, "t");
    record_int(r, "i", INT64_MIN);
    record_real(r, "d", 0.1);
    record_text(r, "s", "word");
    record_end(r);
}

TEST(test_record)
{
    CLOSED(rows_free) Rows r;
    rows_start(&r);
    write_row(&r.record);
    assert_string_equal(r.text, "t i=-9223372036854775808 d=0.10000000000000001 s=word\n");
    write_row(NULL); /* swallows it */
}

TEST(test_errors)
{
    Errors e = {0};
    char long_one[3000];
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    errors_add(&e, "%s:%d: %s", "a.ini", 3, long_one);
    for (int i = 0; i < 40; i++) errors_add(&e, "line %d", i);
    assert_int_equal(e.n, 41);
    assert_int_equal(strlen(e.line[0]), 3000 - 1 + strlen("a.ini:3: "));
    assert_string_equal(e.line[40], "line 39");
    errors_free(&e);
    assert_true(e.n == 0 && e.line == NULL);
}

static void allocate(const void *bytes)
{
    free(mem_new(*(const size_t *)bytes, 1));
}

/* The sanitizers end the program themselves unless they are told that running out of memory is part of the test. They look for
 * these functions by name, so the names must be visible outside the program. */
#define SEEN_BY_SANITIZERS __attribute__((visibility("default")))
SEEN_BY_SANITIZERS const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
SEEN_BY_SANITIZERS const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

TEST(test_out_of_memory)
{
    char said[4096], expected[100];
    const size_t bytes = SIZE_MAX / 4, one = 1;
    snprintf(expected, sizeof expected, "swarmtris: out of memory: %zu more bytes cannot be had\n", bytes);
    assert_non_null(strstr(aborts(allocate, &bytes, said, sizeof said), expected));
    assert_string_equal(aborts(allocate, &one, said, sizeof said), "");
}

TEST(test_text)
{
    char small[8], letters[8], whole[12];
    Text t = text_in(small, sizeof small);
    assert_string_equal(small, "");
    assert_true(text_add(&t, "%s", "abc"));
    assert_true(text_add(&t, "%d", 4567)); /* seven bytes and the zero: exactly full */
    assert_string_equal(small, "abc4567");
    assert_false(text_add(&t, "8"));
    assert_false(text_add(&t, "%s", "")); /* something is missing, now and for ever */
    assert_string_equal(small, "abc4567");
    /* What does not fit is cut where a letter ends: the dash has three bytes, and two are left. */
    t = text_in(letters, sizeof letters);
    assert_true(text_add(&t, "abcde"));
    assert_false(text_add(&t, "\xe2\x80\x93"));
    assert_string_equal(letters, "abcde");
    assert_int_equal(t.used, 5);
    t = text_in(letters, sizeof letters);
    assert_false(text_add(&t, "abcd\xe2\x80\x93z")); /* here all three are in, and the z is not */
    assert_string_equal(letters, "abcd\xe2\x80\x93");
    /* Whole pieces or nothing, and what fits may follow. */
    t = text_in(whole, sizeof whole);
    assert_true(text_add_whole(&t, "rate %d", 12));
    assert_false(text_add_whole(&t, "  best %d", 345678));
    assert_string_equal(whole, "rate 12");
    assert_true(text_add_whole(&t, " ms"));
    assert_string_equal(whole, "rate 12 ms");
    OWNED char *own = text_new("%s/%04d", "runs", 7);
    assert_string_equal(own, "runs/0007");
    assert_true(text_has("a ring  global", "ring") && text_has("a", "a") && !text_has("a rings", "ring") && !text_has("", ""));
}

TESTS(NULL, NULL)
