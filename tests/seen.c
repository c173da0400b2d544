/* seen.c. See seen.h. */
#include "tests/seen.h"

/* n of so many bytes, one more array of s. */
static void *array(Seen *s, size_t n, size_t bytes)
{
    s->bytes[s->arrays] = n * bytes;
    return s->array[s->arrays++] = mem_new(n, bytes);
}

Seen seen_of(const swt_env *e)
{
    Seen s = {.arrays = 0};
    swt_env_what(e, &s.is);
    const size_t n = (size_t)s.is.games, moves = n * (size_t)s.is.actions, rows = n * (size_t)s.is.height;
    s.view.bits = array(&s, rows * (size_t)s.is.words, sizeof *s.view.bits);
    s.view.cells = array(&s, rows, (size_t)s.is.width);
    s.view.shown = array(&s, n * (size_t)s.is.shown, sizeof *s.view.shown);
    s.view.mask = array(&s, moves, 1);
    s.view.features = array(&s, moves * (size_t)s.is.features, sizeof *s.view.features);
    s.view.expert = array(&s, n, sizeof *s.view.expert);
    s.reward = array(&s, n, sizeof *s.reward);
    s.done = array(&s, n, sizeof *s.done);
    s.length = array(&s, n, sizeof *s.length);
    s.action = array(&s, n, sizeof *s.action);
    return s;
}

void seen_free(Seen *s)
{
    for (int i = 0; i < s->arrays; i++) free(s->array[i]);
}

void assert_same_seen(const Seen *a, const Seen *b)
{
    for (int i = 0; i < a->arrays; i++) {
        assert_int_equal(a->bytes[i], b->bytes[i]);
        assert_memory_equal(a->array[i], b->array[i], a->bytes[i]);
    }
}

void seen_weights(const Seen *s, double *w)
{
    Rng r = rng_from(7);
    for (int i = 0; i < s->is.weights; i++) w[i] = rng_between(&r, -1, 0.1);
}

swt_env *env_of(const char *ini, int n, bool again)
{
    swt_env *e;
    swt_env_shape is;
    double w[SEEN_WEIGHTS];
    assert_good(swt_env_open(&e, ini, n, again));
    swt_env_what(e, &is);
    assert_in_range(is.weights, 0, LENGTH(w));
    seen_weights(&(Seen){.is = is}, w);
    assert_good(swt_env_expert(e, w, is.weights));
    return e;
}

void choose_actions(Seen *s, Rng *r)
{
    for (int i = 0; i < s->is.games; i++) {
        const uint8_t *mask = s->view.mask + (size_t)i * (size_t)s->is.actions;
        int n = 0, some = -1;
        for (int a = 0; a < s->is.actions; a++)
            if (mask[a] && rng_below(r, (uint32_t)++n) == 0) some = a;
        s->action[i] = s->view.expert[i] >= 0 && rng_below(r, 2) == 0 ? s->view.expert[i] : some;
    }
}

void step_all(swt_env *e, Seen *s)
{
    assert_good(swt_env_step(e, s->action, s->reward, s->done, s->length, &s->view));
}

/* ---- the game's own functions ---- */

void own_begin(Own *o)
{
    memset(o->state, 0, o->c.game->state_bytes);
    o->c.game->start(o->c.rules, rng_game(rng_key(o->seed, RNG_PLAY, 0), o->game), o->state);
    o->c.game->chance(o->c.rules, o->state);
    o->moves = o->c.game->over(o->state) ? 0 : o->c.game->moves(o->c.rules, o->state, o->move);
}

void own_make(Own *o, const char *ini, uint64_t seed)
{
    const ConfigValue budget = {.text = "training.iterations=1", .origin = "test"};
    Errors errors = {0}, warnings = {0};
    memset(o, 0, sizeof *o);
    assert_true(config_read_text(&o->c, "ini", ini, &budget, 1, &errors, &warnings));
    errors_free(&warnings);
    o->rules = config_rules(&o->c, o->c.rules);
    o->state = mem_new(1, o->c.game->state_bytes);
    o->after = mem_new(1, o->c.game->state_bytes);
    o->move = mem_new((size_t)o->c.game->moves_max, sizeof *o->move);
    o->scratch = mem_lines(o->c.agent->scratch_bytes(&o->rules));
    o->seed = seed;
    own_begin(o);
}

void own_free(Own *o)
{
    free(o->state);
    free(o->after);
    free(o->move);
    free(o->scratch);
    config_free(&o->c);
}
