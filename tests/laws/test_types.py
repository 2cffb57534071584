"""Arguments of the wrong type get our words: every public function is called with some.

Functions, class methods, constructors and methods are found by walking the packages. Each gets
valid arguments by its type hints, and instead of one of them every value of a wrong type. It may
accept the value; an error must be raised by the package, not by Python or ctypes on its behalf.

Numbers of NumPy do what the same numbers of Python do.
"""

import dis
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from enum import Enum
from functools import cache, partial
from pathlib import Path
from random import Random
from types import TracebackType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    SupportsIndex,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
import pytest

import qttt
from qttt import (
    Board,
    Collapse,
    Level,
    Match,
    Node,
    Outcome,
    Placement,
    Player,
    Points,
    Position,
    Record,
    Rules,
    system_coin,
)
from qttt.arena import TournamentSettings
from qttt.engine import Search, Solver
from qttt.engine.evaluator import FOLDER, LearnedEvaluator
from qttt.engine.training import TrainingPlan
from qttt.envs.text import Dialogue, exercises
from qttt.notation import read_tokens
from qttt.notation.tokens import Token
from qttt.play import Computer, Seat, Series, TimeControl, Toss
from qttt.play.local_game import LocalGameSetup
from qttt.quantum import Circuit, circuits
from qttt.study import Evaluation, Review, exact_evaluation
from qttt.teach import SheetSettings
from tests.public import public_names

PACKAGE = str(Path(qttt.__file__).parent)
INTERFACES = ("server", "tui", "shell", "mcp", "widget", "bot", "book")
"""Packages that are no library."""
WAITS = {
    "arena.check_engine": "starts programs",
    "arena.cluster": "connects to another machine",
    "arena.local": "starts processes",
    "arena.run_tournaments": "plays games",
    "play.check_player": "plays games",
}
"""Functions that cannot be called at random, and why."""
PLAYED = "12 25 59 15"
RESULTS = ("Puzzle", "study.puzzle_record", "teach.Exercise", "teach.Words")
"""What the library makes from parts that are not public, and what takes it."""
WRONG: tuple[object, ...] = (
    *(None, 3, -1, 2.5, "12", b"12", True, [], {}, (0, 1), {0: 1}, object()),
    *(lambda: None, qttt.read("12 25"), Position(), Rules(), Placement, Match()),
)


class Call(NamedTuple):
    """A public function; of a method, the class of its first argument."""

    name: str
    function: Callable[..., Any]
    owner: type | None = None


def calls() -> Iterator[Call]:
    """Yield all public functions, constructors and methods of the library."""
    for module, name, value in public_names():
        name = f"{module}.{name}".removeprefix("qttt.")
        if name.startswith(INTERFACES) or name in {*WAITS, *RESULTS}:
            continue
        if inspect.isfunction(value):
            yield Call(name, value)
        elif isinstance(value, type) and not issubclass(value, Enum | BaseException):
            yield from _calls_of_class(name, value)


def _calls_of_class(name: str, cls: type) -> Iterator[Call]:
    if "__init__" in vars(cls) and not getattr(cls, "_is_protocol", False):
        yield Call(name, cls)
    for member, method in vars(cls).items():
        if isinstance(method, classmethod) and not member.startswith("_"):
            yield Call(f"{name}.{member}", getattr(cls, member))
        elif inspect.isfunction(method) and not member.startswith("_") and cls in samples():
            yield Call(f"{name}.{member}", method, cls)


@cache
def fixed_samples() -> dict[Any, Any]:
    """Return a valid value of each type that calls do not change, or that may change."""
    game = qttt.read(PLAYED)
    return {
        int: 1,
        float: 0.5,
        str: "12",
        bool: True,
        object: None,
        Position: game.position,
        Rules: Rules(),
        Board: Rules().board,
        Seat: Seat("a"),
        Series: Series("a", "b"),
        Placement: Placement(2, 3),
        Collapse: Collapse(0),
        Player: Player.X,
        Level: Level.EASY,
        Token: read_tokens("12")[0],
        Toss: Toss(0, "test"),
        Circuit: circuits(game.position)[0],
        Evaluation: exact_evaluation(game.position),
        Review: qttt.review(game),
        TimeControl: TimeControl.parse("1+0"),
        qttt.Analysis: qttt.solve(game.position),
        SupportsIndex: 1,
        Points: Points(1, 0),
        Outcome: Outcome(Points(1, 0), "time", "win"),
        SheetSettings: SheetSettings(),
        TournamentSettings: TournamentSettings("easy", "hard"),
        Solver: Solver(Rules(), 1 << 10),
        LearnedEvaluator: LearnedEvaluator(FOLDER / "krist.qte"),
        TrainingPlan: TrainingPlan(("goff",)),
        Search: Search(game.position, megabytes=1),
    }


def samples() -> dict[Any, Any]:
    """Return a valid value of each type; of those that calls change, a new one."""
    return {
        **fixed_samples(),
        Random: Random(1),
        Node: qttt.read(PLAYED),
        Record: qttt.to_record(qttt.read(PLAYED)),
        Match: Match(),
        Computer: Computer(Level.EASY, Random(1)),
    }


