/* test_stack.c. Trix, and its pictures. */
#include "picture/fumen.h"
#include "systems/stack/searched.h"
#include "systems/stack/stack.h"
#include "tests/configs.h"
#include "tests/drawn.h"
#include "tests/helpers.h"

#include <unistd.h>

static const Game *const game = &game_stack;

static StackRules rules_of(const char *list, int width, int buffer)
{
    StackRules rules;
    param_defaults(game->params, &rules);
    snprintf(rules.list, sizeof rules.list, "%s", list);
    rules.width = width;
    rules.buffer = buffer;
    return rules;
}

/* ---- pieces ---- */

/* Rotation r + 1 of a drawing is rotation r, turned by a quarter counter-clockwise: what was the right column is the top row. */
TEST(test_shapes)
{
    static const char *const drawing[STACK_KINDS] = {"#/#/#/#",  "##/##",    "#./##/#.", "##/#./#.",
                                                     "##/.#/.#", "#./##/.#", ".#/##/#."};
    static const int rotations[STACK_KINDS] = {0x9, 0x1, 0xf, 0xf, 0xf, 0x9, 0x9};
    for (int kind = 0; kind < STACK_KINDS; kind++) {
        bool cell[4][4] = {{false}}; /* the top row first */
        int width = (int)strcspn(drawing[kind], "/"), height = (int)(strlen(drawing[kind]) + 1) / (width + 1);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) cell[y][x] = drawing[kind][y * (width + 1) + x] == '#';
        for (int r = 0; r < STACK_ROTATIONS; r++) {
            const RowsShape *s = stack_shape(kind, r);
            assert_int_equal(s != NULL, rotations[kind] >> r & 1);
            if (s != NULL) assert_true(s->width == width && s->height == height);
            for (int y = 0; y < height && s != NULL; y++)
                for (int x = 0; x < width; x++) assert_int_equal(rows_filled(&s->cells, x, height - 1 - y), cell[y][x]);
            bool turned[4][4] = {{false}};
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++) turned[width - 1 - x][y] = cell[y][x];
            memcpy(cell, turned, sizeof cell);
            const int aside = width;
            width = height, height = aside;
        }
    }
}

/* ---- rules ---- */

/* The buffer takes what it has room for, never the last piece; the game ends when nothing is left, or when it is given up. */
TEST(test_buffer)
{
    StackRules rules = rules_of("2 21", 4, 1);
    StackState s;
    Move move[STACK_MOVES_MAX];
    game->start(&rules, 1, &s);
    assert_int_equal(game->moves(&rules, &s, move), 3 + 1); /* three columns, or into the buffer */
    assert_int_equal(move[3], STACK_KEEP);
    game->apply(&rules, &s, STACK_KEEP);
    assert_true(s.next == 1 && s.left == 2 && s.held[1] == 1);
    assert_int_equal(game->moves(&rules, &s, move), 3); /* the piece of the buffer is like the next one */
    game->apply(&rules, &s, move[0]);
    assert_int_equal(game->moves(&rules, &s, move), 4 + 1 + 3); /* the last one upright and lying, or that of the buffer */
    assert_true(s.left == 1 && move[7] == STACK_HELD + 64 * 1 + 2);
    game->apply(&rules, &s, move[3]);
    assert_true(s.height == 4 && !s.over);
    assert_int_equal(game->moves(&rules, &s, move), 3 + 1);
    assert_int_equal(move[3], STACK_STOP);
    StackState rest = s;
    game->apply(&rules, &rest, STACK_STOP);
    assert_true(rest.over && game->tally(&rest).score == -4);
    game->apply(&rules, &s, move[0]);
    assert_true(s.over && game->tally(&s).turns == 4);
}

/* Rows that are full go, and what is above them comes down. */
TEST(test_clearing)
{
    StackRules rules = rules_of("21", 4, 0);
    StackState s;
    game->start(&rules, 1, &s);
    s.word[0] = UINT64_C(0x000d000e000e); /* column 0 is empty but for row 2 */
    s.height = s.top[0] = s.top[2] = s.top[3] = 3;
    s.top[1] = 2;
    s.cells = 9;
    game->apply(&rules, &s, 0 * 16 + 2); /* a square on columns 2 and 3 */
    assert_true(s.height == 5 && s.full == 0 && s.rise == 2);
    assert_true(rows_get(s.word, 4) == 0xc && s.top[2] == 5 && s.cells == 13);
    game->apply(&rules, &s, 3 * 16); /* the line lies on it */
    assert_true(s.over && s.full == 1 && s.cleared == 1 && s.height == 5 && s.rise == -1 && s.cells == 13);
}

