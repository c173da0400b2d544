/* main.c. Reads the command line, calls the verb, and turns its status into the exit status of the process. */
#include "cli/directories.h"
#include "cli/help.h"
#include "cli/named.h"
#include "cli/options.h"
#include "cli/ranks.h"
#include "cli/verbs.h"
#include "config/isa.h"
#include "config/environment.h"
#include "file/message.h"
#include "file/status.h"
#include "file/terminal.h"
#include "run/signals.h"
#include "run/version.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Whether the first argument is a directory where an ini is needed; then a sentence has been printed. */
static bool takes_no_directory(const Options *o)
{
    const bool ini = o->verb == VERB_TRAIN || o->verb == VERB_ENCODE || o->verb == VERB_CHECK || o->verb == VERB_LANDSCAPE;
    return ini && directories_explain(o->verb, o->arg[0]);
}

static int run_verb(const Options *o)
{
    if (takes_no_directory(o)) return STATUS_NO_INPUT;
    switch (o->verb) {
    case VERB_TRAIN: return verb_train(o);
    case VERB_ENCODE: return verb_encode(o);
    case VERB_EVAL: return verb_eval(o);
    case VERB_COMPARE: return verb_compare(o);
    case VERB_TOURNAMENT: return verb_tournament(o);
    case VERB_STUDY: return verb_study(o);
    case VERB_LANDSCAPE: return verb_landscape(o);
    case VERB_PLAY: return verb_play(o);
    case VERB_SOLVE: return verb_solve(o);
    case VERB_DROPBLOX: return verb_dropblox(o);
    case VERB_BENCH: return verb_bench(o);
    case VERB_CHECK: return verb_check(o);
    case VERB_INFO: return verb_info(o);
    case VERB_LIST: return verb_list(o);
    case VERB_PLOT: return verb_plot(o);
    case VERB_EXPORT: return verb_export(o);
    case VERB_HELP:
    case VERB_VERSION:
    case VERB_NONE: break; /* help or version */
    }
    return STATUS_INTERNAL;
}

static void print_version(void)
{
    printf("swarmtris %s (commit %s)\ncompiler: %s\nflags: %s\nengine: ", version_number, version_commit, version_compiler,
           version_flags);
    isa_print(stdout);
}

static int run(int argc, char *argv[], Server *server)
{
    Options o;
    Errors errors = {0}, names = {0};
    int status = STATUS_OK;
    bool good = options_read(&o, argc, argv, &errors);
    o.server = server;
    if (!good) {
        message_errors(&errors, "swarmtris: ");
        status = STATUS_USAGE;
    } else if (o.help) {
        help_print(o.verb, stdout);
    } else {
        status = isa_check("SWARMTRIS_ISA=", isa_asked(), &errors);
        message_errors(&errors, "");
        if (status == STATUS_OK && o.version)
            print_version();
        else if (status == STATUS_OK && !named_resolve(&o, &names))
            status = STATUS_NO_INPUT;
        else if (status == STATUS_OK)
            status = run_verb(&o);
        message_errors(&names, "");
        errors_free(&names);
    }
    errors_free(&errors);
    options_free(&o);
    return status;
}

/* Results that could not be written to standard output are an error, whatever they say. A file that is larger than the limit of
 * the shell (ulimit -f) is one that cannot be written, too: ignored, the signal becomes an error of the write. The program waits
 * for its children, which is not possible if whatever has started it had their ends ignored. */
int main(int argc, char *argv[])
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    terminal_streams();
    Ranks ranks = {0};
    Errors errors = {0};
    int status = stack_check(&errors);
    message_errors(&errors, "");
    errors_free(&errors);
    if (status == STATUS_OK) status = ranks_meet(&ranks, argc, argv);
    if (status == STATUS_OK && !ranks.works) status = run(argc, argv, ranks.server);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "standard output: cannot be written: %s\n", strerror(errno));
        if (status < STATUS_USAGE || status == STATUS_STOPPED) status = STATUS_IO;
    }
    status = ranks_part(&ranks, status);
    if (status == STATUS_INTERRUPTED) signals_die_of_interrupt();
    return status;
}
