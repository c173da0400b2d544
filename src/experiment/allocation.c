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

void allocation_make(Allocation *c, const AllocationOptions *o, int candidates, Archive *archive)
{
    assert(o->rule >= ALLOCATION_FIXED && o->rule <= ALLOCATION_OCBA);
    assert(o->games >= 1 && o->first_games >= 1 && o->more_games >= 1);
    assert(candidates >= 1 && candidates <= OPTIM_CANDIDATES_MAX && archive->n >= 1);
    *c = (Allocation){.o = *o, .archive = archive, .candidates = candidates};
    size_t all = (size_t)candidates + (size_t)archive->n;
    c->common = allocation_about[o->rule].in_stages ? smaller_of(o->first_games, o->games) : o->games;
    c->verdict = mem_new((size_t)candidates, sizeof *c->verdict);
    c->sum = mem_new((size_t)c->common, sizeof *c->sum);
    c->plan = mem_new(all, sizeof *c->plan);
    c->weight = mem_new(all, sizeof *c->weight);
    c->known = mem_new(all, sizeof(const Stats *));
}

void allocation_free(Allocation *c)
{
    free(c->verdict);
    free(c->sum);
    free(c->plan);
    free(c->weight);
    free(c->known);
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
static Sample *sample_of(const Allocation *c, int i)
{
    assert(i >= 0 && i < c->candidates);
    return &c->verdict[i].sample;
}

/* Whether the race eliminates a candidate. It has to beat the incumbent; without one, the worst of a full archive. One play says
 * nothing about a spread. */
static bool is_outraced(const Allocation *c, const Group *h, int i)
{
    const int incumbent = h->candidate[i].incumbent;
    assert(incumbent < c->archive->n);
    const Sample *x = sample_of(c, i), *p = &c->archive->sample[incumbent >= 0 ? incumbent : archive_weakest(c->archive)];
    if (p->fitness.n == 0 || x->fitness.n == 0) return false; /* the place is free */
    if (archive_fitness(x) == -HUGE_VAL) return archive_fitness(p) > -HUGE_VAL;
    if (x->fitness.n < 2 || p->fitness.n < 2) return false;
    double mine = stats_sem(&x->fitness), theirs = stats_sem(&p->fitness);
    return x->fitness.mean < p->fitness.mean - c->o.race_z * sqrt(mine * mine + theirs * theirs);
}

/* How many games of this iteration (key) a position has played. */
static int played_of(const Sample *s, uint64_t key)
{
    return s->key == key ? s->played : 0;
}

/* What place p of the archive still has to play in this iteration. */
static int missing_plays(const Allocation *c, int p, uint64_t key)
{
    const Sample *s = &c->archive->sample[p];
    if (!allocation_about[c->o.rule].replays || s->fitness.n == 0) return 0;
    int missing = c->o.games - played_of(s, key);
    return missing > 0 ? missing : 0;
}

static void plan_whole(const Allocation *c, const Group *h, int *plan)
{
    for (int i = 0; i < h->n; i++) plan[i] = sample_of(c, i)->fitness.n > 0 ? 0 : c->o.games;
    for (int p = 0; p < c->archive->n; p++) plan[h->n + p] = missing_plays(c, p, h->key);
}

static void plan_race(const Allocation *c, const Group *h, int *plan)
{
    for (int i = 0; i < h->n; i++) {
        int n = (int)sample_of(c, i)->fitness.n;
        plan[i] = is_outraced(c, h, i) ? 0 : smaller_of(n == 0 ? c->common : c->o.more_games, c->o.games - n);
    }
    memset(plan + h->n, 0, (size_t)c->archive->n * sizeof *plan);
}

/* No sample has a spread: candidates get the games they lack, so that they may challenge their incumbents. */
static void plan_without_spread(const Allocation *c, const Group *h, int more, int *plan)
{
    double lacking = 0;
    for (int i = 0; i < h->n; i++) {
        int left = c->o.games - (int)sample_of(c, i)->fitness.n;
        c->weight[i] = left > 0 ? left : 0;
        lacking += c->weight[i];
    }
    split_plays(c->weight, h->n, lacking, more, plan);
}

static void plan_ocba(const Allocation *c, const Group *h, int *plan)
{
    assert(c->spent <= (int64_t)c->o.games * h->n);
    int n = h->n + c->archive->n, left = (int)((int64_t)c->o.games * h->n - c->spent);
    for (int i = 0; i < n; i++) plan[i] = c->spent == 0 && i < h->n ? c->common : 0;
    if (c->spent == 0 || left == 0) return;
    for (int i = 0; i < n; i++) c->known[i] = &(i < h->n ? sample_of(c, i) : &c->archive->sample[i - h->n])->fitness;
    int64_t step = (int64_t)c->o.more_games * h->n;
    int more = step < left ? (int)step : left;
    if (!allocation_ocba(c->known, n, more, c->weight, plan)) plan_without_spread(c, h, more, plan);
}

/* Writes c->plan: the plays of the group's candidates and of the places of the archive in the next stage. False: there is
 * none. */
static bool plan_stage(const Allocation *c, const Group *h)
{
    switch ((AllocationRule)c->o.rule) {
    case ALLOCATION_FIXED:
    case ALLOCATION_RESAMPLE: plan_whole(c, h, c->plan); break;
    case ALLOCATION_RACE: plan_race(c, h, c->plan); break;
    case ALLOCATION_OCBA: plan_ocba(c, h, c->plan); break;
    }
    for (int i = 0; i < h->n + c->archive->n; i++)
        if (c->plan[i] > 0) return true;
    return false;
}

int64_t allocation_cost(const Allocation *c, const Group *h)
{
    int64_t cost = (int64_t)c->o.games * h->n;
    for (int p = 0; p < c->archive->n; p++) cost += missing_plays(c, p, h->key);
    return cost;
}

int allocation_affordable(const Allocation *c, const Group *h, int64_t left)
{
    const Group archive_alone = {.key = h->key};
    int64_t n = (left - allocation_cost(c, &archive_alone)) / c->o.games;
    return n < 0 ? 0 : n < h->n ? (int)n : h->n;
}

void allocation_ask(const Allocation *c, const Group *h, Batch *b)
{
    assert(h->n >= 1 && h->first >= 0 && h->first + h->n <= c->candidates);
    assert(c->n == 0 || c->n == h->n);
    bool going = plan_stage(c, h);
    assert(going), (void)going;
    for (int i = 0; i < h->n + c->archive->n; i++) { /* candidates, then places of the archive */
        const int p = i - h->n;
        const Sample *s = p < 0 ? sample_of(c, i) : &c->archive->sample[p];
        if (c->plan[i] == 0) continue;
        batch_add(b, (Trial){.x = p < 0 ? h->candidate[i].x : c->archive->x + (size_t)p * (size_t)c->archive->dim,
                             .key = h->key,
                             .first = played_of(s, h->key),
                             .plays = c->plan[i],
                             .tag = p < 0 ? h->first + i : c->candidates + p,
                             .expect = p < 0 && s->score.n == 0 ? h->candidate[i].expect : sample_cost(s)});
    }
}

/* ---- what came of it ---- */

/* Adds the first plays of a candidate to sum, spread and columns. */
static void count_pairs(Allocation *c, const Trial *t)
{
    Stats column = {0};
    assert(t->plays == c->common);
    for (int k = 0; k < t->plays; k++) stats_add(&column, t->y[k].fitness);
    if (!isfinite(column.m2)) return;
    for (int k = 0; k < t->plays; k++) c->sum[k] += t->y[k].fitness;
    c->spread += column.m2;
    c->columns++;
}

/* With n candidates, m games and y their fitness: the variance of a sum over candidates is the sum of all variances and
 * covariances, so
 *     mean covariance / mean variance = ((m2 of the m sums) - (sum of the n m2)) / ((n - 1) (sum of the n m2)) */
double allocation_pair_correlation(const Allocation *c)
{
    Stats sums = {0};
    if (c->columns < 2 || !(c->spread > 0)) return (double)NAN;
    for (int k = 0; k < c->common; k++) stats_add(&sums, c->sum[k]);
    return (sums.m2 - c->spread) / ((c->columns - 1) * c->spread);
}

static bool is_better(const Allocation *c, const Candidate *x, const Sample *s)
{
    if (x->incumbent < 0) return false;
    const Sample *there = &c->archive->sample[x->incumbent];
    if (there->fitness.n == 0) return true;
    bool challenges = !allocation_about[c->o.rule].in_stages || s->fitness.n >= there->fitness.n || s->fitness.n >= c->o.games;
    return challenges && archive_above(s, there);
}

bool allocation_tell(Allocation *c, const Group *h, const Trial *t, int n)
{
    assert(n >= 1 && (c->n == 0 || c->n == h->n));
    c->n = h->n;
    for (int i = 0; i < n; i++) {
        c->spent += t[i].plays;
        c->plays += t[i].plays;
        assert(t[i].tag < c->candidates + c->archive->n);
        if (t[i].tag >= c->candidates) {
            Sample *s = &c->archive->sample[t[i].tag - c->candidates];                 /* of a place that has played again */
            const bool fresh = allocation_about[c->o.rule].replays && t[i].first == 0; /* its first new game of an iteration */
            if (fresh && c->o.resample_keep < 1) sample_forget(s, c->o.resample_keep);
            sample_add(s, &t[i]);
            continue;
        }
        const int candidate = t[i].tag - h->first;
        if (sample_of(c, candidate)->fitness.n == 0) count_pairs(c, &t[i]);
        sample_add(sample_of(c, candidate), &t[i]);
    }
    if (plan_stage(c, h)) return false;
    for (int i = 0; i < h->n; i++) c->verdict[i].better = is_better(c, &h->candidate[i], sample_of(c, i));
    return true;
}

void allocation_end(Allocation *c)
{
    assert(c->n >= 1);
    memset(c->verdict, 0, (size_t)c->n * sizeof *c->verdict);
    c->n = 0;
    c->spent = 0;
}

void allocation_new_iteration(Allocation *c)
{
    memset(c->sum, 0, (size_t)c->common * sizeof *c->sum);
    c->spread = 0;
    c->columns = 0;
    c->plays = 0;
}

bool allocation_sound(const Allocation *c, const Group *h)
{
    int64_t plays = 0, left = (int64_t)c->o.games * c->n - c->spent;
    for (int i = 0; i < c->n; plays += sample_of(c, i++)->fitness.n)
        if (sample_of(c, i)->fitness.n == 0) return false;
    return c->n == 0 ? c->spent == 0 : plays <= c->spent && left > 0 && plan_stage(c, h);
}

void allocation_serialise(Allocation *c, Serialiser *v)
{
    if (v->loading) {
        memset(c->verdict, 0, (size_t)c->candidates * sizeof *c->verdict);
        allocation_new_iteration(c);
    }
    serialise_index(v, "heat", &c->n, c->candidates + 1);
    serialise_count(v, "heat_spent", &c->spent, COUNT_MOST);
    serialise_count(v, "iteration_plays", &c->plays, COUNT_MOST);
    serialise_index(v, "columns", &c->columns, c->candidates + 1);
    serialise_reals(v, "spread", &c->spread, 1);
    serialise_reals(v, "sum", c->sum, c->columns > 0 ? c->common : 0);
    for (int i = 0; i < c->n; i++) serialise_samples(v, "candidate", sample_of(c, i), 1);
}
