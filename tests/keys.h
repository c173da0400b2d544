/* keys.h. All keys of an ini, and what each of them changes: the table that test_keys.c goes through. */
#ifndef SWARMTRIS_TESTS_KEYS_H
#define SWARMTRIS_TESTS_KEYS_H

/* One key. A value that is set where the key matters changes the rows of a table; where it does not matter, none. */
typedef struct {
    const char *key;   /* "section.key", "section.part.key" */
    const char *ini;   /* of the training; NULL: none shows it */
    const char *where; /* settings between blanks with which it matters */
    const char *value; /* another than it has there */
    const char *shows; /* the table that it changes; NULL: it never changes any */
    const char *idle;  /* settings with which it does not matter; NULL: it always does */
    const char *other; /* the ini of those settings; NULL: the same. If ini is NULL: where the key is tested instead */
} Key;
extern const Key keys[];
extern const int keys_count;

#endif
