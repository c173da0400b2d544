/* param.c. Reads, prints and changes the values of option blocks by their tables. */
#include "base/param.h"

#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int param_rows(const Param *table)
{
    int n = 0;
    while (table[n].key != NULL) n++;
    return n;
}

const Param *param_find(const Param *table, const char *key)
{
    for (; table->key != NULL; table++)
        if (strcmp(table->key, key) == 0) return table;
    return NULL;
}

/* The place of the word (n bytes) in a list between blanks; a blank, a "=" or the end follows it. NULL: it is not there. */
static const char *find_word(const char *list, const char *word, size_t n)
{
    for (; *list != '\0'; list += strcspn(list, " "), list += strspn(list, " "))
        if (strcspn(list, " =") == n && strncmp(list, word, n) == 0) return list;
    return NULL;
}

const Param *param_find_former(const Param *table, const char *key)
{
    for (; table->key != NULL; table++)
        if (table->formerly != NULL && find_word(table->formerly, key, strlen(key)) != NULL) return table;
    return NULL;
}

const char *param_standard(const Param *p)
{
    assert(p->standard != NULL || p->type == PARAM_CHOICE);
    return p->standard != NULL ? p->standard : p->choices[0];
}

void param_defaults(const Param *table, void *block)
{
    char why[PARAM_WHY_MAX];
    for (; table->key != NULL; table++) {
        bool fits = param_set(table, block, param_standard(table), why, sizeof why);
        assert(fits), (void)fits;
    }
}

void param_range(const Param *p, char *out, size_t room)
{
    Text list = text_in(out, room);
    switch (p->type) {
    case PARAM_FLAG: text_add(&list, "yes|no"); break;
    case PARAM_CHOICE:
        for (int i = 0; p->choices[i] != NULL; i++) text_add(&list, "%s%s", i > 0 ? "|" : "", p->choices[i]);
        break;
    case PARAM_SEED: text_add(&list, "0..18446744073709551615"); break;
    case PARAM_TEXT:
    case PARAM_NAMES:
    case PARAM_FILES: text_add(&list, "at most %zu characters", p->bytes - 1); break;
    default:
        if (isinf(p->hi))
            text_add(&list, "%.15g or more", p->lo);
        else
            text_add(&list, "%.15g..%.15g%s", p->lo, p->hi, p->may_be_none ? " or none" : "");
    }
}

static bool refuse(const Param *p, const char *what, char *why, size_t room)
{
    char range[PARAM_TEXT_MAX];
    param_range(p, range, sizeof range);
    snprintf(why, room, "must be %s%s%.300s", what, what[0] != '\0' ? " " : "", range);
    return false;
}

/* Reads all of text as a number; blanks, hexadecimals, inf and nan are refused. */
static bool read_real(const char *text, double *x)
{
    if (text[strspn(text, "+-.0123456789eE")] != '\0' || text[0] == '\0') return false;
    char *end;
    *x = strtod(text, &end);
    return *end == '\0' && isfinite(*x);
}

static bool read_whole(const char *text, double *x)
{
    return read_real(text, x) && floor(*x) == *x && fabs(*x) <= 0x1p53;
}

static bool read_seed(const char *text, uint64_t *seed)
{
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0') return false;
    errno = 0;
    uint64_t value = strtoull(text, NULL, 10);
    if (errno == 0) *seed = value;
    return errno == 0;
}

static bool set_choice(const Param *p, int *value, const char *text, char *why, size_t room)
{
    for (int i = 0; p->choices[i] != NULL; i++)
        if (strcasecmp(p->choices[i], text) == 0) {
            *value = i;
            return true;
        }
    const char *meant = p->meant != NULL ? find_word(p->meant, text, strlen(text)) : NULL;
    if (meant == NULL) return refuse(p, "one of", why, room);
    meant += strcspn(meant, "=") + 1;
    snprintf(why, room, "must be %.*s, as it is called here", (int)strcspn(meant, " "), meant);
    return false;
}

