"""What owners do with their accounts: prove that it is them, get in again, leave for good.

Whatever changes how one comes in, and leaving, asks for a proof, which is the password or a
passkey: whoever finds a browser open, or has stolen a session, does not take the account over.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from qttt.server.store import AccountStore, PeopleStore, User

from .errors import PersonError
from .names import name_key
from .passkeys import Passkeys, Site
from .passwords import Passwords, read_password
from .people import DAY, People, Person
from .recovery import HOW_MANY, code_hash, new_code
from .settling import settle

NAME_KEPT = 30 * DAY
"""So long nobody else may take the name of an account that was deleted."""
RESET_KEPT = DAY
"""So long a code lasts that the operator has made."""
AT_ONCE = 50
"""So many games are rewritten in one transaction, so that nobody who plays waits for it."""


class PeopleAndAccounts(Protocol):
    """Those parts of a store."""

    @property
    def people(self) -> PeopleStore:
        """Who plays."""
        ...

    @property
    def accounts(self) -> AccountStore:
        """How they come in, and leave."""
        ...


class Proof(NamedTuple):
    """Why somebody should be believed to be the owner: a password, or what a passkey has signed."""

    password: str
    signed: Mapping[str, object] | None
    site: Site


class Standing(NamedTuple):
    """With what an account is entered."""

    has_password: bool
    codes: int


class Accounts:
    """The accounts of one store. Times come from ``clock``, in milliseconds."""

    def __init__(
        self,
        store: PeopleAndAccounts,
        people: People,
        passkeys: Passkeys,
        passwords: Passwords,
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._people = people
        self._passkeys = passkeys
        self._passwords = passwords
        self._clock = clock

    async def prove(self, person: Person, proof: Proof) -> None:
        """Returns if that is the account's owner. Raises ``PersonError``."""
        if proof.signed is not None:
            user = await self._passkeys.signer(proof.site, proof.signed)
            if user.id != person.user.id:
                raise PersonError("wrong-login", "this is a passkey of somebody else")
            return
        kept = await self._store.people.password(person.user.id)
        if not await self._passwords.fits(kept, proof.password):
            raise PersonError("wrong-login", "the password is another")

    async def standing(self, person: Person) -> Standing:
        """With what that account is entered, beside passkeys."""
        user = person.user.id
        kept = await self._store.people.password(user)
        return Standing(kept is not None, await self._store.accounts.codes(user))

    # --- passwords ---------------------------------------------------------------------------

    async def change_password(self, person: Person, new: str, proof: Proof) -> None:
        """Set a password; all other sessions and all programs of the user end.

        Raises ``PersonError`` for a guest, without a proof, and for what can be no password.
        """
        secret = read_password(new, person.user.name)
        await self.prove(person, proof)
        hashed = await self._passwords.hash(secret)
        await self._store.people.set_password(person.user.id, hashed, person.token.hash)

    async def drop_password(self, person: Person, proof: Proof) -> None:
        """Let the account be entered by passkeys only; all else ends, as with a new password.

        Raises ``PersonError`` without a proof, and where there is no passkey.
        """
        await self.prove(person, proof)
        if not await self._store.accounts.drop_password(person.user.id):
            raise PersonError("not-allowed", "add a passkey first, or nobody could come in")
        await self._end_others(person)

    async def drop_passkey(self, person: Person, passkey: str, proof: Proof) -> None:
        """Forget a passkey; all other sessions and all programs of the user end.

        Raises ``PersonError`` without a proof, where there is none, and for the last way in.
        """
        await self.prove(person, proof)
        await self._passkeys.drop(person, passkey)
        await self._end_others(person)

    async def _end_others(self, person: Person) -> None:
        await self._store.people.set_password(person.user.id, "", person.token.hash)

    # --- recovery codes ----------------------------------------------------------------------

    async def new_codes(self, person: Person, proof: Proof) -> list[str]:
        """Codes in the place of all that there were; they are told only now.

        Raises ``PersonError`` for a guest, and without a proof.
        """
        _check_account(person)
        await self.prove(person, proof)
        codes = [new_code() for _ in range(HOW_MANY)]
        hashes = [code_hash(code) for code in codes]
        await self._store.accounts.set_codes(person.user.id, hashes, self._clock())
        return codes

    async def recover(self, name: str, code: str, password: str) -> tuple[User, str]:
        """The user of that name, with a new password, and the token of a new session.

        All other sessions and all programs of the user end. Raises ``PersonError``, the same for a
        wrong name and a wrong code, after the same work.
        """
        hashed = await self._passwords.hash(read_password(password, name))
        key, now = name_key(name), self._clock()
        user = await self._store.accounts.recover(key, code_hash(code), hashed, now)
        if user is None:
            raise PersonError("wrong-login", "there is nobody with this name and code")
        return user, await self._people.begin(user)

    # --- leaving for good --------------------------------------------------------------------

    async def leave(self, person: Person) -> None:
        """Delete the account; its games stay without its name, which waits for a while.

        Whoever asks has given a proof. Raises ``PersonError`` for a guest, and while games go on.
        """
        _check_account(person)
        await settle(self._store.people)  # what was won against this user still counts
        if not await self._store.accounts.leave(person.user.id, self._clock() + NAME_KEPT):
            raise PersonError("games-go-on", "a game of yours has just begun; try again")

    async def sweep(self) -> None:
        """Forget codes, challenges and kept names that have expired."""
        await self._store.accounts.sweep(self._clock())

    async def forget_names(self) -> None:
        """Take the names of those who have left out of all their games; to be called often."""
        while await self._store.accounts.forget_names(AT_ONCE):
            pass


async def reset_code(store: PeopleAndAccounts, name: str, now: int) -> tuple[User, str, int]:
    """A code for somebody whose password the operator resets, until when it lasts, and who it is.

    Raises ``PersonError`` if there is nobody of that name.
    """
    user = await store.people.user_by_key(name_key(name))
    if user is None:
        raise PersonError("not-found", f"there is nobody called {name}")
    code, expires = new_code(), now + RESET_KEPT
    await store.accounts.add_code(user.id, code_hash(code), now, expires)
    return user, code, expires


def _check_account(person: Person) -> None:
    if person.user.guest:
        raise PersonError("not-allowed", "a guest has no account: make one first")
