"""What a store promises; ``check_store`` tries whether one keeps it.

What has been promised to a caller is on the disk when the call returns: a crash of the process, of
the machine or of its power takes nothing back. Every method raises ``StoreUnavailable`` if the
database cannot be asked, and ``StoreCorrupt`` if it answers what cannot have been stored.
``ValueError`` is raised for text that a database cannot hold, having NUL or half a character
(a lone surrogate) in it, and for numbers of more than 63 bits; some stores hold NUL.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from qttt.server.games import Append, Appended, Terms

from .account_protocol import AccountStore
from .class_rooms import Room
from .values import (
    Challenge,
    Ladder,
    Leader,
    Log,
    Outage,
    Owed,
    Rating,
    Seek,
    Summary,
    Token,
    User,
)


class GameStore(Protocol):
    """Games as append-only logs."""

    async def create(self, terms: Terms) -> bool:
        """Begin a game with an empty log; False if there is a game of that id already.

        Raises ``LookupError`` if one of its users does not exist.
        """
        ...

    async def load(self, game: str) -> Log | None:
        """The whole game, None if there is none. Does not check the digests: ``verify`` does."""
        ...

    async def load_all(self, games: Sequence[str]) -> list[Log]:
        """Those of the games that exist, in the order asked."""
        ...

    async def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Store what fits, each append whole or not at all, in one transaction with one sync.

        The answers are in the order of the batch, in which a later append may go on where an
        earlier one of the same game ended. A game that does not exist is a conflict. The game that
        an append begins is created with it. Raises ``ValueError``, storing nothing, for entries
        that do not follow one another, and if there is such a game already.
        """
        ...

    async def verify(self, game: str) -> None:
        """Raise ``StoreCorrupt``, naming the first bad entry, unless the digests fit the log.

        There is nothing wrong with a game that does not exist.
        """
        ...

    async def due(self, now: int, limit: int) -> list[str]:
        """Games that go on and whose deadline is ``now`` or past, the longest overdue first."""
        ...

    async def live(self, limit: int) -> list[Summary]:
        """The games that go on and are not private, the latest first."""
        ...

    async def playing(self, user: str) -> list[Summary]:
        """The games of that user which go on and were not called off, the latest first."""
        ...

    async def archive(
        self, user: str, limit: int, before: str = "", *, private: bool = False
    ) -> list[Summary]:
        """The games of that user which have ended, the latest begun first.

        ``before`` is the id of the last game of the page before. With ``private`` the private
        ones are there too.
        """
        ...

    async def summary(self, game: str) -> Summary | None:
        """How the game stands, None if there is none."""
        ...


class ProcessStore(Protocol):
    """When the processes of the server were alive."""

    async def beat(self, process: str, now: int) -> None:
        """Note that the process is alive; its first beat is its start."""
        ...

    async def outages(self, after: int) -> list[Outage]:
        """The spans that ended later than ``after`` in which no process was alive, in order.

        A span is told from the last beat before it to the first beat of the process that came
        next. Where other processes are running, one that starts sees a span since their last
        beat, until they beat again: so do not act on one that is younger than two beats.
        """
        ...


class PeopleStore(Protocol):
    """Users, their passwords' hashes, tokens and ratings."""

    async def add_user(self, user: User, password: str = "") -> bool:
        """Add somebody, with the hash of a password; False if the name's key is taken."""
        ...

    async def user(self, user: str) -> User | None:
        """The user of that id."""
        ...

    async def user_by_key(self, key: str) -> User | None:
        """The user whose name has that key."""
        ...

    async def claim_name(self, user: str, name: str, key: str, password: str) -> bool:
        """Make a guest the owner of that name; False if it is taken or they have one already."""
        ...

    async def password(self, user: str) -> str | None:
        """The hash of the user's password, None if there is none."""
        ...

    async def set_password(self, user: str, password: str, keep: bytes = b"") -> None:
        """Set the hash of the user's password and drop all their tokens but the one to keep."""
        ...

    async def set_listed(self, user: str, listed: bool) -> None:
        """Show the user on the leader board, or no longer."""
        ...

    async def add_token(self, token: Token) -> None:
        """Let who holds the token act for its user."""
        ...

    async def holder(self, token: bytes, now: int) -> tuple[Token, User] | None:
        """The token with that hash and its user, None if there is none or it has expired."""
        ...

    async def held(self, hashes: Sequence[bytes], now: int) -> set[bytes]:
        """Those of the hashes whose tokens somebody holds and that have not expired."""
        ...

    async def renew_token(self, token: bytes, expires: int) -> None:
        """Set when the token expires, if it is there."""
        ...

    async def drop_token(self, token: bytes) -> bool:
        """Forget the token; False if there is none."""
        ...

    async def tokens(self, user: str, kind: str) -> list[Token]:
        """The user's tokens of that kind, the oldest first."""
        ...

    async def ratings(self, user: str) -> dict[Ladder, Rating]:
        """All ratings of the user."""
        ...

    async def leaders(self, ladder: Ladder, limit: int, most_deviation: float) -> list[Leader]:
        """The best of those who are listed and whose rating is known well enough."""
        ...

    async def owed(self, limit: int) -> list[Owed]:
        """Rated games between two users that have ended and wait for ``rate``, oldest first."""
        ...

    async def rate(
        self,
        game: str,
        ladder: Ladder,
        change: Callable[[Rating | None, Rating | None], tuple[Rating, Rating] | None],
    ) -> bool:
        """Change the ratings of both by that game, once in all time; False if it is not owed.

        ``change`` gets those of X and O, None for who has none, and gives the new ones, or None
        if the game counts for nothing. It may be called again, so it must have no effects.
        """
        ...

    async def sweep(self, now: int) -> None:
        """Forget tokens, seeks and challenges that have expired."""
        ...


