"""Reviews of games: what each move lost, and what coins gave."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from qttt.game import Move, Node, Player
from qttt.game.arguments import checked
from qttt.notation import Record, from_record

from .evaluation import Evaluation, Evaluator, evaluator_for
from .judging import Verdict, classify, plies_lost


@dataclass(frozen=True)
class ReviewedPly:
    """One ply: ``move`` at ``node``, with the evaluations ``before`` and ``after`` it."""

    node: Node
    move: Move
    before: Evaluation
    after: Evaluation

    @cached_property
    def player(self) -> Player | None:
        """The player who decided; None for a coin."""
        decider = self.before.position.to_move
        return decider if isinstance(decider, Player) else None

    @property
    def change(self) -> float:
        """The change of the value, from X's view."""
        return self.after.value - self.before.value

    @property
    def margin(self) -> float:
        """Changes up to this are not significant; 0 if both values are exact."""
        return max(self.before.margin, self.after.margin)

    @cached_property
    def verdict(self) -> Verdict:
        """The classification of the ply."""
        return classify(self.before, self.move, self._cost, self.margin)

    @cached_property
    def loss(self) -> float:
        """The points lost; 0 unless the verdict is ``LOSES``."""
        return self._cost if self.verdict is Verdict.LOSES else 0.0

    @property
    def points_at_stake(self) -> float:
        """The points that the worst move would have lost."""
        return max(self.before.points_at_stake, self.loss)

    @property
    def slower(self) -> int | None:
        """Plies that the game lasts longer than after a best move; None if plies are unknown."""
        return plies_lost(self.before, self.move)

    @property
    def luck(self) -> float:
        """The points that the coin gave to X; 0 if a player decided."""
        return self.change if self.player is None else 0.0

    @property
    def is_swing(self) -> bool:
        """Whether the ply is a mistake, or a coin that changed the value."""
        return self.loss > 0 or abs(self.luck) > self.margin

    @property
    def _cost(self) -> float:
        return self.change if self.player is Player.O else -self.change


@dataclass(frozen=True, slots=True)
class Side:
    """The plies at which one player had a choice."""

    steps: tuple[ReviewedPly, ...]

    @property
    def counts(self) -> Counter[Verdict]:
        """Number of plies by verdict."""
        return Counter(step.verdict for step in self.steps)

    @property
    def lost(self) -> float:
        """Total points lost."""
        return sum((step.loss for step in self.steps), 0.0)

    @property
    def points_at_stake(self) -> float:
        """Total points that the worst moves would have lost."""
        return sum((step.points_at_stake for step in self.steps), 0.0)

    @property
    def accuracy(self) -> float | None:
        """1 − ``lost`` / ``points_at_stake``; None if nothing was at stake.

        It is 1 without mistakes, and 0 if every move was the worst.
        """
        return 1 - self.lost / self.points_at_stake if self.points_at_stake else None

    @property
    def is_exact(self) -> bool:
        """Whether no values are estimates."""
        return not any(step.margin for step in self.steps)

    @property
    def worst(self) -> ReviewedPly | None:
        """The biggest mistake, the first of equal ones; None without mistakes."""
        mistakes = [step for step in self.steps if step.loss]
        return max(mistakes, key=lambda step: step.loss, default=None)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a line of play from ``start``.

    ``result`` is X's points minus O's, None if the game is not over. ``variations`` are the other
    lines of the game, each from its branching position, in the order of the record.
    """

    start: Evaluation
    steps: tuple[ReviewedPly, ...]
    result: float | None = None
    variations: tuple["Review", ...] = ()

    @property
    def end(self) -> Evaluation:
        """The evaluation of the last position."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def is_exact(self) -> bool:
        """Whether no values are estimates."""
        return self.start.is_exact and all(step.after.is_exact for step in self.steps)

    @property
    def concession_change(self) -> float:
        """The change of the value, from X's view, by a resignation or agreement."""
        return 0.0 if self.result is None else self.result - self.end.value

    @property
    def luck(self) -> float:
        """Total points that coins gave to X."""
        return sum((step.luck for step in self.steps), 0.0)

    @property
    def turning_point(self) -> ReviewedPly | None:
        """The last mistake or coin that changed who is ahead, if any."""
        turns = [s for s in self.steps if s.is_swing and s.before.sign != s.after.sign]
        return turns[-1] if turns else None

    def side(self, player: Player) -> Side:
        """Return the plies of one player, without forced moves."""
        own = (step for step in self.steps if step.player is player)
        return Side(tuple(step for step in own if step.verdict is not Verdict.FORCED))


@checked
def review(
    game: Node | Record,
    *,
    evaluator: Evaluator | None = None,
    result: str = "*",
    variations: bool = False,
) -> Review:
    """Review a game, ply by ply.

    If values are exact, the final value is the initial value, minus X's losses, plus O's losses,
    plus luck. Errors of ``from_record`` and ``evaluator`` propagate. Cost: one evaluation per
    position, 20 ms for a game on 3×3.

    Of a node, the line through it is reviewed; ``result``, as in records, is needed if that game
    ended off the board. ``evaluator`` is by default ``evaluator_for`` the rules. ``variations``
    includes the other lines.

    >>> from qttt import read
    >>> example = review(read("12 12 @1 45"))
    >>> [str(step.verdict) for step in example.steps], example.side(Player.X).accuracy
    (['loses', 'loses', 'loses', 'best'], 0.4)
    """
    if isinstance(game, Record):
        result, game = game.result, from_record(game)
    evaluate = cache(evaluator or evaluator_for(game.position.rules))
    main, *others = _lines([*game.path, *game.main_line])
    value = _result(main[-1], result)
    branches = tuple(_review_line(line, evaluate) for line in others) if variations else ()
    return Review(evaluate(main[0].position), _steps(main, evaluate), value, branches)


def _result(last: Node, result: str) -> float | None:
    """X's points minus O's; an outcome on the board has priority."""
    if outcome := last.position.outcome:
        return outcome.value
    x, _, o = result.partition("-")
    return float(x) - float(o) if o else None


def _lines(main: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """Yield the main line, then each variation from its branching node, in record order."""
    pending = [main]
    while pending:
        line = pending.pop()
        yield line
        following = set(line)
        pending += [
            (node, child, *child.main_line)
            for node in reversed(line[line is not main :])
            for child in reversed(node.children)
            if child not in following
        ]


def _review_line(line: Sequence[Node], evaluator: Evaluator) -> Review:
    return Review(evaluator(line[0].position), _steps(line, evaluator), _result(line[-1], "*"))


def _steps(line: Sequence[Node], evaluator: Evaluator) -> tuple[ReviewedPly, ...]:
    evaluations = [evaluator(node.position) for node in line]
    moves = line[-1].moves[len(line[0].moves) :]
    steps = map(ReviewedPly, line, moves, evaluations, evaluations[1:])
    return tuple(_with_checked_loss(step, evaluator) for step in steps)


def _with_checked_loss(step: ReviewedPly, evaluator: Evaluator) -> ReviewedPly:
    """The step, with an estimated loss checked at equal search depth.

    A search one ply later sees further, so a loss can be an artefact. The value before the move is
    therefore replaced by the value after the best move.
    """
    before = step.before
    if before.is_exact or not step.loss:
        return step
    best = evaluator(step.node.position.play(before.best[0]))
    return replace(step, before=replace(before, value=best.value))
