/* test_files.c. Reading and writing files, beside other processes, symbolic links, pipes, and disks and memory that run out. */
#include "file/tsv.h"
#include "store/checkpoint.h"
#include "tests/helpers.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Counts what is synced, in place of the system's own. */
static int files_synced, directories_synced;
int fsync(int fd)
{
    struct stat st;
    if (fstat(fd, &st) == 0) (S_ISDIR(st.st_mode) ? directories_synced++ : files_synced++);
    return (int)syscall(SYS_fsync, fd);
}

/* ---- memory that runs out: the first test, since threads would leave memory that they have not used ---- */

/* A checkpoint of some MB, in a process that gets little more memory than it has. */
static void save_without_memory(const void *ctx)
{
    (void)ctx;
    OWNED char *pages = files_read("/proc/self/statm", NULL);
    const struct rlimit little = {.rlim_cur = strtoul(pages, NULL, 10) * 4096 + (1 << 20), .rlim_max = RLIM_INFINITY};
    Saver s;
    double x = 0.1;
    saver_start(&s);
    setrlimit(RLIMIT_AS, &little);
    for (int i = 0; i < 300000; i++) serialise_reals(&s.serialise, "x", &x, 1);
    saver_finish(&s);
}

/* The stream of the C library loses what it has no memory for, without a sign: the checksum would be that of the rest. */
TEST(test_memory_runs_out)
{
    char said[400];
    if (IS_SLOW) skip(); /* sanitizers abort by themselves, in other words */
    if (strstr(aborts(save_without_memory, NULL, said, sizeof said), "swarmtris: out of memory: ") == NULL)
        fail_msg("'%s'", said);
}

/* ---- drafts ---- */

/* Whether the name is that of a draft of a file called of; NULL: of none. */
static void assert_drafted(const char *name, const char *of)
{
    const size_t length = files_drafted(name);
    if (of == NULL ? length != 0 : length != strlen(of) || strncmp(name, of, length) != 0) fail_msg("%s: %zu", name, length);
}

TEST(test_names_of_drafts)
{
    assert_drafted("checkpoint.17.tmp", "checkpoint");
    assert_drafted("checkpoint.17.3.tmp", "checkpoint");
    assert_drafted("problem-1.ini.17.tmp", "problem-1.ini");
    assert_drafted("checkpoint.tmp", "checkpoint"); /* of earlier builds */
    assert_drafted("checkpoint.prev", NULL);
    assert_drafted(".tmp", NULL);
    assert_drafted("tmp", NULL);
}

/* A draft belongs to one writer: what lies under its name is left alone, be it another's draft, a symbolic link or a pipe. What a
 * writer has left that was killed is removed by the next one; a folder, with what it holds. */
TEST(test_drafts_of_others)
{
    FilesDraft live, room;
    write_file("victim", "old");
    assert_int_equal(symlink("victim", "shared.0.tmp") + mkdir("shared.1.tmp", 0777) + mkfifo("shared.2.tmp", 0666), 0);
    assert_true(files_begin(&live, "shared"));
    assert_string_equal(live.draft, "shared.3.tmp");
    write_file("shared.4.tmp", "left");
    write_file("shared", "new");
    assert_file("shared", "new");
    assert_file("victim", "old");
    assert_true(files_copy_name("shared", "other"));
    assert_true(files_exists("shared.3.tmp") && files_write(live.fd, "live", 4) && files_end(&live, true));
    assert_file("shared", "live");
    assert_int_equal(unlink("shared.0.tmp") + rmdir("shared.1.tmp") + unlink("shared.2.tmp"), 0);
    assert_int_equal(system("! ls shared.* other.* 2>/dev/null && mkdir -p shared.0.tmp/a && echo x >shared.0.tmp/a/b"), 0);
    assert_true(files_room_begin(&room, "shared") && !files_exists("shared.0.tmp/a"));
    assert_string_equal(room.draft, "shared.0.tmp");
    write_file("shared.0.tmp/c", "x");
    write_file("shared", "beside");
    assert_true(files_exists("shared.0.tmp/c"));
    files_room_end(&room);
    assert_int_equal(system("! ls shared.* 2>/dev/null"), 0);
}

