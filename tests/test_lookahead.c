/* test_lookahead.c. The agent that looks two moves deep: against hand-made boards, against a search written in another way, and
 * its two halves, on Game and on Lanes, against each other. */
#include "tests/boards.h"
#include "tests/fake_lanes.h"
#include "tests/helpers.h"
#include "tests/lanes_cases.h"
#include "tests/players.h"
#include "tests/samples.h"

/* Those that look ahead had before it had any. */
static const LookaheadOptions usual = {.where = ALWAYS};

static const Game *const game = &game_tetris;
enum { O, I, L, J, T, S, Z };

/* Thiery & Scherrer 2009, set bcts. */
static const double bcts[] = {-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087};

static Move choice(const Agent *a, const Rules *r, const TetrisState *s, const double *w)
{
    OWNED void *scratch = mem_lines(a->scratch_bytes(r));
    return a->choose(r, s, w, scratch);
}

/* ---- boards by hand: only cleared rows count ---- */

static const struct {
    int preview, piece, next;
    const char *pieces, *odds, *board;
    Move greedy, lookahead;
} by_hand[] = {
    /* Upright in the shaft, L clears the lowest row at once and stops it up. Beside it, it leaves it to O, which clears both. */
    {1, L, O, "LO", "1,0", "|#...|\n|##..|\n|##..|\n", 2, 0},
    /* The same where O is not shown but sure to come. */
    {0, L, TETRIS_NO_PIECE, "LO", "0,1", "|#...|\n|##..|\n|##..|\n", 2, 0},
    /* What comes next is L again: with its hook down it reaches into the shaft that the first left, and clears the next row. */
    {1, L, L, "LO", "0,1", "|#...|\n|##..|\n|##..|\n", 2, 2}};

TEST(test_by_hand)
{
    const double w[8] = {[1] = 1}; /* rows_cleared */
    for (size_t i = 0; i < LENGTH(by_hand); i++) {
        TetrisRules rules = board_rules(4, 8);
        Rules r = {.game = game, .rules = &rules, .set = game_set(game, "cs3243"), .options = &usual};
        TetrisState s;
        board_pieces(&rules, by_hand[i].pieces, by_hand[i].odds);
        rules.preview = by_hand[i].preview;
        board_draw(&rules, &s, by_hand[i].board);
        game->happen(&rules, &s, by_hand[i].piece);
        if (rules.preview) game->happen(&rules, &s, by_hand[i].next);
        Move greedy = choice(&agent_greedy, &r, &s, w), lookahead = choice(&agent_lookahead, &r, &s, w);
        if (greedy != by_hand[i].greedy || lookahead != by_hand[i].lookahead)
            fail_msg("board %zu: greedy %d, look-ahead %d", i + 1, greedy, lookahead);
    }
}

/* ---- the same search, written another way: placements by hand, a table of all pairs, then the choice ---- */

typedef struct {
    int n;
    Move move[TETRIS_MOVES_MAX];
    double value[TETRIS_MOVES_MAX], own[TETRIS_MOVES_MAX], board[TETRIS_MOVES_MAX];
    TetrisState after[TETRIS_MOVES_MAX];
} Placements;

/* All placements of a piece. */
static void place_all(const Rules *r, const TetrisState *s, int piece, const double *w, Placements *p)
{
    const TetrisRules *rules = r->rules;
    p->n = 0;
    for (int m = 0; m < TETRIS_MOVES_MAX; m++) {
        int o = m / TETRIS_WIDTH_MAX, x = m % TETRIS_WIDTH_MAX;
        if (o >= tetris_pieces[piece].orientations) break;
        const TetrisShape *shape = &tetris_pieces[piece].shape[o];
        if (x + shape->width > rules->width) continue;
        int y = tetris_landing(s, shape, x);
        if (y + shape->height > rules->height) continue;
        TetrisState *after = &p->after[p->n];
        *after = *s;
        tetris_place(rules, after, shape, x, y);
        tetris_move_up(rules, after);
        p->value[p->n] = p->own[p->n] = p->board[p->n] = 0;
        for (int i = 0; i < r->set->n; i++) {
            const double term = w[i] * game_value(game, rules, r->set->index[i], s, after);
            p->value[p->n] += term;
            *(tetris_features[r->set->index[i]].of_move ? &p->own[p->n] : &p->board[p->n]) += term;
        }
        p->move[p->n++] = m;
    }
}

typedef struct { /* how often what was to be tested came up */
    int choices, unlike_greedy, some_lose, all_lose, chance_loses, quiet, own_last, cut;
} Seen;

/* Whether it looks ahead at all. */
static bool is_looked_at(const Rules *r, const TetrisState *s)
{
    const LookaheadOptions *o = r->options;
    for (int i = 0; i < TETRIS_LEVELS; i++)
        if (strcmp(tetris_levels[i].name, o->where) == 0) return game->level(r->rules, i, s) > o->above;
    return true;
}

