#!/usr/bin/python3
"""Steps a second of CPU time, of one core: games side by side from Python, and games that are written in Python.

    steps.py [SECONDS]

Random moves; what chooses them is not counted. First both play the same games, in which they must show the same: status 1 if they
do not. Needs numpy."""
import random
import sys
import time

import numpy
import swarmtris

INI = {"agent": {"features": "dt"}, "experiment": {"threads": 1}}
HEIGHT, WIDTH, ACTIONS = 20, 10, 40


def placements():
    """Of each piece, for each action, the rows of bits that it adds to an empty board; None: there is no such placement."""
    shapes = [None] * 7
    with swarmtris.VectorEnv(INI, ACTIONS, observe=("bits", "shown"), autoreset=False) as env:
        for seed in range(100):
            seen, info = env.reset(seed=[seed] * ACTIONS)
            legal, piece = info["action_mask"][0], seen["shown"][0, 0]
            seen, *_ = env.step([a if legal[a] else -1 for a in range(ACTIONS)])
            shapes[piece] = [[int(row) for row in seen["bits"][a, :, 0] if row] if legal[a] else None for a in range(ACTIONS)]
    return shapes


class Game:
    """A game as one would write it: a list of rows, to which step adds a piece. Pieces are drawn unless they are given."""

    def __init__(self, shapes):
        self.shapes = shapes
        self.reset()

    def reset(self, piece=None):
        self.rows = [0] * (HEIGHT + 4)
        return self.look(piece)

    def look(self, piece):
        """Cells, the piece and the mask; the last in a state that is lost has no 1."""
        self.piece = random.randrange(7) if piece is None else piece
        self.rest = [-1 if shape is None else self.fall(shape) for shape in self.shapes[self.piece]]
        return [[row >> x & 1 for x in range(WIDTH)] for row in self.rows[:HEIGHT]], self.piece, [int(y >= 0) for y in self.rest]

    def fall(self, shape):
        """The row in which it comes to rest; -1: above the board."""
        rows, y = self.rows, HEIGHT
        while y > 0 and not any(row & rows[y - 1 + i] for i, row in enumerate(shape)):
            y -= 1
        return y if y + len(shape) <= HEIGHT else -1

    def step(self, action, piece=None):
        y = self.rest[action]
        for i, row in enumerate(self.shapes[self.piece][action]):
            self.rows[y + i] |= row
        left = [row for row in self.rows if row != (1 << WIDTH) - 1]
        cleared = len(self.rows) - len(left)
        self.rows = left + [0] * cleared
        seen = self.look(piece)
        return seen, cleared, not any(seen[2])


def chosen(mask):
    """A random legal action of each game."""
    return (mask * numpy.random.random(mask.shape)).argmax(axis=1)


def same(shapes, n=40, steps=300):
    """Whether both show the same in n games."""
    games = [Game(shapes) for _ in range(n)]
    with swarmtris.VectorEnv(INI, n) as env:
        seen, info = env.reset(seed=1)
        shown = [game.reset(int(piece)) for game, piece in zip(games, seen["shown"][:, 0])]
        for _ in range(steps):
            for i, (cells, _, mask) in enumerate(shown):
                if cells != seen["cells"][i].tolist() or mask != info["action_mask"][i].tolist():
                    return False
            actions = chosen(info["action_mask"])
            seen, rewards, over, _, info = env.step(actions)
            for i, game in enumerate(games):
                piece = int(seen["shown"][i, 0])
                shown[i], cleared, lost = game.step(actions[i], None if over[i] else piece)
                if cleared != rewards[i] or lost and not over[i]:
                    return False
                if over[i]:
                    shown[i] = game.reset(piece)
    return True


def rate(step, choose, state, n, seconds):
    """Steps a second of CPU time: state -> actions -> state."""
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = choose(state)
        begin = time.process_time()
        state = step(actions)
        spent, steps = spent + time.process_time() - begin, steps + n
    return steps / spent


if __name__ == "__main__":
    limit, shapes = float((sys.argv[1:] + ["2"])[0]), placements()
    if not same(shapes):
        sys.exit("games written in Python show something else")
    for n, observe in (1024, ("cells", "shown")), (1024, ("bits", "shown")), (1024, ("features",)), (1, ("cells", "shown")):
        with swarmtris.VectorEnv(INI, n, observe=observe) as env:
            found = rate(lambda actions: env.step(actions)[4], lambda info: chosen(info["action_mask"]), env.reset()[1], n, limit)
        print(f"{n:5} games, mask, {', '.join(observe)}: {found:.4g} steps/s")

    def step_all(actions):
        every = [game.step(action) for game, action in zip(plain, actions)]
        return [game.reset()[2] if over else seen[2] for game, (seen, _, over) in zip(plain, every)]
    plain = [Game(shapes) for _ in range(64)]
    found = rate(step_all, lambda masks: chosen(numpy.array(masks)), [game.reset()[2] for game in plain], 64, limit)
    print(f"      in Python, mask, cells, shown: {found:.4g} steps/s")
