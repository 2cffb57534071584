"""Checks the types of arguments of public functions, by their type hints.

A wrong type gets an error that names the argument, what it must be, and how to get it, before
anything happens. Only the outermost type is checked: a sequence of anything is a sequence. Numbers
of other libraries, such as NumPy's, are passed on as Python's. A check takes about a microsecond,
so what is called in loops has its own checks.
"""

import inspect
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from functools import wraps
from operator import index
from types import FunctionType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    ParamSpec,
    SupportsIndex,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)

READERS = {
    "Collapse": "qttt.parse_move reads text",
    "Node": "qttt.read reads text",
    "Placement": "qttt.parse_move reads text",
    "Position": "qttt.parse_position reads text",
    "Record": "qttt.read_records reads text",
    "Rules": "qttt.Rules.parse reads text",
    "TimeControl": "TimeControl.parse reads text",
}
"""What to do with a text instead, by the type that is expected."""
_PARTS = ("position", "node", "rules", "board", "move")
"""Attributes of our objects that can be the expected argument."""
_MAX_SHOWN = 40


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function or method: it raises ``TypeError`` for an argument of the wrong type.

    A number of another library is passed on as an int or a float.
    """
    prepared: list[_Parameters] = []
    parameters_of, converted = _Parameters, _converted

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        if not prepared:
            prepared.append(parameters_of(function))
        parameters = prepared[0]
        hints = zip(args, parameters.for_arguments(args))  # noqa: B905
        for at, (value, (name, hint)) in enumerate(hints):
            if not isinstance(value, hint.types):
                number = converted(function, name, hint, value)
                args = (*args[:at], number, *args[at + 1 :])  # type: ignore[assignment]
        for name, value in kwargs.items():
            hint = parameters.named.get(name, parameters.anything)
            if not isinstance(value, hint.types):
                kwargs[name] = converted(function, name, hint, value)
        return function(*args, **kwargs)

    # In the module of the function, so that doctest finds its examples.
    module = cast(FunctionType, function).__globals__
    code = cast(FunctionType, wrapper)
    own = FunctionType(code.__code__, module, code.__name__, None, code.__closure__)
    own.__kwdefaults__ = code.__kwdefaults__
    return cast(Callable[P, R], wraps(function)(own))


def checked_class(cls: C) -> C:
    """Decorate a class: check the arguments of its constructor and of its public methods."""
    for name, member in list(vars(cls).items()):
        if name != "__init__" and (name.startswith("_") or isinstance(member, type)):
            continue
        if inspect.isfunction(member):
            setattr(cls, name, checked(member))
        elif isinstance(member, classmethod):
            setattr(cls, name, classmethod(checked(member.__func__)))
    return cls


def wrong_type(name: str, expected: str, value: object, remedy: str = "") -> TypeError:
    """Return the error for an argument of the wrong type."""
    simple = value is None or isinstance(value, str | bytes | int | float)
    text = repr(value) if simple else ""
    shown = text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"
    kind = type(value).__name__
    found = "None" if value is None else f"{_article(kind)} {kind}" + (shown and f", {shown}")
    return TypeError(f"{name} must be {expected}, not {found}" + (remedy and f": {remedy}"))


def check_type(name: str, value: object, expected: type) -> None:
    """Raise ``TypeError`` unless ``value`` is an instance of ``expected``."""
    if not isinstance(value, expected):
        hint = _Hint(expected)
        raise wrong_type(name, str(hint), value, _remedy(hint, value))


def as_int(value: object) -> object:
    """Return an integer of another library as an int, and anything else, even a bool, as it is."""
    if hasattr(type(value), "__index__") and not isinstance(value, bool):
        with suppress(TypeError):  # an array of several numbers
            return index(cast(SupportsIndex, value))
    return value


class _Hint:
    """A type hint: the classes that satisfy it, and its name in messages."""

    def __init__(self, hint: object) -> None:
        self.hint = hint
        self.leaves = tuple(_leaves(hint))
        self.types = tuple(t for leaf in self.leaves for t in _classes(leaf))

    def accepts(self, value: object) -> bool:
        """Whether the value is of a type that ``types`` does not list."""
        return any(_accepts(leaf, value) for leaf in self.leaves)

    def convert(self, value: Any) -> object:
        """Return a number as an int or a float where the hint has them, otherwise the value."""
        if int in self.leaves and hasattr(type(value), "__index__"):
            return index(value)
        if float in self.leaves and hasattr(type(value), "__float__"):
            return float(value)
        return value

    def __str__(self) -> str:
        names = list(dict.fromkeys(_label(leaf) for leaf in self.leaves))
        return f"{', '.join(names[:-1])} or {names[-1]}" if names[1:] else names[0]


class _Parameters:
    """The parameters of a function; read when it is called first, so that all its types exist."""

    def __init__(self, function: Callable[..., object]) -> None:
        hints = get_type_hints(function)
        self.anything = _Hint(object)
        self.positional: list[tuple[str, _Hint]] = []
        self.named: dict[str, _Hint] = {}
        self.rest: tuple[str, _Hint] | None = None
        for name, each in inspect.signature(function).parameters.items():
            hint = _Hint(hints.get(name, object))
            if each.kind is each.VAR_POSITIONAL:
                self.rest = (name, hint)
            elif each.kind is not each.VAR_KEYWORD:
                self.named[name] = hint
                if each.kind is not each.KEYWORD_ONLY:
                    self.positional.append((name, hint))

    def for_arguments(self, args: tuple[object, ...]) -> list[tuple[str, _Hint]]:
        """The name and hint of each positional argument."""
        if self.rest is None:
            return self.positional
        return self.positional + [self.rest] * (len(args) - len(self.positional))


def _leaves(hint: object) -> Iterable[object]:
    origin = get_origin(hint)
    if origin is Annotated:
        yield from _leaves(get_args(hint)[0])
    elif origin in (Union, UnionType):
        for argument in get_args(hint):
            yield from _leaves(argument)
    else:
        yield hint


def _classes(leaf: object) -> tuple[type, ...]:
    """The classes whose instances satisfy the hint for certain."""
    if leaf is float:
        return (float, int)
    if leaf is Any:
        return (object,)
    origin = get_origin(leaf)
    if origin is Literal:
        return tuple({type(value) for value in get_args(leaf)})
    found = origin or leaf
    is_plain = isinstance(found, type) and not _is_protocol(found) and not _holds_many(found)
    return (cast(type, found),) if is_plain else ()


def _accepts(leaf: object, value: object) -> bool:
    found = get_origin(leaf) or leaf
    if found is int:
        return hasattr(type(value), "__index__")
    if found is float:
        return hasattr(type(value), "__float__")
    if not isinstance(found, type):
        return found is not Literal  # a type variable
    if _is_protocol(found):
        return all(hasattr(value, name) for name in _members(found))
    return isinstance(value, found) and not isinstance(value, str | bytes)


def _is_protocol(found: type) -> bool:
    return bool(getattr(found, "_is_protocol", False))


def _holds_many(found: type) -> bool:
    """Whether a text would pass as a collection of this type."""
    return found is not str and issubclass(str, found) and found is not object


def _members(protocol: type) -> list[str]:
    special = ("__call__", "__float__", "__index__")
    return [name for name in vars(protocol) if not name.startswith("_") or name in special]


def _label(leaf: object) -> str:
    origin = get_origin(leaf)
    if leaf in (None, NoneType):
        return "None"
    if origin is Literal:
        return " or ".join(map(repr, get_args(leaf)))
    found = origin or leaf
    name = {"Callable": "function"}.get(n := getattr(found, "__name__", str(found)), n)
    if name == "tuple" and get_args(leaf) == (int, int):
        return "a pair of squares"
    return f"{_article(name)} {name}"


def _article(name: str) -> str:
    return "an" if name[0] in "aeioAEIO" else "a"


def _converted(function: Callable[..., object], name: str, hint: _Hint, value: object) -> object:
    """Return what ``_Hint.convert`` returns. Raises ``TypeError`` for a value of the wrong type."""
    if hint.accepts(value):
        with suppress(TypeError):  # an array of several numbers
            return hint.convert(value)
    place = function.__qualname__.removesuffix(".__init__")
    raise wrong_type(f"{place}: {name}", str(hint), value, _remedy(hint, value))


def _remedy(hint: _Hint, value: object) -> str:
    """Say how to get what is expected from the value, if it is known."""
    for expected in hint.types:
        if isinstance(value, str):
            if issubclass(expected, Enum):
                choices = [repr(member.value) for member in expected]
                good = repr(value) if repr(value) in choices else choices[0]
                return f"write {expected.__name__}({good})"
            if expected.__name__ in READERS:
                return READERS[expected.__name__]
        elif type(value).__module__.startswith("qttt."):
            parts = [part for part in _PARTS if isinstance(getattr(value, part, None), expected)]
            if parts and expected not in (int, str):
                return f"pass its .{parts[0]}"
    return ""