/* Numbers between blanks or commas. Both lists begin with their count, so one loop reads them. */
static bool set_list(const Param *p, void *list, const char *text, char *why, size_t room)
{
    bool whole = p->type == PARAM_INTS;
    double v[PARAM_LIST_MAX];
    char copy[PARAM_TEXT_MAX], *rest = NULL;
    int n = 0;
    if (strlen(text) >= sizeof copy) return refuse(p, "a shorter list of numbers of", why, room);
    memcpy(copy, text, strlen(text) + 1);
    for (char *word = strtok_r(copy, " \t,", &rest); word != NULL; word = strtok_r(NULL, " \t,", &rest), n++) {
        if (n == PARAM_LIST_MAX) return refuse(p, "at most 64 numbers of", why, room);
        bool fits = whole ? read_whole(word, &v[n]) : read_real(word, &v[n]);
        if (!fits || v[n] < p->lo || v[n] > p->hi) return refuse(p, whole ? "whole numbers of" : "numbers of", why, room);
    }
    if (whole) {
        IntList *ints = list;
        ints->n = n;
        for (int i = 0; i < n; i++) ints->v[i] = (int)v[i];
    } else {
        RealList *reals = list;
        reals->n = n;
        for (int i = 0; i < n; i++) reals->v[i] = v[i];
    }
    return true;
}

static bool set_text(const Param *p, char *value, const char *text, char *why, size_t room)
{
    if (strlen(text) >= p->bytes) return refuse(p, "", why, room);
    memset(value, 0, p->bytes);
    memcpy(value, text, strlen(text));
    return true;
}

/* Words between blanks or commas, kept with one blank between them. */
static bool set_names(const Param *p, char *value, const char *text, char *why, size_t room)
{
    char copy[PARAM_TEXT_MAX], names[PARAM_TEXT_MAX], *rest = NULL;
    if (strlen(text) >= sizeof copy) return refuse(p, "", why, room);
    memcpy(copy, text, strlen(text) + 1);
    Text list = text_in(names, sizeof names);
    for (char *word = strtok_r(copy, " \t,", &rest); word != NULL; word = strtok_r(NULL, " \t,", &rest))
        text_add(&list, "%s%s", list.used > 0 ? " " : "", word);
    return set_text(p, value, names, why, room);
}

/* Whether text is a number as people write it, such as 3M or 3,000,000. */
static bool is_shortened(const char *text)
{
    const size_t digits = strspn(text, "0123456789.");
    return digits > 0 && text[digits] != '\0' && text[digits + strspn(text + digits, "0123456789,._' kKmMgG")] == '\0';
}

bool param_set(const Param *p, void *block, const char *text, char *why, size_t room)
{
    char *at = (char *)block + p->offset;
    double x;
    const bool words = p->type == PARAM_TEXT || p->type == PARAM_NAMES || p->type == PARAM_FILES;
    if (!words && strchr("\"'", text[0]) != NULL && text[0] != '\0') return refuse(p, "without quotes:", why, room);
    if (p->may_be_none && strcmp(text, "none") == 0) {
        *(double *)(void *)at = HUGE_VAL;
        return true;
    }
    switch (p->type) {
    case PARAM_INT:
    case PARAM_LONG:
        if (!read_whole(text, &x))
            return refuse(p,
                          p->hi >= 3e6 && is_shortened(text) ? "a whole number such as 3000000 or 3e6 of" : "a whole number of",
                          why, room);
        break;
    case PARAM_REAL:
        if (!read_real(text, &x)) return refuse(p, "a number of", why, room);
        break;
    case PARAM_FLAG:
        if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0) return refuse(p, "", why, room);
        *(bool *)at = text[0] == 'y';
        return true;
    case PARAM_SEED: return read_seed(text, (uint64_t *)at) || refuse(p, "a whole number of", why, room);
    case PARAM_CHOICE: return set_choice(p, (int *)at, text, why, room);
    case PARAM_TEXT:
    case PARAM_FILES: return set_text(p, at, text, why, room);
    case PARAM_NAMES: return set_names(p, at, text, why, room);
    default: return set_list(p, at, text, why, room);
    }
    if (x < p->lo || x > p->hi) return refuse(p, "", why, room);
    param_put(p, block, x);
    return true;
}

