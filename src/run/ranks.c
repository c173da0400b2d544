/* ranks.c. Compares the ranks of a job at its start, before each run and at its end, and prints what they have. */
#include "run/ranks.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "eval/team.h"
#include "file/files.h"
#include "file/message.h"
#include "run/environment.h"
#include "run/setup.h"
#include "run/signals.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SENTENCE = 600, WORDS = 16, HOST = 64 };

/* Nanoseconds by which the system may lengthen the rests of a thread that waits for messages: by default as much as they take. */
static const unsigned long timer_slack = 1000;

/* ---- meeting ---- */

/* What a rank says of itself: plain bytes, equally many in all versions. */
typedef union {
    struct {
        int threads;          /* threads that the rank takes unless told otherwise */
        int processors;       /* processors that the rank may use */
        int online;           /* processors of its host, or those that the quota of its cgroup allows */
        int alone;            /* 1: the number of threads assumes that no other rank is on the host; else 0 */
        uint64_t build;       /* fingerprint of the program's file */
        uint64_t command;     /* fingerprint of the command line */
        uint64_t signature;   /* fingerprint of all results */
        uint64_t file[WORDS]; /* of the first words of the command line: fingerprint of the file of this name; 0: there is none */
        char host[HOST], version[64], isa[16];
        int status;     /* STATUS_OK, or why it cannot begin: instruction sets that its environment names */
        char said[160]; /* the sentence about that */
    } has;
    char bytes[512];
} Card;

static uint64_t fingerprint(const char *path)
{
    struct stat found;
    size_t size = 0;
    if (path == NULL || stat(path, &found) != 0 || !S_ISREG(found.st_mode)) return 0;
    OWNED char *text = files_read(path, &size);
    return text != NULL ? hash_bytes(HASH_START, text, size) : 0;
}

static Card own_card(int argc, char *const *argv, uint64_t (*signature)(void))
{
    const char *from;
    OWNED char *code = places_code();
    Card c;
    memset(&c, 0, sizeof c);
    c.has.threads = processors_taken(&from);
    c.has.processors = team_processors();
    c.has.alone = strcmp(from, "all processors") == 0 || strcmp(from, "cgroup") == 0;
    c.has.online = c.has.alone ? c.has.threads : (int)sysconf(_SC_NPROCESSORS_ONLN);
    c.has.build = fingerprint(code);
    c.has.command = HASH_START;
    for (int i = 1; i < argc; i++) c.has.command = hash_bytes(c.has.command, argv[i], strlen(argv[i]) + 1);
    for (int i = 1; i < argc && i < WORDS; i++) c.has.file[i] = fingerprint(argv[i]);
    c.has.signature = signature();
    gethostname(c.has.host, sizeof c.has.host - 1);
    snprintf(c.has.version, sizeof c.has.version, "%s (commit %s)", version_number, version_commit);
    snprintf(c.has.isa, sizeof c.has.isa, "%s", isa_taken());
    CLOSED(errors_free) Errors errors = {0};
    c.has.status = isa_check_said(&errors);
    if (errors.n > 0) snprintf(c.has.said, sizeof c.has.said, "%s", errors.line[0]);
    return c;
}

/* Why rank r may not take part, and the status to end with; STATUS_OK: it may. */
static int differs(const Card *all, int r, char *const *argv, Text *why)
{
    const Card *mine = &all[0], *c = &all[r];
    text_add(why, "rank %d on host %s ", r, c->has.host);
    if (strcmp(c->has.version, mine->has.version) != 0 || c->has.build != mine->has.build) {
        text_add(why, "is another build of the program: %s instead of %s; start the same file on all hosts", c->has.version,
                 mine->has.version);
        return STATUS_CONFIG;
    }
    if (c->has.status != STATUS_OK) {
        text_add(why, "cannot begin: %s", c->has.said);
        return c->has.status;
    }
    if (c->has.command != mine->has.command) {
        text_add(why, "was started with another command line: all ranks must have the same");
        return STATUS_CONFIG;
    }
    for (int i = 1; i < WORDS; i++) {
        if (c->has.file[i] == mine->has.file[i]) continue;
        text_add(why, "finds %s in '%s': all ranks must read the same files", c->has.file[i] == 0 ? "no file" : "something else",
                 argv[i]);
        return c->has.file[i] == 0 ? STATUS_NO_INPUT : STATUS_CONFIG;
    }
    if (c->has.signature == mine->has.signature) return STATUS_OK;
    text_add(why, "computes other results: its bench signature is %016llx instead of %016llx",
             (unsigned long long)c->has.signature, (unsigned long long)mine->has.signature);
    return STATUS_CONFIG;
}

