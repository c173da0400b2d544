/* verb_play.c. swarmtris play WEIGHTS: plays one game, and shows it. */
#include "base/mem.h"
#include "base/text.h"
#include "cli/play.h"
#include "cli/verbs.h"
#include "config/kinds.h"
#include "eval/vector_env.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/environment.h"
#include "run/progress.h"
#include "run/signals.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    ShowOptions show;   /* what is shown on the terminal, and as pictures */
    const char *pieces; /* a list of pieces, or its file; NULL: they are drawn at random */
    const char *board;  /* a file with the first board; NULL: it is empty */
    const char *replay; /* a file with the moves; NULL: the agent's are made */
    bool trace;         /* a line for each move */
    bool moves;         /* a line for each possible move */
    int64_t nodes;      /* most positions in the search for a move; 0: any number */
    int games;          /* games to record; 0: one */
    const char *record; /* the file of the records; NULL: one game is played and shown */
} PlayOptions;

typedef struct {
    const Config *c;   /* borrowed */
    OneGame game;      /* the game and its player */
    PieceLists pieces; /* one list, or none: pieces are drawn */
    Tsv replay;        /* the moves to be made; empty: those of the agent */
    int agreed;        /* moves that were made and that the agent has chosen, too */
    Show show;         /* the terminal, and pictures */
} PlayedGame;

/* ---- tables of moves ---- */

/* What a row shows: a move; the game, lost before it; the board before any move. */
typedef enum { ROW_MOVE, ROW_LOST, ROW_BOARD } MoveRow;

/* A Record that has - in each cell of another one. */
typedef struct {
    Record record;
    Record *to;
} DashedRecord;

static void add_dash(Record *r, const char *name, const char *text)
{
    (void)text;
    record_text(((DashedRecord *)r)->to, name, "-");
}

/* Adds how much a move has scored or cleared and, unless it is negative, how much the game has so far. */
static void record_amount(Record *r, const char *name, int64_t amount, int64_t total)
{
    char of_game[40];
    snprintf(of_game, sizeof of_game, "total_%s", name);
    record_int(r, name, amount);
    if (total >= 0) record_int(r, of_game, total);
}

/* Adds the cells of a move from state before to state after: what it is, its effect, and the values of the features after it.
 * totals: those of the game, too. */
static void add_move(const OneGame *p, MoveRow row, const void *before, Move move, const void *after, bool totals, Record *r)
{
    const Rules *rules = &p->r;
    DashedRecord dashed = {.record = {.cell = add_dash}, .to = r};
    Record *of_move = row == ROW_BOARD ? &dashed.record : r;
    record_int(r, "turn", row == ROW_BOARD ? 0 : p->turn);
    rules->game->trace(rules->rules, before, move, of_move);
    record_amount(of_move, p->units->score, one_game_score(p, after) - one_game_score(p, before),
                  totals ? one_game_score(p, after) : -1);
    if (p->cleared >= 0 && strstr(rules->game->features[p->cleared].name, p->units->score) == NULL) /* else this is the score */
        record_amount(of_move, "rows", row == ROW_MOVE ? (int)game_value(p->r.game, p->r.rules, p->cleared, before, after) : 0,
                      totals ? p->rows : -1);
    record_real(row == ROW_MOVE ? r : &dashed.record, "value", row == ROW_MOVE ? p->agent->value(rules, before, after, p->w) : 0);
    OWNED double *features = mem_new((size_t)rules->set->n, sizeof *features);
    if (row != ROW_LOST) rules_features(rules, before, after, features);
    for (int i = 0; i < rules->set->n; i++) {
        const int index = rules->set->index[i];
        const bool known =
            row == ROW_MOVE || (row == ROW_BOARD && rules->observer == NULL && !rules->game->features[index].of_move);
        record_real(known ? r : &dashed.record, features_name(rules->game, index), features[i]);
    }
}

