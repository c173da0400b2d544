/* config/agent_file.h. Files that agents play by in place of weights: a row `reader` of a founding system for each.
 *
 * Never: knows what is in them. */
#ifndef SWARMTRIS_CONFIG_AGENT_FILE_H
#define SWARMTRIS_CONFIG_AGENT_FILE_H

#include "agent/agent.h"
#include "base/error.h"

typedef struct {
    const Game *game; /* that it was made for; borrowed */
    char **rule;      /* (rules), owned: "key=value" of [game] */
    int rules;
    void *learned; /* what the agent plays by, as Rules.learned; owned */
    char *text;    /* of the file, owned */
} AgentFile;

typedef struct {
    const Agent *agent; /* that plays by them */
    const char *wanted; /* the end of a sentence where none is named */
    /* Whether the file at path, which may be missing, says that it is one. */
    bool (*is)(const char *path);
    /* Reads path; text: what the file holds, which is not opened then, or NULL. False: errors says why not, naming the line. *f
     * is to be released in either case. */
    bool (*read)(AgentFile *f, const char *path, const char *text, Errors *errors);
    void (*release)(AgentFile *f);
    /* Whether it was made for such rules of its game. False: out (room) is the end of a sentence. */
    bool (*fits)(const AgentFile *f, const void *rules, char *out, size_t room);
} AgentFileKind;

/* That of an agent; and that of the file at path. NULL: it is none. */
const AgentFileKind *agent_file_of(const Agent *agent);
const AgentFileKind *agent_file_at(const char *path);

#endif
