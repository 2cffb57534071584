"""The game in words, for language models: a prompt, what was wrong with a reply, and a reward.

The reward is verifiable: where the board is solved, each move is judged by its exact value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from qttt.engine import Depth, Level, can_solve, choose, solve
from qttt.engine.levels import check_level
from qttt.game import Move, Player, Position, Rules
from qttt.notation import IllegalMoveInTextError, NotationError, board_text, parse_move

from .showing import rules_of
from .wording import rules_in_words

ILLEGAL = -1.0
"""The reward for a reply that names no legal move."""

TRIES = 3
"""After so many such replies in a row the game is given up."""

MOST_LISTED = 40
"""So many legal moves are listed one by one."""

_ANSWER = re.compile(r"\bmove\s*:[ \t]*([^\n]*)", re.IGNORECASE)
_ORNAMENT = " \t*_`.\"'"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply is worth.

    ``move`` is the legal move that it names, if any. ``regret`` is how many points fewer than the
    best move it leaves under perfect play; None if there is no move or nobody can tell.

    ``reward`` is ``ILLEGAL`` without a legal move; 1 for a best move, 0 for a worst one and between
    them in proportion; 0 where the board is not solved. ``message`` says the same in words.
    """

    move: Move | None
    regret: float | None
    reward: float
    message: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a ``Dialogue`` answers: the next prompt, and how the last reply is judged.

    ``lead`` is how many points more than the opponent's the game brought, once it is over; a game
    that was given up counts as lost by two.
    """

    prompt: str
    verdict: Verdict | None
    done: bool
    lead: float


def prompt(position: Position) -> str:
    """The rules, the board and what is legal, for whoever decides in ``position``.

    Raises ``ValueError`` if no player does.
    """
    player = _decider(position)
    return "\n".join(
        [
            f"You play {player} in {'quantum ' * position.rules.is_quantum}tic-tac-toe.",
            rules_in_words(position.rules),
            "",
            board_text(position, unicode=False),
            "",
            f"You are {player} and decide now. {_legal(position)}",
            "End your answer with a line that has MOVE: and your move.",
        ]
    )


def judge(position: Position, reply: str) -> Verdict:
    """What ``reply`` to the prompt is worth: its last ``MOVE: …`` counts.

    Raises ``ValueError`` if no player decides in ``position``. Cost on 3×3: 1 ms, early in the game
    up to 50 ms.
    """
    _decider(position)
    answers = _ANSWER.findall(reply)
    if not answers:
        return _refused("There is no line MOVE: in your answer.")
    try:
        move = parse_move(answers[-1].strip(_ORNAMENT), position)
    except (NotationError, IllegalMoveInTextError) as error:
        return _refused(f"That is no legal move: {error.message}.")
    return _judged(position, move)


def exercises(rules: Rules | str = "goff", *, seed: int = 0) -> Iterator[Position]:
    """Positions without end in which it matters what is played, from random games.

    The same seed gives the same ones. Raises ``UnsolvableError`` if the board is not solved.

    >>> print(next(exercises(seed=1)))
    16/35/19/68
    """
    rng, start = Random(seed), Position(rules_of(rules))
    while True:
        position = start
        for _ in range(rng.randrange(2 * start.rules.board.size)):
            if position.outcome:
                break
            position = position.play(rng.choice(position.legal_moves))
        if isinstance(position.to_move, Player) and len(set(_worth(position).values())) > 1:
            yield position


class Dialogue:
    """A game against a computer player, led in texts.

    Raises ``RulesError``, and ``UnsolvableError`` for a level that the board does not have.

    >>> dialogue = Dialogue(player="X", seed=1)
    >>> reply = dialogue.answer("The centre is strong. MOVE: 55")
    >>> reply.verdict.message
    'That is no legal move: 55 is not legal in -: a quantum mark needs two different squares (R3).'
    >>> dialogue.answer("MOVE: 19").verdict.message
    '19 is a best move.'
    """

    def __init__(
        self,
        rules: Rules | str = "goff",
        opponent: str = "optimal",
        player: str = "X",
        seed: int = 0,
    ) -> None:
        self.position = Position(rules_of(rules))
        self.player, self.opponent = Player(player), Level(opponent)
        check_level(self.opponent, self.position.rules)
        self._rng, self._refusals = Random(seed), 0
        self._go_on()

    @property
    def prompt(self) -> str:
        """What the model is to answer; once the game is over, how it ended."""
        if self.position.outcome:
            return board_text(self.position, unicode=False)
        return prompt(self.position)

    def answer(self, reply: str) -> Reply:
        """Judge a reply, play its move and what follows, and say what comes next.

        Raises ``ValueError`` if the game is over.
        """
        if self._refusals == TRIES:
            raise ValueError("the game was given up")
        verdict = judge(self.position, reply)
        self._refusals = 0 if verdict.move else self._refusals + 1
        if verdict.move:
            self.position = self.position.play(verdict.move)
            self._go_on()
        given_up = self._refusals == TRIES
        done = given_up or self.position.outcome is not None
        text = f"{verdict.message}\n\n{self.prompt}"
        return Reply(text, verdict, done, -2.0 if given_up else self._lead())

    def _go_on(self) -> None:
        """Everything up to the model's next decision."""
        while (decider := self.position.to_move) not in (self.player, None):
            if decider == "chance":
                move = self._rng.choice(self.position.legal_moves)
            else:
                move = choose(self.position, self.opponent, self._rng)
            self.position = self.position.play(move)

    def _lead(self) -> float:
        outcome = self.position.outcome
        if outcome is None:
            return 0.0
        lead = outcome.points.x - outcome.points.o
        return lead if self.player is Player.X else -lead


def _decider(position: Position) -> Player:
    if isinstance(position.to_move, Player):
        return position.to_move
    why = "chance decides this collapse" if position.to_move else "the game is over"
    raise ValueError(f"there is nothing to ask for in {position}: {why}")


def _legal(position: Position) -> str:
    moves = position.legal_moves
    if len(moves) <= MOST_LISTED:
        return f"Legal moves: {' '.join(map(position.name, moves))}."
    squares = " ".join(map(position.rules.board.name, position.open_squares))
    kind = "two different of these squares" if position.rules.is_quantum else "one of these squares"
    return f"A legal move names {kind}, as {position.name(moves[0])} does: {squares}."


def _refused(message: str) -> Verdict:
    return Verdict(None, None, ILLEGAL, message)


def _judged(position: Position, move: Move) -> Verdict:
    name = position.name(move)
    if not can_solve(position):
        return Verdict(move, None, 0.0, f"{name} is legal.")
    worth = _worth(position)
    best, worst = max(worth.values()), min(worth.values())
    regret = best - worth[move]
    if not regret:
        return Verdict(move, 0.0, 1.0, f"{name} is a best move.")
    reward = 1 - regret / (best - worst)
    return Verdict(move, regret, reward, f"{name} loses {regret:g} points against perfect play.")


def _worth(position: Position) -> dict[Move, float]:
    """What each move brings whoever decides: points more than the opponent's."""
    sign = 1 if position.to_move is Player.X else -1
    return {each.move: sign * each.value for each in solve(position, depth=Depth.VALUES).moves}
