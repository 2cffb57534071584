"""A game looked at again: what each move kept or lost, and what luck gave."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from qttt.game import Move, Node, Player
from qttt.notation import Record, replay

from .judge import Judge, Judgement, judge_for


class Verdict(StrEnum):
    """What can be said of a ply. Only ``LOSES`` and ``LUCK`` change what the position is worth."""

    FORCED = "forced"
    """The only legal move."""
    BEST = "best"
    """Nothing is better, in value or in speed."""
    SLOWER = "slower"
    """Keeps the value, but the win comes later than it could."""
    SOONER = "sooner"
    """Keeps the value, but the loss comes sooner than it must."""
    CLOSE = "close"
    """Estimates only: not the best, but the difference means nothing."""
    LOSES = "loses"
    """Gives away value: a half, a point, …"""
    LUCK = "luck"
    """A coin decided, and nobody can be blamed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: at ``node``, where the position was worth ``before``, ``move`` led to ``after``."""

    node: Node
    move: Move
    before: Judgement
    after: Judgement

    @property
    def player(self) -> Player | None:
        """Who decided; None for a coin."""
        who = self.before.position.to_move
        return who if isinstance(who, Player) else None

    @property
    def change(self) -> float:
        """By how much the value rose, in favour of X."""
        return self.after.value - self.before.value

    @property
    def margin(self) -> float:
        """Changes up to this mean nothing; 0 if both values are exact."""
        return max(self.before.margin, self.after.margin)

    @property
    def verdict(self) -> Verdict:
        """What can be said of it."""
        if self.player is None:
            return Verdict.LUCK
        if len(self.before.position.legal_moves) == 1:
            return Verdict.FORCED
        if self.move in self.before.best:
            return Verdict.BEST
        if self._cost > self.margin:
            return Verdict.LOSES
        if self.margin:
            return Verdict.CLOSE
        if self.slower is None:
            return Verdict.BEST
        return Verdict.SLOWER if self._gain(self.before.value) > 0 else Verdict.SOONER

    @property
    def loss(self) -> float:
        """The points that it gave away; 0 unless the verdict is ``LOSES``."""
        return self._cost if self.verdict is Verdict.LOSES else 0.0

    @property
    def stake(self) -> float:
        """The points that the worst move would have given away."""
        return max(self.before.stake, self.loss)

    @property
    def slower(self) -> int | None:
        """How many plies more the game lasts than after a best move; None if nobody hurries."""
        moves = self.before.moves
        mine, best = (
            moves[m].plies if m in moves else None for m in (self.move, self.before.best[0])
        )
        return None if mine is None or best is None else mine - best

    @property
    def luck(self) -> float:
        """The points that the coin gave to X; 0 if a player decided."""
        return self.change if self.player is None else 0.0

    @property
    def is_swing(self) -> bool:
        """True for a mistake, and for a coin that mattered."""
        return self.loss > 0 or abs(self.luck) > self.margin

    @property
    def _cost(self) -> float:
        return -self._gain(self.change)

    def _gain(self, value: float) -> float:
        return -value if self.player is Player.O else value


@dataclass(frozen=True, slots=True)
class Side:
    """How one player did: the plies at which that player had a choice."""

    steps: tuple[Step, ...]

    @property
    def counts(self) -> Counter[Verdict]:
        """How often each verdict was given."""
        return Counter(step.verdict for step in self.steps)

    @property
    def lost(self) -> float:
        """All the points that were given away."""
        return sum((step.loss for step in self.steps), 0.0)

    @property
    def stake(self) -> float:
        """All the points that the worst moves would have given away."""
        return sum((step.stake for step in self.steps), 0.0)

    @property
    def accuracy(self) -> float | None:
        """The share of ``stake`` that was not ``lost``, from 0 to 1; None if nothing was at stake.

        1 for who never lost value, 0 for who always made the worst move.
        """
        return 1 - self.lost / self.stake if self.stake else None

    @property
    def is_exact(self) -> bool:
        """Whether no estimate is among these points."""
        return not any(step.margin for step in self.steps)

    @property
    def worst(self) -> Step | None:
        """The biggest mistake, the first of several; None if there is none."""
        mistakes = [step for step in self.steps if step.loss]
        return max(mistakes, key=lambda step: step.loss, default=None)


@dataclass(frozen=True, slots=True)
class Review:
    """A line of play from ``start`` on, ply by ply.

    ``result`` is what X got minus what O got, None if the game goes on. ``variations`` are the
    other lines of the game, each from the position where it begins, in the order of its record.
    """

    start: Judgement
    steps: tuple[Step, ...]
    result: float | None = None
    variations: tuple["Review", ...] = ()

    @property
    def end(self) -> Judgement:
        """The judgement of the last position."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def is_exact(self) -> bool:
        """True if no value in it is an estimate."""
        return self.start.is_exact and all(step.after.is_exact for step in self.steps)

    @property
    def conceded(self) -> float:
        """By how much the value rose, for X, because a player resigned or both agreed."""
        return 0.0 if self.result is None else self.result - self.end.value

    @property
    def luck(self) -> float:
        """The points that coins gave to X in all."""
        return sum((step.luck for step in self.steps), 0.0)

    @property
    def turning(self) -> Step | None:
        """The last mistake, or coin, that changed who is ahead: the moment that lost the game.

        None if nobody's mistake and no coin did.
        """
        turns = [s for s in self.steps if s.is_swing and s.before.sign != s.after.sign]
        return turns[-1] if turns else None

    def side(self, player: Player) -> Side:
        """How that player did."""
        mine = (step for step in self.steps if step.player is player)
        return Side(tuple(step for step in mine if step.verdict is not Verdict.FORCED))


