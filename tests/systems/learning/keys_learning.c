/* keys_learning.c. Keys of learners, and of the agent that plays by a table. Two of them matter in the game catch alone. */
#include "tests/keys.h"

#define LEARNER                                                                                                   \
    "[game]\nwidth = 3\nheight = 3\npieces = i\n[objective]\nkind = qlearning\nsteps = 40\nobservation = board\n" \
    "reward = lost\ntest_games = 2\ntest_turns = 50\n" SEARCH FEW
#define CATCHER "[game]\nkind = catch\nwidth = 5\nheight = 6\nline = 5\n[objective]\nkind = qlearning\nsteps = 99\n" SEARCH FEW
#define ENCODER                                                                                                                 \
    "[game]\nwidth = 5\nheight = 5\n[objective]\nkind = encoder\n[encode]\nhidden = 3\nboards = 20\nheldout = 10\nepochs = 3\n" \
    "full_epochs = 3\ntarget = 0\nchange = 0\n"
#define OF_ENCODE(key, where, value, idle) "encode." key, ENCODER, where, value, "metrics", idle, NULL

static const Key rows[] = {
    {"agent.table.table", NULL, NULL, NULL, NULL, NULL, "a table has no weights that could be trained: sh_learning.sh"},
    {"objective.steps", LEARNER, "", "60", "metrics", NULL, NULL},
    {"objective.observation", LEARNER, "game.height=4", "top_row", "metrics", NULL, NULL},
    {"objective.reward", LEARNER, "", "greatest_height", "metrics", NULL, NULL},
    {"objective.illegal", CATCHER, "", "0", "metrics", NULL, NULL},
    {"objective.target", LEARNER, "", "index", "metrics", NULL, NULL},
    {"objective.test_games", LEARNER, "", "3", "metrics", NULL, NULL},
    {"objective.test_turns", LEARNER, "", "5", "metrics", NULL, NULL},

    {OF_ENCODE("observation", "game.kind=catch game.line=4", "board", NULL)},
    {OF_ENCODE("hidden", "", "4", NULL)},
    {OF_ENCODE("source", "", "games", NULL)},
    {OF_ENCODE("fill", "", "0.7", "encode.source=games")},
    {OF_ENCODE("moves", "encode.source=games", "3", "")},
    {OF_ENCODE("weights", "encode.source=games game.width=10 game.height=10", "from.ini", "game.width=10 game.height=10")},
    {OF_ENCODE("boards", "", "21", NULL)},
    {OF_ENCODE("heldout", "", "11", NULL)},
    {OF_ENCODE("batch", "", "4", "encode.epochs=0")},
    {OF_ENCODE("rate", "", "0.01", "encode.epochs=0")},
    {OF_ENCODE("target", "", "1000", "encode.epochs=0")},
    {OF_ENCODE("epochs", "", "2", NULL)},
    {OF_ENCODE("full_rate", "", "0.001", "encode.full_epochs=0")},
    {OF_ENCODE("change", "", "1000", "encode.full_epochs=0")},
    {OF_ENCODE("full_epochs", "", "2", NULL)}};
const KeyTable keys_learning = KEY_TABLE(rows);
