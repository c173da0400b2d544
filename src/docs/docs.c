/* docs.c. docs WHAT [DATE]: prints one piece of the documentation from the tables of the program.
 *
 * Idea: a small program, build/VARIANT/docs, prints one piece to standard output: a table of a page in Markdown, which pages.sh
 * inserts between two marks, or a man page in mdoc. It reads the same tables as the program, so what is printed cannot differ
 * from what the program does.
 * Never: part of swarmtris itself. */
#include "base/text.h"
#include "cli/verb.h"
#include "cli/verb_list.h"
#include "file/files.h"
#include "registry.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- lists of facts ---- */

typedef struct {
    const char *name;    /* "75", "NO_COLOR", "SIGTERM"; NULL: the list is at its end */
    const char *meaning; /* one sentence, without a full stop */
} Fact;

#define STATUS_FACT(name, number, meaning) {#number, meaning},
static const Fact facts_statuses[] = {STATUSES(STATUS_FACT){NULL, NULL}};

static const Fact facts_environment[] = {
    {"SWARMTRIS_CPU", "avx2 or plain: all behaves as on a processor that has no better instruction set"},
    {"SWARMTRIS_ISA", "avx512, avx2 or plain: the instruction set of the fast engines in place of the best that the "
                      "processor has; the results are the same"},
    {"OMP_WAIT_POLICY",
     "passive: waiting threads sleep instead of spinning; use it where other programs keep the processors busy"},
    {"OMP_NUM_THREADS", "threads of a run if neither --threads nor the ini sets them"},
    {"OMP_STACKSIZE",
     "the stack of each thread but the first, 512k or more; the limit of the system (ulimit -s) is raised automatically"},
    {"GOMP_STACKSIZE", "OMP_STACKSIZE for the OpenMP of gcc alone"},
    {"KMP_STACKSIZE", "OMP_STACKSIZE for the OpenMP of clang alone"},
    {"OMP_THREAD_LIMIT", "the most threads of a run"},
    {"OMP_PLACES", "the processors of threads, of which no more are started"},
    {"GOMP_CPU_AFFINITY", "the same"},
    {"SLURM_CPUS_PER_TASK", "the most threads of a run if none of the above sets them"},
    {"OMPI_COMM_WORLD_SIZE", "set by mpirun of Open MPI: the number of ranks"},
    {"OMPI_COMM_WORLD_RANK", "set by mpirun of Open MPI: the number of this rank, from 0 on"},
    {"PMI_SIZE", "set by mpirun of MPICH: the number of ranks"},
    {"PMI_RANK", "set by mpirun of MPICH: the number of this rank"},
    {"SLURM_STEP_NUM_TASKS", "set by srun: the number of ranks"},
    {"SLURM_PROCID", "set by srun: the number of this rank"},
    {"PMIX_RANK", "set by srun --mpi=pmix: without it swarmtris-mpi cannot meet the other ranks of a step"},
    {"TERM", "dumb: no progress line that is drawn again and again; no screen that is cleared"},
    {"NO_COLOR", "anything: a game that is watched has no colours"},
    {NULL, NULL},
};

static const Fact facts_signals[] = {
    {"SIGINT", "Ctrl-C: saves, even in the middle of a move, says what to type to go on, and dies by the signal; a second one, "
               "0.3 seconds later or more, ends at once"},
    {"SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU",
     "saves likewise and ends with status 75; SIGXCPU is the limit of processor time (ulimit -t). What the parent ignores "
     "(nohup) stays ignored"},
    {NULL, NULL},
};

static const Fact facts_files[] = {
    {"config.ini", "the effective configuration, with which a run that was never extended can be repeated"},
    {"weights.ini", "the result of a training: weights, scores under their names, the rules that they hold for"},
    {"tuned.ini", "the result of a meta search: the tuned keys"},
    {"problem-1.ini ...", "the problems of a meta search, as read"},
    {"player-1.ini ...", "the weights that compare and tournament play"},
    {"run.json", "version, compiler, command line, machine, seed, search and result"},
    {"log.txt", "what happened when"},
    {"charts/", "what plot draws, with the tables that it draws from"},
    {"checkpoint", "the state, from which --resume goes on"},
    {"checkpoint.prev", "the previous checkpoint"},
    {"checkpoint.trained", "the checkpoint at the end of the budget, from which a larger budget goes on"},
    {"KIND", "what the directory holds: training, evaluation, comparison, tournament, repeat or study"},
    {"LOCK", "is locked by the process that works on the run"},
    {"STOP", "made by you: the run saves and ends with status 75"},
    {NULL, NULL},
};

