/* keys_stack.c. Keys of Trix and of what plays it. */
#include "tests/keys.h"

#define STACKED "[game]\nkind = stack\nlength = 12\n" SEARCH FEW
#define STACK STACKED "[agent]\nkind = beam\nwidth = 3\ndepth = 4\n"

static const Key rows[] = {
    {"game.stack.", STACK, "", "width=9 buffer=2 list=1234567", "metrics", NULL, NULL},
    {"game.stack.", STACK, "", "length=9 pieces=squares-and-lines", "metrics", "game.list=123456", NULL},
    {"agent.beam.", STACK, "", "width=1 depth=1", "metrics", NULL, NULL},
    {"agent.beam.nodes", STACK, "agent.width=20", "2", "metrics", NULL, NULL},
    {"agent.search.", STACKED, "agent.kind=search", "visits=9 depth=1 equals=longest", "metrics", NULL, NULL},
    {"agent.bfs.depth", STACKED, "agent.kind=bfs", "2", "metrics", NULL, NULL},
};
const KeyTable keys_stack = KEY_TABLE(rows);
