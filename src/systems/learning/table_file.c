/* table_file.c. Room config. Reads and writes files of learned tables. */
#include "systems/learning/table_file.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "registry.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "swarmtris table ";

static bool is_table(const char *text)
{
    return strncmp(text, mark, sizeof mark - 1) == 0;
}

/* ---- writing ---- */

static bool has_values(const ActionTable *t, int64_t index)
{
    for (int a = 0; a < t->actions; a++)
        if (t->value[index * t->actions + a] != 0) return true;
    return false;
}

char *table_text(const Game *game, const void *rules, const ActionTable *learned, size_t *size)
{
    char *text, value[PARAM_TEXT_MAX];
    int64_t rows = 0;
    FILE *f = files_memory(&text, size);
    fprintf(f, "%s%d\ngame = %s\n", mark, FORMAT_NOW, game->name);
    for (const Param *p = game->params; p->key != NULL; p++) {
        param_print(p, rules, value, sizeof value);
        if (value[0] != '\0') fprintf(f, "%s = %s\n", p->key, value);
    }
    for (int64_t i = 0; i < learned->indices; i++) rows += has_values(learned, i);
    fprintf(f, "observation = %s\nindices = %" PRId64 "\nactions = %d\nlines = %" PRId64 "\n", learned->observation->name,
            learned->indices, learned->actions, rows);
    for (int64_t i = 0; i < learned->indices; i++) {
        if (!has_values(learned, i)) continue;
        fprintf(f, "%" PRId64, i);
        for (int a = 0; a < learned->actions; a++) fprintf(f, " %.17g", learned->value[i * learned->actions + a]);
        fputc('\n', f);
    }
    files_memory_close(f);
    return text;
}

/* ---- reading ---- */

/* A file that is being read. */
typedef struct {
    AgentFile *f;
    ActionTable *learned; /* the table of f */
    const char *path;
    char *rest;      /* what has not been read yet */
    int line;        /* number of the last line that was read */
    double *value;   /* (indices, actions), owned; NULL before both are known */
    int64_t rows;    /* rows that the file must have; -1: not known yet */
    int room;        /* how many entries the table's rule has memory for */
    char seen[1024]; /* keys so far, each after a blank */
    Text keys;       /* the text in seen */
    Errors *errors;
} Reader;

static bool refuse(const Reader *r, const char *why)
{
    errors_add(r->errors, "%s:%d: %s", r->path, r->line, why);
    return false;
}

/* The next line; NULL: none is left that ends with a newline. */
static char *next_line(Reader *r)
{
    char *line = r->rest, *end = strchr(line, '\n');
    r->line++;
    if (end == NULL) return NULL;
    *end = '\0';
    r->rest = end + 1;
    return line;
}

/* Reads all of text as a whole number, least .. most. False: it is not such a number. */
static bool read_count(const char *text, int64_t least, int64_t most, int64_t *n)
{
    const Param row = {.type = PARAM_LONG, .bytes = sizeof *n, .lo = (double)least, .hi = (double)most};
    char why[PARAM_WHY_MAX];
    return param_set(&row, n, text, why, sizeof why);
}

/* Reads one line KEY = VALUE; these stand before the rows of values. */
static bool take_key(Reader *r, const char *key, const char *value)
{
    ActionTable *t = r->learned;
    int64_t n = 0;
    if (text_has(r->seen, key)) {
        errors_add(r->errors, "%s:%d: %s: is given twice", r->path, r->line, key);
        return false;
    }
    text_add(&r->keys, " %s", key);
    if (strcmp(key, "game") == 0) {
        r->f->game = registry_game(value);
        return (r->f->game != NULL && r->f->game->learning != NULL) || refuse(r, "game: must be a game for learners");
    }
    if (r->f->game == NULL) return refuse(r, "must be game = NAME");
    if (strcmp(key, "observation") == 0) {
        t->observation = game_observation(r->f->game, value);
        return t->observation != NULL ? true : refuse(r, "observation: must be one of the game");
    }
    if (strcmp(key, "indices") == 0) {
        if (!read_count(value, 1, OBSERVATION_INDICES_MAX, &t->indices)) return refuse(r, "indices: must be 1..1048576");
    } else if (strcmp(key, "actions") == 0) {
        if (!read_count(value, 1, 1024, &n)) return refuse(r, "actions: must be 1..1024");
        t->actions = (int)n;
    } else if (strcmp(key, "lines") == 0) {
        if (!read_count(value, 0, OBSERVATION_INDICES_MAX, &r->rows)) return refuse(r, "lines: must be 0..1048576");
    } else if (param_find(r->f->game->params, key) != NULL) {
        r->f->rule = mem_grow(r->f->rule, &r->room, r->f->rules + 1, sizeof *r->f->rule);
        r->f->rule[r->f->rules++] = text_new("%s=%s", key, value);
    } else {
        return refuse(r, "must be a key of the game, observation, indices, actions or lines");
    }
    return true;
}

