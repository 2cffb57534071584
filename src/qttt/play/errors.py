"""Errors of matches. A request that raises one changes nothing."""

__all__ = [
    "ChanceDecidesError",
    "ClockError",
    "CoinError",
    "DrawOfferError",
    "MatchError",
    "MatchOverError",
    "NoChanceError",
    "NotInTreeError",
    "NotYourTurnError",
    "NothingToRedoError",
    "NothingToUndoError",
    "ResumeError",
    "SeatError",
    "SeriesError",
]


class MatchError(ValueError):
    """The match rejects a request."""


class NotYourTurnError(MatchError):
    """The other player is to move."""


class MatchOverError(MatchError):
    """The match has ended."""


class ChanceDecidesError(MatchError):
    """A coin decides this collapse, not a player (R7)."""


class NoChanceError(MatchError):
    """No loop is pending that a coin decides."""


class CoinError(MatchError):
    """A toss is invalid, or a coin did not return one."""


class NothingToUndoError(MatchError):
    """There are not enough moves to undo."""


class NothingToRedoError(MatchError):
    """There are not enough moves to redo."""


class NotInTreeError(MatchError):
    """The node is not in this match's tree."""


class DrawOfferError(MatchError):
    """A draw cannot be offered, accepted or declined now."""


class SeatError(MatchError):
    """The name or kind of a player is invalid."""


class SeriesError(MatchError):
    """The players do not belong to the series."""


class ResumeError(MatchError):
    """The state to resume contradicts itself or the tree."""


class ClockError(MatchError):
    """The time control is invalid, or the clock cannot be charged."""
