/* option_table.c. Every verb and every option, with its help. */
#include "cli/option_table.h"

#include "agent/player.h"
#include "analysis/tables.h"
#include "eval/objective.h"
#include "experiment/comparison.h"

#include <assert.h>
#include <limits.h>

static const char *const formats[] = {"png", "svg", "pdf", NULL};
static const char *const exports[] = {"table", "ioh", NULL};
static const char *const axes[] = {"iterations", TABLES_COST, "seconds", NULL};
static const char *const weights[] = {"good", "random", NULL};
static const char *const benches[] = {"parallel", "engines", "tail", "scaling", "meta", "signature", "cluster", NULL};
static const char *const solvers[] = {"search", "bfs", "random", "beam", NULL};

/* A tournament tests every pair of players, so their number is limited. */
enum { TOURNAMENT_MAX = 100 };

const VerbRow option_verbs[VERBS] = {
    [VERB_NONE] = {"", "", 0, 0, NULL, "", "swarmtris train params/quick.ini --out runs/first", 0, NULL},
    [VERB_TRAIN] = {"train", "FILE.ini|-", 1, 1, NULL, "searches for weights, as an ini file describes it",
                    "swarmtris train params/quick.ini --set training.games=10 --out runs/first --max-time 10m", 0,
                    "-: the ini comes from standard input; --out then says where the run goes."},
    [VERB_ENCODE] =
        {"encode", "FILE.ini", 1, 1, NULL,
         "trains an autoencoder of boards, whose units weights can belong to: features = encoder:FILE",
         "swarmtris encode params/encode.ini --set encode.hidden=10 --out runs/encoder", 0,
         "What is learned is in encoder.ini of the run; [agent] features = encoder:runs/encoder/encoder.ini reads it."},
    [VERB_EVAL] =
        {"eval", "WEIGHTS|-", 1, 1, NULL,
         "plays games to their end and prints their statistics; - reads one weight vector a line",
         "swarmtris eval params/weights/report-final.ini --games 1000 --set game.height=10", 0,
         "--estimator splitting: the mean score of a game is estimated from parts of games (multilevel splitting), from far "
         "fewer\n"
         "turns than one game of a good player has; what is printed is called estimated.\n"
         "-: weights come from standard input, a vector a line, numbers between blanks. Each is answered by a line of\n"
         "results, in order; a header line names the results. Vectors that arrive together are played together: a batch\n"
         "ends with an empty line, which is not answered, or when there is nothing more to read for the moment. All vectors\n"
         "play the same games; with --fresh, other games after each empty line."},
    [VERB_COMPARE] =
        {"compare", "WEIGHTS|RUN WEIGHTS|RUN", 2, 2, NULL,
         "plays two weights on the same games until it is known which is better",
         "swarmtris compare runs/first params/weights/report-final.ini --margin 0.02", 100000,
         "A run stands for its weights.ini. Both play on the board of the first. Status 0: the first is better; 1: it is\n"
         "worse; 2: they are equal within the margin; 3: that is not known after so many games."},
    [VERB_TOURNAMENT] = {"tournament", "WEIGHTS|RUN...", 2, TOURNAMENT_MAX, NULL,
                         "ranks weights by the same games, and marks those that do not differ significantly from the best",
                         "swarmtris tournament runs/first runs/second params/weights/report-final.ini --games 2000", 1000,
                         "A run stands for its weights.ini. All play on the board of the first."},
    [VERB_STUDY] =
        {"study", "DIR...|LIST.list", 1, TOURNAMENT_MAX, NULL,
         "compares ways of training, each a directory of runs with several seeds, or trains a list of settings and compares them",
         "swarmtris study params/studies/noise.list --repeat 5 --out runs/study-noise", 0,
         "DIR holds runs 01, 02, ..., as train --repeat makes them. What counts is the geometric mean of their validated "
         "scores;\n"
         "training and claimed: the score seen in training, and the one claimed before the validation, as multiples of the\n"
         "validated score. Of test functions errors count, less being better.\n"
         "LIST.list has a line a variant, its name and settings (section.key=value) by which it differs from LIST.ini beside "
         "it;\n"
         "another ini is named, too: study FILE.ini LIST.list. Each is trained with seeds seed .. seed+N-1 into DIR/NAME/01, "
         "02,\n"
         "..., several trainings at a time, and compared in the end. Stopped and started again, it goes on where it was."},
    [VERB_LANDSCAPE] =
        {"landscape", "FILE.ini", 1, 1, NULL, "maps what a training makes of two parameters of its optimiser",
         "swarmtris landscape params/functions/sphere.ini --path runs/meta-functions", 0,
         "FILE.ini describes a training, or, with a [meta], several. Mapped are inertia and cognitive+social, from -1 to 1 and "
         "from\n"
         "0 to 4, or what tune, lower and upper of [meta] say, where tune has two names. It is a meta search over a grid: --set\n"
         "optimiser.steps='41 33' for a finer one than 21 x 17, --set training.games=N for other than 51 seeds of each problem.\n"
         "--set optimiser.shape=axes draws lines through one point instead, one for each name that tune has: 41 points from end "
         "to\n"
         "end of the box, through --from TUNED.ini or the middle."},
    [VERB_PLAY] =
        {"play", "WEIGHTS", 1, 1, NULL, "plays one game, and shows it",
         "swarmtris play params/weights/report-final.ini --seed 7 --watch", 0,
         "--watch on a terminal: a blank pauses, . makes one move, + and - or the arrows change the speed, q quits. Ctrl-C ends\n"
         "the game; pictures that were asked for are then of what was played."},
    [VERB_SOLVE] =
        {"solve", "INPUT OUTPUT", 2, 2, NULL, "plays a list that is known to a low pile, and writes the placements",
         "swarmtris solve list.txt placements.txt -w 11 -b 1 --agent beam", 0,
         "INPUT: every character 1-7 is a piece of Trix, all others say nothing. OUTPUT: a line a placement, in the order of "
         "play:\n"
         "piece rotation offset; rotation: counter-clockwise quarter turns, offset: the leftmost column of the turned piece.\n"
         "swarmtris check INPUT --placements OUTPUT replays it. search and bfs are those of Trix (2013); beam tries as many\n"
         "states as --nodes says and finds lower piles. The result depends on nothing but INPUT and these options."},
    [VERB_DROPBLOX] =
        {"dropblox", "STATE.json SECONDS [WEIGHTS]", 2, 3, NULL, "answers a state of Dropblox with commands, within a time",
         "swarmtris dropblox state.json 2.5 params/weights/ntris-given.ini", 0,
         "Prints rotate, left, right, down, a command a line; the block then drops. The search goes from depth to depth, up to\n"
         "agent.depth, on all threads; at 80 % of SECONDS, 0 being no limit, the deepest that is finished decides. With --nodes "
         "or\n"
         "without a limit the move is reproducible; standard error says which. WEIGHTS may also have lines NAME value, the\n"
         "metrics in capital letters. --serve CLIENT plays a whole game: it writes each state to STATE.json, runs CLIENT\n"
         "STATE.json SECONDS [WEIGHTS] with what is left of SECONDS, and makes its commands."},
    [VERB_BENCH] = {"bench", "[parallel|engines|tail|scaling|meta|signature|cluster]", 0, 1, benches,
                    "measures speed, and the signature that no machine may change", "swarmtris bench parallel --threads 1,2,4", 0,
                    NULL},
    [VERB_CHECK] = {"check", "FILE.ini|-", 1, 1, NULL, "reads an ini file, or standard input, and lists its mistakes",
                    "swarmtris check params/quick.ini --dump", 0, NULL},
    [VERB_INFO] = {"info", "RUN|WEIGHTS", 1, 1, NULL, "prints the contents of a run directory or a weights file",
                   "swarmtris info runs/first --verify", 0, NULL},
    [VERB_LIST] =
        {"list", "[games|features|sets|agents|optimisers|functions|inis|weights|studies|SECTION|KEY]", 0, 1, NULL,
         "lists the parts there are, with every parameter, or explains keys of an ini", "swarmtris list inertia", 0,
         "SECTION: training, selection, optimiser, ...; KEY: inertia, or training.games where several sections have it; the\n"
         "name of a part, such as dt, cmaes or quick, does, too.\n"
         "inis, weights and studies are files that come with the program; their names do where a file is asked for."},
    [VERB_PLOT] = {"plot", "RUN...", 1, INT_MAX, NULL, "draws the charts of a run, or compares several in one",
                   "swarmtris plot runs/first runs/second --format svg", 0, NULL},
    [VERB_EXPORT] =
        {"export", "RUN...", 1, INT_MAX, NULL, "writes one table of many runs, for other programs",
         "swarmtris export runs/study-noise --table metrics --out all.tsv", 0,
         "A row a run: its seed, the settings by which the runs differ, its claims with intervals and games, its costs.\n"
         "With --table a row for each row of that table of the runs. RUN may be a run, or hold runs, as train --repeat\n"
         "and study make them. Cells stand between tabs; - where a run has none."},
    [VERB_HELP] = {"help", "[VERB]", 0, 1, NULL, "explains the program, or a verb and its options", "swarmtris help train", 0,
                   NULL},
    [VERB_VERSION] = {"version", "", 0, 0, NULL, "prints version, commit, compiler, flags and instruction set",
                      "swarmtris version", 0, NULL},
};

