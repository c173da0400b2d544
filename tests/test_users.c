/* test_users.c. What the program says to people: times, widths, costs, how often progress is shown, engines and reasons; how
 * numbers are shown in progress, rows, tables, JSON. */
#include "config/config_read.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "file/terminal.h"
#include "file/tsv.h"
#include "run/progress.h"
#include "run/results.h"
#include "tests/helpers.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A line a second in the first minute, a line a minute in the first hour, then one in ten minutes. */
TEST(test_progress_pause)
{
    static const double times[] = {0, 59.9, 60, 3599, 3600, 1e6}, pauses[] = {1, 1, 60, 60, 600, 600};
    for (size_t i = 0; i < LENGTH(times); i++) assert_true(progress_pause(times[i], true) == pauses[i]);
    assert_true(progress_pause(0, false) == 30 && progress_pause(60, false) == 60 && progress_pause(7200, false) == 600);
    int lines = 0;
    double shown = -1;
    for (double now = 0; now < 24 * 3600; now += 0.5) /* iterations of half a second, for a day */
        if (now - shown >= progress_pause(now, true)) {
            shown = now;
            lines++;
        }
    assert_in_range(lines, 60 + 59 + 137, 60 + 60 + 139);
}

TEST(test_durations)
{
    static const char *const good[] = {"90s",      "1.5m",   "2h",         "1d",  "1d12h",   "1h30m15s", "30:00",
                                       "12:00:00", "100:00", "2-12:00:00", "1-0", "0-00:10", "1-2"};
    static const double expected[] = {90, 90, 7200, 86400, 129600, 5415, 1800, 43200, 6000, 216000, 86400, 600, 93600};
    static const char *const refused[] = {"1e9s", "",       "5",          "s",          "0s",        "-1s",         "1m1h",
                                          "1h1h", "1.5.2h", "1w",         "1. h",       "0-0",       "1-",          "-1",
                                          "1:2",  "1:60",   "1:00:00:00", "1-1:00:00x", "1.5-00:00", "99999999999d"};
    double seconds;
    for (size_t i = 0; i < LENGTH(good); i++)
        if (!duration_read(good[i], &seconds) || seconds != expected[i]) fail_msg("%s: %g", good[i], seconds);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        seconds = -1;
        if (duration_read(refused[i], &seconds) || seconds != -1) fail_msg("%s: %g", refused[i], seconds);
    }
}

TEST(test_wrapping)
{
    static const struct {
        int columns;
        const char *text, *expected; /* NULL: it stays as it is */
    } rows[] = {
        {0, "a line that a file holds stays as it is\n", NULL},
        {29, "too narrow to be broken anywhere\n", NULL},
        {30, "1234567890123456789\xc3\xa4 123456789\n", NULL},
        {30, "1234567890123456789\xc3\xa4 1234567890\n", "1234567890123456789\xc3\xa4\n1234567890\n"},
        {40, "  name  a second column that is long enough\n", "  name  a second column that is long\n        enough\n"},
        {40, "  --an-option-of-a-verb   which has a long text\n", "  --an-option-of-a-verb\n          which has a long text\n"},
        {40, "                    a text, which begins too deep\n", "          a text, which begins too deep\n"},
        {40, "rank  seeds      score    95 % from      to\n   1     10        2.5          1.0     3.0\n",
         "rank  seeds      score    95 % from\n      to\n   1     10        2.5          1.0\n     3.0\n"},
        {30, "a word, and to go on: ./swarmtris train --resume --out runs/first\n", NULL},
        {30, "a player of swarmtris plays on and on\n", "a player of swarmtris plays on\nand on\n"},
        {30,
         "key = value value value value value\n{\"a\": 1, \"b\": [1, 2, 3], \"c\": 2}\na\tb c d e f g h i j k l m n o p q r\n",
         NULL},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char out[300];
        int end[2];
        TerminalLine line = {0};
        assert_int_equal(pipe(end), 0);
        assert_true(terminal_write(end[1], rows[i].text, &line, rows[i].columns));
        out[read(end[0], out, sizeof out - 1)] = '\0';
        assert_string_equal(out, rows[i].expected != NULL ? rows[i].expected : rows[i].text);
        close(end[0]);
        close(end[1]);
    }
}

