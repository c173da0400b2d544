/* scene.c. See scene.h. */
#include "tests/scene.h"
#include "charts/charts.h"
#include "file/tsv.h"
#include "tests/helpers.h"

#include <dirent.h>
#include <unistd.h>

Scene scene;

int scene_begin(void **state)
{
    scene = (Scene){
        .how = {.format = "svg", .errors = &scene.errors, .warnings = &scene.warnings, .drawn = &scene.drawn},
        .gnuplot = system("command -v gnuplot >/dev/null") == 0,
    };
    return place_enter(state);
}

void forget(void)
{
    errors_free(&scene.errors);
    errors_free(&scene.warnings);
    errors_free(&scene.drawn);
}

int scene_end(void **state)
{
    forget();
    return place_leave(state);
}

void put(const char *name, const char *text)
{
    OWNED char *folder = text_new("./%s", name);
    *strrchr(folder, '/') = '\0';
    assert_true(files_make_directory(folder));
    write_file(name, text);
}

void put_in(const char *run, const char *file, const char *text)
{
    OWNED char *name = files_path(run, file);
    put(name, text);
}

void no_temporaries(const char *dir)
{
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) assert_null(strstr(e->d_name, ".tmp"));
    closedir(d);
}

void draws(const char *name, int pictures)
{
    OWNED char *folder = text_new("%s/charts", name);
    Status status = status_of(name);
    for (int i = 0; scene.gnuplot && i < scene.errors.n; i++) print_error("%s\n", scene.errors.line[i]);
    for (int i = 0; i < scene.warnings.n; i++) print_error("%s\n", scene.warnings.line[i]);
    assert_int_equal(status, DRAWN);
    assert_int_equal(scene.warnings.n, 0);
    assert_int_equal(scene.drawn.n, scene.gnuplot ? pictures : 0);
    for (int i = 0; i < scene.drawn.n; i++) assert_int_equal(access(scene.drawn.line[i], R_OK), 0);
    no_temporaries(folder);
}

double *column(const char *table, const char *name, int *n)
{
    CLOSED(tsv_free) Tsv t;
    Errors errors = {0};
    assert_int_equal(tsv_read(&t, table, '\t', &errors), STATUS_OK);
    double *x = tsv_numbers(&t, name, &errors);
    assert_non_null(x);
    *n = t.rows;
    return x;
}

bool text_at(const char *picture, const char *text, double *x, double *y)
{
    if (!scene.gnuplot) return false;
    OWNED char *svg = files_read(picture, NULL), *tag = text_new("<text>%s<", text);
    assert_non_null(svg);
    char *found = strstr(svg, tag), *place = NULL;
    for (char *p = svg; found != NULL && (p = strstr(p, "translate(")) != NULL && p < found; p++) place = p;
    return place != NULL && sscanf(place, "translate(%lf,%lf)", x, y) == 2;
}

void shows_all(const char *picture, int times, const char *const *text)
{
    if (!scene.gnuplot) return;
    OWNED char *svg = files_read(picture, NULL);
    assert_non_null(svg);
    for (; *text != NULL; text++) {
        int n = 0;
        for (const char *found = svg; (found = strstr(found, *text)) != NULL; found++) n++;
        if (times < 0 ? n == 0 : n != times) fail_msg("%s shows %s %d times", picture, *text, n);
    }
}

void assert_column(const char *table, const char *name, const double *expected, int n)
{
    int rows;
    OWNED double *x = column(table, name, &rows);
    assert_int_equal(rows, n);
    for (int i = 0; i < n; i++)
        if (isnan(expected[i]) ? !isnan(x[i]) : !(fabs(x[i] - expected[i]) <= 1e-8 * fabs(expected[i])))
            fail_msg("%s: %s in line %d is %g, not %g", table, name, i + 2, x[i], expected[i]);
}

Status compares(const char *a, const char *b, const char *out)
{
    Charts c = scene.how;
    c.out = out;
    forget();
    return charts_compare(&c, (const char *[]){a, b}, 2);
}

Status status_of(const char *run)
{
    forget();
    return charts_run(&scene.how, run);
}

void refuses(const char *run, Status status, const char *text)
{
    assert_int_equal(status_of(run), status);
    assert_int_equal(scene.errors.n, 1);
    assert_non_null(strstr(scene.errors.line[0], text));
}
