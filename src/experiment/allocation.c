/* allocation.c. The four allocations: what the next stage of a group is, how its plays are split, and how answers are counted. */
#include "experiment/allocation.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const allocation_names[] = {[ALLOCATION_FIXED] = "fixed",
                                        [ALLOCATION_RESAMPLE] = "resample",
                                        [ALLOCATION_RACE] = "race",
                                        [ALLOCATION_OCBA] = "ocba",
                                        NULL};

const AboutAllocation allocation_about[] = {
    [ALLOCATION_FIXED] = {.apart = true, .alike = true, .least = 1, .amount = ""},
    [ALLOCATION_RESAMPLE] = {.replays = true, .alike = true, .least = 1, .amount = ""},
    [ALLOCATION_RACE] = {.in_stages = true, .alike = true, .least = 1, .amount = "at most "},
    [ALLOCATION_OCBA] = {.in_stages = true, .least = 2, .amount = "on average "},
};

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

void allocation_make(Allocation *a, const AllocationOptions *o, int candidates, Archive *archive)
{
    assert(o->rule >= ALLOCATION_FIXED && o->rule <= ALLOCATION_OCBA);
    assert(o->games >= 1 && o->first_games >= 1 && o->more_games >= 1);
    assert(candidates >= 1 && candidates <= OPTIM_CANDIDATES_MAX && archive->n >= 1);
    *a = (Allocation){.o = *o, .archive = archive, .candidates = candidates};
    size_t all = (size_t)candidates + (size_t)archive->n;
    a->common = allocation_about[o->rule].in_stages ? smaller_of(o->first_games, o->games) : o->games;
    a->verdict = mem_new((size_t)candidates, sizeof *a->verdict);
    a->sum = mem_new((size_t)a->common, sizeof *a->sum);
    a->plan = mem_new(all, sizeof *a->plan);
    a->weight = mem_new(all, sizeof *a->weight);
    a->known = mem_new(all, sizeof(const Stats *));
}

void allocation_free(Allocation *a)
{
    free(a->verdict);
    free(a->sum);
    free(a->plan);
    free(a->weight);
    free(a->known);
}

/* ---- how the plays of a stage are split ---- */

static bool is_known(const Stats *s)
{
    return s->n > 0 && isfinite(s->mean);
}

/* The index of the highest mean, the lowest of several; -1: no sample has a value. */
static int best_of(const Stats *const *known, int n)
{
    int best = -1;
    for (int i = 0; i < n; i++)
        if (is_known(known[i]) && (best < 0 || known[i]->mean > known[best]->mean)) best = i;
    return best;
}

/* (s / d)^2, at most total; see allocation_ocba in allocation.h. */
static double ocba_weight(const Stats *s, double d, double total)
{
    double sd = stats_sd(s);
    if (!(sd > 0)) return 0;
    return sd < d * sqrt(total) ? (sd / d) * (sd / d) : total;
}

/* Writes w (n), in the proportions that the plays should have in the end; returns the sum of w, 0 if nothing can be learned. */
static double weigh_samples(const Stats *const *known, int n, double total, double *w)
{
    int best = best_of(known, n);
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        w[i] = 0;
        if (i == best || !is_known(known[i])) continue;
        w[i] = ocba_weight(known[i], known[best]->mean - known[i]->mean, total);
        double sd = stats_sd(known[i]);
        if (w[i] > 0) squares += w[i] / sd * (w[i] / sd);
        sum += w[i];
    }
    if (best < 0) return 0;
    w[best] = stats_sd(known[best]) * sqrt(squares);
    return isfinite(w[best]) ? sum + w[best] : 0;
}

/* Splits `more` plays in the proportions of w (n, none below 0, their sum above 0): writes plays (n), whose sum is `more`. What
 * rounding leaves over goes to the next sample. */
static void split_plays(const double *w, int n, double sum, int more, int *plays)
{
    assert(sum > 0 && more >= 0);
    double exact = 0;
    int last = 0, given = 0;
    for (int i = 0; i < n; i++) {
        exact += more * (w[i] / sum);
        plays[i] = w[i] > 0 ? (int)floor(exact + 0.5) - given : 0;
        given += plays[i];
        if (w[i] > 0) last = i;
    }
    plays[last] += more - given; /* if rounding lost the last bit of exact */
}

bool allocation_ocba(const Stats *const *known, int n, int more, double *w, int *plays)
{
    assert(n >= 1 && more >= 1);
    double total = more, lacking = 0;
    for (int i = 0; i < n; i++) total += (double)known[i]->n;
    double sum = weigh_samples(known, n, total, w);
    if (!(sum > 0)) return false;
    for (int i = 0; i < n; i++) {
        w[i] = total * (w[i] / sum) - (double)known[i]->n;
        if (w[i] < 0) w[i] = 0;
        lacking += w[i];
    }
    assert(lacking > 0);
    split_plays(w, n, lacking, more, plays);
    return true;
}

/* ---- what the next stage is ---- */

/* The sample of candidate i so far. */
static Sample *sample_of(const Allocation *a, int i)
{
    assert(i >= 0 && i < a->candidates);
    return &a->verdict[i].sample;
}

