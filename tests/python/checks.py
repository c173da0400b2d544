"""checks.py PROGRAM [plain|gymnasium]: swarmtris.py against the program, in the current folder; plain: as if numpy were not
installed; gymnasium: environments alone, as if Gymnasium were."""
import contextlib
import copy
import json
import math
import multiprocessing
import os
import pickle
import pydoc
import random
import signal
import subprocess
import sys
import tempfile
import threading
import warnings

PROGRAM = sys.argv[1]
if "plain" in sys.argv:
    sys.modules["numpy"] = None
import environments  # noqa: E402
if "gymnasium" in sys.argv:
    import numpy
    sys.modules["gymnasium"] = environments.gymnasium(numpy)
import swarmtris as swt  # noqa: E402

BOARD = {"game": {"height": 8}, "agent": {"features": "dt"}}
TRAINING = {**BOARD, "training": {"total_pieces": 200000}, "selection": {"finalists": 3}, "validation": {"games": 40},
            "optimiser": {"particles": 8}}
TEXT = swt._text(TRAINING).decode()
VECTORS = [[-12.63, 6.6, -9.22, -19.77, -13.08, -10.49, -1.61, -24.04, 0.3], [-1.0] * 9]
failed = False


def say(good, text):
    global failed
    print(f"{'ok' if good else 'not ok'} - {text}")
    failed = failed or not good


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True).stdout


def raises(code, text, function, *arguments):
    """Whether the call raises this code and these sentences."""
    try:
        function(*arguments)
    except swt.Error as error:
        good = error.code == code and str(error) == text
        say(good, f"{code.name}: {text.splitlines()[0]}" + ("" if good else f"; it says {error.code} {error}"))
    else:
        say(False, f"{text}: nothing was raised")


def together(*functions):
    """Calls them in threads, and waits for all."""
    workers = [threading.Thread(target=function) for function in functions]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def same_run(one, other):
    return all(read(one, name) == read(other, name)
               for name in ("config.ini", "metrics.tsv", "games.tsv", "weights.ini", "result.tsv", "checkpoint"))


