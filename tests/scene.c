/* scene.c. See scene.h. */
#include "tests/scene.h"
#include "analysis/tables.h"
#include "file/files.h"
#include "file/places.h"
#include "file/tsv.h"
#include "report/charts.h"
#include "report/compare.h"
#include "tests/helpers.h"

#include <dirent.h>
#include <unistd.h>

static bool in_path(const char *program)
{
    OWNED char *path = mem_text(getenv("PATH") != NULL ? getenv("PATH") : "");
    bool found = false;
    for (char *save = NULL, *dir = strtok_r(path, ":", &save); dir != NULL && !found; dir = strtok_r(NULL, ":", &save)) {
        OWNED char *file = files_path(dir, program);
        found = access(file, X_OK) == 0;
    }
    return found;
}

int scene_begin(void **state)
{
    Scene *s = mem_new(1, sizeof *s);
    strcpy(s->dir, "/tmp/swarmtris-charts-XXXXXX");
    s->gnuplot = in_path("gnuplot");
    *state = s;
    return mkdtemp(s->dir) == NULL;
}

void remove_tree(const char *dir)
{
    DIR *d = opendir(dir);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        OWNED char *path = files_path(dir, e->d_name);
        if (unlink(path) != 0) remove_tree(path);
    }
    if (d != NULL) closedir(d);
    rmdir(dir);
}

void forget(Scene *s)
{
    errors_free(&s->errors);
    errors_free(&s->warnings);
    errors_free(&s->drawn);
}

int scene_end(void **state)
{
    OWNED Scene *s = *state;
    forget(s);
    remove_tree(s->dir);
    return 0;
}

const char *at(const Scene *s, const char *name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", s->dir, name);
    return path;
}

void put(const Scene *s, const char *name, const char *text)
{
    char *path = mem_text(at(s, name));
    *strrchr(path, '/') = '\0';
    assert_true(files_make_directory(path));
    free(path);
    FILE *f = fopen(at(s, name), "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

Charts charts(Scene *s)
{
    forget(s);
    return (Charts){.format = "svg", .path = s->path, .errors = &s->errors, .warnings = &s->warnings, .drawn = &s->drawn};
}

void no_temporaries(const char *dir)
{
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) assert_null(strstr(e->d_name, ".tmp"));
    closedir(d);
}

void draws(Scene *s, const char *name, int pictures)
{
    Charts c = charts(s);
    char folder[440];
    snprintf(folder, sizeof folder, "%s/charts", at(s, name));
    Status status = charts_run(&c, at(s, name));
    for (int i = 0; s->gnuplot && i < s->errors.n; i++) print_error("%s\n", s->errors.line[i]);
    for (int i = 0; i < s->warnings.n; i++) print_error("%s\n", s->warnings.line[i]);
    assert_int_equal(status, s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
    assert_int_equal(s->warnings.n, 0);
    assert_int_equal(s->drawn.n, s->gnuplot ? pictures : 0);
    for (int i = 0; i < s->drawn.n; i++) assert_int_equal(access(s->drawn.line[i], R_OK), 0);
    no_temporaries(folder);
}

double *column(const Scene *s, const char *table, const char *name, int *n)
{
    CLOSED(tsv_free) Tsv t;
    Errors errors = {0};
    assert_int_equal(tsv_read(&t, at(s, table), '\t', &errors), STATUS_OK);
    double *x = tsv_numbers(&t, name, &errors);
    assert_non_null(x);
    *n = t.rows;
    return x;
}

void shows(const Scene *s, const char *picture, const char *text)
{
    if (!s->gnuplot) return;
    OWNED char *svg = files_read(at(s, picture), NULL);
    assert_non_null(svg);
    if (strstr(svg, text) == NULL) fail_msg("%s does not show %s", picture, text);
}

void shows_times(const Scene *s, const char *picture, const char *text, int times)
{
    if (!s->gnuplot) return;
    OWNED char *svg = files_read(at(s, picture), NULL);
    assert_non_null(svg);
    int n = 0;
    for (const char *found = svg; (found = strstr(found, text)) != NULL; found++) n++;
    if (n != times) fail_msg("%s shows %s %d times, not %d", picture, text, n, times);
}

void assert_column(const Scene *s, const char *table, const char *name, const double *expected, int n)
{
    int rows;
    OWNED double *x = column(s, table, name, &rows);
    assert_int_equal(rows, n);
    for (int i = 0; i < n; i++)
        if (isnan(expected[i]) ? !isnan(x[i]) : !(fabs(x[i] - expected[i]) <= 1e-8 * fabs(expected[i])))
            fail_msg("%s: %s in line %d is %g, not %g", table, name, i + 2, x[i], expected[i]);
}

void copy_scripts(const Scene *s, const char *folder)
{
    char *plots = places_find("plots"), name[300];
    assert_non_null(plots);
    DIR *d = opendir(plots);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strstr(e->d_name, ".gp") == NULL) continue;
        OWNED char *path = files_path(plots, e->d_name), *text = files_read(path, NULL);
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        put(s, name, text);
    }
    closedir(d);
    free(plots);
}

char *commanded(Scene *s, const char *commands)
{
    static const char head[] = "chart = 'convergence'\nrun = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5\n"
                               "here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }\n"
                               "load here.'style.gp'\nset print 'printed.txt'\n";
    char script[8000], plots[400];
    copy_scripts(s, "my scripts");
    snprintf(script, sizeof script, "%s%s\nset xrange [0:1]\nplot x\n", head, commands);
    put(s, "my scripts/convergence.gp", script);
    put(s, "own/metrics.tsv", "iteration\tbest_score\n1\t5\n");
    snprintf(plots, sizeof plots, "%s", at(s, "my scripts"));
    Charts c = charts(s);
    c.plots = plots;
    Status status = charts_run(&c, at(s, "own"));
    for (int i = 0; i < s->errors.n; i++) print_error("%s\n", s->errors.line[i]);
    assert_int_equal(status, STATUS_OK);
    char *printed = files_read(at(s, "own/charts/printed.txt"), NULL);
    assert_non_null(printed);
    return printed;
}

char *axis(Scene *s, const char *scale, const char *seen, int want)
{
    char commands[1000];
    snprintf(commands, sizeof commands,
             "do for [k = 1:words('%s')] { ignored = see(real(word('%s', k))) }\nletter = 'y'; scale = '%s'; want = %d; load "
             "here.'axis.gp'\n"
             "print sprintf('%%g %%g %%d', axis_lo, axis_hi, axis_log); print tics",
             seen, seen, scale, want);
    return commanded(s, commands);
}

Status compares(Scene *s, const char *a, const char *b, const char *out)
{
    Charts c = charts(s);
    char first[400], second[400], folder[400];
    snprintf(first, sizeof first, "%s", at(s, a));
    snprintf(second, sizeof second, "%s", at(s, b));
    snprintf(folder, sizeof folder, "%s", at(s, out));
    c.out = folder;
    return charts_compare(&c, (const char *[]){first, second}, 2);
}

Status status_of(Scene *s, const char *run)
{
    Charts c = charts(s);
    return charts_run(&c, at(s, run));
}
