/* cli/verb_list.h. Every key of an ini, of the sections that all inis have and of all parts that a section may choose.
 *
 * Idea: `swarmtris list` and whatever else is made of the tables (pages, completions) go over the same keys. */
#ifndef SWARMTRIS_CLI_VERB_LIST_H
#define SWARMTRIS_CLI_VERB_LIST_H

#include "config/config.h"

/* The keys of one part, or those that every ini has. Texts are borrowed from the part. */
typedef struct {
    const char *section;  /* "optimiser" */
    const char *part;     /* the value of kind that the keys belong to: "pso"; NULL: every ini has these keys */
    const char *doc;      /* what the part is; "" where part is NULL */
    const Param *table;   /* its rows; it may have none */
    const Preset *preset; /* published values for the keys, name NULL at the end; NULL: there are none */
    const Param *weights; /* the weights that the part names itself; NULL: it names none */
} KeyTable;
enum { KEY_TABLES_MAX = 64 };

/* Fills in all tables, in the order of the sections of an ini, and returns their number. */
int keys_all(KeyTable out[KEY_TABLES_MAX]);

#endif
