/* speedup: what the parallel modes give, next to what the machine can give. */
#include "base/mem.h"
#include "file/files.h"
#include "report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT "processes" /* the mode that is the machine's limit: independent serial processes */

/* The table of the benchmark; each (rows), owned. place: of the bar along x; NAN: no bar. */
typedef struct {
    Tsv table;
    int mode;
    double *threads, *seconds, *min, *max, *speedup, *efficiency, *place;
} Speedup;

static void speedup_free(Speedup *s)
{
    double *const all[] = {s->threads, s->seconds, s->min, s->max, s->speedup, s->efficiency, s->place};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    tsv_free(&s->table);
}

static ChartsStatus speedup_read(Speedup *s, const char *csv, Errors *errors)
{
    int before = errors->n;
    TsvStatus read = tsv_read(&s->table, csv, ',', errors);
    if (read == TSV_MISSING && errors->n == before) errors_add(errors, "%s: no such file", csv);
    if (read != TSV_READ) return read == TSV_MISSING ? CHARTS_NO_DATA : CHARTS_BAD_DATA;
    s->mode = tsv_column(&s->table, "mode");
    s->threads = tsv_numbers(&s->table, "threads", errors);
    s->seconds = tsv_numbers(&s->table, "seconds", errors);
    s->min = tsv_numbers(&s->table, "min", errors);
    s->max = tsv_numbers(&s->table, "max", errors);
    s->speedup = tsv_numbers(&s->table, "speedup", errors);
    s->efficiency = tsv_numbers(&s->table, "efficiency", errors);
    if (errors->n > before) return CHARTS_BAD_DATA;
    if (s->mode >= 0 && s->threads != NULL && s->speedup != NULL && s->efficiency != NULL && s->table.rows > 0)
        return CHARTS_DRAWN;
    errors_add(errors, "%s: must have the columns mode, threads, speedup and efficiency, and a line", csv);
    return CHARTS_BAD_DATA;
}

static const char *mode_of(const Speedup *s, int row)
{
    return tsv_cell(&s->table, row, s->mode);
}

static bool is_limit(const Speedup *s, int row)
{
    return strcmp(mode_of(s, row), LIMIT) == 0;
}

/* The speed-up that the machine gives this many processes; NAN: not measured. */
static double limit_at(const Speedup *s, double threads)
{
    for (int r = 0; r < s->table.rows; r++)
        if (is_limit(s, r) && s->threads[r] == threads) return s->speedup[r];
    return NAN;
}

/* Whether row is the first of its mode. */
static bool is_new_mode(const Speedup *s, int row)
{
    for (int r = 0; r < row; r++)
        if (strcmp(mode_of(s, r), mode_of(s, row)) == 0) return false;
    return true;
}

/* Gives every bar its place, modes side by side with a gap between them, and writes what stands below them. Returns the bars. */
static int places(Chart *c, Speedup *s)
{
    int bars = 0, modes = 0;
    s->place = mem_new((size_t)s->table.rows, sizeof *s->place);
    char *tics = NULL;
    size_t size = 0;
    FILE *out = files_memory(&tics, &size);
    for (int r = 0; r < s->table.rows; r++) s->place[r] = NAN;
    for (int first = 0; first < s->table.rows; first++) {
        if (is_limit(s, first) || !is_new_mode(s, first)) continue;
        double begin = bars + modes * 0.8;
        int members = 0;
        for (int r = first; r < s->table.rows; r++) {
            if (strcmp(mode_of(s, r), mode_of(s, first)) != 0 || !isfinite(s->speedup[r])) continue;
            s->place[r] = begin + members++;
            fprintf(out, "%s\"%g\" %g", bars++ > 0 ? ", " : "", s->threads[r], s->place[r]);
        }
        if (members == 0) continue;
        char name[CHART_NAME_MAX];
        chart_of(name, "mode", ++modes);
        chart_text(c, name, "%s", mode_of(s, first));
        chart_of(name, "mode_at", modes);
        chart_number(c, name, begin + (members - 1) / 2.0);
    }
    files_memory_close(out);
    chart_number(c, "modes", modes);
    chart_text(c, "x_axis", "set xrange [-0.9:%g]; set xtics (%s)", bars + (modes - 1) * 0.8 - 0.1, tics);
    free(tics);
    return bars;
}

