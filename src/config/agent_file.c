/* agent_file.c. Finds the reader of a file that an agent plays by. */
#include "config/agent_file.h"

#include "systems_built.h"

#define DECLARED(part, name) extern const AgentFileKind part;
#define ADDRESS(part, name) &part,
SYSTEMS_READERS(DECLARED)
static const AgentFileKind *const kinds[] = {SYSTEMS_READERS(ADDRESS) NULL};

const AgentFileKind *agent_file_of(const Agent *agent)
{
    int i = 0;
    while (kinds[i] != NULL && kinds[i]->agent != agent) i++;
    return kinds[i];
}

const AgentFileKind *agent_file_at(const char *path)
{
    int i = 0;
    while (kinds[i] != NULL && !kinds[i]->is(path)) i++;
    return kinds[i];
}
