/* game.c. Helpers for every game: checks, units, sets, features, observations and rewards by name, and whether it is lost. */
#include "game/game.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

int game_check(const Game *game, const void *rules, Finding *out)
{
    return game->check != NULL ? game->check(rules, out) : 0;
}

int game_check_set(const Game *game, const void *rules, const FeatureSet *set, Finding *out)
{
    return game->check_set != NULL ? game->check_set(rules, set, out) : 0;
}

const Units *game_units(const Game *game, const void *rules)
{
    const Units *by_rules = game->units_by != NULL ? game->units_by(rules) : NULL;
    return by_rules != NULL ? by_rules : &game->units;
}

double game_value(const Game *game, const void *rules, int feature, const void *before, const void *after)
{
    double value;
    if (game->value != NULL) return game->value(rules, feature, before, after);
    game->values(rules, &(FeatureSet){.index = &feature, .n = 1}, before, after, &value);
    return value;
}

bool game_lost(const Game *game, const void *state)
{
    return game->over(state) && (game->lost == NULL || game->lost(state));
}

/* ---- names ----
 *
 * Words of Fahey 2003, Boehm, Kokai & Mandl 2005, Thiery & Scherrer 2009, El-Tetris, Lee 2013, and of many programs. */

const FeatureAlias feature_aliases[] = {
    {"height_differences", "bumpiness roughness surface_roughness height_diffs column_differences sum_of_height_differences",
     NULL},
    {"column_transitions", "col_transitions", NULL},
    {"rows_cleared",
     "lines_cleared cleared_lines complete_lines completed_lines completed_rows removed_lines lines_removed rows_removed "
     "rows_eliminated lines_eliminated full_lines lines",
     NULL},
    {"holes", "number_of_holes num_holes hole_count total_holes", NULL},
    {"aggregate_height", "sum_of_heights sum_heights total_height height_sum", NULL},
    {"aggregate_height", "mean_height average_height avg_height", "the sum of the heights, not their mean"},
    {"max_height", "maximum_height pile_height highest_column", NULL},
    {"max_height", "height", "the height of the highest column, and aggregate_height the sum of all"},
    {"rows_with_holes", "hole_rows row_holes number_of_rows_with_holes", NULL},
    {"hole_depth", "blockades blocks_above_holes", "the filled cells with a hole anywhere below them, each once"},
    {"wells", "cumulative_wells well_sums well_sum", NULL},
    {"eroded_cells", "eroded_piece_cells eroded_pieces", NULL},
    {"height_range", "altitude_difference", NULL},
    {"deepest_well", "max_well_depth maximum_well_depth", NULL},
    {"well_depths", "sum_of_all_wells", NULL},
    {"well_depths", "pits", "the sum of how far each column lies below its lower neighbour"},
    {"hole_tops", "connected_holes", NULL},
    {"filled_cells", "blocks number_of_blocks occupied_cells full_cells", NULL},
    {"weighted_cells", "weighted_blocks height_weighted_cells", NULL},
    {"diversity", "pattern_diversity", NULL},
    {"row_transitions", "transitions cell_transitions", "those along the rows alone, and column_transitions the others"},
    {0},
};

/* Whether two names are the same, but for case, hyphens and underscores. */
static bool alike(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "-_");
        b += strspn(b, "-_");
        if (strncasecmp(a, b, 1) != 0) return false;
        if (*a == '\0') return true;
    }
}

const FeatureSet *game_set(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    for (int i = 0; i < game->n_sets; i++)
        if (alike(game->sets[i].name, name)) return &game->sets[i];
    return NULL;
}

int game_feature(const Game *game, const char *word, const FeatureAlias **alias)
{
    char other[64];
    *alias = NULL;
    for (int i = 0; i < game->n_features; i++)
        if (alike(game->features[i].name, word)) return i;
    for (const FeatureAlias *a = feature_aliases; a->feature != NULL; a++)
        for (int k = 0; text_word(a->words, k, other, sizeof other); k++)
            for (int i = 0; i < game->n_features && alike(other, word); i++)
                if (strcmp(game->features[i].name, a->feature) == 0) return *alias = a, i;
    const size_t n = strlen(word), tail = strlen("weight");
    if (n <= tail || n >= sizeof other || !alike(word + n - tail, "weight")) return -1;
    memcpy(other, word, n - tail); /* holesWeight */
    other[n - tail] = '\0';
    return game_feature(game, other, alias);
}

const Observation *game_observation(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    const GameLearning *l = game->learning;
    for (int i = 0; l != NULL && i < l->n_observations; i++)
        if (name[0] == '\0' || strcmp(l->observations[i].name, name) == 0) return &l->observations[i];
    return NULL;
}

char game_letter(const Game *game, const void *rules, int outcome)
{
    for (const char *c = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"; outcome >= 0 && *c != '\0'; c++)
        if (game->letter(rules, *c) == outcome) return *c;
    return '\0';
}

const Reward *game_reward(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    const GameLearning *l = game->learning;
    for (int i = 0; l != NULL && i < l->n_rewards; i++)
        if (name[0] == '\0' || strcmp(l->rewards[i].name, name) == 0) return &l->rewards[i];
    return NULL;
}