def table(path):
    """The columns of a table of numbers."""
    rows = [line.split("\t") for line in read(path).decode().splitlines()]
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def check_evaluator():
    evaluator = swt.Evaluator(BOARD)
    found = evaluator(VECTORS, 30)
    lines = run("eval", "-", "--features", "dt", "--set", "game.height=8", "--games", 30,
                text="\n".join(" ".join(map(repr, x)) for x in VECTORS) + "\n\n").splitlines()
    answers = [dict(zip(lines[0].split(), map(float, line.split()))) for line in lines[1:]]
    names = {"mean": "mean", "sem": "sem", "pieces": "cost", "median": "median", "sd": "sd", "min": "min", "max": "max"}
    say(len(answers) == 2 and all(list(getattr(found, field)) == [a[name] for a in answers] for name, field in names.items()),
        f"what eval - answers, to the last digit: {found.mean[0]!r}")
    with open("vectors", "w") as file:
        print(*VECTORS[0], file=file)
    told = json.loads(run("eval", "vectors", "--features", "dt", "--set", "game.height=8", "--games", 30, "--json"))
    one = evaluator(VECTORS[0], 30)
    say((one.lower, one.upper, one.mean) == (told["lower"], told["upper"], told["mean"]), f"the interval of eval --json: {one.lower} to {one.upper}")
    say(list(one.scores) == list(found.scores[0]) and sum(one.scores) / 30 == one.mean and len(one.scores) == 30,
        "a single vector is one of several; every score is there")
    say(list(evaluator(VECTORS, 30, seed=1).mean) != list(found.mean) == list(evaluator(VECTORS, 30).mean),
        "another seed is other games, the same seed the same")
    say(math.isnan(evaluator(VECTORS[0], 1).lower), "one game has no interval")
    say(repr(evaluator).startswith(f"<Evaluator of {evaluator.dim} weights: "), f"an evaluator says what it is: {evaluator!r}")
    say([f.name for f in evaluator.features][:2] == ["landing_height", "eroded_cells"] and list(evaluator.upper) == [10] * 9
        and evaluator.dim == 9 and all(f.definition and f.source for f in evaluator.features), "features and box")
    names = [feature.name for feature in evaluator.features]
    say(evaluator(dict(reversed(list(zip(names, VECTORS[0])))), 30).mean == one.mean, "a dict has weights by the features' names")
    raises(swt.Code.USAGE, f"x: has weights of holes, and not of {', '.join(names)}", evaluator, {"holes": -1})
    listed = run("list", "features")
    say(all(f.name.rstrip("0123456789") in listed for f in swt.features()) and len(swt.features()) > 50
        and swt.features("chess") == [], "all features of a game")
    if swt.numpy:
        x = swt.numpy.array(VECTORS)
        say(swt._numbers(x) is x and list(evaluator(x, 30).mean) == list(found.mean), "an array is not copied")
    with open("board.ini", "wb") as file:
        file.write(swt._text(BOARD))
    say(all(list(swt.Evaluator(ini)(VECTORS, 30).mean) == list(found.mean) for ini in ("board.ini", read("board.ini").decode())),
        "a path and a text are inis, too")
    raises(swt.Code.USAGE, "dim = 8: must be 9, one weight for each feature", evaluator, [1.0] * 8)
    raises(swt.Code.USAGE, "seed = -1: must be 0..18446744073709551615", evaluator, VECTORS, 3, -1)
    raises(swt.Code.USAGE, "games = 0: must be at least 1", evaluator, VECTORS, 0)
    raises(swt.Code.USAGE, "n x games = 8589934592: must be at most 100000000", evaluator, VECTORS, 2**32)
    raises(swt.Code.USAGE, "x: must be a vector (dim), or vectors (n, dim) that all have as many weights", evaluator,
           swt.numpy.zeros((2, 9, 2)) if swt.numpy else [VECTORS[0], VECTORS[0][:8]])
    raises(swt.Code.DATA, "x[1][0] = nan, the weight of 'landing_height': must be finite", evaluator,
           [VECTORS[0], [math.nan] * 9])
    raises(swt.Code.CONFIG, "unknown key 'heigth' in [game]; did you mean 'height'?", swt.Evaluator,
           {"game": {"heigth": 9}})
    raises(swt.Code.CONFIG, "a key or value of the ini has a line end, which an ini cannot hold", swt.Evaluator,
           {"game": {"height": "9\n[agent]"}})
    zero = "{}: must be a text without zero bytes: byte {} is one"
    with open("zero.ini", "wb") as file:
        file.write(b"[game]\n\0")
    raises(swt.Code.CONFIG, "zero.ini:2: holds a byte that no text has; this is not an ini file", swt.Evaluator, "zero.ini")
    raises(swt.Code.NO_INPUT, "nowhere: cannot be read: No such file or directory", swt.Evaluator, "nowhere")
    for ini, byte in ("[game]\0\n", 7), ({"game": {"height\0": 8}}, 14):
        raises(swt.Code.USAGE, zero.format("ini", byte), swt.Evaluator, ini)
    raises(swt.Code.USAGE, zero.format("game", 7), swt.features, "tetris\0s")
    raises(swt.Code.USAGE, zero.format("directory", 2), swt.Training, TEXT, "d\0e")
    raises(swt.Code.USAGE, zero.format("state", 1), setattr, swt.Search({"training": {"iterations": 2}}, [0], [1]), "state", b"\0")
    evaluator.close()
    raises(swt.Code.USAGE, "the Evaluator is closed", evaluator, VECTORS)


