"""Who follows a game, and what they have been shown of it: all of them always the same."""

from qttt.server.games import Code, Game
from qttt.server.protocol import outgoing

from .chat import Chat
from .effects import Effect, Send
from .elsewhere import Elsewhere
from .waiting import Asked, Item, Saying, Watching, Writing


class Followers:
    """The clients that follow the game of that name, each with its seat; ``out`` takes effects."""

    def __init__(self, name: str, out: list[Effect], offers_chat: bool) -> None:
        self.seats: dict[int, str | None] = {}
        self.has_moved = False
        self.elsewhere = Elsewhere()
        self.chat = Chat(name, out, self.elsewhere, offers_chat)
        self.shown = 0
        self._name = name
        self._out = out

    @property
    def here(self) -> tuple[list[str], int]:
        """The seats whose players follow the game at this process, and how many others do."""
        present = sorted({seat for seat in self.seats.values() if seat})
        return present, sum(seat is None for seat in self.seats.values())

    @property
    def everywhere(self) -> tuple[list[str], int]:
        """The same over all processes."""
        present, watching = self.here
        others = self.elsewhere
        return sorted(others.present.union(present)), watching + others.watching

    def join(self, game: Game, watching: Watching) -> None:
        """Let a client follow the game, which it is shown as far as it does not know it."""
        seat = game.terms.seat(watching.user)
        self.has_moved |= watching.client not in self.seats
        self.has_moved |= self.chat.join(game.terms, watching)
        self.seats[watching.client] = seat
        present, others = self.everywhere
        have = watching.have if watching.have <= game.version else 0
        text = outgoing.game(
            game.terms,
            seat=seat,
            entries=game.entries[have:],
            clock=outgoing.clock(game, watching.at),
            now=watching.at,
            present=present,
            watching=others,
            chat=self.chat.told(game.terms, watching),
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
        """Tell all who is there, and those who have opened the chat who else has."""
        if outside := tuple(self.seats.keys() - self.chat.clients.keys()):
            self._out.append(Send(outside, outgoing.presence(self._name, *self.everywhere)))
        if self.chat.clients:
            everywhere = (*self.everywhere, self.chat.everywhere)
            self.chat.tell(outgoing.presence(self._name, *everywhere))

    def leave(self, client: int) -> None:
        """Let a client follow the game no more."""
        self.has_moved |= client in self.seats
        self.seats.pop(client, None)
        self.chat.leave(client)

    def send(self, client: int, text: str) -> None:
        """Send ``text`` to one client, whether it follows the game or not."""
        self._out.append(Send((client,), text))

    def refuse(self, item: Item, code: Code, message: str, version: int | None = None) -> None:
        """Tell whoever wished ``item``, if anybody did, that it is not granted."""
        if isinstance(item, Asked | Watching | Saying | Writing):
            id_ = item.do.id if isinstance(item, Asked) else ""
            refused = outgoing.refused(code, message, id_=id_, game=self._name, version=version)
            self.send(item.client, refused)
