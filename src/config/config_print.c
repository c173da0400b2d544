/* config_print.c. Writes the effective configuration, and the differences between two of them. */
#include "config/config_print.h"

#include "file/format.h"
#include "file/ini.h"

#include <string.h>

static void print_section(const Config *c, FILE *out, const char *section, bool origins)
{
    char value[PARAM_TEXT_MAX];
    fprintf(out, "[%s]\n", section);
    for (int i = 0; i < c->parts; i++) {
        const ConfigPart *part = &c->part[i];
        if (strcmp(part->section, section) != 0) continue;
        for (const Param *p = NULL; (p = param_next(part->table, p)) != NULL;) {
            if (!config_uses_key(c, section, p->key)) continue;
            const ConfigKey *k = &part->key[p - part->table];
            config_show(k, value, sizeof value);
            ini_write(out, p->key, value, origins ? k->origin : NULL);
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

/* A key of now against the same of was; one that was does not have belongs to another kind, which is said already. */
static void compare_key(const ConfigKey *k, const Config *was, Errors *differences)
{
    char value[PARAM_TEXT_MAX], old[PARAM_TEXT_MAX];
    const ConfigKey *other = config_key(was, k->section, k->row->key);
    if (other == NULL || k->row->may_change) return;
    config_show(k, value, sizeof value);
    config_show(other, old, sizeof old);
    if (strcmp(value, old) == 0) return;
    errors_add(differences, "%s.%s = %s, was %s%s%s", k->section, k->row->key, value, old, was->path != NULL ? " in " : "",
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
                if (config_uses_key(now, *section, part->table[i].key)) compare_key(&part->key[i], was, differences);
        }
}