/* Prints a line of --moves: what could be done in the state `before`, or, as ROW_BOARD, how that is. */
static void print_choice(const OneGame *p, MoveRow row, const void *before, Move move, const void *after, Move made, Record *r)
{
    record_row(r, "moves");
    add_move(p, row, before, move, after, false, r);
    record_int(r, "chosen", row == ROW_MOVE && move == p->chosen);
    record_int(r, "made", row == ROW_MOVE && move == made);
    record_end(r);
}

/* Prints all moves of the last turn. */
static void print_choices(const OneGame *p, Move made, Record *r)
{
    const Game *game = p->r.game;
    OWNED void *after = mem_new(1, game->state_bytes);
    const int n = game->moves(p->r.rules, p->before, p->moves);
    for (int i = 0; i < n; i++) {
        memcpy(after, p->before, game->state_bytes);
        game->apply(p->r.rules, after, p->moves[i]);
        print_choice(p, ROW_MOVE, p->before, p->moves[i], after, made, r);
    }
}

static void print_trace(const OneGame *p, Move move, Record *r)
{
    const bool lost = p->r.game->over(p->before);
    record_row(r, "trace");
    add_move(p, lost ? ROW_LOST : ROW_MOVE, p->before, move, p->state, true, r);
    record_end(r);
}

/* ---- a game ---- */

/* Shows the progress of a game, now and then. since: its start. */
static void show_progress(Progress *line, const PlayedGame *p, int64_t turns_max, Stopwatch *since)
{
    enum { EVERY = 256 }; /* turns between two looks at the clock */
    char phase[240];
    const Units *units = p->game.units;
    const int64_t turns = p->game.r.game->tally(p->game.state).turns;
    if (line->quiet || turns % EVERY != 0 || turns == 0) return;
    snprintf(phase, sizeof phase, "playing: %s %s, %s %s", message_number((double)turns).text, units->cost,
             message_number((double)one_game_score(&p->game, p->game.state)).text, units->score);
    ProgressState state = {
        .phase = phase, .turn_name = units->cost, .share = NAN, .seconds = stopwatch_seconds(since), .turns = turns};
    if (turns_max > 0) state.share = (double)p->game.turn / (double)turns_max;
    if (p->game.list != NULL && p->game.list->n > 0) state.share = (double)p->game.next / p->game.list->n;
    progress_show(line, &state, true);
}

/* Makes a turn, with the next move of the table if there is one. Returns STATUS_OK, or, after a sentence, the exit status. */
static int take_turn(PlayedGame *p, Move *move, bool *made)
{
    OneGame *g = &p->game;
    Move given;
    const bool replays = p->replay.rows > 0 && !g->r.game->over(g->state);
    const int status = replays ? moves_find(&p->replay, (int)g->turn, p->c, g->state, &given) : STATUS_OK;
    *made = status == STATUS_OK && one_game_turn(g, replays ? &given : NULL, move);
    p->agreed += *made && *move == g->chosen;
    return status;
}

/* Plays the game to its end, or for turns_max moves; 0: no limit. Returns the exit status. */
static int play_game(PlayedGame *p, const PlayOptions *o, bool quiet, int64_t turns_max)
{
    Progress progress;
    char board[SCENE_TEXT_MAX];
    int status = STATUS_OK;
    Stopwatch since = stopwatch_start();
    assert(turns_max >= 0);
    progress_start(&progress, quiet || o->show.watch || ((o->trace || o->moves) && isatty(STDOUT_FILENO) != 0), false);
    OneGame *g = &p->game;
    CLOSED(printed_table_end) PrintedTable table;
    printed_table(&table, stdout);
    while (one_game_draw(g) && show_state(&p->show, g->state)) {
        Move move = 0;
        bool made;
        if (o->moves && o->board != NULL && g->turn == 0)
            print_choice(g, ROW_BOARD, g->state, g->moves[0], g->state, g->moves[0], &table.record);
        status = take_turn(p, &move, &made);
        if (status != STATUS_OK || g->given_up || search_ended(g->r.limit)) break;
        if (made) show_move(&p->show, g->before, move);
        if (o->trace) print_trace(g, move, &table.record);
        if (o->moves) print_choices(g, move, &table.record);
        if (o->show.watch && !p->show.terminal) { /* a board follows the other where none can be redrawn */
            g->r.game->text(g->r.rules, g->state, board, sizeof board);
            printf("%s%s %" PRId64 "  %s %" PRId64 "\n\n", board, g->units->cost, g->r.game->tally(g->state).turns,
                   g->units->score, one_game_score(g, g->state));
            fflush(stdout);
        }
        show_progress(&progress, p, turns_max, &since);
        if (!made || ferror(stdout) || (turns_max > 0 && g->turn == turns_max) || g->turn == p->replay.rows) break;
    }
    progress_end(&progress);
    return status;
}