/* How many moves are better by themselves, or as good and earlier. */
static int rank_of(const Placements *p, int k)
{
    int before = 0;
    for (int i = 0; i < p->n; i++) before += p->value[i] > p->value[k] || (i < k && p->value[i] == p->value[k]);
    return before;
}

/* Where only the last board counts: the move's own features, and the mean of what the best replies are worth. */
static double worth_of_last(const Placements *first, int i, const double *best, const int *odds, double loss)
{
    double sum = 0, all = 0;
    for (int p = 0; p < TETRIS_TETROMINOES; p++) {
        if (odds[p] == 0) continue;
        all += odds[p];
        sum += odds[p] * (isnan(best[p]) ? first->board[i] - loss : best[p]);
    }
    return first->own[i] + sum / all;
}

/* odds (TETRIS_TETROMINOES): of the next piece; a piece that is shown is the only one that has any. */
static Move search_again(const Rules *r, const TetrisState *s, const int *odds, const double *w, Seen *seen)
{
    static Placements first, second; /* a test has no threads */
    const LookaheadOptions *o = r->options;
    double lost[TETRIS_MOVES_MAX] = {0}, best[TETRIS_MOVES_MAX][TETRIS_TETROMINOES], all = 0, most_weight = 0;
    bool looked[TETRIS_MOVES_MAX];
    int chosen = -1, fewest = -1, losing = 0;
    for (int p = 0; p < TETRIS_TETROMINOES; p++) all += odds[p];
    for (int i = 0; i < r->set->n; i++) most_weight = fmax(most_weight, fabs(w[i]));
    place_all(r, s, s->piece, w, &first);
    for (int i = 0; i < first.n; i++) {
        looked[i] = o->best == 0 || rank_of(&first, i) < o->best;
        if (rank_of(&first, i) == 0 && !is_looked_at(r, s)) return seen->quiet++, first.move[i];
        for (int p = 0; p < TETRIS_TETROMINOES; p++) {
            if (odds[p] == 0) continue;
            place_all(r, &first.after[i], p, w, &second);
            if (second.n == 0) lost[i] += odds[p];
            best[i][p] = second.n == 0 ? NAN : second.value[0];
            for (int k = 1; k < second.n; k++)
                if (second.value[k] > best[i][p]) best[i][p] = second.value[k];
        }
    }
    for (int i = 0; i < first.n; i++)
        if (looked[i] && (fewest < 0 || lost[i] < lost[fewest])) fewest = i;
    double most = -HUGE_VAL;
    for (int i = 0; i < first.n; i++) {
        double sum = 0, worth = first.value[i];
        losing += lost[i] == all;
        seen->chance_loses += lost[i] > 0 && lost[i] < all;
        if (!looked[i] || (o->worth == WORTH_BOTH && lost[i] > lost[fewest])) continue;
        for (int p = 0; p < TETRIS_TETROMINOES; p++)
            if (odds[p] > 0 && !isnan(best[i][p])) sum += odds[p] * best[i][p];
        if (lost[i] < all) worth += sum / (all - lost[i]);
        if (o->worth == WORTH_OWN_LAST) worth = worth_of_last(&first, i, best[i], odds, o->lost * most_weight);
        if (worth > most) {
            most = worth;
            chosen = i;
        }
    }
    seen->choices++;
    seen->own_last += o->worth == WORTH_OWN_LAST;
    seen->cut += o->best > 0 && o->best < first.n;
    seen->some_lose += losing > 0 && losing < first.n;
    seen->all_lose += losing == first.n;
    return first.move[chosen];
}

/* ---- random states ---- */

typedef struct {
    TetrisRules rules;
    LookaheadOptions options;
    Rules t;
    double w[64];
    TetrisState s;
} Situation;

static void random_rules(Rng *r, Situation *k)
{
    k->rules = board_rules(4 + (int)rng_below(r, 4), 4 + (int)rng_below(r, 5));
    k->rules.preview = (int)rng_below(r, 2);
    k->rules.piece_weights.n = rng_below(r, 2) ? TETRIS_TETROMINOES : 0;
    k->rules.bag = k->rules.piece_weights.n == 0 && rng_below(r, 2);
    for (int p = 0; p < TETRIS_TETROMINOES; p++)
        k->rules.piece_weights.v[p] = k->rules.piece_weights.n > 0 ? (int)rng_below(r, 4) + (p == 0) : 1;
    Finding finding[FINDINGS_MAX];
    k->options = usual;
    if (rng_below(r, 4) > 0) sample_lookahead(r, &k->options);
    k->t = (Rules){.game = game, .rules = &k->rules, .options = &k->options};
    do k->t.set = &tetris_sets[rng_below(r, TETRIS_SETS)];
    while (game->check_set(&k->rules, k->t.set, finding) > 0);
}

