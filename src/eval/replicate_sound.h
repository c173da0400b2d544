/* replicate_sound.h. Whether a suspended replicate is one that can be gone on with. */
#ifndef SWARMTRIS_EVAL_REPLICATE_SOUND_H
#define SWARMTRIS_EVAL_REPLICATE_SOUND_H

#include "eval/replicate_state.h"

/* Whether its numbers fit each other, whatever its bytes are. */
bool replicate_sound(const ReplicateWorker *t);

#endif