/* ---- keys and options ---- */

/* A text in a cell of a table, or beside a key. */
typedef struct {
    char text[4000];
} CellText;

/* What is to be known of a key beside its doc: when it matters, whether a resumed run may change it, ... */
static CellText key_remark(const Param *p)
{
    CellText c;
    Text text = text_in(c.text, sizeof c.text);
    assert(!p->may_change || !p->per_phase);
    if (p->when != NULL) text_add(&text, "Needs %s.", p->when);
    if (p->may_change || p->per_phase)
        text_add(&text, "%s%s", text.used > 0 ? " " : "",
                 p->may_change ? "A resumed run may change it." : "[training] and [selection] may have their own.");
    assert(!text.cut);
    return c;
}

static const char *key_standard(const Param *p)
{
    return param_standard(p)[0] != '\0' ? param_standard(p) : "empty";
}

/* Options of verbs. */
typedef struct {
    const Option *row[120]; /* (n) */
    int n;
} Options;

/* Adds the options of a verb that are not there yet, since verbs share some. */
static void add_options(Options *all, const Verb *verb)
{
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        int k = 0;
        while (k < all->n && all->row[k] != row) k++;
        assert(k < (int)(sizeof all->row / sizeof *all->row));
        all->row[k] = row;
        if (k == all->n) all->n++;
    }
}

/* Every option, in the order of the verbs; then those without a verb. */
static Options every_option(void)
{
    Options all = {.n = 0};
    for (int i = 0; verbs[i] != NULL; i++) add_options(&all, verbs[i]);
    add_options(&all, &verb_none);
    return all;
}

/* The names of the verbs that take an option, `between` them; "": all take it, or none. */
static CellText takers(const Option *row, const char *between)
{
    CellText c;
    Text text = text_in(c.text, sizeof c.text);
    bool all = true;
    for (const Verb *const *v = verbs; *v != NULL; v++) {
        all = all && verb_takes(*v, row);
        if (verb_takes(*v, row)) text_add(&text, "%s%s", text.used > 0 ? between : "", (*v)->name);
    }
    if (all) c.text[0] = '\0';
    return c;
}

/* ---- pages, in Markdown ---- */

/* Text on one line, with a backslash before the characters in `meaning`. */
static CellText escaped(const char *text, const char *meaning)
{
    CellText c;
    Text cell = text_in(c.text, sizeof c.text);
    for (; *text != '\0'; text++)
        text_add(&cell, "%s%c", strchr(meaning, *text) != NULL ? "\\" : "", *text == '\n' ? ' ' : *text);
    assert(!cell.cut);
    return c;
}

static CellText code(const char *text)
{
    return escaped(text, "|");
}

static CellText words(const char *text)
{
    return escaped(text, "|*<");
}

/* A doc string with a full stop; opens: and with a capital. */
static CellText sentence(const char *text, bool opens)
{
    CellText c = words(text);
    const size_t n = strlen(c.text);
    if (n > 0 && strchr(".!?", c.text[n - 1]) == NULL) strcpy(c.text + n, ".");
    if (opens) c.text[0] = (char)toupper((unsigned char)c.text[0]);
    return c;
}

static void page_key(const Param *p)
{
    char range[PARAM_TEXT_MAX];
    const CellText remark = key_remark(p);
    param_range(p, range, sizeof range);
    printf("| `%s` | %s | %s%s%s | %s |", code(p->key).text, param_level_name(p->level), words(range).text,
           p->unit[0] != '\0' ? " " : "", p->unit, words(key_standard(p)).text);
    printf(" %s%s%s |\n", sentence(p->doc, false).text, remark.text[0] != '\0' ? " " : "", words(remark.text).text);
}

static void page_presets(const Preset *preset)
{
    if (preset == NULL || preset->name == NULL) return;
    puts("\n| preset | sets | source |\n|---|---|---|");
    for (; preset->name != NULL; preset++) {
        printf("| `%s` | ", code(preset->name).text);
        if (preset->settings[0] != '\0') printf("`%s`", code(preset->settings).text);
        if (preset->implied != NULL) printf(" and `%s`", code(preset->implied).text);
        printf(" | %s", sentence(preset->source, false).text);
        if (preset->for_features) printf(" Suits " PRESET_FEATURES ".");
        if (preset->unless != NULL)
            printf(" Not the default if one of these keys is given: %s", sentence(preset->unless, false).text);
        if (preset->warning != NULL) printf(" Warning: %s", sentence(preset->warning, false).text);
        puts(" |");
    }
}

