#include "bench/machine.h"

#include <ctype.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

int machine_processors(void)
{
    cpu_set_t mine;
    CPU_ZERO(&mine);
    return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}

IntList machine_thread_counts(void)
{
    IntList list = {0};
    int all = machine_processors();
    for (int n = 1; n < all; n *= 2) list.v[list.n++] = n;
    list.v[list.n++] = all;
    return list;
}

/* The value of the first line of /proc/cpuinfo that begins with key, in line; NULL: there is none. */
static char *cpuinfo(const char *key, char *line, int room)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char *value = NULL;
    while (f != NULL && value == NULL && fgets(line, room, f) != NULL)
        if (strncmp(line, key, strlen(key)) == 0) value = strchr(line, ':');
    if (f != NULL) fclose(f);
    return value != NULL ? value + 1 : NULL;
}

char *machine_name(char *out, size_t room)
{
    static const char *const empty_words[] = {"(R)", "(TM)", "(tm)", "CPU", "Processor", NULL};
    char line[512], *rest = NULL;
    struct utsname system;
    char *text = cpuinfo("model name", line, sizeof line);
    if (text == NULL) text = uname(&system) == 0 ? system.machine : "unknown";
    text[strcspn(text, "@\n")] = '\0'; /* the clock rate comes behind an @ */
    for (int i = 0; empty_words[i] != NULL; i++)
        for (char *p; (p = strstr(text, empty_words[i])) != NULL;) memset(p, ' ', strlen(empty_words[i]));
    out[0] = '\0';
    for (char *word = strtok_r(text, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        size_t used = strlen(out);
        snprintf(out + used, room - used, "%s%s", used > 0 ? " " : "", word);
    }
    return out;
}

char *machine_folder(const char *isa, char *out, size_t room)
{
    char name[64];
    size_t n = 0;
    for (const char *p = machine_name(name, sizeof name); *p != '\0' && n + 1 < room; p++) {
        bool dash = n > 0 && out[n - 1] == '-';
        if (isalnum((unsigned char)*p))
            out[n++] = (char)tolower((unsigned char)*p);
        else if (n > 0 && !dash)
            out[n++] = '-';
    }
    while (n > 0 && out[n - 1] == '-') n--;
    snprintf(out + n, room - n, "_%s", isa);
    return out;
}

double machine_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
