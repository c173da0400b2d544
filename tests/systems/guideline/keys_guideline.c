/* keys_guideline.c. Keys of the guideline; and game.kind, for which a second game is needed. */
#include "tests/keys.h"

#define GUIDELINE "[game]\nkind = guideline\nheight = 8\n[objective]\nmax_pieces = 30\n" SEARCH FEW

static const Key rows[] = {{"game.kind", SEARCH FEW "[objective]\nmax_pieces = 30\n", "", "guideline", "metrics", NULL, NULL},
                           {"game.guideline.", GUIDELINE, "", "height=9 bag=no hold=no moves=reachable", "metrics", NULL, NULL},
                           {"game.guideline.preview", GUIDELINE, "agent.kind=lookahead", "1", "metrics", "", NULL}};
const KeyTable keys_guideline = KEY_TABLE(rows);