def valid(hint: Any, known: Mapping[Any, Any]) -> Any:
    """Return a valid value for a type hint. Raises ``LookupError`` if none is known."""
    origin = get_origin(hint)
    if hint in known:
        return known[hint]
    if origin in (Union, UnionType):
        return valid(
            next(argument for argument in get_args(hint) if argument is not type(None)), known
        )
    if origin is Literal:
        return get_args(hint)[0]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return {} if issubclass(origin, Mapping) else ()
    if origin is Callable:
        return system_coin
    raise LookupError(f"there is no sample of {hint}")


def has_type(value: object, hint: Any) -> bool:
    """Whether a value has the outermost type of a hint."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(has_type(value, argument) for argument in get_args(hint))
    if origin is Literal:
        return type(value) in {type(argument) for argument in get_args(hint)}
    if hint is Any or isinstance(hint, TypeVar) or hint is object:
        return True
    if hint is float:
        return isinstance(value, int | float)
    if getattr(hint, "_is_protocol", False) and not getattr(hint, "_is_runtime_protocol", False):
        return callable(value) or (value is None)
    return isinstance(value, origin or hint)


def is_raised_by_package(trace: TracebackType | None) -> bool:
    """Whether the last frame is ours and executes a ``raise`` statement."""
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code
    at = {instruction.offset: instruction.opname for instruction in dis.get_instructions(code)}
    return code.co_filename.startswith(PACKAGE) and at[trace.tb_lasti] == "RAISE_VARARGS"


def wrong_values(hint: Any) -> Iterator[object]:
    """Yield values that are not of this type."""
    return (value for value in WRONG if not has_type(value, hint))


def numbers(hint: Any) -> Iterator[object]:
    """Yield each number that the type allows, as Python's and then as NumPy's."""
    if has_type(1, hint) and not has_type(object(), hint):
        yield from (1, np.int64(1))
    if has_type(0.5, hint) and not has_type(object(), hint):
        yield from (0.5, np.float32(0.5))


def calls_with(
    call: Call, values: Callable[[Any], Iterable[object]]
) -> Iterator[tuple[str, object, Callable[[], object]]]:
    """Yield calls with one of the values for its type: its name, the value, and the call."""
    members = vars(call.function) if isinstance(call.function, type) else {}
    hints = get_type_hints(members.get("__init__", call.function))
    parameters = list(inspect.signature(call.function).parameters.values())
    if call.owner is not None:
        parameters = parameters[1:]
    needed = [each.name for each in parameters if each.default is each.empty and each.kind < 4]
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        for value in values(hints[parameter.name]):
            known = samples()
            bound = [known[call.owner]] if call.owner else []
            named = {name: valid(hints[name], known) for name in needed if name != parameter.name}
            if parameter.kind is parameter.VAR_POSITIONAL:
                bound.append(value)
            else:
                named[parameter.name] = value
            yield parameter.name, value, partial(call.function, *bound, **named)


ALL = tuple(calls())


def test_the_whole_interface_is_called() -> None:
    names = {each.name for each in ALL}
    assert names >= {"solve", "Position.play", "Match.play", "Match", "play.save", "Solver.solve"}
    assert len(ALL) >= 150


@pytest.mark.parametrize("call", ALL, ids=[each.name for each in ALL])
def test_wrong_types_get_our_words(call: Call) -> None:
    leaks = []
    for name, value, attempt in calls_with(call, wrong_values):
        try:
            result = attempt()
            if inspect.isgenerator(result):
                next(result, None)
        except Exception as error:  # noqa: BLE001  of any kind
            if not is_raised_by_package(error.__traceback__):
                leaks.append(f"{name}={value!r}: {type(error).__name__}: {error}")
    assert leaks == []


def error_of(attempt: Callable[[], object]) -> str:
    """Return the error as text, empty without one."""
    try:
        result = attempt()
        if inspect.isgenerator(result):
            next(result, None)
    except Exception as error:  # noqa: BLE001  of any kind
        return f"{type(error).__name__}: {error}"
    return ""


TAKE_NUMBERS = (
    *(each for each in ALL if each.name != "engine.training.train"),  # which writes files
    *(Call(each.__name__, each) for each in (Dialogue, exercises, LocalGameSetup)),
)


@pytest.mark.parametrize("call", TAKE_NUMBERS, ids=[each.name for each in TAKE_NUMBERS])
def test_numbers_of_numpy_are_like_those_of_python(call: Call) -> None:
    attempts = iter(calls_with(call, numbers))
    leaks = []
    for (name, value, plain), (_, _, attempt) in zip(attempts, attempts, strict=True):
        if (error := error_of(attempt)) != error_of(plain):
            leaks.append(f"{name}={value!r}: {error}")
    assert leaks == []


def test_settings_with_numbers_of_numpy_are_stored_and_used() -> None:
    of_numpy: tuple[Any, ...] = (np.int64(1), np.int64(3), np.float32(0.5))
    one, three, half = of_numpy
    for settings, name in (
        (TrainingPlan(("goff",), games=one, rate=half, seed=three), "seed"),
        (TournamentSettings("easy", "hard", seed=three, answer_timeout_s=half), "seed"),
        (SheetSettings(seed=three), "seed"),
        (Rules(rows=three, cols=three), "rows"),
    ):
        stored: dict[str, object] = json.loads(json.dumps(asdict(settings)))
        assert (stored[name], type(getattr(settings, name))) == (3, int)
    found = qttt.search(Position(), simulations=three, seed=one)
    assert found.simulations == 3
