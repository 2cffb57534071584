"""The clients that follow a game; all of them are sent the same entries."""

from collections.abc import Sequence

from msgspec import Raw

from qttt.game import Player
from qttt.server.errors import CommandRejected, RejectionCode
from qttt.server.games.game import GameState
from qttt.server.games.terms import Terms
from qttt.server.protocol.incoming import SendChat, SendPhrase, SubmitCommand, WatchGame
from qttt.server.protocol.outgoing import (
    GameSnapshot,
    NewEntries,
    PlayerChat,
    PlayerPhrase,
    PresenceUpdate,
    Rejection,
    ServerMessage,
    clock_times,
    encode,
    entry_json,
    terms_info,
)

from .bus_messages import GamePresence, game_channel
from .chat import GameChat
from .effects import Effect, Publish, Send
from .inbox import InboxItem, Received
from .presence import RemotePresence

CLAIM_DELAY_MS = 60_000
"""How long a player waits for one who is away before the game can be claimed (P47)."""


class Subscribers:
    """The clients that follow one game, with their seats; effects are appended to ``out``.

    ``sent_version`` is the version up to which entries were sent to them.
    """

    def __init__(self, game_id: str, out: list[Effect], chat_enabled: bool) -> None:
        self.seats: dict[int, Player | None] = {}
        self.has_changed = False
        self.remote = RemotePresence()
        self.chat = GameChat(game_id, out, self.remote, chat_enabled)
        self.sent_version = 0
        self._game_id = game_id
        self._out = out
        self._lines: list[Raw] = []  # the stored entries as JSON
        self._present: frozenset[Player] = frozenset()
        self._changed_at: dict[Player, int] = {}

    @property
    def local_presence(self) -> GamePresence:
        """The followers in this process."""
        seats = list(self.seats.values())
        chatting = frozenset(self.chat.clients.values())
        return GamePresence(frozenset(filter(None, set(seats))), seats.count(None), chatting)

    @property
    def presence(self) -> tuple[list[Player], int]:
        """The seats whose players follow the game in any process, and the number of others."""
        local, remote = self.local_presence, self.remote
        return sorted(local.seats | remote.present), local.watching + remote.watching

    def note_presence(self, now: int, *, restarts: bool) -> None:
        """Note since when each player is here or away: if it ``restarts``, since now."""
        present = frozenset(self.presence[0])
        changed = Player if restarts else present ^ self._present
        self._changed_at.update(dict.fromkeys(changed, now))
        self._present = present

    def check_claim(self, seat: Player, at: int) -> None:
        """Raise ``CommandRejected`` unless the other player has been away for long enough."""
        is_alone = self._present == {seat} == set(self.presence[0])
        if not is_alone or at < max(self._changed_at.values()) + CLAIM_DELAY_MS:
            why = f"claims need {CLAIM_DELAY_MS // 1000} s in which {seat.other} is away"
            raise CommandRejected(RejectionCode.NOT_AWAY, why)

    def join(self, game: GameState, request: Received, watch: WatchGame) -> None:
        """Subscribe a client, and send it the entries that it does not have."""
        client = request.client.number
        if request.client.messages.is_overdrawn:
            return self.reject(
                request, RejectionCode.TOO_FAST, "too many large answers: wait a second"
            )
        seat = game.terms.seat_for(request.sender)
        self.has_changed |= client not in self.seats
        self.has_changed |= self.chat.update(game.terms, request, opens=watch.chat)
        self.seats[client] = seat
        present, watching = self.presence
        have = watch.have if watch.have <= game.version else 0
        message = GameSnapshot(
            game=self._game_id,
            terms=terms_info(game.terms),
            seat=seat,
            entries=self._encoded(game, have),
            clock=clock_times(game, request.at),
            now=request.at,
            watching=watching,
            present=present,
            chat=self.chat.seats_shown_to(game.terms, request),
        )
        line = encode(message)
        request.client.charge(line)
        self._out.append(Send((client,), line))
        return None

    def send_new_entries(self, game: GameState, now: int) -> None:
        if self.sent_version < game.version:
            entries, self.sent_version = self._encoded(game, self.sent_version), game.version
            self.broadcast(NewEntries(self._game_id, entries, clock_times(game, now), now))

    def _encoded(self, game: GameState, have: int) -> Sequence[Raw]:
        """Return the entries after the first ``have`` as JSON; all are stored and never change."""
        self._lines += [entry_json(entry) for entry in game.entries[len(self._lines) :]]
        return self._lines[have:]

    def write(self, terms: Terms, request: Received, message: SendPhrase | SendChat) -> None:
        """Send a player's phrase or chat message, in all processes. Raises ``CommandRejected``."""
        written = self.chat.compose(terms, request, message)
        self.relay(written)
        self._out.append(Publish(game_channel(self._game_id), written))

    def relay(self, message: PlayerPhrase | PlayerChat) -> None:
        """Send a phrase to all subscribers, a chat message to those with an open chat."""
        if isinstance(message, PlayerChat):
            self.chat.broadcast(message)
        else:
            self.broadcast(message)

    def broadcast(self, message: ServerMessage) -> None:
        if self.seats:
            self._out.append(Send(tuple(self.seats), message))

    def broadcast_presence(self) -> None:
        """Send the presence to all, with the chat's to those who have opened it."""
        if outside := tuple(self.seats.keys() - self.chat.clients.keys()):
            self._out.append(Send(outside, PresenceUpdate(self._game_id, *self.presence)))
        if self.chat.clients:
            presence = (*self.presence, self.chat.seats)
            self.chat.broadcast(PresenceUpdate(self._game_id, *presence))

    def leave(self, client: int) -> None:
        self.has_changed |= client in self.seats
        self.seats.pop(client, None)
        self.chat.leave(client)

    def send(self, client: int, message: ServerMessage) -> None:
        self._out.append(Send((client,), message))

    def reject(
        self, item: InboxItem, code: RejectionCode, message: str, version: int | None = None
    ) -> None:
        """Send a rejection to the client that sent ``item``, if it came from a client."""
        if isinstance(item, Received):
            rejected = Rejection(
                id=item.message.id if isinstance(item.message, SubmitCommand) else None,
                game=self._game_id,
                code=code,
                message=message,
                version=version,
            )
            self.send(item.client.number, rejected)
