/* run/run.h. One run: the parts that it is made of, and where it is kept. All of it is borrowed. */
#ifndef SWARMTRIS_RUN_RUN_H
#define SWARMTRIS_RUN_RUN_H

#include "config/weights.h"
#include "run/setup.h"

/* The contestants of a comparison or of a tournament, as the run directory keeps them; a resumed run must have the same. */
typedef struct {
    const char *match;      /* "comparison", "tournament", "tournament by halving" */
    const Weights *weights; /* (n), of each contestant; borrowed */
    int n;                  /* contestants, at least 2 */
} Lineup;

typedef struct {
    const Config *config; /* of the run */
    Setup *setup;         /* made of config, with its experiment */
    const char *dir;      /* the run directory */
    const Lineup *lineup; /* NULL: no contestants are compared */
    const char *source;   /* the file that evaluated weights come from; NULL: the weights are this training's */
    bool trains;          /* the experiment is a training or a meta search: it has a budget, which may be raised */
    int argc;             /* words of the command line that began the run; 0: a program of others did, through the library */
    char *const *argv;    /* (argc) */
} Run;

#endif
