"""What somebody wants to play: rules, start, clock, for a rating or not, and which marks."""

import secrets
from dataclasses import dataclass
from typing import Literal

from qttt.engine.kernel import fits
from qttt.game import Position, Rules, RulesError
from qttt.game.rules import PRESETS
from qttt.notation import parse_position
from qttt.play.clocks import TimeControl
from qttt.play.errors import ClockError
from qttt.server.games import Who

from .errors import LobbyError

Side = Literal["X", "O", "random"]
EMPTY = "-"


@dataclass(frozen=True, slots=True)
class Setup:
    """A game that can be played; ``side`` is the mark wanted, empty for either."""

    rules: str
    clock: str
    rated: bool = False
    side: str = ""
    start: str = EMPTY


def read_setup(
    rules: str, clock: str, *, rated: bool = False, side: Side = "random", start: str = EMPTY
) -> Setup:
    """The setup in its normal form. Raises ``LobbyError`` for a game that cannot be played."""
    played = _rules(rules)
    began = _start(start, played)
    control = _clock(clock)
    if rated and not control.is_measured:
        raise LobbyError("bad-clock", "a rated game needs a clock, such as 300+5 or 3d")
    if rated and (str(played) not in PRESETS or began != EMPTY):
        raise LobbyError("bad-rules", f"rated are {', '.join(PRESETS)}, each from the empty board")
    return Setup(str(played), str(control), rated, "" if side == "random" else side, began)


def seats(one: Who, side: str, other: Who, other_side: str = "") -> tuple[Who, Who]:
    """Who plays X and who plays O; chance decides between two who take either."""
    if side == other_side and side:
        raise LobbyError("not-allowed", f"both want to play {side}")
    mark = side or {"": secrets.choice("XO"), "X": "O", "O": "X"}[other_side]
    return (one, other) if mark == "X" else (other, one)


def _rules(text: str) -> Rules:
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        raise LobbyError("bad-rules", str(error)) from error
    if not fits(rules):
        raise LobbyError(
            "bad-rules", f"a board has 64 squares at most here, and this one {rules.board.size}"
        )
    return rules


def _start(text: str, rules: Rules) -> str:
    try:
        position = parse_position(text, rules)
    except ValueError as error:
        raise LobbyError("bad-start", str(getattr(error, "message", error))) from error
    if position.outcome:
        raise LobbyError("bad-start", f"the game is over in {position}")
    return EMPTY if position == Position(rules) else str(position)


def _clock(text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except ClockError as error:
        raise LobbyError("bad-clock", str(error)) from error
