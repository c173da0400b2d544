/* verb_dropblox.c. Room cli. swarmtris dropblox STATE SECONDS [WEIGHTS]: answers a state of Dropblox with commands, within a
 * time. */
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "cli/task.h"
#include "cli/verbs.h"
#include "config/weights.h"
#include "eval/decider.h"
#include "file/files.h"
#include "file/message.h"
#include "systems/ntris/dropblox.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usual_weights[] = "params/weights/ntris-given.ini";

/* The share of the time limit after which the deepest finished search decides: the rest is for starting and printing. */
static const double share_of_limit = 0.8;

static const char origin[] = "dropblox", its_game[] = "game.kind=ntris";

typedef struct {
    const char *serve; /* a client to play against; NULL: STATE is answered */
    int64_t nodes;     /* most positions of a move; 0: any number */
} DropbloxOptions;

static const DropbloxOptions *own(const Command *o)
{
    return o->own;
}

/* The player: its configuration and weights. */
typedef struct {
    Config config;
    Weights weights;
} Contestant;

/* ---- weights ---- */

/* Whether a file has lines NAME VALUE, as the original's files do, and is no ini. */
static bool has_plain_lines(const char *text)
{
    return strpbrk(text, "[=") == NULL && strpbrk(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
}

/* Reads a line "NAME value": adds the name, in lower case, to *features, and the value to w (*n). False: it is no such line. */
static bool read_line(char *line, Text *features, double *w, int *n)
{
    char name[64];
    int used = 0;
    assert(*n >= 0 && *n <= FEATURE_SET_MAX);
    if (*n == FEATURE_SET_MAX || sscanf(line, " %63s %lf %n", name, &w[*n], &used) != 2) return false;
    if (line[used] != '\0' || !isfinite(w[*n])) return false;
    for (char *c = name; *c != '\0'; c++) *c = (char)tolower((unsigned char)*c);
    text_add(features, "%s%s", *n > 0 ? " " : "", name);
    ++*n;
    return true;
}

/* Reads lines "NAME value": their features become agent.features of the configuration. */
static int read_plain(Contestant *player, const char *path, char *text, const Command *o)
{
    char features[PARAM_TEXT_MAX];
    Text all = text_in(features, sizeof features);
    Weights *w = &player->weights;
    *w = (Weights){.w = mem_new(FEATURE_SET_MAX, sizeof *w->w)};
    text_add(&all, "agent.features=");
    int number = 1;
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        char *end = line + strlen(line);
        if (end > line && end[-1] == '\r') end[-1] = '\0';
        if (line[strspn(line, " \t")] == '\0') continue;
        if (read_line(line, &all, w->w, &w->n)) continue;
        return verb_fail(STATUS_DATA, "%s:%d: '%.60s': must be the name of a metric and a number", path, number, line);
    }
    Settings settings = {0};
    settings_add(&settings, path, "%s", features);
    const int status = settings_read(&player->config, &settings, o);
    return status == STATUS_USAGE ? STATUS_DATA : status;
}

/* Reads the weights, and the configuration that they play under. */
static int read_weights(Contestant *player, const char *path, const Command *o)
{
    char *text = files_read(path, NULL);
    const bool plain = text != NULL && has_plain_lines(text);
    const int status = plain ? read_plain(player, path, text, o) : task_read(&player->config, &player->weights, path, o);
    free(text);
    return status;
}

/* Reads player and configuration: the verb's settings of game and agent come before those of the user. */
static int read_contestant(Contestant *player, const char *path, const Command *o)
{
    Settings settings = {0};
    settings_add(&settings, origin, "%s", its_game);
    settings_add(&settings, origin, "agent.kind=pruned");
    settings_add_given(&settings, o);
    const Command with = settings_command(&settings, o);
    int status = read_weights(player, path, &with);
    settings_free(&settings);
    if (status != STATUS_OK) return status;
    if (player->config.game != &game_ntris)
        return verb_fail(STATUS_DATA, "%s: holds weights of %s: must be of ntris", path, player->config.game->name);
    if (player->config.agent->branching != NULL) return STATUS_OK;
    return verb_fail(STATUS_USAGE, "agent.kind = %s: must be pruned, which shares a move between threads",
                     player->config.agent->name);
}

/* ---- one state ---- */

/* Whether a word of the command line is JSON itself, as the game hands it over, and not the name of a file. */
static bool is_state(const char *word)
{
    return word[strspn(word, " \t\r\n")] == '{';
}

/* Reads the state from a word: JSON, the name of a file with it, or -. Prints what is wrong. Returns the exit status. */
static int read_state(const char *word, NtrisState *s)
{
    Errors errors = {0};
    const bool typed = strcmp(word, "-") == 0;
    size_t size = strlen(word);
    char *text = is_state(word) ? mem_text(word) : verbs_text(typed ? "/dev/stdin" : word, &size);
    if (text == NULL) return STATUS_NO_INPUT;
    const bool good = dropblox_read(is_state(word) ? "STATE" : typed ? "standard input" : word, text, size, s, &errors);
    message_errors(&errors, "");
    free(text);
    return good ? STATUS_OK : STATUS_DATA;
}

static void print_commands(const NtrisState *s, Move m)
{
    NtrisCommand command[NTRIS_POSITIONS];
    const int n = ntris_path(s, m, command);
    assert(n >= 0);
    for (int i = 0; i < n; i++) puts(ntris_commands[command[i]]);
}

