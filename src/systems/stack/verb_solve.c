/* verb_solve.c. Room cli. swarmtris solve INPUT OUTPUT: plays the list of a file to the lowest pile, and writes the placements.
 * Formats: in a list every character 1-7 is a piece; all others are ignored. Each placement is a line, in the order of play:
 * `piece rotation offset`; rotation: counter-clockwise quarter turns, offset: the leftmost column of the turned piece. */
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "cli/play.h"
#include "cli/verbs.h"
#include "config/weights.h"
#include "file/files.h"
#include "file/message.h"
#include "systems/stack/searched.h"
#include "systems/stack/stack.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int agent;            /* index into solvers */
    int columns, buffer;  /* columns of the board; pieces that the buffer can hold */
    int64_t nodes;        /* states that a decision may try */
    const char *template; /* template whose list is written to INPUT first; NULL: INPUT is there */
    ShowOptions show;     /* pictures of the game */
} SolveOptions;

enum { USUAL_NODES = 1000000, PIECES_MAX = 4000 };

static const SolveOptions *own(const Command *c)
{
    return c->own;
}

/* The values of --agent. */
enum { BEAM, SEARCH, BFS, RANDOM };
static const char *const solvers[] = {[BEAM] = "beam", [SEARCH] = "search", [BFS] = "bfs", [RANDOM] = "random", NULL};

static const char weights_of_beam[] = "params/weights/stack.ini";

/* ---- the list, and the configuration ---- */

/* Reads the pieces of the file at path, as digits, into *pieces, owned by the caller. If the status is not STATUS_OK, a message
 * was printed. */
static int read_list(const char *path, char **pieces)
{
    size_t size, n = 0;
    OWNED char *text = verbs_text(path, &size);
    if (text == NULL) return STATUS_NO_INPUT;
    for (size_t i = 0; i < size; i++)
        if (text[i] >= '1' && text[i] <= '7') text[n++] = text[i];
    if (n == 0) return verb_fail(STATUS_DATA, "%s: holds no piece, a digit 1-7", path);
    if (n > PIECES_MAX) return verb_fail(STATUS_DATA, "%s: holds %zu pieces: at most %d", path, n, PIECES_MAX);
    *pieces = text_new("%.*s", (int)n, text);
    return STATUS_OK;
}

/* The setting game.list=PIECES, with a blank after every 50 pieces, as an ini can hold it; owned by the caller. */
static char *key_of(const char *pieces)
{
    enum { WORD = 50 };
    const size_t n = strlen(pieces);
    char *text = mem_new(n + n / WORD + sizeof "game.list=", 1), *at = text;
    at += strlen(strcpy(at, "game.list="));
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && i % WORD == 0) *at++ = ' ';
        *at++ = pieces[i];
    }
    return text;
}

/* Reads the configuration; list: from key_of; depth: of the agent's search, 0: the agent's default. */
static int read_config(Config *c, const Command *command, const char *list, int depth)
{
    Settings s = {0};
    const int agent = own(command)->agent;
    settings_add(&s, "solve", "game.kind=stack");
    settings_add(&s, command->arg[0], "%s", list);
    settings_add(&s, "--width", "game.width=%d", own(command)->columns);
    settings_add(&s, "--buffer", "game.buffer=%d", own(command)->buffer);
    settings_add(&s, "--agent", "agent.kind=%s", solvers[agent]);
    if (agent == BEAM) settings_add(&s, "solve", "agent.width=16384");
    if (agent == BEAM) settings_add(&s, "--nodes", "agent.nodes=%" PRId64, own(command)->nodes);
    if (depth > 0) settings_add(&s, "solve", "agent.depth=%d", depth);
    return settings_read(c, &s, command);
}

/* Sets the weights: those of features from the file that comes with the program, an agent's own to their defaults. */
static int read_weights(Weights *w, const Config *c)
{
    Errors errors = {0};
    if (c->agent->weights == NULL && c->agent->plan != NULL) {
        OWNED char *found = places_find(weights_of_beam);
        const WeightsStatus read = weights_read(w, found != NULL ? found : weights_of_beam, c, &errors);
        message_errors(&errors, "");
        return read == WEIGHTS_READ ? STATUS_OK : read == WEIGHTS_MISSING ? STATUS_NO_INPUT : STATUS_DATA;
    }
    *w = (Weights){.n = c->weights.n, .w = mem_new((size_t)c->weights.n, sizeof *w->w)};
    if (c->agent->weights != NULL) param_defaults(c->agent->weights, w->w);
    return STATUS_OK;
}

