/* config_read.c. Reads an ini and the values of the command line into a Config, checks it, prints it as an ini, compares two.
 *
 * Idea: all values are collected first, in the order in which later ones win, and judged afterwards. So everything that is wrong
 * is reported in one go, each sentence with the place of its value: file and line, or the option. The sentence about a wrong name
 * gives the nearest right one, the section that the key belongs to, or all names, so that the next attempt is right.
 * Every part checks its own options. This file has the rules about more than one part, such as whether the chosen engine plays
 * the rules. A section with a refused value is not checked, so that no error follows from another.
 * Never: knows a key except by the tables of the Config. */
#include "config/config_read.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/kinds.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "registry.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of a sentence about one value. */
enum { SENTENCE_MAX = 1200 };

/* A value that was given: an entry of the ini, or a ConfigValue, from which all texts but name are borrowed. */
typedef struct {
    const char *section, *key, *value; /* section "": text is not of the form section.key=value */
    int line;                          /* of the ini, from 1; 0: the value is from the command line or a weights file */
    const char *origin;                /* the path of the ini, "--set", "--seed", the path of a weights file */
    const char *text;                  /* if line is 0: the whole ConfigValue, "section.key=value" */
    char *name;                        /* if line is 0: the memory of section, key and value, owned; else NULL */
    ConfigKey *at;                     /* its key, borrowed; NULL: not looked up yet, unknown, or ignored (is_left_out) */
    const char *left_out;              /* the kind of optimiser that it belongs to, where another is taken: it is ignored */
    bool refused;                      /* an error about it was reported */
} Given;

/* One call of config_read. */
typedef struct {
    Config *c;    /* what is being filled in; borrowed */
    Ini ini;      /* owned; path NULL: there is no ini */
    Given *given; /* (n) in the order in which later ones win; owned */
    int n;
    Errors late;        /* what is wrong on the command line, which is reported after what is wrong in the file */
    Errors *warnings;   /* borrowed */
    bool unknown_given; /* a line, section or key was not understood, so that no other key can be reported as missing */
} Reading;

/* ---- what is said about a value ---- */

