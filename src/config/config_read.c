/* config_read.c. Reads an ini and the values of the command line into a Config, prints it as an ini, compares two. */
#include "config/config_read.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_check.h"
#include "config/reading.h"
#include "file/files.h"
#include "file/format.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* First pass: what the kind keys say, as far as it makes sense; what is wrong is reported in the second. Returns whether anything
 * is said of [meta]. */
static bool read_choices(Reading *r)
{
    char why[PARAM_WHY_MAX];
    bool meta = r->ini.path != NULL && ini_section(&r->ini, "meta") != NULL;
    for (int i = 0; i < r->n; i++) {
        const Given *g = &r->given[i];
        const ConfigKey *k = config_key(r->c, g->section, g->key);
        if (strcmp(g->section, "meta") == 0) meta = true;
        if (k != NULL && strcmp(g->key, "kind") == 0) param_set(k->row, k->block, g->value, why, sizeof why);
    }
    return meta;
}

/* Reports each unknown section of the file once, however many keys it has. */
static void check_sections(Reading *r)
{
    char why[SENTENCE_MAX];
    if (ini_section(&r->ini, "weights") != NULL) {
        ini_blame(&r->ini, ini_section(&r->ini, "weights")->line,
                  "[weights]: this is a weights file, and no ini of a training; a training starts from it with --from");
        r->unknown_given = true;
        return;
    }
    for (int i = 0; i < r->ini.sections; i++) {
        if (names_check_section(r->c, r->ini.section[i].name, why, sizeof why)) continue;
        ini_blame(&r->ini, r->ini.section[i].line, "%s", why);
        r->unknown_given = true;
    }
}

static void refuse_key(Reading *r, Given *g)
{
    char why[SENTENCE_MAX];
    names_refuse_key(r->c, g->section, g->key, why, sizeof why);
    r->unknown_given = true;
    reading_report(r, g, true, "%s", why);
}

/* The absolute name of the file that word means to g: from the folder of the ini, or from where the user is. NULL: it cannot be
 * read, and why says so. Owned. */
static char *locate(const Reading *r, const Given *g, const char *word, char *why, size_t room)
{
    char path[2 * PARAM_TEXT_MAX];
    if (r->c->sent != NULL) return mem_text(word);
    const char *slash = g->line > 0 ? strrchr(r->ini.path, '/') : NULL;
    int folder = slash != NULL && word[0] != '/' ? (int)(slash - r->ini.path) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, folder > 0 ? r->ini.path : "", word);
    struct stat status;
    char *full = files_real(path);
    const char *name = strcmp(word, g->value) == 0 ? "" : word, *blank = name[0] != '\0' ? " " : "";
    if (full == NULL || access(full, R_OK) != 0)
        snprintf(why, room, "%.*s%scannot be read: %s", QUOTE_MAX, name, blank, strerror(errno));
    else if (stat(full, &status) == 0 && S_ISDIR(status.st_mode))
        snprintf(why, room, "%.*s%sis a directory, not a file", QUOTE_MAX, name, blank);
    else if (strpbrk(full, " \t") != NULL || ini_refuses(full) != NULL)
        snprintf(why, room, "%.*s is a name that an ini cannot hold: no blanks, at most %d bytes", QUOTE_MAX, full, INI_WORD_MAX);
    else
        return full;
    free(full);
    return NULL;
}

/* The absolute names of all files that the value names, between blanks, in out (room). False: one cannot be read, as was
 * reported. */
