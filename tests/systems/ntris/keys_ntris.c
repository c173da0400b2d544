/* keys_ntris.c. Keys of Dropblox, of pruned and of ga-tournament. */
#include "tests/keys.h"

#define NTRIS "[game]\nkind = ntris\nblocks = 12\n[agent]\nkind = pruned\ndepth = 2\n" SEARCH FEW

static const Key rows[] = {{"game.ntris.preview", NTRIS, "agent.depth=3", "1", "metrics", "agent.depth=1", NULL},
                           {"game.ntris.blocks", NTRIS, "", "9", "metrics", NULL, NULL},
                           {"agent.pruned.depth", NTRIS, "", "1", "metrics", NULL, NULL},
                           {"agent.pruned.worth", NTRIS, "", "sum", "metrics", "agent.depth=1", NULL},
                           {OF("ga-tournament", "", "", "particles=8 spread=0.1 first=0.2 second=0.2 jitter=0.5", NULL)}};
const KeyTable keys_ntris = KEY_TABLE(rows);
