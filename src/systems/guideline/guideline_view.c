/* guideline_view.c. Room game. What a program that plays by itself sees of guideline: the board, the pieces that are known, the
 * held one; and its actions: hold x orientation x column, and the row where moves are `reachable`. */
#include "systems/guideline/guideline.h"

static void size(const void *rules, int *width, int *height)
{
    *width = GUIDELINE_WIDTH;
    *height = ((const GuidelineRules *)rules)->height;
}

static void board(const void *rules, const void *state, uint32_t *out)
{
    const GuidelineState *s = state;
    for (int y = 0; y < ((const GuidelineRules *)rules)->height; y++) out[y] = guideline_row(&s->board, y) >> GUIDELINE_SHIFT;
}

static const char *title(const void *rules_, int i)
{
    const GuidelineRules *rules = rules_;
    if (i <= rules->preview) return i == 0 ? "piece" : "next";
    return i == rules->preview + 1 && rules->hold ? "hold" : NULL;
}

static void shown(const void *rules_, const void *state, int32_t *out)
{
    const GuidelineRules *rules = rules_;
    const GuidelineState *s = state;
    for (int i = 0; i <= rules->preview; i++) out[i] = s->queue[i];
    if (rules->hold) out[rules->preview + 1] = s->held;
}

/* A drop says in which row it ends. */
static int axes(const void *rules_, const char **name, int *length)
{
    const GuidelineRules *rules = rules_;
    name[0] = "hold", length[0] = rules->hold ? 2 : 1;
    name[1] = "orientation", length[1] = GUIDELINE_STATES;
    name[2] = "column", length[2] = GUIDELINE_COLUMNS;
    name[3] = "row", length[3] = rules->height;
    return rules->moves == GUIDELINE_DROP ? 3 : 4;
}

static int action(const void *rules_, Move m)
{
    const GuidelineRules *rules = rules_;
    const int turned = (guideline_other(m) ? GUIDELINE_STATES : 0) + guideline_state(m);
    const int over = turned * GUIDELINE_COLUMNS + guideline_column(m) - GUIDELINE_COLUMN_MIN;
    return rules->moves == GUIDELINE_DROP ? over : over * rules->height + guideline_landing_row(m);
}

const GameView guideline_view = {.size = size, .board = board, .title = title, .shown = shown, .axes = axes, .action = action};
