/* ini.c. Reads an ini file through libinih, line by line, and writes its lines. */
#include "file/ini.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/plain.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the name of a section that libinih keeps. */
enum { SECTION_MAX = 49 };

/* What take_line returns if there is no line of text. */
enum { LINE_NONE = -1, LINE_BINARY = -2 };

typedef struct {
    Ini *ini;
    FILE *file;
    int line;                    /* number of the line that libinih reads, from 1 */
    int last;                    /* the entry that an indented line would continue; -1: none */
    bool skipping;               /* below a section line without a usable name: keys do not belong to the section before */
    bool expected;               /* libinih must find an entry in the line */
    char text[INI_LINE_MAX + 1]; /* the line, to be quoted if libinih finds no entry */
} IniReader;

void ini_blame(Ini *ini, int line, const char *format, ...)
{
    assert(line >= 0 && ini->path != NULL);
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    ini->problem = mem_grow(ini->problem, &ini->problems_room, ini->problems + 1, sizeof *ini->problem);
    int i = ini->problems++;
    for (; i > 0 && ini->problem[i - 1].line > line; i--) ini->problem[i] = ini->problem[i - 1];
    ini->problem[i] = (IniProblem){.text = text, .line = line};
}

const IniEntry *ini_find(const Ini *ini, const char *section, const char *key)
{
    for (int i = 0; i < ini->entries; i++)
        if (strcmp(ini->entry[i].section, section) == 0 && strcmp(ini->entry[i].key, key) == 0) return &ini->entry[i];
    return NULL;
}

const IniSection *ini_section(const Ini *ini, const char *name)
{
    for (int i = 0; i < ini->sections; i++)
        if (strcmp(ini->section[i].name, name) == 0) return &ini->section[i];
    return NULL;
}

const char *ini_section_at(const Ini *ini, int line)
{
    const char *name = "";
    for (int i = 0; i < ini->sections && ini->section[i].line <= line; i++) name = ini->section[i].name;
    return name;
}

/* Whether mark stands where a comment would begin: first, or after a blank. */
static bool has_comment(const char *value, char mark)
{
    for (const char *at = value; (at = strchr(at, mark)) != NULL; at++)
        if (at == value || isspace((unsigned char)at[-1])) return true;
    return false;
}

const char *ini_refuses(const char *value)
{
    for (const char *c = value; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' && *c != '\t') return "must be one line of text";
    if (has_comment(value, '#')) return "a comment after # needs a line of its own";
    if (has_comment(value, ';')) return "a ; after a blank begins a comment";
    for (const char *word = value; *word != '\0'; word += strcspn(word, " "), word += strspn(word, " "))
        if (strcspn(word, " ") > INI_WORD_MAX) return "holds a word too long for a line of an ini"; /* beside a key */
    return NULL;
}

/* Writes a word. Of too long a word, the beginning and the end, since the end of a path says more than its middle. */
static void put_fitting(FILE *out, const char *word, size_t length)
{
    enum { BEGIN = 40, END = INI_WORD_MAX - BEGIN - 3 };
    if (length <= INI_WORD_MAX)
        fwrite(word, 1, length, out);
    else
        fprintf(out, "%.*s...%.*s", (int)BEGIN, word, (int)END, word + length - END);
}

char *ini_fit(const char *text)
{
    char *fit, *line = mem_text(text);
    plain_text(line, true);
    FILE *out = files_memory(&fit, NULL);
    for (char *at = line; *at != '\0';) {
        const size_t length = strcspn(at, " ");
        if (*at == '#' || *at == ';') *at = '?';
        put_fitting(out, at, length);
        at += length;
        if (*at == ' ') putc(*at++, out);
    }
    files_memory_close(out);
    plain_text(fit, true); /* a letter may have been cut */
    free(line);
    assert(ini_refuses(fit) == NULL);
    return fit;
}

int ini_add(Ini *ini, const char *section, const char *key, const char *value, int line)
{
    ini->entry = mem_grow(ini->entry, &ini->entries_room, ini->entries + 1, sizeof *ini->entry);
    ini->entry[ini->entries] =
        (IniEntry){.section = mem_text(section), .key = mem_text(key), .value = mem_text(value), .line = line};
    return ini->entries++;
}

/* `key += value`; key comes with its plus. */
static void take_more(IniReader *r, const char *section, const char *key, const char *value)
{
    char name[INI_LINE_MAX + 1];
    int length = (int)strlen(key) - 1;
    while (length > 0 && isspace((unsigned char)key[length - 1])) length--;
    snprintf(name, sizeof name, "%.*s", length, key);
    const IniEntry *first = ini_find(r->ini, section, name);
    if (first == NULL) {
        ini_blame(r->ini, r->line, "%s += %s: there is no '%s =' above it in [%s] to go on from", name, value, name, section);
        return;
    }
    r->last = (int)(first - r->ini->entry);
    OWNED char *before = r->ini->entry[r->last].value;
    r->ini->entry[r->last].value = text_new("%s%s%s", before, before[0] != '\0' ? " " : "", value);
}

/* Called by libinih for a line that says key = value, before it asks for the next one. */
static int take_entry(void *ctx, const char *section, const char *key, const char *value)
{
    IniReader *r = ctx;
    r->expected = false;
    if (r->skipping) return 1;
    const IniEntry *twin = ini_find(r->ini, section, key);
    if (section[0] == '\0')
        ini_blame(r->ini, r->line, "'%s' stands before the first [section]", key);
    else if (key[0] == '\0')
        ini_blame(r->ini, r->line, "there is no key before '='");
    else if (has_comment(value, '#'))
        ini_blame(r->ini, r->line, "%s = %s: %s", key, value, ini_refuses(value));
    else if (key[strlen(key) - 1] == '+')
        take_more(r, section, key, value);
    else if (twin != NULL)
        ini_blame(r->ini, r->line, "'%s' in [%s] was already given in line %d", key, section, twin->line);
    else
        r->last = ini_add(r->ini, section, key, value, r->line);
    return 1;
}

/* Reads the next line. Returns its bytes, which may be more than out has room for; LINE_NONE at the end of the file, LINE_BINARY
 * at a byte that no text has. A carriage return is part of the line end. */
static int take_line(FILE *file, char *out, int room)
{
    int n = 0, c, before = 0;
    while ((c = getc(file)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || before == '\r') return LINE_BINARY;
        if (n < room - 1) out[n] = (char)c;
        n++;
        before = c;
    }
    if (c == EOF && (n == 0 || ferror(file))) return LINE_NONE;
    if (before == '\r') n--;
    out[n < room ? n : room - 1] = '\0';
    return n;
}

/* Replaces a wrong section line (room bytes) by "[name]", where name is the word after the bracket, so that the lines below are
 * checked, too. False: there is no such word. */
static bool mend_section(char *text, int room)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    const size_t n = strspn(text + 1, letters);
    if (n == 0 || n > SECTION_MAX || (int)n + 3 > room) return false;
    memcpy(text + 1 + n, "]", 2);
    return true;
}

