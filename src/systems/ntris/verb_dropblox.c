/* verb_dropblox.c. Room cli. swarmtris dropblox STATE SECONDS [WEIGHTS]: answers a state of Dropblox with commands, within a
 * time. */
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "cli/verbs.h"
#include "config/weights.h"
#include "eval/decider.h"
#include "file/files.h"
#include "file/message.h"
#include "systems/ntris/dropblox.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char usual_weights[] = "params/weights/ntris-given.ini";

/* The share of the time limit after which the deepest finished search decides: the rest is for starting and printing. */
static const double share_of_limit = 0.8;

static const char origin[] = "dropblox", its_game[] = "game.kind=ntris";

typedef struct {
    const char *serve; /* a client to play against; NULL: STATE is answered */
    int64_t nodes;     /* most positions of a move; 0: any number */
} DropbloxOptions;

static const DropbloxOptions *own(const Command *c)
{
    return c->own;
}

/* The player: its configuration and weights. */
typedef struct {
    Config config;
    Weights weights;
} Loaded;

/* ---- weights ---- */

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
static int read_plain(Loaded *player, const char *path, char *text, const Command *c)
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
    const int status = settings_read(&player->config, &settings, c);
    return status == STATUS_USAGE ? STATUS_DATA : status;
}

/* Reads player and configuration: the verb's settings of game and agent come before those of the user. */
static int read_contestant(Loaded *player, const char *path, const Command *command)
{
    CLOSED(settings_free) Settings settings = {0};
    settings_add(&settings, origin, "%s", its_game);
    settings_add(&settings, origin, "agent.kind=pruned");
    settings_add_given(&settings, command);
    const Command with = settings_command(&settings, command);
    OWNED char *text = files_read(path, NULL);
    const bool plain = text != NULL && strpbrk(text, "[=") == NULL && /* lines NAME VALUE, as the original's files have */
                       strpbrk(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
    const int status = plain ? read_plain(player, path, text, &with) : task_read(&player->config, &player->weights, path, &with);
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
    Loaded player = {0};
    OWNED char *found = o->args < 3 ? places_find(usual_weights) : NULL;
    const char *path = o->args < 3 ? (found != NULL ? found : usual_weights) : o->arg[2];
    int status = read_contestant(&player, path, o);
    if (status == STATUS_OK) {
        const Config *c = &player.config;
        const Rules r = config_rules(c, c->rules);
        const bool timed = seconds > 0 && own(o)->nodes == 0;
        const StopCheck stop = {.poll = has_passed, .ctx = clock};
        Decider *decider = decider_create(c->agent, &r, c->experiment.threads);
        const Decided d = decider_choose(decider, s, player.weights.w, own(o)->nodes, timed ? &stop : NULL);
        NtrisCommand command[NTRIS_POSITIONS];
        const int n = ntris_path(s, d.move, command);
        assert(n >= 0);
        for (int i = 0; i < n; i++) puts(ntris_commands[command[i]]);
        if (!o->quiet) print_search(d, clock, timed);
        decider_destroy(decider);
    }
    weights_free(&player.weights);
    config_free(&player.config);
    return status;
}

/* ---- a whole game against a program, as the server of the contest plays it ---- */

/* The current block, as commands move it. */
typedef struct {
    const NtrisState *s;
    int row, column, turn;
} BlockMoved;

/* Makes a command. False: it cannot be made. */
static bool obey(BlockMoved *b, NtrisCommand command)
{
    const int row = b->row + (command == NTRIS_DOWN) - (command == NTRIS_UP);
    const int column = b->column + (command == NTRIS_RIGHT) - (command == NTRIS_LEFT);
    const int turn = (b->turn + (command == NTRIS_ROTATE)) % NTRIS_TURNS;
    if (!ntris_fits(b->s, b->s->queue[0], turn, row, column)) return false;
    *b = (BlockMoved){.s = b->s, .row = row, .column = column, .turn = turn};
    return true;
}

/* The shell command that starts the client: its own words, then the state, the seconds that are left and, if given, the
 * weights. Owned by the caller. */
static char *command_line(const Command *c, const char *client, const char *state, double left)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "%s ", client);
    message_shell_word(out, state);
    fprintf(out, " %.3f ", left);
    if (c->args > 2) message_shell_word(out, c->arg[2]);
    files_memory_close(out);
    return text;
}

/* Reads the commands of a client and makes them. False: one of them cannot be made, and a sentence has been printed. */
static bool follow_commands(FILE *in, BlockMoved *b, int64_t move)
{
    char line[64];
    bool good = true;
    while (fgets(line, sizeof line, in) != NULL) { /* all output is read, also after a mistake, so that the client can end */
        line[strcspn(line, "\r\n")] = '\0';
        int command = 0;
        while (command < NTRIS_COMMANDS && strcmp(ntris_commands[command], line) != 0) command++;
        if (!good || line[0] == '\0') continue;
        good = command < NTRIS_COMMANDS && obey(b, (NtrisCommand)command);
        if (!good)
            fprintf(stderr, "move %" PRId64 ": the client answers '%s': must be %s\n", move, line,
                    command == NTRIS_COMMANDS ? "one of rotate, left, right, down, up" : "a command that can be made");
    }
    return good;
}

