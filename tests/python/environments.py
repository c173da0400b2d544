"""Environments of swarmtris.py against the program, and against the interface of Gymnasium as it is written, for checks.py."""
import enum
import math
import os
import random
import re
import types

BOARD = {"game": {"height": 8}, "agent": {"features": "dt"}, "experiment": {"threads": 1}}
ALL = ("cells", "bits", "shown", "mask", "features")
W = [-12.63, 6.6, -9.22, -19.77, -13.08, -10.49, -1.61, -24.04, 0.3]


def gymnasium(numpy):
    """What swarmtris.py uses of Gymnasium, as strict as its pages say it is: it is no package of Debian."""

    class Space:
        def __init__(self, shape, dtype):
            self.shape, self.dtype, self.random = shape, numpy.dtype(dtype), numpy.random.default_rng(1)

        def contains(self, x):
            return x.shape == self.shape and x.dtype == self.dtype and bool((x >= self.low).all() and (x <= self.high).all())

    class Box(Space):
        def __init__(self, low, high, shape, dtype):
            super().__init__(shape, dtype)
            self.low, self.high = low, high

    class Discrete(Space):
        def __init__(self, n):
            super().__init__((), "int64")
            self.n = n

        def sample(self, mask):
            assert isinstance(mask, numpy.ndarray) and mask.dtype == numpy.int8 and mask.shape == (self.n,)
            return self.random.choice(numpy.flatnonzero(mask)) if mask.any() else 0

    class MultiDiscrete(Space):
        def __init__(self, nvec, dtype="int64", start=None):
            super().__init__((len(nvec),), dtype)
            self.nvec, self.one = nvec, Discrete(nvec[0])
            self.low = numpy.array(start if start is not None else [0] * len(nvec))
            self.high = self.low + nvec - 1

        def sample(self, mask):
            assert isinstance(mask, tuple) and len(mask) == len(self.nvec)
            return numpy.array([self.one.sample(one) for one in mask])

    class Dict(dict):
        def contains(self, x):
            return list(x) == list(self) and all(space.contains(x[name]) for name, space in self.items())

    class Env:
        metadata, render_mode, spec = {"render_modes": []}, None, None

        def reset(self, *, seed=None, options=None):
            self.np_random = numpy.random.default_rng(seed)

        def close(self):
            raise NotImplementedError

    class VectorEnv(Env):
        closed = False

        def close(self, **kwargs):
            raise NotImplementedError

    class AutoresetMode(enum.Enum):
        NEXT_STEP, SAME_STEP, DISABLED = "NextStep", "SameStep", "Disabled"

    spaces = types.SimpleNamespace(Box=Box, Discrete=Discrete, MultiDiscrete=MultiDiscrete, Dict=Dict)
    registry = {}
    return types.SimpleNamespace(Env=Env, spaces=spaces, registry=registry,
                                 register=lambda name, **how: registry.update({name: how}),
                                 vector=types.SimpleNamespace(VectorEnv=VectorEnv, AutoresetMode=AutoresetMode))


def listed(x):
    """As numbers and lists, whatever arrays there are."""
    if isinstance(x, dict):
        return {name: listed(value) for name, value in x.items()}
    if isinstance(x, (list, tuple)):
        return [listed(value) for value in x]
    return x.tolist() if hasattr(x, "tolist") else x


def shape(x):
    return x.shape if hasattr(x, "shape") else (len(x), *shape(x[0])) if isinstance(x, list) else ()


def check(swt, say, raises, run):
    for n in 1, 64:
        check_interface(swt, say, n)
    check_games(swt, say, run)
    check_ends(swt, say)
    check_state(swt, say, raises)
    check_rules(swt, say, raises)
    check_one(swt, say, raises)
    for kind, axes in (("guideline", {"hold": 2, "orientation": 4, "column": 12}), ("catch", {"step": 3})):
        if swt.features(kind):
            env = swt.VectorEnv({"game": {"kind": kind}}, 2, observe="features")
            obs, info = env.reset(seed=1)
            obs, *_ = env.step(env.action_space.sample(tuple(info["action_mask"])))
            say(float(re.search('width="([^"]*)', env._repr_html_())[1]) <= 120, "a notebook shows a board that fits")
            say(env.axes == axes and shape(obs) == (2, math.prod(axes.values()), len(env.features)), f"{env!r}, features alone")


