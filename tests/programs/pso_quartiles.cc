/* pso_quartiles.cc. What other programs make of the test functions: the bands of variants[] in conformance.c.
 *
 *     g++ -O2 tests/programs/pso_quartiles.cc -lpagmo -ltbb -lboost_serialization -o build/pso_quartiles
 *     build/pso_quartiles                                                              some five minutes
 *
 * Fully informed swarms and the adaptive random topology: pagmo (F. Biscani, D. Izzo, JOSS 2020; Debian package libpagmo-dev,
 * 2.18.0-2), whose neighbours on ring and torus do not include the particle itself, which fully informed swarms do not ask and its
 * random topology adds; its neighbourhood parameter is 1 more than K there, and twice k on a ring. SPSO-2011: the small program
 * below, written from the text of Clerc's description, which moves one particle after the other, or all at once. 51 seeds; quartiles
 * of the best error at a fifth of the evaluations and at the end. Functions, shift and boxes are those of src/eval/functions.c,
 * written a second time.
 *
 * No part of the build: it needs a C++ compiler and a library that nothing else needs. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/pso_gen.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

using Vector = std::vector<double>;

enum { SEEDS = 51, PARTICLES = 40 };

/* ---- functions ---- */

struct Function {
    const char *name = "";
    double half = 0; /* of the box */
    double (*value)(const Vector &z) = nullptr;
    unsigned dim = 0;

    Vector fitness(const Vector &x) const
    {
        Vector z(x);
        for (unsigned j = 0; j < dim; j++) z[j] -= 0.4 * half * std::sin(j + 1.0);
        return {value(z)};
    }
    std::pair<Vector, Vector> get_bounds() const
    {
        return {Vector(dim, -half), Vector(dim, half)};
    }
    unsigned evaluations() const
    {
        return dim == 8 ? 20000 : 60000;
    }
    template <typename Archive> void serialize(Archive &, unsigned)
    {
    }
};

static double sphere(const Vector &z)
{
    double sum = 0;
    for (double x : z) sum += x * x;
    return sum;
}

static double rastrigin(const Vector &z)
{
    double sum = 0;
    for (double x : z) sum += x * x - 10 * std::cos(2 * M_PI * x) + 10;
    return sum;
}

/* ---- quartiles ---- */

struct Bests {
    Vector early, end;
};

static void print(const char *swarm, const Function &f, Bests b)
{
    std::printf("%s\t%s\t%u", swarm, f.name, f.dim);
    for (Vector *all : {&b.early, &b.end}) {
        std::sort(all->begin(), all->end());
        std::printf("\t%.3g\t%.3g\t%.3g", (*all)[SEEDS / 4], (*all)[SEEDS / 2], (*all)[SEEDS - 1 - SEEDS / 4]);
    }
    std::printf("\n");
    std::fflush(stdout);
}

/* ---- pagmo ---- */

/* As pso_gen's constructor takes them: variant 1 canonical, 6 fully informed; topology 2 ring, 3 von Neumann, 4 random. */
struct Library {
    const char *name;
    double inertia, pull;
    unsigned variant, topology, neighbours;
};

/* The early best is that of a second, shorter run from the same start. */
static Bests run_library(const Library &l, const Function &f)
{
    Bests bests;
    for (unsigned seed = 1; seed <= SEEDS; seed++)
        for (unsigned budget : {f.evaluations() / 5, f.evaluations()}) {
            pagmo::population p(pagmo::problem(f), PARTICLES, seed);
            pagmo::algorithm a(pagmo::pso_gen(budget / PARTICLES - 1, l.inertia, l.pull, l.pull, 1, l.variant, l.topology,
                                              l.neighbours, false, seed));
            double best = a.evolve(p).champion_f()[0];
            (budget < f.evaluations() ? bests.early : bests.end).push_back(best);
        }
    return bests;
}

/* ---- SPSO-2011 ---- */

/* best, value: own bests; linked[k][i]: k informs i. */
struct Spso {
    const Function &f;
    bool sequential;
    std::mt19937_64 generator;
    std::vector<Vector> x, v, best;
    Vector value;
    std::vector<std::vector<bool>> linked;
    double inertia = 1 / (2 * std::log(2)), c = 0.5 + std::log(2);

