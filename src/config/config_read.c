#include "base/mem.h"
#include "config/config.h"
#include "config/config_build.h"
#include "config/features.h"
#include "config/isa.h"
#include "file/ini.h"
#include "file/suggest.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of a sentence about one value, and of the value quoted in it. */
enum { SENTENCE_MAX = 1200, QUOTE_MAX = 200 };

/* A value that the user gave. section, key, value: owned. line: of the ini; 0: said, as text, by origin on the command line. */
typedef struct {
    char *section, *key, *value;
    int line;
    const char *text, *origin;
    bool refused;
} Given;

/* late: what is wrong on the command line, told after what is wrong in the file. astray: something was given that found no place,
 * so that nothing can be said to be missing. */
typedef struct {
    Config *c;
    Ini ini;
    Given *given;
    int n, room;
    Errors late, *warnings;
    bool astray;
} Reading;

/* Who gave a value that is not of the ini, and which: "--set game.height=3", "--seed 7", or "w.ini: game.height=3" of a weights
 * file. */
static void say_giver(const Given *g, char *out, size_t room)
{
    if (strncmp(g->origin, "--", 2) != 0)
        snprintf(out, room, "%s: %.*s", g->origin, QUOTE_MAX, g->text);
    else
        snprintf(out, room, "%s %.*s", g->origin, QUOTE_MAX, strcmp(g->origin, "--set") == 0 ? g->text : g->value);
}

