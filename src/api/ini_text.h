/* api/ini_text.h. Reads the ini text that an object of the library is opened with. */
#ifndef SWARMTRIS_API_INI_TEXT_H
#define SWARMTRIS_API_INI_TEXT_H

#include "api/fail.h"
#include "config/config.h"

/* Reads ini into *c, which is to be freed in any case. trains: the ini needs a budget; else it may have none. What is unwise goes
 * to warnings. */
swt_error *ini_text_read(Config *c, const char *ini, bool trains, Errors *warnings);

/* Whether SWARMTRIS_ISA can be taken: NULL, or the error. */
swt_error *ini_text_isa(void);

#endif
