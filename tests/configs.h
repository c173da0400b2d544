/* configs.h. Reading inis in tests: what is said of them, and what comes back. */
#ifndef SWARMTRIS_TESTS_CONFIGS_H
#define SWARMTRIS_TESTS_CONFIGS_H

#include "base/error.h"
#include "config/config.h"

/* errors, joined by line ends, are exactly expected. */
void assert_lines(const Errors *e, const char *expected);

/* Reads path (NULL: none) and values (n): these are exactly the errors, "" where there are none, and the warnings; NULL: any. */
void read_said(Config *c, const char *path, const ConfigValue *value, int n, const char *error, const char *warning);

/* What config_read says of an ini (NULL: none) and up to two values; "" where it is content. */
void assert_told(const char *ini, const char *set, const char *set2, const char *expected);

#define BUDGET "[training]\niterations = 3\n"
#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define TWO_HUNDRED FIFTY FIFTY FIFTY FIFTY

/* Reads an ini that is right. */
void read_good(Config *c, const char *text);

#endif
