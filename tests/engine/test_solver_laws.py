"""Results do not depend on the table, earlier searches, symmetry or labels; limits are sound."""

import random
import re
import threading
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from qttt.engine import Analysis, SolveDepth, Solver, UnsolvableError, can_solve, kernel, solve
from qttt.engine import solver as module
from qttt.engine.tablebase import shipped_tablebase
from qttt.game import Collapse, IllegalPositionError, Move, Placement, Player, Position, Rules
from tests.engine.late import QUOTAS, late_positions
from tests.kernel.games import different_positions
from tests.selection import by_day
from tests.strategies import ON_3X3

SHORT_LINES = tuple(
    f"goff line=2 ends=full scoring={scoring} chooser={chooser}"
    for scoring in ("winner", "match")
    for chooser in ("other", "closer", "chance")
)
"""Rules with short lines, so that late labels occur early in the game."""

ON_3X3_TOO = tuple(
    dict.fromkeys((*ON_3X3, "krist rows=3 cols=3 chooser=closer", "qubic3 ends=full"))
)


def facts(analysis: Analysis) -> tuple[object, ...]:
    """The result of an analysis without its cost."""
    return analysis.value, analysis.is_exact, analysis.moves, analysis.line


def midgame(rules: Rules, seed: int, marks: int, count: int) -> list[Position]:
    """Different unfinished positions with at least ``marks`` marks."""
    many = different_positions(rules, seed, 100 * count if rules.is_quantum else 10 * count)
    candidates = [p for p in many if len(p.marks) >= marks and not p.outcome]
    return random.Random(seed).sample(candidates, count)


# ---------------------------------------------------------------------------- the table

TABLES = (0, 1, 3, 4, 5, 31, 4096, 1 << 20)


@pytest.mark.parametrize("text", ON_3X3_TOO)
def test_the_size_of_the_table_changes_no_result(text: str) -> None:
    rules = Rules.parse(text)
    solvers = [Solver(rules, entries) for entries in TABLES]
    for position in midgame(rules, 6, 5, 8):
        results = {repr(facts(solver.solve(position))) for solver in solvers}
        assert len(results) == 1, position


@pytest.mark.parametrize("text", ON_3X3_TOO)
def test_a_warm_table_changes_no_result(text: str) -> None:
    rules, rng = Rules.parse(text), random.Random(7)
    warm, fresh = Solver(rules, entries=4096), Solver(rules, entries=4096)
    for position in rng.choices(midgame(rules, 8, 4, 10), k=20):
        fresh.clear()
        depth = rng.choice(tuple(SolveDepth))
        assert facts(warm.solve(position, depth=depth)) == facts(
            fresh.solve(position, depth=depth)
        ), position


@pytest.mark.parametrize("text", [text for text in ON_3X3 if shipped_tablebase(Rules.parse(text))])
def test_a_table_of_positions_changes_no_result(text: str) -> None:
    rules = Rules.parse(text)
    solver = Solver(rules, tablebase=shipped_tablebase(rules))
    for position in [*midgame(rules, 13, 0, 20), *midgame(rules, 14, 4, 5), Position(rules)]:
        for depth in SolveDepth:
            analysis = solver.solve(position, depth=depth)
            assert facts(analysis) == facts(Solver(rules).solve(position, depth=depth)), position


# ---------------------------------------------------------------------------- one ply later


@pytest.mark.parametrize("text", by_day(["goff", "closer", "krist rows=3 cols=3"], ON_3X3))
def test_the_value_of_a_move_is_that_of_the_next_position(text: str) -> None:
    """By induction, correct late positions make the earlier ones correct."""
    rules, rng = Rules.parse(text), random.Random(12)
    solver = Solver(rules)
    for marks in range(5 if rules.chooser == "chance" else 0, 6):
        position = next(
            p
            for p in different_positions(rules, rng.randrange(99), 400)
            if len(p.marks) == marks and not p.outcome
        )
        analysis = solver.solve(position)
        for move in rng.sample(analysis.moves, min(3, len(analysis.moves))):
            solver.clear()
            after = solver.solve(position.play(move.move))
            assert after.value == move.value, (position, move)
            assert plies_of(after) == (None if move.plies is None else move.plies - 1), (
                position,
                move,
            )


def plies_of(analysis: Analysis) -> int | None:
    """Plies to the end with best moves."""
    if not analysis.best:
        return 0 if analysis.value else None
    return next(choice.plies for choice in analysis.moves if choice.move in analysis.best)


# ---------------------------------------------------------------------------- symmetry and labels


@pytest.mark.parametrize("text", QUOTAS)
def test_symmetric_positions_have_the_same_values(text: str) -> None:
    """The table is cleared for each image: they share an entry."""
    rules = Rules.parse(text)
    solver = Solver(rules, entries=4096)
    for position in late_positions(rules, 9, 8):
        original = values(solver, position)
        for symmetry in rules.board.symmetries():
            image = {mapped(move, symmetry): value for move, value in original.items()}
            assert values(solver, position.transformed(symmetry)) == image, (position, symmetry)


