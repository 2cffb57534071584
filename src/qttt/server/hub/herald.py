"""Tells people of games of theirs that begin, or that began while they were away."""

from qttt.play.clocks import TimeControl
from qttt.server.games import Terms, Who
from qttt.server.protocol import outgoing

from .clients import Crowd
from .effects import Effect, Publish, Recall, Send


class Herald:
    """Speaks to ``crowd``; ``out`` takes the effects."""

    def __init__(self, crowd: Crowd, out: list[Effect]) -> None:
        self._crowd = crowd
        self._out = out

    def come(self, who: Who) -> None:
        """Somebody has come, and has perhaps been found meanwhile; programs ask for themselves."""
        if not who.bot:
            self._out.append(Recall(who.user))

    def begun(self, terms: Terms) -> None:
        """A game is in the store: its players are told, here and elsewhere."""
        self.announce(terms)
        self._out.append(Publish("started", terms.to_json()))
        self._out.append(Publish("lobby", ""))

    def announce(self, terms: Terms) -> None:
        """Tell the players who are here; they need not be told again when they come back."""
        users = [who.user for who in (terms.x, terms.o) if self._crowd.of(who.user)]
        for user in users:
            self.found(user, terms.game)
        if TimeControl.parse(terms.clock).is_daily:
            self._out += [Recall(user, terms.game) for user in users]

    def found(self, user: str, game: str) -> None:
        """Tell all clients of that user of the game."""
        if clients := self._crowd.of(user):
            self._out.append(Send(clients, outgoing.started(game)))
