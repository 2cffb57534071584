"""The solver of ordinary tic-tac-toe against exhaustive search."""

import ctypes
import random
import re
import threading
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from qttt.engine import Analysis, SolveDepth, Solver, UnsolvableError, can_solve, solve
from qttt.engine.classical import _memory, solve_classical
from qttt.engine.kernel import encode_places, encode_rules, library
from qttt.engine.kernel_api import QtttAnalysis
from qttt.game import Placement, Player, Position, Rules
from tests.engine.test_classical import unfinished
from tests.engine.textbook import Board, Minimax, board_of, lines_of, sort_key

LATE = {
    "classic4": 8,
    "classic4 rows=3 cols=5": 7,
    "classic4 line=3": 7,
    "classic3 rows=4 cols=3 scoring=match": 7,
    "classic3 rows=2 cols=6 scoring=complete": 7,
    "classic3 rows=1 cols=16 line=4": 6,
    "classic3 line=2": 9,
}
"""Boards, and the number of open squares that plain minimax can handle."""


def facts(analysis: Analysis) -> tuple[object, ...]:
    """The parts of an analysis that must not depend on earlier searches."""
    return analysis.value, analysis.is_exact, analysis.moves, analysis.line


def check(analysis: Analysis, truth: Minimax) -> None:
    """Compare values, plies, best moves and line with exhaustive search."""
    position, board = analysis.position, board_of(analysis.position)
    points = 2 if position.rules.scoring == "match" else 1
    assert (analysis.value, analysis.is_exact) == (points * truth.evaluate(board).value, True), (
        position
    )
    choices = dict(zip(position.legal_moves, truth.after(board), strict=True))
    assert [(m.move, m.value, m.plies, m.is_exact) for m in analysis.moves] == [
        (move, points * each.value, each.plies or None, True) for move, each in choices.items()
    ], position
    keys = {move: sort_key(each, str(position.to_move)) for move, each in choices.items()}
    best = [move for move, key in keys.items() if key == max(keys.values())]
    assert list(analysis.best) == best, position
    check_line(analysis)


def check_line(analysis: Analysis) -> None:
    """Check that the line ends the game with the promised value and length."""
    end = analysis.position
    for move in analysis.line:
        end = end.play(move)
    assert end.outcome is not None, (analysis.position, analysis.line)
    assert end.outcome.value == analysis.value, (analysis.position, analysis.line)
    plies = {m.move: m.plies for m in analysis.moves}[analysis.line[0]]
    assert plies in (None, len(analysis.line)), (analysis.position, analysis.line)


def every_position(rules: Rules) -> Iterator[Position]:
    """Every unfinished position of a small board, each in one order of its marks."""
    queue, seen = [Position(rules)], set[tuple[frozenset[int], frozenset[int]]]()
    while queue:
        position = queue.pop()
        key = frozenset(where(position, Player.X)), frozenset(where(position, Player.O))
        if key not in seen and not position.outcome:
            seen.add(key)
            yield position
            queue += [position.play(move) for move in position.legal_moves]


def where(position: Position, player: Player) -> Iterator[int]:
    return (s for s, mark in position.classical.items() if mark % 2 == (player is Player.X))


# ---------------------------------------------------------------------------- exact values


def test_all_of_3x3() -> None:
    rules = Rules.preset("classic3")
    truth, positions = Minimax(rules), list(every_position(rules))
    assert len(positions) == 4520, "the known number of unfinished positions"
    for position in positions:
        check(solve_classical(position), truth)


def test_both_solvers_agree() -> None:
    for text in ("classic3", "classic3 cols=2 rows=4 scoring=match", "classic3 rows=1 cols=9"):
        solver = Solver(Rules.parse(text))
        for position in unfinished(text, 8, 100):
            one, other = solver.solve(position), solve_classical(position)
            assert (one.value, one.moves, one.best) == (other.value, other.moves, other.best)


@pytest.mark.parametrize("text", LATE)
def test_late_positions(text: str) -> None:
    truth = Minimax(Rules.parse(text))
    for position in unfinished(text, 1, 60, most_open=LATE[text]):
        check(solve_classical(position), truth)


