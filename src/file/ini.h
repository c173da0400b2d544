/* file/ini.h. An ini file as a flat list of entries with their lines, and the problems of the file in the order of the lines.
 *
 * Idea: libinih splits the lines; a line reader of our own feeds it. The reader counts lines, since the handler of libinih gets
 * no line number, but is called before libinih asks for the next line. Lines that libinih would misread in silence are replaced
 * by empty ones. libinih cuts lines after 199 bytes in two, takes an indented line as more of the value before, ignores text
 * after a `]`, cuts long section names, delivers `0.7 # x` whole, and goes on after an error.
 *     [section]
 *     key = value          comments begin with # or ; and have a line of their own (or follow a value after " ;")
 *     key += more          adds a blank and more to the value of key
 * If the first line names a newer format (file/files.h), that is the only problem: nothing else is read.
 * Problems found later, by modules that know what the keys mean, are added with ini_blame; ini_report writes all of them at once.
 * Never: knows a key. */
#ifndef SWARMTRIS_FILE_INI_H
#define SWARMTRIS_FILE_INI_H

#include "base/error.h"
#include "file/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The maximum bytes of a line, and of one word of a value that is written to an ini; the lines that are read, so that what looks
 * up each key among the others is done in a moment. */
enum { INI_LINE_MAX = 199, INI_WORD_MAX = 150, INI_LINES_MAX = 5000 };

/* key = value. Texts are owned. */
typedef struct {
    char *section, *key;
    char *value; /* the whole value: pieces added by `+=` follow a blank each */
    int line;    /* the line of `key =`, from 1 */
} IniEntry;

/* [name]. */
typedef struct {
    char *name; /* owned */
    int line;   /* from 1 */
} IniSection;

/* Something wrong in the file. */
typedef struct {
    char *text; /* a sentence without file and line; owned */
    int line;   /* from 1; 0: it concerns the file as a whole */
} IniProblem;

/* A file. All arrays are owned. */
typedef struct {
    char *path;                      /* as it was given to ini_read; owned */
    int format;                      /* the format that the first line states (file/files.h); 0: none */
    IniEntry *entry;                 /* (entries) in the order of the file; a key of a section comes only once */
    IniSection *section;             /* (sections) in the order of the file, empty ones, too; a name may come twice */
    IniProblem *problem;             /* (problems) by their lines, those of a line in the order in which they were found */
    int entries, sections, problems; /* elements in use */
    int entries_room, sections_room, problems_room; /* elements that there is room for */
    bool missing;                                   /* there is no such file; false if it exists but is unreadable */
} Ini;

/* Reads path. False: it cannot be read at all (missing, a directory, not permitted); a problem says why. Other
 * problems are only listed (ini->problems). *ini is to be freed in either case. */
bool ini_read(Ini *ini, const char *path);

/* ini_read for the file called name in dir. If the file is missing: STATUS_OK, with no entry. STATUS_NO_INPUT: the file cannot be
 * read. STATUS_DATA: something is wrong in it. errors says what. */
Status ini_read_in(Ini *ini, const char *dir, const char *name, Errors *errors);

/* ini_read for a text of so many bytes, which can always be read; path: its name in problems. */
void ini_read_text(Ini *ini, const char *path, const char *text, size_t size);

/* Adds an entry; texts are copied. Returns its number. */
int ini_add(Ini *ini, const char *section, const char *key, const char *value, int line);
void ini_free(Ini *ini);

/* ini_find: the entry, or NULL. ini_section: the first section called name, or NULL. */
const IniEntry *ini_find(const Ini *ini, const char *section, const char *key);
const IniSection *ini_section(const Ini *ini, const char *name);

/* The name of the section that contains a line; "" before the first section. */
const char *ini_section_at(const Ini *ini, int line);

/* Adds a problem of a line; line 0: of the file as a whole. */
void ini_blame(Ini *ini, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds all problems to errors, "path:line: sentence", in the order of the lines. */
void ini_report(const Ini *ini, Errors *errors);

/* Why a value from outside could not be written to an ini and read back; NULL: it could. */
const char *ini_refuses(const char *value);

/* Makes a value that ini_refuses accepts of a text such as a path: bytes that would end the line, begin a comment or be no text
 * become ?, and the middle of too long a word becomes three dots. Owned by the caller. */
char *ini_fit(const char *text);

/* Writes key = value, in several lines if it is long. ini_refuses must accept the value. origin: a comment that says where the
 * value came from, or NULL. */
void ini_write(FILE *out, const char *key, const char *value, const char *origin);

#endif
