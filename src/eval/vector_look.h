/* vector_look.h. What is seen of the games of a vector environment.
 *
 * Never: changes a game; but an expert is asked once a state. */
#ifndef SWARMTRIS_EVAL_VECTOR_LOOK_H
#define SWARMTRIS_EVAL_VECTOR_LOOK_H

#include "eval/vector_games.h"

/* Games that are looked at together. */
enum { VECTOR_BLOCK = 16 };

/* Bytes of the scratch of a thread, from mem_lines; e->shape and e->spec are filled in. */
size_t vector_look_bytes(const VectorEnv *e);

/* Looks at games first .. first + n - 1, n <= VECTOR_BLOCK. */
void vector_look(VectorEnv *e, int first, int n, const VectorEnvLook *l, void *scratch);

#endif
