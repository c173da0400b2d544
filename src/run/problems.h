/* run/problems.h. The inner experiments of a [meta]: the ini files that it names, and what it does to them.
 *
 * Idea: whatever a problem's ini may say alone is right only together with [meta]: the tuned keys have to be in all of them
 * (tune.h), and blocks must fall on all of them alike. All of that is found here, before
 * anything is played. */
#ifndef SWARMTRIS_RUN_PROBLEMS_H
#define SWARMTRIS_RUN_PROBLEMS_H

#include "run/tune.h"

typedef struct {
    Config *config; /* (n) first those of the search, then those of the validation where [meta] names others; owned */
    int n;          /* all of them */
    int search;     /* those of the search */
    Tune tune;      /* what is tuned in all of them */
} Problems;

/* Reads every ini that meta names. False: errors says why. *p is to be freed in either case. */
bool problems_read(Problems *p, const Config *meta, Errors *errors, Errors *warnings);
void problems_free(Problems *p);

/* Those of the validation: how many, and number i of them. */
int problems_heldout(const Problems *p);
const Config *problems_heldout_at(const Problems *p, int i);

/* What a problem is called in tables and charts: params/functions/sphere.ini -> sphere; owned by the caller. */
char *problems_name(const char *path);

#endif