/* Suspended games can be read only with the same instruction set. So all ranks take the best one that every rank has. */
static const char *common_isa(const Card *all, int ranks)
{
    int last = 0;
    for (int r = 0; r < ranks; r++)
        for (int i = 1; isa_names[i] != NULL; i++)
            if (strcmp(isa_names[i], all[r].has.isa) == 0 && i > last) last = i;
    return isa_names[last];
}

/* The first rank on the host of rank r; *n: the ranks there, *threads: theirs. */
static int first_on(const Card *all, int ranks, int r, int *n, int *threads)
{
    int first = ranks;
    *n = *threads = 0;
    for (int i = ranks - 1; i >= 0; i--) {
        if (strcmp(all[i].has.host, all[r].has.host) != 0) continue;
        first = i;
        ++*n;
        *threads += all[i].has.threads;
    }
    return first;
}

static void announce(const Card *all, int ranks, const char *isa)
{
    int hosts = 0, threads = 0, n, there;
    bool mixed = false;
    for (int r = 0; r < ranks; r++) {
        hosts += first_on(all, ranks, r, &n, &there) == r;
        threads += all[r].has.threads;
        mixed = mixed || strcmp(all[r].has.isa, isa) != 0;
    }
    fprintf(stderr, "%s on %s, %s unless --threads says otherwise; %s%s\n", message_count(ranks, "ranks").text,
            message_count(hosts, "hosts").text, message_count(threads, "threads").text, isa,
            mixed ? " on all, since not all have more" : "");
    for (int r = 0; r < ranks; r++) {
        const int processors = all[r].has.processors, wanted = all[r].has.threads;
        if (first_on(all, ranks, r, &n, &there) == r && there > all[r].has.online)
            fprintf(stderr, "warning: host %s has %d processors for %d threads: start fewer ranks there\n", all[r].has.host,
                    all[r].has.online, there);
        if (processors < wanted)
            fprintf(stderr,
                    "warning: rank %d on host %s may use %d processors for %d threads: give mpirun --bind-to none, or "
                    "--map-by slot:PE=%d\n",
                    r, all[r].has.host, processors, wanted, wanted);
    }
}

/* Refuses processes that a launcher has started but that cannot become ranks. Only the first of them prints the reason. */
static int refuse(const Launcher *l, bool built, int found)
{
    if (l->rank > 0) return STATUS_USAGE;
    if (!built)
        fprintf(
            stderr,
            "swarmtris: %s has started this program %d times, and each would do the whole work: use swarmtris-mpi (make mpi), "
            "or start it once\n",
            l->name, l->ranks);
    else if (!l->meets)
        fprintf(stderr,
                "swarmtris: %s has started %d processes that cannot find each other: add --mpi=pmix to srun, or use mpirun\n",
                l->name, l->ranks);
    else
        fprintf(stderr,
                "swarmtris: %s has started %d processes, but this program finds only %d: it was built for another MPI (make mpi "
                "MPI=...)\n",
                l->name, l->ranks, found);
    return STATUS_USAGE;
}

