/* meeting.c. Compares the ranks of a job, prints what they have, and sends those other than 0 to work. */
#include "run/meeting.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "eval/team.h"
#include "eval/worker.h"
#include "file/files.h"
#include "file/message.h"
#include "run/environment.h"
#include "run/ranks.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Seconds within which all ranks must have met; and the longest sentence. */
static const double meet_within = 120;
enum { SENTENCE = 600, REST = 200 };

/* Nanoseconds by which the system may lengthen the rests of a thread that waits for messages: by default as much as they take. */
static const unsigned long timer_slack = 1000;

/* What a rank says of itself: plain bytes. size comes first, so that a build with another card is recognised by it. */
typedef struct {
    int size;           /* bytes of this struct */
    int threads;        /* threads that the rank takes unless told otherwise */
    int processors;     /* processors that the rank may use */
    int online;         /* processors of its host, or those that the quota of its cgroup allows */
    int alone;          /* 1: the number of threads assumes that no other rank is on the host; else 0 */
    uint64_t build;     /* fingerprint of the program's file */
    uint64_t command;   /* fingerprint of the command line */
    uint64_t signature; /* fingerprint of all results */
    char host[HOST_MAX], version[64], isa[16];
} Card;

static uint64_t fingerprint(const char *path)
{
    size_t size = 0;
    OWNED char *text = path != NULL ? files_read(path, &size) : NULL;
    return text != NULL ? hash_bytes(HASH_START, text, size) : 0;
}

static Card own_card(int argc, char *const *argv, uint64_t (*signature)(void))
{
    const char *from;
    OWNED char *code = places_code();
    Card c;
    memset(&c, 0, sizeof c);
    c.size = (int)sizeof c;
    c.threads = processors_taken(&from);
    c.processors = team_processors();
    c.alone = strcmp(from, "all processors") == 0 || strcmp(from, "cgroup") == 0;
    c.online = c.alone ? c.threads : (int)sysconf(_SC_NPROCESSORS_ONLN);
    c.build = fingerprint(code);
    c.command = HASH_START;
    for (int i = 1; i < argc; i++) c.command = hash_bytes(c.command, argv[i], strlen(argv[i]) + 1);
    c.signature = signature();
    gethostname(c.host, sizeof c.host - 1);
    snprintf(c.version, sizeof c.version, "%s (commit %s)", version_number, version_commit);
    snprintf(c.isa, sizeof c.isa, "%s", isa_taken());
    return c;
}

/* Rank 0's answer to a card: whether the rank stays, and with which instruction set. */
typedef struct {
    int stay;
    char isa[16];
} Welcome;

static void send_note(Cluster *c, int to, const void *bytes, size_t n)
{
    CLOSED(parcel_free) Parcel p = {0};
    parcel_put_int(&p, WIRE_NOTE);
    parcel_put(&p, bytes, n);
    parcel_send(&p, c, to);
}

/* Reads the next note from any rank into out (n bytes); returns the rank, or -1 if none came in time. */
static int next_note(Cluster *c, double until, void *out, size_t n)
{
    Message m;
    while (!cluster_receive(c, &m)) {
        if (cluster_clock(c) > until) return -1;
        cluster_rest(REST);
    }
    CLOSED(parcel_free) Parcel p = parcel_of(&m);
    const bool note = parcel_take_int(&p) == WIRE_NOTE;
    const void *bytes = parcel_take(&p, n);
    memset(out, 0, n);
    if (note && bytes != NULL && p.read == p.used) memcpy(out, bytes, n);
    return m.from;
}

/* ---- rank 0 ---- */

/* Makes a card, which may hold any bytes, safe to read: its texts get ends. False: its numbers are impossible. */
static bool mend_card(Card *c)
{
    c->host[sizeof c->host - 1] = c->version[sizeof c->version - 1] = c->isa[sizeof c->isa - 1] = '\0';
    return c->threads >= 1 && c->threads <= TEAM_MAX && c->processors >= 1 && c->online >= 1;
}

