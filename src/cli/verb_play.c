/* verb_play.c. swarmtris play WEIGHTS: plays one game, and shows it. */
#include "base/mem.h"
#include "cli/one_game.h"
#include "cli/recording.h"
#include "cli/show.h"
#include "cli/task.h"
#include "cli/verbs.h"
#include "config/kinds.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/progress.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BOARD_BYTES = 4096 };

typedef struct {
    ShowOptions show;   /* what is shown on the terminal, and as pictures */
    const char *pieces; /* a file with the pieces; NULL: they are drawn at random */
    bool trace;         /* a line for each move */
    int64_t nodes;      /* most positions in the search for a move; 0: any number */
    int games;          /* games to record; 0: one */
    const char *record; /* the file of the records; NULL: one game is played and shown */
} PlayOptions;

typedef struct {
    OneGame game; /* the game and its player */
    int *pieces;  /* (n), owned: outcomes from a file; NULL: they are drawn */
    int n;        /* outcomes in the file */
    int next;     /* index of the next outcome of the file */
    Show show;    /* the terminal, and pictures */
} Play;

/* Reads the outcomes of a file: every character is one, except blanks. Returns the exit status. */
static int read_pieces(Play *p, const char *path)
{
    size_t size;
    char *text = verbs_text(path, &size);
    if (text == NULL) return STATUS_NO_INPUT;
    int line = 1, status = STATUS_OK;
    const Game *g = p->game.table.game;
    p->pieces = mem_new(size, sizeof *p->pieces);
    for (size_t i = 0; i < size && status == STATUS_OK; i++) {
        line += text[i] == '\n';
        if (isspace((unsigned char)text[i])) continue;
        p->pieces[p->n] = g->letter(p->game.table.rules, text[i]);
        if (p->pieces[p->n++] < 0) status = verb_fail(STATUS_DATA, "%s:%d: '%c': must be %s", path, line, text[i], g->letters);
    }
    free(text);
    return status;
}

/* Makes the next pieces appear. False: the game cannot go on, because the list of the file is at its end. */
static bool draw_pieces(Play *p)
{
    assert(p->next <= p->n);
    OneGame *g = &p->game;
    if (p->pieces == NULL) return one_game_draw(g);
    while (p->next < p->n && g->table.game->outcomes(g->table.rules, g->state, g->odds) > 0)
        g->table.game->happen(g->table.rules, g->state, p->pieces[p->next++]);
    return one_game_goes_on(g);
}

/* Prints a line of --trace: the move, its effect, and the values of the features after it. A game that is lost before the move
 * has no such values. */
static void print_trace(const OneGame *p, Move move, PrintedTable *out)
{
    const Rules *t = &p->table;
    Record *r = &out->record;
    bool lost = t->game->over(p->before);
    Tally now = t->game->tally(p->state), was = t->game->tally(p->before);
    const Units *units = game_units(t->game, t->rules);
    char total[40];
    snprintf(total, sizeof total, "total_%s", units->score);
    record_row(r, "trace");
    record_int(r, "turn", p->turn);
    t->game->trace(t->rules, p->before, move, r);
    record_int(r, units->score, (int64_t)units_amount(units, (double)(now.score - was.score)));
    record_int(r, total, (int64_t)units_amount(units, (double)now.score));
    if (lost)
        record_text(r, "value", "-");
    else
        record_real(r, "value", p->agent->value(t, p->before, p->state, p->w));
    double *features = mem_new((size_t)t->set->n, sizeof *features);
    if (!lost) rules_features(t, p->before, p->state, features);
    for (int i = 0; i < t->set->n; i++) {
        const char *name = features_name(t->game, t->set->index[i]);
        if (lost)
            record_text(r, name, "-");
        else
            record_real(r, name, features[i]);
    }
    free(features);
    record_end(r);
}

/* Prints the board, for output that cannot be redrawn: one board follows the other. */
static void print_board(const OneGame *p)
{
    char board[BOARD_BYTES];
    Tally t = p->table.game->tally(p->state);
    p->table.game->text(p->table.rules, p->state, board, sizeof board);
    const Units *units = game_units(p->table.game, p->table.rules);
    printf("%s%s %" PRId64 "  %s %" PRId64 "\n\n", board, units->cost, t.turns, units->score,
           (int64_t)units_amount(units, (double)t.score));
    fflush(stdout);
}

