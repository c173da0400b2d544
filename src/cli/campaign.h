/* cli/campaign.h. Trains every variant of a list with several seeds, several trainings at a time.
 *
 * Idea: a training is a process of its own, "swarmtris train --resume" on one thread. So it gives the same result as that
 * command and saves itself, and a campaign that is stopped and started again continues in the middle of games. The first seed
 * of all variants comes first, then the second, so that whatever has been played so far can be compared. A training that fails,
 * or is itself asked to stop, ends the campaign with its status.
 * Never: a training that outlives a campaign which is asked to stop; a result that depends on how many run at a time. */
#ifndef SWARMTRIS_CLI_CAMPAIGN_H
#define SWARMTRIS_CLI_CAMPAIGN_H

#include "cli/variants.h"

/* Trains the variants into DIR/NAME/01, 02, ... with so many seeds, at most at_once trainings at a time (0: as many as there are
 * processors). Returns the exit status. */
int campaign_run(const Command *o, const Variants *v, int seeds, int at_once, const char *dir);

/* Trains the ini of the command line with n seeds, from this one on, into DIR/01, 02, ..., several at a time on all ranks.
 * There must be more than one rank. Returns the exit status. */
int campaign_repeat(const Command *o, uint64_t seed, int n, const char *dir);

#endif
