#!/usr/bin/python3
"""An optimiser from outside drives swarmtris: the cross-entropy method in a dozen lines, which needs nothing but Python; CMA-ES of
Debian's python3-cmaes; or a local search of python3-nlopt.

    outside.py [ce|cmaes|nlopt [PROGRAM [GAMES [EVALUATIONS]]]]

It finds weights for the nine features of Thiery and Scherrer on a board of 10 x 8, and prints them as swarmtris eval reads them."""
import importlib.util
import math
import random
import subprocess
import sys


class Evaluator:
    """swarmtris eval -: weights in, a vector a line; a line of results out for each, when an empty line has ended the batch."""

    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, "eval", "-", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names = self.process.stdout.readline().split()

    def __call__(self, batch):
        lines = [" ".join(repr(float(w)) for w in weights) + "\n" for weights in batch]
        self.process.stdin.write("".join(lines) + "\n")
        self.process.stdin.flush()
        return [dict(zip(self.names, map(float, self.process.stdout.readline().split()))) for _ in lines]


# Weights are scale free, and rows span decades: what is maximised is the log of the mean.
def loss(result):
    return -math.log(1 + result["mean"])


# Samples around a mean; the best tenth of them say where the next samples are, and how far they are spread.
def by_cross_entropy(evaluate, dim, evaluations):
    draw, size = random.Random(1), 40
    mean, spread = [0.0] * dim, [5.0] * dim
    best = (math.inf, None)
    for _ in range(max(1, evaluations // size)):
        batch = [tuple(draw.gauss(m, s) for m, s in zip(mean, spread)) for _ in range(size)]
        ranked = sorted(zip((loss(result) for result in evaluate(batch)), batch))
        best = min(best, ranked[0])
        elite = [weights for _, weights in ranked[:size // 10]]
        mean = [sum(column) / len(elite) for column in zip(*elite)]
        spread = [math.sqrt(sum((x - m) ** 2 for x in column) / len(elite)) + 0.5 for column, m in zip(zip(*elite), mean)]
    return best


def by_cmaes(evaluate, dim, evaluations):
    import cmaes
    import numpy
    search = cmaes.CMA(mean=numpy.zeros(dim), sigma=1.0, seed=1, population_size=20)
    best = (math.inf, None)
    for _ in range(evaluations // search.population_size):
        batch = [search.ask() for _ in range(search.population_size)]
        losses = [loss(result) for result in evaluate(batch)]
        search.tell(list(zip(batch, losses)))
        best = min(best, min(zip(losses, map(tuple, batch))))
    return best


def by_nlopt(evaluate, dim, evaluations):
    import nlopt
    search = nlopt.opt(nlopt.LN_SBPLX, dim)
    search.set_lower_bounds(-10)
    search.set_upper_bounds(10)
    search.set_min_objective(lambda x, _: loss(evaluate([x])[0]))
    search.set_maxeval(evaluations)
    x = search.optimize([-1.0] * dim)
    return search.last_optimum_value(), tuple(x)


if __name__ == "__main__":
    searches = {"ce": by_cross_entropy, "cmaes": by_cmaes, "nlopt": by_nlopt}
    name, program, games, evaluations = (sys.argv[1:] + ["ce", "swarmtris", "20", "400"][len(sys.argv) - 1:])[:4]
    if name not in searches:
        sys.exit(__doc__)
    package = {"cmaes": "cmaes", "nlopt": "nlopt"}.get(name)
    if package and not importlib.util.find_spec(package):
        sys.exit(f"{name} needs the Python package {package} (Debian: python3-{package}); ce needs none")
    evaluator = Evaluator(program, "--features", "dt", "--games", games, "--set", "game.height=8")
    value, weights = searches[name](evaluator, 9, int(evaluations))
    print(f"mean rows {math.exp(-value) - 1:.17g}", file=sys.stderr)
    print(*map(repr, map(float, weights)))
