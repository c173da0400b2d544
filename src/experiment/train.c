/* train.c. The phases of a training: search, re-selection, validation; and the reported scores that come of them. */
#include "experiment/train.h"

#include "base/mem.h"
#include "base/rng.h"
#include "experiment/finalists.h"
#include "experiment/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef enum { TRAINING, SELECTION, VALIDATION, FINISHED } Phase;
static const char *const phases[] = {"training", "selection", "validation", "finished"};

typedef struct {
    TrainSpec spec;
    Search search;
    int phase;            /* Phase */
    int winner;           /* number of the finalist that was selected */
    Finalists finals;     /* the options.selection.finalists best positions, numbered by rank, then the centroids */
    double *centroid;     /* (finalists - options.selection.finalists, dim), owned; known once the training has ended */
    bool *has_centroid;   /* (as many), owned: whether that centroid exists */
    Finalists validation; /* the winner, then spec.baselines baselines */
    int64_t later;        /* plays after the training */
    double later_cost;    /* their cost */
    int64_t asked;        /* plays last asked */
} Train;

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double *centroid_of(const Train *s, int finalist)
{
    assert(finalist >= s->spec.options.selection.finalists && finalist < s->finals.n);
    return s->centroid + (size_t)(finalist - s->spec.options.selection.finalists) * (size_t)s->spec.space->dim;
}

/* Finds the centroids of what the training has found, which is the same in all later phases. */
static void find_centroids(Train *s)
{
    int finalist = s->spec.options.selection.finalists;
    for (int which = 0; which < CENTROIDS; which++)
        if (train_has_centroid(&s->spec.options, (Centroid)which)) {
            double *x = centroid_of(s, finalist);
            s->has_centroid[finalist - s->spec.options.selection.finalists] = search_centroid(&s->search, (Centroid)which, x);
            finalist++;
        }
    assert(finalist == s->finals.n);
}

/* The position of a finalist; NULL: there is no such finalist. known: what the training knows of the position. */
static const double *finalist_x(const Train *s, int finalist, Sample *known)
{
    const int ranks = s->spec.options.selection.finalists;
    *known = (Sample){0};
    if (finalist == 0 || finalist < ranks) return archive_best(search_archive(&s->search), finalist, known);
    return s->has_centroid[finalist - ranks] ? centroid_of(s, finalist) : NULL;
}

/* Moves on to the first phase that has something to do. */
static void settle_phase(Train *s)
{
    const TrainOptions *o = &s->spec.options;
    if (s->phase == TRAINING && s->search.allocation.n == 0 && search_limit(&s->search) != LIMIT_NONE) s->phase = SELECTION;
    bool empty = archive_leader(search_archive(&s->search)) < 0;
    if (s->phase == SELECTION && (o->selection.finalists == 0 || empty)) s->phase = VALIDATION;
    if (s->phase == VALIDATION && (o->validation.games <= finalists_games(&s->validation) || empty)) s->phase = FINISHED;
    if (s->phase != TRAINING) find_centroids(s);
}

/* A trial of this finalist in a later phase, without its plays. x is NULL if there is no such finalist. */
static Trial finalist_trial(const Train *s, int finalist, RngPurpose purpose)
{
    const TrainObjectives *o = &s->spec.objective;
    Sample known;
    const double *x = finalist_x(s, finalist, &known);
    return (Trial){.x = x,
                   .key = rng_key(s->spec.seed, purpose, 0),
                   .objective = purpose == RNG_SELECTION ? o->selection : o->validation,
                   .tag = finalist,
                   .expect = sample_cost(&known)};
}

/* What the finalists may spend: their share of a budget or, if something else ended the search, in proportion to what the
 * search has spent. */
static double finalists_budget(const Train *s, double budget, double spent)
{
    assert(s->spec.options.selection.share < 1);
    const double share = s->spec.options.selection.share, all = spent / (1 - share);
    return share * (all < budget ? all : budget);
}

/* Games of each finalist, if they are known beforehand. */
static int whole_final_games(const Train *s)
{
    const TrainOptions *o = &s->spec.options;
    const int all = train_final_games(o);
    if (!(o->selection.share > 0) || o->training.total_games == 0 || search_limit(&s->search) == LIMIT_TOTAL_GAMES) return all;
    double games = floor(finalists_budget(s, (double)o->training.total_games, (double)s->search.plays) / s->finals.n);
    return games < 1 ? 1 : games < all ? (int)games : all;
}

