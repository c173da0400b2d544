/* config_read.c. Reads an ini and the values of the command line into a Config, prints it as an ini, compares two. */
#include "config/config_read.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_check.h"
#include "config/reading.h"
#include "file/files.h"
#include "file/message.h"
#include "registry.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The section that an entry is checked in: for a mistyped name the section that was meant, unless the file has both. */
static const char *judged_in(const Reading *r, const char *section)
{
    const char *meant = suggest_name(section, config_sections);
    return meant != NULL && ini_section(&r->ini, meant) == NULL ? meant : section;
}

/* Ends text before its trailing blanks. */
static void cut_blanks(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ') n--;
    text[n] = '\0';
}

/* Blanks around key and value are left out, as in an ini. */
static Given given_value(const ConfigValue *v)
{
    const size_t equals = strcspn(v->text, "="), section = strcspn(v->text, ".=");
    const bool whole = v->text[equals] == '=' && section > 0 && section + 1 < equals;
    Given g = {.section = "", .value = v->text, .origin = v->origin, .text = v->text, .name = mem_text(v->text)};
    g.key = g.name;
    if (v->text[equals] == '=') g.name[equals] = '\0';
    cut_blanks(g.name);
    if (!whole) return g;
    char *value = g.name + equals + 1;
    cut_blanks(value);
    g.name[section] = '\0';
    g.section = g.name;
    g.key = g.name + section + 1;
    g.value = value + strspn(value, " ");
    return g;
}

/* First pass: sets the kind keys as far as their values are right; the second pass reports errors. Returns whether the ini or a
 * value gives [meta]. */
