/* keys_catch.c. Keys of catch the ball; and keys of learners that matter in it alone. */
#include "tests/keys.h"

#define CATCH "[game]\nkind = catch\nwidth = 20\nheight = 40\nline = 30\n[agent]\nfeatures = catch\n" SEARCH FEW
#define CATCHER "[game]\nkind = catch\nwidth = 5\nheight = 6\nline = 5\n[objective]\nkind = qlearning\nsteps = 99\n" SEARCH FEW

static const Key rows[] = {
    {"game.catch.width", CATCH, "", "30", "metrics", NULL, NULL},
    {"game.catch.height", CATCH, "", "35", "metrics", NULL, NULL},
    {"game.catch.line", CATCH, "", "5", "metrics", NULL, NULL},
    {"objective.illegal", CATCHER, "", "0", "metrics", NULL, NULL},
    {OF_ENCODE("observation", "game.kind=catch game.line=4", "board", NULL)},
};
const KeyTable keys_catch = KEY_TABLE(rows);