static bool locate_files(Reading *r, Given *g, char *out, size_t room)
{
    char word[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    Text list = text_in(out, room);
    for (int i = 0; config_word(g->value, i, word, sizeof word); i++) {
        char *full = locate(r, g, word, why, sizeof why);
        if (full == NULL) {
            if (g->line == 0) r->c->missing = true;
            reading_report_value(r, g, true, why);
            continue;
        }
        text_add(&list, "%s%s", i > 0 ? " " : "", full);
        free(full);
    }
    return !g->refused;
}

/* Whether the section of g exists and plays a part; if not, that has been reported. */
static bool has_section(Reading *r, Given *g)
{
    char why[SENTENCE_MAX];
    if (names_check_section(r->c, g->section, why, sizeof why)) return true;
    if (g->line == 0) reading_report(r, g, true, "%s", why); /* else check_sections did, once for all its keys */
    g->refused = true;
    return false;
}

/* Why the value could not be written to an ini and read back; NULL: it can be. Commas between names become blanks there. */
static const char *refuses(const Given *g, const Param *p)
{
    char *written = mem_text(g->value);
    for (char *c = written; *c != '\0' && p->type == PARAM_NAMES; c++)
        if (*c == ',') *c = ' ';
    const char *why = ini_refuses(written);
    free(written);
    return why;
}

/* Puts the value where the row says, or tells why not. */
static bool set(Reading *r, Given *g, const Param *p, void *block)
{
    char why[PARAM_WHY_MAX], files[PARAM_TEXT_MAX];
    bool is_file = p->type == PARAM_FILES;
    if (g->line == 0 && refuses(g, p) != NULL) {
        reading_report_value(r, g, true, refuses(g, p));
        return false;
    }
    if (is_file && !locate_files(r, g, files, sizeof files)) return false;
    if (param_set(p, block, is_file ? files : g->value, why, sizeof why)) return true;
    if (strcmp(p->key, "kind") == 0) registry_absent(g->section, g->value, why, sizeof why);
    reading_report_value(r, g, true, why);
    return false;
}

/* Second pass: one value to its place, or an error. */
static void apply(Reading *r, Given *g)
{
    char text[SENTENCE_MAX], before[PARAM_TEXT_MAX], after[PARAM_TEXT_MAX];
    if (!has_section(r, g)) return;
    ConfigKey *k = config_key(r->c, g->section, g->key);
    if (k == NULL) {
        refuse_key(r, g);
        return;
    }
    if (!config_uses_key(r->c, g->section, g->key)) {
        config_say_unused(r->c, g->section, g->key, text, sizeof text);
        reading_report_value(r, g, true, text);
        return;
    }
    config_show(k, before, sizeof before);
    if (!set(r, g, k->row, k->block)) return;
    config_show(k, after, sizeof after);
    char *origin = g->line > 0 ? text_new("%s:%d", g->origin, g->line) : mem_text(g->origin);
    config_came_from(k, ORIGIN_GIVEN, origin);
    k->usual = strcmp(before, after) == 0;
    g->at = k;
    free(origin);
}

/* Where the command line asks for another kind of optimiser than the file, what the file says of the other one is left out. */
static void leave_other_kind(Reading *r)
{
    const Given *kind = reading_find(r, "optimiser", "kind");
    const Optimiser *o = r->c->optimiser;
    if (kind == NULL || kind->line > 0 || o == NULL) return;
    for (int i = 0; i < r->n; i++) {
        Given *g = &r->given[i];
        const bool preset = strcmp(g->key, "preset") == 0;
        const char *other = names_kind_of_optimiser(g->key, g->value);
        if (strcmp(g->section, "optimiser") != 0 || g->line == 0 || other == NULL) continue;
        if (preset ? config_preset(o, g->value) != NULL : param_find(o->params, g->key) != NULL) continue;
        reading_report(r, g, false, "%s = %.*s: is ignored: it belongs to kind = %s, and kind is %s (%s)", g->key, QUOTE_MAX,
                       g->value, other, o->name, reading_find(r, "optimiser", "kind")->origin);
        reading_forget(r, i--);
    }
}

/* Judges the ini that r has, and the values, once c has begun. */
static bool read_values(Reading *r, const ConfigValue *value, int n, Errors *errors)
{
    Config *c = r->c;
    r->unknown_given = r->ini.problems > 0;
    reading_add_entries(r);
    reading_add_values(r, value, n);
    config_choose(c, read_choices(r));
    reading_refuse_values(r, value, n);
    leave_other_kind(r);
    check_sections(r);
    for (int i = 0; i < r->n; i++) apply(r, &r->given[i]);
    settle_preset(r);
    config_settle(c);
    config_check(r);
    return reading_finish(r, errors);
}

const char *config_isa(void)
{
    const char *asked = getenv("SWARMTRIS_ISA");
    return asked != NULL && asked[0] != '\0' ? asked : "auto";
}

bool config_read(Config *c, const char *path, const ConfigValue *value, int n, Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(path), .isa = config_isa()};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    if (path == NULL || ini_read(&r.ini, path)) return read_values(&r, value, n, errors);
    c->missing = true;
    config_choose(c, false);
    return reading_finish(&r, errors);
}

bool config_read_text(Config *c, const char *name, const char *text, const SentFiles *sent, const ConfigValue *value, int n,
                      Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(name), .isa = config_isa(), .sent = sent};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    ini_read_text(&r.ini, c->path, text);
    const bool good = read_values(&r, value, n, errors);
    c->sent = NULL;
    return good;
}

/* ---- back to an ini ---- */

static void print_section(const Config *c, FILE *out, const char *section, bool origins)
{
    char value[PARAM_TEXT_MAX];
    fprintf(out, "[%s]\n", section);
    for (int i = 0; i < c->parts; i++) {
        const ConfigPart *part = &c->part[i];
        if (strcmp(part->section, section) != 0) continue;
        for (const Param *p = NULL; (p = param_next(part->table, p)) != NULL;) {
            if (!config_uses_key(c, section, p->key)) continue;
            const ConfigKey *k = &part->key[p - part->table];
            config_show(k, value, sizeof value);
            ini_write(out, p->key, value, origins ? k->origin : NULL);
        }
    }
}

void config_print(const Config *c, FILE *out, bool origins)
{
    format_write(out);
    for (const char *const *section = config_sections; *section != NULL; section++) {
        if (!config_uses(c, *section)) continue;
        fprintf(out, "\n");
        print_section(c, out, *section, origins);
    }
}

/* A key of now against the same of was; one that was does not have belongs to another kind, which is said already. */
static void compare_key(const ConfigKey *k, const Config *was, Errors *differences)
{
    char value[PARAM_TEXT_MAX], old[PARAM_TEXT_MAX];
    const ConfigKey *other = config_key(was, k->section, k->row->key);
    if (other == NULL || k->row->may_change) return;
    config_show(k, value, sizeof value);
    config_show(other, old, sizeof old);
    if (strcmp(value, old) == 0) return;
    errors_add(differences, "%s.%s = %s, was %s%s%s", k->section, k->row->key, value, old, was->path != NULL ? " in " : "",
               was->path != NULL ? was->path : "");
}

void config_differences(const Config *now, const Config *was, Errors *differences)
{
    if (config_uses(now, "meta") != config_uses(was, "meta"))
        errors_add(differences, "there %s [meta] in %s", config_uses(was, "meta") ? "was a" : "was no",
                   was->path != NULL ? was->path : "it");
    for (const char *const *section = config_sections; *section != NULL; section++)
        for (int p = 0; p < now->parts; p++) {
            const ConfigPart *part = &now->part[p];
            if (strcmp(part->section, *section) != 0 || !config_uses(now, *section) || !config_uses(was, *section)) continue;
            for (int i = 0; part->table[i].key != NULL; i++)
                if (config_uses_key(now, *section, part->table[i].key)) compare_key(&part->key[i], was, differences);
        }
}
