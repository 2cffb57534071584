"""An object of every public class: built from the types of its constructor, or by hand.

Public classes are found by walking the packages: those without an underscore, which for the
applications (command line, shell, terminal app, server) are the exported ones and the errors.
"""

import ctypes
import enum
import inspect
import pkgutil
import sys
import types
import typing
from collections import Counter, abc
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import qttt
from qttt.arena import Tournament, TournamentSettings
from qttt.arena.folder import TournamentFolder
from qttt.arena.pipe import Pipe
from qttt.arena.program import Program
from qttt.arena.workers import available_cores
from qttt.book.anatomy import PositionLevel
from qttt.bot import RemoteGame
from qttt.engine import Level, Solver
from qttt.engine.evaluator import LearnedEvaluator, shipped_evaluator
from qttt.engine.tablebase import Tablebase, shipped_tablebase
from qttt.engine.training import TrainingPlan
from qttt.envs import Arrays, Batch, places_of
from qttt.envs.symmetry import Symmetry, symmetries
from qttt.envs.values import ProbeResults, SolveResults, ValueOracle
from qttt.extras import MissingExtraError
from qttt.game import Board, Collapse, Node, Placement, Player, Points, Position, Rules
from qttt.mcp.tool import Tool
from qttt.notation import Record, RecordNode
from qttt.notation.drawing import Drawing
from qttt.notation.text_grid import TextBoard, TextGrid
from qttt.notation.theme import Layout
from qttt.notation.tokens import Token
from qttt.play import Computer, Match, Seat, Series, Toss
from qttt.play.local_game import LocalGame
from qttt.play.log import LoggedGame
from qttt.quantum import Circuit, Measurement, QuantumState, quantum_state
from qttt.quantum.inspire import Inspire, SdkApi
from qttt.quantum.qiskit_device import Qiskit
from qttt.quantum.source import DeviceSource, Shot
from qttt.study import Evaluation, Review, exact_evaluation, review
from qttt.teach import Answer, Exercise, Words, exercise_list
from qttt.teach.words import words_of
from qttt.texts.phrases import Phrases
from qttt.texts.plurals import Plurals

APPLICATIONS = frozenset({"cli", "shell", "tui", "server"})
POSITION = Position.after((0, 1), (1, 4), (0, 4))


class UnbuildableError(Exception):
    """The types do not tell how to build an object."""


@cache
def public_classes() -> dict[str, type]:
    """Return the public classes by their full names."""
    found: dict[str, type] = {}
    for module in _modules():
        for name, value in vars(module).items():
            if inspect.isclass(value) and _is_public(module, name, value):
                found[f"{value.__module__}.{value.__qualname__}"] = value
    return dict(sorted(found.items()))


def _modules() -> Iterator[types.ModuleType]:
    yield qttt
    for info in pkgutil.walk_packages(qttt.__path__, "qttt."):
        if not info.name.endswith("__main__"):
            yield import_module(info.name)


def _is_public(module: types.ModuleType, name: str, value: type) -> bool:
    _, *packages = value.__module__.split(".")
    if not value.__module__.startswith("qttt.") or value.__module__ == "qttt.copies":
        return False
    if (
        name.startswith("_")
        or issubclass(value, enum.Enum | ctypes.Structure)
        or getattr(value, "_is_protocol", False)
    ):
        return False  # constants; the kernel's structures; no objects
    is_exported = name in getattr(module, "__all__", ())
    return is_exported or packages[0] not in APPLICATIONS or issubclass(value, BaseException)


def specimen(kind: type) -> Any:
    """Return an object of ``kind``. Raises ``UnbuildableError``."""
    return _build(kind, 0)


VALUES: dict[Any, Any] = {
    int: 1,
    float: 0.5,
    str: "goff",
    bytes: b"ab",
    bool: True,
    object: 1,
    Any: 1,
    Path: Path("x"),
}


def _make(hint: Any, depth: int) -> Any:
    if depth > 9:
        raise UnbuildableError("a type that refers to itself")
    if isinstance(hint, typing.TypeVar):
        return 1
    if hint in VALUES:
        return VALUES[hint]
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return parts[0]
    if origin in (typing.Union, types.UnionType):
        return _first_of(parts, depth)
    if origin is abc.Callable or hint is abc.Callable:
        return print
    if origin is not None and issubclass(origin, tuple | abc.Collection | abc.Iterable):
        return _collection(origin, parts, depth)
    if inspect.isclass(hint):
        return _build(hint, depth + 1)
    raise UnbuildableError(repr(hint))


def _first_of(parts: tuple[Any, ...], depth: int) -> Any:
    for part in parts:
        try:
            if part is not types.NoneType:
                return _make(part, depth + 1)
        except UnbuildableError:
            continue
    return None


def _collection(origin: type, parts: tuple[Any, ...], depth: int) -> Any:
    items = [_make(part, depth + 1) for part in parts if part is not ...]
    if issubclass(origin, tuple):
        return tuple(items)
    if issubclass(origin, abc.Mapping):
        return {items[0]: items[1]}
    return frozenset(items[:1]) if issubclass(origin, abc.Set) else items[:1]


