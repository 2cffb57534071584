"""Values that the tree search marks as proven, against the exact solver and plain minimax."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from qttt.engine import SolveDepth, solve
from qttt.engine.kernel_api import Feature
from qttt.engine.search import ALL_FEATURES, Estimate, search
from qttt.game import Player, Position, Rules
from tests.engine import minimax
from tests.engine.late import BOARDS, late_positions
from tests.kernel.games import different_positions, game, random_rules
from tests.strategies import PRESETS, SMALL

SOLVED = tuple(dict.fromkeys((*SMALL, *BOARDS)))
UNSOLVED = (
    "qubic4",
    "krist",
    "goff rows=3 cols=4 line=3 scoring=winner",
    "qubic4 rows=2 cols=5 line=3 last_square=empty",
    "krist rows=4 cols=3 chooser=closer pair_loops=forbidden",
    "classic4",
    "classic4 rows=3 cols=5 ends=full scoring=complete",
    "goff rows=2 cols=6 line=2 scoring=complete chooser=chance ends=full",
)
LARGE = ("qubic5", "krist rows=5 cols=5", "classic4 rows=6 cols=6")
LAST_MARKS = 5
WITHOUT_ENDGAME_SOLVER = ALL_FEATURES & ~Feature.ENDGAME_SOLVER
"""Leaves are not solved, so every proof is backed up the tree."""


def marks_left(position: Position) -> int:
    kept_empty = position.rules.last_square == "empty"
    return position.rules.board.size - len(position.marks) - kept_empty


def last_positions(text: str, seed: int, count: int, max_marks: int = LAST_MARKS) -> list[Position]:
    """Unfinished positions of random games with at most ``max_marks`` marks left."""
    return list(islice(_endings(Rules.parse(text), random.Random(seed), max_marks), count))


def _endings(rules: Rules, rng: random.Random, max_marks: int) -> Iterator[Position]:
    while True:
        late = [p for p in game(rules, rng) if marks_left(p) <= max_marks and not p.outcome]
        if late:
            yield rng.choice(late)


def check_proofs(found: Estimate) -> None:
    """Check all proofs against the exact solver."""
    truth = solve(found.position, depth=SolveDepth.VALUES)
    assert not found.is_proven or found.value == truth.value, found
    for candidate, move in zip(found.candidates, truth.moves, strict=True):
        assert candidate.move == move.move
        assert not candidate.is_proven or candidate.value == move.value, (found, candidate)
    if found.is_proven and isinstance(found.position.to_move, Player):
        assert found.move in keeping(found.position, truth.value), found


def keeping(position: Position, value: float) -> tuple[object, ...]:
    """The moves that keep the value."""
    truth = solve(position, depth=SolveDepth.VALUES)
    return tuple(choice.move for choice in truth.moves if choice.value == value)


# ------------------------------------------------------------- boards that the solver supports


@pytest.mark.parametrize("text", SOLVED)
def test_proven_values_are_exact(text: str) -> None:
    check_random_proofs(text, seed=1, count=6)


@pytest.mark.nightly
@pytest.mark.parametrize("text", SOLVED)
def test_many_proven_values_are_exact(text: str) -> None:
    check_random_proofs(text, seed=2, count=200)


def check_random_proofs(text: str, seed: int, count: int) -> None:
    """Check proofs with random features, numbers of simulations and of threads."""
    rng, rules = random.Random(seed), Rules.parse(text)
    many = different_positions(rules, seed, 5 * count)
    started = (position for position in many if 4 * len(position.marks) >= rules.board.size)
    for position in islice(started, count):
        found = search(
            position,
            simulations=rng.choice((1, 60, 1000)),
            features=Feature(rng.randrange(128)) | Feature.PROOFS,
            threads=rng.choice((1, 3)),
            seed=rng.randrange(100),
        )
        check_proofs(found)


@pytest.mark.parametrize("searches", [40, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_no_thread_overwrites_the_proof_of_another(searches: int) -> None:
    """While one thread solves the moves of the root, the others estimate them."""
    position = Position.after((2, 3), (1, 8), (0, 2), (1, 5))
    features = Feature.PROOFS | Feature.ENDGAME_SOLVER
    for seed in range(searches):
        check_proofs(search(position, simulations=1000, threads=3, seed=seed, features=features))


def test_a_move_with_a_good_estimate_and_a_proven_loss_is_not_played() -> None:
    """The corners look good for O here, and lose."""
    position = Position(Rules.parse("classic3 scoring=goff"), (8, 4, 0))
    features = ALL_FEATURES & ~Feature.MOVE_PRIORS & ~Feature.ENDGAME_SOLVER
    estimates = [search(position, simulations=1000, features=features, seed=s) for s in range(200)]
    assert sum(found.is_proven for found in estimates) > 100
    for found in estimates:
        check_proofs(found)


def test_proofs_without_solved_endings() -> None:
    check_backed_up_proofs(seed=3, count=1)


@pytest.mark.nightly
def test_many_proofs_without_solved_endings() -> None:
    check_backed_up_proofs(seed=4, count=60)


def check_backed_up_proofs(seed: int, count: int) -> None:
    """Nearly all are proven, the rest close to the value: a proven good move attracts visits."""
    estimates = [
        search(position, simulations=5_000, features=features, seed=seed)
        for text in SOLVED
        for position in late_positions(Rules.parse(text), seed, count)
        for features in (
            WITHOUT_ENDGAME_SOLVER,
            Feature.PROOFS,
            Feature.PROOFS | Feature.TRANSPOSITIONS,
        )
    ]
    for found in estimates:
        value, _ = minimax.truth(found.position)
        assert found.value == value if found.is_proven else abs(found.value - value) < 0.1, found
        check_proofs(found)
    assert sum(found.is_proven for found in estimates) > 0.9 * len(estimates)


# ------------------------------------------------------------------ boards that it does not support


@pytest.mark.parametrize("text", UNSOLVED)
def test_the_last_marks_are_never_misplayed(text: str) -> None:
    check_last_marks(last_positions(text, seed=5, count=6))


@pytest.mark.nightly
@pytest.mark.parametrize("text", [*UNSOLVED, *LARGE])
def test_the_last_marks_are_never_misplayed_in_many_games(text: str) -> None:
    check_last_marks(last_positions(text, seed=6, count=12))


@pytest.mark.parametrize("text", LARGE)
def test_the_last_marks_of_a_large_board(text: str) -> None:
    check_last_marks(last_positions(text, seed=7, count=2, max_marks=4))


def check_last_marks(positions: list[Position]) -> None:
    """Check that one simulation proves the value, and that it follows from the next positions."""
    for position in positions:
        found = search(position, simulations=1)
        assert found.is_proven, position
        values = [candidate.value for candidate in found.candidates]
        assert found.value == backed_up(position, values), position
        for candidate in found.candidates:
            assert candidate.is_proven, position
            after = position.play(candidate.move)
            value = after.outcome.value if after.outcome else _proven(after)
            assert candidate.value == value, (position, candidate)
        if isinstance(position.to_move, Player):
            assert found.candidates[position.legal_moves.index(found.move)].value == found.value


def _proven(position: Position) -> float:
    found = search(position, simulations=1)
    assert found.is_proven, position
    return found.value


def backed_up(position: Position, values: list[float]) -> float:
    """The value of a position with these values of its moves."""
    if position.to_move == "chance":
        return sum(values) / 2
    return max(values) if position.to_move is Player.X else min(values)


@pytest.mark.parametrize("text", UNSOLVED)
def test_endings_match_minimax(text: str) -> None:
    compare_endings(text, seed=8, count=4)


@pytest.mark.nightly
@pytest.mark.parametrize("text", [*UNSOLVED, *LARGE])
def test_many_endings_match_minimax(text: str) -> None:
    compare_endings(text, seed=9, count=50)


def compare_endings(text: str, seed: int, count: int) -> None:
    """With solved endings, and with proofs from the tree alone."""
    late = (p for p in last_positions(text, seed, 400, max_marks=4) if is_quick(p))
    for position in islice(late, count):
        value, _ = minimax.truth(position)
        assert search(position, simulations=1).value == value, position
        backed = search(position, simulations=5_000, features=WITHOUT_ENDGAME_SOLVER, seed=seed)
        assert backed.value == value if backed.is_proven else abs(backed.value - value) < 0.1


def is_quick(position: Position) -> bool:
    """Whether plain minimax in Python is fast enough."""
    left = len(position.open_squares)
    return marks_left(position) <= {5: 3, 6: 3, 7: 2, 8: 2}.get(left, 4 if left < 5 else 1)


def test_endings_under_any_rules() -> None:
    any_endings(seed=10, count=35)


@pytest.mark.nightly
def test_many_endings_under_any_rules() -> None:
    any_endings(seed=11, count=1500)


def any_endings(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        position = next(_endings(random_rules(rng, (4, 6, 9, 12, 16)), rng, LAST_MARKS))
        if not is_quick(position):
            continue
        found = search(position, simulations=1)
        value, _ = minimax.truth(position)
        assert (found.value, found.is_proven) == (value, True), position


def test_coins_have_the_exact_mean() -> None:
    """With eight coins and more, the value is a finer fraction than the solver's unit."""
    rules = Rules.parse("goff rows=1 cols=12 line=2 scoring=match chooser=chance ends=full")
    for position in last_positions(str(rules), seed=12, count=3, max_marks=3):
        found = search(position, simulations=1)
        assert found.is_proven
        assert found.value == backed_up(
            position, [candidate.value for candidate in found.candidates]
        )


# ---------------------------------------------------------------------------- symmetry


@pytest.mark.parametrize("text", dict.fromkeys((*PRESETS, *UNSOLVED)))
def test_symmetric_positions_have_the_same_value(text: str) -> None:
    for position in last_positions(text, seed=13, count=2):
        for symmetry in position.rules.board.symmetries():
            image = search(position.transformed(symmetry), simulations=1)
            assert image.value == search(position, simulations=1).value
