"""The policy of an evaluator as a player: it plays the likeliest move, without search."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from qttt.engine.evaluator import EvaluatorError, LearnedEvaluator, shipped_evaluator, weights_for
from qttt.engine.kernel import is_supported
from qttt.engine.kernel_api import MAX_SQUARES
from qttt.game import Move, Rules
from qttt.play import History, Opponent

from .errors import ContenderError

POLICY = "policy"


@dataclass(frozen=True, slots=True)
class ByPolicy:
    """The policy of the evaluator in ``file``, or of the shipped one if it is empty."""

    file: str = ""
    kind = POLICY
    threads = 1

    def check(self, rules: Rules) -> None:
        """Raise ``ContenderError`` if there is no evaluator for ``rules``."""
        self._evaluator(rules)

    @contextmanager
    def start(self, rules: Rules, seed: int) -> Iterator[Opponent]:
        """Start a player; ``seed`` decides between moves that are equally likely."""
        yield _PolicyPlayer(self._evaluator(rules), Random(seed))

    def _evaluator(self, rules: Rules) -> LearnedEvaluator:
        if not is_supported(rules):
            raise ContenderError(
                f"evaluators support boards of at most {MAX_SQUARES} squares, not {rules}"
            )
        if not self.file:
            if shipped := shipped_evaluator(rules):
                return shipped
            raise ContenderError(
                f"no evaluator for {rules} is shipped with this qttt: write policy=FILE.qte"
            )
        try:
            evaluator = LearnedEvaluator(Path(self.file))
            weights_for(evaluator, rules)
        except EvaluatorError as error:
            raise ContenderError(str(error)) from error
        except OSError as error:
            raise ContenderError(f"{self.file}: {error.strerror}") from error
        return evaluator


@dataclass(frozen=True, slots=True)
class _PolicyPlayer:
    evaluator: LearnedEvaluator
    rng: Random

    def choose(self, game: History) -> Move:
        priors = self.evaluator.evaluate(game.position).priors
        greatest = max(prior for _, prior in priors)
        return self.rng.choice([move for move, prior in priors if prior == greatest])
