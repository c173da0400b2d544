/* plain.c. Sets the plain locale for the calling thread, and puts the former one back. */
#include "api/plain.h"

#include "base/mem.h"

#include <stddef.h>

Plain plain_begin(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) mem_exhausted(sizeof plain);
    return (Plain){.before = uselocale(plain), .plain = plain};
}

void plain_end(Plain *p)
{
    uselocale(p->before);
    freelocale(p->plain);
}