class LobbyStore(Protocol):
    """Seeks and challenges: how two find each other, exactly once."""

    async def add_seek(self, seek: Seek) -> None:
        """Let the user wait; an earlier seek of theirs that stays as long as this is dropped."""
        ...

    async def renew_seek(self, seek: str, user: str, now: int, expires: int) -> bool:
        """Wait longer; False if the seek is not there any more, is over, or is another's."""
        ...

    async def drop_seek(self, seek: str, user: str) -> bool:
        """Wait no longer; False if the seek is not there any more or is another's."""
        ...

    async def seek(self, seek: str, now: int) -> Seek | None:
        """The seek, None if it is not there any more."""
        ...

    async def seeks(self, now: int, limit: int, *, rules: str = "", clock: str = "") -> list[Seek]:
        """Who waits, for these rules and that clock if they are given, the longest waiting first.

        Before all others come those who are there, whose seeks do not stay.
        """
        ...

    async def seeks_of(self, user: str, now: int) -> list[Seek]:
        """What the user waits for."""
        ...

    async def take_seek(self, seek: str, terms: Terms, now: int, own: str = "") -> bool:
        """Begin the game ``terms`` with who waits there: True for exactly one taker.

        If the seek stays, ``found`` will tell the game. With ``own``, a seek of the taker, that
        must be open too and goes as well, so that nobody is taken while taking. On False nothing
        has changed.
        """
        ...

    async def found(self, users: Sequence[str]) -> list[tuple[str, str]]:
        """Each of these users, with the game that a seek of theirs that stays has become.

        It is told once, to whoever asks first.
        """
        ...

    async def add_challenge(self, challenge: Challenge) -> bool:
        """Put up an invitation; False if its code is in use."""
        ...

    async def challenge(self, code: str, now: int) -> Challenge | None:
        """The invitation with that code, None if there is none or it has expired."""
        ...

    async def challenges(self, user: str, now: int) -> list[Challenge]:
        """The invitations of that user which nobody has accepted yet, the oldest first."""
        ...

    async def take_challenge(self, code: str, terms: Terms, now: int) -> bool:
        """Begin the game ``terms`` that the invitation is for: True for exactly one taker."""
        ...

    async def drop_challenge(self, code: str, user: str) -> bool:
        """Withdraw an invitation that nobody has accepted; False if there is none of that user."""
        ...


class RoomStore(Protocol):
    """Class rooms. Each change of one is made by one process, which has seen the one before."""

    async def add(self, room: Room) -> bool:
        """Add a room without members; False if its code is in use."""
        ...

    async def room(self, code: str) -> Room | None:
        """The room of that code, with its games as they stand by now; None if there is none."""
        ...

    async def change(self, room: Room, games: Sequence[Terms]) -> bool:
        """Store the room, and begin those of its games that are new, all or nothing.

        False, changing nothing, unless its version is the one after what is stored. Neither
        members nor games may be fewer than there were. Games that are off leave the lists of
        their players.
        """
        ...

    async def opened(self, teacher: str) -> list[Room]:
        """The rooms of that teacher which are not over, the latest first."""
        ...

    async def waiting(self, since: int) -> list[str]:
        """Arenas that go on in which two or more members have not played since then."""
        ...

    async def sweep(self, before: int) -> None:
        """Forget rooms that were opened before that time; their games stay."""
        ...


class Store(Protocol):
    """All that a server remembers. ``open_store`` opens one."""

    @property
    def games(self) -> GameStore:
        """The games."""
        ...

    @property
    def people(self) -> PeopleStore:
        """Who plays."""
        ...

    @property
    def accounts(self) -> AccountStore:
        """How people come in without a password, and how they leave for good."""
        ...

    @property
    def lobby(self) -> LobbyStore:
        """Who looks for a game."""
        ...

    @property
    def rooms(self) -> RoomStore:
        """Who is taught."""
        ...

    @property
    def processes(self) -> ProcessStore:
        """When the server was alive."""
        ...