/* Prints a heading for each section, and a smaller one for each part; their anchors are "experiment", "optimiser-pso". */
static void page_keys(void)
{
    KeyTable table[KEY_TABLES_MAX];
    const char *before = "";
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++) {
        if (strcmp(before, t->section) != 0) printf("\n### [%s]\n", t->section);
        before = t->section;
        if (t->part != NULL) printf("\n#### [%s] kind = %s\n\n%s\n", t->section, t->part, sentence(t->doc, true).text);
        if (t->table->key != NULL) puts("\n| key | level | values | default | meaning |\n|---|---|---|---|---|");
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) page_key(p);
        page_presets(t->preset);
        if (t->weights != NULL && t->weights->key != NULL)
            puts("\nIts own weights:\n\n| weight | level | values | default | meaning |\n|---|---|---|---|---|");
        for (const Param *p = t->weights; p != NULL && p->key != NULL; p++) page_key(p);
    }
}

static void page_verbs(void)
{
    puts("| verb | what it does | for example |\n|---|---|---|");
    for (const Verb *const *v = verbs; *v != NULL; v++)
        printf("| `%s` | %s | `%s` |\n", (*v)->name, sentence((*v)->doc, true).text, code((*v)->example).text);
}

static void page_options(void)
{
    const Options all = every_option();
    puts("| option | with | meaning |\n|---|---|---|");
    for (int i = 0; i < all.n; i++) {
        const Option *row = all.row[i];
        const CellText with = takers(row, ", ");
        printf("| ");
        if (row->letter != 0) printf("`-%c` ", row->letter);
        printf("`%s%s%s` | ", row->name, row->value != NULL ? " " : "", code(row->value != NULL ? row->value : "").text);
        printf("%s | %s |\n",
               with.text[0] != '\0'          ? with.text
               : verb_takes(&verb_help, row) ? "every verb"
                                             : "no verb",
               sentence(row->doc, false).text);
    }
}

static void page_facts(const char *title, const Fact *fact)
{
    printf("| %s | meaning |\n|---|---|\n", title);
    for (; fact->name != NULL; fact++) printf("| `%s` | %s |\n", code(fact->name).text, sentence(fact->meaning, false).text);
}

/* ---- man pages, in mdoc ---- */

/* The longest line of roff; mandoc -T lint wants less than 80 bytes. */
enum { LINE_MAX_BYTES = 72, WORD_MAX_BYTES = 400 };

/* Prints bytes of a word as they are written for roff. */
static void man_word(const char *word, size_t length)
{
    static const char *const special[] = {"\\\\e", "^\\(ha", "~\\(ti", "`\\(ga", "-\\-", NULL};
    for (size_t i = 0; i < length; i++) {
        int k = 0;
        while (special[k] != NULL && special[k][0] != word[i]) k++;
        if (special[k] != NULL)
            printf("%s", special[k] + 1);
        else
            putchar(word[i]);
    }
}

/* Prints the words of text, wrapped. A sentence begins a new line, and no line begins with a roff request. ends: text added to
 * the last word, such as a full stop. */
static void man_text_with(const char *text, const char *ends)
{
    size_t column = 0;
    while (*(text += strspn(text, " \n")) != '\0') {
        const size_t length = strcspn(text, " \n");
        assert(length < WORD_MAX_BYTES);
        if (column > 0 && column + 1 + length > LINE_MAX_BYTES) putchar('\n'), column = 0;
        if (column > 0) putchar(' ');
        if (column == 0 && strchr(".'", *text) != NULL) printf("\\&");
        man_word(text, length);
        column += length + 1;
        const bool last = text[length + strspn(text + length, " \n")] == '\0';
        if (!last && strchr(".?!", text[length - 1]) != NULL) putchar('\n'), column = 0;
        text += length;
    }
    puts(ends);
}

static void man_text(const char *text)
{
    const size_t n = strlen(text);
    man_text_with(text, n > 0 && strchr(".?!:", text[n - 1]) != NULL ? "" : ".");
}

/* Prints text as a sentence with a capital. */
static void man_opening(const char *text)
{
    CellText c = escaped(text, "");
    c.text[0] = (char)toupper((unsigned char)c.text[0]);
    man_text(c.text);
}

/* Prints a line of a macro with words as its arguments. */
static void man_macro(const char *macro, const char *arguments)
{
    printf(".%s ", macro);
    man_word(arguments, strlen(arguments));
    putchar('\n');
}

static void man_head(const char *date, const char *name, const char *section)
{
    assert(date != NULL && strlen(date) > 0);
    printf(".\\\" Generated by \"make docs\" from the tables of the program.\n.Dd %s\n.Dt %s %s\n.Os\n.Sh NAME\n", date, name,
           section);
}

