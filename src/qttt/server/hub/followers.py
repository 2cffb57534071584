"""Who follows a game, and what they have been shown of it: all of them always the same."""

from qttt.server.games import Code, Game
from qttt.server.protocol import outgoing

from .effects import Effect, Send
from .waiting import Asked, Item, Saying, Watching


class Followers:
    """The clients that follow the game of that name, each with its seat; ``out`` takes effects."""

    def __init__(self, name: str, out: list[Effect]) -> None:
        self.seats: dict[int, str | None] = {}
        self.shown = 0
        self._name = name
        self._out = out

    @property
    def present(self) -> list[str]:
        """The seats whose players follow the game."""
        return sorted({seat for seat in self.seats.values() if seat})

    @property
    def watching(self) -> int:
        """How many follow the game who do not play it."""
        return sum(seat is None for seat in self.seats.values())

    def join(self, game: Game, watching: Watching) -> None:
        """Let a client follow the game, which it is shown as far as it does not know it."""
        seat = game.terms.seat(watching.user)
        self.seats[watching.client] = seat
        have = watching.have if watching.have <= game.version else 0
        text = outgoing.game(
            game.terms,
            seat=seat,
            entries=game.entries[have:],
            clock=outgoing.clock(game, watching.at),
            now=watching.at,
            present=self.present,
            watching=self.watching,
        )
        self.send(watching.client, text)

    def show(self, game: Game, now: int) -> str:
        """Tell all what they have not been shown; returns what was told."""
        if self.shown == game.version:
            return ""
        news, self.shown = game.entries[self.shown :], game.version
        text = outgoing.entries(self._name, news, outgoing.clock(game, now), now)
        self.tell(text)
        return text

    def tell(self, text: str) -> None:
        """Send ``text`` to all."""
        if self.seats:
            self._out.append(Send(tuple(self.seats), text))

    def tell_presence(self) -> None:
        """Tell all who is there."""
        self.tell(outgoing.presence(self._name, self.present, self.watching))

    def send(self, client: int, text: str) -> None:
        """Send ``text`` to one client, whether it follows the game or not."""
        self._out.append(Send((client,), text))

    def refuse(self, item: Item, code: Code, message: str, version: int | None = None) -> None:
        """Tell whoever wished ``item``, if anybody did, that it is not granted."""
        if isinstance(item, Asked | Watching | Saying):
            id_ = item.do.id if isinstance(item, Asked) else ""
            refused = outgoing.refused(code, message, id_=id_, game=self._name, version=version)
            self.send(item.client, refused)