def values(solver: Solver, position: Position) -> dict[Move, tuple[float, int | None]]:
    solver.clear()
    return {choice.move: (choice.value, choice.plies) for choice in solver.solve(position).moves}


def mapped(move: Move, symmetry: tuple[int, ...]) -> Move:
    if isinstance(move, Collapse):
        return Collapse(symmetry[move.square])
    return Placement(symmetry[move[0]], symmetry[move[1]])


@pytest.mark.parametrize("text", ON_3X3_TOO)
def test_early_labels_do_not_matter(text: str) -> None:
    """The label theorem: on 3×3, marks 1, 3, 5 are interchangeable, and so are 2, 4, 6."""
    rules = Rules.parse(text)
    solver, count = Solver(rules, entries=4096), 0
    for position in midgame(rules, 10, 4, 12):
        original = sorted(values(solver, position).items())
        for other in relabelled(position):
            assert sorted(values(solver, other).items()) == original, (position, other)
            count += 1
    assert count >= 30


@pytest.mark.parametrize("text", by_day([*ON_3X3[:4], *SHORT_LINES], [*ON_3X3_TOO, *SHORT_LINES]))
def test_late_labels_are_distinguished(text: str) -> None:
    """A table entry does not match positions with other late labels."""
    rules = Rules.parse(text)
    warm, fresh = Solver(rules, entries=4096), Solver(rules, entries=4096)
    for position in midgame(rules, 15, 4, 12):
        warm.solve(position)
        for other in relabelled(position, latest=rules.board.size):
            fresh.clear()
            assert facts(warm.solve(other)) == facts(fresh.solve(other)), (position, other)


def relabelled(position: Position, latest: int | None = None) -> Iterator[Position]:
    """Yield reachable positions with the same marks and other numbers.

    The closing mark of a pending loop keeps its number, since collapses refer to its squares.
    """
    line = latest or position.rules.line or position.rules.board.size
    fixed = len(position.marks) if position.has_loop else 0
    of_x, of_o = (
        [n for n in range(first, min(last, len(position.marks)) + 1, 2) if n != fixed]
        for first, last in ((1, 2 * line - 1), (2, 2 * line))
    )
    for x in list(permutations(of_x))[:6]:
        for o in list(permutations(of_o))[:6]:
            marks = list(position.marks)
            for old, new in zip(of_x + of_o, x + o, strict=True):
                marks[new - 1] = position.marks[old - 1]
            try:
                yield Position(position.rules, tuple(marks))
            except IllegalPositionError:
                continue


# ---------------------------------------------------------------------------- limits

BUDGETS = (1, 2, 5, 20, 100, 400, 1500, 6000, 30_000)


@pytest.mark.parametrize("text", by_day(ON_3X3, QUOTAS))
def test_a_node_limit_gives_valid_bounds(text: str) -> None:
    rules = Rules.parse(text)
    first = 4 if rules.chooser == "chance" and rules.is_quantum else 2
    positions = different_positions(rules, 11, 60)
    for position in [p for p in positions if not p.outcome and len(p.marks) >= first][:6]:
        truth, running = solve(position), Solver(rules, entries=4096)
        for nodes in BUDGETS:
            for depth in SolveDepth:
                fresh = Solver(rules, entries=1024).solve(position, nodes=nodes, depth=depth)
                for analysis in (fresh, running.solve(position, nodes=nodes, depth=depth)):
                    check_unfinished(analysis, truth, nodes)
        assert facts(running.solve(position)) == facts(truth), position


def check_unfinished(analysis: Analysis, truth: Analysis, nodes: int) -> None:
    assert analysis.nodes <= nodes + 100
    check_bound(analysis.is_exact, analysis.value, truth.value, truth.position)
    if analysis.moves:
        assert tuple(each.move for each in analysis.moves) == truth.position.legal_moves
        assert analysis.best
    for move, known in zip(analysis.moves, truth.moves, strict=bool(analysis.moves)):
        check_bound(move.is_exact, move.value, known.value, truth.position)
        assert move.plies in (None, known.plies)
        assert move.is_exact or move.plies is None
    position = truth.position
    for ply in analysis.line:
        position = position.play(ply)


def check_bound(exact: bool, value: float, truth: float, position: Position) -> None:
    """Check a value: a lower bound for the player to move (X for a coin) if it is not exact."""
    if exact:
        assert value == truth, position
    elif position.to_move is Player.O:
        assert value >= truth, position
    else:
        assert value <= truth, position


def test_a_sufficient_budget_gives_the_full_result() -> None:
    position = Position()
    full = Solver(position.rules).solve(position)
    assert facts(Solver(position.rules).solve(position, nodes=full.nodes)) == facts(full)
    short = Solver(position.rules).solve(position, nodes=full.nodes - 1)
    assert facts(short) != facts(full)
    check_unfinished(short, full, full.nodes)


