"""Free chat: what a player writes is for the other one, if both have opened it (P34-P36)."""

from qttt.game import Player
from qttt.server.games import Code, Refusal, Terms
from qttt.server.protocol import outgoing

from .effects import Effect, Publish, Send
from .elsewhere import Elsewhere
from .waiting import Watching, Writing


class Chat:
    """The chat of the game of that name, if this server ``offers`` any; ``out`` takes effects.

    ``clients`` are those of players who have opened it, each with its seat. What is written is
    kept nowhere.
    """

    def __init__(self, name: str, out: list[Effect], elsewhere: Elsewhere, offers: bool) -> None:
        self.clients: dict[int, str] = {}
        self._name = name
        self._out = out
        self._elsewhere = elsewhere
        self._offers = offers

    @property
    def here(self) -> list[str]:
        """The seats whose players have opened it at this process."""
        return sorted(set(self.clients.values()))

    @property
    def everywhere(self) -> list[str]:
        """The same over all processes."""
        return sorted(self._elsewhere.chatting.union(self.clients.values()))

    def join(self, terms: Terms, watching: Watching) -> bool:
        """Let a client open it, or close it, as it says; True if it was otherwise before."""
        seat = terms.seat(watching.user)
        before = self.clients.pop(watching.client, None)
        if watching.chat and seat and not self._why_none(terms):
            self.clients[watching.client] = seat
        return self.clients.get(watching.client) != before

    def leave(self, client: int) -> None:
        """Let a client follow the game no more."""
        self.clients.pop(client, None)

    def told(self, terms: Terms, watching: Watching) -> list[str] | None:
        """Who has opened it, as a client is told that has too; None for who can have no chat."""
        if not terms.seat(watching.user) or self._why_none(terms):
            return None
        return self.everywhere if watching.client in self.clients else []

    def write(self, terms: Terms, writing: Writing) -> None:
        """Tell both players, here and elsewhere. Raises ``Refusal``."""
        seat = terms.seat(writing.user)
        if seat is None:
            raise Refusal(Code.NOT_SEATED, "only players can say something here")
        if why := self._why_none(terms):
            raise Refusal(Code.NOT_ALLOWED, why)
        if writing.client not in self.clients:
            raise Refusal(Code.CHAT_CLOSED, "open the chat before you write: watch with chat")
        if Player(seat).other not in self.everywhere:
            raise Refusal(Code.CHAT_CLOSED, "the other player has not opened the chat")
        text = outgoing.chat(self._name, seat, writing.text)
        self.tell(text)
        self._out.append(Publish("chat", text))

    def tell(self, text: str) -> None:
        """Send ``text`` to those who have opened it."""
        if self.clients:
            self._out.append(Send(tuple(self.clients), text))

    def _why_none(self, terms: Terms) -> str:
        """Why these players cannot write to each other at all; empty if they can."""
        if terms.room:
            return "nobody talks in the games of a class room"
        if any(who.level or who.bot for who in (terms.x, terms.o)):
            return "there is no chat with computers and programs"
        return "" if self._offers else "there is no chat on this server"