/* Says where, then body. g NULL: about no value in particular. fatal: an error, else a warning. */
static void tell(Reading *r, Given *g, bool fatal, const char *format, ...) __attribute__((format(printf, 4, 5)));
static void tell(Reading *r, Given *g, bool fatal, const char *format, ...)
{
    char body[SENTENCE_MAX], giver[SENTENCE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    Errors *elsewhere = fatal ? &r->late : r->warnings;
    if (g != NULL && fatal) g->refused = true;
    if (g != NULL && g->line == 0) {
        say_giver(g, giver, sizeof giver);
        errors_add(elsewhere, "%s: %s", giver, body);
    } else if (r->ini.path == NULL)
        errors_add(elsewhere, "%s", body);
    else if (fatal)
        ini_blame(&r->ini, g != NULL ? g->line : 0, "%s", body);
    else if (g != NULL)
        errors_add(elsewhere, "%s:%d: %s", r->ini.path, g->line, body);
    else
        errors_add(elsewhere, "%s: %s", r->ini.path, body);
}

/* The same about its value; the command line has quoted it already. */
static void tell_value(Reading *r, Given *g, bool fatal, const char *why)
{
    if (g->line == 0)
        tell(r, g, fatal, "%s", why);
    else
        tell(r, g, fatal, "%s = %.*s: %s", g->key, QUOTE_MAX, g->value, why);
}

/* The value that counts: the last one. */
static Given *find(const Reading *r, const char *section, const char *key)
{
    for (int i = r->n - 1; i >= 0; i--)
        if (strcmp(r->given[i].section, section) == 0 && strcmp(r->given[i].key, key) == 0) return &r->given[i];
    return NULL;
}

static void add_given(Reading *r, Given g)
{
    r->given = mem_grow(r->given, &r->room, r->n + 1, sizeof *r->given);
    r->given[r->n++] = g;
}

/* The first section that has the key, or NULL. */
static const char *home(const Config *c, const char *key)
{
    int row;
    for (const char *const *section = config_sections; *section != NULL; section++)
        if (config_row(c, *section, key, &row) != NULL) return *section;
    return NULL;
}

static bool is_named(const ConfigValue *v)
{
    size_t name = strcspn(v->text, "="), section = strcspn(v->text, ".=");
    return v->text[name] == '=' && section > 0 && section + 1 < name;
}

/* A text of the command line that is not section.key=value; a key alone is told where it belongs. */
static void refuse_value(Reading *r, const ConfigValue *v)
{
    char key[64], hint[160] = "";
    snprintf(key, sizeof key, "%.*s", (int)strcspn(v->text, "="), v->text);
    const char *section = home(r->c, key);
    if (section != NULL) snprintf(hint, sizeof hint, "; did you mean '%s.%s'?", section, key);
    errors_add(&r->late, "%s %.*s: must be section.key=value%s", v->origin, QUOTE_MAX, v->text, hint);
}

static void add_value(Reading *r, const ConfigValue *v)
{
    char *section = mem_text(v->text), *key = strchr(section, '.'), *value = strchr(section, '=');
    *key++ = *value++ = '\0';
    add_given(
        r,
        (Given){
            .section = mem_text(section), .key = mem_text(key), .value = mem_text(value), .text = v->text, .origin = v->origin});
    free(section);
}

static void add_entries(Reading *r)
{
    for (int i = 0; i < r->ini.entries; i++) {
        const IniEntry *e = &r->ini.entry[i];
        add_given(r, (Given){.section = mem_text(e->section),
                             .key = mem_text(e->key),
                             .value = mem_text(e->value),
                             .line = e->line,
                             .origin = r->ini.path});
    }
}

/* First pass: what the kind keys and the preset say, as far as it makes sense; what is wrong is told in the second. */
static void read_choices(Reading *r)
{
    char why[PARAM_WHY_MAX];
    r->c->has_meta = r->ini.path != NULL && ini_section(&r->ini, "meta") != NULL;
    for (int i = 0; i < r->n; i++) {
        const Given *g = &r->given[i];
        int row;
        const ConfigPart *part = config_row(r->c, g->section, g->key, &row);
        if (strcmp(g->section, "meta") == 0) r->c->has_meta = true;
        if (part != NULL && (strcmp(g->key, "kind") == 0 || strcmp(g->key, "preset") == 0))
            param_set(&part->table[row], part->block, g->value, why, sizeof why);
    }
}

/* "key=value key=value" of the optimiser, which are ours and therefore right. */
static void apply_settings(Config *c, const Preset *preset)
{
    char word[128], why[PARAM_WHY_MAX], origin[96];
    snprintf(origin, sizeof origin, "preset %s", preset->name);
    for (int i = 0; config_word(preset->settings, i, word, sizeof word); i++) {
        char *value = strchr(word, '=');
        assert(value != NULL);
        *value++ = '\0';
        int row;
        const ConfigPart *part = config_row(c, "optimiser", word, &row);
        bool fits = part != NULL && param_set(&part->table[row], part->block, value, why, sizeof why);
        assert(fits), (void)fits;
        config_came_from(part, row, origin);
    }
}

static void refuse_preset(Reading *r, const char *name)
{
    char why[SENTENCE_MAX];
    const Optimiser *o = r->c->optimiser;
    size_t used = (size_t)snprintf(why, sizeof why, "the presets of %s are", o->name);
    Suggest s = suggest_start(name);
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        suggest_try(&s, p->name);
        if (used < sizeof why) used += (size_t)snprintf(why + used, sizeof why - used, " %s", p->name);
    }
    if (s.best != NULL || o->presets->name == NULL)
        snprintf(why, sizeof why, "%s has no such preset%s", o->name, suggest_hint(&s).text);
    tell_value(r, find(r, "optimiser", "preset"), true, why);
}

/* The preset that was asked for, or the optimiser's first. */
static void apply_preset(Reading *r)
{
    char *name = r->c->optimiser_choice.preset;
    const Preset *preset = r->c->optimiser->presets;
    while (name[0] != '\0' && preset->name != NULL && strcmp(preset->name, name) != 0) preset++;
    if (preset->name == NULL) {
        if (name[0] != '\0') refuse_preset(r, name);
        return;
    }
    snprintf(name, sizeof r->c->optimiser_choice.preset, "%s", preset->name);
    apply_settings(r->c, preset);
    if (preset->warning != NULL) tell(r, find(r, "optimiser", "preset"), false, "preset %s: %s", name, preset->warning);
}

