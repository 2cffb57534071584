"""Hubs with one plausible bug each, all of which the simulation must detect."""

from collections.abc import Callable
from functools import partial
from typing import Any

from qttt.game import Player
from qttt.play.log import EntryKind, LogEntry
from qttt.server.games.commands import GameCommand
from qttt.server.games.game import AppendRequest, GameState
from qttt.server.hub.effects import Effect
from qttt.server.hub.game_actor import GameActor
from qttt.server.hub.hub import Hub
from qttt.server.hub.inbox import Received, RemoteEntries
from qttt.server.hub.presence import RemotePresence
from qttt.server.hub.subscribers import Subscribers
from qttt.server.protocol.incoming import SendChat, SendPhrase
from qttt.server.protocol.outgoing import Acknowledgment, PlayerChat


def mutant(actor: type[GameActor]) -> Callable[..., Hub]:
    """Return a maker of hubs whose games are of the given class."""
    return partial(Hub, actor=actor)


class CountsAbsencesWithoutBus(Hub):
    """Takes players for away whom it cannot see, because the bus is down."""

    def on_bus_status(self, is_up: bool, refresh: int, now: int) -> list[Effect]:
        effects = super().on_bus_status(is_up, refresh, now)
        self._others.is_complete = True
        return effects


class AcknowledgesTooEarly(GameActor):
    """Sends ``done`` before the command is stored."""

    def _submit(
        self, game: GameState, entries: tuple[LogEntry, ...], request: Received | None = None
    ) -> None:
        super()._submit(game, entries, request)
        if request and entries:
            self.subscribers.send(
                request.client.number,
                Acknowledgment(entries[0].id, self.name, entries[0].version),
            )


class ShowsTooEarly(GameActor):
    """Sends entries before they are stored."""

    def _submit(
        self, game: GameState, entries: tuple[LogEntry, ...], request: Received | None = None
    ) -> None:
        super()._submit(game, entries, request)
        if entries:
            self.subscribers.send_new_entries(game, self.last_used)


class TrustsRemoteEntries(GameActor):
    """Adds the entries of other processes even if some are missing before them."""

    def _apply_remote(self, game: GameState, remote: RemoteEntries) -> None:
        for entry in remote.entries:
            if entry.version > game.version:
                game.entries += [entry] * (entry.version - game.version)
        self.subscribers.send_new_entries(game, remote.at)


class DropsRematch(GameActor):
    """Does not create the game of an accepted rematch."""

    def _submit(
        self, game: GameState, entries: tuple[LogEntry, ...], request: Received | None = None
    ) -> None:
        super()._submit(game, entries, request)
        if self.in_flight and self.in_flight.rematch:
            self.in_flight = self.in_flight._replace(rematch=None)
            self._out[-1] = self.in_flight


class KeepsIncrements(GameActor):
    """Leaves the players the increments of moves that are taken back."""

    def _submit(
        self, game: GameState, entries: tuple[LogEntry, ...], request: Received | None = None
    ) -> None:
        takeback = EntryKind.ACCEPT_TAKEBACK
        kept = (entry._replace(body="") if entry.kind is takeback else entry for entry in entries)
        super()._submit(game, tuple(kept), request)


class ForgetsIds(GameActor):
    """Does not recognize a repeated command."""

    def _execute(self, game: GameState, request: Received, command: GameCommand) -> None:
        game.ids.clear()
        super()._execute(game, request, command)


class KeepsFailedEntries(GameActor):
    """Keeps entries after the store has failed."""

    def on_append_failed(self, append: AppendRequest, now: int) -> None:
        game = self.game
        super().on_append_failed(append, now)
        self.game = game


class IgnoresConflicts(GameActor):
    """Treats every answer of the store as success."""

    def on_appended(self, append: AppendRequest, result: Any, now: int) -> None:
        super().on_appended(append, "stored", now)


class TrustsTheSeat(GameActor):
    """Executes every command for the player to decide."""

    def _execute(self, game: GameState, request: Received, command: GameCommand) -> None:
        who = game.terms.x if game.decider is Player.X else game.terms.o
        super()._execute(game, request._replace(sender=who), command)


class ForgetsDowntime(GameActor):
    """Charges players for downtime."""

    def run(self, now: int) -> None:
        self._uptime.downtimes = ()
        super().run(now)


class FlagsDuringOutages(GameActor):
    """Takes the server for up before a heartbeat is stored."""

    def run(self, now: int) -> None:
        self._uptime.confirmed_at = now
        super().run(now)


class KeepsDeadProcesses(GameActor):
    """Never expires the presence of a dead process."""

    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        self.subscribers.remote = Everlasting()


class Everlasting(RemotePresence):
    def keep(self, processes: frozenset[str]) -> None:
        if not processes:
            super().keep(processes)


class ClaimsAtOnce(GameActor):
    """Accepts a claim although the other player is here."""

    def __init__(self, *options: Any) -> None:
        super().__init__(*options)
        self.subscribers = Credulous(self.name, self._out, chat_enabled=True)


class Credulous(Subscribers):
    def check_claim(self, seat: Player, at: int) -> None:
        pass


class LeaksChat(GameActor):
    """Sends chat messages to all followers of a game."""

    def _send(self, game: GameState, request: Received, message: SendPhrase | SendChat) -> None:
        super()._send(game, request, message)
        seat = game.terms.seat_for(request.sender)
        if seat and isinstance(message, SendChat):
            self.subscribers.broadcast(PlayerChat(self.name, seat, message.text))
