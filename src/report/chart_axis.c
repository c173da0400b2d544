#include "report/chart_axis.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void extent_add(Extent *e, double value)
{
    if (!isfinite(value)) return;
    if (value < e->lo) e->lo = value;
    if (value > e->hi) e->hi = value;
    if (value > 0 && value < e->above) e->above = value;
}

void extent_add_all(Extent *e, const double *x, int n)
{
    for (int i = 0; i < n; i++) extent_add(e, x[i]);
}

double axis_ten(int k)
{
    char text[16];
    snprintf(text, sizeof text, "1e%d", k);
    return strtod(text, NULL);
}

double axis_near(double v)
{
    double ten = axis_ten((int)floor(real_log10(v))), m = v / ten;
    return m < 1.5 ? ten : m < 3.5 ? 2 * ten : m < 7.5 ? 5 * ten : 10 * ten;
}

double axis_step(double span, int want)
{
    double step = axis_ten((int)floor(real_log10(span / want)));
    while (span / step > want * 5) step *= 10;
    if (span / step > want * 2) return step * 5;
    return span / step > want ? step * 2 : step;
}

Axis axis_linear(Extent e)
{
    if (e.lo > e.hi) return (Axis){AXIS_LINEAR, 0, 1};
    double air = (e.hi - e.lo) * 0.05;
    double least = (fabs(e.lo) + fabs(e.hi)) * 1e-6;
    if (air <= least) air = fmax(fabs(e.hi) * 0.1, least > 0 ? least : 0.5);
    return (Axis){AXIS_LINEAR, e.lo - air, e.hi + air};
}

Axis axis_zero(Extent e)
{
    return (Axis){AXIS_LINEAR, 0, e.hi > 0 ? e.hi * 1.06 : 1};
}

Axis axis_log(Extent e)
{
    double lo = e.above, hi = e.hi;
    if (!(hi > 0)) lo = hi = 1;
    double air = lo < hi ? real_exp((real_log(hi) - real_log(lo)) * 0.04) : 2;
    if (air < 1.02) air = 1.02;
    return (Axis){AXIS_LOG, fmax(lo / air, 1e-305), fmin(hi * air, 1e305)};
}

Axis axis_count(Extent e)
{
    if (!(e.hi > 0)) return axis_zero(e);
    if (e.lo >= 0.5 * e.hi) return axis_linear(e);
    if (e.hi < 10 * e.lo || e.hi < 10) return axis_zero(e);
    if (e.lo >= 1) return axis_log(e);
    return (Axis){AXIS_LOG1, 0, fmin(e.hi * real_exp(0.04 * real_log(e.hi + 1)), 1e305)};
}

/* The value as the scale sees it. */
static double bent(const Axis *a, double v)
{
    if (a->scale == AXIS_LINEAR) return v;
    if (a->scale == AXIS_LOG1) return real_log(1 + fmax(v, 0));
    return real_log(fmax(v, 1e-307));
}

double axis_at(const Axis *a, double v)
{
    double lo = bent(a, a->lo), hi = bent(a, a->hi);
    return fmin(fmax((bent(a, v) - lo) / (hi - lo), -0.5), 1.5);
}

double axis_value(const Axis *a, double t)
{
    double lo = bent(a, a->lo), hi = bent(a, a->hi);
    double at = lo + t * (hi - lo);
    if (a->scale == AXIS_LINEAR) return at;
    return a->scale == AXIS_LOG1 ? real_exp(at) - 1 : real_exp(at);
}

/* Numbers of one axis are written alike: with the same unit letter, or all as powers of ten. */
typedef struct {
    FILE *out;
    double unit;
    const char *letter;
    bool powers, bare;
    int written;
} Tics;

static void tic(Tics *t, double at, const char *label)
{
    bool minus = *label == '-';
    fprintf(t->out, "%s\"", t->written++ > 0 ? ", " : "");
    if (!t->bare) fprintf(t->out, "%s%s", minus ? "−" : "", label + minus);
    fprintf(t->out, "\" %.12g%s", at, *label == '\0' ? " 1" : "");
}

