/* cli/list_keys.h. Every key of an ini, of the sections that all inis have and of all parts that a section may choose.
 *
 * Idea: `list SECTION`, `list KEY` and `list --json` go over the same keys; whatever else is made of the tables (pages,
 * completions) can do so, too. */
#ifndef SWARMTRIS_CLI_LIST_KEYS_H
#define SWARMTRIS_CLI_LIST_KEYS_H

#include "config/config.h"
#include "file/json.h"
#include "file/message.h"

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

/* Prints the keys whose section, or whose name, is word ("training", "inertia", "optimiser.inertia"); word NULL: the basic keys
 * of all sections. Returns their number. */
int list_keys_print(const char *word, FILE *out);

/* Writes these keys as an array "keys"; word NULL: the keys of all sections. Returns their number. */
int list_keys_json(Json *j, const char *word);

/* Offers the names of all sections and keys to s, which looks for one that was meant. */
void list_keys_try(Suggest *s);

/* Prints two lines about a key: the values that are allowed, and the meaning. */
void list_keys_row(const Param *row, FILE *out);

#endif
