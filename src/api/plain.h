/* api/plain.h. The locale in which the library reads and writes numbers, whatever the program around it has chosen.
 *
 * Idea: a program that calls setlocale for people changes how strtod and printf write numbers. Each call of the library sets the
 * plain locale for its own thread and puts the former one back; nothing that another thread sees is changed. */
#ifndef SWARMTRIS_API_PLAIN_H
#define SWARMTRIS_API_PLAIN_H

#include <locale.h>

typedef struct {
    locale_t before, plain; /* of the calling thread; the one that is set, owned */
} Plain;

Plain plain_begin(void);
void plain_end(Plain *p);

#endif
