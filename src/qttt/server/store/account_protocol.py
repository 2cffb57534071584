"""The interface of a store for accounts: passkeys, recovery codes and account deletion."""

from collections.abc import Sequence
from typing import Protocol

from .values import Passkey, User


class AccountStore(Protocol):
    """Passkeys, recovery codes and account deletion."""

    # --- recovery codes ----------------------------------------------------------------------

    async def set_codes(self, user: str, codes: Sequence[bytes], now: int) -> None:
        """Replace the user's recovery codes by those with these hashes."""
        ...

    async def add_reset_code(self, user: str, code: bytes, now: int, expires: int) -> None:
        """Add the hash of one recovery code that expires."""
        ...

    async def count_codes(self, user: str) -> int:
        """Return the number of unused codes that do not expire."""
        ...

    async def recover(self, key: str, code: bytes, password: str, now: int) -> User | None:
        """Consume a code of the user with that name key, and set the password hash.

        Deletes all tokens of the user. Returns None, changing nothing, if the code is not valid.
        """
        ...

    # --- passkeys ----------------------------------------------------------------------------

    async def add_passkey_challenge(self, challenge: bytes, user: str | None, expires: int) -> None:
        """Store a WebAuthn challenge for that user, or for any user."""
        ...

    async def consume_passkey_challenge(self, challenge: bytes, user: str | None, now: int) -> bool:
        """Consume a challenge; True once, for the user it was stored for, until it expires."""
        ...

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Add a passkey; False if its id is known already."""
        ...

    async def passkey(self, passkey: bytes) -> tuple[Passkey, User] | None:
        """Return the passkey with that id and its user, or None."""
        ...

    async def passkeys(self, user: str) -> list[Passkey]:
        """Return the user's passkeys, oldest first."""
        ...

    async def use_passkey(self, passkey: bytes, count: int, now: int) -> bool:
        """Record a login; False if the counter did not increase, which suggests a cloned key."""
        ...

    async def delete_passkey(self, user: str, passkey: bytes) -> bool:
        """Delete a passkey; False if it is not the user's or is their last way to log in."""
        ...

    async def delete_password(self, user: str) -> bool:
        """Delete the password hash; False if the user has no passkey."""
        ...

    # --- account deletion --------------------------------------------------------------------

    async def delete_user(self, user: str, expires: int) -> bool:
        """Delete all data of the user except games; False, changing nothing, during a game.

        The name stays reserved until ``expires``.
        """
        ...

    async def anonymize_games(self, limit: int) -> int:
        """Anonymize up to ``limit`` seats of deleted users; return the number of games changed.

        The digest chains of the games are recomputed, so ``verify`` still passes.
        """
        ...

    async def delete_expired(self, now: int) -> None:
        """Delete expired codes, challenges and name reservations."""
        ...