/* Prints how the game has ended: its board, and a sentence. */
static void print_end(const PlayedGame *p, const PlayOptions *o)
{
    const OneGame *g = &p->game;
    const Game *game = g->r.game;
    const bool listed = g->list != NULL && g->next == g->list->n, replayed = p->replay.rows > 0 && g->turn == p->replay.rows;
    const char *how = listed || replayed ? "the list is at its end" : "stopped";
    char board[SCENE_TEXT_MAX];
    if (game->over(g->state)) how = game_lost(game, g->state) ? "lost" : "ended";
    if (g->given_up) how = "given up";
    if (!o->show.watch) {
        game->text(g->r.rules, g->state, board, sizeof board);
        printf("%s%s", o->moves ? "\n" : "", board);
    }
    one_game_print_rows(g->times);
    if (p->replay.rows > 0)
        printf("the weights choose %d of these %s\n", p->agreed, message_count(game->tally(g->state).turns, "moves").text);
    printf("%s after %s, %s\n", how, message_count(game->tally(g->state).turns, g->units->cost).text,
           message_count(one_game_score(g, g->state), g->units->score).text);
}

/* Plays and shows one game with weights w. Returns the exit status. */
static int show_game(PlayedGame *p, const Config *c, const double *w, const PlayOptions *o, bool quiet)
{
    OneGame *g = &p->game;
    const bool pictures = o->show.gif != NULL || o->show.png != NULL || o->show.fumen != NULL;
    int64_t turns = c->objective.max_pieces;
    p->c = c;
    int status = o->pieces != NULL ? pieces_read(&p->pieces, c, o->pieces, false, quiet) : STATUS_OK;
    if (status == STATUS_OK && o->replay != NULL) status = moves_read(&p->replay, &p->pieces, c, o->replay);
    one_game_start(g, c, w, NULL);
    if (status == STATUS_OK && o->board != NULL) status = board_read(c, o->board, g->state);
    if (status == STATUS_OK) status = show_begin(&p->show, o->show, c->game, c->rules);
    if (status == STATUS_OK) {
        if (turns == 0 && pictures) turns = SHOW_TURNS;
        if (turns == 0 && o->moves && o->pieces == NULL && o->replay == NULL) turns = 1;
        one_game_heed(g, p->show.asked);
        g->nodes = o->nodes;
        if (p->pieces.n > 0) g->list = p->pieces.list;
        status = play_game(p, o, quiet, turns);
        const int shown = show_end(&p->show, g->state);
        if (status == STATUS_OK && !o->trace) print_end(p, o);
        if (status == STATUS_OK) status = shown;
    }
    one_game_free(g);
    return status;
}

/* ---- every move of some games, as records of a fixed size, for programs that learn from them ----
 *
 * Idea: the games are those of `play`, numbers 0 .. of the seed, side by side in a vector environment, which its expert moves. A
 * record is what the expert saw, what it did, and what came of it; numbers are little-endian, without gaps:
 *     game    u4   number of the game
 *     turn    u4   moves of the game before this one
 *     board   u2   (height, words) before the move: bit x of a row is column x, row 0 the floor; u4 where rows are wider than 16
 *     shown   i4   (shown) as GameView.shown: the piece to place, ...
 *     action  i4   as GameView.action
 *     reward  i4   the increase of the score
 *     done    i4   0: the game goes on; 1: it is over; 2: it has had its most turns
 * Records of one game are in the order of its moves; those of several games are interleaved. The bytes are the same for any
 * number of threads.
 * Never: holds more than one move of each game in memory. */