@pytest.mark.parametrize(
    ("text", "value", "plies"),
    [
        ("classic3", 0, None),
        ("classic4", 0, None),
        ("classic4 line=3", 1, 5),
        ("classic4 line=2", 1, 3),
        ("classic3 cols=4", 1, 7),
        ("classic3 cols=4 scoring=match", 2, 7),
        ("classic3 rows=2 cols=8", 0, None),
        ("classic3 cols=5", 1, 7),
        ("classic4 rows=3 cols=5", 0, None),
        ("classic3 rows=1 cols=16", 0, None),
    ],
)
def test_the_value_of_the_game(text: str, value: float, plies: int | None) -> None:
    """Three in a row is a win from 3×4 on; four in a row is a draw on 16 squares."""
    analysis = solve(Position(Rules.parse(text)))
    assert analysis.value == value
    assert {m.plies for m in analysis.moves if m.move in analysis.best} == {plies}
    check_line(analysis)


@pytest.mark.parametrize(
    ("text", "value"),
    [("classic3", 0), ("classic3 cols=4", 1), ("classic3 rows=2 cols=6", 0)],
)
def test_the_value_by_an_independent_solver(text: str, value: int) -> None:
    assert by_independent_solver(Rules.parse(text)) == value


@pytest.mark.nightly
@pytest.mark.parametrize(("text", "value"), [("classic4", 0), ("classic4 rows=3 cols=5", 0)])
def test_the_value_by_an_independent_solver_on_larger_boards(text: str, value: int) -> None:
    assert by_independent_solver(Rules.parse(text)) == value


def by_independent_solver(rules: Rules) -> int:
    """The value of the empty board by two boolean searches with a cache."""
    lines, empty = lines_of(rules), (None,) * rules.board.size

    @cache
    def wins(board: Board, mover: str, player: str) -> bool:
        """Whether ``player`` can complete a line."""
        other = "O" if player == "X" else "X"
        winnable = [line for line in lines if all(board[square] != other for square in line)]
        if not winnable:
            return False
        open_squares = [square for square, mark in enumerate(board) if mark is None]
        results = (result(board, square, mover, player) for square in open_squares)
        return any(results) if mover == player else bool(open_squares) and all(results)

    def result(board: Board, square: int, mover: str, player: str) -> bool:
        after = (*board[:square], mover, *board[square + 1 :])
        if any(square in line and all(after[s] == mover for s in line) for line in lines):
            return mover == player
        return wins(after, "O" if mover == "X" else "X", player)

    return 1 if wins(empty, "X", "X") else -1 if wins(empty, "X", "O") else 0


# ---------------------------------------------------------------------------- laws


@pytest.mark.parametrize("text", ["classic4", "classic4 rows=3 cols=5"])
def test_symmetric_positions_have_symmetric_values(text: str) -> None:
    for position in unfinished(text, 2, 60):
        values = {m.move[0]: (m.value, m.plies) for m in solve(position).moves}
        for symmetry in position.rules.board.symmetries():
            image = {
                m.move[0]: (m.value, m.plies) for m in solve(position.transformed(symmetry)).moves
            }
            assert image == {symmetry[square]: value for square, value in values.items()}


def test_a_warm_table_changes_nothing() -> None:
    positions = list(unfinished("classic4", 3, 60))
    warm = [facts(solve_classical(position)) for position in positions]
    for position, known in zip(positions, warm, strict=True):
        _memory.cache_clear()
        assert facts(solve_classical(position)) == known
    assert [facts(solve_classical(position)) for position in reversed(positions)] == warm[::-1]


def test_depths_agree() -> None:
    for position in unfinished("classic4 line=3", 4, 60):
        value, values, distances, best, quickest = (
            solve_classical(position, depth=depth) for depth in SolveDepth
        )
        assert (value.value, value.is_exact, value.moves) == (distances.value, True, ())
        assert [m.value for m in values.moves] == [m.value for m in distances.moves]
        assert {(m.plies, m.is_exact) for m in values.moves} == {(None, True)}
        assert set(distances.best) <= set(values.best)
        assert (best.best, quickest.best) == (values.best, distances.best)
        check_line(values)