/* Reports a sentence that begins with the place of g; g NULL: it is about no single value. fatal: an error, else a warning. */
__attribute__((format(printf, 4, 5))) static void reading_report(Reading *r, Given *g, bool fatal, const char *format, ...)
{
    char body[SENTENCE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    Errors *elsewhere = fatal ? &r->late : r->warnings;
    if (g != NULL && fatal) g->refused = true;
    if (g != NULL && g->line == 0) {
        const bool option = strncmp(g->origin, "--", 2) == 0, named = option && strcmp(g->origin, "--set") != 0;
        errors_add(elsewhere, "%s%s %.*s: %s", g->origin, option ? "" : ":", QUOTE_MAX, named ? g->value : g->text, body);
    } else if (r->ini.path == NULL)
        errors_add(elsewhere, "%s", body);
    else if (fatal)
        ini_blame(&r->ini, g != NULL ? g->line : 0, "%s", body);
    else if (g != NULL)
        errors_add(elsewhere, "%s:%d: %s", r->ini.path, g->line, body);
    else
        errors_add(elsewhere, "%s: %s", r->ini.path, body);
}

/* reading_report of a sentence that also quotes the value of g. */
static void reading_report_value(Reading *r, Given *g, bool fatal, const char *why)
{
    if (g->line == 0)
        reading_report(r, g, fatal, "%s", why);
    else
        reading_report(r, g, fatal, "%s = %.*s: %s", g->key, QUOTE_MAX, g->value, why);
}

/* The value of a key that counts: the last one given. NULL: none was given, or k is NULL. */
static Given *reading_given(const Reading *r, const ConfigKey *k)
{
    for (int i = r->n - 1; i >= 0 && k != NULL; i--)
        if (r->given[i].at == k) return &r->given[i];
    return NULL;
}

/* Whether every value that was given in a section was accepted, so that their combinations can be checked. Also false if the
 * section is not used. */
static bool reading_sound(const Reading *r, const char *section)
{
    for (int i = 0; i < r->n; i++)
        if (r->given[i].refused && strcmp(r->given[i].section, section) == 0) return false;
    for (int i = 0; i < r->ini.problems; i++)
        if (strcmp(ini_section_at(&r->ini, r->ini.problem[i].line), section) == 0) return false;
    return config_uses(r->c, section);
}

/* Reports the findings (n) of a part about its values; section: the default section of their keys. */
static void reading_report_findings(Reading *r, const char *section, const Finding *finding, int n)
{
    assert(n >= 0 && n <= FINDINGS_MAX);
    for (int i = 0; i < n; i++) {
        const Finding *f = &finding[i];
        const ConfigKey *k = config_find(r->c, f->key, section);
        Given *g = reading_given(r, k);
        if (g != NULL)
            reading_report_value(r, g, f->fatal, f->why);
        else if (k != NULL) {
            const bool plain = strcmp(k->origin, "default") == 0; /* the default of every ini, not one of this kind or game */
            reading_report(r, NULL, f->fatal, "%s.%s = %.*s%s%s%s: %s", k->section, k->row->key, QUOTE_MAX, config_show(k).text,
                           plain ? "" : " (", plain ? "" : k->origin, plain ? "" : ")", f->why);
        } else
            reading_report(r, NULL, f->fatal, "[%s]: %s", section, f->why);
    }
}

/* ---- names of sections and keys ---- */

/* Whether the section exists and is used in c. False: why (room) is a sentence that says why not. */
static bool names_check_section(const Config *c, const char *section, char *why, size_t room)
{
    char unused[120];
    const char *near = suggest_name(section, config_sections);
    const bool known = near != NULL && strcmp(near, section) == 0;
    if (known && config_uses(c, section)) return true;
    if (known) kinds_say_unused(c->kind, "[objective] kind", unused, sizeof unused);
    if (known || registry_absent("section", section, unused, sizeof unused)) {
        snprintf(why, room, "[%s] %s", section, unused);
        return false;
    }
    Text text = text_in(why, room);
    text_add(&text, "unknown section [%.*s]; ", QUOTE_MAX, section);
    text_add(&text, near != NULL ? "did you mean [%s]?" : "there are%s", near != NULL ? near : "");
    for (const char *const *s = config_sections; near == NULL && *s != NULL; s++) text_add(&text, " [%s]", *s);
    return false;
}

/* Adds "'games' belongs in [training] or [validation]", "it is called 'points' and belongs in [game]". False: nowhere. */
static bool add_elsewhere(const Config *c, const char *key, Text *out)
{
    const char *where[CONFIG_PARTS_MAX];
    int n = 0;
    for (const char *const *s = config_sections; *s != NULL; s++)
        if (config_uses(c, *s) && config_key(c, *s, key) != NULL) where[n++] = *s;
    if (n > 0) text_add(out, "; '%s' belongs in", key);
    for (int i = 0; i < n; i++) text_add(out, "%s [%s]", i == 0 ? "" : i == n - 1 ? " or" : ",", where[i]);
    const ConfigKey *now = NULL;
    for (const char *const *s = config_sections; *s != NULL && n == 0 && now == NULL; s++)
        if (config_uses(c, *s)) now = config_renamed(c, *s, key);
    if (now != NULL) text_add(out, "; it is called '%s' and belongs in [%s]", now->row->key, now->section);
    return n > 0 || now != NULL;
}

/* The kind of optimiser that has the key, or, if key is "preset", a preset called value; NULL: none has. */
static const char *names_kind_of_optimiser(const char *key, const char *value)
{
    for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
        if (param_find((*o)->params, key) != NULL || (strcmp(key, "preset") == 0 && config_preset(*o, value) != NULL))
            return (*o)->name;
    return NULL;
}

/* The kind of game, agent or optimiser that has a key; NULL: none has. */
static const char *kind_with(const char *section, const char *key)
{
    for (int i = 0; strcmp(section, "game") == 0 && registry_games[i] != NULL; i++)
        if (param_find(registry_games[i]->params, key) != NULL) return registry_games[i]->name;
    for (int i = 0; strcmp(section, "agent") == 0 && registry_agents[i] != NULL; i++)
        if (param_find(registry_agents[i]->params, key) != NULL) return registry_agents[i]->name;
    return strcmp(section, "optimiser") == 0 ? names_kind_of_optimiser(key, "") : NULL;
}

/* Adds "did you mean 'particles'?", or which keys there are. */
static void add_here(const Config *c, const char *section, const char *key, Text *out)
{
    char list[600];
    Text keys = text_in(list, sizeof list);
    Suggest s = suggest_start(key);
    for (int p = 0; p < c->parts; p++)
        for (const Param *row = c->part[p].table; row->key != NULL && strcmp(c->part[p].section, section) == 0; row++) {
            suggest_try(&s, row->key);
            text_add(&keys, " %s", row->key);
        }
    text_add(out, "%s%s", s.best != NULL ? suggest_hint(&s).text : "; its keys are", s.best != NULL ? "" : list);
}

void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    char range[PARAM_TEXT_MAX];
    const char *kind = kind_with(section, key);
    const ConfigKey *now = config_renamed(c, section, key);
    Text text = text_in(out, room);
    if (now != NULL) {
        param_range(now->row, range, sizeof range);
        text_add(&text, "'%s' in [%s] is called '%s', %s%s%s", key, section, now->row->key, range,
                 now->row->unit[0] != '\0' ? " " : "", now->row->unit);
        return;
    }
    text_add(&text, "unknown key '%.*s' in [%s]", QUOTE_MAX, key, section);
    if (add_elsewhere(c, key, &text)) return;
    if (kind != NULL)
        text_add(&text, "; '%s' belongs to kind = %s", key, kind);
    else
        add_here(c, section, key, &text);
}

bool names_whole(const Config *c, const char *key, char *out, size_t room)
{
    for (const char *const *section = config_sections; *section != NULL; section++) {
        const ConfigKey *here = config_key(c, *section, key), *now = here != NULL ? here : config_renamed(c, *section, key);
        if (now != NULL) return snprintf(out, room, "%s.%s", *section, now->row->key) > 0;
    }
    return false;
}

/* ---- values ---- */

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
        OWNED char *full = locate(r, g, word, why, sizeof why);
        if (full == NULL) {
            if (g->line == 0) r->c->missing = true;
            reading_report_value(r, g, true, why);
            continue;
        }
        text_add(&list, "%s%s", i > 0 ? " " : "", full);
    }
    return !g->refused;
}