/* Games of the next stage of a race; 0: all have played, or one finalist is left. */
static int race_games(const Train *s)
{
    const int64_t played = finalists_games(&s->finals), left = whole_final_games(s) - played;
    if (left <= 0 || (played > 0 && finalists_left(&s->finals) < 2)) return 0;
    return (int)smaller((double)left, s->spec.options.selection.race_games);
}

/* Games that each finalist plays next; 0: no more. A share of the pieces pays for stages, each as long as all before it. The
 * cost of a game is known only from those played. */
static int final_games(const Train *s)
{
    const TrainOptions *o = &s->spec.options;
    int64_t played = finalists_games(&s->finals);
    if (s->finals.race_p > 0) return race_games(s);
    if (!train_shares_pieces(o)) return played == 0 ? whole_final_games(s) : 0;
    if (played == 0) return 2;
    double left = finalists_budget(s, (double)o->training.total_pieces, s->search.cost) - s->later_cost;
    double more = floor(left / (s->later_cost / (double)played));
    return more >= 1 ? (int)smaller(smaller(more, (double)played), 1e6) : 0;
}

static void ask_selection(const Train *s, Batch *b)
{
    int games = final_games(s);
    for (int i = 0; i < s->finals.n; i++) {
        Trial t = finalist_trial(s, i, RNG_SELECTION);
        if (t.x == NULL || !finalists_racing(&s->finals, i)) continue;
        t.first = (int)s->finals.score[i].sample.n;
        t.plays = games;
        batch_add(b, t);
    }
}

static void ask_validation(const Train *s, Batch *b)
{
    Trial t = finalist_trial(s, s->winner, RNG_VALIDATION);
    t.tag = TRAIN_TAG_WINNER;
    t.first = (int)finalists_games(&s->validation); /* above 0: the run was finished, and now gets more games */
    t.plays = s->spec.options.validation.games - t.first;
    batch_add(b, t);
    t.x = NULL;
    t.expect = 0;
    for (int i = 0; i < s->spec.baselines; i++) {
        t.tag = TRAIN_TAG_BASELINE - i;
        batch_add(b, t);
    }
}

static int ask(void *self, Batch *b)
{
    Train *s = self;
    int first = b->n;
    switch ((Phase)s->phase) {
    case TRAINING: search_ask(&s->search, b); break;
    case SELECTION: ask_selection(s, b); break;
    case VALIDATION: ask_validation(s, b); break;
    case FINISHED: break;
    }
    s->asked = 0;
    for (int i = first; i < b->n; i++) s->asked += b->t[i].plays;
    return b->n - first;
}

static void count_later(Train *s, const Trial *t)
{
    for (int k = 0; k < t->plays; k++) s->later_cost += t->y[k].cost;
    s->later += t->plays;
    search_count_cut_off(&s->search, t, s->phase == VALIDATION ? s->spec.cutoff.validation : s->spec.cutoff.search);
}

/* The highest mean of the raw scores wins. Ties go to the better rank, and to any rank before a centroid. */
static void tell_selection(Train *s, const Trial *t, int n)
{
    for (int i = 0; i < n; i++) {
        assert(t[i].tag >= 0 && t[i].tag < s->finals.n);
        for (int k = 0; k < t[i].plays; k++) finalists_add(&s->finals, t[i].tag, t[i].first + k, t[i].y[k].score);
        count_later(s, &t[i]);
    }
    if (final_games(s) > 0) return;
    s->winner = finalists_front(&s->finals);
    s->phase = VALIDATION;
}

static void tell_validation(Train *s, const Trial *t, int n, Record *r)
{
    for (int i = 0; i < n; i++) {
        bool winner = t[i].tag == TRAIN_TAG_WINNER;
        assert(winner || (t[i].tag <= TRAIN_TAG_BASELINE && TRAIN_TAG_BASELINE - t[i].tag < s->spec.baselines));
        for (int k = 0; k < t[i].plays; k++) {
            finalists_add(&s->validation, TRAIN_TAG_WINNER - t[i].tag, t[i].first + k, t[i].y[k].score);
            if (winner && s->spec.log_games) experiment_record_play(r, "games", 0, t[i].first + k, &t[i].y[k]);
        }
        count_later(s, &t[i]);
    }
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Train *s = self;
    assert(s->phase != FINISHED);
    if (s->phase == TRAINING)
        search_tell(&s->search, t, n, r);
    else if (s->phase == SELECTION)
        tell_selection(s, t, n);
    else
        tell_validation(s, t, n, r);
    settle_phase(s);
}

