#include "tests/lanes_cases.h"

#include "tests/boards.h"
#include "tests/helpers.h"
#include "tests/samples.h"

static const Game *const game = &game_tetris;

/* ---- a difference ---- */

static void print_rules(const TetrisRules *rules)
{
    fprintf(stderr, "%d columns, %d rows, pieces %s", rules->width, rules->height, rules->pieces);
    for (int i = 0; i < rules->piece_weights.n; i++) fprintf(stderr, "%c%d", i == 0 ? ' ' : ',', rules->piece_weights.v[i]);
    fprintf(stderr, "%s, preview %d\n", rules->bag ? ", from a bag" : "", rules->preview);
}

static void print_weights(const Context *c)
{
    const FeatureSet *set = c->r->set;
    fprintf(stderr, "set %s%s%s\n", set->name, c->sort != NULL ? ", weights: " : "", c->sort != NULL ? c->sort : "");
    for (int i = 0; i < set->n; i++) {
        fprintf(stderr, "    %s", tetris_features[set->index[i]].name);
        if (c->w != NULL) fprintf(stderr, " = %.17g", c->w[i]);
        fprintf(stderr, "\n");
    }
}

static void print_states(const Context *c)
{
    const TetrisRules *rules = c->r->rules;
    if (c->before != NULL && c->before->piece != TETRIS_NO_PIECE) {
        fprintf(stderr, "piece %c", tetris_pieces[c->before->piece].letter);
        if (c->move >= 0) fprintf(stderr, ", orientation %d, column %d", tetris_orientation(c->move), tetris_column(c->move));
        fprintf(stderr, "\n");
    }
    if (c->before != NULL) board_show("before", rules, c->before);
    if (c->expected != NULL) board_show("after, reference", rules, c->expected);
    if (c->found != NULL) board_show("after, lanes", rules, c->found);
}

bool cases_differ(const Context *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
#pragma omp critical
    {
        fprintf(stderr, "\nDIFFERENT: ");
        vfprintf(stderr, format, list);
        fprintf(stderr, "\n%s, share %d: to repeat it, `equal %d 1 %s`\n", equal_depths[c->share->depth], c->share->number,
                c->share->number, equal_depths[c->share->depth]);
        fprintf(stderr, "instruction set %s", c->isa);
        if (c->bits > 0) fprintf(stderr, ", %d bits a lane", c->bits);
        fprintf(stderr, "\n");
        print_rules(c->r->rules);
        print_weights(c);
        print_states(c);
        fflush(stderr);
    }
    va_end(list);
    return false;
}

/* ---- the reference ---- */

int cases_count(const TetrisRules *rules, int feature, const TetrisState *before, const TetrisState *after)
{
    const TetrisCount *c = &tetris_counts[feature];
    return c->count(rules, c->k, before, after);
}

static int highest(const TetrisRules *rules, const TetrisState *s)
{
    return cases_count(rules, TETRIS_MAX_HEIGHT, s, s);
}

/* Of a board, the count that the lanes make of the feature in number `at` of the plan's set. */
static int board_count(const Plan *plan, const FeatureSet *set, int at, const TetrisState *s)
{
    const PackedFeature *f = &plan->feature[at];
    return cases_count(&plan->rules, f->of_growth ? TETRIS_AGGREGATE_HEIGHT : set->index[at], s, s) - f->constant;
}

/* ---- states of the lanes ---- */

bool packed_is_tall(const Plan *plan, const TetrisState *s)
{
    return !plan->always_short && highest(&plan->rules, s) > SHORT_TOP;
}

const void *packed_columns(const PackedState *s)
{
    return s->is_tall ? (const void *)s->column.tall : (const void *)s->column.low;
}

static uint32_t column_of(const PackedState *s, int x)
{
    return s->is_tall ? s->column.tall[x] : s->column.low[x];
}

void packed_fill(const TetrisRules *rules, const TetrisState *s, bool tall, PackedState *out)
{
    out->is_tall = tall;
    for (int x = 0; x < COLUMNS; x++) {
        uint32_t column = x < rules->width ? 0 : UINT32_MAX;
        for (int y = 0; x < rules->width && y < rules->height; y++) column |= (uint32_t)s->cell[y][x] << y;
        if (tall)
            out->column.tall[x] = column;
        else
            out->column.low[x] = (uint16_t)column;
    }
}

int32_t packed_score(const Plan *plan, const FeatureSet *set, const PackedWeights *w, const TetrisState *s)
{
    uint32_t score = 0;
    for (int k = 0; k < plan->slots; k++)
        for (int i = 0; i < set->n; i++) {
            if (plan->feature[i].term != (Term)plan->slot[k].term) continue;
            score += (uint32_t)w->q[plan->slot[k].q] * (uint32_t)board_count(plan, set, i, s);
            break; /* features may share a term, and so a weight */
        }
    return (int32_t)score;
}

