"""The inbox of a game: requests and events that are processed one at a time, in order.

``at`` is the time of arrival; clocks are charged up to it, not up to the time of processing.
"""

from typing import NamedTuple

from qttt.play import Toss
from qttt.server.games import AppendRequest, LogEntry
from qttt.server.protocol import SubmitCommand

from .clients import TokenBucket


class CommandRequest(NamedTuple):
    """A client's command; ``attempts`` counts the conflicts in the store so far."""

    client: int
    user: str
    command: SubmitCommand
    at: int
    attempts: int = 0


class WatchRequest(NamedTuple):
    """A client that has ``have`` entries starts to follow the game, with an open chat or not.

    The answer is charged to ``budget``.
    """

    client: int
    user: str
    have: int
    at: int
    budget: TokenBucket
    chat: bool = False


class PhraseRequest(NamedTuple):
    """A client sends quick phrase ``n``."""

    client: int
    user: str
    n: int
    at: int


class ChatRequest(NamedTuple):
    """A client writes to the other player."""

    client: int
    user: str
    text: str
    at: int


class CoinLanded(NamedTuple):
    """The coin was tossed for the loop at ``version``."""

    version: int
    toss: Toss
    at: int


class MoveChosen(NamedTuple):
    """An engine has chosen a move at ``version``."""

    version: int
    move: str
    at: int


class DeadlineCheck(NamedTuple):
    """The store reports that a deadline of the game has passed."""

    at: int


class RemoteEntries(NamedTuple):
    """Another process has stored these entries."""

    entries: tuple[LogEntry, ...]
    at: int


InboxItem = (
    CommandRequest
    | WatchRequest
    | PhraseRequest
    | ChatRequest
    | CoinLanded
    | MoveChosen
    | DeadlineCheck
    | RemoteEntries
)


class PendingAppend(NamedTuple):
    """An append in progress, and the client's request that caused it, if any."""

    append: AppendRequest
    request: CommandRequest | None
