"""Account management: reauthentication, passwords, recovery codes and account deletion.

Changing credentials and deleting an account require the password or a passkey, so an unlocked
browser or a stolen session is not enough.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from qttt.server.errors import RequestError
from qttt.server.retention import DAY_MS
from qttt.server.store.accounts import AccountStore
from qttt.server.store.calling_off import ClosedRooms
from qttt.server.store.entities import User
from qttt.server.store.people import PeopleStore
from qttt.server.store.ratings import RatingStore

from .credentials import CODES_PER_SET, code_hash, new_recovery_code, new_token
from .names import name_key
from .passkeys import Passkeys, RelyingParty
from .passwords import Passwords, validate_password
from .people import NewSession, People, Principal, check_account, new_session
from .progress import PlayerProgress, format_progress, merge_progress, parse_progress
from .ratings import update_ratings

NAME_RESERVED_MS = 30 * DAY_MS
"""How long the name of a deleted account stays reserved."""
RESET_CODE_MS = DAY_MS
"""Validity of a recovery code created by the operator."""
SEATS_PER_BATCH = 50
"""Seats anonymized in one transaction; small, so that running games are not delayed."""


class Reauthentication(NamedTuple):
    """Evidence that the caller owns the account: a password or a signed passkey challenge."""

    password: str
    signed: Mapping[str, object] | None
    relying_party: RelyingParty


class Accounts:
    """The accounts.

    ``clock`` returns milliseconds since the epoch; ``on_rooms_closed`` is called with the class
    rooms of deleted teachers.
    """

    def __init__(
        self,
        store: AccountStore,
        people_store: PeopleStore,
        ratings: RatingStore,
        people: People,
        passkeys: Passkeys,
        passwords: Passwords,
        clock: Callable[[], int],
        on_rooms_closed: Callable[[ClosedRooms], None] = lambda closed: None,
    ) -> None:
        self._store = store
        self._people_store = people_store
        self._ratings = ratings
        self._people = people
        self._passkeys = passkeys
        self._passwords = passwords
        self._clock = clock
        self._on_rooms_closed = on_rooms_closed

    async def reauthenticate(self, principal: Principal, proof: Reauthentication) -> None:
        """Raise ``RequestError`` unless the proof is valid for that account."""
        if proof.signed is not None:
            _, user = await self._passkeys.verify(proof.relying_party, proof.signed)
            if user.id != principal.user.id:
                raise RequestError("wrong-login", "this passkey belongs to another account")
            return
        stored = await self._people_store.password(principal.user.id)
        if not await self._passwords.verify(stored, proof.password):
            raise RequestError("wrong-login", "wrong password")

    # --- passwords ---------------------------------------------------------------------------

    async def change_password(
        self, principal: Principal, new: str, proof: Reauthentication
    ) -> NewSession:
        """Set a password; a new session replaces the user's sessions and bot tokens.

        Raises ``RequestError`` for a guest, an invalid proof or an unacceptable password.
        """
        secret = validate_password(new, principal.user.name)
        await self.reauthenticate(principal, proof)
        hashed = await self._passwords.hash(secret)
        token = new_token()
        session = self._people.session_token(principal.user.id, token)
        await self._people_store.set_password(hashed, session, principal.token.hash)
        return new_session(principal.user, token, hashed)

    async def delete_password(self, principal: Principal, proof: Reauthentication) -> NewSession:
        """Delete the password; a new session replaces the user's sessions and bot tokens.

        Raises ``RequestError`` for an invalid proof or an account without passkeys.
        """
        await self.reauthenticate(principal, proof)
        token = new_token()
        session = self._people.session_token(principal.user.id, token)
        if not await self._store.delete_password(session, principal.token.hash):
            raise RequestError("not-allowed", "add a passkey first: it would be the only login")
        return NewSession(principal.user, token)

    async def delete_passkey(
        self, principal: Principal, passkey: str, proof: Reauthentication
    ) -> NewSession:
        """Delete a passkey; a new session replaces the user's sessions and bot tokens.

        Raises ``RequestError`` for an invalid proof, an unknown passkey or the last way to log in.
        """
        await self.reauthenticate(principal, proof)
        password = await self._people_store.password(principal.user.id)
        token = new_token()
        session = self._people.session_token(principal.user.id, token)
        await self._passkeys.delete(principal, passkey, session)
        return new_session(principal.user, token, password)

    # --- recovery codes ----------------------------------------------------------------------

    async def new_codes(self, principal: Principal, proof: Reauthentication) -> list[str]:
        """Replace all recovery codes; return the new ones, which are not stored in clear text.

        Raises ``RequestError`` for a guest or an invalid proof.
        """
        check_account(principal)
        await self.reauthenticate(principal, proof)
        codes = [new_recovery_code() for _ in range(CODES_PER_SET)]
        hashes = [code_hash(code) for code in codes]
        user, session = principal.user.id, principal.token.hash
        await self._store.set_codes(user, hashes, self._clock(), session)
        return codes

    async def recover(
        self, name: str, code: str, password: str, ended: Collection[Principal] = ()
    ) -> NewSession:
        """Set a password with a recovery code; return a new session of the user.

        It replaces the user's sessions and bot tokens, and the sessions ``ended`` of others. Raises
        the same ``RequestError``, after the same work, for a wrong name and a wrong code.
        """
        hashed = await self._passwords.hash(validate_password(password, name))
        key, now, token = name_key(name), self._clock(), new_token()
        user = await self._store.recover(
            key,
            code_hash(code),
            hashed,
            now,
            lambda user: self._people.session_token(user, token),
            [principal.token.hash for principal in ended],
            [principal.user for principal in ended if not principal.is_stored],
        )
        if user is None:
            raise RequestError("wrong-login", "wrong name or recovery code")
        return new_session(user, token, hashed)

    # --- progress in the app -----------------------------------------------------------------

    async def progress(self, principal: Principal) -> bytes:
        """Return the account's progress as JSON. Raises ``RequestError`` for a guest."""
        check_account(principal)
        stored = await self._store.progress(principal.user.id)
        return stored or format_progress(PlayerProgress())

    async def merge_progress(self, principal: Principal, data: bytes) -> bytes:
        """Merge JSON of a device into the account's progress; return all of it as JSON.

        Raises ``RequestError`` for a guest, and for invalid or too much progress.
        """
        check_account(principal)
        added = parse_progress(data)

        def change(stored: bytes | None) -> bytes:
            before = parse_progress(stored) if stored else PlayerProgress()
            return format_progress(merge_progress(before, added))

        return await self._store.update_progress(principal.user.id, change)

    # --- account deletion --------------------------------------------------------------------

    async def delete(self, principal: Principal) -> None:
        """Delete the account; its games are anonymized, and its name is reserved for a while.

        The caller has checked a proof. Raises ``RequestError`` for a guest and during games.
        """
        check_account(principal)
        await update_ratings(self._ratings)  # the opponents' results still count
        now = self._clock()
        closed = await self._store.delete_user(
            principal.user.id, now, now + NAME_RESERVED_MS, principal.token.hash
        )
        if closed is None:
            raise RequestError("games-go-on", "one of your games has just started; try again")
        self._on_rooms_closed(closed)

    async def delete_again(self) -> None:
        """Delete what earlier versions have stored for users after their deletion."""
        for user in await self._store.users_to_delete_again():
            self._on_rooms_closed(await self._store.delete_again(user, self._clock()))

    async def anonymize_games(self) -> None:
        """Anonymize all games of deleted users; call it regularly."""
        while await self._store.anonymize_games(SEATS_PER_BATCH):
            pass


async def new_reset_code(
    accounts: AccountStore, people: PeopleStore, name: str, now: int
) -> tuple[User, str, int]:
    """Create a recovery code for the operator; return the user, the code and its expiry.

    Raises ``RequestError`` if no user has that name.
    """
    user = await people.user_by_name_key(name_key(name))
    if user is None:
        raise RequestError("not-found", f"no user is named {name}")
    code, expires = new_recovery_code(), now + RESET_CODE_MS
    await accounts.add_reset_code(user.id, code_hash(code), now, expires)
    return user, code, expires
