/* verb_check.c. swarmtris check FILE.ini: reads an ini, builds its parts, and plays nothing; or replays placements. */
#include "cli/placements.h"
#include "cli/verbs.h"
#include "config/config_print.h"

#include <inttypes.h>
#include <stdio.h>

static void print_limit(const char *name, int64_t limit)
{
    if (limit > 0) printf(", %s %" PRId64, name, limit);
}

/* Prints what the ini describes, in four lines. */
static void print_summary(const Config *c, int problems)
{
    const TrainingOptions *t = &c->train.training;
    const Basis basis = config_basis(c);
    if (c->kind->tunes)
        printf("  problem    %d ini file%s, tuning %s\n", problems, problems == 1 ? "" : "s", c->meta.tune);
    else if (config_uses(c, "game"))
        printf("  problem    %s: %d weights of %s, chosen by %s\n", c->game->name, basis_size(&basis), basis_name(&basis),
               c->agent->name);
    else
        printf("  problem    %s in %d dimensions\n", c->kind->name, c->objective.dim);
    printf("  optimiser  %s%s%s\n", c->optimiser->name, c->optimiser_choice.preset[0] != '\0' ? ", preset " : "",
           c->optimiser_choice.preset);
    printf("  training   %s%d plays a position, allocation %s", contest_traits[t->contest.allocation].amount,
           train_games(&c->train), contest_allocations[t->contest.allocation]);
    print_limit("iterations", t->iterations);
    print_limit("total_games", t->total_games);
    print_limit("total_pieces", t->total_pieces);
    if (t->minutes > 0) printf(", minutes %.6g", t->minutes);
    print_limit("stall", t->stall);
    if (t->target != 0) printf(", target %.6g", t->target);
    if (c->train.selection.finalists == 0)
        printf("\n  afterwards no re-selection");
    else if (train_shares_pieces(&c->train))
        printf("\n  afterwards %d finalists with %g of total_pieces", c->train.selection.finalists, c->train.selection.share);
    else
        printf("\n  afterwards %d finalists with %d fresh plays each", c->train.selection.finalists,
               train_final_games(&c->train));
    if (c->train.validation.games == 0)
        printf(", no validation\n");
    else
        printf(", %d plays of validation\n", c->train.validation.games);
}

/* Builds everything that the training would build, without playing. Returns the exit status. */
static int check_parts(const Config *c, int *problems)
{
    Setup setup;
    int status = verbs_setup(&setup, c, false);
    *problems = setup.tuning.problems.n;
    setup_free(&setup);
    return status;
}

int verb_check(const Options *o)
{
    Config c;
    int problems = 0;
    if (o->placements != NULL)
        return placements_check(o->arg[0], o->placements, o->columns > 0 ? o->columns : 11, o->buffer >= 0 ? o->buffer : 1);
    int status = verbs_read(&c, o->arg[0], o);
    if (status == STATUS_OK) status = check_parts(&c, &problems);
    if (status == STATUS_OK && o->dump) config_print(&c, stdout, true);
    if (status == STATUS_OK && !o->dump) {
        printf("%s: ok\n", o->arg[0]);
        if (!o->quiet) print_summary(&c, problems);
    }
    config_free(&c);
    return status;
}
