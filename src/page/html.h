/* page/html.h. HTML, and the only functions through which foreign texts get into it.
 *
 * Idea: names, cells, comments of inis and the frames of a game are texts of elements or attributes, escaped by html_text. A
 * script reads them from the elements. So no page has JSON in a script, and there is nothing else to escape.
 * Never: an address that leads to the network. */
#ifndef SWARMTRIS_PAGE_HTML_H
#define SWARMTRIS_PAGE_HTML_H

#include "file/tsv.h"

/* Writes a text so that it reads unchanged, also within an attribute in double quotes. What is no text becomes ?, such as a
 * control character other than a line end or a tab. */
void html_text(FILE *out, const char *text);

/* Writes format, in which each %s is an argument that goes through html_text; there is no other conversion than %s and %%. Of an
 * absolute path the last two names are written: a page is read elsewhere. */
void html_put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number as people read it: three or four digits, of large ones all before the point, such as 4,611,603; nan, inf. */
typedef struct {
    char text[32];
} HtmlNumber;
HtmlNumber html_number(double x);

/* A table under a summary that opens it (open: it is open at first). Of more than `most` rows, evenly spaced ones and the last.
 * at: the column that the horizontal axis of a chart shows, for values under the pointer; -1: none. */
void html_table(FILE *out, const Tsv *t, const char *called, int most, bool open, int at);

#endif
