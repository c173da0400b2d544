/* file/json.h. Writing JSON (RFC 8259): objects and arrays, two blanks a level. 64-bit numbers that a reader might round are
 * given as texts by the caller. Bytes of texts that are no UTF-8 become question marks. */
#ifndef SWARMTRIS_FILE_JSON_H
#define SWARMTRIS_FILE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *out;
    int depth;
    bool first; /* nothing is written on this level yet */
} Json;

/* key NULL: an element of an array, or the outermost value. bracket: '{' or '[' to open, '}' or ']' to close. */
void json_open(Json *j, const char *key, char bracket);
void json_close(Json *j, char bracket);
void json_text(Json *j, const char *key, const char *value);
void json_bool(Json *j, const char *key, bool value);
void json_int(Json *j, const char *key, int64_t value);
void json_real(Json *j, const char *key, double value);      /* null where it is not finite */
void json_u64(Json *j, const char *key, uint64_t value);     /* as a text */
void json_value(Json *j, const char *key, const char *text); /* text: a whole value in JSON, written as it is */

/* Takes the next member that is one value out of an object that was written as above, in place: its name, and its value without
 * quotes. False: there are no more, or *text is NULL. */
bool json_member(char **text, const char **name, const char **value);

#endif
