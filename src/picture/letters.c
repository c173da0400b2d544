/* letters.c. Prints a scene in letters and colours of a terminal, and a game as lines of text. */
#include "picture/letters.h"

#include <inttypes.h>

/* Indices of the 256 colours of a terminal, by colour of a cell. */
static const int terminal_colours[] = {0, 220, 44, 208, 69, 135, 71, 167};

static void print_cell(FILE *out, int cell, bool coloured, const char *empty)
{
    int colour = cell & SCENE_COLOUR;
    if (colour == 0)
        fputs(empty, out);
    else if (!coloured)
        fputs(cell & SCENE_FULL ? "==" : "[]", out);
    else if (cell & SCENE_FULL)
        fputs("\033[48;5;231m  \033[0m", out);
    else
        fprintf(out, "\033[48;5;%dm%s\033[0m", terminal_colours[colour], cell & SCENE_NEW ? "\033[38;5;231m[]" : "  ");
}

/* Prints line number `line` of what stands beside the board: two numbers, then the items. */
static void print_side(FILE *out, const Scene *s, int line, bool coloured)
{
    const Units *t = game_units(s->game, s->rules);
    if (line == 0) fprintf(out, "  %s %" PRId64, t->score, (int64_t)units_amount(t, (double)s->tally.score));
    if (line == 1) fprintf(out, "  %s %" PRId64, t->cost, s->tally.turns);
    line -= 3;
    for (int i = 0; i < s->items && line >= 0; i++) {
        const PictureItem *item = &s->item[i];
        int rows = item->height > 2 ? item->height : 2;
        if (scene_titled(s, i))
            if (line-- == 0) fprintf(out, "  %s", item->title);
        if (line >= 0 && line < item->height) {
            fputs("  ", out);
            for (int x = 0; x < item->width; x++) print_cell(out, item->cell[line * item->width + x], coloured, "  ");
        }
        line -= rows;
    }
}

static void print_board(FILE *out, const Scene *s, bool coloured)
{
    for (int y = 0; y < s->height; y++) {
        putc('|', out);
        for (int x = 0; x < s->width; x++) print_cell(out, s->cell[y * s->width + x], coloured, " .");
        putc('|', out);
        print_side(out, s, y, coloured);
        putc('\n', out);
    }
    putc('+', out);
    for (int x = 0; x < s->width; x++) fputs("--", out);
    fputs("+\n", out);
}

int letters_print(FILE *out, const Scene *s, bool coloured)
{
    const Units *t = game_units(s->game, s->rules);
    if (s->cell != NULL)
        print_board(out, s, coloured);
    else
        fputs(s->text, out);
    const int lines = s->height + (s->cell != NULL);
    if (s->cell != NULL && s->height >= 2) return lines;
    fprintf(out, "%s %" PRId64 "  %s %" PRId64 "\n", t->score, (int64_t)units_amount(t, (double)s->tally.score), t->cost,
            s->tally.turns);
    return lines + 1;
}

/* ---- a line a turn ---- */

static void put_cells(FILE *out, const Scene *s)
{
    const int cells = s->width * s->height;
    bool begun = false;
    for (int i = 0; i < cells; i++) {
        const int cell = s->cell[i], colour = cell & SCENE_COLOUR;
        begun = begun || colour != 0;
        const char first = cell & SCENE_FULL ? 'A' - 1 : cell & SCENE_NEW && colour != 0 ? 'a' - 1 : '0';
        if (begun) fputc(first + colour, out);
    }
}

static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '\n')
            fputs(LETTERS_END, out);
        else
            fputc(*text, out);
}

void letters_turn(FILE *out, Scene *s, const void *before, Move move, const void *after)
{
    const bool full = scene_move(s, before, move);
    scene_show(s, after);
    fprintf(out, "%" PRId64 " %" PRId64 " ", (int64_t)units_amount(game_units(s->game, s->rules), (double)s->tally.score),
            s->tally.turns);
    if (s->cell != NULL)
        put_cells(out, s);
    else
        put_text(out, s->text);
    fputc('\n', out);
    if (full) scene_settle(s);
}
