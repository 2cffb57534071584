"""Authentication: guests, registration, logins, sessions and bot tokens.

Unknown names and wrong passwords cause the same error, after the same work.
"""

import string
from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import NamedTuple

from qttt.server.codes import random_text
from qttt.server.errors import RequestError
from qttt.server.games.terms import Identity
from qttt.server.retention import DAY_MS, RETENTION_DAYS
from qttt.server.store.entities import AuthToken, User
from qttt.server.store.people import ANY, Credential, PeopleStore
from qttt.server.text import sanitize

from .credentials import (
    TOKEN_BYTES,
    guest_seed,
    guest_token_time,
    is_mark,
    is_token,
    is_valid_mark,
    new_guest_token,
    new_mark,
    new_token,
    token_hash,
)
from .names import guest_name, name_key, parse_name
from .passwords import Passwords, validate_password

SESSION, BOT = "session", "bot"
BOT_TOKEN_MS = 365 * DAY_MS
UNSTORED_MS = DAY_MS
"""How long a guest's session is valid that has changed nothing."""
GUEST_KEY = "guest"
"""The name of the key that signs sessions of guests."""
MAX_EXTENSION_INTERVAL_MS = DAY_MS
"""Sessions are extended at most once per this interval, or per a quarter of what they last."""
MAX_BOT_TOKENS = 10
MAX_LABEL_LENGTH = 40

USER_ID_LENGTH = 12
_LETTERS = string.digits + string.ascii_letters


@dataclass(frozen=True, slots=True)
class Principal:
    """An authenticated user, with the token used.

    ``is_stored`` is false for a guest until the first request that changes anything.
    """

    user: User
    token: AuthToken
    is_stored: bool = True

    @property
    def is_bot(self) -> bool:
        return self.token.kind == BOT or self.user.bot

    @property
    def identity(self) -> Identity:
        """The user's identity in a game."""
        return Identity(self.user.id, self.user.name, bot=self.is_bot, session=self.session)

    @property
    def session(self) -> str:
        """The id of the session inside the server; it does not authenticate.

        Empty for a guest who is not stored: there is nothing that could end.
        """
        return self.token.hash.hex() if self.is_stored else ""


class NewSession(NamedTuple):
    """A session that begins: its user, its token, and the mark that this browser is known by.

    The mark is empty for guests and for accounts without a password.
    """

    user: User
    token: str
    mark: str = ""


