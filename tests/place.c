#include "tests/place.h"
#include "tests/helpers.h"

#include <unistd.h>

int place_enter(void **state)
{
    Place *p = mem_new(1, sizeof *p);
    strcpy(p->folder, "/tmp/swarmtris-test-XXXXXX");
    if (getcwd(p->root, sizeof p->root) == NULL || mkdtemp(p->folder) == NULL) return -1;
    *state = p;
    return chdir(p->folder);
}

int place_leave(void **state)
{
    Place *p = *state;
    OWNED char *command = text_new("rm -r %s", p->folder);
    int failed = chdir(p->root) != 0 || system(command) != 0;
    free(p);
    return failed;
}
