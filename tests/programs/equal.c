/* equal.c. The whole comparison of the lanes with the reference engine (tests/lanes_equal.h): 10^6 boards, 10^6 decisions, 10^4
 * games and the look-ahead, for every instruction set that runs here.
 *
 *     equal [FIRST [COUNT [DEPTH]]] [--seconds S]
 *         shares FIRST .. FIRST + COUNT - 1 of 0 .. 499, all by default; DEPTH: features, decisions, games or look-ahead alone
 *
 * A share's number is its seed: a campaign that was stopped goes on at the number that was printed
 * last, and what differs in a share differs again in it alone. Status 0: all equal; 1: not; 2: what is wanted? Prints "ok - ..."
 * for tests/run.sh. */
#include "tests/lanes_equal.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shares between two progress lines. */
enum { AT_A_TIME = 5 };

typedef struct {
    int first, count, depth; /* depth EQUAL_DEPTHS: all */
    double seconds;          /* 0: without end */
} Wanted;

static bool read_number(const char *text, double most, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= 0 && *out <= most;
}

static bool read_arguments(int n, char **text, Wanted *w)
{
    double number;
    *w = (Wanted){.count = EQUAL_SHARES, .depth = EQUAL_DEPTHS};
    for (int i = 1, place = 0; i < n; i++) {
        if (strcmp(text[i], "--seconds") == 0) {
            if (++i == n || !read_number(text[i], 1e9, &w->seconds)) return false;
        } else if (place == 2) {
            for (w->depth = 0; w->depth < EQUAL_DEPTHS && strcmp(equal_depths[w->depth], text[i]) != 0; w->depth++) continue;
            if (w->depth == EQUAL_DEPTHS) return false;
            place++;
        } else {
            if (place > 2 || !read_number(text[i], EQUAL_SHARES, &number)) return false;
            *(place++ == 0 ? &w->first : &w->count) = (int)number;
        }
    }
    if (w->count > EQUAL_SHARES - w->first) w->count = EQUAL_SHARES - w->first;
    return true;
}

static void print_progress(int next, int end, double seconds, const EqualCounts *c)
{
    printf("%4d of %d, %.0f s:", next, end, seconds);
    for (int i = 0; i < EQUAL_N; i++)
        if (c->n[i] > 0) printf(" %lld %s", (long long)c->n[i], equal_numbers[i]);
    printf("\n");
    fflush(stdout);
}

int main(int n, char **text)
{
    Wanted w;
    EqualCounts counts = {{0}};
    const Lanes *lanes[EQUAL_LANES_MAX];
    if (!read_arguments(n, text, &w)) {
        fprintf(stderr, "usage: equal [FIRST [COUNT [features|decisions|games|look-ahead]]] [--seconds S]\n");
        return 2;
    }
    equal_lanes(lanes);
    double start = omp_get_wtime();
    int next = w.first, end = w.first + w.count;
    bool good = true;
    while (good && next < end && (w.seconds == 0 || omp_get_wtime() - start < w.seconds)) {
        int some = end - next < AT_A_TIME ? end - next : AT_A_TIME;
        for (int d = 0; d < EQUAL_DEPTHS; d++)
            if (w.depth == EQUAL_DEPTHS || w.depth == d) good = equal_shares((EqualDepth)d, next, some, lanes, &counts) && good;
        next += some;
        print_progress(next, end, omp_get_wtime() - start, &counts);
    }
    if (good && next < end) printf("to go on: equal %d %d\n", next, end - next);
    printf("%s - lanes and reference are equal, shares %d .. %d\n", good ? "ok" : "not ok", w.first, next - 1);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