/* A state without a move is packed as one that has not been found out yet. */
static void pack(const Plan *plan, const FeatureSet *set, const PackedWeights *w, const TetrisState *s, PackedState *out)
{
    memset(out, 0, sizeof *out);
    packed_fill(&plan->rules, s, packed_is_tall(plan, s), out);
    out->rng = s->rng;
    out->rows = s->rows;
    out->earned = s->score;
    out->pieces = s->pieces;
    out->score = packed_score(plan, set, w, s);
    out->piece = (int8_t)s->piece;
    out->next = (int8_t)s->next;
    out->bag = (uint8_t)s->bag;
}

void packed_read(const TetrisRules *rules, const PackedState *s, TetrisState *out)
{
    *out = (TetrisState){.piece = s->piece, .next = s->next, .rows = s->rows, .pieces = s->pieces, .score = s->earned};
    out->rng = s->rng;
    out->bag = s->bag;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < rules->height; y++) {
            out->cell[y][x] = column_of(s, x) >> y & 1;
            if (out->cell[y][x]) out->top[x] = y + 1;
        }
}

/* ---- cases ---- */

Cases *cases_create(Rng *r, int n, const Agent *agent)
{
    Cases *c = mem_new(1, sizeof *c);
    sample_rules(r, &c->rules);
    sample_set(r, &c->rules, &c->set, c->index);
    c->r = (Rules){.game = game, .rules = &c->rules, .set = &c->set};
    c->n = n;
    c->scratch = mem_lines(agent->scratch_bytes(&c->r));
    return c;
}

void cases_free(Cases **c)
{
    free((*c)->scratch);
    free(*c);
}

/* Every few boards have weights of their own. */
void cases_fill(Rng *r, Cases *c)
{
    TetrisState sequence = {0};
    int alike = 1 + below(r, 8);
    for (int i = 0; i < c->n; i++) {
        if (i % alike == 0)
            c->sort[i] = sample_weights(r, &c->set, c->w[i]);
        else {
            c->sort[i] = c->sort[i - 1];
            memcpy(c->w[i], c->w[i - 1], sizeof c->w[i]);
        }
        sample_board(r, &c->rules, &sequence, &c->before[i]);
        game->chance(&c->rules, &c->before[i]);
    }
}

void cases_choose(Cases *c, const Agent *agent)
{
    for (int i = 0; i < c->n; i++) {
        c->after[i] = c->before[i];
        if (c->before[i].lost) continue;
        c->move[i] = agent->choose(&c->r, &c->before[i], c->w[i], c->scratch);
        game->apply(&c->rules, &c->after[i], c->move[i]);
    }
}

void cases_moves(const Cases *c, int i, Moves *m)
{
    m->n = game->moves(&c->rules, &c->before[i], m->move);
    m->most = -HUGE_VAL;
    for (int k = 0; k < m->n; k++) {
        m->after[k] = c->before[i];
        game->apply(&c->rules, &m->after[k], m->move[k]);
        m->value[k] = rules_value(&c->r, &c->before[i], &m->after[k], c->w[i]);
        if (m->value[k] > m->most) m->most = m->value[k];
    }
}

/* ---- twins ---- */

void twin_create(Twin *t, const Rules *r, const Lanes *l, size_t scratch_bytes)
{
    *t = (Twin){.l = l, .plan = mem_lines(l->plan_bytes), .scratch = mem_lines(scratch_bytes)};
    t->state = mem_lines(CASES_MAX * l->state_bytes);
    t->weights = mem_lines(CASES_MAX * l->weights_bytes);
    memset(t->scratch, 0xa5, scratch_bytes);
    l->plan(r->rules, r->set, t->plan);
}

void twin_free(Twin *t)
{
    free(t->plan);
    free(t->state);
    free(t->weights);
    free(t->scratch);
}

PackedState *twin_state(const Twin *t, int i)
{
    return (PackedState *)(void *)(t->state + (size_t)i * t->l->state_bytes);
}

PackedWeights *twin_weights(const Twin *t, int i)
{
    return (PackedWeights *)(void *)(t->weights + (size_t)i * t->l->weights_bytes);
}

void twin_pack(Twin *t, const Cases *c)
{
    for (int i = 0; i < c->n; i++) {
        t->l->weigh(t->plan, c->w[i], twin_weights(t, i));
        pack(t->plan, &c->set, twin_weights(t, i), &c->before[i], twin_state(t, i));
        t->kind[i] = t->l->kind(t->plan, twin_state(t, i));
    }
}

Context twin_context(const Share *k, const Twin *t, const Cases *c, int i)
{
    return (Context){
        .share = k, .isa = t->l->isa, .r = &c->r, .w = c->w[i], .sort = c->sort[i], .before = &c->before[i], .move = -1};
}

/* Kinds in steps of five: those of short and of tall boards take turns. */
int twin_groups(const Rng *r, const Twin *t, int n, LaneGroup *group, int (*member)[LANES_MAX])
{
    Rng copy = r != NULL ? *r : (Rng){0};
    int groups = 0, kinds = t->l->kinds, first = r != NULL ? below(&copy, kinds) : 0;
    for (int step = 0; step < kinds; step++) {
        int kind = (first + 5 * step) % kinds, room = 0;
        for (int i = 0; i < n; i++) {
            if (t->kind[i] != kind) continue;
            if (room == 0) {
                room = r == NULL || below(&copy, 2) ? t->l->width : 1 + below(&copy, t->l->width);
                group[groups++] = (LaneGroup){.kind = kind};
            }
            LaneGroup *g = &group[groups - 1];
            member[groups - 1][g->n] = i;
            g->state[g->n] = twin_state(t, i);
            g->weights[g->n++] = twin_weights(t, i);
            room--;
        }
    }
    return groups;
}

