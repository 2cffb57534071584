"""Games of a training: self-play for examples, and matches that measure its progress.

A game depends only on the seed of the training, its round and its number, so games can be played in
any order, in any process.
"""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from qttt import __version__
from qttt.game import Move, Placement, Player, Position, Rules

from .evaluator import LearnedEvaluator
from .kernel_api import EXAMPLE_MOVES, QtttExample, SolveDepth
from .search import ALL_FEATURES, Estimate, Search, examples_of
from .solver import can_solve, solve

T = TypeVar("T")

EXAMPLE_BYTES = ctypes.sizeof(QtttExample)
EXAMPLES_PER_SEARCH = 17
MIN_VISITS = 12
"""Visits of a node that becomes an example."""
OPENING_MOVES = 4
"""Greatest number of random moves at the beginning of a game."""
SAMPLED_MOVES = 4
"""After these, moves are sampled by their visits, so that games differ."""
BLUNDER_RATE = 0.15
"""Of random moves in every second game, to learn from lost positions too."""
SOLVED_BLUNDER_RATES = (0.1, 0.3, 1.0)
"""Of random moves in a game on a solved board; one of them is drawn."""
MATCH_OPENING = 2
"""Random marks at the beginning of a game of a match."""
MEGABYTES = 8


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """A game, as sent to the process that plays it."""

    rules: str
    simulations: int
    seed: str
    evaluator: LearnedEvaluator | None
    version: str = __version__


class VersionError(ValueError):
    """The process that should play the game has another version of qttt."""


def play_batch(play: Callable[[TrainingGame], T], games: list[TrainingGame]) -> list[T]:
    """Play several games in one call."""
    return [play(game) for game in games]


def play_examples(game: TrainingGame) -> bytes:
    """Play a game of self-play; return its examples. Raises ``VersionError``."""
    _check_version(game)
    rules, rng = Rules.parse(game.rules), Random(game.seed)
    if can_solve(Position(rules)):
        return play_solved_game(rules, rng)
    return play_game(rules, game.simulations, rng, game.evaluator)


def play_match_game(game: TrainingGame) -> float:
    """Play against the search without evaluator; return 1, ½ or 0 for the evaluator.

    Both have the same number of simulations. The games with the same seed but for its last word,
    ``X`` or ``O``, which is the evaluator's side, have the same opening. Raises ``VersionError``.
    """
    _check_version(game)
    opening, _, side = game.seed.rpartition(" ")
    rng, position = Random(opening), Position(Rules.parse(game.rules))
    while position.outcome is None:
        if len(position.marks) < MATCH_OPENING or position.to_move == "chance":
            position = position.play(rng.choice(position.legal_moves))
            continue
        evaluator = game.evaluator if position.to_move == Player(side) else None
        search = Search(position, megabytes=MEGABYTES, evaluator=evaluator)
        estimate = search.run(simulations=game.simulations, seed=rng.getrandbits(32))
        position = position.play(_chosen(estimate, rng, is_sampled=False))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == Player(side))


def _check_version(game: TrainingGame) -> None:
    if game.version != __version__:
        raise VersionError(
            f"the training has qttt {game.version}, a worker {__version__}: "
            "install the same version everywhere"
        )


# --- examples of searches ------------------------------------------------------------------------


def play_game(
    rules: Rules, simulations: int, rng: Random, evaluator: LearnedEvaluator | None
) -> bytes:
    """Play a game of the search against itself; return its examples."""
    position, found = Position(rules), list[QtttExample]()
    opening, blunders = rng.randint(0, OPENING_MOVES), rng.choice((0.0, BLUNDER_RATE))
    roots = list[QtttExample]()
    while position.outcome is None:
        moves = position.legal_moves
        is_random = len(position.marks) < opening or position.to_move == "chance"
        if is_random or len(moves) == 1:
            position = position.play(rng.choice(moves))
            continue
        search = Search(position, megabytes=MEGABYTES, features=ALL_FEATURES, evaluator=evaluator)
        estimate = search.run(simulations=simulations, seed=rng.getrandbits(32))
        examples = examples_of(search, EXAMPLES_PER_SEARCH, rng.getrandbits(32), MIN_VISITS)
        roots += [] if position.has_loop else examples[:1]
        found += examples
        is_early = len(position.marks) < opening + SAMPLED_MOVES
        if rng.random() < blunders:
            position = position.play(rng.choice(moves))
        else:
            position = position.play(_chosen(estimate, rng, is_sampled=is_early))
    result = position.outcome.value / rules.max_lead
    for root in roots:  # half what the search expected, half what happened
        root.value = (root.value + result) / 2
    return b"".join(map(bytes, found))


def _chosen(estimate: Estimate, rng: Random, *, is_sampled: bool) -> Move:
    visits = [candidate.visits for candidate in estimate.candidates]
    moves = [candidate.move for candidate in estimate.candidates]
    if estimate.move is None or (is_sampled and not estimate.is_proven and any(visits)):
        return rng.choices(moves, visits)[0]
    return estimate.move


# --- examples of the solver ----------------------------------------------------------------------


def play_solved_game(rules: Rules, rng: Random) -> bytes:
    """Play a game of best and random moves; return its positions with exact values and moves."""
    position, found = Position(rules), list[QtttExample]()
    blunders = rng.choice(SOLVED_BLUNDER_RATES)
    while position.outcome is None:
        truth = solve(position, depth=SolveDepth.VALUES)
        if not position.has_loop:
            values = {move.value for move in truth.moves}
            found.append(_exact(position, truth.value, truth.best if len(values) > 1 else ()))
        is_random = position.to_move == "chance" or rng.random() < blunders
        position = position.play(rng.choice(position.legal_moves if is_random else truth.best))
    return b"".join(map(bytes, found))


def _exact(position: Position, value: float, best: tuple[Move, ...]) -> QtttExample:
    example = QtttExample(marks=len(position.marks), value=value / position.rules.max_lead)
    for mark, place in enumerate(position.marks):
        example.places[mark][:] = place if isinstance(place, tuple) else (place, place)
    pairs = [move for move in best if isinstance(move, Placement)][:EXAMPLE_MOVES]
    example.moves = len(pairs)
    for i, pair in enumerate(pairs):
        example.move[i][:], example.visits[i] = pair, 1
    return example