def test_a_stopped_search_gives_valid_bounds() -> None:
    stop = threading.Event()
    stop.set()
    for text in ("goff", "closer", "qubic3", "krist rows=3 cols=3"):
        position = Position(Rules.parse(text))
        analysis = Solver(position.rules).solve(position, stop=stop)
        position = Position(Rules.parse(text), ((0, 1), (1, 2)))
        truth = solve(position)
        for stopped in (
            Solver(position.rules).solve(position, stop=stop),
            Solver(position.rules).solve(position, seconds=1e-9),
            Solver(position.rules).solve(position, seconds=1e-9, stop=threading.Event()),
        ):
            check_unfinished(stopped, truth, 10**9)
        assert not analysis.is_exact or analysis.nodes


def test_limits_that_are_not_reached_change_nothing() -> None:
    position = Position(Rules(), ((0, 1), (1, 2)))
    full = facts(solve(position))
    assert facts(Solver(position.rules).solve(position, stop=threading.Event())) == full
    assert facts(Solver(position.rules).solve(position, seconds=1e9)) == full


def test_threads_share_a_solver() -> None:
    position = Position(Rules(), ((0, 1), (1, 2), (2, 4)))
    solver, results = Solver(position.rules), list[Analysis]()
    threads = [
        threading.Thread(target=lambda: results.append(solver.solve(position))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {repr(facts(result)) for result in results} == {repr(facts(solve(position)))}


# ---------------------------------------------------------------------------- larger boards


@pytest.mark.parametrize("text", ["goff", "qubic3", "krist rows=2 cols=4", *SHORT_LINES[::5]])
def test_a_wide_solver_gives_the_same_results(text: str) -> None:
    rules = Rules.parse(text)
    small, wide = Solver(rules), Solver(rules, wide=True)
    for position in midgame(rules, 8, 3, 4):
        assert facts(wide.solve(position)) == facts(small.solve(position))


TWELVE = Rules.parse("krist rows=3 cols=4")


TEN = ("krist rows=2 cols=5", "goff rows=2 cols=5 line=2 scoring=match chooser=closer")


@pytest.mark.parametrize("text", TEN)
def test_ten_squares_are_solved_without_asking(text: str) -> None:
    position = Position(Rules.parse(text))
    assert not can_solve(position)
    analysis = solve(position)
    assert analysis.is_exact
    assert facts(Solver(position.rules, 1 << 16, wide=True).solve(position)) == facts(analysis)


def test_a_stop_event_ends_a_large_board() -> None:
    stop = threading.Event()
    stop.set()
    assert not Solver(TWELVE, 64, wide=True).solve(Position(TWELVE), stop=stop).is_exact
    assert not Solver(TWELVE, 64, wide=True).solve(Position(TWELVE), seconds=0.05).is_exact


# ---------------------------------------------------------------------------- errors

LARGE = Position(Rules.parse("krist"))
MANY = module.MAX_ENTRIES

ERRORS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (
        lambda: solve(LARGE),
        UnsolvableError,
        "a board of 4×4 has 16 squares; the exact solver supports at most 12; "
        "search can estimate its value",
    ),
    (
        lambda: solve(Position(Rules.preset("krist", 9))),
        UnsolvableError,
        "a board of 9×9 has 81 squares; the exact solver supports at most 12, "
        "and search at most 64: choose a smaller board",
    ),
    (
        lambda: Solver(LARGE.rules, wide=True),
        UnsolvableError,
        "a board of 4×4 has 16 squares; the exact solver supports at most 12",
    ),
    (
        lambda: Solver(Rules.parse("chooser=chance rows=3 cols=4 scoring=winner"), wide=True),
        UnsolvableError,
        "coins can decide six pair loops on a board of 12 squares, which gives values finer than "
        "1/32: forbid pair loops, or let a player choose",
    ),
    (
        lambda: Solver(Rules.parse("closer")).solve(Position()),
        ValueError,
        "this solver is for closer, not for goff",
    ),
    (lambda: solve(Position(), nodes=0), ValueError, "nodes must be positive, not 0"),
    (lambda: solve(Position(), nodes=-5), ValueError, "nodes must be positive, not -5"),
    (lambda: solve(Position(), seconds=0), ValueError, "seconds must be positive, not 0"),
    (lambda: solve(Position(), seconds=-0.5), ValueError, "seconds must be positive, not -0.5"),
    (lambda: Solver(Rules(), -1), ValueError, f"entries must be from 0 to {MANY}, not -1"),
    (
        lambda: Solver(Rules(), MANY + 1),
        ValueError,
        f"entries must be from 0 to {MANY}, not {MANY + 1}",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        call()


def test_rules_that_the_kernel_rejects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "encode_rules", lambda _: bytes(9))
    with pytest.raises(
        kernel.KernelError, match=r"^the kernel cannot solve Rules\(\) \(error -1\)$"
    ):
        Solver(Rules())


def test_can_solve() -> None:
    assert not can_solve(LARGE)
    assert not can_solve(Position(Rules.parse("goff rows=2 cols=5 line=2 scoring=winner")))
    assert can_solve(Position(Rules.parse("goff rows=1 cols=9 line=2 scoring=winner")))