TEST(test_costs)
{
    assert_string_equal(report_over(0.0126).text, "1.3 % over");
    assert_string_equal(report_over(0.4).text, "40 % over");
    assert_string_equal(report_over(0.996).text, "2 times as much");
    assert_string_equal(report_over(0.994).text, "99 % over");
    assert_string_equal(report_over(1.5).text, "2.5 times as much");
    assert_string_equal(report_cut(2, 2, 0, "pieces").text, "2 of 2 cut off: a lower bound");
    assert_string_equal(report_cut(1, 2, 9, "pieces").text, "1 of 2 played all 9 pieces: the rule of this game");
    assert_string_equal(report_cut(0, 2, 0, "pieces").text, "");
}

/* Two values 1 and 3: the interval of their mean is 2 +- 12.7, of which a count has no part below 0, nor an error one above; that
 * of an estimate is on the scale of logarithms. People read those of a minimised score the other way round. */
TEST(test_intervals)
{
    const struct {
        Units units;
        double sign, lower, upper;
    } rows[] = {{{.scale = SCALE_COUNT}, 1, 0, 14.706},
                {{.scale = SCALE_SIGNED}, 1, -10.706, 14.706},
                {{.scale = SCALE_ERROR}, -1, -14.706, 0},
                {{.scale = SCALE_COUNT, .by_rate = true}, 1, 2 * exp(-6.3531), 2 * exp(6.3531)}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const Units turned = {.minimised = true};
        Stats s = {0};
        stats_add(&s, rows[i].sign);
        ReportedScore r = reported_make("validated", 0, &rows[i].units, s, 0);
        assert_true(isnan(r.value[REPORTED_LOWER]) && isnan(r.value[REPORTED_UPPER]) && isnan(r.value[REPORTED_SD]));
        stats_add(&s, 3 * rows[i].sign);
        r = reported_make("validated", 0, &rows[i].units, s, 1);
        assert_near(r.value[REPORTED_LOWER], rows[i].lower, 0.001);
        assert_near(r.value[REPORTED_UPPER], rows[i].upper, 0.5);
        assert_true(r.value[REPORTED_GAMES] == 2 && r.value[REPORTED_CUT] == 1);
        assert_true(reported_amount(&r, &turned, REPORTED_LOWER) == 0 - r.value[REPORTED_UPPER]);
    }
}

TEST(test_statuses)
{
    assert_true(status_of_write(ENOSPC) == STATUS_IO && status_of_write(EFBIG) == STATUS_IO);
    assert_true(status_of_write(EACCES) == STATUS_CANT_CREATE && status_of_write(EROFS) == STATUS_CANT_CREATE);
}

/* Lanes that refuse every set with the second or the fourth feature of the game. */
static const char *refuse_two(const void *rules, const FeatureSet *set)
{
    (void)rules;
    for (int i = 0; i < set->n; i++)
        if (set->index[i] == 1 || set->index[i] == 3) return "a phrase";
    return NULL;
}

static const char *refuse_all(const void *rules, const FeatureSet *set)
{
    (void)rules;
    return set->n > 1 ? "the lanes do not like sets" : NULL;
}

TEST(test_engine_reasons)
{
    static const int index[] = {0, 1, 2, 3};
    const FeatureSet set = {.name = "four", .source = "", .index = index, .n = 4};
    Game game = *registry_games[0];
    Lanes twin = *game.lanes[0];
    const Lanes *twins[] = {&twin, NULL};
    Task task = {.rules = &game};
    Setup s = {.tasks = {.task = &task, .n = 1, .room = 1}};
    char text[400];
    OWNED char *expected = text_new("reference, since the lanes do not know %s, %s: some 100 times slower", game.features[1].name,
                                    game.features[3].name);
    game.lanes = twins;
    twin.refuses = refuse_two;
    task.player = (Player){.r = {.game = &game, .set = &set},
                           .agent = registry_agents[0],
                           .engine = "reference",
                           .isa = "plain",
                           .refused = "a phrase"};
    assert_string_equal(engine_info_engine(&s, text, sizeof text), expected);
    twin.refuses = refuse_all;
    task.player.refused = "the lanes do not like sets";
    assert_string_equal(engine_info_engine(&s, text, sizeof text),
                        "reference, since the lanes do not like sets: some 100 times slower");
    task.player = (Player){
        .r = {.game = &game, .set = &set}, .agent = registry_agents[0], .engine = "lanes", .isa = "avx2", .lanes = &twin};
    assert_string_equal(engine_info_engine(&s, text, sizeof text), "lanes, avx2");
    task.rules = NULL;
    assert_string_equal(engine_info_engine(&s, text, sizeof text), "");
}

