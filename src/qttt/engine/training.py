"""Training of learned evaluators by self-play.

A search plays against itself; what it knows of each position, and of nodes of its tree, is an
example. The kernel learns from examples one by one (``kernel/train.h``). The weights are saved
after each round, so a training can be continued; it depends only on its seed.
"""

import ctypes
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

from qttt.game import Move, Position, Rules

from .evaluator import LearnedEvaluator, sealed
from .kernel import encode_rules, library
from .kernel_api import QtttEvaluator, QtttExample, QtttLoss, QtttTraining
from .search import ALL_FEATURES, Estimate, Search

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
WINDOW = 8
"""Number of the latest rounds whose examples are learned in a round."""


class TrainingError(ValueError):
    """The folder has another training."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How to train.

    - ``games``: games of a round; ``simulations``: of the search for a move.
    - ``passes``: how often the examples of a round are learned; ``rate``: of AdaGrad.
    """

    rules: str
    games: int = 1000
    simulations: int = 800
    passes: int = 2
    rate: float = 0.05
    seed: int = 0


class TrainingRound(NamedTuple):
    """The result of a round: before the examples are learned for the last time."""

    number: int
    examples: int
    value_error: float
    best_found: float


class Training:
    """The weights in training."""

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        self.rules = rules
        self._state = QtttTraining()
        library().qttt_training_init(ctypes.byref(self._state), seed)

    @property
    def positions(self) -> int:
        """Number of examples learned."""
        return int(self._state.positions)

    def learn(self, examples: bytes, rate: float, seed: int) -> QtttLoss:
        """Learn from examples in their order. Raises ``ValueError`` for an invalid one."""
        loss = QtttLoss()
        code, count = encode_rules(self.rules), len(examples) // EXAMPLE_BYTES
        state, loss_at = ctypes.byref(self._state), ctypes.byref(loss)
        if library().qttt_train(state, code, examples, count, rate, seed, loss_at):
            raise ValueError("an example is not a settled position of these rules")
        return loss

    def write(self, path: Path) -> LearnedEvaluator:
        """Write the evaluator to a file."""
        raw = QtttEvaluator()
        code = encode_rules(self.rules)
        library().qttt_training_write(ctypes.byref(self._state), code, ctypes.byref(raw))
        path.write_bytes(sealed(bytes(raw)))
        return LearnedEvaluator(path)

    def save(self, path: Path) -> None:
        """Save the state, to continue later."""
        path.write_bytes(bytes(self._state))

    def load(self, path: Path) -> None:
        """Continue from a saved state."""
        data = path.read_bytes()
        if len(data) != ctypes.sizeof(QtttTraining):
            raise TrainingError(f"{path} is not the state of a training, or of another version")
        self._state = QtttTraining.from_buffer_copy(data)


# --- self-play ---------------------------------------------------------------------------------


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
        search = Search(position, megabytes=8, features=ALL_FEATURES, evaluator=evaluator)
        estimate = search.run(simulations=simulations, seed=rng.getrandbits(32))
        examples = [*_examples_of(search, rng.getrandbits(32))]
        roots += [] if position.has_loop else examples[:1]
        found += examples
        is_early = len(position.marks) < opening + SAMPLED_MOVES
        if rng.random() < blunders:
            position = position.play(rng.choice(moves))
        else:
            position = position.play(_chosen(estimate, rng, is_sampled=is_early))
    points = position.outcome.points
    for root in roots:  # half what the search expected, half what happened
        root.value = (root.value + (points.x > points.o) - (points.x < points.o)) / 2
    return b"".join(map(bytes, found))


def _examples_of(search: Search, seed: int) -> Iterator[QtttExample]:
    examples = (QtttExample * EXAMPLES_PER_SEARCH)()
    yield from examples[: search.write_examples(examples, seed, MIN_VISITS)]


def _chosen(estimate: Estimate, rng: Random, *, is_sampled: bool) -> Move:
    visits = [candidate.visits for candidate in estimate.candidates]
    moves = [candidate.move for candidate in estimate.candidates]
    if estimate.move is None or (is_sampled and not estimate.is_proven and any(visits)):
        return rng.choices(moves, visits)[0]
    return estimate.move


# --- rounds ------------------------------------------------------------------------------------


def train(
    plan: TrainingPlan,
    folder: Path,
    rounds: int,
    progress: Callable[[TrainingRound], None] = lambda _: None,
) -> LearnedEvaluator:
    """Train until the folder has this number of rounds; return the evaluator.

    Round 1 plays without an evaluator, later ones with that of the round before.

    Raises:
        TrainingError: The folder has a training with another plan.
    """
    _claim(folder, plan)
    rules = Rules.parse(plan.rules)
    training, done = Training(rules, plan.seed), _finished_rounds(folder)
    evaluator = None
    if done:
        training.load(folder / f"{done}.state")
        evaluator = training.write(folder / "evaluator.qte")
    for number in range(done + 1, rounds + 1):
        rng = Random(f"{plan.seed} {number}")
        games = (play_game(rules, plan.simulations, rng, evaluator) for _ in range(plan.games))
        (folder / f"{number}.examples").write_bytes(b"".join(games))
        loss, count = _learn_round(training, folder, number, plan, rng)
        evaluator = training.write(folder / "evaluator.qte")
        training.save(folder / f"{number}.state")
        (folder / f"{number - 1}.state").unlink(missing_ok=True)
        (folder / f"{number - WINDOW}.examples").unlink(missing_ok=True)
        progress(TrainingRound(number, count, loss.value_error, loss.best_found))
    if evaluator is None:
        raise ValueError(f"rounds must be positive, not {rounds}")
    return evaluator


def _claim(folder: Path, plan: TrainingPlan) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path, text = folder / "plan.json", json.dumps(asdict(plan), indent=1)
    if not path.exists():
        path.write_text(text, "utf-8")
    if path.read_text("utf-8") != text:
        raise TrainingError(f"{path} has another plan: use another folder")


def _finished_rounds(folder: Path) -> int:
    return max((int(path.stem) for path in folder.glob("*.state")), default=0)


def _learn_round(
    training: Training, folder: Path, number: int, plan: TrainingPlan, rng: Random
) -> tuple[QtttLoss, int]:
    latest = range(max(1, number - WINDOW + 1), number + 1)
    data = b"".join((folder / f"{each}.examples").read_bytes() for each in latest)
    examples = [data[at : at + EXAMPLE_BYTES] for at in range(0, len(data), EXAMPLE_BYTES)]
    loss = QtttLoss()
    for _ in range(plan.passes):
        rng.shuffle(examples)
        loss = training.learn(b"".join(examples), plan.rate, rng.getrandbits(32))
    return loss, len(examples)