def review(
    game: Node | Record,
    *,
    judge: Judge | None = None,
    result: str = "*",
    variations: bool = False,
) -> Review:
    """What each ply of a game was worth: of the line through ``game``, or of a record.

    ``judge`` says so: the solver, or an estimate where the board is too big for it. ``result`` is
    needed only for a game that ended by resignation or agreement, and is written as in records; a
    record knows its own. With ``variations`` the other lines are reviewed too.

    Where values are exact, the start's value, minus what X lost, plus what O lost, plus luck, is
    the last position's value. Raises what ``replay`` and ``judge`` raise. Costs one judgement for
    each position: on 3×3 some 20 ms for a game.

    >>> from qttt import read
    >>> found = review(read("12 12 @1 45"))
    >>> [str(step.verdict) for step in found.steps], found.side(Player.X).accuracy
    (['loses', 'loses', 'loses', 'best'], 0.4)
    """
    if isinstance(game, Record):
        result, game = game.result, replay(game)
    judged = cache(judge or judge_for(game.position.rules))
    main, *others = _lines([*game.path, *game.main_line])
    value = _ending(main[-1], result)
    told = tuple(_reviewed(line, judged) for line in others) if variations else ()
    return Review(judged(main[0].position), _steps(main, judged), value, told)


def _ending(last: Node, result: str) -> float | None:
    """What X got minus what O got; the board knows best."""
    if outcome := last.position.outcome:
        return outcome.value
    x, _, o = result.partition("-")
    return float(x) - float(o) if o else None


def _lines(main: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """The main line, then every other one from where it begins, each before what begins in it."""
    waiting = [main]
    while waiting:
        line = waiting.pop()
        yield line
        following = set(line)
        waiting += [
            (node, child, *child.main_line)
            for node in reversed(line[line is not main :])
            for child in reversed(node.children)
            if child not in following
        ]


def _reviewed(line: Sequence[Node], judge: Judge) -> Review:
    return Review(judge(line[0].position), _steps(line, judge), _ending(line[-1], "*"))


def _steps(line: Sequence[Node], judge: Judge) -> tuple[Step, ...]:
    judgements = [judge(node.position) for node in line]
    moves = line[-1].moves[len(line[0].moves) :]
    steps = map(Step, line, moves, judgements, judgements[1:])
    return tuple(_confirmed(step, judge) for step in steps)


def _confirmed(step: Step, judge: Judge) -> Step:
    """The step, with an estimated loss measured once more.

    One ply later a search sees further, so a move may only seem to lose. What the best move leads
    to is therefore judged from the same distance, and taken for the value before.
    """
    before = step.before
    if before.is_exact or not step.loss:
        return step
    best = judge(step.node.position.play(before.best[0]))
    return replace(step, before=replace(before, value=best.value))
