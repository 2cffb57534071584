"""Text environment for language models: prompts, replies judged with a message, and rewards.

Rewards are verifiable: on boards that can be solved, moves are judged by their exact value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from qttt.copies import IndependentCopies
from qttt.engine import Level, SolveDepth, can_solve, choose_move, random_move, solve
from qttt.engine.levels import check_available
from qttt.game import Move, Player, Position, Rules
from qttt.game.arguments import checked
from qttt.notation import IllegalMoveInTextError, NotationError, parse_move
from qttt.notation.points import describe_points
from qttt.notation.rules_text import rules_in_words
from qttt.notation.text import board_text

ILLEGAL_REWARD = -1.0
"""Reward for a reply without a legal move."""

MAX_ILLEGAL_REPLIES = 3
"""Number of replies in a row without a legal move after which the game is forfeited."""

MAX_LISTED = 40
"""Maximum number of legal moves that are listed one by one."""

_COLLAPSE = "A collapse is written as @ and the square on which the closing mark lands."

_ORNAMENT = " \t*_`.\"'"


@dataclass(frozen=True, slots=True)
class ReplyVerdict:
    """The evaluation of a reply.

    ``move`` is the legal move in it, if any. ``regret`` is the value of the best move minus that of
    this move, in points; None without a move, or if the board is not solved.

    ``reward`` is ``ILLEGAL_REWARD`` without a legal move; otherwise it scales linearly from 0 for a
    worst move to 1 for a best one; 0 if the board is not solved. ``message`` is the same as text.
    """

    move: Move | None
    regret: float | None
    reward: float
    message: str


@dataclass(frozen=True, slots=True)
class DialogueStep:
    """A step of a ``Dialogue``: the next prompt, and the verdict on the last reply.

    ``score_difference`` is the player's points minus the opponent's, −2 if the game was forfeited,
    0 before the end.
    """

    prompt: str
    verdict: ReplyVerdict
    done: bool
    score_difference: float


def prompt(position: Position) -> str:
    """Return the rules, the board and the legal moves for the player to move.

    Raises ``ValueError`` if no player is to move.
    """
    player = _player_to_move(position)
    return "\n".join(
        [
            f"You play {player} in {'quantum ' * position.rules.is_quantum}tic-tac-toe.",
            rules_in_words(position.rules),
            *([_COLLAPSE] if position.has_loop else []),
            "",
            board_text(position, unicode=False),
            "",
            f"You are {player} and decide now. {_legal(position)}",
            "End your answer with a line MOVE: followed by your move.",
        ]
    )


def judge_reply(position: Position, reply: str) -> ReplyVerdict:
    """Judge a reply to the prompt by its last ``MOVE: …``.

    Raises ``ValueError`` if no player is to move. Cost on 3×3: 1 ms, up to 50 ms early in a game.
    """
    _player_to_move(position)
    answer = last_answer(reply, "MOVE")
    if answer is None:
        return _illegal("There is no line MOVE: in your answer.")
    try:
        move = parse_move(answer, position)
    except (NotationError, IllegalMoveInTextError) as error:
        return _illegal(f"Illegal move: {error.message}.")
    return _judged(position, move)


def last_answer(reply: str, label: str) -> str | None:
    r"""Return what follows the last ``label:`` on its line; None without one.

    Ornaments around it are removed, unless there is nothing else.

    >>> last_answer("First I thought MOVE: 12, but:\n**Move: 37**", "MOVE")
    '37'
    """
    answers = re.findall(rf"\b{label}\s*:[ \t]*([^\n]*)", reply, re.IGNORECASE)
    return answers[-1].strip(_ORNAMENT) or answers[-1].strip() if answers else None


def regrets(position: Position) -> dict[Move, float]:
    """Return how many points each legal move loses against perfect play.

    Raises ``UnsolvableError`` if the board cannot be solved.

    >>> regrets(Position.after((0, 1), (0, 1)))
    {Collapse(square=0): 1.0, Collapse(square=1): 0.0}
    """
    sign = 1 if position.to_move is Player.X else -1
    moves = solve(position, depth=SolveDepth.VALUES).moves
    best = max(sign * option.value for option in moves)
    return {option.move: best - sign * option.value for option in moves}


@checked
def exercises(rules: Rules | str = "goff", *, seed: int = 0) -> Iterator[Position]:
    """Yield positions from random games, without end, in which the moves differ in value.

    Deterministic for a seed. Raises ``UnsolvableError`` if the board cannot be solved.

    >>> print(next(exercises(seed=1)))
    16/35/19/68
    """
    rng, start = Random(seed), Position(Rules.of(rules))
    while True:
        position = start
        for _ in range(rng.randrange(2 * start.rules.board.size)):
            if position.outcome:
                break
            position = position.play(random_move(position, rng))
        if isinstance(position.to_move, Player) and any(regrets(position).values()):
            yield position


class Dialogue(IndependentCopies):
    """A game against a computer player through text.

    Raises:
        RulesError: The rules are invalid.
        UnsolvableError: The level is not available on the board.
        ValueError: The level or player does not exist.

    >>> dialogue = Dialogue(player="X", seed=1)
    >>> reply = dialogue.answer("The centre is strong. MOVE: 55")
    >>> reply.verdict.message
    'Illegal move: 55 is not legal in -: a quantum mark needs two different squares (R3).'
    >>> dialogue.answer("MOVE: 19").verdict.message
    '19 is a best move.'
    """

    @checked
    def __init__(
        self,
        rules: Rules | str = "goff",
        opponent: str = "optimal",
        player: str = "X",
        seed: int = 0,
    ) -> None:
        self.position = Position(Rules.of(rules))
        self.player, self.opponent = Player(player), Level(opponent)
        check_available(self.opponent, self.position.rules)
        self._rng, self._failures = Random(seed), 0
        self._advance()

    @property
    def prompt(self) -> str:
        """The current prompt, or the final board once the game is over."""
        if self.position.outcome:
            return board_text(self.position, unicode=False)
        return prompt(self.position)

    def answer(self, reply: str) -> DialogueStep:
        """Judge a reply, play its move and the opponent's answer.

        Raises:
            ValueError: The game is over or was forfeited.
        """
        if self._failures == MAX_ILLEGAL_REPLIES:
            raise ValueError("the game was forfeited")
        verdict = judge_reply(self.position, reply)
        self._failures = 0 if verdict.move else self._failures + 1
        if verdict.move:
            self.position = self.position.play(verdict.move)
            self._advance()
        forfeited = self._failures == MAX_ILLEGAL_REPLIES
        done = forfeited or self.position.outcome is not None
        text = f"{verdict.message}\n\n{self.prompt}"
        return DialogueStep(text, verdict, done, -2.0 if forfeited else self._lead())

    def _advance(self) -> None:
        while (decider := self.position.to_move) not in (self.player, None):
            if decider == "chance":
                move = random_move(self.position, self._rng)
            else:
                move = choose_move(self.position, self.opponent, self._rng)
            self.position = self.position.play(move)

    def _lead(self) -> float:
        outcome = self.position.outcome
        if outcome is None:
            return 0.0
        lead = outcome.points.x - outcome.points.o
        return lead if self.player is Player.X else -lead


def _player_to_move(position: Position) -> Player:
    if isinstance(position.to_move, Player):
        return position.to_move
    reason = "chance decides this collapse" if position.to_move else "the game is over"
    raise ValueError(f"no player is to move in {position}: {reason}")


def _legal(position: Position) -> str:
    moves = position.legal_moves
    if len(moves) <= MAX_LISTED:
        return f"Legal moves: {' '.join(map(position.name, moves))}."
    squares = " ".join(map(position.rules.board.name, position.open_squares))
    kind = "two different of these squares" if position.rules.is_quantum else "one of these squares"
    return f"A legal move names {kind}, as {position.name(moves[0])} does: {squares}."


def _illegal(message: str) -> ReplyVerdict:
    return ReplyVerdict(None, None, ILLEGAL_REWARD, message)


def _judged(position: Position, move: Move) -> ReplyVerdict:
    name = position.name(move)
    if not can_solve(position):
        return ReplyVerdict(move, None, 0.0, f"{name} is legal.")
    losses = regrets(position)
    regret = losses[move]
    if not regret:
        return ReplyVerdict(move, 0.0, 1.0, f"{name} is a best move.")
    reward = 1 - regret / max(losses.values())
    return ReplyVerdict(
        move, regret, reward, f"{name} loses {describe_points(regret)} against perfect play."
    )
