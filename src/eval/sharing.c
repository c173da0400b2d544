/* sharing.c. The rules by which ranks share a list of jobs. */
#include "eval/sharing.h"

#include <assert.h>
#include <stdint.h>

/* A block has at least 1/LEAST_SHARE of one thread's part of all jobs. */
enum { LEAST_SHARE = 16 };

/* Seconds. recall_every: between two recalls from one rank. report_every + report_each x ranks: between two messages with
 * answers, so that rank 0 can take in those of all ranks. */
static const double recall_every = 0.002, report_every = 0.001, report_each = 20e-6;

int sharing_block(int left, int all, int share, int threads, int all_threads)
{
    assert(share >= 1 && threads >= 1 && all_threads >= threads);
    int want = (int)((int64_t)left * threads / ((int64_t)share * all_threads));
    const int least = all / (LEAST_SHARE * all_threads);
    if (want > SHARING_BLOCK_MAX) want = SHARING_BLOCK_MAX;
    if (want < least) want = least;
    return want < threads ? threads : want;
}

bool sharing_may_recall(double since, int outstanding, int threads)
{
    return since >= recall_every && outstanding > 2 * threads;
}

int sharing_recall(int outstanding, int threads)
{
    return (outstanding - threads) / 2;
}

bool sharing_is_due(const SharingNeed *n)
{
    return n->since > report_every + report_each * n->ranks || (n->idle && n->since > report_every / 5);
}

bool sharing_asks(const SharingNeed *n)
{
    const int low = n->block / 2 > n->threads ? n->block / 2 : n->threads;
    return !n->asked && n->untaken < low && (n->idle || n->untaken == 0 || sharing_is_due(n));
}
