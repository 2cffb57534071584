"""What a match refuses, one class for each reason. A refused request changes nothing."""


class MatchError(ValueError):
    """A request that this match does not allow."""


class NotAMoveError(MatchError):
    """What was to be played is no move at all."""


class NotYourTurnError(MatchError):
    """The other player decides now."""


class MatchOverError(MatchError):
    """The match has ended."""


class ChanceDecidesError(MatchError):
    """A coin decides this collapse, not a player (R7)."""


class NoChanceError(MatchError):
    """There is nothing that a coin could decide."""


class CoinError(MatchError):
    """What a coin returned is no toss."""


class NothingToUndoError(MatchError):
    """So many moves cannot be taken back."""


class NothingToRedoError(MatchError):
    """So many moves cannot be made again."""


class NotInTreeError(MatchError):
    """That point is not one of this match's game."""


class DrawOfferError(MatchError):
    """The offer of a draw cannot be made or answered."""


class SeatError(MatchError):
    """Nobody can sit down under that name or as that kind of player."""


class SeriesError(MatchError):
    """That match is no part of this series."""


class ResumeError(MatchError):
    """No match can have come to stand like that."""


class ClockError(MatchError):
    """There is no such time control, or a clock cannot be charged like that."""
