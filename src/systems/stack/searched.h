/* systems/stack/searched.h. Room agent. What a search has done: the scratch of beam, search and bfs begins with it after each of
 * their decisions. */
#ifndef SWARMTRIS_SYSTEMS_STACK_SEARCHED_H
#define SWARMTRIS_SYSTEMS_STACK_SEARCHED_H

#include <stdint.h>

typedef struct {
    int64_t expanded; /* positions all of whose children were generated */
    int64_t children; /* that were generated */
    int deepest;      /* moves of the longest path that was generated */
} Searched;

#endif