int ranks_meet(Cluster **c, int argc, char *const *argv, uint64_t (*signature)(void))
{
    *c = NULL;
    const Launcher l = launcher_look();
    if (l.ranks == 1) return STATUS_OK;
    if (cluster_open == NULL || !l.meets) return refuse(&l, cluster_open != NULL, 0);
    prctl(PR_SET_TIMERSLACK, timer_slack); /* threads that are started later inherit it */
    *c = cluster_open(signals_install());
    const int ranks = cluster_ranks(*c), rank = cluster_rank(*c);
    if (ranks != l.ranks) return refuse(&l, true, ranks);
    if (rank > 0) { /* from now on it has no screen: what it says is kept in memory (last_line) */
        const int said = memfd_create("said", MFD_CLOEXEC), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (said >= 0 && nothing >= 0 && dup2(nothing, STDOUT_FILENO) >= 0) dup2(said, STDERR_FILENO);
        close(nothing);
        close(said);
    }
    char sentence[SENTENCE];
    const Card mine = own_card(argc, argv, signature);
    OWNED Card *all = mem_new((size_t)ranks, sizeof *all);
    cluster_gather(*c, &mine, sizeof mine, all);
    for (int r = 0; r < ranks; r++) {
        Text why = text_in(sentence, sizeof sentence);
        const int status = differs(all, r, argv, &why);
        if (status == STATUS_OK) continue;
        fprintf(stderr, "swarmtris: %s\n", sentence);
        cluster_close(*c);
        *c = NULL;
        return status;
    }
    for (int r = 0, n, threads; r < ranks; r++) { /* ranks that would each take all processors of their host share them */
        first_on(all, ranks, r, &n, &threads);
        if (all[r].has.alone && n > 1) all[r].has.threads = all[r].has.threads / n > 1 ? all[r].has.threads / n : 1;
    }
    bool quiet = false; /* the command line is read later */
    for (int i = 1; i < argc; i++) quiet = quiet || strcmp(argv[i], "-q") == 0 || strcmp(argv[i], "--quiet") == 0;
    if (!quiet) announce(all, ranks, common_isa(all, ranks));
    setenv("SWARMTRIS_ISA", common_isa(all, ranks), 1);
    snprintf(sentence, sizeof sentence, "%d", all[rank].has.threads);
    if (all[rank].has.alone) setenv("OMP_NUM_THREADS", sentence, 1);
    return STATUS_OK;
}

/* ---- before a run, and at the end ---- */

/* How a rank stands before a run, or at the end of the program. */
typedef struct {
    bool leaves; /* the end of the program */
    int status;
    int threads;                     /* of its evaluator */
    uint64_t settings;               /* fingerprint of what it would play and search; at the end 0 */
    char host[HOST], said[SENTENCE]; /* its host; the last line that it has said */
} Standing;

/* The last line on the standard error of a rank that has no screen. */
static void last_line(char *line, size_t room)
{
    fflush(stderr);
    const off_t size = lseek(STDERR_FILENO, 0, SEEK_END), from = size < (off_t)room ? 0 : size - (off_t)room + 1;
    ssize_t n = pread(STDERR_FILENO, line, room - 1, from);
    while (n > 0 && line[n - 1] == '\n') n--;
    line[n > 0 ? n : 0] = '\0';
    const char *begin = strrchr(line, '\n');
    if (begin != NULL) memmove(line, begin + 1, strlen(begin));
}

/* The fingerprint of all settings: the inis, as they were read, and the files that they name. */
static uint64_t settings_of(const Setup *s)
{
    uint64_t hash = HASH_START;
    for (int i = 0; i < s->tasks.n; i++) {
        const Config *c = s->tasks.task[i].config;
        OWNED char *ini = NULL;
        FILE *f = files_memory(&ini, NULL);
        config_print(c, f, false);
        files_memory_close(f);
        const char *const text[] = {ini, c->observer.text, c->file.text};
        for (size_t k = 0; k < sizeof text / sizeof *text; k++)
            if (text[k] != NULL) hash = hash_bytes(hash, text[k], strlen(text[k]) + 1);
    }
    for (int i = 0; i < s->trainings.n; i++)
        if (s->trainings.from[i] != NULL)
            hash = hash_bytes(hash, s->trainings.from[i], (size_t)s->trainings.spec[i].space->dim * sizeof(double));
    return hash;
}