def check_interface(swt, say, n):
    env = swt.VectorEnv(BOARD, n, expert=W, observe=ALL)
    shapes = {"cells": (n, 8, 10), "bits": (n, 8, 1), "shown": (n, 1), "mask": (n, 40), "features": (n, 40, 9)}
    kinds = {"cells": "uint8", "bits": "uint32", "shown": "int32", "mask": "int8", "features": "float64"}
    obs, info = env.reset(seed=3)
    more, reward, terminated, truncated, told = env.step(env.action_space.sample(tuple(info["action_mask"])))
    say(all({name: shape(x) for name, x in seen.items()} == shapes for seen in (obs, more))
        and all(env.observation_space[name].shape == shapes[name] and env.single_observation_space[name].shape == shapes[name][1:]
                for name in ALL) and env.action_space.shape == (n,) and env.single_action_space.n == 40
        and list(info) == ["action_mask", "expert"] and list(told) == ["action_mask", "expert", "score", "length"]
        and {shape(x) for x in (reward, terminated, truncated, *list(told.values())[1:])} == {(n,)}
        and env.num_envs == n and env.metadata["render_modes"] == (["ansi", "rgb_array"] if swt.numpy else ["ansi"]), f"{n} games: shapes of all that is returned")
    if swt.numpy:
        say(all(more[name].dtype == kinds[name] == env.observation_space[name].dtype for name in ALL) and reward.dtype == float
            and terminated.dtype == truncated.dtype == bool
            and not any(swt.numpy.shares_memory(obs[name], more[name]) for name in ALL),
            "... and kinds, in arrays that the next step leaves alone")
    if swt.gymnasium:
        say(env.observation_space.contains(obs) and isinstance(env, swt.gymnasium.vector.VectorEnv)
            and env.metadata["autoreset_mode"] is swt.gymnasium.vector.AutoresetMode.SAME_STEP,
            "... which Gymnasium's spaces contain")
    cells, features = listed(obs["cells"]), listed(obs["features"])
    say(cells == [[[word >> x & 1 for x in range(10)] for word, in rows] for rows in listed(obs["bits"])]
        and listed(obs["mask"]) == listed(info["action_mask"])
        and listed(info["expert"]) == [max((i for i in range(40) if legal[i]), key=lambda i: sum(map(float.__mul__, W, row[i])))
                                       for row, legal in zip(features, listed(obs["mask"]))],
        "... the expert makes the move of the highest sum of weighted features")
    env.close()
    say(env.closed, "... and closed")


def check_games(swt, say, run):
    """By the expert: the games that the program plays."""
    with open("w9", "w") as file:
        print(*W, file=file)
    env = swt.VectorEnv(BOARD, 64, expert=dict(zip((f.name for f in swt.Evaluator(BOARD).features), W)), observe="cells",
                        autoreset=False)
    obs, info = env.reset(seed=7)
    ended = [False]
    while not all(ended):
        obs, reward, terminated, truncated, info = env.step(info["expert"])
        ended = listed(terminated)
    lines = [run("play", "w9", "--features", "dt", "--set", "game.height=8", "--seed", seed)
             for seed in (7, 8, 70)]
    score, length = listed(info["score"]), listed(info["length"])
    say(all(f"lost after {length[i]} pieces, {score[i]:.0f} rows\n" in text for i, text in zip((0, 1, 63), lines)),
        f"seeds 7 to 70 are the games of play --seed: {length[0]} pieces, {score[0]:.0f} rows")
    found = swt.Evaluator(BOARD)(W, 1000)
    mean = sum(score) / 64
    say(abs(mean - found.mean) < 4 * found.sd / 8, f"mean {mean:.4g} rows, of an Evaluator {found.mean:.4g}")
    say(listed(info["expert"]) == [-1] * 64 and not any(map(any, listed(info["action_mask"]))),
        "a game that is over has no action")
    half = [i % 2 for i in range(64)]
    obs, info = env.reset(seed=[None] * 63 + [7], options={"reset_mask": half})
    obs, *_, info = env.step(info["expert"])
    say(listed(info["length"]) == [1 if h else n for h, n in zip(half, length)]
        and listed(info["score"])[::2] == score[::2] and listed(info["score"])[63] == 0,
        "reset_mask begins some, others stay as they were")