/* ---- playing ---- */

/* A game that is played. */
typedef struct {
    Show show;
    Tally tally;   /* at the end of the game */
    Searched done; /* work of all searches */
} Solved;

/* Plays the list to its end, writes a line for each placement, and shows the game. Returns the exit status. */
static int play(const Command *command, const Config *c, const double *w, FILE *out, Solved *s)
{
    CLOSED(one_game_free) OneGame g;
    one_game_start(&g, c, w, s->show.asked);
    while (show_state(&s->show, g.state) && !c->game->over(g.state)) {
        const bool searches = own(command)->agent != RANDOM && g.plan->made == g.plan->n;
        Move m;
        if (!one_game_turn(&g, NULL, &m)) break;
        if (searches) {
            const Searched *done = g.scratch; /* the work of a search, with which its scratch begins */
            s->done.expanded += done->expanded;
            s->done.children += done->children;
            if (done->deepest > s->done.deepest) s->done.deepest = done->deepest;
        }
        if (stack_places(m)) fprintf(out, "%d %d %d\n", stack_kind(g.before, m) + 1, stack_rotation(m), stack_column(m));
        show_move(&s->show, g.before, m);
    }
    s->tally = c->game->tally(g.state);
    return show_end(&s->show, g.state);
}

static int write_file(const char *path, const char *text, size_t size)
{
    if (files_is_directory(path)) return verb_fail(STATUS_CANT_CREATE, "%s: is a directory: must be a file to be written", path);
    return verbs_write(path, text, size);
}

static void print_end(const Command *command, const Config *c, const Solved *s)
{
    const Units *units = &c->game->units;
    printf("%s: %s %.0f after %" PRId64 " %s", command->arg[1], units->score, units_amount(units, (double)s->tally.score),
           s->tally.turns, units->cost);
    if (s->done.expanded > 0)
        printf("; %s expanded, deepest path %d, branching factor %.3f", message_count(s->done.expanded, "nodes").text,
               s->done.deepest, (double)s->done.children / (double)s->done.expanded);
    printf("\n");
}

static int solve(const Command *command, const Config *c)
{
    CLOSED(weights_free) Weights w = {0};
    Solved s = {.done = {0}};
    int status = read_weights(&w, c);
    if (status == STATUS_OK) status = show_begin(&s.show, own(command)->show, c->game, c->rules);
    if (status == STATUS_OK) {
        char *text;
        FILE *out = files_memory(&text, NULL);
        status = play(command, c, w.w, out, &s);
        files_memory_close(out);
        if (status == STATUS_OK) status = write_file(command->arg[1], text, strlen(text));
        if (status == STATUS_OK) print_end(command, c, &s);
        free(text);
    }
    return status;
}

/* ---- drawn lists ---- */

/* Draws a list of the game and writes its digits to *text (*size bytes), owned by the caller. */
static void draw_list(const Config *c, char **text, size_t *size)
{
    StackState s;
    Move move[STACK_MOVES_MAX];
    FILE *out = files_memory(text, size);
    game_stack.start(c->rules, rng_game(rng_key(c->experiment.seed, RNG_PLAY, 0), 0), &s);
    while (!s.over) {
        const int n = game_stack.moves(c->rules, &s, move);
        assert(n > 0), (void)n; /* without a buffer the first move places the next piece */
        fprintf(out, "%d", stack_kind(&s, move[0]) + 1);
        game_stack.apply(c->rules, &s, move[0]);
    }
    fputc('\n', out);
    files_memory_close(out);
}