class People:
    """The users of one store.

    ``clock`` returns milliseconds since the epoch. Sessions last ``session_ms`` after their last
    extension.
    """

    def __init__(
        self,
        store: PeopleStore,
        passwords: Passwords,
        clock: Callable[[], int],
        session_ms: int = RETENTION_DAYS["session"] * DAY_MS,
    ) -> None:
        self.store = store
        self._session_ms = session_ms
        self._extension_interval_ms = min(MAX_EXTENSION_INTERVAL_MS, session_ms // 4)
        self._passwords = passwords
        self._clock = clock
        self._key = b""

    # --- sessions ----------------------------------------------------------------------------

    async def create_guest(self) -> NewSession:
        """Return the session of a new guest, both of whom ``admit`` stores.

        Many sessions are never used, and one client can ask for any number of them.
        """
        key = await self._guest_key()
        token = new_guest_token(key, self._clock())
        return NewSession(_guest(token, key, self._clock()), token)

    async def admit(self, principal: Principal) -> Principal:
        """Store a guest before the first change; return it as stored."""
        if principal.is_stored:
            return principal
        if not await self.store.add_guest(principal.user, principal.token):
            raise RequestError("no-session", "this session has ended: start a new one")
        return replace(principal, is_stored=True)

    async def start_session(self, user: User, by: Credential = ANY) -> NewSession:
        """Return a new session of an account, to which ``by`` entitles.

        Raises ``RequestError`` if that is no longer valid, or the user is deleted.
        """
        password = by.password or await self.store.password(user.id)
        token = new_token()
        await self.store.add_token(self.session_token(user.id, token), by)
        return new_session(user, token, password)

    def session_token(self, user: str, token: str) -> AuthToken:
        """Return what is stored of a new session, for a transaction that begins it."""
        now = self._clock()
        return AuthToken(token_hash(token), user, SESSION, now, now + self._session_ms)

    async def authenticate(self, token: str) -> Principal | None:
        """Return the user of that token, or None if it is invalid, revoked or expired."""
        if not is_token(token):
            return None
        if stored := await self._stored(token):
            return stored
        guest = await self._guest_of(token)
        if guest is None or not await self.store.user(guest.user.id):
            return guest
        # Another request has stored the guest meanwhile; otherwise the session has ended.
        return await self._stored(token)

    async def extend_session(self, principal: Principal) -> bool:
        """Let a stored session last from now on; False if this was done recently."""
        return await self._extend(principal, self._extension_interval_ms)

    async def keep_session(self, principal: Principal) -> None:
        """Do the same in the second half of its time, for requests that do not set its cookie."""
        await self._extend(principal, self._session_ms // 2)

    async def _extend(self, principal: Principal, interval_ms: int) -> bool:
        expires, token = self._clock() + self._session_ms, principal.token
        is_recent = token.expires >= expires - interval_ms
        if token.kind != SESSION or not principal.is_stored or is_recent:
            return False
        await self.store.renew_token(token.hash, expires)
        return True

    async def _stored(self, token: str) -> Principal | None:
        """Return the user of a stored token."""
        holder = await self.store.token_and_user(token_hash(token), self._clock())
        if holder is None:
            return None
        stored, user = holder
        return Principal(user, stored)

    async def _guest_of(self, token: str) -> Principal | None:
        """Return the guest of a token that need not be stored, unless it is too old."""
        now, key = self._clock(), await self._guest_key()
        created = guest_token_time(token, key)
        if created is None or now >= created + UNSTORED_MS:
            return None
        user = _guest(token, key, created)
        stored = AuthToken(token_hash(token), user.id, SESSION, created, now + self._session_ms)
        return Principal(user, stored, is_stored=False)

    async def _guest_key(self) -> bytes:
        if not self._key:
            self._key = await self.store.key(GUEST_KEY, token_bytes(TOKEN_BYTES))
        return self._key

    async def end_session(self, principal: Principal) -> None:
        if not principal.is_stored:
            await self.store.add_user(principal.user)  # then the token is no longer valid
        await self.store.delete_token(principal.token.hash)

    # --- accounts ----------------------------------------------------------------------------

    async def register(self, principal: Principal, name: str, password: str) -> NewSession:
        """Turn a guest into an account, keeping games; a new session replaces the guest's.

        Raises ``RequestError`` for a bad name or password, and for a user with an account.
        """
        normal, secret = parse_name(name), validate_password(password, name)
        if not principal.user.guest:
            raise RequestError("not-allowed", "you have an account already; log out first")
        hashed, key = await self._passwords.hash(secret), name_key(normal)
        # A new session, against session fixation: the user gains rights.
        token, by = new_token(), principal.token.hash
        new = self.session_token(principal.user.id, token)
        if not await self.store.claim_name(normal, key, hashed, new, by):
            raise RequestError("name-taken", f"{normal} or a similar name is taken")
        return new_session(replace(principal.user, name=normal, key=key), token, hashed)

    async def login(self, name: str, password: str) -> NewSession:
        """Return a new session of the user with that name.

        Raises the same ``RequestError`` for a wrong name and a wrong password.
        """
        user, hashed = await self._credentials(name)
        if not await self._passwords.verify(hashed, password) or user is None or hashed is None:
            raise RequestError("wrong-login", "wrong name or password")
        return await self.start_session(user, Credential(password=hashed))

    async def is_known_browser(self, name: str, mark: str) -> bool:
        """Return whether the mark is valid for the user of that name."""
        if not is_mark(mark):
            return False
        _, hashed = await self._credentials(name)
        return hashed is not None and is_valid_mark(mark, hashed)

    # --- bots --------------------------------------------------------------------------------

    async def create_bot_token(self, principal: Principal, label: str) -> tuple[AuthToken, str]:
        """Create a token for a bot of that account; return it with its secret, which is not stored.

        Raises ``RequestError`` for a guest, a bad label or an account with too many tokens.
        """
        check_account(principal)
        name = parse_label(label)
        if len(await self.bot_tokens(principal)) >= MAX_BOT_TOKENS:
            raise RequestError(
                "too-many", f"you have {MAX_BOT_TOKENS} bot tokens; revoke one first"
            )
        token, now = new_token(), self._clock()
        expires = now + BOT_TOKEN_MS
        stored = AuthToken(token_hash(token), principal.user.id, BOT, now, expires, name)
        await self.store.add_token(stored, Credential(session=principal.token.hash))
        return stored, token

    async def bot_tokens(self, principal: Principal) -> list[AuthToken]:
        return await self.store.tokens(principal.user.id, BOT)

    async def revoke_bot_token(self, principal: Principal, token: str) -> AuthToken | None:
        """Revoke the token with that ``token_name`` and return it; None if it does not exist."""
        for bot_token in await self.bot_tokens(principal):
            if token_name(bot_token) == token:
                return bot_token if await self.store.delete_token(bot_token.hash) else None
        return None

    async def _credentials(self, name: str) -> tuple[User | None, str | None]:
        """Return the user of that name and the password's hash, after the same work without one."""
        user = await self.store.user_by_name_key(name_key(name))
        return user, await self.store.password(user.id if user else "")


def new_session(user: User, token: str, password: str | None) -> NewSession:
    """Return the session of an account with that hash of its password, None without one."""
    return NewSession(user, token, new_mark(password) if password else "")


def check_account(principal: Principal) -> None:
    """Raise ``RequestError`` for a guest."""
    if principal.user.guest:
        raise RequestError("not-allowed", "guests have no account: register first")


def parse_label(text: str) -> str:
    """Sanitize and check the label of a token or a passkey. Raises ``RequestError``."""
    label = sanitize(text).strip()
    if not 1 <= len(label) <= MAX_LABEL_LENGTH:
        raise RequestError("bad-label", f"a label must have 1 to {MAX_LABEL_LENGTH} characters")
    return label


def new_user_id() -> str:
    return random_text(_LETTERS, USER_ID_LENGTH)


def is_user_id(text: str) -> bool:
    return len(text) == USER_ID_LENGTH and set(text) <= set(_LETTERS)


def token_name(token: AuthToken) -> str:
    """Return the public identifier of a token, a part of its hash."""
    return token.hash.hex()[:16]


def _guest(token: str, key: bytes, created: int) -> User:
    """Return the guest of a token that is not stored."""
    seed, letters = guest_seed(token, key), []
    for _ in range(USER_ID_LENGTH):
        seed, digit = divmod(seed, len(_LETTERS))
        letters.append(_LETTERS[digit])
    return User("".join(letters), guest_name(seed), created)
