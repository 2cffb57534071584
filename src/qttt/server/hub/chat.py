"""Quick phrases, and free chat between two players if both have opened it (P34-P36)."""

from qttt.game import Player
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.terms import Terms
from qttt.server.protocol.incoming import SendChat, SendPhrase
from qttt.server.protocol.outgoing import PlayerChat, PlayerPhrase, ServerMessage

from .effects import Effect, Send
from .inbox import Received
from .presence import RemotePresence


class GameChat:
    """The chat of one game; messages are not stored.

    ``clients`` maps the clients of players who have opened the chat to their seats. Effects are
    appended to ``out``. ``is_enabled`` is the server setting.
    """

    def __init__(
        self, game_id: str, out: list[Effect], remote: RemotePresence, is_enabled: bool
    ) -> None:
        self.clients: dict[int, Player] = {}
        self._game_id = game_id
        self._out = out
        self._remote = remote
        self._is_enabled = is_enabled

    @property
    def seats(self) -> list[Player]:
        """The seats whose players have opened the chat in any process."""
        return sorted(self._remote.chatting.union(self.clients.values()))

    def update(self, terms: Terms, request: Received, *, opens: bool) -> bool:
        """Open or close the chat for a client. Returns whether that changed anything."""
        seat = terms.seat_for(request.sender)
        before = self.clients.pop(request.client.number, None)
        if opens and seat and not self._why_disabled(terms):
            self.clients[request.client.number] = seat
        return self.clients.get(request.client.number) != before

    def leave(self, client: int) -> None:
        """Close the chat for a client that stops following the game."""
        self.clients.pop(client, None)

    def seats_shown_to(self, terms: Terms, request: Received) -> list[Player] | None:
        """Return the ``chat`` field for a client: None if it cannot chat in this game (P35)."""
        if not terms.seat_for(request.sender) or self._why_disabled(terms):
            return None
        return self.seats if request.client.number in self.clients else []

    def compose(
        self, terms: Terms, request: Received, message: SendPhrase | SendChat
    ) -> PlayerPhrase | PlayerChat:
        """Return what a player sends. Raises ``CommandRejected`` if that is not allowed."""
        seat = terms.seat_for(request.sender)
        if isinstance(message, SendPhrase):
            if seat is None:
                raise CommandRejected(
                    RejectionCode.NOT_SEATED, "only the players of a game can send phrases"
                )
            if terms.room:
                raise CommandRejected(
                    RejectionCode.NOT_ALLOWED, "games of a class room have no phrases"
                )
            return PlayerPhrase(self._game_id, seat, message.n)
        if seat is None:
            raise CommandRejected(
                RejectionCode.NOT_SEATED, "only the players of a game can write in its chat"
            )
        if why := self._why_disabled(terms):
            raise CommandRejected(RejectionCode.NOT_ALLOWED, why)
        if request.client.number not in self.clients:
            raise CommandRejected(
                RejectionCode.CHAT_CLOSED, "your chat is closed: send watch with chat first"
            )
        if seat.other not in self.seats:
            raise CommandRejected(
                RejectionCode.CHAT_CLOSED, "the other player has not opened the chat"
            )
        return PlayerChat(self._game_id, seat, message.text)

    def broadcast(self, message: ServerMessage) -> None:
        """Send ``message`` to all clients that have opened the chat."""
        if self.clients:
            self._out.append(Send(tuple(self.clients), message))

    def _why_disabled(self, terms: Terms) -> str:
        """Return why this game has no chat; empty if it has one."""
        if terms.room:
            return "games of a class room have no chat"
        if any(player.level or player.bot for player in (terms.x, terms.o)):
            return "games against engines and programs have no chat"
        return "" if self._is_enabled else "chat is disabled on this server"
