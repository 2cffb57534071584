"""Announces new games to their players."""

from qttt.play.clocks import TimeControl
from qttt.server.games import Identity, Terms
from qttt.server.protocol import GameStarted

from .bus_messages import GameCreated, LobbyChanged
from .clients import ClientRegistry
from .effects import CheckMissedGames, Effect, Publish, Send


class GameAnnouncer:
    """Sends ``started`` messages to ``clients``; effects are appended to ``out``."""

    def __init__(self, clients: ClientRegistry, out: list[Effect]) -> None:
        self._clients = clients
        self._out = out

    def check_missed(self, identity: Identity) -> None:
        """Look for games that began while this user was offline; not for bots."""
        if not identity.bot:
            self._out.append(CheckMissedGames(identity.user))

    def publish(self, terms: Terms) -> None:
        """Announce a stored game in this process and to others."""
        is_daily = TimeControl.parse(terms.clock).is_daily
        created = GameCreated(terms.game, (terms.x.user, terms.o.user), is_daily)
        self.announce(created)
        self._out += [Publish(created), Publish(LobbyChanged())]

    def announce(self, created: GameCreated) -> None:
        """Notify the players who are connected here, and note that they know."""
        users = [user for user in created.users if self._clients.of_users(user)]
        for user in users:
            self.notify(user, created.game)
        if created.is_daily:
            self._out += [CheckMissedGames(user, created.game) for user in users]

    def notify(self, user: str, game: str) -> None:
        """Send ``started`` to all clients of ``user``."""
        if clients := self._clients.of_users(user):
            self._out.append(Send(clients, GameStarted(game)))
