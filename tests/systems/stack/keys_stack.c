/* keys_stack.c. Keys of Trix and of what plays it. */
#include "tests/keys.h"

#define STACKED "[game]\nkind = stack\nlength = 12\n" SEARCH FEW
#define STACK STACKED "[agent]\nkind = beam\nwidth = 3\ndepth = 4\n"

static const Key rows[] = {
    {"game.stack.width", STACK, "", "9", "metrics", NULL, NULL},
    {"game.stack.buffer", STACK, "", "2", "metrics", NULL, NULL},
    {"game.stack.list", STACK, "", "1234567", "metrics", NULL, NULL},
    {"game.stack.length", STACK, "", "9", "metrics", "game.list=123456", NULL},
    {"game.stack.pieces", STACK, "", "squares-and-lines", "metrics", "game.list=123456", NULL},
    {"agent.beam.width", STACK, "", "1", "metrics", NULL, NULL},
    {"agent.beam.depth", STACK, "", "1", "metrics", NULL, NULL},
    {"agent.beam.nodes", STACK, "agent.width=20", "2", "metrics", NULL, NULL},
    {"agent.search.visits", STACKED, "agent.kind=search", "9", "metrics", NULL, NULL},
    {"agent.search.depth", STACKED, "agent.kind=search", "1", "metrics", NULL, NULL},
    {"agent.search.equals", STACKED, "agent.kind=search", "longest", "metrics", NULL, NULL},
    {"agent.bfs.depth", STACKED, "agent.kind=bfs", "2", "metrics", NULL, NULL},
};
const KeyTable keys_stack = KEY_TABLE(rows);
