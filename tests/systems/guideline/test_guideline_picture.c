/* test_guideline_picture.c. Pictures of the guideline: its boards, what is beside them, fumens. */
#include "systems/guideline/guideline.h"
#include "tests/drawn.h"
#include "tests/helpers.h"

TEST(test_scene_follows_guideline)
{
    follow_scene(&game_guideline, "moves", "drop");
    follow_scene(&game_guideline, "moves", "reachable");
}

/* It shows four pieces and the held one. */
TEST(test_items)
{
    CLOSED(playing_end) Playing p;
    playing_begin(&p, &game_guideline, 5, NULL, NULL);
    playing_draw(&p);
    assert_int_equal(p.scene.items, 5);
    assert_string_equal(p.scene.item[3].title, "next");
    assert_string_equal(p.scene.item[4].title, "hold");
    assert_true(p.scene.item[3].width > 0 && p.scene.item[4].width == 0);
}

TEST(test_fumen)
{
    assert_true(follow_fumen(&game_guideline, NULL, NULL, true) > 300);
}

TESTS(NULL, NULL)