/* Why a section that exists has no use here. */
static void say_unused(const Config *c, const char *section, char *out, size_t room)
{
    if (c->has_meta)
        snprintf(out, room, "[%s] has no use beside [meta]; it belongs in the ini files of the problems", section);
    else
        snprintf(out, room, "[%s] has no use where [objective] kind = %s", section, config_objectives[c->objective.kind]);
}

static bool known_section(const char *name)
{
    for (const char *const *section = config_sections; *section != NULL; section++)
        if (strcmp(*section, name) == 0) return true;
    return false;
}

/* False: the section has no use, and why says so. */
static bool check_section(const Config *c, const char *section, char *why, size_t room)
{
    if (known_section(section)) {
        if (config_uses(c, section)) return true;
        say_unused(c, section, why, room);
        return false;
    }
    const char *near = suggest_name(section, config_sections);
    size_t used = (size_t)snprintf(why, room, "unknown section [%s]; ", section);
    if (near != NULL)
        snprintf(why + used, room - used, "did you mean [%s]?", near);
    else {
        used += (size_t)snprintf(why + used, room - used, "there are");
        for (const char *const *s = config_sections; *s != NULL; s++)
            used += (size_t)snprintf(why + used, room - used, " [%s]", *s);
    }
    return false;
}

/* Once a section of the file, whatever is in it. */
static void check_sections(Reading *r)
{
    char why[SENTENCE_MAX];
    for (int i = 0; i < r->ini.sections; i++) {
        if (check_section(r->c, r->ini.section[i].name, why, sizeof why)) continue;
        ini_blame(&r->ini, r->ini.section[i].line, "%s", why);
        r->astray = true;
    }
}

/* "'games' belongs in [training], [selection] or [validation]", or nothing. */
static bool hint_elsewhere(const Config *c, const char *key, char *out, size_t room)
{
    const char *where[CONFIG_PARTS_MAX];
    int n = 0, row;
    for (const char *const *s = config_sections; *s != NULL; s++)
        if (config_uses(c, *s) && config_row(c, *s, key, &row) != NULL) where[n++] = *s;
    size_t used = n > 0 ? (size_t)snprintf(out, room, "; '%s' belongs in", key) : 0;
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(out + used, room - used, "%s [%s]", i == 0 ? "" : i == n - 1 ? " or" : ",", where[i]);
    return n > 0;
}

/* "'inertia' belongs to kind = pso", or nothing: the parts that were not chosen. */
static bool hint_other_kind(const char *section, const char *key, char *out, size_t room)
{
    const char *kind = NULL;
    for (int i = 0; strcmp(section, "game") == 0 && registry_games[i] != NULL && kind == NULL; i++)
        if (param_find(registry_games[i]->params, key) != NULL) kind = registry_games[i]->name;
    for (int i = 0; strcmp(section, "agent") == 0 && registry_agents[i] != NULL && kind == NULL; i++)
        if (param_find(registry_agents[i]->params, key) != NULL) kind = registry_agents[i]->name;
    for (int i = 0; strcmp(section, "optimiser") == 0 && registry_optimisers[i] != NULL && kind == NULL; i++)
        if (param_find(registry_optimisers[i]->params, key) != NULL) kind = registry_optimisers[i]->name;
    if (kind != NULL) snprintf(out, room, "; '%s' belongs to kind = %s", key, kind);
    return kind != NULL;
}

/* "did you mean 'particles'?", or which keys there are. */
static void hint_here(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    size_t used = (size_t)snprintf(out, room, "; its keys are");
    Suggest s = suggest_start(key);
    for (int p = 0; p < c->parts; p++)
        for (const Param *row = c->part[p].table; row->key != NULL && strcmp(c->part[p].section, section) == 0; row++) {
            suggest_try(&s, row->key);
            if (used < room) used += (size_t)snprintf(out + used, room - used, " %s", row->key);
        }
    if (s.best != NULL) snprintf(out, room, "%s", suggest_hint(&s).text);
}