/* Nothing, whole numbers (ties), or anything. */
static void random_weights(Rng *r, const FeatureSet *set, double *w)
{
    uint32_t which = rng_below(r, 4);
    for (int i = 0; i < set->n; i++) w[i] = which == 0 ? 0 : which == 1 ? (int)rng_below(r, 5) - 3 : rng_between(r, -1, 0.3);
}

/* A board, and the pieces that can be seen. sequence: of sample_board. */
static void random_state(Rng *r, const TetrisRules *rules, TetrisState *sequence, TetrisState *s)
{
    sample_board(r, rules, sequence, s);
    game->chance(rules, s);
}

/* One that has a move. */
static void random_situation(Rng *r, Situation *k)
{
    random_rules(r, k);
    random_weights(r, k->t.set, k->w);
    TetrisState sequence = {0};
    do random_state(r, &k->rules, &sequence, &k->s);
    while (game->over(&k->s));
}

TEST(test_against_search_again)
{
    Seen seen = {0};
    Rng r = rng_from(rng_key(20, RNG_TEST, 0));
    for (int i = 0; i < 1600; i++) {
        Situation k;
        random_situation(&r, &k);
        int odds[TETRIS_TETROMINOES] = {0};
        for (int p = 0; p < TETRIS_TETROMINOES; p++)
            odds[p] = k.rules.preview ? p == k.s.next : k.rules.bag ? (int)(k.s.bag >> p & 1) : k.rules.piece_weights.v[p];
        Move expected = search_again(&k.t, &k.s, odds, k.w, &seen), move = choice(&agent_lookahead, &k.t, &k.s, k.w);
        seen.unlike_greedy += move != choice(&agent_greedy, &k.t, &k.s, k.w);
        if (move == expected) continue;
        board_show("board", &k.rules, &k.s);
        fail_msg("situation %d: move %d, expected %d", i, move, expected);
    }
    if (seen.unlike_greedy < 100 || seen.some_lose < 50 || seen.all_lose < 20 || seen.chance_loses < 100 || seen.quiet < 50 ||
        seen.own_last < 100 || seen.cut < 100)
        fail_msg("too little was looked at: %d unlike greedy, %d, %d, %d, %d, %d, %d", seen.unlike_greedy, seen.some_lose,
                 seen.all_lose, seen.chance_loses, seen.quiet, seen.own_last, seen.cut);
}

/* ---- strength ---- */

static double mean_rows(const Agent *a, const TetrisRules *rules, int games, int pieces)
{
    Rules r = {.game = game, .rules = rules, .set = game_set(game, "bcts"), .options = &usual};
    double rows = 0;
    for (int i = 0; i < games; i++) {
        TetrisState s;
        game->start(rules, (uint64_t)i, &s);
        game->chance(rules, &s);
        for (int turn = 0; turn < pieces && !game->over(&s); turn++) {
            game->apply(rules, &s, choice(a, &r, &s, bcts));
            game->chance(rules, &s);
        }
        rows += (double)game->tally(&s).score / games;
    }
    return rows;
}

/* On a low board looking ahead lasts longer, even without a preview; with one, longer still. */
TEST(test_strength)
{
    TetrisRules blind = board_rules(10, 5), sees = blind;
    sees.preview = 1;
    double greedy = mean_rows(&agent_greedy, &sees, 20, 1000), without = mean_rows(&agent_lookahead, &blind, 4, 100),
           with = mean_rows(&agent_lookahead, &sees, 4, 300);
    assert_true(greedy == mean_rows(&agent_greedy, &blind, 20, 1000)); /* greedy does not look, and does not see it */
    if (without < 1.3 * greedy || with < 2 * greedy)
        fail_msg("rows: greedy %g, look-ahead %g, with a preview %g", greedy, without, with);
}

/* ---- on lanes ---- */

enum { MANY = 64 };

/* What a fake knows of a table, and states of all kinds with weights of their own. */
typedef struct {
    Rules t;
    Twin w;
    FakeUse use;
    int n;
    TetrisState before[MANY];
    double x[MANY][64];
} Bench;

static void bench_create(Bench *b, Rng *r, const Situation *k, const Lanes *l, int n)
{
    size_t bytes = agent_lookahead.lanes_scratch_bytes(&k->t, l);
    assert_in_range(bytes, 1, 3 << 20);
    b->t = k->t;
    b->n = n;
    twin_create(&b->w, &k->t, l, bytes);
    fake_lanes_count(b->w.plan, &b->use);
    TetrisState sequence = {0};
    for (int i = 0; i < n; i++) {
        random_weights(r, k->t.set, b->x[i]);
        l->weigh(b->w.plan, b->x[i], twin_weights(&b->w, i));
        random_state(r, k->t.rules, &sequence, &b->before[i]);
        fake_lanes_pack(&b->before[i], twin_state(&b->w, i));
    }
}

