/* encoder_file.c. Reads the file of an encoder. */
#include "config/encoder_file.h"

#include "base/mem.h"
#include "base/param.h"
#include "file/files.h"
#include "file/ini.h"
#include "registry.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Parameter i from the entry; false: why says what is wrong. */
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

static bool take_parameters(EncoderFile *f, const Ini *ini, const EncoderShape *shape, char *why, size_t room)
{
    const int n = encoder_parameters(shape);
    int taken = 0;
    f->encoder = mem_new(1, sizeof *f->encoder + (size_t)n * sizeof *f->encoder->p);
    f->encoder->shape = *shape;
    for (int i = 0; i < ini->entries; i++) {
        if (strcmp(ini->entry[i].section, "weights") != 0) continue;
        if (taken < n && !take_parameter(f->encoder, taken, &ini->entry[i], why, room)) return false;
        taken++;
    }
    if (taken == n) return true;
    snprintf(why, room, "has %d weights: must have %d", taken, n);
    return false;
}

static bool take(EncoderFile *f, const Ini *ini, char *why, size_t room)
{
    const char *observation = rule(ini, "observation", why, room), *game = observation ? rule(ini, "game", why, room) : NULL;
    if (game == NULL) return false;
    snprintf(f->observation, sizeof f->observation, "%s", observation);
    f->game = registry_game(game);
    if (f->game == NULL) {
        snprintf(why, room, "is for the game %.60s, which this program does not have", game);
        return false;
    }
    EncoderShape shape = {.width = rule_number(ini, "encoder_width", ENCODER_CELLS_MAX, why, room)};
    if (shape.width > 0) shape.height = rule_number(ini, "encoder_height", ENCODER_CELLS_MAX / shape.width, why, room);
    if (shape.height > 0) shape.hidden = rule_number(ini, "encoder_hidden", ENCODER_UNITS_MAX, why, room);
    return shape.hidden > 0 && take_parameters(f, ini, &shape, why, room);
}

/* The text of a file, owned by the caller; NULL: why says what is wrong. */
static char *read_text(const char *path, char *why, size_t room)
{
    size_t size = 0;
    char *text = files_read(path, &size);
    if (text == NULL) {
        snprintf(why, room, "cannot be read: %s", strerror(errno));
    } else if (strlen(text) < size) {
        snprintf(why, room, "is no text: byte %zu is 0", strlen(text) + 1);
        free(text);
        text = NULL;
    }
    return text;
}

bool encoder_file_read(EncoderFile *f, const char *path, const char *text, char *why, size_t room)
{
    Ini ini;
    assert(room >= PARAM_WHY_MAX);
    *f = (EncoderFile){.text = text != NULL ? mem_text(text) : read_text(path, why, room)};
    if (f->text == NULL) return false;
    ini_read_text(&ini, path, f->text);
    bool good = true;
    if (ini.problems > 0) {
        snprintf(why, room, "%.300s", ini.problem[0].text);
        good = false;
    }
    good = good && take(f, &ini, why, room);
    ini_free(&ini);
    if (!good) encoder_file_free(f);
    return good;
}

void encoder_file_free(EncoderFile *f)
{
    free(f->encoder);
    free(f->text);
    *f = (EncoderFile){0};
}
