/* config/agent_file.h. Files that agents play by instead of weights. A founding system has a row `reader` for each kind of file.
 *
 * Never: knows the contents of such a file. */
#ifndef SWARMTRIS_CONFIG_AGENT_FILE_H
#define SWARMTRIS_CONFIG_AGENT_FILE_H

#include "agent/agent.h"
#include "base/error.h"

typedef struct {
    const Game *game; /* the game that the file was made for; borrowed */
    char **rule;      /* (rules), owned: "key=value" of [game] */
    int rules;
    void *learned; /* what the agent plays by, as Rules.learned; owned */
    char *text;    /* the contents of the file; owned */
} AgentFile;

typedef struct {
    const Agent *agent; /* the agent that plays by such files */
    const char *wanted; /* the end of a sentence for a configuration that names no such file */
    /* Whether the file at path says that it is of this kind; the file may be missing. */
    bool (*is)(const char *path);
    /* Reads the file at path. text: its contents, and the file is not opened; or NULL. False: errors says why, naming the line.
     * *f is to be released in either case. */
    bool (*read)(AgentFile *f, const char *path, const char *text, Errors *errors);
    void (*release)(AgentFile *f);
    /* Whether the file was made for these rules of its game. False: out (room) is the end of a sentence. */
    bool (*fits)(const AgentFile *f, const void *rules, char *out, size_t room);
} AgentFileKind;

/* The kind of file that an agent plays by (NULL: none), and the kind of the file at path (NULL: no such kind). */
const AgentFileKind *agent_file_of(const Agent *agent);
const AgentFileKind *agent_file_at(const char *path);

#endif
