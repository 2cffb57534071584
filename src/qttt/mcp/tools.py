"""The tools, as functions of texts; they raise the errors of the packages that they call.

``position`` is any text that ``qttt.notation.read`` supports, ``rules`` a preset, with switches if
wanted: ``goff``, ``krist rows=5 cols=5``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from qttt.engine import Analysis, UnsolvableError, can_solve, solve
from qttt.game import Collapse, Move, Position, Rules, mark_name
from qttt.notation import parse_moves, read
from qttt.notation.describe import describe, describe_move
from qttt.notation.points import describe_value
from qttt.notation.rules_text import preset_notes, rules_heading, rules_in_words
from qttt.notation.svg import board_svg
from qttt.notation.text import board_text
from qttt.texts.folders import languages
from qttt.texts.phrases import phrases

from . import explanation

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[*languages()]
"""The languages of rules in words."""
MAX_LISTED = 300
"""Maximum number of legal moves to list: all of the empty 5×5 board."""


@dataclass(frozen=True, slots=True)
class RulesResult:
    """Rules in words, and the presets to choose from."""

    rules: str
    title: str
    text: str
    presets: dict[str, str]


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move, and what it does."""

    move: str
    description: str


@dataclass(frozen=True, slots=True)
class LegalMovesResult:
    """Legal moves; ``count`` is their number even if ``moves`` is truncated.

    ``decider`` is ``X``, ``O``, ``chance``, or null if the game is over.
    """

    position: str
    decider: str | None
    count: int
    moves: list[LegalMove]


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The position after moves; ``result`` is points, X first, or null while the game goes on."""

    position: str
    played: list[str]
    next: str
    decider: str | None
    result: str | None
    board: str


@dataclass(frozen=True, slots=True)
class MoveProof:
    """The value of a move, and a line of best play that starts with it.

    ``plies`` is the length of the rest of the game, null if the value is 0 or chance decides.
    """

    move: str
    value: float
    plies: int | None
    line: list[str]


@dataclass(frozen=True, slots=True)
class ValueResult:
    """The exact value, X's points minus O's under perfect play, and its proof.

    The value is the best of ``moves`` for the decider, or the mean of both if chance decides. The
    value of a move is that of the position after it, which can be asked in turn.
    """

    position: str
    value: float
    words: str
    decider: str | None
    best: list[str]
    moves: list[MoveProof]


def rules(rules: str = "goff", language: Language = "en") -> RulesResult:
    """Return the rules of the game in words, and the list of presets."""
    parsed = Rules.parse(rules)
    return RulesResult(
        rules=str(parsed),
        title=rules_heading(parsed, language),
        text=rules_in_words(parsed, language),
        presets=preset_notes(language),
    )


def legal_moves(position: str = "-", rules: str = "goff") -> LegalMovesResult:
    """Return the legal moves in a position, each with what it does."""
    start = _position(position, rules)
    moves = start.legal_moves
    return LegalMovesResult(
        position=str(start),
        decider=start.to_move,
        count=len(moves),
        moves=[LegalMove(start.name(m), _option(m, start)) for m in moves[:MAX_LISTED]],
    )


def play(moves: str, position: str = "-", rules: str = "goff") -> PlayResult:
    """Play moves, separated by spaces, and return the new position."""
    path = parse_moves(moves, _position(position, rules)).path
    after = path[-1].position
    return PlayResult(
        position=str(after),
        played=[
            describe_move(node.move, parent.position)
            for parent, node in pairwise(path)
            if node.move is not None
        ],
        next=describe(after),
        decider=after.to_move,
        result=after.outcome.result if after.outcome else None,
        board=board_text(after),
    )


def value(position: str = "-", rules: str = "goff") -> ValueResult:
    """Return the exact value of a position and of every move, with the best play as proof."""
    start = _position(position, rules)
    if not can_solve(start):
        raise UnsolvableError(f"{start.rules}: this tool solves boards of at most nine squares")
    analysis = solve(start)
    return ValueResult(
        position=str(start),
        value=analysis.value,
        words=describe_value(analysis.value, start),
        decider=start.to_move,
        best=[start.name(move) for move in analysis.best],
        moves=_proofs(analysis),
    )


def explain(position: str = "-", rules: str = "goff") -> str:
    """Explain a position in words: board, next decision, entanglements, odds and value."""
    return explanation.explain(_position(position, rules))


def _option(move: Move, position: Position) -> str:
    if isinstance(move, Collapse):
        mark = mark_name(len(position.marks))
        return phrases()("game.lands", mark=mark, square=position.name(move).removeprefix("@"))
    return describe_move(move, position)


def board(position: str, rules: str) -> str:
    """Return a position drawn with characters."""
    return board_text(_position(position, rules))


def picture(position: str, rules: str, *, dark: bool) -> str:
    """Return a position as an SVG picture."""
    return board_svg(_position(position, rules), size=480, dark=dark)


def _position(text: str, rules: str) -> Position:
    return read(text, Rules.parse(rules)).position


def _proofs(analysis: Analysis) -> list[MoveProof]:
    position = analysis.position
    return [
        MoveProof(
            move=position.name(option.move),
            value=option.value,
            plies=option.plies,
            line=_names(position, (option.move, *solve(position.play(option.move)).line)),
        )
        for option in analysis.moves
    ]


def _names(position: Position, moves: Iterable[Move]) -> list[str]:
    names = []
    for move in moves:
        names.append(position.name(move))
        position = position.play(move)
    return names
