"""Players of Tetris and other games, swarms that train them, and optimisers for functions of your own.

    Evaluator   plays games with weights, as an ini says
    Training    a training of the program: step by step, stopped, saved, resumed
    minimise    finds the least value of a Python function; Search does it by ask and tell

All of it is done by libswarmtris, in this process; results are bit for bit those of the program `swarmtris`. An ini is the path
of a file, its text (with line ends), or a dict of sections: {"game": {"height": 8}, "agent": {"features": "dt"}}. Its keys are
those of the program (`swarmtris list`). What is wrong raises Error; what is unwise or ignored is a warning.

Arrays are those of numpy where it is installed, neither copied nor converted if they are C-contiguous float64; else they are
lists. A call holds no lock of Python while it plays; an object serves one thread at a time."""
from __future__ import annotations

import ctypes
import enum
import html
import os
import signal
import socket
import threading
import warnings
from array import array
from contextlib import contextmanager, nullcontext
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_uint64, c_void_p
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Sequence, Union

try:
    import numpy
except ImportError:
    numpy = None

__all__ = ["Claim", "Code", "Error", "Evaluator", "Feature", "Minimum", "Scores", "Search", "Training", "features", "minimise"]

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


# ---- the library ----

class _Feature(ctypes.Structure):
    _fields_ = [(name, c_char_p) for name in ("name", "definition", "source")]


class _Score(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("mean", "sem", "sd", "median", "min", "max", "cost")] + [("games", c_int64)]


class _Claim(ctypes.Structure):
    _fields_ = [("name", c_char_p)] + [(name, c_double) for name in ("mean", "sd", "ci95")] + [("games", c_int64)]


def _open_library() -> ctypes.CDLL:
    """The one that is named, that lies beside this file (a wheel), that was installed with it, or that the system finds."""
    here, named = os.path.dirname(os.path.abspath(__file__)), os.environ.get("SWARMTRIS_LIBRARY")
    beside = [os.path.join(here, "libswarmtris.so"), os.path.join(here, "..", "..", "libswarmtris.so.0")]
    for path in [named] if named else [path for path in beside if os.path.exists(path)] + ["libswarmtris.so.0"]:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            reason = error
    raise ImportError(f"{reason}; SWARMTRIS_LIBRARY may name the file libswarmtris.so.0") from None


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
_declare(c_int, "error_code evaluator_dim training_dim search_due", c_void_p)
_declare(c_char_p, "error_text evaluator_warnings training_warnings training_phase training_weights search_warnings search_phase"
                   " search_state", c_void_p)
_declare(None, "error_free evaluator_close evaluator_stop training_close training_stop search_close", c_void_p)
_declare(c_double, "training_share search_share", c_void_p)
_declare(c_bool, "game_feature", c_char_p, c_int, POINTER(_Feature))
_declare(c_bool, "evaluator_feature training_feature", c_void_p, c_int, POINTER(_Feature))
_declare(None, "evaluator_box", c_void_p, c_void_p, c_void_p)
_declare(None, "score_interval", c_void_p, c_int, c_void_p, c_void_p)
_declare(_raise, "evaluator_open", POINTER(c_void_p), c_char_p)
_declare(_raise, "evaluate", c_void_p, c_void_p, c_int, c_int, c_int, c_uint64, c_void_p, c_void_p)
_declare(_raise, "training_open", POINTER(c_void_p), c_char_p, c_char_p, c_int)
_declare(_raise, "training_load", POINTER(c_void_p), c_char_p)
_declare(_raise, "training_step", c_void_p, POINTER(c_bool))
_declare(_raise, "training_save", c_void_p)
_declare(_raise, "training_result", c_void_p, c_void_p, c_int, POINTER(_Claim), POINTER(c_int))
_declare(_raise, "search_open", POINTER(c_void_p), c_char_p, c_int, c_void_p, c_void_p)
_declare(_raise, "search_ask", c_void_p, c_void_p, c_int, c_int)
_declare(_raise, "search_tell", c_void_p, c_void_p, c_int)
_declare(_raise, "search_best", c_void_p, c_void_p, c_int, POINTER(_Claim))
_declare(_raise, "search_restore", c_void_p, c_char_p)

