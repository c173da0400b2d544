/* machine.c. The processor and its threads, on which timings depend, and the folder for tables of this machine. */
#include "bench/machine.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "run/environment.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

IntList machine_thread_counts(void)
{
    IntList list = {0};
    int all = processors_taken(NULL);
    assert(all >= 1);
    for (int n = 1; n < all; n *= 2) list.v[list.n++] = n;
    list.v[list.n++] = all;
    return list;
}

/* The value in the first line of /proc/cpuinfo that begins with key, as a part of line (room); NULL: none. */
static char *cpuinfo(const char *key, char *line, int room)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char *value = NULL;
    while (f != NULL && value == NULL && fgets(line, room, f) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) value = strchr(line, ':');
    if (f != NULL) fclose(f);
    return value != NULL ? value + 1 : NULL;
}

Brief machine_name(void)
{
    static const char *const empty_words[] = {"(R)", "(TM)", "(tm)", "CPU", "Processor", NULL};
    Brief b;
    char line[512], *rest = NULL;
    struct utsname system;
    char *text = cpuinfo("model name", line, sizeof line);
    if (text == NULL) text = uname(&system) == 0 ? system.machine : "unknown";
    text[strcspn(text, "@\n")] = '\0'; /* the clock rate follows an @ */
    for (int i = 0; empty_words[i] != NULL; i++)
        for (char *p; (p = strstr(text, empty_words[i])) != NULL;) memset(p, ' ', strlen(empty_words[i]));
    Text name = text_in(b.text, sizeof b.text);
    for (char *word = strtok_r(text, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest))
        text_add(&name, "%s%s", name.used > 0 ? " " : "", word);
    return b;
}

/* The name of the processor and the best instruction set that runs here, as a file name: "amd-epyc_avx2". */
static const char *folder_name(char *out, size_t room)
{
    const Brief name = machine_name();
    Text folder = text_in(out, room);
    bool gap = false; /* a character other than a letter or digit follows the last letter */
    for (const char *p = name.text; *p != '\0'; p++) {
        if (isalnum((unsigned char)*p)) text_add(&folder, "%s%c", gap && folder.used > 0 ? "-" : "", tolower((unsigned char)*p));
        gap = !isalnum((unsigned char)*p);
    }
    text_add(&folder, "_%s", isa_taken());
    return out;
}

int machine_keep(const char *results, const char *name, FILE *out, char **text, FILE *notes, char **base)
{
    int status = STATUS_OK;
    char machine[80];
    files_memory_close(out);
    assert(name[0] != '\0' && **text != '\0');
    if (results != NULL) {
        OWNED char *folder = files_path(results, folder_name(machine, sizeof machine));
        OWNED char *kept = files_path(folder, name), *csv = text_new("%s.csv", kept);
        if (files_make_directory(folder) && files_replace(csv, *text, strlen(*text))) {
            fprintf(notes, "table: %s\n", csv);
            if (base != NULL) *base = mem_text(kept);
        } else {
            status = (int)status_of_write(errno);
            fprintf(stderr, "%s: cannot be written: %s\n", csv, files_why(errno));
        }
    }
    free(*text);
    return status;
}
