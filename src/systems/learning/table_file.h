/* systems/learning/table_file.h. Room config. Files of learned tables: the value of each action for each index of an
 * observation.
 *
 *     swarmtris table 3         the number of the format (file/files.h)
 *     game = tetris             then the keys of [game], as in [rules] of a weights file
 *     observation = board
 *     indices = 4096
 *     actions = 3
 *     lines = 17                number of lines that follow
 *     0 0.5 0 -1                an index, and the values of all actions (%.17g); indices ascend; those left out have zeros
 *
 * Never: accepts a part of a file. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_TABLE_FILE_H
#define SWARMTRIS_SYSTEMS_LEARNING_TABLE_FILE_H

#include "config/kinds.h"
#include "systems/learning/table.h"

/* Reads such files: AgentFile.learned is an ActionTable. */
extern const AgentFileKind agent_file_table;

/* The text (*size bytes) of the file of a table that was learned for game under rules; owned by the caller. */
char *table_text(const Game *game, const void *rules, const ActionTable *learned, size_t *size);

#endif
