/* api_environment.c. Games side by side in which another program makes the moves. */
#include "api/call.h"
#include "base/hash.h"
#include "base/mem.h"
#include "eval/vector_env.h"
#include "run/environment.h"
#include "store/checkpoint.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 1000000 };

struct swt_env {
    Config config;    /* configuration of the games; not to be copied, so the struct is never moved */
    Player player;    /* plays the games, with the lanes that keep them */
    VectorEnv *games; /* owned */
    bool begun;
    char *warnings; /* owned */
    char *saved;    /* the last result of swt_env_save; owned */
};

static int weights_of(const swt_env *e)
{
    const Schema schema = config_schema(&e->config);
    return schema_known(&schema) && config_agent_file(&e->config) == NULL ? schema_size(&schema) : 0;
}

/* ---- opening ---- */

static swt_error *open_games(swt_env *e, const char *ini, int n, bool again)
{
    Errors warnings = {0};
    swt_error *wrong = ini_text_read(&e->config, ini, false, &warnings);
    e->warnings = fail_join(&warnings);
    if (wrong != NULL) return wrong;
    const Config *c = &e->config;
    if (!config_uses(c, "game") || !config_uses(c, "agent"))
        return fail(SWT_CONFIG, "ini: an environment needs games that an agent could play, [objective] kind = games, and not %s",
                    c->kind->name);
    const int threads = c->experiment.mode == EVALUATOR_NONE ? 1 : c->experiment.threads;
    vector_env_player(&e->player, config_rules(c, c->rules), c->agent, c->experiment.engine == PLAYER_REFERENCE, c->isas,
                      c->objective.max_pieces);
    const VectorEnvSpec spec = {
        .player = &e->player, .n = n, .threads = threads > 0 ? threads : processors_taken(NULL), .again = again};
    e->games = vector_env_create(&spec);
    if (weights_of(e) > 0) return NULL;
    OWNED double *none = mem_new((size_t)agent_weights(c->agent, &e->player.table) + 1, sizeof *none);
    vector_env_weights(e->games, none);
    return NULL;
}

swt_error *swt_env_open(swt_env **out, const char *ini, int n, bool again)
{
    if (out == NULL) return fail(SWT_USAGE, "out: must be the address of a pointer to an environment, and is NULL");
    *out = NULL;
    if (n < 1 || n > GAMES_MAX) return fail(SWT_USAGE, "n = %d: must be 1..%d", n, GAMES_MAX);
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    swt_env *e = mem_new(1, sizeof *e);
    swt_error *wrong = open_games(e, ini, n, again);
    if (wrong != NULL) swt_env_close(e);
    if (wrong == NULL) *out = e;
    return wrong;
}

void swt_env_close(swt_env *e)
{
    if (e == NULL) return;
    vector_env_destroy(e->games);
    player_free(&e->player);
    config_free(&e->config);
    free(e->warnings);
    free(e->saved);
    free(e);
}

const char *swt_env_warnings(const swt_env *e)
{
    return e != NULL ? e->warnings : "";
}

/* ---- what it is ---- */

void swt_env_what(const swt_env *e, swt_env_shape *out)
{
    if (out != NULL) *out = (swt_env_shape){0};
    if (e == NULL || out == NULL) return;
    const VectorEnvShape s = e->games->shape;
    *out = (swt_env_shape){.game = e->config.game->name,
                           .games = s.games,
                           .height = s.height,
                           .width = s.width,
                           .words = s.words,
                           .shown = s.shown,
                           .actions = s.actions,
                           .axes = s.axes,
                           .features = s.features,
                           .weights = weights_of(e),
                           .threads = s.threads,
                           .fast = s.fast};
    for (int i = 0; i < s.axes; i++) out->axis[i] = s.length[i], out->axis_name[i] = s.axis[i];
}

const char *swt_env_title(const swt_env *e, int i)
{
    if (e == NULL || i < 0 || i >= e->games->shape.shown) return NULL;
    return e->config.game->view->title(e->config.rules, i);
}

bool swt_env_feature(const swt_env *e, int i, swt_feature *out)
{
    if (e == NULL || out == NULL || i < 0 || i >= e->games->shape.features) return false;
    *out = set_feature(&e->config, i);
    return true;
}

/* ---- playing ---- */

/* What is wrong with the arguments of a call; NULL: nothing. begun: games must have begun. */
static swt_error *check(const swt_env *e, bool begun, const swt_env_view *view)
{
    if (e == NULL) return fail(SWT_USAGE, "environment: must be one that is open, and is NULL");
    if (begun && !e->begun) return fail(SWT_USAGE, "no games were begun: reset comes first");
    if (view != NULL && view->expert != NULL && e->games->w == NULL)
        return fail(SWT_USAGE, "view.expert: the expert has no weights yet: swt_env_expert comes first");
    return NULL;
}

static VectorEnvLook look_of(const swt_env_view *v)
{
    return (VectorEnvLook){
        .bits = v->bits, .cells = v->cells, .shown = v->shown, .mask = v->mask, .features = v->features, .expert = v->expert};
}

swt_error *swt_env_expert(swt_env *e, const double *w, int dim)
{
    swt_error *wrong = check(e, false, NULL);
    if (wrong != NULL) return wrong;
    const Schema schema = config_schema(&e->config);
    const int n = weights_of(e);
    if (dim != n) return fail(SWT_USAGE, "dim = %d: must be %d, the weights of the agent", dim, n);
    if (n > 0 && w == NULL) return fail(SWT_USAGE, "w: must be an array, and is NULL");
    for (int i = 0; i < n; i++)
        if (!weight_good(w[i])) {
            char where[40];
            snprintf(where, sizeof where, "w[%d]", i);
            return fail_weight(where, w[i], schema_weight(&schema, i));
        }
    if (n > 0) vector_env_weights(e->games, w);
    return NULL;
}