static void refuse_key(Reading *r, Given *g)
{
    char hint[SENTENCE_MAX / 2];
    if (!hint_elsewhere(r->c, g->key, hint, sizeof hint) && !hint_other_kind(g->section, g->key, hint, sizeof hint))
        hint_here(r->c, g->section, g->key, hint, sizeof hint);
    r->astray = true;
    tell(r, g, true, "unknown key '%s' in [%s]%s", g->key, g->section, hint);
}

/* The absolute name of the file that word means to g: from the folder of the ini, or from where the user is. NULL: it cannot be
 * read, and why says so. Owned. */
static char *locate(const Reading *r, const Given *g, const char *word, char *why, size_t room)
{
    char path[2 * PARAM_TEXT_MAX];
    const char *slash = g->line > 0 ? strrchr(r->ini.path, '/') : NULL;
    int folder = slash != NULL && word[0] != '/' ? (int)(slash - r->ini.path) + 1 : 0;
    snprintf(path, sizeof path, "%.*s%s", folder, folder > 0 ? r->ini.path : "", word);
    struct stat status;
    char *full = realpath(path, NULL);
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

/* All of them, between blanks. False: told. */
static bool locate_files(Reading *r, Given *g, char *out, size_t room)
{
    char word[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; config_word(g->value, i, word, sizeof word); i++) {
        char *full = locate(r, g, word, why, sizeof why);
        if (full == NULL) {
            if (g->line == 0) r->c->missing = true;
            tell_value(r, g, true, why);
            continue;
        }
        if (used < room) used += (size_t)snprintf(out + used, room - used, "%s%s", i > 0 ? " " : "", full);
        free(full);
    }
    return !g->refused;
}

/* The section of g is known and of use, or it was told. */
static bool has_section(Reading *r, Given *g)
{
    char why[SENTENCE_MAX];
    if (check_section(r->c, g->section, why, sizeof why)) return true;
    if (g->line == 0) tell(r, g, true, "%s", why); /* else check_sections did, once for all its keys */
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
    OptimiserChoice aside;
    if (block == &r->c->optimiser_choice && strcmp(p->key, "preset") == 0) {
        if (g->refused) return false;
        block = &aside; /* apply_preset has put the right name in its place */
    }
    if (g->line == 0 && refuses(g, p) != NULL) {
        tell_value(r, g, true, refuses(g, p));
        return false;
    }
    if (is_file && !locate_files(r, g, files, sizeof files)) return false;
    if (param_set(p, block, is_file ? files : g->value, why, sizeof why)) return true;
    tell_value(r, g, true, why);
    return false;
}

/* Second pass: one value to its place, or an error. */
static void apply(Reading *r, Given *g)
{
    char text[SENTENCE_MAX];
    int row;
    if (!has_section(r, g)) return;
    const ConfigPart *part = config_row(r->c, g->section, g->key, &row);
    if (part == NULL) {
        refuse_key(r, g);
        return;
    }
    if (!config_uses_key(r->c, g->section, g->key)) {
        if (r->c->has_meta)
            snprintf(text, sizeof text, "has no use beside [meta]; it belongs in the ini files of the problems");
        else
            snprintf(text, sizeof text, "has no use where kind = %s", config_objectives[r->c->objective.kind]);
        tell_value(r, g, true, text);
        return;
    }
    if (!set(r, g, &part->table[row], part->block)) return;
    snprintf(text, sizeof text, "%s:%d", g->origin, g->line);
    config_came_from(part, row, g->line > 0 ? text : g->origin);
}

/* Whether all that was given in a section is right, so that combinations of it can be judged. */
static bool sound(const Reading *r, const char *section)
{
    for (int i = 0; i < r->n; i++)
        if (r->given[i].refused && strcmp(r->given[i].section, section) == 0) return false;
    for (int i = 0; i < r->ini.problems; i++)
        if (strcmp(ini_section_at(&r->ini, r->ini.problem[i].line), section) == 0) return false;
    return config_uses(r->c, section);
}

/* What a part says of the combination of its values; section: of the keys that name none. */
static void tell_findings(Reading *r, const char *section, const Finding *finding, int n)
{
    for (int i = 0; i < n; i++) {
        char where[64], value[PARAM_TEXT_MAX];
        const char *point = strchr(finding[i].key, '.');
        const char *key = point != NULL ? point + 1 : finding[i].key;
        snprintf(where, sizeof where, "%.*s", point != NULL ? (int)(point - finding[i].key) : (int)strlen(section),
                 point != NULL ? finding[i].key : section);
        Given *g = find(r, where, key);
        void *block;
        const Param *row = config_find(r->c, key, where, &block);
        if (g != NULL)
            tell_value(r, g, finding[i].fatal, finding[i].why);
        else if (row != NULL) {
            param_print(row, block, value, sizeof value);
            tell(r, NULL, finding[i].fatal, "%s.%s = %.*s: %s", where, key, QUOTE_MAX, value, finding[i].why);
        } else
            tell(r, NULL, finding[i].fatal, "[%s]: %s", where, finding[i].why);
    }
}

static void check_features(Reading *r)
{
    Config *c = r->c;
    Finding found[FINDINGS_MAX];
    int n = 0;
    if (!sound(r, "agent")) return;
    const FeatureSet *set = features_read(c->game, c->agent_choice.features, &c->listed, found, &n);
    if (set != NULL) c->set = set;
    tell_findings(r, "agent", found, n);
}

static void check_box(Reading *r)
{
    const ObjectiveOptions *o = &r->c->objective;
    if (!sound(r, "objective") || o->kind > 0 || o->lower < o->upper) return;
    bool blame_upper = find(r, "objective", "lower") == NULL;
    Finding f = {.key = blame_upper ? "upper" : "lower", .fatal = true};
    if (blame_upper)
        snprintf(f.why, sizeof f.why, "must be more than lower = %.15g", o->lower);
    else
        snprintf(f.why, sizeof f.why, "must be less than upper = %.15g", o->upper);
    tell_findings(r, "objective", &f, 1);
}

/* Whether the engine that was asked for plays these rules. */
static void check_engine(Reading *r, const void *rules)
{
    const Config *c = r->c;
    Player player;
    if (!sound(r, "experiment") || !sound(r, "game") || !sound(r, "agent") || !sound(r, "objective")) return;
    Ruleset table = {.game = c->game, .rules = rules, .set = c->set, .options = c->agent_options};
    const char *reason = player_make(&player, table, c->agent, c->experiment.engine, c->isa, c->objective.max_pieces);
    if (reason != NULL) {
        Finding f = {.key = "engine", .fatal = true};
        snprintf(f.why, sizeof f.why, "%s", reason);
        tell_findings(r, "experiment", &f, 1);
    }
    player_free(&player);
}

/* The rules of a phase, where they are not those of [game]. */
static void check_phase(Reading *r, const char *section, const void *rules)
{
    const Config *c = r->c;
    Finding finding[FINDINGS_MAX];
    if (!sound(r, "game") || !sound(r, section) || config_deviation(c, rules, 0) == NULL) return;
    int n = c->game->check(rules, finding);
    tell_findings(r, section, finding, n);
    if (n == 0 && sound(r, "agent")) tell_findings(r, "agent", finding, c->game->check_set(rules, c->set, finding));
    if (n == 0) check_engine(r, rules);
}

/* A schedule follows the budget, and nobody can say what share of a time was spent without the clock having a say in the results. */
static void check_schedule(Reading *r)
{
    const TrainingOptions *t = &r->c->train.training;
    const Optimiser *o = r->c->optimiser;
    if (!sound(r, "training") || !sound(r, "optimiser")) return;
    if (o->scheduled == NULL || !o->scheduled(r->c->optimiser_options)) return;
    if (!(t->minutes > 0) || t->rounds > 0 || t->total_games > 0 || t->total_pieces > 0) return;
    Finding f = {.key = "minutes", .fatal = true};
    snprintf(f.why, sizeof f.why,
             "the %s follows a schedule over the budget, which must be one of rounds, total_games or total_pieces", o->name);
    tell_findings(r, "training", &f, 1);
}

/* Two answers to one question. */
static void check_share(Reading *r)
{
    const SelectionOptions *o = &r->c->train.selection;
    Given *games = find(r, "selection", "games"), *share = find(r, "selection", "share");
    if (!sound(r, "selection") || games == NULL || share == NULL || !(o->share > 0)) return;
    tell_value(r, games, false, "plays no part where share is above 0");
}

static void check_meta(Reading *r)
{
    const MetaOptions *m = &r->c->meta;
    const IniSection *s = ini_section(&r->ini, "meta");
    if (r->astray || !sound(r, "meta") || (m->problems[0] != '\0' && m->tune[0] != '\0')) return;
    const char *what = m->problems[0] == '\0' ? "problems = FILE.ini ..., the ini files of what is trained"
                                              : "tune = KEY ..., the parameters that are searched";
    if (s != NULL)
        ini_blame(&r->ini, s->line, "[meta] needs %s", what);
    else
        tell(r, NULL, true, "[meta] needs %s", what);
}

/* What no single value shows. */
static void check_combinations(Reading *r)
{
    const Config *c = r->c;
    Finding finding[FINDINGS_MAX];
    check_features(r);
    check_box(r);
    check_meta(r);
    if (sound(r, "game")) tell_findings(r, "game", finding, c->game->check(c->rules, finding));
    if (sound(r, "game") && sound(r, "agent")) tell_findings(r, "agent", finding, c->game->check_set(c->rules, c->set, finding));
    check_engine(r, c->rules);
    check_phase(r, "training", c->training_rules);
    check_phase(r, "selection", c->selection_rules);
    check_schedule(r);
    check_share(r);
    if (r->ini.path != NULL && !r->astray && sound(r, "training") && sound(r, "selection") && sound(r, "validation"))
        tell_findings(r, "training", finding, train_check(&c->train, finding));
    if (sound(r, "optimiser") && c->optimiser->check != NULL)
        tell_findings(r, "optimiser", finding, c->optimiser->check(c->optimiser_options, finding));
}

/* Hands over what is wrong, the file's first. True: nothing. */
static bool finish(Reading *r, Errors *errors)
{
    bool good = r->ini.problems == 0 && r->late.n == 0;
    if (r->ini.path != NULL) ini_report(&r->ini, errors);
    for (int i = 0; i < r->late.n; i++) errors_add(errors, "%s", r->late.line[i]);
    for (int i = 0; i < r->n; i++) {
        free(r->given[i].section);
        free(r->given[i].key);
        free(r->given[i].value);
    }
    free(r->given);
    errors_free(&r->late);
    ini_free(&r->ini);
    return good;
}

bool config_read(Config *c, const char *path, const ConfigValue *value, int n, Errors *errors, Errors *warnings)
{
    *c = (Config){.path = mem_text(path), .isa = isa_asked()};
    Reading r = {.c = c, .warnings = warnings};
    config_start(c);
    if (path != NULL && !ini_read(&r.ini, path)) {
        c->missing = true;
        config_choose(c);
        return finish(&r, errors);
    }
    r.astray = r.ini.problems > 0;
    add_entries(&r);
    for (int i = 0; i < n; i++)
        if (is_named(&value[i])) add_value(&r, &value[i]);
    read_choices(&r);
    config_choose(c);
    for (int i = 0; i < n; i++)
        if (!is_named(&value[i])) refuse_value(&r, &value[i]);
    apply_preset(&r);
    check_sections(&r);
    for (int i = 0; i < r.n; i++) apply(&r, &r.given[i]);
    config_settle(c);
    check_combinations(&r);
    return finish(&r, errors);
}
