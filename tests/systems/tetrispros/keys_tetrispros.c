/* keys_tetrispros.c. Keys of ga-pso. */
#include "tests/keys.h"

static const Key rows[] = {OF_GA("ga-pso"), {OF("ga-pso", "", "", "inertia=0.9 cognitive=0.9 social=0.9", NULL)}};
const KeyTable keys_tetrispros = KEY_TABLE(rows);
