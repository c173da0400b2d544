/* json.c. Writes JSON: indents, quotes, and separates members; reads members of what it has written. */
#include "file/json.h"

#include "file/plain.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Control characters, those of eight bits too, become numbers; a byte of no letter, which JSON cannot hold, a question mark. */
static void quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (int n; *text != '\0'; text += n > 0 ? n : 1) {
        const unsigned char c = (unsigned char)*text, next = (unsigned char)text[1];
        n = plain_letter(text);
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7F || (n == 2 && c == 0xC2 && next < 0xA0))
            fprintf(out, "\\u%04x", n == 2 ? next : c);
        else
            fprintf(out, "%.*s", n > 0 ? n : 1, n > 0 ? text : "?");
    }
    putc('"', out);
}

static void begin(Json *j, const char *key)
{
    if (j->depth > 0) fprintf(j->out, "%s\n%*s", j->first ? "" : ",", 2 * j->depth, "");
    j->first = false;
    if (key == NULL) return;
    quoted(j->out, key);
    fputs(": ", j->out);
}

void json_open(Json *j, const char *key, char bracket)
{
    begin(j, key);
    putc(bracket, j->out);
    j->depth++;
    j->first = true;
}

void json_close(Json *j, char bracket)
{
    assert(j->depth > 0 && (bracket == '}' || bracket == ']'));
    j->depth--;
    if (!j->first) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    j->first = false;
    putc(bracket, j->out);
    if (j->depth == 0) putc('\n', j->out);
}

void json_text(Json *j, const char *key, const char *value)
{
    begin(j, key);
    quoted(j->out, value);
}

void json_value(Json *j, const char *key, const char *text)
{
    begin(j, key);
    fputs(text, j->out);
}

void json_bool(Json *j, const char *key, bool value)
{
    json_value(j, key, value ? "true" : "false");
}

void json_int(Json *j, const char *key, int64_t value)
{
    begin(j, key);
    fprintf(j->out, "%" PRId64, value);
}

void json_real(Json *j, const char *key, double value)
{
    begin(j, key);
    if (isfinite(value))
        fprintf(j->out, "%.17g", value);
    else
        fputs("null", j->out);
}

void json_u64(Json *j, const char *key, uint64_t value)
{
    begin(j, key);
    fprintf(j->out, "\"%" PRIu64 "\"", value);
}

bool json_member(char **text, const char **name, const char **value)
{
    for (char *line; (line = strsep(text, "\n")) != NULL;) {
        char *end = strncmp(line, "  \"", 3) == 0 ? strstr(line, "\": ") : NULL;
        if (end == NULL || strchr("[{", end[3]) != NULL) continue;
        char *from = end + 3, *to = from + strlen(from);
        if (to[-1] == ',') to--;
        if (to - from >= 2 && *from == '"') from++, to--;
        *end = *to = '\0';
        *name = line + 3;
        *value = from;
        return true;
    }
    return false;
}
