"""Games go to Goff's site and back: ten thousand by night, in both directions."""

import re
from random import Random

import pytest

from qttt.game import Node, Position
from qttt.notation import NotationError, format_goff, parse_goff, read
from tests.selection import by_day

from . import goff_site

GAMES = 500


def games(part: int) -> list[Node]:
    """Return the last nodes of random games, two of three of them finished."""
    found = []
    for seed in range(GAMES * part, GAMES * (part + 1)):
        rng, node = Random(seed), Node(Position())
        plies = rng.choice((99, 99, rng.randrange(14)))
        while node.position.legal_moves and len(node.moves) < plies:
            node = node.play(rng.choice(node.position.legal_moves))
        found.append(node)
    return found


PARTS = pytest.mark.parametrize("part", by_day([0], range(20)))


@PARTS
def test_the_site_reads_our_games(part: int) -> None:
    for node in games(part):
        text = format_goff(node)
        loaded = goff_site.load(text)
        marks = {square + 1: mark for square, mark in node.position.classical.items()}
        assert loaded.classical == marks
        outcome = node.position.outcome
        assert loaded.score == goff_site.points(marks) == (outcome and outcome.points)
        steps = [kind for kind in loaded.kinds if kind not in ("score", "self-collapse")]
        assert len(steps) == len(node.moves)


@PARTS
def test_we_read_the_games_of_the_site(part: int) -> None:
    for number, node in enumerate(games(part)):
        text = goff_site.write(node, Random(number))
        assert goff_site.load(text).score == (
            node.position.outcome and node.position.outcome.points
        )
        for again in (parse_goff(text), read(text)):
            assert again.moves == node.moves


def test_all_that_the_site_writes_happens() -> None:
    kinds = {kind for node in games(0) for kind in goff_site.load(format_goff(node)).kinds}
    assert kinds == {*goff_site.TOKENS} - {"half"}
    scores = {node.position.outcome.points for node in games(0) if node.position.outcome}
    assert {(0, 0), (1, 0), (0, 1), (1, 0.5), (0.5, 1), (1.5, 0), (2, 0)} >= scores >= {(1, 0.5)}


def test_half_a_placement_is_an_error_that_says_so() -> None:
    for node in games(0):
        if node.position.outcome or node.position.has_loop:
            continue
        text = goff_site.half(node)
        assert goff_site.load(text).kinds[-1] == "half"
        last = text.split()[-1]
        message = f"{last} is half a placement: add the second square, or remove it"
        with pytest.raises(NotationError, match=re.escape(message)):
            read(text)


@pytest.mark.parametrize("text", ["X1+(1,2); O2+(1,2)[12|];", "X1+(1, 2);", "X1+(1,2); O2@O2(1);"])
def test_the_site_finds_other_forms_corrupt(text: str) -> None:
    with pytest.raises(ValueError, match="corrupt"):
        goff_site.load(text)