/* Checks a line (room bytes) that begins with [. False: libinih must not see the line. */
static bool check_section(IniReader *r, char *text, int room)
{
    const char *end = strchr(text, ']');
    const char *rest = end != NULL ? end + 1 + strspn(end + 1, " \t") : "";
    r->last = -1;
    r->skipping = false;
    if (end == NULL) {
        ini_blame(r->ini, r->line, "'%s' has no ] at its end", text);
        r->skipping = !mend_section(text, room);
    } else if (*rest != '\0' && *rest != ';') {
        ini_blame(r->ini, r->line, "'%s' follows the section on its line; give it a line of its own", rest);
        r->skipping = !mend_section(text, room);
    } else if (end - text - 1 > SECTION_MAX) {
        ini_blame(r->ini, r->line, "unknown section [%.*s]", (int)(end - text - 1), text + 1);
        r->skipping = true;
    }
    if (r->skipping) return false;
    Ini *ini = r->ini;
    ini->section = mem_grow(ini->section, &ini->sections_room, ini->sections + 1, sizeof *ini->section);
    ini->section[ini->sections++] =
        (IniSection){.name = text_new("%.*s", (int)(strchr(text, ']') - text - 1), text + 1), .line = r->line};
    return true;
}

/* Checks a line. False: libinih must not see the line. */
static bool check_line(IniReader *r, char *text, int length, int longest)
{
    char *start = text + strspn(text, " \t");
    if (*start == '\0' || *start == '#' || *start == ';') return length <= longest;
    if (length > longest) {
        ini_blame(r->ini, r->line,
                  "a line of %d bytes, but at most %d are read; a value goes on in the next line as 'key += ...'", length,
                  longest);
        return false;
    }
    if (start > text && r->last >= 0) {
        const IniEntry *e = &r->ini->entry[r->last];
        ini_blame(r->ini, r->line, "an indented line would continue '%s' of line %d; begin it in the first column", e->key,
                  e->line);
        return false;
    }
    if (*start == '[') return check_section(r, start, longest + 1 - (int)(start - text));
    snprintf(r->text, sizeof r->text, "%s", start);
    r->expected = true;
    return true;
}

/* The line reader that libinih calls; out has room bytes. */
static char *next_line(char *out, int room, void *ctx)
{
    IniReader *r = ctx;
    /* the line before, if libinih found no key in it */
    if (r->expected && !r->skipping) ini_blame(r->ini, r->line, "'%s' is neither 'key = value' nor a [section]", r->text);
    r->expected = false;
    int length = take_line(r->file, out, room < INI_LINE_MAX + 1 ? room : INI_LINE_MAX + 1);
    if (length == LINE_NONE) return NULL;
    r->line++;
    if (r->line > INI_LINES_MAX) {
        ini_blame(r->ini, r->line, "is not read any more: a file must have at most %d lines", INI_LINES_MAX);
        return NULL;
    }
    if (length == LINE_BINARY) {
        ini_blame(r->ini, r->line, "holds a byte that no text has; this is not an ini file");
        return NULL;
    }
    if (r->line == 1) r->ini->format = format_of_line(out);
    if (r->line == 1 && r->ini->format > FORMAT_NOW) {
        char why[128];
        ini_blame(r->ini, 1, "this file %s", format_refusal(r->ini->format, why, sizeof why));
        return NULL;
    }
    if (!check_line(r, out, length, room < INI_LINE_MAX + 1 ? room - 1 : INI_LINE_MAX)) out[0] = '\0';
    return out;
}

