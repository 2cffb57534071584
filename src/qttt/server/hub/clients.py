"""Connected clients: their identity, the channels that they follow, and their rate limits."""

from collections import Counter, defaultdict

from qttt.play.clocks import TimeControl
from qttt.server.games.terms import Identity, Terms
from qttt.server.protocol.outgoing import GameStarted

from .bus_messages import LOBBY_CHANNEL, GameCreated, LobbyChanged, game_channel, user_channel
from .effects import (
    CheckMissedGames,
    Close,
    CloseCode,
    Effect,
    Publish,
    Send,
    Subscribe,
    Unsubscribe,
)

MESSAGE_RATE = (20, 40)
"""Rate limit of all messages (P19): sustained per second, and burst size."""
PHRASE_RATE = (0.5, 4)
"""Rate limit of quick phrases."""
CHAT_RATE = (0.5, 5)
"""Rate limit of chat messages."""
ANSWER_BYTES = 4_096
"""An answer costs its client as much as one more message for each of these."""
REJECTION_RATE = (2, 200)
"""Rate limit of messages over the rate limit; beyond it the connection is closed."""
MAX_WATCHED_GAMES, MAX_WATCHED_WITHOUT_SESSION = 64, 8
"""Games that a client can follow."""
MAX_WATCHED_PER_ADDRESS = 2_000
"""Games that all clients of a network address can follow."""
IDLE_TIMEOUT_MS = 75_000
"""A client that sends nothing for this long is disconnected."""


class TokenBucket:
    """A token bucket: holds at most ``size`` tokens and gains ``rate`` a second.

    Times are in milliseconds.
    """

    __slots__ = ("_rate", "_size", "_tokens", "_updated_at")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate, self._size, self._tokens, self._updated_at = rate / 1000, size, float(size), now

    def take(self, now: float) -> bool:
        """Take one token. Returns False if there is none."""
        self._refill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def spend(self, tokens: int) -> None:
        """Take tokens, even if there are not as many."""
        self._tokens -= tokens

    @property
    def is_overdrawn(self) -> bool:
        """Whether more was spent than there was."""
        return self._tokens < 0

    def delay(self, now: float) -> float:
        """Return the time until the bucket is not overdrawn."""
        self._refill(now)
        return max(0.0, -self._tokens / self._rate)

    def _refill(self, now: float) -> None:
        passed = max(0, now - self._updated_at)
        self._tokens, self._updated_at = min(self._size, self._tokens + passed * self._rate), now