/* The whole is counted in plays, as far as known: those of a training limited by pieces alone follow from its spent share. */
static double progress(const void *self, double answered)
{
    const Train *s = self;
    assert(answered >= 0 && answered <= 1);
    const TrainOptions *o = &s->spec.options;
    if (s->phase == FINISHED) return 1;
    const Search *search = &s->search;
    double share = search_spent(search), iteration = (double)search->candidates * train_games(o), plays = (double)search->plays;
    double training = o->training.iterations > 0 ? iteration * (double)o->training.iterations : HUGE_VAL;
    if (o->training.total_games > 0 && (double)train_budget(o) < training) training = (double)train_budget(o);
    if (share > 0 && plays / share < training) training = plays / share;
    if (isinf(training)) return 0;
    int finals = s->phase == TRAINING ? train_final_games(o) : whole_final_games(s);
    double after =
        train_shares_pieces(o) ? training * o->selection.share / (1 - o->selection.share) : (double)s->finals.n * finals;
    after += (double)o->validation.games * (1 + s->spec.baselines);
    double all = training + after, done = (double)(search->plays + s->later) + answered * (double)s->asked;
    if (s->phase != TRAINING) all = plays + after;
    return done < 0.999 * all ? done / all : 0.999;
}

static const char *phase(const void *self)
{
    return phases[((const Train *)self)->phase];
}

static void time_up(void *self)
{
    Train *s = self;
    if (s->phase != TRAINING) return;
    search_time_up(&s->search);
    settle_phase(s);
}

/* A group that is cut short differs from a whole one, unless its candidates play apart. So the state before it must be
 * kept. */
static bool extendable(const void *self)
{
    const Train *s = self;
    if (s->search.allocation.n > 0 || s->search.cut) return false;
    return s->phase == TRAINING ? search_must_cut(&s->search) : s->later == 0;
}

static bool ending(const void *self)
{
    const Train *s = self;
    return s->phase != TRAINING || s->search.cut;
}

/* Positions that have played in the selection. */
static int count_finalists(const Train *s)
{
    int n = 0;
    for (int i = 0; i < s->finals.n; i++) n += s->finals.score[i].sample.n > 0;
    return n;
}

/* The share by which the search has spent more than the budget that ended it. Games are never overspent, and time is not known
 * here. */
static double overspent(const Train *s)
{
    const double budget = train_pieces(&s->spec.options);
    return search_limit(&s->search) == LIMIT_TOTAL_PIECES && s->search.cost > budget ? s->search.cost / budget - 1 : 0;
}

static void add_reported(Result *r, const char *name, int objective, const Units *units, Stats score)
{
    assert(r->n_reported < REPORTED_MAX);
    if (score.n > 0) r->reported[r->n_reported++] = reported_make(name, objective, units, score, 0);
}

/* The name of the centroid that was selected; NULL: none was. */
static const char *winning_centroid(const Train *s)
{
    int finalist = s->spec.options.selection.finalists;
    for (int which = 0; which < CENTROIDS; which++)
        if (train_has_centroid(&s->spec.options, (Centroid)which) && finalist++ == s->winner) return centroid_names[which];
    return NULL;
}

static void result(const void *self, Result *r)
{
    const Train *s = self;
    const TrainObjectives *o = &s->spec.objective;
    Sample known = {0}, leader = {0};
    *r = (Result){.space = s->spec.space,
                  .cost = s->search.cost + s->later_cost,
                  .plays = s->search.plays + s->later,
                  .cut = s->search.cut_off,
                  .finalists = count_finalists(s)};
    r->x = finalist_x(s, s->winner, &known);
    r->centroid = winning_centroid(s);
    archive_best(search_archive(&s->search), 0, &leader);
    if (s->phase != TRAINING) {
        r->ended = train_limit_key(search_limit(&s->search));
        r->overspent = overspent(s);
    }
    r->seen = (known.score.n > 0 ? known : leader).score.mean;
    const TrainUnits *u = &s->spec.units;
    add_reported(r, "training", o->training, u->search, leader.score);
    if (s->phase > SELECTION && s->spec.options.selection.finalists > 0)
        add_reported(r, "reselected", o->selection, u->search, finalists_score(&s->finals, s->winner));
    if (s->spec.baselines > 0) add_reported(r, "baseline", o->validation, u->validation, finalists_score(&s->validation, 1));
    add_reported(r, u->validation->by_rate ? "estimated" : "validated", o->validation, u->validation,
                 finalists_score(&s->validation, 0));
}

