/* cli/list_json.h. What `swarmtris list --json` prints. */
#ifndef SWARMTRIS_CLI_LIST_JSON_H
#define SWARMTRIS_CLI_LIST_JSON_H

#include "file/json.h"

/* Writes the members of an object: one array for each list of parts whose name is word, all where it is NULL. False: there is no
 * list of that name. */
bool list_json_parts(Json *j, const char *word);

#endif
