/* progress.c. Shows the progress of a run: one line that is redrawn on a terminal, plain lines in a pipe. */
#include "run/progress.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/message.h"
#include "file/terminal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double terminal_every = 0.2, minute = 60, hour = 3600; /* seconds */

void progress_start(Progress *p, bool quiet, bool verbose)
{
    const char *term = getenv("TERM");
    bool dumb = term == NULL || strcmp(term, "dumb") == 0;
    *p = (Progress){.terminal = isatty(STDERR_FILENO) && !dumb, .quiet = quiet, .verbose = verbose, .shown_at = -1};
}

/* Adds "  name value" to the line if all of it fits: half a number would be a wrong number. */
static void add(Text *line, const char *name, const char *value)
{
    if (value != NULL && value[0] != '\0') text_add_whole(line, "  %s %s", name, value);
}

/* Adds a cell of a table, shortened. */
static void add_cell(Text *line, const char *name, const char *cell)
{
    if (cell != NULL) add(line, name, message_number(strtod(cell, NULL)).text);
}

static void compose(const ProgressState *s, Text *line)
{
    char rate[32];
    text_add(line, "%s", s->phase);
    if (!isnan(s->share)) text_add(line, " %.0f%%", floor(100 * s->share));
    if (s->iteration != NULL) add(line, "iteration", s->iteration);
    double done = s->share - s->first_share;
    if (done > 0 && s->share < 1 && s->seconds > 1) add(line, "eta", message_duration(s->seconds * (1 - s->share) / done).text);
    add_cell(line, "best", s->best);
    add_cell(line, "median", s->median);
    if (s->turn_name == NULL) return;
    snprintf(rate, sizeof rate, "%s/s", s->turn_name);
    add(line, rate, message_number(s->seconds > 0 ? (double)s->turns / s->seconds : 0).text);
}

double progress_pause(double seconds, bool iteration_end)
{
    assert(seconds >= 0);
    if (seconds >= hour) return 10 * minute;
    if (seconds >= minute) return minute;
    return iteration_end ? 1 : minute / 2;
}

bool progress_due(const Progress *p, double seconds, bool iteration_end)
{
    const double every = p->terminal ? terminal_every : progress_pause(seconds, iteration_end);
    return !p->quiet && (seconds - p->shown_at >= every || (p->verbose && iteration_end));
}

void progress_show(Progress *p, const ProgressState *s, bool iteration_end)
{
    char line[256];
    assert(s->phase != NULL && s->turns >= 0);
    if (!progress_due(p, s->seconds, iteration_end)) return;
    p->shown_at = s->seconds;
    const int found = terminal_columns(stderr), columns = found > 0 ? found : 80;
    const int width = p->terminal ? columns - 1 : (int)sizeof line - 1;
    Text text = text_in(line, width < (int)sizeof line ? (size_t)width + 1 : sizeof line);
    compose(s, &text);
    if (p->terminal) {
        OWNED char *drawn = text_new("\r%-*s", width, line);
        terminal_control(stderr, drawn);
        p->drawn = true;
    } else {
        fprintf(stderr, "%s\n", line);
    }
    fflush(stderr);
}

void progress_end(Progress *p)
{
    if (p->drawn) fputc('\n', stderr);
    p->drawn = false;
}
