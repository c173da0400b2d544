/* search.c. Groups of an optimiser under a budget, and the tables that they write. */
#include "experiment/search.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/rng.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Archive *search_archive(const Search *s)
{
    return s->spec->optimiser->archive(s->optimiser);
}

static bool plays_apart(const Search *s)
{
    return allocation_about[s->spec->options.training.allocation.rule].apart;
}

/* The group that is due: the one under way, or what the optimiser asks, cut to the candidates that the budget pays for; 0: none.
 * *asked (or NULL): how many the optimiser asked. */
static Group next_group(const Search *s, int *asked)
{
    const uint64_t iteration = s->spec->options.training.fresh_games ? (uint64_t)s->iteration : 0;
    Group h = {.candidate = s->candidate, .first = s->n_seen, .key = rng_key(s->spec->seed, RNG_TRAINING, iteration)};
    h.n = s->spec->optimiser->ask(s->optimiser, s->candidate);
    assert(h.n > 0);
    if (h.n > s->candidates - h.first) h.n = s->candidates - h.first; /* only if n_seen was edited in a checkpoint */
    if (asked != NULL) *asked = h.n;
    if (s->allocation.n > 0) {
        h.n = s->allocation.n;
    } else if (s->spec->options.training.total_games > 0) {
        int64_t left = train_budget(&s->spec->options) - s->plays;
        h.n = allocation_affordable(&s->allocation, &h, left);
    }
    return h;
}