__version__ = _lib.swt_version().decode()


def _new(n: int) -> Any:
    """Room for n numbers, which lie side by side."""
    return numpy.empty(n) if numpy else array("d", bytes(8 * n))


def _numbers(x: Any) -> Any:
    """The numbers of x, side by side; x itself where they lie so already."""
    if numpy:
        return numpy.ascontiguousarray(x, dtype=float)
    return x if isinstance(x, array) and x.typecode == "d" else array("d", x)


def _size(x: Any) -> int:
    return x.size if numpy else len(x)


def _address(x: Any) -> int:
    return x.ctypes.data if numpy else x.buffer_info()[0]


def _rows(x: Any, n: int) -> Any:
    """n rows of the numbers that lie side by side in x."""
    if numpy:
        return x.reshape(n, -1)
    size = len(x) // n
    return [list(x[i * size:(i + 1) * size]) for i in range(n)]


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


def _text(ini: Ini) -> bytes:
    """The text of an ini."""
    if isinstance(ini, str) and "\n" in ini:
        return ini.encode()
    if not isinstance(ini, Mapping):
        with open(ini, "rb") as file:
            return file.read()
    lines = []
    for section, keys in ini.items():
        lines.append(f"[{section}]")
        lines += [f"{key} = {_value(value)}" for key, value in keys.items() if value is not None]
    if any("\n" in line or "\r" in line for line in lines):
        raise Error(Code.CONFIG, "a key or value of the ini has a line end, which an ini cannot hold")
    return "\n".join(lines + [""]).encode()


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


class _Object:
    """An object of the library, which close, `with` and the end of its life free."""
    _kind: str
    _handle = c_void_p()

    def __init__(self, open_it: Callable[..., None], *arguments: Any):
        self._handle = c_void_p()
        open_it(byref(self._handle), *arguments)
        for line in self._call("warnings").decode().splitlines():
            warnings.warn(line, stacklevel=3)

    def _call(self, name: str, *arguments: Any) -> Any:
        return getattr(_lib, f"swt_{self._kind}_{name}")(self._handle, *arguments)

    def close(self) -> None:
        """Frees the object; what has not been saved is lost."""
        if self._handle:
            self._call("close")
            self._handle = c_void_p()

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
                if self.before >= 0:  # whoever waited for signals before
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
        self._call("stop")

    def _play(self, function: Callable[..., None], *arguments: Any) -> None:
        """Calls the function until it has ended otherwise than by a signal."""
        global _watcher
        signalled = threading.current_thread() is threading.main_thread()  # Python handles signals there alone
        if signalled and (_watcher is None or _watcher.process != os.getpid()):  # a fork has no threads
            _watcher = _Watcher()
        with _watcher.watching(lambda: self._call("stop")) if signalled else nullcontext():
            while True:
                try:
                    return function(self._handle, *arguments)
                except Error as error:
                    if error.code != Code.STOPPED or self._asked:
                        self._asked = False
                        raise

    def _features(self) -> list[Feature]:
        found = _Feature()
        return [Feature._of(found) for i in range(self._call("dim")) if self._call("feature", i, byref(found))]


# ---- features and claims ----

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
    while _lib.swt_game_feature(game.encode(), len(all_of_them), byref(found)):
        all_of_them.append(Feature._of(found))
    return all_of_them


