"""Connected clients: their identity, what they follow, and their rate limits."""

from collections import Counter

from qttt.server.games.terms import Identity

from .bus_messages import game_channel, user_channel
from .effects import Close, CloseCode, Effect
from .subscriptions import Subscriptions

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
    """A token bucket: holds at most ``size`` tokens and gains ``rate`` a second."""

    __slots__ = ("_rate", "_size", "_tokens", "_updated_at")

    def __init__(self, rate: float, size: float, now: int) -> None:
        self._rate, self._size, self._tokens, self._updated_at = rate / 1000, size, float(size), now

    def take(self, now: int) -> bool:
        """Take one token. Returns False if there is none."""
        passed = max(0, now - self._updated_at)
        self._tokens, self._updated_at = min(self._size, self._tokens + passed * self._rate), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, answer: bytes) -> None:
        """Take the cost of a large answer, even if the tokens do not suffice."""
        self._tokens -= len(answer) // ANSWER_BYTES

    @property
    def is_overdrawn(self) -> bool:
        """Whether answers cost more than there was."""
        return self._tokens < 0


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


class ClientRegistry:
    """All connected clients; each follows the channel of its user.

    Effects are appended to ``out``.
    """

    def __init__(self, subscriptions: Subscriptions, out: list[Effect]) -> None:
        self.clients: dict[int, ConnectedClient] = {}
        self._subscriptions = subscriptions
        self._out = out
        self._watched: Counter[str] = Counter()

    def add(self, client: ConnectedClient) -> None:
        self.clients[client.number] = client
        if client.user:
            self._subscriptions.follow(client.number, user_channel(client.user))

    def remove(self, number: int) -> ConnectedClient | None:
        """Remove and return a client; None if it is unknown."""
        client = self.clients.pop(number, None)
        if client:
            self._subscriptions.leave(number, user_channel(client.user))
        return client

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
        self._count_watched(client, 1)
        return self._subscriptions.follow(client.number, game_channel(game))

    def unwatch(self, client: ConnectedClient, game: str) -> None:
        if game in client.watched:
            client.watched.remove(game)
            self._count_watched(client, -1)
            self._subscriptions.leave(client.number, game_channel(game))

    def _count_watched(self, client: ConnectedClient, change: int) -> None:
        self._watched[client.address] += change
        if not self._watched[client.address]:
            del self._watched[client.address]

    def revoke(self, user: str, session: str) -> None:
        """Disconnect the clients of a session, or of all of ``user`` if it is empty.

        They are anonymous at once.
        """
        for client in map(self.clients.__getitem__, self.of_user(user)):
            if client.identity and session in ("", client.identity.session):
                client.identity = None
                self._subscriptions.leave(client.number, user_channel(user))
                why = "the session has ended"
                self._out.append(Close(client.number, CloseCode.ENDED, why))

    @property
    def sessions(self) -> dict[str, str]:
        """The sessions of all connected clients, mapped to their users."""
        known = (client.identity for client in self.clients.values() if client.identity)
        return {each.session: each.user for each in known if each.session}

    def of_user(self, user: str) -> tuple[int, ...]:
        """Return the numbers of the clients of a user; none for the empty user id."""
        return self._subscriptions.clients(user_channel(user))
