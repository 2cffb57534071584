"""Descriptions of positions in one sentence."""

import re
from collections.abc import Callable

from qttt.game import Collapse, Move, Outcome, Player, Position, Termination, mark_name
from qttt.game.arguments import checked
from qttt.game.outcome import deciding_krists

from .content import REFERENCE
from .escapes import printable
from .phrases import Phrases, phrases
from .values import format_points

_MAX_LINES = 3
"""Lines to name at most; a long game on a large board can have dozens."""


@checked
def describe(
    position: Position,
    outcome: Outcome | None = None,
    *,
    unicode: bool = True,
    name: Callable[[int], str] | None = None,
    language: str = REFERENCE,
) -> str:
    """Describe the next decision, or how the game ended.

    ``outcome`` is for an end that the board does not show: a resignation, an agreement, a forfeit.
    ``name`` names squares, by default as moves do. The winner's points come first; lines are in the
    order of their times.

    >>> describe(Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    'X chooses: where does O4 land, on 1 or on 5?'
    """
    outcome = outcome or position.outcome
    name = name or position.rules.board.name
    phrase = phrases(language)
    text = _end(phrase, outcome, position, name) if outcome else _next(phrase, position, name)
    return text if unicode else _ascii(text)


def describe_move(move: Move, before: Position, language: str = REFERENCE) -> str:
    """Describe a legal move.

    >>> describe_move(Collapse(4), Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    'O4 lands on 5'
    """
    name, number = before.rules.board.name, len(before.marks)
    phrase = phrases(language)
    if isinstance(move, Collapse):
        return phrase("move.landing", mark=mark_name(number), one=name(move.square))
    mark, (one, other) = mark_name(number + 1), map(name, move)
    if one == other:
        return phrase("move.whole", mark=mark, one=one)
    key = "move.closing" if before.play(move).has_loop else "move"
    return phrase(key, mark=mark, one=one, other=other)


def _next(phrase: Phrases, position: Position, name: Callable[[int], str]) -> str:
    number = len(position.marks)
    if (chooser := position.chooser) is not None:
        one, other = (name(move[0]) for move in position.legal_moves)
        key = "chooses.chance" if chooser == "chance" else "chooses"
        return phrase(key, player=chooser, mark=mark_name(number), one=one, other=other)
    turn = {"player": position.turn, "number": number + 1}
    if position.rules.is_quantum and len(position.open_squares) == 1:
        return phrase("turn.whole", **turn, square=name(position.open_squares[0]))
    return phrase("turn", **turn)


def _end(phrase: Phrases, outcome: Outcome, position: Position, name: Callable[[int], str]) -> str:
    title = outcome.title
    key = _RESULTS.get(title, "wins" if outcome.winner else "")
    result = phrase(key, player=outcome.winner) if key else title[:1].upper() + title[1:]
    return phrase(
        "end",
        result=result,
        points=_points(outcome),
        reason=_reason(phrase, outcome, position, name),
    )


_RESULTS = {
    "narrow win": "wins.narrow",
    "double win": "wins.double",
    "draw": "draw",
    "draw by agreement": "draw.agreed",
    "cat's game": "draw.cat",
}


def _points(outcome: Outcome) -> str:
    points = outcome.points
    first, second = (points.o, points.x) if outcome.winner is Player.O else points
    return f"{format_points(first)}–{format_points(second)}"


def _reason(
    phrase: Phrases, outcome: Outcome, position: Position, name: Callable[[int], str]
) -> str:
    if outcome.termination is Termination.RESIGNATION:
        winner = outcome.winner
        return (
            phrase("end.resigned", player=winner.other) if winner else phrase("end.resigned-draw")
        )
    if outcome.termination is Termination.AGREEMENT:
        return phrase("end.agreed")
    if not isinstance(outcome.termination, Termination):
        return printable(outcome.termination)
    text = (
        _krists(phrase, outcome) if position.rules.line is None else _lines(phrase, outcome, name)
    )
    is_blocked = outcome.termination is Termination.BLOCKED
    return phrase("end.blocked", reason=text) if is_blocked else text


def _lines(phrase: Phrases, outcome: Outcome, name: Callable[[int], str]) -> str:
    text = ""
    for line in outcome.lines[:_MAX_LINES]:
        named = {"mark": mark_name(line.time), "line": "-".join(map(name, line.squares))}
        text = phrase("lines.next", lines=text, **named) if text else phrase("lines.one", **named)
    more = len(outcome.lines) - _MAX_LINES
    return phrase("lines.more", lines=text, count=more) if more > 0 else text or phrase("lines")


def _krists(phrase: Phrases, outcome: Outcome) -> str:
    deciding = deciding_krists(outcome.lines)
    if not deciding:
        return phrase("krists.equal" if outcome.lines else "krists")
    length, more = len(deciding[0].squares), len(deciding)
    fewer = sum(len(krist.squares) == length for krist in outcome.lines) - more
    key = "krists.one" if more == 1 else "krists.other"
    return phrase(key, count=more, length=length, others=fewer or phrase("krists.nothing"))


def _ascii(text: str) -> str:
    return re.sub(r"(?<!\d)½", "0½", text).replace("½", ".5").replace("–", "-")
