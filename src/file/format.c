/* format.c. Writes, finds and compares the numbers of file formats. */
#include "file/format.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "# swarmtris, format ";
static const char member[] = "\"format\": ";

const char *format_refusal(int format, char *out, size_t room)
{
    assert(format != FORMAT_NOW && room >= 120);
    if (format <= FORMAT_FIRST)
        snprintf(out, room, "is in format %d, which swarmtris 0.1.0 reads, and this version does not", format);
    else if (format < FORMAT_NOW)
        snprintf(out, room, "is in format %d, which an early swarmtris 0.2.0 can go on with; this version only reads it", format);
    else
        snprintf(out, room, "is in format %d, which a newer swarmtris wrote; this version reads format %d", format, FORMAT_NOW);
    return out;
}

void format_write(FILE *out)
{
    fprintf(out, "%s%d\n", mark, FORMAT_NOW);
}

int format_of_line(const char *line)
{
    size_t length = sizeof mark - 1;
    return strncmp(line, mark, length) == 0 ? atoi(line + length) : 0;
}

int format_of_run(const char *json)
{
    const char *at = strstr(json, member);
    return at != NULL ? atoi(at + sizeof member - 1) : strstr(json, "\"version\": ") != NULL ? FORMAT_FIRST : 0;
}