/* PLACES: most games side by side. BUFFER: its bytes are still in the cache when the system copies them. */
enum { PLACES = 1024, BUFFER = 1 << 16 };

typedef struct {
    MemOwner own;          /* of the arrays */
    VectorEnv *games;      /* owned */
    VectorEnvShape is;     /* of games */
    VectorEnvLook look[2]; /* before a move and after it, in turn */
    uint8_t *which;        /* (places), as the next five members: whether a game is played there */
    int32_t *action;
    double *reward;
    uint8_t *done;
    int64_t *length;
    int *game; /* number of the game played there; -1: no more */
    int all;   /* games in all */
    uint64_t seed;
    FilesDraft file;
    char *buffer; /* (room) */
    size_t room, used;
    int64_t moves, score; /* in all */
} Recording;

/* Writes so many bytes of a number, the lowest first. */
static inline char *put(char *at, uint32_t number, int bytes)
{
    for (int k = 0; k < bytes; k++) *at++ = (char)(number >> 8 * k & 0xff);
    return at;
}

static int row_bytes(const VectorEnvShape *s)
{
    return s->width > 16 ? 4 : 2;
}

static size_t record_bytes(const VectorEnvShape *s)
{
    return 4 * (size_t)(5 + s->shown) + (size_t)(s->height * s->words * row_bytes(s));
}

static bool flush_records(Recording *r)
{
    const size_t used = r->used;
    r->used = 0;
    return files_write(r->file.fd, r->buffer, used);
}

/* Writes the record of a move that has been made at place i. */
static bool add_record(Recording *r, int i, const VectorEnvLook *before)
{
    const VectorEnvShape *s = &r->is;
    int y = 0, rows = s->height * s->words;
    const uint32_t *row = before->bits + (size_t)i * (size_t)rows;
    if (r->used + record_bytes(s) > r->room && !flush_records(r)) return false;
    char *at = r->buffer + r->used;
    at = put(at, (uint32_t)r->game[i], 4);
    at = put(at, (uint32_t)(r->length[i] - 1), 4);
    for (; row_bytes(s) == 2 && y + 1 < rows; y += 2) at = put(at, row[y] | row[y + 1] << 16, 4); /* two at a time */
    for (; y < rows; y++) at = put(at, row[y], row_bytes(s));
    for (int k = 0; k < s->shown; k++) at = put(at, (uint32_t)before->shown[i * s->shown + k], 4);
    at = put(at, (uint32_t)r->action[i], 4);
    at = put(at, (uint32_t)(int32_t)r->reward[i], 4);
    at = put(at, r->done[i], 4);
    r->used = (size_t)(at - r->buffer);
    r->moves++;
    r->score += (int64_t)r->reward[i];
    return true;
}

/* Prints the type of a record as numpy.dtype takes it, and writes it to the file beside path. Returns the exit status. */
static int tell_dtype(const VectorEnvShape *s, const char *path)
{
    OWNED char *dtype = NULL, *beside = text_new("%s.dtype", path);
    size_t size;
    FILE *out = files_memory(&dtype, &size);
    fprintf(out, "[('game', '<u4'), ('turn', '<u4'), ");
    if (s->height > 0 && s->words == 1) fprintf(out, "('board', '<u%d', (%d,)), ", row_bytes(s), s->height);
    if (s->height > 0 && s->words > 1) fprintf(out, "('board', '<u4', (%d, %d)), ", s->height, s->words);
    if (s->shown > 0) fprintf(out, "('shown', '<i4', (%d,)), ", s->shown);
    fprintf(out, "('action', '<i4'), ('reward', '<i4'), ('done', '<i4')]\n");
    files_memory_close(out);
    printf("dtype: %s", dtype);
    for (int i = 0; i < s->axes; i++)
        printf("%s%s (%d)%s", i > 0 ? " x " : "action: ", s->axis[i], s->length[i], i + 1 < s->axes ? "" : "\n");
    return verbs_write(beside, dtype, size);
}