/* Whether g is ignored: a key of the file that belongs to another optimiser than the command line's. */
static bool is_left_out(Reading *r, Given *g)
{
    const Optimiser *o = r->c->optimiser;
    const Given *kind = reading_given(r, config_key(r->c, "optimiser", "kind"));
    if (kind == NULL || kind->line > 0 || g->line == 0 || strcmp(g->section, "optimiser") != 0) return false;
    const bool preset = strcmp(g->key, "preset") == 0;
    const char *other = names_kind_of_optimiser(g->key, g->value);
    if (other == NULL || (preset ? config_preset(o, g->value) != NULL : param_find(o->params, g->key) != NULL)) return false;
    g->left_out = other;
    return true;
}

/* Whether the command line gives the key as well. */
static bool is_overridden(const Reading *r, const Given *g)
{
    for (const Given *o = r->given; o < r->given + r->n; o++)
        if (o->line == 0 && strcmp(o->section, g->section) == 0 && strcmp(o->key, g->key) == 0) return true;
    return false;
}

/* Warns of the keys that are left out: one sentence for each kind that they belong to, the same for every kind that is taken. */
static void warn_left_out(Reading *r)
{
    for (int i = 0; i < r->n; i++) {
        char names[SENTENCE_MAX];
        Text list = text_in(names, sizeof names);
        const char *kind = r->given[i].left_out;
        int n = 0;
        for (Given *g = &r->given[i]; kind != NULL && g < r->given + r->n; g++) {
            if (g->left_out == NULL || strcmp(g->left_out, kind) != 0 || is_overridden(r, g)) continue;
            text_add(&list, "%s%s", n++ > 0 ? ", " : "", g->key);
            if (g > &r->given[i]) g->left_out = NULL;
        }
        if (n > 0)
            errors_add(r->warnings, "%s: %s of kind = %s %s not apply: %s", r->ini.path, message_count(n, "keys").text, kind,
                       n == 1 ? "does" : "do", names);
    }
}

/* Why the value could not be written to an ini and read back; NULL: it could. Commas between names are written as blanks. */
static const char *refuses(const Given *g, const Param *p)
{
    OWNED char *written = mem_text(g->value);
    for (char *c = written; *c != '\0' && p->type == PARAM_NAMES; c++)
        if (*c == ',') *c = ' ';
    return ini_refuses(written);
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
    char why[SENTENCE_MAX], name[128];
    if (g->section[0] == '\0' && names_whole(r->c, g->key, name, sizeof name)) /* a key without its section */
        reading_report(r, g, true, "must be section.key=value; did you mean '%s'?", name);
    else if (g->section[0] == '\0')
        reading_report(r, g, true, "must be section.key=value");
    if (g->refused || is_left_out(r, g)) return;
    if (!names_check_section(r->c, g->section, why, sizeof why)) {
        if (g->line == 0) reading_report(r, g, true, "%s", why); /* else check_sections reported it, once for all keys */
        g->refused = true;
        return;
    }
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
    OWNED char *origin = g->line > 0 ? text_new("%s:%d", g->origin, g->line) : mem_text(g->origin);
    config_came_from(k, ORIGIN_GIVEN, origin);
    k->usual = strcmp(before.text, config_show(k).text) == 0;
}

/* Sets another default of a key, and its origin. A value that the user gave stays; it is usual if it equals the default. */
static void settle(ConfigKey *k, const char *value, OriginKind kind, const char *why_so)
{
    char why[PARAM_WHY_MAX];
    if (k->kind == ORIGIN_GIVEN) {
        k->usual = strcmp(config_show(k).text, value) == 0;
        return;
    }
    const bool fits = param_set(k->row, k->block, value, why, sizeof why);
    assert(fits), (void)fits;
    config_came_from(k, kind, why_so);
}

/* ---- the preset ---- */

/* Applies "key=value section.key=value" of a preset or kind of objective. Keys without section belong to [optimiser]. */
static void apply_settings(const Config *c, const char *settings, OriginKind kind, const char *why_so)
{
    char word[128];
    for (int i = 0; text_word(settings, i, word, sizeof word); i++) {
        char *value = strchr(word, '=');
        assert(value != NULL);
        *value++ = '\0';
        ConfigKey *k = config_find(c, word, "optimiser");
        assert(k != NULL);
        settle(k, value, kind, why_so);
    }
}

static void refuse_preset(Reading *r, const char *name)
{
    char why[SENTENCE_MAX];
    const Optimiser *o = r->c->optimiser;
    Text list = text_in(why, sizeof why);
    text_add(&list, "the presets of %s are", o->name);
    Suggest s = suggest_start(name);
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        suggest_try(&s, p->name);
        text_add(&list, " %s", p->name);
    }
    if (!registry_absent("gapreset", name, why, sizeof why) && (s.best != NULL || o->presets->name == NULL))
        snprintf(why, sizeof why, "%s has no such preset%s", o->name, suggest_hint(&s).text);
    reading_report_value(r, reading_given(r, config_key(r->c, "optimiser", "preset")), true, why);
}

/* Whether the preset may be used if none is asked for. False: origin (room) may say why another preset is used. Warns if a value
 * rules it out, since the user may not have meant that. */
