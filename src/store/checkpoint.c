/* checkpoint.c. Saves the fields of a state as lines of text, and loads them back. */
#include "store/checkpoint.h"

#include "base/hash.h"
#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char title[] = "swarmtris checkpoint ";

static void print_value(FILE *f, char type, const void *p, size_t i)
{
    switch (type) {
    case 'i': fprintf(f, " %d", ((const int *)p)[i]); break;
    case 'l': fprintf(f, " %" PRId64, ((const int64_t *)p)[i]); break;
    case 'u': fprintf(f, " %" PRIu64, ((const uint64_t *)p)[i]); break;
    case 'b': fprintf(f, " %d", ((const bool *)p)[i]); break;
    default: fprintf(f, " %a", ((const double *)p)[i]);
    }
}

static void save_field(Serialiser *serialiser, const char *name, char type, void *p, size_t n)
{
    Saver *s = (Saver *)serialiser;
    fprintf(s->memory, "%s %c %zu", name, type, n);
    for (size_t i = 0; i < n; i++) print_value(s->memory, type, p, i);
    putc('\n', s->memory);
}

void saver_start(Saver *s)
{
    *s = (Saver){.serialise = {.field = save_field}};
    s->memory = files_memory(&s->text, &s->size);
    fprintf(s->memory, "%s%d\n", title, FORMAT_NOW);
}

void saver_finish(Saver *s)
{
    assert(!s->serialise.loading && !s->serialise.failed);
    fflush(s->memory);
    fprintf(s->memory, "checksum %016" PRIx64 "\n", hash_bytes(HASH_START, s->text, s->size));
    files_memory_close(s->memory);
}

/* Reads one value and moves *at past it; false: there is no value of this type. */
static bool read_value(char **at, char type, void *p, size_t i)
{
    char *end = *at;
    intmax_t whole = 0;
    errno = 0;
    if (type == 'd')
        ((double *)p)[i] = strtod(*at, &end);
    else if (type == 'u')
        ((uint64_t *)p)[i] = strtoull(*at, &end, 10);
    else
        whole = strtoimax(*at, &end, 10);
    bool read = end != *at && (errno == 0 || type == 'd');
    *at = end;
    if (type == 'i') ((int *)p)[i] = (int)whole;
    if (type == 'l') ((int64_t *)p)[i] = whole;
    if (type == 'b') ((bool *)p)[i] = whole != 0;
    return read;
}

static void load_field(Serialiser *s, const char *name, char type, void *p, size_t n)
{
    Loader *l = (Loader *)s;
    char head[128];
    if (s->failed) return;
    int length = snprintf(head, sizeof head, "%s %c %zu", name, type, n);
    bool fits = strncmp(l->next, head, (size_t)length) == 0;
    char *at = l->next + (fits ? length : 0);
    for (size_t i = 0; fits && i < n; i++) fits = read_value(&at, type, p, i);
    if (!fits || *at != '\n') {
        s->failed = true;
        snprintf(l->why, sizeof l->why, "it holds something else where the field '%s' was expected", name);
        return;
    }
    l->next = at + 1;
}

/* The last line of a text that ends with a line end. */
static char *last_line(char *text, size_t size)
{
    char *p = text + size - 1;
    while (p > text && p[-1] != '\n') p--;
    return p;
}

int checkpoint_format(const char *text)
{
    size_t titled = strlen(title), digits = strncmp(text, title, titled) == 0 ? strspn(text + titled, "0123456789") : 0;
    return digits > 0 && digits <= 4 && text[titled + digits] == '\n' ? atoi(text + titled) : 0;
}

bool loader_start(Loader *l, char *text, size_t size)
{
    *l = (Loader){.serialise = {.loading = true, .field = load_field}, .text = text};
    int format = checkpoint_format(text);
    if (format == 0) {
        snprintf(l->why, sizeof l->why, "it does not begin as a checkpoint does");
        return false;
    }
    if (format != FORMAT_NOW) {
        char refusal[128];
        snprintf(l->why, sizeof l->why, "it %s", format_refusal(format, refusal, sizeof refusal));
        return false;
    }
    char *last = last_line(text, size), expected[40];
    snprintf(expected, sizeof expected, "checksum %016" PRIx64 "\n", hash_bytes(HASH_START, text, (size_t)(last - text)));
    if (strcmp(last, expected) != 0) {
        bool cut = strncmp(last, "checksum ", 9) != 0;
        snprintf(l->why, sizeof l->why, cut ? "its end is missing" : "its checksum does not fit its content");
        return false;
    }
    l->next = strchr(text, '\n') + 1;
    return true;
}

/* Reads the line of a field, NAME TYPE COUNT VALUE..., and moves *at past it; false: it is no field. */
static bool scan_field(char **at)
{
    uint64_t value;
    char *p = *at + strcspn(*at, " \n"), *end;
    if (p == *at || p[0] != ' ' || p[1] == '\0' || strchr("ilubd", p[1]) == NULL || p[2] != ' ') return false;
    const char type = p[1];
    const unsigned long n = strtoul(p + 3, &end, 10);
    bool good = end != p + 3;
    for (unsigned long i = 0; good && i < n; i++) good = *end == ' ' && read_value(&end, type, &value, 0);
    *at = end + 1;
    return good && *end == '\n';
}

