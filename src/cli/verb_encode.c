/* verb_encode.c. swarmtris encode FILE.ini: trains an autoencoder of boards. */
#include "cli/verbs.h"

#include <stdlib.h>

/* It is a training whose objective is an encoder: with its run directory, resume and charts. */
int verb_encode(const Options *o)
{
    const ConfigValue encoder = {.text = "objective.kind=encoder", .origin = "encode"};
    const Options with = verbs_with(o, NULL, 0, &encoder, 1);
    const int status = verb_train(&with);
    free(with.value);
    return status;
}
