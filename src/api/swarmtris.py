"""Players of Tetris and other games, swarms that train them, and optimisers for functions of your own.

    Evaluator   plays games with weights, as an ini says
    Training    a training of the program: step by step, stopped, saved, resumed
    record      trainings by an optimiser of your own, for study, plot and report
    minimise    finds the least value of a Python function; Search does it by ask and tell
    load        a run of the program: its ini, weights, scores, tables; program runs a verb, such as compare, in a process
    Env         a game that you move, with the methods of Gymnasium's environments; VectorEnv: many side by side

All of it is done by libswarmtris, in this process; results are bit for bit those of the program `swarmtris`. An ini is the path
of a file, its text (with line ends), or a dict of sections: {"game": {"height": 8}, "agent": {"features": "dt"}}. Its keys are
those of the program (`swarmtris list`). What is wrong raises Error; what is unwise or ignored is a warning.

Arrays are those of numpy where it is installed, neither copied nor converted if they are C-contiguous float64; else they are
lists. A call holds no lock of Python while it plays; an object serves one thread at a time, and others wait. It can neither be
copied nor pickled. A fork of the process may go on with objects of its parent that no other thread is using."""
from __future__ import annotations

import ctypes
import enum
import html
import itertools
import json
import math
import multiprocessing
import operator
import os
import random
import re
import signal
import socket
import subprocess
import threading
import warnings
import zlib
from array import array
from contextlib import contextmanager, nullcontext, suppress
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_uint64, c_void_p
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence, Union

try:
    import numpy
except ImportError:
    numpy = None
try:
    import gymnasium
except ImportError:
    gymnasium = None

__all__ = ["Choice", "Env", "Evaluator", "Search", "Training", "VectorEnv", "features", "load", "minimise", "program", "record"]

Ini = Union[str, os.PathLike, Mapping[str, Mapping[str, Any]]]
Numbers = Any  # an array of numpy or, where numpy is not installed, a list of floats


class Code(enum.IntEnum):
    """The kinds of errors: the exit statuses of the program."""
    USAGE = 64         # an argument cannot be: a wrong number of weights
    DATA = 65          # weights that are not finite, a damaged checkpoint
    NO_INPUT = 66      # there is no such run
    UNAVAILABLE = 69   # not on this machine, or not yet
    CANT_CREATE = 73   # a directory cannot be created, is in use, or holds another run
    IO = 74            # a file could not be written
    STOPPED = 75       # stop() was called; the next call goes on
    CONFIG = 78        # the ini is wrong, or not that of the run in the directory


class Error(Exception):
    """Finished sentences, one a line, with line, key, value and what would be right; code: a Code."""

    def __init__(self, code: int, text: str):
        super().__init__(text)
        self.code = Code(code)

    def __reduce__(self) -> tuple:  # a pool of processes sends what a worker raises
        return Error, (self.code, str(self))


# ---- the library ----

class _Feature(ctypes.Structure):
    _fields_ = [(name, c_char_p) for name in ("name", "definition", "source")]


class _Score(ctypes.Structure):
    _fields_ = [(name, c_double) for name in "mean sem lower upper sd median min max cost".split()] + [("games", c_int64)]


class _Reported(ctypes.Structure):
    _fields_ = [("name", c_char_p)] + [(name, c_double) for name in ("mean", "lower", "upper", "sd")] + [
                ("games", c_int64), ("cut_off", c_int64)]


class _Swarm(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in ("x", "velocity", "best", "score", "leader")]


class _Shape(ctypes.Structure):
    _fields_ = [("game", c_char_p)] + [(name, c_int) for name in "games height width words shown actions axes".split()] + [
                ("axis_name", c_char_p * 4), ("axis", c_int * 4), ("features", c_int), ("weights", c_int), ("threads", c_int),
                ("fast", c_bool), ("kinds", c_int)]


class _View(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in ("bits", "cells", "shown", "mask", "features", "expert", "after", "last")]


def _open_library() -> ctypes.CDLL:
    """The one that is named, that lies beside this file (a wheel), that was installed with it, or that the system finds."""
    here, named, name = os.path.dirname(os.path.abspath(__file__)), os.environ.get("SWARMTRIS_LIBRARY"), "libswarmtris.so.1"
    beside = [os.path.join(here, "libswarmtris.so"), os.path.join(here, "..", "..", name)]
    for path in [named] if named else [path for path in beside if os.path.exists(path)] + [name]:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            reason = error
    raise ImportError(f"{reason}; SWARMTRIS_LIBRARY may name the file {name}") from None


def _raise(error: int | None, function: Any, arguments: tuple) -> None:
    """Makes an exception of what a function of the library returned."""
    if error:
        code, text = _lib.swt_error_code(error), _lib.swt_error_text(error).decode()
        _lib.swt_error_free(error)
        raise Error(code, text)


def _declare(result: Any, names: str, *arguments: Any) -> None:
    for name in names.split():
        function = getattr(_lib, "swt_" + name)
        function.argtypes = arguments
        function.restype = c_void_p if result is _raise else result
        if result is _raise:
            function.errcheck = _raise


# Arrays are passed as addresses.
_lib = _open_library()
_declare(c_char_p, "version")
_declare(c_int, "error_code evaluator_dim training_dim training_particles search_due", c_void_p)
_declare(c_char_p, "error_text evaluator_warnings training_warnings training_phase training_weights search_warnings search_phase"
                   " search_state env_warnings", c_void_p)
_declare(None, "error_free evaluator_close evaluator_stop training_close training_stop search_close search_end"
               " env_close", c_void_p)
_declare(c_double, "training_share search_share", c_void_p)
_declare(c_char_p, "training_table", c_void_p, c_char_p)
_declare(c_bool, "game_feature", c_char_p, c_int, POINTER(_Feature))
_declare(c_bool, "evaluator_feature training_feature env_feature", c_void_p, c_int, POINTER(_Feature))
_declare(None, "evaluator_box training_box", c_void_p, c_void_p, c_void_p)
_declare(_raise, "evaluator_open", POINTER(c_void_p), c_char_p)
_declare(_raise, "evaluate", c_void_p, c_void_p, c_int, c_int, c_int, c_uint64, c_void_p, c_void_p)
_declare(_raise, "training_open_with", POINTER(c_void_p), c_char_p, c_void_p, c_int, c_char_p, c_int)
_declare(_raise, "training_load", POINTER(c_void_p), c_char_p)
_declare(_raise, "training_step", c_void_p, POINTER(c_bool))
_declare(_raise, "training_save training_end", c_void_p)
_declare(_raise, "training_evaluate", c_void_p, c_void_p, c_int, c_int, c_void_p)
_declare(_raise, "training_swarm", c_void_p, POINTER(_Swarm), c_int, c_int)
_declare(_raise, "training_result", c_void_p, c_void_p, c_int, POINTER(_Reported), POINTER(c_int))
_declare(_raise, "search_open", POINTER(c_void_p), c_char_p, c_int, c_void_p, c_void_p)
_declare(_raise, "search_ask", c_void_p, c_void_p, c_int, c_int)
_declare(_raise, "search_tell", c_void_p, c_void_p, c_int)
_declare(_raise, "search_best", c_void_p, c_void_p, c_int, POINTER(_Reported))
_declare(_raise, "search_start", c_void_p, c_void_p, c_int, c_int)
_declare(_raise, "search_restore", c_void_p, c_char_p)
_declare(None, "env_what", c_void_p, POINTER(_Shape))
_declare(c_char_p, "env_title", c_void_p, c_int)
_declare(ctypes.c_char, "env_letter", c_void_p, c_int)
_declare(_raise, "env_open", POINTER(c_void_p), c_char_p, c_int, c_int)
_declare(_raise, "env_illegal", c_void_p, c_int, c_double)
_declare(_raise, "env_expert", c_void_p, c_void_p, c_int)
_declare(_raise, "env_reset", c_void_p, c_void_p, c_void_p)
_declare(_raise, "env_step", c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, POINTER(_View))
_declare(_raise, "env_look", c_void_p, POINTER(_View))
_declare(c_void_p, "env_save", c_void_p, POINTER(ctypes.c_size_t))
_declare(_raise, "env_restore", c_void_p, c_char_p, ctypes.c_size_t)

__version__ = _lib.swt_version().decode()

# A fork has none of the threads of OpenMP, and would wait for them: they end before it, and the next call has new ones.
if hasattr(_lib, "omp_pause_resource_all"):
    os.register_at_fork(before=lambda: _lib.omp_pause_resource_all(1))


def _new(n: int, kind: str = "d") -> Any:
    """Room for n numbers, which lie side by side. kind: a letter that means the same to numpy and to array."""
    return numpy.empty(n, dtype=kind) if numpy else array(kind, bytes(array(kind).itemsize * n))


def _numbers(x: Any, kind: str = "d") -> Any:
    """The numbers of x, side by side; x itself where they lie so already."""
    if numpy:
        return numpy.ascontiguousarray(x, dtype=kind)
    return x if isinstance(x, array) and x.typecode == kind else array(kind, x)


