/* duration.c. Reads times with units (1d12h), and those of Slurm (1-12:00:00); and the clock. */
#include "file/duration.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Reads a number (digits with at most one point) at *text, and moves *text past it. False: there is no number. */
static bool read_number(const char **text, double *x)
{
    const size_t digits = strspn(*text, "0123456789"),
                 rest = (*text)[digits] == '.' ? 1 + strspn(*text + digits + 1, "0123456789") : 0;
    if (digits == 0 || rest == 1 || digits + rest > 15) return false;
    *x = strtod(*text, NULL);
    *text += digits + rest;
    return true;
}

/* 1d12h30m15s: each unit once, the larger before the smaller. */
static bool read_units(const char *text, double *seconds)
{
    static const struct {
        char letter;
        double seconds;
    } unit[] = {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}};
    size_t next = 0;
    for (*seconds = 0; *text != '\0'; text++) {
        double x;
        if (!read_number(&text, &x)) return false;
        while (next < sizeof unit / sizeof *unit && unit[next].letter != *text) next++;
        if (next == sizeof unit / sizeof *unit) return false;
        *seconds += x * unit[next++].seconds;
    }
    return true;
}

/* Reads a colon and two digits, below 60, at *text, and moves *text past them. */
static bool read_sixtieths(const char **text, double *x)
{
    const char *t = *text;
    if (t[0] != ':' || !isdigit((unsigned char)t[1]) || !isdigit((unsigned char)t[2]) || t[1] > '5') return false;
    *x = 10 * (t[1] - '0') + (t[2] - '0');
    *text += 3;
    return true;
}

/* [D-]first[:second[:third]]: with days hours, minutes and seconds; without them minutes and seconds, or all three. */
static bool read_slurm(const char *text, double *seconds)
{
    double days = 0, part[3] = {0};
    int parts = 1;
    const char *dash = strchr(text, '-');
    if (strpbrk(text, ".") != NULL || strlen(text) > 15) return false;
    if (dash != NULL && (!read_number(&text, &days) || *text++ != '-')) return false;
    if (!read_number(&text, &part[0])) return false;
    while (*text != '\0' && parts < 3)
        if (!read_sixtieths(&text, &part[parts++])) return false;
    if (*text != '\0' || (dash == NULL && parts == 1)) return false;
    if (dash == NULL && parts == 2)
        *seconds = 60 * part[0] + part[1];
    else
        *seconds = 86400 * days + 3600 * part[0] + 60 * part[1] + part[2];
    return true;
}

bool duration_read(const char *text, double *seconds)
{
    double x;
    assert(text != NULL && seconds != NULL);
    if (text[0] == '\0' || (!read_units(text, &x) && !read_slurm(text, &x))) return false;
    if (!(x > 0) || x >= 1e9) return false;
    *seconds = x;
    return true;
}

double duration_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double duration_since(double start)
{
    const double seconds = duration_now() - start;
    return seconds > 0 ? seconds : 0;
}
