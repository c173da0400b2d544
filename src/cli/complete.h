/* cli/complete.h. What may stand at the cursor of a command line, for the completions of shells.
 *
 * Idea: the completion of a shell (swarmtris.bash, _swarmtris, swarmtris.fish) has no list of its own. It calls `swarmtris
 * complete WORD...`, which answers from the tables of verbs, options and keys. No help, page or list names this verb. */
#ifndef SWARMTRIS_CLI_COMPLETE_H
#define SWARMTRIS_CLI_COMPLETE_H

/* Prints what may stand in place of the last of the words (n) behind the name of the program, and the meaning of some behind a
 * tab. A line "/" stands for files and directories. The shell chooses what begins as that word does. Returns the exit status. */
int complete_print(int n, char *const *word);

#endif
