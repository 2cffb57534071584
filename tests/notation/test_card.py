"""The picture of a link."""

from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given

from qttt.game import Position, Rules
from qttt.notation.card import card_svg
from qttt.notation.links import parse_link
from tests.strategies import positions

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [each.text or "" for each in fromstring(picture).iter(f"{SVG}text")]


def test_it_says_whose_turn_it_is() -> None:
    node = parse_link("goff/12_25_59_15")
    shown = texts(card_svg(node.position, node.move, "Last move: O4 on 1 and 5 closes a loop"))
    assert shown[:2] == ["Quantum tic-tac-toe", "Standard rules, 3×3"]
    assert " ".join(shown[2:7]).startswith("X chooses: where does O4 land, on 1 or on 5?")
    assert "closes a loop" in shown


def test_no_word_stands_alone_in_a_last_line() -> None:
    assert texts(card_svg(Position()))[2:4] == ["X to place", "mark 1"]


def test_the_last_move_has_a_ring() -> None:
    node = parse_link("goff/12")
    assert len(card_svg(node.position, node.move)) > len(card_svg(node.position))


@given(position=positions())
def test_every_position_has_a_picture_of_that_size(position: Position) -> None:
    root = fromstring(card_svg(position))
    assert root.get("viewBox") == "0 0 1200 630"
    assert all(float(each.get("y", 0)) < 630 for each in root.findall(f"{SVG}g/{SVG}text"))


@pytest.mark.parametrize(("marks", "has_links"), [(30, True), (31, False)])
def test_links_are_drawn_for_at_most_thirty_marks(marks: int, has_links: bool) -> None:
    rules = Rules.preset("krist", 8)
    squares = rules.board.squares
    position = Position(rules, tuple((n, n + 1) for n in squares[:marks]))
    assert ("qttt-link1" in card_svg(position)) == has_links
