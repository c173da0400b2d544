#include "store/checkpoint.h"

#include "base/hash.h"
#include "file/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char title[] = "swarmtris checkpoint 1\n";

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

static void save_field(Visit *v, const char *name, char type, void *p, size_t n)
{
    Saver *s = (Saver *)v;
    fprintf(s->memory, "%s %c %zu", name, type, n);
    for (size_t i = 0; i < n; i++) print_value(s->memory, type, p, i);
    putc('\n', s->memory);
}

void saver_start(Saver *s)
{
    *s = (Saver){.visit = {.field = save_field}};
    s->memory = files_memory(&s->text, &s->size);
    fputs(title, s->memory);
}

void saver_finish(Saver *s)
{
    fflush(s->memory);
    fprintf(s->memory, "checksum %016" PRIx64 "\n", hash_bytes(HASH_START, s->text, s->size));
    files_memory_close(s->memory);
}

/* Reads one value at *at and moves on; false: there is none of this type. */
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

static void load_field(Visit *v, const char *name, char type, void *p, size_t n)
{
    Loader *l = (Loader *)v;
    char head[128];
    if (v->failed) return;
    int length = snprintf(head, sizeof head, "%s %c %zu", name, type, n);
    bool fits = strncmp(l->next, head, (size_t)length) == 0;
    char *at = l->next + (fits ? length : 0);
    for (size_t i = 0; fits && i < n; i++) fits = read_value(&at, type, p, i);
    if (!fits || *at != '\n') {
        v->failed = true;
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

bool loader_start(Loader *l, char *text, size_t size)
{
    *l = (Loader){.visit = {.loading = true, .field = load_field}, .text = text};
    size_t titled = strlen(title);
    if (size < titled || memcmp(text, title, titled) != 0) {
        snprintf(l->why, sizeof l->why, "it does not begin as a checkpoint of this version does");
        return false;
    }
    char *last = last_line(text, size), expected[40];
    snprintf(expected, sizeof expected, "checksum %016" PRIx64 "\n", hash_bytes(HASH_START, text, (size_t)(last - text)));
    if (strcmp(last, expected) != 0) {
        bool cut = strncmp(last, "checksum ", 9) != 0;
        snprintf(l->why, sizeof l->why, cut ? "its end is missing" : "its checksum does not fit its content");
        return false;
    }
    l->next = text + titled;
    return true;
}

void loader_free(Loader *l)
{
    free(l->text);
}
