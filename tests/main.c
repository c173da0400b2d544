/* main.c. The program of the tests of a file, or of many: it runs those of the file that it is called after. */
#include "tests/helpers.h"

int main(int argc, char *argv[])
{
    return argc > 0 ? tests_main(argv[0]) : 1;
}
