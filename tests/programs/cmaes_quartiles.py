#!/usr/bin/python3
"""Writes tests/expected/cmaes.tsv: what an independent CMA-ES makes of the test functions, for campaign conformance.

    tests/programs/cmaes_quartiles.py > tests/expected/cmaes.tsv          half an hour on two processors

The library is cmaes (CyberAgent; Debian package python3-cmaes), which draws positions outside the box again and finally clips them,
as src/optim/cmaes.c does. Functions, shift and boxes are transcribed from src/eval/functions.c. Mean at the middle of the box,
standard deviation 0.3 box widths, population 4 + floor(3 ln d); best error so far after so many evaluations.
"""

import multiprocessing
import platform
import sys

import cmaes
import numpy

SEEDS = 51
DIM = 8
MOMENTS = (4000, 20000)


def sphere(z):
    return numpy.sum(z * z)


def rosenbrock(z):
    return numpy.sum(100 * (z[1:] - z[:-1] ** 2) ** 2 + (1 - z[:-1]) ** 2)


def rastrigin(z):
    return numpy.sum(z * z - 10 * numpy.cos(2 * numpy.pi * z) + 10)


def ackley(z):
    squares, waves = numpy.mean(z * z), numpy.mean(numpy.cos(2 * numpy.pi * z))
    return -20 * numpy.exp(-0.2 * numpy.sqrt(squares)) - numpy.exp(waves) + 20 + numpy.e


def griewank(z):
    waves = numpy.prod(numpy.cos(z / numpy.sqrt(numpy.arange(1, len(z) + 1))))
    return numpy.sum(z * z) / 4000 - waves + 1


FUNCTIONS = {"sphere": (sphere, 100), "rosenbrock": (rosenbrock, 30), "rastrigin": (rastrigin, 5.12), "ackley": (ackley, 32),
             "griewank": (griewank, 600)}


def run(job):
    """The best errors at the moments."""
    name, seed = job
    function, half = FUNCTIONS[name]
    shift = 0.4 * half * numpy.sin(numpy.arange(1, DIM + 1))
    bounds = numpy.array([[-half, half]] * DIM, dtype=float)
    search = cmaes.CMA(mean=numpy.zeros(DIM), sigma=0.3 * 2 * half, bounds=bounds, seed=seed)
    best, done, seen = float("inf"), 0, []
    while done < MOMENTS[-1]:
        told = []
        for _ in range(search.population_size):
            x = search.ask()
            error = float(function(x - shift))
            told.append((x, error))
            best = min(best, error)
            done += 1
            if done in MOMENTS:
                seen.append(best)
        search.tell(told)
    return seen


def main():
    print(f"# cmaes {cmaes.__version__} (Debian python3-cmaes 0.9.1-1), numpy {numpy.__version__}, Python {platform.python_version()};"
          f" {SEEDS} seeds; by tests/programs/cmaes_quartiles.py")
    print("function\tdim\tevaluations\tlower_quartile\tmedian\tupper_quartile")
    with multiprocessing.Pool(2) as pool:
        for name in FUNCTIONS:
            all_seen = pool.map(run, [(name, seed) for seed in range(1, SEEDS + 1)])
            for k, at in enumerate(MOMENTS):
                quartiles = numpy.percentile([seen[k] for seen in all_seen], (25, 50, 75))
                print(name, DIM, at, *(f"{q:.3g}" for q in quartiles), sep="\t")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
