/* play.c. Plays one game with the agent of a configuration; shows it on the terminal, and makes pictures of it. */
#include "cli/play.h"

#include "base/mem.h"
#include "base/rng.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"
#include "file/terminal.h"
#include "run/signals.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* ---- a game ---- */

const char one_game_cleared[] = "rows_cleared";

void one_game_start(OneGame *g, const Config *c, const double *w, const atomic_int *asked)
{
    assert(w != NULL);
    *g = (OneGame){.r = config_rules(c, c->rules), .agent = c->agent, .w = w, .units = game_units(c->game, c->rules)};
    g->state = mem_new(1, c->game->state_bytes);
    g->before = mem_new(1, c->game->state_bytes);
    g->odds = mem_new((size_t)c->game->outcomes_max, sizeof *g->odds);
    g->moves = mem_new((size_t)c->game->moves_max, sizeof *g->moves);
    g->scratch = mem_new(1, c->agent->scratch_bytes(&g->r));
    g->plan = mem_new(1, plan_bytes(c->agent, &g->r));
    if (c->agent->branching != NULL) g->decider = decider_create(c->agent, &g->r, c->experiment.threads);
    g->cleared = c->game->n_features - 1;
    while (g->cleared >= 0 && strcmp(c->game->features[g->cleared].name, one_game_cleared) != 0) g->cleared--;
    c->game->start(c->rules, rng_game(rng_key(c->experiment.seed, RNG_PLAY, 0), 0), g->state);
    one_game_heed(g, asked);
}

void one_game_heed(OneGame *g, const atomic_int *asked)
{
    if (asked == NULL) return;
    g->monitor = monitor_create(NULL, 0, asked);
    g->limit = (SearchLimit){.stop = monitor_check(g->monitor), .every = SEARCH_POLL};
    g->r.limit = &g->limit;
}

void one_game_free(OneGame *g)
{
    free(g->odds);
    free(g->moves);
    free(g->state);
    free(g->before);
    free(g->scratch);
    free(g->plan);
    monitor_destroy(g->monitor);
    decider_destroy(g->decider);
}

bool one_game_draw(OneGame *g)
{
    const Game *game = g->r.game;
    if (g->list == NULL) game->chance(g->r.rules, g->state);
    while (g->list != NULL && g->next < g->list->n && game->outcomes(g->r.rules, g->state, g->odds) > 0)
        game->happen(g->r.rules, g->state, g->list->piece[g->next++]);
    return game->over(g->state) || game->moves(g->r.rules, g->state, g->moves) > 0;
}

void one_game_print_rows(const int64_t *times)
{
    bool any = false;
    for (int k = 1; k < ONE_GAME_ROWS; k++) {
        if (times[k] == 0) continue;
        if (!any) printf("%.*s cleared at once", (int)strcspn(one_game_cleared, "_"), one_game_cleared);
        printf("%s%" PRId64 " x %d", any ? ", " : ": ", times[k], k);
        any = true;
    }
    if (any) printf("\n");
}

int64_t one_game_score(const OneGame *g, const void *state)
{
    return (int64_t)units_amount(g->units, (double)g->r.game->tally(state).score);
}

bool one_game_turn(OneGame *g, const Move *given, Move *move)
{
    const Game *game = g->r.game;
    g->turn++;
    memcpy(g->before, g->state, game->state_bytes);
    if (game->over(g->state)) return false;
    *move = g->decider != NULL ? decider_choose(g->decider, g->state, g->w, g->nodes, NULL).move
                               : plan_next(g->agent, &g->r, g->state, g->w, g->plan, g->scratch);
    if (search_ended(g->r.limit)) return false;
    g->chosen = *move;
    if (given != NULL) *move = *given, g->plan->n = g->plan->made = 0;
    g->given_up = *move == AGENT_GIVES_UP;
    if (g->given_up) return false;
    game->apply(g->r.rules, g->state, *move);
    const int rows = g->cleared >= 0 ? (int)game_value(game, g->r.rules, g->cleared, g->before, g->state) : 0;
    g->rows += rows;
    g->times[rows < ONE_GAME_ROWS ? rows : ONE_GAME_ROWS - 1]++;
    return true;
}

