"""Values, plies, best moves and lines of the solver, against plain minimax."""

import pytest

from bench.signature import signature, signature_positions
from qttt.engine import Analysis, SolveDepth, Solver, solve
from qttt.game import Placement, Position, Rules
from tests.engine.judge import Evaluation, Judge, sort_key
from tests.engine.late import QUOTAS, WIDE_BOARDS, any_late_positions, endings, late_positions
from tests.kernel.games import different_positions
from tests.selection import by_day
from tests.strategies import game_of, where_of

SIGNATURE = 2_187_737
"""Pinned: a commit that changes the search tree must mention it."""


def test_the_signature() -> None:
    assert len(set(signature_positions())) == 51
    assert signature() == SIGNATURE


# ---------------------------------------------------------------------------- against minimax


@pytest.mark.parametrize("text", QUOTAS)
def test_the_value_of_every_move(text: str) -> None:
    rules = Rules.parse(text)
    solver, judge = Solver(rules), Judge(game_of(rules))
    for position in late_positions(rules, 1, QUOTAS[text]):
        check(solver.solve(position), judge)


def test_the_value_of_every_move_under_any_rules() -> None:
    for position in any_late_positions(seed=2, count=60):
        check(solve(position), Judge(game_of(position.rules)))


@pytest.mark.parametrize("count", by_day([3], [3, 60]))
@pytest.mark.parametrize("text", WIDE_BOARDS)
def test_endings_on_larger_boards(text: str, count: int) -> None:
    rules = Rules.parse(text)
    solver, judge = Solver(rules, entries=64, wide=True), Judge(game_of(rules))
    for position in endings(rules, 4, count):
        check(solver.solve(position), judge)


@pytest.mark.nightly
@pytest.mark.parametrize("text", QUOTAS)
def test_the_value_of_every_move_in_more_positions(text: str) -> None:
    rules = Rules.parse(text)
    for position in late_positions(rules, 3, 30 * QUOTAS[text]):
        check(Solver(rules, entries=64).solve(position), Judge(game_of(rules)))


def check(analysis: Analysis, judge: Judge) -> None:
    position = analysis.position
    assert analysis.is_exact, position
    assert analysis.value == judge.evaluate(where_of(position)).value, position
    assert tuple(choice.move for choice in analysis.moves) == position.legal_moves
    choices = judge.after(where_of(position))
    assert [Evaluation(move.value, move.plies) for move in analysis.moves] == choices, position
    assert all(move.is_exact for move in analysis.moves)
    assert analysis.best == best_of(position, choices), position
    check_line(analysis)


def best_of(position: Position, choices: list[Evaluation]) -> tuple[object, ...]:
    if position.to_move == "chance":
        return position.legal_moves
    keys = [sort_key(choice, str(position.to_move)) for choice in choices]
    return tuple(
        move for move, key in zip(position.legal_moves, keys, strict=True) if key == max(keys)
    )


def check_line(analysis: Analysis) -> None:
    """Check that the line ends the game with the promised value and length."""
    end = played(analysis)
    assert end.outcome is not None, (analysis.position, analysis.line)
    assert analysis.line[0] in analysis.best
    if analysis.position.rules.chooser == "chance":
        return
    assert end.outcome.value == analysis.value, (analysis.position, analysis.line)
    plies = {choice.move: choice.plies for choice in analysis.moves}[analysis.line[0]]
    assert plies in (None, len(analysis.line)), (analysis.position, analysis.line)


def check_known(compared: Analysis, whole: Analysis) -> None:
    """Check that exactly the best moves are exact, and equal to those of the full analysis."""
    known = [move for move in compared.moves if move.is_exact]
    assert known == [choice for choice in whole.moves if choice.move in whole.best]


def played(analysis: Analysis) -> Position:
    position = analysis.position
    for move in analysis.line:
        position = position.play(move)
    return position


# ---------------------------------------------------------------------------- the depths


@pytest.mark.parametrize("text", ["goff", "closer", "qubic3", "krist rows=3 cols=3", "classic3"])
def test_depths_agree(text: str) -> None:
    rules = Rules.parse(text)
    for position in late_positions(rules, 4, 60):
        value, values, distances, best, quickest = (
            Solver(rules).solve(position, depth=d) for d in SolveDepth
        )
        assert (value.value, value.is_exact, value.moves, value.line) == (
            distances.value,
            True,
            (),
            (),
        )
        assert value.best == ()
        assert [move.value for move in values.moves] == [move.value for move in distances.moves]
        assert [(move.plies, move.is_exact) for move in values.moves] == [(None, True)] * len(
            values.moves
        )
        assert set(distances.best) <= set(values.best)
        assert values.value == distances.value
        check_line(values)
        assert (best.best, best.value, best.is_exact) == (values.best, values.value, True)
        assert (quickest.best, quickest.value, quickest.is_exact) == (
            distances.best,
            distances.value,
            True,
        )
        check_known(best, values)
        check_known(quickest, distances)
        check_line(best)


def test_the_value_of_a_finished_game_is_its_outcome() -> None:
    for text in QUOTAS:
        rules, seen = Rules.parse(text), 0
        for position in different_positions(rules, 5, 60):
            if position.outcome:
                analysis = solve(position)
                assert analysis == Analysis(
                    position, position.outcome.value, True, (), (), 0, analysis.seconds
                )
                assert analysis.best == ()
                seen += 1
        assert seen, text


# ---------------------------------------------------------------------------- known values


@pytest.mark.parametrize(
    ("text", "value"),
    [("goff", 0.5), ("complete", 0), ("closer", 1), ("no-pair-loops", 0), ("classic3", 0)],
)
def test_the_value_of_the_game(text: str, value: float) -> None:
    position = Position(Rules.parse(text))
    assert Solver(position.rules).solve(position, depth=SolveDepth.VALUE).value == value
    assert solve(position, depth=SolveDepth.VALUE).value == value


def test_the_openings() -> None:
    """Under goff only opposite corners keep X's narrow win; every other opening is a draw."""
    analysis = Solver(Rules()).solve(Position())
    corners = {Placement(0, 8), Placement(2, 6)}
    assert {each.move: each.value for each in analysis.moves} == {
        move: 0.5 if move in corners else 0 for move in Position().legal_moves
    }
    assert set(analysis.best) == corners
    check_line(analysis)