enum { WRITERS = 4, TIMES = 200 };

static void *write_often(void *failed)
{
    for (int i = 0; i < TIMES; i++)
        if (!files_replace("raced", "whole", 5)) ++*(int *)failed;
    return NULL;
}

/* Writers of one file do not disturb each other. */
TEST(test_writers_at_once)
{
    pthread_t writer[WRITERS];
    int failed[WRITERS] = {0};
    for (int i = 0; i < WRITERS; i++) assert_int_equal(pthread_create(&writer[i], NULL, write_often, &failed[i]), 0);
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(writer[i], NULL);
        assert_int_equal(failed[i], 0);
    }
    assert_file("raced", "whole");
    assert_int_equal(system("! ls raced.* 2>/dev/null"), 0);
}

/* ---- what lies in the place of a file ---- */

TEST(test_reasons)
{
    assert_string_equal(files_why(ELOOP), "it is a symbolic link, which is not followed");
    assert_string_equal(files_why(ENXIO), "it is no regular file");
    assert_string_equal(files_why(ESTALE), "it was moved, replaced or cut while the program worked on it");
}

/* Nothing is written through a symbolic link. */
TEST(test_links)
{
    write_file("target", "old\n");
    assert_int_equal(symlink("target", "link"), 0);
    assert_fails(files_append("link", 0, "new", 3), ELOOP);
    assert_false(files_append("link", 4, "new", 3));
    assert_fails(files_add("link", NULL, "new"), ELOOP);
    assert_file("target", "old\n");
    assert_int_equal(symlink("unborn", "dangling"), 0);
    assert_false(files_append("dangling", 0, "new", 3));
    assert_false(files_exists("unborn"));
    write_file("link", "new"); /* the link itself is replaced */
    assert_file("target", "old\n");
    assert_file("link", "new");
}

/* A pipe blocks nobody, and is no file that could be replaced. */
TEST(test_pipes)
{
    size_t size;
    CLOSED(tsv_free) Tsv t;
    CLOSED(errors_free) Errors errors = {0};
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_fails(files_append("pipe", 0, "x", 1), ENXIO);
    assert_fails(files_add("pipe", "first\n", "x"), ENXIO);
    assert_fails(files_read("pipe", &size) != NULL, ENXIO);
    assert_fails(files_read("/dev/null", &size) != NULL, ENXIO);
    assert_fails(files_replace("pipe", "x", 1), ENXIO);
    assert_int_equal(tsv_read(&t, "pipe", '\t', &errors), STATUS_NO_INPUT);
    assert_string_equal(errors.line[0], "pipe: cannot be read: it is no regular file");
    assert_fails(files_read(".", &size) != NULL, EISDIR);
}

/* ---- appending ---- */

TEST(test_append)
{
    assert_true(files_append("rows", 0, "one\n", 4));
    assert_true(files_append("rows", 4, "two\n", 4));
    assert_file("rows", "one\ntwo\n");
    assert_true(files_append("rows", 4, "three\n", 6)); /* what lay behind is cut off */
    assert_file("rows", "one\nthree\n");
    assert_true(files_append("rows", 1, "", 0));
    assert_file("rows", "o");
    assert_false(files_append("nowhere/a", 0, "x", 1));
    /* What was written before must be there still. */
    assert_true(files_append("table", 0, "one\ntwo\n", 8));
    assert_int_equal(truncate("table", 4), 0);
    assert_fails(files_append("table", 8, "three\n", 6), ESTALE);
    assert_file("table", "one\n");
    assert_int_equal(unlink("table"), 0);
    assert_fails(files_append("table", 8, "three\n", 6), ESTALE);
    assert_false(files_exists("table"));
}

/* The name of a new file survives a loss of power, that of an old one does already. */
TEST(test_sync)
{
    files_synced = directories_synced = 0;
    assert_true(files_append("synced", 0, "one\n", 4));
    assert_int_equal(files_synced, 1);
    assert_int_equal(directories_synced, 1);
    assert_true(files_append("synced", 4, "two\n", 4));
    assert_int_equal(files_synced, 2);
    assert_int_equal(directories_synced, 1);
    assert_true(files_replace("synced", "", 0));
    assert_int_equal(files_synced, 3);
    assert_int_equal(directories_synced, 2);
    assert_true(files_make_directory("a/b"));
    assert_int_equal(directories_synced, 4);
}

