"""Announces new games to their players."""

from qttt.play.clocks import TimeControl
from qttt.server.games.terms import Terms
from qttt.server.protocol.outgoing import GameStarted

from .bus_messages import LOBBY_CHANNEL, GameCreated, LobbyChanged, user_channel
from .clients import ClientRegistry
from .effects import CheckMissedGames, Effect, Publish, Send


class GameAnnouncer:
    """Sends ``started`` messages to ``clients``; effects are appended to ``out``."""

    def __init__(self, clients: ClientRegistry, out: list[Effect]) -> None:
        self._clients = clients
        self._out = out

    def publish(self, terms: Terms) -> None:
        """Announce a stored game in this process and to others."""
        is_daily = TimeControl.parse(terms.clock).is_daily
        for user in {terms.x.user: None, terms.o.user: None}:
            if user:
                created = GameCreated(user, terms.game, is_daily)
                self.announce(created)
                self._out.append(Publish(user_channel(user), created))
        self._out.append(Publish(LOBBY_CHANNEL, LobbyChanged()))

    def announce(self, created: GameCreated) -> None:
        """Notify the player, if connected here, and note that they know."""
        if self._clients.of_user(created.user):
            self.notify(created.user, created.game)
            if created.is_daily:
                self._out.append(CheckMissedGames(created.user, created.game))

    def notify(self, user: str, game: str) -> None:
        """Send ``started`` to all clients of ``user``."""
        if clients := self._clients.of_user(user):
            self._out.append(Send(clients, GameStarted(game)))
