/* cli/folders.h. Folders of weights in place of the files that they hold: what a class has handed in.
 *
 * Idea: a folder that is no run stands for its files NAME.ini and NAME.txt, and for the runs in it that have weights, in the
 * order of their names; its folders, too, stand for what they hold. Files that begin with a dot are left out.
 * Never: looks deeper than the folders of a folder. */
#ifndef SWARMTRIS_CLI_FOLDERS_H
#define SWARMTRIS_CLI_FOLDERS_H

#include "cli/verb.h"

/* Whether path is such a folder, and holds at least one. */
bool folders_holds(const char *path);

/* Puts what the folders among the arguments of o stand for in their place. A folder that holds nothing stays what it is. */
void folders_expand(Command *o);

#endif