#define BIT(verb) (1u << (verb))
enum {
    MATCHES = BIT(VERB_COMPARE) | BIT(VERB_TOURNAMENT),
    TRAINS = BIT(VERB_TRAIN) | BIT(VERB_ENCODE) | BIT(VERB_LANDSCAPE),
    RUNS = TRAINS | BIT(VERB_EVAL) | MATCHES,
    PLAYS = RUNS | BIT(VERB_PLAY),
    SETS = PLAYS | BIT(VERB_CHECK) | BIT(VERB_STUDY) | BIT(VERB_SOLVE) | BIT(VERB_DROPBLOX),
    EVERY_VERB = BIT(VERB_HELP) - 2u, /* that does something */
    EVERYWHERE = BIT(VERBS) - 1u
};

#define FLAG(field) .kind = KIND_FLAG, .offset = offsetof(Options, field)
#define TEXT(field) .kind = KIND_TEXT, .offset = offsetof(Options, field)
#define KEY(key_) .kind = KIND_KEY, .key = key_
#define PARAM(field, type, lo, hi) .kind = KIND_PARAM, .param = {PARAM_ROW(Options, field, type, "", lo, hi, "")}
#define CHOICE(field, names) \
    .kind = KIND_PARAM, .param = {PARAM_ROW(Options, field, PARAM_CHOICE, "", 0, 0, ""), .choices = names}