/* Writes the list of a template to INPUT, which must not be there yet. */
static int write_template(const Command *command)
{
    CLOSED(config_free) Config c;
    OWNED char *text = NULL;
    size_t size;
    CLOSED(settings_free) Settings s = {0};
    settings_add(&s, "solve", "game.kind=stack");
    settings_add(&s, "solve", "game.buffer=0");
    settings_add(&s, "solve", "game.length=110");
    settings_add(&s, "--template", "game.pieces=%s", own(command)->template);
    const Command with = settings_command(&s, command);
    int status = verbs_read(&c, NULL, &with);
    if (status == STATUS_OK && files_exists(command->arg[0]))
        status = verb_fail(STATUS_CANT_CREATE, "%s: is in the way: --template writes the list of a new file", command->arg[0]);
    if (status == STATUS_OK) {
        draw_list(&c, &text, &size);
        status = write_file(command->arg[0], text, size);
    }
    return status;
}

static int run(const Command *command)
{
    Config c;
    char *pieces = NULL;
    const SolveOptions *given = own(command);
    int status = own(command)->template != NULL ? write_template(command) : STATUS_OK;
    if (status == STATUS_OK) status = read_list(command->arg[0], &pieces);
    if (status != STATUS_OK) return status;
    OWNED char *list = key_of(pieces);
    status = read_config(&c, command, list, 0);
    if (status == STATUS_OK && given->agent == SEARCH) {
        const int twice = 2 * (int)param_get(param_find(c.game->params, "buffer"), c.rules);
        config_free(&c);
        status = read_config(&c, command, list, twice > 3 ? twice : 3); /* the depth of the original's search */
    }
    if (status == STATUS_OK) status = solve(command, &c);
    config_free(&c);
    free(pieces);
    return status;
}

static const Option options[] = {
    {"--agent", "beam|search|bfs|random", 'a', OPTION_CHOICE(SolveOptions, agent, solvers), .doc = "player; default beam"},
    {"--template", "NAME", OPTION_AT(SolveOptions, template, OPTION_TEXT),
     .doc = "first draws INPUT, 110 pieces: equal, without-s-z, squares-and-lines, only-1 to only-7"},
    {"--nodes", "N", OPTION_ROW(SolveOptions, nodes, PARAM_LONG, 1, 1e12),
     .doc = "beam: most states that a decision tries; default 1000000"},
    {"--width", "N", 'w', OPTION_ROW(SolveOptions, columns, PARAM_INT, 4, 16),
     .doc = "columns of the board of the list; default 11"},
    {"--buffer", "N", 'b', OPTION_ROW(SolveOptions, buffer, PARAM_INT, 0, 5), .doc = "pieces that the buffer holds; default 1"},
    {"--gif", "FILE", OPTION_AT(SolveOptions, show.gif, OPTION_TEXT), .doc = "writes the game as an animated picture"},
    {"--png", "FILE", OPTION_AT(SolveOptions, show.png, OPTION_TEXT), .doc = "writes a picture of the end of the game"},
    {"--fumen", "FILE", OPTION_AT(SolveOptions, show.fumen, OPTION_TEXT),
     .doc = "writes the game as a fumen, a page a move, for boards of up to ten columns"},
    {0},
};

const Verb verb_solve = {
    .name = "solve",
    .arguments = "INPUT OUTPUT",
    .least = 2,
    .most = 2,
    .doc = "plays a known list of pieces to a low pile, and writes the placements",
    .note = "INPUT: every character 1-7 is a piece of Trix, all others are ignored. OUTPUT: a line a placement, in the order of "
            "play:\n"
            "piece rotation offset; rotation: counter-clockwise quarter turns, offset: the leftmost column of the turned piece.\n"
            "search and bfs are those of Trix (2013); bfs looks one piece ahead, or agent.depth,\n"
            "and uses no buffer. beam tries as many states as --nodes says and finds lower piles. The last line says how many\n"
            "nodes were expanded, how long the longest path was, and how many children a node had. The result depends on\n"
            "nothing but INPUT and these options.",
    .example = "swarmtris solve list.txt placements.txt -w 11 -b 1 --gif list.gif",
    .options = {options_set, options, options_quiet},
    .bytes = sizeof(SolveOptions),
    .defaults = &(const SolveOptions){.columns = 11, .buffer = 1, .nodes = USUAL_NODES},
    .run = run,
};
