"""Training of learned evaluators by self-play.

A search plays against itself; what it knows of each position, and of nodes of its tree, is an
example. Boards that the solver solves have exact examples instead. The kernel learns from examples
one by one (``kernel/train.h``). A training depends only on its plan, and can be continued.
"""

import ctypes
import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from qttt.copies import IndependentCopies
from qttt.game import Rules
from qttt.game.arguments import checked, checked_class
from qttt.notation.files import replace_file

from .evaluator import LearnedEvaluator, sealed
from .kernel import encode_rules, library
from .kernel_api import QtttEvaluator, QtttLoss, QtttTraining
from .selfplay import (
    EXAMPLE_BYTES,
    TrainingGame,
    VersionError,
    play_batch,
    play_examples,
    play_match_game,
)
from .training_folder import TrainingError, TrainingFolder, claimed

__all__ = ["TrainingError", "TrainingPlan", "TrainingRound", "VersionError", "train"]

T = TypeVar("T")

BATCH = 5
"""Games sent to another process at once, which share the evaluator's 233 kB."""
WINDOW = 8
"""Number of the latest rounds whose examples are learned in a round."""
BLOCK = 100
"""Examples of the same rules that are learned in succession."""


@checked_class
@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How to train.

    - ``rules``: of the games, in turn; they differ in the size of the board at most.
    - ``games``: games of a round; ``simulations``: of the search for a move.
    - ``passes``: how often the examples of a round are learned; ``rate``: of AdaGrad.
    - ``match_games``: games after each round against the search without evaluator; an even number.

    Raises:
        KernelError: A board has more than 64 squares.
        RulesError: The rules are invalid.
        ValueError: They differ in more than the size, or a number is out of its range.
    """

    rules: tuple[str, ...]
    games: int = 1000
    simulations: int = 800
    passes: int = 2
    rate: float = 0.05
    seed: int = 0
    match_games: int = 20

    def __post_init__(self) -> None:
        if not self.rules:
            raise ValueError("a training needs rules: write rules=('krist',)")
        for name in ("games", "simulations", "passes"):
            if (number := getattr(self, name)) < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")
        if self.match_games < 0 or self.match_games % 2:
            raise ValueError(
                f"match_games must be even, and 0 for no match, not {self.match_games}"
            )
        _check_rate(self.rate)
        first, *others = (encode_rules(Rules.parse(text))[2:] for text in self.rules)
        if any(other != first for other in others):
            raise ValueError(
                f"{', '.join(self.rules)} differ in more than the size: train each by itself"
            )


def _check_rate(rate: float) -> None:
    if not 0 < rate <= 1:
        raise ValueError(f"rate must be more than 0 and at most 1, not {rate}")


class TrainingRound(NamedTuple):
    """The result of a round.

    - ``examples``: learned in this round; ``value_error`` and ``best_found`` are means before they
      are learned for the last time.
    - ``match_share``: the share of the points in the match afterwards; None without a match.
    """

    number: int
    examples: int
    value_error: float
    best_found: float
    match_share: float | None


class Training(IndependentCopies):
    """The weights in training."""

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        self.rules = rules
        self._state = QtttTraining()
        library().qttt_training_init(ctypes.byref(self._state), seed)

    @property
    def positions(self) -> int:
        """Number of examples learned."""
        return int(self._state.positions)

    def learn(
        self, examples: bytes, rate: float, seed: int, rules: Rules | None = None
    ) -> QtttLoss:
        """Learn from examples in their order, by default of the rules of the training.

        Raises ``ValueError`` for an invalid one or an invalid rate, and learns nothing then.
        """
        _check_rate(rate)
        count, rest = divmod(len(examples), EXAMPLE_BYTES)
        if rest:
            raise ValueError(
                f"examples have {EXAMPLE_BYTES} bytes each, not {len(examples)} in all"
            )
        loss, code = QtttLoss(), encode_rules(rules or self.rules)
        state, loss_at = ctypes.byref(self._state), ctypes.byref(loss)
        if library().qttt_train(state, code, examples, count, rate, seed, loss_at):
            raise ValueError("an example is not a settled position of these rules")
        return loss

    def write(self, path: Path) -> LearnedEvaluator:
        """Write the evaluator to a file."""
        raw = QtttEvaluator()
        code = encode_rules(self.rules)
        library().qttt_training_write(ctypes.byref(self._state), code, ctypes.byref(raw))
        replace_file(path, sealed(bytes(raw)))
        return LearnedEvaluator(path)

    def save(self) -> bytes:
        """Return the state, to continue later."""
        return bytes(self._state)

    def load(self, data: bytes) -> None:
        """Continue from a saved state. Raises ``TrainingError`` if it has another size."""
        if len(data) != ctypes.sizeof(QtttTraining):
            raise TrainingError("this is the state of a training of another version of qttt")
        self._state = QtttTraining.from_buffer_copy(data)


@checked
def train(
    plan: TrainingPlan,
    folder: str | os.PathLike[str],
    rounds: int,
    progress: Callable[[TrainingRound], None] | None = None,
    executor: Executor | None = None,
) -> LearnedEvaluator:
    """Train until the folder has this number of rounds; return the evaluator.

    Round 1 plays without an evaluator, later ones with that of the round before. An ``executor``
    plays games in other processes, with the same result.

    Raises:
        OSError: The folder cannot be read or written.
        TrainingError: The folder has another training, a damaged one, or is in use.
        ValueError: ``rounds`` is not positive.
        VersionError: A process of the executor has another version of qttt.
    """
    if rounds < 1:
        raise ValueError(f"rounds must be positive, not {rounds}")
    with claimed(Path(folder)) as claim:
        return _Rounds(plan, claim, executor).run(rounds, progress)


class _Rounds:
    def __init__(
        self, plan: TrainingPlan, folder: TrainingFolder, executor: Executor | None
    ) -> None:
        self.plan, self.folder = plan, folder
        self.rules = [Rules.parse(text) for text in plan.rules]
        self.training = Training(self.rules[0], plan.seed)
        self.executor = executor

    def run(
        self, rounds: int, progress: Callable[[TrainingRound], None] | None
    ) -> LearnedEvaluator:
        folder = self.folder
        folder.check_plan(asdict(self.plan) | {"rules": [*self.plan.rules]})
        done = folder.finished
        if done:
            self.training.load(folder.read_state(done))
        for number in range(done + 1, rounds + 1):
            evaluator = self.training.write(folder.evaluator) if number > 1 else None
            folder.remove_before(states=number - 1, examples=number - WINDOW + 1)
            finished = self._round(number, evaluator)
            if progress:
                progress(finished)
        return self.training.write(folder.evaluator)

    def _round(self, number: int, evaluator: LearnedEvaluator | None) -> TrainingRound:
        self.folder.write_examples(number, self._play(number, evaluator))
        loss, count = self._learn(number)
        share = self._match_share(number, self.training.write(self.folder.evaluator))
        finished = TrainingRound(number, count, loss.value_error, loss.best_found, share)
        self.folder.write_state(number, self.training.save(), finished._asdict())
        return finished

    def _play(self, number: int, evaluator: LearnedEvaluator | None) -> list[bytes]:
        games = [
            self._game(game, f"{self.plan.seed} {number} {game}", evaluator)
            for game in range(self.plan.games)
        ]
        played = self._results(play_examples, games)
        return [b"".join(played[kind :: len(self.rules)]) for kind in range(len(self.rules))]

    def _match_share(self, number: int, evaluator: LearnedEvaluator) -> float | None:
        games = [
            self._game(pair, f"{self.plan.seed} {number} match {pair} {side}", evaluator)
            for pair in range(self.plan.match_games // 2)
            for side in "XO"
        ]
        return sum(self._results(play_match_game, games)) / len(games) if games else None

    def _results(self, play: Callable[[TrainingGame], T], games: list[TrainingGame]) -> list[T]:
        if self.executor is None:
            return [play(game) for game in games]
        batches = [games[at : at + BATCH] for at in range(0, len(games), BATCH)]
        futures = [self.executor.submit(play_batch, play, batch) for batch in batches]
        try:
            return [result for future in futures for result in future.result()]
        finally:
            for future in futures:  # no-op if they are done
                future.cancel()

    def _game(self, number: int, seed: str, evaluator: LearnedEvaluator | None) -> TrainingGame:
        rules = self.plan.rules[number % len(self.rules)]
        return TrainingGame(rules, self.plan.simulations, seed, evaluator)

    def _learn(self, number: int) -> tuple[QtttLoss, int]:
        rng = Random(f"{self.plan.seed} {number}")
        examples = [self._latest(number, kind) for kind in range(len(self.rules))]
        loss, count = QtttLoss(), sum(map(len, examples))
        for _ in range(self.plan.passes):
            loss = self._learn_once(examples, rng)
        return loss, count

    def _latest(self, number: int, kind: int) -> list[bytes]:
        """Return the different examples of the latest rounds, so that openings do not prevail."""
        latest = range(max(1, number - WINDOW + 1), number + 1)
        data = b"".join(self.folder.read_examples(each, kind) for each in latest)
        every = (data[at : at + EXAMPLE_BYTES] for at in range(0, len(data), EXAMPLE_BYTES))
        return [*dict.fromkeys(every)]

    def _learn_once(self, examples: list[list[bytes]], rng: Random) -> QtttLoss:
        """Learn all examples, shuffled; return the mean loss."""
        blocks = list[tuple[Rules, list[bytes]]]()
        for rules, each in zip(self.rules, examples, strict=True):
            rng.shuffle(each)
            blocks += ((rules, each[at : at + BLOCK]) for at in range(0, len(each), BLOCK))
        rng.shuffle(blocks)
        total = QtttLoss()
        for rules, block in blocks:
            loss = self.training.learn(b"".join(block), self.plan.rate, rng.getrandbits(32), rules)
            total.value_error += loss.value_error * len(block)
            total.best_found += loss.best_found * loss.ranked
            total.ranked += loss.ranked
        total.value_error /= max(1, sum(map(len, examples)))
        total.best_found /= max(1, total.ranked)
        return total
