/* verify.c. Sets up the experiment of a run, and loads its checkpoint. */
#include "run/verify.h"

#include "base/text.h"
#include "config/weights.h"
#include "file/files.h"
#include "run/resume.h"
#include "run/setup.h"
#include "store/rundir.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { WHY = 3 * PARAM_TEXT_MAX };

/* Checks the checkpoint of dir with the experiment, or without (NULL). */
static int check(const char *dir, Experiment *e, Errors *errors)
{
    char why[WHY];
    const RunDirStatus status = rundir_check(dir, e, why, sizeof why);
    if (status == RUNDIR_OPEN) return STATUS_OK;
    errors_add(errors, "%s", why);
    return status == RUNDIR_CORRUPT ? STATUS_DATA : STATUS_IO;
}

/* The weights that an evaluation plays; false: there are none, or it has several players. */
static bool read_weights(Weights *w, const char *dir, const Config *c)
{
    Errors ignored = {0};
    char *path = files_path(dir, "weights.ini"), *player = files_path(dir, "player-1.ini");
    *w = (Weights){0};
    const bool read = c->kind->scores_games && !files_exists(player) && files_exists(path) &&
                      weights_read(w, path, config_basis(c), &ignored) == WEIGHTS_READ;
    errors_free(&ignored);
    free(path);
    free(player);
    return read;
}

/* More games than a checkpoint of this size has scores of, each of which takes four bytes. */
static int64_t most_games(const char *dir)
{
    char *path = files_path(dir, "checkpoint");
    struct stat st = {0};
    const int64_t bytes = stat(path, &st) == 0 ? st.st_size : 0;
    free(path);
    return bytes / 4 + 1 < INT32_MAX ? bytes / 4 + 1 : INT32_MAX;
}

/* Makes the experiment of the run. Of an evaluation the number of games is not known, nor needed. False: it cannot be made.
 * *status: its config.ini cannot be read, which errors says. */
static bool set_up(Setup *s, Config *c, Weights *w, const char *dir, int *status, Errors *errors)
{
    Errors ignored = {0};
    bool trains = false;
    const Status read = resume_read(c, dir, &trains, &ignored);
    bool made = read == STATUS_OK;
    if (read == STATUS_NO_INPUT && ignored.n > 0) {
        errors_add(errors, "%s", ignored.line[0]);
        *status = STATUS_NO_INPUT;
    }
    if (made && trains) made = setup_train(s, c, &ignored, &ignored);
    if (made && !trains) {
        made = read_weights(w, dir, c);
        if (made) setup_evaluate(s, c, w->w, RNG_EVALUATION, most_games(dir), 0);
    }
    errors_free(&ignored);
    return made;
}

int verify_run(const char *dir, Errors *errors)
{
    Setup setup = {0};
    Config config;
    Weights weights = {0};
    int status = STATUS_OK;
    const bool made = set_up(&setup, &config, &weights, dir, &status, errors);
    if (status == STATUS_OK) status = check(dir, made ? &setup.experiment : NULL, errors);
    setup_free(&setup);
    weights_free(&weights);
    config_free(&config);
    return status;
}
