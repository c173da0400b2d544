/* keys_catch.c. Keys of catch the ball. */
#include "tests/keys.h"

#define CATCH "[game]\nkind = catch\nwidth = 20\nheight = 40\nline = 30\n[agent]\nfeatures = catch\n" SEARCH FEW

static const Key rows[] = {{"game.catch.width", CATCH, "", "30", "metrics", NULL, NULL},
                           {"game.catch.height", CATCH, "", "35", "metrics", NULL, NULL},
                           {"game.catch.line", CATCH, "", "5", "metrics", NULL, NULL}};
const KeyTable keys_catch = KEY_TABLE(rows);
