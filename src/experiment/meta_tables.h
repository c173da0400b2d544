/* meta_tables.h. The tables of a meta search, written once all inner trainings of a stage have ended and have scores. */
#ifndef SWARMTRIS_EXPERIMENT_META_TABLES_H
#define SWARMTRIS_EXPERIMENT_META_TABLES_H

#include "base/record.h"
#include "experiment/meta_state.h"

/* A stage of the search: table "blocks", a row a block that a candidate, or the untuned values, played. */
void meta_record_blocks(const Meta *s, Record *r);

/* A validation: table "heldout", a row a block. */
void meta_record_heldout(const Meta *s, Record *r);

/* A validation: table "curves", how the inner trainings came to what they claim. */
void meta_record_curves(const Meta *s, Record *r);

#endif
