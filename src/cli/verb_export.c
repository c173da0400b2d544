/* verb_export.c. swarmtris export RUN...: one table of many runs. */
#include "analysis/export.h"
#include "analysis/ioh.h"
#include "base/error.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the text to the file of --out, or to standard output. Returns the exit status. */
static int write_export(const Options *o, const char *text, size_t size)
{
    if (o->out == NULL) {
        fwrite(text, 1, size, stdout);
        return STATUS_OK;
    }
    if (files_replace(o->out, text, size)) return STATUS_OK;
    const int error = errno;
    fprintf(stderr, "%s: cannot be written: %s\n", o->out, files_why(error));
    return (int)status_of_write(error);
}

/* Folders of --format ioh; the exit status. */
static int write_ioh(const Options *o)
{
    Errors errors = {0};
    if (o->out == NULL || o->table != NULL) {
        fprintf(stderr, o->out == NULL
                            ? "swarmtris: --format ioh: needs --out FOLDER, since it writes several files\n"
                            : "swarmtris: --table: has no use with --format ioh, which writes what a training reached\n");
        return STATUS_USAGE;
    }
    const int status = (int)ioh_write(o->arg, o->args, o->out, &errors);
    message_errors(&errors, "");
    errors_free(&errors);
    return status;
}

int verb_export(const Options *o)
{
    char *text;
    size_t size;
    Errors errors = {0};
    assert(o->args >= 1);
    int status = verbs_readable(o->arg, o->args);
    if (status != STATUS_OK) return status;
    if (o->exported == EXPORT_IOH) return write_ioh(o);
    FILE *out = files_memory(&text, &size);
    status = (int)export_runs(o->arg, o->args, o->table, out, &errors);
    files_memory_close(out);
    message_errors(&errors, "");
    errors_free(&errors);
    if (status == STATUS_OK) status = write_export(o, text, size);
    free(text);
    return status;
}