/* ---- the terminal ----
 *
 * A screen that is redrawn in place, and keys that need no Enter. The terminal is put back as it was however the program ends: by
 * itself, by a signal that asks it to stop, or by one that kills it; also while Ctrl-Z suspends the program. There is one screen
 * at a time, since terminal and signals belong to the process. */

typedef enum { KEY_NONE, KEY_PAUSE, KEY_STEP, KEY_FASTER, KEY_SLOWER, KEY_QUIT } Key;

/* These variables are static because a signal handler has no context. usual is written before any handler is installed. */
static struct termios usual;          /* the terminal's settings, to be put back */
static volatile sig_atomic_t is_open; /* the terminal is taken */
static bool has_keys;                 /* standard input is a terminal, too */
static atomic_int stop_asked;         /* StopReason */

static const int stopping[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
static const int killing[] = {SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* Writes text by the only kind of calls that a signal handler may make. */
static void say(const char *text)
{
    size_t n = strlen(text);
    while (n > 0) {
        ssize_t wrote = write(STDOUT_FILENO, text, n);
        if (wrote <= 0) return;
        text += wrote, n -= (size_t)wrote;
    }
}

static void take(void)
{
    struct termios raw = usual;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (has_keys) tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    say("\033[?25l"); /* hides the cursor */
}

static void put_back(void)
{
    if (has_keys) tcsetattr(STDIN_FILENO, TCSANOW, &usual);
    say("\033[0m\033[?25h");
}

/* Ends the process as the signal would without a handler. */
static void on_killing(int number)
{
    if (is_open) put_back();
    is_open = 0;
    signals_handle(number, SIG_DFL);
    raise(number);
}

static void on_stopping(int number)
{
    if (stop_asked != STOP_NOT) on_killing(number);
    stop_asked = number == SIGINT ? STOP_INTERRUPT : STOP_SIGNAL;
}

/* Ctrl-Z: the shell gets its terminal back. The process stops inside raise, once the handler lets the signal through. */
static void on_suspend(int number)
{
    sigset_t let;
    put_back();
    signals_handle(number, SIG_DFL);
    sigemptyset(&let);
    sigaddset(&let, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &let, NULL);
    signals_handle(number, on_suspend);
    take();
}

/* Takes the terminal of standard output. False: it is no terminal, or can only scroll (TERM=dumb); nothing is changed. */
static bool screen_open(void)
{
    const char *term = getenv("TERM");
    assert(!is_open);
    stop_asked = STOP_NOT;
    if (!isatty(STDOUT_FILENO) || term == NULL || strcmp(term, "dumb") == 0) return false;
    has_keys = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &usual) == 0;
    is_open = 1;
    for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) signals_handle(stopping[i], on_stopping);
    for (size_t i = 0; i < sizeof killing / sizeof *killing; i++) signals_handle(killing[i], on_killing);
    signals_handle(SIGTSTP, on_suspend);
    take();
    say("\033[H\033[J");
    return true;
}

/* Puts the terminal back as it was; does nothing if it was not taken. */
static void screen_close(void)
{
    if (!is_open) return;
    put_back();
    is_open = 0;
    signals_handle(SIGTSTP, SIG_DFL);
}

/* Redraws the screen with text from the upper left corner on. n: its lines, of which the last that fit are shown. Each line is
 * cleared to the right of its end, so that nothing flickers. */
static void screen_show(const char *text, int n)
{
    struct winsize size;
    OWNED char *frame = NULL;
    int rows = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
    for (; n > rows - 1 && *text != '\0'; n--) text += strcspn(text, "\n"), text += *text == '\n';
    FILE *out = files_memory(&frame, NULL);
    fputs("\033[H", out);
    for (; *text != '\0'; text++)
        if (*text == '\n')
            fputs("\033[K\n", out);
        else
            putc(*text, out);
    fputs("\033[J", out);
    files_memory_close(out);
    terminal_control(stdout, frame);
}

