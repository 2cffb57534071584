"""The settings of a game to play: rules, start, clock, rated or not, and side."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from qttt.engine.kernel import is_supported
from qttt.game import Position, Rules, RulesError
from qttt.game.rules import PRESETS
from qttt.notation import parse_position
from qttt.play.clocks import TimeControl
from qttt.play.errors import ClockError
from qttt.server.errors import RequestError
from qttt.server.games.terms import Identity
from qttt.server.people.ratings import NEW_RATING
from qttt.server.protocol.outgoing import SideChoice
from qttt.server.store.entities import Seek

EMPTY_BOARD = "-"
POINTS_PER_SECOND = 10.0
"""Difference of ratings that a second of waiting outweighs when seeks are matched."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """Valid settings of a game; ``side`` is the requested mark, empty for either."""

    rules: str
    clock: str
    rated: bool = False
    side: str = ""
    start: str = EMPTY_BOARD


def parse_setup(
    rules: str,
    clock: str,
    *,
    rated: bool = False,
    side: SideChoice = "random",
    start: str = EMPTY_BOARD,
) -> GameSetup:
    """Validate and normalize settings. Raises ``RequestError``."""
    parsed_rules = _rules(rules)
    parsed_start = _start(start, parsed_rules)
    control = _clock(clock)
    if rated and not control.has_clock:
        raise RequestError("bad-clock", "a rated game needs a clock, such as 300+5 or 3d")
    if rated and (str(parsed_rules) not in PRESETS or parsed_start != EMPTY_BOARD):
        raise RequestError(
            "bad-rules", f"a rated game needs an empty board and the rules {', '.join(PRESETS)}"
        )
    mark = "" if side == "random" else side
    return GameSetup(str(parsed_rules), str(control), rated, mark, parsed_start)


def assign_seats(
    one: Identity, side: str, other: Identity, other_side: str = ""
) -> tuple[Identity, Identity]:
    """Return the players of X and O, by their requested sides or at random."""
    if side == other_side and side:
        raise RequestError("not-allowed", f"both players want {side}")
    mark = side or {"": secrets.choice("XO"), "X": "O", "O": "X"}[other_side]
    return (one, other) if mark == "X" else (other, one)


def _rules(text: str) -> Rules:
    try:
        rules = Rules.parse(text)
    except RulesError as error:
        raise RequestError("bad-rules", str(error)) from error
    if not is_supported(rules):
        raise RequestError(
            "bad-rules", f"a board can have at most 64 squares; this one has {rules.board.size}"
        )
    return rules


def _start(text: str, rules: Rules) -> str:
    try:
        position = parse_position(text, rules)
    except ValueError as error:
        raise RequestError("bad-start", str(getattr(error, "message", error))) from error
    if position.outcome:
        raise RequestError("bad-start", f"the game is already over in {position}")
    return EMPTY_BOARD if position == Position(rules) else str(position)


def _clock(text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except ClockError as error:
        raise RequestError("bad-clock", str(error)) from error


def rank_seeks(seeks: Iterable[tuple[Seek, float | None]], own: float, now: int) -> list[Seek]:
    """Sort seeks, given with the ratings of their users, for an opponent whose rating is ``own``.

    Users who are online come first, then those with a near rating; a second of waiting outweighs
    ``POINTS_PER_SECOND``, so that no user waits for long.
    """

    def key(candidate: tuple[Seek, float | None]) -> tuple[bool, float, int, str]:
        seek, rating = candidate
        difference = abs((NEW_RATING.value if rating is None else rating) - own)
        waited_s = (now - seek.created) / 1000
        return seek.stays, difference - POINTS_PER_SECOND * waited_s, seek.created, seek.id

    return [seek for seek, _ in sorted(seeks, key=key)]
