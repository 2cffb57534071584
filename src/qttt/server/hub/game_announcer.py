"""Announces new games to their players."""

from qttt.play.clocks import TimeControl
from qttt.server.games import Identity, Terms
from qttt.server.protocol import outgoing

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
        self.announce(terms)
        self._out.append(Publish("started", terms.to_json()))
        self._out.append(Publish("lobby", ""))

    def announce(self, terms: Terms) -> None:
        """Notify the players who are connected here, and note that they know."""
        users = [
            player.user for player in (terms.x, terms.o) if self._clients.of_users(player.user)
        ]
        for user in users:
            self.notify(user, terms.game)
        if TimeControl.parse(terms.clock).is_daily:
            self._out += [CheckMissedGames(user, terms.game) for user in users]

    def notify(self, user: str, game: str) -> None:
        """Send ``started`` to all clients of ``user``."""
        if clients := self._clients.of_users(user):
            self._out.append(Send(clients, outgoing.started(game)))