const OptionRow option_rows[] = {
    {"--set", "section.key=value", 0, SETS, .kind = KIND_SET, .doc = "overrides a key of the ini; may be repeated"},
    {"--out", "DIR", 0, RUNS, TEXT(out), .doc = "directory of the run"},
    {"--out", "DIR", 0, BIT(VERB_STUDY), TEXT(out),
     .doc = "draws the comparison, and writes its tables, there; of a list: where the runs go, default runs/study-LIST"},
    {"--out", "DIR", 0, BIT(VERB_PLOT), TEXT(out), .doc = "where the charts go; default charts/ in the first run"},
    {"--out", "DIR", 0, BIT(VERB_BENCH), TEXT(out), .doc = "keeps the tables, and the charts of parallel, below this folder"},
    {"--out", "FILE", 0, BIT(VERB_EXPORT), TEXT(out),
     .doc = "writes the table to this file instead of standard output; for --format ioh the folder that is made"},
    {"--table", "NAME", 0, BIT(VERB_EXPORT), TEXT(table),
     .doc = "lines of NAME.tsv of the runs (metrics, games, positions, timing, plays, ...) instead of a line a run"},
    {"--path", "RUN", 0, BIT(VERB_LANDSCAPE) | BIT(VERB_PLOT), TEXT(path),
     .doc = "draws the path of the meta search in this run over the map of a landscape"},
    {"--resume", NULL, 0, RUNS, FLAG(resume), .doc = "continues the run in the directory where it stopped"},
    {"--force", NULL, 0, RUNS, FLAG(force), .doc = "overwrites a finished run"},
    {"--games", "N", 0, BIT(VERB_EVAL), PARAM(games, PARAM_LONG, 1, 1e9),
     .doc = "games to play, or replicates of splitting; default 100, and with --error as many as it takes"},
    {"--error", "5%", 0, BIT(VERB_EVAL), .kind = KIND_SHARE, .offset = offsetof(Options, error),
     .doc = "plays until the standard error of the mean is at most this share of it; says so where --games ends it before"},
    {"--estimator", "games|splitting|auto", 0, BIT(VERB_EVAL) | MATCHES, KEY("objective.estimator"),
     .doc = "is objective.estimator: whole games, or estimates of very long games from few turns"},
    {"--games", "N", 0, BIT(VERB_COMPARE), PARAM(games, PARAM_LONG, COMPARISON_FIRST_LOOK, 1e7),
     .doc = "the most that each plays; default 100000"},
    {"--games", "N", 0, BIT(VERB_TOURNAMENT), PARAM(games, PARAM_LONG, 2, 1e7), .doc = "games that each plays; default 1000"},
    {"--games", "N,N,...", 0, BIT(VERB_BENCH), PARAM(at_hand, PARAM_INTS, 1, 100000),
     .doc = "engines: so many games at hand at a time; default hundreds"},
    {"--fresh", NULL, 0, BIT(VERB_EVAL), FLAG(fresh), .doc = "with -: other games after each empty line"},
    {"--alpha", "P", 0, MATCHES | BIT(VERB_STUDY), PARAM(alpha, PARAM_REAL, 1e-6, 0.5),
     .doc = "probability of saying anything false; default 0.05"},
    {"--margin", "R", 0, BIT(VERB_COMPARE), PARAM(margin, PARAM_REAL, 0, 10),
     .doc = "equal are scores that differ by this share at most; default 0.05; 0: never"},
    {"--halving", NULL, 0, BIT(VERB_TOURNAMENT), FLAG(halving),
     .doc = "eliminates the worse half after ... a quarter, half of the games"},
    {"--threads", "N", 0, PLAYS | BIT(VERB_DROPBLOX), KEY("experiment.threads"),
     .doc = "is experiment.threads; 0: as many as there are processors"},
    {"--threads", "N,N,...", 0, BIT(VERB_BENCH), PARAM(threads, PARAM_INTS, 1, 1024), .doc = "numbers of threads to measure"},
    {"--mode", "none|particles|games|both", 0, TRAINS, KEY("experiment.mode"),
     .doc = "is experiment.mode: the plays that run at the same time"},
    {"--mode", "none|particles|games|both", 0, BIT(VERB_BENCH), CHOICE(mode, evaluator_modes), .doc = "this parallel mode only"},
    {"--engine", "E", 0, PLAYS, KEY("experiment.engine"),
     .doc = "is experiment.engine: the implementation that plays the games; 'swarmtris list games' has their names"},
    {"--engine", "E", 0, BIT(VERB_BENCH), CHOICE(engine, player_engines), .doc = "this engine only"},
    {"--seed", "N", 0, PLAYS | BIT(VERB_DROPBLOX), KEY("experiment.seed"),
     .doc = "is experiment.seed: the source of all random numbers"},
    {"--repeat", "N", 0, BIT(VERB_STUDY), PARAM(repeat, PARAM_INT, 1, 999),
     .doc = "of a list: seeds with which each variant is trained; default 20"},
    {"--threads", "N", 0, BIT(VERB_STUDY), PARAM(at_once, PARAM_INT, 1, 1024),
     .doc = "of a list: trainings at the same time, each on one thread; default: as many as there are processors"},
    {"--max-time", "90s|10m|2h|1d|D-HH:MM:SS", 0, BIT(VERB_STUDY), .kind = KIND_SECONDS, .offset = offsetof(Options, max_time),
     .doc = "of a list: saves the trainings and stops after this time, status 75"},
    {"--repeat", "N", 0, BIT(VERB_TRAIN), PARAM(repeat, PARAM_INT, 1, 999),
     .doc = "runs with seeds seed .. seed+N-1 into DIR/01 .. DIR/N, and a summary"},
    {"--from", "WEIGHTS", 0, BIT(VERB_TRAIN), KEY("training.from"),
     .doc = "is training.from: starts the search at these weights, a meta search at this tuned.ini"},
    {"--from", "TUNED.ini", 0, BIT(VERB_LANDSCAPE), KEY("training.from"),
     .doc = "is training.from: the point that the lines of shape = axes go through"},
    {"--max-time", "90s|10m|2h|1d|D-HH:MM:SS", 0, RUNS, .kind = KIND_SECONDS, .offset = offsetof(Options, max_time),
     .doc = "saves the run and stops after this time, status 75"},
    {"--pieces", "FILE", 0, BIT(VERB_PLAY), TEXT(pieces),
     .doc = "plays what this file lists instead of drawing it, in the letters of 'swarmtris list games'"},
    {"--trace", NULL, 0, BIT(VERB_PLAY), FLAG(trace), .doc = "a line a move, with all features, separated by tabs"},
    {"--watch", NULL, 0, BIT(VERB_PLAY), FLAG(watch),
     .doc = "draws the board after every move; on a terminal in colour, with what comes next, and keys that pause, step, change "
            "the speed and quit"},
    {"--gif", "FILE", 0, BIT(VERB_PLAY), TEXT(gif),
     .doc = "writes the game as an animated picture; without --turns 300 turns of it"},
    {"--png", "FILE", 0, BIT(VERB_PLAY), TEXT(png),
     .doc = "writes a picture of the end of the game; without --turns of turn 300, if it lasts so long"},
    {"--fumen", "FILE", 0, BIT(VERB_PLAY) | BIT(VERB_SOLVE), TEXT(fumen),
     .doc = "writes the game as a fumen, a page a move, for boards of up to ten columns; play: as with --gif"},
    {"--turns", "N", 0, BIT(VERB_PLAY), KEY("objective.max_pieces"),
     .doc = "is objective.max_pieces: ends the game after so many turns"},
    {"--isa", "NAME", 0, BIT(VERB_BENCH), TEXT(isa),
     .doc = "instruction set of the lanes, as in 'swarmtris list games'; default each that runs here, or SWARMTRIS_ISA"},
    {"--features", "SET|LIST", 0, BIT(VERB_EVAL) | MATCHES | BIT(VERB_PLAY), KEY("agent.features"),
     .doc = "is agent.features: the features that the weights belong to, where their file does not name them"},
    {"--features", "SET|LIST", 0, BIT(VERB_BENCH), TEXT(features), .doc = "this feature set, or list of features, only"},
    {"--weights", "good|random", 0, BIT(VERB_BENCH), CHOICE(weights, weights),
     .doc = "of strong controllers, or random directions; default good"},
    {"--board", "WxH", 0, BIT(VERB_BENCH), .kind = KIND_BOARD, .doc = "width x height; default 10x20, in tail 10x10"},
    {"--seconds", "S", 0, BIT(VERB_BENCH), PARAM(seconds, PARAM_REAL, 0.01, 3600),
     .doc = "for each timing, at most; default 1, in parallel whole trainings"},
    {"--json", NULL, 0,
     BIT(VERB_TRAIN) | BIT(VERB_EVAL) | MATCHES | BIT(VERB_STUDY) | BIT(VERB_BENCH) | BIT(VERB_CHECK) | BIT(VERB_INFO) |
         BIT(VERB_LIST),
     FLAG(json), .doc = "prints JSON"},
    {"--agent", "search|bfs|random|beam", 0, BIT(VERB_SOLVE), CHOICE(agent, solvers), .doc = "what plays; default search"},
    {"--template", "NAME", 0, BIT(VERB_SOLVE), TEXT(template),
     .doc = "first draws INPUT, a list of 110: equal, without-s-z, squares-and-lines, only-1 to only-7"},
    {"--nodes", "N", 0, BIT(VERB_SOLVE), PARAM(nodes, PARAM_LONG, 1, 1e12),
     .doc = "beam: most states that a decision tries; default 1000000"},
    {"--nodes", "N", 0, BIT(VERB_PLAY) | BIT(VERB_DROPBLOX), PARAM(nodes, PARAM_LONG, 1, 1e12),
     .doc = "of an agent that searches a move on all threads: most positions of a move"},
    {"--serve", "CLIENT", 0, BIT(VERB_DROPBLOX), TEXT(serve), .doc = "plays a whole game against this program instead"},
    {"--width", "N", 'w', BIT(VERB_SOLVE) | BIT(VERB_CHECK), PARAM(columns, PARAM_INT, 4, 16),
     .doc = "columns of the board of the list; default 11"},
    {"--buffer", "N", 'b', BIT(VERB_SOLVE) | BIT(VERB_CHECK), PARAM(buffer, PARAM_INT, 0, 5),
     .doc = "how many the buffer holds; default 1"},
    {"--placements", "OUTPUT", 0, BIT(VERB_CHECK), TEXT(placements),
     .doc = "replays placements of the list FILE instead, by rules of its own; status 1 if they break one"},
    {"--dump", NULL, 0, BIT(VERB_CHECK), FLAG(dump), .doc = "prints the effective configuration and where each value came from"},
    {"--verify", NULL, 0, BIT(VERB_INFO), FLAG(verify), .doc = "checks what can be checked; status 1 if something does not fit"},
    {"--simulate", NULL, 0, BIT(VERB_BENCH), FLAG(simulate),
     .doc = "cluster: iterations on up to 4,096 ranks, from measured lengths of games"},
    {"--record", "FILE", 0, BIT(VERB_BENCH), TEXT(record),
     .doc = "cluster: measures these lengths, as cluster-jobs.tsv has them"},
    {"--predict", "FILE.ini", 0, BIT(VERB_BENCH), TEXT(predict),
     .doc = "cluster: plays this training on one thread, and says how long ranks would take; --threads 1,2,4: so many"},
    {"--processors", "N", 0, BIT(VERB_BENCH), PARAM(processors, PARAM_INT, 1, 4096),
     .doc = "cluster, --predict: processors that the ranks share; default one each"},
    {"--status", NULL, 0, BIT(VERB_INFO), FLAG(state),
     .doc = "says of a run in a word whether it is finished; status 75 if it is not"},
    {"--format", "png|svg|pdf", 0, BIT(VERB_PLOT) | BIT(VERB_STUDY), CHOICE(format, formats),
     .doc = "of the charts; default png and svg"},
    {"--format", "table|ioh", 0, BIT(VERB_EXPORT), CHOICE(exported, exports),
     .doc = "ioh: the courses of trainings as IOHprofiler's analyser reads them, in the folder that --out names; default table"},
    {"--axis", "iterations|" TABLES_COST "|seconds", 0, BIT(VERB_PLOT), CHOICE(axis, axes),
     .doc = "the horizontal axis of convergence, repeats and comparisons"},
    {"--size", "WxH", 0, BIT(VERB_PLOT) | BIT(VERB_STUDY), .kind = KIND_SIZE, .doc = "pixels of a picture; default 1100x680"},
    {"--title", "TEXT", 0, BIT(VERB_PLOT) | BIT(VERB_STUDY), TEXT(title), .doc = "a title for the charts in place of their own"},
    {"--quiet", NULL, 'q', EVERY_VERB, FLAG(quiet), .doc = "no progress"},
    {"--verbose", NULL, 'v', RUNS | BIT(VERB_BENCH) | BIT(VERB_DROPBLOX), FLAG(verbose),
     .doc = "a line for every iteration, however short; for every part of a signature; for every move that is served"},
    {"--help", NULL, 'h', EVERYWHERE, FLAG(help), .doc = "this text"},
    {"--version", NULL, 'V', BIT(VERB_NONE), FLAG(version), .doc = "commit, compiler, flags, instruction set in use"},
};

const int option_count = sizeof option_rows / sizeof option_rows[0];
static_assert(sizeof option_rows / sizeof option_rows[0] <= OPTIONS_MAX, "the reader of the command line has room for so many");

bool option_taken(const OptionRow *row, Verb verb)
{
    assert(row >= option_rows && row < option_rows + option_count && verb < VERBS);
    return (row->verbs & BIT(verb)) != 0;
}