static bool is_default_preset(Reading *r, const Preset *p, char *origin, size_t room)
{
    const TrainingOptions *t = &r->c->train.training;
    const double lower = r->c->objective.lower, upper = r->c->objective.upper;
    const Given *instead = NULL; /* the first given key for which the preset is not the default */
    for (int i = 0; i < r->n && p->unless != NULL && instead == NULL; i++)
        if (strcmp(r->given[i].section, "optimiser") == 0 && text_has(p->unless, r->given[i].key)) instead = &r->given[i];
    if (!p->for_features) return true;
    if (!config_suits(r->c, p)) return false;
    if (instead != NULL) {
        snprintf(origin, room, "default where %s is given", instead->key);
    } else if (lower != -upper) {
        Given *low = reading_given(r, config_key(r->c, "objective", "lower")),
              *g = low != NULL ? low : reading_given(r, config_key(r->c, "objective", "upper"));
        snprintf(origin, room, "default where lower is not -upper");
        reading_report(r, g, false,
                       "%s = %.15g: %s, the default preset, needs lower = -upper, so that %s is used instead; %s = %.15g would "
                       "suit it, and preset = %s says that this is meant",
                       g->key, strcmp(g->key, "lower") == 0 ? lower : upper, p->name, p[1].name,
                       strcmp(g->key, "lower") == 0 ? "upper" : "lower", strcmp(g->key, "lower") == 0 ? -lower : -upper,
                       p[1].name);
    } else if (t->iterations == 0 && t->total_games == 0 && t->total_pieces == 0) {
        Given *g = reading_given(r, config_key(r->c, "training", "minutes"));
        if (g == NULL || !(t->minutes > 0)) return false;
        snprintf(origin, room, "default where minutes is the only budget");
        reading_report(r, g, false,
                       "%s = %s: %s, the default preset, needs a budget of iterations, total_games or total_pieces, so that %s "
                       "is used instead; such a budget would suit it, and preset = %s says that this is meant",
                       g->key, g->value, p->name, p[1].name, p[1].name);
    } else {
        return true;
    }
    return false;
}

/* Applies the preset that was asked for, or else the optimiser's first one that suits. All given values must be in place. Warns
 * if a given value rules out the default preset, since the user may not have meant that. */
static void settle_preset(Reading *r)
{
    char *name = r->c->optimiser_choice.preset, origin[120] = "default";
    ConfigKey *k = config_key(r->c, "optimiser", "preset");
    const Preset *preset = r->c->optimiser->presets;
    const bool asked = name[0] != '\0';
    if (asked) preset = config_preset(r->c->optimiser, name);
    if (asked && preset == NULL) refuse_preset(r, name);
    while (!asked && preset->name != NULL && !is_default_preset(r, preset, origin, sizeof origin)) preset++;
    if (preset == NULL || preset->name == NULL) return;
    if (!asked) config_came_from(k, ORIGIN_DEFAULT, origin);
    snprintf(name, sizeof r->c->optimiser_choice.preset, "%s", preset->name);
    snprintf(origin, sizeof origin, "preset %s", name);
    apply_settings(r->c, preset->settings, ORIGIN_PRESET, origin);
    if (preset->implied != NULL) apply_settings(r->c, preset->implied, ORIGIN_PRESET, origin);
    if (preset->warning != NULL) reading_report(r, reading_given(r, k), false, "preset %s: %s", name, preset->warning);
}

/* ---- other defaults ---- */

/* Takes from [game] each key of the rules that the section does not set. A key that the section sets to the value of [game] is
 * marked usual. */
static void inherit(Config *c, const char *section, void *rules)
{
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        ConfigKey *own = p->per_phase ? config_key(c, section, p->key) : NULL;
        char *at = (char *)rules + p->offset;
        const char *claimed = (const char *)c->rules + p->offset;
        if (own != NULL && own->kind != ORIGIN_DEFAULT) {
            own->usual = memcmp(at, claimed, p->bytes) == 0;
            continue;
        }
        memcpy(at, claimed, p->bytes);
        if (own != NULL) config_came_from(own, ORIGIN_GAME, "[game]");
    }
}

/* Replaces the default of a row, or the value of a preset, that makes no sense with the other values. A value that the user gave
 * stays. why_so: "default where ..." */
static void settle_default(const Config *c, const char *section, const char *key, const char *value, const char *why_so)
{
    settle(config_key(c, section, key), value, ORIGIN_DEFAULT, why_so);
}

static void settle_training(const Config *c)
{
    const TrainOptions *o = &c->train;
    /* A preset may set games to 1, but some allocations need the spread of several games. */
    if (config_key(c, "training", "games")->kind == ORIGIN_PRESET && o->training.allocation.rule != ALLOCATION_FIXED)
        settle_default(c, "training", "games", param_find(train_training_params, "games")->standard,
                       "default where games are not the same for all positions");
    /* The default allocation must not follow the budget, which may be extended, even if games does (0). */
    const int games = o->training.allocation.games;
    if (games == 0 ? train_games(o) < 2 : games <= o->training.allocation.first_games)
        settle_default(c, "training", "allocation", "fixed", "default where games is at most first_games");
    if (config_units(c)->scale == SCALE_SIGNED) settle_default(c, "training", "fitness", "mean", "default of scores of any sign");
    if (o->selection.finalists == 0) settle_default(c, "selection", "centroids", "none", "default where finalists = 0");
    if (config_key(c, "selection", "games")->kind != ORIGIN_DEFAULT)
        settle_default(c, "selection", "share", "0", "default where selection.games is given");
    else if (!train_share_suffices(o))
        settle_default(c, "selection", "share", "0", "default without a budget to share");
}