static void bench_destroy(Bench *b)
{
    twin_free(&b->w);
}

/* A turn of the fake makes of every state what choose makes of it. Returns how many were looked at. */
static int check_turn(Bench *b)
{
    int compared = 0;
    for (int i = 0; i < b->n; i++) b->w.kind[i] = b->w.l->kind(b->w.plan, twin_state(&b->w, i));
    twin_turn(NULL, &b->w, &b->t, &agent_lookahead, b->n);
    for (int i = 0; i < b->n; i++) {
        TetrisState expected = b->before[i];
        if (game->over(&expected)) {
            assert_int_equal(b->w.l->kind(b->w.plan, twin_state(&b->w, i)), LANES_OVER);
            continue;
        }
        Move m = choice(&agent_lookahead, &b->t, &b->before[i], b->x[i]);
        game->apply(b->t.rules, &expected, m);
        compared++;
        const void *found = twin_state(&b->w, i);
        if (memcmp(found, &expected, sizeof expected) == 0) continue;
        board_show("before", b->t.rules, &b->before[i]);
        board_show("after", b->t.rules, found);
        fail_msg("choose would have made move %d", m);
    }
    return compared;
}

TEST(test_turn_is_choose)
{
    long compared = 0, states = 0, exact = 0;
    Rng r = rng_from(rng_key(21, RNG_TEST, 0));
    for (int iteration = 0; iteration < 300; iteration++) {
        Situation k;
        CLOSED(bench_destroy) Bench b;
        random_rules(&r, &k);
        bench_create(&b, &r, &k, iteration % 2 ? &fake_lanes : &fake_lanes_early, 1 + (int)rng_below(&r, 16));
        compared += check_turn(&b);
        states += b.use.states;
        exact += b.use.exact;
    }
    if (compared < 1500 || exact < states / 20 || exact > states / 2)
        fail_msg("%ld states compared; values asked for: %ld, exact ones: %ld", compared, states, exact);
}

/* The point of bringing states together: their groups are full, but for a last one a kind. As many games as a turn takes, all
 * with the same piece on an empty board. */
TEST(test_groups_are_full)
{
    Rng r = rng_from(rng_key(22, RNG_TEST, 0));
    for (int preview = 0; preview <= 1; preview++) {
        Situation k = {.rules = board_rules(10, 20)};
        CLOSED(bench_destroy) Bench b;
        k.rules.preview = preview;
        k.t = (Rules){.game = game, .rules = &k.rules, .set = game_set(game, "bcts"), .options = &usual};
        bench_create(&b, &r, &k, &fake_lanes, fake_lanes.width * fake_lanes.groups_max);
        for (int i = 0; i < b.n; i++) {
            game->start(&k.rules, (uint64_t)i, &b.before[i]);
            game->happen(&k.rules, &b.before[i], T);
            if (preview) game->happen(&k.rules, &b.before[i], i % TETRIS_TETROMINOES);
            fake_lanes_pack(&b.before[i], twin_state(&b.w, i));
        }
        check_turn(&b);
        long first = b.n * (preview ? 34 : 34 * TETRIS_TETROMINOES), wanted = b.use.states / b.w.l->width;
        assert_int_equal(b.use.states - b.use.exact, first);
        assert_in_range(b.use.groups, wanted, wanted + 2 * TETRIS_TETROMINOES); /* for all moves, then for those near the best */
    }
}

/* ---- whole games ---- */

/* Both engines, with what is drawn between the moves. */
TEST(test_games)
{
    static const double zero[LENGTH(bcts)] = {0};
    Game fake = fake_game();
    for (int i = 0; i < 4; i++) {
        TetrisRules rules = board_rules(6, 6);
        Rules r = {.game = &fake, .rules = &rules, .set = game_set(game, "bcts"), .options = &usual};
        Answer a[2][24] = {{{0}}};
        int n = i % 2 ? 24 : 5;
        rules.preview = i % 2;
        for (int engine = PLAYER_REFERENCE; engine <= PLAYER_LANES; engine++) {
            CLOSED(player_free) Player p;
            assert_null(player_make(&p, r, &agent_lookahead, engine, config_isa(), 60));
            players_play(&p, i < 2 ? bcts : zero, a[engine == PLAYER_LANES], n);
        }
        for (int k = 0; k < n; k++) assert_true(a[0][k].cost > 0 && same_answer(&a[1][k], &a[0][k]));
    }
}

TESTS(NULL, NULL)