def check_ends(swt, say):
    env = swt.VectorEnv({**BOARD, "objective": {"max_pieces": 7}}, 3, expert=W)
    obs, info = env.reset(seed=1)
    begun, total, after = listed(obs), [0] * 3, [None] * 8
    for i in range(1, 8):
        obs, reward, terminated, truncated, info = env.step(info["expert"])
        after[i] = listed((terminated, truncated, info["length"]))
        total = [a + b for a, b in zip(total, listed(reward))]
    say(after[7] == [[False] * 3, [True] * 3, [7] * 3] and after[6] == [[False] * 3, [False] * 3, [6] * 3],
        "max_pieces truncates, and does not terminate")
    say(listed(info["score"]) == total and sum(map(sum, listed(obs["cells"])[0])) == 0
        and all(map(any, listed(info["action_mask"]))),
        "the next game is seen at once, with the score and length of the one before")
    obs, *_, info = env.step(info["expert"])
    say(listed(info["length"]) == [1] * 3 and listed(env.reset(seed=[1, 2, 3])[0]) == begun,
        "... and the same seeds are the same games")
    by_chance = [listed(env.reset()[0]["shown"]) for _ in range(20)]
    env.reset(seed=[1, 2, 3])
    say([listed(env.reset()[0]["shown"]) for _ in range(20)] == by_chance, "without a seed: games that follow from the last one")
    env = swt.VectorEnv(BOARD, 3)
    obs, info = env.reset()
    lost = 0
    while not lost:
        obs, reward, terminated, truncated, info = env.step(env.action_space.sample(tuple(info["action_mask"])))
        lost = sum(listed(terminated))
    say(not any(listed(truncated)), "a lost game terminates")


def check_state(swt, say, raises):
    env, other = (swt.VectorEnv(BOARD, 3, expert=W, illegal="raise") for _ in range(2))
    raises(swt.Code.USAGE, "no games were begun: reset comes first", env.save)
    raises(swt.Code.USAGE, "no games were begun: reset comes first", env.step, [0] * 3)
    obs, info = env.reset(seed=5)
    for _ in range(300):
        obs, *_, info = env.step(info["expert"])
    saved = env.save()
    illegal = listed(info["action_mask"])[1].index(0)
    raises(swt.Code.USAGE, f"actions[1] = {illegal}, of game 1: is illegal in its state, as the mask says", env.step,
           [-1, illegal, -1])
    raises(swt.Code.USAGE, "actions[0] = 40, of game 0: must be 0..39, or -1: no move", env.step, [40, 0, 0])
    for wrong in ([0, 0], [0.5, 0, 0], [2**32, 0, 0], ["a", 0, 0], None):
        raises(swt.Code.USAGE, "actions: must be 3 whole numbers, one for each game", env.step, wrong)
    raises(swt.Code.USAGE, "seed = -1: must be whole numbers 0 .. 2^64 - 1", lambda: env.reset(seed=-1))
    raises(swt.Code.USAGE, "seed: must have 3 numbers, one for each game, and has 2", lambda: env.reset(seed=[1, 2]))
    raises(swt.Code.USAGE, "observe: 'boards' cannot be seen of the game tetris, which has bits, cells, shown, mask, features, after",
           lambda: swt.VectorEnv(BOARD, 3, observe="boards"))
    raises(swt.Code.USAGE, "n = 2147483647: must be 1..1000000", swt.VectorEnv, BOARD, 2**32 + 3)
    raises(swt.Code.USAGE, "dim = 2: must be 9, the weights of the agent", env.set_expert, [1, 2])
    names = [f.name for f in env.features]
    raises(swt.Code.USAGE, f"expert: has weights of holes, and not of {', '.join(names)}", env.set_expert, {"holes": 1})
    run = swt.load("dt-10")
    moves = [swt.VectorEnv(BOARD, 3, expert=expert).reset(seed=5)[1]["expert"] for expert in (run.x, dict(zip(names, run.x)), run, "dt-10")]
    say(all(listed(one) == listed(moves[0]) for one in moves), "an expert is a vector, a dict, a Run or a name")
    if swt.features("guideline"):
        say(swt.Env({"game": {"kind": "guideline"}, "agent": {"kind": "penalty"}}, expert="guideline-handmade").reset(seed=1)[1]["expert"] >= 0,
            "... also where weights are not of features")
    say(env.save() == saved, "... and nothing has changed")
    raises(swt.Code.DATA, "saved: the games cannot be restored: their end is damaged, or of another number of games",
           other.restore, saved[:-5])
    raises(swt.Code.DATA, "saved: the games cannot be restored: it does not begin as a checkpoint does", other.restore,
           b"x" + saved[1:])
    again, its = other.restore(saved)
    say(listed((again, its["expert"])) == listed((obs, info["expert"])), "restored, the same is seen")
    same = True
    for _ in range(300):
        one, two = env.step(info["expert"]), other.step(its["expert"])
        same, info, its = same and listed(one) == listed(two), one[4], two[4]
    say(same and env.save() == other.save(), "... and the games go on exactly")