TEST(test_lists)
{
    Finding found[FINDINGS_MAX];
    StackRules rules = rules_of("12 8", 11, 1);
    assert_int_equal(game->check(&rules, found), 1);
    assert_string_equal(found[0].why, "holds '8': must be digits 1-7 and blanks");
    rules.list[3] = '7';
    assert_int_equal(game->check(&rules, found), 0);
    /* The templates draw what they say, and the same list for the same seed. */
    static const int kinds[] = {[STACK_EQUAL] = 0x7f, [STACK_WITHOUT_S_Z] = 0x1f, [STACK_SQUARES_LINES] = 0x3};
    for (int t = 0; t < STACK_TEMPLATES; t++) {
        StackRules drawn = rules_of("", 11, 1);
        StackState s, again;
        int seen = 0;
        drawn.length = 110;
        drawn.pieces = t;
        game->start(&drawn, 7, &s);
        game->start(&drawn, 7, &again);
        assert_memory_equal(&s, &again, sizeof s);
        for (int left = 110; left > 0; left--) {
            Move move[STACK_MOVES_MAX];
            assert_int_equal(s.left, left);
            seen |= 1 << s.next;
            game->moves(&drawn, &s, move);
            game->apply(&drawn, &s, move[0]);
        }
        assert_int_equal(seen, t >= STACK_ONLY_1 ? 1 << (t - STACK_ONLY_1) : kinds[t]);
    }
}

/* ---- features ---- */

static bool filled(const StackRules *rules, const StackState *s, int x, int y)
{
    return x < 0 || x >= rules->width || y < 0 || rows_filled(s->word, x, y);
}

/* Beside plain loops, on boards that random play leaves. */
static void check_features(const StackRules *rules, const StackState *s)
{
    int holes = 0, rows = 0, depth = 0, across = 0, up = 0, wells = 0;
    for (int y = 0; y < s->height; y++) {
        bool with_hole = false;
        for (int x = 0; x <= rules->width; x++) {
            const bool here = filled(rules, s, x, y);
            across += filled(rules, s, x - 1, y) != here;
            if (x == rules->width) break;
            up += here != filled(rules, s, x, y - 1);
            bool hole = false, empty_below = false;
            for (int v = y + 1; v < s->height; v++) hole = hole || (!here && filled(rules, s, x, v));
            for (int v = 0; v < y; v++) empty_below = empty_below || !filled(rules, s, x, v);
            holes += hole;
            depth += here && empty_below;
            with_hole = with_hole || hole;
            for (int v = y; v < s->height && v < y + 16 && !filled(rules, s, x, v); v++, wells++)
                if (!filled(rules, s, x - 1, v) || !filled(rules, s, x + 1, v)) break;
        }
        rows += with_hole;
    }
    for (int x = 0; x < rules->width && s->height > 0; x++) up += rows_filled(s->word, x, s->height - 1);
    const struct {
        int feature, expected;
    } f[] = {
        {STACK_HOLES, holes},           {STACK_ROWS_WITH_HOLES, rows}, {STACK_HOLE_DEPTH, depth}, {STACK_ROW_TRANSITIONS, across},
        {STACK_COLUMN_TRANSITIONS, up}, {STACK_WELLS, wells},          {STACK_HEIGHT, s->height}};
    for (size_t i = 0; i < LENGTH(f); i++) {
        const double value = game_value(game, rules, f[i].feature, s, s);
        if (value != f[i].expected) fail_msg("%s is %g, not %d", stack_features[f[i].feature].name, value, f[i].expected);
    }
}

TEST(test_features)
{
    Rng r = rng_from(11);
    for (int i = 0; i < 200; i++) {
        StackRules rules = rules_of("", 4 + (int)rng_below(&r, 13), (int)rng_below(&r, 6));
        StackState s;
        Move move[STACK_MOVES_MAX];
        rules.length = 30;
        for (game->start(&rules, rng_u32(&r), &s); !s.over;) {
            int n = game->moves(&rules, &s, move);
            game->apply(&rules, &s, move[rng_below(&r, (uint32_t)n)]);
            check_features(&rules, &s);
        }
    }
}