swt_error *swt_env_reset(swt_env *e, const uint64_t *seeds, const uint8_t *which)
{
    swt_error *wrong = check(e, which != NULL, NULL);
    if (wrong == NULL && seeds == NULL) wrong = fail(SWT_USAGE, "seeds: must be an array, and is NULL");
    if (wrong != NULL) return wrong;
    vector_env_reset(e->games, seeds, which);
    e->begun = true;
    return NULL;
}

static swt_error *fail_action(const swt_env *e, int i, int action)
{
    const int most = e->games->shape.actions - 1;
    if (action < 0 || action > most)
        return fail(SWT_USAGE, "actions[%d] = %d, of game %d: must be 0..%d, or -1: no move", i, action, i, most);
    if (e->games->done[i] != VECTOR_ENV_GOING)
        return fail(SWT_USAGE, "actions[%d] = %d, of game %d: must be -1, no move, since this game is over", i, action, i);
    return fail(SWT_USAGE, "actions[%d] = %d, of game %d: is illegal in its state, as the mask says", i, action, i);
}

swt_error *swt_env_step(swt_env *e, const int32_t *actions, double *rewards, uint8_t *done, int64_t *lengths,
                        const swt_env_view *view)
{
    swt_error *wrong = check(e, true, view);
    if (wrong == NULL && actions == NULL) wrong = fail(SWT_USAGE, "actions: must be an array, and is NULL");
    if (wrong != NULL) return wrong;
    const int illegal = vector_env_illegal(e->games, actions);
    if (illegal < e->games->shape.games) return fail_action(e, illegal, actions[illegal]);
    const VectorEnvLook look = view != NULL ? look_of(view) : (VectorEnvLook){0};
    vector_env_step(e->games, actions, rewards, done, lengths, view != NULL ? &look : NULL);
    return NULL;
}

swt_error *swt_env_look(swt_env *e, const swt_env_view *view)
{
    swt_error *wrong = check(e, true, view);
    if (wrong == NULL && view == NULL) wrong = fail(SWT_USAGE, "view: must be a struct, and is NULL");
    if (wrong != NULL) return wrong;
    const VectorEnvLook look = look_of(view);
    vector_env_look(e->games, &look);
    return NULL;
}

/* ---- saving ---- */

/* A fingerprint of what saved games depend on: [game], [agent], and whether a fast engine keeps the games. */
static uint64_t mark_of(const swt_env *e)
{
    const Config *c = &e->config;
    uint64_t mark = hash_u64(HASH_START, e->games->shape.fast);
    for (int p = 0; p < c->parts; p++)
        for (int i = 0; i < param_rows(c->part[p].table); i++) {
            const ConfigKey *k = &c->part[p].key[i];
            if (strcmp(k->section, "game") != 0 && strcmp(k->section, "agent") != 0) continue;
            const ConfigText value = config_show(k);
            mark = hash_bytes(hash_bytes(mark, k->row->key, strlen(k->row->key) + 1), value.text, strlen(value.text) + 1);
        }
    return mark;
}

const char *swt_env_save(swt_env *e, size_t *bytes)
{
    Saver s;
    if (e == NULL || bytes == NULL || !e->begun) return NULL;
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    uint64_t mark = mark_of(e);
    saver_start(&s);
    serialise_u64(&s.serialise, "mark", &mark);
    vector_env_serialise(e->games, &s.serialise);
    saver_finish(&s);
    free(e->saved);
    e->saved = s.text;
    *bytes = s.size + 1;
    return e->saved;
}

/* Loads games into *to, which has the same spec. False: why is the end of a sentence. */
static bool load(VectorEnv *to, uint64_t mark, const char *saved, size_t bytes, char *why, size_t room)
{
    CLOSED(loader_free) Loader l;
    uint64_t its = 0;
    bool good = loader_start(&l, memcpy(mem_new(bytes, 1), saved, bytes), bytes - 1);
    if (good) serialise_u64(&l.serialise, "mark", &its);
    const bool same = !good || l.serialise.failed || its == mark;
    if (good && same) vector_env_serialise(to, &l.serialise);
    good = good && same && !l.serialise.failed && loader_at_end(&l);
    const bool sound = !good || vector_env_sound(to);
    snprintf(why, room, "%s", !same ? "they were saved with another ini" : !sound ? "they hold states that no game has" : l.why);
    return good && sound;
}

swt_error *swt_env_restore(swt_env *e, const char *saved, size_t bytes)
{
    char why[PARAM_WHY_MAX];
    swt_error *wrong = check(e, false, NULL);
    if (wrong == NULL && saved == NULL) wrong = fail(SWT_USAGE, "saved: must be what swt_env_save has returned, and is NULL");
    if (wrong != NULL) return wrong;
    if (bytes < 2 || memchr(saved, '\0', bytes) != saved + bytes - 1)
        return fail(SWT_DATA, "saved: the games cannot be restored: they must end with a zero byte");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    VectorEnv *games = vector_env_like(e->games);
    if (!load(games, mark_of(e), saved, bytes, why, sizeof why)) {
        vector_env_destroy(games);
        return fail(SWT_DATA, "saved: the games cannot be restored: %s", why);
    }
    vector_env_destroy(e->games);
    e->games = games;
    e->begun = true;
    return NULL;
}
