/* dropblox_serve.c. Room cli. Plays a whole game of Dropblox against a program, as the server of the contest did. */
#include "base/text.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"
#include "systems/ntris/dropblox.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* The current block, as commands move it. */
typedef struct {
    const NtrisState *s;
    int row, column, turn;
} Block;

static bool fits(const Block *b, int row, int column, int turn)
{
    assert(b->s->known > 0 && turn >= 0 && turn < NTRIS_TURNS);
    const NtrisShape shape = ntris_shape(b->s->queue[0], turn);
    return row >= 0 && row < NTRIS_ROWS && ntris_fits(b->s, &shape, row, column);
}

/* Makes a command. False: it cannot be made. */
static bool obey(Block *b, NtrisCommand command)
{
    const int row = b->row + (command == NTRIS_DOWN) - (command == NTRIS_UP);
    const int column = b->column + (command == NTRIS_RIGHT) - (command == NTRIS_LEFT);
    const int turn = (b->turn + (command == NTRIS_ROTATE)) % NTRIS_TURNS;
    if (!fits(b, row, column, turn)) return false;
    *b = (Block){.s = b->s, .row = row, .column = column, .turn = turn};
    return true;
}

static int command_of(const char *word)
{
    for (int i = 0; i < NTRIS_COMMANDS; i++)
        if (strcmp(ntris_commands[i], word) == 0) return i;
    return -1;
}

/* The shell command that starts the client: its own words, then the state, the seconds that are left and, if given, the
 * weights. Owned by the caller. */
static char *command_line(const Command *o, const char *client, const char *state, double left)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "%s ", client);
    message_shell_word(out, state);
    fprintf(out, " %.3f ", left);
    if (o->args > 2) message_shell_word(out, o->arg[2]);
    files_memory_close(out);
    return text;
}

/* Reads the commands of a client and makes them. False: one of them cannot be made, and a sentence has been printed. */
static bool follow_commands(FILE *in, Block *b, int64_t move)
{
    char line[64];
    bool good = true;
    while (fgets(line, sizeof line, in) != NULL) { /* all output is read, also after a mistake, so that the client can end */
        line[strcspn(line, "\r\n")] = '\0';
        const int command = command_of(line);
        if (!good || line[0] == '\0') continue;
        good = command >= 0 && obey(b, (NtrisCommand)command);
        if (!good)
            fprintf(stderr, "move %" PRId64 ": the client answers '%s': must be %s\n", move, line,
                    command < 0 ? "one of rotate, left, right, down, up" : "a command that can be made");
    }
    return good;
}

/* Asks the client for a move. The block then drops. Returns the exit status. */
static int ask_client(const Command *o, const char *client, const NtrisState *s, double left, Move *m)
{
    Block b = {.s = s, .row = s->queue[0].row, .column = s->queue[0].column};
    char *text = dropblox_write(s), *line = command_line(o, client, text, left);
    int status = strcmp(o->arg[0], "-") == 0 ? STATUS_OK : verbs_write(o->arg[0], text, strlen(text));
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
    while (fits(&b, b.row + 1, b.column, b.turn)) b.row++;
    *m = ntris_move(b.row, b.column, b.turn);
    return status;
}

int dropblox_serve(const Command *o, const char *client, const NtrisRules *rules, uint64_t seed, double seconds)
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
        status = ask_client(o, client, &s, seconds > 0 ? seconds - stopwatch_seconds(&since) : 0, &m);
        late = seconds > 0 && stopwatch_seconds(&since) >= seconds;
        if (status != STATUS_OK || late) break;
        g->apply(rules, &s, m);
        g->chance(rules, &s);
        if (o->verbose) printf("%" PRId64 " %" PRId64 "\n", s.moves, s.points);
    }
    printf("%s after %s, %s, %.1f s\n",
           game_lost(g, &s) ? "lost"
           : g->over(&s)    ? "ended"
           : late           ? "out of time"
                            : "stopped",
           message_count(s.moves, g->units.cost).text, message_count(s.points, g->units.score).text, stopwatch_seconds(&since));
    return status;
}