void twin_turn(const Rng *r, Twin *t, const Rules *rules, const Agent *agent, int n)
{
    Rng copy = r != NULL ? *r : (Rng){0};
    LaneGroup group[CASES_MAX];
    int member[CASES_MAX][LANES_MAX], groups = twin_groups(r, t, n, group, member);
    for (int first = 0, some; first < groups; first += some) {
        some = r != NULL ? 1 + below(&copy, t->l->groups_max) : t->l->groups_max;
        if (some > groups - first) some = groups - first;
        agent->turn(rules, t->l, t->plan, group + first, some, t->scratch);
    }
}

static bool same_tally(Tally a, Tally b)
{
    return a.score == b.score && a.turns == b.turns;
}

/* Of a lost game, nothing is drawn any more by those who see that it is lost. */
static bool same_pieces(const TetrisState *found, const TetrisState *expected)
{
    bool same_rng = found->rng.state == expected->rng.state && found->rng.inc == expected->rng.inc;
    return expected->lost ||
           (found->piece == expected->piece && found->next == expected->next && found->bag == expected->bag && same_rng);
}

/* Beside the board there are walls, above it there is nothing, and what is high is kept in wide columns. */
static bool in_form(const Plan *plan, const PackedState *s, const TetrisState *expected)
{
    const TetrisRules *rules = &plan->rules;
    const uint32_t wall = s->is_tall ? UINT32_MAX : UINT16_MAX;
    for (int x = 0; x < COLUMNS; x++)
        if (x < rules->width ? column_of(s, x) >> rules->height != 0 : column_of(s, x) != wall) return false;
    return s->is_tall || !packed_is_tall(plan, expected);
}

bool twin_same(const Twin *t, const PackedState *s, const TetrisState *expected)
{
    const TetrisRules *rules = &t->plan->rules;
    TetrisState found;
    packed_read(rules, s, &found);
    return in_form(t->plan, s, expected) && board_equal(rules, &found, expected) && same_pieces(&found, expected) &&
           same_tally(t->l->tally(s), game->tally(expected));
}

bool twin_holds(const Twin *t, const PackedState *s, const Cases *c, int i, Context about, const char *what)
{
    const TetrisState *expected = about.expected;
    const int32_t score = packed_score(t->plan, &c->set, twin_weights(t, i), expected);
    TetrisState found;
    packed_read(&c->rules, s, &found);
    about.found = &found;
    if (!board_equal(&c->rules, &found, expected)) return cases_differ(&about, "%s: another board", what);
    if (!twin_same(t, s, expected))
        return cases_differ(&about,
                            "%s: score %lld, %lld pieces, then pieces %d %d, instead of %lld, %lld, %d %d; or a wall is broken, "
                            "or the form wrong",
                            what, (long long)s->earned, (long long)s->pieces, s->piece, s->next, (long long)expected->score,
                            (long long)expected->pieces, expected->piece, expected->next);
    if (s->score == score) return true;
    return cases_differ(&about, "%s: the board's score is kept as %d, and is %d", what, (int)s->score, (int)score);
}

bool twin_compare(const Share *k, const Twin *t, const Cases *c, int i)
{
    const PackedState *s = twin_state(t, i);
    Context about = twin_context(k, t, c, i);
    bool is_over = t->l->kind(t->plan, s) == LANES_OVER;
    if (c->before[i].lost)
        return is_over && same_tally(t->l->tally(s), game->tally(&c->before[i])) ? true
                                                                                 : cases_differ(&about, "no move was left");
    about.expected = &c->after[i];
    about.move = c->move[i];
    if (is_over && !about.expected->lost) return cases_differ(&about, "the lanes say that it is over");
    return twin_holds(t, s, c, i, about, "the lanes' move");
}

bool cases_compare(Share *k, Cases *c, const Agent *agent, bool alone)
{
    const Bounds one = {.turns = 1, .level = -1};
    for (int i = 0; alone && i < c->n; i++)
        if (!c->before[i].lost) game->chance(&c->rules, &c->after[i]);
    for (int l = 0; k->lanes[l] != NULL; l++) {
        CLOSED(twin_free) Twin t;
        twin_create(&t, &c->r, k->lanes[l], agent->lanes_scratch_bytes(&c->r, k->lanes[l]));
        twin_pack(&t, c);
        if (alone)
            for (int i = 0; i < c->n; i++) t.l->play(t.plan, twin_weights(&t, i), twin_state(&t, i), &one, t.scratch);
        else
            twin_turn(&k->r, &t, &c->r, agent, c->n);
        for (int i = 0; i < c->n; i++)
            if (!twin_compare(k, &t, c, i)) return false;
    }
    return true;
}
