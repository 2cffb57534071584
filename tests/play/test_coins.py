"""Tosses and their sources."""

import pytest

from qttt.game import Node, Placement, Position, Rules
from qttt.play import Match, Toss, seeded_coin, system_coin
from qttt.play.errors import CoinError, ResumeError

from .helpers import always


@pytest.mark.parametrize("bit", [2, -1, True, 0.0, None])
def test_a_bit_is_0_or_1(bit: object) -> None:
    with pytest.raises(CoinError, match=f"a coin's bit must be 0 or 1, not {bit!r}"):
        Toss(bit, "test")  # type: ignore[arg-type]


@pytest.mark.parametrize("source", ["", "  ", "two\nlines", "\x1b[31m"])
def test_a_source_is_one_line_of_text(source: str) -> None:
    with pytest.raises(CoinError, match="a coin's source must be one line of text, not"):
        Toss(0, source)


def test_a_seeded_coin_is_reproducible_and_names_its_seed() -> None:
    coin, again = seeded_coin(7), seeded_coin(7)
    loop = pending().position
    tosses = [coin(loop) for _ in range(40)]
    assert tosses == [again(loop) for _ in range(40)]
    assert {toss.bit for toss in tosses} == {0, 1}
    assert {toss.source for toss in tosses} == {"seed 7"}


def test_the_system_coin_gives_both_bits_and_names_its_source() -> None:
    assert {system_coin(pending().position) for _ in range(200)} == {
        Toss(0, "operating system"),
        Toss(1, "operating system"),
    }


@pytest.mark.parametrize("bit", [0, 1])
def test_bit_0_is_the_smaller_square(bit: int) -> None:
    match = Match(Rules.preset("qubic3"))
    for _ in range(2):
        match.play(Placement(4, 2))
    match.toss(always(bit))
    assert match.position.classical[(2, 4)[bit]] == 2


def pending() -> Node:
    return Node(Position(Rules.preset("qubic3"))).play(Placement(0, 1)).play(Placement(0, 1))


def test_resuming_with_two_results_of_one_coin() -> None:
    node = pending()
    for move in node.position.legal_moves:
        node.play(move)
    with pytest.raises(ResumeError, match="the coin for 12/12 has both results; keep one"):
        Match.resume(node, tosses={node: Toss(0, "test")})


@pytest.mark.parametrize("bit", [None, 1])
def test_resuming_with_a_missing_or_wrong_toss(bit: int | None) -> None:
    node = pending()
    node.play(node.position.legal_moves[0])
    tosses = {} if bit is None else {node: Toss(bit, "test")}
    with pytest.raises(ResumeError, match="the coin for 12/12 does not match the collapse played"):
        Match.resume(node, tosses=tosses)


def test_resuming_with_a_toss_for_no_collapse() -> None:
    node = pending()
    with pytest.raises(ResumeError, match="a toss belongs to no collapse in this tree"):
        Match.resume(node, tosses={node: Toss(0, "test")})
