"""Retention periods of unused data."""

from collections.abc import Mapping

DAY_MS = 24 * 60 * 60 * 1000
RETENTION_DAYS: Mapping[str, int] = {
    "session": 90,  # since its last use
    "seek": 14,  # of correspondence games
    "invitation": 7,
    "room": 30,  # since it was opened, unless its teacher chooses another time
    "room-max": 366,  # the longest that a teacher can choose
    "guest": 7,  # without session and game
    "guest-game": 365,  # finished, and no account plays in it any more
}
"""The default of each kind of data."""
MAX_DAYS: Mapping[str, int] = {**dict.fromkeys(RETENTION_DAYS, 3650), "session": 90}
"""The longest; the cookie of a session does not last longer."""


def retention_ms(days: Mapping[str, int]) -> dict[str, int]:
    """Return the time in milliseconds for each kind, of which ``days`` are not the default."""
    return {kind: number * DAY_MS for kind, number in {**RETENTION_DAYS, **days}.items()}
