/* file/ini.h. An ini file as a flat list of entries, with the line of each; and what is wrong with it, in the order of the lines.
 *
 * Idea: libinih splits the lines; a line reader of our own feeds it. The reader counts lines (the handler of libinih gets no line
 * number, but it is called before the next line is asked for) and hands on an empty line in place of any that libinih would
 * misread in silence: it cuts lines after 199 bytes in two, takes an indented line for more of the value before, ignores what
 * follows a `]`, cuts long section names, delivers `0.7 # x` whole, and goes on after an error.
 *     [section]
 *     key = value          comments begin with # or ; and have a line of their own (or follow a value after " ;")
 *     key += more          the value goes on after a blank
 * A first line that names a newer format (file/format.h) is the only problem then: nothing else is read.
 * Problems found later, by modules that know what the keys mean, are added with ini_blame; ini_report writes all of them at once.
 * Never: knows a key. */
#ifndef SWARMTRIS_FILE_INI_H
#define SWARMTRIS_FILE_INI_H

#include "base/error.h"
#include "file/status.h"

#include <stdbool.h>
#include <stdio.h>

/* Most bytes of a line, and of one word of a value that is to be written to an ini. */
enum { INI_LINE_MAX = 199, INI_WORD_MAX = 150 };

/* key = value. Texts are owned. */
typedef struct {
    char *section, *key;
    char *value; /* with what `+=` added, one blank between the pieces */
    int line;    /* from 1: that of `key =` */
} IniEntry;

/* [name]. */
typedef struct {
    char *name; /* owned */
    int line;   /* from 1 */
} IniSection;

/* What is wrong. */
typedef struct {
    char *text; /* a sentence without file and line; owned */
    int line;   /* from 1; 0: it concerns the file as a whole */
} IniProblem;

/* A file. All arrays are owned. */
typedef struct {
    char *path;                      /* as it was given to ini_read; owned */
    int format;                      /* that the first line names, as the program writes it (file/format.h); 0: none */
    IniEntry *entry;                 /* (entries) in the order of the file; a key of a section comes only once */
    IniSection *section;             /* (sections) in the order of the file, empty ones, too; a name may come twice */
    IniProblem *problem;             /* (problems) by their lines, those of a line in the order in which they were found */
    int entries, sections, problems; /* elements in use */
    int entries_room, sections_room, problems_room; /* elements that there is room for */
    bool missing;                                   /* there is no such file; it may also be there and unreadable */
} Ini;

/* Reads path. False: it cannot be read at all (missing, a directory, not permitted); a problem says why. What else is wrong is
 * only listed, and ini->problems tells. *ini is to be freed in either case. */
bool ini_read(Ini *ini, const char *path);

/* The same of the file called name in dir, which may be missing: STATUS_OK, with no entry, if it is. STATUS_NO_INPUT: it cannot
 * be read, STATUS_DATA: something is wrong in it, and errors says what. */
Status ini_read_in(Ini *ini, const char *dir, const char *name, Errors *errors);

/* The same of a text; path is what problems call it. There is nothing that cannot be read. */
void ini_read_text(Ini *ini, const char *path, const char *text);
void ini_free(Ini *ini);

/* The entry, or the first line of the section, or NULL. */
const IniEntry *ini_find(const Ini *ini, const char *section, const char *key);
const IniSection *ini_section(const Ini *ini, const char *name);

/* The name of the section that a line lies in; "" before the first. */
const char *ini_section_at(const Ini *ini, int line);

/* Adds a problem with a line; line 0: with the file as a whole. */
void ini_blame(Ini *ini, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds all problems to errors, "path:line: sentence", in the order of the lines. */
void ini_report(const Ini *ini, Errors *errors);

/* Why value, coming from elsewhere, could not be written to an ini and read back; NULL: it can be. */
const char *ini_refuses(const char *value);

/* A text from elsewhere, such as a path, as a value that can be: what would end the line, begin a comment or be no text
 * becomes ?, and of a word that is too long the middle becomes three dots. Owned by the caller. */
char *ini_fit(const char *text);

/* Writes key = value, in as many lines as it takes to be read back whole; ini_refuses has nothing against the value. origin:
 * NULL, or a comment that says where it came from. */
void ini_write(FILE *out, const char *key, const char *value, const char *origin);

#endif
