/* show.c. Draws a game on the terminal, and makes pictures of it. */
#include "cli/show.h"

#include "base/mem.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"
#include "picture/gif.h"
#include "picture/letters.h"
#include "run/monitor.h"
#include "run/screen.h"
#include "run/signals.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Milliseconds between two moves on the terminal, slowest first. */
static const int delays[] = {2000, 1000, 500, 250, 120, 60, 30, 15, 5, 0};
enum { SPEEDS = sizeof delays / sizeof *delays, SPEED_AT_START = 5 };

/* Hundredths of a second in a gif: of a turn, of the flash of full rows, of the end. */
enum { TURN_TIME = 9, FLASH_TIME = 9, END_TIME = 250 };

/* Pixels of a sixteenth of a cell. */
enum { GIF_UNIT = 1, PNG_UNIT = 2 };

/* ---- on the terminal ---- */

static bool is_coloured(void)
{
    const char *none = getenv("NO_COLOR");
    return none == NULL || none[0] == '\0';
}

static void draw_terminal(const Show *s)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    const int lines = letters_print(out, &s->scene, is_coloured());
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
    const double begun = duration_now();
    for (bool next = false; !next && !s->ended && atomic_load(s->asked) == STOP_NOT;) {
        double left = delays[s->speed] - 1000 * duration_since(begun);
        if (!s->paused && left <= 0) next = true;
        next = obey(s, screen_wait(s->paused ? LONG : left > 0 ? (int)left + 1 : 0)) || next;
    }
}

/* ---- pictures ---- */

static void add_frame(Show *s, int hundredths)
{
    if (s->gif == NULL) {
        s->canvas = canvas_new(&s->scene, GIF_UNIT);
        s->gif = gif_begin(s->canvas.width, s->canvas.height);
    }
    canvas_draw(&s->canvas, &s->scene, GIF_UNIT);
    gif_add(s->gif, &s->canvas, hundredths);
}

/* Writes bytes into a file, and frees them. Returns the exit status. */
static int write_file(const char *path, char *bytes, size_t size)
{
    const int status = verbs_write(path, bytes, size);
    free(bytes);
    return status;
}

static int write_gif(Show *s)
{
    size_t size;
    char *bytes = gif_end(s->gif, &size);
    canvas_free(&s->canvas);
    return write_file(s->o.gif, bytes, size);
}

static int write_png(const Show *s)
{
    size_t size;
    Canvas c = canvas_new(&s->scene, PNG_UNIT);
    canvas_draw(&c, &s->scene, PNG_UNIT);
    char *bytes = png_encode(&c, &size);
    canvas_free(&c);
    return write_file(s->o.png, bytes, size);
}

/* Writes the fumen, and says so if it ends before the game does. */
static int write_fumen(const Show *s)
{
    size_t size;
    const char *why;
    const int pages = fumen_pages(s->fumen, &why);
    if (why != NULL) fprintf(stderr, "warning: %s: ends with page %d: %s\n", s->o.fumen, pages, why);
    char *text = fumen_end(s->fumen, &size);
    return write_file(s->o.fumen, text, size);
}

/* ---- */

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
        s->asked = screen_asked();
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
    if (s->asked == NULL) {
        scene_free(&s->scene);
        return STATUS_OK;
    }
    scene_show(&s->scene, state);
    if (s->terminal) draw_terminal(s);
    screen_close();
    if (s->o.gif != NULL) {
        add_frame(s, END_TIME);
        status = write_gif(s);
    }
    if (s->o.png != NULL) {
        int wrote = write_png(s);
        if (status == STATUS_OK) status = wrote;
    }
    if (s->o.fumen != NULL) {
        int wrote = write_fumen(s);
        if (status == STATUS_OK) status = wrote;
    }
    if (status == STATUS_OK) status = (int)monitor_status((StopReason)atomic_load(s->asked));
    scene_free(&s->scene);
    return status;
}
