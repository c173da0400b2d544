/* observers.c. Room config. Observers, which take the place of a game's features: the units of an encoder from a file, and the
 * counts of local patterns. The file is written by `swarmtris encode`. It is a weights file whose [rules] say what is encoded,
 * and whose [weights] are the parameters of the encoder in their order. */
#include "agent/observer.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/ini.h"
#include "registry.h"
#include "systems/learning/encoder.h"
#include "systems/learning/patterns.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEEDS "need the observation %s of %s, which does not have it"

/* ---- the file of an encoder ---- */

/* The value of a key of [rules]; NULL: it is missing, and why says so. */
static const char *rule(const Ini *ini, const char *key, char *why, size_t room)
{
    const IniEntry *e = ini_find(ini, "rules", key);
    if (e == NULL) snprintf(why, room, "holds no encoder: '%s' of [rules] is missing; 'swarmtris encode' writes such files", key);
    return e != NULL ? e->value : NULL;
}

/* A whole number of [rules], 1 .. most; 0: it is none, and why says so. */
static int rule_number(const Ini *ini, const char *key, int most, char *why, size_t room)
{
    char end[PARAM_WHY_MAX];
    int n = 0;
    const char *text = rule(ini, key, why, room);
    const Param row = {.type = PARAM_INT, .bytes = sizeof n, .lo = 1, .hi = most};
    if (text == NULL || param_set(&row, &n, text, end, sizeof end)) return n;
    snprintf(why, room, "%s = %.40s: %.200s", key, text, end);
    return 0;
}

/* Reads parameter i from the entry. False: why says what is wrong. */
static bool take_parameter(Encoder *e, int i, const IniEntry *entry, char *why, size_t room)
{
    char name[ENCODER_NAME], end[PARAM_WHY_MAX];
    const Param row = {.type = PARAM_REAL, .bytes = sizeof *e->p, .lo = -WEIGHT_MOST, .hi = WEIGHT_MOST};
    encoder_name(&e->shape, i, name);
    if (strcmp(entry->key, name) != 0)
        snprintf(why, room, "line %d: '%.40s' stands where '%s' must be", entry->line, entry->key, name);
    else if (!param_set(&row, &e->p[i], entry->value, end, sizeof end))
        snprintf(why, room, "line %d: %s = %.40s: %.200s", entry->line, name, entry->value, end);
    else
        return true;
    return false;
}

static bool take_parameters(Encoder *e, const Ini *ini, char *why, size_t room)
{
    const int n = encoder_parameters(&e->shape);
    int taken = 0;
    for (int i = 0; i < ini->entries; i++) {
        if (strcmp(ini->entry[i].section, "weights") != 0) continue;
        if (taken < n && !take_parameter(e, taken, &ini->entry[i], why, room)) return false;
        taken++;
    }
    if (taken == n) return true;
    snprintf(why, room, "has %d weights: must have %d", taken, n);
    return false;
}

/* Sets the observation that the file encodes. False: the game does not have it, and why says so. */
static bool take_observation(Observer *o, const Game *game, const Ini *ini, char *why, size_t room)
{
    const char *observation = rule(ini, "observation", why, room), *name = observation ? rule(ini, "game", why, room) : NULL;
    if (name == NULL) return false;
    o->observation = game_observation(game, observation);
    if (registry_game(name) == NULL)
        snprintf(why, room, "is for the game %.60s, which this program does not have", name);
    else if (strcmp(name, game->name) != 0)
        snprintf(why, room, "encodes the game %.60s, not %s", name, game->name);
    else if (o->observation == NULL)
        snprintf(why, room, NEEDS, observation, game->name);
    else
        return true;
    return false;
}

static bool take_encoder(Observer *o, const Ini *ini, char *why, size_t room)
{
    EncoderShape shape = {.width = rule_number(ini, "encoder_width", ENCODER_CELLS_MAX, why, room)};
    if (shape.width > 0) shape.height = rule_number(ini, "encoder_height", ENCODER_CELLS_MAX / shape.width, why, room);
    if (shape.height > 0) shape.hidden = rule_number(ini, "encoder_hidden", ENCODER_UNITS_MAX, why, room);
    if (shape.hidden == 0) return false;
    Encoder *e = o->learned = mem_new(1, sizeof *e + (size_t)encoder_parameters(&shape) * sizeof *e->p);
    e->shape = shape;
    o->n = shape.hidden;
    return take_parameters(e, ini, why, room);
}