static bool read_head(Reader *r)
{
    const ActionTable *t = r->learned;
    for (char *line; r->rows < 0;) {
        line = next_line(r);
        char *equals = line != NULL ? strstr(line, " = ") : NULL;
        if (equals == NULL) return refuse(r, "must be KEY = VALUE");
        *equals = '\0';
        if (!take_key(r, line, equals + 3)) return false;
    }
    if (t->observation == NULL || t->indices == 0 || t->actions == 0)
        return refuse(r, "observation, indices or actions is missing");
    return true;
}

/* Reads a row such as "17 0.5 0 -1". *last: the index of the row before it. */
static bool read_row(Reader *r, int64_t *last)
{
    const ActionTable *t = r->learned;
    char *line = next_line(r), *rest = NULL, *end;
    char *word = line != NULL ? strtok_r(line, " ", &rest) : NULL;
    int64_t index;
    if (word == NULL || !read_count(word, *last + 1, t->indices - 1, &index))
        return refuse(r, "must be an index above those before it and below indices, and its values");
    for (int a = 0; a < t->actions; a++) {
        word = strtok_r(NULL, " ", &rest);
        double x = word != NULL ? strtod(word, &end) : NAN;
        if (word == NULL || *end != '\0' || !(fabs(x) <= WEIGHT_MOST))
            return refuse(r, "must have a finite number, at most 1e100, for each action");
        r->value[index * t->actions + a] = x;
    }
    *last = index;
    return strtok_r(NULL, " ", &rest) == NULL ? true : refuse(r, "has more numbers than there are actions");
}

static bool read_all(Reader *r)
{
    const char *line = next_line(r);
    const int format = line != NULL && strncmp(line, mark, sizeof mark - 1) == 0 ? atoi(line + sizeof mark - 1) : 0;
    char why[120];
    if (format == 0) return refuse(r, "is no table of a learner");
    if (format < FORMAT_READ || format > FORMAT_NOW) return refuse(r, format_refusal(format, why, sizeof why));
    if (!read_head(r)) return false;
    const ActionTable *t = r->learned;
    r->value = mem_new((size_t)t->indices * (size_t)t->actions, sizeof *r->value);
    r->learned->value = r->value;
    for (int64_t i = 0, last = -1; i < r->rows; i++)
        if (!read_row(r, &last)) return false;
    r->line++;
    return *r->rest == '\0' ? true : refuse(r, "stands behind the last row");
}

static bool read_table(AgentFile *f, const char *path, Errors *errors)
{
    *f = (AgentFile){.text = files_read(path, NULL)};
    if (f->text == NULL) {
        errors_add(errors, "%s: cannot be read: %s", path, files_why(errno));
        return false;
    }
    OWNED char *copy = mem_text(f->text); /* the reader cuts it into lines */
    ActionTable *learned = f->learned = mem_new(1, sizeof *learned);
    Reader r = {.f = f, .learned = learned, .path = path, .rest = copy, .rows = -1, .errors = errors};
    r.keys = text_in(r.seen, sizeof r.seen);
    return read_all(&r);
}

static void release(AgentFile *f)
{
    mem_free_texts(f->rule, f->rules);
    if (f->learned != NULL) free((double *)((ActionTable *)f->learned)->value);
    free(f->learned);
    free(f->text);
    *f = (AgentFile){0};
}

static bool fits(const AgentFile *f, const void *rules, char *out, size_t room)
{
    const ActionTable *table = f->learned;
    const int64_t indices = table->observation->indices(rules);
    const int actions = f->game->learning->actions(rules);
    if (indices == table->indices && actions == table->actions) return true;
    snprintf(out, room, "has %d indices and %d actions: these rules have %d and %d", (int)table->indices, table->actions,
             (int)indices, actions);
    return false;
}

const AgentFileKind agent_file_table = {
    .agent = &agent_table,
    .wanted = "must name a table, as runs with [objective] kind = qlearning write it",
    .is = is_table,
    .read = read_table,
    .release = release,
    .fits = fits,
};
