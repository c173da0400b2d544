/* test_shown.c. How numbers are shown: progress, rows, tables, JSON. */
#include "file/json.h"
#include "file/message.h"
#include "file/row.h"
#include "run/progress.h"
#include "tests/helpers.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

TEST(test_progress_number)
{
    static const struct {
        double x;
        const char *text;
    } rows[] = {{0, "0"},          {7, "7"},         {999, "999"},       {999.4, "999"},       {999.6, "1k"},
                {1234, "1.23k"},   {12345, "12.3k"}, {999499, "999k"},   {999600, "1M"},       {4.56e6, "4.56M"},
                {2.04e9, "2.04G"}, {1e13, "10T"},    {-12345, "-12.3k"}, {0.00123, "0.00123"}, {-0.5, "-0.5"},
                {1e20, "1e+08T"}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_string_equal(message_number(rows[i].x).text, rows[i].text);
}

TEST(test_progress_duration)
{
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0s"},        {0.421, "0.42s"}, {45, "45s"},      {59.4, "59s"},     {59.6, "1m00s"},   {723, "12m03s"},
                {3599, "59m59s"}, {3600, "1h00m"},  {12000, "3h20m"}, {86400, "24h00m"}, {449999, "5d04h"}, {1e300, "11574d01h"}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_string_equal(message_duration(rows[i].seconds).text, rows[i].text);
}

/* What a terminal of so many columns shows of it. False: there are no terminals here. */
static bool show_on(int columns, const ProgressState *s, char *shown, size_t room)
{
    Progress p = {.terminal = true, .shown_at = -1};
    const struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
    int screen = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen < 0) return false;
    assert_true(grantpt(screen) == 0 && unlockpt(screen) == 0);
    int terminal = open(ptsname(screen), O_RDWR | O_NOCTTY), before = dup(STDERR_FILENO);
    assert_true(terminal >= 0 && ioctl(terminal, TIOCSWINSZ, &size) == 0 && dup2(terminal, STDERR_FILENO) >= 0);
    progress_show(&p, s, true);
    assert_true(dup2(before, STDERR_FILENO) >= 0);
    ssize_t n = read(screen, shown, room - 1);
    assert_true(n > 0);
    shown[n] = '\0';
    close(before);
    close(terminal);
    close(screen);
    return true;
}

/* The line is as wide as the terminal less one, and of what does not fit nothing is shown: never half a number. */
TEST(test_progress_narrow)
{
    const ProgressState s = {.phase = "training",
                             .iteration = "123",
                             .best = "45678",
                             .median = "1234.5",
                             .turn_name = "pieces",
                             .share = 0.25,
                             .seconds = 100,
                             .turns = 123456789};
    char whole[200], shown[200];
    if (!show_on(100, &s, whole, sizeof whole)) skip();
    assert_non_null(strstr(whole, "\rtraining 25%  iteration 123  eta 5m00s  best 45.7k  median 1.23k  pieces/s 1.23M  "));
    for (int columns = 20; columns < 100; columns++) {
        assert_true(show_on(columns, &s, shown, sizeof shown));
        assert_int_equal(strlen(shown), columns);
        for (size_t n = strlen(shown); shown[n - 1] == ' '; n--) shown[n - 1] = '\0';
        assert_memory_equal(whole, shown, strlen("\rtraining 25%"));
        for (const char *pair = strstr(shown, "  "); pair != NULL; pair = strstr(pair + 2, "  ")) {
            const char *end = strstr(pair + 2, "  ");
            OWNED char *words = text_new("%.*s  ", end != NULL ? (int)(end - pair) : (int)strlen(pair), pair);
            assert_non_null(strstr(whole, words));
        }
    }
}

/* Cells keep their order, are found by name, and are cut where they are too long. */
TEST(test_row)
{
    static const char x60[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    OWNED Row *row = mem_new(1, sizeof *row);
    row_add(row, "a", "1");
    row_add(row, "b", "");
    row_add(row, "c", x60);
    assert_string_equal(row_find(row, "b"), "");
    assert_null(row_find(row, "d"));
    assert_int_equal(strlen(row_find(row, "c")), ROW_CELL_BYTES - 1);
    OWNED char *heads = row_line(row, true), *cells = row_line(row, false);
    assert_string_equal(heads, "a\tb\tc\n");
    assert_memory_equal(cells, "1\t\txxx", 6);
    assert_int_equal(strlen(cells), 3 + ROW_CELL_BYTES - 1 + 1);
    while (row->n < ROW_CELLS_MAX) row_add(row, "n", x60);
    OWNED char *full = row_line(row, false);
    assert_true(full[strlen(full) - 1] == '\n');
    OWNED Row *copy = mem_new(1, sizeof *copy);
    row->n = 2;
    row_copy(copy, row);
    assert_true(copy->n == 2 && strcmp(row_find(copy, "b"), "") == 0);
    assert_string_equal(copy->cell[2], ""); /* the room for more cells is left alone */
}

TEST(test_printed_table)
{
    OWNED char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    OWNED PrintedTable *t = mem_new(1, sizeof *t);
    printed_table(t, f);
    for (int i = 0; i < 2; i++) {
        record_row(&t->record, "any");
        record_int(&t->record, "i", i);
        record_text(&t->record, "s", "w");
        record_end(&t->record);
    }
    fclose(f);
    assert_string_equal(text, "i\ts\n0\tw\n1\tw\n");
}

/* RFC 8259: quotes, backslashes and control characters are escaped, other bytes stand as they are; no number is not finite. */
TEST(test_json)
{
    OWNED char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    Json j = {.out = f};
    json_open(&j, NULL, '{');
    json_text(&j, "te\"xt", "a\"b\\c\nd\te\x01\x1f\x7f\xc2\x9b \xc3\xa4/");
    json_int(&j, "i", INT64_MIN);
    json_real(&j, "r", 0.1);
    json_real(&j, "nan", NAN);
    json_real(&j, "inf", -HUGE_VAL);
    json_open(&j, "list", '[');
    json_int(&j, NULL, 1);
    json_open(&j, NULL, '{');
    json_close(&j, '}');
    json_close(&j, ']');
    json_open(&j, "empty", '[');
    json_close(&j, ']');
    json_close(&j, '}');
    fclose(f);
    assert_string_equal(text, "{\n"
                              "  \"te\\\"xt\": \"a\\\"b\\\\c\\u000ad\\u0009e\\u0001\\u001f\\u007f\\u009b \xc3\xa4/\",\n"
                              "  \"i\": -9223372036854775808,\n"
                              "  \"r\": 0.10000000000000001,\n"
                              "  \"nan\": null,\n"
                              "  \"inf\": null,\n"
                              "  \"list\": [\n"
                              "    1,\n"
                              "    {}\n"
                              "  ],\n"
                              "  \"empty\": []\n"
                              "}\n");
}

TESTS(NULL, NULL)
