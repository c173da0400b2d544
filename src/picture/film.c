/* film.c. Writes the boards of a game as lines of text. */
#include "picture/film.h"

#include <inttypes.h>

void film_start(Film *f, FILE *out, const Game *game, const void *rules)
{
    *f = (Film){.out = out};
    scene_start(&f->scene, game, rules);
}

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
            fputs(FILM_END, out);
        else
            fputc(*text, out);
}

void film_move(Film *f, const void *before, Move move, const void *after)
{
    Scene *s = &f->scene;
    const bool full = scene_move(s, before, move);
    scene_show(s, after);
    f->turns++;
    fprintf(f->out, "%" PRId64 " %" PRId64 " ", (int64_t)units_amount(game_units(s->game, s->rules), (double)s->tally.score),
            s->tally.turns);
    if (s->cell != NULL)
        put_cells(f->out, s);
    else
        put_text(f->out, s->text);
    fputc('\n', f->out);
    if (full) scene_settle(s);
}