def patches(board):
    """Connected patches of holes of a board (8 rows of bits), by flooding."""
    holes = {(x, y) for y in range(8) for x in range(10) if not board[y][0] >> x & 1 and any(row[0] >> x & 1 for row in board[y:])}
    n = 0
    while holes:
        n, edge = n + 1, [holes.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & holes
            holes -= near
            edge += near
    return n


def check_rules(swt, say, raises):
    """Illegal actions, the ends of games, and what else Gymnasium's pages say of vector environments."""
    def random_game(**rules):
        env, chance, log = swt.VectorEnv(BOARD, 4, **rules), random.Random(1), []
        env.reset(seed=1)
        for _ in range(200):
            log.append(env.step([chance.randrange(40) for _ in range(4)]))
        return env, log
    env, log = random_game()
    say(env.action_space.shape == (4,) and any(any(listed(step[2])) for step in log), "a random player that knows no mask plays on")
    where = [(k, i) for k, step in enumerate(log) for i in range(4) if listed(step[2])[i]]
    finals = [log[k][4]["final_obs"][i] for k, i in where]
    say(all(listed(seen["cells"]) != listed(log[k][0]["cells"][i]) and sum(map(sum, listed(seen["cells"]))) > 20
            and log[k][4]["_final_obs"][i] and log[k][4]["final_info"]["length"][i] > 1 for seen, (k, i) in zip(finals, where))
        and all(log[k][4]["final_obs"][j] is None for k, _ in where for j in range(4) if not listed(log[k][4]["_final_obs"])[j])
        and all("final_obs" in step[4] or not any(listed(step[2])) for step in log), "final_obs: how a game ended, None of others")
    _, zeros = random_game(observe=("mask", "features"))
    ended = [(k, i) for k, step in enumerate(zeros) for i in range(4) if listed(step[2])[i]]
    say(ended and all(listed(zeros[k][4]["final_obs"][i]) == {"mask": [0] * 40, "features": [[0] * 9] * 40} for k, i in ended),
        "... which has no action")
    *_, after = random_game(autoreset="NextStep")
    over = [i for k in range(199) for i in range(4) if listed(after[k][2])[i]
            and (listed(after[k + 1][1])[i], listed(after[k + 1][2])[i], listed(after[k + 1][4]["length"])[i]) == (0, False, 0)
            and not any(map(any, listed(after[k + 1][0]["cells"][i])))]
    say(len(over) == sum(sum(listed(step[2])) for step in after[:199]) > 5, "NextStep: a game begins with the step after the end")
    *_, ends = random_game(illegal="end", illegal_reward=-2.5)
    *_, stays = random_game(illegal_reward=-2.5)
    say(sum(listed(step[1]).count(-2.5) for step in stays) > 100 > 0 < sum(listed(step[1]).count(-2.5) for step in ends)
        and all(over for step in ends for over, reward in zip(listed(step[2]), listed(step[1])) if reward == -2.5)
        and not any(over for step in stays for over, reward in zip(listed(step[2]), listed(step[1])) if reward == -2.5),
        "an illegal action ends the game or leaves it alone, with a reward")
    env = swt.VectorEnv(BOARD, 2, illegal="end", autoreset=False)
    _, info = env.reset(seed=1)
    env.step([listed(info["action_mask"])[0].index(0), -1])
    saved = env.save()
    say(listed(env.restore(saved)[1]["action_mask"])[0] == [0] * 40 and sum(listed(env.step([-1, -1])[4]["action_mask"])[1]) > 0,
        "... and is over after it was saved, too")
    raises(swt.Code.USAGE, "illegal = 'no': must be one of raise, ignore, end", lambda: swt.Env(BOARD, illegal="no"))
    raises(swt.Code.USAGE, "autoreset = 'Never': must be one of Disabled, SameStep, NextStep", lambda: swt.VectorEnv(BOARD, 1, autoreset="Never"))
    raises(swt.Code.USAGE, "options: 'board': there are none; what a game is, the ini says", lambda: swt.Env(BOARD).reset(options={"board": []}))
    raises(swt.Code.USAGE, "options: 'board': must be reset_mask; what a game is, the ini says",
           lambda: swt.VectorEnv(BOARD, 1).reset(options={"board": []}))
    env = swt.VectorEnv(BOARD, 3, observe=("after", "mask", "features"))
    obs, _ = env.reset(seed=2)
    for _ in range(12):
        before, obs = obs, env.step([legal.index(1) for legal in listed(obs["mask"])])[0]
    filled = [[sum(bin(row[0]).count("1") for row in board) for board in boards] for boards in listed(obs["after"])]
    say(shape(obs["after"]) == (3, 40, 8, 1) and all((cells > 0) == bool(legal) for boards, mask in zip(filled, listed(obs["mask"]))
                                                     for cells, legal in zip(boards, mask)), "after: the boards of legal actions")
    if swt.numpy:
        with open(os.path.join(os.path.dirname(__file__), "../examples/patches.py"), encoding="utf-8") as example:
            scope = {"numpy": swt.numpy}
            exec(re.search(r"def patches\(.*?\n\n\n", example.read(), re.S)[0], scope)
        say(listed(scope["patches"](obs["after"])) == [[patches(board) for board in boards] for boards in listed(obs["after"])],
            f"the example's patches of holes: up to {scope['patches'](obs['after']).max()}")
    say(env.call("render") == env.render() and env.get_attr("game") == ("tetris",) * 3 and env.render()[0].split()[-1] in "OILJTSZ",
        "call, get_attr; a picture names the piece by its letter")
    if swt.numpy:
        expert, games = swt.VectorEnv(BOARD, 100, expert="dt-10"), swt.numpy.empty((100, 100, 8, 10), "float32")
        pieces, moves = (swt.numpy.empty((100, 100), "float32") for _ in range(2))
        seen, info = expert.reset(seed=1)
        for step in range(100):
            games[step], pieces[step], moves[step] = seen["cells"], seen["shown"][:, 0], info["expert"]
            seen, _, _, _, info = expert.step(info["expert"])
        x, y = games.reshape(10000, -1), moves.ravel()
        say(x.shape == (10000, 80) and set(swt.numpy.unique(x)) == {0, 1} and 0 <= y.min() and y.max() < 40 and len(set(pieces.ravel())) == 7,
            f"10,000 moves of the expert as float32: {len(set(y))} different ones")
        image = swt.Env(BOARD, render_mode="rgb_array")
        image.reset(seed=1)
        say(image.render().shape == (128, 160, 3) and image.render().dtype == "uint8" and image.render_mode == "rgb_array", "rgb_array")
    if swt.gymnasium:
        say(set(swt.gymnasium.registry) >= {"swarmtris/Tetris-v0"}, f"registered: {', '.join(swt.gymnasium.registry)}")
        say(swt.Env(BOARD).observation_space["shown"].nvec == [9], "pieces are a MultiDiscrete")


def check_gymnasium(swt, say):
    """By Gymnasium itself, where it is installed."""
    from gymnasium.utils.env_checker import check_env
    from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics
    for mode in swt.gymnasium.vector.AutoresetMode.SAME_STEP, swt.gymnasium.vector.AutoresetMode.NEXT_STEP:
        env = RecordEpisodeStatistics(swt.VectorEnv(BOARD, 4, expert="dt-10", autoreset=mode))
        _, info = env.reset(seed=1)
        for _ in range(3000):
            info = env.step(info["expert"])[4]
        told = list(zip(env.return_queue, env.length_queue))
        say(told[:2] == [(42, 121), (356, 907)], f"RecordEpisodeStatistics, {mode}: {len(told)} games")
    say(FlattenObservation(swt.VectorEnv(BOARD, 4, autoreset="NextStep")).reset(seed=1)[0].shape == (4, 89), "wrappers of observations, NextStep")
    for name in swt.gymnasium.registry:
        if name.startswith("swarmtris/"):
            for illegal in "ignore", "end":
                check_env(swt.gymnasium.make(name, illegal=illegal, render_mode="rgb_array").unwrapped)
            for masked in False, True:
                env, ends = swt.gymnasium.make(name, max_episode_steps=200), 0
                seen, info = env.reset(seed=1)
                env.action_space.seed(1)
                for _ in range(400):
                    seen, _, *over, info = env.step(env.action_space.sample(info["action_mask"] if masked else None))
                    ends += any(over)
                    seen, info = env.reset() if any(over) else (seen, info)
                say(ends >= 2 and env.observation_space.contains(seen), f"{name}, {'masked' if masked else 'unmasked'}: {ends} games end")
            say(swt.gymnasium.make(f"swarmtris:{name}").reset(seed=1)[0].keys() == {"cells", "shown"}
                and swt.gymnasium.make_vec(name, num_envs=3).reset(seed=1)[0]["cells"].shape[0] == 3, f"check_env: {name}")


def check_one(swt, say, raises):
    with swt.Env(BOARD, expert=W, observe="cells") as env:
        obs, info = env.reset(seed=4)
        mask, expert = info["action_mask"], info["expert"]
        obs, reward, terminated, truncated, info = env.step(env.action_space.sample(mask))
        raises(swt.Code.USAGE, "actions: must be a whole number", env.step, 0.5)
        raises(swt.Code.USAGE, "seed: must be a whole number", lambda: env.reset(seed=[1, 2]))
        say(repr(env) == "<Env: 1 of tetris, 40 actions>" and shape(obs) == (8, 10) == env.observation_space.shape and shape(mask) == (40,) and 0 <= expert < 40
            and type(reward) is float and type(terminated) is bool and type(truncated) is bool and info["length"] == 1,
            "Env: one game, without a first length")
        total, steps = reward, 1
        while not (terminated or truncated):
            obs, reward, terminated, truncated, info = env.step(info["expert"])
            total, steps = total + reward, steps + 1
        say(info["score"] == total and info["length"] == steps and env.render().count("\n") == 8
            and env.render().split()[-2] == "piece", f"... to its end: {steps} pieces, {total:g} rows")
        saved, page = env.save(), env._repr_html_()
        say(page.count("h1v1h-1z") == sum(map(sum, listed(obs))) > 0, "a notebook shows the board")
        env.games.titles[0] = "<script>"
        say("<script>" not in env._repr_html_() and "&lt;script&gt;" in env._repr_html_(), "... and no name injects anything")
        env.reset(seed=2)
        say(listed(env.restore(saved)[0]) == listed(obs), "... saved and restored")
