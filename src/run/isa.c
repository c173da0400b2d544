/* isa.c. Says which instruction sets the lanes can take here. */
#include "run/isa.h"

#include "base/text.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"

#include <string.h>

static int check_name(const char *from, const char *isa, Errors *errors)
{
    const Param names = {.type = PARAM_CHOICE, .choices = isa_names};
    char why[PARAM_WHY_MAX];
    int which;
    if (param_set(&names, &which, isa, why, sizeof why)) return STATUS_OK;
    Suggest s = suggest_start(isa);
    for (int i = 0; isa_names[i] != NULL; i++) suggest_try(&s, isa_names[i]);
    errors_add(errors, "%s%.100s: %s%s", from, isa, why, suggest_hint(&s).text);
    return STATUS_USAGE;
}

int isa_check(const char *from, const char *isa, Errors *errors)
{
    const int status = check_name(from, isa, errors);
    if (status != STATUS_OK || strcmp(isa, isa_names[0]) == 0 || text_has(config_cpu(), isa)) return status;
    errors_add(errors, "%s%s: this processor does not have that instruction set", from, isa);
    return STATUS_UNAVAILABLE;
}

int isa_check_said(Errors *errors)
{
    const int status = check_name("SWARMTRIS_CPU=", config_said("SWARMTRIS_CPU"), errors);
    return status != STATUS_OK ? status : isa_check("SWARMTRIS_ISA=", config_said("SWARMTRIS_ISA"), errors);
}

const char *isa_taken(void)
{
    for (int i = 1; isa_names[i] != NULL; i++)
        if (text_has(config_isa(), isa_names[i])) return isa_names[i];
    return "plain";
}

/* Lists the other instruction sets that run here, or do not: `before` precedes the first, `between` each further one. */
static void print_others(FILE *out, bool runs, const char *before, const char *between)
{
    for (int i = 1; isa_names[i] != NULL; i++) {
        if (strcmp(isa_names[i], isa_taken()) == 0 || text_has(config_cpu(), isa_names[i]) != runs) continue;
        fprintf(out, "%s%s", before, isa_names[i]);
        before = between;
    }
}

void isa_print(FILE *out)
{
    fprintf(out, "lanes, %s (also: reference", isa_taken());
    print_others(out, true, ", lanes with ", ", ");
    print_others(out, false, "; not on this processor: ", ", ");
    fprintf(out, ")\n");
}
