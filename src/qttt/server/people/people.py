"""Who comes in: guests, accounts, logins, sessions and the tokens of programs.

Whoever holds a session or a program's token acts for its user, and nobody else does. Unknown names
and wrong passwords get the same answer, after the same work.
"""

import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass

from qttt.server.games import Who
from qttt.server.store import PeopleStore, Token, User
from qttt.server.text import shown

from .errors import PersonError
from .names import guest_name, name_key, read_name
from .passwords import Passwords, read_password
from .tokens import is_token, new_token, token_hash

SESSION, BOT = "session", "bot"
DAY = 24 * 60 * 60 * 1000
KEPT = 90 * DAY
"""A session ends so long after it was last used."""
BOT_KEPT = 365 * DAY
RENEWED = DAY
"""Not every use is written down, only the first of a day."""
MOST_BOTS = 10
LONGEST_LABEL = 40

USER_LENGTH = 12
_LETTERS = string.digits + string.ascii_letters


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has come in, and with which token."""

    user: User
    token: Token

    @property
    def is_bot(self) -> bool:
        """Whether it is a program."""
        return self.token.kind == BOT or self.user.bot

    @property
    def who(self) -> Who:
        """How they are called in a game."""
        return Who(self.user.id, self.user.name, bot=self.is_bot, session=self.session)

    @property
    def session(self) -> str:
        """How the session is called among the parts of the server; it opens nothing."""
        return self.token.hash.hex()


class People:
    """The people of one store. Times come from ``clock``, in milliseconds."""

    def __init__(self, store: PeopleStore, passwords: Passwords, clock: Callable[[], int]) -> None:
        self.store = store
        self._passwords = passwords
        self._clock = clock

    # --- coming in and leaving ---------------------------------------------------------------

    async def guest(self) -> tuple[User, str]:
        """A new guest and the token of their session."""
        user = User(user_id(), guest_name(), self._clock())
        await self.store.add_user(user)
        return user, await self.begin(user)

    async def begin(self, user: User) -> str:
        """The token of a new session of that user."""
        (token, hashed), now = _new(), self._clock()
        await self.store.add_token(Token(hashed, user.id, SESSION, now, now + KEPT))
        return token

    async def find(self, token: str) -> Person | None:
        """Who holds that token; nobody if it is none, is revoked, or has expired."""
        now = self._clock()
        held = await self.store.holder(token_hash(token), now) if is_token(token) else None
        if held is None:
            return None
        found, user = held
        if found.kind == SESSION and found.expires < now + KEPT - RENEWED:
            await self.store.renew_token(found.hash, now + KEPT)
        return Person(user, found)

    async def renew(self, person: Person) -> str:
        """The token of a new session in the place of this one, for somebody who is more now.

        So whoever knew the token before does not get what was given since.
        """
        token = await self.begin(person.user)
        await self.leave(person)
        return token

    async def leave(self, person: Person) -> None:
        """End the session."""
        await self.store.drop_token(person.token.hash)

    # --- accounts ----------------------------------------------------------------------------

    async def register(self, person: Person, name: str, password: str) -> User:
        """Make a guest the owner of a name, games and session kept.

        Raises ``PersonError`` for the name, the password, or somebody who has an account.
        """
        called, secret = read_name(name), read_password(password, name)
        if not person.user.guest:
            raise PersonError("not-allowed", "this account has a name already; log out first")
        hashed = await self._passwords.hash(secret)
        if not await self.store.claim_name(person.user.id, called, name_key(called), hashed):
            raise PersonError("name-taken", f"{called} is taken, or looks like a name that is")
        return await self._user(person.user.id)

    async def login(self, name: str, password: str) -> tuple[User, str]:
        """The user of that name and the token of a new session.

        Raises ``PersonError``, the same for a wrong name and a wrong password.
        """
        user = await self.store.user_by_key(name_key(name))
        kept = await self.store.password(user.id) if user else None
        if not await self._passwords.fits(kept, password) or user is None:
            raise PersonError("wrong-login", "there is nobody with this name and password")
        return user, await self.begin(user)

    # --- programs ----------------------------------------------------------------------------

    async def add_bot(self, person: Person, label: str) -> tuple[Token, str]:
        """A token with which a program plays for that account; it is told only now.

        Raises ``PersonError`` for a guest, a bad label, and where there are too many.
        """
        name = shown(label).strip()
        if person.user.guest:
            raise PersonError("not-allowed", "only an account can let a program play: make one")
        if not 1 <= len(name) <= LONGEST_LABEL:
            raise PersonError("bad-label", f"a label has 1 to {LONGEST_LABEL} characters")
        if len(await self.bots(person)) >= MOST_BOTS:
            raise PersonError("too-many", f"there are {MOST_BOTS} tokens; revoke one first")
        (token, hashed), now = _new(), self._clock()
        kept = Token(hashed, person.user.id, BOT, now, now + BOT_KEPT, name)
        await self.store.add_token(kept)
        return kept, token

    async def bots(self, person: Person) -> list[Token]:
        """The tokens of that account's programs."""
        return await self.store.tokens(person.user.id, BOT)

    async def revoke_bot(self, person: Person, token: str) -> Token | None:
        """Revoke the one with that name for the public (``token_name``); None if there is none."""
        for each in await self.bots(person):
            if token_name(each) == token:
                return each if await self.store.drop_token(each.hash) else None
        return None

    # --- inside ------------------------------------------------------------------------------

    async def _user(self, user: str) -> User:
        found = await self.store.user(user)
        if found is None:
            raise LookupError(f"there is no user {user}")
        return found


def user_id() -> str:
    """A name for a new user that nobody can guess, for programs only."""
    return "".join(secrets.choice(_LETTERS) for _ in range(USER_LENGTH))


def is_user_id(text: str) -> bool:
    """Whether ``user_id`` could have returned it."""
    return len(text) == USER_LENGTH and set(text) <= set(_LETTERS)


def token_name(token: Token) -> str:
    """What its owner calls a token when revoking it: a part of its hash, which opens nothing."""
    return token.hash.hex()[:16]


def _new() -> tuple[str, bytes]:
    """A token, and what is kept of it."""
    token = new_token()
    return token, token_hash(token)
