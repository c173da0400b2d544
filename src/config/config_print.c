/* config_print.c. Writes the effective configuration, and the differences between two of them. */
#include "config/config_print.h"

#include "file/format.h"
#include "file/ini.h"

#include <string.h>

static void print_section(const Config *c, FILE *out, const char *section, bool origins)
{
    char value[PARAM_TEXT_MAX];
    fprintf(out, "[%s]\n", section);
    for (int k = 0; k < c->parts; k++) {
        const ConfigPart *part = &c->part[k];
        if (strcmp(part->section, section) != 0) continue;
        for (const Param *p = NULL; (p = param_next(part->table, p)) != NULL;) {
            if (!config_uses_key(c, section, p->key)) continue;
            param_print(p, part->block, value, sizeof value);
            ini_write(out, p->key, value, origins ? part->origin[p - part->table].text : NULL);
        }
    }
}

void config_print(const Config *c, FILE *out, bool origins)
{
    format_write(out);
    for (const char *const *section = config_sections; *section != NULL; section++) {
        if (!config_uses(c, *section)) continue;
        fprintf(out, "\n");
        print_section(c, out, *section, origins);
    }
}

/* A row of now against the same row of was; a row that was does not have belongs to another kind, which is said already. */
static void compare_row(const ConfigPart *part, int i, const Config *was, Errors *differences)
{
    char value[PARAM_TEXT_MAX], old[PARAM_TEXT_MAX];
    const Param *row = &part->table[i];
    int j;
    const ConfigPart *other = config_row(was, part->section, row->key, &j);
    if (other == NULL || row->may_change) return;
    param_print(row, part->block, value, sizeof value);
    param_print(&other->table[j], other->block, old, sizeof old);
    if (strcmp(value, old) == 0) return;
    errors_add(differences, "%s.%s = %s, was %s%s%s", part->section, row->key, value, old, was->path != NULL ? " in " : "",
               was->path != NULL ? was->path : "");
}

void config_differences(const Config *now, const Config *was, Errors *differences)
{
    if (config_uses(now, "meta") != config_uses(was, "meta"))
        errors_add(differences, "there %s [meta] in %s", config_uses(was, "meta") ? "was a" : "was no",
                   was->path != NULL ? was->path : "it");
    for (const char *const *section = config_sections; *section != NULL; section++)
        for (int p = 0; p < now->parts; p++) {
            const ConfigPart *part = &now->part[p];
            if (strcmp(part->section, *section) != 0 || !config_uses(now, *section) || !config_uses(was, *section)) continue;
            for (int i = 0; part->table[i].key != NULL; i++)
                if (config_uses_key(now, *section, part->table[i].key)) compare_row(part, i, was, differences);
        }
}