/* The text of a file, owned by the caller; NULL: why says what is wrong. */
static char *read_text(const char *path, char *why, size_t room)
{
    size_t size = 0;
    char *text = files_read(path, &size);
    if (text == NULL) {
        snprintf(why, room, "cannot be read: %s", files_why(errno));
    } else if (strlen(text) < size) {
        snprintf(why, room, "is no text: byte %zu is 0", strlen(text) + 1);
        free(text);
        text = NULL;
    }
    return text;
}

static bool open_encoder(Observer *o, const Game *game, const char *path, char *why, size_t room)
{
    assert(room >= PARAM_WHY_MAX);
    o->text = read_text(path, why, room);
    if (o->text == NULL) return false;
    CLOSED(ini_free) Ini ini;
    ini_read_text(&ini, path, o->text, strlen(o->text));
    if (ini.problems > 0) snprintf(why, room, "%.300s", ini.problem[0].text);
    return ini.problems == 0 && take_observation(o, game, &ini, why, room) && take_encoder(o, &ini, why, room);
}

/* ---- what is read of a state ---- */

/* Whether the observation has at most ENCODER_CELLS_MAX numbers under these rules. False: why says so. */
static bool shape_suits(const Observer *o, const void *rules, char *why, size_t room)
{
    int width, height;
    o->observation->shape(rules, &width, &height);
    if (width <= ENCODER_CELLS_MAX / height) return true;
    snprintf(why, room, "cannot be those of %d x %d numbers, which are more than %d", width, height, ENCODER_CELLS_MAX);
    return false;
}

static bool encoder_suits(const Observer *o, const void *rules, char *why, size_t room)
{
    const EncoderShape *shape = &((const Encoder *)o->learned)->shape;
    int width, height;
    if (!shape_suits(o, rules, why, room)) return false;
    o->observation->shape(rules, &width, &height);
    if (width == shape->width && height == shape->height) return true;
    snprintf(why, room, "the encoder of [agent] features is for boards of %dx%d, not of %dx%d", shape->width, shape->height,
             width, height);
    return false;
}

static void read_units(const Observer *o, const void *rules, const void *state, double *out)
{
    double board[ENCODER_CELLS_MAX], scratch[2 * (ENCODER_CELLS_MAX + ENCODER_UNITS_MAX)];
    const Encoder *e = o->learned;
    assert(encoder_scratch(&e->shape) <= sizeof scratch / sizeof *scratch);
    o->observation->numbers(rules, state, board);
    encoder_units(&e->shape, e->p, board, scratch, out);
}

#define TEN(K) K "0", K "1", K "2", K "3", K "4", K "5", K "6", K "7", K "8", K "9"
static const char *const units_from_zero[] = {TEN("unit_"),  TEN("unit_1"), TEN("unit_2"), TEN("unit_3"),
                                              TEN("unit_4"), TEN("unit_5"), TEN("unit_6")};
_Static_assert(ENCODER_UNITS_MAX < sizeof units_from_zero / sizeof *units_from_zero, "each unit has a name");

const ObserverKind observer_encoder = {.name = "encoder",
                                       .of_file = true,
                                       .names = units_from_zero + 1,
                                       .most = ENCODER_UNITS_MAX,
                                       .open = open_encoder,
                                       .suits = encoder_suits,
                                       .read = read_units};

/* ---- local patterns ---- */

static bool open_patterns(Observer *o, const Game *game, const char *path, char *why, size_t room)
{
    (void)path;
    o->observation = game_observation(game, "");
    o->n = PATTERNS;
    if (o->observation == NULL) snprintf(why, room, NEEDS, "", game->name);
    return o->observation != NULL;
}

static void read_patterns(const Observer *o, const void *rules, const void *state, double *out)
{
    double board[ENCODER_CELLS_MAX];
    int width, height;
    o->observation->shape(rules, &width, &height);
    assert(width <= ENCODER_CELLS_MAX / height);
    o->observation->numbers(rules, state, board);
    patterns_count(width, height, board, out);
}

const ObserverKind observer_patterns = {.name = "patterns",
                                        .names = pattern_names,
                                        .most = PATTERNS,
                                        .open = open_patterns,
                                        .suits = shape_suits,
                                        .read = read_patterns};
