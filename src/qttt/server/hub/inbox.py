"""The inbox of a game: requests and events that are processed one at a time, in order.

``at`` is the time of arrival; clocks are charged up to it, not up to the time of processing.
"""

from typing import NamedTuple, TypeGuard

from qttt.play import Toss
from qttt.play.log import LogEntry
from qttt.server.protocol.incoming import SendChat, SendPhrase, SubmitCommand, WatchGame

from .clients import ConnectedClient


class Received(NamedTuple):
    """A client's message, from ``user``; ``attempts`` counts the conflicts in the store so far."""

    client: ConnectedClient
    user: str
    at: int
    message: SubmitCommand | WatchGame | SendPhrase | SendChat
    attempts: int = 0


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


InboxItem = Received | CoinLanded | MoveChosen | DeadlineCheck | RemoteEntries


def is_command(item: InboxItem) -> TypeGuard[Received]:
    """Return whether ``item`` is a player's command."""
    return isinstance(item, Received) and isinstance(item.message, SubmitCommand)


def is_watch(item: InboxItem) -> TypeGuard[Received]:
    """Return whether with ``item`` a client starts to follow the game."""
    return isinstance(item, Received) and isinstance(item.message, WatchGame)
