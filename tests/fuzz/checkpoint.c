/* checkpoint.c. Fuzz target: any bytes as the checkpoint of a run, with the checksum that they should have. The first byte names
 * the ini of the run, in the current directory: 0.ini to 9.ini, made by tests/fuzz.sh. A checkpoint is refused with a sentence,
 * or it leaves the experiment in a state that is saved and loaded as the same. */
#include "tests/fuzz/fuzz.h"

#include "base/hash.h"
#include "config/config_read.h"
#include "run/setup.h"
#include "store/checkpoint.h"
#include "store/rundir.h"

#include <inttypes.h>

static void leave_file(const char *path, const char *text, size_t size)
{
    FILE *f = fopen(path, "w");
    if (f == NULL || fwrite(text, 1, size, f) != size || fclose(f) != 0) abort();
}

/* The run directory as a process finds it that died: text (size) with its checksum, and tables of 1000 bytes. */
static void leave_run(const uint8_t *text, size_t size)
{
    OWNED char *whole;
    size_t length;
    FILE *memory = files_memory(&whole, &length);
    fwrite(text, 1, size, memory);
    fprintf(memory, "checksum %016" PRIx64 "\n", hash_bytes(HASH_START, (const char *)text, size));
    files_memory_close(memory);
    leave_file("run/checkpoint", whole, length);
    static const char rows[1000];
    leave_file("run/metrics.tsv", rows, sizeof rows);
    leave_file("run/positions.tsv", rows, sizeof rows);
}

/* The state as text; owned by the caller. */
static char *saved(const Experiment *e, size_t *size)
{
    Saver s;
    saver_start(&s);
    e->kind->serialise(e->self, &s.serialise);
    saver_finish(&s);
    *size = s.size;
    return s.text;
}

static void load_again(const Experiment *e)
{
    size_t size, again;
    OWNED char *text = saved(e, &size);
    CLOSED(loader_free) Loader l;
    bool good = loader_start(&l, mem_text(text), size);
    assert(good);
    e->kind->serialise(e->self, &l.serialise);
    assert(!l.serialise.failed);
    OWNED char *copy = saved(e, &again);
    assert(size == again && memcmp(text, copy, size) == 0);
}

static void load(Setup *s)
{
    RunDir *d;
    CLOSED(errors_free) Errors errors = {0};
    if (rundir_open(&d, "run") != STATUS_OK) abort();
    if (rundir_load(d, &s->experiment, &errors) == STATUS_OK)
        load_again(&s->experiment);
    else
        assert(errors.n == 1);
    rundir_close(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || data[0] < '0' || data[0] > '9') return -1;
    const char ini[] = {(char)data[0], '.', 'i', 'n', 'i', '\0'};
    if (access(ini, R_OK) != 0) return -1;
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup s = {0};
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    if (!config_read(&c, ini, NULL, NULL, 0, &errors, &warnings) || !setup_train(&s, &c, &errors, &warnings)) abort();
    leave_run(data + 1, size - 1);
    load(&s);
    return 0;
}
