#include "tests/live.h"
#include "config/config_read.h"
#include "store/checkpoint.h"
#include "tests/helpers.h"

static void add(Rows *r, const char *a, const char *b)
{
    int length = (int)(strlen(a) + strlen(b));
    r->text = mem_grow(r->text, &r->room, r->used + length + 1, 1);
    r->used += sprintf(r->text + r->used, "%s%s", a, b);
}

static void row(Record *r, const char *table)
{
    add((Rows *)r, table, "");
}

static void cell(Record *r, const char *name, const char *text)
{
    add((Rows *)r, " ", name);
    add((Rows *)r, "=", text);
}

static void end(Record *r)
{
    add((Rows *)r, "\n", "");
}

void rows_start(Rows *r)
{
    *r = (Rows){.record = {.row = row, .cell = cell, .end = end}};
    add(r, "", "");
}

void rows_free(Rows *r)
{
    free(r->text);
}

const char *rows_next(const char *text, const char *table)
{
    size_t length = strlen(table);
    while (*text != '\0') {
        if (strncmp(text, table, length) == 0 && text[length] == ' ') return text;
        text = strchr(text, '\n') + 1;
    }
    return NULL;
}

int rows_count(const char *text, const char *table)
{
    int n = 0;
    for (; (text = rows_next(text, table)) != NULL; text = strchr(text, '\n') + 1) n++;
    return n;
}

double rows_cell(const char *text, const char *name)
{
    OWNED char *key = text_new(" %s=", name);
    const char *at = strstr(text, key), *end = strchr(text, '\n');
    if (at == NULL || end == NULL || at > end) fail_msg("no cell %s in %.200s", name, text);
    return strtod(at + strlen(key), NULL);
}

static void refuse(const Errors *errors, const char *ini)
{
    if (errors->n > 0) fail_msg("%s\nin\n%s", errors->line[0], ini);
}

void live_open(Live *l, const char *ini, const char *sets, int64_t games)
{
    enum { SETS = 20 };
    char word[SETS][80];
    ConfigValue value[SETS];
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    int n = 0;
    for (; sets != NULL && text_word(sets, n, word[n], sizeof word[n]); n++) {
        assert_true(n + 1 < SETS);
        value[n] = (ConfigValue){word[n], "--set"};
    }
    memset(l, 0, sizeof *l);
    config_read(&l->config, "x.ini", ini, value, n, &errors, &warnings);
    refuse(&errors, ini);
    if (games > 0) {
        l->evaluated = mem_new((size_t)l->config.set->n, sizeof *l->evaluated);
        for (int j = 0; j < l->config.set->n; j++) l->evaluated[j] = -1;
        setup_evaluate(&l->setup, &l->config, l->evaluated, RNG_EVALUATION, games, 0);
    } else {
        setup_train(&l->setup, &l->config, &errors, &warnings);
    }
    refuse(&errors, ini);
    rows_start(&l->rows);
}

void live_close(Live *l)
{
    setup_free(&l->setup);
    config_free(&l->config);
    free(l->evaluated);
    rows_free(&l->rows);
}

static void record_questions(Live *l, const Batch *b)
{
    for (int i = 0; i < b->n; i++) {
        record_row(&l->rows.record, "asked");
        record_int(&l->rows.record, "key", (int64_t)b->t[i].key);
        record_int(&l->rows.record, "first", b->t[i].first);
        record_int(&l->rows.record, "plays", b->t[i].plays);
        record_int(&l->rows.record, "objective", b->t[i].objective);
        record_int(&l->rows.record, "tag", b->t[i].tag);
        record_real(&l->rows.record, "expect", b->t[i].expect);
        record_real(&l->rows.record, "x", b->t[i].x[0]);
        record_end(&l->rows.record);
    }
}

bool live_step(Live *l)
{
    const Experiment *e = &l->setup.experiment;
    CLOSED(batch_free) Batch b = {0};
    if (e->kind->ask(e->self, &b) > 0) {
        batch_seat(&b);
        if (l->questions) record_questions(l, &b);
        assert_true(evaluate_batch(l->setup.evaluator, &b, &stop_never));
        e->kind->tell(e->self, b.t, b.n, &l->rows.record);
    }
    return b.n > 0;
}

void live_finish(Live *l)
{
    while (live_step(l)) {
    }
}

void live_run(Live *l, const char *ini, const char *sets)
{
    live_open(l, ini, sets, 0);
    live_finish(l);
}

Result live_outcome(Live *l)
{
    Result r;
    l->setup.experiment.kind->result(l->setup.experiment.self, &r);
    return r;
}

uint64_t state_hash(StateFields *serialise, void *self)
{
    SerialiserHash h = serialise_hash();
    serialise(self, &h.serialise);
    return h.hash;
}

char *state_save(StateFields *serialise, void *self)
{
    Saver s;
    saver_start(&s);
    serialise(self, &s.serialise);
    saver_finish(&s);
    return s.text;
}

void state_load(StateFields *serialise, void *self, const char *text)
{
    CLOSED(loader_free) Loader l;
    if (!loader_start(&l, mem_text(text), strlen(text))) fail_msg("a checkpoint is refused: %s", l.why);
    serialise(self, &l.serialise);
    if (l.serialise.failed) fail_msg("a checkpoint does not fit: %s", l.why);
    assert_true(strncmp(l.next, "checksum ", 9) == 0); /* all of it was read */
}

/* Reals or words that are looked for. */
typedef struct {
    Serialiser serialise;
    const char *name;
    const void *in;
    void *out;
    size_t n, found;
} Field;

static void meet(Serialiser *s, const char *name, char type, void *p, size_t n)
{
    Field *f = (Field *)s;
    if ((type != 'd' && type != 'u') || strcmp(name, f->name) != 0) return;
    assert_int_equal(n, f->n);
    f->found++;
    if (f->in != NULL)
        memcpy(p, f->in, n * sizeof(double));
    else
        memcpy(f->out, p, n * sizeof(double));
}

bool state_field(StateFields *serialise, void *self, const char *name, const void *in, void *out, int n)
{
    Field f = {.serialise = {.loading = in != NULL, .field = meet}, .name = name, .in = in, .out = out, .n = (size_t)n};
    serialise(self, &f.serialise);
    assert_int_equal(f.found, 1);
    return !f.serialise.failed;
}

void live_resume(Live *l, const char *ini, const char *sets, int64_t games, const char *saved, const char *rows, int used)
{
    live_open(l, ini, sets, games);
    state_load(l->setup.experiment.kind->serialise, l->setup.experiment.self, saved);
    l->rows.text = mem_grow(l->rows.text, &l->rows.room, used + 1, 1);
    memcpy(l->rows.text, rows, (size_t)used);
    l->rows.text[used] = '\0';
    l->rows.used = used;
}

uint64_t live_hash(Live *l)
{
    return state_hash(l->setup.experiment.kind->serialise, l->setup.experiment.self);
}

char *live_result(Live *l)
{
    const Result r = live_outcome(l);
    Rows text;
    rows_start(&text);
    record_row(&text.record, "result");
    record_real(&text.record, "cost", r.cost);
    record_int(&text.record, "plays", r.plays);
    for (int j = 0; r.x != NULL && j < r.space->dim; j++) record_real(&text.record, r.space->names[j], r.x[j]);
    for (int c = 0; c < r.n_reported; c++) {
        record_int(&text.record, r.reported[c].name, r.reported[c].score.n);
        record_real(&text.record, "mean", r.reported[c].score.mean);
        record_real(&text.record, "m2", r.reported[c].score.m2);
    }
    return text.text;
}
