/* systems/stack/searched.h. Room agent. The work of a search. After each decision of the agents beam, search and bfs, their
 * scratch begins with a Searched. */
#ifndef SWARMTRIS_SYSTEMS_STACK_SEARCHED_H
#define SWARMTRIS_SYSTEMS_STACK_SEARCHED_H

#include <stdint.h>

typedef struct {
    int64_t expanded; /* positions all of whose children were generated */
    int64_t children; /* positions that were generated */
    int deepest;      /* moves of the longest path that was generated */
} Searched;

#endif
