/* kind_encoder.c. Room run. The autoencoder as a kind of objective: what it needs of an ini, how a run makes it, and what is
 * written beside the parameters. */
#include "base/mem.h"
#include "config/weights.h"
#include "file/ini.h"
#include "run/setup.h"
#include "systems/learning/encode.h"
#include "systems/learning/encoding.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether the game has the observation that is to be encoded, and an encoder can take its size. */
static bool check(const Game *game, const void *rules, const void *options, Finding *finding)
{
    const EncodeOptions *o = options;
    const Observation *seen = game_observation(game, o->observation);
    int width = 1, height = 1;
    *finding = (Finding){.key = "observation", .fatal = true};
    char *why = finding->why;
    const size_t room = sizeof finding->why;
    if (seen != NULL) seen->shape(rules, &width, &height);
    if (seen == NULL && game->learning == NULL)
        snprintf(why, room, "cannot be encoded: the game %s has no observations", game->name);
    else if (seen == NULL)
        snprintf(why, room, "must be an observation of %s, such as %s", game->name, game->learning->observations[0].name);
    else if (width > ENCODER_CELLS_MAX / height)
        snprintf(why, room, "cannot be encoded: it has %d x %d numbers, more than %d", width, height, ENCODER_CELLS_MAX);
    return why[0] == '\0';
}

/* Adds a task with boards 0 .. boards - 1 of key. weights: of the player of their games; NULL: random moves. */
static Task *add_boards(Setup *s, const double *weights, uint64_t key, int boards)
{
    const Config *c = s->config;
    const EncodeOptions *o = config_own(c);
    const BoardSource source = {.observation = game_observation(c->game, o->observation),
                                .r = config_rules(c, c->rules),
                                .agent = c->agent,
                                .weights = weights,
                                .of_games = o->source == ENCODE_GAMES,
                                .fill = o->fill,
                                .moves = o->moves};
    EncoderShape shape = {.hidden = o->hidden};
    assert(source.observation != NULL);
    source.observation->shape(c->rules, &shape.width, &shape.height);
    Task *made = tasks_add(&s->tasks, c);
    EncoderProblem *problem = mem_new(1, sizeof *problem);
    encoding_make(problem, &shape, &source, key, boards);
    made->own = problem;
    made->objective = objective_encoding(problem);
    return made;
}

static void release(void *own)
{
    encoding_free(own);
    free(own);
}

static bool set_up(Setup *s, Errors *errors)
{
    const EncodeOptions *o = config_own(s->config);
    const uint64_t seed = s->config->experiment.seed;
    EncodeSpec spec = {.options = *o,
                       .units = &encoder_quantity,
                       .training_key = rng_key(seed, RNG_TRAINING, 0),
                       .heldout_key = rng_key(seed, RNG_VALIDATION, 0),
                       .seed = seed};
    CLOSED(weights_free) Weights player = {0}; /* of the boards */
    const bool named = o->source == ENCODE_GAMES && o->weights[0] != '\0';
    const bool good = !named || weights_read(&player, o->weights, s->config, errors) == WEIGHTS_READ;
    if (good) {
        tasks_start(&s->tasks, 2);
        const Task *training = add_boards(s, player.w, spec.training_key, o->boards),
                   *heldout = add_boards(s, player.w, spec.heldout_key, o->heldout);
        const EncoderProblem *problem = training->own;
        spec.shape = problem->shape;
        spec.space = &training->objective.space;
        spec.board = problem->board;
        spec.training = (int)(training - s->tasks.task);
        spec.heldout = (int)(heldout - s->tasks.task);
        s->experiment = encode_create(&spec);
    }
    return good;
}

static void describe(const Config *c, char *out, size_t room)
{
    const EncodeOptions *o = config_own(c);
    snprintf(out, room, "an encoder of boards of %s with %d units", c->game->name, o->hidden);
}

/* Writes what observers.c reads of [rules]. */
static void print_rules(FILE *f, const Setup *s)
{
    const EncodeOptions *o = config_own(s->config);
    const EncoderProblem *problem = s->tasks.task[0].own;
    const EncoderShape *shape = &problem->shape;
    ini_write(f, "game", s->config->game->name, NULL);
    ini_write(f, "observation", game_observation(s->config->game, o->observation)->name, NULL);
    fprintf(f, "encoder_width = %d\nencoder_height = %d\nencoder_hidden = %d\n", shape->width, shape->height, shape->hidden);
}

static const ObjectiveRun run = {
    .release = release, .set_up = set_up, .by = "descent", .describe = describe, .print_rules = print_rules};

const ObjectiveKind objective_kind_encoder = {
    .name = "encoder",
    .units = &encoder_quantity,
    .sections = "experiment game agent objective encode",
    .keys = "",
    .defaults = "",
    .found = "encoder",
    .file = "encoder.ini",
    .section = "encode",
    .params = encode_params,
    .options_bytes = sizeof(EncodeOptions),
    .check = check,
    .run = &run,
};
