/* main.c. Reads the command line, calls the verb, and turns its status into the exit status of the process. */
#include "bench/bench.h"
#include "cli/complete.h"
#include "cli/named.h"
#include "cli/verb.h"
#include "file/files.h"
#include "file/message.h"
#include "file/terminal.h"
#include "run/environment.h"
#include "run/ranks.h"
#include "run/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Runs the verb of a command line that has no mistake. */
static int run_verb(Command *c)
{
    Errors errors = {0};
    int status = isa_check_said(&errors);
    if (status == STATUS_OK && !named_resolve(c, &errors)) status = STATUS_NO_INPUT;
    message_errors(&errors, "");
    if (status != STATUS_OK) return status;
    if (c->verb->takes == TAKES_INIS && named_explain(c->verb, c->arg[0])) return STATUS_NO_INPUT;
    if (c->verb->folders) named_expand(c);
    return c->verb->run(c);
}

static int run(int argc, char *argv[], Cluster *cluster)
{
    if (argc > 1 && strcmp(argv[1], "complete") == 0) return complete_print(argc - 2, argv + 2);
    CLOSED(options_free) Command c;
    Errors errors = {0};
    int status = STATUS_OK;
    const bool good = options_read(&c, argc, argv, &errors);
    message_errors(&errors, "swarmtris: ");
    if (c.version) c.verb = &verb_version;
    const bool shared = good && !c.help && c.verb->shared;
    c.cluster = shared ? cluster : NULL;
    if (!shared && !cluster_leads(cluster))
        status = STATUS_OK;
    else if (!good)
        status = STATUS_USAGE;
    else if (c.help)
        help_print(c.verb, stdout);
    else
        status = c.verb == &verb_help ? c.verb->run(&c) : run_verb(&c);
    return status;
}

static uint64_t sign_on_one_thread(void)
{
    const BenchOptions one_thread = {.threads = {.v = {1}, .n = 1}, .mode = -1, .engine = -1};
    return bench_sign(&one_thread);
}

/* Results that could not be written to standard output are an error, whatever the verb returns. So is a file beyond the limit of
 * the shell (ulimit -f): with its signal ignored, the write fails. The program waits for its children, which would be impossible
 * if it had inherited an ignored SIGCHLD. */
int main(int argc, char *argv[])
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    terminal_streams();
    Cluster *cluster = NULL;
    Errors errors = {0};
    int status = environment_check(&errors);
    message_errors(&errors, "");
    if (status == STATUS_OK) status = ranks_meet(&cluster, argc, argv, sign_on_one_thread);
    if (status == STATUS_OK) status = run(argc, argv, cluster);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "standard output: cannot be written: %s\n", strerror(errno));
        if (status < STATUS_USAGE || status == STATUS_STOPPED) status = STATUS_IO;
    }
    status = ranks_part(cluster, status);
    if (status == STATUS_INTERRUPTED) signals_die_of_interrupt();
    return status;
}