/* Why rank r may not take part; false: it may. */
static bool differs(const Card *all, int r, char *why, size_t room)
{
    const Card *mine = &all[0], *c = &all[r];
    Text t = text_in(why, room);
    if (c->size != mine->size || strcmp(c->version, mine->version) != 0 || c->build != mine->build)
        return text_add(&t,
                        "rank %d on host %s is another build of the program: %s instead of %s; start the same file on all hosts",
                        r, c->size == mine->size ? c->host : "(unknown)",
                        c->size == mine->size ? c->version : "an unknown version", mine->version);
    if (c->threads < 1) return text_add(&t, "rank %d on host %s has sent what rank 0 does not understand", r, c->host);
    if (c->command != mine->command)
        return text_add(&t, "rank %d on host %s was started with another command line: all ranks must have the same", r, c->host);
    if (c->signature != mine->signature)
        return text_add(&t, "rank %d on host %s computes other results: its bench signature is %016llx instead of %016llx", r,
                        c->host, (unsigned long long)c->signature, (unsigned long long)mine->signature);
    return false;
}

/* Gets the cards of all ranks. False, after printing a sentence: some have not come. */
static bool collect(Cluster *c, Card *all)
{
    const int ranks = cluster_ranks(c);
    const double until = cluster_clock(c) + meet_within;
    for (int n = 1; n < ranks; n++) {
        Card card;
        const int from = next_note(c, until, &card, sizeof card);
        if (from < 0) {
            fprintf(stderr, "swarmtris: %d of %d ranks have not reported within %g seconds\n", ranks - n, ranks, meet_within);
            return false;
        }
        if (all[from].size != 0 || !mend_card(&card)) card.threads = 0; /* a second card of a rank, or no card */
        all[from] = card;
    }
    return true;
}

/* Suspended games can be read only with the same instruction set. So all ranks take the best one that every rank has. */
static const char *common_isa(const Card *all, int ranks)
{
    int last = 0;
    for (int r = 0; r < ranks; r++)
        for (int i = 1; isa_names[i] != NULL; i++)
            if (strcmp(isa_names[i], all[r].isa) == 0 && i > last) last = i;
    return isa_names[last];
}

static int ranks_on(const Card *all, int ranks, const char *host)
{
    int n = 0;
    for (int r = 0; r < ranks; r++) n += strcmp(all[r].host, host) == 0;
    return n;
}

/* Ranks that would each take all processors of their host share them. */
static void share_processors(Card *all, int ranks)
{
    for (int r = 0; r < ranks; r++) {
        const int together = ranks_on(all, ranks, all[r].host);
        if (all[r].alone && together > 1) all[r].threads = all[r].threads / together > 1 ? all[r].threads / together : 1;
    }
}

/* The first rank on the host of rank r. */
static int first_on(const Card *all, int r)
{
    int i = 0;
    while (strcmp(all[i].host, all[r].host) != 0) i++;
    return i;
}

static void announce(const Card *all, int ranks, const char *isa, bool mixed)
{
    int hosts = 0, threads = 0;
    for (int r = 0; r < ranks; r++) {
        hosts += first_on(all, r) == r;
        threads += all[r].threads;
    }
    fprintf(stderr, "%s on %s, %s unless --threads says otherwise; %s%s\n", message_count(ranks, "ranks").text,
            message_count(hosts, "hosts").text, message_count(threads, "threads").text, isa,
            mixed ? " on all, since not all have more" : "");
    for (int r = 0; r < ranks; r++) {
        int want = 0;
        if (first_on(all, r) != r) continue;
        for (int i = 0; i < ranks; i++) want += strcmp(all[i].host, all[r].host) == 0 ? all[i].threads : 0;
        if (hosts > 1) fprintf(stderr, "  %s: %s\n", all[r].host, message_count(want, "threads").text);
        if (want > all[r].online)
            fprintf(
                stderr,
                "warning: host %s has %d processors for %d threads: ranks that would have none rest, unless SWARMTRIS_RANKS=all; "
                "set OMP_WAIT_POLICY=passive, so that threads which wait do not keep processors busy\n",
                all[r].host, all[r].online, want);
    }
    for (int r = 0; r < ranks; r++)
        if (all[r].processors < all[r].threads)
            fprintf(stderr,
                    "warning: rank %d on host %s may use %d processors for %d threads: give mpirun --bind-to none, or "
                    "--map-by slot:PE=%d\n",
                    r, all[r].host, all[r].processors, all[r].threads, all[r].threads);
}