/* Whether only finalists that exist have played, and all in the validation as much. */
static bool has_sound_scores(const Train *s)
{
    Sample known;
    bool sound = true;
    for (int i = 0; i < s->finals.n; i++) sound = sound && (s->finals.score[i].sample.n == 0 || finalist_x(s, i, &known) != NULL);
    for (int i = 1; i < s->validation.n; i++) sound = sound && s->validation.score[i].sample.n == s->validation.score[0].sample.n;
    return sound;
}

static void serialise(void *self, Serialiser *v)
{
    Train *s = self;
    Search *search = &s->search;
    serialise_index(v, "phase", &s->phase, FINISHED + 1);
    serialise_index(v, "winner", &s->winner, s->finals.n > 0 ? s->finals.n : 1);
    serialise_index(v, "n_seen", &search->n_seen, search->candidates);
    serialise_bool(v, "cut", &search->cut);
    if (search->cut && (s->spec.cutoff.search > 0 || s->spec.cutoff.validation > 0))
        serialise_count(v, "cut_off", &search->cut_off, COUNT_MOST);
    serialise_count(v, "iteration", &search->iteration, COUNT_MOST);
    serialise_count(v, "plays", &search->plays, COUNT_MOST);
    serialise_count(v, "later", &s->later, COUNT_MOST);
    serialise_count(v, "stalled", &search->stalled, COUNT_MOST);
    serialise_amounts(v, "cost", &search->cost, 1);
    serialise_amounts(v, "later_cost", &s->later_cost, 1);
    serialise_reals(v, "top", &search->top, 1);
    serialise_amounts(v, "time_up", &search->time_up, 1);
    serialise_reals(v, "seen", search->seen, search->candidates);
    finalists_serialise(&s->finals, v);
    if (search->running != NULL) serialise_reals(v, "running", search->running, 2 * s->spec.space->dim);
    finalists_serialise(&s->validation, v);
    allocation_serialise(&search->allocation, v);
    s->spec.optimiser->serialise(search->optimiser, v);
    if (!v->loading || v->failed) return;
    /* a search ends between two groups, and before the finalists play */
    const int64_t later = finalists_games(&s->finals) + finalists_games(&s->validation);
    v->failed = !search_sound(search) || (s->phase == TRAINING ? later : search->allocation.n) > 0;
    if (v->failed) return;
    /* with a larger budget than when it was saved, the training goes on */
    if (extendable(s) && search_limit(search) == LIMIT_NONE) s->phase = TRAINING;
    /* with more games of the validation, the validation goes on */
    if (s->phase == FINISHED) s->phase = VALIDATION;
    settle_phase(s);
    v->failed = !has_sound_scores(s);
}

static void destroy(void *self)
{
    Train *s = self;
    search_free(&s->search);
    finalists_free(&s->finals);
    finalists_free(&s->validation);
    free(s->centroid);
    free(s->has_centroid);
    free(s);
}

static const ExperimentKind kind = {
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = time_up,
    .extendable = extendable,
    .ending = ending,
    .serialise = serialise,
    .destroy = destroy,
};

Experiment train_create(const TrainSpec *spec)
{
    Train *s = mem_new(1, sizeof *s);
    s->spec = *spec;
    search_make(&s->search, &s->spec);
    finalists_make(&s->finals, train_finalists(&spec->options), spec->options.selection.race_p, spec->units.search->by_rate);
    finalists_make(&s->validation, 1 + spec->baselines, 0, spec->units.validation->by_rate);
    const size_t centroids = (size_t)(s->finals.n - spec->options.selection.finalists);
    s->centroid = mem_new(centroids * (size_t)spec->space->dim, sizeof *s->centroid);
    s->has_centroid = mem_new(centroids, sizeof *s->has_centroid);
    return (Experiment){.kind = &kind, .self = s};
}