/* One replicate says as much about a position as many games. Its score may be off by a factor, so logarithms are compared. */
static void settle_estimator(Config *c)
{
    ObjectiveOptions *o = &c->objective;
    const char *why = "default where a play is an estimate";
    for (int i = 0; i < segment_levels(c->game); i++)
        if (strcmp(segment_level_of(c->game, i)->name, o->level) == 0) o->splitting.level = i;
    if (o->estimator == ESTIMATOR_GAMES || !config_uses(c, "game")) return;
    settle_default(c, "training", "games", "1", why);
    settle_default(c, "training", "fitness", "log", why);
}

/* Fills in the values that depend on others. */
static void config_settle(Config *c)
{
    assert(c->phase_params != NULL); /* after config_choose */
    /* The default of the table is a set of the first game. */
    if (c->game != registry_games[0]) settle_default(c, "agent", "features", c->game->sets[0].name, "default of this game");
    inherit(c, "training", c->training_rules);
    inherit(c, "selection", c->selection_rules);
    settle_estimator(c);
    settle_training(c);
    /* Last, since defaults of the kind of objective override those above. */
    apply_settings(c, c->kind->defaults, ORIGIN_DEFAULT, c->kind->why_default);
}

/* A rule is checked only if all values that it reads are right. It writes its findings (at most FINDINGS_MAX) and returns their
 * number. */
typedef struct {
    const char *needs;   /* sections between blanks, which must be used and have no refused value */
    const char *section; /* section of findings that name none; NULL: that of the kind of objective, which is needed, too */
    int (*find)(Config *c, Finding *out);
    int (*find_under)(Config *c, const void *rules, Finding *out); /* in place of find, for a rule about rules of the game */
} Rule;

/* ---- what is played ---- */

/* Reads the features that the weights belong to, or those that an agent with weights of its own reads. */
static int find_features(Config *c, Finding *out)
{
    int n = 0;
    const bool own = c->agent->weights != NULL;
    if (own && c->agent->reads[0] == '\0') return 0; /* the agent reads no features: c->set stays the default, unused */
    const FeatureSet *set =
        features_read(c->game, own ? c->agent->reads : c->agent_choice.features, &c->listed, &c->observer, out, &n);
    if (set != NULL) c->set = set;
    if (!own || n == 0) return n;
    const Finding first = out[0];
    return finding_add(out, true, "kind", "cannot play %s: %.200s", c->game->name, first.why);
}

static int find_game(Config *c, const void *rules, Finding *out)
{
    return game_check(c->game, rules, out);
}

/* Whether the features suit the rules. */
static int find_set(Config *c, const void *rules, Finding *out)
{
    const ObserverKind *kind = c->observer.kind;
    if (kind == NULL) return game_check_set(c->game, rules, c->set, out);
    *out = (Finding){.key = "features", .fatal = true};
    return !kind->suits(&c->observer, rules, out->why, sizeof out->why);
}

/* Whether the agent's options suit the rules. Also reads the file that the agent plays by, which must suit [game]. */
static int find_agent(Config *c, const void *rules, Finding *out)
{
    const AgentFileKind *kind = agent_file_of(c->agent);
    const Rules r = config_rules(c, rules);
    Errors errors = {0};
    int n = c->agent->check != NULL ? c->agent->check(&r, out) : 0;
    if (n > 0 || kind == NULL || rules != c->rules) return n;
    n = 1;
    if (config_agent_file(c)[0] == '\0')
        finding_add(out, true, c->agent->file, "%s", kind->wanted);
    else if (!kind->read(&c->file, config_agent_file(c), &errors))
        finding_add(out, true, c->agent->file, "%.300s", errors.line[0]);
    else if (c->file.game != c->game)
        finding_add(out, true, c->agent->file, "is for %s, and the game is %s", c->file.game->name, c->game->name);
    else {
        *out = (Finding){.key = c->agent->file, .fatal = true};
        n = !kind->fits(&c->file, rules, out->why, sizeof out->why);
    }
    errors_free(&errors);
    return n;
}

/* Whether the engine that was asked for plays these rules. */
static int find_engine(Config *c, const void *rules, Finding *out)
{
    CLOSED(player_free) Player player;
    const char *reason =
        player_make(&player, config_rules(c, rules), c->agent, c->experiment.engine, c->isas, c->objective.max_pieces);
    return reason != NULL ? finding_add(out, true, "engine", "%s", reason) : 0;
}

/* Whether these rules suit the kind of objective. */
static int find_kind(Config *c, const void *rules, Finding *out)
{
    return c->kind->check != NULL && !c->kind->check(c->game, rules, config_own(c), out);
}

/* ---- what is searched for ---- */

/* A search over directions needs weights whose multiples all play alike, as weights of features do. Returns the number of
 * findings. */