static Key key_of(const char *typed)
{
    static const struct {
        const char *typed;
        Key key;
    } keys[] = {{" ", KEY_PAUSE},     {"p", KEY_PAUSE},       {".", KEY_STEP},   {"n", KEY_STEP},
                {"\033[C", KEY_STEP}, {"+", KEY_FASTER},      {"=", KEY_FASTER}, {"\033[A", KEY_FASTER},
                {"-", KEY_SLOWER},    {"\033[B", KEY_SLOWER}, {"q", KEY_QUIT},   {"\033", KEY_QUIT}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(typed, keys[i].typed) == 0) return keys[i].key;
    return KEY_NONE;
}

/* Waits so long for a key. KEY_NONE: none that means something, or a signal has arrived. An arrow is three bytes, which arrive
 * together. Standard input that is no terminal has no keys. */
static Key screen_wait(int milliseconds)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    enum { TOGETHER = 20 };
    char typed[4] = "";
    assert(is_open && milliseconds >= 0);
    for (int n = 0; n < 3 && poll(&input, has_keys, n == 0 ? milliseconds : TOGETHER) > 0; n++) {
        if (read(STDIN_FILENO, typed + n, 1) <= 0) return has_keys = false, KEY_NONE; /* the terminal has gone */
        if (typed[0] != '\033') break;
    }
    return key_of(typed);
}

/* ---- a game on the terminal ---- */

/* Milliseconds between two moves on the terminal, slowest first. */
static const int delays[] = {2000, 1000, 500, 250, 120, 60, 30, 15, 5, 0};
enum { SPEEDS = sizeof delays / sizeof *delays, SPEED_AT_START = 5 };

/* Hundredths of a second in a gif: of a turn, of the flash of full rows, of the end. */
enum { TURN_TIME = 9, FLASH_TIME = 9, END_TIME = 250 };

/* Pixels of a sixteenth of a cell. */
enum { GIF_UNIT = 1, PNG_UNIT = 2 };

static void draw_terminal(const Show *s)
{
    char *text;
    const char *plain = getenv("NO_COLOR");
    FILE *out = files_memory(&text, NULL);
    const int lines = letters_print(out, &s->scene, plain == NULL || plain[0] == '\0');
    fprintf(out, "%s, %d ms a move: blank pauses, . steps, + and - change the speed, q quits\n", s->paused ? "paused" : "playing",
            delays[s->speed]);
    files_memory_close(out);
    screen_show(text, lines + 1);
    free(text);
}

/* Does what a key says. True: the next move is wanted at once. */
static bool obey(Show *s, Key key)
{
    bool stepped = key == KEY_STEP;
    if (key == KEY_PAUSE) s->paused = !s->paused;
    if (key == KEY_STEP) s->paused = true;
    if (key == KEY_FASTER && s->speed + 1 < SPEEDS) s->speed++;
    if (key == KEY_SLOWER && s->speed > 0) s->speed--;
    if (key == KEY_QUIT) s->ended = true;
    if (key != KEY_NONE) draw_terminal(s);
    return stepped;
}

/* Waits until it is time for the next move, and for as long as the game is paused. */
static void wait_for_move(Show *s)
{
    enum { LONG = 100 }; /* milliseconds between two looks at the signals, during a pause */
    Stopwatch since = stopwatch_start();
    for (bool next = false; !next && !s->ended && atomic_load(s->asked) == STOP_NOT;) {
        double left = delays[s->speed] - 1000 * stopwatch_seconds(&since);
        if (!s->paused && left <= 0) next = true;
        next = obey(s, screen_wait(s->paused ? LONG : left > 0 ? (int)left + 1 : 0)) || next;
    }
}

/* ---- in pictures ---- */

