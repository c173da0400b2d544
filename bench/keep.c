/* keep.c. Writes the tables of the benches below the folder that --out names. */
#include "bench/keep.h"

#include "bench/machine.h"
#include "file/files.h"
#include "file/status.h"
#include "run/isa.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int keep_csv(const char *results, const char *name, const char *text, size_t size, FILE *notes, char **base)
{
    assert(name[0] != '\0' && strlen(name) < 60 && size > 0);
    char machine[80], file[64];
    *base = NULL;
    if (results == NULL) return STATUS_OK;
    int status = STATUS_OK;
    snprintf(file, sizeof file, "%s.csv", name);
    char *folder = files_path(results, machine_folder(isa_taken(), machine, sizeof machine)), *csv = files_path(folder, file);
    if (files_make_directory(folder) && files_replace(csv, text, size)) {
        fprintf(notes, "table: %s\n", csv);
        *base = files_path(folder, name);
    } else {
        status = (int)status_of_write(errno);
        fprintf(stderr, "%s: cannot be written: %s\n", csv, files_why(errno));
    }
    free(folder);
    free(csv);
    return status;
}

int keep_memory(const char *folder, const char *name, FILE *out, char **text, size_t *size, FILE *notes)
{
    char *base;
    files_memory_close(out);
    int status = keep_csv(folder, name, *text, *size, notes, &base);
    free(base);
    free(*text);
    return status;
}
