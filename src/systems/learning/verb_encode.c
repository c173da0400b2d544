/* verb_encode.c. Room cli. swarmtris encode FILE.ini: trains an autoencoder of boards. */
#include "cli/verbs.h"

/* Runs a training whose objective is an encoder, so it has a run directory, resume and charts. */
static int run(const Command *c)
{
    CLOSED(settings_free) Settings own = {0};
    settings_add_given(&own, c);
    settings_add(&own, "encode", "objective.kind=encoder");
    const Command with = settings_command(&own, c);
    return verbs_train_ini(&with, 1, 0);
}

const Verb verb_encode = {
    .name = "encode",
    .arguments = "FILE.ini",
    .least = 1,
    .most = 1,
    .takes = TAKES_INIS,
    .doc = "trains an autoencoder of boards, whose units can be features: features = encoder:FILE",
    .note = "What is learned is in encoder.ini of the run; [agent] features = encoder:runs/encoder/encoder.ini reads it.",
    .example = "swarmtris encode params/encode.ini --set encode.hidden=10 --out runs/encoder",
    .options = {options_set, options_run, options_seed, options_mode, options_engine, options_quiet, options_verbose},
    .run = run,
};
