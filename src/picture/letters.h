/* picture/letters.h. A scene in letters, with the colours of a terminal where they are wanted. */
#ifndef SWARMTRIS_PICTURE_LETTERS_H
#define SWARMTRIS_PICTURE_LETTERS_H

#include "picture/scene.h"

#include <stdio.h>

/* Prints the board, what is beside it and the caption. Returns the number of lines. */
int letters_print(FILE *out, const Scene *s, bool coloured);

#endif