/* The bars in the order of their places; lo, hi: from the slowest and fastest repetition. The limit's line ends with each mode.
 */
static void tables(Chart *c, const Speedup *s, int bars, Extent *speed, Extent *share)
{
    enum { PLACE, WIDTH, THREADS, SPEED, LO, HI, SHARE, LIMIT_SPEED, LIMIT_SHARE, COLUMNS };
    static const char *const name[COLUMNS] = {"x",  "width",      "threads", "speedup",         "lo",
                                              "hi", "efficiency", "limit",   "limit_efficiency"};
    int rows = bars * 2, n = 0, limits = 0;
    double *all = mem_new((size_t)rows * COLUMNS, sizeof *all), *column[COLUMNS];
    TsvColumn table[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) {
        column[k] = all + k * rows;
        table[k] = (TsvColumn){name[k], column[k], NULL};
    }
    const char *mode = NULL;
    for (double last = -1; n < rows;) {
        int next = -1;
        for (int r = 0; r < s->table.rows; r++)
            if (s->place[r] > last && (next < 0 || s->place[r] < s->place[next])) next = r;
        if (next < 0) break;
        if (mode != NULL && strcmp(mode, mode_of(s, next)) != 0) {
            for (int k = 0; k < COLUMNS; k++) column[k][n] = NAN;
            n++;
        }
        mode = mode_of(s, next);
        last = s->place[next];
        bool spread = s->seconds != NULL && s->min != NULL && s->max != NULL && s->min[next] > 0 && s->max[next] > 0;
        double limit = limit_at(s, s->threads[next]);
        const double cell[COLUMNS] = {last,
                                      0.82,
                                      s->threads[next],
                                      s->speedup[next],
                                      spread ? s->speedup[next] * s->seconds[next] / s->max[next] : s->speedup[next],
                                      spread ? s->speedup[next] * s->seconds[next] / s->min[next] : s->speedup[next],
                                      s->efficiency[next],
                                      limit,
                                      limit / s->threads[next]};
        for (int k = 0; k < COLUMNS; k++) column[k][n] = cell[k];
        limits += isfinite(limit);
        extent_add(speed, fmax(cell[HI], cell[SPEED]));
        extent_add(speed, limit);
        extent_add(share, cell[SHARE]);
        extent_add(share, cell[LIMIT_SHARE]);
        n++;
    }
    chart_number(c, "has_limit", limits > 0);
    chart_table(c, NULL, table, COLUMNS, n);
    free(all);
}

static ChartsStatus draw(const Charts *how, Speedup *s, const char *folder, const char *base)
{
    Chart c;
    Extent speed = EXTENT_NONE, share = EXTENT_NONE;
    chart_begin(&c, how, folder, "speedup", base);
    int bars = places(&c, s);
    tables(&c, s, bars, &speed, &share);
    extent_add(&share, 1);
    Axis y = axis_zero(speed), e = axis_zero(share);
    chart_axis(&c, "speedup_axis", 'y', &y, 6);
    chart_axis(&c, "efficiency_axis", 'y', &e, 5);
    chart_text(&c, "title", "Speed-up of the parallel modes");
    const char *slash = strrchr(folder, '/');
    chart_text(&c, "subtitle", "%s; whiskers: fastest and slowest run; limit: as many independent serial processes",
               slash != NULL ? slash + 1 : folder);
    return chart_end(&c);
}

ChartsStatus charts_speedup(const Charts *how, const char *csv, const char *out)
{
    Speedup s = {0};
    ChartsStatus status = speedup_read(&s, csv, how->errors);
    const char *slash = strrchr(out, '/');
    char *folder = slash == NULL ? mem_text(".") : slash == out ? mem_text("/") : mem_text(out);
    if (slash != NULL && slash != out) folder[slash - out] = '\0';
    const char *base = slash != NULL ? slash + 1 : out;
    if (status == CHARTS_DRAWN) status = chart_folder(how, folder);
    if (status == CHARTS_DRAWN) status = draw(how, &s, folder, base);
    if (status == CHARTS_NO_GNUPLOT)
        errors_add(how->errors, "gnuplot is not installed (Debian package gnuplot-nox): what the chart shows is in %s.tsv", out);
    speedup_free(&s);
    free(folder);
    return status;
}
