"""The clients that follow a game; all of them are sent the same entries."""

from collections.abc import Sequence

from qttt.server.games import GameState, RejectionCode
from qttt.server.protocol import outgoing

from .chat import GameChat
from .effects import Effect, Send
from .inbox import ChatRequest, CommandRequest, InboxItem, PhraseRequest, WatchRequest
from .remote_presence import RemotePresence


class Subscribers:
    """The clients that follow one game, with their seats; effects are appended to ``out``.

    ``sent_version`` is the version up to which entries were sent to them.
    """

    def __init__(self, game_id: str, out: list[Effect], chat_enabled: bool) -> None:
        self.seats: dict[int, str | None] = {}
        self.has_changed = False
        self.remote = RemotePresence()
        self.chat = GameChat(game_id, out, self.remote, chat_enabled)
        self.sent_version = 0
        self._game_id = game_id
        self._out = out
        self._lines: list[str] = []  # the stored entries as JSON

    @property
    def local_presence(self) -> tuple[list[str], int]:
        """The seats whose players follow the game in this process, and the number of others."""
        present = sorted({seat for seat in self.seats.values() if seat})
        return present, sum(seat is None for seat in self.seats.values())

    @property
    def presence(self) -> tuple[list[str], int]:
        """The same over all processes."""
        present, watching = self.local_presence
        return sorted(self.remote.present.union(present)), watching + self.remote.watching

    def join(self, game: GameState, request: WatchRequest) -> None:
        """Subscribe a client, and send it the entries that it does not have."""
        if request.budget.is_overdrawn:
            return self.reject(
                request, RejectionCode.TOO_FAST, "too many large answers: wait a second"
            )
        seat = game.terms.seat_of(request.user)
        self.has_changed |= request.client not in self.seats
        self.has_changed |= self.chat.update(game.terms, request)
        self.seats[request.client] = seat
        present, watching = self.presence
        have = request.have if request.have <= game.version else 0
        message = outgoing.game(
            game.terms,
            seat=seat,
            entries=self._encoded(game, have),
            clock=outgoing.clock(game, request.at),
            now=request.at,
            present=present,
            watching=watching,
            chat=self.chat.seats_shown_to(game.terms, request),
        )
        request.budget.charge(message)
        self.send(request.client, message)
        return None

    def send_new_entries(self, game: GameState, now: int) -> str:
        """Send all subscribers the new entries. Returns the message; empty if there are none."""
        if self.sent_version == game.version:
            return ""
        entries, self.sent_version = self._encoded(game, self.sent_version), game.version
        message = outgoing.entries(self._game_id, entries, outgoing.clock(game, now), now)
        self.broadcast(message)
        return message

    def _encoded(self, game: GameState, have: int) -> Sequence[str]:
        """Return the entries after the first ``have`` as JSON; all are stored and never change."""
        self._lines += [entry.text for entry in game.entries[len(self._lines) :]]
        return self._lines[have:]

    def broadcast(self, message: str) -> None:
        """Send ``message`` to all subscribers."""
        if self.seats:
            self._out.append(Send(tuple(self.seats), message))

    def broadcast_presence(self) -> None:
        """Send the presence to all, with the chat's to those who have opened it."""
        if outside := tuple(self.seats.keys() - self.chat.clients.keys()):
            self._out.append(Send(outside, outgoing.presence(self._game_id, *self.presence)))
        if self.chat.clients:
            presence = (*self.presence, self.chat.seats)
            self.chat.broadcast(outgoing.presence(self._game_id, *presence))

    def leave(self, client: int) -> None:
        """Unsubscribe a client."""
        self.has_changed |= client in self.seats
        self.seats.pop(client, None)
        self.chat.leave(client)

    def send(self, client: int, message: str) -> None:
        """Send ``message`` to one client, subscribed or not."""
        self._out.append(Send((client,), message))

    def reject(
        self, item: InboxItem, code: RejectionCode, message: str, version: int | None = None
    ) -> None:
        """Send a rejection to the client that sent ``item``, if it came from a client."""
        if isinstance(item, CommandRequest | WatchRequest | PhraseRequest | ChatRequest):
            id_ = item.command.id if isinstance(item, CommandRequest) else ""
            rejected = outgoing.refused(code, message, id_=id_, game=self._game_id, version=version)
            self.send(item.client, rejected)