/* The share of a budget that is spent; 0: there is no such budget. */
static double share_of(double spent, double budget)
{
    return budget > 0 ? spent / budget : 0;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The spent share of the budget of iterations or of games, whichever is larger. */
static double share_without_pieces(const Search *s)
{
    const TrainingOptions *o = &s->spec->options.training;
    double iterations = (double)s->iteration + (double)s->n_seen / s->candidates;
    double plays = share_of((double)s->plays, o->total_games > 0 ? (double)train_budget(&s->spec->options) : 0);
    return larger(share_of(iterations, (double)o->iterations), plays);
}

double search_spent(const Search *s)
{
    double share = larger(share_without_pieces(s), share_of(s->cost, train_pieces(&s->spec->options)));
    return share < 1 ? share : 1;
}

/* How many candidates have been judged, as a share of those of the whole search, as far as known. If pieces are the budget,
 * early games are short, since players are bad: the number of candidates grows with the 0.6th power of the pieces. (Measured
 * by games on 10x10 with budgets of 2 and 10 million pieces, by replicates on 10x20 with 10 to 50 million. The total that this
 * predicts after a fiftieth of the pieces was 0.8 to 1.6 times the true one, after a tenth 0.7 to 1.2 times.) */
static double share_judged(const Search *s)
{
    const double by_pieces = share_of(s->cost, train_pieces(&s->spec->options));
    return larger(share_without_pieces(s), by_pieces > 0 && by_pieces < 1 ? real_exp(0.6 * real_log(by_pieces)) : by_pieces);
}

/* Only games and minutes can end a search within an iteration. */
TrainLimit search_limit(const Search *s)
{
    assert(s->allocation.n == 0);
    const TrainingOptions *o = &s->spec->options.training;
    Sample best = {0};
    if (s->n_seen == 0) {
        archive_best(search_archive(s), 0, &best);
        const bool aims = train_has_target(&s->spec->options, s->spec->units.search->scale);
        if (aims && best.score.n > 0 && best.score.mean >= o->target) return LIMIT_TARGET;
        if (o->stall > 0 && s->stalled >= o->stall) return LIMIT_STALL;
        if (o->iterations > 0 && s->iteration >= o->iterations) return LIMIT_ITERATIONS;
    }
    if (o->total_games > 0 && next_group(s, NULL).n == 0) return LIMIT_TOTAL_GAMES;
    if (s->n_seen == 0) {
        if (o->total_pieces > 0 && s->cost >= train_pieces(&s->spec->options)) return LIMIT_TOTAL_PIECES;
    }
    return o->minutes > 0 && s->time_up >= o->minutes ? LIMIT_MINUTES : LIMIT_NONE;
}

void search_ask(const Search *s, Batch *b)
{
    int first = b->n;
    Group h = next_group(s, NULL);
    allocation_ask(&s->allocation, &h, b);
    for (int i = first; i < b->n; i++) b->t[i].objective = s->spec->objective.training;
}

static double mean_score(const Sample *s)
{
    return isfinite(s->score.mean) ? s->score.mean : -HUGE_VAL;
}

static void record_spread(Search *s, Record *r)
{
    static const struct {
        const char *name;
        double p;
    } quantile[] = {{"q05", 0.05}, {"q25", 0.25}, {"median", 0.5}, {"q75", 0.75}, {"q95", 0.95}};
    Stats all = {0};
    assert(s->n_seen >= 1 && s->n_seen <= s->candidates);
    for (int i = 0; i < s->n_seen; i++) stats_add(&all, s->seen[i]);
    record_real(r, "mean", all.mean);
    stats_sort(s->seen, s->n_seen);
    for (size_t i = 0; i < sizeof quantile / sizeof *quantile; i++)
        record_real(r, quantile[i].name, stats_quantile(s->seen, s->n_seen, quantile[i].p));
}

static void record_iteration(Search *s, Record *r)
{
    Sample best;
    if (r == NULL) return;
    archive_best(search_archive(s), 0, &best);
    record_row(r, "metrics");
    record_int(r, "iteration", s->iteration);
    record_int(r, "games", s->plays);
    record_real(r, "pieces", s->cost);
    record_int(r, "iteration_games", s->allocation.plays);
    record_real(r, "best_fitness", best.fitness.mean);
    record_real(r, "best_score", best.score.mean);
    record_int(r, "best_games", best.score.n);
    record_real(r, "best_sem", stats_sem(&best.score));
    record_spread(s, r);
    record_real(r, "pair_correlation", allocation_pair_correlation(&s->allocation));
    if (s->spec->optimiser->report != NULL) s->spec->optimiser->report(s->optimiser, r);
    record_end(r);
}

static void record_position(const Search *s, int i, const double *x, const Sample *sample, Record *r)
{
    record_row(r, "positions");
    record_int(r, "iteration", s->iteration + 1);
    record_int(r, "particle", i);
    record_int(r, "games", sample->score.n);
    record_real(r, "score", mean_score(sample));
    for (int j = 0; j < s->spec->space->dim; j++) record_real(r, s->spec->space->names[j], x[j]);
    record_end(r);
}

void search_count_cut_off(Search *s, const Trial *t, double longest)
{
    for (int k = 0; k < t->plays && longest > 0; k++) s->cut_off += t->y[k].cost >= longest;
    s->cut = s->cut || s->cut_off > 0;
}

static void take_answers(Search *s, const Trial *t)
{
    bool log = s->spec->options.training.fitness == FITNESS_LOG;
    for (int k = 0; k < t->plays; k++) {
        Answer *y = &t->y[k];
        y->fitness = log ? scale_log(s->spec->units.search->scale, y->score) : y->score;
        s->cost += y->cost;
    }
    s->plays += t->plays;
    search_count_cut_off(s, t, s->spec->cutoff.search);
}

/* Keeps the mean scores of the group's candidates, and writes their positions. */
static void record_verdicts(Search *s, const Group *h, Record *r)
{
    for (int i = 0; i < h->n; i++) {
        const Sample *sample = &s->allocation.verdict[i].sample;
        if (s->spec->options.training.log_positions) record_position(s, h->first + i, h->candidate[i].x, sample, r);
        s->seen[s->n_seen++] = mean_score(sample);
    }
}

/* Adds the centroid after iteration s->iteration, from 1 on. */
static void add_centroid(Search *s)
{
    const int dim = s->spec->space->dim;
    double *since = s->running, *before = s->running + dim;
    OWNED double *x = mem_new((size_t)dim, sizeof *x);
    if ((s->iteration & (s->iteration - 1)) == 0) { /* a power of two */
        memcpy(before, since, (size_t)dim * sizeof *x);
        memset(since, 0, (size_t)dim * sizeof *x);
    }
    s->spec->optimiser->centroid(s->optimiser, x);
    for (int j = 0; j < dim; j++) since[j] += x[j];
}

/* The mean of what add_centroid has added: iterations p/2 .. n, p the largest power of two that is not above n. */
static bool running_centroid(const Search *s, double *x)
{
    int64_t p = 1;
    const int dim = s->spec->space->dim;
    if (s->running == NULL || s->iteration == 0) return false;
    while (2 * p <= s->iteration) p *= 2;
    const double n = (double)(s->iteration - (p > 1 ? p / 2 : 1) + 1);
    for (int j = 0; j < dim; j++) x[j] = (s->running[j] + s->running[dim + j]) / n;
    return true;
}

bool search_centroid(const Search *s, Centroid which, double *x)
{
    const Optimiser *o = s->spec->optimiser;
    if (which == CENTROID_RUNNING) return running_centroid(s, x);
    if (which != CENTROID_POSITIONS) return centroid_of_archive(search_archive(s), which, x);
    if (o->centroid != NULL) o->centroid(s->optimiser, x);
    return o->centroid != NULL;
}

/* Writes the standard deviations of the features; c: their covariances. */
static void record_features(const Search *s, const double *c, Record *r)
{
    const int dim = s->spec->space->dim;
    record_row(r, "features");
    record_int(r, "iteration", s->iteration);
    for (int j = 0; j < dim; j++) record_real(r, s->spec->space->names[j], sqrt(c[j * dim + j]));
    record_end(r);
}

/* Measures the covariance, if the optimiser wants it. What is played for this counts as cost. */
static void tell_covariance(Search *s, Record *r)
{
    const Optimiser *o = s->spec->optimiser;
    const Covariance *v = &s->spec->covariance;
    const size_t dim = (size_t)s->spec->space->dim;
    if (o->wants_covariance == NULL || v->measure == NULL) return;
    OWNED double *x = mem_new(dim, sizeof *x), *c = mem_new(dim * dim, sizeof *c);
    if (!o->wants_covariance(s->optimiser, search_spent(s), share_judged(s), x)) return;
    s->cost += v->measure(v->self, x, rng_key(s->spec->seed, RNG_COVARIANCE, (uint64_t)s->iteration), c);
    o->take_covariance(s->optimiser, c);
    if (s->spec->options.training.log_positions) record_features(s, c, r);
}

static void end_iteration(Search *s, Record *r)
{
    double best = archive_fitness(&search_archive(s)->sample[archive_leader(search_archive(s))]);
    s->stalled = s->iteration > 0 && best <= s->top ? s->stalled + 1 : 0;
    if (s->iteration == 0 || best > s->top) s->top = best;
    s->iteration++;
    if (s->running != NULL) add_centroid(s);
    record_iteration(s, r);
    memset(s->seen, 0, (size_t)s->candidates * sizeof *s->seen);
    s->n_seen = 0;
    tell_covariance(s, r);
    allocation_new_iteration(&s->allocation);
}

void search_tell(Search *s, const Trial *t, int n, Record *r)
{
    int asked;
    Group h = next_group(s, &asked);
    /* if candidates play apart, those that the budget pays for play as in the whole group */
    if (h.n < asked && !plays_apart(s)) s->cut = true;
    for (int i = 0; i < n; i++) take_answers(s, &t[i]);
    if (!allocation_tell(&s->allocation, &h, t, n)) return;
    record_verdicts(s, &h, r);
    bool complete = s->spec->optimiser->tell(s->optimiser, s->allocation.verdict, h.n, search_spent(s));
    complete = complete || s->n_seen == s->candidates; /* else n_seen was edited */
    allocation_end(&s->allocation);
    if (complete) end_iteration(s, r);
}

bool search_sound(const Search *s)
{
    int asked;
    const Group h = next_group(s, &asked);
    for (int i = 0; i < s->candidates; i++)
        if (isnan(s->seen[i])) return false;
    return s->allocation.n <= asked && allocation_sound(&s->allocation, &h);
}

void search_time_up(Search *s)
{
    s->time_up = s->spec->options.training.minutes;
    s->cut = s->cut || s->allocation.n > 0 || s->n_seen > 0;
    if (s->allocation.n > 0) allocation_end(&s->allocation);
}

bool search_must_cut(const Search *s)
{
    int asked;
    return !plays_apart(s) && next_group(s, &asked).n < asked;
}

void search_make(Search *s, const TrainSpec *spec)
{
    assert(spec->space->dim >= 1 && spec->baselines >= 0);
    *s = (Search){.spec = spec};
    s->optimiser = spec->optimiser->create(spec->optimiser_options, spec->space, spec->seed);
    if (spec->from != NULL) {
        int count = spec->options.training.from_particles == FROM_ALL ? INT_MAX : 1;
        spec->optimiser->start_from(s->optimiser, spec->from, count);
    }
    s->candidates = spec->optimiser->candidates(s->optimiser);
    s->candidate = mem_new((size_t)s->candidates, sizeof *s->candidate);
    AllocationOptions allocation = spec->options.training.allocation;
    allocation.games = train_games(&spec->options);
    allocation_make(&s->allocation, &allocation, s->candidates, search_archive(s));
    s->seen = mem_new((size_t)s->candidates, sizeof *s->seen);
    if (spec->optimiser->centroid != NULL && train_has_centroid(&spec->options, CENTROID_RUNNING))
        s->running = mem_new(2 * (size_t)spec->space->dim, sizeof *s->running);
    assert(search_limit(s) == LIMIT_NONE);
}

void search_free(Search *s)
{
    s->spec->optimiser->destroy(s->optimiser);
    allocation_free(&s->allocation);
    free(s->candidate);
    free(s->seen);
    free(s->running);
}