def check_training():
    with open("training.ini", "w") as file:
        file.write(TEXT)
    run("train", "training.ini", "--out", "program", "-q")
    steps, training = [], swt.Training(TRAINING, "python")
    raises(swt.Code.UNAVAILABLE, "nothing has been found yet: no iteration is complete", training._result)
    say(repr(training) == "<Training: training, 0 %>" and training.weights == "", "... as its repr says")
    training.run(lambda t: steps.append((t.phase, t.share)))
    say(same_run("program", "python"), f"a training is that of train, byte by byte: {training!r}")
    say(steps[0][0] == "training" and steps[-1] == ("finished", 1) and steps == sorted(steps, key=lambda s: s[1]),
        f"it calls back at each of {len(steps)} steps")
    rows = [line.split("\t") for line in read("program", "result.tsv").decode().splitlines()[1:]]
    say([(c.name, c.mean, c.games) for c in training.reported] == [(row[0], float(row[1]), int(row[5])) for row in rows]
        and training.reported[-1] == training.score and training.score.lower == float(rows[-1][2])
        and list(training.x) == list(map(float, rows[-1][8:])), "weights and reported scores are those of result.tsv")
    say(training.weights.encode() == read("program", "weights.ini"), "the text of the weights is weights.ini")

    plain = swt.Training({**TRAINING, "training": {"total_pieces": 20000}, "selection": {"finalists": 0}}).run()
    swarm = plain.swarm
    say(len(swarm.x) == len(swarm.velocity) == len(swarm.score) >= 8 and len(set(swarm.leader)) == 1
        and list(swarm.best[swarm.leader[0]]) == list(plain.x), "the swarm: all are drawn by the position that was found")
    raises(swt.Code.UNAVAILABLE, "the optimiser of this training is no swarm",
           lambda: swt.Training({**TRAINING, "optimiser": {"kind": "cmaes"}}).swarm)
    logged = {**TRAINING, "training": {"total_pieces": 20000, "log_positions": True}}
    kept, loose = swt.Training(logged, "logged").run(), swt.Training(logged)
    swarms = [loose.swarm]
    say(loose.history == {} and loose.run(lambda t: swarms.append(t.swarm)).history.keys() == kept.history.keys() and all(
        list(loose.table(name)[key]) == list(column) or math.isnan(sum(column))
        for name in ("metrics", "positions") for key, column in table(f"logged/{name}.tsv").items()) and kept.table("nothing") == {},
        f"its history is metrics.tsv, with a directory or without: {len(loose.history['iteration'])} iterations")
    paths = loose.table("positions")
    say(max(paths["iteration"]) > 5 and all(list(paths[feature.name]) == [x[i] for swarm, _ in zip(swarms, loose.history["iteration"]) for x in swarm.x]
                                            for i, feature in enumerate(loose.features)), "positions are the swarms of all iterations, as a callback sees them")
    page = training._repr_html_()
    say(page.count("<td>") == 27 and str(training.score) in page and training.features[2].definition in page,
        "a notebook shows each weight with what it is")
    training.features[0] = swt.Feature("<script>", "a & b", "")
    say("<script>" not in training._repr_html_() and "a &amp; b" in training._repr_html_(), "... and no name injects anything")
    del training

    training = swt.Training(TEXT, "parts")
    training.run(lambda t: t.stop() if t.share > 0.3 else None)
    say(0.3 < training.share < 1, f"stop ends a run: {training!r}")
    training.save()
    training.close()
    with swt.Training(None, "parts") as training:
        while training.step():
            pass
    say(repr(training) == "<Training: closed>" and "closed" in training._repr_html_(), "closed, it says so")
    say(same_run("program", "parts"), "... which goes on from its directory, step by step")
    raises(swt.Code.CANT_CREATE, "parts: holds a run already; resume goes on with it, replace replaces it",
           swt.Training, TEXT, "parts")
    raises(swt.Code.NO_INPUT, "nowhere: holds no run that could be resumed", swt.Training, None, "nowhere")
    raises(swt.Code.USAGE, "the training was opened without a directory, so that there is none to save to",
           swt.Training(TEXT).save)
    say(swt.Training(TEXT, "parts", resume=True).share == 1 and swt.Training(TEXT, "parts", replace=True).share == 0,
        "resume and replace")
    threads = [swt.Training(TEXT) for _ in range(2)]
    together(*(training.run for training in threads))
    say(threads[0].weights.encode() == threads[1].weights.encode() == read("program", "weights.ini"),
        "two trainings at a time, in threads")


LONG = {**TRAINING, "training": {"total_pieces": 10**12}, "optimiser": {"preset": "vdbergh"}}


def interrupted(function):
    """Whether function raises KeyboardInterrupt, if SIGINT arrives after half a second."""
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        function()
    except KeyboardInterrupt:
        return True
    finally:
        timer.join()
    return False


def check_interrupts():
    evaluator = swt.Evaluator({"game": {"height": 20}, "agent": {"features": "dt"}})
    say(interrupted(lambda: evaluator(VECTORS[0], 10**6)), "Ctrl-C ends an evaluation with KeyboardInterrupt")
    training = swt.Training(LONG, "interrupted")
    say(interrupted(lambda: training.run(lambda _: evaluator(VECTORS[0], 1))), "... and a training whose callback evaluates")
    weights = training.weights
    training.close()
    training = swt.Training(None, "interrupted")
    say(training.weights == weights, "... which is kept as far as it had got")
    say(interrupted(lambda: [training.step() for _ in range(10**9)]) and training.step(), "... and goes on, step by step")
    noted = []
    before = signal.signal(signal.SIGINT, lambda *_: noted.append(len(noted)))
    interrupted(lambda: [training.step() for _ in iter(lambda: len(noted), 1)])
    signal.signal(signal.SIGINT, before)
    say(noted == [0] and signal.set_wakeup_fd(-1) == -1, "a handler that raises nothing is called, and the step is made again")
    stopper = threading.Timer(0.3, training.stop)
    stopper.start()
    say(training.run() is training and training.share < 1, "stop, by another thread, ends a run without an exception")


def mean_of(games):
    """The mean of what an evaluator plays that this process, or the one that it was forked from, has opened."""
    return EVALUATOR(VECTORS[0], games).mean if games else swt.Evaluator({"game": 8})


