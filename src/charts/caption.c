/* caption.c. Picks the values of config.ini that a title has room for. */
#include "charts/caption.h"

#include "analysis/chart_tables.h"
#include "base/mem.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"

#include <stdlib.h>
#include <string.h>

/* A piece of the caption: a value between two texts. 0, nothing and `usual` (or NULL) are values that say nothing. */
typedef struct {
    const char *section, *key;
    const char *before; /* without its comma it also begins the caption */
    const char *after;  /* NULL: the key, which is the noun, without total_ */
    const char *usual;
    bool of_search; /* an evaluation has the key, too, and no use for it */
} Piece;

static const Piece pieces[] = {
    {"meta", "problems", ", ", "", NULL, true},
    {"game", "kind", ", ", "", NULL, false},
    {"game", "width", " ", "", NULL, false},
    {"game", "height", "x", "", NULL, false},
    {"objective", "kind", ", ", "", "games", false},
    {"objective", "dim", " in ", " dimensions", NULL, false},
    {"agent", "features", ", ", "", NULL, false},
    {"optimiser", "kind", ", ", "", NULL, true},
    {"optimiser", "preset", " ", "", NULL, true},
    {"training", "iterations", ", ", NULL, "1", true},
    {"training", "total_games", ", ", NULL, NULL, true},
    {"training", "total_pieces", ", ", NULL, NULL, true},
    {"training", "minutes", ", ", NULL, NULL, true},
    {"experiment", "seed", ", seed ", "", NULL, false},
};

/* A value as people write it: a large number with its letter, of a long list the first word, of a path the name. Owned. */
static char *brief(const Piece *p, const char *value)
{
    enum { DIGITS = 4, LONGEST = 24 };
    const size_t n = strlen(value);
    if (strcmp(p->section, "training") == 0 && n > DIGITS && value[strspn(value, "0123456789")] == '\0')
        return mem_text(message_number(atof(value)).text);
    static const char more[] = " ...";
    OWNED char *text = mem_new(n + sizeof more, 1);
    char *word_end = text + strcspn(value, " ");
    memcpy(text, value, n);
    if (n > LONGEST && *word_end != '\0') memcpy(word_end, more, sizeof more);
    return files_name(text);
}

static void put_piece(FILE *out, const Piece *p, const char *value)
{
    static const char total[] = "total_";
    const char *noun = p->key + (strncmp(p->key, total, strlen(total)) == 0 ? strlen(total) : 0);
    OWNED char *shown = brief(p, value);
    fprintf(out, "%s%s%s%s", p->before, shown, p->after != NULL ? p->after : " ", p->after != NULL ? "" : noun);
}

/* The value that all inis (n) have; NULL: they differ, or it says nothing. */
static const char *common_value(const Ini *ini, int n, const Piece *p)
{
    const IniEntry *first = ini_find(&ini[0], p->section, p->key);
    const char *value = first != NULL ? first->value : "";
    if (value[0] == '\0' || strcmp(value, "0") == 0 || (p->usual != NULL && strcmp(value, p->usual) == 0)) return NULL;
    for (int i = 1; i < n; i++) {
        const IniEntry *other = ini_find(&ini[i], p->section, p->key);
        if (other == NULL || strcmp(other->value, value) != 0) return NULL;
    }
    return value;
}

char *caption_text(const char *const *dir, int n, Errors *errors)
{
    CLOSED(errors_free) Errors mistakes = {0};
    bool read = true;
    OWNED Ini *ini = mem_new((size_t)n, sizeof *ini);
    OWNED char *text = NULL;
    size_t size;
    FILE *out = files_memory(&text, &size);
    const bool searched = tables_has(dir[0], "metrics.tsv"), contest = tables_has(dir[0], "plays.tsv");
    for (int i = 0; i < n && read; i++) read = ini_read_in(&ini[i], dir[i], "config.ini", &mistakes) != STATUS_NO_INPUT;
    if (!read) errors_add(errors, "%s", mistakes.line[mistakes.n - 1]);
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        const Piece *p = &pieces[k];
        const bool used = p->of_search ? searched : !contest || strcmp(p->section, "agent") != 0; /* each player has its own */
        const char *value = used ? common_value(ini, n, p) : NULL;
        if (value != NULL) put_piece(out, p, value);
    }
    files_memory_close(out);
    for (int i = 0; i < n; i++) ini_free(&ini[i]);
    return read ? mem_text(text + strspn(text, ", ")) : NULL;
}

void caption_put(Chart *c, const char *const *dir, int n)
{
    OWNED char *text = caption_text(dir, n, c->how->errors);
    if (text == NULL) c->status = chart_graver(c->status, STATUS_NO_INPUT);
    chart_text(c, "settings", 0, text != NULL ? text : "");
}