/* The time that a decision may take. It may be a tenth of a second, so each call of the check reads the clock. */
typedef struct {
    Stopwatch since; /* the start */
    double seconds;  /* from then on */
} Deadline;

static bool has_passed(void *ctx, int turns)
{
    Deadline *d = ctx;
    (void)turns;
    return stopwatch_seconds(&d->since) >= d->seconds;
}

/* Prints what was searched, and whether another run would choose the same move. */
static void print_search(Decided d, Deadline *clock, bool timed)
{
    fprintf(stderr, "depth %d, %s, %.3f s; ", d.depth, message_count(d.positions, "positions").text,
            stopwatch_seconds(&clock->since));
    if (!timed)
        fprintf(stderr, "reproducible\n");
    else if (d.cut)
        fprintf(stderr, "not reproducible: the time was over\n");
    else
        fprintf(stderr, "not reproducible: a slower machine may run out of time\n");
}

/* Answers one state. With --nodes the clock does not stop the search. */
static int answer(const Command *o, const NtrisState *s, double seconds, Deadline *clock)
{
    Contestant player = {0};
    char *found = o->args < 3 ? places_find(usual_weights) : NULL;
    const char *path = o->args < 3 ? (found != NULL ? found : usual_weights) : o->arg[2];
    int status = read_contestant(&player, path, o);
    if (status == STATUS_OK) {
        const Config *c = &player.config;
        const Rules t = config_rules(c, c->rules);
        const bool timed = seconds > 0 && own(o)->nodes == 0;
        const StopCheck stop = {.poll = has_passed, .ctx = clock};
        Decider *decider = decider_create(c->agent, &t, c->experiment.threads);
        const Decided d = decider_choose(decider, s, player.weights.w, own(o)->nodes, timed ? &stop : NULL);
        print_commands(s, d.move);
        if (!o->quiet) print_search(d, clock, timed);
        decider_destroy(decider);
    }
    free(found);
    weights_free(&player.weights);
    config_free(&player.config);
    return status;
}

/* ---- the verb ---- */

/* Serves a game, with the rules and the seed of the command line. */
static int serve(const Command *o, double seconds)
{
    Config c;
    Settings settings = {0};
    if (is_state(o->arg[0])) return verb_refuse("--serve", "makes the states itself: STATE must be a file for them, or -");
    settings_add(&settings, origin, "%s", its_game);
    int status = settings_read(&c, &settings, o);
    if (status == STATUS_OK && c.game != &game_ntris)
        status = verb_fail(STATUS_USAGE, "game.kind = %s: must be ntris", c.game->name);
    if (status == STATUS_OK)
        status = dropblox_serve(o, own(o)->serve, c.rules, rng_game(rng_key(c.experiment.seed, RNG_PLAY, 0), 0), seconds);
    config_free(&c);
    return status;
}

/* Reads "3.5", or a duration such as "90s". 0: there is no limit. */
static bool read_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    if (end != text && *end == '\0' && *seconds >= 0 && *seconds <= 1e9) return true;
    return duration_read(text, seconds);
}

static int run(const Command *o)
{
    double seconds;
    NtrisState s;
    if (!dropblox_available())
        return verb_fail(STATUS_UNAVAILABLE,
                         "dropblox: is not available: this program was built without libjansson (Debian: libjansson-dev)");
    if (!read_seconds(o->arg[1], &seconds))
        return verb_fail(STATUS_USAGE, "SECONDS = %s: must be a number of seconds, 0 for no limit", o->arg[1]);
    if (own(o)->serve != NULL) return serve(o, seconds);
    Deadline clock = {.since = stopwatch_start(), .seconds = share_of_limit * seconds};
    const int status = read_state(o->arg[0], &s);
    return status == STATUS_OK ? answer(o, &s, seconds, &clock) : status;
}

static const Option options[] = {
    {"--nodes", "N", OPTION_ROW(DropbloxOptions, nodes, PARAM_LONG, 1, 1e12),
     .doc = "most positions of a move, for an agent that searches on all threads"},
    {"--serve", "CLIENT", OPTION_AT(DropbloxOptions, serve, OPTION_TEXT),
     .doc = "plays a whole game: runs CLIENT for each state, and executes its commands"},
    {0},
};

const Verb verb_dropblox = {
    .name = "dropblox",
    .arguments = "STATE SECONDS [WEIGHTS]",
    .least = 2,
    .most = 3,
    .takes = TAKES_WEIGHTS,
    .first = 2,
    .doc = "answers a state of Dropblox with commands, within a time",
    .note =
        "STATE is the JSON text itself, as the game hands it over; -, for standard input; or a file, whose name cannot begin "
        "with\n"
        "{. Prints rotate, left, right, down, a command a line; the block then drops. The search goes from depth to depth, up "
        "to\n"
        "agent.depth, on all threads; at 80 % of SECONDS, 0 being no limit, the deepest finished search decides. With --nodes "
        "or\n"
        "without a limit the move is reproducible; standard error says which. WEIGHTS may also have lines NAME value, the\n"
        "metrics in capital letters. --serve CLIENT plays a whole game: it runs CLIENT JSON SECONDS [WEIGHTS] for each state,\n"
        "with what is left of SECONDS, and executes its commands; the file STATE keeps the last state, - none.",
    .example = "swarmtris dropblox state.json 2.5 params/weights/ntris-given.ini",
    .options = {options_set, options, options_seed, options_quiet, options_verbose},
    .bytes = sizeof(DropbloxOptions),
    .run = run,
};