def _within(name: str, n: int, most: int) -> int:
    """n, where it is a whole number 0 .. most, which C would cut."""
    if not 0 <= operator.index(n) <= most:
        raise Error(Code.USAGE, f"{name} = {n}: must be 0..{most}")
    return operator.index(n)


def _size(x: Any) -> int:
    return x.size if numpy else len(x)


def _address(x: Any) -> int:
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(x))  # several times as fast as what follows
    except (TypeError, ValueError):  # it may not be written to, or is empty
        return x.ctypes.data if numpy else x.buffer_info()[0]


def _shaped(x: Any, *shape: int) -> Any:
    """The numbers that lie side by side in x, as an array or lists of this shape, of which no length is 0."""
    return x.reshape(shape) if numpy else memoryview(x).cast("B").cast(x.typecode, shape).tolist()


def _table(x: Any) -> tuple[Any, int, int, bool]:
    """Of a vector (dim) or vectors (n, dim): the numbers side by side, n, dim, and whether it is a single one."""
    if numpy:
        flat = _numbers(x)
        table = numpy.atleast_2d(flat)
        if table.ndim == 2:
            return flat, *table.shape, flat.ndim == 1
    else:
        single = len(x) == 0 or not hasattr(x[0], "__len__")
        rows = [x] if single else x
        if all(len(row) == len(rows[0]) for row in rows):
            return array("d", [number for row in rows for number in row]), len(rows), len(rows[0]), single
    raise Error(Code.USAGE, "x: must be a vector (dim), or vectors (n, dim) that all have as many weights")


def _vector(x: Any) -> Any:
    return x if numpy else list(x)


def _whole(name: str, text: bytes) -> bytes:
    """A text for the library, which would end at a zero byte."""
    if b"\0" in text:
        raise Error(Code.USAGE, f"{name}: must be a text without zero bytes: byte {text.index(0) + 1} is one")
    return text


class _Lines(bytes):
    """The text of an ini that nobody wrote."""
    names: list[str]                      # of each line: "game.height"
    words: Callable[[str], str] | None = None  # makes a sentence one in the words of a call

    def say(self, text: str) -> str:
        """Sentences of the library without the lines of this text."""
        def name(found: Any) -> str:
            at = self.names[int(found[1]) - 1] if found[1] else ""
            return f"{at} = " if found[2] and at.endswith("." + found[2]) else f"{found[2]} = " if found[2] else ""
        text = re.sub(r"^ini:(?:(\d+):)? (?:(\w+) = )?", name, text, flags=re.M)
        return self.words(text) if self.words else text


def _text(ini: Ini, whole: bool = False) -> bytes:
    """The text of an ini; of a file the path, unless the whole text is wanted."""
    if isinstance(ini, str) and "\n" in ini:
        return _whole("ini", ini.encode())
    if not isinstance(ini, Mapping):
        path = _shipped(ini, "params", "params/functions", "params/problems")
        if not whole:
            return _whole("ini", os.fsencode(path))
        with open(path, "rb") as file:
            return _whole("ini", file.read())
    lines, names = [], []
    for section, keys in ini.items():
        if not isinstance(keys, Mapping):
            raise Error(Code.CONFIG, f"ini: {section!r}: must be a section, a dict of its keys, and is {keys!r}")
        lines.append(f"[{section}]")
        lines += [f"{key} = {_value(value)}" for key, value in keys.items() if value is not None]
        names += [section] + [f"{section}.{key}" for key, value in keys.items() if value is not None]
    if any("\n" in line or "\r" in line for line in lines):
        raise Error(Code.CONFIG, "a key or value of the ini has a line end, which an ini cannot hold")
    text = _Lines(_whole("ini", "\n".join(lines + [""]).encode()))
    text.names, text.words = names, getattr(ini, "words", None)
    return text


def _shipped(name: Any, *folders: str) -> str:
    """The path of a file, or of one that comes with the program, by its name without an end."""
    path = os.fspath(name)
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in folders if isinstance(path, str) and not os.path.isfile(path) and "/" not in path else ():
        for up in (".", "../..", "../../..", "../../../.."):
            for share in ("share/swarmtris", ""):
                found = os.path.normpath(os.path.join(here, up, share, folder, re.sub(r"\.ini$", "", path) + ".ini"))
                if os.path.exists(found):
                    return found
    return path


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(_word, value)) if isinstance(value, (list, tuple)) else _word(value)


