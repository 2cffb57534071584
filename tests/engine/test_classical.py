"""The levels of ordinary tic-tac-toe: moves, node counts and cut-offs."""

import random
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from qttt.engine.classical import (
    EVAL_LEVELS,
    WIN_VALUE,
    EvalChoice,
    EvalLevel,
    decide_classical,
    search_classical,
    solve_classical,
)
from qttt.game import Placement, Player, Position, Rules
from tests.engine.textbook import Textbook, best_squares, board_of
from tests.kernel.games import game

BOARDS = ("classic3", "classic4", "classic4 rows=3", "classic3 rows=4", "classic3 rows=2 cols=5")
DIFFICULT = replace(EVAL_LEVELS["eval-difficult"], cutoff_seconds=None, max_seconds=None)


def unfinished(text: str, seed: int, count: int, most_open: int = 16) -> Iterator[Position]:
    """Unfinished positions of random games."""
    rules, rng = Rules.parse(text), random.Random(seed)
    while count:
        for position in game(rules, rng):
            if count and not position.outcome and len(position.open_squares) <= most_open:
                yield position
                count -= 1


def counts(choice: EvalChoice) -> tuple[int, int, int, int, bool]:
    s = choice.statistics
    return s.nodes, s.depth, s.max_cutoffs, s.min_cutoffs, s.cut_off


def check_against_the_textbook(position: Position, level: EvalLevel) -> None:
    """Check that move, values and all counters are equal."""
    book, found = Textbook(position.rules, level), search_classical(position, level)
    square, value, values = book.alpha_beta(board_of(position))
    assert (found.move, found.value) == (Placement(square, square), value), position
    assert list(found.values) == values, position
    same = (book.nodes, book.depth, book.max_cutoffs, book.min_cutoffs, book.cut_off)
    assert counts(found) == same, position
    assert not found.statistics.stopped


# ---------------------------------------------------------------------------- the same search


@pytest.mark.parametrize("text", BOARDS)
def test_every_node_matches_the_textbook(text: str) -> None:
    for position in unfinished(text, 1, 40, most_open=7):
        check_against_the_textbook(position, DIFFICULT)


@pytest.mark.parametrize("text", BOARDS)
def test_every_node_matches_the_textbook_with_a_depth(text: str) -> None:
    rng = random.Random(2)
    for position in unfinished(text, 2, 40):
        weights = (rng.randint(-9, 9), rng.randint(0, 9), rng.randint(0, 1000))
        check_against_the_textbook(position, EvalLevel(weights, depth=rng.randint(1, 3)))


@pytest.mark.parametrize("text", BOARDS)
def test_every_node_matches_the_textbook_after_a_cut_off(text: str) -> None:
    rng, cut_offs = random.Random(3), 0
    for position in unfinished(text, 3, 40, most_open=9):
        level = replace(
            DIFFICULT, cutoff_nodes=rng.choice((1, 20, 300)), cutoff_depth=rng.randint(1, 3)
        )
        check_against_the_textbook(position, level)
        cut_offs += search_classical(position, level).statistics.cut_off
    assert cut_offs > 10


@pytest.mark.parametrize("text", BOARDS)
def test_pruning_changes_neither_the_value_nor_the_move(text: str) -> None:
    rng = random.Random(4)
    for position in unfinished(text, 4, 30, most_open=12):
        depth = rng.randint(1, 3)
        level = EvalLevel((rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9)), depth=depth)
        value, squares = best_squares(position, level, depth)
        found = search_classical(position, level)
        assert (found.value, found.move[0]) == (value, squares[0]), position


@pytest.mark.parametrize("text", BOARDS)
def test_a_search_to_the_end_finds_the_winner(text: str) -> None:
    for position in unfinished(text, 5, 200, most_open=9):
        value, truth = search_classical(position, DIFFICULT).value, solve_classical(position).value
        assert (value > 0) - (value < 0) == truth
        assert value in (0, WIN_VALUE, -WIN_VALUE)


# ---------------------------------------------------------------------------- the levels


@pytest.mark.parametrize(
    ("level", "moves", "best"),
    [
        # X has a1 and b1. Lone marks are worth 6: Easy opens two lines and blocks one of O.
        ("eval-easy", "a1 d4 b1 c4", "c2"),
        # Intermediate counts only lines of three; d1 is equal and comes later.
        ("eval-intermediate", "a1 d4 b1 c4", "c1"),
        # Difficult blocks two of O in row 4, which is worth as much, and gains in column a.
        ("eval-difficult", "a1 d4 b1 c4", "a4"),
        # At depth 1, three in row 2 are worth as much as blocking three in row 4, and come first.
        ("eval-intermediate", "a1 d4 b2 c4 c2 b4", "a2"),
        # All see an immediate win.
        ("eval-easy", "a1 a2 b1 b2 c1 c2 d3", "d2"),
        ("eval-intermediate", "a1 a2 b1 b2 c1 c2", "d1"),
    ],
)
def test_the_levels_weigh_lines_differently(level: str, moves: str, best: str) -> None:
    position = Position(Rules.preset("classic4"))
    board = position.rules.board
    for name in moves.split():
        position = position.play(Placement(board.square(name), board.square(name)))
    found = search_classical(position, replace(EVAL_LEVELS[level], depth=1))
    assert board.name(found.move[0]) == best


