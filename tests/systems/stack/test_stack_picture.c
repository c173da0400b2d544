/* test_stack_picture.c. Pictures of Trix: piles, the buffer, fumens. */
#include "picture/fumen.h"
#include "systems/stack/stack.h"
#include "tests/drawn.h"
#include "tests/helpers.h"

static void assert_same_pile(const Playing *p)
{
    const StackState *s = p->state;
    for (int y = 0; y < p->scene.height; y++)
        for (int x = 0; x < p->scene.width; x++)
            assert_int_equal((p->scene.cell[(p->scene.height - 1 - y) * p->scene.width + x] & SCENE_COLOUR) != 0,
                             s->row[y] >> x & 1);
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
            seen = s->height <= p.scene.height ? seen : false;
            if (seen) assert_same_pile(&p);
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
    char *text = fumen_end(f, &size);
    assert_int_equal(size, strlen("v115@vhARQJ\n"));
    assert_memory_equal(text, "v115@vhARQJ\n", size);
    free(text);
    playing_end(&p);
    playing_begin(&p, &game_stack, 1, NULL, NULL); /* eleven columns */
    assert_null(fumen_begin(&game_stack, p.rules, &why));
    assert_string_equal(why, "has more than the ten columns of a fumen");
}

TESTS(NULL, NULL)