TEST(test_add)
{
    assert_true(files_add("lines", "head\n", "one\n"));
    assert_true(files_add("lines", "head\n", "two\n"));
    assert_file("lines", "head\none\ntwo\n");
    limit_files(16); /* which is in the middle of the next line */
    assert_fails(files_add("lines", "head\n", "three\n"), EFBIG);
    limit_files(RLIM_INFINITY);
    assert_file("lines", "head\none\ntwo\n");
    assert_true(files_add("plain", NULL, "one\n"));
    assert_file("plain", "one\n");
}

/* ---- memory ---- */

TEST(test_memory)
{
    OWNED char *text;
    size_t size;
    FILE *f = files_memory(&text, &size);
    files_memory_close(f);
    assert_string_equal(text, "");
    free(text);
    f = files_memory(&text, &size);
    for (int i = 0; i < 100000; i++) fprintf(f, "%05d", i);
    assert_int_equal(fflush(f), 0);
    assert_int_equal(size, 500000);
    assert_memory_equal(text, "000000000100002", 15);
    fputs("end", f);
    files_memory_close(f);
    assert_int_equal(size, 500003);
    assert_string_equal(text + size - 8, "99999end");
}

TEST(test_files_replace)
{
    size_t size;
    assert_true(files_replace("f", "old", 3));
    assert_true(files_replace("f", "new\0text", 8));
    OWNED char *text = files_read("f", &size);
    assert_int_equal(size, 8);
    assert_memory_equal(text, "new\0text", 9); /* and a zero behind it */
    assert_int_equal(system("! ls f.* 2>/dev/null"), 0);
    assert_fails(files_replace("nowhere/f", "x", 1), ENOENT);
    /* Where the new file cannot be written the old one stays, and no draft does. */
    write_file("g", "old");
    limit_files(2);
    assert_fails(files_replace("g", "new", 3), EFBIG);
    limit_files(RLIM_INFINITY);
    assert_file("g", "old");
    assert_int_equal(system("! ls g.* 2>/dev/null"), 0);
    assert_true(files_replace("g", "new", 3));
    assert_file("g", "new");
}

TEST(test_files_read)
{
    size_t size, large = 200000;
    OWNED char *big = mem_new(large + 1, 1);
    assert_fails(files_read("missing", &size) != NULL, ENOENT);
    assert_fails(files_read(".", &size) != NULL, EISDIR);
    write_file("empty", "");
    assert_file("empty", "");
    memset(big, 'x', large);
    assert_true(files_replace("big", big, large));
    OWNED char *text = files_read("big", &size);
    assert_true(size == large && memcmp(text, big, large + 1) == 0);
}

TEST(test_files_directories)
{
    assert_true(files_make_directory("d1/d2/d3"));
    assert_true(files_is_directory("d1/d2/d3"));
    assert_true(files_make_directory("d1/d2/d3"));
    assert_true(files_make_directory("d1/d4/"));
    write_file("file", "x");
    assert_false(files_make_directory("file"));
    assert_false(files_make_directory("file/d"));
    assert_false(files_is_directory("file"));
    assert_false(files_is_directory("missing"));
    OWNED char *path = files_path("a/b", "c");
    assert_string_equal(path, "a/b/c");
}

/* Afterwards both names lead to the same content, and replacing one leaves the other. */
TEST(test_files_copy_name)
{
    write_file("one", "1");
    write_file("copy", "other");
    for (int twice = 0; twice < 2; twice++) {
        assert_true(files_copy_name("one", "copy"));
        assert_file("copy", "1");
    }
    write_file("one", "2");
    assert_file("copy", "1");
    assert_int_equal(system("! ls copy.* 2>/dev/null"), 0);
    assert_false(files_copy_name("missing", "copy"));
    assert_file("copy", "1");
}

TESTS(place_enter, place_leave)
