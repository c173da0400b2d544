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
    {"objective.", LEARNER, "", "steps=60 reward=greatest_height target=index test_games=3 test_turns=5", "metrics", NULL, NULL},
    {"objective.observation", LEARNER, "game.height=4", "top_row", "metrics", NULL, NULL},
    {"objective.illegal", CATCHER, "", "0", "metrics", NULL, NULL},

    {OF_ENCODE("observation", "game.kind=catch game.line=4", "board", NULL)},
    {OF_ENCODE("", "", "hidden=4 source=games boards=21 heldout=11 epochs=2 full_epochs=2", NULL)},
    {OF_ENCODE("fill", "", "0.7", "encode.source=games")},
    {OF_ENCODE("moves", "encode.source=games", "3", "")},
    {OF_ENCODE("weights", "encode.source=games game.width=10 game.height=10", "from.ini", "game.width=10 game.height=10")},
    {OF_ENCODE("", "", "batch=4 rate=0.01 target=1000", "encode.epochs=0")},
    {OF_ENCODE("", "", "full_rate=0.001 change=1000", "encode.full_epochs=0")}};
const KeyTable keys_learning = KEY_TABLE(rows);