static int find_domain(const Config *c, const void *optimiser, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    const char *key = c->optimiser->directions != NULL ? c->optimiser->directions(optimiser) : NULL;
    if (key == NULL || !config_uses(c, "agent")) return 0;
    if (!agent_weighs_features(c->agent))
        return finding_add(out, true, key, "searches directions only, but the length of the weights of [agent] kind = %s matters",
                           c->agent->name);
    if (o->lower == -o->upper) return 0;
    return finding_add(out, false, key,
                       "searches directions from the middle of the box, which is not 0 between lower = %.15g and upper = %.15g, "
                       "so that most weights are out of reach",
                       o->lower, o->upper);
}

static int find_directions(Config *c, Finding *out)
{
    return find_domain(c, c->optimiser_options, out);
}

/* The same without [agent], where positions are those of a function, or settings. */
static int find_lengths(Config *c, Finding *out)
{
    const char *key = c->optimiser->directions != NULL ? c->optimiser->directions(c->optimiser_options) : NULL;
    if (key == NULL || config_uses(c, "agent")) return 0;
    return finding_add(out, true, key, "searches directions only, as suits weights of games, but for %s lengths matter",
                       c->kind->tunes ? "settings" : c->kind->name);
}

double config_least_width(double lower, double upper)
{
    const double size = fabs(lower) > fabs(upper) ? fabs(lower) : fabs(upper), least = 1e-6 * size;
    return least > 1e-100 ? least : 1e-100;
}

/* Blames lower if it was given, else upper. */
static int find_box(Config *c, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    const bool upper = config_key(c, "objective", "lower")->kind != ORIGIN_GIVEN;
    const char *key = upper ? "upper" : "lower", *other = upper ? "lower" : "upper";
    const double end = upper ? o->lower : o->upper, width = o->upper - o->lower, least = config_least_width(o->lower, o->upper);
    if (!(width > 0)) return finding_add(out, true, key, "must be %s than %s = %.15g", upper ? "more" : "less", other, end);
    if (width >= least) return 0;
    return finding_add(out, true, key, "must be at least %.3g away from %s = %.15g", least, other, end);
}

/* Whether the game has a level of this name. list (room): the names of all its levels. */
static bool is_level(const Game *game, const char *name, char *list, size_t room)
{
    Text text = text_in(list, room);
    bool found = name[0] == '\0'; /* empty: the first level */
    for (int i = 0; i < segment_levels(game); i++) {
        text_add(&text, "%s%s", i > 0 ? ", " : "", segment_level_of(game, i)->name);
        found = found || strcmp(segment_level_of(game, i)->name, name) == 0;
    }
    return found;
}

/* Whether the game can be played in parts, if a phase uses estimates. */
static int find_estimator(Config *c, Finding *out)
{
    const ObjectiveOptions *o = &c->objective;
    char levels[PARAM_WHY_MAX];
    const bool searches = o->estimator != ESTIMATOR_GAMES;
    const char *key = searches ? "objective.estimator" : "validation.estimator",
               *no_limit = "must be 0: splitting needs no limit";
    if (!searches && c->train.validation.estimator == ESTIMATOR_GAMES) return 0;
    if (c->kind->settings != NULL) return finding_add(out, true, key, "must be games where [objective] kind = %s", c->kind->name);
    if (c->game->n_levels == 0)
        return finding_add(out, true, key, "must be games: the game %s has no levels to split by", c->game->name);
    if (c->agent->plan != NULL)
        return finding_add(out, true, key, "must be games: the plans of the agent %s cannot be split", c->agent->name);
    if (!is_level(c->game, o->level, levels, sizeof levels)) return finding_add(out, true, "level", "must be one of %s", levels);
    if (o->max_pieces > 0) return finding_add(out, true, "max_pieces", "%s", no_limit);
    return o->search_max_pieces > 0 && searches ? finding_add(out, true, "search_max_pieces", "%s", no_limit) : 0;
}

/* ---- how it is searched ---- */

/* A schedule follows the spent share of the budget. If the budget is a time, that share and the results would depend on the
 * clock. */
static int find_schedule(Config *c, Finding *out)
{
    const TrainingOptions *t = &c->train.training;
    const Optimiser *o = c->optimiser;
    if (o->scheduled == NULL || !o->scheduled(c->optimiser_options)) return 0;
    if (!(t->minutes > 0) || t->iterations > 0 || t->total_games > 0 || t->total_pieces > 0) return 0;
    return finding_add(out, true, "minutes",
                       "the %s follows a schedule over the budget, which must be one of iterations, total_games or total_pieces",
                       o->name);
}

/* A score of any sign has no logarithm. A meta search, which has no game, is checked when it is set up. */
static int find_fitness(Config *c, Finding *out)
{
    if (config_units(c)->scale != SCALE_SIGNED || c->kind->tunes || c->train.training.fitness != FITNESS_LOG) return 0;
    return finding_add(out, true, "fitness",
                       "must be mean where the score is the %s of %s: it may be negative, and has no logarithm",
                       config_units(c)->score, config_uses(c, "game") ? c->game->name : c->kind->name);
}

static int find_training(Config *c, Finding *out)
{
    const int n = train_check(&c->train, out);
    if (n > 0 || config_units(c)->scale != SCALE_ERROR || !(c->train.training.target < 0)) return n;
    return finding_add(out, false, "training.target", "is never reached: the value of %s is at least 0", c->kind->name);
}

static int find_optimiser(Config *c, Finding *out)
{
    return c->optimiser->check != NULL ? c->optimiser->check(c->optimiser_options, out) : 0;
}