@dataclass(frozen=True)
class Claim:
    """A mean score, or value, under the name that says how it was obtained: training (overstated, since the luckiest was kept),
    reselected (slightly overstated), baseline, validated (fresh games)."""
    name: str
    mean: float
    sd: float    # standard deviation of a game
    ci95: float  # half of the 95 % interval of the mean; infinite for one game
    games: int

    @staticmethod
    def _of(found: _Claim) -> Claim:
        return Claim(found.name.decode(), found.mean, found.sd, found.ci95, found.games)

    def __str__(self) -> str:
        return f"{self.name} {self.mean:.6g}" + (f" +- {self.ci95:.2g} ({self.games} games)" if self.games > 1 else "")


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

    def __call__(self, x: Any, games: int = 100, series: int = 0) -> Scores:
        """Plays games with x, a vector (dim) or vectors (n, dim). All of them play the same games, those of the series: the
        same number always means the same games; 0 is what `swarmtris eval -` plays. Ctrl-C ends it."""
        flat, n, dim, single = _table(x)
        if abs(n * games) > 10**8:
            raise Error(Code.USAGE, f"n x games = {n * games}: must be at most 100000000")
        found = (_Score * n)()
        every, lower, upper = _new(max(0, n * games)), _new(n), _new(n)
        self._play(_lib.swt_evaluate, _address(flat), n, dim, games, series, ctypes.addressof(found), _address(every))
        _lib.swt_score_interval(ctypes.addressof(found), n, _address(lower), _address(upper))
        table = numpy.frombuffer(found, dtype=_Score) if numpy else None
        columns = {name: table[name] if numpy else [getattr(row, name) for row in found] for name, _ in _Score._fields_[:-1]}
        columns.update(lower=_vector(lower), upper=_vector(upper), scores=_rows(every, n))
        if single:
            columns = {name: column[0] for name, column in columns.items()}
        return Scores(games=games, **columns)


# ---- training ----

class Training(_Player):
    """The training, or search over parameters, that an ini describes.

    directory: where it is kept, as a run of the program, which may go on with it; None: nowhere. resume: goes on with the run
    that the directory holds; replace: removes it; else it is an error if it holds one. ini None: that of the run."""
    _kind = "training"

    def __init__(self, ini: Ini | None, directory: str | os.PathLike | None = None, *, resume: bool = False,
                 replace: bool = False):
        self.directory = directory
        path = None if directory is None else os.fsencode(directory)
        if ini is None:
            super().__init__(_lib.swt_training_load, path)
        else:
            super().__init__(_lib.swt_training_open, _text(ini), path, 1 if resume else 2 if replace else 0)
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

    def _result(self) -> tuple[Numbers, list[Claim]]:
        x, claim, claims = _new(len(self.features)), (_Claim * 4)(), c_int()
        self._call("result", _address(x), len(x), claim, byref(claims))
        return _vector(x), [Claim._of(claim[i]) for i in range(claims.value)]

    @property
    def x(self) -> Numbers:
        """(dim): the best weights so far. Error (UNAVAILABLE): no iteration is complete yet; so do claims and score."""
        return self._result()[0]

    @property
    def claims(self) -> list[Claim]:
        """What is known of them, the strongest claim last."""
        return self._result()[1]

    @property
    def score(self) -> Claim:
        """The strongest claim."""
        return self.claims[-1]

    @property
    def weights(self) -> str:
        """The text of a weights file, as the program writes and reads it; empty: no iteration is complete yet."""
        return (self._call("weights") or b"").decode()

    def __repr__(self) -> str:
        score = f", {self.score}" if self.weights else ""
        return f"<Training: {self.phase}, {100 * self.share:.0f} %{score}>"

    def _repr_html_(self) -> str:
        """For notebooks: the strongest claim, and what each weight is."""
        x = self.x if self.weights else []
        rows = ["".join(f"<td>{html.escape(cell)}</td>" for cell in (feature.name, f"{weight:.4g}", feature.definition))
                for feature, weight in zip(self.features, x)]
        return f"<table><caption>{html.escape(repr(self)[1:-1])}</caption><tr>{'</tr><tr>'.join(rows)}</tr></table>"