def check_processes():
    global EVALUATOR
    EVALUATOR = swt.Evaluator(BOARD)
    mean, found = mean_of(30), []
    with multiprocessing.get_context("fork").Pool(2) as pool:
        say(pool.map_async(mean_of, [30] * 3).get(60) == [mean] * 3, "processes that were forked play on")
        raises(swt.Code.CONFIG, "ini: 'game': must be a section, a dict of its keys, and is 8",
               lambda: pool.map_async(mean_of, [0]).get(60))
    together(*[lambda: found.append(mean_of(30))] * 3)
    say(found == [mean] * 3, "threads wait for each other")
    for function in copy.copy, copy.deepcopy, pickle.dumps:
        try:
            function(EVALUATOR)
            say(False, f"{function.__name__} of an object")
        except TypeError as error:
            say(str(error) == "the Evaluator can neither be copied nor pickled; what it saves can", f"{function.__name__}: {error}")


def check_minimise():
    with open("sphere.ini", "w") as file:
        file.write("[experiment]\nseed = 5\n[objective]\nkind = rastrigin\ndim = 4\n[training]\niterations = 60\n"
                   "[optimiser]\nkind = pso\nparticles = 12\ninertia = 0.6\n")
    run("train", "sphere.ini", "--out", "sphere", "-q")
    function = swt.Evaluator("sphere.ini")
    found = swt.minimise(lambda x: [-mean for mean in function(x, 1).mean], [-5.12] * 4, [5.12] * 4, iterations=60,
                         particles=12, seed=5, vectorised=True, inertia=0.6)
    metrics = table("sphere/metrics.tsv")
    say([value for _, value in found.history] == [-score for score in metrics["best_score"]]
        and [n for n, _ in found.history] == metrics["games"] and found.nfev == 721,
        f"minimise finds what train finds, iteration by iteration: {found!r}")
    lines = run("list", "optimisers").splitlines()
    optimisers = [line.split(":")[0].strip() for line in lines if line[:2] == "  " and line[2:3] > " "]
    goal = [1.0, -2.0, 0.5]
    for optimiser in set(optimisers) - {"own"}:
        found = swt.minimise(lambda x: sum((a - b) ** 2 for a, b in zip(x, goal)), [-4, -4, -4], [4, 4, 4], optimiser=optimiser,
                             iterations=1 if optimiser == "grid" else 300)
        say(found.fun < 2 and abs(sum((a - b) ** 2 for a, b in zip(found.x, goal)) - found.fun) < 1e-12,
            f"{optimiser} on a function of one's own: {found.fun:.3g} after {found.nfev} evaluations")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        nothing = [swt.minimise(lambda x: bad, [-1], [1], iterations=3, inertia=0.6).fun for bad in (math.nan, math.inf)]
    say(len(said) == 2 and not any(map(math.isfinite, nothing))
        and str(said[0].message) == "nothing was found: no position has a finite value; of 48 values 48 were NaN and 0 infinite",
        f"where no value is finite, one sentence says so: {[str(one.message) for one in said]}, {nothing}")
    grid = swt.minimise(lambda x: x[0] + x[1], [-5] * 2, [5] * 2, optimiser="grid", steps=5)
    say(grid.nfev == 25 and grid.fun == -10, "a grid is passed once")
    raises(swt.Code.CONFIG, "domain = sphere (preset exemplars): searches directions only, "
           "as suits weights of games, but for a function of your own lengths matter", lambda: swt.minimise(sum, [-1], [1], preset="exemplars"))
    raises(swt.Code.CONFIG, "optimiser = cmaes: is for at most 500 dimensions, and here are 501",
           lambda: swt.minimise(sum, [-1] * 501, [1] * 501, optimiser="cmaes"))
    noise = random.Random(1)
    noisy = swt.minimise(lambda x: sum(v * v for v in x) + noise.gauss(0, 1), [-4] * 2, [4] * 2, iterations=0,
                         training={"total_games": 2000, "games": 5}, selection={"finalists": 3, "games": 10},
                         validation={"games": 50})
    say(noisy.reported.name == "validated" and noisy.reported.games == 50 and noisy.nfev >= 2000, f"noise is averaged: {noisy.reported}")
    ini = {"training": {"iterations": 9}, "optimiser": {"kind": "cmaes"}}
    whole, again = swt.Search(ini, [-1, -1], [1, 1]), swt.Search(ini, [-1, -1], [1, 1])
    while whole.due:
        again.state = whole.state
        whole.tell([abs(x[0]) + abs(x[1]) for x in whole.ask()])
    again.tell([abs(x[0]) + abs(x[1]) for x in again.ask()])
    say(repr(again.reported) == repr(whole.reported) and list(again.x) == list(whole.x) and again.due == 0, "the state of a search goes on exactly")
    raises(swt.Code.UNAVAILABLE, "the search is finished, and asks no more", whole.tell, [])
    raises(swt.Code.USAGE, "n = 1: must be 16, the positions that are due",
           lambda: swt.minimise(lambda x: [0.0], [0], [1], vectorised=True))
    raises(swt.Code.USAGE, "upper: must have 2 numbers, as lower has, and has 1", swt.Search, ini, [0, 0], [1])
    raises(swt.Code.CONFIG, "ini:3: [game] has no effect on a function of your own",
           swt.Search, "[training]\niterations = 3\n[game]\nheight = 8\n", [0], [1])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        swt.Search("[experiment]\nthreads = 2\n[training]\niterations = 3\n", [0], [1])
    say(len(said) == 1 and str(said[0].message).startswith("ini:2: threads = 2: is ignored: "), "what is ignored is a warning")


