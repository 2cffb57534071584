"""Clients as a hub knows them: who they are, what they follow, how much they say."""

from collections import defaultdict
from dataclasses import dataclass, field

from qttt.server.games import Who

MESSAGES = (20, 40)
"""How many messages a second a client may send for long, and how many at once."""
PHRASES = (0.5, 4)
"""The same for quick phrases."""
CHATS = (0.5, 5)
"""The same for what players write to each other."""
MOST_STRIKES = 200
"""A client that sends so many messages too fast, one after the other, is cut off."""
MOST_WATCHED = 64
"""How many games one client may follow."""
MOST_IDLE = 75_000
"""After so many milliseconds without a word a client counts as gone."""


class Bucket:
    """A rate that allows bursts: it holds up to ``size`` and fills by ``rate`` a second."""

    __slots__ = ("_filled", "_level", "_rate", "_size")

    def __init__(self, rate: float, size: float, now: int) -> None:
        self._rate, self._size, self._level, self._filled = rate / 1000, size, float(size), now

    def take(self, now: int) -> bool:
        """True if there was one more."""
        passed = max(0, now - self._filled)
        self._level, self._filled = min(self._size, self._level + passed * self._rate), now
        if self._level < 1:
            return False
        self._level -= 1
        return True


@dataclass(slots=True, eq=False)
class Client:
    """One connection; ``number`` is the shell's name for it, ``who`` is nobody for a stranger."""

    number: int
    who: Who | None
    heard: int
    messages: Bucket
    phrases: Bucket
    chats: Bucket
    strikes: int = 0
    watched: set[str] = field(default_factory=set)

    @classmethod
    def new(cls, number: int, who: Who | None, now: int) -> "Client":
        """A client that has just connected."""
        buckets = Bucket(*MESSAGES, now), Bucket(*PHRASES, now), Bucket(*CHATS, now)
        return cls(number, who, now, *buckets)

    @property
    def user(self) -> str:
        """The account's or guest's; empty for a stranger."""
        return self.who.user if self.who else ""


class Crowd:
    """All clients, by their numbers and by their users."""

    def __init__(self) -> None:
        self.clients: dict[int, Client] = {}
        self._users: defaultdict[str, set[int]] = defaultdict(set)

    def add(self, client: Client) -> None:
        """A client has come."""
        self.clients[client.number] = client
        self._users[client.user].add(client.number)

    def remove(self, number: int) -> Client | None:
        """A client is gone; None if it was already."""
        client = self.clients.pop(number, None)
        if client:
            self._users[client.user].discard(number)
            if not self._users[client.user]:
                del self._users[client.user]
        return client

    def expel(self, user: str, session: str) -> list[int]:
        """The clients of that user, of one session if it is named: strangers from now on."""
        found = [
            client
            for client in map(self.clients.__getitem__, self.of(user))
            if client.who and session in ("", client.who.session)
        ]
        for client in found:
            self.remove(client.number)
            client.who = None
            self.add(client)
        return [client.number for client in found]

    @property
    def sessions(self) -> dict[str, str]:
        """The sessions by which somebody is here, each with its user."""
        known = (client.who for client in self.clients.values() if client.who)
        return {who.session: who.user for who in known if who.session}

    def of(self, *users: str) -> tuple[int, ...]:
        """The clients of these users; strangers and computers have none."""
        found = {each for user in users if user for each in self._users.get(user, ())}
        return tuple(sorted(found))
