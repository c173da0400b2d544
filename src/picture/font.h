/* picture/font.h. Letters of five by seven dots.
 *
 * Idea: a picture needs a few words and numbers, and square dots suit a board of square cells. Small letters look like capitals.
 * */
#ifndef SWARMTRIS_PICTURE_FONT_H
#define SWARMTRIS_PICTURE_FONT_H

#include <stdbool.h>

enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_STEP = 6 };

/* Whether dot (x, y), row 0 at the top, of a character is set. A character that the font does not have is a filled box. */
bool font_dot(char character, int x, int y);

#endif