/* Makes one move in every game. If a game is over, the environment has begun the next one of its place, unless the expert gave
 * up. False: the file cannot be written. *going: further moves are to be made. */
static bool move_all(Recording *r, const VectorEnvLook *before, const VectorEnvLook *after, bool *going)
{
    bool good = true, begun = false;
    vector_env_follow(r->games, r->which, r->action, r->reward, r->done, r->length, after);
    *going = false;
    for (int i = 0; i < r->is.games && good; i++) {
        const bool moved = r->action[i] >= 0, ends = !moved || r->done[i] != VECTOR_ENV_GOING;
        if (moved) good = add_record(r, i, before);
        if (r->game[i] >= 0 && ends) {
            r->game[i] = r->game[i] < r->all - r->is.games ? r->game[i] + r->is.games : -1; /* -1: no game follows in its place */
            if (!moved && r->game[i] >= 0) vector_env_begin(r->games, i, r->seed, r->game[i]), begun = true;
        }
        r->which[i] = r->game[i] >= 0;
        *going = *going || r->game[i] >= 0;
    }
    if (begun) vector_env_look(r->games, after);
    return good;
}

static void start_recording(Recording *r, const Config *c, const Player *p, const double *w, int games)
{
    const int places = games < PLACES ? games : PLACES;
    const int threads = c->experiment.threads > 0 ? c->experiment.threads : processors_taken(NULL);
    const VectorEnvSpec spec = {.player = p, .n = places, .threads = threads, .again = places};
    const size_t n = (size_t)spec.n;
    *r = (Recording){.games = vector_env_create(&spec), .all = games, .seed = c->experiment.seed};
    r->is = r->games->shape;
    vector_env_weights(r->games, w);
    for (int k = 0; k < 2; k++) {
        r->look[k].bits = mem_owned(&r->own, n * (size_t)(r->is.height * r->is.words), sizeof *r->look[k].bits);
        r->look[k].shown = mem_owned(&r->own, n * (size_t)r->is.shown, sizeof *r->look[k].shown);
    }
    r->which = mem_owned(&r->own, n, 1);
    r->action = mem_owned(&r->own, n, sizeof *r->action);
    r->reward = mem_owned(&r->own, n, sizeof *r->reward);
    r->done = mem_owned(&r->own, n, sizeof *r->done);
    r->length = mem_owned(&r->own, n, sizeof *r->length);
    r->game = mem_owned(&r->own, n, sizeof *r->game);
    r->room = record_bytes(&r->is) > BUFFER ? record_bytes(&r->is) : BUFFER;
    r->buffer = mem_owned(&r->own, r->room, 1);
    memset(r->which, 1, n);
    for (int i = 0; i < spec.n; i++) vector_env_begin(r->games, i, r->seed, r->game[i] = i);
    vector_env_look(r->games, &r->look[0]);
}

/* Plays so many games (1 or more) with weights w, and writes the file at path; prints the dtype of its records and, unless quiet,
 * the speed. Returns the exit status. If a signal stops the games, the file holds what was played. */
