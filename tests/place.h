/* place.h. A folder of its own for a group of tests, which work inside it: for cmocka_run_group_tests(tests, place_enter,
 * place_leave). */
#ifndef SWARMTRIS_TESTS_PLACE_H
#define SWARMTRIS_TESTS_PLACE_H

/* root: where the program was started. *state of the tests. */
typedef struct {
    char root[1024], folder[64];
} Place;

int place_enter(void **state);
int place_leave(void **state);

#endif
