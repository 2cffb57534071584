"""What the tree search calls proven is true: judged by the exact solver and by plain minimax."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from qttt.engine import Depth, solve
from qttt.engine.search import EVERYTHING, Estimate, Feature, search
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
CLIMBING = EVERYTHING & ~Feature.ENDINGS
"""Nothing is solved at the leaves, so that every proof comes up the tree."""


def marks_left(position: Position) -> int:
    kept_empty = position.rules.last_square == "empty"
    return position.rules.board.size - len(position.marks) - kept_empty


def last_positions(text: str, seed: int, count: int, most: int = LAST_MARKS) -> list[Position]:
    """So many positions of random games that go on for at most so many marks."""
    return list(islice(_endings(Rules.parse(text), random.Random(seed), most), count))


def _endings(rules: Rules, rng: random.Random, most: int) -> Iterator[Position]:
    while True:
        late = [p for p in game(rules, rng) if marks_left(p) <= most and not p.outcome]
        if late:
            yield rng.choice(late)


def check_proofs(found: Estimate) -> None:
    """Against the exact solver."""
    truth = solve(found.position, depth=Depth.VALUES)
    assert not found.proven or found.value == truth.value, found
    for candidate, each in zip(found.candidates, truth.moves, strict=True):
        assert candidate.move == each.move
        assert not candidate.proven or candidate.value == each.value, (found, candidate)
    if found.proven and isinstance(found.position.to_move, Player):
        assert found.move in keeping(found.position, truth.value), found


def keeping(position: Position, value: float) -> tuple[object, ...]:
    """The moves that do not give away what the position is worth."""
    truth = solve(position, depth=Depth.VALUES)
    return tuple(each.move for each in truth.moves if each.value == value)


# ------------------------------------------------------------- boards that the solver knows, too


@pytest.mark.parametrize("text", SOLVED)
def test_what_is_proven_is_true(text: str) -> None:
    prove_anywhere(text, seed=1, count=6)


@pytest.mark.nightly
@pytest.mark.parametrize("text", SOLVED)
def test_what_is_proven_is_true_everywhere(text: str) -> None:
    prove_anywhere(text, seed=2, count=200)


def prove_anywhere(text: str, seed: int, count: int) -> None:
    """With any features, after few simulations and after many, with one thread and with three."""
    rng, rules = random.Random(seed), Rules.parse(text)
    many = different_positions(rules, seed, 5 * count if rules.board.size > 3 else 5)
    begun = (position for position in many if 4 * len(position.marks) >= rules.board.size)
    for position in islice(begun, count):
        found = search(
            position,
            simulations=rng.choice((1, 60, 1000)),
            features=Feature(rng.randrange(128)) | Feature.PROOFS,
            threads=rng.choice((1, 3)),
            seed=rng.randrange(100),
        )
        check_proofs(found)


def test_what_one_thread_has_proven_no_other_forgets() -> None:
    """While one of them solves all moves of the root, the others estimate them."""
    position = Position.after((2, 3), (1, 8), (0, 2), (1, 5))
    features = Feature.PROOFS | Feature.ENDINGS
    for seed in range(40):
        check_proofs(search(position, simulations=1000, threads=3, seed=seed, features=features))


def test_a_move_that_looks_better_than_it_can_be_is_not_played() -> None:
    """The corners look good for O here, and lose; what is proven of them forbids them."""
    position = Position(Rules.parse("classic3 scoring=goff"), (8, 4, 0))
    features = EVERYTHING & ~Feature.PRIOR & ~Feature.ENDINGS
    founds = [search(position, simulations=1000, features=features, seed=s) for s in range(200)]
    assert sum(found.proven for found in founds) > 100
    for found in founds:
        check_proofs(found)


def test_the_tree_comes_to_its_proofs_without_the_endings() -> None:
    climb(seed=3, count=1)


@pytest.mark.nightly
def test_the_tree_comes_to_many_proofs_without_the_endings() -> None:
    climb(seed=4, count=60)


def climb(seed: int, count: int) -> None:
    """Not always, since a move that is proven and good is hard to give up; but near the truth."""
    founds = [
        search(position, simulations=5_000, features=features, seed=seed)
        for text in SOLVED
        for position in late_positions(Rules.parse(text), seed, count)
        for features in (CLIMBING, Feature.PROOFS, Feature.PROOFS | Feature.SHARING)
    ]
    for found in founds:
        value, _ = minimax.truth(found.position)
        assert found.value == value if found.proven else abs(found.value - value) < 0.1, found
        check_proofs(found)
    assert sum(found.proven for found in founds) > 0.9 * len(founds)


# ---------------------------------------------------------------------------- boards it does not


@pytest.mark.parametrize("text", UNSOLVED)
def test_the_last_marks_are_never_misplayed(text: str) -> None:
    finish(last_positions(text, seed=5, count=6))


@pytest.mark.nightly
@pytest.mark.parametrize("text", [*UNSOLVED, *LARGE])
def test_the_last_marks_are_never_misplayed_in_many_games(text: str) -> None:
    finish(last_positions(text, seed=6, count=12))


@pytest.mark.parametrize("text", LARGE)
def test_the_last_marks_of_a_large_board(text: str) -> None:
    finish(last_positions(text, seed=7, count=2, most=4))


def finish(positions: list[Position]) -> None:
    """One simulation is enough, and what is said of a position follows from what comes after it."""
    for position in positions:
        found = search(position, simulations=1)
        assert found.proven, position
        values = [candidate.value for candidate in found.candidates]
        assert found.value == backed_up(position, values), position
        for candidate in found.candidates:
            assert candidate.proven, position
            after = position.play(candidate.move)
            told = after.outcome.value if after.outcome else _proven(after)
            assert candidate.value == told, (position, candidate)
        if isinstance(position.to_move, Player):
            assert found.candidates[position.legal_moves.index(found.move)].value == found.value


def _proven(position: Position) -> float:
    found = search(position, simulations=1)
    assert found.proven, position
    return found.value


def backed_up(position: Position, values: list[float]) -> float:
    """What a position is worth if its moves are worth that."""
    if position.to_move == "chance":
        return sum(values) / 2
    return max(values) if position.to_move is Player.X else min(values)


@pytest.mark.parametrize("text", UNSOLVED)
def test_the_very_last_marks_are_what_minimax_says(text: str) -> None:
    compare_endings(text, seed=8, count=4)


@pytest.mark.nightly
@pytest.mark.parametrize("text", [*UNSOLVED, *LARGE])
def test_many_endings_are_what_minimax_says(text: str) -> None:
    compare_endings(text, seed=9, count=50)


def compare_endings(text: str, seed: int, count: int) -> None:
    """Also where nothing but the tree proves it."""
    late = (p for p in last_positions(text, seed, 400, most=4) if is_quick(p))
    for position in islice(late, count):
        value, _ = minimax.truth(position)
        assert search(position, simulations=1).value == value, position
        climbed = search(position, simulations=5_000, features=CLIMBING, seed=seed)
        assert climbed.value == value if climbed.proven else abs(climbed.value - value) < 0.1


def is_quick(position: Position) -> bool:
    """Soon searched by plain minimax in Python."""
    left = len(position.open_squares)
    return marks_left(position) <= {5: 3, 6: 3, 7: 2, 8: 2}.get(left, 4 if left < 5 else 1)


def test_endings_under_any_rules() -> None:
    any_endings(seed=10, count=70)


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
        assert (found.value, found.proven) == (value, True), position


def test_coins_are_worth_the_exact_mean() -> None:
    """Eight coins and more: the value is a fraction that the solver's units could not say."""
    rules = Rules.parse("goff rows=1 cols=12 line=2 scoring=match chooser=chance ends=full")
    for position in last_positions(str(rules), seed=12, count=3, most=3):
        found = search(position, simulations=1)
        assert found.proven
        assert found.value == backed_up(position, [each.value for each in found.candidates])


# ---------------------------------------------------------------------------- symmetry


@pytest.mark.parametrize("text", dict.fromkeys((*PRESETS, *UNSOLVED)))
def test_turned_and_mirrored_it_is_worth_the_same(text: str) -> None:
    for position in last_positions(text, seed=13, count=2):
        for symmetry in position.rules.board.symmetries():
            turned = search(position.mapped(symmetry), simulations=1)
            assert turned.value == search(position, simulations=1).value