static void add_frame(Show *s, int hundredths)
{
    if (s->gif == NULL) {
        s->canvas = canvas_new(&s->scene, GIF_UNIT);
        s->gif = gif_begin(s->canvas.width, s->canvas.height);
    }
    canvas_draw(&s->canvas, &s->scene);
    gif_add(s->gif, &s->canvas, hundredths);
}

/* Writes the bytes of a file, and frees them. *status is that of the first file that cannot be written. */
static void keep(int *status, const char *path, char *bytes, size_t size)
{
    const int wrote = verbs_write(path, bytes, size);
    if (*status == STATUS_OK) *status = wrote;
    free(bytes);
}

static void keep_gif(Show *s, int *status)
{
    size_t size;
    add_frame(s, END_TIME);
    char *bytes = gif_end(s->gif, &size);
    canvas_free(&s->canvas);
    keep(status, s->o.gif, bytes, size);
}

static void keep_png(const Show *s, int *status)
{
    size_t size;
    CLOSED(canvas_free) Canvas c = canvas_new(&s->scene, PNG_UNIT);
    canvas_draw(&c, &s->scene);
    char *bytes = png_encode(&c, &size);
    keep(status, s->o.png, bytes, size);
}

/* A fumen may end before the game does. */
static void keep_fumen(const Show *s, int *status)
{
    size_t size;
    const char *why;
    const int pages = fumen_pages(s->fumen, &why);
    if (why != NULL) fprintf(stderr, "warning: %s: ends with page %d: %s\n", s->o.fumen, pages, why);
    char *text = fumen_end(s->fumen, &size);
    keep(status, s->o.fumen, text, size);
}

/* ---- from begin to end ---- */

int show_begin(Show *s, ShowOptions o, const Game *game, const void *rules)
{
    *s = (Show){.o = o, .speed = SPEED_AT_START};
    int status = verbs_may_write(o.gif);
    if (status == STATUS_OK) status = verbs_may_write(o.png);
    if (status == STATUS_OK) status = verbs_may_write(o.fumen);
    if (status != STATUS_OK) return status;
    const char *why;
    if (o.fumen != NULL) s->fumen = fumen_begin(game, rules, &why);
    if (o.fumen != NULL && s->fumen == NULL)
        return verb_fail(STATUS_USAGE, "%s: cannot be a fumen: the board of %s %s", o.fumen, game->name, why);
    scene_start(&s->scene, game, rules);
    s->terminal = o.watch && screen_open();
    if (s->terminal)
        s->asked = &stop_asked;
    else if (o.gif != NULL || o.png != NULL || o.fumen != NULL)
        s->asked = signals_install();
    return STATUS_OK;
}

bool show_state(Show *s, const void *state)
{
    if (s->asked == NULL) return true;
    scene_show(&s->scene, state);
    if (s->o.gif != NULL) add_frame(s, TURN_TIME);
    if (s->terminal) {
        draw_terminal(s);
        wait_for_move(s);
    }
    return !s->ended && atomic_load(s->asked) == STOP_NOT;
}

void show_move(Show *s, const void *before, Move move)
{
    if (s->asked == NULL) return;
    if (s->fumen != NULL) fumen_move(s->fumen, before, move);
    bool full = scene_move(&s->scene, before, move);
    if (full && s->o.gif != NULL && s->gif != NULL) add_frame(s, FLASH_TIME);
    if (full && s->terminal) {
        draw_terminal(s);
        if (!s->paused) wait_for_move(s);
    }
    if (full) scene_settle(&s->scene);
}

int show_end(Show *s, const void *state)
{
    int status = STATUS_OK;
    if (s->asked != NULL) {
        scene_show(&s->scene, state);
        if (s->terminal) draw_terminal(s);
        screen_close();
        if (s->o.gif != NULL) keep_gif(s, &status);
        if (s->o.png != NULL) keep_png(s, &status);
        if (s->o.fumen != NULL) keep_fumen(s, &status);
        if (status == STATUS_OK) status = (int)monitor_status((StopReason)atomic_load(s->asked));
    }
    scene_free(&s->scene);
    return status;
}
