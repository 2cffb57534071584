"""The interface of a store; ``check_store`` tests an implementation.

Writes are durable when a method returns: they survive a crash of the process or the machine and a
power failure. Every method raises ``StoreUnavailable`` if the database cannot be reached, and
``StoreCorrupt`` if it returns data that cannot have been stored. ``ValueError`` is raised for text
with lone surrogates or, in some stores, NUL, and for integers of more than 63 bits.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from qttt.server.games import AppendRequest, AppendResult, Terms

from .account_protocol import AccountStore
from .room_records import Room
from .values import (
    AuthToken,
    Challenge,
    GameLog,
    GameSummary,
    Ladder,
    LeaderboardEntry,
    Outage,
    Rating,
    Seek,
    UnratedGame,
    User,
)


class GameStore(Protocol):
    """Games as append-only logs."""

    async def create(self, terms: Terms) -> bool:
        """Create a game with an empty log; False if the id is in use.

        Raises ``LookupError`` if one of its users does not exist.
        """
        ...

    async def load(self, game: str) -> GameLog | None:
        """Return the whole game, or None. Does not check the digests; ``verify`` does."""
        ...

    async def load_all(self, games: Sequence[str]) -> list[GameLog]:
        """Return those of the games that exist, in the order given."""
        ...

    async def append(self, batch: Sequence[AppendRequest]) -> list[AppendResult]:
        """Store a batch of appends in one transaction with one sync, each append atomically.

        Results are in the order of the batch. A later append may continue an earlier one of the
        same game. An append to a game that does not exist is a conflict. The game that an append
        begins is created with it. Raises ``ValueError``, storing nothing, if the versions of an
        append are not consecutive or the game that it begins already exists.
        """
        ...

    async def verify(self, game: str) -> None:
        """Raise ``StoreCorrupt``, naming the first bad entry, unless the digests match the log.

        A game that does not exist is valid.
        """
        ...

    async def overdue_games(self, now: int, limit: int) -> list[str]:
        """Return unfinished games whose deadline is at or before ``now``, longest overdue first."""
        ...

    async def live_games(self, limit: int) -> list[GameSummary]:
        """Return unfinished games that are not private, newest first."""
        ...

    async def current_games(self, user: str) -> list[GameSummary]:
        """Return the user's unfinished games that were not called off, newest first."""
        ...

    async def archive(
        self, user: str, limit: int, before: str = "", *, private: bool = False
    ) -> list[GameSummary]:
        """Return one page of the user's finished games, newest start first.

        Args:
            user: Id of the user.
            limit: Maximum number of games.
            before: Id of the last game of the previous page.
            private: Whether private games are included.
        """
        ...

    async def summary(self, game: str) -> GameSummary | None:
        """Return the state of the game, or None if it does not exist."""
        ...


class ProcessStore(Protocol):
    """Heartbeats of the server's processes."""

    async def record_heartbeat(self, process: str, now: int) -> None:
        """Record that the process is alive; its first beat is its start."""
        ...

    async def outages(self, after: int) -> list[Outage]:
        """Return the spans without a running process that ended after ``after``, in order.

        A span lasts from the last heartbeat before it to the first of the next process. A process
        that starts beside others sees a false outage since their last heartbeat, until their next
        one: ignore outages that ended less than two heartbeat intervals ago.
        """
        ...

    async def other_is_alive(self, process: str, after: int, before: int) -> bool:
        """Return whether another process than ``process`` had its last heartbeat between these."""
        ...

    async def delete_old(self, before: int) -> None:
        """Delete processes that ended before that time, except the last of them."""
        ...


class PeopleStore(Protocol):
    """Users, their password hashes, tokens and ratings."""

    async def add_user(self, user: User, password: str = "") -> bool:
        """Add a user with an optional password hash; False if the name's key is taken."""
        ...

    async def user(self, user: str) -> User | None:
        """Return the user with that id, or None."""
        ...

    async def user_by_name_key(self, key: str) -> User | None:
        """Return the user whose name has that key, or None."""
        ...

    async def claim_name(self, user: str, name: str, key: str, password: str) -> bool:
        """Register a guest under a name; False if it is taken or the user is registered."""
        ...

    async def password(self, user: str) -> str | None:
        """Return the hash of the user's password, or None."""
        ...

    async def set_password(self, user: str, password: str, keep: bytes = b"") -> None:
        """Set the user's password hash, unless empty, and delete their tokens except ``keep``."""
        ...

    async def set_listed(self, user: str, listed: bool) -> None:
        """Show or hide the user on the leaderboards."""
        ...

    async def add_token(self, token: AuthToken) -> None:
        """Add a token."""
        ...

    async def token_and_user(self, token: bytes, now: int) -> tuple[AuthToken, User] | None:
        """Return the token with that hash and its user, or None if unknown or expired."""
        ...

    async def valid_tokens(self, hashes: Sequence[bytes], now: int) -> set[bytes]:
        """Return those of the hashes whose tokens exist and have not expired."""
        ...

    async def renew_token(self, token: bytes, expires: int) -> None:
        """Set when the token expires; no-op if it does not exist."""
        ...

    async def delete_token(self, token: bytes) -> bool:
        """Delete the token; False if it does not exist."""
        ...

    async def tokens(self, user: str, kind: str) -> list[AuthToken]:
        """Return the user's tokens of that kind, oldest first."""
        ...

    async def ratings(self, user: str) -> dict[Ladder, Rating]:
        """Return all ratings of the user."""
        ...

    async def leaders(
        self, ladder: Ladder, limit: int, max_deviation: float
    ) -> list[LeaderboardEntry]:
        """Return the best listed users whose rating deviation is at most ``max_deviation``."""
        ...

    async def unrated_games(self, limit: int) -> list[UnratedGame]:
        """Return finished rated games between two users that await ``rate``, oldest first."""
        ...

    async def rate(
        self,
        game: str,
        ladder: Ladder,
        change: Callable[[Rating | None, Rating | None], tuple[Rating, Rating] | None],
    ) -> bool:
        """Update both players' ratings for a game, exactly once; False if already done.

        ``change`` maps the ratings of X and O (None if unrated) to the new ones, or returns None
        if the game does not count. It may be called more than once, so it must be pure.
        """
        ...

    async def delete_expired(self, before: int) -> None:
        """Delete tokens, seeks and challenges that expired before that time, and unused guests.

        Those are older and have neither tokens nor games, nor anything else in the store.
        """
        ...


