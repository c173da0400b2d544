/* call.c. Errors as values, the reading of inis, and the plain locale. */
#include "api/call.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/trial.h"
#include "config/config_read.h"
#include "config/kinds.h"
#include "file/files.h"
#include "file/terminal.h"
#include "run/environment.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct swt_error {
    swt_code code; /* its kind */
    char *text;    /* finished sentences; owned */
};

static swt_error *make(swt_code code, char *text)
{
    assert(text != NULL && text[0] != '\0');
    plain_text(text, false); /* it may be printed on a terminal */
    swt_error *e = mem_new(1, sizeof *e);
    *e = (swt_error){.code = code, .text = text};
    return e;
}

swt_error *fail(swt_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    return make(code, text);
}

bool weight_good(double x)
{
    return fabs(x) <= WEIGHT_MOST;
}

swt_error *fail_weight(const char *where, double x, const char *name)
{
    return fail(SWT_DATA, "%s = %g, the weight of '%s': must be %s", where, x, name,
                isfinite(x) ? "at most 1e100, either way" : "finite");
}

swt_feature set_feature(const Config *c, int i)
{
    const int index = c->set->index[i];
    if (c->observer.kind != NULL)
        return (swt_feature){.name = features_name(c->game, index), .definition = "from an observation", .source = "learned"};
    const Feature *f = &c->game->features[index];
    return (swt_feature){.name = f->name, .definition = f->definition, .source = f->source};
}

char *fail_join(Errors *lines)
{
    size_t bytes = 1;
    for (int i = 0; i < lines->n; i++) bytes += strlen(lines->line[i]) + 1;
    char *text = mem_new(bytes, 1);
    Text all = text_in(text, bytes);
    for (int i = 0; i < lines->n; i++) text_add(&all, "%s%s", i > 0 ? "\n" : "", lines->line[i]);
    assert(!all.cut);
    errors_free(lines);
    return text;
}

swt_error *fail_lines(int status, Errors *lines)
{
    assert(lines->n > 0 && status >= SWT_USAGE && status <= SWT_CONFIG);
    return make((swt_code)status, fail_join(lines));
}

swt_code swt_error_code(const swt_error *e)
{
    return e != NULL ? e->code : (swt_code)0;
}

const char *swt_error_text(const swt_error *e)
{
    return e != NULL ? e->text : "";
}

void swt_error_free(swt_error *e)
{
    if (e == NULL) return;
    free(e->text);
    free(e);
}

swt_error *ini_text_isa(void)
{
    Errors errors = {0};
    if (isa_check_said(&errors) == STATUS_OK && environment_affinity(&errors) == STATUS_OK) return NULL;
    return fail_lines(SWT_UNAVAILABLE, &errors);
}

/* config_read_text requires a budget, so that an ini that is read only for its board gets one here. */
swt_error *ini_text_read(Config *c, const char *ini, bool trains, Errors *warnings)
{
    const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "swt_evaluator_open"};
    Errors errors = {0};
    *c = (Config){0};
    if (ini == NULL) return fail(SWT_USAGE, "ini: must be the text of an ini, and is NULL");
    swt_error *e = ini_text_isa();
    if (e != NULL) return e;
    return config_read_text(c, "ini", ini, NULL, &any_budget, trains ? 0 : 1, &errors, warnings)
               ? NULL
               : fail_lines(SWT_CONFIG, &errors);
}

/* For an agent's own weights, and for settings, *out describes the weight itself. */
bool feature_of(const Config *c, const Space *space, int i, swt_feature *out)
{
    if (out == NULL || i < 0 || i >= space->dim) return false;
    const bool plays = config_uses(c, "game");
    const Schema schema = config_schema(c);
    if (plays && (c->observer.kind != NULL || schema_of_features(&schema))) {
        *out = set_feature(c, i);
        return true;
    }
    const Param *row = plays ? schema_row(&schema, i) : NULL;
    *out = (swt_feature){.name = space->names[i], .definition = row != NULL ? row->doc : "", .source = ""};
    return true;
}

swt_reported reported_of(const ReportedScore *r, bool minus)
{
    const Units units = {.minimised = minus};
    return (swt_reported){.name = r->name,
                          .mean = reported_amount(r, &units, REPORTED_MEAN),
                          .lower = reported_amount(r, &units, REPORTED_LOWER),
                          .upper = reported_amount(r, &units, REPORTED_UPPER),
                          .sd = r->value[REPORTED_SD],
                          .games = r->score.n,
                          .cut_off = (int64_t)r->value[REPORTED_CUT]};
}

PlainLocale locale_begin(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) mem_exhausted(sizeof plain);
    return (PlainLocale){.before = uselocale(plain), .plain = plain};
}

void locale_end(PlainLocale *p)
{
    uselocale(p->before);
    freelocale(p->plain);
}
