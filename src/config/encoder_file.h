/* config/encoder_file.h. The file that `swarmtris encode` leaves: a weights file whose [rules] say what is encoded, and whose
 * [weights] are the parameters of the encoder in their order. */
#ifndef SWARMTRIS_CONFIG_ENCODER_FILE_H
#define SWARMTRIS_CONFIG_ENCODER_FILE_H

#include "game/game.h"
#include "learn/encoder.h"

#include <stdbool.h>

typedef struct {
    Encoder *encoder;     /* owned; NULL: none */
    char observation[64]; /* what it encodes, an observation of a game */
    const Game *game;     /* that game */
    char *text;           /* of the file, owned */
} EncoderFile;

/* Reads path; text: what the file holds, which is not opened then, or NULL. False: why (room) is the end of a sentence about it,
 * "cannot be read" or what is wrong with it. */
bool encoder_file_read(EncoderFile *f, const char *path, const char *text, char *why, size_t room);
void encoder_file_free(EncoderFile *f);

#endif
