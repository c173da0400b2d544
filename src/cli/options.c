#include "cli/options.h"

#include "base/mem.h"
#include "base/text.h"
#include "experiment/comparison.h"
#include "file/suggest.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* words: NULL, or the only arguments there are. args: how help writes them. */
typedef struct {
    const char *name, *args;
    int args_min, args_max;
    const char *const *words;
    const char *doc, *example;
} VerbRow;

typedef enum {
    KIND_FLAG,    /* bool at offset */
    KIND_TEXT,    /* const char * at offset */
    KIND_PARAM,   /* a row of the parameter tables, over Options */
    KIND_SECONDS, /* double at offset, from 90s, 10m, 2h */
    KIND_BOARD,   /* width and height, from 10x20 */
    KIND_KEY,     /* a shorthand of an ini key */
    KIND_SET      /* section.key=value, any number of times */
} Kind;

/* value: how help writes it; NULL for flags. verbs: bits. key: of the ini. */
typedef struct {
    const char *name, *value;
    char letter;
    unsigned verbs;
    Kind kind;
    size_t offset;
    Param param;
    const char *key, *doc;
} Row;

static const char *const formats[] = {"png", "svg", "pdf", NULL};
static const char *const weights[] = {"good", "random", NULL};
static const char *const benches[] = {"parallel", "engines", "tail", "scaling", "meta", "signature", NULL};
static const char *const lists[] = {"games", "features", "sets", "agents", "optimisers", "functions", NULL};

/* Each pair of players is tested. */
enum { TOURNAMENT_MAX = 100 };

static const VerbRow verbs[] = {
    [VERB_NONE] = {"", "", 0, 0, NULL, "", "swarmtris train params/quick.ini --out runs/first"},
    [VERB_TRAIN] = {"train", "FILE.ini", 1, 1, NULL, "searches for weights, as an ini file says",
                    "swarmtris train params/quick.ini --set training.games=10 --out runs/first --max-time 10m"},
    [VERB_EVAL] = {"eval", "WEIGHTS|-", 1, 1, NULL,
                   "plays games to their end and prints their statistics; - reads one weight vector a line",
                   "swarmtris eval params/weights/report-final.ini --games 1000 --set game.height=10"},
    [VERB_COMPARE] = {"compare", "WEIGHTS|RUN WEIGHTS|RUN", 2, 2, NULL,
                      "plays two weights on the same games until it is known which is better",
                      "swarmtris compare runs/first params/weights/report-final.ini --margin 0.02"},
    [VERB_TOURNAMENT] = {"tournament", "WEIGHTS|RUN...", 2, TOURNAMENT_MAX, NULL,
                         "ranks weights by the same games, and says which cannot be told from the best",
                         "swarmtris tournament runs/first runs/second params/weights/report-final.ini --games 2000"},
    [VERB_STUDY] = {"study", "DIR...", 1, TOURNAMENT_MAX, NULL,
                    "compares ways of training, each a directory of runs with several seeds",
                    "swarmtris study runs/study-noise/race-30 runs/study-noise/fixed-10 --out runs/study-noise/charts"},
    [VERB_LANDSCAPE] = {"landscape", "FILE.ini", 1, 1, NULL, "maps what a training makes of two parameters of its optimiser",
                        "swarmtris landscape params/functions/sphere.ini --path runs/meta-functions"},
    [VERB_PLAY] = {"play", "WEIGHTS", 1, 1, NULL, "plays one game, to be looked at",
                   "swarmtris play params/weights/report-final.ini --seed 7 --watch"},
    [VERB_BENCH] = {"bench", "[parallel|engines|tail|scaling|meta|signature]", 0, 1, benches,
                    "measures speed, and the signature that no machine may change", "swarmtris bench parallel --threads 1,2,4"},
    [VERB_CHECK] = {"check", "FILE.ini", 1, 1, NULL, "reads an ini file and says what is wrong with it",
                    "swarmtris check params/quick.ini --dump"},
    [VERB_INFO] = {"info", "RUN|WEIGHTS", 1, 1, NULL, "says what is in a run directory or a weights file",
                   "swarmtris info runs/first --verify"},
    [VERB_LIST] = {"list", "[games|features|sets|agents|optimisers|functions]", 0, 1, lists,
                   "lists the parts there are, with every parameter", "swarmtris list optimisers"},
    [VERB_PLOT] = {"plot", "RUN...", 1, INT_MAX, NULL, "draws the charts of a run, or compares several in one",
                   "swarmtris plot runs/first runs/second --format svg"},
};