/* Fills in all (ranks). Returns the status that all ranks have to end with, or STATUS_OK; rank 0 prints the reason of another. */
static int compare(Cluster *c, const Standing *mine, Standing *all)
{
    cluster_gather(c, mine, sizeof *mine, all);
    int status = all[0].status;
    for (int r = 1; r < cluster_ranks(c) && status == STATUS_OK; r++) {
        const Standing *s = &all[r];
        const char *why = NULL;
        status = s->status;
        if (status != STATUS_OK)
            why = s->said;
        else if (s->leaves != all[0].leaves)
            status = STATUS_INTERNAL, why = "is at another place of the program";
        else if (s->settings != all[0].settings)
            status = STATUS_CONFIG, why = "has other settings: a file that the ini names differs there";
        if (why != NULL && cluster_leads(c)) fprintf(stderr, "swarmtris: rank %d on host %s: %s\n", r, s->host, why);
    }
    return status;
}

static Standing own_state(const Cluster *c, int status)
{
    Standing s;
    memset(&s, 0, sizeof s);
    s.status = status;
    gethostname(s.host, sizeof s.host - 1);
    if (!cluster_leads(c)) last_line(s.said, sizeof s.said);
    return s;
}

int ranks_ready(Cluster *c, const Setup *setup)
{
    const int ranks = cluster_ranks(c);
    Standing mine = own_state(c, STATUS_OK);
    OWNED Standing *all = mem_new((size_t)ranks, sizeof *all);
    OWNED int *threads = mem_new((size_t)ranks, sizeof *threads);
    mine.threads = evaluator_threads(setup->evaluator);
    mine.settings = settings_of(setup);
    const int agreed = compare(c, &mine, all);
    for (int r = 0; r < ranks; r++) threads[r] = all[r].threads;
    if (agreed == STATUS_OK) cluster_set_threads(c, threads);
    return agreed;
}

/* Rank 0 ends the job, since this rank (if it is not negative) has computed something else. */
static void abort_for(Cluster *c, int rank)
{
    if (rank < 0 || !cluster_leads(c)) return;
    fprintf(stderr,
            "swarmtris: rank %d has computed something else than rank 0, which must not be: a processor or its memory may be at "
            "fault; what was saved before is right\n",
            rank);
    fflush(NULL);
    cluster_abort(c, STATUS_INTERNAL);
}

void ranks_compare(Cluster *c, const Experiment *e)
{
    if (cluster_differs(c) >= 0) return; /* the run has been stopped for it, and ranks_part says so */
    SerialiserHash mine = serialise_hash();
    OWNED uint64_t *all = mem_new((size_t)cluster_ranks(c), sizeof *all);
    e->kind->serialise(e->self, &mine.serialise);
    cluster_gather(c, &mine.hash, sizeof mine.hash, all);
    abort_for(c, cluster_differs(c));
    for (int r = 1; r < cluster_ranks(c); r++) abort_for(c, all[r] != all[0] ? r : -1);
}

/* A rank that could not begin is here while others are still in ranks_ready. */
int ranks_part(Cluster *c, int status)
{
    if (c == NULL) return status;
    const int ranks = cluster_ranks(c);
    Standing mine = own_state(c, status);
    OWNED Standing *all = mem_new((size_t)ranks, sizeof *all);
    mine.leaves = true;
    for (bool together = false; !together;) {
        const int agreed = compare(c, &mine, all);
        abort_for(c, cluster_differs(c));
        if (mine.status == STATUS_OK) status = mine.status = agreed;
        together = true;
        for (int r = 0; r < ranks; r++) together = together && all[r].leaves;
    }
    const bool leads = cluster_leads(c);
    cluster_close(c);
    return leads ? status : STATUS_OK;
}
