"""Descriptions of positions in one sentence."""

import re
from collections.abc import Callable
from functools import reduce
from itertools import groupby

from qttt.game import Collapse, Move, Outcome, Player, Position, Termination, mark_name
from qttt.game.arguments import checked
from qttt.texts.folders import REFERENCE
from qttt.texts.phrases import Phrases, phrases

from .escapes import printable
from .points import format_points

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
    """Describe a legal move after it was played.

    >>> describe_move(Collapse(4), Position.after((0, 1), (1, 4), (4, 8), (0, 4)))
    'X chose: O4 lands on 5.'
    """
    name, number = before.rules.board.name, len(before.marks)
    phrase = phrases(language)
    if isinstance(move, Collapse):
        landing = {"mark": mark_name(number), "square": name(move.square)}
        if before.chooser == "chance":
            return phrase("events.tossed", **landing)
        return phrase("events.collapsed", player=before.chooser, **landing)
    mark, (one, other) = mark_name(number + 1), map(name, move)
    if one == other:
        return phrase("events.whole", mark=mark, square=one)
    key = "events.closed" if before.play(move).has_loop else "events.placed"
    return phrase(key, mark=mark, one=one, other=other)


def _next(phrase: Phrases, position: Position, name: Callable[[int], str]) -> str:
    number = len(position.marks)
    if (chooser := position.chooser) is not None:
        one, other = (name(move[0]) for move in position.legal_moves)
        mark = mark_name(number)
        return phrase("analysis.chooses", decider=chooser, mark=mark, one=one, other=other)
    is_whole = position.rules.is_quantum and len(position.open_squares) == 1
    square = name(position.open_squares[0]) if is_whole else "none"
    return phrase("analysis.turn", player=position.turn, number=number + 1, square=square)


def _end(phrase: Phrases, outcome: Outcome, position: Position, name: Callable[[int], str]) -> str:
    scored = phrase("analysis.scored", result=_result(phrase, outcome), points=_points(outcome))
    reason = _reason(phrase, outcome, position, name)
    return f"{scored}. {reason[:1].upper()}{reason[1:]}" if reason else scored


def _result(phrase: Phrases, outcome: Outcome) -> str:
    if outcome.winner is None:
        return phrase("result.moods.draw")
    key = _MARGINS.get(outcome.title, "result.wins")
    return phrase(key, player=outcome.winner)


_MARGINS = {"narrow win": "analysis.winsNarrowly", "double win": "analysis.winsDoubly"}


def _points(outcome: Outcome) -> str:
    points = outcome.points
    first, second = (points.o, points.x) if outcome.winner is Player.O else points
    return f"{format_points(first)}–{format_points(second)}"


def _reason(
    phrase: Phrases, outcome: Outcome, position: Position, name: Callable[[int], str]
) -> str:
    """Return why a game ended so, without the final full stop; empty if that is unknown."""
    match outcome.termination:
        case Termination.RESIGNATION:
            if outcome.winner is None:
                return ""
            return _unstopped(phrase("online.endings.resigned", name=outcome.winner.other))
        case Termination.AGREEMENT:
            return _unstopped(phrase("online.endings.agreed"))
        case Termination.LINE | Termination.FULL | Termination.BLOCKED as termination:
            has_krists = position.rules.line is None
            text = _krists(phrase, outcome) if has_krists else _lines(phrase, outcome, name)
            is_blocked = termination is Termination.BLOCKED
            return f"{text}, {phrase('result.blocked')}" if is_blocked else text
        case termination:
            key = _FORFEITS.get(termination)
            if key is None or outcome.winner is None:
                return printable(termination)
            return _unstopped(phrase(key, name=outcome.winner.other))


_FORFEITS = {"time": "online.endings.time", "abandoned": "online.endings.away"}
"""What the loser of a forfeited game did, by its termination."""


def _unstopped(text: str) -> str:
    return text.removesuffix(".")


def _lines(phrase: Phrases, outcome: Outcome, name: Callable[[int], str]) -> str:
    if not outcome.lines:
        return phrase("result.noLine")
    first, player = outcome.lines[0], outcome.lines[0].player
    newer = next((line for line in outcome.lines if line.player is not player), None)
    if newer and not outcome.winner:
        return phrase("result.bothDraw")
    if newer:
        return phrase(
            "result.olderFirst",
            player=player,
            older=mark_name(first.time),
            newer=mark_name(newer.time),
            points=_points(outcome),
        )
    named = ["-".join(map(name, line.squares)) for line in outcome.lines]
    more = len(named) - _MAX_LINES
    parts = [*named[:_MAX_LINES], *([phrase("result.more", count=more)] if more > 0 else [])]
    lines = reduce(lambda one, other: phrase("result.listed", one=one, other=other), parts)
    completed = phrase("result.completed", player=player, lines=lines)
    if outcome.title != "double win":
        return completed
    points = format_points(max(outcome.points))
    return phrase("result.counted", completed=completed, points=points)


def _krists(phrase: Phrases, outcome: Outcome) -> str:
    """Compare the players' krists from the longest down to the deciding length."""
    if not outcome.lines:
        return phrase("result.noKrist")
    parts = []
    for length, group in groupby(outcome.lines, lambda krist: len(krist.squares)):
        owners = [krist.player for krist in group]
        x, o = (owners.count(player) for player in Player)
        if x != o:
            counts = {"count": max(x, o), "others": min(x, o)}
            parts.append(phrase("result.krists", length=length, **counts))
            break
        parts.append(phrase("result.kristsEach", length=length, count=x))
    return ", ".join(parts)


def _ascii(text: str) -> str:
    text = re.sub(r"(?<!\d)½", "0½", text).replace("½", ".5")
    return text.replace("–", "-").replace("’", "'")
