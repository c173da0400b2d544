/* verb_landscape.c. swarmtris landscape FILE.ini: a meta search over a grid, and its map. */
#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "cli/verbs.h"
#include "eval/objective.h"
#include "file/files.h"
#include "run/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 51 };
static const char origin[] = "landscape";

typedef struct {
    const char *path; /* a run of a meta search, whose path is drawn over the map; NULL: none */
} LandscapeOptions;

static int count_words(const char *text)
{
    char word[PARAM_TEXT_MAX];
    int n = 0;
    while (text_word(text, n, word, sizeof word)) n++;
    return n;
}

/* Adds a key of [meta] with the value that the ini gives it. */
static void copy_setting(Settings *own, const Config *given, const char *key)
{
    const ConfigText value = config_show(config_key(given, "meta", key));
    if (value.text[0] != '\0') settings_add(own, origin, "meta.%s=%s", key, value.text);
}

/* Adds the settings of a meta search over a grid: the problems and the seed come from FILE. */
static void describe(Settings *own, const Command *c, const Config *given)
{
    OWNED char *full = files_real(c->arg[0]);
    bool axes = false;
    for (int i = 0; i < c->values; i++) axes = axes || strcmp(c->value[i].text, "optimiser.shape=axes") == 0;
    const int problems = given->kind->tunes ? count_words(given->meta.problems) : 1;
    settings_add(own, origin, "meta.problems=%s", given->kind->tunes ? given->meta.problems : full != NULL ? full : c->arg[0]);
    if (given->kind->tunes && (axes || count_words(given->meta.tune) == 2)) {
        copy_setting(own, given, "tune");
        copy_setting(own, given, "lower");
        copy_setting(own, given, "upper");
    } else {
        settings_add(own, origin, "meta.tune=inertia cognitive+social");
        settings_add(own, origin, "meta.lower=-1 0");
        settings_add(own, origin, "meta.upper=1 4");
    }
    settings_add(own, origin, "experiment.seed=%" PRIu64, given->experiment.seed);
    settings_add(own, origin, "experiment.threads=%d", given->experiment.threads);
    settings_add(own, origin, "experiment.mode=%s", evaluator_modes[given->experiment.mode]);
    settings_add(own, origin, "optimiser.kind=grid");
    settings_add(own, origin, "optimiser.steps=%s", axes ? "41" : "21 17");
    settings_add(own, origin, "training.games=%d", SEEDS * problems);
    settings_add(own, origin, "training.iterations=1");
    settings_add(own, origin, "selection.finalists=0");
    settings_add(own, origin, "validation.games=0");
}

/* Runs the meta search over a grid, and draws its map. */
static int make_map(const Command *command, const Config *given)
{
    Settings own = {0};
    CLOSED(config_free) Config c;
    describe(&own, command, given);
    OWNED char *dir = command->out != NULL ? mem_text(command->out) : verbs_directory("landscape-", command->arg[0]);
    int status = settings_read(&c, &own, command);
    if (status == STATUS_OK) status = verbs_allowed(command, dir, FOLDER_TRAINING);
    if (status == STATUS_OK) status = verbs_train(command, &c, dir);
    if (status == STATUS_OK) {
        Errors errors = {0}, warnings = {0}, drawn = {0};
        const char *path = ((const LandscapeOptions *)command->own)->path;
        Charts map = {.path = path, .errors = &errors, .warnings = &warnings, .drawn = &drawn};
        status = (int)charts_run(&map, dir);
        charts_announce(&map, "", stdout);
    }
    return status;
}

static int run(const Command *command)
{
    CLOSED(config_free) Config given = {0};
    Command plain = *command;
    const char *path = ((const LandscapeOptions *)command->own)->path;
    if (path != NULL && !files_has(path, "positions.tsv")) /* checked before the search, which may take hours */
        return verb_fail(STATUS_NO_INPUT, "--path %s: has no positions.tsv: must be the run of a meta search", path);
    plain.values = 0;
    int status = verbs_read(&given, command->arg[0], &plain);
    return status == STATUS_OK ? make_map(command, &given) : status;
}

static const Option options[] = {
    {"--path", "RUN", OPTION_AT(LandscapeOptions, path, OPTION_TEXT),
     .doc = "draws the path of the meta search in this run over the map of a landscape"},
    {"--from", "TUNED.ini", .kind = OPTION_KEY, .key = "training.from",
     .doc = "is training.from: the point that the lines of shape = axes go through"},
    {0},
};

const Verb verb_landscape = {
    .name = "landscape",
    .arguments = "FILE.ini",
    .least = 1,
    .most = 1,
    .takes = TAKES_INIS,
    .several = "'swarmtris study' trains several settings",
    .doc = "maps a training's result over two parameters of its optimiser",
    .note =
        "FILE.ini describes a training, or, with a [meta], several. Mapped are inertia and cognitive+social, from -1 to 1 and "
        "from\n"
        "0 to 4, or what tune, lower and upper of [meta] say, where tune has two names. It is a meta search over a grid: --set\n"
        "optimiser.steps='41 33' for a finer one than 21 x 17, --set training.games=N for other than 51 seeds of each problem.\n"
        "--set optimiser.shape=axes draws lines through one point instead, one for each name that tune has: 41 points from end "
        "to\n"
        "end of the box, through --from TUNED.ini or the middle.",
    .example = "swarmtris landscape params/functions/sphere.ini --path runs/meta-functions",
    .options = {options_set, options_run, options, options_seed, options_mode, options_engine, options_quiet, options_verbose},
    .bytes = sizeof(LandscapeOptions),
    .run = run,
};