/* ---- all of them ---- */

static const Rule of_values[] = {{"agent", "agent", find_features, NULL},
                                 {"objective", "objective", find_box, NULL},
                                 {"agent optimiser", "optimiser", find_directions, NULL},
                                 {"", "optimiser", find_lengths, NULL},
                                 {"objective game validation", "objective", find_estimator, NULL}};
/* Checked for the rules of [game], and for the rules of a phase that differ from them. */
static const Rule of_games[] = {{"game", "game", NULL, find_game},
                                {"game agent", "agent", NULL, find_set},
                                {"game agent", "agent", NULL, find_agent},
                                {"experiment game agent objective", "experiment", NULL, find_engine},
                                {"game", NULL, NULL, find_kind}};
static const Rule of_searches[] = {{"training optimiser", "training", find_schedule, NULL},
                                   {"training", "training", find_fitness, NULL}};
static const Rule of_training = {"training selection validation", "training", find_training, NULL},
                  of_optimiser = {"optimiser", "optimiser", find_optimiser, NULL};
#define ALL(list) list, (int)(sizeof list / sizeof *list)

/* Reports the findings of n rules. In a phase, only those of the first rule with findings; find_game's belong to its section. */
static void ask(Reading *r, const Rule *rule, int n, const void *rules, const char *phase)
{
    Finding found[FINDINGS_MAX];
    char needed[32];
    for (int i = 0; i < n; i++) {
        const char *section = rule[i].section != NULL ? rule[i].section : r->c->kind->section;
        bool sound = section != NULL && reading_sound(r, section);
        for (int k = 0; sound && text_word(rule[i].needs, k, needed, sizeof needed); k++) sound = reading_sound(r, needed);
        if (!sound) continue;
        const int findings = rule[i].find != NULL ? rule[i].find(r->c, found) : rule[i].find_under(r->c, rules, found);
        reading_report_findings(r, phase != NULL && rule[i].find_under == find_game ? phase : section, found, findings);
        if (phase != NULL && findings > 0) return;
    }
}

/* Checks the rules of a phase if they differ from those of [game]. */
static void ask_phase(Reading *r, const char *section, const void *rules)
{
    if (reading_sound(r, "game") && reading_sound(r, section) && !param_all_same(r->c->game->params, rules, r->c->rules))
        ask(r, ALL(of_games), rules, section);
}

/* ---- keys that are ignored ---- */

/* Where a condition looks for keys. */
typedef struct {
    const Config *c;     /* borrowed */
    const char *section; /* the section of keys that name none; borrowed */
} Place;

/* The key, unless it is in an unused [objective]. A meta search does not use [objective], but its problems do. */
static const ConfigKey *find_key(const Config *c, const char *name, const char *section)
{
    const ConfigKey *k = config_find(c, name, section);
    return k == NULL || c->kind->tunes || strcmp(k->section, "objective") != 0 || config_uses(c, k->section) ? k : NULL;
}

static ParamPlace find(const void *ctx, const char *name)
{
    const Place *place = ctx;
    const ConfigKey *k = find_key(place->c, name, place->section);
    return k != NULL ? (ParamPlace){k->row, k->block} : (ParamPlace){0};
}

bool config_matters(const Config *c, const ConfigKey *k, Unmet *unmet)
{
    const Place place = {c, k->section};
    const bool of_features = strcmp(k->section, "game") == 0 && c->observer.kind == NULL && c->game->reads != NULL;
    for (int i = 0; of_features && i < c->set->n; i++) {
        const char *reads = c->game->reads(c->set->index[i]);
        if (reads != NULL && strcmp(reads, k->row->key) == 0) return true;
    }
    return k->row->when == NULL || condition_holds(k->row->when, find, &place, unmet);
}

/* Whether the program, not the user, wrote the value, and the key would have that value anyway. */
static bool says_nothing(const Reading *r, const Given *g)
{
    const bool written = g->line > 0 ? r->ini.format > 0 : strncmp(g->origin, "--", 2) != 0;
    return written && g->at->usual;
}

/* The first value that contradicts g: given for one of keys (between blanks), in the same place, not says_nothing. NULL: none.
 * Values of the command line replace those of the file and do not contradict them. Nor does a file that the program wrote
 * contradict itself, so that its run can still be resumed. */
static const Given *find_contrary(const Reading *r, const Given *g, const char *keys)
{
    char word[64];
    if (g->line > 0 && r->ini.format > 0) return NULL;
    for (int i = 0; text_word(keys, i, word, sizeof word); i++) {
        const ConfigKey *k = config_key(r->c, g->section, word);
        const Given *other = reading_given(r, k);
        assert(k != NULL);
        if (other == NULL || other->refused || (g->line > 0) != (other->line > 0)) continue;
        if (!says_nothing(r, other)) return other;
    }
    return NULL;
}