/* ---- swarmtris(1) ---- */

/* Prints the arguments of a verb: ".Ar FILE.ini", ".Op Ar a|b". A line may be broken after each bar. */
static void man_arguments(const char *args)
{
    while (*(args += strspn(args, " ")) != '\0') {
        const size_t length = strcspn(args, " ");
        const bool optional = args[0] == '[' && args[length - 1] == ']';
        const char *end = args + length - optional;
        printf(optional ? " Oo Ar " : " Ar ");
        for (args += optional; args < end;) {
            const char *bar = memchr(args, '|', (size_t)(end - args)), *next = bar != NULL ? bar + 1 : end;
            man_word(args, (size_t)(next - args));
            if (bar != NULL) printf("\\:");
            args = next;
        }
        if (optional) printf(" Oc");
        args += optional;
    }
}

static void man_verb(const Verb *v)
{
    const Option *row;
    printf(".It Cm %s", v->name);
    man_arguments(v->arguments);
    putchar('\n');
    man_opening(v->doc);
    if (v->note != NULL) {
        puts(".Pp");
        man_text(v->note);
    }
    puts(".Pp\nOptions:");
    for (int i = 0; (row = verb_option(v, i)) != NULL; i++)
        printf(".Fl %s%s\n", row->name + 1, verb_option(v, i + 1) != NULL ? " ," : " .");
    puts(".Pp");
    man_macro("Dl", v->example);
}

static void man_option(const Option *row)
{
    const CellText with = takers(row, ",\n");
    printf(".It ");
    if (row->letter != 0) printf("Fl %c , ", row->letter);
    printf("Fl %s", row->name + 1);
    if (row->value != NULL) printf(" Ar ");
    if (row->value != NULL) man_word(row->value, strlen(row->value));
    putchar('\n');
    if (with.text[0] != '\0') printf("With %s:\n", with.text);
    man_text(row->doc);
}

static void man_facts(const char *section, const char *macro, const Fact *fact)
{
    printf(".Sh %s\n.Bl -tag -width Ds\n", section);
    for (; fact->name != NULL; fact++) {
        printf(".It %s%s%s\n", macro, macro[0] != '\0' ? " " : "", fact->name);
        man_text(fact->meaning);
    }
    puts(".El");
}

static void man_program(const char *date)
{
    const Options all = every_option();
    man_head(date, "SWARMTRIS", "1");
    puts(".Nm swarmtris\n.Nd train controllers of games with particle swarm optimisation\n.Sh SYNOPSIS");
    for (const Verb *const *v = verbs; *v != NULL; v++) {
        printf(".Nm\n.Cm %s", (*v)->name);
        man_arguments((*v)->arguments);
        puts(" Op Ar option ...");
    }
    puts(".Nm\n.Fl -help | -version\n.Sh DESCRIPTION");
    man_text("An ini file describes a training: a game, the features that a player looks at, the optimiser that searches for "
             "their weights, and a budget. The program plays the games on all processors and keeps everything in a run "
             "directory. Results depend on the ini and its seed alone, not on threads, engines or processors.");
    puts("The keys of an ini are in\n.Xr swarmtris.ini 5 .\n.Sh VERBS\n.Bl -tag -width Ds");
    for (const Verb *const *v = verbs; *v != NULL; v++) man_verb(*v);
    puts(".El\n.Sh OPTIONS\n.Bl -tag -width Ds");
    for (int i = 0; i < all.n; i++) man_option(all.row[i]);
    puts(".El");
    man_facts("SIGNALS", "Dv", facts_signals);
    man_facts("ENVIRONMENT", "Ev", facts_environment);
    man_facts("FILES", "Pa", facts_files);
    man_facts("EXIT STATUS", "", facts_statuses);
    puts(".Sh EXAMPLES\nA training, what it found, and its charts:\n.Pp");
    man_macro("Dl", "swarmtris train params/quick.ini --out runs/first");
    man_macro("Dl", "swarmtris eval runs/first/weights.ini --games 1000");
    man_macro("Dl", "swarmtris plot runs/first");
    puts(".Sh SEE ALSO\n.Xr swarmtris.ini 5");
}

/* ---- swarmtris.ini(5) ---- */

static void man_key(const Param *p)
{
    char range[PARAM_TEXT_MAX];
    const CellText remark = key_remark(p);
    param_range(p, range, sizeof range);
    printf(".It Ic %s\n", p->key);
    man_text_with(range, "");
    if (p->unit[0] != '\0') man_text_with(p->unit, "");
    puts("(default:");
    man_text_with(key_standard(p), ").");
    man_text(p->doc);
    if (remark.text[0] != '\0') man_text(remark.text);
}