/* Whether the race eliminates a candidate. It has to beat the incumbent; without one, the worst of a full archive. One play says
 * nothing about a spread. */
static bool is_outraced(const Allocation *a, const Group *g, int i)
{
    const int incumbent = g->candidate[i].incumbent;
    assert(incumbent < a->archive->n);
    const Sample *x = sample_of(a, i), *p = &a->archive->sample[incumbent >= 0 ? incumbent : archive_weakest(a->archive)];
    if (p->fitness.n == 0 || x->fitness.n == 0) return false; /* the place is free */
    if (archive_fitness(x) == -HUGE_VAL) return archive_fitness(p) > -HUGE_VAL;
    if (x->fitness.n < 2 || p->fitness.n < 2) return false;
    double mine = stats_sem(&x->fitness), theirs = stats_sem(&p->fitness);
    return x->fitness.mean < p->fitness.mean - a->o.race_z * sqrt(mine * mine + theirs * theirs);
}

/* How many games of this iteration (key) a position has played. */
static int played_of(const Sample *s, uint64_t key)
{
    return s->key == key ? s->played : 0;
}

/* What place p of the archive still has to play in this iteration. */
static int missing_plays(const Allocation *a, int p, uint64_t key)
{
    const Sample *s = &a->archive->sample[p];
    if (!allocation_about[a->o.rule].replays || s->fitness.n == 0) return 0;
    int missing = a->o.games - played_of(s, key);
    return missing > 0 ? missing : 0;
}

static void plan_whole(const Allocation *a, const Group *g, int *plan)
{
    for (int i = 0; i < g->n; i++) plan[i] = sample_of(a, i)->fitness.n > 0 ? 0 : a->o.games;
    for (int p = 0; p < a->archive->n; p++) plan[g->n + p] = missing_plays(a, p, g->key);
}

static void plan_race(const Allocation *a, const Group *g, int *plan)
{
    for (int i = 0; i < g->n; i++) {
        int n = (int)sample_of(a, i)->fitness.n;
        plan[i] = is_outraced(a, g, i) ? 0 : smaller_of(n == 0 ? a->common : a->o.more_games, a->o.games - n);
    }
    memset(plan + g->n, 0, (size_t)a->archive->n * sizeof *plan);
}

/* No sample has a spread: candidates get the games they lack, so that they may challenge their incumbents. */
static void plan_without_spread(const Allocation *a, const Group *g, int more, int *plan)
{
    double lacking = 0;
    for (int i = 0; i < g->n; i++) {
        int left = a->o.games - (int)sample_of(a, i)->fitness.n;
        a->weight[i] = left > 0 ? left : 0;
        lacking += a->weight[i];
    }
    split_plays(a->weight, g->n, lacking, more, plan);
}

static void plan_ocba(const Allocation *a, const Group *g, int *plan)
{
    assert(a->spent <= (int64_t)a->o.games * g->n);
    int n = g->n + a->archive->n, left = (int)((int64_t)a->o.games * g->n - a->spent);
    for (int i = 0; i < n; i++) plan[i] = a->spent == 0 && i < g->n ? a->common : 0;
    if (a->spent == 0 || left == 0) return;
    for (int i = 0; i < n; i++) a->known[i] = &(i < g->n ? sample_of(a, i) : &a->archive->sample[i - g->n])->fitness;
    int64_t step = (int64_t)a->o.more_games * g->n;
    int more = step < left ? (int)step : left;
    if (!allocation_ocba(a->known, n, more, a->weight, plan)) plan_without_spread(a, g, more, plan);
}

/* Writes a->plan: the plays of the group's candidates and of the places of the archive in the next stage. False: there is
 * none. */
static bool plan_stage(const Allocation *a, const Group *g)
{
    switch ((AllocationRule)a->o.rule) {
    case ALLOCATION_FIXED:
    case ALLOCATION_RESAMPLE: plan_whole(a, g, a->plan); break;
    case ALLOCATION_RACE: plan_race(a, g, a->plan); break;
    case ALLOCATION_OCBA: plan_ocba(a, g, a->plan); break;
    }
    for (int i = 0; i < g->n + a->archive->n; i++)
        if (a->plan[i] > 0) return true;
    return false;
}

int64_t allocation_cost(const Allocation *a, const Group *g)
{
    int64_t cost = (int64_t)a->o.games * g->n;
    for (int p = 0; p < a->archive->n; p++) cost += missing_plays(a, p, g->key);
    return cost;
}

int allocation_affordable(const Allocation *a, const Group *g, int64_t left)
{
    const Group archive_alone = {.key = g->key};
    int64_t n = (left - allocation_cost(a, &archive_alone)) / a->o.games;
    return n < 0 ? 0 : n < g->n ? (int)n : g->n;
}