/* Asks the client for a move. The block then drops. Returns the exit status. */
static int ask_client(const Command *c, const char *client, const NtrisState *s, double left, Move *m)
{
    BlockMoved b = {.s = s, .row = s->queue[0].row, .column = s->queue[0].column};
    char *text = dropblox_write(s), *line = command_line(c, client, text, left);
    int status = strcmp(c->arg[0], "-") == 0 ? STATUS_OK : verbs_write(c->arg[0], text, strlen(text));
    FILE *in = status == STATUS_OK ? popen(line, "r") : NULL;
    if (status == STATUS_OK && in == NULL) {
        fprintf(stderr, "move %" PRId64 ": the client cannot be started: %s\n", s->moves + 1, strerror(errno));
        status = STATUS_IO;
    }
    free(text);
    if (in != NULL) {
        const bool good = follow_commands(in, &b, s->moves + 1);
        const int ended = pclose(in);
        if (ended != 0)
            fprintf(stderr, "move %" PRId64 ": the client ends with status %d: must be 0\n", s->moves + 1,
                    WIFEXITED(ended) ? WEXITSTATUS(ended) : ended);
        status = good && ended == 0 ? STATUS_OK : STATUS_NO;
    }
    free(line);
    while (ntris_fits(s, s->queue[0], b.turn, b.row + 1, b.column)) b.row++;
    *m = ntris_move(b.row, b.column, b.turn);
    return status;
}

/* Plays a whole game, drawn from seed, with a client program. For each state it runs the client with the state as JSON and the
 * seconds that are left, then makes the commands that the client prints. The verb's first argument names a file that keeps the
 * last state; -: none. Returns the exit status. */
static int play_with_client(const Command *c, const char *client, const NtrisRules *rules, uint64_t seed, double seconds)
{
    const Game *g = &game_ntris;
    NtrisState s;
    int status = STATUS_OK;
    bool late = false;
    assert(seconds >= 0);
    Stopwatch since = stopwatch_start();
    g->start(rules, seed, &s);
    g->chance(rules, &s);
    while (!g->over(&s) && !late && status == STATUS_OK) {
        Move m;
        status = ask_client(c, client, &s, seconds > 0 ? seconds - stopwatch_seconds(&since) : 0, &m);
        late = seconds > 0 && stopwatch_seconds(&since) >= seconds;
        if (status != STATUS_OK || late) break;
        g->apply(rules, &s, m);
        g->chance(rules, &s);
        if (c->verbose) printf("%" PRId64 " %" PRId64 "\n", s.moves, s.points);
    }
    printf("%s after %s, %s, %.1f s\n",
           game_lost(g, &s) ? "lost"
           : g->over(&s)    ? "ended"
           : late           ? "out of time"
                            : "stopped",
           message_count(s.moves, g->units.cost).text, message_count(s.points, g->units.score).text, stopwatch_seconds(&since));
    return status;
}

/* ---- the verb ---- */

/* Serves a game, with the rules and the seed of the command line. */
static int serve(const Command *command, double seconds)
{
    Config c;
    Settings settings = {0};
    if (is_state(command->arg[0])) return verb_refuse("--serve", "makes the states itself: STATE must be a file for them, or -");
    settings_add(&settings, origin, "%s", its_game);
    int status = settings_read(&c, &settings, command);
    if (status == STATUS_OK && c.game != &game_ntris)
        status = verb_fail(STATUS_USAGE, "game.kind = %s: must be ntris", c.game->name);
    if (status == STATUS_OK)
        status = play_with_client(command, own(command)->serve, c.rules, rng_game(rng_key(c.experiment.seed, RNG_PLAY, 0), 0),
                                  seconds);
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

static int run(const Command *command)
{
    double seconds;
    NtrisState s;
    if (!dropblox_available())
        return verb_fail(STATUS_UNAVAILABLE,
                         "dropblox: is not available: this program was built without libjansson (Debian: libjansson-dev)");
    if (!read_seconds(command->arg[1], &seconds))
        return verb_fail(STATUS_USAGE, "SECONDS = %s: must be a number of seconds, 0 for no limit", command->arg[1]);
    if (own(command)->serve != NULL) return serve(command, seconds);
    Deadline clock = {.since = stopwatch_start(), .seconds = share_of_limit * seconds};
    const int status = read_state(command->arg[0], &s);
    return status == STATUS_OK ? answer(command, &s, seconds, &clock) : status;
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