/* The share of the game that has been played; NAN: its length is not known. */
static double played_share(const Play *p, int64_t turns_max)
{
    if (p->pieces != NULL && p->n > 0) return (double)p->next / p->n;
    return turns_max > 0 ? (double)p->game.turn / (double)turns_max : NAN;
}

/* Shows the progress of a game, now and then. begun: duration_now at its start. */
static void show_progress(Progress *line, const Play *p, int64_t turns_max, double begun)
{
    enum { EVERY = 256 }; /* turns between two looks at the clock */
    char phase[240];
    const Units *units = game_units(p->game.table.game, p->game.table.rules);
    const Tally now = p->game.table.game->tally(p->game.state);
    if (line->quiet || now.turns % EVERY != 0 || now.turns == 0) return;
    snprintf(phase, sizeof phase, "playing: %s %s, %s %s", message_number((double)now.turns).text, units->cost,
             message_number((double)now.score).text, units->score);
    const ProgressState state = {.phase = phase,
                                 .turn_name = units->cost,
                                 .share = played_share(p, turns_max),
                                 .seconds = duration_since(begun),
                                 .turns = now.turns};
    progress_show(line, &state, true);
}

/* Plays the game to its end, or for turns_max moves; 0: no limit. */
static void play_game(Play *p, const PlayOptions *o, bool quiet, int64_t turns_max)
{
    Progress progress;
    const double begun = duration_now();
    assert(turns_max >= 0);
    progress_start(&progress, quiet || o->show.watch || (o->trace && isatty(STDOUT_FILENO) != 0), false);
    OneGame *g = &p->game;
    CLOSED(printed_table_end) PrintedTable table;
    printed_table(&table, stdout);
    while (draw_pieces(p) && show_state(&p->show, g->state)) {
        Move move = 0;
        const bool made = one_game_turn(g, &move);
        if (g->given_up || search_ended(g->table.limit)) break;
        if (made) show_move(&p->show, g->before, move);
        if (o->trace) print_trace(g, move, &table);
        if (o->show.watch && !p->show.terminal) print_board(g);
        show_progress(&progress, p, turns_max, begun);
        if (!made || ferror(stdout) || (turns_max > 0 && g->turn == turns_max)) break;
    }
    progress_end(&progress);
}

static void print_end(const Play *p)
{
    const Game *g = p->game.table.game;
    Tally t = g->tally(p->game.state);
    const Units *units = game_units(g, p->game.table.rules);
    const char *over = game_lost(g, p->game.state) ? "lost" : "ended";
    const char *how = g->over(p->game.state) ? over : p->pieces != NULL && p->next == p->n ? "the list is at its end" : "stopped";
    if (p->game.given_up) how = "given up";
    printf("%s after %s, %s\n", how, message_count(t.turns, units->cost).text,
           message_count((int64_t)units_amount(units, (double)t.score), units->score).text);
}

static int show_game(Play *p, const PlayOptions *o, bool quiet, int64_t turns_max)
{
    int status = show_begin(&p->show, o->show, p->game.table.game, p->game.table.rules);
    if (status != STATUS_OK) return status;
    one_game_watch(&p->game, p->show.asked);
    play_game(p, o, quiet, turns_max);
    status = show_end(&p->show, p->game.state);
    if (!o->trace) print_end(p);
    return status;
}

/* Refuses options that have no effect with --record, and --games without it: STATUS_USAGE. */
static int check_recording(const PlayOptions *o)
{
    const struct {
        const char *option;
        bool given;
    } useless[] = {{"--pieces", o->pieces != NULL}, {"--trace", o->trace},          {"--watch", o->show.watch},
                   {"--gif", o->show.gif != NULL},  {"--png", o->show.png != NULL}, {"--fumen", o->show.fumen != NULL},
                   {"--nodes", o->nodes > 0}};
    if (o->record == NULL) return o->games > 0 ? verb_refuse("--games", "has no effect without --record FILE") : STATUS_OK;
    for (size_t i = 0; i < sizeof useless / sizeof useless[0]; i++)
        if (useless[i].given) return verb_refuse(useless[i].option, "has no effect with --record, which shows no game");
    return verbs_may_write(o->record);
}