def _build(kind: type, depth: int) -> Any:
    if kind in BY_HAND:
        return BY_HAND[kind]()
    if issubclass(kind, enum.Enum):
        return next(iter(kind))
    if getattr(kind, "_is_protocol", False):
        raise UnbuildableError(f"{kind.__name__} is a protocol")
    if issubclass(kind, BaseException | str) and not inspect.isfunction(kind.__init__):
        return kind("a message")
    try:
        own = kind if issubclass(kind, tuple) or hasattr(kind, "__dataclass_fields__") else None
        # Python 3.11.2 prefers an inherited `__new__` to the `__init__` of a class.
        has_init = not own and inspect.isfunction(kind.__init__)
        signature = inspect.signature(types.MethodType(kind.__init__, kind) if has_init else kind)
        hints = typing.get_type_hints(own or kind.__init__)
        arguments = {
            name: _make(hints[name], depth + 1)
            for name, parameter in signature.parameters.items()
            if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
            and (own or parameter.default is parameter.empty)
        }
        return kind(**arguments)
    except (ValueError, TypeError, NameError, KeyError, AttributeError, OSError) as error:
        raise UnbuildableError(f"{kind.__name__}: {error!r}") from error


def _node() -> Node:
    root = Node(Position())
    root.play(Placement(0, 1)).play(Placement(0, 1)).comment = "a loop"
    return root.play(Placement(0, 2)).play(Placement(3, 4))


def _match() -> Match:
    match = Match()
    match.play(Placement(0, 1), by=Player.X)
    match.tags["Event"] = "a test"
    return match


def _record() -> Record:
    return Record({"Event": "a test"}, children=[RecordNode(Token(("1", "2")), 1)])


class _Backend:
    name = backend = "a test"

    def run(self, circuit: Circuit, shots: int) -> tuple[Shot, ...]:
        raise NotImplementedError


class _Api:
    def get_backend_types(self) -> list[Any]:
        return [types.SimpleNamespace(id=1, name="a test", status="idle")]


def _remote() -> RemoteGame:
    players = {"x": {"name": "Ann"}, "o": {"name": "Bob"}}
    terms = {"rules": "goff", "start": "-", "clock": "none", "created": 0, **players}
    return RemoteGame({"game": "g", "seat": "X", "terms": terms, "entries": [], "clock": None})


def _tablebase() -> Tablebase:
    table = shipped_tablebase(Rules())
    assert table
    return table


def _learned() -> LearnedEvaluator:
    evaluator = shipped_evaluator(Rules.preset("krist"))
    assert evaluator
    return evaluator


def _oracle(method: str) -> Any:
    return getattr(ValueOracle(), method)(places_of([POSITION], Rules()))


def _exercise() -> Exercise:
    return exercise_list(1, seed=1)[0]


def _logged_game() -> LoggedGame:
    return LoggedGame("g", "goff", "-", x=Seat("Ann"), o=Seat("Bob"), clock="60+1", created=0)


SETTINGS = TournamentSettings("easy", "random")
FOLDER = TemporaryDirectory()
SLEEPER = (sys.executable, "-c", "input()")

BY_HAND: dict[type, Callable[[], Any]] = {
    Phrases: lambda: Phrases("en"),
    Plurals: lambda: Plurals("one: n = 1"),
    Arrays: lambda: Batch(games=2).arrays,
    Batch: lambda: Batch("qubic3", 3, seed=1, first=2, threads=2),
    Board: lambda: Board(3, 3),
    Collapse: lambda: Collapse(4),
    Computer: lambda: Computer(Level.RANDOM, Random(1)),
    DeviceSource: lambda: DeviceSource(_Backend()),
    Answer: lambda: _exercise().answer,
    Drawing: lambda: Drawing(POSITION, [{}] * 9, Layout.of(POSITION.rules.board), False),
    Evaluation: lambda: exact_evaluation(POSITION),
    Exercise: lambda: _exercise(),
    Inspire: lambda: Inspire(api=_Api()),  # type: ignore[arg-type]
    LocalGame: lambda: LocalGame(_match()),
    LoggedGame: _logged_game,
    Match: _match,
    Measurement: lambda: Measurement("a", "b", "2026-01-01T00:00:00Z", 1),
    MissingExtraError: lambda: MissingExtraError("app"),
    Node: _node,
    Pipe: lambda: Pipe(SLEEPER),
    Placement: lambda: Placement(0, 1),
    Position: lambda: POSITION,
    ProbeResults: lambda: _oracle("probe"),
    Program: lambda: Program(SLEEPER),
    Qiskit: lambda: Qiskit(_Backend()),
    LearnedEvaluator: _learned,
    PositionLevel: lambda: PositionLevel(2, worths=Counter({1: 2}), digest=b"0"),
    QuantumState: lambda: quantum_state(POSITION),
    Record: _record,
    RecordNode: lambda: _record().children[0],
    RemoteGame: _remote,
    Random: lambda: Random(1),
    Review: lambda: review(_node()),
    Rules: lambda: Rules.preset("krist"),
    SdkApi: lambda: SdkApi.__new__(SdkApi),
    Series: lambda: Series("Ann", "Bob").add("Ann", "Bob", Points(1, 0)),
    Solver: lambda: Solver(Rules(), 1 << 10),
    SolveResults: lambda: _oracle("solve"),
    Symmetry: lambda: symmetries(Board(3, 3))[1],
    Tablebase: _tablebase,
    TextBoard: lambda: TextBoard(TextGrid(Board(3, 3), 3, (1, 1, 1), 3, 1), []),
    TournamentFolder: lambda: TournamentFolder(Path(FOLDER.name), SETTINGS),
    Toss: lambda: Toss(1, "a test"),
    Tool: lambda: Tool(available_cores, "Return the number of cores.", {}),
    TrainingPlan: lambda: TrainingPlan(("goff",)),
    Tournament: lambda: Tournament(SETTINGS, 2),
    TournamentSettings: lambda: SETTINGS,
    Words: lambda: words_of("en"),
}
"""How to build the objects whose constructors check more than types."""
