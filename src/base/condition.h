/* condition.h. Conditions of options, as text: when a key matters.
 *
 *     topology = ring
 *     velocity_rule = canonical or spso-2011
 *     finalists > 0 and share = 0
 *     estimator = splitting or auto or validation.estimator = splitting or auto
 *
 * Idea: the text that a page prints is the text that is checked. Blanks separate its words. A comparison is KEY = VALUE,
 * KEY != VALUE or KEY > NUMBER; "or VALUE" repeats the last comparison with another value. "or" joins the comparisons of a
 * clause, one of which must hold. "and" joins clauses, which must all hold. The value "empty" is an empty text. SECTION.KEY is a
 * key of another section.
 * A comparison with a key that the chosen parts do not have does not hold. */
#ifndef SWARMTRIS_BASE_CONDITION_H
#define SWARMTRIS_BASE_CONDITION_H

#include "base/param.h"

#define CONDITION_MAX 256 /* bytes of a clause, the terminating zero included */

/* A value in an options block. */
typedef struct {
    const Param *row;  /* borrowed */
    const void *block; /* the options that hold the value; borrowed */
} ParamPlace;

/* Returns the place of a key that a condition names; row NULL: no such key. */
typedef ParamPlace ConditionFind(const void *ctx, const char *key);

/* The first clause that does not hold. */
typedef struct {
    char clause[CONDITION_MAX];
    char key[64]; /* the first key of the clause */
    bool first;   /* it is the first clause of the condition */
} Unmet;

/* Whether the condition holds. False: *unmet says why not. */
bool condition_holds(const char *condition, ConditionFind *find, const void *ctx, Unmet *unmet);

#endif