/* ---- searches ---- */

/* What search and bfs read. */
static const int seven[] = {STACK_HEIGHT,  STACK_RISE,     STACK_EMPTY_CELLS, STACK_ALL_CLEARED,
                            STACK_VALLEYS, STACK_BUFFERED, STACK_TURNS};
static const FeatureSet read_by_search = {.name = "seven", .index = seven, .n = 7};

/* The final height of a list on eleven columns with a buffer of one. */
static int height_of(const Agent *agent, const char *list, const char *settings)
{
    const StackRules rules = rules_of(list, 11, 1);
    const bool has_weights = agent->weights != NULL;
    static const double pile[] = {-103.28, -14.657, -0.23276, -19.776, -32.585, -0.19914, -4.6478, -0.26527, -0.54964};
    double w[8];
    OWNED void *options = options_new(agent->params, agent->options_bytes, settings);
    if (has_weights) param_defaults(agent->weights, w);
    const Rules r = {.game = game, .rules = &rules, .set = has_weights ? &read_by_search : &stack_sets[0], .options = options};
    OWNED void *scratch = mem_new(1, agent->scratch_bytes(&r));
    OWNED MovePlan *plan = mem_new(1, plan_bytes(agent, &r));
    StackState s;
    for (game->start(&rules, 1, &s); !s.over;)
        game->apply(&rules, &s, plan_next(agent, &r, &s, has_weights ? w : pile, plan, scratch));
    return (int)-game->tally(&s).score;
}

/* Final heights of the original, run, a 12, b 12, c 2 or 5, d 22, e 7 or 9, g 2 to 7; and the bounds, which the beam reaches. */
TEST(test_heights)
{
    static const struct {
        const char *list;
        int times, least, most, beam;
    } rows[] = {{"1", 24, 12, 12, 1},   {"2", 26, 12, 12, 10},   {"1245", 10, 2, 6, 1},
                {"67", 28, 22, 22, 12}, {"1234567", 6, 7, 9, 1}, {"123452716143215", 1, 2, 7, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char list[200] = "";
        for (int k = 0; k < rows[i].times; k++) strcat(list, rows[i].list);
        int search = height_of(&agent_search, list, ""), beam = height_of(&agent_beam, list, "width=200");
        if (search < rows[i].least || search > rows[i].most) fail_msg("%s: search ends at %d", rows[i].list, search);
        if (beam > rows[i].beam) fail_msg("%s: the beam ends at %d", rows[i].list, beam);
    }
}

/* The lowest utility, 2 x empty cells - 2.5 x cleared + 2 x height, that so many placements of the next pieces lead to. *first:
 * the move with which the first such path begins; *done: what was counted on the way. */
static double lowest_utility(const StackRules *rules, const StackState *s, int depth, Move *first, Searched *done)
{
    Move move[STACK_MOVES_MAX], behind;
    double lowest = HUGE_VAL;
    const int n = game->moves(rules, s, move);
    done->expanded++;
    for (int i = 0; i < n; i++) {
        StackState after = *s;
        if (move[i] == STACK_KEEP) continue;
        game->apply(rules, &after, move[i]);
        done->children++;
        double utility = 2 * game_value(game, rules, STACK_EMPTY_CELLS, s, &after) - 2.5 * after.cleared + 2 * after.height;
        if (depth > 1 && !after.over) utility = lowest_utility(rules, &after, depth - 1, &behind, done);
        if (utility >= lowest) continue;
        lowest = utility;
        *first = move[i];
    }
    return lowest;
}

/* bfs looks at all placements of one, two or three pieces, uses no buffer, and makes the first move of the best path. */
TEST(test_bfs)
{
    static const char *const lists[] = {"1234567", "6767676", "4512345", "2222231"};
    for (int depth = 1; depth <= 3; depth++)
        for (size_t i = 0; i < LENGTH(lists); i++) {
            StackRules rules = rules_of(lists[i], 7, 2);
            StackState s;
            double w[4];
            OWNED char *settings = text_new("depth=%d", depth);
            OWNED void *options = options_new(agent_bfs.params, agent_bfs.options_bytes, settings);
            param_defaults(agent_bfs.weights, w);
            const Rules r = {.game = game, .rules = &rules, .set = &read_by_search, .options = options};
            OWNED Searched *found = mem_new(1, agent_bfs.scratch_bytes(&r));
            int moves = 0;
            for (game->start(&rules, 1, &s); !s.over; moves++) {
                Searched done = {0};
                Move m = -1;
                lowest_utility(&rules, &s, depth, &m, &done);
                assert_int_equal(agent_bfs.choose(&r, &s, w, found), m);
                assert_true(found->expanded == done.expanded && found->children == done.children);
                assert_int_equal(found->deepest, depth < s.left ? depth : s.left);
                game->apply(&rules, &s, m);
            }
            assert_int_equal(moves, 7);
        }
}

/* ---- what solve writes ---- */

/* Scores of any sign have no logarithm, which the preset would take. */
TEST(test_fitness)
{
    CLOSED(config_free) Config c;
    read_good(&c, BUDGET "[game]\nkind = stack\n[optimiser]\npreset = exemplars\n");
    assert_string_equal(config_show(config_find(&c, "training.fitness", "")).text, "mean");
    assert_string_equal(config_origin(&c, "training", "fitness"), "default of scores of any sign");
}

/* ---- pictures ---- */

static void assert_same_pile(const Playing *p)
{
    const StackState *s = p->state;
    for (int y = 0; y < p->scene.height; y++)
        for (int x = 0; x < p->scene.width; x++)
            assert_int_equal((p->scene.cell[(p->scene.height - 1 - y) * p->scene.width + x] & SCENE_COLOUR) != 0,
                             rows_filled(s->word, x, y));
}

/* Of a pile the lowest rows are drawn. What comes down from above them is seen with the next move. */
TEST(test_scene_follows_stack)
{
    int cleared = 0, above = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CLOSED(playing_end) Playing p;
        playing_begin(&p, &game_stack, seed, "width", "4");
        const StackState *s = p.state;
        for (bool seen = true; playing_draw(&p);) {
            playing_move(&p);
            cleared += scene_count(&p.scene, SCENE_FULL) / p.scene.width;
            scene_settle(&p.scene);
            if (seen && s->height <= p.scene.height) assert_same_pile(&p);
            game_stack.picture->add(p.rules, p.state, STACK_KEEP, p.scene.cell);
            assert_same_pile(&p);
            seen = s->height <= p.scene.height;
            above += !seen;
        }
        assert_true(p.scene.over);
    }
    assert_true(cleared > 20 && above > 100);
}