/* What the help of a verb says besides. */
static const char *const notes[VERB_PLOT + 1] = {
    [VERB_EVAL] =
        "-: weights come from standard input, a vector a line, numbers between blanks. Each is answered by a line of\n"
        "results, in order; a header that comes first names them. Vectors that have come together are played together:\n"
        "a batch ends with an empty line, which is not answered, or where for the moment nothing more is to be read. All\n"
        "vectors play the same games; with --fresh, other games after each empty line.",
    [VERB_COMPARE] =
        "Of a run, its weights.ini is meant. The board is the one of the first. Status 0: the first is better; 1: it is\n"
        "not, or that is not known.",
    [VERB_STUDY] =
        "DIR holds runs 01, 02, ..., as train --repeat makes them. What counts is the geometric mean of their validated scores;\n"
        "training and claimed: the score seen in training, and the one claimed before the validation, as multiples of the\n"
        "validated score.",
    [VERB_TOURNAMENT] = "Of a run, its weights.ini is meant. The board is the one of the first.",
    [VERB_LANDSCAPE] =
        "FILE.ini describes a training, or, with a [meta], several. Mapped are inertia and cognitive+social, from -1 to 1 and "
        "from\n"
        "0 to 4, or what tune, lower and upper of [meta] say, where tune has two names. It is a meta search over a grid: --set\n"
        "optimiser.steps='41 33' for a finer one than 21 x 17, --set training.games=N for other than 51 seeds of each problem.\n"
        "--set optimiser.shape=axes draws lines through one point instead, one for each name that tune has: 41 points from end "
        "to\n"
        "end of the box, through --from TUNED.ini or the middle.",
};

/* The default of --games. */
static const int64_t default_games[VERB_PLOT + 1] = {[VERB_EVAL] = 100, [VERB_COMPARE] = 100000, [VERB_TOURNAMENT] = 1000};

#define BIT(verb) (1u << (verb))
enum {
    MATCHES = BIT(VERB_COMPARE) | BIT(VERB_TOURNAMENT),
    TRAINS = BIT(VERB_TRAIN) | BIT(VERB_LANDSCAPE),
    RUNS = TRAINS | BIT(VERB_EVAL) | MATCHES,
    PLAYS = RUNS | BIT(VERB_PLAY),
    SETS = PLAYS | BIT(VERB_CHECK),
    VERBS_ALL = BIT(VERB_PLOT + 1) - 2u,
    EVERYWHERE = BIT(VERB_PLOT + 1) - 1u
};

#define FLAG(field) .kind = KIND_FLAG, .offset = offsetof(Options, field)
#define TEXT(field) .kind = KIND_TEXT, .offset = offsetof(Options, field)
#define KEY(key_) .kind = KIND_KEY, .key = key_
#define PARAM(field, type, lo, hi) .kind = KIND_PARAM, .param = {PARAM_ROW(Options, field, type, "", lo, hi, "")}
#define CHOICE(field, names) \
    .kind = KIND_PARAM, .param = {PARAM_ROW(Options, field, PARAM_CHOICE, "", 0, 0, ""), .choices = names}

