/* announce.c. Puts the search, its preset and the engine into words. */
#include "run/announce.h"

#include "base/text.h"
#include "config/config_read.h"
#include "config/kinds.h"
#include "experiment/meta_state.h"
#include "file/message.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Adds "particles = 40, topology = ring": those rows of a section that matter and are announced or were changed. */
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

/* kept: adds "training.games = 1" for each of the settings of a preset that c has. Else adds "training.games = 10 instead of 1"
 * for each that c has changed. */
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

/* ---- the budget ---- */

/* What a training takes at most, by its options and by those of c that limit a game. */
static Budget budget_of(const TrainSpec *spec, const Config *c)
{
    const TrainOptions *o = &spec->options;
    const TrainingOptions *t = &o->training;
    void *optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    double positions = spec->optimiser->candidates(optimiser);
    if (allocation_about[t->allocation.rule].replays) positions += spec->optimiser->archive(optimiser)->n;
    spec->optimiser->destroy(optimiser);
    const double longest = c->kind->scores_games ? (double)config_search_longest(c) : 0, pieces = train_pieces(o);
    Budget b = {
        .training = t->iterations > 0 ? (double)t->iterations * positions * train_games(o) : HUGE_VAL,
        .selection = train_shares_pieces(o) ? 0 : (double)train_finalists(o) * train_final_games(o),
        .selection_turns = train_shares_pieces(o) ? (double)t->total_pieces - pieces : 0,
        .validation = (double)o->validation.games * (1 + spec->baselines),
        .minutes = t->minutes > 0 ? t->minutes : HUGE_VAL,
    };
    if (t->total_games > 0) b.training = fmin(b.training, (double)train_budget(o));
    b.turns = fmin(longest > 0 ? b.training * longest : HUGE_VAL, pieces > 0 ? pieces : HUGE_VAL);
    return b;
}

/* Prints ", 1.2M pieces in the selection"; nothing if n is 0 or not known. */
static void print_amount(FILE *out, double n, const char *what, const char *where, bool *first)
{
    if (!(n > 0) || isinf(n)) return;
    fprintf(out, "%s%s %s%s", *first ? " " : ", ", message_number(n).text, what, where);
    *first = false;
}

Budget announce_budget(FILE *out, const Setup *s)
{
    const bool tunes = s->config->kind->tunes;
    assert(s->trainings.n >= 1);
    Budget b = budget_of(tunes ? &s->tuning.outer : &s->trainings.spec[0], s->config);
    const char *turns = setup_cost_name(s), *plays = setup_play_name(s);
    bool first = true;
    if (tunes) b.ablation = (double)s->config->meta.ablation * meta_ablation_settings(s->tuning.problems.tune.n);
    fprintf(out, "budget: training up to");
    print_amount(out, b.training, plays, "", &first);
    if (!config_units(s->config)->unit_cost) print_amount(out, b.turns, turns, "", &first);
    print_amount(out, b.minutes, "minutes", "", &first);
    fprintf(out, "; then");
    first = true;
    print_amount(out, b.selection, plays, " in the selection", &first);
    print_amount(out, b.selection_turns, turns, " in the selection", &first);
    print_amount(out, b.validation, plays, " in the validation", &first);
    print_amount(out, b.ablation, plays, " in the ablation", &first);
    fprintf(out, first ? " nothing\n" : "\n");
    return b;
}

/* ---- the engine: which one plays, on how many threads, and why ---- */

/* The task whose engine is named: the first that auto plays on the reference, else the first one; NULL: no task has a player. */
static const Task *named_task(const Setup *s)
{
    const Task *first = NULL;
    for (int i = 0; i < s->tasks.n; i++) {
        const Task *a = &s->tasks.task[i];
        if (a->rules == NULL || a->player.engine == NULL) continue;
        if (a->player.refused != NULL) return a;
        if (first == NULL) first = a;
    }
    return first;
}

/* Whether the lanes refuse a set, or are slow with it. */
static bool is_apart(const Lanes *l, const Player *p, const FeatureSet *set)
{
    return l->refuses(p->table.rules, set) != NULL || (l->slows != NULL && l->slows(set) != NULL);
}

