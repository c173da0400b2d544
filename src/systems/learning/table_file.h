/* systems/learning/table_file.h. Room config. Files of learned tables: what each action is worth in the states that an
 * observation tells apart.
 *
 *     swarmtris table 2         the number of the format (file/format.h)
 *     game = tetris             and the rows of [game], as in [rules] of a weights file
 *     observation = board
 *     indices = 4096
 *     actions = 3
 *     lines = 17                that follow
 *     0 0.5 0 -1                an index, and the values of all actions (%.17g); indices ascend; those left out have zeros
 *
 * Never: a file that is read in part. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_TABLE_FILE_H
#define SWARMTRIS_SYSTEMS_LEARNING_TABLE_FILE_H

#include "config/agent_file.h"
#include "systems/learning/table.h"

/* Reads one: its learned is an ActionTable. */
extern const AgentFileKind agent_file_table;

/* The text of a file (*size bytes), owned by the caller: of a table that was learned for game under rules. */
char *table_text(const Game *game, const void *rules, const ActionTable *learned, size_t *size);

#endif