def test_the_value_of_a_finished_game_is_its_outcome() -> None:
    for text, marks, value in (
        ("classic4", (0, 4, 1, 5, 2, 6, 3), 1),
        ("classic4", (0, 4, 1, 5, 2, 6, 8, 7), -1),
        ("classic4 scoring=match", (0, 4, 1, 5, 2, 6, 3), 2),
        ("classic3 cols=2 rows=1 line=2", (0, 1), 0),
    ):
        position = Position(Rules.parse(text), marks)
        analysis = solve_classical(position)
        assert facts(analysis) == (value, True, (), ())
        assert position.outcome
        assert position.outcome.value == value


def test_a_node_limit_gives_valid_bounds() -> None:
    inexact = 0
    for position in unfinished("classic4 line=3", 5, 30, most_open=14):
        truth = solve_classical(position)
        for nodes in (1, 5, 20, 100):
            _memory.cache_clear()
            short = solve_classical(position, nodes=nodes)
            inexact += not short.is_exact
            assert short.nodes <= nodes + 20
            for move, known in zip(short.moves, truth.moves, strict=True):
                assert (move.move, move.plies) in ((known.move, None), (known.move, known.plies))
                check_bound(move.is_exact, move.value, known.value, position)
            check_bound(short.is_exact, short.value, truth.value, position)
    assert inexact > 10


def check_bound(exact: bool, value: float, truth: float, position: Position) -> None:
    """Check that an inexact value is a lower bound for the player to move."""
    if exact:
        assert value == truth, position
    else:
        assert value >= truth if position.to_move is Player.O else value <= truth, position


def test_the_stop_flag_ends_the_search() -> None:
    flag, raw = ctypes.c_int32(1), QtttAnalysis()
    position = Position(Rules.preset("classic4"))
    error = library().qttt_classical_solve(
        *(encode_rules(position.rules), b"", 0, 0, ctypes.byref(flag), SolveDepth.DISTANCES),
        *(None, 0, ctypes.byref(raw)),
    )
    assert (error, raw.nodes, raw.exact, raw.moves) == (0, 256 + 15, 0, 16)
    assert solve_classical(position, stop=threading.Event(), seconds=1e9).is_exact


def test_no_table_is_needed() -> None:
    for position in unfinished("classic4", 6, 20, most_open=11):
        raw, places = QtttAnalysis(), encode_places(position)
        library().qttt_classical_solve(
            *(encode_rules(position.rules), places, len(position.marks), 0, None, SolveDepth.VALUE),
            *(None, 0, ctypes.byref(raw)),
        )
        assert raw.value / 32 == solve(position).value


def test_threads_share_the_table() -> None:
    positions = list(unfinished("classic4", 7, 12))
    results: list[tuple[object, ...]] = []

    def work(shuffled: list[Position]) -> None:
        results.extend((position, facts(solve_classical(position))) for position in shuffled)

    _memory.cache_clear()
    rng = random.Random(1)
    threads = [
        threading.Thread(target=work, args=(rng.sample(positions, len(positions)),))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 * len(positions)
    assert all(result == facts(solve_classical(position)) for position, result in results)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------- errors

ERRORS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (
        lambda: solve(Position(Rules.parse("classic4 rows=5 cols=5"))),
        UnsolvableError,
        "a board of 5×5 has 25 squares; ordinary tic-tac-toe is solved on at most 16; "
        "search can estimate its value",
    ),
    (
        lambda: solve(Position(Rules.parse("krist marks=classical"))),
        UnsolvableError,
        "ordinary tic-tac-toe is solved where the first line ends the game and decides it, "
        "not under goff rows=4 cols=4 line=None marks=classical ends=full scoring=krist; "
        "search can estimate its value",
    ),
    (
        lambda: solve_classical(Position()),
        UnsolvableError,
        "ordinary tic-tac-toe is solved where the first line ends the game and decides it, "
        "not under goff",
    ),
    (
        lambda: solve(Position(Rules.preset("classic4")), nodes=0),
        ValueError,
        "nodes must be positive, not 0",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        call()


def test_can_solve() -> None:
    solved = {"classic3": True, "classic4": True, "classic3 ends=full": True}
    refused = {"classic4 ends=full": False, "classic4 rows=5": False, "krist": False}
    for text, known in (solved | refused).items():
        assert can_solve(Position(Rules.parse(text))) is known


def test_opening_positions_are_fast_from_a_cold_table() -> None:
    position = Position(Rules.preset("classic4"))
    for each in (position, position.play(Placement(0, 0))):
        _memory.cache_clear()
        assert solve_classical(each).nodes < 100_000
