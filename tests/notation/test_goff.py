"""Goff's string is a whole game, and all of it is checked against the board."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from qttt.game import Node, Position, Rules
from qttt.notation import NotationError, UnwritableError, format_goff, parse_goff, parse_moves, read
from tests.strategies import ON_3X3, Walk, walks

EXPRESSIBLE = tuple(
    text for text in ON_3X3 if (rules := Rules.parse(text)).is_quantum and rules.chooser != "chance"
)
SITE = "X1+(1,2); O2+(2,3); X3+(3,2)[23|1]; O3@O2(3)!X1(1)!O2(3)!X3(2);"


def test_the_example_of_the_web_site() -> None:
    leaf = parse_goff(SITE)
    assert str(leaf.position) == "1/3/2"
    assert leaf.moves == parse_moves("12 23 23 @2", Position()).moves
    written = "X1+(1,2); O2+(2,3); X3+(2,3)[23|1]; O3@X3(2)!X1(1)!O2(3)!X3(2);"
    assert format_goff(leaf) == written


@given(walks(EXPRESSIBLE))
def test_round_trip(walk: Walk) -> None:
    text = format_goff(walk.leaf)
    for reader in (parse_goff, read):
        leaf = reader(text, walk.last.rules)
        assert leaf.moves == walk.moves
        assert leaf.position == walk.last


@given(walks(EXPRESSIBLE))
def test_redundant_parts_are_optional(walk: Walk) -> None:
    text = format_goff(walk.leaf)
    whole = re.sub(r"(X9\+\((\d),\2\)); O9@X9\(\2\)!X9\(\2\)", r"\1", text)
    bare = re.sub(r"\[[^]]*\]|![XO]\d\(\d\)|\{.*\}", "", whole).replace(" ", "").rstrip(";").lower()
    assert parse_goff(bare, walk.last.rules).moves == walk.moves


@given(walks(EXPRESSIBLE), st.data())
def test_one_wrong_character_never_gives_the_same_game(walk: Walk, data: st.DataObject) -> None:
    text = format_goff(walk.leaf)
    assume(text)
    at = data.draw(st.sampled_from([m.start() for m in re.finditer(r"[XO\d]", text)]))
    other = data.draw(st.sampled_from("XO" if text[at] in "XO" else "123456789"))
    assume(other != text[at])
    try:
        leaf = parse_goff(text[:at] + other + text[at + 1 :], walk.last.rules)
    except ValueError:
        return
    assert leaf.moves != walk.moves


def test_the_last_square_is_written_twice() -> None:
    start = "12 12 @1 34 34 @3 56 56 @5 78 78 @7"
    leaf = parse_moves(f"{start} 99", Position(Rules(ends="full")))
    text = format_goff(leaf)
    assert text.endswith(" X9+(9,9); O9@X9(9)!X9(9); {X=0, O=1}")
    for end in ("O9@X9(9)!X9(9)", "O9@X9(9);", "{x=0.0,o=1.0};", ""):
        shorter = text[: text.index("O9@X9")] + end
        assert parse_goff(shorter, Rules(ends="full")).position == leaf.position


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("krist", "Goff's string is for 3×3 boards, not for 4×4"),
        ("classic3", "Goff's string is for quantum marks, not for marks=classical"),
        (
            "qubic3",
            "Goff's string names the player who decides a collapse, but here chooser=chance",
        ),
    ],
)
def test_other_rules_are_rejected(rules: str, message: str) -> None:
    with pytest.raises(UnwritableError, match=re.escape(message)):
        format_goff(Node(Position(Rules.parse(rules))))
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_goff("", Rules.parse(rules))


def test_position_without_history_is_rejected() -> None:
    with pytest.raises(UnwritableError, match=r"^Goff's string needs the history of 12/25$"):
        format_goff(read("12/25 35", Rules()))
