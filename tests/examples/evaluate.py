#!/usr/bin/python3
"""A search of your own in Python, and nothing but the library: random weights for Tetris, improved by a (1+1) evolution strategy.

    evaluate.py [LIBRARY [ITERATIONS]]

LIBRARY is libswarmtris.so.0, or where it lies. The best weights are printed, as `swarmtris eval FILE --features dt` reads them."""
import ctypes
import random
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_int64, c_uint64, c_void_p

INI = b"""
[game]
height = 8
[agent]
features = dt
"""


class Score(Structure):
    """What the games of one position came to: swt_score."""
    _fields_ = [(name, c_double) for name in ("mean", "sem", "sd", "median", "min", "max", "cost")] + [("games", c_int64)]


class Feature(Structure):
    """swt_feature."""
    _fields_ = [(name, c_char_p) for name in ("name", "definition", "source")]


class Evaluator:
    """Plays games with weights, as an ini says."""

    def __init__(self, library, ini):
        try:
            self.lib = lib = ctypes.CDLL(library)
        except OSError as error:
            sys.exit(f"{error}: name the file, such as ~/.local/lib/libswarmtris.so.0 after make install PREFIX=~/.local")
        lib.swt_error_text.restype = c_char_p
        lib.swt_error_text.argtypes = lib.swt_error_free.argtypes = [c_void_p]
        lib.swt_evaluator_close.argtypes = lib.swt_evaluator_dim.argtypes = [c_void_p]
        lib.swt_evaluator_feature.argtypes = [c_void_p, c_int, POINTER(Feature)]
        lib.swt_evaluator_open.argtypes = [POINTER(c_void_p), c_char_p]
        lib.swt_evaluate.argtypes = [c_void_p, POINTER(c_double), c_int, c_int, c_int, c_uint64, POINTER(Score), POINTER(c_double)]
        lib.swt_evaluator_open.restype = lib.swt_evaluate.restype = c_void_p
        self.handle = c_void_p()
        self.check(lib.swt_evaluator_open(byref(self.handle), ini))
        self.dim = lib.swt_evaluator_dim(self.handle)

    def check(self, error):
        """Raises what the library says went wrong."""
        if error is not None:
            text = self.lib.swt_error_text(error).decode()
            self.lib.swt_error_free(error)
            raise ValueError(text)

    def names(self):
        feature = Feature()
        return [feature.name.decode() for i in range(self.dim) if self.lib.swt_evaluator_feature(self.handle, i, byref(feature))]

    def __call__(self, batch, games, series=0):
        """A Score for each position of the batch; all play the same games, other ones in another series."""
        flat = [weight for position in batch for weight in position]
        scores = (Score * len(batch))()
        x = (c_double * len(flat))(*flat)
        dim = len(batch[0]) if batch else self.dim
        self.check(self.lib.swt_evaluate(self.handle, x, len(batch), dim, games, series, scores, None))
        return list(scores)

    def close(self):
        self.lib.swt_evaluator_close(self.handle)


def search(evaluate, iterations):
    """The best of ten children replaces the parent if it is better on the same fresh games."""
    rng = random.Random(1)
    best, step = [rng.gauss(0, 1) for _ in range(evaluate.dim)], 1.0
    for i in range(iterations):
        batch = [best] + [[w + step * rng.gauss(0, 1) for w in best] for _ in range(10)]
        means = [score.mean for score in evaluate(batch, games=20, series=i)]
        leader = means.index(max(means))
        step *= 1.5 if leader > 0 else 0.8
        best = batch[leader]
    return best


if __name__ == "__main__":
    library, iterations = (sys.argv[1:] + ["libswarmtris.so.0", "30"][len(sys.argv) - 1:])[:2]
    evaluator = Evaluator(library, INI)
    weights = search(evaluator, int(iterations))
    score = evaluator([weights], games=200, series=10**6)[0]
    print(f"{score.mean:.6g} +- {score.sem:.2g} rows on {score.games} fresh games", file=sys.stderr)
    print(*(f"{name} = {weight:.17g}" for name, weight in zip(evaluator.names(), weights)), sep="\n", file=sys.stderr)
    print(*map(repr, weights))
    evaluator.close()