bool loader_scan(Loader *l)
{
    char *at = l->next;
    while (strncmp(at, "checksum ", 9) != 0) {
        const char *line = at;
        if (scan_field(&at)) continue;
        snprintf(l->why, sizeof l->why, "its line '%.*s' is no field", (int)(strcspn(line, "\n") < 40 ? strcspn(line, "\n") : 40),
                 line);
        return false;
    }
    return true;
}

bool loader_at_end(Loader *l)
{
    if (strncmp(l->next, "checksum ", 9) == 0) return true;
    snprintf(l->why, sizeof l->why, "it holds more fields than this run has");
    return false;
}

void loader_free(Loader *l)
{
    free(l->text);
}

/* ---- the batch under way ---- */

/* More words than the state of any game has: a count as large as this is damage. */
enum { WORDS_MAX = 1 << 20 };

/* The fingerprint of this program; 0: its file cannot be read. The file is read once, and only if a batch is saved or loaded. */
static uint64_t this_program(Pending *p)
{
    if (p->program != 0) return p->program;
    size_t size = 0;
    OWNED char *program = files_read(p->executable, &size);
    if (program != NULL) p->program = hash_bytes(HASH_START, program, size);
    return p->program;
}

/* Saves or loads *left. usable: this program can read the game; if not, it is loaded and dropped, and the play begins again. */
static void serialise_saved(Serialiser *s, SavedGame **left, bool usable)
{
    int words = *left != NULL ? (*left)->words : 0;
    serialise_index(s, "left", &words, WORDS_MAX);
    if (words == 0) return;
    if (s->loading) *left = saved_game_new(0, words);
    serialise_u64(s, "mark", &(*left)->mark);
    serialise_words(s, "state", (*left)->word, words);
    if (usable) return;
    free(*left);
    *left = NULL;
}

/* done is atomic for the threads that play; no thread plays while a batch is saved. */
static void serialise_answer(Serialiser *s, Answer *a, bool usable)
{
    bool done = a->done;
    serialise_bool(s, "done", &done);
    a->done = done;
    if (done) {
        serialise_reals(s, "score", &a->score, 1);
        serialise_amounts(s, "cost", &a->cost, 1);
    } else {
        serialise_saved(s, &a->left, usable);
    }
}

/* Saves or loads what identifies the plays of a trial. */
static void serialise_trial(Serialiser *s, Trial *t)
{
    serialise_u64(s, "key", &t->key);
    serialise_index(s, "first", &t->first, INT_MAX);
    serialise_index(s, "plays", &t->plays, INT_MAX);
}

void pending_save(Pending *p, const Batch *b, double most, Serialiser *s)
{
    int n = b != NULL ? b->n : 0;
    serialise_index(s, "pending", &n, INT_MAX);
    if (n == 0) return;
    uint64_t program = this_program(p);
    serialise_u64(s, "program", &program);
    for (int i = 0; i < n; i++) {
        Trial t = b->t[i];
        assert(t.plays >= 0 && t.y != NULL);
        serialise_trial(s, &t);
        for (int k = 0; k < t.plays; k++) serialise_answer(s, t.y[k].done && t.y[k].cost > most ? &(Answer){0} : &t.y[k], true);
    }
}

void pending_load(Pending *p, Serialiser *s)
{
    Batch *b = &p->batch;
    int n = 0;
    uint64_t writer = 0;
    batch_clear(b);
    serialise_index(s, "pending", &n, INT_MAX);
    if (n == 0) return;
    serialise_u64(s, "program", &writer);
    bool usable = writer != 0 && writer == this_program(p);
    for (int i = 0; i < n && !s->failed; i++) {
        Trial t = {0};
        serialise_trial(s, &t);
        for (int k = 0; k < t.plays && !s->failed; k++) { /* one by one: a damaged count is no reason to take memory */
            b->y = mem_grow(b->y, &b->seats, b->answers + 1, sizeof *b->y);
            b->y[b->answers] = (Answer){0};
            serialise_answer(s, &b->y[b->answers++], usable);
        }
        batch_add(b, t);
    }
}

/* Positions need no comparison: the experiment is the one that was saved, so each place of the batch has the position it had. */
void pending_give(Pending *p, Batch *b)
{
    Answer *from = p->batch.y;
    for (int i = 0; i < p->batch.n; i++) {
        const Trial *was = &p->batch.t[i];
        for (int k = 0; i < b->n && k < was->plays && k < b->t[i].plays; k++)
            if (was->key == b->t[i].key && was->first == b->t[i].first) {
                Answer *a = &b->t[i].y[k];
                assert(!a->done && a->left == NULL); /* b has not been played yet */
                *a = from[k];
                from[k].left = NULL;
            }
        from += was->plays;
    }
    batch_clear(&p->batch);
}

void pending_start(Pending *p, const char *executable)
{
    *p = (Pending){.executable = executable};
}

void pending_free(Pending *p)
{
    batch_free(&p->batch);
    *p = (Pending){0};
}