# ---- search: functions of your own ----

class Search(_Object):
    """A search for the least value of a function, by ask and tell, in the box lower (dim), upper (dim).

    ini: [optimiser] says who searches, [training] the budget, [experiment] the seed. Where values are noisy, [training] games,
    [selection] and [validation] have positions evaluated again, as those of games are."""
    _kind = "search"

    def __init__(self, ini: Ini, lower: Sequence[float], upper: Sequence[float]):
        low, high = _numbers(lower), _numbers(upper)
        self.dim = _size(low)
        if _size(high) != self.dim:
            raise Error(Code.USAGE, f"upper: must have {self.dim} numbers, as lower has, and has {_size(high)}")
        super().__init__(_lib.swt_search_open, _text(ini), self.dim, _address(low), _address(high))

    @property
    def due(self) -> int:
        """Positions that are to be evaluated next; 0: the search is finished."""
        return self._call("due")

    def ask(self) -> Numbers:
        """(due, dim): the positions. Asked again before it is told, a search asks the same."""
        n = self.due
        x = _new(n * self.dim)
        self._call("ask", _address(x), n, self.dim)
        return _rows(x, n)

    def tell(self, values: Sequence[float]) -> None:
        """Takes the values (due) of the positions that were asked. One that is not finite is the worst of all."""
        told = _numbers(values)
        self._call("tell", _address(told), _size(told))

    @property
    def x(self) -> Numbers:
        """(dim): the best position so far. Error (UNAVAILABLE): no iteration is complete yet; so does claim."""
        x = _new(self.dim)
        self._call("best", _address(x), self.dim, None)
        return _vector(x)

    @property
    def claim(self) -> Claim:
        """What is known of its value."""
        claim = _Claim()
        self._call("best", None, self.dim, byref(claim))
        return Claim._of(claim)

    @property
    def state(self) -> bytes:
        """The whole state between two tells; a search of the same ini and box, to which it is assigned, goes on exactly."""
        return self._call("state")

    @state.setter
    def state(self, state: bytes) -> None:
        self._call("restore", state)


@dataclass(frozen=True)
class Minimum:
    """What minimise has found."""
    x: Numbers    # (dim): the position
    fun: float    # its value; of a noisy function a mean, see claim
    nfev: int     # evaluations
    claim: Claim = field(repr=False)  # what is known of fun
    history: list[tuple[int, float]] = field(repr=False)  # (evaluations, best value so far), after each iteration


def minimise(f: Callable[[Any], Any], lower: Sequence[float], upper: Sequence[float], *, optimiser: str = "pso",
             iterations: int = 100, particles: int | None = None, seed: int = 1, vectorised: bool = False,
             **keys: Any) -> Minimum:
    """Finds the least value of f in the box lower (dim), upper (dim).

    f takes a position (dim) and returns a number; vectorised: it takes positions (n, dim) and returns n numbers. optimiser: pso,
    cmaes, noisy-ce, ga, lus, random, grid, ... Other keys are those of [optimiser], such as inertia=0.7; a dict is a section,
    such as training={"total_games": 5000}, whose iterations, if any, go before the argument's (0: no limit)."""
    ini = {"experiment": {"seed": seed}, "training": {"iterations": iterations},
           "optimiser": {"kind": optimiser, "particles": particles}}
    for name, value in keys.items():
        if isinstance(value, Mapping):
            ini[name] = {**ini.get(name, {}), **value}
        else:
            ini["optimiser"][name] = value
    history, nfev = [], 0
    with Search(ini, lower, upper) as search:
        while search.due:
            x = search.ask()
            search.tell(f(x) if vectorised else [f(position) for position in x])
            nfev += len(x)
            try:
                history.append((nfev, search.claim.mean))
            except Error:  # the first iteration has further stages
                pass
        return Minimum(search.x, search.claim.mean, nfev, search.claim, history)