/* A training that a budget of minutes ended late. */
TEST(test_overruns)
{
    static const ConfigValue values[] = {
        {"objective.kind=sphere", "--set"}, {"training.total_games=200", "--set"}, {"training.minutes=0.5", "--set"}};
    static const struct {
        const char *ended;
        RunTimes times;
        const char *expected; /* in the report; NULL: nothing of an overrun */
    } rows[] = {{"total_games", {.all = 5}, NULL},
                {"minutes", {.all = 60, .training = 33}, "(minutes = 0.5; 10 % over)\n"},
                {"minutes", {.all = 60, .training = 30}, "training ended: the time was over (minutes = 0.5)\n"}};
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup s;
    CLOSED(errors_free) Errors errors = {0};
    assert_true(config_read(&c, NULL, NULL, values, LENGTH(values), &errors, &errors) && setup_train(&s, &c, &errors, &errors));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        OWNED char *text;
        Result r = {.space = &s.objective[0].space, .ended = rows[i].ended, .plays = 200, .cost = 200};
        FILE *out = files_memory(&text, NULL);
        report_print(out, &s, &r, &rows[i].times, NULL);
        files_memory_close(out);
        if (rows[i].expected != NULL ? strstr(text, rows[i].expected) == NULL : strstr(text, "over") != NULL)
            fail_msg("%zu: %s", i, text);
    }
}

/* What a terminal would obey becomes a question mark; letters of any length, tabs and line ends stay. */
TEST(test_plain_text)
{
    static const struct {
        const char *text, *expected, *line;
    } rows[] = {
        {"a\tb\n", "a\tb\n", "a?b?"},
        {"\033[2J\r\b\a\177", "?[2J????", "?[2J????"},
        {"\302\2335n \302\240", "?5n \302\240", "?5n \302\240"}, /* C1; a blank that does not break */
        {"\303\244\342\202\254\360\237\230\200", "\303\244\342\202\254\360\237\230\200", "\303\244\342\202\254\360\237\230\200"},
        {"\233 \377 \300\233 \340\200\233", "? ? ?? ???", "? ? ?? ???"}, /* no UTF-8, or too long for what it says */
        {"\355\240\200\364\220\200\200", "???????", "???????"},          /* half of a pair; beyond the last letter */
        {"\342\202x\342\202", "?x?", "?x?"},                             /* letters that are cut */
        {"\342\202\303\244", "?\303\244", "?\303\244"},
        {"", "", ""}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int line = 0; line <= 1; line++) {
            OWNED char *text = mem_text(rows[i].text);
            plain_text(text, line);
            assert_string_equal(text, line ? rows[i].line : rows[i].expected);
            assert_true(!line || plain_is_line(rows[i].text) == (strcmp(text, rows[i].text) == 0));
        }
}

/* Words of a command come back as they were from a shell. */
TEST(test_shell_words)
{
    static char *const words[] = {"plain-1.ini", "",           "a b",      "it's", "'", "\\",  "$(x) `y` \"z\"",
                                  "a\nb",        "\033[2J'\\", "\303\244", "~",    "*", "\377"};
    OWNED char *command = message_command(LENGTH(words), words);
    char shown[400] = "", expected[400] = "";
    assert_null(strstr(command, "\033"));
    OWNED char *typed = text_new("bash -c \"$(cat <<'END'\nprintf '%%s.' %s\nEND\n)\"", command);
    for (size_t i = 0; i < LENGTH(words); i++) snprintf(expected + strlen(expected), 100, "%s.", words[i]);
    FILE *shell = popen(typed, "r");
    assert_non_null(shell);
    assert_true(fread(shown, 1, sizeof shown - 1, shell) == strlen(expected));
    assert_int_equal(pclose(shell), 0);
    assert_string_equal(shown, expected);
    /* An option can follow: behind -- stand paths. */
    OWNED char *resumed = message_command(7, (char *[]){"x", "--resume", "-o", "--", "-a", "--force", "-"});
    assert_string_equal(resumed, "x -o ./-a ./--force - ");
}

