#!/usr/bin/python3
"""A learner that plays games side by side, in numpy: the noisy cross-entropy method on features of the boards that moves lead to.

    learner.py [MOVES [SEED [HEIGHT [GAMES]]]]

It finds weights for the nine features of Thiery and Scherrer within some MOVES, and prints what an iteration's games came to. The
last line has the mean rows of new GAMES by the middle of its last samples, and half of the 95 % interval. The same search in the
program is swarmtris train with [optimiser] kind = noisy-ce, preset = constant and particles = 100."""
import sys

import numpy
import swarmtris

SIZE, ELITE, SPREAD, NOISE = 100, 10, 10.0, 4.0  # samples of an iteration; those that are learnt from; variances: SPREAD^2, NOISE


def play(env, w, seed):
    """Rows (n) and moves (n) of a game with each row of w (n, features): the board of the highest weighted sum is moved to."""
    features, info = env.reset(seed=seed)
    over = numpy.zeros(env.num_envs, dtype=bool)
    while not over.all():
        value = (features @ w[:, :, None])[:, :, 0]
        value[info["action_mask"] == 0] = -numpy.inf
        features, _, over, _, info = env.step(numpy.where(over, -1, value.argmax(axis=1)))
    return info["score"], info["length"]


def learn(ini, moves, seed):
    """The middle (features) of the samples, when the games have taken so many moves."""
    chance = numpy.random.default_rng(seed)
    with swarmtris.VectorEnv(ini, SIZE, observe="features", autoreset=False) as env:
        dim, spent, i = len(env.features), 0, 0
        mean, variance = numpy.zeros(dim), numpy.full(dim, SPREAD**2)
        while spent < moves:
            w = mean + numpy.sqrt(variance) * chance.standard_normal((SIZE, dim))
            rows, lengths = play(env, w, int(chance.integers(2**62)))
            best = w[numpy.argsort(-rows, kind="stable")[:ELITE]]
            mean, variance = best.mean(axis=0), best.var(axis=0) + NOISE
            spent, i = spent + lengths.sum(), i + 1
            print(f"iteration {i}: {spent} moves, mean {rows.mean():.6g} rows, best {rows.max():.6g}")
    return mean


if __name__ == "__main__":
    given = sys.argv[1:] + ["1e6", "1", "8", "400"][len(sys.argv) - 1:]
    total, begin, height, games = (int(float(number)) for number in given[:4])
    board = {"game": {"height": height}, "agent": {"features": "dt"}, "experiment": {"threads": 1}}
    middle = learn(board, total, begin)
    with swarmtris.VectorEnv(board, games, observe="features", autoreset=False) as new:
        score, _ = play(new, numpy.tile(middle, (games, 1)), 10**9 + begin)
    print(*map(repr, map(float, middle)), file=sys.stderr)
    print(f"{score.mean():.6g} {1.96 * score.std(ddof=1) / games**0.5:.6g}")
