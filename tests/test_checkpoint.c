/* test_checkpoint.c. Hashes of states; checkpoints are whole, or recognised as damaged, cut short, or those of others. */
#include "base/hash.h"
#include "store/checkpoint.h"
#include "tests/helpers.h"
#include "tests/live.h"

#include <float.h>
#include <inttypes.h>

/* One field of every type, with the values that are hard to write. */
typedef struct {
    int i[4];
    int64_t l[3];
    uint64_t u[3];
    bool b[8]; /* two of them, and no gap before the reals */
    double d[12];
    Stats s;
} Part;
_Static_assert(sizeof(Part) == 4 * sizeof(int) + 6 * 8 + 8 + 12 * 8 + sizeof(Stats), "Part has gaps");

static void serialise_part(void *self, Serialiser *s)
{
    Part *p = self;
    for (int k = 0; k < 4; k++) serialise_int(s, "i", &p->i[k]);
    for (int k = 0; k < 3; k++) serialise_count(s, "l", &p->l[k], COUNT_MOST);
    for (int k = 0; k < 3; k++) serialise_u64(s, "u", &p->u[k]);
    for (int k = 0; k < 2; k++) serialise_bool(s, "b", &p->b[k]);
    serialise_reals(s, "none", p->d, 0);
    serialise_reals(s, "d", p->d, 12);
    serialise_stats(s, "s", &p->s, 1);
}

static const Part hard = {.i = {0, -1, INT32_MAX, INT32_MIN},
                          .l = {0, 1, COUNT_MOST},
                          .u = {0, 1, UINT64_MAX},
                          .b = {true, false},
                          .d = {0, -0.0, 0.1, -1.0 / 3, DBL_MAX, -DBL_MIN, DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, HUGE_VAL, -HUGE_VAL,
                                1e-310, 1 + DBL_EPSILON},
                          .s = {INT32_MAX / 2, 1e9 + 0.5, 0.25}};

/* The hard values come back, with NaN among them, and any doubles. */
TEST(test_checkpoint_round_trip)
{
    enum { HARD, WITH_NAN, RANDOM, ALL = RANDOM + 1000 };
    Rng r = rng_from(1);
    for (int i = HARD; i < ALL; i++) {
        Part p = hard, again = {0};
        if (i == WITH_NAN) p.d[0] = NAN;
        for (int k = 0; i >= RANDOM && k < 12; k++) {
            uint64_t bits = (uint64_t)rng_u32(&r) << 32 | rng_u32(&r);
            memcpy(&p.d[k], &bits, sizeof bits);
            if (isnan(p.d[k])) p.d[k] = 0;
        }
        OWNED char *text = state_save(serialise_part, &p);
        assert_memory_equal(text, "swarmtris checkpoint 3\n", 23);
        state_load(serialise_part, &again, text);
        if (i == WITH_NAN && isnan(again.d[0])) again.d[0] = p.d[0]; /* whatever its bits */
        assert_memory_equal(&again, &p, sizeof p);                   /* bit by bit: -0 is not 0 */
    }
}

/* Every single field counts, and so do the sign of zero, the order of values and the length of a field; names do not. */
TEST(test_serialise_hash)
{
    enum { CHANGES = 9 };
    Part part[CHANGES + 1]; /* the last is unchanged */
    uint64_t hash[CHANGES + 1];
    for (int i = 0; i <= CHANGES; i++)
        part[i] = (Part){.i = {1}, .l = {2}, .u = {3}, .b = {true}, .d = {0, 1, 2}, .s = {4, 5, 6}};
    part[0].i[0] = -1;
    part[1].l[0] = 3;
    part[2].u[0] = UINT64_MAX;
    part[3].b[0] = false;
    part[4].d[0] = -0.0;
    part[5].d[1] = 2, part[5].d[2] = 1;
    part[6].s.n = 5;
    part[7].s.mean = 5.5;
    part[8].s.m2 = 7;
    for (int i = 0; i <= CHANGES; i++) {
        hash[i] = state_hash(serialise_part, &part[i]);
        assert_int_equal(hash[i], state_hash(serialise_part, &part[i]));
        for (int k = 0; k < i; k++) assert_int_not_equal(hash[i], hash[k]);
    }
    int minus_two = -2;
    double three[3] = {0};
    SerialiserHash one = serialise_hash(), renamed = one, two_and_one = one, one_and_two = one;
    serialise_int(&one.serialise, "ab", &minus_two);
    serialise_int(&renamed.serialise, "j", &minus_two);
    assert_int_equal(one.hash, renamed.hash);
    assert_int_equal(one.hash, hash_u64(hash_u64(HASH_START, 1), (uint64_t)-2));
    serialise_reals(&two_and_one.serialise, "a", three, 2);
    serialise_reals(&two_and_one.serialise, "b", three, 1);
    serialise_reals(&one_and_two.serialise, "a", three, 1);
    serialise_reals(&one_and_two.serialise, "b", three, 2);
    assert_int_not_equal(two_and_one.hash, one_and_two.hash);
}

