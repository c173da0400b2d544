/* rates.c. How often is `swarmtris compare` wrong, how often does it see a difference, and how many games does that take?
 * Simulated players whose true means are known; alpha and margin as compare has them by default.
 *
 *     rates [DUELS]     default 10000, for each line of the tables
 *
 * Prints "ok - ..." for tests/run.sh where no more than alpha of the duels said anything false. */
#include "tests/duels.h"

#include <stdio.h>
#include <stdlib.h>

static const double alpha = 0.05, margin = 0.05;
static const int64_t games = 100000;

static int failed;

static void print_line(const DuelLaw *law, double ratio, int duels)
{
    DuelCount c = duels_compare(law, ratio, alpha, margin, law->share[0] > 0 ? games / 5 : games, duels);
    double share = 100.0 / duels;
    bool good = c.wrong <= alpha * duels;
    failed += !good;
    printf("%s - %-36s ratio %-5g first %6.2f %%  second %6.2f %%  equal %6.2f %%  open %5.2f %%  false %5.2f %%  %8.0f pairs\n",
           good ? "ok" : "not ok", law->name, ratio, share * c.first, share * c.second, share * c.equal, share * c.open,
           share * c.wrong, c.pairs / duels);
    fflush(stdout);
}

int main(int n, char **text)
{
    static const double ratios[] = {1, 1.02, 1.1, 1.25, 2, 10};
    int duels = n > 1 ? atoi(text[1]) : 10000;
    if (n > 2 || duels < 1) {
        fprintf(stderr, "rates [DUELS]\n");
        return 2;
    }
    for (const DuelLaw *law = duel_laws; law->name != NULL; law++) print_line(law, 1, duels);
    for (size_t i = 1; i < sizeof ratios / sizeof ratios[0]; i++) {
        print_line(&duel_laws[0], ratios[i], duels);
        print_line(&duel_laws[2], ratios[i], duels);
    }
    return failed > 0;
}