/* Whether the command line, which is read later, has this option in its short or its long form. */
static bool has_option(int argc, char *const *argv, const char *brief, const char *whole)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], brief) == 0 || strcmp(argv[i], whole) == 0) return true;
    return false;
}

static void take_isa(const char *isa)
{
    setenv("SWARMTRIS_ISA", isa, 1);
}

static int lead(Ranks *r, Card mine, bool quiet)
{
    const int ranks = cluster_ranks(r->cluster);
    char why[SENTENCE];
    OWNED Card *all = mem_new((size_t)ranks, sizeof *all);
    OWNED ServerRank *rank = mem_new((size_t)ranks, sizeof *rank);
    all[0] = mine;
    Welcome v = {.stay = collect(r->cluster, all)};
    for (int i = 1; i < ranks && v.stay; i++)
        if (differs(all, i, why, sizeof why)) {
            fprintf(stderr, "swarmtris: %s\n", why);
            v.stay = false;
        }
    if (v.stay) {
        bool mixed = false;
        share_processors(all, ranks);
        snprintf(v.isa, sizeof v.isa, "%s", common_isa(all, ranks));
        for (int i = 0; i < ranks; i++) {
            mixed = mixed || strcmp(all[i].isa, v.isa) != 0;
            rank[i] = (ServerRank){.threads = all[i].threads, .host = first_on(all, i), .processors = all[i].online};
        }
        if (!quiet) announce(all, ranks, v.isa, mixed);
        if (mixed) take_isa(v.isa);
        const char *said = getenv("SWARMTRIS_RANKS"); /* "all": use all ranks even if hosts have fewer processors than threads */
        r->server = server_create(r->cluster, rank, said != NULL && strcmp(said, "all") == 0);
        r->host = mem_new((size_t)ranks, sizeof *r->host);
        for (int i = 0; i < ranks; i++) memcpy(r->host[i], all[i].host, HOST_MAX);
    }
    for (int i = 1; i < ranks; i++) send_note(r->cluster, i, &v, sizeof v);
    return v.stay ? STATUS_OK : STATUS_CONFIG;
}

/* What the ranks have exchanged, for --verbose. */
static void print_counts(Ranks *r)
{
    const ServerCounts n = r->server->counts;
    const Traffic sent = cluster_sent(r->cluster);
    const double jobs = n.jobs > 0 ? (double)n.jobs : 1, messages = (double)(n.received + sent.messages);
    fprintf(stderr, "%lld jobs on other ranks; for each %.3g messages and %.3g bytes\n", (long long)n.jobs, messages / jobs,
            (double)(n.bytes + sent.bytes) / jobs);
    fprintf(stderr, "rank 0 took %.3g microseconds for each message, and %.3g more for each job\n",
            1e6 * sent.seconds / (messages > 0 ? messages : 1), 1e6 * fmax(0, n.seconds - sent.seconds) / jobs);
    if (server_resting(r->server) > 0)
        fprintf(stderr, "%d of %d ranks were idle: their hosts have no processors for them\n", server_resting(r->server),
                r->server->ranks);
    if (n.again > 0) fprintf(stderr, "%lld suspended games began again on other ranks\n", (long long)n.again);
}

/* ---- other ranks ---- */

static const Objective *set_up(void *ctx, const char *text, int *n)
{
    RankTasks *a = ctx;
    const Objective *o = ranks_make(a, text);
    *n = a->n;
    return o;
}

/* Ignored because rank 0 ends the run, although the signals of a launcher reach all ranks. */
static void ignore_signals(void)
{
    static const int number[] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGHUP, SIGXCPU, SIGPIPE};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) signal(number[i], SIG_IGN);
}

