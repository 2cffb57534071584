"""A game survives every two public functions that convert it and compose by type.

They are found by their type hints: functions and class methods whose first argument is a game or a
text, that need no other argument but the start position, and that return a game or a text.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, get_args, get_type_hints

import pytest

from qttt import (
    Match,
    Node,
    Position,
    Record,
    UnwritableError,
    from_record,
    read_records,
)
from tests.public import library_functions

FORMS = (Node, Match, Record, list[Record], str)
"""What a game can be; a text is written by one function and read by another."""
GAMES = {
    "line": "1. 1-2 2. 2-5 3. 5-9 4. 1-5~ @5 5. 3-4 *",
    "tree": "{a} 1. 1-2 {b} (1. 1-3 2. 1-3~ {c} @1) 2. 2-5 (2. 8-9) 3. 5-9 4. 1-5~ @5 *",
    "later": '[Position "12/25/59/15"] @5 5. 3-4 *',
    "krist": '[Rules "krist rows=2 cols=3"] 1. a1-b1 2. a1-b1~ @b1 *',
}


class Conversion(NamedTuple):
    """A public function from one form of a game to another."""

    name: str
    source: Any
    target: Any
    function: Callable[..., Any]

    def __call__(self, game: Any, start: Position) -> Any:
        if self.source is Record and isinstance(game, list):
            (game,) = game
        return self.function(game, *([start] if len(_needed(self.function)) > 1 else []))


def conversions() -> Iterator[Conversion]:
    """Yield the public functions that convert games; a union counts for each of its forms."""
    for name, function in library_functions():
        hints = get_type_hints(function)
        first, *others = _needed(function) or [""]
        if (
            hints.get("return") in FORMS
            and first
            and all(hints[other] is Position for other in others)
        ):
            hint = hints.get(first)
            sources = [form for form in FORMS if form == hint or (form in get_args(hint))]
            short = name.removeprefix("qttt.").replace("notation.", "")
            for source in sources:
                if source is not str or (hint is str and hints["return"] is not str):  # not a path
                    yield Conversion(short, source, hints["return"], function)


def _needed(function: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    return [parameter.name for parameter in parameters if parameter.default is parameter.empty]


ALL = tuple(conversions())
READERS = [each for each in ALL if each.source is str]
PAIRS = [
    (one, two)
    for one in ALL
    for two in ALL
    if one.source is not str and two.source in (one.target, *get_args(one.target))
]


def content(game: Any) -> tuple[Position, list[object], object]:
    """Return what must survive: the start, every branch and comment, and the end."""
    if isinstance(game, list):
        (game,) = game
    if isinstance(game, Record):
        game = from_record(game)
    node = game.node if isinstance(game, Match) else game
    assert not node.children, "a game is returned as its last node"
    tree: list[object] = [(each.moves, each.comment) for each in node.root.walk()]
    return node.root.position, tree, node.moves


def test_the_conversions_are_found() -> None:
    names = {each.name for each in ALL}
    assert names >= {"read", "read_records", "from_record", "play.match_to_record", "Match.resume"}
    assert len(PAIRS) >= 20


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{a.name}-{b.name}" for a, b in PAIRS])
@pytest.mark.parametrize("text", GAMES.values(), ids=list(GAMES))
def test_conversions_lose_nothing(pair: tuple[Conversion, Conversion], text: str) -> None:
    first, second = pair
    (record,) = read_records(text)
    game = from_record(record)
    forms = {Node: game, Match: Match.resume(from_record(record)), Record: record}
    start, tree, end = content(game)
    try:
        between = first(forms[first.source], start)
        after = second(between, start)
    except UnwritableError:
        return  # Goff's string has one start and one set of rules
    except ValueError:
        assert first.target is str, "only a text can have another format"
        return
    for reading in readings(after, start):
        assert (reading[0], reading[2]) == (start, end)
        texts = [each for each in (between, after) if isinstance(each, str)]
        if all("{" in each for each in texts):  # no format of one line
            assert reading[1] == tree


def readings(game: Any, start: Position) -> list[tuple[Position, list[object], object]]:
    """Return the content of a game, or what each reader of its format makes of a text."""
    if not isinstance(game, str):
        return [content(game)]
    read = []
    for reader in READERS:
        with suppress(ValueError):
            read.append(content(reader(game, start)))
    assert read, "no function reads this text"
    return read