/* Whether size bytes are taken for the checkpoint of a Part. */
static bool believed(const char *text, size_t size)
{
    Part p = {0};
    CLOSED(loader_free) Loader l;
    char *copy = mem_new(size + 1, 1);
    memcpy(copy, text, size);
    bool good = loader_start(&l, copy, size);
    if (good) serialise_part(&p, &l.serialise);
    good = good && !l.serialise.failed;
    assert_true(good || l.why[0] != '\0'); /* and says why not */
    return good;
}

/* Cut anywhere, with any bit flipped, or with something behind its end; and a checkpoint of nothing. */
TEST(test_checkpoint_damaged_anywhere)
{
    Part p = hard;
    OWNED char *text = state_save(serialise_part, &p);
    const char *const behind[] = {"x", "\n", text};
    size_t size = strlen(text);
    assert_true(believed(text, size));
    for (size_t cut = 0; cut < size; cut++)
        if (believed(text, cut)) fail_msg("%zu of %zu bytes are taken for the whole", cut, size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        text[bit / 8] ^= (char)(1 << bit % 8);
        if (believed(text, size)) fail_msg("bit %zu of byte %zu may be flipped", bit % 8, bit / 8);
        text[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_true(believed(text, size));
    for (size_t i = 0; i < LENGTH(behind); i++) {
        OWNED char *longer = text_new("%s%s", text, behind[i]);
        assert_false(believed(longer, strlen(longer)));
    }
    assert_false(believed("", 0));
    assert_false(believed("swarmtris checkpoint 3\n", 23));
}

/* A walk that asks for another name, type or count than was saved, which is the first. */
static void serialise_other(void *self, Serialiser *s)
{
    static const int counts[] = {2, 2, 3, 1, 0};
    int *which = self, whole = 0;
    double d[3] = {0};
    int64_t large = 0;
    serialise_int(s, "a", &whole);
    if (*which == (int)LENGTH(counts))
        serialise_count(s, "d", &large, COUNT_MOST);
    else
        serialise_reals(s, *which == 1 ? "e" : "d", d, counts[*which]);
}

TEST(test_checkpoint_other_fields)
{
    int saved = 0;
    OWNED char *text = state_save(serialise_other, &saved);
    for (int which = 0; which <= 5; which++) {
        CLOSED(loader_free) Loader l;
        OWNED char *why = text_new("it holds something else where the field '%c' was expected", which == 1 ? 'e' : 'd');
        assert_true(loader_start(&l, mem_text(text), strlen(text)));
        serialise_other(&which, &l.serialise);
        assert_int_equal(l.serialise.failed, which != 0);
        if (which != 0) assert_string_equal(l.why, why);
    }
}

/* Whether a checkpoint with this body, and the right checksum, is one of fields only. */
static bool is_of_fields(const char *body)
{
    CLOSED(loader_free) Loader l;
    OWNED char *text = text_new("swarmtris checkpoint 3\n%s", body);
    char *whole = text_new("%schecksum %016" PRIx64 "\n", text, hash_bytes(HASH_START, text, strlen(text)));
    assert_true(loader_start(&l, whole, strlen(whole)));
    const bool good = loader_scan(&l);
    assert_true(good || strncmp(l.why, "its line '", 10) == 0);
    return good;
}

/* Where something is missing in the middle no line hides it, whatever the checksum says. */
TEST(test_checkpoint_form)
{
    static const char *const bad[] = {"a i 1\n",  "a x 1 1\n", "a i 2 1\n",  "a i 1 1 2\n", "a\n",
                                      " i 1 1\n", "a d 1 x\n", "a i 1 1 \n", "\n",          "a i 1 1\nb d 1 \n",
                                      "a i -1\n", "a i 1.5\n", "a i\n"};
    Part p = hard;
    CLOSED(loader_free) Loader l;
    char *text = state_save(serialise_part, &p);
    assert_true(loader_start(&l, text, strlen(text)));
    assert_true(loader_scan(&l));
    assert_false(loader_at_end(&l));
    serialise_part(&p, &l.serialise);
    assert_true(loader_at_end(&l));
    assert_true(is_of_fields("") && is_of_fields("a i 1 -1\nb d 0\nc u 2 1 18446744073709551615\n"));
    for (size_t i = 0; i < LENGTH(bad); i++)
        if (is_of_fields(bad[i])) fail_msg("'%s' is taken for a field", bad[i]);
}

TESTS(NULL, NULL)
