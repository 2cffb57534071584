"""What waits at a game until its turn has come: one thing is done at a time, in this order.

``at`` is when it arrived, which is what clocks go by, however long it then waited.
"""

from typing import NamedTuple

from qttt.play import Toss
from qttt.server.games import Append, Entry
from qttt.server.protocol import Do


class Asked(NamedTuple):
    """A client wishes something; ``tries`` counts how often the store said that it was late."""

    client: int
    user: str
    do: Do
    at: int
    tries: int = 0


class Watching(NamedTuple):
    """A client begins to follow the game, of which it knows ``have`` entries.

    ``chat`` is whether its player wants to be written to.
    """

    client: int
    user: str
    have: int
    at: int
    chat: bool = False


class Saying(NamedTuple):
    """A client says a quick phrase."""

    client: int
    user: str
    n: int
    at: int


class Writing(NamedTuple):
    """A client writes to the other player."""

    client: int
    user: str
    text: str
    at: int


class Fallen(NamedTuple):
    """The coin fell, for the loop at ``version``."""

    version: int
    toss: Toss
    at: int


class Thought(NamedTuple):
    """A computer has chosen a move at ``version``."""

    version: int
    move: str
    at: int


class Overdue(NamedTuple):
    """The store says that somebody may have taken too long."""

    at: int


class Hint(NamedTuple):
    """Another process says that it has stored these entries."""

    entries: tuple[Entry, ...]
    at: int


Item = Asked | Watching | Saying | Writing | Fallen | Thought | Overdue | Hint


class Flight(NamedTuple):
    """What the store is being asked to add, and whose wish it is, if a client's."""

    append: Append
    asked: Asked | None
