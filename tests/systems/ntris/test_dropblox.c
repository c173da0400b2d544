/* test_dropblox.c. States of Dropblox: written and read, by other centres and orientations, broken in ten thousand ways. */
#include "systems/ntris/dropblox.h"
#include "tests/helpers.h"

static const NtrisRules rules = {.preview = NTRIS_PREVIEW_MAX};

/* Reads a state, and returns whether it is one; there are sentences about it exactly where it is none. */
static bool reads(const char *text, size_t size, NtrisState *s)
{
    CLOSED(errors_free) Errors errors = {0};
    const bool good = dropblox_read("x.json", text, size, s, &errors);
    assert_int_equal(good, errors.n == 0);
    for (int i = 0; i < errors.n; i++)
        if (strncmp(errors.line[i], "x.json:", 7) != 0 || strlen(errors.line[i]) < 20) fail_msg("'%s'", errors.line[i]);
    return good;
}

/* A state that is accepted can be played, whatever it is. */
static void check_playable(const NtrisState *s)
{
    Move move[NTRIS_MOVES_MAX];
    NtrisCommand command[NTRIS_POSITIONS];
    NtrisState after = *s;
    const int n = game_ntris.moves(&rules, s, move);
    assert_true(!game_ntris.over(s) && n > 0);
    assert_true(ntris_path(s, move[n - 1], command) >= 0);
    game_ntris.apply(&rules, &after, move[n - 1]);
    for (int f = 0; f < NTRIS_FEATURES; f++) game_value(&game_ntris, &rules, f, s, &after);
}

static NtrisState some_state(uint64_t seed, int moves)
{
    NtrisState s;
    Move move[NTRIS_MOVES_MAX];
    Rng r = rng_from(seed);
    game_ntris.start(&rules, seed, &s);
    s.points = (int64_t)(40 * (seed % 30));
    game_ntris.chance(&rules, &s);
    for (int i = 0; i < moves && !game_ntris.over(&s); i++) {
        const NtrisState before = s;
        game_ntris.apply(&rules, &s, move[rng_below(&r, (uint32_t)game_ntris.moves(&rules, &s, move))]);
        game_ntris.chance(&rules, &s);
        if (game_ntris.over(&s)) return before;
    }
    return s;
}

TEST(test_round_trip)
{
    if (!dropblox_available()) skip();
    for (uint64_t seed = 0; seed < 200; seed++) {
        const NtrisState s = some_state(seed, (int)(seed % 17));
        NtrisState again;
        OWNED char *text = dropblox_write(&s);
        assert_true(reads(text, strlen(text), &again));
        assert_true(memcmp(again.word, s.word, sizeof s.word) == 0 && again.top == s.top && again.points == s.points);
        assert_true(again.known == s.known && again.landing == s.landing);
        assert_memory_equal(again.queue, s.queue, sizeof s.queue);
        check_playable(&again);
    }
}

/* A block may be written about another centre, and stand elsewhere. */
TEST(test_other_centre)
{
    if (!dropblox_available()) skip();
    char text[8192];
    Text all = text_in(text, sizeof text);
    text_add(&all, "{\"state\":\"playing\",\"score\":7,\"preview\":[],\"bitmap\":[");
    for (int i = 0; i < NTRIS_ROWS; i++)
        text_add(&all, "%s[0,0,0,0,0,0,0,0,%s,0,0,0]", i > 0 ? "," : "", i == 32 ? "2" : "false");
    text_add(&all, "],\"block\":{\"center\":{\"i\":5,\"j\":2},\"offsets\":[{\"i\":0,\"j\":1},{\"i\":1,\"j\":0},{\"i\":2,\"j\":0},"
                   "{\"i\":0,\"j\":0}]}}");
    NtrisState s;
    assert_true(reads(text, strlen(text), &s));
    assert_true(s.known == 1 && s.queue[0].row == 5 && s.queue[0].column == 2 && s.points == 7 && s.top == 32);
    const NtrisShape shape = ntris_shape(s.queue[0], 0);
    assert_true(shape.height == 3 && shape.width == 2 && shape.up == 0 && shape.left == 0);
    assert_true(shape.row[0] == 3 && shape.row[1] == 1 && shape.row[2] == 1);
    assert_true(rows_filled(s.word, 8, 0) && !rows_filled(s.word, 8, 1));
    check_playable(&s);
}

/* ---- broken states ---- */

/* One change of a text: bytes that become others, are taken out, doubled or moved; its end cut off; a token replaced. */
static size_t change(Rng *r, char *text, size_t n, size_t room)
{
    static const char *const token[] = {
        "null", "-1", "1e999", "99999999999999999999", "\"x\"", "[]", "{}", "true", "0.5", "\xff", "[[", "", "13", "-7"};
    const size_t at = rng_below(r, (uint32_t)n), length = rng_below(r, 40), part = at + length > n ? n - at : length;
    switch (rng_below(r, 5)) {
    case 0: text[at] = (char)rng_below(r, 256); return n;
    case 1: return at;
    case 2: memmove(text + at, text + at + part, n - at - part); return n - part;
    case 3:
        if (n + part > room) return n;
        memmove(text + at + part, text + at, n - at);
        return n + part;
    default: break;
    }
    const char *with = token[rng_below(r, sizeof token / sizeof *token)];
    size_t from = at, to;
    while (from < n && strchr("0123456789", text[from]) == NULL) from++; /* a number */
    for (to = from; to < n && strchr("-0123456789", text[to]) != NULL;) to++;
    if (n - (to - from) + strlen(with) > room) return n;
    memmove(text + from + strlen(with), text + to, n - to);
    memcpy(text + from, with, strlen(with));
    return n - (to - from) + strlen(with);
}

TEST(test_broken)
{
    if (!dropblox_available()) skip();
    enum { BROKEN = 10000, MOST = 400000, ROOM = 16384 };
    OWNED char *text = mem_new(ROOM, 1);
    int broken = 0, tried = 0;
    Rng r = rng_from(99);
    for (; broken < BROKEN && tried < MOST; tried++) {
        const NtrisState s = some_state((uint64_t)tried % 50, tried % 11);
        OWNED char *whole = dropblox_write(&s);
        size_t n = strlen(whole);
        NtrisState read;
        memcpy(text, whole, n);
        for (uint32_t changes = 1 + rng_below(&r, 3); changes > 0 && n > 0; changes--) n = change(&r, text, n, ROOM);
        if (reads(text, n, &read))
            check_playable(&read); /* the change has left a state */
        else
            broken++;
    }
    assert_int_equal(broken, BROKEN);
}

/* "{}" is no state; without JSON nothing is, and the program says so. */
TEST(test_no_state)
{
    NtrisState s;
    assert_false(reads("{}", 2, &s));
}

TESTS(NULL, NULL)