/* The list's next three, then the buffer; a title stands only above something. */
TEST(test_titles)
{
    CLOSED(playing_end) Playing p;
    playing_begin(&p, &game_stack, 5, NULL, NULL);
    playing_draw(&p);
    assert_int_equal(p.scene.items, 3);
    p.game->apply(p.rules, p.state, STACK_KEEP);
    scene_show(&p.scene, p.state);
    assert_int_equal(p.scene.items, 4);
    assert_string_equal(p.scene.item[3].title, "buffer");
    assert_true(scene_titled(&p.scene, 0) && !scene_titled(&p.scene, 1) && scene_titled(&p.scene, 3));
}

TEST(test_fumen)
{
    assert_true(follow_fumen(&game_stack, "width", "4", false) > 200); /* piles that get too high */
}

/* An I that lies on the floor in the middle: the bytes that the library tetris-fumen has in its tests. */
TEST(test_fumen_bytes)
{
    CLOSED(playing_end) Playing p;
    const char *why;
    size_t size;
    playing_begin(&p, &game_stack, 1, "width", "10");
    Fumen *f = fumen_begin(&game_stack, p.rules, &why);
    StackState *s = p.state;
    s->next = 0;
    fumen_move(f, s, STACK_PLACE + 16 * 3 + 3);
    assert_int_equal(fumen_pages(f, &why), 1);
    OWNED char *text = fumen_end(f, &size);
    assert_int_equal(size, strlen("v115@vhARQJ\n"));
    assert_memory_equal(text, "v115@vhARQJ\n", size);
    playing_end(&p);
    playing_begin(&p, &game_stack, 1, NULL, NULL); /* eleven columns */
    assert_null(fumen_begin(&game_stack, p.rules, &why));
    assert_string_equal(why, "has more than the ten columns of a fumen");
}

TESTS(place_enter, place_leave)
