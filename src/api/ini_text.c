/* ini_text.c. Reads an ini text into a configuration; what is wrong with it becomes one error. */
#include "api/ini_text.h"

#include "config/config_read.h"
#include "config/isa.h"
#include "file/status.h"

#include <stddef.h>

swt_error *ini_text_isa(void)
{
    Errors errors = {0};
    if (isa_check("SWARMTRIS_ISA=", isa_asked(), &errors) == STATUS_OK) return NULL;
    return fail_lines(SWT_UNAVAILABLE, &errors);
}

/* Every ini must have a budget; one that is read for its board alone gets one here. */
swt_error *ini_text_read(Config *c, const char *ini, bool trains, Errors *warnings)
{
    const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "swt_evaluator_open"};
    Errors errors = {0};
    *c = (Config){0};
    if (ini == NULL) return fail(SWT_USAGE, "ini: must be the text of an ini, and is NULL");
    swt_error *e = ini_text_isa();
    if (e != NULL) return e;
    return config_read_text(c, "ini", ini, NULL, &any_budget, trains ? 0 : 1, &errors, warnings)
               ? NULL
               : fail_lines(SWT_CONFIG, &errors);
}