void param_print(const Param *p, const void *block, char *out, size_t room)
{
    assert(room >= PARAM_TEXT_MAX);
    const char *at = (const char *)block + p->offset;
    const IntList *ints = (const IntList *)(const void *)at;
    const RealList *reals = (const RealList *)(const void *)at;
    Text text = text_in(out, room);
    switch (p->type) {
    case PARAM_INT: text_add(&text, "%d", *(const int *)at); break;
    case PARAM_LONG: text_add(&text, "%" PRId64, *(const int64_t *)at); break;
    case PARAM_REAL:
        if (p->may_be_none && isinf(*(const double *)at))
            text_add(&text, "none");
        else
            text_add_real(&text, *(const double *)at);
        break;
    case PARAM_FLAG: text_add(&text, "%s", *(const bool *)at ? "yes" : "no"); break;
    case PARAM_CHOICE: text_add(&text, "%s", p->choices[*(const int *)at]); break;
    case PARAM_SEED: text_add(&text, "%" PRIu64, *(const uint64_t *)at); break;
    case PARAM_TEXT:
    case PARAM_NAMES:
    case PARAM_FILES: text_add(&text, "%s", at); break;
    case PARAM_INTS:
        for (int i = 0; i < ints->n; i++) text_add(&text, "%s%d", i > 0 ? " " : "", ints->v[i]);
        break;
    case PARAM_REALS:
        for (int i = 0; i < reals->n; i++) {
            if (i > 0) text_add(&text, " ");
            text_add_real(&text, reals->v[i]);
        }
        break;
    }
    assert(!text.cut);
}

bool param_same(const Param *p, const void *a, const void *b)
{
    char one[PARAM_TEXT_MAX], other[PARAM_TEXT_MAX];
    param_print(p, a, one, sizeof one);
    param_print(p, b, other, sizeof other);
    return strcmp(one, other) == 0;
}

bool param_all_same(const Param *table, const void *a, const void *b)
{
    while (table->key != NULL && param_same(table, a, b)) table++;
    return table->key == NULL;
}

int finding_add(Finding *out, bool fatal, const char *key, const char *format, ...)
{
    va_list args;
    *out = (Finding){.key = key, .fatal = fatal};
    va_start(args, format);
    vsnprintf(out->why, sizeof out->why, format, args);
    va_end(args);
    return 1;
}

bool param_numeric(const Param *p)
{
    return p->type == PARAM_INT || p->type == PARAM_LONG || p->type == PARAM_REAL;
}

int param_choices(const Param *p)
{
    int n = 0;
    if (p->type == PARAM_FLAG) return 2;
    while (p->type == PARAM_CHOICE && p->choices[n] != NULL) n++;
    return n;
}

const char *param_choice(const Param *p, int i)
{
    assert(i >= 0 && i < param_choices(p));
    if (p->type == PARAM_FLAG) return i == 0 ? "yes" : "no";
    return p->choices[i];
}

int param_chosen(const Param *p, const void *block)
{
    const char *at = (const char *)block + p->offset;
    assert(param_choices(p) > 0);
    return p->type == PARAM_FLAG ? !*(const bool *)at : *(const int *)at;
}

void param_choose(const Param *p, void *block, int i)
{
    char *at = (char *)block + p->offset;
    assert(i >= 0 && i < param_choices(p));
    if (p->type == PARAM_FLAG)
        *(bool *)at = i == 0;
    else
        *(int *)at = i;
}

double param_get(const Param *p, const void *block)
{
    const char *at = (const char *)block + p->offset;
    switch (p->type) {
    case PARAM_INT: return *(const int *)at;
    case PARAM_LONG: return (double)*(const int64_t *)at;
    default: assert(p->type == PARAM_REAL); return *(const double *)at;
    }
}

double param_fit(const Param *p, double value)
{
    if (!(value >= p->lo)) value = p->lo; /* also of NaN */
    if (value > p->hi) value = p->hi;
    return p->type == PARAM_REAL ? value : floor(value + 0.5);
}

void param_put(const Param *p, void *block, double value)
{
    char *at = (char *)block + p->offset;
    value = param_fit(p, value);
    switch (p->type) {
    case PARAM_INT: *(int *)at = (int)value; break;
    case PARAM_LONG: *(int64_t *)at = (int64_t)value; break;
    default: assert(p->type == PARAM_REAL); *(double *)at = value;
    }
}

/* The position of a level in lists. */
static int place_of(ParamLevel level)
{
    return level == PARAM_BASIC ? 0 : level == PARAM_EXPERT ? 1 : 2;
}

const Param *param_next(const Param *table, const Param *p)
{
    const Param *next = NULL;
    const int place = p != NULL ? place_of(p->level) : -1;
    for (const Param *q = table; q->key != NULL; q++) {
        const int own = place_of(q->level);
        if (own < place || (own == place && q <= p)) continue;
        if (next == NULL || own < place_of(next->level)) next = q;
    }
    return next;
}

const char *param_level_name(ParamLevel level)
{
    static const char *const names[] = {[PARAM_EXPERT] = "expert", [PARAM_BASIC] = "basic", [PARAM_RESEARCH] = "research"};
    return names[level];
}