/* ---- how numbers are shown ---- */

TEST(test_progress_number)
{
    static const struct {
        double x;
        const char *text;
    } rows[] = {{0, "0"},           {7, "7"},
                {999, "999"},       {999.4, "999"},
                {999.6, "1k"},      {1234, "1.23k"},
                {12345, "12.3k"},   {999499, "999k"},
                {999600, "1M"},     {4.56e6, "4.56M"},
                {2.04e9, "2.04G"},  {1e13, "10T"},
                {-12345, "-12.3k"}, {0.00123, "0.00123"},
                {-0.5, "-0.5"},     {1e20, "100E"},
                {5.59e17, "559P"},  {2e21, "more than 999E"}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_string_equal(message_number(rows[i].x).text, rows[i].text);
}

TEST(test_progress_duration)
{
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0s"},           {0.421, "0.42s"},
                {45, "45s"},         {59.4, "59s"},
                {59.6, "1m00s"},     {723, "12m03s"},
                {3599, "59m59s"},    {3600, "1h00m"},
                {12000, "3h20m"},    {86400, "24h00m"},
                {449999, "5d04h"},   {86400e3, "2.74 years"},
                {1e9, "31.7 years"}, {1e300, "more than 999 years"}};
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

/* Cells are whole, keep their order or that of another header, and are found by name. */
TEST(test_row)
{
    CLOSED(row_free) TableRow row = {0};
    OWNED char *empty = row_names(&row);
    assert_string_equal(empty, "");
    static const char long_name[] = "a name of more than the 47 letters that two problems of one search had in common";
    row_add(&row, "a", "1");
    row_add(&row, "b", "");
    row_add(&row, long_name, long_name);
    assert_string_equal(row_find(&row, "b"), "");
    assert_string_equal(row_find(&row, long_name), long_name);
    assert_null(row_find(&row, "d"));
    OWNED char *names = row_names(&row), *expected = text_new("a\tb\t%s\n", long_name);
    assert_string_equal(names, expected);
    OWNED char *cells = row_cells(&row, names), *others = row_cells(&row, "b\td\ta\n");
    OWNED char *whole = text_new("1\t\t%s\n", long_name);
    assert_string_equal(cells, whole);
    assert_string_equal(others, "\tNaN\t1\n");
    row_clear(&row);
    assert_null(row_find(&row, "a"));
}

TEST(test_printed_table)
{
    OWNED char *text;
    FILE *f = files_memory(&text, NULL);
    CLOSED(printed_table_end) PrintedTable t;
    printed_table(&t, f);
    for (int i = 0; i < 2; i++) {
        record_row(&t.record, "any");
        record_int(&t.record, "i", i);
        record_text(&t.record, "s", "w");
        record_end(&t.record);
    }
    files_memory_close(f);
    assert_string_equal(text, "i\ts\n0\tw\n1\tw\n");
}

/* RFC 8259: quotes, backslashes and control characters are escaped, other letters stand as they are, bytes of none do not; no
 * number is not finite. */
TEST(test_json)
{
    OWNED char *text;
    FILE *f = files_memory(&text, NULL);
    Json j = {.out = f};
    json_open(&j, NULL, '{');
    json_text(&j, "te\"xt", "a\"b\\c\nd\te\x01\x1f\x7f\xc2\x9b \xc3\xa4/\xff\xe2\x82\xc3");
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
    files_memory_close(f);
    assert_string_equal(text, "{\n"
                              "  \"te\\\"xt\": \"a\\\"b\\\\c\\u000ad\\u0009e\\u0001\\u001f\\u007f\\u009b \xc3\xa4/????\",\n"
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