static int record_games(const Config *c, const double *w, int games, const char *path, bool quiet)
{
    CLOSED(player_free) Player p;
    Recording r;
    const Units *units = config_units(c);
    const atomic_int *asked = signals_install();
    vector_env_player(&p, config_rules(c, c->rules), c->agent, c->experiment.engine == PLAYER_REFERENCE, c->isas,
                      c->objective.max_pieces);
    Monitor *monitor = monitor_create(NULL, 0, asked);
    SearchLimit limit = {.stop = monitor_check(monitor), .every = SEARCH_POLL}; /* a signal ends even the search for a move */
    p.r.limit = &limit;
    start_recording(&r, c, &p, w, games);
    bool good = files_begin(&r.file, path), going = true;
    for (int t = 0; good && going && atomic_load(asked) == STOP_NOT; t++)
        good = move_all(&r, &r.look[t % 2], &r.look[(t + 1) % 2], &going);
    good = files_end(&r.file, good && flush_records(&r));
    const int error = errno;
    int status = good ? STATUS_OK : (int)status_of_write(error);
    const double seconds = monitor_seconds(monitor);
    if (!good) verb_fail(status, "%s: cannot be written: %s", path, files_why(error));
    if (good) {
        printf("%s, %s; records of %zu bytes\n", message_count(r.moves, units->cost).text,
               message_count((int64_t)units_amount(units, (double)r.score), units->score).text, record_bytes(&r.is));
        status = tell_dtype(&r.is, path);
    }
    if (good && !quiet && seconds > 0) fprintf(stderr, "%s %s/s\n", message_number((double)r.moves / seconds).text, units->cost);
    vector_env_destroy(r.games);
    mem_owner_free(&r.own);
    monitor_destroy(monitor);
    return status == STATUS_OK ? (int)monitor_status((StopReason)atomic_load(asked)) : status;
}

/* ---- the verb ---- */

static int run(const Command *command)
{
    const PlayOptions *own = command->own;
    const int allowed = verbs_may_write(own->record);
    if (allowed != STATUS_OK) return allowed;
    CLOSED(config_free) Config c;
    CLOSED(weights_free) Weights w;
    int status = task_read(&c, &w, command->arg[0], command);
    if (status == STATUS_OK && !config_uses(&c, "agent"))
        status = verb_fail(STATUS_USAGE, "%s: holds settings of %s, which play no game themselves", w.path, c.kind->name);
    if (status == STATUS_OK && own->record != NULL) {
        status = record_games(&c, w.w, own->games > 0 ? own->games : 1, own->record, command->quiet);
    } else if (status == STATUS_OK) {
        PlayedGame p = {0};
        status = show_game(&p, &c, w.w, own, command->quiet);
        pieces_free(&p.pieces);
        tsv_free(&p.replay);
    }
    return status;
}

static const Option options[] = {
    {"--pieces", "FILE|LIST", OPTION_AT(PlayOptions, pieces, OPTION_TEXT),
     .doc =
         "plays what this file, or a list such as TSZ, says instead of random draws, in the letters of 'swarmtris list games'; "
         "a first line 'order IOTLJSZ' says what digits mean"},
    {"--board", "FILE", OPTION_AT(PlayOptions, board, OPTION_TEXT),
     .doc = "begins with a drawn board, lowest row last: . _ 0 or blank is empty, # or a letter filled; '# words' is a comment"},
    {"--replay", "FILE", OPTION_AT(PlayOptions, replay, OPTION_TEXT),
     .doc = "makes the moves of a table with columns of --trace; its column piece says what comes"},
    {"--moves", NULL, OPTION_AT(PlayOptions, moves, OPTION_FLAG),
     .doc = "a line for each possible move with its features, and which is chosen; without a list or --turns, of the first turn"},
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
     .doc = "writes every move of games to a binary file, whose dtype for numpy.fromfile is printed and in FILE.dtype, and shows "
            "nothing"},
    {"--games", "N", OPTION_ROW(PlayOptions, games, PARAM_INT, 1, 1e9), .doc = "--record: games 0 to N-1 of the seed"},
    {0},
};

static const OptionWhen when[] = {
    {"--pieces --board --replay --moves --trace --watch --gif --png --fumen --nodes", "!--record", ", which shows no game"},
    {"--games", "--record", NULL},
    {"--seed", "!--pieces", ", whose file says what comes"},
    {"--moves", "!--trace", NULL},
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
    .when = when,
    .bytes = sizeof(PlayOptions),
    .run = run,
};