class LobbyStore(Protocol):
    """Seeks and challenges, each accepted at most once."""

    async def add_seek(self, seek: Seek) -> None:
        """Add a seek, replacing the user's earlier one with the same ``stays``."""
        ...

    async def renew_seek(self, seek: str, user: str, now: int, expires: int) -> bool:
        """Extend a seek; False if it is gone, accepted, expired or another user's."""
        ...

    async def withdraw_seek(self, seek: str, user: str) -> bool:
        """Withdraw a seek; False if it is gone, accepted or another user's."""
        ...

    async def seek(self, seek: str, now: int) -> Seek | None:
        """Return the open seek with that id, or None."""
        ...

    async def seeks(self, now: int, limit: int, *, rules: str = "", clock: str = "") -> list[Seek]:
        """Return open seeks, optionally only for these rules and that clock.

        Seeks that do not stay, whose users are online, come first; then the oldest.
        """
        ...

    async def seeks_by_user(self, user: str, now: int) -> list[Seek]:
        """Return the user's open seeks."""
        ...

    async def accept_seek(self, seek: str, terms: Terms, now: int, own: str = "") -> bool:
        """Accept a seek and create the game ``terms``; True for exactly one caller.

        If the seek stays, ``collect_matches`` returns the game later. ``own``, a seek of the
        accepting user, must be open too and is deleted, so that a user cannot accept and be
        accepted at once. On False nothing has changed.
        """
        ...

    async def collect_matches(self, users: Sequence[str]) -> list[tuple[str, str]]:
        """Return (user, game) for each accepted seek that stays, and delete these seeks.

        Each pair is returned once, to the first caller.
        """
        ...

    async def add_challenge(self, challenge: Challenge) -> bool:
        """Add a challenge; False if its code is in use."""
        ...

    async def challenge(self, code: str, now: int) -> Challenge | None:
        """Return the challenge with that code, or None if unknown or expired."""
        ...

    async def challenges_by_user(self, user: str, now: int) -> list[Challenge]:
        """Return the user's open challenges, oldest first."""
        ...

    async def accept_challenge(self, code: str, terms: Terms, now: int) -> bool:
        """Accept a challenge and create the game ``terms``; True for exactly one caller."""
        ...

    async def withdraw_challenge(self, code: str, user: str) -> bool:
        """Withdraw an open challenge; False if the user has none with that code."""
        ...


class RoomStore(Protocol):
    """Class rooms, changed with optimistic locking by ``Room.version``."""

    async def add(self, room: Room) -> bool:
        """Add a room without members; False if its code is in use."""
        ...

    async def room(self, code: str) -> Room | None:
        """Return the room with that code and the current results of its games, or None."""
        ...

    async def update(self, room: Room, games: Sequence[Terms]) -> bool:
        """Store the room and create its new games, atomically.

        Returns False, changing nothing, unless the version is one more than the stored one.
        Members and games must not be removed. Games that are off disappear from the lists of their
        players.
        """
        ...

    async def open_rooms(self, teacher: str) -> list[Room]:
        """Return the teacher's rooms that are not over, newest first."""
        ...

    async def rooms_to_pair(self, since: int) -> list[str]:
        """Return running arenas in which two or more members have not played since then."""
        ...

    async def delete_old(self, before: int) -> None:
        """Delete rooms opened before that time; their games stay."""
        ...


class Store(Protocol):
    """All persistent data of a server. ``open_store`` opens one."""

    @property
    def games(self) -> GameStore:
        """Games."""
        ...

    @property
    def people(self) -> PeopleStore:
        """Users, tokens and ratings."""
        ...

    @property
    def accounts(self) -> AccountStore:
        """Passkeys, recovery codes and account deletion."""
        ...

    @property
    def lobby(self) -> LobbyStore:
        """Seeks and challenges."""
        ...

    @property
    def rooms(self) -> RoomStore:
        """Class rooms."""
        ...

    @property
    def processes(self) -> ProcessStore:
        """Heartbeats of the server's processes."""
        ...
