/* scene.c. Follows the moves of a game with the cells of its picture. */
#include "picture/scene.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void scene_start(Scene *s, const Game *game, const void *rules)
{
    *s = (Scene){.game = game, .rules = rules};
    if (game->picture == NULL) return;
    game->picture->size(rules, &s->width, &s->height);
    assert(s->width >= 1 && s->height >= 1);
    s->cell = mem_new((size_t)(s->width * s->height), sizeof *s->cell);
}

void scene_free(Scene *s)
{
    free(s->cell);
    *s = (Scene){0};
}

static bool row_is_full(const Scene *s, int y)
{
    for (int x = 0; x < s->width; x++)
        if ((s->cell[y * s->width + x] & SCENE_COLOUR) == 0) return false;
    return true;
}

/* Marks the cells that differ from those before, and takes older marks away. */
static void mark_new(Scene *s, const uint8_t *before)
{
    for (int i = 0; i < s->width * s->height; i++) {
        int colour = s->cell[i] & SCENE_COLOUR;
        assert(colour <= PICTURE_COLOURS);
        s->cell[i] = (uint8_t)(colour | (colour != (before[i] & SCENE_COLOUR) ? SCENE_NEW : 0));
    }
}

bool scene_move(Scene *s, const void *before, Move move)
{
    if (s->cell == NULL) return false;
    size_t cells = (size_t)(s->width * s->height);
    bool full = false;
    OWNED uint8_t *was = mem_new(cells, 1);
    memcpy(was, s->cell, cells);
    s->game->picture->add(s->rules, before, move, s->cell);
    mark_new(s, was);
    for (int y = 0; y < s->height && s->game->picture->clears_rows; y++) {
        if (!row_is_full(s, y)) continue;
        for (int x = 0; x < s->width; x++) s->cell[y * s->width + x] |= SCENE_FULL;
        full = true;
    }
    return full;
}

void scene_settle(Scene *s)
{
    int to = s->height - 1;
    if (s->cell == NULL) return;
    for (int y = s->height - 1; y >= 0; y--)
        if (!(s->cell[y * s->width] & SCENE_FULL)) memmove(s->cell + to-- * s->width, s->cell + y * s->width, (size_t)s->width);
    memset(s->cell, 0, (size_t)((to + 1) * s->width));
}

bool scene_titled(const Scene *s, int i)
{
    assert(i >= 0 && i < s->items);
    bool first = i == 0 || strcmp(s->item[i].title, s->item[i - 1].title) != 0, seen = false;
    for (int k = i; k < s->items && strcmp(s->item[k].title, s->item[i].title) == 0; k++) seen = seen || s->item[k].width > 0;
    return first && seen;
}

/* Sets height to the number of lines of the text, and width to the characters of the longest line. */
static void measure_text(Scene *s)
{
    s->width = s->height = 0;
    for (const char *line = s->text; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
        int length = (int)strcspn(line, "\n");
        if (length > s->width) s->width = length;
        s->height++;
    }
}

void scene_show(Scene *s, const void *state)
{
    const GamePicture *p = s->game->picture;
    s->tally = s->game->tally(state);
    s->over = s->game->over(state);
    s->lost = game_lost(s->game, state);
    if (s->cell == NULL) {
        s->game->text(s->rules, state, s->text, sizeof s->text);
        measure_text(s);
        return;
    }
    for (s->items = 0; s->items < SCENE_ITEMS_MAX && p->item(s->rules, state, s->items, &s->item[s->items]); s->items++)
        assert(s->item[s->items].width <= PICTURE_SIDE && s->item[s->items].height <= PICTURE_SIDE);
}
