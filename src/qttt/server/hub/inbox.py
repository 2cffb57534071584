"""The inbox of a game: requests and events that are processed one at a time, in order.

``at`` is the time of arrival; clocks are charged up to it, not up to the time of processing.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple, TypeGuard

from qttt.play import Toss
from qttt.play.log import LogEntry
from qttt.server.games.terms import Identity
from qttt.server.protocol.incoming import SendChat, SendPhrase, SubmitCommand, WatchGame

from .clients import ConnectedClient


class Received(NamedTuple):
    """A client's message, from ``sender``, None if anonymous.

    ``attempts`` counts the conflicts in the store so far.
    """

    client: ConnectedClient
    sender: Identity | None
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


class Inbox(deque[InboxItem]):
    """The items of one game, first come, first served."""

    @property
    def has_commands(self) -> bool:
        """Whether a player waits for the answer to a command."""
        return any(map(_is_command, self))

    def take_commands(self) -> list[Received]:
        commands = [item for item in self if _is_command(item)]
        self._keep(lambda item: not _is_command(item))
        return commands

    @property
    def watchers(self) -> set[int]:
        """The clients that ask to follow the game."""
        return {item.client.number for item in self if _is_watch(item)}

    def has_watch(self, client: int) -> bool:
        """Return whether the client asks to follow the game, the last ones first."""
        return any(_is_watch(item) and item.client.number == client for item in reversed(self))

    def cancel_watch(self, client: int) -> None:
        self._keep(lambda item: not (_is_watch(item) and item.client.number == client))

    def _keep(self, wanted: Callable[[InboxItem], bool]) -> None:
        kept = list(filter(wanted, self))
        self.clear()
        self.extend(kept)


def _is_command(item: InboxItem) -> TypeGuard[Received]:
    return isinstance(item, Received) and isinstance(item.message, SubmitCommand)


def _is_watch(item: InboxItem) -> TypeGuard[Received]:
    return isinstance(item, Received) and isinstance(item.message, WatchGame)