void allocation_ask(const Allocation *a, const Group *g, Batch *b)
{
    assert(g->n >= 1 && g->first >= 0 && g->first + g->n <= a->candidates);
    assert(a->n == 0 || a->n == g->n);
    bool going = plan_stage(a, g);
    assert(going), (void)going;
    for (int i = 0; i < g->n + a->archive->n; i++) { /* candidates, then places of the archive */
        const int p = i - g->n;
        const Sample *s = p < 0 ? sample_of(a, i) : &a->archive->sample[p];
        if (a->plan[i] == 0) continue;
        batch_add(b, (Trial){.x = p < 0 ? g->candidate[i].x : a->archive->x + (size_t)p * (size_t)a->archive->dim,
                             .key = g->key,
                             .first = played_of(s, g->key),
                             .plays = a->plan[i],
                             .tag = p < 0 ? g->first + i : a->candidates + p,
                             .expect = p < 0 && s->score.n == 0 ? g->candidate[i].expect : sample_cost(s)});
    }
}

/* ---- what came of it ---- */

/* Adds the first plays of a candidate to sum, spread and columns. */
static void count_pairs(Allocation *a, const Trial *t)
{
    Stats column = {0};
    assert(t->plays == a->common);
    for (int k = 0; k < t->plays; k++) stats_add(&column, t->y[k].fitness);
    if (!isfinite(column.m2)) return;
    for (int k = 0; k < t->plays; k++) a->sum[k] += t->y[k].fitness;
    a->spread += column.m2;
    a->columns++;
}

/* With n candidates, m games and y their fitness: the variance of a sum over candidates is the sum of all variances and
 * covariances, so
 *     mean covariance / mean variance = ((m2 of the m sums) - (sum of the n m2)) / ((n - 1) (sum of the n m2)) */
double allocation_pair_correlation(const Allocation *a)
{
    Stats sums = {0};
    if (a->columns < 2 || !(a->spread > 0)) return (double)NAN;
    for (int k = 0; k < a->common; k++) stats_add(&sums, a->sum[k]);
    return (sums.m2 - a->spread) / ((a->columns - 1) * a->spread);
}

static bool is_better(const Allocation *a, const Candidate *x, const Sample *s)
{
    if (x->incumbent < 0) return false;
    const Sample *there = &a->archive->sample[x->incumbent];
    if (there->fitness.n == 0) return true;
    bool challenges = !allocation_about[a->o.rule].in_stages || s->fitness.n >= there->fitness.n || s->fitness.n >= a->o.games;
    return challenges && archive_above(s, there);
}

bool allocation_tell(Allocation *a, const Group *g, const Trial *t, int n)
{
    assert(n >= 1 && (a->n == 0 || a->n == g->n));
    a->n = g->n;
    for (int i = 0; i < n; i++) {
        a->spent += t[i].plays;
        a->plays += t[i].plays;
        assert(t[i].tag < a->candidates + a->archive->n);
        if (t[i].tag >= a->candidates) {
            Sample *s = &a->archive->sample[t[i].tag - a->candidates];                 /* of a place that has played again */
            const bool fresh = allocation_about[a->o.rule].replays && t[i].first == 0; /* its first new game of an iteration */
            if (fresh && a->o.resample_keep < 1) sample_forget(s, a->o.resample_keep);
            sample_add(s, &t[i]);
            continue;
        }
        const int candidate = t[i].tag - g->first;
        if (sample_of(a, candidate)->fitness.n == 0) count_pairs(a, &t[i]);
        sample_add(sample_of(a, candidate), &t[i]);
    }
    if (plan_stage(a, g)) return false;
    for (int i = 0; i < g->n; i++) a->verdict[i].better = is_better(a, &g->candidate[i], sample_of(a, i));
    return true;
}

void allocation_end(Allocation *a)
{
    assert(a->n >= 1);
    memset(a->verdict, 0, (size_t)a->n * sizeof *a->verdict);
    a->n = 0;
    a->spent = 0;
}

void allocation_new_iteration(Allocation *a)
{
    memset(a->sum, 0, (size_t)a->common * sizeof *a->sum);
    a->spread = 0;
    a->columns = 0;
    a->plays = 0;
}

bool allocation_sound(const Allocation *a, const Group *g)
{
    int64_t plays = 0, left = (int64_t)a->o.games * a->n - a->spent;
    for (int i = 0; i < a->n; plays += sample_of(a, i++)->fitness.n)
        if (sample_of(a, i)->fitness.n == 0) return false;
    return a->n == 0 ? a->spent == 0 : plays <= a->spent && left > 0 && plan_stage(a, g);
}

void allocation_serialise(Allocation *a, Serialiser *s)
{
    if (s->loading) {
        memset(a->verdict, 0, (size_t)a->candidates * sizeof *a->verdict);
        allocation_new_iteration(a);
    }
    serialise_index(s, "heat", &a->n, a->candidates + 1);
    serialise_count(s, "heat_spent", &a->spent, COUNT_MOST);
    serialise_count(s, "iteration_plays", &a->plays, COUNT_MOST);
    serialise_index(s, "columns", &a->columns, a->candidates + 1);
    serialise_reals(s, "spread", &a->spread, 1);
    serialise_reals(s, "sum", a->sum, a->columns > 0 ? a->common : 0);
    for (int i = 0; i < a->n; i++) serialise_samples(s, "candidate", sample_of(a, i), 1);
}
