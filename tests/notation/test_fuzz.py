"""Any text is read or raises one of four errors with a position in the text."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qttt.game import IllegalMoveError, IllegalPositionError, Node, Position, Rules
from qttt.notation import (
    NotationError,
    format_goff,
    format_moves,
    from_record,
    parse_goff,
    parse_move,
    parse_moves,
    parse_position,
    read,
    read_records,
    read_tokens,
    to_record,
    write_record,
)
from tests.notation.games import SIGNS, trees

GOFF, KRIST = Rules(), Rules.preset("krist")


def read_games(text: str) -> list[Node]:
    return [from_record(record).root for record in read_records(text)]


READERS: dict[str, Callable[[str], object]] = {
    "tokens": read_tokens,
    "move": partial(parse_move, position=Position()),
    "moves": partial(parse_moves, position=Position.after((0, 1), (0, 1))),
    "position": partial(parse_position, rules=GOFF),
    "position on 4x4": partial(parse_position, rules=KRIST),
    "read": partial(read, rules=GOFF),
    "read on 4x4": partial(read, rules=KRIST),
    "read classical": partial(read, rules=Rules.preset("classic3")),
    "goff": parse_goff,
    "records": read_games,
}

every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)


def error_of(reader: Callable[[str], object], text: str) -> Exception | None:
    try:
        reader(text)
    except (NotationError, IllegalMoveError, IllegalPositionError) as error:
        return error
    return None


def check(reader: Callable[[str], object], text: str) -> None:
    if error := error_of(reader, text):
        line, column = getattr(error, "line", 0), getattr(error, "column", 0)
        assert 1 <= line <= 1 + text.count("\n") + text.count("\r")
        assert 1 <= column <= len(text) + 1
        assert all(char.isprintable() or char == "\n" for char in str(error))


@every_reader
@given(st.one_of(st.text(), st.text(SIGNS)))
def test_any_text(reader: Callable[[str], object], text: str) -> None:
    check(reader, text)


WORDS = ["12", "1-2~", "a1b2", "@1", "X1@1", "5", "/", "-", "(", ")", "{", "}", "[", "]", "1.", "*"]
GOFF_WORDS = ["X1", "O2", "+", "@", "!", "(1,2)", "(2,1)", "(1)", "[12|]", ";", '[Rules "', '"]']


@every_reader
@given(st.lists(st.sampled_from([*WORDS, *GOFF_WORDS, "\n", " ", "1-1", "%", "\\"]), max_size=20))
def test_words_in_any_order(reader: Callable[[str], object], words: list[str]) -> None:
    check(reader, "".join(words))
    check(reader, " ".join(words))


def all_notations(root: Node) -> list[str]:
    leaf = [root, *root.main_line][-1]
    texts = [str(leaf.position), format_moves(leaf), write_record(to_record(root))]
    return [*texts, format_goff(leaf)] if not root.position.marks else texts


@every_reader
@given(trees(("goff", "closer")), st.data())
def test_damaged_games(reader: Callable[[str], object], root: Node, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(all_notations(root)))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 3)))
    check(reader, text[:start] + data.draw(st.text(SIGNS, max_size=3)) + text[end:])


@every_reader
@pytest.mark.parametrize("sign", [*'1a@~-/ ,()[]{}|!+;.*%\\"\n', "12 ", "12(", "{}", "X1+(1,2);"])
def test_long_repetitions(reader: Callable[[str], object], sign: str) -> None:
    check(reader, sign * (60_000 // len(sign)))
    check(reader, sign * (1_200_000 // len(sign)))