    double uniform(double lo, double hi)
    {
        return std::uniform_real_distribution<double>(lo, hi)(generator);
    }

    Spso(const Function &function, bool one_by_one, unsigned seed)
        : f(function), sequential(one_by_one), generator(seed), x(PARTICLES, Vector(f.dim)), v(x), value(PARTICLES),
          linked(PARTICLES, std::vector<bool>(PARTICLES))
    {
        for (int i = 0; i < PARTICLES; i++) {
            for (unsigned j = 0; j < f.dim; j++) {
                x[i][j] = uniform(-f.half, f.half);
                v[i][j] = uniform(-f.half - x[i][j], f.half - x[i][j]);
            }
            value[i] = f.fitness(x[i])[0];
        }
        best = x;
    }

    double top() const
    {
        return *std::min_element(value.begin(), value.end());
    }

    void link()
    {
        double p = 1 - std::pow(1 - 1.0 / PARTICLES, 3);
        for (int k = 0; k < PARTICLES; k++)
            for (int i = 0; i < PARTICLES; i++) linked[k][i] = k == i || uniform(0, 1) < p;
    }

    int guide(int i, const Vector &values) const
    {
        int g = i;
        for (int k = 0; k < PARTICLES; k++)
            if (linked[k][i] && values[k] < values[g]) g = k;
        return g;
    }

    /* known, values: the own bests that it goes by. */
    void move(int i, const std::vector<Vector> &known, const Vector &values)
    {
        std::normal_distribution<double> normal;
        int g = guide(i, values);
        Vector centre(f.dim), direction(f.dim);
        double radius = 0, length = 0;
        for (unsigned j = 0; j < f.dim; j++) {
            double at = x[i][j], p = at + c * (known[i][j] - at), l = at + c * (known[g][j] - at);
            centre[j] = g == i ? (at + p) / 2 : (at + p + l) / 3;
            direction[j] = normal(generator);
            radius += (centre[j] - at) * (centre[j] - at);
            length += direction[j] * direction[j];
        }
        double distance = uniform(0, 1) * std::sqrt(radius);
        for (unsigned j = 0; j < f.dim; j++) {
            double y = centre[j] + distance * direction[j] / std::sqrt(length);
            v[i][j] = inertia * v[i][j] + y - x[i][j];
            x[i][j] += v[i][j];
            if (std::fabs(x[i][j]) <= f.half) continue;
            x[i][j] = x[i][j] < 0 ? -f.half : f.half;
            v[i][j] *= -0.5;
        }
    }

    void round()
    {
        const std::vector<Vector> old_best = best;
        const Vector old_value = value;
        for (int i = 0; i < PARTICLES; i++) {
            if (sequential)
                move(i, best, value);
            else
                move(i, old_best, old_value);
            double now = f.fitness(x[i])[0];
            if (!(now < value[i])) continue;
            value[i] = now;
            best[i] = x[i];
        }
    }
};

static Bests run_spso(const Function &f, bool sequential)
{
    Bests bests;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        Spso s(f, sequential, seed);
        double last = s.top();
        s.link();
        for (unsigned done = PARTICLES; done < f.evaluations();) {
            s.round();
            done += PARTICLES;
            if (!(s.top() < last)) s.link();
            last = s.top();
            if (done == f.evaluations() / 5) bests.early.push_back(last);
        }
        bests.end.push_back(last);
    }
    return bests;
}

int main()
{
    static const Library libraries[] = {
        {"random", 0.7298, 1.49618, 1, 4, 4}, {"fips ring", 0.7298, 2.05, 6, 2, 2}, {"fips von-neumann", 0.7298, 2.05, 6, 3, 4}};
    std::printf("swarm\tfunction\tdim\tearly_q25\tearly_median\tearly_q75\tend_q25\tend_median\tend_q75\n");
    for (unsigned dim : {8u, 30u})
        for (Function f : {Function{"sphere", 100, sphere, dim}, Function{"rastrigin", 5.12, rastrigin, dim}}) {
            for (const Library &l : libraries) print(l.name, f, run_library(l, f));
            print("spso-2011", f, run_spso(f, false));
            print("spso-2011 seq.", f, run_spso(f, true));
        }
}
