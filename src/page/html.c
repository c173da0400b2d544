/* html.c. Writes HTML: escapes texts, fills templates, prints tables. */
#include "page/html.h"

#include "base/mem.h"
#include "file/message.h"
#include "file/plain.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void html_text(FILE *out, const char *text)
{
    static const char special[] = "&<>\"'";
    OWNED char *plain = mem_text(text);
    plain_text(plain, false);
    for (const char *p = plain; *p != '\0'; p++)
        if (strchr(special, *p) != NULL)
            fprintf(out, "&#%d;", *p);
        else
            fputc(*p, out);
}

static void put_portable(FILE *out, const char *text)
{
    OWNED char *shown = mem_text(text);
    char *to = shown;
    for (const char *p = text; *p != '\0'; *to++ = *p++) {
        if (*p != '/' || (p > text && strchr(" '\"=(", p[-1]) == NULL)) continue;
        const char *slash[2] = {p, p}; /* the last two */
        for (const char *q = p; *q != '\0' && strchr(" '\",)", *q) == NULL; q++)
            if (*q == '/') slash[0] = slash[1], slash[1] = q;
        if (slash[1] > p) p = slash[slash[0] == p] + 1;
    }
    *to = '\0';
    html_text(out, shown);
}

void html_put(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *p = format; *p != '\0'; p++) {
        if (*p != '%') {
            fputc(*p, out);
            continue;
        }
        p++;
        assert(*p == 's' || *p == '%');
        if (*p == 's')
            put_portable(out, va_arg(args, const char *));
        else
            fputc('%', out);
    }
    va_end(args);
}

HtmlNumber html_number(double x)
{
    HtmlNumber n;
    const double size = fabs(x);
    const bool whole = size >= 999.5 && size < 1e15;
    int length = snprintf(n.text, sizeof n.text, whole ? "%.0f" : size >= 99.95 ? "%.4g" : "%.3g", x);
    for (int at = length - 3; whole && at > (x < 0); at -= 3, length++) {
        memmove(n.text + at + 1, n.text + at, (size_t)(length - at) + 1);
        n.text[at] = ',';
    }
    return n;
}

void html_table(FILE *out, const Tsv *t, const char *called, int most, bool open, int at)
{
    const int every = (t->rows + most - 1) / most;
    fprintf(out, "<details%s><summary>", open ? " open=\"\"" : "");
    html_put(out, "%s", called);
    if (every > 1)
        fprintf(out, ": one in %d of %d rows", every, t->rows);
    else
        fprintf(out, ": %s", message_count(t->rows, "rows").text);
    fputs("</summary>\n<div class=\"wide\" tabindex=\"0\"><table", out);
    if (at >= 0) fprintf(out, " data-x=\"%d\"", at);
    fputs("><thead><tr>", out);
    for (int k = 0; k < t->columns; k++) html_put(out, "<th scope=\"col\">%s</th>", t->name[k]);
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < t->rows; i++) {
        if (i % every != 0 && i + 1 < t->rows) continue; /* the last row is the end of a search */
        fputs("<tr>", out);
        for (int k = 0; k < t->columns; k++) {
            char *end;
            const char *cell = tsv_cell(t, i, k);
            const double x = strtod(cell, &end);
            const bool number = *cell != '\0' && *end == '\0' && isfinite(x);
            html_put(out, number ? "<td class=\"n\">%s</td>" : "<td>%s</td>", number ? html_number(x).text : cell);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></details>\n", out);
}
