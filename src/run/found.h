/* run/found.h. What a run has found, as the text of its file: weights, tuned keys, or an encoder.
 *
 * Never: a score under another name than that of its claim. */
#ifndef SWARMTRIS_RUN_FOUND_H
#define SWARMTRIS_RUN_FOUND_H

#include "run/setup.h"

/* The result as an ini: weights.ini as config/weights.h describes it, the tuned keys in their own sections, or an
 * encoder as config/encoder_file.h does. The same bytes for
 * the same result. source: the file that evaluated weights come from; NULL: they are this training's. The caller frees the text;
 * *size: its bytes. */
char *found_text(const Setup *s, const Result *r, const char *source, size_t *size);

#endif
