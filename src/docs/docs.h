/* docs/docs.h. Prints pages from the tables of the program: keys, verbs, options, exit statuses.
 *
 * Idea: a small program, build/VARIANT/docs, prints one piece of documentation to standard output: a table of a page
 * (pages.sh inserts it between two marks), or a man page. It reads the same tables as the program,
 * so what is printed cannot differ from what the program does.
 * Never: part of swarmtris itself. */
#ifndef SWARMTRIS_DOCS_DOCS_H
#define SWARMTRIS_DOCS_DOCS_H

#include "cli/list_keys.h"
#include "cli/verb.h"

#include <stdbool.h>
#include <stdio.h>

/* ---- facts.c: keys and options; exit statuses, variables of the environment, signals ---- */

/* Remarks on a key beside its doc: when the key matters, whether a resumed run may change it, ... Returns out (room); "": no
 * remark. */
enum { REMARK_MAX = 400 };
const char *keys_remark(const Param *p, char *out, size_t room);

/* The default of a key, as people read it: "empty" for an empty text. */
const char *keys_standard(const Param *p);

/* Every option of the verbs, in the order of the verbs, and only once if verbs share it; then options without a verb. Returns
 * the number of options. */
enum { OPTIONS_ALL_MAX = 120 };
int options_all(const Option *out[OPTIONS_ALL_MAX]);

/* The number of verbs that take an option; OPTION_OF_ALL: all do. */
enum { OPTION_OF_ALL = -1 };
int options_taken(const Option *row);

/* Prints the names of the verbs that take an option, each after `before`, with `between` between them. */
void options_takers(FILE *out, const Option *row, const char *before, const char *between);

typedef struct {
    const char *name;    /* "75", "NO_COLOR", "SIGTERM" */
    const char *meaning; /* one sentence, without a full stop */
} Fact;

/* Lists with a last row whose name is NULL. */
extern const Fact facts_statuses[], facts_environment[], facts_signals[], facts_files[];

/* ---- printers ---- */

void markdown_keys(FILE *out);
void markdown_verbs(FILE *out);
void markdown_options(FILE *out);
void markdown_facts(FILE *out, const char *title, const Fact *fact);

/* date: of the release, as "November 21, 2026". */
void man_program(FILE *out, const char *date); /* swarmtris(1) */
void man_ini(FILE *out, const char *date);     /* swarmtris.ini(5) */

#endif
