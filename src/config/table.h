/* config/table.h. Files of learned tables: what each action is worth in the states that an observation tells apart.
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
#ifndef SWARMTRIS_CONFIG_TABLE_H
#define SWARMTRIS_CONFIG_TABLE_H

#include "agent/agent.h"
#include "base/error.h"

typedef struct {
    const Game *game; /* that it was learned for; borrowed */
    char **rule;      /* (rules), owned: "key=value" of [game] */
    int rules;
    ActionTable learned; /* its values are owned */
    char *text;          /* of the file, owned */
} TableFile;

/* Whether the file at path, which may be missing, says that it is one. */
bool table_is(const char *path);

/* Reads path; text: what the file holds, which is not opened then, or NULL. False: errors says why not, naming the line. *t is
 * to be freed in either case. */
bool table_read(TableFile *t, const char *path, const char *text, Errors *errors);
void table_free(TableFile *t);

/* The text of a file (*size bytes), owned by the caller: of a table that was learned for game under rules. */
char *table_text(const Game *game, const void *rules, const ActionTable *learned, size_t *size);

/* The agent that plays by tables. */
const Agent *table_agent(void);

#endif
