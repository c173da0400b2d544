/* keys_catch.c. Keys of catch the ball. */
#include "tests/keys.h"

#define CATCH "[game]\nkind = catch\nwidth = 20\nheight = 40\nline = 30\n[agent]\nfeatures = catch\n" SEARCH FEW

static const Key rows[] = {{"game.catch.", CATCH, "", "width=30 height=35 line=5", "metrics", NULL, NULL}};
const KeyTable keys_catch = KEY_TABLE(rows);