static void man_presets(const Preset *preset)
{
    if (preset == NULL || preset->name == NULL) return;
    puts(".Pp\nPresets, the first that suits is the default:\n.Bl -tag -width Ds");
    for (; preset->name != NULL; preset++) {
        const char *const sets[] = {preset->settings, preset->implied};
        printf(".It Cm %s\n", preset->name);
        for (int i = 0; i < 2; i++)
            if (sets[i] != NULL && sets[i][0] != '\0') {
                man_text_with(sets[i], "");
                puts(".br");
            }
        man_text(preset->source);
        if (preset->for_features) man_text("Suits " PRESET_FEATURES);
        if (preset->unless != NULL) {
            man_text("No default where one of these keys is given:");
            man_text(preset->unless);
        }
        if (preset->warning != NULL) man_text(preset->warning);
    }
    puts(".El");
}

static void man_ini(const char *date)
{
    KeyTable table[KEY_TABLES_MAX];
    const char *before = "";
    man_head(date, "SWARMTRIS.INI", "5");
    puts(".Nm swarmtris.ini\n.Nd what a run of swarmtris does\n.Sh DESCRIPTION");
    man_text("An ini describes a run of swarmtris. It has sections in brackets and lines of the form key = value; a line that "
             "begins with ; or # is a comment. A list may go over several lines as key += value. The order of sections and "
             "keys does not matter, and every key has a default; only a budget must be given. Values of --set on the command "
             "line take precedence over those of the file.");
    puts(".Pp");
    man_text("All mistakes in an ini are listed at once, with line, value and what would be right, and the exit status is 78.");
    puts(".Sh KEYS");
    for (const KeyTable *t = table, *end = table + keys_all(table); t < end; t++) {
        if (strcmp(before, t->section) != 0) printf(".Ss Section %s\n", t->section);
        before = t->section;
        if (t->part != NULL) {
            printf(".Pp\nWith\n.Ic kind No = Cm %s :\n", t->part);
            man_opening(t->doc);
        }
        if (t->table->key != NULL) puts(".Bl -tag -width Ds");
        for (const Param *p = NULL; (p = param_next(t->table, p)) != NULL;) man_key(p);
        if (t->table->key != NULL) puts(".El");
        man_presets(t->preset);
        if (t->weights == NULL || t->weights->key == NULL) continue;
        puts(".Pp\nIts own weights:\n.Bl -tag -width Ds");
        for (const Param *p = t->weights; p->key != NULL; p++) man_key(p);
        puts(".El");
    }
    puts(".Sh SEE ALSO\n.Xr swarmtris 1");
}

static void page_sets(void)
{
    puts("| published sets differ in | ways | rows of 10x10, the same weights |\n|---|---|---|");
    for (const SetDifference *d = registry_differences; d->what != NULL; d++)
        printf("| %s | %s | %s |\n", d->what, d->ways, d->cost);
}

/* ---- what can be printed ---- */

/* A piece of documentation, which is printed by a function or is a table of facts. */
static const struct {
    const char *name;
    void (*print)(void);
    void (*dated)(const char *date); /* prints the piece with the date of the release, as "November 21, 2026" */
    const char *title;               /* heading of the first column of the facts */
    const Fact *facts;
} pieces[] = {
    {"keys", .print = page_keys},
    {"verbs", .print = page_verbs},
    {"sets", .print = page_sets},
    {"options", .print = page_options},
    {"statuses", .title = "status", .facts = facts_statuses},
    {"environment", .title = "variable", .facts = facts_environment},
    {"signals", .title = "signal", .facts = facts_signals},
    {"files", .title = "file", .facts = facts_files},
    {"swarmtris.1", .dated = man_program},
    {"swarmtris.ini.5", .dated = man_ini},
};

int main(int argc, char *argv[])
{
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && argc > 1; i++) {
        if (strcmp(argv[1], pieces[i].name) != 0 || argc != (pieces[i].dated != NULL ? 3 : 2)) continue;
        if (pieces[i].dated != NULL)
            pieces[i].dated(argv[2]);
        else if (pieces[i].facts != NULL)
            page_facts(pieces[i].title, pieces[i].facts);
        else
            pieces[i].print();
        return fflush(stdout) == 0 ? STATUS_OK : STATUS_IO;
    }
    fputs("usage: docs WHAT, docs MAN-PAGE DATE; WHAT is one of:\n", stderr);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) fprintf(stderr, "    %s\n", pieces[i].name);
    return STATUS_USAGE;
}