static void check_given(Reading *r, Given *g)
{
    char why[SENTENCE_MAX / 2], all[SENTENCE_MAX];
    Unmet unmet;
    if (says_nothing(r, g) || config_matters(r->c, g->at, &unmet)) return;
    const char *against = g->at->row->against;
    const Given *other = against != NULL && unmet.first ? find_contrary(r, g, against) : NULL;
    /* "it matters only if topology = ring, and topology is global (default)"; or no chosen part has the key */
    const ConfigKey *k = find_key(r->c, unmet.key, g->section);
    Text text = text_in(why, sizeof why);
    text_add(&text, "it matters only if %s", unmet.clause);
    const ConfigText value = k != NULL ? config_show(k) : (ConfigText){""};
    if (k != NULL)
        text_add(&text, ", and %s is %.*s (%s)", unmet.key, QUOTE_MAX, value.text[0] != '\0' ? value.text : "empty", k->origin);
    if (other != NULL)
        snprintf(all, sizeof all, "contradicts %s = %.*s (%s): %s", other->key, QUOTE_MAX, other->value, other->at->origin, why);
    else
        snprintf(all, sizeof all, "is ignored: %s", why);
    reading_report_value(r, g, other != NULL, all);
}

/* Reports all that is wrong, or unwise, about the values of r->c together. Sets r->c->set to the features that are named. */
static void config_check(Reading *r)
{
    ask(r, ALL(of_values), NULL, NULL);
    const MetaOptions *m = &r->c->meta;
    const IniSection *meta = ini_section(&r->ini, "meta");
    if (!r->unknown_given && reading_sound(r, "meta") && (m->problems[0] == '\0' || m->tune[0] == '\0'))
        reading_report(r, meta != NULL ? &(Given){.line = meta->line} : NULL, true, "[meta] needs %s",
                       m->problems[0] == '\0' ? "problems = FILE.ini ..., the ini files of what is trained"
                                              : "tune = KEY ..., the parameters that are searched");
    ask(r, ALL(of_games), r->c->rules, NULL);
    ask_phase(r, "training", r->c->training_rules);
    ask_phase(r, "selection", r->c->selection_rules);
    ask(r, ALL(of_searches), NULL, NULL);
    for (Given *g = r->given; g < r->given + r->n; g++) /* of a key that is given twice, only the last value */
        if (!g->refused && reading_sound(r, g->section) && reading_given(r, g->at) == g) check_given(r, g);
    if (r->ini.path != NULL && !r->unknown_given) ask(r, &of_training, 1, NULL, NULL);
    ask(r, &of_optimiser, 1, NULL, NULL);
}

int config_check_search(const Config *c, const TrainOptions *train, const void *optimiser, Finding *out)
{
    int n = train_check(train, out);
    n += find_domain(c, optimiser, out + n);
    if (c->optimiser->check != NULL) n += c->optimiser->check(optimiser, out + n);
    return n;
}

/* ---- reading ---- */

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
    for (const IniEntry *e = r->ini.entry; r->n < r->ini.entries; e++) {
        /* A mistyped section is checked as the one that was meant, unless the file has both. */
        const char *meant = suggest_name(e->section, config_sections);
        const bool mend = meant != NULL && ini_section(&r->ini, meant) == NULL;
        r->given[r->n++] = (Given){
            .section = mend ? meant : e->section, .key = e->key, .value = e->value, .line = e->line, .origin = r->ini.path};
    }
    for (int i = 0; i < n; i++) r->given[r->n++] = given_value(&value[i]);
    config_choose(c, read_choices(r));
    check_sections(r);
    for (int i = 0; i < r->n; i++) apply(r, &r->given[i]);
    warn_left_out(r);
    settle_preset(r);
    config_settle(c);
    config_check(r);
    const bool good = finish(r, errors);
    if (good) config_list_weights(c);
    return good;
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

bool config_read(Config *c, const char *name, const char *text, const ConfigValue *value, int n, Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(name), .isas = config_isa()};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    if (text != NULL) ini_read_text(&r.ini, c->path, text, strlen(text));
    c->missing = text == NULL && name != NULL && !ini_read(&r.ini, name);
    if (!c->missing) return read_values(&r, value, n, errors);
    config_choose(c, false);
    return finish(&r, errors);
}

bool config_read_own(Config *c, const char *name, const char *text, Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(name), .isas = config_isa(), .kind = &kinds_own};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    ini_read_text(&r.ini, c->path, text, strlen(text));
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

void config_differences(const Config *now, const Config *was, Errors *differences)
{
    if (config_uses(now, "meta") != config_uses(was, "meta"))
        errors_add(differences, "there %s [meta] in %s", config_uses(was, "meta") ? "was a" : "was no",
                   was->path != NULL ? was->path : "it");
    for (const char *const *section = config_sections; *section != NULL; section++)
        for (int p = 0; p < now->parts; p++) {
            const ConfigPart *part = &now->part[p];
            if (strcmp(part->section, *section) != 0 || !config_uses(now, *section) || !config_uses(was, *section)) continue;
            for (const ConfigKey *k = part->key; part->table[k - part->key].key != NULL; k++) {
                const ConfigKey *other = config_key(was, k->section, k->row->key);
                /* a key that `was` lacks belongs to another kind, which is reported already */
                if (!config_uses_key(now, k, NULL, 0) || other == NULL || k->row->may_change) continue;
                const ConfigText value = config_show(k), old = config_show(other);
                if (strcmp(value.text, old.text) == 0) continue;
                errors_add(differences, "%s.%s = %s, was %s%s%s", k->section, k->row->key, value.text, old.text,
                           was->path != NULL ? " in " : "", was->path != NULL ? was->path : "");
            }
        }
}