def test_parameters_of_the_levels() -> None:
    assert [level.weights for level in EVAL_LEVELS.values()] == [(1, 3, 6), (1, 0, 0), (6, 3, 1)]
    assert [level.depth for level in EVAL_LEVELS.values()] == [1, 1, None]
    difficult = EVAL_LEVELS["eval-difficult"]
    assert (difficult.cutoff_seconds, difficult.cutoff_depth, difficult.max_seconds) == (1, 7, 4)


def test_a_level_or_its_name() -> None:
    position = Position(Rules.preset("classic4"))
    move, statistics = decide_classical(position, "eval-easy")
    assert (move, statistics.nodes, statistics.depth) == (Placement(0, 0), 17, 1)
    assert decide_classical(position, EvalLevel((6, 3, 1), depth=1))[0] == Placement(0, 0)


def test_a_win_ends_the_search() -> None:
    position = Position(Rules.preset("classic4"), (0, 4, 1, 5, 2, 6))
    found = search_classical(position, DIFFICULT)
    assert (found.move, found.value, found.values) == (Placement(3, 3), WIN_VALUE, (WIN_VALUE,))
    assert counts(found) == (2, 1, 1, 0, False)


# ---------------------------------------------------------------------------- the cut-off


def test_the_same_position_gives_the_same_counts() -> None:
    position = Position(Rules.preset("classic4"))
    level = replace(DIFFICULT, cutoff_nodes=100_000)
    found = search_classical(position, level)
    assert found.statistics.cut_off
    assert len(found.values) == 16
    assert counts(search_classical(position, level)) == counts(found)
    complete = search_classical(position.play(Placement(5, 5)), replace(level, cutoff_nodes=10**9))
    assert not complete.statistics.cut_off


def test_a_stopped_search_returns_the_best_move_so_far() -> None:
    position = Position(Rules.preset("classic4"), (0, 5))
    for nodes in (1, 100, 10_000, 700_000):
        found = search_classical(
            position, replace(DIFFICULT, max_nodes=nodes, cutoff_nodes=nodes // 2 or None)
        )
        assert found.statistics.stopped
        assert found.statistics.nodes == nodes + 1
        if found.values:
            assert found.value == max(found.values)
            assert found.move == position.legal_moves[found.values.index(found.value)]
        else:
            board = board_of(position)
            assert found.value == Textbook(position.rules, DIFFICULT).evaluate(board)
            assert found.move == position.legal_moves[0]
    assert found.values


def test_time_limits() -> None:
    large = Position(Rules.parse("classic4 rows=6 cols=6"))
    level = EvalLevel((6, 3, 1), cutoff_depth=3, cutoff_seconds=1e-9, max_seconds=None)
    found = search_classical(large, level)
    assert found.statistics.cut_off
    assert not found.statistics.stopped
    assert len(found.values) == 36
    ended = search_classical(large, replace(DIFFICULT, max_seconds=1e-9))
    assert ended.statistics.stopped
    assert ended.move in large.legal_moves


def test_a_stop_event_ends_the_search() -> None:
    large, stop = Position(Rules.parse("classic4 rows=6 cols=6")), threading.Event()
    stop.set()
    for level in (DIFFICULT, EVAL_LEVELS["eval-difficult"]):
        assert search_classical(large, level, stop=stop).statistics.stopped


# ---------------------------------------------------------------------------- errors

OVER = Position(Rules.preset("classic3"), (0, 3, 1, 4, 2))

ERRORS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (
        lambda: search_classical(Position(), DIFFICULT),
        ValueError,
        "this search plays ordinary tic-tac-toe that ends with a line, not goff",
    ),
    (
        lambda: search_classical(Position(Rules.parse("classic3 ends=full")), DIFFICULT),
        ValueError,
        "this search plays ordinary tic-tac-toe that ends with a line, not classic3 ends=full",
    ),
    (
        lambda: search_classical(OVER, DIFFICULT),
        ValueError,
        "no player can move in 1/4/2/5/3: the game is over",
    ),
    (
        lambda: decide_classical(OVER, "hard"),
        ValueError,
        "unknown level 'hard': choose from eval-easy, eval-intermediate, eval-difficult",
    ),
    (
        lambda: EvalLevel((0, 1001, 0)),
        ValueError,
        "weights must be from -1000 to 1000, not (0, 1001, 0)",
    ),
    (lambda: EvalLevel((0, 0, 0), depth=0), ValueError, "depth must be positive, not 0"),
    (
        lambda: EvalLevel((0, 0, 0), cutoff_depth=-1),
        ValueError,
        "cutoff_depth must be positive, not -1",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_errors(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        call()


def test_x_is_max_and_o_is_min() -> None:
    position = Position(Rules.preset("classic4"), (0, 4, 1, 5, 2))
    found = search_classical(position, DIFFICULT)
    assert position.to_move is Player.O
    assert (found.move, found.value) == (Placement(3, 3), 0)
    assert found.statistics.min_cutoffs
