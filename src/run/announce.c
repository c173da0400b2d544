/* announce.c. Puts the search and its preset into words. */
#include "run/announce.h"

#include "base/text.h"
#include "config/config_check.h"
#include "file/message.h"

#include <assert.h>
#include <string.h>

/* Adds "particles = 40, topology = ring": the rows of a section that matter, and are announced or were changed. */
static void add_rows(const Config *c, const char *section, Text *out)
{
    Unmet unmet;
    const char *between = ": ";
    for (int p = 0; p < c->parts; p++) {
        const ConfigPart *part = &c->part[p];
        if (strcmp(part->section, section) != 0 || part->block == &c->optimiser_choice) continue;
        for (int i = 0; part->table[i].key != NULL; i++) {
            const bool changed = part->key[i].kind == ORIGIN_GIVEN && !part->key[i].usual;
            if ((!part->table[i].announced && !changed) || !config_matters(c, &part->key[i], &unmet)) continue;
            text_add(out, "%s%s = %s", between, part->table[i].key, config_show(&part->key[i]).text);
            between = ", ";
        }
    }
}

const char *announce_search(const Config *c, char *out)
{
    Text text = text_in(out, ANNOUNCE_MAX);
    const TrainingOptions *t = &c->train.training;
    const AboutAllocation *allocation = &allocation_about[t->allocation.rule];
    const ConfigKey *preset = config_key(c, "optimiser", "preset");
    assert(config_uses(c, "optimiser"));
    text_add(&text, "%s", c->optimiser->name);
    if (c->optimiser_choice.preset[0] != '\0') text_add(&text, ", preset %s", c->optimiser_choice.preset);
    if (preset->kind == ORIGIN_DEFAULT && c->optimiser_choice.preset[0] != '\0') text_add(&text, " (%s)", preset->origin);
    add_rows(c, "optimiser", &text);
    text_add(&text, "; %s%s a position", allocation->amount, message_count(train_games(&c->train), config_units(c)->play).text);
    if (allocation->in_stages || allocation->replays) text_add(&text, ", allocation %s", allocation_names[t->allocation.rule]);
    text_add(&text, ", fitness %s", config_show(config_key(c, "training", "fitness")).text);
    return out;
}

/* ---- the preset ---- */

/* Adds "training.games = 1" for each of a preset's settings that c has; or, of those that c has not, "training.games = 10 instead
 * of 1". */
static void add_settings(const Config *c, const char *settings, bool kept, Text *out)
{
    char word[128];
    for (int i = 0; settings != NULL && text_word(settings, i, word, sizeof word); i++) {
        char *preset = strchr(word, '=');
        assert(preset != NULL);
        *preset++ = '\0';
        const ConfigText value = config_show(config_find(c, word, "optimiser"));
        if ((strcmp(value.text, preset) == 0) != kept) continue;
        text_add(out, "%s%s = %s", out->used > 0 ? ", " : "", word, value.text);
        if (!kept) text_add(out, " instead of %s", preset);
    }
}

const char *announce_preset(const Config *c, char *out)
{
    char elsewhere[ANNOUNCE_MAX / 2], changed[ANNOUNCE_MAX / 2];
    const Preset *p = config_preset(c->optimiser, c->optimiser_choice.preset);
    Text text = text_in(out, ANNOUNCE_MAX), sets = text_in(elsewhere, sizeof elsewhere),
         changes = text_in(changed, sizeof changed);
    if (p == NULL) return out;
    add_settings(c, p->implied, true, &sets);
    add_settings(c, p->settings, false, &changes);
    add_settings(c, p->implied, false, &changes);
    if (sets.used > 0) text_add(&text, "%s also sets %s", p->name, elsewhere);
    if (changes.used > 0) text_add(&text, sets.used > 0 ? "; changed: %s" : "changed: %s", changed);
    return out;
}