def bowl(x):
    return sum((a - 0.5) ** 2 for a in x)


def check_users():
    """What users of Optuna, pycma, Nevergrad and scipy expect of minimise and Search."""
    say(swt.gymnasium or len(pydoc.plain(pydoc.render_doc(swt)).splitlines()) <= 500, "help(swarmtris) has 500 lines at most")
    m, low, high = swt.minimise, [-5.0] * 3, [5.0] * 3
    plain = m(bowl, low, high, evaluations=500)
    say(plain.nfev == 501 and plain.fun == plain.best_seen == bowl(plain.x) and plain.interval is None, f"evaluations=: {plain!r}")
    others = [m(bowl, [(-5, 5)] * 3, evaluations=500), m(bowl, bounds=[(-5, 5)] * 3, evaluations=500),
              m(bowl, low, high, evaluations=500, workers=2), m(bowl, low, high, evaluations=500, workers=map),
              m(lambda x: [bowl(row) for row in x], low, high, evaluations=500, vectorised=True)]
    say(all(repr(other) == repr(plain) for other in others), "pairs, bounds=, workers= and vectorised= find the same")
    longer, again = m(bowl, low, high, evaluations=900), m(bowl, low, high, evaluations=900, state=plain.state)
    say(longer.fun == again.fun and longer.nfev == 901 and again.nfev == 401, "a larger budget goes on from a state")
    said = []
    stopped = m(bowl, low, high, callback=lambda found: said.append(found.fun) or found.fun < 0.01)
    say(stopped.fun < 0.01 <= said[-2] and stopped.nfev == 16 * len(said) + 1 and len(stopped.history) == len(said),
        f"callback(found) -> True stops: {stopped!r}")
    say(m(bowl, low, high, callback=lambda found: next(iter(()))).nfev == 17, "... and so does StopIteration, as for scipy")
    aimed = m(bowl, low, high, training={"target": 1e-3})
    say(aimed.fun <= 1e-3 and aimed.nfev < 1601 and repr(m(bowl, low, high, target=1e-3)) == repr(aimed), f"target is a value: {aimed!r}")
    first = []
    m(lambda x: first.append(list(x)) or bowl(x), low, high, x0=[[1, 2, 3], [-1, 0, 4]], iterations=1)
    say(first[:2] == [[1, 2, 3], [-1, 0, 4]], "x0=, one or several")
    wide = m(bowl, low, high, optimiser="cmaes", sigma0=2.5, iterations=9)
    say(repr(wide) == repr(m(bowl, low, high, optimiser="cmaes", sigma=0.25, iterations=9)), "sigma0=")
    mixed = m(lambda x: (x[0] - 3) ** 2 + (x[1] != "b") + x[2] ** 2 + abs(x[3] - 1e9 - 4e-4) * 1e4 + x[4],
              [range(-10, 10), swt.Choice("abc"), (-1, 1), (1e9, 1e9 + 1e-3), (7, 7)], evaluations=3000, x0=[2, "c", 0.5, 1e9, 7])
    say(mixed.x[:2] == [3, "b"] and mixed.x[4] == 7 and mixed.fun < 7.1,
        f"whole numbers, choices, a narrow box far from 0, a coordinate that stays: {mixed!r}")

    count = []

    def broken(x):
        count.append(bowl(x))
        if len(count) == 100:
            raise error
        return count[-1]
    for error in ZeroDivisionError("f"), KeyboardInterrupt():
        count.clear()
        try:
            m(broken, low, high)
        except (ZeroDivisionError, KeyboardInterrupt) as raised:
            say(raised is error and raised.found.nfev == 99 and raised.found.fun == min(count[:99]) == bowl(raised.found.x)
                and len(raised.found.history) == 6, f"{error!r} of f carries the best so far: {raised.found!r}")
    try:
        m(broken, low, high, callback=lambda found: 1 / 0)
    except ZeroDivisionError as raised:
        say(raised.found.nfev == 16, "... and so does one of the callback")

    noise = random.Random(5)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        noisy = m(lambda x: bowl(x) + noise.gauss(0, 1), low, high)
    say(len(said) == 1 and str(said[0].message).startswith("the function is noisy: ") and noisy.interval[0] < noisy.fun < noisy.interval[1]
        and noisy.reported.name == "validated" and abs(noisy.fun - bowl(noisy.x)) < 0.5 and noisy.best_seen < -1.5
        and noisy.nfev == 1600 + 1 + 160 + 100, f"a noisy function is validated: {noisy!r}")
    true = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for optimiser in "pso", "cmaes", "random":
            draws = [random.Random(seed) for seed in range(10)]
            runs = [m(lambda x: bowl(x) + draws[seed].gauss(0, 1), low, high, optimiser=optimiser, evaluations=1000, seed=seed) for seed in range(10)]
            true[optimiser] = sorted(bowl(run.x) for run in runs)[5]
            say({run.nfev for run in runs} == {1201} and sum(run.interval[0] < bowl(run.x) < run.interval[1] for run in runs) > 7,
                f"{optimiser} on a noisy function: ten seeds of equal evaluations, the median is {true[optimiser]:.3g}")
    say(max(true["pso"], true["cmaes"]) < true["random"] / 2, "... and both are ahead of random search")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        failing = m(lambda x: math.inf if noise.random() < 0.2 else bowl(x), low, high, validation={"games": 50})
        nothing = m(lambda x: math.nan, low, high, iterations=2)
        some = m(lambda x: math.nan if noise.random() < 0.5 else bowl(x), low, high, validation={"games": 0})
    say(failing.fun == math.inf and str(failing.reported) == f"validated inf ({failing.reported.cut_off} of 50 values are not finite)"
        and 2 < failing.reported.cut_off < 25, f"infinite values are counted: {failing.reported}")
    say(math.isnan(nothing.fun) and some.fun < 1 and len(said) == 1, f"where nothing is finite one warning has the counts: {said[0].message}")

    search = swt.Search({"training": {"iterations": 3}}, low, high)
    other = swt.Search({"training": {"iterations": 3}}, [(-5, 5)] * 3)
    while search.due:
        x = search.ask()
        search.tell([bowl(row) for row in x])
        order = random.Random(1).sample(range(len(x)), len(x))
        for i in order:
            other = pickle.loads(pickle.dumps(other)) if i == order[0] or i == 3 else other
            other.tell([bowl(other.ask()[i])], [i])
    say(list(search.x) == list(other.x) and search.history == other.history and repr(search) == repr(other)
        == f"<Search: finished, 100 %, 49 evaluations, best {search.history[-1][1]:.6g}>", f"told in any order, pickled between: {other!r}")
    say("polyline" in search._repr_html_() and "49" in search._repr_html_() and "polyline" in plain._repr_html_(), "a notebook shows the convergence")
    for text, keys in (("optimizer: is called optimiser here", {"optimizer": "cmaes"}), ("n_trials: is called evaluations here", {"n_trials": 9}),
                       ("unknown argument 'inerta'; did you mean 'inertia'?", {"inerta": 1}),
                       ("evaluations = 5: must be at least 16, which pays for one iteration of the pso", {"evaluations": 5}),
                       ("evaluations = 0: must be above 0", {"evaluations": 0}),
                       ("particles = -1: must be 1..4096", {"particles": -1}),
                       ("target = five: must be a number of -1e+300..1e+300 or none", {"target": "five"})):
        raises(swt.Code.USAGE if "called" in text else swt.Code.CONFIG, text, lambda: m(bowl, low, high, **keys))
    raises(swt.Code.USAGE, "workers = -1: must be at least 1, or a function such as map", lambda: m(bowl, low, high, workers=-1))
    raises(swt.Code.USAGE, "which: 3 must be one of the 16 rows that are due, and not told yet",
           lambda: [swt.Search({"training": {"iterations": 3}}, low, high).tell([1, 1], [3, 3])])
    raises(swt.Code.USAGE, "x[0][1] = 9: must be in the box, -5..5", lambda: m(bowl, low, high, x0=[0, 9, 0]))
    raises(swt.Code.USAGE, "x0: 'd' must be one of ('a', 'b', 'c')", lambda: m(len, [swt.Choice("abc")], x0=["d"]))
    raises(swt.Code.USAGE, "bounds[1] = (1, 2, 3): must be a pair (lower, upper), a range or a Choice", lambda: m(len, [(0, 1), (1, 2, 3)]))
    spent = [swt.Training("sphere", evaluations=300).run(), swt.Training("[objective]\nkind = sphere\n[training]\niterations = 7\n", evaluations=300).run(),
             swt.Training({"objective": {"kind": "sphere"}, "training": {"iterations": 7}}, evaluations=300).run()]
    say([training.reported[0].games for training in spent] == [1] * 3 and list(spent[1].x) == list(spent[2].x), "a Training takes evaluations, and the names of inis")
    aimed = swt.Training({"objective": {"kind": "sphere"}, "training": {"iterations": 4000, "target": 1e-3}}).run()
    say(-1e-3 <= aimed.score.mean <= 0, f"the target of a test function is a value: {aimed!r}")