static int run(const Command *o)
{
    const PlayOptions *own = o->own;
    const int refused = check_recording(own);
    if (refused != STATUS_OK) return refused;
    Config c;
    Weights w;
    for (int i = 0; i < o->values && own->pieces != NULL; i++)
        if (strcmp(o->value[i].origin, "--seed") == 0)
            return verb_refuse("--seed", "has no effect with --pieces, whose file says what comes");
    int status = task_read(&c, &w, o->arg[0], o);
    if (status == STATUS_OK && !config_uses(&c, "agent"))
        status = verb_fail(STATUS_USAGE, "%s: holds settings of %s, which play no game themselves", w.path, c.kind->name);
    if (status == STATUS_OK && own->record != NULL) {
        status = recording_make(&c, w.w, own->games > 0 ? own->games : 1, own->record, o->quiet);
    } else if (status == STATUS_OK) {
        Play p = {0};
        one_game_start(&p.game, &c, w.w);
        p.game.nodes = own->nodes;
        if (own->pieces != NULL) status = read_pieces(&p, own->pieces);
        if (c.objective.max_pieces == 0 && (own->show.gif != NULL || own->show.png != NULL || own->show.fumen != NULL))
            c.objective.max_pieces = SHOW_TURNS;
        if (status == STATUS_OK) status = show_game(&p, own, o->quiet, c.objective.max_pieces);
        free(p.pieces);
        one_game_free(&p.game);
    }
    weights_free(&w);
    config_free(&c);
    return status;
}

static const Option options[] = {
    {"--pieces", "FILE", OPTION_AT(PlayOptions, pieces, OPTION_TEXT),
     .doc = "plays what this file lists instead of random draws, in the letters of 'swarmtris list games'"},
    {"--trace", NULL, OPTION_AT(PlayOptions, trace, OPTION_FLAG), .doc = "a line a move, with all features, separated by tabs"},
    {"--watch", NULL, OPTION_AT(PlayOptions, show.watch, OPTION_FLAG),
     .doc = "draws the board after every move; on a terminal in colour, with what comes next, and keys that pause, step, change "
            "the speed and quit"},
    {"--gif", "FILE", OPTION_AT(PlayOptions, show.gif, OPTION_TEXT),
     .doc = "writes the game as an animated picture; without --turns its first 300 turns"},
    {"--png", "FILE", OPTION_AT(PlayOptions, show.png, OPTION_TEXT),
     .doc = "writes a picture of the end of the game; without --turns of turn 300 at the latest"},
    {"--fumen", "FILE", OPTION_AT(PlayOptions, show.fumen, OPTION_TEXT),
     .doc = "writes the game as a fumen, a page a move, for boards of up to ten columns; turns as --gif"},
    {"--turns", "N", .kind = OPTION_KEY, .key = "objective.max_pieces",
     .doc = "is objective.max_pieces: ends the game after so many turns"},
    {"--nodes", "N", OPTION_ROW(PlayOptions, nodes, PARAM_LONG, 1, 1e12),
     .doc = "most positions of a move, for an agent that searches on all threads"},
    {"--record", "FILE", OPTION_AT(PlayOptions, record, OPTION_TEXT),
     .doc = "writes every move of games to a binary file, whose dtype for numpy.fromfile it prints, and shows nothing"},
    {"--games", "N", OPTION_ROW(PlayOptions, games, PARAM_INT, 1, 1e9), .doc = "--record: games 0 to N-1 of the seed"},
    {0},
};

const Verb verb_play = {
    .name = "play",
    .arguments = "WEIGHTS",
    .least = 1,
    .most = 1,
    .takes = TAKES_WEIGHTS,
    .doc = "plays one game, and shows it",
    .note =
        "--watch on a terminal: a blank pauses, . makes one move, + and - or the arrows change the speed, q quits. Ctrl-C ends\n"
        "the game; pictures then show what was played.",
    .example = "swarmtris play params/weights/report-final.ini --seed 7 --watch",
    .options = {options_set, options, options_features, options_seed, options_engine, options_quiet},
    .bytes = sizeof(PlayOptions),
    .run = run,
};