/* Adds the names of those features that by themselves make the lanes refuse a set, or slow; there may be none. */
static void add_features(Text *t, const Player *p)
{
    const Game *g = p->table.game;
    const Lanes *l = g->lanes != NULL && p->agent->turn != NULL ? g->lanes[0] : NULL;
    const FeatureSet none = {.name = "", .source = ""};
    if (l != NULL && l->refuses(p->table.rules, &none) != NULL) return; /* the rules are refused */
    for (int i = 0; l != NULL && p->table.observer == NULL && i < p->table.set->n; i++) {
        const FeatureSet one = {.name = "", .source = "", .index = &p->table.set->index[i], .n = 1};
        if (!is_apart(l, p, &one)) continue;
        text_add(t, "%s %s", t->used > 0 ? "," : "", features_name(g, one.index[0]));
    }
}

/* "the lanes do not know blocked_tops": why auto chose the reference. */
static void add_reason(Text *t, const Player *p)
{
    char names[400];
    Text features = text_in(names, sizeof names);
    add_features(&features, p);
    if (features.used > 0)
        text_add(t, "the lanes do not know%s", names);
    else
        text_add(t, "%s", p->refused);
}

/* ", slower, since the reference counts blocked_tops": why the lanes are slower than with other sets. */
static void add_slowness(Text *t, const Player *p)
{
    char names[400];
    Text features = text_in(names, sizeof names);
    const char *why = p->lanes->slows != NULL ? p->lanes->slows(p->table.set) : NULL;
    if (why == NULL) return;
    add_features(&features, p);
    text_add(t, ", slower, since ");
    if (features.used > 0)
        text_add(t, "the reference counts%s", names);
    else
        text_add(t, "%s", why);
}

const char *engine_info_engine(const Setup *s, char *out, size_t room)
{
    const Task *a = named_task(s);
    Text t = text_in(out, room);
    if (a == NULL) return out;
    const Player *p = &a->player;
    text_add(&t, "%s", p->engine);
    if (p->refused != NULL) {
        text_add(&t, ", since ");
        add_reason(&t, p);
        text_add(&t, ": some 100 times slower");
    } else if (p->lanes != NULL) {
        text_add(&t, ", %s", p->isa);
        add_slowness(&t, p);
    } else {
        text_add(&t, ", as [experiment] engine asks: some 100 times slower than the lanes");
    }
    return out;
}

const char *engine_info_threads(const Setup *s, char *out, size_t room)
{
    Text t = text_in(out, room);
    text_add(&t, "%s (%s)", message_count(evaluator_threads(s->evaluator), "threads").text, s->threads_from);
    return out;
}

void engine_info_warn(FILE *out, const Setup *s)
{
    const int threads = evaluator_threads(s->evaluator), missing = evaluator_missing(s->evaluator);
    assert(missing >= 0);
    if (missing == 0) return;
    fprintf(out,
            "warning: %d of %d threads are used: the system starts no more (see ulimit -u, ulimit -v, OMP_THREAD_LIMIT, and the "
            "limits of a container)\n",
            threads, threads + missing);
}

void engine_info_print(FILE *out, const Setup *s)
{
    char engine[600], threads[80];
    engine_info_engine(s, engine, sizeof engine);
    fprintf(out, "%s%s%s%s\n", engine[0] != '\0' ? "engine: " : "", engine, engine[0] != '\0' ? "; " : "",
            engine_info_threads(s, threads, sizeof threads));
    engine_info_warn(out, s);
}

void engine_info_json(Json *j, const Setup *s)
{
    char why[500];
    const Task *a = named_task(s);
    if (a != NULL) {
        json_text(j, "engine", a->player.engine);
        json_text(j, "isa", a->player.isa);
        if (a->player.refused != NULL) {
            Text t = text_in(why, sizeof why);
            add_reason(&t, &a->player);
            json_text(j, "engine_why", why);
        }
    }
    json_int(j, "threads", evaluator_threads(s->evaluator));
    json_text(j, "threads_from", s->threads_from);
}