class ConnectedClient:
    """One connection; ``identity`` is None for an anonymous spectator.

    Clients with an empty ``address`` are not limited by it.
    """

    __slots__ = (
        *("number", "identity", "address", "last_seen", "watched", "room"),
        *("messages", "phrases", "chats", "rejections"),
    )

    def __init__(self, number: int, identity: Identity | None, address: str, now: int) -> None:
        self.number, self.identity, self.address = number, identity, address
        self.last_seen = now
        self.watched: set[str] = set()
        self.room = ""
        self.messages = TokenBucket(*MESSAGE_RATE, now)
        self.phrases = TokenBucket(*PHRASE_RATE, now)
        self.chats = TokenBucket(*CHAT_RATE, now)
        self.rejections = TokenBucket(*REJECTION_RATE, now)

    @property
    def user(self) -> str:
        """The user id of the account or guest; empty if anonymous."""
        return self.identity.user if self.identity else ""

    def charge(self, answer: bytes) -> None:
        """Let a large answer cost messages, even more than the client can send now."""
        self.messages.spend(len(answer) // ANSWER_BYTES)


class ClientRegistry:
    """All connected clients, and which channels they follow: each that of its user.

    The process subscribes to these channels on the bus. Effects are appended to ``out``.
    """

    def __init__(self, out: list[Effect]) -> None:
        self.clients: dict[int, ConnectedClient] = {}
        self._out = out
        self._followers: defaultdict[str, set[int]] = defaultdict(set)
        self._watched: Counter[str] = Counter()

    def add(self, client: ConnectedClient) -> None:
        self.clients[client.number] = client
        if client.user:
            self.follow(client.number, user_channel(client.user))

    def remove(self, number: int) -> ConnectedClient | None:
        """Remove and return a client; None if it is unknown."""
        client = self.clients.pop(number, None)
        if client:
            self.leave(number, user_channel(client.user))
        return client

    def excuse(self, standstill: int, now: int) -> None:
        """Do not count the time that the process stood still until now as idle."""
        for client in self.clients.values():
            client.last_seen = min(now, client.last_seen + standstill)

    def revoke(self, user: str, session: str) -> None:
        """Disconnect the clients of a session, or of all of ``user`` if it is empty.

        They are anonymous at once.
        """
        for client in map(self.clients.__getitem__, self.of_user(user)):
            if client.identity and session in ("", client.identity.session):
                client.identity = None
                self.leave(client.number, user_channel(user))
                why = "the session has ended"
                self._out.append(Close(client.number, CloseCode.ENDED, why))

    @property
    def sessions(self) -> dict[str, str]:
        """The sessions of all connected clients, mapped to their users."""
        known = (client.identity for client in self.clients.values() if client.identity)
        return {client.session: client.user for client in known if client.session}

    # --- channels --------------------------------------------------------------------------------

    def follow(self, client: int, channel: str) -> bool:
        """Let a client follow a channel. Returns whether it is the first that does."""
        is_first = channel not in self._followers
        self._followers[channel].add(client)
        if is_first:
            self._out.append(Subscribe(channel))
        return is_first

    def leave(self, client: int, channel: str) -> None:
        """Let a client follow a channel no more."""
        followers = self._followers.get(channel, set())
        if client in followers:
            followers.remove(client)
            if not followers:
                del self._followers[channel]
                self._out.append(Unsubscribe(channel))

    def followers(self, channel: str) -> tuple[int, ...]:
        return tuple(sorted(self._followers.get(channel, ())))

    def of_user(self, user: str) -> tuple[int, ...]:
        """Return the numbers of the clients of a user; none for the empty user id."""
        return self.followers(user_channel(user))

    # --- games -----------------------------------------------------------------------------------

    def why_not_watch(self, client: ConnectedClient) -> str:
        """Return why ``client`` can follow no other game; empty if it can."""
        limit = MAX_WATCHED_GAMES if client.identity else MAX_WATCHED_WITHOUT_SESSION
        if len(client.watched) >= limit:
            who = "a client" if client.identity else "a client without a session"
            return f"{who} can follow at most {limit} games: leave one first"
        if client.address and self._watched[client.address] >= MAX_WATCHED_PER_ADDRESS:
            return f"your network follows {MAX_WATCHED_PER_ADDRESS} games: try again later"
        return ""

    def watch(self, client: ConnectedClient, game: str) -> bool:
        """Note that ``client`` follows ``game``. Returns whether it is the first that does."""
        if game in client.watched:
            return False
        client.watched.add(game)
        self._watched[client.address] += 1
        return self.follow(client.number, game_channel(game))

    def unwatch(self, client: ConnectedClient, game: str) -> None:
        if game in client.watched:
            client.watched.remove(game)
            self._watched[client.address] -= 1
            if not self._watched[client.address]:
                del self._watched[client.address]
            self.leave(client.number, game_channel(game))

    # --- new games -------------------------------------------------------------------------------

    def publish_game(self, terms: Terms) -> None:
        """Announce a stored game to its players in all processes, and the change of the lobby."""
        is_daily = TimeControl.parse(terms.clock).is_daily
        for user in {terms.x.user: None, terms.o.user: None}:
            if user:
                created = GameCreated(user, terms.game, is_daily)
                self.announce_game(created)
                self._out.append(Publish(user_channel(user), created))
        self._out.append(Publish(LOBBY_CHANNEL, LobbyChanged()))

    def announce_game(self, created: GameCreated) -> None:
        """Notify the player, if connected here, and note that they know."""
        if self.of_user(created.user):
            self.notify_of_game(created.user, created.game)
            if created.is_daily:
                self._out.append(CheckMissedGames(created.user, created.game))

    def notify_of_game(self, user: str, game: str) -> None:
        if clients := self.of_user(user):
            self._out.append(Send(clients, GameStarted(game)))
