/* test_options.c. The command line: what is taken where, and one exact sentence for what is not. */
#include "bench/bench.h"
#include "cli/verb.h"
#include "file/message.h"
#include "tests/helpers.h"

enum { WORDS_MAX = 16 };

/* A line, its words between blanks, as main would get it. The words live in text. */
typedef struct {
    char text[300];
    char *argv[WORDS_MAX];
    int argc;
    Command o;
    Errors errors;
    bool good;
} Line;

static void free_line(Line *l)
{
    options_free(&l->o);
    errors_free(&l->errors);
}

/* What the line was before is freed; it is zero at first. */
static void read_line(Line *l, const char *line)
{
    char *rest = NULL;
    free_line(l);
    *l = (Line){.argc = 0};
    snprintf(l->text, sizeof l->text, "%s", line);
    for (char *word = strtok_r(l->text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) l->argv[l->argc++] = word;
    l->good = options_read(&l->o, l->argc, l->argv, &l->errors);
}

TEST(test_mistakes)
{
    static const struct {
        const char *line, *expected;
    } rows[] = {
        {"swarmtris tran x", "unknown verb 'tran'; did you mean 'train'?"},
        {"swarmtris t x", "unknown verb 't'; see 'swarmtris --help', or 'swarmtris list' for keys and parts"},
        {"swarmtris conquer", "unknown verb 'conquer'; see 'swarmtris --help', or 'swarmtris list' for keys and parts"},
        {"swarmtris --seed 3 train x", "the verb comes first: swarmtris train --seed"},
        {"swarmtris --sed 3", "unknown option --sed; see 'swarmtris --help'"},
        {"swarmtris train", "'train' needs an argument: swarmtris train FILE.ini|-"},
        {"swarmtris train a b",
         "'b' is one argument too many: swarmtris train FILE.ini|-; 'swarmtris study' trains several settings"},
        {"swarmtris train a --threds 3", "unknown option --threds; did you mean --threads?"},
        {"swarmtris train a --thread 3", "unknown option --thread; did you mean --threads?"},
        {"swarmtris train a --abcdefgh", "unknown option --abcdefgh; see 'swarmtris train --help'"},
        {"swarmtris train a -x", "unknown option -x; see 'swarmtris train --help'"},
        {"swarmtris train a -qv", "unknown option -qv; see 'swarmtris train --help'"},
        {"swarmtris play a --json", "'play' has no option --json; it belongs to 'swarmtris train'"},
        {"swarmtris -q", "the verb comes first: swarmtris train -q"},
        {"swarmtris help train eval", "'eval' is one argument too many: swarmtris help [VERB]"},
        {"swarmtris version 2", "'2' is one argument too many: swarmtris version "},
        {"swarmtris help -q", "'help' has no option -q; it belongs to 'swarmtris train'"},
        {"swarmtris eval a --version", "'eval' has no option --version; it belongs to 'swarmtris'"},
        {"swarmtris eval a --games=0", "--games 0: must be 1..1000000000"},
        {"swarmtris eval a --games 3x", "--games 3x: must be a whole number of 1..1000000000"},
        {"swarmtris eval a --games", "--games needs a value: --games N"},
        {"swarmtris eval a --out --resume", "--out needs a value: --out DIR"},
        {"swarmtris eval a --out=", "--out: its value is empty"},
        {"swarmtris eval a --games 1 --games 2", "--games: is given twice"},
        {"swarmtris eval a --games 1 --games=2", "--games: is given twice"},
        {"swarmtris eval a --max-time 10", "--max-time 10: must be " DURATION_FORMS},
        {"swarmtris eval a --max-time -1s", "--max-time -1s: must be " DURATION_FORMS},
        {"swarmtris eval a --resume", "--resume: needs --out DIR"},
        {"swarmtris train a --resume --force", "--resume: contradicts --force, which starts a new run"},
        {"swarmtris train a -q --verbose", "--quiet: contradicts --verbose"},
        {"swarmtris play a --watch=yes", "--watch: takes no value"},
        {"swarmtris bench speed", "'bench' takes no argument 'speed', only [parallel|engines|signature|environment]"},
        {"swarmtris bench tail",
         "'bench tail' has left: bench/tried.md has its figures; 'bench parallel' times iterations with their ends"},
        {"swarmtris bench --board 10x", "--board 10x: must be width x height, like 10x20"},
        {"swarmtris bench --board 0x20", "--board 0x20: must be width x height, like 10x20"},
        {"swarmtris bench --threads 1,two", "--threads 1,two: must be whole numbers of 1..1024"},
        {"swarmtris bench --mode all", "--mode all: must be one of none|particles|games|both"},
        {"swarmtris plot", "'plot' needs an argument: swarmtris plot RUN..."},
        {"swarmtris compare a", "'compare' needs two arguments, and has one: swarmtris compare WEIGHTS|RUN WEIGHTS|RUN"},
        {"swarmtris eval ~/w.ini",
         "~/w.ini: its ~ was not replaced by the shell, which does so at the beginning of a word: write \"$HOME/w.ini\""},
        {"swarmtris train a.ini --out ~/r",
         "--out ~/r: its ~ was not replaced by the shell, which does so at the beginning of a word: write \"$HOME/r\""},
        {"swarmtris plot a --format jpg", "--format jpg: must be one of png|svg|pdf"},
        {"swarmtris bench --games 3", "--games: has no effect without 'bench engines' or 'bench environment'"},
        {"swarmtris bench signature --games 3", "--games: has no effect without 'bench engines' or 'bench environment'"},
        {"swarmtris play a --png b --record c", "--png: has no effect with --record, which shows no game"},
        {"swarmtris play a --games 3", "--games: has no effect without --record"},
        {"swarmtris play a --seed 3 --pieces b", "--seed: has no effect with --pieces, whose file says what comes"},
        {"swarmtris eval a --fresh", "--fresh: has no effect without -"},
        {"swarmtris eval - --error 5%", "--error: has no effect with -, where all vectors play the same games"},
        {"swarmtris info a --json --status", "--status: has no effect with --json"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(free_line) Line l = {.argc = 0};
        read_line(&l, rows[i].line);
        assert_false(l.good);
        assert_int_equal(l.errors.n, 1);
        assert_string_equal(l.errors.line[0], rows[i].expected);
    }
}

/* What the verbs say of options without effect: these are the verb's own, and a command line may have them with effect. */
TEST(test_when)
{
    for (const Verb *const *v = verbs; *v != NULL; v++)
        for (const OptionWhen *when = (*v)->when; when != NULL && when->options != NULL; when++) {
            char word[32];
            const char *const texts[] = {when->options, when->when};
            for (int k = 0; k < 2; k++)
                for (int i = 0; text_word(texts[k], i, word, sizeof word); i++) {
                    const char *name = word + (word[0] == '!');
                    const Option *row;
                    bool found = name[0] != '-' || name[1] == '\0';
                    for (int n = 0; (row = verb_option(*v, n)) != NULL; n++) found = found || strcmp(row->name, name) == 0;
                    assert_true(found);
                }
        }
    CLOSED(free_line) Line l = {.argc = 0};
    read_line(&l, "s bench engines --games 3");
    assert_true(l.good);
}

/* The values that config_read gets: all of --set first, so that named options win wherever they stand. */
TEST(test_values)
{
    static const struct {
        const char *text, *origin;
    } expected[] = {{"a.b=1", "--set"},
                    {"a.b=c=d", "--set"},
                    {"experiment.seed=7", "--seed"},
                    {"experiment.threads=4", "--threads"},
                    {"experiment.mode=both", "--mode"},
                    {"experiment.engine=auto", "--engine"},
                    {"training.from=-w", "--from"}};
    CLOSED(free_line) Line l = {.argc = 0};
    read_line(&l, "s train --seed 7 x.ini --set a.b=1 --threads=4 --mode both --set=a.b=c=d --engine auto --from -w");
    assert_true(l.good);
    assert_string_equal(l.o.verb->name, "train");
    assert_string_equal(l.o.arg[0], "x.ini");
    assert_int_equal(l.o.values, LENGTH(expected));
    for (size_t i = 0; i < LENGTH(expected); i++) {
        assert_string_equal(l.o.value[i].text, expected[i].text);
        assert_string_equal(l.o.value[i].origin, expected[i].origin);
    }
}

/* Where the value of the verb's own option is. */
static const void *own(const Line *l, const char *name)
{
    const Option *row;
    for (int i = 0; (row = verb_option(l->o.verb, i)) != NULL; i++)
        if (strcmp(row->name, name) == 0 && !row->shared)
            return (const char *)l->o.own + (row->kind == OPTION_PARAM ? row->param.offset : row->offset);
    fail_msg("%s: no option of its own of '%s'", name, l->o.verb->name);
    return NULL;
}

TEST(test_fields)
{
    CLOSED(free_line) Line l = {.argc = 0};
    read_line(&l, "s train x --out runs/a --resume --repeat 5 --max-time 1.5m -q");
    assert_true(l.good && l.o.resume && l.o.quiet && !l.o.force && !l.o.verbose);
    assert_string_equal(l.o.out, "runs/a");
    assert_string_equal(*(const char *const *)own(&l, "--repeat"), "5");
    assert_true(l.o.max_time == 90);
    read_line(&l, "s eval a --json --max-time 2h --force -v");
    assert_true(l.good && l.o.json && l.o.force && l.o.verbose);
    assert_string_equal(l.o.arg[0], "a");
    assert_int_equal(*(const int64_t *)own(&l, "--games"), 0);
    assert_true(l.o.max_time == 7200);
    read_line(&l,
              "s bench engines --threads 1,2,4 --engine reference --weights random --board 8x12 --seconds 0.5 --features cs3243");
    const BenchOptions *b = l.o.own;
    assert_true(l.good && b->threads.n == 3 && b->threads.v[2] == 4);
    assert_int_equal(b->mode, -1);
    assert_string_equal(player_engines[b->engine], "reference");
    assert_int_equal(b->weights, BENCH_WEIGHTS_RANDOM);
    assert_true(b->width == 8 && b->height == 12 && b->seconds == 0.5);
    assert_string_equal(b->features, "cs3243");
    assert_string_equal(l.o.arg[0], "engines");
    read_line(&l, "s bench --mode games");
    b = l.o.own;
    assert_true(l.good && l.o.args == 0 && b->mode == EVALUATOR_GAMES && b->engine == -1 && b->isa == NULL);
    assert_true(b->width == 0 && b->height == 0 && b->weights == BENCH_WEIGHTS_GOOD);
    read_line(&l, "s compare a b --alpha 0.01 --margin 0 --json");
    assert_true(l.good && *(const double *)own(&l, "--alpha") == 0.01 && *(const double *)own(&l, "--margin") == 0 && l.o.json);
    assert_int_equal(*(const int64_t *)own(&l, "--games"), 100000);
    read_line(&l, "s tournament a b c --halving --out runs/a --resume");
    assert_true(l.good && *(const bool *)own(&l, "--halving") && l.o.resume && *(const double *)own(&l, "--alpha") == 0.05);
    assert_int_equal(*(const int64_t *)own(&l, "--games"), 1000);
    read_line(&l, "s plot a b c --format pdf");
    assert_true(l.good && l.o.args == 3);
    assert_string_equal(*(const char *const *)own(&l, "--format"), "pdf");
    read_line(&l, "s plot --format svg -- --odd --name"); /* after -- there are only arguments */
    assert_true(l.good && l.o.args == 2);
    assert_string_equal(l.o.arg[1], "./--name");
    read_line(&l, "s check a --dump");
    assert_true(l.good && *(const bool *)own(&l, "--dump"));
}

/* Asking for help, or for the version, needs nothing else to be right. */
TEST(test_help)
{
    static const struct {
        const char *line;
        bool version, verb;
    } rows[] = {{"s --help", 0, 0},         {"s -h", 0, 0}, {"s train --help", 0, 1}, {"s play -h", 0, 1},
                {"s train a b c -h", 0, 1}, {"s", 0, 0},    {"s --version", 1, 0},    {"s -V", 1, 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(free_line) Line l = {.argc = 0};
        read_line(&l, rows[i].line);
        assert_true(l.good && l.o.help == !rows[i].version && l.o.version == rows[i].version);
        assert_int_equal(l.o.verb != &verb_none, rows[i].verb);
    }
}

/* Every verb has an example, and the example is a command line that can be read. */
TEST(test_examples)
{
    for (int i = -1; i < 0 || verbs[i] != NULL; i++) {
        const Verb *verb = i < 0 ? &verb_none : verbs[i];
        OWNED char *text = NULL;
        FILE *out = files_memory(&text, NULL);
        help_print(verb, out);
        files_memory_close(out);
        char *example = strstr(text, "\nexample: ");
        assert_non_null(example);
        example += strlen("\nexample: ");
        example[strcspn(example, "\n")] = '\0';
        CLOSED(free_line) Line l = {.argc = 0};
        read_line(&l, example);
        assert_true(l.good);
        assert_true(verb == &verb_none || l.o.verb == verb);
    }
}

TESTS(NULL, NULL)
