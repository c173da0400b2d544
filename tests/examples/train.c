/* train.c. Trains a player of Tetris through libswarmtris.   cc -o train train.c $(pkg-config --cflags --libs swarmtris) */
#include <stdio.h>
#include <stdlib.h>
#include <swarmtris.h>

static void check(swt_error *e)
{
    if (e != NULL) exit((fprintf(stderr, "%s\n", swt_error_text(e)), (int)swt_error_code(e)));
}

int main(int argc, char *argv[])
{
    static const char ini[] = "[game]\nheight = 8\n"
                              "[agent]\nfeatures = dt\n"
                              "[training]\ntotal_pieces = 2e6\n"
                              "[selection]\nfinalists = 5\n"
                              "[validation]\ngames = 400\n"
                              "[optimiser]\nparticles = 15\n";
    swt_training *t;
    swt_reported reported[SWT_REPORTED_MAX];
    int n;
    check(swt_training_open(&t, ini, argc > 1 ? argv[1] : NULL, SWT_NEW)); /* a directory would keep the run */
    for (bool more = true; more; fprintf(stderr, "%s: %3.0f %%\n", swt_training_phase(t), 100 * swt_training_share(t)))
        check(swt_training_step(t, &more));
    check(swt_training_result(t, NULL, swt_training_dim(t), reported, &n));
    for (int i = 0; i < n; i++)
        fprintf(stderr, "%s: %g (%g to %g) rows\n", reported[i].name, reported[i].mean, reported[i].lower, reported[i].upper);
    fputs(swt_training_weights(t), stdout);
    swt_training_close(t);
}
