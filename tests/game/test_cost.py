"""What positions cost, counted in calls: nothing grows with squares that nothing touches."""

from collections.abc import Callable
from functools import partial

import pytest

from qttt.engine import perft
from qttt.game import Position, Rules
from tests.cli.helpers import stdout_of
from tests.counting import calls_of

PAIRS = tuple((square, square + 1) for square in range(80))
LARGE = "krist rows=26 cols=26"


@pytest.mark.parametrize(
    "look",
    [
        lambda position: position.has_loop,
        lambda position: position.play((0, 90)),
        lambda position: position.move_count,
        lambda position: position.outcome,
    ],
    ids=["has_loop", "play", "move_count", "outcome"],
)
def test_a_position_costs_as_much_on_a_larger_board(look: Callable[[Position], object]) -> None:
    def work(rules: Rules) -> object:
        return look(Position(rules, PAIRS))

    small, large = (Rules.parse("krist rows=10 cols=10"), Rules.parse(LARGE))
    assert calls_of(partial(work, large)) <= calls_of(partial(work, small)) + large.board.size


def test_moves_are_counted_without_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Position) -> tuple[()]:
        raise AssertionError("the moves were listed")

    monkeypatch.setattr(Position, "legal_moves", property(fail))
    empty = Position(Rules.parse(LARGE))
    assert empty.move_count == perft(empty, 1) == 228_150
    assert "228,150 moves" in stdout_of("show", "a1b2", "--rules", LARGE)