static int follow(Ranks *r, Card mine)
{
    Welcome v;
    RankTasks tasks = {0};
    const int rank = cluster_rank(r->cluster);
    ignore_signals();
    send_note(r->cluster, 0, &mine, sizeof mine);
    if (next_note(r->cluster, cluster_clock(r->cluster) + 2 * meet_within, &v, sizeof v) < 0 || !v.stay) return STATUS_CONFIG;
    v.isa[sizeof v.isa - 1] = '\0';
    if (strcmp(v.isa, mine.isa) != 0) take_isa(v.isa);
    const WorkerEnd end = worker_run(r->cluster, set_up, &tasks);
    ranks_free(&tasks);
    if (end == WORKER_DONE) return STATUS_OK;
    if (end == WORKER_ORPHANED)
        fprintf(stderr, "swarmtris: rank %d on host %s leaves: no word from rank 0 for %d seconds\n", rank, mine.host,
                CLUSTER_ORPHANED);
    else
        fprintf(stderr, "swarmtris: rank %d on host %s leaves: rank 0 has sent what it does not understand\n", rank, mine.host);
    fflush(NULL);
    cluster_abort(r->cluster, end == WORKER_ORPHANED ? STATUS_STOPPED : STATUS_INTERNAL);
}

/* ---- both ---- */

/* Refuses processes that a launcher has started but that cannot become ranks. Only the first of them prints the reason. */
static int refuse(const Launcher *l)
{
    if (l->rank == 0 && !cluster_built())
        fprintf(
            stderr,
            "swarmtris: %s has started this program %d times, and each would do the whole work: use swarmtris-mpi (make mpi), "
            "or start it once\n",
            l->name, l->ranks);
    else if (l->rank == 0)
        fprintf(stderr,
                "swarmtris: %s has started %d processes that cannot find each other: add --mpi=pmix to srun, or use mpirun\n",
                l->name, l->ranks);
    return STATUS_USAGE;
}

int ranks_meet(Ranks *r, int argc, char *const *argv, uint64_t (*signature)(void))
{
    *r = (Ranks){0};
    const Launcher l = launcher_look();
    if (l.ranks == 1) return STATUS_OK;
    if (!cluster_built() || !l.meets) return refuse(&l);
    prctl(PR_SET_TIMERSLACK, timer_slack); /* threads that are started later inherit it */
    r->cluster = cluster_open(true);
    if (r->cluster == NULL || cluster_ranks(r->cluster) != l.ranks) {
        if (l.rank == 0)
            fprintf(
                stderr,
                "swarmtris: %s has started %d processes, but this program finds only %d: it was built for another MPI (make mpi "
                "MPI=...)\n",
                l.name, l.ranks, r->cluster != NULL ? cluster_ranks(r->cluster) : 0);
        return STATUS_USAGE;
    }
    const Card mine = own_card(argc, argv, signature);
    r->verbose = has_option(argc, argv, "-v", "--verbose");
    r->works = cluster_rank(r->cluster) > 0;
    return r->works ? follow(r, mine) : lead(r, mine, has_option(argc, argv, "-q", "--quiet"));
}

int ranks_part(Ranks *r, int status)
{
    if (r->cluster == NULL) return status;
    if (r->server != NULL && server_lost(r->server) >= 0) {
        const int lost = server_lost(r->server);
        if (server_confused(r->server))
            fprintf(stderr, "swarmtris: rank %d on host %s is lost: it has sent what rank 0 does not understand\n", lost,
                    r->host[lost]);
        else
            fprintf(stderr, "swarmtris: rank %d on host %s is lost: no word from it for %d seconds\n", lost, r->host[lost],
                    CLUSTER_SILENCE);
        fflush(NULL);
        cluster_abort(r->cluster, status);
    }
    if (r->server != NULL && r->verbose) print_counts(r);
    if (r->server != NULL) server_leave(r->server);
    server_destroy(r->server);
    free(r->host);
    cluster_close(r->cluster);
    *r = (Ranks){0};
    return status;
}