class _Object:
    """An object of the library, which close, `with` and the end of its life free."""
    _kind: str
    _handle = c_void_p()

    def __init__(self, open_it: Callable[..., None], *arguments: Any):
        self._handle, self._lock = c_void_p(), threading.RLock()
        self._say = next((text.say for text in arguments if isinstance(text, _Lines)), str)
        try:
            open_it(byref(self._handle), *arguments)
        except Error as error:
            raise Error(error.code, self._say(str(error))) from None
        self._warned = 0
        self._warn()

    def _warn(self) -> None:
        """Warns of what has not been said yet."""
        lines = self._call("warnings").decode().splitlines()
        for line in lines[self._warned:]:
            warnings.warn(self._say(line), stacklevel=4)
        self._warned = len(lines)

    def _call(self, name: str, *arguments: Any) -> Any:
        return self._alone(getattr(_lib, f"swt_{self._kind}_{name}"), *arguments)

    def _alone(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls the function of the library while no other thread does."""
        with self._lock:
            if not self._handle:
                raise Error(Code.USAGE, f"the {type(self).__name__} is closed")
            return function(self._handle, *arguments)

    def __reduce__(self) -> Any:
        raise TypeError(f"the {type(self).__name__} can neither be copied nor pickled; what it saves can")

    def close(self) -> None:
        """Frees the object; what has not been saved is lost."""
        if self._handle:
            with self._lock:
                handle, self._handle = self._handle, c_void_p()
                getattr(_lib, f"swt_{self._kind}_close")(handle)  # NULL, if another thread was faster

    __del__ = close

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


# ---- Ctrl-C ----

class _Watcher:
    """Lets signals end a call of the library.

    Python notes a signal and waits until the call returns. But it also writes to a socket, at once, and a thread that reads it
    stops the call. Then Python raises KeyboardInterrupt; or, where the program handles the signal otherwise, the call is made
    again."""

    def __init__(self) -> None:
        self.process, self.lock, self.stop, self.before = os.getpid(), threading.Lock(), None, -1
        self.ours, self.pythons = socket.socketpair()
        self.pythons.setblocking(False)
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        while True:
            signals = self.ours.recv(64)
            with self.lock:
                if self.before >= 0:  # the wakeup descriptor that was set before
                    os.write(self.before, signals)
                if self.stop and signal.SIGINT in signals:
                    self.stop()

    @contextmanager
    def watching(self, stop: Callable[[], None]) -> Iterator[None]:
        outer = self.stop, self.before  # a callback may call the library, too
        before = signal.set_wakeup_fd(self.pythons.fileno(), warn_on_full_buffer=False)
        try:
            with self.lock:
                self.stop, self.before = stop, before if before != self.pythons.fileno() else self.before
            yield
        finally:
            signal.set_wakeup_fd(before)
            with self.lock:
                self.stop, self.before = outer


_watcher: _Watcher | None = None


class _Player(_Object):
    """An object whose calls play, so that they take their time and can be stopped."""
    _asked = False  # stop was called

    def stop(self) -> None:
        """Ends the call under way or, if there is none, the next one, which raises Error (STOPPED). Any thread may call it."""
        self._asked = True
        self._stop()

    def _stop(self) -> None:
        getattr(_lib, f"swt_{self._kind}_stop")(self._handle)  # without the lock, which the call under way has

    def _play(self, function: Callable[..., None], *arguments: Any) -> None:
        """Calls the function until it has ended otherwise than by a signal."""
        global _watcher
        signalled = threading.current_thread() is threading.main_thread()  # Python handles signals there alone
        if signalled and (_watcher is None or _watcher.process != os.getpid()):  # a fork has no threads
            _watcher = _Watcher()
        with _watcher.watching(self._stop) if signalled else nullcontext():
            while True:
                try:
                    return self._alone(function, *arguments)
                except Error as error:
                    if error.code != Code.STOPPED or self._asked:
                        self._asked = False
                        raise

    def _features(self) -> list[Feature]:
        found = _Feature()
        return [Feature._of(found) for i in range(self._call("dim")) if self._call("feature", i, byref(found))]


# ---- features and reported scores ----

@dataclass(frozen=True)
class Feature:
    """A number that is read off a move, to which a weight belongs."""
    name: str        # as inis and weights files call it
    definition: str  # what it counts, or what the weight means
    source: str      # where it was published

    @staticmethod
    def _of(found: _Feature) -> Feature:
        return Feature(found.name.decode(), found.definition.decode(), found.source.decode())


def features(game: str = "tetris") -> list[Feature]:
    """All features of a game: tetris, guideline, ..."""
    found, all_of_them = _Feature(), []
    while _lib.swt_game_feature(_whole("game", game.encode()), len(all_of_them), byref(found)):
        all_of_them.append(Feature._of(found))
    return all_of_them


@dataclass(frozen=True)
class Reported:
    """A mean score, or value, under the name that says how it was obtained: training (overstated, since the luckiest was kept),
    reselected (slightly overstated), baseline, validated or estimated (fresh games)."""
    name: str
    mean: float
    lower: float  # the 95 % interval of the mean; NaN for one game, as is sd
    upper: float
    sd: float     # standard deviation of a game
    games: int
    cut_off: int  # of them, those that were ended at their largest length; of a function, whose values are not finite

    @staticmethod
    def _of(found: _Reported) -> Reported:
        return Reported(found.name.decode(), found.mean, found.lower, found.upper, found.sd, found.games, found.cut_off)

    def __str__(self) -> str:
        if not math.isfinite(self.mean):
            return f"{self.name} {self.mean:.6g} ({self.cut_off} of {self.games} values are not finite)"
        return f"{self.name} {self.mean:.6g}" + (
            f" ({self.lower:.6g} to {self.upper:.6g}, {self.games} games)" if self.games > 1 else "")


@dataclass(frozen=True)
class Swarm:
    """The particles of a training between two iterations; each is evaluated at x next. Of numpy arrays, else lists."""
    x: Numbers         # (particles, dim): positions
    velocity: Numbers  # (particles, dim): the steps that led there
    best: Numbers      # (particles, dim): personal bests
    score: Numbers     # (particles): their mean scores in the games of the search; NaN: none yet
    leader: Numbers    # (particles): the particle that draws each one, the best of its informants; -1: none yet


# ---- evaluator ----

@dataclass(frozen=True)
class Scores:
    """What the games of vectors came to: of n vectors arrays (n), of a single one numbers."""
    mean: Numbers    # of the scores: rows; minus the error of a test function
    sem: Numbers     # standard error of the mean; NaN for one game, as are lower, upper and sd
    lower: Numbers   # the 95 % interval of the mean
    upper: Numbers
    sd: Numbers      # standard deviation of the scores
    median: Numbers
    min: Numbers
    max: Numbers
    cost: Numbers    # of all games: pieces, or evaluations
    games: int       # of each vector
    scores: Numbers = field(repr=False)  # (n, games): every single one


def _weights(x: Any, name: str, evaluator: Evaluator) -> Any:
    """Vectors; or the weights of a dict, of a Run, or of what load takes, in the order of the evaluator's features."""
    said, hint = f"{name}:", ""
    if isinstance(x, (str, os.PathLike)):
        run = x if isinstance(x, Run) else load(x)
        needs = run.told.get("config", {}).get("agent", run.told).get("features")
        said, hint = f"{name}: {os.fspath(x)}", f"; they need [agent] features = {needs}" if needs else ""
        x = dict(zip(run.features, run.x))
    if not isinstance(x, Mapping):
        return x
    names = [feature.name for feature in evaluator.features]
    if set(x) != set(names):
        raise Error(Code.USAGE, f"{said} has weights of {', '.join(map(str, x))}, and not of {', '.join(names)}{hint}")
    return [x[name] for name in names]


class Evaluator(_Player):
    """Plays games with weights. [game], [agent] and [objective] say what is played, [experiment] the seed and the threads."""
    _kind = "evaluator"

    def __init__(self, ini: Ini):
        super().__init__(_lib.swt_evaluator_open, _text(ini))
        self.features = self._features()  # (dim): of each weight
        lower, upper = _new(self.dim), _new(self.dim)
        self._call("box", _address(lower), _address(upper))
        self.lower, self.upper = _vector(lower), _vector(upper)  # (dim): the box that a search should stay in

    @property
    def dim(self) -> int:
        """Weights of a vector."""
        return len(self.features)

    def __repr__(self) -> str:
        return f"<Evaluator of {self.dim} weights: {', '.join(feature.name for feature in self.features)}>"

    def __call__(self, x: Any, games: int = 100, seed: int = 0) -> Scores:
        """Plays games with x, a vector (dim) or vectors (n, dim), a dict with a number for each feature, weights as load takes
        them, or a Run. All of them play the same games, those of the seed, which counts beside that of the ini; 0 is what
        `swarmtris eval -` plays. Ctrl-C ends it."""
        flat, n, dim, single = _table(_weights(x, "x", self))
        games, seed = operator.index(games), _within("seed", seed, 2**64 - 1)
        if abs(n * games) > 10**8:
            raise Error(Code.USAGE, f"n x games = {n * games}: must be at most 100000000")
        found = (_Score * n)()
        every = _new(max(0, n * games))
        self._play(_lib.swt_evaluate, _address(flat), n, dim, games, seed, ctypes.addressof(found), _address(every))
        table = numpy.frombuffer(found, dtype=_Score) if numpy else None
        columns = {name: table[name] if numpy else [getattr(row, name) for row in found] for name, _ in _Score._fields_[:-1]}
        columns.update(scores=_shaped(every, n, games))
        if single:
            columns = {name: column[0] for name, column in columns.items()}
        return Scores(games=games, **columns)


# ---- the program, and what it has written ----

def _program() -> str:
    """The program that is named, that came with the wheel, that was installed with this file, or that the PATH has."""
    here, named = os.path.dirname(os.path.abspath(__file__)), os.environ.get("SWARMTRIS_PROGRAM")
    near = [os.path.join(here, "bin", "swarmtris"), os.path.join(here, "..", "..", "..", "bin", "swarmtris")]
    return named or next((path for path in near if os.path.exists(path)), "swarmtris")


def program(verb: str, *words: Any, **options: Any) -> Any:
    """Runs the program swarmtris in a process of its own: program("compare", "dt-10", "bcts", games=200, set={"game.height": 8}),
    and so with eval, tournament, study, export, plot, report. Options are those of `swarmtris help VERB`; True: without a value.
    Returns its JSON where the verb has --json, else its lines. Warnings and errors are those of this module."""
    command, sets = [_program(), verb, *map(_word, words)], options.pop("set", {})
    for key, value in [*options.items(), *(("set", f"{key}={_word(value)}") for key, value in sets.items())]:
        command += [] if value is None or value is False else ["--" + key.replace("_", "-")] + [_word(value)] * (value is not True)
    about = subprocess.run([_program(), "help", verb], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    plain = "--json" not in about.stdout
    ended = subprocess.run(command + ([] if plain else ["--json"]), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = [line for line in ended.stderr.splitlines() if line]
    code = Code.STOPPED if ended.returncode < 0 or ended.returncode == 130 else ended.returncode  # a signal, Ctrl-C
    if code in set(Code):
        raise Error(code, "\n".join(said) or "was killed")
    for line in said:
        if line.startswith("warning: "):
            warnings.warn(line[9:], stacklevel=2)
    return ended.stdout.splitlines() if plain else json.loads(ended.stdout)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _columns(lines: Iterable[str]) -> dict[str, Numbers]:
    """The columns of a table."""
    names, *rows = (line.rstrip("\n").split("\t") for line in lines)

    def column(cells: Sequence[str]) -> Any:
        try:
            return _vector(_numbers(list(map(float, cells))))
        except ValueError:
            return list(cells)
    return {name: column(cells) for name, cells in zip(names, zip(*rows) if rows else [()] * len(names))}


class Run:
    """What the directory of a run holds: ini, the path of its config.ini, as Evaluator and Training take it; state; features, a
    list of names, and x, the weights that were found; reported, the scores by name as Reported; told, all of `swarmtris info
    --json`."""

    def __init__(self, path: str | os.PathLike):
        self.directory = os.fspath(path)
        self.told = program("info", path)
        weights = self.told.get("result", self.told).get("weights", {})
        self.ini, self.state = os.path.join(self.directory, "config.ini") if "config" in self.told else None, self.told.get("state")
        self.features, self.x = list(weights), _vector(_numbers(list(map(float, weights.values()))))
        scores = self.told.get("run", {}).get("reported", {})
        keys = [key for key, _ in _Reported._fields_[1:]]
        self.reported = {name: Reported(name, *(math.nan if score[key] is None else score[key] for key in keys))
                         for name, score in scores.items()}

    def table(self, name: str) -> dict[str, Numbers]:
        """The columns of NAME.tsv, such as metrics, games, timing; texts are lists."""
        with open(os.path.join(self.directory, name + ".tsv"), encoding="utf-8") as file:
            return _columns(file)

    def __fspath__(self) -> str:
        return self.directory

    def __repr__(self) -> str:
        return f"<Run {self.directory}: {'; '.join([self.state or 'weights', *map(str, self.reported.values())])}>"


def load(path: str | os.PathLike) -> Run:
    """The run in a directory; or shipped or other weights, by name or path, which have features and x alone."""
    return Run(path)


# ---- training ----

class Training(_Player):
    """The training, or search over parameters, that an ini describes.

    directory: where it is kept, as a run of the program, which may go on with it; None: nowhere. resume: goes on with the run
    that the directory holds; replace: removes it; else it is an error if it holds one. ini None: that of the run. set: what goes
    before the ini's, such as {"optimiser.inertia": 0.7}. pieces, games, or evaluations of a function: the budget, in its place."""
    _kind = "training"

    def __init__(self, ini: Ini | None, directory: str | os.PathLike | None = None, *, resume: bool = False,
                 replace: bool = False, set: Mapping[str, Any] = {}, pieces: float | None = None, games: float | None = None,
                 evaluations: float | None = None):
        self.directory = directory
        path = None if directory is None else _whole("directory", os.fsencode(directory))
        if ini is None:
            super().__init__(_lib.swt_training_load, path)
        else:
            if pieces or games or evaluations:
                set = {**set, "training.iterations": 0, "training.minutes": 0, "training.total_pieces": pieces or 0,
                       "training.total_games": games or evaluations or 0}
            lines = [_whole("set", f"{key}={_value(value)}".encode()) for key, value in set.items()]
            super().__init__(_lib.swt_training_open_with, _text(ini), (c_char_p * len(lines))(*lines), len(lines), path,
                             1 if resume else 2 if replace else 0)
        self.features = self._features()  # (dim): of each weight, or tuned parameter

    def step(self) -> bool:
        """Plays what the search wants to know next, an iteration or a stage of it. True: there is a further step."""
        more = c_bool()
        self._play(_lib.swt_training_step, byref(more))
        return more.value

    def run(self, callback: Callable[[Training], Any] | None = None) -> Training:
        """Makes all steps that are left, and calls back after each. It ends early by stop(), and by Ctrl-C, which is raised as
        KeyboardInterrupt once what has been played is saved; a further run goes on."""
        try:
            while self.step():
                if callback:
                    callback(self)
        except Error as error:
            if error.code != Code.STOPPED:
                raise
        except KeyboardInterrupt:
            if self.directory is not None:
                self.save()
            raise
        return self

    def __call__(self, x: Any) -> Any:
        """For record: plays positions (n, dim), or one (dim); returns their scores, of which larger is better."""
        flat, n, dim, single = _table(x)
        score = _new(n)
        try:
            self._play(_lib.swt_training_evaluate, _address(flat), n, dim, _address(score))
        except Error as error:
            if error.code != Code.UNAVAILABLE:
                raise
            raise _Spent from None
        return score[0] if single else _vector(score)

    def _box(self) -> list[Numbers]:
        ends = [_new(len(self.features)) for _ in range(2)]
        self._call("box", *map(_address, ends))
        return list(map(_vector, ends))

    def save(self) -> None:
        """Writes the state to the directory."""
        self._call("save")

    @property
    def share(self) -> float:
        """How much of the whole is done, 0..1."""
        return self._call("share")

    @property
    def phase(self) -> str:
        """What is being done: training, selection, validation, finished."""
        return self._call("phase").decode()

    def _result(self) -> tuple[Numbers, list[Reported]]:
        x, found, n = _new(len(self.features)), (_Reported * 4)(), c_int()
        self._call("result", _address(x), len(x), found, byref(n))
        return _vector(x), [Reported._of(found[i]) for i in range(n.value)]

    @property
    def x(self) -> Numbers:
        """(dim): the best weights so far. Error (UNAVAILABLE): no iteration is complete yet; so do reported and score."""
        return self._result()[0]

    @property
    def reported(self) -> list[Reported]:
        """What is known of them, the strongest score last."""
        return self._result()[1]

    @property
    def score(self) -> Reported:
        """The strongest score."""
        return self.reported[-1]

    @property
    def swarm(self) -> Swarm:
        """The swarm as it stands; swarms = []; run(lambda t: swarms.append(t.swarm)): as it was after each step. Error
        (UNAVAILABLE): the optimiser is no swarm."""
        with self._lock:
            n, dim = self._call("particles"), len(self.features)
            cells = [_new(n * dim) for _ in range(3)] + [_new(n), _new(n, "i")]
            self._call("swarm", byref(_Swarm(*map(_address, cells))), n, dim)
        return Swarm(*(_shaped(x, n, dim) for x in cells[:3]), *map(_vector, cells[3:]))

    def table(self, name: str) -> dict[str, Numbers]:
        """The columns so far of "metrics", a row an iteration, or of "positions", a row a candidate, such as the x of each
        particle ([training] log_positions); {}: there are none yet."""
        if self.directory is not None:
            self.save()
            with suppress(FileNotFoundError), open(os.path.join(self.directory, name + ".tsv"), encoding="utf-8") as file:
                return _columns(file)
            return {}
        text = self._call("table", _whole("name", name.encode()))
        return _columns(text.decode().splitlines()) if text else {}

    @property
    def history(self) -> dict[str, Numbers]:
        """table("metrics")."""
        return self.table("metrics")

    @property
    def weights(self) -> str:
        """The text of a weights file, as the program writes and reads it; empty: no iteration is complete yet."""
        return (self._call("weights") or b"").decode()

    def __repr__(self) -> str:
        if not self._handle:
            return "<Training: closed>"
        score = f", {self.score}" if self.weights else ""
        return f"<Training: {self.phase}, {100 * self.share:.0f} %{score}>"

    def _repr_html_(self) -> str:
        """For notebooks: the strongest score, and what each weight is."""
        x = self.x if self._handle and self.weights else []
        rows = ["".join(f"<td>{html.escape(cell)}</td>" for cell in (feature.name, f"{weight:.4g}", feature.definition))
                for feature, weight in zip(self.features, x)]
        return f"<table><caption>{html.escape(repr(self)[1:-1])}</caption><tr>{'</tr><tr>'.join(rows)}</tr></table>"


def record(directory: str | os.PathLike, ini: Ini, search: Callable[..., Any], seeds: Iterable[int] = (1,), *,
           name: str | None = None, pieces: float | None = None, games: float | None = None,
           evaluations: float | None = None) -> list[Run]:
    """Trains by an optimiser of your own, with all else as the ini says: budget, re-selection of its best positions, validation.
    So study, plot, report and load take its runs as any others. name: what runs call it; else that of the function.

    search(evaluate, lower, upper, seed) is called for each seed. lower, upper (dim): the box. evaluate is the Training: it plays
    positions (n, dim) of the box, and returns their mean scores (n), larger is better; of one position (dim) its score. Each
    plays [training] games; those of a call play the same games. evaluate.share: how much of the run is done. The call that the budget
    does not pay for raises what record catches, no Exception. What search returns is ignored. directory gets a run a seed, 01,
    02, ... A further call leaves finished runs alone, and begins others anew. If the search has changed, remove them."""
    runs, name = [], name or re.sub(r"\W+", " ", getattr(search, "__name__", type(search).__name__)).strip()
    for number, seed in enumerate(seeds, 1):
        path = os.path.join(directory, f"{number:02}")

        def opened(**how: bool) -> Training:
            own = {"optimiser.kind": "own", "optimiser.preset": "proposed", "optimiser.name": name, "experiment.seed": seed}
            return Training(ini, path, set=own, pieces=pieces, games=games, evaluations=evaluations, **how)
        try:
            training = opened(resume=True)
            if training.phase == "training":  # nobody can go on in the middle of the search
                training.close()
                training = opened(replace=True)
        except Error as error:
            if error.code != Code.NO_INPUT:
                raise
            training = opened()
        with training:
            if training.phase == "training":
                with suppress(_Spent):
                    search(training, *training._box(), seed)
                    training._call("end")
            training.run()
        runs.append(load(path))
        cut = runs[-1].told["run"].get("cut_off_in_first_iteration")
        if cut:
            warnings.warn(f"{path}: {cut} games of the first call were cut off, since it cost more than the budget: their scores "
                          "are lower bounds", stacklevel=2)
    return runs


class _Spent(BaseException):
    """Leaves a search, through all that it calls, once its budget is spent."""


# ---- search: functions of your own ----

class Choice:
    """A coordinate that is one of these values, in no order: Choice(["relu", "tanh"])."""

    def __init__(self, values: Sequence[Any]):
        self.values = tuple(values)


class _Box:
    """The box that a search knows, of a caller's coordinates: a whole number has one of the search, a choice one for each value,
    of which the largest is taken."""

    def __init__(self, lower: Any, upper: Any = None):
        if hasattr(lower, "lb"):  # scipy.optimize.Bounds
            lower, upper = lower.lb, lower.ub
        if upper is None:
            kinds = [pair if isinstance(pair, (range, Choice)) else tuple(pair) for pair in lower]
        else:
            if not hasattr(lower, "__len__") or not hasattr(upper, "__len__"):
                raise Error(Code.USAGE, "lower, upper: must be lists, with a number for each coordinate")
            if len(lower) != len(upper):
                raise Error(Code.USAGE, f"upper: must have {len(lower)} numbers, as lower has, and has {len(upper)}")
            kinds = list(zip(lower, upper))
        self.low, self.high, self.at, self.mixed = [], [], [], False
        for i, kind in enumerate(kinds):
            self.at.append((len(self.low), kind))
            values = kind.values if isinstance(kind, Choice) else kind
            whole = values is not kind or isinstance(kind, range)
            if len(values) == 0 or len(values) != 2 and not whole:
                raise Error(Code.USAGE, f"bounds[{i}] = {values!r}: must be a pair (lower, upper), a range or a Choice")
            n = 1 if values is kind else len(values)
            self.mixed = self.mixed or whole
            self.low += [0.0] * n if whole else [float(kind[0])]
            self.high += [1.0 if n > 1 else float(len(values)) if len(values) > 1 else 0.0] * n if whole else [float(kind[1])]
        self.dim = len(kinds)

    def out(self, row: Any) -> Any:
        """The caller's position of one of the search."""
        return [self._value(row, at, kind) for at, kind in self.at] if self.mixed else row

    @staticmethod
    def _value(row: Any, at: int, kind: Any) -> Any:
        if isinstance(kind, range):
            return kind[min(len(kind) - 1, int(row[at]))]
        if isinstance(kind, Choice):
            return kind.values[max(range(len(kind.values)), key=lambda i: row[at + i])]
        return float(row[at])

    def into(self, x: Sequence[Any]) -> list[float]:
        """A position of the search that is that of the caller."""
        if len(x) != self.dim:
            raise Error(Code.USAGE, f"x0: must have {self.dim} coordinates, and has {len(x)}")
        row = []
        for value, (_, kind) in zip(x, self.at):
            values = kind.values if isinstance(kind, Choice) else kind
            if values is kind and not isinstance(kind, range):
                row.append(float(value))
            elif value not in values:
                raise Error(Code.USAGE, f"x0: {value!r} must be one of {values!r}")
            elif values is kind:
                row.append(values.index(value) + 0.5 if len(values) > 1 else 0.0)
            else:
                row += [float(value == other and len(values) > 1) for other in values]
        return row


class Search(_Object):
    """A search for the least value of a function, by ask and tell.

    ini: [optimiser] says who searches, [training] the budget, [experiment] the seed. lower, upper (dim): the box; or, as minimise
    has them, bounds alone. x0: where it begins, a position or several. After the search, unless by a grid, its best is evaluated
    once more. If the value differs, the function is noisy: the ten best are evaluated again, and the best of them as well, each
    with up to a tenth of the evaluations of the search. [selection] and [validation] say otherwise; see also [training] games.
    dim: coordinates; nfev: values told; history: (evaluations, best value so far) after each iteration."""
    _kind = "search"

    def __init__(self, ini: Ini, lower: Any, upper: Any = None, *, x0: Any = None):
        box = self._box = _Box(lower, upper)
        self.dim, self._n, self.nfev, self.history, self._told = box.dim, len(box.low), 0, [], {}
        self._opened = text, _, _ = _text(ini, True), lower, upper
        low, high = _numbers(box.low), _numbers(box.high)
        super().__init__(_lib.swt_search_open, text, self._n, _address(low), _address(high))
        if x0 is not None:
            rows = [box.into(x) for x in (x0 if hasattr(x0[0], "__len__") and not isinstance(x0[0], str) else [x0])]
            flat = _numbers([number for row in rows for number in row])
            self._call("start", _address(flat), len(rows), self._n)

    @property
    def due(self) -> int:
        """Positions that are to be evaluated next; 0: the search is finished."""
        return self._call("due")

    @property
    def phase(self) -> str:
        """training: the search itself; then selection, validation, finished."""
        return self._call("phase").decode()

    def ask(self) -> Numbers:
        """(due, dim): the positions. Before tell(), each call returns the same positions."""
        n = self.due
        x = _new(n * self._n)
        self._call("ask", _address(x), n, self._n)
        x = _shaped(x, n, self._n)
        return [self._box.out(row) for row in x] if self._box.mixed else x

    def tell(self, values: Sequence[float], which: Sequence[int] | None = None) -> None:
        """Takes the values of the due positions. One that is not finite is the worst of all. which: the rows of ask() that
        the values belong to, in any order; the search goes on when all have come."""
        due = self.due
        if which is not None:
            for i, value in zip(which, values):
                if not 0 <= i < due or i in self._told:
                    raise Error(Code.USAGE, f"which: {i} must be one of the {due} rows that are due, and not told yet")
                self._told[i] = value
            if len(self._told) < due:
                return
            values = [self._told[i] for i in range(due)]
        told, searching = _numbers(values), self.phase == "training"
        self._call("tell", _address(told), _size(told))
        self._told = {}
        self.nfev += len(told)
        if searching:
            with suppress(Error):  # the first iteration has further stages
                self.history.append((self.nfev, self.reported.mean))
        if self.due == 0:
            self._warn()

    def stop(self) -> None:
        """Ends the search as a budget would, once its first iteration is complete; what comes after it is due then."""
        self._call("end")
        self._told = {}

    @property
    def x(self) -> Numbers:
        """(dim): the best position so far. Error (UNAVAILABLE): no iteration is complete yet; so does reported."""
        x = _new(self._n)
        self._call("best", _address(x), self._n, None)
        return self._box.out(_vector(x))

    @property
    def reported(self) -> Reported:
        """What is known of its value."""
        found = _Reported()
        self._call("best", None, self._n, byref(found))
        return Reported._of(found)

    @property
    def state(self) -> bytes:
        """The whole state between two tells. A search of the same ini and box, to which it is assigned, goes on exactly; so it
        does with a larger budget."""
        return self._call("state")

    @state.setter
    def state(self, state: bytes) -> None:
        self._call("restore", _whole("state", state))
        self._told = {}

    def __reduce__(self) -> tuple:
        return _unpickled, (*self._opened, self.state, {name: getattr(self, name) for name in ("nfev", "history", "_told")})

    def __repr__(self) -> str:
        if not self._handle:
            return "<Search: closed>"
        best = f", best {self.history[-1][1]:.6g}" if self.history else ""
        return f"<Search: {self.phase}, {100 * self._call('share'):.0f} %, {self.nfev} evaluations{best}>"

    def _repr_html_(self) -> str:
        return _curve(html.escape(repr(self)[1:-1]), self.history)


def _unpickled(text: bytes, lower: Any, upper: Any, state: bytes, rest: dict) -> Search:
    search = Search(text.decode(), lower, upper)
    search.state = state
    search.__dict__.update(rest)
    return search


def _curve(title: str, history: Sequence[tuple[int, float]]) -> str:
    """For notebooks: the best value after each iteration; on a logarithmic scale where all are above 0."""
    points = [(n, value) for n, value in history if math.isfinite(value)]
    log = bool(points) and points[-1][1] > 0
    levels = [math.log10(value) if log else value for _, value in points] or [0]
    low, high, most = min(levels), max(levels), points[-1][0] if points else 1
    path = " ".join(f"{300 * n / most:.1f},{98 - 96 * (level - low) / ((high - low) or 1):.1f}"
                    for (n, _), level in zip(points, levels))
    ends = f"{points[0][1]:.3g} to {points[-1][1]:.3g} in {most} evaluations{', log' if log else ''}" if points else "nothing yet"
    return (f'<figure style="margin: 4px"><figcaption>{title}</figcaption>'
            f'<svg style="border: 1px solid" width="300" height="100">'
            f'<polyline fill="none" stroke="currentColor" points="{path}"/></svg><figcaption>{ends}</figcaption></figure>')


@dataclass(frozen=True)
class Minimum:
    """What minimise has found, as it says."""
    x: Numbers
    fun: float
    nfev: int
    best_seen: float
    interval: tuple[float, float] | None
    reported: Reported | None = field(repr=False)
    history: list[tuple[int, float]] = field(repr=False)
    state: bytes | None = field(repr=False, default=None)  # None: it was a callback's

    def _repr_html_(self) -> str:
        return _curve(html.escape(repr(self)), self.history)


# What other packages call the arguments of minimise.
_ELSEWHERE = {"optimizer": "optimiser", "method": "optimiser", "algorithm": "optimiser", "maxiter": "iterations",
              "maxfev": "evaluations", "maxfevals": "evaluations", "budget": "evaluations", "n_trials": "evaluations",
              "max_evals": "evaluations", "random_state": "seed", "vectorized": "vectorised", "n_jobs": "workers"}


class _Call(dict):
    """The ini of a call of minimise."""

    def words(self, text: str) -> str:
        for key, word in ((r"\btraining\.(iterations|target|stall|minutes|total_games)", r"\1"),
                          (r"\btotal_games", "evaluations"), (r"\bexperiment\.seed", "seed"),
                          (r"\boptimiser\.kind", "optimiser"), (r"\boptimiser\.", ""),
                          (r"\bkind = ", "optimiser = "), (r"\bunknown key", "unknown argument"), (r" in \[optimiser\]", "")):
            text = re.sub(key, word, text)
        return text


def _work(f: Callable[[Any], Any]) -> None:
    global _worked
    _worked = f
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers


def _one(x: Any) -> float:
    return float(_worked(x))


def minimise(f: Callable[[Any], Any], lower: Any = None, upper: Any = None, *, bounds: Any = None, x0: Any = None,
             sigma0: float | None = None, optimiser: str = "pso", evaluations: int | None = None, iterations: int | None = None,
             particles: int | None = None, seed: int = 1, vectorised: bool = False, workers: Any = 1,
             callback: Callable[[Minimum], Any] | None = None, state: bytes | None = None, **keys: Any) -> Minimum:
    """Finds the least value of f in a box: lower (dim) and upper (dim), or bounds, of each coordinate a pair (lower, upper), a
    range of whole numbers, or a Choice. A coordinate whose ends are equal stays.

    f takes a position (dim) and returns a number; vectorised: it takes positions (n, dim) and returns n numbers. workers: how
    many processes call f, by a fork; or a function such as map. x0: where the search begins, a position or several. sigma0: the
    first standard deviation (cmaes), in units of coordinates that are all as wide. optimiser: pso, cmaes, noisy-ce, ga, lus,
    random, grid, ... The budget is iterations (100, if nothing is given) or evaluations, of the search; then the best is
    evaluated once more, and if f is noisy, up to a fifth as often (see Search). callback(found) is called after each iteration;
    True ends the search. What f raises, and Ctrl-C, has as `found` the best so far. state: that of an earlier result, whose
    search goes on with this larger budget. target, stall and minutes are those of [training], other keys those of [optimiser],
    such as inertia=0.7; a dict is a section, such as validation={"games": 0}.

    What is found has x; fun, its value, of a noisy function a mean of new evaluations, with its 95 % interval, else None (NaN: no
    value was finite); best_seen, the least value that came, of a noisy function the luckiest draw, not the value of x; nfev,
    evaluations; reported, what is known of fun; history, (evaluations, best value so far) after each iteration; and state."""
    for name in _ELSEWHERE.keys() & keys.keys():
        raise Error(Code.USAGE, f"{name}: is called {_ELSEWHERE[name]} here")
    if (bounds is None) == (lower is None):
        raise Error(Code.USAGE, "bounds: must be given, as pairs, or else lower and upper")
    box = (bounds,) if lower is None else (lower, upper)
    if sigma0 is not None:
        widths = {high - low for low, high in zip(_Box(*box).low, _Box(*box).high)} - {0}
        if len(widths) != 1:
            raise Error(Code.USAGE, "sigma0: needs coordinates that are all as wide; sigma is in widths of the box")
        keys["sigma"] = sigma0 / widths.pop()
    if evaluations is not None and not evaluations > 0:
        raise Error(Code.CONFIG, f"evaluations = {evaluations}: must be above 0")
    if iterations is None:
        iterations = 0 if evaluations else 100
    ini = _Call(experiment={"seed": seed}, training={"iterations": iterations, "total_games": evaluations},
                optimiser={"kind": optimiser, "particles": particles})
    for name, value in keys.items():
        if isinstance(value, Mapping):
            ini[name] = {**ini.get(name, {}), **value}
        else:
            ini["training" if name in ("target", "stall", "minutes") else "optimiser"][name] = value
    best, pending = (math.inf, None), []  # the least value, and its position; values that are not told yet

    def found(whole: bool = True) -> Minimum | None:
        try:
            x, reported = search.x, search.reported
        except Error:
            if best[1] is None:
                return None
            x, reported = best[1], None
        single = reported is None or reported.games == 1
        if single and search.due and best[0] < (math.inf if reported is None else reported.mean):
            x, reported = best[1], None
        fun = reported.mean if reported else best[0]
        fun = math.nan if best[1] is None and not math.isfinite(fun) else fun
        return Minimum(x, fun, search.nfev + len(pending), min(best[0], fun if single else math.inf),
                       None if single else (reported.lower, reported.upper), reported, search.history,
                       search.state if whole else None)

    def values(x: Any) -> Any:
        if callable(workers):
            return workers(f, x)
        return pool.imap(_one, x) if pool else (float(f(position)) for position in x)

    with Search(ini, *box, x0=x0) as search:
        if state is not None:
            search.state = state
        pool = None
        if not callable(workers) and operator.index(workers) < 1:
            raise Error(Code.USAGE, f"workers = {workers}: must be at least 1, or a function such as map")
        if not callable(workers) and workers > 1:
            pool = multiprocessing.get_context("fork").Pool(workers, _work, (f,))
        stopping = False
        try:
            with pool or nullcontext():
                while search.due:
                    x, searching = search.ask(), search.phase == "training"
                    if vectorised:
                        pending = _numbers(f(x))
                        if _size(pending) == len(x):
                            least = numpy.where(numpy.isfinite(pending), pending, math.inf) if numpy else [
                                value if math.isfinite(value) else math.inf for value in pending]
                            i = int(least.argmin()) if numpy else least.index(min(least))
                            if least[i] < best[0]:
                                best = (float(least[i]), x[i])
                    else:
                        for value in values(x):
                            if value < best[0] and math.isfinite(value):
                                best = (value, x[len(pending)])
                            pending.append(value)
                    search.tell(pending)
                    pending = []
                    if searching and callback is not None and not stopping and search.history:
                        try:
                            stopping = callback(found(False)) is True
                        except StopIteration:  # as scipy's callbacks stop
                            stopping = True
                    if stopping and searching:
                        search.stop()
        except BaseException as error:
            with suppress(AttributeError, TypeError):
                error.found = found()
            raise
        return found()


# ---- environments: games that you move ----

# What may be seen: the kind of its numbers, the least and the largest of them.
_SEEN = {"bits": ("I", 0, 2**32 - 1), "cells": ("B", 0, 1), "shown": ("i", -1, 2**31 - 1), "mask": ("b", 0, 1),
         "features": ("d", -math.inf, math.inf), "expert": ("i", -1, 2**31 - 1), "after": ("I", 0, 2**32 - 1)}
_AUTORESET = ("Disabled", "SameStep", "NextStep")  # as swarmtris.h numbers them; the same for _ILLEGAL
_ILLEGAL = ("raise", "ignore", "end")
_RENDER_MODES = ("ansi", "rgb_array") if numpy else ("ansi",)


class _Space:
    """Stands in for a space of Gymnasium, where that is not installed: numbers low .. high in a shape."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], kind: str):
        self.low, self.high, self.shape, self.n, self._kind = low, high, shape, high + 1, kind
        self.dtype = numpy.dtype(kind) if numpy else kind
        self.seed()

    def __repr__(self) -> str:
        return f"<numbers {self.low} .. {self.high} in the shape {self.shape}>"

    def seed(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def sample(self, mask: Any = None) -> Any:
        """Any element. mask (n), of several games as many of them: an action where it is 1; 0 where no action is legal."""
        masks = mask if mask is not None and self.shape else [mask] * math.prod(self.shape)
        found = _numbers([self._draw(one) for one in masks], self._kind)
        return _shaped(found, *self.shape) if self.shape else found[0]

    def _draw(self, mask: Any) -> float:
        if mask is not None:
            return self._random.choice([i for i, legal in enumerate(mask) if legal] or [0])
        return self._random.randint(self.low, self.high) if self._kind != "d" else self._random.gauss(0, 1)


_OneGame, _ManyGames = (gymnasium.Env, gymnasium.vector.VectorEnv) if gymnasium else (object, object)


class VectorEnv(_Object, _ManyGames):
    """n games side by side that you move, with the methods and return values of gymnasium.vector.VectorEnv.

    ini: [game] and [agent] (whose features are seen, and who is the expert), [objective] max_pieces, [experiment] threads.
    observe: what an observation is: a dict of arrays with these names or, of a single name that is no tuple, the array itself:
        cells     (n, height, width) uint8: 1 filled; row 0 is the floor
        bits      (n, height, words) uint32: the same; bit x % 32 of word x // 32 is column x
        shown     (n, shown) int32: what the attribute titles names: a piece by its number in the game's order; -1: none
        mask      (n, actions) int8: 1 legal
        features  (n, actions, features) float64: of the board that a legal action leads to, before the next piece; else 0
        after     (n, actions, height, words) uint32: that board, as bits, for features of your own; else 0
    expert: weights of [agent] (see set_expert), for whose moves info has a place.
    autoreset: where a game ends, the next one is seen at once ("SameStep", or True) or after the next step, which makes no move
        there ("NextStep", as Gymnasium's wrappers of observations want it); or its action is -1, until
        reset(options={"reset_mask": mask (n)}) ("Disabled", or False).
    illegal: what an illegal action does: "ignore": its game stays as it is, "end": the game is over, both with the reward
        illegal_reward; "raise": Error (USAGE), and nothing has moved. render_mode: "ansi", or, with numpy, "rgb_array".

    An action is a number 0 .. actions - 1, in row-major order an index of the axes, such as {"orientation": 4, "column": 10},
    which swarmtris.h explains for each game; without axes it is the index of a legal move. A move that loses at once is illegal;
    a game without a legal move is terminated, one with [objective] max_pieces moves truncated. A reward is by how much the score
    grows: rows.
    info has action_mask (n, actions), as mask above; expert (n) int32, its actions, -1 where a game is over; after a step length
    (n), the moves of the game so far, and score (n), the sum of its rewards: where a game has ended, of that one. With SameStep,
    where games have ended: final_obs (n), the last observation of each, else None, final_info, and the masks (n) _final_obs and
    _final_info. All arrays are new ones. Error (USAGE): a length is wrong, no game was begun."""
    _kind = "env"

    def __init__(self, ini: Ini, n: int, *, expert: Any = None, observe: str | Sequence[str] = ("cells", "shown"),
                 autoreset: bool | str = True, illegal: str = "ignore", illegal_reward: float = 0.0, render_mode: str = "ansi"):
        mode = getattr(autoreset, "value", _AUTORESET[autoreset] if isinstance(autoreset, bool) else autoreset)
        for name, given, known in (("autoreset", mode, _AUTORESET), ("illegal", illegal, _ILLEGAL),
                                   ("render_mode", render_mode, _RENDER_MODES)):
            if given not in known:
                raise Error(Code.USAGE, f"{name} = {given!r}: must be one of {', '.join(known)}")
        self._ini = _text(ini)
        super().__init__(_lib.swt_env_open, self._ini, max(-1, min(operator.index(n), 2**31 - 1)), _AUTORESET.index(mode))
        self._call("illegal", _ILLEGAL.index(illegal), illegal_reward)
        is_, found = _Shape(), _Feature()
        self._call("what", byref(is_))
        self.num_envs, self.game, self.threads = n, is_.game.decode(), is_.threads
        self.axes = {is_.axis_name[i].decode(): is_.axis[i] for i in range(is_.axes)}
        self.titles = [self._call("title", i).decode() for i in range(is_.shown)]
        self.features = [Feature._of(found) for i in range(is_.features) if self._call("feature", i, byref(found))]
        self._shape = {"bits": (is_.height, is_.words), "cells": (is_.height, is_.width), "shown": (is_.shown,),
                       "mask": (is_.actions,), "features": (is_.actions, is_.features), "expert": (),
                       "after": (is_.actions, is_.height, is_.words)}
        self._kinds = is_.kinds if self.titles[:1] in (["piece"], ["block"]) and is_.kinds > 1 else 0
        self._letters = [self._call("letter", k).decode().strip("\0") or k for k in range(self._kinds)]
        self.render_mode = render_mode
        self._single = isinstance(observe, str)
        self._observed = (observe,) if self._single else tuple(observe)
        for name in self._observed:
            if name == "expert" or 0 in self._shape.get(name, (0,)):
                has = ", ".join(key for key, shape in self._shape.items() if key != "expert" and 0 not in shape)
                raise Error(Code.USAGE, f"observe: {name!r} cannot be seen of the game {self.game}, which has {has}")
        self._wanted = dict.fromkeys((*self._observed, "mask"))
        self._last, self._last_view = {}, _View()  # where a step leaves what is seen last of games that end
        for name in self._observed if mode == "SameStep" else ():
            if name in ("mask", "features", "after"):  # no action is legal then, so that all of them are 0
                self._last[name] = None
                continue
            last = _new(n * math.prod(self._shape[name]), _SEEN[name][0])
            setattr(self._last_view, name, _address(last))
            self._last[name] = _shaped(last, n, *self._shape[name]) if numpy else last
        self._last_at = ctypes.addressof(self._last_view) if any(x is not None for x in self._last.values()) else None
        self._random, self._score, self._autoreset = random.Random(), None, mode
        self.metadata = {"render_modes": list(_RENDER_MODES), "render_fps": 4, "autoreset_mode": mode}
        self.single_observation_space, self.observation_space = self._space(), self._space(n)
        if gymnasium:
            if hasattr(gymnasium.vector, "AutoresetMode"):
                self.metadata["autoreset_mode"] = gymnasium.vector.AutoresetMode(mode)
            self.single_action_space = gymnasium.spaces.Discrete(is_.actions)
            self.action_space = gymnasium.spaces.MultiDiscrete([is_.actions] * n)
        else:
            self.single_action_space, self.action_space = (_Space(0, is_.actions - 1, shape, "i") for shape in ((), (n,)))
        if expert is not None:
            self.set_expert(expert)

    def _space(self, *n: int) -> Any:
        """Of observations; of n games, or of one."""
        box = gymnasium.spaces.Box if gymnasium else _Space
        spaces = {name: box(*_SEEN[name][1:], n + self._shape[name], _SEEN[name][0]) for name in self._observed}
        if "shown" in spaces and self._kinds:  # a MultiDiscrete, of which Gymnasium's batch is a box
            spaces["shown"] = box(-1, self._kinds - 1, n + self._shape["shown"], "i") if n or not gymnasium else (
                gymnasium.spaces.MultiDiscrete([self._kinds + 1] * len(self.titles), "i", start=[-1] * len(self.titles)))
        return spaces[self._observed[0]] if self._single else gymnasium.spaces.Dict(spaces) if gymnasium else spaces

    def set_expert(self, weights: Any) -> None:
        """The expert plays by these weights from now on: a vector (dim), such as Training.x, or by names, as an Evaluator takes
        them; [] for an agent without weights. Errors: USAGE; DATA, a weight is not finite."""
        if isinstance(weights, (str, os.PathLike, Mapping)):
            weights = _weights(weights, "expert", Evaluator(self._ini.decode()))
        w = _numbers(weights)
        self._call("expert", _address(w), _size(w))
        self._wanted["expert"] = None

    def _look(self, names: Sequence[str], function: str, *arguments: Any) -> dict[str, Any]:
        """Calls a function of the library that takes a view, and returns what it has filled."""
        view, n, seen = _View(), self.num_envs, {}
        for name in names:
            seen[name] = _new(n * math.prod(self._shape[name]), _SEEN[name][0])
            setattr(view, name, _address(seen[name]))
        view.last = self._last_at if function == "step" else None
        self._call(function, *arguments, byref(view))
        return {name: _shaped(x, n, *self._shape[name]) for name, x in seen.items()}

    def _observe(self, function: str, *arguments: Any) -> tuple[Any, dict[str, Any]]:
        """The same; returns an observation and the beginning of its info."""
        seen = self._look(self._wanted, function, *arguments)
        info = {"action_mask" if name == "mask" else name: seen[name] for name in ("mask", "expert") if name in seen}
        return seen[self._observed[0]] if self._single else {name: seen[name] for name in self._observed}, info

    def _whole(self, x: Any, name: str, kind: str) -> Any:
        """n whole numbers of the caller's, side by side, none of which has been cut to fit."""
        try:
            given = numpy.asarray(x) if numpy else x
            found = _numbers(given, kind)
            if _size(found) == self.num_envs and (not numpy or (found == given).all()):
                return found
        except (TypeError, ValueError, OverflowError):
            pass
        raise Error(Code.USAGE, f"{name}: must be {self.num_envs} whole numbers, one for each game"
                    if self.num_envs > 1 else f"{name}: must be a whole number")

    def reset(self, *, seed: int | Sequence[int | None] | None = None,
              options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins games, and returns (observations, info).

        seed: of the first game, whose numbers the others follow, or a seed (n) for each: 0 .. 2^64 - 1, as `play --seed`; with
        autoreset, as `play --games`. None: seeds that follow from the last. options: {"reset_mask": (n)}: which games; else all."""
        which = (options or {}).get("reset_mask")
        for name in set(options or ()) - {"reset_mask"}:
            raise Error(Code.USAGE, f"options: {name!r}: must be reset_mask; what a game is, the ini says")
        try:
            given = seed if hasattr(seed, "__len__") else [seed if seed is None else seed + i for i in range(self.num_envs)]
            given = [s if s is None else operator.index(s) for s in given]
            chance = self._random if seed is None else random.Random(str(given))
            seeds = array("Q", [chance.getrandbits(63) if s is None else s for s in given])
        except (TypeError, OverflowError):
            raise Error(Code.USAGE, f"seed = {seed!r}: must be whole numbers 0 .. 2^64 - 1") from None
        if len(seeds) != self.num_envs:
            raise Error(Code.USAGE, f"seed: must have {self.num_envs} numbers, one for each game, and has {len(seeds)}"
                        if self.num_envs > 1 else "seed: must be a whole number")
        mask = None if which is None else self._whole(which, "reset_mask", "b")
        self._call("reset", seeds.buffer_info()[0], mask if mask is None else _address(mask))
        self._random = chance
        self._score = [0.0] * self.num_envs if mask is None else _without(self._score, mask)
        return self._observe("look")

    def step(self, actions: Sequence[int]) -> tuple[Any, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Makes the move of an action (n) in every game; -1: none. Returns (observations, rewards, terminations, truncations,
        info)."""
        n = self.num_envs
        moves, rewards, done, lengths = self._whole(actions, "actions", "i"), _new(n), _new(n, "B"), _new(n, "q")
        obs, info = self._observe("step", *map(_address, (moves, rewards, done, lengths)))
        if numpy:
            terminated, truncated, info["score"] = done == numpy.uint8(1), done == numpy.uint8(2), self._score + rewards
        else:
            rewards, lengths = list(rewards), list(lengths)
            terminated, truncated = [d == 1 for d in done], [d == 2 for d in done]
            info["score"] = [a + b for a, b in zip(self._score, rewards)]
        info["length"] = lengths
        self._score = info["score"].copy()
        if self._autoreset != "Disabled" and (numpy.count_nonzero(done) if numpy else any(done)):
            ended = done.astype(bool) if numpy else [d != 0 for d in done]
            places = ended.nonzero()[0] if numpy else [i for i, d in enumerate(done) if d]
            for i in places if not numpy else [places]:
                self._score[i] = 0.0
            if not self._last:
                return obs, rewards, terminated, truncated, info
            rows = {name: self._shape[name] if x is None else x.take(places, 0) if numpy else
                    [_shaped(x, n, *self._shape[name])[i] for i in places] for name, x in self._last.items()}
            info.update(final_obs=_Final(n, places, rows, self._single), _final_obs=ended, _final_info=ended,
                        final_info={"score": info["score"], "length": lengths})
        return obs, rewards, terminated, truncated, info

    def save(self) -> bytes:
        size = ctypes.c_size_t()
        saved = self._call("save", byref(size))
        if saved is None:
            raise Error(Code.USAGE, "no games were begun: reset comes first")
        score = array("d", self._score).tobytes()
        return ctypes.string_at(saved, size.value) + score + zlib.crc32(score).to_bytes(4, "little")

    def restore(self, saved: bytes) -> tuple[Any, dict[str, Any]]:
        """Goes on from saved games of the same ini and n (not weights), and returns (observations, info); else Error (DATA), and
        nothing changes."""
        end = max(0, len(saved) - 8 * self.num_envs - 4)
        score, check = saved[end:-4], saved[-4:]
        if zlib.crc32(score).to_bytes(4, "little") != check:
            raise Error(Code.DATA, "saved: the games cannot be restored: their end is damaged, or of another number of games")
        self._call("restore", saved[:end], end)
        self._score = _without(array("d", score), [0] * self.num_envs)
        return self._observe("look")

    @property
    def closed(self) -> bool:
        return not self._handle

    def _pictures(self) -> Iterator[tuple[Any, str]]:
        """Of each game the rows of its board from the floor, [] where it shows none, and what is shown beside it."""
        seen = self._look([name for name in ("cells", "shown") if 0 not in self._shape[name]], "look")
        for i in range(self.num_envs):
            shown = zip(self.titles, seen["shown"][i] if self.titles else [])
            yield seen["cells"][i] if "cells" in seen else [], ", ".join(
                f"{title} {'-' if k < 0 else self._letters[k] if self._letters else k}" for title, k in shown)

    def render(self) -> tuple[Any, ...]:
        """(n): the board of each game as text, # a filled cell, and what is shown beside it; or as rgb_array, 16 pixels a cell."""
        if self.render_mode == "rgb_array":
            return tuple(map(_picture, self._look(["cells"], "look")["cells"]))
        return tuple("".join("|" + "".join(" #"[cell] for cell in row) + "|\n" for row in reversed(cells)) + text
                     for cells, text in self._pictures())

    def call(self, name: str, *arguments: Any, **keys: Any) -> tuple[Any, ...]:  # of each game, all of which are this object
        found = getattr(self, name)
        found = found(*arguments, **keys) if callable(found) else found
        return found if isinstance(found, tuple) and len(found) == self.num_envs else (found,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        return self.call(name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.num_envs} of {self.game}, {self._shape['mask'][0]} actions>"

    def _repr_html_(self) -> str:
        """For notebooks: the boards of the first eight games."""
        page = f"<div>{html.escape(repr(self)[1:-1])}</div>"
        for cells, text in itertools.islice(self._pictures(), 8 if self._score is not None and self._handle else 0):
            height, width = len(cells), len(cells[0]) if len(cells) else 0
            path = "".join(f"M{x} {height - 1 - y}h1v1h-1z" for y in range(height) for x in range(width) if cells[y][x])
            page += (f'<figure style="display: inline-block; margin: 4px"><svg style="border: 1px solid" '
                     f'width="{min(12, 400 / max(1, height)) * width:.4g}" '
                     f'viewBox="0 0 {width} {height}"><path fill="currentColor" d="{path}"/></svg>'
                     f'<figcaption>{html.escape(text)}</figcaption></figure>')
        return page


class _Final(Sequence):
    """(n): the last observations of games that have ended, else None; an array of objects, made once it is looked at."""

    def __init__(self, n: int, places: Any, rows: dict[str, Any], single: bool):
        self._n, self._of, self._all = n, (places, rows, single), None

    def _array(self) -> Any:
        if self._all is None:
            places, rows, single = self._of
            self._all = numpy.full(self._n, None) if numpy else [None] * self._n
            for k, i in enumerate(places):
                row = {name: x[k] if not isinstance(x, tuple) else numpy.zeros(x, _SEEN[name][0]) if numpy else
                       _shaped(array(_SEEN[name][0], [0] * math.prod(x)), *x) for name, x in rows.items()}
                self._all[i] = next(iter(row.values())) if single else row
        return self._all

    def __getitem__(self, i: Any) -> Any:
        return self._array()[i]

    def __setitem__(self, i: Any, value: Any) -> None:
        self._array()[i] = value

    def __len__(self) -> int:
        return self._n

    def __array__(self, *_: Any, **__: Any) -> Any:
        return self._array()


def _picture(cells: Any) -> Any:
    """A board as an image, 16 pixels a cell, fewer of a large board."""
    unit = max(2, min(16, 640 // len(cells)))
    image = numpy.where(cells[::-1, :, None], (69, 115, 200), (238, 238, 238)).astype("B").repeat(unit, 0).repeat(unit, 1)
    image[::unit] = image[:, ::unit] = 200
    return image


def _without(x: Any, where: Any) -> Any:
    """The numbers of x, but 0 where the other is not 0."""
    return numpy.where(where, 0.0, x) if numpy else [0.0 if w else number for number, w in zip(x, where)]


def _first(x: Any) -> Any:
    """What is seen of the first game."""
    return {name: _first(value) for name, value in x.items()} if isinstance(x, dict) else x[0]


class Env(_OneGame):
    """A game that you move, with the methods and return values of gymnasium.Env: a VectorEnv of one game without autoreset, whose
    other arguments, actions and arrays it has, but for their first length, n. Its attribute games is that VectorEnv."""
    metadata = {"render_modes": list(_RENDER_MODES), "render_fps": 4}

    def __init__(self, ini: Ini, **arguments: Any):
        games = self.games = VectorEnv(ini, 1, autoreset=False, **arguments)
        self.render_mode = games.render_mode
        self.observation_space, self.action_space = games.single_observation_space, games.single_action_space
        self.axes, self.titles, self.features, self.set_expert = games.axes, games.titles, games.features, games.set_expert
        self.save, self.close, self._repr_html_ = games.save, games.close, games._repr_html_

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game, that of `swarmtris play --seed`, and returns (observation, info). There are no options."""
        for name in options or ():
            raise Error(Code.USAGE, f"options: {name!r}: there are none; what a game is, the ini says")
        seen = self.games.reset(seed=seed)
        if gymnasium:  # whose own words for a wrong seed would come first
            super().reset(seed=seed)
        return tuple(map(_first, seen))

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move. Returns (observation, reward, terminated, truncated, info)."""
        obs, reward, terminated, truncated, info = map(_first, self.games.step([action]))
        return obs, float(reward), bool(terminated), bool(truncated), info

    def restore(self, saved: bytes) -> tuple[Any, dict[str, Any]]:  # as VectorEnv.restore
        return tuple(map(_first, self.games.restore(saved)))

    def render(self) -> Any:
        """The board as text, or as rgb_array."""
        return self.games.render()[0]

    def __repr__(self) -> str:
        return repr(self.games).replace("VectorEnv: 1", "Env: 1", 1)

    def __enter__(self) -> Env:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _many(num_envs: int = 1, **arguments: Any) -> VectorEnv:
    return VectorEnv(n=num_envs, **arguments)


if gymnasium:  # so that gymnasium.make knows the games
    for _game in "Tetris", "Guideline", "Catch", "Ntris", "Stack":
        if features(_game.lower()) and f"swarmtris/{_game}-v0" not in gymnasium.registry:
            gymnasium.register(f"swarmtris/{_game}-v0", entry_point="swarmtris:Env", vector_entry_point="swarmtris:_many",
                               kwargs={"ini": {"game": {"kind": _game.lower()}}})
