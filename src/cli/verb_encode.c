/* verb_encode.c. swarmtris encode FILE.ini: trains an autoencoder of boards. */
#include "base/mem.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

/* It is a training whose objective is an encoder: with its run directory, resume and charts. */
int verb_encode(const Options *o)
{
    Options with = *o;
    with.value = mem_new((size_t)o->values + 1, sizeof *with.value);
    if (o->values > 0) memcpy(with.value, o->value, (size_t)o->values * sizeof *o->value);
    with.value[with.values++] = (ConfigValue){.text = "objective.kind=encoder", .origin = "encode"};
    const int status = verb_train(&with);
    free(with.value);
    return status;
}