def check_program():
    """load, and the program as functions: what they tell is what the program prints and has written."""
    for name, particles in ("eight", 8), ("four", 4):
        run("train", "-", "--repeat", 2, "--out", f"kept/{name}", "-q", text=TEXT.replace("particles = 8", f"particles = {particles}"))
    one = swt.load("kept/eight/01")
    told = json.loads(read("kept", "eight", "01", "run.json"))["reported"]
    say(one.state == "finished" and list(one.reported) == list(told) and one.reported["validated"].lower == told["validated"]["lower"]
        and math.isnan(one.reported["training"].sd) == (told["training"]["sd"] is None), f"a run: {one!r}")
    evaluate = swt.Evaluator(one.ini)
    say([feature.name for feature in evaluate.features] == one.features and evaluate(one.x, 20).cost > 0, "its ini and weights play")
    say(list(one.table("metrics")["best_score"]) == table("kept/eight/01/metrics.tsv")["best_score"], "its tables are numbers")
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pandas
        frame = pandas.DataFrame(one.table("metrics"))
        say(len(frame) > 1 and set(map(str, frame.dtypes)) == {"float64"} and pandas.DataFrame(one.table("result")).shape == (3, 17), f"pandas: {frame.shape}")
    evaluator = swt.Evaluator(BOARD)
    say(evaluator("dt-10", 9).mean == evaluator(swt.load("dt-10").x, 9).mean, "an evaluator plays weights by their name, too")
    try:
        evaluator("dellacherie")
    except swt.Error as error:
        say(str(error).startswith("x: dellacherie has weights of ") and str(error).endswith("; they need [agent] features = dellacherie") and error.code == swt.Code.USAGE, f"... but none of others: {error}")
    starts = [swt.Training({**TRAINING, "training": {"total_pieces": 200000, "from": start}}) for start in ("dt-10", swt.load("dt-10"))]
    with tempfile.TemporaryDirectory() as folder:  # whose name has no blanks
        for name, text in ("from.ini", TEXT.replace("[training]", "[training]\nfrom = start.ini")), (
                "start.ini", "[weights]\n" + "".join(f"{f} = {x!r}\n" for f, x in zip(one.features, map(float, swt.load("dt-10").x)))):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        starts = [list(training.run().x) for training in (*starts, swt.Training(os.path.join(folder, "from.ini")))]
    say(starts[0] == starts[1] == starts[2] != list(swt.Training(TRAINING).run().x), "from takes a shipped name, a Run, or a file beside the ini")
    say(evaluator(one, 9).mean == evaluator(one.x, 9).mean, "... as an evaluator takes a Run")
    say(swt.load("dt-10").features == one.features and swt.load("dt-10").x[0] == -2.18, "shipped weights by their name")
    verdict = swt.program("compare", "dt-10", "bcts", games=50, set={"game.height": 6})
    told = json.loads(run("compare", "dt-10", "bcts", "--games", 50, "--set", "game.height=6", "--json"))
    say(all(verdict[key] == told[key] for key in ("verdict", "ratio", "lower", "upper", "pieces")), "compare: the JSON of the program")
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        ranking = swt.program("study", "kept/eight", "kept/four", out="kept/study")["ranking"]
    say({row["variant"] for row in ranking} == {"kept/eight", "kept/four"}, f"study ranks directories of runs: {[row['variant'] for row in ranking]}")
    raises(swt.Code.USAGE, "swarmtris: unknown verb 'evil'; did you mean 'eval'?", swt.program, "evil")
    raises(swt.Code.NO_INPUT, "nowhere: no such file (weights that come with the program: 'swarmtris list weights')", swt.load, "nowhere")


