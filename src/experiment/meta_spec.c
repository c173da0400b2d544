/* meta_spec.c. The table of [meta] and the units of a meta search. */
#include "experiment/meta_spec.h"

#include <stddef.h>

const Units meta_units = {
    .score = "score", .cost = NULL, .play = "blocks", .scale = SCALE_SIGNED, .noisy = true, .unit_cost = false};

const Param meta_params[] = {
    {PARAM_ROW(MetaOptions, problems, PARAM_FILES, "", 0, 0, ""),
     .doc = "ini files of the inner experiments, relative to this file; their blocks alternate"},
    {PARAM_ROW(MetaOptions, budgets, PARAM_REALS, "", 1e-6, 1e6, "1"), .level = PARAM_RESEARCH,
     .doc = "multiples of the inner budgets: blocks run all problems with the first, then with the second, and so on"},
    {PARAM_ROW(MetaOptions, heldout, PARAM_FILES, "", 0, 0, ""), .level = PARAM_RESEARCH,
     .when = "validation.games > 0 or ablation > 0",
     .doc = "ini files of the inner experiments of the validation; empty: problems, with other seeds"},
    {PARAM_ROW(MetaOptions, heldout_budgets, PARAM_REALS, "", 1e-6, 1e6, "1"), .level = PARAM_RESEARCH,
     .when = "validation.games > 0 or ablation > 0", .doc = "multiples of the inner budgets in the validation"},
    {PARAM_ROW(MetaOptions, baselines, PARAM_TEXT, "", 0, 0, ""), .level = PARAM_RESEARCH, .formerly = "rivals",
     .when = "validation.games > 0",
     .doc = "presets that are validated beside the winner and the default configuration; all: every preset that suits all "
            "problems; empty: none"},
    {PARAM_ROW(MetaOptions, ablation, PARAM_INT, "blocks", 0, 1e6, "0"), .level = PARAM_RESEARCH,
     .doc = "held-out games for each step from the default configuration to the tuned one, one key at a time, the best first "
            "(Fawcett & Hoos 2016); 0: none"},
    {PARAM_ROW(MetaOptions, tune, PARAM_TEXT, "", 0, 0, "inertia cognitive social"), .level = PARAM_BASIC,
     .doc = "keys tuned by the outer search: of [optimiser], or section.key; key+key: one value for both; key=value|value: only "
            "these values"},
    {PARAM_ROW(MetaOptions, lower, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "lower ends of the box, in the order of numeric keys in tune; empty: the keys' limits"},
    {PARAM_ROW(MetaOptions, upper, PARAM_REALS, "", -1e15, 1e15, ""),
     .doc = "upper ends of the box, in the order of numeric keys in tune; empty: the keys' limits"},
    {0},
};