static bool read_choices(Reading *r)
{
    char why[PARAM_WHY_MAX];
    bool meta = ini_section(&r->ini, "meta") != NULL;
    for (int i = 0; i < r->n; i++) {
        Given *g = &r->given[i];
        if (strcmp(g->section, "meta") == 0) meta = true;
        if (strcmp(g->key, "kind") == 0) g->at = config_key(r->c, g->section, g->key);
        if (g->at != NULL) param_set(g->at->row, g->at->block, g->value, why, sizeof why);
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

/* The absolute path of the file `word` in the value of g, owned by the caller. A relative path starts from the folder of the ini,
 * on the command line from the current one; a name without a folder is also that of weights that come with the program.
 * NULL: the file cannot be used, as why says. */
static char *locate(const Reading *r, const Given *g, const char *word, char *why, size_t room)
{
    char path[2 * PARAM_TEXT_MAX];
    if (r->c->sent != NULL) return mem_text(word);
    const char *slash = g->line > 0 ? strrchr(r->ini.path, '/') : NULL;
    int folder = slash != NULL && word[0] != '/' ? (int)(slash - r->ini.path) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, folder > 0 ? r->ini.path : "", word);
    struct stat status;
    const FilePath weights = files_at(path, "weights.ini"); /* if path is a run directory */
    char *full = files_real(files_exists(weights.text) ? weights.text : path);
    if (full == NULL && errno == ENOENT && strchr(word, '/') == NULL) {
        OWNED char *named = text_new("params/weights/%s%s", word, files_ends_in(word, ".ini") ? "" : ".ini");
        OWNED char *found = places_find(named);
        full = found != NULL ? files_real(found) : (errno = ENOENT, NULL);
    }
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

/* Writes to out (room) the absolute paths of all files in the value, between blanks. False: a file cannot be used, which is
 * reported. */
static bool locate_files(Reading *r, Given *g, char *out, size_t room)
{
    char word[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    Text list = text_in(out, room);
    for (int i = 0; text_word(g->value, i, word, sizeof word); i++) {
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

/* Reports a text that is not section.key=value. For a key without section, the sentence names its section. */
static void refuse_text(Reading *r, Given *g)
{
    char name[128];
    if (names_whole(r->c, g->key, name, sizeof name))
        reading_report(r, g, true, "must be section.key=value; did you mean '%s'?", name);
    else
        reading_report(r, g, true, "must be section.key=value");
}

/* Whether the section of g exists and is used; if not, there is a report. */
static bool has_section(Reading *r, Given *g)
{
    char why[SENTENCE_MAX];
    if (names_check_section(r->c, g->section, why, sizeof why)) return true;
    if (g->line == 0) reading_report(r, g, true, "%s", why); /* else check_sections reported it, once for all keys */
    g->refused = true;
    return false;
}

/* Whether g is ignored, with a warning: a key of the file that belongs to another optimiser than the command line's. */
static bool is_left_out(Reading *r, Given *g)
{
    const Optimiser *o = r->c->optimiser;
    const Given *kind = reading_given(r, config_key(r->c, "optimiser", "kind"));
    if (kind == NULL || kind->line > 0 || g->line == 0 || strcmp(g->section, "optimiser") != 0) return false;
    const bool preset = strcmp(g->key, "preset") == 0;
    const char *other = names_kind_of_optimiser(g->key, g->value);
    if (other == NULL || (preset ? config_preset(o, g->value) != NULL : param_find(o->params, g->key) != NULL)) return false;
    reading_report(r, g, false, "%s = %.*s: is ignored: it belongs to kind = %s, and kind is %s (%s)", g->key, QUOTE_MAX,
                   g->value, other, o->name, kind->origin);
    return true;
}

/* Why the value could not be written to an ini and read back; NULL: it could. Commas between names are written as blanks. */
static const char *refuses(const Given *g, const Param *p)
{
    char *written = mem_text(g->value);
    for (char *c = written; *c != '\0' && p->type == PARAM_NAMES; c++)
        if (*c == ',') *c = ' ';
    const char *why = ini_refuses(written);
    free(written);
    return why;
}

/* Puts the value into the field of its key. False: there is a report why not. */
static bool set(Reading *r, Given *g)
{
    char why[PARAM_WHY_MAX], files[PARAM_TEXT_MAX];
    const Param *p = g->at->row;
    const bool is_file = p->type == PARAM_FILES;
    if (g->line == 0 && refuses(g, p) != NULL) {
        reading_report_value(r, g, true, refuses(g, p));
        return false;
    }
    if (is_file && !locate_files(r, g, files, sizeof files)) return false;
    if (param_set(p, g->at->block, is_file ? files : g->value, why, sizeof why)) return true;
    if (strcmp(p->key, "kind") == 0) registry_absent(g->section, g->value, why, sizeof why);
    reading_report_value(r, g, true, why);
    return false;
}

/* Second pass: puts one value into its field, or reports an error. */
static void apply(Reading *r, Given *g)
{
    char why[SENTENCE_MAX];
    if (g->section[0] == '\0') refuse_text(r, g);
    if (g->refused || is_left_out(r, g) || !has_section(r, g)) return;
    ConfigKey *k = g->at = config_key(r->c, g->section, g->key);
    if (k == NULL) {
        names_refuse_key(r->c, g->section, g->key, why, sizeof why);
        r->unknown_given = true;
        reading_report(r, g, true, "%s", why);
        return;
    }
    if (!config_uses_key(r->c, k, why, sizeof why)) {
        reading_report_value(r, g, true, why);
        return;
    }
    const ConfigText before = config_show(k);
    if (!set(r, g)) return;
    char *origin = g->line > 0 ? text_new("%s:%d", g->origin, g->line) : mem_text(g->origin);
    config_came_from(k, ORIGIN_GIVEN, origin);
    k->usual = strcmp(before.text, config_show(k).text) == 0;
    free(origin);
}

/* Adds all errors of r to errors, those of the file first, and frees what r owns. True: there were none. */
static bool finish(Reading *r, Errors *errors)
{
    assert(errors != &r->late);
    const bool good = r->ini.problems == 0 && r->late.n == 0;
    if (r->ini.path != NULL) ini_report(&r->ini, errors);
    for (int i = 0; i < r->late.n; i++) errors_add(errors, "%s", r->late.line[i]);
    for (int i = 0; i < r->n; i++) free(r->given[i].name);
    free(r->given);
    errors_free(&r->late);
    ini_free(&r->ini);
    return good;
}

/* Reads the ini in r and the values into r->c, after config_start. */
static bool read_values(Reading *r, const ConfigValue *value, int n, Errors *errors)
{
    Config *c = r->c;
    r->unknown_given = r->ini.problems > 0;
    r->given = mem_new((size_t)(r->ini.entries + n), sizeof *r->given);
    for (const IniEntry *e = r->ini.entry; r->n < r->ini.entries; e++)
        r->given[r->n++] = (Given){
            .section = judged_in(r, e->section), .key = e->key, .value = e->value, .line = e->line, .origin = r->ini.path};
    for (int i = 0; i < n; i++) r->given[r->n++] = given_value(&value[i]);
    config_choose(c, read_choices(r));
    check_sections(r);
    for (int i = 0; i < r->n; i++) apply(r, &r->given[i]);
    settle_preset(r);
    config_settle(c);
    config_check(r);
    return finish(r, errors);
}

#define ISAS(NAME) NAME("avx512") NAME("avx2") NAME("plain")
#define ISA_ELEMENT(name) name,
#define ISA_WORD(name) " " name
const char *const isa_names[] = {"auto", ISAS(ISA_ELEMENT) NULL};

const char *config_said(const char *variable)
{
    const char *said = getenv(variable);
    return said != NULL && said[0] != '\0' ? said : "auto";
}

const char *config_cpu(void)
{
    static const char all[] = ISAS(ISA_WORD);
    const char *slower = strstr(all, config_said("SWARMTRIS_CPU")), *best = "";
    for (int g = 0; registry_games[g] != NULL; g++)
        for (const Lanes *const *l = registry_games[g]->lanes; l != NULL && *l != NULL; l++) {
            const char *rest = strstr(slower != NULL ? slower : all, (*l)->isa);
            if (rest != NULL && strlen(rest) > strlen(best) && (*l)->runs_here()) best = rest;
        }
    return best;
}

const char *config_isa(void)
{
    const char *asked = config_said("SWARMTRIS_ISA"), *here = config_cpu();
    return strcmp(asked, isa_names[0]) == 0 ? here : text_has(here, asked) ? asked : "";
}

bool config_read(Config *c, const char *path, const ConfigValue *value, int n, Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(path), .isas = config_isa()};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    if (path == NULL || ini_read(&r.ini, path)) return read_values(&r, value, n, errors);
    c->missing = true;
    config_choose(c, false);
    return finish(&r, errors);
}

bool config_read_text(Config *c, const char *name, const char *text, const SentFiles *sent, const ConfigValue *value, int n,
                      Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(name), .isas = config_isa(), .sent = sent};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    ini_read_text(&r.ini, c->path, text);
    const bool good = read_values(&r, value, n, errors);
    c->sent = NULL;
    return good;
}

bool config_read_own(Config *c, const char *name, const char *text, Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(name), .isas = config_isa(), .kind = &kinds_own};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    ini_read_text(&r.ini, c->path, text);
    return read_values(&r, NULL, 0, errors);
}

/* ---- back to an ini ---- */

void config_print(const Config *c, FILE *out, bool origins)
{
    format_write(out);
    for (const char *const *section = config_sections; *section != NULL; section++) {
        if (!config_uses(c, *section)) continue;
        fprintf(out, "\n[%s]\n", *section);
        for (int i = 0; i < c->parts; i++) {
            const ConfigPart *part = &c->part[i];
            for (const Param *p = NULL; strcmp(part->section, *section) == 0 && (p = param_next(part->table, p)) != NULL;) {
                const ConfigKey *k = &part->key[p - part->table];
                if (!config_uses_key(c, k, NULL, 0)) continue;
                ini_write(out, p->key, config_show(k).text, origins ? k->origin : NULL);
            }
        }
    }
}

/* Compares a key with the same key in `was`. A key that `was` lacks belongs to another kind, which is reported already. */
static void compare_key(const ConfigKey *k, const Config *was, Errors *differences)
{
    const ConfigKey *other = config_key(was, k->section, k->row->key);
    if (other == NULL || k->row->may_change) return;
    const ConfigText value = config_show(k), old = config_show(other);
    if (strcmp(value.text, old.text) == 0) return;
    errors_add(differences, "%s.%s = %s, was %s%s%s", k->section, k->row->key, value.text, old.text,
               was->path != NULL ? " in " : "", was->path != NULL ? was->path : "");
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
                if (config_uses_key(now, &part->key[i], NULL, 0)) compare_key(&part->key[i], was, differences);
        }
}
