/* spread.c. The centre of a swarm, and means over its particles. */
#include "optim/pso/spread.h"

#include "base/mem.h"
#include "optim/box.h"

#include <math.h>
#include <stdlib.h>

void pso_centre(const Pso *s, double *x)
{
    for (int j = 0; j < s->space.dim; j++) {
        double at = 0;
        for (int i = 0; i < s->o.particles; i++) at += pso_row(s->x, s, i)[j] / s->o.particles;
        x[j] = at;
    }
}

void pso_spread_report(const Pso *s, Record *r)
{
    double diagonal = 0, distances = 0, speeds = 0;
    double *centre = mem_new((size_t)s->space.dim, sizeof *centre);
    pso_centre(s, centre);
    for (int j = 0; j < s->space.dim; j++) diagonal += box_width(&s->space, j) * box_width(&s->space, j);
    for (int i = 0; i < s->o.particles; i++) {
        double away = 0, speed = 0;
        for (int j = 0; j < s->space.dim; j++) {
            double d = pso_row(s->x, s, i)[j] - centre[j], v = pso_row(s->v, s, i)[j];
            away += d * d;
            speed += v * v;
        }
        distances += sqrt(away);
        speeds += sqrt(speed);
    }
    double scale = s->o.particles * sqrt(diagonal);
    record_real(r, "diversity", distances / scale);
    record_real(r, "velocity", speeds / scale);
    free(centre);
}
