"""Matches, series and players. Only ``archive`` does I/O.

Events of a match are in ``qttt.play.events``, its errors in ``qttt.play.errors``.
"""

from .archive import LoadedMatch, load, load_with_repairs, match_from_record, match_to_record, save
from .clocks import TimeControl
from .coins import (
    Coin,
    CoinFault,
    Toss,
    check_coin,
    measured_coin,
    named_coin,
    seeded_coin,
    system_coin,
    with_fallback,
)
from .errors import MatchError
from .match import Match
from .players import Computer, History, Opponent, PlayerFault, check_player, computers, play_step
from .seats import Seat
from .series import Series

__all__ = [
    "Coin",
    "CoinFault",
    "Computer",
    "History",
    "LoadedMatch",
    "Match",
    "MatchError",
    "Opponent",
    "PlayerFault",
    "Seat",
    "Series",
    "TimeControl",
    "Toss",
    "check_coin",
    "check_player",
    "computers",
    "load",
    "load_with_repairs",
    "match_from_record",
    "match_to_record",
    "measured_coin",
    "named_coin",
    "play_step",
    "save",
    "seeded_coin",
    "system_coin",
    "with_fallback",
]
