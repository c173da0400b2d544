/* sphere.c. See sphere.h. */
#include "tests/sphere.h"
#include "tests/helpers.h"

FunctionProblem sphere;
Space sphere_space;

int make_sphere(__attribute__((unused)) void **state)
{
    function_make(&sphere, registry_functions[0], DIM);
    assert_string_equal(sphere.function->name, "sphere");
    sphere_space = (Space){.dim = DIM, .lo = sphere.lo, .hi = sphere.hi, .names = sphere.names};
    return 0;
}

int free_sphere(__attribute__((unused)) void **state)
{
    function_free(&sphere);
    return 0;
}

/* The fitness of x. */
static double minus_error(const double *x)
{
    double z[DIM];
    for (int j = 0; j < DIM; j++) z[j] = x[j] - sphere.shift[j];
    return -sphere.function->value(z, DIM);
}

Stepper on_sphere(const Optimiser *o, const char *settings, uint64_t seed)
{
    Stepper s = stepper_open(o, settings, &sphere_space, seed);
    s.value = minus_error;
    return s;
}