def check_record():
    """An optimiser of one's own leaves runs as others do: those of a search that asks what random search asks are the same."""
    logged = {**TRAINING, "training": {"total_pieces": 60000, "log_positions": True, "allocation": "ocba"}}
    random_search = [swt.Training({**logged, "optimiser": {"kind": "random", "particles": 8}, "experiment": {"seed": seed}},
                                  f"record/random/0{seed}").run() for seed in (1, 2)]
    calls = []

    def replay(evaluate, lower, upper, seed):
        calls.append(seed)
        rows, n = random_search[seed - 1].table("positions"), len(lower)
        x = list(zip(*list(rows.values())[-n:]))
        for first in range(0, len(x), 8):
            scores = evaluate([list(map(float, row)) for row in x[first:first + 8]])
            assert list(scores) == list(rows["score"][first:first + 8])
        evaluate(x[:8])

    runs = swt.record("record/own", {**logged, "optimiser": {}}, replay, seeds=(1, 2))
    names = "metrics.tsv", "games.tsv", "positions.tsv"
    say(calls == [1, 2] and all(read(run.directory, name) == read("record", "random", run.directory[-2:], name)
                                for run in runs for name in names), f"record: random search by hand is random search: {runs[0]!r}")
    before = read("record", "own", "02", "checkpoint")
    swt.record("record/own", {**logged, "optimiser": {}}, replay, seeds=(1, 2))
    say(calls == [1, 2] and read("record", "own", "02", "checkpoint") == before, "... and finished runs stay")
    say(len(swt.program("study", "record/own", "record/random")["ranking"]) == 2 and "own" in run("report", runs[0].directory),
        "... study and report take them")

    def few(evaluate, lower, upper, seed):
        assert evaluate([(a + b) / 2 for a, b in zip(lower, upper)]) >= 0
        if seed > 1:
            raise ValueError("of its own")
    try:
        swt.record("record/few", "quick", few, seeds=(1, 2), pieces=1e5)
    except ValueError:
        run_json = json.loads(read("record", "few", "01", "run.json"))
        say(run_json["training_ended_by"] == "caller" and run_json["state"] == "finished", "a search may end by itself, and raise")
    raises(swt.Code.USAGE, "x[0][0] = 99: must be in the box, -10..10",
           lambda: swt.record("record/few", "quick", lambda evaluate, *_: evaluate([99] * 8), seeds=(1, 2), name="few", pieces=1e5))
    raises(swt.Code.CONFIG, "record/few/01: cannot be resumed with another configuration:\n  optimiser.name = lambda, was few in "
           "record/few/01/config.ini", lambda: swt.record("record/few", "quick", lambda *_: None, pieces=1e5))
    raises(swt.Code.CONFIG, "record/few/01: cannot be resumed with another configuration:\n  training.total_pieces = 200000, was 100000 "
           "in record/few/01/config.ini", lambda: swt.record("record/few", "quick", few, pieces=2e5))
    raises(swt.Code.UNAVAILABLE, "the search cannot end: it has evaluated nothing",
           lambda: swt.record("record/none", "quick", lambda *_: None, pieces=1e5))
    told = []
    for n, allocation, pieces in (100, "fixed", 40000), (100, "ocba", 40000), (1, "ocba", 4000), (8, "ocba", 50000):
        ini = {**BOARD, "game": {"height": 10}, "objective": {"lower": -30, "upper": 30}, "training": {"allocation": allocation},
               "validation": {"games": 2}}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ran = swt.record(f"record/{n}{allocation}", ini, lambda evaluate, *_: told.append(evaluate([VECTORS[0]] * n)), pieces=pieces)
        cost = ran[0].told["run"]["training_pieces"]
        say(len(told[-1]) == n and cost <= 1.1 * 0.9 * pieces and "are lower bounds" in str(caught[-1].message), f"{n} good players at once, {allocation}: {cost} of {pieces} pieces")
    raises(swt.Code.CONFIG, "set: kind = own: has no positions of its own: in Python, swarmtris.record trains a player by those of your "
           "program", lambda: swt.record("record/meta", "meta-functions", few, games=100))
    raises(swt.Code.CONFIG, "optimiser.kind = own: has no positions of its own: in Python, swarmtris.record trains a player by those of your "
           "program", lambda: swt.Search({"optimiser": {"kind": "own"}, "training": {"iterations": 1}}, [0], [1]))


say(swt.__version__ == run("--version").split()[1], f"swarmtris {swt.__version__}, numpy: {swt.numpy is not None}")
CHECKS = check_evaluator, check_training, check_interrupts, check_processes, check_minimise, check_users, check_program, check_record
for check in CHECKS if "gymnasium" not in sys.argv else ():
    check()
environments.check(swt, say, raises, run)
if swt.gymnasium and "gymnasium" not in sys.argv:
    environments.check_gymnasium(swt, say)
sys.exit(failed)