static const Row rows[] = {
    {"--set", "section.key=value", 0, SETS, .kind = KIND_SET, .doc = "overrides a key of the ini; may be repeated"},
    {"--out", "DIR", 0, RUNS, TEXT(out), .doc = "directory of the run"},
    {"--out", "DIR", 0, BIT(VERB_STUDY), TEXT(out), .doc = "draws the comparison, and writes its tables, there"},
    {"--out", "DIR", 0, BIT(VERB_PLOT), TEXT(out), .doc = "where the charts go; default charts/ in the first run"},
    {"--path", "RUN", 0, BIT(VERB_LANDSCAPE) | BIT(VERB_PLOT), TEXT(path),
     .doc = "draws the path of the meta search in this run over the map of a landscape"},
    {"--resume", NULL, 0, RUNS, FLAG(resume), .doc = "goes on where the run in the directory stopped"},
    {"--force", NULL, 0, RUNS, FLAG(force), .doc = "overwrites a finished run"},
    {"--games", "N", 0, BIT(VERB_EVAL), PARAM(games, PARAM_LONG, 1, 1e9), .doc = "games to play; default 100"},
    {"--games", "N", 0, BIT(VERB_COMPARE), PARAM(games, PARAM_LONG, COMPARISON_FIRST_LOOK, 1e7),
     .doc = "the most that each plays; default 100000"},
    {"--games", "N", 0, BIT(VERB_TOURNAMENT), PARAM(games, PARAM_LONG, 2, 1e7), .doc = "games that each plays; default 1000"},
    {"--fresh", NULL, 0, BIT(VERB_EVAL), FLAG(fresh), .doc = "with -: other games after each empty line"},
    {"--alpha", "P", 0, MATCHES | BIT(VERB_STUDY), PARAM(alpha, PARAM_REAL, 1e-6, 0.5),
     .doc = "probability of saying anything false; default 0.05"},
    {"--margin", "R", 0, BIT(VERB_COMPARE), PARAM(margin, PARAM_REAL, 0, 10),
     .doc = "equal are scores that differ by this share at most; default 0.05; 0: never"},
    {"--halving", NULL, 0, BIT(VERB_TOURNAMENT), FLAG(halving),
     .doc = "the worse half leaves after ... a quarter, half of the games"},
    {"--threads", "N", 0, RUNS, KEY("experiment.threads"), .doc = "is experiment.threads; 0: as many as there are processors"},
    {"--threads", "N,N,...", 0, BIT(VERB_BENCH), PARAM(threads, PARAM_INTS, 1, 1024), .doc = "numbers of threads to measure"},
    {"--mode", "none|particles|games|both", 0, TRAINS, KEY("experiment.mode"),
     .doc = "is experiment.mode: what runs at the same time"},
    {"--mode", "none|particles|games|both", 0, BIT(VERB_BENCH), CHOICE(mode, evaluator_modes), .doc = "this parallel mode only"},
    {"--engine", "E", 0, PLAYS, KEY("experiment.engine"),
     .doc = "is experiment.engine: what plays the games; 'swarmtris list' has their names"},
    {"--engine", "E", 0, BIT(VERB_BENCH), CHOICE(engine, player_engines), .doc = "this engine only"},
    {"--seed", "N", 0, PLAYS, KEY("experiment.seed"), .doc = "is experiment.seed: what all random numbers come from"},
    {"--repeat", "N", 0, BIT(VERB_TRAIN), PARAM(repeat, PARAM_INT, 1, 999),
     .doc = "runs with seeds seed .. seed+N-1 into DIR/01 .. DIR/N, and a summary"},
    {"--from", "WEIGHTS", 0, BIT(VERB_TRAIN), KEY("training.from"),
     .doc = "is training.from: starts the search at these weights, a meta search at this tuned.ini"},
    {"--from", "TUNED.ini", 0, BIT(VERB_LANDSCAPE), KEY("training.from"),
     .doc = "is training.from: the point that shape = axes looks through"},
    {"--max-time", "90s|10m|2h", 0, RUNS, .kind = KIND_SECONDS, .offset = offsetof(Options, max_time),
     .doc = "saves and stops after so long, status 75"},
    {"--pieces", "FILE", 0, BIT(VERB_PLAY), TEXT(pieces), .doc = "plays these pieces: digits 0-6 or letters OILJTSZ"},
    {"--trace", NULL, 0, BIT(VERB_PLAY), FLAG(trace), .doc = "a line a move, with all features, separated by tabs"},
    {"--watch", NULL, 0, BIT(VERB_PLAY), FLAG(watch), .doc = "draws the board after every move"},
    {"--isa", "NAME", 0, BIT(VERB_BENCH), TEXT(isa),
     .doc = "instruction set of the lanes, as in 'swarmtris list games'; default each that runs here, or SWARMTRIS_ISA"},
    {"--features", "SET|LIST", 0, BIT(VERB_EVAL) | MATCHES | BIT(VERB_PLAY), KEY("agent.features"),
     .doc = "is agent.features: what the weights belong to, where their file does not say it"},
    {"--features", "SET|LIST", 0, BIT(VERB_BENCH), TEXT(features), .doc = "this feature set, or list of features, only"},
    {"--weights", "good|random", 0, BIT(VERB_BENCH), CHOICE(weights, weights),
     .doc = "of strong controllers, or random directions; default good"},
    {"--board", "WxH", 0, BIT(VERB_BENCH), .kind = KIND_BOARD, .doc = "columns x rows; default 10x20, in tail 10x10"},
    {"--seconds", "S", 0, BIT(VERB_BENCH), PARAM(seconds, PARAM_REAL, 0.01, 3600), .doc = "for each timing; default 1"},
    {"--json", NULL, 0, BIT(VERB_EVAL) | MATCHES | BIT(VERB_STUDY) | BIT(VERB_BENCH), FLAG(json), .doc = "prints JSON"},
    {"--dump", NULL, 0, BIT(VERB_CHECK), FLAG(dump), .doc = "prints the effective configuration and where each value came from"},
    {"--verify", NULL, 0, BIT(VERB_INFO), FLAG(verify), .doc = "checks what can be checked; status 1 if something does not fit"},
    {"--format", "png|svg|pdf", 0, BIT(VERB_PLOT), CHOICE(format, formats), .doc = "of the charts; default png and svg"},
    {"--quiet", NULL, 'q', VERBS_ALL, FLAG(quiet), .doc = "no progress"},
    {"--verbose", NULL, 'v', RUNS | BIT(VERB_BENCH), FLAG(verbose),
     .doc = "tells of every round, however short; of every part of a signature"},
    {"--help", NULL, 'h', EVERYWHERE, FLAG(help), .doc = "this text"},
    {"--version", NULL, 0, BIT(VERB_NONE), FLAG(version), .doc = "commit, compiler, flags, instruction set in use"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The line being read: next of argv, and which rows were seen. shorthand: their values, which win over --set. */
typedef struct {
    Options *o;
    int argc, next;
    char **argv;
    bool seen[ROWS];
    ConfigValue shorthand[ROWS];
    int shorthands;
    Errors *errors;
} Line;

static bool refuse(Line *l, const char *option, const char *value, const char *why)
{
    errors_add(l->errors, "%s%s%.200s: %s", option, value != NULL ? " " : "", value != NULL ? value : "", why);
    return false;
}

/* Number and unit, all of text. */
static bool read_seconds(const char *text, double *seconds)
{
    char number[32], why[PARAM_WHY_MAX];
    const Param row = {.type = PARAM_REAL, .bytes = sizeof *seconds, .lo = 0, .hi = 1e9};
    size_t n = strlen(text);
    if (n < 2 || n >= sizeof number) return false;
    double unit = text[n - 1] == 's' ? 1 : text[n - 1] == 'm' ? 60 : text[n - 1] == 'h' ? 3600 : 0;
    snprintf(number, sizeof number, "%.*s", (int)n - 1, text);
    if (unit == 0 || !param_set(&row, seconds, number, why, sizeof why) || *seconds <= 0) return false;
    *seconds *= unit;
    return true;
}

/* "10x20"; whether there can be such a board, the game says. */
static bool read_board(const char *text, int *width, int *height)
{
    size_t digits = strspn(text, "0123456789"), more = strspn(text + digits + (text[digits] == 'x'), "0123456789");
    if (digits == 0 || digits > 4 || text[digits] != 'x' || more == 0 || more > 4 || text[digits + 1 + more] != '\0')
        return false;
    *width = atoi(text);
    *height = atoi(text + digits + 1);
    return *width > 0 && *height > 0;
}

/* section.key=value under the option's own name. */
static ConfigValue shorthand(const Row *row, const char *value)
{
    return (ConfigValue){text_new("%s=%s", row->key, value), row->name};
}

/* Puts a value where the row says. */
static bool take(Line *l, const Row *row, const char *value)
{
    char why[PARAM_WHY_MAX];
    Options *o = l->o;
    void *at = (char *)o + row->offset;
    switch (row->kind) {
    case KIND_FLAG: *(bool *)at = true; return true;
    case KIND_TEXT: *(const char **)at = value; return value[0] != '\0' || refuse(l, row->name, NULL, "its value is empty");
    case KIND_SET: o->value[o->values++] = (ConfigValue){mem_text(value), row->name}; return true;
    case KIND_KEY: l->shorthand[l->shorthands++] = shorthand(row, value); return true;
    case KIND_SECONDS: return read_seconds(value, at) || refuse(l, row->name, value, "must be a time like 90s, 10m or 2h");
    case KIND_BOARD:
        return read_board(value, &o->width, &o->height) || refuse(l, row->name, value, "must be columns x rows, like 10x20");
    default: return param_set(&row->param, o, value, why, sizeof why) || refuse(l, row->name, value, why);
    }
}

/* The row of an option of the verb, written as in `--name`, `--name=value` or `-l`. */
static const Row *find_row(Verb verb, const char *word)
{
    size_t n = strcspn(word, "=");
    for (int i = 0; i < ROWS; i++) {
        const Row *row = &rows[i];
        bool is_letter = row->letter != 0 && word[1] == row->letter && word[2] == '\0';
        bool is_name = strlen(row->name) == n && strncmp(row->name, word, n) == 0;
        if ((row->verbs & BIT(verb)) != 0 && (is_letter || is_name)) return row;
    }
    return NULL;
}

/* An option that the verb does not take: whose it is, or what was meant. */
static bool refuse_option(Line *l, const char *word)
{
    char name[64];
    Verb verb = l->o->verb;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (Verb other = 0; other <= VERB_PLOT; other++)
        if (find_row(other, name) != NULL) {
            if (verb == VERB_NONE)
                errors_add(l->errors, "the verb comes first: swarmtris %s %s", verbs[other].name, name);
            else
                errors_add(l->errors, "%s is no option of '%s'; it belongs to 'swarmtris%s%s'", name, verbs[verb].name,
                           other == VERB_NONE ? "" : " ", verbs[other].name);
            return false;
        }
    Suggest s = suggest_start(name);
    for (int i = 0; i < ROWS; i++)
        if ((rows[i].verbs & BIT(verb)) != 0) suggest_try(&s, rows[i].name);
    if (s.best != NULL)
        errors_add(l->errors, "unknown option %s; did you mean %s?", name, s.best);
    else
        errors_add(l->errors, "unknown option %s; see 'swarmtris%s%s --help'", name, verb == VERB_NONE ? "" : " ",
                   verbs[verb].name);
    return false;
}

/* word begins with a dash. Its value is what follows =, or the next word. */
static bool take_option(Line *l, const char *word)
{
    const Row *row = find_row(l->o->verb, word);
    if (row == NULL) return refuse_option(l, word);
    const char *value = strchr(word, '=');
    if (row->value == NULL && value != NULL) return refuse(l, row->name, NULL, "takes no value");
    if (l->seen[row - rows] && row->kind != KIND_SET) return refuse(l, row->name, NULL, "is given twice");
    l->seen[row - rows] = true;
    if (row->value != NULL && value == NULL) {
        if (l->next == l->argc || strncmp(l->argv[l->next], "--", 2) == 0) {
            errors_add(l->errors, "%s needs a value: %s %s", row->name, row->name, row->value);
            return false;
        }
        return take(l, row, l->argv[l->next++]);
    }
    return take(l, row, value != NULL ? value + 1 : NULL);
}

static bool take_verb(Line *l, const char *word)
{
    Suggest s = suggest_start(word);
    for (Verb verb = VERB_NONE + 1; verb <= VERB_PLOT; verb++) {
        if (strcmp(word, verbs[verb].name) == 0) {
            l->o->verb = verb;
            l->o->games = default_games[verb];
            return true;
        }
        suggest_try(&s, verbs[verb].name);
    }
    if (s.best != NULL)
        errors_add(l->errors, "unknown verb '%.100s'; did you mean '%s'?", word, s.best);
    else
        errors_add(l->errors, "unknown verb '%.100s'; see 'swarmtris --help'", word);
    return false;
}

/* Whether the arguments are as many as the verb takes, and of those that there are. */
static bool check_args(Line *l)
{
    const VerbRow *verb = &verbs[l->o->verb];
    Options *o = l->o;
    if (o->args < verb->args_min) {
        errors_add(l->errors, "'%s' needs an argument: swarmtris %s %s", verb->name, verb->name, verb->args);
        return false;
    }
    if (o->args > verb->args_max) {
        errors_add(l->errors, "'%.200s' is one argument too many: swarmtris %s %s", o->arg[verb->args_max], verb->name,
                   verb->args);
        return false;
    }
    for (int i = 0; i < o->args && verb->words != NULL; i++) {
        const char *const *known = verb->words;
        while (*known != NULL && strcmp(*known, o->arg[i]) != 0) known++;
        const char *near = suggest_name(o->arg[i], verb->words);
        if (*known != NULL) continue;
        if (near != NULL)
            errors_add(l->errors, "'%s' knows no '%.100s'; did you mean '%s'?", verb->name, o->arg[i], near);
        else
            errors_add(l->errors, "'%s' knows no '%.100s', only %s", verb->name, o->arg[i], verb->args);
        return false;
    }
    return true;
}

/* Options that are each right, but not together. */
static bool check_together(Line *l)
{
    const Options *o = l->o;
    if (o->quiet && o->verbose) return refuse(l, "--quiet", NULL, "contradicts --verbose");
    if (o->resume && o->force) return refuse(l, "--resume", NULL, "contradicts --force, which starts afresh");
    if (o->verb != VERB_TRAIN && o->verb != VERB_LANDSCAPE && o->resume && o->out == NULL)
        return refuse(l, "--resume", NULL, "needs --out DIR");
    if (o->fresh && strcmp(o->arg[0], "-") != 0) return refuse(l, "--fresh", NULL, "has no use without -");
    for (int i = 0; i < l->shorthands; i++)
        if (o->pieces != NULL && strcmp(l->shorthand[i].origin, "--seed") == 0)
            return refuse(l, "--seed", NULL, "has no use with --pieces, which says what comes");
    return true;
}

static bool read_line(Line *l)
{
    Options *o = l->o;
    bool only_args = false;
    if (l->argc > 1 && l->argv[1][0] != '-' && !take_verb(l, l->argv[l->next++])) return false;
    while (l->next < l->argc) {
        const char *word = l->argv[l->next++];
        if (!only_args && strcmp(word, "--") == 0)
            only_args = true;
        else if (only_args || word[0] != '-' || word[1] == '\0')
            o->arg[o->args++] = word;
        else if (!take_option(l, word))
            return false;
    }
    if (o->help || o->version) return true;
    if (o->verb == VERB_NONE) {
        errors_add(l->errors, "a verb is missing; see 'swarmtris --help'");
        return false;
    }
    return check_args(l) && check_together(l);
}

bool options_read(Options *o, int argc, char *argv[], Errors *errors)
{
    *o = (Options){.argc = argc,
                   .argv = argv,
                   .repeat = 1,
                   .alpha = 0.05,
                   .margin = 0.05,
                   .format = -1,
                   .mode = -1,
                   .engine = -1,
                   .seconds = 1};
    o->arg = mem_new((size_t)argc, sizeof *o->arg);
    o->value = mem_new((size_t)argc + ROWS, sizeof *o->value);
    Line l = {.o = o, .argc = argc, .argv = argv, .next = 1, .errors = errors};
    bool good = read_line(&l);
    for (int i = 0; i < l.shorthands; i++) o->value[o->values++] = l.shorthand[i];
    return good;
}

void options_free(Options *o)
{
    for (int i = 0; i < o->values; i++) free((char *)o->value[i].text);
    free(o->value);
    free(o->arg);
    *o = (Options){0};
}

static void print_options(Verb verb, FILE *out)
{
    char left[80];
    for (int i = 0; i < ROWS; i++) {
        const Row *row = &rows[i];
        if ((row->verbs & BIT(verb)) == 0) continue;
        char letter[] = {'-', row->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "%s%s %s", row->letter != 0 ? letter : "    ", row->name,
                 row->value != NULL ? row->value : "");
        fprintf(out, "  %-40s %s\n", left, row->doc);
    }
}

void options_help(Verb verb, FILE *out)
{
    const VerbRow *row = &verbs[verb];
    if (verb != VERB_NONE) {
        fprintf(out, "swarmtris %s %s [option]...\n%s\n\n", row->name, row->args, row->doc);
        if (notes[verb] != NULL) fprintf(out, "%s\n\n", notes[verb]);
    } else {
        fprintf(out, "swarmtris VERB [argument]... [option]...\ntrains Tetris controllers with particle swarm optimisation\n\n");
        for (Verb v = VERB_NONE + 1; v <= VERB_PLOT; v++)
            fprintf(out, "  %-10s %-51s %s\n", verbs[v].name, verbs[v].args, verbs[v].doc);
        fprintf(out, "\n'swarmtris VERB --help' has the options of a verb, 'swarmtris list' the keys of an ini.\n\n");
    }
    print_options(verb, out);
    fprintf(out, "\nexample: %s\n", row->example);
}
