/* facts.c. Remarks on keys; all options of the verbs; exit statuses, variables of the environment, signals and files. */
#include "docs/docs.h"

#include "base/text.h"
#include "file/files.h"

#include <assert.h>

/* ---- keys and options ---- */

const char *keys_remark(const Param *p, char *out, size_t room)
{
    Text text = text_in(out, room);
    assert(!p->may_change || !p->per_phase);
    if (p->when != NULL) text_add(&text, "Needs %s.", p->when);
    if (p->may_change || p->per_phase)
        text_add(&text, "%s%s", text.used > 0 ? " " : "",
                 p->may_change ? "A resumed run may change it." : "[training] and [selection] may have their own.");
    assert(!text.cut);
    return out;
}

const char *keys_standard(const Param *p)
{
    return param_standard(p)[0] != '\0' ? param_standard(p) : "empty";
}

/* Adds the options of a verb that out does not have yet. Returns the number of options in out. */
static int add_options(const Verb *verb, const Option *out[OPTIONS_ALL_MAX], int n)
{
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        int k = 0;
        while (k < n && out[k] != row) k++;
        assert(k < OPTIONS_ALL_MAX);
        out[k] = row;
        if (k == n) n++;
    }
    return n;
}

int options_all(const Option *out[OPTIONS_ALL_MAX])
{
    int n = 0;
    for (int i = 0; verbs[i] != NULL; i++) n = add_options(verbs[i], out, n);
    return add_options(&verb_none, out, n);
}

int options_taken(const Option *row)
{
    int taken = 0, all = 0;
    for (; verbs[all] != NULL; all++) taken += verb_takes(verbs[all], row);
    return taken == all ? OPTION_OF_ALL : taken;
}

void options_takers(FILE *out, const Option *row, const char *before, const char *between)
{
    for (const Verb *const *v = verbs; *v != NULL; v++) {
        if (!verb_takes(*v, row)) continue;
        fprintf(out, "%s%s", before, (*v)->name);
        before = between;
    }
}

/* ---- lists of facts ---- */

#define STATUS_FACT(name, number, meaning) {#number, meaning},
const Fact facts_statuses[] = {STATUSES(STATUS_FACT){NULL, NULL}};

const Fact facts_environment[] = {
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
    {"SWARMTRIS_RANKS", "all: swarmtris-mpi plays on all ranks, also on those for which their host has no processor, which rest "
                        "otherwise"},
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

const Fact facts_signals[] = {
    {"SIGINT", "Ctrl-C: saves, even in the middle of a move, says what to type to go on, and dies by the signal; a second one, "
               "0.3 seconds later or more, ends at once"},
    {"SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU",
     "saves likewise and ends with status 75; SIGXCPU is the limit of processor time (ulimit -t). What the parent ignores "
     "(nohup) stays ignored"},
    {NULL, NULL},
};

const Fact facts_files[] = {
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
    {"LOCK", "is locked by the process that works on the run"},
    {"STOP", "made by you: the run saves and ends with status 75"},
    {NULL, NULL},
};