/* Reads the lines of an open file, and closes it. False: a read failed. */
static bool read_lines(Ini *ini, FILE *file)
{
    IniReader r = {.ini = ini, .file = file, .last = -1};
    errno = 0;
    const bool unable = ini_parse_stream(next_line, &r, take_entry, &r) == -2; /* no memory for a line */
    const bool broken = unable || ferror(file);
    if (broken && r.line == 0)
        ini_blame(ini, 0, "cannot be read: %s", strerror(unable ? ENOMEM : errno));
    else if (broken)
        ini_blame(ini, r.line, "reading stopped after this line: %s", strerror(errno));
    fclose(file);
    return !broken;
}

bool ini_read(Ini *ini, const char *path)
{
    *ini = (Ini){.path = mem_text(path)};
    FILE *file = files_stream(path);
    if (file != NULL) return read_lines(ini, file);
    ini->missing = status_absent(errno);
    ini_blame(ini, 0, "cannot be read: %s", files_why(errno));
    return false;
}

Status ini_read_in(Ini *ini, const char *dir, const char *name, Errors *errors)
{
    const bool read = ini_read(ini, files_at(dir, name).text);
    if (ini->missing) return STATUS_OK;
    ini_report(ini, errors);
    return !read ? STATUS_NO_INPUT : ini->problems > 0 ? STATUS_DATA : STATUS_OK;
}

void ini_read_text(Ini *ini, const char *path, const char *text, size_t size)
{
    *ini = (Ini){.path = mem_text(path)};
    FILE *file = fmemopen((char *)text, size, "r");
    if (file == NULL) mem_exhausted(BUFSIZ);
    files_begin_text(file);
    bool read = read_lines(ini, file);
    assert(read), (void)read; /* memory can be read */
}

void ini_free(Ini *ini)
{
    for (int i = 0; i < ini->entries; i++) {
        free(ini->entry[i].section);
        free(ini->entry[i].key);
        free(ini->entry[i].value);
    }
    for (int i = 0; i < ini->sections; i++) free(ini->section[i].name);
    for (int i = 0; i < ini->problems; i++) free(ini->problem[i].text);
    free(ini->entry);
    free(ini->section);
    free(ini->problem);
    free(ini->path);
    *ini = (Ini){0};
}

void ini_report(const Ini *ini, Errors *errors)
{
    for (int i = 0; i < ini->problems; i++) {
        const IniProblem *p = &ini->problem[i];
        if (p->line > 0)
            errors_add(errors, "%s:%d: %s", ini->path, p->line, p->text);
        else
            errors_add(errors, "%s: %s", ini->path, p->text);
    }
}

/* How many bytes of text fit into room bytes, up to the end of a word. */
static size_t fitting(const char *text, size_t room)
{
    size_t n = 0, word;
    while (n + (word = strspn(text + n, " ") + strcspn(text + n + strspn(text + n, " "), " ")) <= room && word > 0) n += word;
    return n;
}

void ini_write(FILE *out, const char *key, const char *value, const char *origin)
{
    assert(key[0] != '\0' && ini_refuses(value) == NULL);
    char line[2 * INI_LINE_MAX];
    size_t lead = strlen(key) + strlen(" += ");
    size_t n = fitting(value, INI_LINE_MAX - lead);
    OWNED char *plain = origin != NULL ? mem_text(origin) : NULL;
    if (plain != NULL) plain_text(plain, true);
    origin = plain;
    bool beside = origin != NULL && value[n] == '\0' && 48 + strlen(origin) < INI_LINE_MAX;
    if (origin != NULL && !beside) fprintf(out, "# %s: %s\n", key, origin);
    snprintf(line, sizeof line, "%s =%s%.*s", key, n > 0 ? " " : "", (int)n, value);
    if (beside && strlen(line) < 44)
        fprintf(out, "%-44s ; %s\n", line, origin);
    else if (beside && strlen(line) + strlen(origin) + 3 <= INI_LINE_MAX)
        fprintf(out, "%s ; %s\n", line, origin);
    else
        fprintf(out, "%s\n", line);
    for (value += n; *value != '\0'; value += n) {
        value += strspn(value, " ");
        n = fitting(value, INI_LINE_MAX - lead);
        fprintf(out, "%s += %.*s\n", key, (int)n, value);
    }
}