/* What the letters after a number mean. */
static double letter_of(double v, const char **letter)
{
    static const struct {
        double unit;
        const char *letter;
    } letters[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (fabs(v) >= letters[i].unit) {
            *letter = letters[i].letter;
            return letters[i].unit;
        }
    *letter = "";
    return 1;
}

static void linear_tics(const Axis *a, int want, Tics *t)
{
    double step = axis_step(a->hi - a->lo, want), most = fmax(fabs(a->lo), fabs(a->hi));
    t->unit = most >= 1e4 ? letter_of(most, &t->letter) : 1;
    int decimals = 0;
    while (decimals < 12 && fabs(step / t->unit * axis_ten(decimals) - floor(step / t->unit * axis_ten(decimals) + 0.5)) > 1e-6)
        decimals++;
    int power = most < 1e-3 ? (int)floor(real_log10(most)) : 0; /* tiny numbers: 2x10^-6 instead of 0.000002 */
    for (double k = ceil(a->lo / step - 1e-9); k * step <= a->hi + 1e-9 * step; k++) {
        double at = k * step;
        char label[64];
        if (k == 0)
            snprintf(label, sizeof label, "0");
        else if (power < 0)
            snprintf(label, sizeof label, "%.3g×10^{%d}", at / axis_ten(power), power);
        else
            snprintf(label, sizeof label, "%.*f%s", decimals, at / t->unit, t->letter);
        tic(t, k == 0 ? 0 : at, label);
    }
}

/* m x 10^k as text: 0.02, 200, 20k; or 2x10^k. */
static void log_label(const Tics *t, int m, int k, char *out, size_t room)
{
    const char *letter;
    double v = m * axis_ten(k), unit = letter_of(v, &letter);
    if (!t->powers)
        snprintf(out, room, "%.10g%s", v / unit, letter);
    else if (m == 1)
        snprintf(out, room, "10^{%d}", k);
    else
        snprintf(out, room, "%d×10^{%d}", m, k);
}

/* Whether m x 10^k gets its number: of all decades every stride-th, 2 and 5 too where there are few. */
static bool is_labelled(int m, int k, int stride, double decades)
{
    if (m == 1) return k % stride == 0;
    if (decades < 1.1) return m <= 3 || m == 5 || m == 7;
    return decades < 2.6 && (m == 2 || m == 5);
}

static void log_tics(const Axis *a, int want, Tics *t)
{
    double low = real_log10(a->lo), high = real_log10(a->hi);
    int stride = (int)ceil((high - low) / (want > 1 ? want : 1)), first = (int)floor(low), last = (int)ceil(high);
    if (stride > 2 && stride % 5 != 0) stride = stride < 5 ? stride : (stride / 5 + 1) * 5;
    if (stride < 1) stride = 1;
    t->powers = a->lo < 1e-4 || a->hi >= 1e15;
    for (int k = first; k <= last; k++)
        for (int m = 1; m <= (stride == 1 ? 9 : 1); m++) {
            double at = m * axis_ten(k);
            char label[64] = "";
            if (at < a->lo * (1 - 1e-9) || at > a->hi * (1 + 1e-9) || !isfinite(at)) continue;
            if (is_labelled(m, k, stride, high - low)) log_label(t, m, k, label, sizeof label);
            if (*label != '\0' || stride <= 10) tic(t, at, label);
        }
}

static void log1_tics(const Axis *a, int want, Tics *t)
{
    double decades = real_log10(a->hi + 1);
    int stride = (int)ceil(decades / (want > 1 ? want : 1));
    t->powers = a->hi >= 1e15;
    tic(t, 0, "0");
    for (int k = 0; axis_ten(k) <= a->hi; k++)
        for (int m = 1; m <= (stride == 1 ? 9 : 1); m++) {
            double at = m * axis_ten(k);
            char label[64] = "";
            if (at > a->hi) continue;
            if (is_labelled(m, k, stride, fmax(decades, 2))) log_label(t, m, k, label, sizeof label);
            tic(t, at, label);
        }
}

void axis_print(const Axis *a, char letter, int want, bool bare, FILE *out)
{
    assert(a->lo < a->hi);
    fprintf(out, "unset logscale %c; unset nonlinear %c; ", letter, letter);
    if (a->scale == AXIS_LOG) fprintf(out, "set logscale %c 10; ", letter);
    if (a->scale == AXIS_LOG1) fprintf(out, "set nonlinear %c via log10(1+%c) inverse 10**%c-1; ", letter, letter, letter);
    fprintf(out, "set %crange [%.12g:%.12g]; set %ctics (", letter, a->lo, a->hi, letter);
    Tics t = {.out = out, .unit = 1, .letter = "", .bare = bare};
    if (a->scale == AXIS_LINEAR)
        linear_tics(a, want, &t);
    else if (a->scale == AXIS_LOG1)
        log1_tics(a, want, &t);
    else if (real_log10(a->hi) - real_log10(a->lo) < 0.35)
        linear_tics(a, want, &t);
    else
        log_tics(a, want, &t);
    fputs(")", out);
}

/* Labels that touch, moved as one: from the place of the first, n of them, sum of where they would like the first to be. */
typedef struct {
    double sum;
    int n;
} Block;

static double block_at(const Block *b, double gap)
{
    double at = b->sum / b->n;
    double most = 1 - (b->n - 1) * gap;
    return fmax(fmin(at, most), 0);
}

void axis_spread(double *at, int n, double gap)
{
    if (n > 1 && gap * (n - 1) > 1) gap = 1.0 / (n - 1);
    int *order = mem_new((size_t)n, sizeof *order);
    Block *block = mem_new((size_t)n, sizeof *block);
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && at[order[k - 1]] > at[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    int blocks = 0;
    for (int i = 0; i < n; i++) {
        block[blocks++] = (Block){at[order[i]], 1};
        while (blocks > 1) {
            Block *left = &block[blocks - 2], *right = &block[blocks - 1];
            if (block_at(left, gap) + left->n * gap <= block_at(right, gap)) break;
            left->sum += right->sum - right->n * left->n * gap;
            left->n += right->n;
            blocks--;
        }
    }
    for (int b = 0, i = 0; b < blocks; b++)
        for (int k = 0; k < block[b].n; k++) at[order[i++]] = block_at(&block[b], gap) + k * gap;
    free(order);
    free(block);
}

/* 5123 -> 5,123 */
static void grouped(double v, char *out, size_t room)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", fabs(v));
    size_t k = 0;
    if (v < 0) out[k++] = '-';
    for (int i = 0; i < n && k + 2 < room; i++) {
        if (i > 0 && (n - i) % 3 == 0) out[k++] = ',';
        out[k++] = digits[i];
    }
    out[k] = '\0';
}

static void add_superscript(Text *out, int k)
{
    static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char text[16];
    snprintf(text, sizeof text, "%d", k);
    for (const char *c = text; *c != '\0'; c++) text_add(out, "%s", *c == '-' ? "⁻" : digit[*c - '0']);
}

char *axis_number(double v, char *out, size_t room)
{
    assert(room >= 40);
    double size = fabs(v);
    const char *letter;
    if (!isfinite(v))
        snprintf(out, room, "none");
    else if (v == 0)
        snprintf(out, room, "0");
    else if (size < 1e-3 || size >= 1e15) {
        int k = (int)floor(real_log10(size));
        double unit = axis_ten(k);
        if (unit > 0 && size / unit >= 9.95) unit = axis_ten(++k);
        Text text = text_in(out, room);
        text_add(&text, "%.1f×10", unit > 0 ? v / unit : 1);
        add_superscript(&text, k);
    } else if (size < 100)
        snprintf(out, room, "%.3g", v);
    else if (size < 999.95)
        snprintf(out, room, "%.4g", v);
    else if (size < 1e6 - 0.5)
        grouped(v, out, room);
    else {
        double unit = letter_of(size, &letter);
        snprintf(out, room, "%.4g%s", v / unit, letter);
    }
    return out;
}
